//! What does not happen on the window's thread, and what happens on the disk.

pub mod disk;
pub mod match_search;
pub mod worker;
