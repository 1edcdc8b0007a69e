//! Tests the tool from outside: its files, its examples, and the sources of the whole workspace.
//!
//! They form one binary, because linking takes longer than most tests. None of them starts another program,
//! which would inherit the locks of open files.

mod architecture;
mod broken_files;
mod derelict_sheet;
mod disk_faults;
mod examples;
mod packaging;
mod prose;
mod published;
mod reference;
mod sample;
mod sheet_faults;
mod tile_pictures;
