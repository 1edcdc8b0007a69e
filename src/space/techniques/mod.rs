//! Techniques form one place inside its own cells, one file each.
//!
//! Rooms and halls are formed by their claims alone: every cell of theirs is certain from the beginning.

pub(super) mod cave;
mod tunnels;
