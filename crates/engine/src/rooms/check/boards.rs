//! Checks the cards of each symbol together.
//!
//! Reports symbols without cards, and cards that leave boards unfilled.

use std::collections::BTreeMap;

use super::cards::check_card;
use crate::base::{Cell, Diagnostic, Direction, Directions, PathRef, Severity, Size};
use crate::mission::{Alphabet, Cards, NodeSymbol};
use crate::rooms::boards::{self, DeckCard, can_open};
use crate::rooms::fillable::{LoopShare, fewest_entrances};
use crate::rooms::{RoomSet, RoomTemplate};

/// Checks all cards of each symbol together.
///
/// Reports missing cards, board cells of different sizes, and boards that stay unfilled.
pub(super) fn check_boards(alphabet: &Alphabet, sets: &[&RoomSet]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let boards =
        |(name, symbol)| NodeSymbol::boards(symbol).map(move |(params, choice)| (name, params, choice));
    for (name, params, choice) in alphabet.nodes.iter().flat_map(boards) {
        let path = PathRef::ROOT.field("alphabet");
        let path = path.entry("nodes", name);
        let of_choice = path.item("forms", choice.unwrap_or_default());
        let path = if choice.is_some() { of_choice.field("form") } else { path.field("form") };
        let cards = cards_of(name, sets);
        let mistake = if cards.is_empty() {
            let message = format!("No card is drawn for \"{name}\".");
            let like = match common_cell(sets) {
                Some(Size { width, height }) => {
                    format!(", with board cells of {width} × {height} cells like the others")
                }
                None => String::new(),
            };
            let hint = format!("Draw cards for \"{name}\" in a room set{like}.");
            Some(Diagnostic::error("no-card-for-symbol", message).hint(hint))
        } else {
            check_same_cells(name, &cards).or_else(|| {
                // The open sides of a card with mistakes are not known yet.
                let are_read = cards.iter().all(|(set, room)| is_right(set, room));
                let found = || {
                    let deck = boards::cards_of(name, sets.iter().copied());
                    check_never_filled(name, params, &deck)
                        .or_else(|| check_missing_kinds(name, params, &deck))
                };
                are_read.then(found).flatten()
            })
        };
        found.extend(mistake.map(|mistake| mistake.at(path)));
    }
    found
}

impl NodeSymbol {
    /// Returns the forms that are boards of cards, with their positions among the forms chosen by values.
    fn boards(&self) -> impl Iterator<Item = (&Cards, Option<usize>)> {
        let positions = std::iter::once(None).chain((0..).map(Some));
        self.all_forms().zip(positions).filter_map(|(form, choice)| Some((form.cards()?, choice)))
    }
}

/// Returns the symbols whose boards may stay unfilled, because some set of open sides has no sure card.
pub(crate) fn symbols_without_sure_cards<'a>(alphabet: &'a Alphabet, sets: &[&RoomSet]) -> Vec<&'a str> {
    let is_unsure = |(name, symbol): &(&String, &NodeSymbol)| {
        let deck = boards::cards_of(name, sets.iter().copied());
        let mut boards = NodeSymbol::boards(symbol);
        !deck.is_empty() && boards.any(|(params, _)| check_missing_kinds(name, params, &deck).is_some())
    };
    alphabet.nodes.iter().filter(is_unsure).map(|(name, _)| name.as_str()).collect()
}

/// A card with its set.
type SetCard<'a> = (&'a RoomSet, &'a RoomTemplate);

/// Returns the cards of a symbol that can be chosen.
fn cards_of<'a>(symbol: &str, sets: &[&'a RoomSet]) -> Vec<SetCard<'a>> {
    let all = sets.iter().flat_map(|set| set.rooms.iter().map(move |room| (*set, room)));
    all.filter(|(_, room)| room.card.is_some() && room.symbol == symbol && room.is_usable()).collect()
}

