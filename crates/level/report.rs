//! What was proved of a level when it was made.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::values::Cell;

/// Each promise with what broke it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Report {
    /// By promise.
    pub promises: BTreeMap<Promise, PromiseResult>,
}

impl Report {
    /// Was every promise kept that it speaks of, and does it speak of some?
    pub fn all_held(&self) -> bool {
        !self.promises.is_empty() && self.promises.values().all(|result| result.held)
    }
}

/// What Delvewright proves of every level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Promise {
    /// The fields agree with each other.
    P0,
    /// Every place and passage is there.
    P1,
    /// Places are joined exactly as the mission says.
    P2,
    /// Nothing that can be walked on is cut off.
    P3,
    /// Rooms are as drawn.
    P4,
    /// Unused sockets are closed, and no door can be walked around.
    P5,
    /// The goal can always still be reached.
    P6,
    /// The outermost cells are wall.
    P7,
    /// One that a later version proves.
    #[serde(other)]
    Later,
}

/// Was a promise kept?
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromiseResult {
    /// Its name in one word.
    pub name: String,
    /// Was it kept?
    pub held: bool,
    /// What broke it.
    pub broken_by: Vec<Break>,
    /// How it was kept, where its name does not say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// One thing that breaks a promise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Break {
    /// What is wrong.
    pub message: String,
    /// The cell where it shows, if there is one.
    #[serde(default)]
    pub at: Option<Cell>,
}
