//! Patterns of walls in themes, point by point: their faces, and their tops.
//!
//! In: the style of a cell and a point within the period of the noise. Out: a colour.
//! Faces are [`FACE_HEIGHT`] units high; `h` counts from their top.

use super::ground::{PERIOD_UNITS, UNITS, tone_at};
use super::ink::{noise, noise_between, shade};
use super::mosaic::stone_at;
use super::theme_style::GroundStyle;
use crate::base::Color;
use crate::level::WallPattern;

/// Height of the face of a wall, in units.
pub(super) const FACE_HEIGHT: i32 = 19;

/// Purposes of noise.
const TONE: u32 = 50;
const GRAIN: u32 = 51;
const PATCH: u32 = 52;
const DETAIL: u32 = 53;

const WHITE: Color = Color::rgb(0xff, 0xff, 0xff);
const BONE: Color = Color::rgb(0xd8, 0xd0, 0xbc);

/// Returns the colour of a wall's face at a point.
pub(super) fn face_at(style: &GroundStyle, at: (i32, i32), h: i32) -> Color {
    let deep = shade(style.face, 106 - (h * 34 / FACE_HEIGHT).cast_unsigned());
    match style.wall_pattern {
        WallPattern::Bricks => bricks(deep, at, h),
        WallPattern::Rock => rock(deep, at),
        WallPattern::Blocks => blocks(deep, at, h),
        WallPattern::Niches => niches(style, deep, at, h),
        WallPattern::Columns => columns(style, deep, at, h),
        WallPattern::Panels => panels(style, deep, at, h),
        WallPattern::Sheets => sheets(style, deep, at, h),
        WallPattern::Timber => timber(style, deep, at, h),
        WallPattern::Shelves => shelves(style, deep, at, h),
        WallPattern::Trunks => trunks(style, deep, at, h),
        WallPattern::Icicles => icicles(style, deep, at, h),
        WallPattern::Basalt => basalt(style, deep, at, h),
        WallPattern::Pipes => pipes(style, deep, at, h),
        WallPattern::Clay => clay(style, deep, at, h),
        WallPattern::Moss => moss(style, deep, at, h),
        WallPattern::Strata => strata(deep, at),
    }
}

/// Returns the colour of the top of a wall at a point, given its distance from the nearest edge and the offset of
/// the open cell there. Joints of masonry are across the wall.
pub(super) fn cap_at(style: &GroundStyle, at: (i32, i32), (far, (dx, dy)): (i32, (i32, i32))) -> Color {
    let (x, y) = at;
    let bevel = match far {
        ..5 => 112,
        10.. => 88,
        _ => 100,
    };
    let color = shade(style.top.mixed(style.face, 58), bevel);
    let (along, is_straight) = (if dx == 0 { x } else { y }, (dx == 0) != (dy == 0));
    match style.wall_pattern {
        WallPattern::Trunks => {
            let leaf = stone_at(at, 16, DETAIL);
            let leaves = shade(style.top.mixed(style.rim, 40), bevel);
            shade(
                leaves,
                if leaf.edge <= 1 {
                    70
                } else {
                    118_u32.saturating_sub(leaf.near.cast_unsigned() * 4).max(84)
                },
            )
        }
        WallPattern::Icicles => {
            shade(style.rim.mixed(style.top, 50 + tone_at(at, 16, DETAIL) * 24 / 255), bevel)
        }
        WallPattern::Rock | WallPattern::Basalt | WallPattern::Strata => {
            let tone = tone_at(at, 8, DETAIL);
            shade(color, if tone.abs_diff(128) < 9 { 76 } else { 86 + tone * 26 / 255 })
        }
        WallPattern::Panels | WallPattern::Sheets => {
            shade(color, if is_straight && along.rem_euclid(UNITS) == 0 { 72 } else { 98 })
        }
        WallPattern::Shelves | WallPattern::Timber => {
            let aside = if dx == 0 { y } else { x };
            shade(
                color,
                if aside.rem_euclid(6) == 5 { 80 } else { 94 + noise(along / 16, aside / 6, GRAIN) % 10 },
            )
        }
        WallPattern::Clay => shade(color, 94 + tone_at(at, 16, DETAIL) * 10 / 255),
        _ if is_straight && along.rem_euclid(16) == 0 => shade(color, 72),
        _ => shade(color, 94 + tone_at(at, 8, DETAIL) * 12 / 255),
    }
}

