//! Custom looks of tiles and entities, and the choice of the piece of a block that a cell shows.
//!
//! ```text
//! the four cells next to a tile:     the eight around it:
//!        1                              128   1   2
//!     8  ·  2                            64   ·   4
//!        4                               32  16   8
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::large_things::check_large_things;
use super::look_words;
use super::motif::{Motif, is_named};
use super::sheet::{PieceAt, SheetImage};
use crate::base::{Diagnostic, PathRef, Suggester, hint_at};
use crate::level::THEMES;
use crate::mission::Alphabet;
use crate::rooms::{LegendEntry, RoomSet, TileChoice};

/// Tile drawn below transparent pieces.
pub(super) const GROUND: &str = "floor";

/// Tile that surrounds the places of every level.
pub(super) const WALL: &str = "wall";

/// A piece of one of the sheets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PieceOf {
    pub sheet: usize,
    pub at: PieceAt,
}

/// Custom looks of the tiles and entities of a project, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TileLooks {
    sheets: Vec<Arc<SheetImage>>,
    by_name: BTreeMap<String, (usize, TileChoice)>,
}

impl TileLooks {
    /// Collects the looks of room sets, each with its sheet if that could be read. The first set with a look
    /// for a tile wins; unusable looks are ignored.
    pub fn of_sets<'s>(sets: impl IntoIterator<Item = (&'s RoomSet, Option<Arc<SheetImage>>)>) -> Self {
        let mut looks = Self::default();
        for (set, sheet) in sets {
            let number = looks.sheets.len();
            for (name, choice) in &set.looks {
                if can_be_had(choice, sheet.as_deref()) {
                    looks.by_name.entry(name.clone()).or_insert_with(|| (number, choice.clone()));
                }
            }
            looks.sheets.extend(sheet);
        }
        looks
    }

    /// Adds the looks of an alphabet. Looks of room sets come first.
    #[must_use]
    pub fn with_alphabet(mut self, alphabet: &Alphabet) -> Self {
        for (name, look, _) in looks_of(alphabet) {
            if can_be_drawn(look) {
                let choice = (0, TileChoice::Like(look.to_owned()));
                self.by_name.entry(name.to_owned()).or_insert(choice);
            }
        }
        self
    }

    /// Returns `true` if there are no custom looks.
    pub fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }

    /// Returns the name of the look that a tile or entity is drawn like.
    pub(super) fn like<'n>(&'n self, name: &'n str) -> &'n str {
        match self.by_name.get(name) {
            Some((_, TileChoice::Like(like))) => like,
            _ => name,
        }
    }

    /// Returns `true` if a tile of this name shows pieces of a sheet.
    pub(super) fn has_pieces(&self, name: &str) -> bool {
        self.by_name.get(name).is_some_and(|(_, choice)| !matches!(choice, TileChoice::Like(_)))
    }

    /// Returns the pieces of a tile, the lowest first. `has_same` returns `true` if the cell at an offset has
    /// the same tile.
    pub(super) fn pieces(&self, name: &str, has_same: impl Fn(i32, i32) -> bool) -> Vec<PieceOf> {
        let mut pieces = Vec::new();
        let Some(piece) = self.piece(name, has_same) else { return pieces };
        if name != GROUND && !self.is_opaque(piece) {
            pieces.extend(self.piece(GROUND, |_, _| true));
        }
        pieces.push(piece);
        pieces
    }

    /// Returns the piece of a tile in the sheet of its set.
    pub fn piece_at(&self, name: &str, has_same: impl Fn(i32, i32) -> bool) -> Option<PieceAt> {
        self.piece(name, has_same).map(|piece| piece.at)
    }

    /// Returns the piece of a tile.
    pub(super) fn piece(&self, name: &str, has_same: impl Fn(i32, i32) -> bool) -> Option<PieceOf> {
        let (sheet, choice) = self.by_name.get(name)?;
        let at = match choice {
            TileChoice::Like(_) => return None,
            TileChoice::Piece(at) => *at,
            TileChoice::Block16(block) => block.piece(number_of_16(has_same))?,
            TileChoice::Block47(block) => block.piece(number_of_47(has_same))?,
        };
        Some(PieceOf { sheet: *sheet, at })
    }

    /// Returns the sheets, in the order of their sets.
    pub(crate) fn sheets(&self) -> &[Arc<SheetImage>] {
        &self.sheets
    }

    /// Returns the name of the tile whose pieces a tile shows, if it shows any.
    pub(super) fn dressed_as<'n>(&self, name: &'n str, motif: Motif) -> Option<&'n str> {
        match name {
            name if self.has_pieces(name) => Some(name),
            // A tile that looks like floor or wall shows their pieces.
            name if self.like(name) == GROUND && self.has_pieces(GROUND) => Some(GROUND),
            name if self.like(name) == WALL && self.has_pieces(WALL) => Some(WALL),
            // A secret door looks like the wall around it.
            _ if motif == Motif::Secret && self.has_pieces(WALL) => Some(WALL),
            _ => None,
        }
    }

    pub(super) fn sheet(&self, piece: PieceOf) -> Option<&SheetImage> {
        self.sheets.get(piece.sheet).map(Arc::as_ref)
    }

    pub(super) fn is_opaque(&self, piece: PieceOf) -> bool {
        self.sheet(piece).is_some_and(|sheet| sheet.is_opaque(piece.at))
    }
}

