//! Roles of nodes and edges, in words.

use super::{EdgeRole, NodeRole};
use crate::base::parameters;

parameters! {
    /// The role of a node in finishing the level.
    for enum NodeRole {
        /// The player begins here.
        Start = "Start",
        /// The player has to reach it.
        Goal = "Goal",
        /// An item that opens locks.
        Key = "Key",
        /// A place that can be entered only with a key that opens it.
        Lock = "Lock",
    }
}

parameters! {
    /// The role of an edge.
    for enum EdgeRole {
        /// A player can walk along it. The level has a passage for it.
        Passage = "Passage",
        /// It leads from a key to the lock that the key opens. It is never carved.
        Opens = "Opens",
        /// It leads from a place to an item in it. It is never carved.
        Contains = "Contains",
        /// It is any other relation. It is never carved, and the places that it joins stay separate.
        Other = "Relation",
    }
}
