//! Draws drops: sides between two cards that can be crossed only one way.
//!
//! - Input: a walk, and the settings of the board. Output: the drops.
//! - Every board cell can be reached from every other one without a step against a drop.
//! - If cards have ledges or chutes, drops lie only where such cards fit, and these cards fit only there.
//!
//! ```text
//! o─o─o
//! v   │    a drop from the upper left board cell: the way back leads around
//! o───o
//! ```

use std::collections::BTreeSet;

use super::fill::Deck;
use super::walk::BoardWalk;
use crate::base::{Cell, Direction, Grid, RandomStream};
use crate::mission::{Cards, DropDirections, DropSides};
use crate::rooms::CardSides;

/// The settings of a board for its drops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DropSettings {
    /// The share of the sides that become drops, in percent.
    pub percent: u32,
    pub directions: DropDirections,
    pub sides: DropSides,
}

impl From<&Cards> for DropSettings {
    fn from(params: &Cards) -> Self {
        let &Cards { drops_percent: percent, drop_directions: directions, drop_sides: sides, .. } = params;
        Self { percent, directions, sides }
    }
}

/// The sides of the cards at hand, if some of them are ends of drops.
pub(super) struct DropCards {
    has_ledges: bool,
    has_chutes: bool,
    sides: BTreeSet<CardSides>,
}

impl DropCards {
    /// Returns the sides of a deck; `None` if no card has a ledge or a chute.
    pub fn of(deck: &Deck<'_>) -> Option<Self> {
        let sides = deck.sides();
        let has = |of: fn(&CardSides) -> bool| sides.iter().any(of);
        let has_ledges = has(|sides| sides.ledges.iter().next().is_some());
        let has_chutes = has(|sides| sides.chutes.iter().next().is_some());
        (has_ledges || has_chutes).then_some(Self { has_ledges, has_chutes, sides })
    }

    /// Makes a side of the walk a drop, if there are cards for both of its ends. Returns `true` if it did.
    fn lay(&self, wanted: &mut Grid<CardSides>, (from, side): (Cell, Direction)) -> bool {
        let (to, back) = (from.step(side), side.opposite());
        let (Some(mut above), Some(mut below)) = (wanted.get(from).copied(), wanted.get(to).copied()) else {
            return false;
        };
        if self.has_ledges {
            (above.open, above.ledges) = (above.open.without(side), above.ledges.with(side));
        }
        if self.has_chutes {
            (below.open, below.chutes) = (below.open.without(back), below.chutes.with(back));
        }
        let is_possible = self.sides.contains(&above) && self.sides.contains(&below);
        if is_possible {
            (wanted[from], wanted[to]) = (above, below);
        }
        is_possible
    }
}

impl DropSettings {
    /// Draws the drops of a walk that cards already cover. None lies within a card.
    pub(super) fn draw(
        self,
        walk: &BoardWalk,
        covered_by: &[usize],
        random: &mut RandomStream,
    ) -> Vec<(Cell, Direction)> {
        let card = |at: Cell| walk.open.index_of(at).and_then(|index| covered_by.get(index));
        let is_between = |(at, side): &(Cell, Direction)| card(*at) != card(at.step(*side));
        self.draw_among(walk, is_between, random, |_| true)
    }

    /// Draws the drops of a walk for cards with ledges and chutes, which are then wanted there.
    pub(super) fn draw_for(
        self,
        walk: &mut BoardWalk,
        cards: &DropCards,
        random: &mut RandomStream,
    ) -> Vec<(Cell, Direction)> {
        let mut wanted = walk.wanted.clone();
        let drops = self.draw_among(walk, |_| true, random, |drop| cards.lay(&mut wanted, drop));
        walk.wanted = wanted;
        drops
    }

    /// Draws drops among the sides that may become some. `lay` returns `true` if a drop can be laid.
    fn draw_among(
        self,
        walk: &BoardWalk,
        may_be: impl Fn(&(Cell, Direction)) -> bool,
        random: &mut RandomStream,
        mut lay: impl FnMut((Cell, Direction)) -> bool,
    ) -> Vec<(Cell, Direction)> {
        let mut sides = match self.sides {
            DropSides::Loops => walk.loops.clone(),
            DropSides::All => walk.inner_sides().collect(),
        };
        sides.retain(may_be);
        sides.retain(|(_, side)| self.directions == DropDirections::Any || !side.is_level());
        if self.sides == DropSides::All {
            random.shuffle(&mut sides);
        }
        let mut drops = Vec::new();
        for (at, side) in sides {
            if !random.chance(self.percent) {
                continue;
            }
            let leads_back = side.is_level() && random.chance(50);
            let drop = if leads_back { (at.step(side), side.opposite()) } else { (at, side) };
            let has_way_back = self.sides == DropSides::Loops || has_way_back(walk, &drops, drop);
            if has_way_back && lay(drop) {
                drops.push(drop);
            }
        }
        drops
    }
}

/// Returns `true` if a walker gets from the lower end of a new drop back to its upper end.
///
/// Every other way over the side then has a replacement too, so the board stays connected in both directions.
fn has_way_back(walk: &BoardWalk, drops: &[(Cell, Direction)], (from, side): (Cell, Direction)) -> bool {
    let closed: BTreeSet<(Cell, Direction)> =
        drops.iter().chain([&(from, side)]).map(|(at, side)| (at.step(*side), side.opposite())).collect();
    let mut seen = Grid::filled(walk.board.cells, false);
    let mut open = vec![from.step(side)];
    while let Some(at) = open.pop() {
        if at == from {
            return true;
        }
        let Some(is_seen) = seen.get_mut(at).filter(|is_seen| !**is_seen) else { continue };
        *is_seen = true;
        let sides = walk.open[at].iter().filter(|side| !closed.contains(&(at, *side)));
        open.extend(sides.map(|side| at.step(side)));
    }
    false
}
