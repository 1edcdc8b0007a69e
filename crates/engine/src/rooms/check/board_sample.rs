//! Covers some boards with the cards at hand, to find out how likely boards stay bare.
//!
//! Input: the cards of a symbol, and the settings of its boards. Output: the number of boards that could not be
//! covered, and the sets of open sides that no card had there.
//! The boards have random sizes, walks and arriving passages. The work is limited and counted.

use std::collections::BTreeSet;

use crate::base::{Cell, Direction, Directions, RandomStream, Seed, Size, StopToken};
use crate::mission::Cards;
use crate::rooms::BoardGrid;
use crate::rooms::boards::{BareBoard, Deck, DeckCard, can_open, outer_sides};

/// Number of boards tried.
const MOST_BOARDS: u32 = 100;
/// Maximum work on all boards together, in the units of [`StopToken`].
const MOST_WORK: u64 = 100_000_000;
/// Maximum number of board cells of a board that is tried.
const MOST_CELLS: usize = 256;
/// Maximum number of passages that arrive at a board.
const MOST_PASSAGES: u32 = 3;

/// The boards that were tried.
#[derive(Debug, Default)]
pub(super) struct BoardSample {
    pub tried: u32,
    /// Number of boards that could not be covered.
    pub failed: u32,
    /// The sets of open sides that no card had.
    pub kinds: BTreeSet<Directions>,
}

impl BoardSample {
    /// Covers boards with cards.
    pub fn of(params: &Cards, cards: &[DeckCard]) -> Self {
        let mut sample = Self::default();
        let Some(cell) = cards.first().map(|card| card.board.cell) else { return sample };
        let deck = Deck::new(cards, |card| card.most_on_board(0));
        let (sides, stop) = (can_open(cards), StopToken::after(MOST_WORK));
        for number in 0..MOST_BOARDS {
            let seed = Seed(1).child("board sample").numbered(u64::from(number));
            let random = &mut seed.stream();
            let Some(cells) = draw_size(params, random) else { break };
            let board = BoardGrid { cells, cell };
            let entered = &draw_entrances(&board, sides, random);
            let (loops_percent, drops) = (params.loops_percent, params.into());
            let bare = BareBoard { board, loops_percent, drops, entered };
            let covered = bare.cover(&deck, [random, &mut seed.child("drops").stream()], &stop);
            // A board that was given up too early is not judged.
            if stop.is_stopped() {
                break;
            }
            sample.tried += 1;
            if let Err(gaps) = covered {
                sample.failed += 1;
                sample.kinds.extend(gaps.kinds);
            }
        }
        sample
    }
}

/// Draws the size of a board. Returns `None` if all its sizes are wrong or too large.
fn draw_size(params: &Cards, random: &mut RandomStream) -> Option<Size> {
    let is_right = |(least, most): (u32, u32)| 0 < least && least <= most;
    if !is_right(params.columns) || !is_right(params.rows) {
        return None;
    }
    let [width, height] = [params.columns, params.rows].map(|(least, most)| random.range(least, most));
    Some(Size::new(width, height)).filter(|size| size.area() <= MOST_CELLS)
}

/// Draws the outer sides at which passages arrive, among those that some card can open.
fn draw_entrances(board: &BoardGrid, sides: Directions, random: &mut RandomStream) -> Vec<(Cell, Direction)> {
    let mut outer: Vec<(Cell, Direction)> =
        outer_sides(board).filter(|(_, side)| sides.contains(*side)).collect();
    let count = random.range(1, MOST_PASSAGES) as usize;
    let mut entered = Vec::new();
    while entered.len() < count && !outer.is_empty() {
        entered.push(outer.swap_remove(random.below(outer.len() as u64) as usize));
    }
    entered
}
