//! Dressing: decoration by theme, in a layer of its own.
//!
//! It never blocks and never lies on doors, in front of them, next to start or goal, or on other things.
//! Things gather by the position that suits them:
//!
//! ```text
//! #########     c: corners     w: along walls, in stacks and mirrored pairs
//! #cww.wwc#     L: a large thing, with a free ring around it
//! #w.LL..w#
//! #..LL...#     Lights hang on walls at intervals.
//! #cww.wwc#
//! #########
//! ```
//!
//! Each place has a stream of its own, so that a change in one leaves the others unchanged.

mod arranger;
mod caves;
mod ground;
mod rooms;

use crate::base::{BitGrid, Cell, Color, RandomStream, Seed};
use crate::level::{LevelThemes, PassageId, PropPosition, PropRule};
use crate::mission::TileSymbol;
use crate::populate::LevelDraft;
use crate::populate::draft::stream_of;
use crate::settings::Dress;
use arranger::Arranger;
use ground::DressGround;

/// Chance of something flat on a cell of a passage, in percent.
const PASSAGE_PERCENT: u32 = 3;

/// Looks of things by words, with their colours.
const COLORS: [(&[&str], Color); 8] = [
    (&["reeds"], Color::rgb(0x8a, 0x9c, 0x4e)),
    (
        &["fern", "bush", "moss", "roots", "vine", "leaves", "tree", "cactus", "palm"],
        Color::rgb(0x3c, 0x74, 0x3a),
    ),
    (&["flowers", "mushroom"], Color::rgb(0xd0, 0x6a, 0x7a)),
    (&["crystal", "snow", "snowdrift"], Color::rgb(0xbf, 0xe8, 0xf6)),
    (&["slime", "puddle"], Color::rgb(0x7f, 0xb0, 0x3f)),
    (&["oil", "machine", "console", "pipe", "cable", "grate", "tyre", "scrap"], Color::rgb(0x4e, 0x52, 0x58)),
    (&["ember"], Color::rgb(0xf0, 0x6a, 0x24)),
    (
        &["rubble", "boulder", "stalagmite", "statue", "stones", "crack", "coffin"],
        Color::rgb(0x8c, 0x88, 0x82),
    ),
];

/// Returns the symbol of a thing, which no alphabet needs to have.
pub(in crate::populate) fn symbol_of(name: &str) -> TileSymbol {
    let last = name.split(' ').next_back().unwrap_or(name);
    let color = COLORS.iter().find(|(names, _)| names.contains(&last)).map(|(_, color)| *color);
    TileSymbol { color: color.unwrap_or(Color::rgb(0xa0, 0x74, 0x48)), ..TileSymbol::default() }
}

pub(super) fn run(draft: &mut LevelDraft<'_>, dress: &Dress, seed: Seed) {
    let themes = draft.level().themes.clone();
    let mut ground = DressGround::new(draft);
    let floors = std::mem::take(&mut ground.floors);
    let lights = if themes.is_empty() { 0 } else { dress.lights };
    let mut dresser = Dresser {
        dress: Dress { lights, ..dress.clone() },
        themes: &themes,
        known: Vec::new(),
        lit: BitGrid::empty(draft.level().tiles.size()),
        ground,
    };
    let places: Vec<_> = draft.places().map(|place| (place.id, stream_of(seed, place))).collect();
    for (id, mut random) in places {
        let Some(floor) = floors.places.get(id.index()).filter(|floor| !floor.is_empty()) else { continue };
        let Some(place) = draft.level().place(id) else { continue };
        let (bounds, is_dug) = (place.bounds, place.technique.is_dug());
        let things = dresser.things(themes.of_place(id));
        if dress.density > 0 {
            let mut arranger = Arranger::new(draft, &mut dresser, (id, &things), &mut random);
            match is_dug {
                true => arranger.dress_cave(floor),
                false => arranger.dress_room(floor, bounds),
            }
        }
        dresser.hang_lights(draft, floor, &things, &mut random);
    }
    let has_symbols = draft.level().populate.last().is_some_and(|pass| !pass.on.is_empty());
    if !has_symbols {
        for (index, floor) in floors.passages.iter().enumerate().filter(|(_, floor)| !floor.is_empty()) {
            dresser.dress_passage(draft, (PassageId::at(index), floor), seed);
        }
    }
}

