//! Fills a board with cards whose open sides match its walk.
//!
//! Input: a walk, and a deck with the limit of each card. Output: the cards on the board, or why it has gaps.
//!
//! Each draw takes a random uncovered cell, then one of the cards that fit there by weight, then one of its
//! placements there. A card is drawn as one card, no matter how many of its offsets and symmetries fit. Draws
//! are uniform in this sense, not over all boards.
//!
//! If some cell fits no card any more, the last card is taken back and another one is drawn for its cell. A
//! board that can be filled is therefore filled, unless the budget runs out first.

use std::collections::{BTreeMap, BTreeSet};

use super::DeckCard;
use super::walk::BoardWalk;
use crate::base::{Cell, Directions, RandomStream, StopToken, Symmetry};
use crate::rooms::CardSides;

/// Maximum number of cards laid per board cell on one walk. Unmeasured.
const CARDS_A_CELL: u64 = 60;

/// A card on a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardCard {
    /// The position of the card in the deck.
    pub card: usize,
    pub symmetry: Symmetry,
    /// The board cell at the top left corner of its picture.
    pub at: Cell,
}

/// The cards of a place, and how often each may still be laid there.
pub(crate) struct Deck<'a> {
    cards: &'a [DeckCard],
    most: Vec<Option<u32>>,
}

impl<'a> Deck<'a> {
    /// Creates a deck. `most` returns how often a card may be laid; `None` means without limit.
    pub fn new(cards: &'a [DeckCard], most: impl Fn(&DeckCard) -> Option<u32>) -> Self {
        Self { most: cards.iter().map(most).collect(), cards }
    }

    /// Returns the sides of all board cells of cards that may be laid, in all their symmetries.
    pub(super) fn sides(&self) -> BTreeSet<CardSides> {
        let left = self.cards.iter().zip(&self.most).filter(|(_, most)| **most != Some(0));
        let turned = left.flat_map(|(card, _)| card.template.symmetries().map(move |turn| (card, turn)));
        turned.flat_map(|(card, turn)| card.parts.iter().map(move |part| part.sides.turned(turn))).collect()
    }

    /// Returns the name of a card.
    pub fn name(&self, card: usize) -> Option<&str> {
        self.cards.get(card).map(|card| card.template.name.as_str())
    }

    /// Returns the cards of which none is left for the place.
    fn used_up(&self) -> BTreeSet<usize> {
        let limits = self.most.iter().enumerate();
        limits.filter(|(_, most)| **most == Some(0)).map(|(card, _)| card).collect()
    }
}

/// The result of filling a board.
pub(super) enum FillResult {
    /// The board is full.
    Full {
        /// The cards in the order in which they were laid.
        cards: Vec<BoardCard>,
        /// For each board cell, by index, the position of the card that covers it.
        covered_by: Vec<usize>,
    },
    /// The board could not be filled within the budget.
    Gaps {
        /// The open sides of the cells that no card fits, even on the empty board.
        kinds: BTreeSet<Directions>,
        /// Number of cards that were laid, including those taken back.
        tried: u64,
        /// The cards of which none was left at some time.
        used_up: BTreeSet<usize>,
    },
}

/// A position and symmetry in which a card fits the walk.
struct CardPlacement {
    card: usize,
    symmetry: Symmetry,
    /// The board cell at the minimum corner of its picture.
    at: Cell,
    /// The indices of the board cells that it covers.
    covers: Vec<usize>,
}

/// Returns all placements that fit a walk, card by card. Cards with a limit of 0 are left out.
fn placements(walk: &BoardWalk, deck: &Deck) -> Vec<CardPlacement> {
    let mut found = Vec::new();
    for (card, drawn) in deck.cards.iter().enumerate() {
        if deck.most.get(card) == Some(&Some(0)) {
            continue;
        }
        for symmetry in drawn.template.symmetries() {
            let size = drawn.board.cells;
            let parts: Vec<(Cell, CardSides)> = drawn
                .parts
                .iter()
                .map(|part| (symmetry.cell(part.at, size), part.sides.turned(symmetry)))
                .collect();
            for at in walk.board.all() {
                let fits = parts.iter().all(|(part, sides)| walk.wanted.get(at + *part) == Some(sides));
                if fits {
                    let index = |(part, _): &(Cell, CardSides)| walk.open.index_of(at + *part);
                    let covers = parts.iter().filter_map(index).collect();
                    found.push(CardPlacement { card, symmetry, at, covers });
                }
            }
        }
    }
    found
}

/// A board that is being filled.
struct FillState<'a> {
    placements: &'a [CardPlacement],
    /// For each board cell, the placements that cover it.
    of_cell: &'a [Vec<usize>],
    /// For each card, its placements.
    of_card: &'a [Vec<usize>],
    /// For each placement, the number of reasons why it cannot be laid: covered cells, and a used-up card.
    obstacles: Vec<u32>,
    /// For each board cell, the number of placements that could cover it now.
    fitting: Vec<usize>,
    covered: Vec<bool>,
    /// For each card, how often it may still be laid; `None` means without limit.
    left: Vec<Option<u32>>,
    /// The cards of which none was left at some time.
    used_up: BTreeSet<usize>,
    laid: Vec<usize>,
    /// Number of placements that were hindered or freed, and of cells that were looked at.
    work: u64,
}

/// A draw for a cell. Its card is on the board, or has just been taken back.
struct CardDraw {
    /// The placements that may still be drawn for the cell.
    untried: Vec<usize>,
}

