//! Dressing: decoration by theme, in a layer of its own.
//!
//! It never blocks and never lies on doors, in front of them, or on a thing that is already there.
//! Things gather in clusters, by the position that suits them:
//!
//! ```text
//! #########     c: corners     w: along walls
//! #cwwwwwc#     m: the middle of large floors
//! #w.....w#
//! #w..m..w#     Lights hang on walls at intervals.
//! #cwwwwwc#
//! #########
//! ```
//!
//! Each place has a stream of its own, so that a change in one leaves the others unchanged.

mod ground;

use crate::base::{BitGrid, Cell, Color, RandomStream, Seed};
use crate::level::{LevelThemes, PassageId, PropPosition};
use crate::mission::TileSymbol;
use crate::populate::LevelDraft;
use crate::populate::draft::stream_of;
use crate::settings::Dress;
use ground::DressGround;

/// Cells of floor for each cluster, at the usual density.
const CELLS_OF_CLUSTER: u32 = 34;

/// Chances of a thing on a cell near the middle of a cluster, and elsewhere, in percent.
const NEAR_PERCENT: u32 = 34;
const FAR_PERCENT: u32 = 2;

/// Reach of a cluster, in cells.
const REACH: u32 = 2;

/// Chance of something flat on a cell of a passage, in percent.
const PASSAGE_PERCENT: u32 = 4;

/// Looks of things by words, with their colours.
const COLORS: [(&[&str], Color); 7] = [
    (
        &["fern", "bush", "moss", "roots", "vine", "reeds", "leaves", "tree", "cactus", "palm"],
        Color::rgb(0x3c, 0x74, 0x3a),
    ),
    (&["flowers", "petals", "mushroom"], Color::rgb(0xd0, 0x6a, 0x7a)),
    (&["crystal", "snow", "snowdrift"], Color::rgb(0xbf, 0xe8, 0xf6)),
    (&["slime", "puddle"], Color::rgb(0x7f, 0xb0, 0x3f)),
    (&["oil", "machine", "console", "pipe", "cable", "grate", "tyre", "scrap"], Color::rgb(0x4e, 0x52, 0x58)),
    (&["ember"], Color::rgb(0xf0, 0x6a, 0x24)),
    (
        &["rubble", "boulder", "stalagmite", "statue", "pebbles", "crack", "coffin"],
        Color::rgb(0x8c, 0x88, 0x82),
    ),
];

/// Returns the symbol of a thing, which no alphabet needs to have.
pub(in crate::populate) fn symbol_of(name: &str) -> TileSymbol {
    let color = COLORS.iter().find(|(names, _)| names.contains(&name)).map(|(_, color)| *color);
    TileSymbol { color: color.unwrap_or(Color::rgb(0xa0, 0x74, 0x48)), ..TileSymbol::default() }
}

pub(super) fn run(draft: &mut LevelDraft<'_>, dress: &Dress, seed: Seed) {
    let themes = draft.level().themes.clone();
    let mut ground = DressGround::new(draft);
    let floors = std::mem::take(&mut ground.floors);
    let size = draft.level().tiles.size();
    let lights = if themes.is_empty() { 0 } else { dress.lights };
    let [lit, near] = [BitGrid::empty(size), BitGrid::empty(size)];
    let mut dresser = Dresser { density: dress.density, lights, ground, lit, near };
    let places: Vec<_> = draft.places().map(|place| (place.id, stream_of(seed, place))).collect();
    for (id, mut random) in places {
        let Some(floor) = floors.places.get(id.index()) else { continue };
        let Some(place) = draft.level().place(id) else { continue };
        let props = ThemeThings::of(&themes, themes.of_place(id));
        let is_dug = place.technique.is_dug();
        dresser.dress_place(draft, floor, (&props, is_dug), &mut random);
        dresser.hang_lights(draft, floor, &props, &mut random);
    }
    let has_symbols = draft.level().populate.last().is_some_and(|pass| !pass.on.is_empty());
    if !has_symbols {
        for (index, floor) in floors.passages.iter().enumerate().filter(|(_, floor)| !floor.is_empty()) {
            dresser.dress_passage(draft, (PassageId::at(index), floor), &themes, seed);
        }
    }
}

/// The things of a theme, by position.
struct ThemeThings<'t>([Vec<&'t str>; 7]);

impl<'t> ThemeThings<'t> {
    fn of(themes: &'t LevelThemes, name: &str) -> Self {
        Self(PropPosition::ALL.map(|position| themes.props(name, position)))
    }

    fn at(&self, position: PropPosition) -> &[&'t str] {
        self.0.get(position as usize).map_or(&[], Vec::as_slice)
    }
}

