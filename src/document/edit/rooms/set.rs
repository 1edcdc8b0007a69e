//! Edits of a room set as a whole: its name, its notes, its blocker and its legend.

use crate::rooms::{LegendEntry, RoomSet, TileChoice, TileLook, TileSheet};

/// Something to do to a room set as a whole.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum SetChange {
    /// Names it.
    Name(String),
    /// Sets the author's remarks.
    Notes(String),
    /// Sets what closes unused sockets.
    Blocker(TileLook),
    /// Sets its tile sheet, or takes that off.
    Sheet(Option<TileSheet>),
    /// Says what a tile looks like; with none it looks as its name says.
    Look { tile: String, look: Option<TileChoice> },
    /// Puts an entry into the legend, at the end; nothing if the character is there.
    AddEntry { character: char, entry: LegendEntry },
    /// Says anew what a character stands for; `what` differs, in the designer's words: "colour".
    SetEntry { character: char, what: &'static str, entry: LegendEntry },
    /// Takes an entry out; where it is drawn, another character is drawn instead, if one is given.
    RemoveEntry { character: char, instead: Option<char> },
    /// Gives an entry another character, in the legend and in all pictures; nothing if that one is there.
    RenameCharacter { from: char, to: char },
}

impl SetChange {
    pub(super) fn name(&self, set: &str) -> String {
        match self {
            Self::Name(_) => format!("Rename room set \"{set}\""),
            Self::Notes(_) => format!("Set notes of \"{set}\""),
            Self::Blocker(_) => format!("Set blocker of \"{set}\""),
            Self::Sheet(Some(_)) => format!("Set tile sheet of \"{set}\""),
            Self::Sheet(None) => format!("Take the tile sheet off \"{set}\""),
            Self::Look { tile, .. } => format!("Set look of \"{tile}\" in \"{set}\""),
            Self::AddEntry { character, .. } => format!("Add \"{character}\" to the legend of \"{set}\""),
            Self::SetEntry { character, what, .. } => format!("Set {what} of \"{character}\" in \"{set}\""),
            Self::RemoveEntry { character, .. } => {
                format!("Delete \"{character}\" from the legend of \"{set}\"")
            }
            Self::RenameCharacter { from, to } => format!("Draw \"{from}\" as \"{to}\" in \"{set}\""),
        }
    }

    pub(super) fn is_gradual(&self) -> bool {
        matches!(self, Self::Blocker(_) | Self::SetEntry { .. } | Self::Sheet(_))
    }

    pub(super) fn carry_out(&self, set: &mut RoomSet) {
        match self {
            Self::Name(name) => set.name.clone_from(name),
            Self::Notes(notes) => set.notes.clone_from(notes),
            Self::Blocker(blocker) => set.blocker.clone_from(blocker),
            Self::Sheet(sheet) => set.sheet.clone_from(sheet),
            Self::Look { tile, look: Some(look) } => {
                set.looks.insert(tile.clone(), look.clone());
            }
            Self::Look { tile, look: None } => {
                set.looks.remove(tile);
            }
            Self::AddEntry { character, entry } => {
                set.legend.entry(*character).or_insert_with(|| entry.clone());
            }
            Self::SetEntry { character, entry, .. } => {
                if let Some(known) = set.legend.get_mut(character) {
                    known.clone_from(entry);
                }
            }
            Self::RemoveEntry { character, instead } => {
                if set.legend.shift_remove(character).is_some()
                    && let Some(instead) = instead
                {
                    redraw(set, *character, *instead);
                }
            }
            Self::RenameCharacter { from, to } => rename_character(set, *from, *to),
        }
    }
}

fn rename_character(set: &mut RoomSet, from: char, to: char) {
    if set.legend.contains_key(&to) {
        return;
    }
    let Some(position) = set.legend.get_index_of(&from) else { return };
    let Some((_, entry)) = set.legend.shift_remove_index(position) else { return };
    set.legend.shift_insert(position, to, entry);
    redraw(set, from, to);
}

/// Draws one character instead of another in all pictures, also as they were imported.
fn redraw(set: &mut RoomSet, from: char, to: char) {
    let pictures = set.rooms.iter_mut().flat_map(|room| {
        let imported = room.source.as_mut().map(|source| &mut source.picture);
        std::iter::once(&mut room.picture).chain(imported)
    });
    let rows = pictures.flatten();
    for row in rows.filter(|row| row.contains(from)) {
        *row = row.chars().map(|character| if character == from { to } else { character }).collect();
    }
}
