//! Places single things, stacks, groves and large things in one place, within the limits of their kinds.
//!
//! In: the things of the place's theme, and cells that rooms or caves propose.
//! Out: things on bare floor, never more of a kind than its rule allows.
//! In a side view, a thing that does not hang stands on something.

use super::{Dresser, ThemeThings, Thing, draw_lot, symbol_of};
use crate::base::{Cell, RandomStream, Rect, Size};
use crate::level::{Owner, PlaceId, PropArrangement, PropPosition};
use crate::populate::LevelDraft;

/// Shares of the usual density, in percent. Each place draws one, so that full and empty places alternate.
const MOODS: [u32; 6] = [40, 70, 100, 100, 130, 170];

/// Chance that a place takes its main thing of a position, in percent.
const MAIN_PERCENT: u32 = 65;

/// Number of positions that are tried for a large thing.
const LARGE_TRIES: u32 = 16;

/// The work on one place.
pub(super) struct Arranger<'a, 'd, 't> {
    draft: &'a mut LevelDraft<'d>,
    dresser: &'a mut Dresser<'t>,
    /// The place; nothing is drawn on cells of another.
    owner: Owner,
    things: &'a ThemeThings<'t>,
    pub random: &'a mut RandomStream,
    /// The density of this place, in percent.
    pub density: u32,
    /// A lot by which the place prefers some things.
    taste: u64,
    counts: Vec<(&'t str, u32)>,
}

impl<'a, 'd, 't> Arranger<'a, 'd, 't> {
    pub fn new(
        draft: &'a mut LevelDraft<'d>,
        dresser: &'a mut Dresser<'t>,
        (place, things): (PlaceId, &'a ThemeThings<'t>),
        random: &'a mut RandomStream,
    ) -> Self {
        let mood = random.pick(&MOODS).copied().unwrap_or(100);
        let density = dresser.dress.density * mood / 100;
        let taste = random.below(60);
        Self { draft, dresser, owner: place.into(), things, random, density, taste, counts: Vec::new() }
    }

