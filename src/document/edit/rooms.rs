//! Edits of room sets.

use std::sync::Arc;

use crate::document::{Content, OpenRooms};
use crate::mission::RoomSet;

/// Something to do to the room sets.
#[derive(Clone, Debug)]
pub enum RoomsEdit {
    /// Adds a room set behind the others, or puts it in the place of the one of the same path.
    Add {
        /// How the grammar names its file.
        path: String,
        /// What the file holds.
        set: Arc<RoomSet>,
    },
    /// Takes out the room set of this path.
    Remove(String),
}

impl RoomsEdit {
    pub(super) fn name(&self) -> String {
        match self {
            Self::Add { set, .. } => format!("Add room set {}", set.name),
            Self::Remove(path) => format!("Remove room set {path}"),
        }
    }

    pub(super) fn is_gradual(&self) -> bool {
        match self {
            Self::Add { .. } | Self::Remove(_) => false,
        }
    }

    pub(super) fn carry_out(&self, content: &Content) -> Option<Content> {
        match self {
            Self::Add { path, set } => Some(add(content, path, set)),
            Self::Remove(path) => remove(content, path),
        }
    }
}

fn add(content: &Content, path: &str, set: &Arc<RoomSet>) -> Content {
    let mut after = content.clone();
    let added = OpenRooms { path: path.to_owned(), set: Arc::clone(set) };
    match after.rooms.iter_mut().find(|rooms| rooms.path == path) {
        Some(rooms) => *rooms = added,
        None => after.rooms.push(added),
    }
    if !after.grammar.rooms.iter().any(|known| known == path) {
        Arc::make_mut(&mut after.grammar).rooms.push(path.to_owned());
    }
    after
}

fn remove(content: &Content, path: &str) -> Option<Content> {
    let mut after = content.with_grammar(|grammar| grammar.rooms.retain(|known| known != path))?;
    after.rooms.retain(|rooms| rooms.path != path);
    Some(after)
}
