//! The only code that touches the disk: reads, prints and saves grammars, room sets and other files.
//!
//! Reading reports all mistakes. Saving never loses the previous content. `parse_*` and `print_*` are
//! inverses: a printed value reads as the same value, and prints as the same text. `update_*` prints a value
//! over the text that it was read from, and keeps the text of unchanged parts.

mod archive;
mod backups;
mod diagnostics;
mod disk;
mod draft;
mod error;
mod examples;
mod export;
mod export_lock;
mod growing;
mod home;
mod recovery_writer;
mod load;
mod names;
mod part_check;
mod part_file;
mod plain;
mod preferences;
mod project;
mod project_state;
mod reading;
mod recent;
mod recovery;
mod room_imports;
mod room_sources;
mod seed_files;
mod seed_marks;
mod sheets;
mod spelling;
mod stamp;
mod system_fonts;
mod themes;
mod tidying;
mod unsaved;
mod watch;
mod writing;

pub use crate::text::{
    ContentKind, Loaded, is_level, is_room_set, parse_grammar, parse_piece, parse_room_set, print_grammar,
    print_piece, print_room_set, update_grammar, update_room_set,
};
pub use archive::{archive_end, archive_entry};
pub use backups::{Backup, MOST_BACKUPS};
pub use diagnostics::FILE_DIAGNOSTICS;
pub use disk::{Disk, SystemDisk, system_disk};
pub use draft::{FileDraft, confirm};
pub use error::FileError;
pub use examples::{
    EXAMPLES, Example, ExampleSheet, PUBLISHED, TEMPLATES, example_sheet, load_example, project_beginnings,
};
pub use export::{
    ExistingFile, ExportPlan, PlannedFile, check_export_name, export_list_path, plan_export,
    plan_export_anywhere, save_export, save_export_on,
};
pub use growing::GrowingFile;
pub use home::{HOME_VARIABLE, ProgramFolder};
pub use load::{kind_of_file, parse_room_set_of};
pub use names::name_from_folder;
pub use part_check::{DAMAGED_PART, check_parts};
pub use part_file::{FoundPart, PartFile, PartName, RunId, agree_on_run, parts_in, read_run};
pub use plain::{is_same_file, is_same_target};
pub use preferences::{LastFolders, Preferences, ThemePreference};
pub use project::{
    Project, ProjectRooms, SourceText, load_project, load_project_from, load_project_on, load_project_with,
    load_text_with,
};
pub use project_state::{MOST_PROJECTS, ProjectState};
pub use reading::{
    MAX_FILE_BYTES, MAX_LEVEL_BYTES, exists, exists_on, read_level_file, read_level_from, read_text_file,
    read_text_from, read_text_on,
};
pub use recent::{MOST_RECENT, RecentFile};
pub use recovery::{Leftover, Session};
pub use recovery_writer::{MakeUnsaved, RecoveryWriter};
pub use room_imports::{
    ImportRequest, ImportedRooms, ImportedSource, SourceImportStatus, SourceRequest, import_rooms,
};
pub use room_sources::{
    RoomSetFile, SourceOptions, read_room_set, read_room_source, save_room_set, source_path,
};
pub use seed_files::SeedFiles;
pub use seed_marks::{MarkChanges, SeedMark, SeedMarks};
pub use sheets::{
    SHEET_CODES, copy_sheet, read_example_sheet, read_sheet, read_sheet_on, sheet_bytes, sheet_path,
};
pub use stamp::FileStamp;
pub use system_fonts::{SystemFont, system_fonts_with};
pub use themes::{add_theme, read_theme};
pub use tidying::sweep_folder_of;
pub use unsaved::{Unsaved, UnsavedRooms};
pub use watch::Watch;
pub use writing::{check_can_save, create_folders, save_bytes, save_bytes_on, save_text};