/// Returns the size of the board cells of all cards at hand, if it is the same for all.
fn common_cell(sets: &[&RoomSet]) -> Option<Size> {
    let mut cells = sets.iter().flat_map(|set| &set.rooms).filter_map(|room| Some(room.card.as_ref()?.cell));
    let first = cells.next()?;
    cells.all(|cell| cell == first).then_some(first)
}

/// Returns `true` if the picture of a card has no mistakes, so that its open sides are known.
fn is_right(set: &RoomSet, room: &RoomTemplate) -> bool {
    let mut found = Vec::new();
    if let Some(card) = &room.card {
        check_card(set, room, card, PathRef::ROOT, &mut found);
    }
    let is_error = |one: &Diagnostic| one.severity == Severity::Error;
    room.card_picture(&set.legend).is_some() && !found.iter().any(is_error)
}

fn check_same_cells(symbol: &str, cards: &[SetCard<'_>]) -> Option<Diagnostic> {
    let cell = |room: &RoomTemplate| room.card.as_ref().map(|card| card.cell);
    let (_, first) = cards.first()?;
    let (_, other) = cards.iter().find(|(_, room)| cell(room) != cell(first))?;
    let size = |room: &RoomTemplate| {
        cell(room).map_or(String::new(), |Size { width, height }| format!("{width} × {height}"))
    };
    let message = format!(
        "The cards of \"{symbol}\" have board cells of different sizes: \"{}\" of {}, \"{}\" of {}.",
        first.name,
        size(first),
        other.name,
        size(other)
    );
    Some(
        Diagnostic::error("different-board-cells", message)
            .hint("Give all cards of the symbol board cells of one size."),
    )
}

/// Returns the open sides of card parts without drops, in all allowed symmetries.
///
/// The value is `true` if some card consists of this cell alone and may be placed without limit.
fn kinds(cards: &[DeckCard]) -> BTreeMap<Directions, bool> {
    let mut kinds = BTreeMap::new();
    for card in cards {
        let is_sure = card.parts.len() == 1 && card.most_on_board(0).is_none();
        for symmetry in card.template.symmetries() {
            for part in &card.parts {
                if part.sides.open == part.sides.passable() {
                    *kinds.entry(part.sides.open.turned(symmetry)).or_default() |= is_sure;
                }
            }
        }
    }
    kinds
}

/// Finds boards that need a direction in which no card is open, or that no kinds of cells can cover.
fn check_never_filled(symbol: &str, params: &Cards, cards: &[DeckCard]) -> Option<Diagnostic> {
    let kinds = kinds(cards);
    let needed = |length: u32, sides: [Direction; 2]| sides.into_iter().filter(move |_| length > 1);
    let needed = needed(params.columns.0, [Direction::East, Direction::West])
        .chain(needed(params.rows.0, [Direction::North, Direction::South]));
    let missing: Directions = needed.filter(|side| !kinds.keys().any(|open| open.contains(*side))).collect();
    if missing != Directions::NONE {
        let message =
            format!("No board of \"{symbol}\" can ever be filled: no card is open to the {missing}.");
        let hint = format!("Draw a card that is open to the {missing}.");
        return Some(Diagnostic::error(NEVER_FILLED, message).hint(hint));
    }
    let entrances = fewest_entrances_of(params, &kinds.into_keys().collect::<Vec<_>>());
    if entrances.is_some_and(|count| count <= MOST_ENTRANCES) {
        return None;
    }
    let boards = match entrances {
        None => format!("No board of \"{symbol}\" can ever be filled"),
        Some(count) => {
            format!("No board of \"{symbol}\" with fewer than {count} passages can ever be filled")
        }
    };
    let (known, asked) = (self::kinds(cards), asked_kinds(params, Directions::NONE));
    let missing: Vec<String> =
        asked.iter().filter(|open| !known.contains_key(open)).map(|open| format!("the {open}")).collect();
    let why = if missing.is_empty() {
        "the sides of its cards never fit together all around".to_owned()
    } else {
        format!("no card is open to {} and closed elsewhere", missing.join("; to "))
    };
    let hint = "Draw cards of one board cell with these open sides.";
    Some(Diagnostic::error(NEVER_FILLED, format!("{boards}: {why}.")).hint(hint))
}

/// The code of the mistake that no board of a symbol can be filled.
const NEVER_FILLED: &str = "board-never-filled";

/// Maximum number of open outer sides that is not taken for a mistake.
///
/// With more, that many passages would have to arrive at every board.
const MOST_ENTRANCES: u32 = 4;

/// Returns the least number of passages that must arrive at boards of a symbol, over all sizes.
///
/// `None` if no board can be filled.
fn fewest_entrances_of(params: &Cards, kinds: &[Directions]) -> Option<u32> {
    let loops = match params.loops_percent {
        0 => LoopShare::None,
        100.. => LoopShare::All,
        _ => LoopShare::Some,
    };
    let mut fewest: Option<u32> = None;
    for columns in params.columns.0..=params.columns.1 {
        for rows in params.rows.0..=params.rows.1 {
            let found = fewest_entrances(kinds, Size::new(columns, rows), loops);
            fewest = fewest.into_iter().chain(found).min();
            if fewest.is_some_and(|count| count <= MOST_ENTRANCES) {
                return fewest;
            }
        }
    }
    fewest
}

/// Finds sets of open sides that a board may need but no card is sure to have.
///
/// Cards of one board cell that may be laid without limit for all sets of open sides cover every board.
fn check_missing_kinds(symbol: &str, params: &Cards, cards: &[DeckCard]) -> Option<Diagnostic> {
    let kinds = kinds(cards);
    if Directions::all_but_none().into_iter().all(|open| kinds.get(&open) == Some(&true)) {
        return None;
    }
    let asked = asked_kinds(params, can_open(cards));
    let named = |is_wanted: &dyn Fn(Option<&bool>) -> bool| {
        let wanted = asked.iter().filter(|open| is_wanted(kinds.get(open)));
        wanted.map(|open| format!("the {open}")).collect::<Vec<_>>().join("; to ")
    };
    let (missing, unsure) = (named(&|known| known.is_none()), named(&|known| known == Some(&false)));
    let lacking = match (missing.is_empty(), unsure.is_empty()) {
        (true, true) => return None,
        (false, true) => format!("no card is open to {missing} and closed elsewhere"),
        (true, false) => format!("only larger or limited cards are open to {unsure} and closed elsewhere"),
        (false, false) => format!(
            "no card is open to {missing} and closed elsewhere, and only larger or limited ones to {unsure}"
        ),
    };
    let message = format!("Boards of \"{symbol}\" may stay unfilled: {lacking}.");
    let hint = "Draw a card of one board cell, without a limit, for each of these sets of open sides.";
    Some(Diagnostic::warning("missing-cards", message).hint(hint))
}

/// Returns the sets of sides that may have to be open at a board cell of the largest board.
///
/// Passages arrive at outer sides in the directions of `entrances`.
fn asked_kinds(params: &Cards, entrances: Directions) -> Vec<Directions> {
    let (columns, rows) = (params.columns.1, params.rows.1);
    let available = |at: Cell| -> Directions {
        let is_inside = |cell: Cell| {
            let within = |value: i32, length: u32| (0..length as i32).contains(&value);
            within(cell.x, columns) && within(cell.y, rows)
        };
        let is_asked = |side: &Direction| entrances.contains(*side) || is_inside(at.step(*side));
        Direction::ALL.into_iter().filter(is_asked).collect()
    };
    // A board of three cells asks for the same sides as a larger one.
    let ends =
        |length: u32| (0..length.min(3) as i32).map(move |at| if at == 2 { length as i32 - 1 } else { at });
    let corners: Vec<Directions> =
        ends(rows).flat_map(|y| ends(columns).map(move |x| Cell::new(x, y))).map(available).collect();
    let may_ask = |open: &Directions| corners.iter().any(|available| open.are_among(*available));
    Directions::all_but_none().into_iter().filter(may_ask).collect()
}
