//! Exchange with other programs and with people: exported levels, imported rooms, pictures and films.
//!
//! Everything is a function from values to bytes, or back; nothing here touches the disk.

use delvewright_engine::{base, grammar, insight, level, mission, pipeline, space};

pub mod picture;
pub mod overlay;
pub mod export;
pub mod import;
pub mod film;
