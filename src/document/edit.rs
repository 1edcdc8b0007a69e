//! Everything that can be done to a project.

use std::sync::Arc;

use super::{Content, OpenRooms};
use crate::mission::{Form, LayoutSettings, Movement, PassageKind, RoomSet};

/// One thing to do to a project.
#[derive(Clone, Debug)]
pub enum Edit {
    /// Sets how the places of a node symbol are formed.
    SetForm {
        /// The symbol.
        symbol: String,
        /// The parameter that differs, in the designer's words: "wall percent".
        what: &'static str,
        /// The form.
        form: Form,
    },
    /// Sets how the passages of an edge symbol look.
    SetPassageKind {
        /// The symbol.
        symbol: String,
        /// The kind.
        kind: PassageKind,
    },
    /// Sets how missions are laid out.
    SetLayout {
        /// The parameter that differs, in the designer's words: "gap".
        what: &'static str,
        /// All settings.
        layout: LayoutSettings,
    },
    /// Sets which steps a walker can take.
    SetMovement(Movement),
    /// Adds a room set behind the others, or puts it in the place of the one of the same path.
    AddRooms {
        /// How the grammar names its file.
        path: String,
        /// What the file holds.
        set: Arc<RoomSet>,
    },
    /// Takes out the room set of this path.
    RemoveRooms(String),
    /// Puts another project in the place of this one.
    ReplaceAll(Content),
}

impl Edit {
    /// What it does, for the list of steps that can be undone: "Set wall percent of Hollow".
    pub fn name(&self) -> String {
        match self {
            Self::SetForm { symbol, what, .. } => format!("Set {what} of {symbol}"),
            Self::SetPassageKind { symbol, .. } => format!("Set passage of {symbol}"),
            Self::SetLayout { what, .. } => format!("Set {what}"),
            Self::SetMovement(_) => "Set movement".to_owned(),
            Self::AddRooms { set, .. } => format!("Add room set {}", set.name),
            Self::RemoveRooms(path) => format!("Remove room set {path}"),
            Self::ReplaceAll(_) => "Replace everything".to_owned(),
        }
    }

    /// May it be one of many small changes within one gesture, as when a slider is dragged?
    pub(super) fn is_gradual(&self) -> bool {
        match self {
            Self::SetForm { .. } | Self::SetPassageKind { .. } | Self::SetLayout { .. } => true,
            Self::SetMovement(_) | Self::AddRooms { .. } | Self::RemoveRooms(_) | Self::ReplaceAll(_) => {
                false
            }
        }
    }

    /// What becomes of a project by it; `None` if nothing changes.
    pub(super) fn carry_out(&self, content: &Content) -> Option<Content> {
        match self {
            Self::SetForm { symbol, form, .. } => content.with_grammar(|grammar| {
                if let Some(symbol) = grammar.alphabet.nodes.get_mut(symbol) {
                    symbol.form = Some(form.clone());
                }
            }),
            Self::SetPassageKind { symbol, kind } => content.with_grammar(|grammar| {
                if let Some(symbol) = grammar.alphabet.edges.get_mut(symbol) {
                    symbol.kind = *kind;
                }
            }),
            Self::SetLayout { layout, .. } => {
                content.with_grammar(|grammar| grammar.layout.clone_from(layout))
            }
            Self::SetMovement(movement) => content.with_grammar(|grammar| grammar.movement = *movement),
            Self::AddRooms { path, set } => Some(add_rooms(content, path, set)),
            Self::RemoveRooms(path) => remove_rooms(content, path),
            Self::ReplaceAll(other) => (!other.is_same(content)).then(|| other.clone()),
        }
    }
}

fn add_rooms(content: &Content, path: &str, set: &Arc<RoomSet>) -> Content {
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

fn remove_rooms(content: &Content, path: &str) -> Option<Content> {
    let mut after = content.with_grammar(|grammar| grammar.rooms.retain(|known| known != path))?;
    after.rooms.retain(|rooms| rooms.path != path);
    Some(after)
}
