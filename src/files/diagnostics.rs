//! Kinds of diagnostics about files.

use crate::base::DiagnosticTable;

/// Failures of reading and writing files.
#[rustfmt::skip]
pub const FILE_DIAGNOSTICS: DiagnosticTable = DiagnosticTable {
    title: "Files",
    moment: "These are reported when files are read, written or exported.",
    kinds: &[
        ("broken-link", "A symbolic link leads to nothing.", "Delete the link, or restore its file."),
        ("changed-meanwhile", "Another program changed the file since it was read.", "Load it again, or save under another name."),
        ("double-part", "A part of a run exists twice.", "Delete one of the two files."),
        ("duplicate-room-set", "The grammar names a room set twice.", "Delete one of the entries."),
        ("foreign-part", "A part belongs to another run.", "Move it away."),
        ("foreign-run", "Two folders have parts of different runs.", "Merge them separately, or run one of them again with the settings of the other."),
        ("missing-part", "A part of a run does not exist.", "Resume the run."),
        ("missing-room-set", "A room set that the grammar names does not exist.", "Correct the path, or restore the file."),
        ("missing-sheet", "A tile sheet does not exist.", "Correct the path, or restore the file."),
        ("no-file", "The path does not lead to a file.", "Correct the path."),
        ("no-free-name", "There is no free name left for a file next to it.", "Delete old copies."),
        ("no-home", "The system has no folder for the data of programs.", "Set `DELVEWRIGHT_HOME` to a folder."),
        ("not-deleted", "A file could not be deleted.", "Check the permissions of its folder."),
        ("not-exported", "A file of that name exists, and no export wrote it.", "Choose another name, or move the file."),
        ("not-utf8", "A file is not UTF-8 text.", "Save it in UTF-8."),
        ("of-another-export", "A file belongs to an export with another name.", "Choose another name or folder."),
        ("read-only", "The file may not be written.", "Change its permissions, or save under another name."),
        ("sheet-in-the-way", "Another picture has the name of the tile sheet that should be copied.", "Rename one of the pictures, or save elsewhere."),
        ("sheet-outside", "A tile sheet lies outside the folder of its room set.", "Move it into that folder, or below."),
        ("too-large", "The file is too large for a grammar or room set.", "Choose another file."),
        ("torn-part", "A part of a run was changed, or was not copied completely.", "Copy it again, or resume its shard."),
        ("unconfirmed-file", "The disk did not confirm that the file was written.", "Save again, and check the disk."),
        ("unknown-source", "Rooms cannot be imported from files of this kind.", "Use a kind in the hint."),
        ("unreadable-file", "A file could not be read.", "Check its permissions."),
        ("unreadable-sheet", "A tile sheet is not a readable PNG.", "Save it again as a PNG."),
        ("unwritable-file", "A file could not be written.", "Check the permissions of its folder, and the space on the disk."),
    ],
};