fn bricks(deep: Color, (x, y): (i32, i32), h: i32) -> Color {
    let row = h / 6;
    let shifted = (x + if row % 2 == 0 { 0 } else { 8 }).rem_euclid(PERIOD_UNITS);
    if h % 6 == 5 || shifted % 16 == 15 {
        return shade(deep, 66);
    }
    shade(deep, noise_between(shifted / 16, y.div_euclid(UNITS) * 4 + row, TONE, 88, 110))
}

fn rock(deep: Color, at: (i32, i32)) -> Color {
    let stone = stone_at(at, 16, TONE);
    shade(deep, if stone.edge <= 1 { 66 } else { 80 + stone.id % 34 })
}

fn strata(deep: Color, at: (i32, i32)) -> Color {
    let (_, y) = at;
    let band = (y + (tone_at(at, 32, PATCH) / 16).cast_signed()).div_euclid(4);
    let tone = noise(band.rem_euclid(PERIOD_UNITS / 4), 0, TONE) % 36;
    shade(deep, 78 + tone + noise(at.0 / 2, y / 2, GRAIN) % 6)
}

fn blocks(deep: Color, (x, y): (i32, i32), h: i32) -> Color {
    let row = h / 10;
    let shifted = (x + if row % 2 == 0 { 0 } else { 16 }).rem_euclid(PERIOD_UNITS);
    let (u, v) = (shifted % 32, h % 10);
    match (u, v) {
        (31, _) | (_, 9) => shade(deep, 58),
        (0, _) | (_, 0) => shade(deep, 116),
        _ => {
            let block = noise(shifted / 32, y.div_euclid(UNITS) * 2 + row, TONE);
            shade(deep, 90 + block % 14 + noise(x / 2, h / 2, GRAIN) % 5)
        }
    }
}

fn niches(style: &GroundStyle, deep: Color, at: (i32, i32), h: i32) -> Color {
    let (x, y) = at;
    let aside = (x.rem_euclid(UNITS) - 16).abs();
    let column = noise(x.div_euclid(UNITS), y.div_euclid(UNITS), DETAIL);
    let arch = 3 + aside * aside / 12;
    if column.is_multiple_of(4) || aside > 8 || h < arch - 1 || h > 16 {
        return blocks(deep, at, h);
    }
    if aside > 6 || h < arch + 1 || h == 16 {
        return shade(deep, 122);
    }
    let is_skull = column % 4 != 3 && aside <= 3 && (9..15).contains(&h) && !(aside == 3 && h > 12);
    match (is_skull, aside, h) {
        (true, 1 | 2, 11 | 12) => shade(style.void, 60),
        (true, ..) => shade(BONE, 92),
        _ => shade(style.void, 70),
    }
}

fn columns(style: &GroundStyle, deep: Color, (x, _): (i32, i32), h: i32) -> Color {
    const FLUTES: [u32; 16] = [70, 112, 100, 122, 104, 124, 106, 122, 102, 116, 94, 104, 80, 58, 50, 54];
    let u = x.rem_euclid(16) as usize;
    match h {
        0..=1 => shade(style.face, 118),
        2 => style.accent.mixed(style.face, 25),
        3 => shade(style.face, 78),
        16..=18 => shade(style.face, if h == 16 { 112 } else { 88 }),
        _ => shade(deep, FLUTES[u.min(15)]),
    }
}

fn panels(style: &GroundStyle, deep: Color, (x, y): (i32, i32), h: i32) -> Color {
    let u = x.rem_euclid(UNITS);
    let panel = noise(x.div_euclid(UNITS), y.div_euclid(UNITS), TONE);
    match (u, h) {
        (0, _) => shade(deep, 54),
        (_, 0) => shade(deep, 122),
        (3..=28, 6 | 7) => style.accent,
        (2..=29, 5 | 8) => deep.mixed(style.accent, 40),
        (6..=25, 12 | 14 | 16) if panel.is_multiple_of(3) => shade(deep, 56),
        (1, _) => shade(deep, 114),
        _ => shade(deep, 92 + panel % 12),
    }
}

