//! The outline of patches of liquid, grass and loose ground, which follow cells but have round corners.
//!
//! In: the ground of a cell. Out: the distance of a point from the edge of its patch.
//! Outer corners are cut off by an arc. Inner corners are filled by one, on the floor beside the patch:
//!
//! ```text
//! ######          ####.            .   floor
//! ######    ->    #####            #   patch
//! ###...          ####.
//! ```
//!
//! Pools in built rooms keep straight edges.

use super::ground::{GroundLook, RAGGED, UNITS, tone_at};
use super::ink::noise;
use super::motif::Motif;
use crate::base::Color;

/// Radius of the arcs at corners, in units.
/// Purpose of the noise of waves at the edges of soft patches.
const WAVE: u32 = 55;

const RADIUS: i32 = 16;

/// Distance from the edge of a patch beyond which it does not matter, in units.
const REACH: i32 = 20;

/// Radius of the corners of built pools, in units.
const BUILT_RADIUS: i32 = 5;

/// The sides of a cell, clockwise from the north.
const SIDES: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// The corners of a cell, clockwise from the north-west.
const CORNERS: [(i32, i32); 4] = [(-1, -1), (1, -1), (1, 1), (-1, 1)];

/// The corners of a floor that a patch beside it fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PatchFillet {
    /// Motif and colour of the patch.
    pub motif: Motif,
    pub color: Color,
    /// `true` for each filled corner, in the order of [`CORNERS`].
    corners: [bool; 4],
}

impl PatchFillet {
    /// Returns the corners of a floor around which a patch bends. `look` returns the motif at an offset.
    pub fn of(own: Motif, look: impl Fn(i32, i32) -> Option<Motif>) -> Option<(Motif, [bool; 4])> {
        let can_be_filled = matches!(own, Motif::Floor | Motif::Figure(_) | Motif::Cracks);
        if !can_be_filled {
            return None;
        }
        let patch = |(dx, dy): (i32, i32)| {
            let motif = look(dx, dy).filter(|motif| motif.is_patch())?;
            let is_around = look(dx, 0) == Some(motif) && look(0, dy) == Some(motif);
            is_around.then_some(motif)
        };
        let around = CORNERS.map(patch);
        let motif = around.into_iter().flatten().next()?;
        Some((motif, around.map(|other| other == Some(motif))))
    }

    /// Returns the offset of a cell of the patch.
    pub fn offset(corners: [bool; 4]) -> (i32, i32) {
        CORNERS
            .into_iter()
            .zip(corners)
            .find(|(_, is_filled)| *is_filled)
            .map_or((0, 0), |(offset, _)| offset)
    }

    /// Creates the filled corners.
    pub const fn new((motif, corners): (Motif, [bool; 4]), color: Color) -> Self {
        Self { motif, color, corners }
    }

    /// Returns the distance of a point from the arc that bounds the patch. It is negative outside.
    fn depth(&self, u: i32, v: i32) -> i32 {
        let filled = CORNERS.into_iter().zip(self.corners).filter(|(_, is_filled)| *is_filled);
        let depths = filled.map(|((dx, dy), _)| {
            let (x, y) = (RADIUS - near(dx, u), RADIUS - near(dy, v));
            if x > 0 && y > 0 { length(x, y) - RADIUS } else { -UNITS }
        });
        depths.max().unwrap_or(-UNITS)
    }
}

/// Returns the distance of a coordinate from the side in a direction, or 0 along the side.
const fn near(step: i32, at: i32) -> i32 {
    match step {
        -1 => at,
        1 => UNITS - 1 - at,
        _ => 0,
    }
}

fn length(x: i32, y: i32) -> i32 {
    (x * x + y * y).cast_unsigned().isqrt().cast_signed()
}

/// Returns the distance of a point from the smooth edge of its patch, in units, up to [`REACH`]. Negative outside.
pub(super) fn smooth_depth(ground: &GroundLook, u: i32, v: i32) -> i32 {
    if let Some(fillet) = ground.fillet.filter(|fillet| fillet.motif == ground.motif) {
        return fillet.depth(u, v);
    }
    if ground.same == [true; 8] {
        return REACH;
    }
    let ends = |dx: i32, dy: i32| !ground.has_same(dx, dy) && !ground.is_high(dx, dy);
    let is_straight = ground.is_built && matches!(ground.motif, Motif::Liquid | Motif::Fire);
    let radius = if is_straight { BUILT_RADIUS } else { RADIUS };
    let mut least = REACH;
    for (dx, dy) in SIDES {
        let far = near(dx, u).max(near(dy, v));
        if far >= REACH || !ends(dx, dy) {
            continue;
        }
        // Where the patch bends around the floor on this side, its edge is the arc on that floor.
        let bend = [-1, 1].into_iter().find_map(|step| {
            let (side_x, side_y) = if dx == 0 { (step, 0) } else { (0, step) };
            let along = near(side_x, u).max(near(side_y, v));
            let bends = ground.has_same(side_x, side_y) && ground.has_same(dx + side_x, dy + side_y);
            (bends && !is_straight && along < RADIUS).then(|| length(far + RADIUS, RADIUS - along) - RADIUS)
        });
        least = least.min(bend.unwrap_or(far));
    }
    for (dx, dy) in CORNERS {
        let (x, y) = (near(dx, u), near(dy, v));
        if x >= RADIUS || y >= RADIUS {
            continue;
        }
        if ends(dx, 0) && ends(0, dy) && x < radius && y < radius {
            least = least.min(radius - length(radius - x, radius - y));
        } else if ends(dx, dy) && !ends(dx, 0) && !ends(0, dy) {
            least = least.min(if is_straight { x.max(y) } else { length(x + RADIUS, y + RADIUS) - RADIUS });
        }
    }
    least
}

