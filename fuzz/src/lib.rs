//! The fuzz tests, one module per target; the targets themselves are in `fuzz_targets/`.
//!
//! The header of each module lists its assertions. For readers, the bytes are the text. For the others,
//! [`draw::Draw`] reads them as choices, so that every input is a project, a sequence of edits or a command
//! line.

#![forbid(unsafe_code)]

pub mod arguments;
pub mod chain;
pub mod draw;
pub mod edits;
pub mod grammars;
pub mod levels;
pub mod rooms;
pub mod texts;
pub mod tokens;
mod words;

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