    /// Returns the things of a position.
    pub fn things_at(&self, position: PropPosition) -> &'a [Thing<'t>] {
        self.things.at(position)
    }

    /// Returns a thing for a position: mostly the one that this place prefers.
    pub fn choose(&mut self, position: PropPosition) -> Option<Thing<'t>> {
        let things = self.things.at(position);
        let main = things.get(self.taste.checked_rem(things.len() as u64)? as usize);
        if self.random.chance(MAIN_PERCENT) { main.copied() } else { draw_lot(things, self.random).copied() }
    }

    /// Returns the position of a cell, if a thing may be drawn there.
    pub fn bare_position(&self, cell: Cell) -> Option<PropPosition> {
        self.is_bare(cell).then(|| self.dresser.ground.position_of(cell))?
    }

    pub fn is_bare(&self, cell: Cell) -> bool {
        let level = self.draft.level();
        level.owner(cell) == self.owner && self.dresser.ground.is_bare(level, cell)
    }

    /// Returns `true` if only walkable cells are around the cell.
    pub fn is_open(&self, cell: Cell) -> bool {
        self.dresser.ground.is_open(cell)
    }

    /// Returns `true` if the cell is next to water.
    pub fn is_shore(&self, cell: Cell) -> bool {
        self.dresser.ground.is_shore(cell)
    }

    /// Returns the number of things of a kind that the place may still get.
    pub fn left(&self, (name, rule): Thing<'t>) -> u32 {
        let count = self.counts.iter().find(|(known, _)| *known == name).map_or(0, |(_, count)| *count);
        rule.most.saturating_sub(count)
    }

    /// Draws a thing whose upper left cell is given. Returns `false` if it does not fit there.
    pub fn place(&mut self, thing: Thing<'t>, at: Cell) -> bool {
        let (name, rule) = thing;
        let cells = Rect::new(at, rule.size);
        let fits = self.left(thing) > 0
            && cells.cells().all(|cell| self.is_bare(cell))
            && (!self.dresser.dress.gravity || rule.hangs || self.is_supported(cells));
        if fits {
            self.draft.draw_prop(name, &symbol_of(name), at, rule.size);
            self.dresser.ground.take(cells);
            match self.counts.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => self.counts.push((name, 1)),
            }
        }
        fits
    }

    fn is_supported(&self, cells: Rect) -> bool {
        let last = cells.min + Cell::new(0, cells.size.height as i32 - 1);
        let foot = Rect::new(last, Size::new(cells.size.width, 1));
        foot.cells().all(|cell| self.dresser.ground.is_supported(cell))
    }

    /// Draws a stack: up to `count` things of a kind next to each other, along the wall at which it begins.
    pub fn stack(&mut self, thing: Thing<'t>, from: Cell, count: u32) {
        let mut at = from;
        let steps = [Cell::new(1, 0), Cell::new(0, 1), Cell::new(-1, 0), Cell::new(0, -1)];
        let first = self.random.below(4) as usize;
        for _ in 0..count {
            if !self.place(thing, at) {
                return;
            }
            let is_at_wall = |cell: Cell| {
                matches!(self.bare_position(cell), Some(PropPosition::Walls | PropPosition::Corners))
            };
            let mut ways = steps.iter().cycle().skip(first).take(4).map(|step| at + *step);
            match ways.find(|cell| is_at_wall(*cell)) {
                Some(next) => at = next,
                None => return,
            }
        }
    }

    /// Draws a grove around a cell: dense in its middle, thin at its edge, with smaller kinds outside.
    pub fn grove(&mut self, thing: Thing<'t>, middle: Cell) {
        let small = self.smaller(thing);
        for dy in -2..=2_i32 {
            for dx in -2..=2_i32 {
                let far = (dx * dx + dy * dy).cast_unsigned();
                let chance = 74_u32.saturating_sub(far * 15);
                if far > 5 || !self.random.chance(chance) {
                    continue;
                }
                let at = middle + Cell::new(dx, dy);
                let is_edge = far > 1 && self.random.chance(60);
                self.place(if is_edge { small } else { thing }, at);
            }
        }
    }

    /// Returns the small kind of a thing, if the theme has one.
    fn smaller(&self, thing: Thing<'t>) -> Thing<'t> {
        let is_smaller = |(name, _): &&Thing<'t>| {
            name.strip_prefix("small ").is_some_and(|rest| rest.starts_with(thing.0))
        };
        self.things.at(PropPosition::Caves).iter().find(is_smaller).copied().unwrap_or(thing)
    }

    /// Draws a thing as its kind lies, without pairs and rows.
    pub fn arrange(&mut self, thing: Thing<'t>, at: Cell) {
        match thing.1.arrangement {
            PropArrangement::Single | PropArrangement::Pair | PropArrangement::Rows => {
                self.place(thing, at);
            }
            PropArrangement::Stack => {
                let count = self.random.range(1, 4);
                self.stack(thing, at, count);
            }
            PropArrangement::Grove => self.grove(thing, at),
        }
    }

    /// Draws a large thing at one of the proposed cells, and keeps a ring around it free.
    ///
    /// Returns the cells that it covers.
    pub fn place_large(
        &mut self,
        is_natural: bool,
        mut propose: impl FnMut(Size, &mut RandomStream) -> Option<Cell>,
    ) -> Option<Rect> {
        let suits = |(_, rule): &&Thing<'t>| rule.is_natural == is_natural;
        let all = self.things.at(PropPosition::Large);
        let fitting: Vec<Thing<'t>> = all.iter().filter(suits).copied().collect();
        let others = if fitting.is_empty() { all } else { &fitting };
        let thing = *self.random.pick(others)?;
        for _ in 0..LARGE_TRIES {
            let at = propose(thing.1.size, self.random)?;
            let cells = Rect::new(at, thing.1.size);
            if self.has_ring(cells, is_natural) && self.place(thing, at) {
                self.dresser.ground.take(cells.grown(1));
                return Some(cells);
            }
        }
        None
    }

    /// Returns `true` if walkers can go around the cells. In buildings, the upper side may touch a wall.
    ///
    /// In a side view they walk in front of them.
    fn has_ring(&self, cells: Rect, is_natural: bool) -> bool {
        let least = if is_natural { cells.min.y - 1 } else { cells.min.y };
        let is_free = |cell: Cell| cell.y < least || self.dresser.ground.is_walkable(cell);
        self.dresser.dress.gravity || cells.grown(1).cells().all(is_free)
    }
}
