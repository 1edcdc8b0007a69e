//! What is wrong with cards: with the picture of one, and with all those of a symbol.
//!
//! Cards are laid side by side, and ways lead from one to the next through open sides, so:
//!
//! ```text
//! ###.###   each side is closed, or open in its middle, so that it meets the next one there,
//! #......   all floor that is reached through the open sides of a board cell, or through another
//! #.#####   cell of the card, is joined inside,
//! #.#       and what is no part of the card is whole board cells of nothing
//! ```

use std::collections::{BTreeMap, BTreeSet};

use super::fillable::{Loops, fewest_entrances};
use super::{Alphabet, Card, CardPicture, Cards, Form, NodeSymbol, RoomSet, RoomTemplate};
use crate::base::{Cell, Diagnostic, Direction, Directions, PathRef, Severity, Size};

/// Checks a card whose rows are even and whose characters are known; `path` is that of its template.
pub(super) fn check_card(
    set: &RoomSet,
    room: &RoomTemplate,
    card: &Card,
    path: PathRef<'_>,
    found: &mut Vec<Diagnostic>,
) {
    if let Some(mistake) = check_cell_size(room, card) {
        found.push(mistake.at(path.field("card").field("cell")));
        return;
    }
    if card.at_most_per_place == Some(0) {
        let message = format!("A place may have \"{}\" at most 0 times, so it is never chosen.", room.name);
        let hint = "give it at_most_per_place: 1 or more, or leave it out";
        let path = path.field("card");
        let path = path.field("at_most_per_place");
        found.push(Diagnostic::warning("never-chosen", message).at(path).hint(hint));
    }
    let path = path.field("picture");
    let Some(picture) = room.card_picture(&set.legend) else { return };
    let check = CardCheck { room, path, picture };
    check.sockets(set, found);
    let before = found.len();
    check.torn_cells(found);
    if found.len() == before {
        check.sides(found);
        check.floor(found);
    }
}

fn check_cell_size(room: &RoomTemplate, card: &Card) -> Option<Diagnostic> {
    let Size { width, height } = card.cell;
    if !card.has_possible_cell() {
        let (wide, high) = (Card::WIDTH.range(), Card::HEIGHT.range());
        let message = format!("The board cells of \"{}\" are {width} × {height} cells large.", room.name);
        let hint = format!(
            "write a width from {} to {} and a height from {} to {}, for example cell: (9, 7)",
            wide.start(),
            wide.end(),
            high.start(),
            high.end()
        );
        return Some(Diagnostic::error("card-cell", message).hint(hint));
    }
    let size = room.size();
    let is_whole = size.width.is_multiple_of(width) && size.height.is_multiple_of(height);
    (!is_whole).then(|| {
        let message = format!(
            "The card \"{}\" is {} × {} cells large, which are no whole board cells of {width} × {height}.",
            room.name, size.width, size.height
        );
        let up = |length: u32, cell: u32| length.div_ceil(cell) * cell;
        let hint = format!(
            "draw it {} × {} cells large, or give its board cells another size",
            up(size.width, width),
            up(size.height, height)
        );
        Diagnostic::error("card-size", message).hint(hint)
    })
}

struct CardCheck<'a> {
    room: &'a RoomTemplate,
    path: PathRef<'a>,
    picture: CardPicture,
}