/// A thing of a theme with its rule.
type Thing<'t> = (&'t str, PropRule);

/// The things of a theme, by position.
#[derive(Clone)]
struct ThemeThings<'t>(std::rc::Rc<[Vec<Thing<'t>>; 8]>);

impl<'t> ThemeThings<'t> {
    fn of(themes: &'t LevelThemes, name: &str) -> Self {
        let with_rules = |position| {
            let names = themes.props(name, position).into_iter();
            names.map(|name| (name, PropRule::of(name))).collect()
        };
        Self(PropPosition::ALL.map(with_rules).into())
    }

    fn at(&self, position: PropPosition) -> &[Thing<'t>] {
        self.0.get(position as usize).map_or(&[], Vec::as_slice)
    }
}

/// The state of dressing a level.
struct Dresser<'t> {
    dress: Dress,
    themes: &'t LevelThemes,
    /// The things of the themes that occurred before.
    known: Vec<(&'t str, ThemeThings<'t>)>,
    ground: DressGround,
    /// Cells at which another light would be too near.
    lit: BitGrid,
}

impl<'t> Dresser<'t> {
    fn things(&mut self, theme: &'t str) -> ThemeThings<'t> {
        if let Some((_, things)) = self.known.iter().find(|(known, _)| *known == theme) {
            return things.clone();
        }
        let things = ThemeThings::of(self.themes, theme);
        self.known.push((theme, things.clone()));
        things
    }

    /// Draws flat things on the floor of a passage, and lights on its walls.
    fn dress_passage(&mut self, draft: &mut LevelDraft<'_>, (id, floor): (PassageId, &[Cell]), seed: Seed) {
        let Some(passage) = draft.level().passage(id) else { return };
        let theme = self.themes.of_passage(id).unwrap_or_else(|| self.themes.of_place(passage.from));
        let things = self.things(theme);
        let mut random = seed.child("passages").numbered(u64::from(passage.edge.0)).stream();
        let chance = PASSAGE_PERCENT * self.dress.density.min(400) / 100;
        for cell in floor {
            if random.chance(chance) && self.ground.is_bare(draft.level(), *cell) {
                let (name, rule) = match draw_lot(things.at(PropPosition::Floors), &mut random) {
                    Some(thing) => *thing,
                    None => continue,
                };
                if !self.dress.gravity || rule.hangs || self.ground.is_supported(*cell) {
                    draft.draw_prop(name, &symbol_of(name), *cell, rule.size);
                }
            }
        }
        self.hang_lights(draft, floor, &things, &mut random);
    }

    /// Hangs lights on the walls behind some floor.
    fn hang_lights(
        &mut self,
        draft: &mut LevelDraft<'_>,
        floor: &[Cell],
        things: &ThemeThings<'_>,
        random: &mut RandomStream,
    ) {
        if self.dress.lights == 0 {
            return;
        }
        for cell in floor {
            let wall = Cell::new(cell.x, cell.y - 1);
            // The wall of another place stays with that place when the rest is rolled.
            let [here, there] = [*cell, wall].map(|at| draft.level().owner(at).place());
            if there.is_some() && there != here {
                continue;
            }
            if self.ground.has_wall_for_light(*cell) && !self.lit.get(wall) {
                if let Some((name, rule)) = draw_lot(things.at(PropPosition::Lights), random) {
                    draft.draw_prop(name, &symbol_of(name), wall, rule.size);
                }
                mark_diamond(&mut self.lit, wall, self.dress.lights);
            }
        }
    }
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

/// Returns one of some things. Earlier ones are more frequent.
fn draw_lot<'a, T>(things: &'a [T], random: &mut RandomStream) -> Option<&'a T> {
    let count = things.len() as u64;
    if count == 0 {
        return None;
    }
    things.get(random.below(count).min(random.below(count)) as usize)
}
