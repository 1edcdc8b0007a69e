//! Draws objects of tiles on their ground, in units of the cell: tufts, cracks, slabs, steps, tracks.

use super::ground::{GroundLook, UNITS};
use super::ink::{noise, shade};
use super::motif::Motif;
use super::patches::uneven_depth;
use super::theme_style::{Build, GroundStyle};
use crate::base::Color;
use crate::level::DoorStyle;

const TUFTS: u32 = 11;
const CRACKS: u32 = 12;
const BOARDS: u32 = 13;

/// Light on the edges of ledges.
const LIT: Color = Color::rgb(0xff, 0xe6, 0xb8);

/// Returns the colour of a tile's object at a point of its cell. `None` if the ground is visible there.
pub(super) fn over(ground: &GroundLook, u: i32, v: i32) -> Option<Color> {
    let patch = ground.fillet_at(u, v);
    if let Some(patch) = patch.as_ref().filter(|patch| patch.motif == Motif::Growth) {
        return growth(patch, u, v);
    }
    match ground.motif {
        Motif::Growth => growth(ground, u, v),
        Motif::Cracks => cracks(ground, u, v),
        Motif::Steps => steps(ground, u, v),
        Motif::Rails => rails(ground, u, v),
        Motif::Block => block(ground, u, v),
        Motif::Closed => closed(ground, u, v),
        Motif::Secret => secret(ground, u, v),
        Motif::Wall
        | Motif::Floor
        | Motif::Patterned
        | Motif::Rug
        | Motif::Grate
        | Motif::Pit
        | Motif::Stairs
        | Motif::DoorInWall(_)
        | Motif::Grains
        | Motif::Vein
        | Motif::Liquid
        | Motif::Fire
        | Motif::Puddle
        | Motif::Planks
        | Motif::Door
        | Motif::Gate
        | Motif::Drop
        | Motif::Figure(_) => None,
    }
}

/// Returns the noise of a square with the given side in units. A cell must hold a whole number of squares.
fn noise_of(ground: &GroundLook, (u, v): (i32, i32), square: i32, purpose: u32) -> u32 {
    let squares = UNITS / square;
    noise(
        ground.cell.x.wrapping_mul(squares).wrapping_add(u / square),
        ground.cell.y.wrapping_mul(squares).wrapping_add(v / square),
        purpose,
    )
}

/// Draws grass: dense and calm inside its area, with tufts of blades that also stand around its edge.
fn growth(ground: &GroundLook, u: i32, v: i32) -> Option<Color> {
    const LIGHT: Color = Color::rgb(0xe8, 0xe8, 0xa0);
    let depth = uneven_depth(ground, u, v);
    let color = ground.color.mixed(ground.style.floor, 18);
    let tuft = noise_of(ground, (u, v), 16, TUFTS);
    let (left, top) = ((tuft % 7).cast_signed(), (tuft / 8 % 7).cast_signed());
    let (across, down) = ((u % 16 - left) / 2, (v % 16 - top) / 2);
    // Three blades, of which the middle one is the highest.
    let blade = if across == 1 { down } else { down - 1 };
    let is_blade = (0..3).contains(&across) && (0..3).contains(&blade) && u % 16 >= left && v % 16 >= top;
    if tuft % 8 < 4 && is_blade && depth > -3 {
        return Some(match blade {
            0 => shade(color, 112).mixed(LIGHT, 14),
            1 => shade(color, 88),
            _ => shade(color, 66),
        });
    }
    match depth {
        ..1 => None,
        1..4 => Some(ground.floor_at(u, v).mixed(shade(color, 84), 56)),
        _ => Some(shade(color, 84 + noise_of(ground, (u, v), 4, TUFTS) % 5)),
    }
}

fn cracks(ground: &GroundLook, u: i32, v: i32) -> Option<Color> {
    let way = noise(ground.cell.x, ground.cell.y, CRACKS);
    let (u, v) = if way & 1 == 0 { (u, v) } else { (UNITS - 1 - u, v) };
    let (u, v) = if way & 2 == 0 { (u, v) } else { (v, u) };
    let bend = ((way >> 4) % 9).cast_signed() - 4;
    let along = u * 3 / 4 + if u > 16 { bend } else { -bend / 2 } + 4;
    let branch = 26 - u / 2 + bend;
    let stone = noise_of(ground, (u, v), 8, CRACKS);
    let is_stone = stone.is_multiple_of(5) && (1..6).contains(&(u % 8)) && (2..6).contains(&(v % 8));
    if v == along || (u > 12 && v == branch) {
        Some(shade(ground.floor_at(u, v), 70))
    } else if is_stone {
        let color = ground.color.mixed(ground.style.floor, 50);
        Some(shade(color, if v % 8 == 2 { 112 } else { 84 + stone % 8 }))
    } else {
        None
    }
}

