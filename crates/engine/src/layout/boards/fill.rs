//! Filling a board with cards whose open sides are those of its walk.
//!
//! Each draw takes a random cell of those that are not covered, then by weight one of the cards that fit
//! there, each card once however many offsets and turns fit, then one of these.
//! Draws are uniform in that sense, not over all boards. Where a cell is left that no card fits any more, the
//! last draw is taken back and another card drawn for that cell, so that a board which can be filled is,
//! unless the budget runs out before.

use std::collections::{BTreeMap, BTreeSet};

use super::super::plan::LaidCard;
use super::DeckCard;
use super::walk::BoardWalk;
use crate::base::{Cell, Directions, RandomStream, Symmetry};
use crate::layout::budget::boards::fill::CARDS_A_CELL;

/// The cards of a place, each with how often it may be laid there.
pub(super) struct Deck<'a> {
    cards: &'a [DeckCard],
    most: Vec<Option<u32>>,
}

impl<'a> Deck<'a> {
    /// `most` says how often a card may be laid; `None`: without limit.
    pub fn new(cards: &'a [DeckCard], most: impl Fn(&DeckCard) -> Option<u32>) -> Self {
        Self { most: cards.iter().map(most).collect(), cards }
    }

    /// The names of the cards that may not be laid any more.
    pub fn used_up(&self) -> impl Iterator<Item = &str> {
        let cards = self.cards.iter().zip(&self.most);
        cards.filter(|(_, most)| most.is_some()).map(|(card, _)| card.template.name.as_str())
    }
}

/// What came of filling.
pub(super) enum FillResult {
    /// The board is full.
    Full {
        /// The cards in the order in which they were laid.
        cards: Vec<LaidCard>,
        /// For each board cell, by index, the position of the card that covers it.
        covered_by: Vec<usize>,
    },
    /// It was given up.
    Gaps {
        /// The open sides of cells that no card fits, even on the bare board.
        kinds: BTreeSet<Directions>,
        /// How many cards were laid.
        tried: u64,
    },
}

/// A card in one of the ways in which it fits the walk.
struct CardPlacement {
    card: usize,
    symmetry: Symmetry,
    /// The board cell at the corner of its picture.
    at: Cell,
    /// The board cells that it covers, by index.
    covers: Vec<usize>,
}

/// All placements that fit a walk, card by card.
fn placements(walk: &BoardWalk, deck: &Deck) -> Vec<CardPlacement> {
    let mut found = Vec::new();
    for (card, drawn) in deck.cards.iter().enumerate() {
        if deck.most.get(card) == Some(&Some(0)) {
            continue;
        }
        for symmetry in drawn.template.symmetries() {
            let size = drawn.board.cells;
            let parts: Vec<(Cell, Directions)> = drawn
                .parts
                .iter()
                .map(|part| (symmetry.cell(part.at, size), part.open.turned(symmetry)))
                .collect();
            for at in walk.board.all() {
                let fits = parts.iter().all(|(part, open)| walk.open.get(at + *part) == Some(open));
                if fits {
                    let index = |(part, _): &(Cell, Directions)| walk.open.index_of(at + *part);
                    let covers = parts.iter().filter_map(index).collect();
                    found.push(CardPlacement { card, symmetry, at, covers });
                }
            }
        }
    }
    found
}

/// The board while it is filled.
struct FillState<'a> {
    placements: &'a [CardPlacement],
    /// For each board cell, the placements that cover it.
    of_cell: &'a [Vec<usize>],
    /// For each card, its placements.
    of_card: &'a [Vec<usize>],
    /// For each placement, what keeps it from being laid: cells that are covered, and whether its card is used up.
    obstacles: Vec<u32>,
    /// For each board cell, how many placements could cover it.
    fitting: Vec<usize>,
    covered: Vec<bool>,
    /// For each card, how often it may still be laid.
    left: Vec<Option<u32>>,
    laid: Vec<usize>,
}

/// A draw for a cell, of which the card lies on the table or has just been taken back.
struct CardDraw {
    /// What may still be drawn for the cell.
    untried: Vec<usize>,
}

impl FillState<'_> {
    fn open_cells(&self) -> Vec<usize> {
        (0..self.covered.len()).filter(|cell| !self.covered[*cell]).collect()
    }

    /// Is there a cell that no card fits any more?
    fn has_gap(&self) -> bool {
        self.covered.iter().zip(&self.fitting).any(|(covered, fitting)| !covered && *fitting == 0)
    }

    fn fitting_at(&self, cell: usize) -> Vec<usize> {
        self.of_cell[cell].iter().copied().filter(|placement| self.obstacles[*placement] == 0).collect()
    }

    fn hinder(&mut self, placement: usize) {
        self.obstacles[placement] += 1;
        if self.obstacles[placement] == 1 {
            self.placements[placement].covers.iter().for_each(|cell| self.fitting[*cell] -= 1);
        }
    }

    fn free(&mut self, placement: usize) {
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

    /// One of several placements: a card by weight, then one of its ways to lie there.
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

/// Fills a board that was walked.
pub(super) fn fill(walk: &BoardWalk, deck: &Deck, random: &mut RandomStream) -> FillResult {
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
        laid: Vec::new(),
        placements: &placements,
        of_cell: &of_cell,
        of_card: &of_card,
    };
    let bare = walk.open.values().iter().zip(&table.fitting).filter(|(_, fitting)| **fitting == 0);
    let kinds: BTreeSet<Directions> = bare.map(|(open, _)| *open).collect();
    let budget = CARDS_A_CELL * of_cell.len() as u64;
    let mut tried = 0;
    let mut draws: Vec<CardDraw> = Vec::new();
    while let open = table.open_cells()
        && !open.is_empty()
    {
        if !kinds.is_empty() || tried >= budget {
            return FillResult::Gaps { kinds, tried };
        }
        match random.pick(&open).filter(|_| !table.has_gap()) {
            Some(cell) => draws.push(CardDraw { untried: table.fitting_at(*cell) }),
            None => table.take_back(),
        }
        // Where nothing is left to be drawn, the draw before was wrong.
        let drawn = loop {
            let Some(CardDraw { untried }) = draws.last_mut() else {
                return FillResult::Gaps { kinds, tried };
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
    }
    let mut covered_by = vec![0; of_cell.len()];
    let laid = table.laid.iter().enumerate().map(|(position, index)| {
        let CardPlacement { card, symmetry, at, covers } = &placements[*index];
        covers.iter().for_each(|cell| covered_by[*cell] = position);
        LaidCard::new(&deck.cards[*card], *symmetry, *at)
    });
    FillResult::Full { cards: laid.collect(), covered_by }
}
