//! Places that are seen from the side: ladders and ledges before the wall at their back.
//!
//! A level is seen from the side if a pass dresses it with gravity. Its built places then have a wall at their
//! back; caves and passages stay as they are.

use super::ground::{PERIOD_UNITS, tone_at};
use super::ink::{noise, shade};
use super::theme_style::GroundStyle;
use crate::base::Color;
use crate::level::{FloorPattern, Level};
use crate::settings::PassSettings;

/// Purposes of noise.
const BRICK: u32 = 60;
const STAIN: u32 = 61;

/// Returns `true` if the built places of a level are seen from the side.
pub(super) fn is_side_view(level: &Level) -> bool {
    let has_gravity =
        |settings: &PassSettings| matches!(settings, PassSettings::Dress(dress) if dress.gravity);
    level.populate.iter().filter_map(|pass| pass.settings.as_ref()).any(has_gravity)
}

/// Returns the colour of the wall at the back: small dark bricks with niches, and buttresses between.
pub(super) fn back_wall(style: &GroundStyle, (x, y): (i32, i32)) -> Color {
    let wall = style.floor.mixed(style.void, 44);
    let (column, row) = (x.rem_euclid(PERIOD_UNITS), y.rem_euclid(PERIOD_UNITS));
    if let Some(color) = niche(style, wall, (column - 80, row - 40)) {
        return color;
    }
    // A buttress stands out from the wall every four cells.
    let (wall, is_side) = match column {
        16..34 => (shade(wall, 118), column == 16 || column == 33),
        34..40 => (shade(wall, 70), false),
        _ => (wall, false),
    };
    if is_side {
        return shade(wall, if column == 16 { 116 } else { 70 });
    }
    let course = row / 8;
    let along = column + if course % 2 == 0 { 0 } else { 8 };
    if row % 8 == 7 || along % 16 == 15 {
        let is_hot = style.floor_pattern == FloorPattern::Basalt && tone_at((x, y), 32, STAIN) > 168;
        return if is_hot { style.accent.mixed(wall, 20) } else { shade(wall, 74) };
    }
    let tone = 88 + noise(along.rem_euclid(PERIOD_UNITS) / 16, course, BRICK) % 16;
    let brick = if row % 8 == 0 { tone + 7 } else { tone };
    let stained = if tone_at((x, y), 32, STAIN) > 168 { wall.mixed(style.stain, 26) } else { wall };
    shade(stained, brick)
}

/// Draws an arched niche around a point, in units from its middle at the top.
fn niche(style: &GroundStyle, wall: Color, (across, down): (i32, i32)) -> Option<Color> {
    const HALF: i32 = 12;
    const HEIGHT: i32 = 44;
    let arch = across * across / 14;
    let inside = down - arch;
    if across.abs() > HALF + 4 || inside < -5 || down > HEIGHT + 4 {
        return None;
    }
    Some(match (across.abs(), inside, down) {
        (..=HALF, 0.., ..=HEIGHT) => {
            let depth = if across < -HALF + 4 || inside < 4 { 26 } else { 40 };
            shade(wall.mixed(style.void, 40), depth + (down / 3).cast_unsigned())
        }
        _ if down > HEIGHT => shade(wall, 132),
        _ if (across + down).rem_euclid(8) == 0 => shade(wall, 84),
        _ => shade(wall, 116),
    })
}

#[cfg(test)]
mod tests {
    use super::super::theme_style::Build;
    use super::*;

    #[test]
    fn back_walls_repeat_and_are_darker_than_floors() {
        let style = GroundStyle::plain(Color::rgb(160, 150, 140), Color::rgb(40, 40, 50), Build::SideView);
        let points = (0..PERIOD_UNITS).flat_map(|y| (0..PERIOD_UNITS).map(move |x| (x, y)));
        let mut sum = 0;
        for (x, y) in points {
            let color = back_wall(&style, (x, y));
            assert_eq!(color, back_wall(&style, (x + PERIOD_UNITS, y - PERIOD_UNITS)));
            sum += u64::from(color.r);
        }
        assert!(sum / (PERIOD_UNITS * PERIOD_UNITS) as u64 <= 160 * 3 / 4);
    }
}