fn steps(ground: &GroundLook, u: i32, v: i32) -> Option<Color> {
    let is_rail = (2..6).contains(&u) || (26..30).contains(&u);
    let is_rung = (6..26).contains(&u) && v % 8 < 4;
    if is_rail {
        Some(shade(ground.color, if u % 24 == 2 { 128 } else { 92 }))
    } else if is_rung {
        Some(shade(ground.color, if v % 8 == 0 { 122 } else { 100 }))
    } else {
        Some(shade(ground.floor_at(u, v), 46))
    }
}

/// A part of a track.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TrackPart {
    /// `true` for the bright edge.
    Rail(bool),
    /// `true` for the bright edge.
    Sleeper(bool),
}

impl TrackPart {
    /// Returns the part of a track at a distance from its left edge, with sleepers where `is_sleeper`.
    fn at(across: i32, sleeper: Option<bool>) -> Option<Self> {
        match across {
            8..12 | 20..24 => Some(Self::Rail(across % 12 < 10)),
            4..28 => sleeper.map(Self::Sleeper),
            _ => None,
        }
    }

    fn straight(across: i32, along: i32) -> Option<Self> {
        Self::at(across, matches!(along % 8, 2..6).then_some(along % 8 < 4))
    }

    /// Returns the part of a curve around a corner of the cell, at a point seen from that corner.
    fn curved(x: i32, y: i32) -> Option<Self> {
        /// Directions of the sleepers.
        const SLEEPERS: [(i32, i32); 4] = [(63, 12), (53, 36), (36, 53), (12, 63)];
        let aside = SLEEPERS.iter().map(|(across, down)| x * down - y * across).min_by_key(|off| off.abs());
        let sleeper = aside.filter(|off| off.abs() < 2 * 64).map(|off| off < 0);
        Self::at((x * x + y * y).isqrt(), sleeper)
    }
}

/// Draws tracks towards equal neighbours: straight ones, curves, junctions and crossings.
fn rails(ground: &GroundLook, u: i32, v: i32) -> Option<Color> {
    const WOOD: Color = Color::rgb(0x74, 0x50, 0x30);
    let [north, east, south, west] =
        [(0, -1), (1, 0), (0, 1), (-1, 0)].map(|(dx, dy)| ground.has_same(dx, dy));
    let part = if north != south && east != west {
        TrackPart::curved(if west { u } else { UNITS - 1 - u }, if north { v } else { UNITS - 1 - v })
    } else {
        let is_level = east || west;
        let is_upright = north || south || !is_level;
        // A track that ends here at another one reaches into it.
        let reaches = |at: i32, before: bool, behind: bool| before && at < 24 || behind && at >= 8;
        let upright = (is_upright && (!is_level || reaches(v, north, south)))
            .then(|| TrackPart::straight(u, v))
            .flatten();
        let level = (is_level && (!is_upright || reaches(u, west, east)))
            .then(|| TrackPart::straight(v, u))
            .flatten();
        let is_rail = |part: &TrackPart| matches!(part, TrackPart::Rail(_));
        upright.filter(is_rail).or(level.filter(is_rail)).or(upright).or(level)
    };
    part.map(|part| match part {
        TrackPart::Rail(is_bright) => shade(ground.color, if is_bright { 124 } else { 84 }),
        TrackPart::Sleeper(is_bright) => shade(WOOD, if is_bright { 112 } else { 88 }),
    })
}