fn sheets(style: &GroundStyle, deep: Color, at: (i32, i32), h: i32) -> Color {
    const RIDGE: [u32; 8] = [116, 106, 96, 82, 70, 80, 94, 108];
    let (x, y) = at;
    let sheet = noise(x.div_euclid(UNITS), y.div_euclid(UNITS), TONE) % 3;
    let metal = match sheet {
        0 => deep.mixed(style.accent, 30),
        1 => deep,
        _ => deep.mixed(Color::rgb(0x7c, 0x86, 0x8c), 46),
    };
    let streak = noise(x.div_euclid(4), y.div_euclid(UNITS), DETAIL);
    let is_rust = streak.is_multiple_of(4) && h > (streak / 4 % 12).cast_signed();
    let metal = if is_rust { metal.mixed(style.stain, 60) } else { metal };
    if x.rem_euclid(UNITS) == 0 {
        return shade(metal, 50);
    }
    shade(metal, RIDGE[(x.rem_euclid(8)) as usize])
}

fn timber(style: &GroundStyle, deep: Color, at: (i32, i32), h: i32) -> Color {
    let (x, _) = at;
    let u = x.rem_euclid(UNITS);
    let wood = style.rim;
    if h < 5 {
        return shade(wood, [124, 106, 98, 90, 58][h.clamp(0, 4) as usize] + noise(x / 8, h, GRAIN) % 6);
    }
    match u {
        0 | 7 => shade(wood, 52),
        1 => shade(wood, 120),
        2..=6 => shade(wood, 88 + noise(u, h / 4, GRAIN) % 14),
        _ if h < 9 && (u - 8 == h - 5 || u - 7 == h - 5 || 31 - u == h - 5 || 30 - u == h - 5) => {
            shade(wood, 76)
        }
        _ => rock(shade(deep, 84), at),
    }
}

fn shelves(style: &GroundStyle, deep: Color, (x, y): (i32, i32), h: i32) -> Color {
    let u = x.rem_euclid(UNITS);
    let (shelf, v) = (h / 9, h % 9);
    if u <= 1 || h == 0 {
        return shade(deep, if u == 0 { 60 } else { 118 });
    }
    if v == 8 || h == 18 {
        return shade(deep, 116);
    }
    let book = x.div_euclid(3);
    let spine = noise(book.rem_euclid(PERIOD_UNITS / 3), y.div_euclid(UNITS) * 2 + shelf, DETAIL);
    let top = 1 + (spine / 8 % 3).cast_signed();
    if v < top || spine.is_multiple_of(13) {
        return shade(deep, 34);
    }
    let covers = [
        style.accent,
        Color::rgb(0x2f, 0x6b, 0x5c),
        Color::rgb(0x35, 0x4f, 0x8a),
        Color::rgb(0xc9, 0xa8, 0x5c),
        Color::rgb(0x7a, 0x3f, 0x6a),
        shade(style.floor, 112),
    ];
    let cover = covers[(spine / 64 % 6) as usize];
    match (x.rem_euclid(3), v) {
        (2, _) => shade(cover, 58),
        (_, 5) if spine.is_multiple_of(3) => cover.mixed(Color::rgb(0xf0, 0xd8, 0x90), 55),
        (0, _) => shade(cover, 116),
        _ => shade(cover, 94),
    }
}

fn trunks(style: &GroundStyle, deep: Color, at: (i32, i32), h: i32) -> Color {
    let (x, y) = at;
    let leaves = 3 + (noise(x.div_euclid(2), y.div_euclid(UNITS), DETAIL) % 5).cast_signed();
    if h < leaves {
        return shade(style.rim, 118 - (h * 9).cast_unsigned() + noise(x / 2, y / 2, GRAIN) % 12);
    }
    let tree = x.div_euclid(16);
    let wide = 4 + (noise(tree, y.div_euclid(UNITS), TONE) % 3).cast_signed() + (h - 15).max(0) * 2 / 3;
    let aside = x.rem_euclid(16) - 8;
    if aside.abs() > wide {
        return shade(style.void.mixed(style.rim, 12), 90);
    }
    let round = 112 - (aside + wide).cast_unsigned() * 5;
    shade(deep, round.max(56) + noise(x, y / 4, GRAIN) % 18)
}

