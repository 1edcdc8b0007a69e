//! What the fuzz targets do with their bytes, one module a target; the targets themselves are in `fuzz_targets/`.
//!
//! Each says in its header what it asserts. The bytes of the readers are the text as it is; those of the others are read by [`draw::Draw`] as choices, so that every input is a project, a sequence of edits or a command line.

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

/// That of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
