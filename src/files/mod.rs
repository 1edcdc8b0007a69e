//! The only code that touches the disk: reading grammars and room sets with all their mistakes, printing them, and saving without ever losing what was there.
//!
//! `parse_*` and `print_*` are inverses: what is printed reads as the same value, and prints as the same text.

mod backups;
mod disk;
mod error;
mod examples;
mod home;
mod keeper;
mod load;
mod names;
mod piece;
mod plain;
mod preferences;
mod print;
mod project;
mod recent;
mod recovery;
mod ron;
mod stamp;
mod unsaved;

pub use backups::{Backup, MOST_BACKUPS};
pub use disk::{MAX_FILE_BYTES, exists, read_text_file, read_text_from, save_bytes, save_text};
pub use error::FileError;
pub use examples::{EXAMPLES, Example, TEMPLATES, load_example};
pub use home::{HOME_VARIABLE, Home};
pub use keeper::{Keeper, MakeUnsaved};
pub use load::{Loaded, parse_grammar, parse_room_set};
pub use names::name_from_folder;
pub use piece::{parse_piece, print_piece};
pub use plain::is_same_file;
pub use preferences::{Preferences, ThemePreference};
pub use print::{print_grammar, print_room_set};
pub use project::{Project, ProjectRooms, load_project, load_project_from};
pub use recent::{MOST_RECENT, RecentFile};
pub use recovery::{Leftover, Session};
pub use stamp::Stamp;
pub use unsaved::{Unsaved, UnsavedRooms};