impl CardCheck<'_> {
    fn report(&self, code: &'static str, cell: Cell, message: String, hint: &str) -> Diagnostic {
        let row = self.path.index(cell.y as usize);
        Diagnostic::error(code, message).at(row.index(cell.x as usize)).hint(hint)
    }

    fn sockets(&self, set: &RoomSet, found: &mut Vec<Diagnostic>) {
        if let Some((cell, _)) = self.room.sockets(&set.legend).next() {
            let message = format!("\"{}\" is a card, but has a socket.", self.room.name);
            let hint =
                "put floor into the middle of a side to open it: ways enter a board through open sides";
            found.push(self.report("socket-in-card", cell, message, hint));
        }
    }

    /// Board cells of which only a part is nothing.
    fn torn_cells(&self, found: &mut Vec<Diagnostic>) {
        let board = self.picture.board;
        let torn = board
            .all()
            .filter(|at| self.picture.has_part(*at))
            .filter_map(|at| board.rect_of(at).cells().find(|cell| self.picture.is_nothing(*cell)));
        for cell in torn {
            let message = format!("A board cell of \"{}\" is nothing only in part.", self.room.name);
            let hint = "fill the whole board cell with nothing, or none of it";
            found.push(self.report("torn-board-cell", cell, message, hint));
        }
        if !board.all().any(|at| self.picture.has_part(at)) {
            let message = format!("\"{}\" covers no board cell.", self.room.name);
            found.push(self.report("empty-card", Cell::new(0, 0), message, "draw walls and floor"));
        }
    }

    /// Outer sides with floor, but not in the middle.
    fn sides(&self, found: &mut Vec<Diagnostic>) {
        let CardPicture { board, .. } = self.picture;
        for part in self.picture.parts() {
            for side in Direction::ALL {
                if self.picture.has_part(part.at.step(side)) || part.open.contains(side) {
                    continue;
                }
                if let Some(cell) = board.side(part.at, side).find(|cell| self.picture.is_floor(*cell)) {
                    let name = &self.room.name;
                    let message =
                        format!("The {} side of \"{name}\" is open, but not in its middle.", side.name());
                    let length = if side.is_level() { board.cell.height } else { board.cell.width };
                    let hint = if length.is_multiple_of(2) {
                        "put floor on both of its middle cells, or wall along the whole side"
                    } else {
                        "put floor on its middle cell, or wall along the whole side"
                    };
                    found.push(self.report("side-not-open-in-middle", cell, message, hint));
                }
            }
        }
    }

    /// Board cells that are joined inside the card have one piece of floor.
    fn floor(&self, found: &mut Vec<Diagnostic>) {
        let parts = self.picture.parts();
        let board = self.picture.board;
        let bare = |at: Cell| !board.rect_of(at).cells().any(|cell| self.picture.is_floor(cell));
        for part in parts.iter().filter(|part| bare(part.at)) {
            let message = format!("A board cell of \"{}\" has no floor.", self.room.name);
            let hint = "every board cell is walked through: draw floor from one open side to another";
            found.push(self.report("board-cell-without-floor", board.rect_of(part.at).min, message, hint));
        }
        let group_of = self.groups();
        let mut seen: BTreeSet<Cell> = BTreeSet::new();
        let mut known: BTreeSet<usize> = BTreeSet::new();
        for part in &parts {
            for first in board.rect_of(part.at).cells().filter(|cell| self.picture.is_floor(*cell)) {
                if !seen.insert(first) {
                    continue;
                }
                let mut open = vec![first];
                while let Some(cell) = open.pop() {
                    open.extend(
                        cell.beside().filter(|near| self.picture.is_floor(*near) && seen.insert(*near)),
                    );
                }
                if group_of.get(&part.at).is_some_and(|group| !known.insert(*group)) {
                    let message = format!("A part of the floor of \"{}\" is cut off.", self.room.name);
                    let hint = "join it with the rest of its board cell, side to side, or fill it with wall";
                    found.push(self.report("unreachable-floor", first, message, hint));
                }
            }
        }
    }

    /// Which board cells of the card are joined through its inner sides: of each the number of its group.
    fn groups(&self) -> BTreeMap<Cell, usize> {
        let parts: BTreeMap<Cell, Directions> =
            self.picture.parts().into_iter().map(|part| (part.at, part.open)).collect();
        let mut groups = BTreeMap::new();
        for (number, first) in parts.keys().enumerate() {
            let mut open = vec![*first];
            while let Some(at) = open.pop() {
                if groups.contains_key(&at) {
                    continue;
                }
                groups.insert(at, number);
                let sides = parts.get(&at).copied().unwrap_or_default();
                open.extend(sides.iter().map(|side| at.step(side)).filter(|next| parts.contains_key(next)));
            }
        }
        groups
    }
}

