//! Boards of cards in a layout: the size of each board, its sockets, and the cards on it.
//!
//! - Input: the cards of the room sets, and the board of each place with the passages that arrive there.
//! - Output: the cards that cover each board. The crate's `rooms::boards` lays them.
//! - If a board cannot be filled, a diagnostic names the kinds of cards that are missing.
//!
//! The frame of a board is a wall, one cell thick, that holds the sockets. Each socket is next to the middle of
//! an outer side. Passages use the sockets on sides that some card can open.
//!
//! ```text
//! ###+####+###    2 × 1 board cells, "a" and "b", each 5 × 3 cells of the level;
//! #aaaaabbbbb#    "#" is the frame, "+" are its sockets
//! +aaaaabbbbb+
//! #aaaaabbbbb#
//! ###+####+###
//! ```

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::base::{Cell, Diagnostic, Direction, Directions, RandomStream, Rect, Seed, Size};
use crate::layout::drawing::SizedPlace;
use crate::layout::input::outlets::TemplateExit;
use crate::layout::input::problem::{LayoutProblem, ProblemPlace, path_of};
use crate::layout::result::plan::{LaidCard, Plan, PlannedBoard, PlannedForm, PlannedRoom, template_name};
use crate::mission::Cards;
use crate::rooms::boards::{
    BareBoard, BoardCard, CoverageGaps, Deck, DeckCard, MOST_WALKS, can_open, cards_of, outer_sides,
};
use crate::rooms::{BoardGrid, RoomSet};

/// Code of the error that cards do not fill a board.
pub(crate) const BOARD_NOT_FILLED: &str = "board-not-filled";
/// Code of the error that a place has no cards, or none with an open side.
pub(super) const NO_CARD: &str = "no-card";
/// Kind of the sockets on sides that no card can open. No passage can name it.
const NEVER_NAMED: &str = "\0";

/// Draws the size of a place's board.
///
/// The board grows beyond the asked size if it has fewer usable sockets than the place has passages.
///
/// # Errors
///
/// Returns an error if no room set has a card for the symbol, or if no card is open to any side.
pub(super) fn size(
    place: &ProblemPlace,
    params: &Cards,
    rooms: &[Arc<RoomSet>],
    random: &mut RandomStream,
) -> Result<SizedPlace, Box<Diagnostic>> {
    let cards = cards_of(place.symbol, rooms.iter().map(AsRef::as_ref));
    let Some(first) = cards.first() else {
        let message = format!("No room set has a card for \"{}\".", place.symbol);
        let hint = "Draw one.";
        let found = Diagnostic::error(NO_CARD, message).about(path_of(place.symbol));
        return Err(Box::new(found.hint(hint)));
    };
    let mut cells = Size::new(
        random.range(params.columns.0, params.columns.1),
        random.range(params.rows.0, params.rows.1),
    );
    let sides = can_open(&cards);
    if sides == Directions::NONE && place.degree() > 0 {
        let message = format!("No card for \"{}\" is open to any side.", place.symbol);
        let hint = "Open sides of cards, with floor in their middle.";
        return Err(Box::new(Diagnostic::error(NO_CARD, message).hint(hint)));
    }
    let mut board = BoardGrid { cells, cell: first.board.cell };
    let mut sockets = outlets(&board, sides);
    while sockets.iter().filter(|socket| socket.kind.is_none()).count() < place.degree() {
        // A wider board has more sockets on its north and south sides, a higher one on the other two.
        if [Direction::North, Direction::South].into_iter().any(|side| sides.contains(side)) {
            cells.width += 1;
        } else {
            cells.height += 1;
        }
        board = BoardGrid { cells, ..board };
        sockets = outlets(&board, sides);
    }
    let core = Size::new(board.size().width + 2, board.size().height + 2);
    let form = PlannedForm::Cards(PlannedBoard {
        board,
        loops_percent: params.loops_percent,
        drop_settings: params.into(),
        drops: Vec::new(),
        cards: Vec::new(),
    });
    Ok(SizedPlace { core, form, sockets })
}

/// Returns the minimum number of cells that a board with these parameters takes, including its frame.
pub(super) fn least_cells(params: &Cards) -> u64 {
    let side = |cells: u32| u64::from(cells) * 3 + 2;
    side(params.columns.0) * side(params.rows.0)
}

/// Returns the sockets in the frame, row by row: one next to the middle of each outer side of a board cell.
///
/// Sockets on sides that no card can open get a kind that no passage names.
fn outlets(board: &BoardGrid, sides: Directions) -> Vec<TemplateExit> {
    let inner = Cell::new(1, 1);
    let outlet = |(at, out)| {
        let cell = board.middle(at, out).next()?.step(out) + inner;
        let kind = (!sides.contains(out)).then(|| Arc::from(NEVER_NAMED));
        Some(TemplateExit { cell, approach: Vec::new(), out, kind })
    };
    let mut outlets: Vec<TemplateExit> = outer_sides(board).filter_map(outlet).collect();
    outlets.sort_by_key(|outlet| (outlet.cell.y, outlet.cell.x));
    outlets
}

