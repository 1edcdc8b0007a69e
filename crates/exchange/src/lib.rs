//! Exchange with other programs: exported levels, imported rooms, pictures and films.
//!
//! Every function converts values to bytes, or bytes to values; nothing here touches the disk.

use delvewright_engine::{
    base, difference, grammar, insight, level, mission, pipeline, populate, rooms, settings, space, text,
};

pub mod picture;
pub mod lettering;
pub mod overlay;
pub mod export;
pub mod import;
pub mod film;