/// What is wrong with all cards of each symbol: that there are none, that their board cells differ, or that they leave boards unfilled.
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
            let hint =
                format!("draw templates with symbol: \"{name}\" and card: (cell: (9, 7)) in a room set");
            Some(Diagnostic::error("no-card-for-symbol", message).hint(hint))
        } else {
            check_same_cells(name, &cards).or_else(|| {
                // Of a card with a mistake nobody knows yet how it will be open.
                let are_read = cards.iter().all(|(set, room)| is_right(set, room));
                let found = || {
                    check_never_filled(name, params, &cards)
                        .or_else(|| check_missing_kinds(name, params, &cards))
                };
                are_read.then(found).flatten()
            })
        };
        found.extend(mistake.map(|mistake| mistake.at(path)));
    }
    found
}

impl NodeSymbol {
    /// Its forms that are boards of cards, each with the position among those that values choose.
    fn boards(&self) -> impl Iterator<Item = (&Cards, Option<usize>)> {
        let positions = std::iter::once(None).chain((0..).map(Some));
        self.all_forms().zip(positions).filter_map(|(form, choice)| Some((form.cards()?, choice)))
    }
}

/// A card with its set.
type SetCard<'a> = (&'a RoomSet, &'a RoomTemplate);

/// The cards of a symbol that can be chosen.
fn cards_of<'a>(symbol: &str, sets: &[&'a RoomSet]) -> Vec<SetCard<'a>> {
    let all = sets.iter().flat_map(|set| set.rooms.iter().map(move |room| (*set, room)));
    all.filter(|(_, room)| room.card.is_some() && room.symbol == symbol && room.is_usable()).collect()
}

/// Has the picture of a card no mistake, so that it says where the card is open?
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
    Some(Diagnostic::error("different-board-cells", message).hint("give all cards of the symbol one cell"))
}

