//! Boards of cards: how large each is, where it is entered, and which cards lie on it.
//!
//! In: the cards of the room sets, and the board of each place with the passages that arrive there.
//! Out: the cards that cover it, in the order in which they were laid.
//! Guaranteed: every board cell is covered once; the open sides of the cards are those of a walk that joins
//! all cells, with those at which passages arrive; no card is laid more often than it says. Sides that can be
//! crossed one way only are none of the walk's, so that one comes everywhere without them.
//! Not guaranteed: that a board can be filled. Where the cards leave gaps, others are tried, then other
//! walks, so often and no more; then the diagnostic names the missing kinds of cards.
//!
//! The board has a frame of wall, one cell wide, in which its sockets lie: one beside the middle of each
//! outer side. Passages use those on sides that some card can open.
//!
//! ```text
//! ###+###########    a board of 2 × 1 cells of 7 × 3 cells: its frame, the sockets of
//! ####.##########    the left cell in use, and the board cells inside
//! #......|......#
//! #######|#######
//! ###############
//! ```
//!
//! After J. Kyle Pittman's "laying cards on a board" in *Gunmetal Arcadia* (Minor Key Games; development
//! blog, "Bridge", 2015): a path first, then cards of any size whose open sides fit it.
//! The source leaves open how the path is found and what is done about gaps; that, turns and flips, limits,
//! loops and weights are ours. It limits no card; its drops from cell to cell lead one way here on ways
//! around alone.

mod fill;
mod walk;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use self::fill::{Deck, FillResult, fill};
use self::walk::BoardWalk;
use super::outlets::TemplateExit;
use super::plan::{LaidCard, Plan, PlannedBoard, PlannedForm, PlannedRoom, template_name};
use super::problem::{LayoutProblem, ProblemPlace};
use crate::base::{Cell, Diagnostic, Direction, Directions, RandomStream, Rect, Seed, Size, Symmetry};
use crate::layout::budget::boards::MOST_WALKS;
use crate::layout::drawing::SizedPlace;
use crate::layout::problem::path_of;
use crate::mission::Cards;
use crate::rooms::{BoardGrid, CardPart, RoomSet, RoomTemplate};

/// The code of: cards do not fill a board.
const NOT_FILLED: &str = "board-not-filled";
/// The code of: a place has no cards, or none by which it can be entered.
pub(super) const NO_CARD: &str = "no-card";
/// The kind of sockets that nothing uses.
const NEVER_NAMED: &str = "\0";

/// A card as it may be laid.
#[derive(Clone, Debug)]
struct DeckCard {
    set: Arc<RoomSet>,
    template: Arc<RoomTemplate>,
    /// The board cells that its picture is cut into, left out ones included.
    board: BoardGrid,
    parts: Vec<CardPart>,
}

