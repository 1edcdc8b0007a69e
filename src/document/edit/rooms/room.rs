//! Edits of a single room: its settings and its picture.

use indexmap::IndexMap;

use super::PictureEdit;
use crate::rooms::{CardSettings, LegendEntry, RoomTemplate};

/// An edit of a room.
#[derive(Clone, Debug)]
pub enum RoomChange {
    /// Renames it.
    Name(String),
    /// Sets the author's remarks.
    Notes(String),
    /// Sets the node symbol that it is for.
    Symbol(String),
    /// Sets its weight among the rooms of its symbol.
    Weight(u32),
    /// Sets the maximum number of times that a level may contain it.
    AtMost(Option<u32>),
    /// Allows or forbids quarter turns.
    Turns(bool),
    /// Allows or forbids flipping.
    Flips(bool),
    /// Makes it a card, or a room again, or changes the settings of the card.
    Card(Option<CardSettings>),
    /// Changes its picture.
    Picture(PictureEdit),
}

impl RoomChange {
    pub(super) fn name(&self, room: &str) -> String {
        match self {
            Self::Name(_) => format!("Rename room \"{room}\""),
            Self::Notes(_) => format!("Set notes of \"{room}\""),
            Self::Symbol(_) => format!("Set symbol of \"{room}\""),
            Self::Weight(_) => format!("Set weight of \"{room}\""),
            Self::AtMost(_) => format!("Set limit of \"{room}\""),
            Self::Turns(true) => format!("Allow turns of \"{room}\""),
            Self::Turns(false) => format!("Forbid turns of \"{room}\""),
            Self::Flips(true) => format!("Allow flips of \"{room}\""),
            Self::Flips(false) => format!("Forbid flips of \"{room}\""),
            Self::Card(Some(_)) => format!("Set card of \"{room}\""),
            Self::Card(None) => format!("Make \"{room}\" a room"),
            Self::Picture(edit) => edit.name(room),
        }
    }

    pub(super) fn is_gradual(&self) -> bool {
        matches!(self, Self::Weight(_) | Self::AtMost(_) | Self::Card(Some(_)))
    }

    /// Does the edit. Short rows are filled with `filler`.
    pub(super) fn apply_to(
        &self,
        room: &mut RoomTemplate,
        filler: char,
        legend: &IndexMap<char, LegendEntry>,
    ) {
        match self {
            Self::Name(name) => room.name.clone_from(name),
            Self::Notes(notes) => room.notes.clone_from(notes),
            Self::Symbol(symbol) => room.symbol.clone_from(symbol),
            Self::Weight(weight) => room.weight = *weight,
            Self::AtMost(at_most) => room.at_most = *at_most,
            Self::Turns(turns) => room.turns = *turns,
            Self::Flips(flips) => room.flips = *flips,
            Self::Card(card) => room.card.clone_from(card),
            Self::Picture(edit) => {
                if let Some(picture) = edit.apply_to(&room.picture, filler, legend) {
                    room.picture = picture;
                }
            }
        }
    }
}
