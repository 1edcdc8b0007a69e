//! What does not happen on the window's thread, and what happens on the disk.

pub mod background;
pub mod disk;
pub mod survey;
pub mod worker;
