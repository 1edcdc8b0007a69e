//! Edits of room sets: the list of sets, a set's legend and blocker, its rooms, and their pictures.
//!
//! Sets and rooms are given by position, because names may be duplicated in a file that is being repaired.
//! Missing sets and rooms are ignored.

mod fresh;
mod place_to_room;
mod picture;
mod room;
mod set;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::base::counted;
use crate::document::{Content, OpenRooms};
use crate::rooms::{LegendEntry, RoomSet, RoomTemplate};

pub(in crate::document) use fresh::wanted_symbol;
pub use picture::{Brush, PictureEdit, ResizeMode, SideGrowth, drawn_cells};
pub use room::RoomChange;
pub use set::SetChange;

/// An edit of the room sets. Sets and rooms are given by position; the name is for the list of steps.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum RoomsEdit {
    /// Adds a room set at the end, or replaces the one with the same path, by which the grammar names its
    /// file.
    Add { path: String, set: Arc<RoomSet> },
    /// Replaces a room set that could not be read, with path `of`, by one with path `path`.
    Instead { of: String, path: String, set: Arc<RoomSet> },
    /// Removes the room set with this path.
    Remove(String),
    /// Changes a set as a whole.
    Set { set: usize, name: String, change: SetChange },
    /// Inserts rooms into a set, at most at the end.
    Insert { set: usize, at: usize, rooms: Vec<RoomTemplate> },
    /// Adds a room at the end of a set, with missing legend entries; existing characters stay.
    Keep { set: usize, entries: Vec<(char, LegendEntry)>, room: Box<RoomTemplate> },
    /// Replaces a set by the result of an import; `count` is the number of rooms imported or compared.
    Import { set: usize, with: Arc<RoomSet>, count: usize },
    /// Removes a room.
    Take { set: usize, room: usize, name: String },
    /// Moves a room to a position within its set, at most to the end.
    Move { set: usize, room: usize, to: usize, name: String },
    /// Changes a room.
    Room { set: usize, room: usize, name: String, change: RoomChange },
}

impl RoomsEdit {
    pub(super) fn name(&self) -> String {
        match self {
            Self::Add { set, .. } => format!("Add room set \"{}\"", set.name),
            Self::Instead { of, path, .. } => format!("Use \"{path}\" instead of \"{of}\""),
            Self::Remove(path) => format!("Delete room set \"{path}\""),
            Self::Set { name, change, .. } => change.name(name),
            Self::Insert { rooms, .. } => match rooms.as_slice() {
                [room] => format!("Add room \"{}\"", room.name),
                rooms => format!("Add {}", counted(rooms.len(), "room")),
            },
            Self::Keep { room, .. } => format!("Keep room \"{}\"", room.name),
            Self::Import { with, count, .. } => {
                format!("Import {} into \"{}\"", counted(*count, "room"), with.name)
            }
            Self::Take { name, .. } => format!("Delete room \"{name}\""),
            Self::Move { name, .. } => format!("Move room \"{name}\""),
            Self::Room { name, change, .. } => change.name(name),
        }
    }

    pub(super) fn is_gradual(&self) -> bool {
        match self {
            Self::Set { change, .. } => change.is_gradual(),
            Self::Room { change, .. } => change.is_gradual(),
            Self::Move { .. } => true,
            Self::Add { .. }
            | Self::Instead { .. }
            | Self::Remove(_)
            | Self::Insert { .. }
            | Self::Keep { .. }
            | Self::Import { .. }
            | Self::Take { .. } => false,
        }
    }

    pub(super) fn apply_to(&self, content: &Content) -> Option<Content> {
        match self {
            Self::Add { path, set } => Some(add(content, path, set)),
            Self::Instead { of, path, set } => instead(content, of, path, set),
            Self::Remove(path) => remove(content, path),
            Self::Set { set, change, .. } => with_set(content, *set, |set| change.apply_to(set)),
            Self::Insert { set, at, rooms } => with_set(content, *set, |set| {
                let at = (*at).min(set.rooms.len());
                set.rooms.splice(at..at, rooms.iter().cloned());
            }),
            Self::Keep { set, entries, room } => with_set(content, *set, |set| {
                for (character, entry) in entries {
                    set.legend.entry(*character).or_insert_with(|| entry.clone());
                }
                set.rooms.push(RoomTemplate::clone(room));
            }),
            Self::Import { set, with, .. } => with_set(content, *set, |set| RoomSet::clone_from(set, with)),
            Self::Take { set, room, .. } => with_set(content, *set, |set| {
                if *room < set.rooms.len() {
                    set.rooms.remove(*room);
                }
            }),
            Self::Move { set, room, to, .. } => with_set(content, *set, |set| {
                if *room < set.rooms.len() {
                    let moved = set.rooms.remove(*room);
                    set.rooms.insert((*to).min(set.rooms.len()), moved);
                }
            }),
            Self::Room { set, room, change, .. } => with_set(content, *set, |set| {
                let filler = picture::filler(&set.legend);
                if let Some(room) = set.rooms.get_mut(*room) {
                    change.apply_to(room, filler, &set.legend);
                }
            }),
        }
    }
}

/// Returns the content with one set changed; `None` if the set does not exist or the change has no effect.
fn with_set(content: &Content, position: usize, change: impl FnOnce(&mut RoomSet)) -> Option<Content> {
    let before = &content.rooms.get(position)?.set;
    let mut set = RoomSet::clone(before);
    change(&mut set);
    if set == **before {
        return None;
    }
    let mut after = content.clone();
    after.rooms.get_mut(position)?.set = Arc::new(set);
    Some(after)
}

fn add(content: &Content, path: &str, set: &Arc<RoomSet>) -> Content {
    let mut after = content.clone();
    let added = OpenRooms { path: path.to_owned(), set: Arc::clone(set) };
    match after.rooms.iter_mut().find(|rooms| rooms.path == path) {
        Some(rooms) => *rooms = added,
        None => after.rooms.push(added),
    }
    if !after.grammar.rooms.iter().any(|known| known == path) {
        after.change_grammar(|grammar| grammar.rooms.push(path.to_owned()));
    }
    after
}

/// Replaces a set, keeping room sets in the order in which the grammar names them.
fn instead(content: &Content, of: &str, path: &str, set: &Arc<RoomSet>) -> Option<Content> {
    let mut after = content.with_grammar(|grammar| {
        let is_named = grammar.rooms.iter().any(|known| known == path);
        if is_named {
            grammar.rooms.retain(|known| known != of);
        } else {
            grammar.rooms.iter_mut().filter(|known| *known == of).for_each(|known| path.clone_into(known));
        }
    })?;
    after.rooms.retain(|rooms| rooms.path != of && rooms.path != path);
    after.rooms.push(OpenRooms { path: path.to_owned(), set: Arc::clone(set) });
    let place = |rooms: &OpenRooms| after.grammar.rooms.iter().position(|known| *known == rooms.path);
    after.rooms.sort_by_key(place);
    Some(after)
}

fn remove(content: &Content, path: &str) -> Option<Content> {
    let mut after = content.with_grammar(|grammar| grammar.rooms.retain(|known| known != path))?;
    after.rooms.retain(|rooms| rooms.path != path);
    Some(after)
}
