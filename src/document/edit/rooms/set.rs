//! Edits of a room set as a whole: its name, its notes, its blocker and its legend.

use crate::rooms::{LegendEntry, RoomSet, TileChoice, TileLook, TileSheet};

/// An edit of a room set as a whole.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum SetChange {
    /// Renames it.
    Name(String),
    /// Sets the author's remarks.
    Notes(String),
    /// Sets the tile that closes unused sockets.
    Blocker(TileLook),
    /// Sets or removes its tile sheet.
    Sheet(Option<TileSheet>),
    /// Sets the look of a tile; `None` restores the look of its name.
    Look { tile: String, look: Option<TileChoice> },
    /// Adds an entry at the end of the legend, unless the character has one.
    AddEntry { character: char, entry: LegendEntry },
    /// Replaces the entry of a character. `what` names the changed setting in the designer's words: "colour".
    SetEntry { character: char, what: &'static str, entry: LegendEntry },
    /// Removes an entry. If `instead` is given, that character replaces it in pictures.
    RemoveEntry { character: char, instead: Option<char> },
    /// Changes the character of an entry in the legend and in all pictures, unless the new one is taken.
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

    pub(super) fn apply_to(&self, set: &mut RoomSet) {
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

/// Replaces a character in all pictures, including the last imported ones.
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