fn can_be_had(choice: &TileChoice, sheet: Option<&SheetImage>) -> bool {
    match choice {
        TileChoice::Like(name) => can_be_drawn(name),
        _ => sheet.is_some_and(|sheet| choice.pieces().all(|at| at.is_some_and(|at| sheet.has(at)))),
    }
}

/// Returns `true` if a word names a look of tiles or entities.
fn can_be_drawn(word: &str) -> bool {
    is_named(word) || look_words::of_entity(word).is_some()
}

/// Returns the names with a chosen look, the look, and the path of it.
fn looks_of(alphabet: &Alphabet) -> impl Iterator<Item = (&str, &str, [&'static str; 2])> {
    let entities = alphabet.entities.iter().map(|(name, symbol)| (name, &symbol.look, "entities"));
    let tiles = alphabet.tiles.iter().map(|(name, symbol)| (name, &symbol.look, "tiles"));
    let items = alphabet.nodes.iter().map(|(name, symbol)| (name, &symbol.look, "nodes"));
    let all = entities.chain(tiles).chain(items).filter(|(_, look, _)| !look.is_empty());
    all.map(|(name, look, table)| (name.as_str(), look.as_str(), ["alphabet", table]))
}

/// Checks the looks that an alphabet names. Paths in diagnostics are those of the grammar.
pub fn check_named_looks(alphabet: &Alphabet) -> Vec<Diagnostic> {
    let unknown = looks_of(alphabet).filter(|(_, look, _)| !can_be_drawn(look));
    let unknown = unknown.map(|(name, look, [root, table])| {
        let root = PathRef::ROOT.field(root);
        let table = root.entry(table, name);
        unknown_look(look).at(table.field("look"))
    });
    let root = PathRef::ROOT.field("alphabet");
    let things =
        alphabet.themes.iter().flat_map(|(name, theme)| theme.own_props().map(move |prop| (name, prop)));
    let things = things.filter(|(_, prop)| !prop.trim().is_empty() && !can_be_drawn(prop));
    let things = things.map(|(name, prop)| unknown_look(prop).at(root.entry("themes", name).field("props")));
    unknown.chain(things).collect()
}

/// Returns the warning for a word that names no look, with the nearest one that does.
fn unknown_look(word: &str) -> Diagnostic {
    let known =
        look_words::all().flat_map(|(look, words)| std::iter::once(look.name).chain(words.iter().copied()));
    let hint = Suggester::default().nearest(word, known).map_or_else(
        || "Use a word of the catalogue, for example zombie, barrel or water.".to_owned(),
        |near| hint_at(near, word),
    );
    Diagnostic::warning("unknown-look", format!("There is no look called \"{word}\".")).hint(hint)
}

/// Offsets of the four cells next to a cell, clockwise from the one above.
const BESIDE: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// Returns the number of the piece, out of 16, that a cell shows.
pub fn number_of_16(has_same: impl Fn(i32, i32) -> bool) -> u32 {
    (0..).zip(BESIDE).map(|(bit, (dx, dy))| u32::from(has_same(dx, dy)) << bit).sum()
}

/// Returns the number of the piece, out of 47, that a cell shows: the index of its mask in [`MASKS_OF_47`].
pub fn number_of_47(has_same: impl Fn(i32, i32) -> bool) -> u32 {
    let mask = mask_of_8(has_same);
    MASKS_OF_47.iter().position(|known| *known == mask).unwrap_or_default() as u32
}

/// Returns the mask of the eight cells around a cell. A corner is set only if both cells next to it have the
/// same tile too.
fn mask_of_8(has_same: impl Fn(i32, i32) -> bool) -> u8 {
    let beside = BESIDE.map(|(dx, dy)| has_same(dx, dy));
    let corners = [(1, -1), (1, 1), (-1, 1), (-1, -1)].map(|(dx, dy)| has_same(dx, dy));
    let [north, east, south, west] = beside;
    let between = [north && east, east && south, south && west, west && north];
    let mut mask = 0;
    for (number, is_same) in beside.into_iter().enumerate() {
        mask |= u8::from(is_same) << (2 * number);
    }
    for (number, (is_same, counts)) in corners.into_iter().zip(between).enumerate() {
        mask |= u8::from(is_same && counts) << (2 * number + 1);
    }
    mask
}

/// All possible masks of the eight surrounding cells, in the order of the pieces.
pub const MASKS_OF_47: [u8; 47] = [
    0, 1, 4, 5, 7, 16, 17, 20, 21, 23, 28, 29, 31, 64, 65, 68, 69, 71, 80, 81, 84, 85, 87, 92, 93, 95, 112,
    113, 116, 117, 119, 124, 125, 127, 193, 197, 199, 209, 213, 215, 221, 223, 241, 245, 247, 253, 255,
];

/// Returns `true` for a thing that dressing draws, which no alphabet needs to have.
fn is_prop(name: &str) -> bool {
    THEMES.iter().any(|theme| theme.props.all().contains(&name))
}

/// Checks the looks of a room set against its sheet, if that could be read, and against the names of all
/// tiles, if known. Paths in diagnostics are those of the room set.
pub fn check_looks(set: &RoomSet, sheet: Option<&SheetImage>, tiles: Option<&[String]>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if let Some(sheet) = sheet {
        let (right, below) = sheet.left_over();
        if right > 0 || below > 0 {
            let pieces = sheet.pieces();
            let message = format!(
                "The pieces do not fill the sheet: {right} pixels are left to the right of {} columns, and {below} below {} rows.",
                pieces.width, pieces.height
            );
            let hint = "Correct the tile size, the margin and the spacing.";
            found.push(Diagnostic::warning("uneven-sheet", message).at("sheet").hint(hint));
        }
    }
    let known: Option<BTreeSet<&String>> = tiles.map(|tiles| tiles.iter().collect());
    let suggester = Suggester::default();
    for (name, choice) in &set.looks {
        let path = PathRef::ROOT.entry("looks", name);
        let is_entity = set.legend.values().any(|entry| match entry {
            LegendEntry::Entity(placed) | LegendEntry::Marker(placed) => placed.kind == *name,
            _ => false,
        });
        if let Some(known) =
            known.as_ref().filter(|known| !is_entity && !is_prop(name) && !known.contains(name))
        {
            let near = suggester.nearest(name, known.iter().map(|known| known.as_str()));
            let message = format!("There is no tile \"{name}\".");
            let hint = near.map_or_else(
                || "Choose a tile of a legend or of a pass.".to_owned(),
                |near| hint_at(near, name),
            );
            found.push(Diagnostic::warning("unknown-tile-look", message).at(path).hint(hint));
        }
        found.extend(check_choice(set, sheet, name, choice).map(|problem| problem.at(path)));
    }
    let looks = TileLooks::of_sets([(set, None)]);
    found.extend(check_large_things(set, |name| looks.like(name).to_owned()));
    found
}

fn check_choice(
    set: &RoomSet,
    sheet: Option<&SheetImage>,
    name: &str,
    choice: &TileChoice,
) -> Option<Diagnostic> {
    if let TileChoice::Like(like) = choice {
        return (!can_be_drawn(like)).then(|| unknown_look(like));
    }
    if set.sheet.is_none() {
        let message = format!("\"{name}\" shows pieces of a sheet, but this set has none.");
        let hint = "Load a tile sheet.";
        return Some(Diagnostic::warning("no-tile-sheet", message).hint(hint));
    }
    let sheet = sheet?;
    let outside = choice.pieces().find(|at| at.is_none_or(|at| !sheet.has(at)))?;
    let pieces = sheet.pieces();
    let message = match outside {
        Some((column, row)) => format!(
            "\"{name}\" shows the piece at column {column} and row {row}, but the sheet has {} columns and {} rows.",
            pieces.width, pieces.height
        ),
        None => format!("The block of \"{name}\" has no columns."),
    };
    let hint = "Choose a piece of the sheet, with columns and rows counted from 0.";
    Some(Diagnostic::warning("piece-outside-sheet", message).hint(hint))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mission::EntitySymbol;

    /// Offsets of the eight cells around a cell in reading order.
    const READING: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

    fn same_of(bits: u32) -> impl Fn(i32, i32) -> bool {
        move |dx, dy| {
            let place = READING.iter().position(|step| *step == (dx, dy)).unwrap();
            bits >> place & 1 == 1
        }
    }

    /// Returns the sides that a number includes as letters, without using a mask.
    fn sides_of_16(number: u32) -> String {
        [(1, 'N'), (2, 'E'), (4, 'S'), (8, 'W')]
            .into_iter()
            .filter(|(worth, _)| number / worth % 2 == 1)
            .map(|(_, side)| side)
            .collect()
    }

    #[test]
    fn an_alphabet_chooses_looks_and_a_wrong_word_gets_a_suggestion() {
        let look = |look: &str| EntitySymbol { look: look.to_owned(), ..EntitySymbol::default() };
        let mut alphabet = Alphabet::default();
        alphabet.entities.insert("Old Tom".to_owned(), look("ghost"));
        alphabet.entities.insert("Bert".to_owned(), look("zombi"));
        let looks = TileLooks::default().with_alphabet(&alphabet);
        assert_eq!(["Old Tom", "Bert"].map(|name| looks.like(name)), ["ghost", "Bert"]);
        let found = check_named_looks(&alphabet);
        let [warning] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(warning.code, "unknown-look");
        assert!(warning.hint.as_ref().is_some_and(|hint| hint.sentence().contains("zombie")), "{warning:?}");
    }

    #[test]
    fn of_16_pieces_each_number_is_one_set_of_sides() {
        for bits in 0..256 {
            let same = same_of(bits);
            let sides: String =
                [('N', same(0, -1)), ('E', same(1, 0)), ('S', same(0, 1)), ('W', same(-1, 0))]
                    .into_iter()
                    .filter(|(_, is_same)| *is_same)
                    .map(|(side, _)| side)
                    .collect();
            assert_eq!(sides_of_16(number_of_16(&same)), sides);
        }
    }

    #[test]
    fn of_47_pieces_two_surroundings_share_one_where_they_differ_in_loose_corners_alone() {
        // The visible form of a corner: open, closed by both sides and filled, or closed with a notch.
        // Written out by hand for each corner.
        let seen = |bits: u32| {
            let same = same_of(bits);
            [(1, -1), (1, 1), (-1, 1), (-1, -1)].map(|(dx, dy)| {
                match (same(dx, 0), same(0, dy), same(dx, dy)) {
                    (true, true, true) => "filled",
                    (true, true, false) => "notch",
                    (true, false, _) => "along",
                    (false, true, _) => "up",
                    (false, false, _) => "round",
                }
            })
        };
        let mut by_number: BTreeMap<u32, [&str; 4]> = BTreeMap::new();
        for bits in 0..256 {
            let number = number_of_47(same_of(bits));
            assert_eq!(*by_number.entry(number).or_insert_with(|| seen(bits)), seen(bits), "{bits:08b}");
        }
        let different: std::collections::BTreeSet<_> = by_number.values().collect();
        assert_eq!(by_number.keys().copied().collect::<Vec<_>>(), (0..47).collect::<Vec<_>>());
        assert_eq!(different.len(), 47);
    }

    #[test]
    fn pieces_of_47_lie_in_the_order_of_their_masks() {
        assert!(MASKS_OF_47.is_sorted());
        let alone = number_of_47(|_, _| false);
        let all = number_of_47(|_, _| true);
        let north_and_east = number_of_47(|dx, dy| (dx, dy) == (0, -1) || (dx, dy) == (1, 0));
        let with_corner = number_of_47(|dx, dy| dx >= 0 && dy <= 0);
        assert_eq!(
            [alone, all, north_and_east, with_corner].map(|at| MASKS_OF_47[at as usize]),
            [0, 255, 5, 7]
        );
    }
}