/// Returns the distance of a point from the uneven edge of a patch. It is negative outside.
pub(super) fn uneven_depth(ground: &GroundLook, u: i32, v: i32) -> i32 {
    let smooth = smooth_depth(ground, u, v);
    if smooth >= REACH {
        return REACH;
    }
    let at = ground.point(u, v);
    let sides =
        SIDES.into_iter().filter(|(dx, dy)| ground.has_same(*dx, *dy) || ground.is_high(*dx, *dy)).count();
    // The ends of arms are shorter.
    let spur = if sides < 2 && ground.fillet.is_none() { 4 } else { 0 };
    // Soft patches wave more than shores.
    let is_soft = matches!(ground.motif, Motif::Growth | Motif::Puddle | Motif::Grains | Motif::Vein);
    let wave = if is_soft { (tone_at(at, 32, WAVE) / 32).cast_signed() } else { 0 };
    smooth
        - spur
        - wave
        - (tone_at(at, 16, RAGGED) / 40 + noise(at.0 / 4, at.1 / 4, RAGGED) % 2).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::super::theme_style::{Build, GroundStyle};
    use super::*;
    use crate::base::Cell;

    /// A lake of the cells with `~`, in the middle of floor.
    fn ground(lake: &[&str], at: Cell) -> GroundLook {
        let motif = |cell: Cell| {
            let row = usize::try_from(cell.y).ok().and_then(|y| lake.get(y));
            let tile = usize::try_from(cell.x).ok().and_then(|x| row?.as_bytes().get(x));
            Some(if tile == Some(&b'~') { Motif::Liquid } else { Motif::Floor })
        };
        let style = GroundStyle::plain(Color::rgb(9, 9, 9), Color::rgb(1, 1, 1), Build::Dug);
        let own = motif(at).unwrap_or(Motif::Floor);
        let ground = GroundLook::unworn(at, (own, style.floor), style, motif);
        let fillet = PatchFillet::of(own, |dx, dy| motif(Cell::new(at.x + dx, at.y + dy)));
        ground.joined(None, fillet.map(|fillet| PatchFillet::new(fillet, style.floor)))
    }

    /// Returns `true` if a point of the whole picture is in the lake.
    fn is_wet(lake: &[&str], x: i32, y: i32) -> bool {
        let ground = ground(lake, Cell::new(x / UNITS, y / UNITS));
        let (u, v) = (x % UNITS, y % UNITS);
        match ground.fillet {
            Some(fillet) => fillet.depth(u, v) >= 0,
            None => ground.motif == Motif::Liquid && smooth_depth(&ground, u, v) >= 0,
        }
    }

    #[test]
    fn steps_become_a_smooth_shore_without_holes() {
        let lake = ["~~~..", "~~...", "~....", "....."];
        for y in 0..3 * UNITS {
            let wet: Vec<bool> = (0..5 * UNITS).map(|x| is_wet(&lake, x, y)).collect();
            let first_dry = wet.iter().skip(UNITS as usize / 2).position(|is_wet| !is_wet);
            let after = first_dry.map_or(0, |dry| dry + UNITS as usize / 2);
            assert!(wet.iter().skip(after).all(|is_wet| !is_wet), "row {y}");
        }
    }

    #[test]
    fn outer_corners_are_cut_off_and_inner_ones_filled() {
        let lake = ["~~", "~."];
        assert!(!is_wet(&lake, 2 * UNITS - 1, UNITS - 1));
        assert!(is_wet(&lake, UNITS, UNITS));
        assert!(is_wet(&lake, UNITS - 1, UNITS - 1));
        assert!(!is_wet(&lake, UNITS + RADIUS, UNITS + RADIUS));
    }

    #[test]
    fn lakes_in_built_rooms_keep_their_cells() {
        let motif = |cell: Cell| Some(if cell.x < 1 { Motif::Liquid } else { Motif::Floor });
        let style = GroundStyle::plain(Color::rgb(9, 9, 9), Color::rgb(1, 1, 1), Build::Built);
        let ground = GroundLook::unworn(Cell::new(0, 0), (Motif::Liquid, style.floor), style, motif);
        assert!((0..UNITS).all(|u| smooth_depth(&ground, u, 5) == REACH.min(UNITS - 1 - u)));
    }
}
