//! Checks the picture of a card, and the use of cards and rooms.
//!
//! Cards are placed next to each other, and passages lead from one to the next through open sides:
//!
//! ```text
//! ###.###   each side is closed, or open in its middle, where it meets the next card;
//! #......   all floor that can be reached through the open sides of a board cell, or through
//! #.#####   another cell of the card, is connected inside;
//! #.#       a part that is not part of the card consists of whole empty board cells
//! ```

use std::collections::{BTreeMap, BTreeSet};

use crate::base::{Cell, Diagnostic, Direction, Directions, PathRef, Size};
use crate::mission::{Form, NodeSymbol};
use crate::rooms::{CardPicture, CardSettings, LegendEntry, RoomSet, RoomTemplate};

/// Checks a card with even rows and known characters; `path` is that of its template.
pub(super) fn check_card(
    set: &RoomSet,
    room: &RoomTemplate,
    card: &CardSettings,
    path: PathRef<'_>,
    found: &mut Vec<Diagnostic>,
) {
    if let Some(mistake) = check_cell_size(room, card) {
        found.push(mistake.at(path.field("card").field("cell")));
        return;
    }
    if card.at_most_per_place == Some(0) {
        let message = format!("A place may have \"{}\" at most 0 times, so it is never chosen.", room.name);
        let hint = "Raise the limit in a place to 1 or more.";
        let path = path.field("card");
        let path = path.field("at_most_per_place");
        found.push(Diagnostic::warning("never-chosen", message).at(path).hint(hint));
    }
    let (path, card_path) = (path.field("picture"), path.field("card"));
    let Some(picture) = room.card_picture(&set.legend) else { return };
    let check = CardCheck { room, path, picture };
    found.extend(unknown_drop_tiles(set, card, card_path));
    check.sockets(set, found);
    let before = found.len();
    check.torn_cells(found);
    if found.len() == before {
        check.sides(found);
        check.floor(found);
    }
}

fn check_cell_size(room: &RoomTemplate, card: &CardSettings) -> Option<Diagnostic> {
    let Size { width, height } = card.cell;
    if !card.has_possible_cell() {
        let (wide, high) = (CardSettings::WIDTH.range(), CardSettings::HEIGHT.range());
        let message = format!("The board cells of \"{}\" are {width} × {height} cells large.", room.name);
        let hint = format!(
            "Choose a width from {} to {} and a height from {} to {}, for example 9 × 7.",
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
            "The card \"{}\" has {} × {} cells, which is not a whole number of board cells of {width} × {height}.",
            room.name, size.width, size.height
        );
        let up = |length: u32, cell: u32| length.div_ceil(cell) * cell;
        let hint = format!(
            "Make it {} × {} cells large.",
            up(size.width, width),
            up(size.height, height)
        );
        Diagnostic::error("card-size", message).hint(hint)
    })
}

