//! All commands of the window. Panes, menus and shortcuts emit them; the app carries them out in one place.

use std::path::PathBuf;

use super::compared_side::ComparedSide;
use super::file_step::FileStep;
use super::pane::Pane;
use super::scale::ScaleChange;
use super::seed_marks::MarkEdit;
use super::work::JobKind;
use super::work::contact_sheet::SheetLevels;
use crate::base::{Cell, Diagnostic, Seed};
use crate::document::{Edit, Location};
use crate::export::Format;
use crate::mission::NodeId;
use crate::reference::ReferenceSubject;

/// A command of the window.
#[derive(Clone, Debug)]
pub enum Command {
    /// Changes the project.
    Edit(Edit),
    /// Undoes the last step.
    Undo,
    /// Redoes the last undone step.
    Redo,
    /// Makes the level of this seed.
    SetSeed(Seed),
    /// Makes the level of a random seed.
    RollSeed,
    /// Goes back to the previous seed.
    PreviousSeed,
    /// Goes forward to the next seed in the history, or to the next number.
    NextSeed,
    /// Selects a single node, or none.
    Select(Option<NodeId>),
    /// Adds a node to the selection, or removes it if it is selected.
    SelectAlso(NodeId),
    /// Selects a single node, unless it is already part of the selection.
    SelectFirst(NodeId),
    /// Selects these nodes, if they exist, and shows the mission.
    ShowNodes(Vec<NodeId>),
    /// Keeps the selected places and rerolls the rest of the level.
    RollRest,
    /// Rerolls the selected places and keeps the rest of the level.
    RollSelected,
    /// Drops all rolls, so that the seed alone decides the level.
    ForgetRolls,
    /// Removes the pins for the current seed.
    ForgetPins,
    /// Turns on or off that places keep their positions while the rules are edited.
    KeepLayout(bool),
    /// Lays out the level by its seed alone.
    LayOutAnew,
    /// Shows a cell of the level.
    ShowCell(Cell),
    /// Shows an item of the project.
    GoTo(Location),
    /// Goes to the state after this number of steps in the history.
    Travel(usize),
    /// Compares two levels: before and after.
    Compare([ComparedSide; 2]),
    /// Compares the levels of two seeds.
    CompareSeeds(Seed, Seed),
    /// Keeps the level at hand, to compare later ones with it.
    KeepToCompare,
    /// Shows everything in all canvases.
    FrameAll,
    /// Shows the templates for a new project.
    ShowBeginnings,
    /// Creates a project from an example or template. Without a name, it keeps that of the template.
    #[expect(missing_docs, reason = "the variant says what its fields are")]
    New { from: String, name: String },
    /// Opens an example with this name.
    NewFromExample(String),
    /// Asks for a file to open.
    Open,
    /// Opens this file.
    OpenFile(PathBuf),
    /// Sets whether the last project, or otherwise an example, is opened at the start.
    ReopenLast(bool),
    /// Clears the list of recently opened files.
    ForgetRecent,
    /// Asks whether to return to the saved state.
    Revert,
    /// Lists the earlier contents of the project's files.
    Backups,
    /// Switches the files to the stable form.
    Tidy,
    /// Lists unsaved work of programs that did not end properly.
    Leftovers,
    /// An answer to a question about files.
    File(FileStep),
    /// Saves to its file, or asks for one.
    Save,
    /// Asks for a file to save to.
    SaveAs,
    /// Adds plain rooms or cards for a symbol to the current room set, and opens the first of them.
    MakeRooms(String),
    /// Asks for a room set to add.
    LoadRooms,
    /// Shows the looks of tiles of the room set with this path.
    ShowLooks(String),
    /// Asks for a tile sheet for the room set with the shown looks.
    LoadSheet,
    /// Asks for a file with rooms for the set at a position, or for a new set.
    ImportRooms(Option<usize>),
    /// Opens the import dialog for a file.
    ImportRoomsFrom(PathBuf),
    /// Opens the import dialog for all sources of a set.
    ImportAgain(usize),
    /// Asks for a file to export the rooms of a set to.
    ExportRooms(usize),
    /// Asks for a theme to add.
    ImportTheme,
    /// Asks for a file to write the open theme to.
    ExportTheme,
    /// Reports everything that could not be taken over into a room.
    ShowLeftOut(Vec<Diagnostic>),
    /// Opens the export dialog, in the given format or in the last one.
    Export(Option<Format>),
    /// Exports again, to the same file with the same options.
    ExportAgain,
    /// Turns automatic export after each change on or off.
    ExportOnEveryChange(bool),
    /// Opens the dialog for exporting a film.
    ExportFilm,
    /// Changes stars, notes or tags of seeds.
    Mark(MarkEdit),
    /// Undoes the last change of stars, notes and tags.
    UndoMark,
    /// Opens the export dialog for the levels of these seeds.
    ExportSeeds(Vec<Seed>),
    /// Asks for a file for a contact sheet of these levels.
    ContactSheet(SheetLevels),
    /// Stops background jobs of a kind.
    Stop(JobKind),
    /// Shows a pane and brings it to the front.
    ShowPane(Pane),
    /// Closes a pane; it can be shown again.
    ClosePane(Pane),
    /// Resets the arrangement of the panes.
    ResetPanes,
    /// Changes the scale of the interface.
    Scale(ScaleChange),
    /// Opens the search for actions.
    FindAction,
    /// Opens the reference at a subject, or at what has the focus or the pointer.
    ShowReference(Option<ReferenceSubject>),
    /// Opens the page of keys and gestures.
    ShowShortcuts,
    /// Starts the tour.
    ShowTour,
    /// Chooses the theme.
    SetTheme(egui::ThemePreference),
    /// Closes the window.
    Quit,
}
