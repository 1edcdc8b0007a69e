//! Boards covered with cards.
//!
//! - Input: the cards of a symbol, a board, and the outer sides at which passages arrive.
//! - Output: the cards that cover the board, in the order in which they were laid.
//! - Every board cell is covered once. No card is laid more often than its limit allows.
//! - The open sides of the cards match a walk that joins all cells, plus the sides at which passages arrive.
//! - Sides can be crossed only one way (drops) if every cell stays reachable from every other.
//! - A board is not always filled. If cards leave gaps, others are tried, then other walks, up to a limit.
//!
//! Source: J. Kyle Pittman's "laying cards on a board" in *Gunmetal Arcadia* (Minor Key Games; development
//! blog, "Bridge", 2015): first a path, then cards of any size whose open sides fit it. The search of the path,
//! the handling of gaps, turns, flips, limits, loops and weights are ours. In the source, drops lie on the path.
//! Here, they lie where a way back exists.

mod drops;
mod fill;
#[cfg(test)]
mod tests;
mod walk;

use std::collections::BTreeSet;
use std::sync::Arc;

use self::drops::DropCards;
pub(crate) use self::drops::DropSettings;
pub(crate) use self::fill::{BoardCard, Deck};
use self::fill::{FillResult, fill};
use self::walk::BoardWalk;
use super::{BoardGrid, CardPart, RoomSet, RoomTemplate};
use crate::base::{Cell, Direction, Directions, RandomStream, StopToken};

/// Maximum number of walks on a board. Unmeasured.
pub(crate) const MOST_WALKS: u32 = 40;

/// A card that may be laid.
#[derive(Clone, Debug)]
pub(crate) struct DeckCard {
    /// The position of its room set.
    pub set: usize,
    pub template: Arc<RoomTemplate>,
    /// The board cells of its picture, including those outside of the card.
    pub board: BoardGrid,
    pub parts: Vec<CardPart>,
}

impl DeckCard {
    /// Returns how often the card may be laid on a board if `laid` of it lie on others; `None` means without limit.
    pub fn most_on_board(&self, laid: u32) -> Option<u32> {
        let left = self.template.at_most.map(|most| most.saturating_sub(laid));
        let per_place = self.template.card.as_ref().and_then(|card| card.at_most_per_place);
        left.into_iter().chain(per_place).min()
    }
}

/// Returns the usable cards of a symbol whose board cells have the size of the first card's.
pub(crate) fn cards_of<'a>(symbol: &str, sets: impl IntoIterator<Item = &'a RoomSet>) -> Vec<DeckCard> {
    let numbered = sets.into_iter().enumerate();
    let all = numbered.flat_map(|(number, set)| set.rooms.iter().map(move |room| (number, set, room)));
    let of_symbol = all.filter(|(.., template)| template.symbol == symbol && template.is_usable());
    let mut cards: Vec<DeckCard> = of_symbol
        .filter_map(|(number, set, template)| {
            let picture = template.card_picture(&set.legend)?;
            Some(DeckCard {
                set: number,
                template: Arc::new(template.clone()),
                board: picture.board,
                parts: picture.parts(),
            })
        })
        .collect();
    let cell = cards.first().map(|card| card.board.cell);
    cards.retain(|card| Some(card.board.cell) == cell);
    cards
}

/// Returns the directions in which some part of some card is open, in any allowed symmetry.
pub(crate) fn can_open(cards: &[DeckCard]) -> Directions {
    let parts = cards.iter().flat_map(|card| {
        card.template.symmetries().flat_map(|symmetry| {
            card.parts.iter().flat_map(move |part| part.sides.open.turned(symmetry).iter())
        })
    });
    parts.collect()
}

/// Returns the outer sides of all board cells.
pub(crate) fn outer_sides(board: &BoardGrid) -> impl Iterator<Item = (Cell, Direction)> {
    let of_cell = move |at: Cell| {
        let is_outer = move |side: &Direction| !board.contains(at.step(*side));
        Direction::ALL.into_iter().filter(is_outer).map(move |side| (at, side))
    };
    board.all().flat_map(of_cell)
}

/// The reasons why a board could not be filled.
pub(crate) struct CoverageGaps {
    /// The sets of open sides that no card has, over all walks.
    pub kinds: BTreeSet<Directions>,
    /// Number of cards that were laid, over all walks.
    pub tried: u64,
    /// The cards of which none was left at some time, by their positions in the deck.
    pub used_up: BTreeSet<usize>,
}

/// The cards on a board, and the sides that can be crossed only one way.
pub(crate) struct CoveredBoard {
    /// The cards in the order in which they were laid.
    pub cards: Vec<BoardCard>,
    pub drops: Vec<(Cell, Direction)>,
}

/// A board that is to be covered.
pub(crate) struct BareBoard<'a> {
    pub board: BoardGrid,
    /// The share of the inner sides that the walk leaves closed and that are opened, in percent.
    pub loops_percent: u32,
    /// The settings of the sides that can be crossed only one way.
    pub drops: DropSettings,
    /// The outer sides at which passages arrive.
    pub entered: &'a [(Cell, Direction)],
}

impl BareBoard<'_> {
    /// Draws a walk and fills the board, and repeats this until the board is full or the walks run out.
    ///
    /// Drops have their own random stream, so that they do not change which cards are laid.
    ///
    /// # Errors
    ///
    /// Returns the gaps if no walk can be filled, or once the token is stopped.
    pub fn cover(
        &self,
        deck: &Deck<'_>,
        [random, drops_random]: [&mut RandomStream; 2],
        stop: &StopToken,
    ) -> Result<CoveredBoard, CoverageGaps> {
        let drop_cards = DropCards::of(deck);
        let mut gaps = CoverageGaps { kinds: BTreeSet::new(), tried: 0, used_up: BTreeSet::new() };
        for _ in 0..MOST_WALKS {
            if stop.is_stopped() {
                break;
            }
            let mut walk = BoardWalk::draw(&self.board, self.loops_percent, self.entered, random);
            let before = drop_cards.as_ref().map(|cards| self.drops.draw_for(&mut walk, cards, drops_random));
            match fill(&walk, deck, random, stop) {
                FillResult::Full { cards, covered_by } => {
                    let after = || self.drops.draw(&walk, &covered_by, drops_random);
                    return Ok(CoveredBoard { drops: before.unwrap_or_else(after), cards });
                }
                FillResult::Gaps { kinds, tried, used_up } => {
                    gaps.kinds.extend(kinds);
                    gaps.tried += tried;
                    gaps.used_up.extend(used_up);
                }
            }
        }
        Err(gaps)
    }
}