/// Draws a low block: its top, and its face below.
fn block(ground: &GroundLook, u: i32, v: i32) -> Option<Color> {
    const TOP: i32 = 21;
    if ground.style.build == Build::SideView {
        return Some(ledge(ground, u, v));
    }
    let (joined_west, joined_east, joined_south) =
        (ground.has_same(-1, 0), ground.has_same(1, 0), ground.has_same(0, 1));
    let left = if joined_west { 0 } else { 3 };
    let right = if joined_east { UNITS } else { UNITS - 3 };
    if u < left || u >= right || v < 3 && !ground.has_same(0, -1) {
        return None;
    }
    let joined_north = ground.has_same(0, -1);
    let is_within = |width: i32| {
        !joined_west && u < left + width
            || !joined_east && u >= right - width
            || !joined_north && v < 3 + width
            || !joined_south && v >= UNITS - 3 - width
    };
    if is_within(2) && v < UNITS - 3 {
        return Some(shade(ground.color, 34));
    }
    let edge = is_within(4) && v < TOP;
    if v < TOP || joined_south {
        let tone = if edge { 122 } else { 100 };
        return Some(shade(ground.color, if v == TOP - 1 && !joined_south { 128 } else { tone }));
    }
    if v >= UNITS - 3 {
        return Some(shade(ground.floor_at(u, v), 58));
    }
    Some(shade(ground.color, 68 - (v - TOP).cast_unsigned()))
}

/// Draws masonry that is seen from the side, with a bright edge on which people stand.
fn ledge(ground: &GroundLook, u: i32, v: i32) -> Color {
    let stone = ground.style.rim.mixed(ground.color, 30);
    let is_open = |dx: i32, dy: i32| !ground.has_same(dx, dy) && !ground.is_high(dx, dy);
    if is_open(0, -1) && v < 8 {
        return shade(stone.mixed(LIT, 34), [150, 150, 132, 132, 112, 112, 62, 62][(v % 8) as usize]);
    }
    let (course, along) = (v / 8, u + if v / 8 % 2 == 0 { 0 } else { 8 });
    let is_end =
        is_open(-1, 0) && u < 2 || is_open(1, 0) && u >= UNITS - 2 || is_open(0, 1) && v >= UNITS - 4;
    let tone = 64 + noise_of(ground, (along % UNITS, v), 8, BOARDS) % 10;
    let is_joint = v % 8 == 7 || along % 16 == 15;
    shade(
        stone,
        if is_end {
            44
        } else if is_joint {
            50
        } else {
            tone - course.cast_unsigned() * 4
        },
    )
}

/// Draws a walled-up opening: in the face of the wall, or along the open sides of its top.
fn closed(ground: &GroundLook, u: i32, v: i32) -> Option<Color> {
    const TOP: i32 = 10;
    let style = &ground.style;
    let color = if style.is_themed { style.face.mixed(ground.color, 24) } else { ground.color };
    let fill = |row: i32, along: i32| {
        if style.door == DoorStyle::Bulkhead {
            return hatch(style, row, along);
        }
        let is_joint = row % 6 == 5 || (along + row / 6 * 5).rem_euclid(11) == 10;
        shade(color, if is_joint { 50 } else { 84 + noise(along / 11, row / 6, BOARDS) % 20 })
    };
    if !ground.is_high(0, 1) && v >= TOP && style.build != Build::SideView {
        let is_round = v < TOP + 5 && (u < 11 - (v - TOP) || u > 20 + (v - TOP));
        return match u {
            _ if is_round => None,
            8..24 if v >= TOP + 4 => Some(fill(v - TOP, u)),
            5..27 => Some(ground.style.top.mixed(ground.style.floor, 58)),
            _ => None,
        };
    }
    let sides = [(-1, 0, u, v), (1, 0, UNITS - 1 - u, v), (0, -1, v, u)];
    let side = sides
        .into_iter()
        .find(|(dx, dy, far, along)| !ground.is_high(*dx, *dy) && *far < 7 && (5..27).contains(along));
    side.map(|(_, _, far, along)| fill(far + 1, along))
}

/// Draws a closed hatch of steel with a warning stripe.
fn hatch(style: &GroundStyle, row: i32, along: i32) -> Color {
    const WARNING: Color = Color::rgb(0xe8, 0xb8, 0x30);
    const BLACK: Color = Color::rgb(0x24, 0x22, 0x28);
    match row {
        2..6 if (row + along).rem_euclid(8) < 4 => WARNING,
        2..6 => BLACK,
        _ => shade(style.face, if along % 8 == 0 { 70 } else { 104 }),
    }
}

/// Draws a wall with a hairline around a secret door.
fn secret(ground: &GroundLook, u: i32, v: i32) -> Option<Color> {
    let outline = ((u == 7 || u == 24) && v >= 8) || (v == 8 && (7..25).contains(&u));
    outline.then(|| ground.color.mixed(ground.style.floor, 42))
}