/// Lays cards on all boards of a plan, place by place. Each place has its own random stream.
///
/// Kept places are left as they are; their cards still use up limits.
pub(super) fn lay(
    plan: &mut Plan,
    problem: &LayoutProblem,
    rooms: &[Arc<RoomSet>],
    seed: Seed,
) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut decks: BTreeMap<&str, Vec<DeckCard>> = BTreeMap::new();
    let mut laid: BTreeMap<String, u32> = BTreeMap::new();
    let is_kept = |index: usize| problem.places.get(index).is_some_and(|place| place.kept.is_some());
    let kept = plan.places.iter().enumerate().filter(|(index, _)| is_kept(*index));
    for card in kept.filter_map(|(_, place)| place.form.board()).flat_map(|board| &board.cards) {
        *laid.entry(card.room.name()).or_default() += 1;
    }
    for (index, place) in plan.places.iter_mut().enumerate() {
        let PlannedForm::Cards(board) = &mut place.form else { continue };
        if is_kept(index) {
            continue;
        }
        let Some(wanted) = problem.places.get(index) else { continue };
        let cards = decks
            .entry(wanted.symbol)
            .or_insert_with(|| cards_of(wanted.symbol, rooms.iter().map(AsRef::as_ref)));
        let used = place.sockets.iter().filter(|socket| socket.passage.is_some());
        let entered = used.filter_map(|socket| entrance(&board.board, socket.cell - place.core.min));
        let deck = Deck::new(cards, |card| {
            let name = rooms.get(card.set).map(|set| template_name(set, &card.template));
            card.most_on_board(name.and_then(|name| laid.get(&name).copied()).unwrap_or_default())
        });
        let seed = seed.numbered(u64::from(place.node.0));
        let randoms = [&mut seed.stream(), &mut seed.child("drops").stream()];
        let bare = BareBoard {
            board: board.board,
            loops_percent: board.loops_percent,
            drops: board.drop_settings,
            entered: &entered.collect::<Vec<_>>(),
        };
        match bare.cover(&deck, randoms, problem.work.stop()) {
            Ok(covered) => {
                let laid_card = |card: &BoardCard| LaidCard::new(card, cards, rooms);
                board.cards = covered.cards.iter().filter_map(laid_card).collect();
                board.drops = covered.drops;
                for card in &board.cards {
                    *laid.entry(card.room.name()).or_default() += 1;
                }
            }
            Err(gaps) => diagnostics.push(not_filled(problem, index, board, &deck, &gaps)),
        }
    }
    diagnostics
}

/// Returns the board cell next to a socket, and the side on which the socket lies.
///
/// The position of the socket is relative to the corner of the core.
fn entrance(board: &BoardGrid, socket: Cell) -> Option<(Cell, Direction)> {
    let inside = socket - Cell::new(1, 1);
    let within = Rect::new(Cell::new(0, 0), board.size());
    let out = Direction::ALL.into_iter().find(|out| within.contains(inside.step(out.opposite())))?;
    let beside = inside.step(out.opposite());
    let at = |value: i32, length: u32| value / length as i32;
    Some((Cell::new(at(beside.x, board.cell.width), at(beside.y, board.cell.height)), out))
}

fn not_filled(
    problem: &LayoutProblem,
    place: usize,
    board: &PlannedBoard,
    deck: &Deck<'_>,
    gaps: &CoverageGaps,
) -> Diagnostic {
    let Size { width, height } = board.board.cells;
    let sides = |open: &Directions| match *open {
        Directions::NONE => open.to_string(),
        some => format!("the {some}"),
    };
    let kinds: Vec<String> = gaps.kinds.iter().map(sides).collect();
    let why = if kinds.is_empty() {
        format!("gaps are left after {} tries with cards", gaps.tried)
    } else {
        format!("no card is left that is open to {} and closed elsewhere", kinds.join("; or to "))
    };
    let limited: Vec<String> =
        gaps.used_up.iter().filter_map(|card| deck.name(*card)).map(|name| format!("\"{name}\"")).collect();
    let hint = if limited.is_empty() {
        "Draw cards of one board cell for all sets of open sides.".to_owned()
    } else {
        format!("Raise the limits of {}.", limited.join(", "))
    };
    let message = format!(
        "The board of {} ({width} × {height} board cells) could not be filled on {MOST_WALKS} walks: {why}.",
        problem.name(place)
    );
    problem.about([place], Diagnostic::error(BOARD_NOT_FILLED, message).hint(hint))
}

impl LaidCard {
    fn new(laid: &BoardCard, cards: &[DeckCard], rooms: &[Arc<RoomSet>]) -> Option<Self> {
        let card = cards.get(laid.card)?;
        let (set, template) = (Arc::clone(rooms.get(card.set)?), Arc::clone(&card.template));
        Some(Self { room: PlannedRoom { set, template, symmetry: laid.symmetry }, at: laid.at })
    }
}