/// The state of dressing a level.
struct Dresser {
    density: u32,
    /// Distance between lights, in cells.
    lights: u32,
    ground: DressGround,
    /// Cells at which another light would be too near.
    lit: BitGrid,
    /// Cells near the middle of a cluster of the present place. No cell is set between two places.
    near: BitGrid,
}

impl Dresser {
    /// Draws clusters of things on the floor of a place.
    fn dress_place(
        &mut self,
        draft: &mut LevelDraft<'_>,
        floor: &[Cell],
        (props, is_dug): (&ThemeThings<'_>, bool),
        random: &mut RandomStream,
    ) {
        let count = floor.len() as u32 * self.density / (100 * CELLS_OF_CLUSTER);
        let count = count + u32::from(random.below(100) < 50 && self.density > 0);
        let middles: Vec<Cell> = (0..count).filter_map(|_| random.pick(floor).copied()).collect();
        middles.iter().for_each(|middle| mark_square(&mut self.near, *middle, true));
        let far = FAR_PERCENT * self.density.min(200) / 100;
        for cell in floor {
            let chance = if self.near.get(*cell) { NEAR_PERCENT } else { far };
            if random.chance(chance) && self.ground.is_bare(draft.level(), *cell) {
                draw(draft, props.at(self.ground.position_of(*cell, is_dug)), *cell, random);
            }
        }
        middles.iter().for_each(|middle| mark_square(&mut self.near, *middle, false));
    }

    /// Draws flat things on the floor of a passage, and lights on its walls.
    fn dress_passage(
        &mut self,
        draft: &mut LevelDraft<'_>,
        (id, floor): (PassageId, &[Cell]),
        themes: &LevelThemes,
        seed: Seed,
    ) {
        let Some(passage) = draft.level().passage(id) else { return };
        let name = themes.of_passage(id).unwrap_or_else(|| themes.of_place(passage.from));
        let props = ThemeThings::of(themes, name);
        let mut random = seed.child("passages").numbered(u64::from(passage.edge.0)).stream();
        for cell in floor {
            if random.chance(PASSAGE_PERCENT * self.density.min(400) / 100)
                && self.ground.is_bare(draft.level(), *cell)
            {
                draw(draft, props.at(PropPosition::Floors), *cell, &mut random);
            }
        }
        self.hang_lights(draft, floor, &props, &mut random);
    }

    /// Hangs lights on the walls behind some floor.
    fn hang_lights(
        &mut self,
        draft: &mut LevelDraft<'_>,
        floor: &[Cell],
        props: &ThemeThings<'_>,
        random: &mut RandomStream,
    ) {
        if self.lights == 0 {
            return;
        }
        for cell in floor {
            let wall = Cell::new(cell.x, cell.y - 1);
            // The wall of another place stays with that place when the rest is rolled.
            let [here, there] = [*cell, wall].map(|at| draft.level().owner(at).place());
            if there.is_some() && there != here {
                continue;
            }
            if self.ground.has_wall_for_light(draft.level(), *cell) && !self.lit.get(wall) {
                draw(draft, props.at(PropPosition::Lights), wall, random);
                mark_diamond(&mut self.lit, wall, self.lights);
            }
        }
    }
}

/// Sets or clears the cells near the middle of a cluster.
fn mark_square(bits: &mut BitGrid, middle: Cell, value: bool) {
    let size = bits.size();
    let (columns, rows) = (span(middle.x, REACH, size.width), span(middle.y, REACH, size.height));
    bits.set_block(rows.start as usize..rows.end as usize, columns, value);
}

/// Sets the cells that are less than `reach` steps away.
fn mark_diamond(bits: &mut BitGrid, middle: Cell, reach: u32) {
    let size = bits.size();
    for y in span(middle.y, reach - 1, size.height) {
        let columns = span(middle.x, reach - 1 - middle.y.abs_diff(y.cast_signed()), size.width);
        bits.set_span(y as usize, columns, true);
    }
}

/// Returns the numbers below `end` that are at most `reach` away.
fn span(middle: i32, reach: u32, end: u32) -> std::ops::Range<u32> {
    let [least, most] = [-i64::from(reach), i64::from(reach) + 1];
    let [from, to] = [least, most].map(|by| (i64::from(middle) + by).clamp(0, i64::from(end)) as u32);
    from..to
}

/// Draws one of some things. Earlier ones are more frequent.
fn draw(draft: &mut LevelDraft<'_>, names: &[&str], at: Cell, random: &mut RandomStream) {
    if names.is_empty() {
        return;
    }
    let count = names.len() as u64;
    let chosen = random.below(count).min(random.below(count)) as usize;
    if let Some(name) = names.get(chosen) {
        draft.draw_as(name, &symbol_of(name), at);
    }
}