impl FillState<'_> {
    fn open_cells(&self) -> Vec<usize> {
        (0..self.covered.len()).filter(|cell| !self.covered[*cell]).collect()
    }

    /// Returns `true` if some uncovered cell fits no card any more.
    fn has_gap(&self) -> bool {
        self.covered.iter().zip(&self.fitting).any(|(covered, fitting)| !covered && *fitting == 0)
    }

    fn fitting_at(&self, cell: usize) -> Vec<usize> {
        self.of_cell[cell].iter().copied().filter(|placement| self.obstacles[*placement] == 0).collect()
    }

    fn hinder(&mut self, placement: usize) {
        self.work += 1;
        self.obstacles[placement] += 1;
        if self.obstacles[placement] == 1 {
            self.placements[placement].covers.iter().for_each(|cell| self.fitting[*cell] -= 1);
        }
    }

    fn free(&mut self, placement: usize) {
        self.work += 1;
        self.obstacles[placement] -= 1;
        if self.obstacles[placement] == 0 {
            self.placements[placement].covers.iter().for_each(|cell| self.fitting[*cell] += 1);
        }
    }

    fn lay(&mut self, placement: usize) {
        let (of_cell, of_card) = (self.of_cell, self.of_card);
        let CardPlacement { card, covers, .. } = &self.placements[placement];
        for cell in covers {
            self.covered[*cell] = true;
            of_cell[*cell].iter().for_each(|other| self.hinder(*other));
        }
        if let Some(left) = &mut self.left[*card] {
            *left -= 1;
            if *left == 0 {
                self.used_up.insert(*card);
                of_card[*card].iter().for_each(|other| self.hinder(*other));
            }
        }
        self.laid.push(placement);
    }

    fn take_back(&mut self) {
        let Some(placement) = self.laid.pop() else { return };
        let (of_cell, of_card) = (self.of_cell, self.of_card);
        let CardPlacement { card, covers, .. } = &self.placements[placement];
        if let Some(left) = &mut self.left[*card] {
            *left += 1;
            if *left == 1 {
                of_card[*card].iter().for_each(|other| self.free(*other));
            }
        }
        for cell in covers {
            self.covered[*cell] = false;
            of_cell[*cell].iter().for_each(|other| self.free(*other));
        }
    }

    /// Draws one of several placements: first a card by weight, then one of its placements.
    fn draw(&self, deck: &Deck, among: &[usize], random: &mut RandomStream) -> Option<usize> {
        let mut by_card: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for placement in among {
            by_card.entry(self.placements[*placement].card).or_default().push(*placement);
        }
        let weights = by_card.keys().map(|card| deck.cards[*card].template.weight);
        let card = random.weighted(weights)?;
        let ways = by_card.into_values().nth(card)?;
        random.pick(&ways).copied()
    }
}

/// Fills the board of a walk.
///
/// Gives up once the token is stopped. Its work is counted by the token.
pub(super) fn fill(
    walk: &BoardWalk,
    deck: &Deck<'_>,
    random: &mut RandomStream,
    stop: &StopToken,
) -> FillResult {
    let placements = placements(walk, deck);
    let mut of_cell: Vec<Vec<usize>> = vec![Vec::new(); walk.open.values().len()];
    let mut of_card: Vec<Vec<usize>> = vec![Vec::new(); deck.cards.len()];
    for (index, placement) in placements.iter().enumerate() {
        placement.covers.iter().for_each(|cell| of_cell[*cell].push(index));
        of_card[placement.card].push(index);
    }
    let mut table = FillState {
        obstacles: vec![0; placements.len()],
        fitting: of_cell.iter().map(Vec::len).collect(),
        covered: vec![false; of_cell.len()],
        left: deck.most.clone(),
        used_up: deck.used_up(),
        laid: Vec::new(),
        work: 0,
        placements: &placements,
        of_cell: &of_cell,
        of_card: &of_card,
    };
    let bare = walk.open.values().iter().zip(&table.fitting).filter(|(_, fitting)| **fitting == 0);
    let kinds: BTreeSet<Directions> = bare.map(|(open, _)| *open).collect();
    let budget = CARDS_A_CELL * of_cell.len() as u64;
    let (mut tried, mut draws) = (0, Vec::<CardDraw>::new());
    while let open = table.open_cells()
        && !open.is_empty()
    {
        if !kinds.is_empty() || tried >= budget {
            return FillResult::Gaps { kinds, tried, used_up: table.used_up };
        }
        let before = table.work;
        table.work += table.covered.len() as u64;
        match random.pick(&open).filter(|_| !table.has_gap()) {
            Some(cell) => draws.push(CardDraw { untried: table.fitting_at(*cell) }),
            None => table.take_back(),
        }
        // If a draw has no placement left, the draw before it was wrong.
        let drawn = loop {
            let Some(CardDraw { untried }) = draws.last_mut() else {
                return FillResult::Gaps { kinds, tried, used_up: table.used_up };
            };
            match table.draw(deck, untried, random) {
                Some(drawn) => {
                    untried.retain(|other| *other != drawn);
                    break drawn;
                }
                None => {
                    draws.pop();
                    table.take_back();
                }
            }
        };
        table.lay(drawn);
        tried += 1;
        if stop.is_stopped_between(before, table.work) {
            return FillResult::Gaps { kinds, tried, used_up: table.used_up };
        }
    }
    let mut covered_by = vec![0; of_cell.len()];
    let laid = table.laid.iter().enumerate().map(|(position, index)| {
        let CardPlacement { card, symmetry, at, covers } = &placements[*index];
        covers.iter().for_each(|cell| covered_by[*cell] = position);
        BoardCard { card: *card, symmetry: *symmetry, at: *at }
    });
    FillResult::Full { cards: laid.collect(), covered_by }
}