/// Reports names of ledges and chutes that no walkable tile of the legend has, and one name for both.
fn unknown_drop_tiles(set: &RoomSet, card: &CardSettings, path: PathRef<'_>) -> Vec<Diagnostic> {
    let grounds = set.legend.values().filter_map(|entry| match entry {
        LegendEntry::Ground(look) => Some(look.name.as_str()),
        _ => None,
    });
    let grounds: BTreeSet<&str> = grounds.collect();
    let mut found = Vec::new();
    for (field, name) in [("ledge", &card.ledge), ("chute", &card.chute)] {
        if !name.is_empty() && !grounds.contains(name.as_str()) {
            let message = format!("No walkable tile of the legend is called \"{name}\".");
            let hint = format!("Add it to the legend: 'v': Ground(name: \"{name}\").");
            found.push(Diagnostic::error("unknown-drop-tile", message).at(path.field(field)).hint(hint));
        }
    }
    if !card.ledge.is_empty() && card.ledge == card.chute {
        let message = format!("\"{}\" is both the ledge and the chute of drops.", card.ledge);
        let hint = "Give the chute a tile of its own.";
        found.push(Diagnostic::error("unknown-drop-tile", message).at(path.field("chute")).hint(hint));
    }
    found
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
            let message = format!("\"{}\" is a card, but it has a socket.", self.room.name);
            let hint = "Open a side of the card instead, with floor in its middle.";
            found.push(self.report("socket-in-card", cell, message, hint));
        }
    }

    /// Reports board cells that are only partly empty.
    fn torn_cells(&self, found: &mut Vec<Diagnostic>) {
        let board = self.picture.board;
        let torn = board
            .all()
            .filter(|at| self.picture.has_part(*at))
            .filter_map(|at| board.rect_of(at).cells().find(|cell| self.picture.is_nothing(*cell)));
        for cell in torn {
            let message = format!("A board cell of \"{}\" is only partly empty.", self.room.name);
            let hint = "Fill the whole board cell.";
            found.push(self.report("torn-board-cell", cell, message, hint));
        }
        if !board.all().any(|at| self.picture.has_part(at)) {
            let message = format!("\"{}\" covers no board cell.", self.room.name);
            found.push(self.report("empty-card", Cell::new(0, 0), message, "Draw walls and floor."));
        }
    }

    /// Reports outer sides with floor outside of their middle.
    fn sides(&self, found: &mut Vec<Diagnostic>) {
        let CardPicture { board, .. } = self.picture;
        for part in self.picture.parts() {
            for side in Direction::ALL {
                if self.picture.has_part(part.at.step(side)) || part.sides.passable().contains(side) {
                    continue;
                }
                if let Some(cell) = board.side(part.at, side).find(|cell| self.picture.is_floor(*cell)) {
                    let name = &self.room.name;
                    let message =
                        format!("The {} side of \"{name}\" is open, but not in its middle.", side.name());
                    let length = if side.is_level() { board.cell.height } else { board.cell.width };
                    let hint = if length.is_multiple_of(2) {
                        "Put floor on both of its middle cells."
                    } else {
                        "Put floor on its middle cell."
                    };
                    found.push(self.report("side-not-open-in-middle", cell, message, hint));
                }
            }
        }
    }

    /// Reports board cells without floor, and cells joined inside the card whose floor is not connected.
    fn floor(&self, found: &mut Vec<Diagnostic>) {
        let parts = self.picture.parts();
        let board = self.picture.board;
        let bare = |at: Cell| !board.rect_of(at).cells().any(|cell| self.picture.is_floor(cell));
        for part in parts.iter().filter(|part| bare(part.at)) {
            let message = format!("A board cell of \"{}\" has no floor.", self.room.name);
            let hint = "Draw floor from one open side to another.";
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
                    let hint = "Connect it with the rest of its board cell.";
                    found.push(self.report("unreachable-floor", first, message, hint));
                }
            }
        }
    }

    /// Returns the group of each board cell; cells joined through inner sides share a group.
    fn groups(&self) -> BTreeMap<Cell, usize> {
        let parts: BTreeMap<Cell, Directions> =
            self.picture.parts().into_iter().map(|part| (part.at, part.sides.open)).collect();
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

/// Reports a template whose symbol is not formed by such templates.
pub(super) fn check_use(room: &RoomTemplate, symbol: &NodeSymbol, path: PathRef<'_>) -> Option<Diagnostic> {
    let uses_rooms = symbol.all_forms().any(Form::uses_rooms);
    let uses_cards = symbol.all_forms().any(|form| form.cards().is_some());
    match (&room.card, uses_rooms, uses_cards) {
        (None, true, _) | (Some(_), _, true) => None,
        (None, _, true) => {
            let message =
                format!("\"{}\" is never used, because \"{}\" is built as cards.", room.name, room.symbol);
            let hint = "Make it a card.";
            Some(Diagnostic::warning("never-used-room", message).at(path).hint(hint))
        }
        (Some(_), true, false) => {
            let message = format!(
                "\"{}\" is a card, but it is never used, because \"{}\" is built as rooms.",
                room.name, room.symbol
            );
            let hint = format!("Build \"{}\" as cards.", room.symbol);
            Some(Diagnostic::warning("never-used-room", message).at(path).hint(hint))
        }
        (_, false, false) => Some(never_used(room, path)),
    }
}

fn never_used(room: &RoomTemplate, path: PathRef<'_>) -> Diagnostic {
    let what = if room.card.is_some() { "cards" } else { "rooms" };
    let message =
        format!("\"{}\" is never used, because \"{}\" is not built as {what}.", room.name, room.symbol);
    let hint = format!("Build \"{}\" as {what}.", room.symbol);
    Diagnostic::warning("never-used-room", message).at(path).hint(hint)
}
