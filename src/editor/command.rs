//! Everything that the window can be asked to do. Panes, menus and shortcuts emit these; the app carries them out in one place.

use std::path::PathBuf;

use super::file_step::FileStep;
use super::pane::Pane;
use super::scale::Scale;
use super::work::Work;
use crate::base::{Cell, Diagnostic, Seed};
use crate::document::{Edit, Location};
use crate::export::Format;
use crate::mission::NodeId;

/// One thing to do.
#[derive(Clone, Debug)]
pub enum Command {
    /// Changes the project.
    Edit(Edit),
    /// Takes the last step back.
    Undo,
    /// Does it again.
    Redo,
    /// Makes the level of this seed.
    SetSeed(Seed),
    /// Makes the level of a random seed.
    RollSeed,
    /// Goes back to the seed before.
    PreviousSeed,
    /// Goes forward to the seed after, or on to the next number.
    NextSeed,
    /// Selects a node alone, or none.
    Select(Option<NodeId>),
    /// Selects a node besides those that are selected, or takes it out of the selection.
    SelectAlso(NodeId),
    /// Selects a node alone, unless it is one of those that are selected.
    SelectFirst(NodeId),
    /// Selects these nodes, as far as they are there, and leads to the mission.
    ShowNodes(Vec<NodeId>),
    /// Keeps the selected places and makes the rest of the level anew.
    RollRest,
    /// Makes the selected places anew and keeps the rest of the level.
    RollSelected,
    /// Makes the level as its seed alone makes it.
    ForgetRolls,
    /// Takes off what is pinned for the seed alone.
    ForgetPins,
    /// Lets places lie about where they lie while one edits, or not.
    KeepLayout(bool),
    /// Lays the level out as its seed alone says.
    LayOutAnew,
    /// Leads to a cell of the level.
    ShowCell(Cell),
    /// Leads to something in the project.
    GoTo(Location),
    /// Goes to the state after this many of the steps that the history lists.
    Travel(usize),
    /// Shows everything in all canvases.
    FrameAll,
    /// Shows what a new project can begin with.
    ShowBeginnings,
    /// Begins a project of this name with an example or template. Without a name, it is called as what it begins with.
    #[expect(missing_docs, reason = "the variant says what its fields are")]
    New { from: String, name: String },
    /// Opens an example of this name.
    NewFromExample(String),
    /// Asks for a file to open.
    Open,
    /// Opens this file.
    OpenFile(PathBuf),
    /// Opens the project that was open last at the start, or an example.
    ReopenLast(bool),
    /// Forgets which files were open last.
    ForgetRecent,
    /// Asks whether to go back to what was saved.
    Revert,
    /// Lists what the files held before they were saved over.
    Backups,
    /// Has the files written in the stable form.
    Tidy,
    /// Lists what was left by a program that did not end as it should.
    Leftovers,
    /// An answer to a question about files.
    File(FileStep),
    /// Saves to the file it has, or asks for one.
    Save,
    /// Asks for a file to save to.
    SaveAs,
    /// Adds plain rooms or cards for a symbol to the room set at hand, and opens the first of them.
    MakeRooms(String),
    /// Asks for a room set to add.
    LoadRooms,
    /// Shows what the tiles of the room set of this path look like.
    ShowLooks(String),
    /// Asks for a tile sheet for the room set whose looks are shown.
    LoadSheet,
    /// Asks for a file with rooms for the set at a position, or for a new one.
    ImportRooms(Option<usize>),
    /// Shows the rooms of a file, to import them.
    ImportRoomsFrom(PathBuf),
    /// Shows what changed where the rooms of a set were imported from.
    ImportAgain(usize),
    /// Asks where the rooms of a set go as a map.
    ExportRooms(usize),
    /// Says what could not be taken over into a room.
    ShowLeftOut(Vec<Diagnostic>),
    /// Shows what can be exported of the level, in a format or in that of the last time.
    Export(Option<Format>),
    /// Exports once more, to the same place and with the same options.
    ExportAgain,
    /// Exports again whenever the level changes, or does so no more.
    ExportOnEveryChange(bool),
    /// Shows what can be exported of the derivation as a film.
    ExportFilm,
    /// Stops something that is done in the background.
    Stop(Work),
    /// Shows a pane, and puts it in front.
    ShowPane(Pane),
    /// Closes a pane; it can be shown again.
    ClosePane(Pane),
    /// Puts all panes where they were at first.
    ResetPanes,
    /// Makes the interface larger or smaller.
    Scale(Scale),
    /// Opens the search for actions.
    FindAction,
    /// Opens the page of keys and gestures.
    ShowShortcuts,
    /// Begins the tour.
    ShowTour,
    /// Chooses the theme.
    SetTheme(egui::ThemePreference),
    /// Closes the window.
    Quit,
}