fn icicles(style: &GroundStyle, deep: Color, at: (i32, i32), h: i32) -> Color {
    let (x, y) = at;
    let spike = noise(x.div_euclid(4), y.div_euclid(UNITS), DETAIL);
    let narrow = (x.rem_euclid(4) - 1).abs() * 3;
    let length = 3 + (spike % 11).cast_signed() - narrow;
    let drift = 15 + (tone_at(at, 16, PATCH) / 90).cast_signed();
    if h >= drift {
        return style.stain;
    }
    if h < length {
        return style.rim.mixed(WHITE, if x.rem_euclid(4) == 0 { 70 } else { 20 });
    }
    let facet = stone_at(at, 16, TONE);
    let base = deep.mixed(style.accent, 24);
    if facet.edge <= 1 { base.mixed(WHITE, 46) } else { shade(base, 80 + facet.id % 26) }
}

fn basalt(style: &GroundStyle, deep: Color, at: (i32, i32), h: i32) -> Color {
    let (x, y) = at;
    let pillar = noise(x.div_euclid(8), y.div_euclid(UNITS), TONE);
    let top = (pillar % 5).cast_signed();
    let glow = tone_at(at, 16, PATCH) > 140;
    match x.rem_euclid(8) {
        0 if glow && h > 6 => style.accent.mixed(Color::rgb(0xff, 0xd8, 0x70), (h * 3).cast_unsigned()),
        1 | 7 if glow && h > 9 => deep.mixed(style.accent, 42),
        0 => shade(deep, 44),
        _ if h == top => shade(deep, 138),
        1 => shade(deep, 118),
        _ => shade(deep, 84 + pillar % 20),
    }
}

fn pipes(style: &GroundStyle, deep: Color, at: (i32, i32), h: i32) -> Color {
    const ROUND: [u32; 6] = [96, 128, 112, 94, 76, 56];
    let (x, y) = at;
    let u = x.rem_euclid(UNITS);
    let metal = style.rim.mixed(Color::rgb(0x8a, 0x95, 0x90), 50);
    let joint = (12..16).contains(&u);
    let row = h - 4;
    if (0..6).contains(&row) || (joint && (-1..7).contains(&row)) {
        let tone = ROUND[row.clamp(0, 5) as usize];
        return shade(metal, if joint { tone * 80 / 100 } else { tone });
    }
    let drip = noise(x.div_euclid(4), y.div_euclid(UNITS), DETAIL);
    let wall = bricks(deep, at, h);
    if h > 10 && drip.is_multiple_of(3) { wall.mixed(style.accent, 34) } else { wall }
}

fn clay(style: &GroundStyle, deep: Color, at: (i32, i32), h: i32) -> Color {
    let (x, _) = at;
    let zigzag = (x.rem_euclid(8) - 4).abs();
    let crack = stone_at(at, 32, TONE).edge == 0 && tone_at(at, 32, PATCH) > 150;
    match h {
        3 | 8 => shade(deep, 84),
        4..=7 if zigzag == h - 4 || zigzag == h - 3 => style.accent.mixed(deep, 18),
        _ if crack => shade(deep, 70),
        16..=18 => shade(deep, 84),
        _ => shade(deep, 96 + tone_at(at, 16, DETAIL) * 10 / 255 + noise(x / 2, h / 2, GRAIN) % 4),
    }
}

fn moss(style: &GroundStyle, deep: Color, at: (i32, i32), h: i32) -> Color {
    let (x, y) = at;
    let wide = tone_at((x, y.div_euclid(UNITS) * UNITS), 16, PATCH) / 22;
    let strand = noise(x.div_euclid(2), y.div_euclid(UNITS), DETAIL) % 5;
    let length = (wide + strand).cast_signed() - 3;
    if h < length {
        return shade(style.stain, 104 - (h * 3).cast_unsigned() + noise(x / 2, h / 2, GRAIN) % 16);
    }
    if h == length {
        return shade(deep, 56);
    }
    blocks(deep, at, h)
}
