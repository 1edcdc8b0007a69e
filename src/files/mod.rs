//! The only code that touches the disk: reading grammars and room sets with all their mistakes, printing them, and saving without ever losing what was there.
//!
//! `parse_*` and `print_*` are inverses: what is printed reads as the same value, and prints as the same text.

mod disk;
mod error;
mod examples;

mod load;
mod piece;
mod print;
mod project;
mod ron;

pub use disk::{MAX_FILE_BYTES, read_text_file, read_text_from, save_bytes, save_text};
pub use error::FileError;
pub use examples::{EXAMPLES, Example, load_example};

pub use load::{Loaded, parse_grammar, parse_room_set};
pub use piece::{parse_piece, print_piece};
pub use print::{print_grammar, print_room_set};
pub use project::{Project, ProjectRooms, load_project, load_project_from};