/// The cards of a symbol whose board cells have the size of the first.
fn cards_of(symbol: &str, rooms: &[Arc<RoomSet>]) -> Vec<DeckCard> {
    let all = rooms.iter().flat_map(|set| set.rooms.iter().map(move |template| (set, template)));
    let of_symbol = all.filter(|(_, template)| template.symbol == symbol && template.is_usable());
    let mut cards: Vec<DeckCard> = of_symbol
        .filter_map(|(set, template)| {
            let picture = template.card_picture(&set.legend)?;
            Some(DeckCard {
                set: Arc::clone(set),
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

/// The directions in which some part of some card is open.
fn can_open(cards: &[DeckCard]) -> Directions {
    let parts = cards.iter().flat_map(|card| {
        card.template
            .symmetries()
            .flat_map(|symmetry| card.parts.iter().flat_map(move |part| part.open.turned(symmetry).iter()))
    });
    parts.collect()
}

/// Draws how large the board of a place is; one with many passages may become larger than asked for.
pub(super) fn size(
    place: &ProblemPlace,
    params: &Cards,
    rooms: &[Arc<RoomSet>],
    random: &mut RandomStream,
) -> Result<SizedPlace, Box<Diagnostic>> {
    let cards = cards_of(place.symbol, rooms);
    let Some(first) = cards.first() else {
        let message = format!("No room set has a card for \"{}\".", place.symbol);
        let hint = "draw one, or choose another form for the symbol";
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
        let hint = "open sides of cards, with floor in their middle";
        return Err(Box::new(Diagnostic::error(NO_CARD, message).hint(hint)));
    }
    let mut board = BoardGrid { cells, cell: first.board.cell };
    let mut sockets = outlets(&board, sides);
    while sockets.iter().filter(|socket| socket.kind.is_none()).count() < place.degree() {
        // Long boards have more sides that can be open than high ones have, or the other way round.
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
        drops_percent: params.drops_percent,
        drops: Vec::new(),
        cards: Vec::new(),
    });
    Ok(SizedPlace { core, form, sockets })
}

/// The fewest cells that a board of such cards takes.
pub(super) fn least_cells(params: &Cards) -> u64 {
    let side = |cells: u32| u64::from(cells) * 3 + 2;
    side(params.columns.0) * side(params.rows.0)
}

/// The sockets in the frame of a board, row by row: each beside the middle of a side of an outer board cell.
/// Those on sides that no card can open are of a kind that no passage names.
fn outlets(board: &BoardGrid, sides: Directions) -> Vec<TemplateExit> {
    let inner = Cell::new(1, 1);
    let of_cell = |at: Cell| {
        let outer = Direction::ALL.into_iter().filter(move |side| !board.contains(at.step(*side)));
        outer.filter_map(move |out| {
            let cell = board.middle(at, out).next()?.step(out) + inner;
            let kind = (!sides.contains(out)).then(|| Arc::from(NEVER_NAMED));
            Some(TemplateExit { cell, lead: Vec::new(), out, kind })
        })
    };
    let mut outlets: Vec<TemplateExit> = board.all().flat_map(of_cell).collect();
    outlets.sort_by_key(|outlet| (outlet.cell.y, outlet.cell.x));
    outlets
}

/// Lays cards on all boards of a plan, place by place, each from its own random stream.
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
        let cards = decks.entry(wanted.symbol).or_insert_with(|| cards_of(wanted.symbol, rooms));
        let used = place.sockets.iter().filter(|socket| socket.passage.is_some());
        let entered = used.filter_map(|socket| entrance(&board.board, socket.cell - place.core.min));
        let deck = Deck::new(cards, |card| {
            let left = card.template.at_most.map(|most| {
                let name = template_name(&card.set, &card.template);
                most.saturating_sub(laid.get(&name).copied().unwrap_or_default())
            });
            let per_place = card.template.card.as_ref().and_then(|card| card.at_most_per_place);
            left.into_iter().chain(per_place).min()
        });
        let seed = seed.numbered(u64::from(place.node.0));
        // Drops change nothing in what lies on the board.
        let randoms = [&mut seed.stream(), &mut seed.child("drops").stream()];
        let filling = cover(board, &deck, &entered.collect::<Vec<_>>(), randoms, problem);
        match filling {
            Ok((cards, drops)) => {
                for card in &cards {
                    *laid.entry(card.room.name()).or_default() += 1;
                }
                (board.cards, board.drops) = (cards, drops);
            }
            Err(gaps) => diagnostics.push(not_filled(problem, index, board, &deck, &gaps)),
        }
    }
    diagnostics
}

/// The side of the board cell beside a socket, which lies there from the corner of the core.
fn entrance(board: &BoardGrid, socket: Cell) -> Option<(Cell, Direction)> {
    let inside = socket - Cell::new(1, 1);
    let within = Rect::new(Cell::new(0, 0), board.size());
    let out = Direction::ALL.into_iter().find(|out| within.contains(inside.step(out.opposite())))?;
    let beside = inside.step(out.opposite());
    let at = |value: i32, length: u32| value / length as i32;
    Some((Cell::new(at(beside.x, board.cell.width), at(beside.y, board.cell.height)), out))
}

/// What keeps a board from being filled.
struct CoverageGaps {
    /// The open sides for which there is no card, on the last walk.
    kinds: BTreeSet<Directions>,
    /// How many cards were laid and taken back, over all walks.
    tried: u64,
}

/// The cards on a board, and the sides that can be crossed one way only.
type CoveredBoard = (Vec<LaidCard>, Vec<(Cell, Direction)>);

/// Walks the board and fills it, again and again until it is full.
fn cover(
    board: &PlannedBoard,
    deck: &Deck,
    entered: &[(Cell, Direction)],
    [random, drops_random]: [&mut RandomStream; 2],
    problem: &LayoutProblem,
) -> Result<CoveredBoard, CoverageGaps> {
    let mut gaps = CoverageGaps { kinds: BTreeSet::new(), tried: 0 };
    for _ in 0..MOST_WALKS {
        if problem.work.is_stopped() {
            break;
        }
        let walk = BoardWalk::draw(&board.board, board.loops_percent, entered, random);
        match fill(&walk, deck, random) {
            FillResult::Full { cards, covered_by } => {
                return Ok((cards, drops(&walk, &covered_by, board.drops_percent, drops_random)));
            }
            FillResult::Gaps { kinds, tried } => {
                gaps.kinds.extend(kinds);
                gaps.tried += tried;
            }
        }
    }
    Err(gaps)
}

/// Of the ways around that lead from card to card so many of 100 lead one way: down, or to one side.
fn drops(
    walk: &BoardWalk,
    covered_by: &[usize],
    percent: u32,
    random: &mut RandomStream,
) -> Vec<(Cell, Direction)> {
    let card = |at: Cell| walk.open.index_of(at).and_then(|index| covered_by.get(index));
    // Within a card authors draw what they like.
    let between = walk.loops.iter().filter(|(at, side)| card(*at) != card(at.step(*side)));
    let mut drops = Vec::new();
    for &(at, side) in between {
        if random.chance(percent) {
            let leads_back = side.is_level() && random.chance(50);
            drops.push(if leads_back { (at.step(side), side.opposite()) } else { (at, side) });
        }
    }
    drops
}

fn not_filled(
    problem: &LayoutProblem,
    place: usize,
    board: &PlannedBoard,
    deck: &Deck,
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
    let limited: Vec<String> = deck.used_up().map(|name| format!("\"{name}\"")).collect();
    let hint = if limited.is_empty() {
        "draw cards of one board cell for all sets of open sides".to_owned()
    } else {
        format!("draw more cards of one board cell, or raise the limits of {}", limited.join(", "))
    };
    let message = format!(
        "The board of {} ({width} × {height} board cells) could not be filled on {MOST_WALKS} walks: {why}.",
        problem.name(place)
    );
    problem.about([place], Diagnostic::error(NOT_FILLED, message).hint(hint))
}

impl LaidCard {
    fn new(card: &DeckCard, symmetry: Symmetry, at: Cell) -> Self {
        let room = PlannedRoom { set: Arc::clone(&card.set), template: Arc::clone(&card.template), symmetry };
        Self { room, at }
    }
}
