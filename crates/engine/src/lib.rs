#![doc = include_str!("../README.md")]
//!
//! # Stages
//!
//! ```text
//! text     -- parse_grammar --> Grammar, RoomSets
//! Grammar  -- derive   --> Derivation   (steps + final Mission)
//! Mission  -- layout   --> Plan         (site, size, bounds, route of everything)
//! Plan     -- form     --> Space        (tiles, owners, doors)
//! Space    -- populate --> Level
//! Level    -- verify   --> Report       (reads only the Level)
//! ```
//!
//! Every stage is a pure function of its input, its parameters and a seed.
//! Integers decide; there is no clock, no disk and no window, and no result depends on global state.
//!
//! Modules import only from those above them in the list below; a test checks this.

pub mod base;
pub mod mission;
pub mod rooms;
pub mod settings;
pub mod place_shape;
pub mod level;
pub mod insight;
pub mod metrics;
pub mod verify;
pub mod properties;
pub mod grammar;
pub mod layout;
pub mod space;
#[cfg(feature = "tools")]
pub mod difference;
pub mod populate;
pub mod text;
pub mod pipeline;
#[cfg(feature = "tools")]
pub mod batch;
#[cfg(feature = "tools")]
pub mod survey;
pub mod prelude;

#[cfg(test)]
#[path = "../../../tests/sample.rs"]
mod sample;