/// The open sides of the parts of cards in all ways in which they may lie, each with whether the card is of this one cell and may be laid without limit.
fn kinds(cards: &[SetCard<'_>]) -> BTreeMap<Directions, bool> {
    let mut kinds = BTreeMap::new();
    for (set, room) in cards {
        let Some(picture) = room.card_picture(&set.legend) else { continue };
        let parts = picture.parts();
        let is_limited =
            room.at_most.is_some() || room.card.as_ref().is_some_and(|card| card.at_most_per_place.is_some());
        let is_sure = parts.len() == 1 && !is_limited;
        for symmetry in room.symmetries() {
            for part in &parts {
                *kinds.entry(part.open.turned(symmetry)).or_default() |= is_sure;
            }
        }
    }
    kinds
}

/// Boards whose walk needs a direction in which no card is open, or that no kinds of cells can cover.
fn check_never_filled(symbol: &str, params: &Cards, cards: &[SetCard<'_>]) -> Option<Diagnostic> {
    let kinds = kinds(cards);
    let needed = |length: u32, sides: [Direction; 2]| sides.into_iter().filter(move |_| length > 1);
    let needed = needed(params.columns.0, [Direction::East, Direction::West])
        .chain(needed(params.rows.0, [Direction::North, Direction::South]));
    let missing: Directions = needed.filter(|side| !kinds.keys().any(|open| open.contains(*side))).collect();
    if missing != Directions::NONE {
        let message =
            format!("No board of \"{symbol}\" can ever be filled: no card is open to the {missing}.");
        let hint = "draw cards that are, or let cards be turned or flipped";
        return Some(Diagnostic::error(NEVER_FILLED, message).hint(hint));
    }
    let entrances = fewest_entrances_of(params, &kinds.into_keys().collect::<Vec<_>>());
    if entrances.is_some_and(|count| count <= MOST_ENTRANCES) {
        return None;
    }
    let boards = match entrances {
        None => format!("No board of \"{symbol}\" can ever be filled"),
        Some(count) => {
            format!("No board of \"{symbol}\" at which fewer than {count} passages arrive can ever be filled")
        }
    };
    let (known, asked) = (self::kinds(cards), asked_kinds(params.columns.1, params.rows.1));
    let missing: Vec<String> =
        asked.iter().filter(|open| !known.contains_key(open)).map(|open| format!("the {open}")).collect();
    let why = if missing.is_empty() {
        "the sides of its cards never fit all around".to_owned()
    } else {
        format!("no card is open to {} and closed elsewhere", missing.join("; to "))
    };
    let hint = "draw cards of one board cell for such open sides, or let cards be turned or flipped";
    Some(Diagnostic::error(NEVER_FILLED, format!("{boards}: {why}.")).hint(hint))
}

/// The code of: no board of a symbol can be filled.
const NEVER_FILLED: &str = "board-never-filled";

/// Cards that leave more outer sides open than this are taken for a mistake: so many passages would have to arrive at every board.
const MOST_ENTRANCES: u32 = 4;

/// The fewest passages that have to arrive at boards of a symbol, whatever their size is. `None` if none can be filled.
fn fewest_entrances_of(params: &Cards, kinds: &[Directions]) -> Option<u32> {
    let loops = match params.loops_percent {
        0 => Loops::None,
        100.. => Loops::All,
        _ => Loops::Some,
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

/// Open sides that a board may ask for, but no card has.
fn check_missing_kinds(symbol: &str, params: &Cards, cards: &[SetCard<'_>]) -> Option<Diagnostic> {
    let kinds = kinds(cards);
    let asked = asked_kinds(params.columns.1, params.rows.1);
    let missing: Vec<String> =
        asked.iter().filter(|open| !kinds.contains_key(open)).map(|open| format!("the {open}")).collect();
    if !missing.is_empty() {
        let message = format!(
            "Some boards of \"{symbol}\" cannot be filled: no card is open to {} and closed elsewhere.",
            missing.join("; to ")
        );
        let hint = "draw cards of one board cell that are; a board that cannot be filled is walked again";
        return Some(Diagnostic::warning("missing-cards", message).hint(hint));
    }
    None
}

/// The sets of sides that a walk over boards of at most that size may open at a board cell, without passages that arrive there.
fn asked_kinds(columns: u32, rows: u32) -> Vec<Directions> {
    let available = |at: Cell| -> Directions {
        let is_inside = |cell: Cell| {
            let within = |value: i32, length: u32| (0..length as i32).contains(&value);
            within(cell.x, columns) && within(cell.y, rows)
        };
        Direction::ALL.into_iter().filter(|side| is_inside(at.step(*side))).collect()
    };
    // A board of three is no different from a larger one.
    let ends =
        |length: u32| (0..length.min(3) as i32).map(move |at| if at == 2 { length as i32 - 1 } else { at });
    let corners: Vec<Directions> =
        ends(rows).flat_map(|y| ends(columns).map(move |x| Cell::new(x, y))).map(available).collect();
    let may_ask = |open: &Directions| corners.iter().any(|available| open.are_among(*available));
    Directions::all_but_none().into_iter().filter(may_ask).collect()
}

/// What is wrong with templates of a set that are not what their symbols are formed by.
pub(super) fn check_use(room: &RoomTemplate, symbol: &NodeSymbol, path: PathRef<'_>) -> Option<Diagnostic> {
    let uses_rooms = symbol.all_forms().any(Form::uses_rooms);
    let uses_cards = symbol.all_forms().any(|form| form.cards().is_some());
    match (&room.card, uses_rooms, uses_cards) {
        (None, true, _) | (Some(_), _, true) => None,
        (None, _, true) => {
            let message = format!("\"{}\" is never used: \"{}\" is formed by cards.", room.name, room.symbol);
            let hint = "write card: (cell: (9, 7)) to make it a card";
            Some(Diagnostic::warning("never-used-room", message).at(path).hint(hint))
        }
        (Some(_), true, false) => {
            let message = format!(
                "\"{}\" is never used: it is a card, but \"{}\" is formed by rooms.",
                room.name, room.symbol
            );
            let hint =
                format!("write form: Cards() at \"{}\" in the alphabet, or leave out card", room.symbol);
            Some(Diagnostic::warning("never-used-room", message).at(path).hint(hint))
        }
        (_, false, false) => Some(never_used(room, path)),
    }
}

fn never_used(room: &RoomTemplate, path: PathRef<'_>) -> Diagnostic {
    let (what, form) = if room.card.is_some() { ("cards", "Cards()") } else { ("rooms", "Room") };
    let message = format!("\"{}\" is never used: \"{}\" is not formed by {what}.", room.name, room.symbol);
    let hint = format!("write form: {form} at \"{}\" in the alphabet", room.symbol);
    Diagnostic::warning("never-used-room", message).at(path).hint(hint)
}
