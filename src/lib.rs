//! Delvewright: dungeons by graph grammars.
//!
//! Level designers draw rewriting rules over a mission graph, run them, turn the finished mission into tiles, and export the level to their game.
//! The promise: **the tiles are the mission** - exactly those places, exactly those connections, the same for the same seed, and proved on the finished tiles by a checker of its own.
//!
//! ```text
//! files    -- load --> Grammar, RoomSets
//! Grammar  -- derive   --> Derivation   (steps + final Mission)
//! Mission  -- layout   --> Plan         (site, size, bounds, route of everything)
//! Plan     -- form     --> Space        (tiles, owners, doors)
//! Space    -- populate --> Level
//! Level    -- verify   --> Report       (reads only the Level)
//! Level    -- export   --> bytes
//! ```
//!
//! Every stage is a pure function of its input, its parameters and a seed.
//! Integers decide; there is no clock, no disk, no global state in a stage.
//! Modules import only from those above them in the list below; a test keeps it so.

pub mod base;
pub mod mission;
pub mod level;
pub mod grammar;
pub mod layout;
pub mod space;
pub mod populate;
pub mod verify;
pub mod export;
pub mod files;
pub mod pipeline;
pub mod document;
pub mod cli;
#[cfg(feature = "editor")]
pub mod editor;
