//! The table of all actions that need no pointing, for menus, keys, the action search and the page of
//! shortcuts.
//!
//! In: the situation of the window. Out: rows with names, keys and the command to send. A row is disabled
//! while its action is impossible.

use std::borrow::Cow;

use egui::{Context, Key, KeyboardShortcut, Modifiers, ThemePreference};

use super::command::Command;
use super::compared_side::ComparedSide;
use super::pane::Pane;
use super::scale::ScaleChange;
use super::seed_adjustments::SeedAdjustments;
use super::work::disk::example_names;
use crate::base::{Seed, printable_line};
use crate::document::Document;
use crate::export::Format;
use crate::files::RecentFile;

/// The state that the table depends on.
#[derive(Clone, Copy)]
pub struct Situation<'a> {
    /// Open project.
    pub document: &'a Document,
    /// Seed of the level.
    pub seed: Seed,
    /// `true` if there is a level.
    pub has_level: bool,
    /// `true` if there is a derivation to show.
    pub has_film: bool,
    /// `true` if a level of this project was exported before.
    pub has_exported: bool,
    /// `true` if the level is exported again after each change.
    pub exports_on_change: bool,
    /// `true` if there is a seed to go back to.
    pub has_previous_seed: bool,
    /// `true` if a place of the level is selected.
    pub has_selected_place: bool,
    /// Differences of the level from that of its seed alone.
    pub seed_adjustments: SeedAdjustments,
    /// `true` if places keep their positions while the rules are edited.
    pub is_steady: bool,
    /// Recently opened files, the newest first.
    pub recent: &'a [RecentFile],
    /// Number of projects left by programs that did not end properly.
    pub leftover_count: usize,
    /// `true` if the last project is opened at the start.
    pub reopens_last: bool,
    /// `true` if there is a folder for backups.
    pub keeps_files: bool,
}

/// An action: a row of the table.
#[derive(Clone, Debug)]
pub struct ActionRow {
    /// Menu that contains it.
    pub group: ActionGroup,
    /// Section of the menu; sections are separated by lines.
    pub part: u8,
    /// Name of the action.
    pub name: String,
    /// Name of the step that it undoes or redoes, if any.
    pub step: Option<String>,
    /// Description of its effect, in a sentence.
    pub meaning: Cow<'static, str>,
    /// Keyboard shortcuts; the first one is shown.
    pub keys: Vec<KeyboardShortcut>,
    /// `true` if it is possible now.
    pub is_ready: bool,
    /// Command to send.
    pub command: Command,
}

/// The menu of an action, which is also its section on the page of shortcuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionGroup {
    /// Projects and files.
    File,
    /// Undo, redo and edits.
    Edit,
    /// Levels and seeds.
    Level,
    /// Panes and views.
    View,
    /// Help and tours.
    Help,
}

impl ActionGroup {
    /// All groups, in the order of the menus.
    pub const ALL: [Self; 5] = [Self::File, Self::Edit, Self::Level, Self::View, Self::Help];

    /// Returns the title of its menu.
    pub const fn title(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::Level => "Level",
            Self::View => "View",
            Self::Help => "Help",
        }
    }
}

const CTRL: Modifiers = Modifiers::COMMAND;
const SHIFT: Modifiers = Modifiers::SHIFT;
const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };
const PLAIN: Modifiers = Modifiers::NONE;

/// Returns every action in the order of the menus.
#[rustfmt::skip]
pub fn table(now: &Situation<'_>) -> Vec<ActionRow> {
    use ActionGroup::{Edit, File, Help, Level, View};
    let document = now.document;
    let has_file = document.path.is_some();
    let mut rows: Vec<ActionRow> = example_names().map(|(name, title)| open_example(name, &title)).collect();
    rows.extend([
        row(File, 0, "New…", "Starts another project, empty or from a template.", Command::ShowBeginnings)
            .keys(&[(CTRL, Key::N)]),
        row(File, 0, "Open…", "Opens a grammar with its room sets.", Command::Open)
            .keys(&[(CTRL, Key::O)]),
        row(File, 1, "Save", "Writes the grammar and its room sets to their files.", Command::Save)
            .keys(&[(CTRL, Key::S)]),
        row(File, 1, "Save as…", "Writes the project to another file.", Command::SaveAs)
            .keys(&[(CTRL_SHIFT, Key::S)]),
        row(File, 1, "Tidy", "Saves the files in one order and layout from now on, without comments; undo takes it back.", Command::Tidy),
        row(File, 1, "Revert…", "Discards your changes and reads the files again. You are asked first.", Command::Revert)
            .when(has_file && document.is_dirty()),
        row(File, 1, "Backups…", "Lists earlier versions of the files of this project.", Command::Backups)
            .when(has_file && now.keeps_files),
        row(File, 1, "Recover unsaved work…", "Lists unsaved work from a run that ended unexpectedly.", Command::Leftovers)
            .when(now.leftover_count > 0),
        row(File, 0, "Forget recent files", "Clears the list of recent files.", Command::ForgetRecent)
            .when(!now.recent.is_empty()),
        row(File, 0, "Reopen last project on start", "Opens your last project when the program starts; otherwise an example.", Command::ReopenLast(!now.reopens_last))
            .when(now.keeps_files),
        row(File, 2, "Load room set…", "Adds the rooms of a file to this project.", Command::LoadRooms),
        row(File, 2, "Import rooms…", "Makes rooms from maps, pictures and texts of other programs, and from exported levels.", Command::ImportRooms(None)),
        row(File, 3, "Quit", "Closes the window. You are asked first if something is not saved.", Command::Quit)
            .keys(&[(CTRL, Key::Q)]),
        row(Edit, 0, "Undo", "Undoes your last change.", Command::Undo)
            .keys(&[(CTRL, Key::Z)]).about(document.undo_name()),
        row(Edit, 0, "Redo", "Redoes the change that you undid last.", Command::Redo)
            .keys(&[(CTRL_SHIFT, Key::Z), (CTRL, Key::Y)]).about(document.redo_name()),
        row(Level, 0, "Roll a new seed", "Makes another level with a random seed.", Command::RollSeed)
            .keys(&[(CTRL, Key::R)]),
        row(Level, 0, "Previous seed", "Returns to the previous level.", Command::PreviousSeed)
            .keys(&[(CTRL, Key::Comma)]).when(now.has_previous_seed),
        row(Level, 0, "Next seed", "Shows the level of the next seed.", Command::NextSeed)
            .keys(&[(CTRL, Key::Period)]),
        row(Level, 1, "Roll the rest", "Keeps the selected places and makes everything around them again.", Command::RollRest)
            .keys(&[(CTRL_SHIFT, Key::R)]).when(now.has_selected_place),
        row(Level, 1, "Roll the selected places", "Makes the selected places again and keeps all others.", Command::RollSelected)
            .when(now.has_selected_place),
        row(Level, 1, "Forget the rolls", "Drops all rolls and makes the level from its seed.", Command::ForgetRolls)
            .when(now.seed_adjustments.is_rolled),
        row(Level, 1, "Take off the pins of this seed", "Unpins all places that are pinned for this seed only.", Command::ForgetPins)
            .when(now.seed_adjustments.pinned > 0),
        row(Level, 1, "Hold the layout", "Keeps places near their positions while you edit. The level then depends on the layout before, not only on the seed.", Command::KeepLayout(!now.is_steady)),
        row(Level, 1, "Lay out again", "Drops the held layout and lays the level out from its seed.", Command::LayOutAnew)
            .when(now.seed_adjustments.is_held),
        row(Level, 1, "Compare with before the last change", "Shows what your last change did to the level of this seed.", Command::Compare([ComparedSide::BeforeLastEdit, ComparedSide::Shown]))
            .when(document.steps_done() > 0),
        row(Level, 1, "Keep this level to compare", "Keeps this level, to compare later ones with it.", Command::KeepToCompare)
            .when(now.has_level),
    ]);
    rows.extend([
        row(Level, 2, "Export level…", "Previews the files in any format and writes them.", Command::Export(None))
            .keys(&[(CTRL, Key::E)]).when(now.has_level),
        row(Level, 2, "Export again", "Writes the level again, to the same place with the same options.", Command::ExportAgain)
            .keys(&[(CTRL_SHIFT, Key::E)]).when(now.has_level && now.has_exported),
        row(Level, 2, "Export again on every change", "Writes the level whenever it changes and keeps its promises, always to the same files, so that a running game can read it again.", Command::ExportOnEveryChange(!now.exports_on_change))
            .when(now.has_exported),
    ]);
    rows.push(
        row(Level, 2, "Export film…", "Writes an animated picture of the mission as it grows, step by step.", Command::ExportFilm)
            .when(now.has_film),
    );
    rows.extend(Format::ALL.map(|format| export(format).when(now.has_level)));
    rows.push(
        row(View, 0, "Show everything", "Fits everything into the drawings.", Command::FrameAll)
            .keys(&[(PLAIN, Key::F)]),
    );
    rows.extend(Pane::ALL.map(show_pane));
    rows.extend([
        row(View, 1, "Reset panes", "Moves all panes back to their first positions.", Command::ResetPanes),
        row(View, 2, "Larger interface", "Makes texts and buttons larger.", Command::Scale(ScaleChange::Larger))
            .keys(&[(CTRL, Key::Plus), (CTRL, Key::Equals)]),
        row(View, 2, "Smaller interface", "Makes texts and buttons smaller.", Command::Scale(ScaleChange::Smaller))
            .keys(&[(CTRL, Key::Minus)]),
        row(View, 2, "Interface at normal size", "Resets the size of texts and buttons.", Command::Scale(ScaleChange::First))
            .keys(&[(CTRL, Key::Num0)]),
        theme(ThemePreference::Dark, "Dark theme", "Light on dark."),
        theme(ThemePreference::Light, "Light theme", "Dark on light."),
        theme(ThemePreference::System, "Theme of the system", "Follows the dark or light theme of your system."),
        row(Help, 0, "Find an action…", "Searches all actions, rules, symbols, rooms, settings and problems.", Command::FindAction)
            .keys(&[(CTRL_SHIFT, Key::P)]),
        row(Help, 0, "Reference", "Explains the setting or the problem under the pointer, or with the focus. Otherwise it opens where you left it.", Command::ShowReference(None))
            .keys(&[(PLAIN, Key::F1)]),
        row(Help, 0, "Keys and gestures", "Lists all shortcuts and what you can do on the drawings.", Command::ShowShortcuts)
            .keys(&[(SHIFT, Key::F1)]),
        row(Help, 0, "Take the tour", "Shows you the window in a minute.", Command::ShowTour),
    ]);
    rows
}

/// Returns the row of an action that is always possible and has no keys.
fn row(group: ActionGroup, part: u8, name: &str, meaning: &'static str, command: Command) -> ActionRow {
    let (name, step, keys) = (name.to_owned(), None, Vec::new());
    ActionRow { group, part, name, step, meaning: meaning.into(), keys, is_ready: true, command }
}

fn open_example(name: &'static str, title: &str) -> ActionRow {
    let meaning = "Opens an example project. You can change it freely.";
    let command = Command::NewFromExample(name.to_owned());
    row(ActionGroup::File, 0, &format!("Open example {title}"), meaning, command)
}

fn export(format: Format) -> ActionRow {
    let meaning = "Writes the current level to a file.";
    let name = format!("Export level as {}…", format_name(format));
    row(ActionGroup::Level, 2, &name, meaning, Command::Export(Some(format)))
}

/// Returns the action that shows a pane. Panes often switched between while authoring have Ctrl and a digit.
fn show_pane(pane: Pane) -> ActionRow {
    let name = format!("Show {}", pane.title().to_lowercase());
    let meaning = "Opens this pane and brings it to the front.";
    let key = match pane {
        Pane::Rules => Key::Num1,
        Pane::Alphabet => Key::Num2,
        Pane::Recipe => Key::Num3,
        Pane::Rooms => Key::Num4,
        Pane::Settings => Key::Num5,
        Pane::Mission => Key::Num6,
        Pane::Rule => Key::Num7,
        Pane::Start => Key::Num8,
        Pane::Room => Key::Num9,
        Pane::Gallery => Key::G,
        Pane::Populate | Pane::Problems | Pane::History | Pane::Level | Pane::Range | Pane::Compare => {
            return row(ActionGroup::View, 1, &name, meaning, Command::ShowPane(pane));
        }
    };
    row(ActionGroup::View, 1, &name, meaning, Command::ShowPane(pane)).keys(&[(CTRL, key)])
}

fn theme(theme: ThemePreference, name: &str, meaning: &'static str) -> ActionRow {
    row(ActionGroup::View, 3, name, meaning, Command::SetTheme(theme))
}

impl ActionRow {
    fn keys(mut self, keys: &[(Modifiers, Key)]) -> Self {
        self.keys = keys.iter().map(|(modifiers, key)| KeyboardShortcut::new(*modifiers, *key)).collect();
        self
    }

    fn when(self, is_ready: bool) -> Self {
        Self { is_ready, ..self }
    }

    /// Names the step that the action is about; without one it is disabled.
    fn about(self, step: Option<&str>) -> Self {
        Self { is_ready: step.is_some(), step: step.map(str::to_owned), ..self }
    }

    /// Returns the name of the action, including the step that it is about.
    pub fn full_name(&self) -> String {
        self.step
            .as_ref()
            .map_or_else(|| self.name.clone(), |step| format!("{}: {}", self.name, printable_line(step)))
    }

    /// Returns its first shortcut in the spelling of this system; empty if it has none.
    pub fn keys_text(&self, ctx: &Context) -> String {
        self.keys
            .first()
            .map(|keys| with_sign(&ctx.format_shortcut(keys), keys.logical_key))
            .unwrap_or_default()
    }
}

/// Replaces the name of the last key by the sign on it: "Ctrl+," for "Ctrl+Comma".
fn with_sign(text: &str, key: Key) -> String {
    match text.strip_suffix(key.name()) {
        Some(modifiers) => format!("{modifiers}{}", key.symbol_or_name()),
        None => text.to_owned(),
    }
}

/// Returns the name of a format.
pub const fn format_name(format: Format) -> &'static str {
    match format {
        Format::Ron => "RON",
        Format::Json => "JSON",
        Format::Txt => "text",
        Format::Png => "picture",
        Format::Dot => "DOT graph",
        Format::GraphMl => "GraphML",
        Format::Tmx => "map for Tiled",
        Format::Tmj => "map for Tiled in JSON",
        Format::Ldtk => "LDtk project",
        Format::LdtkSimple => "LDtk, super simple",
        Format::NodeLink => "node-link JSON",
        Format::Csv => "CSV tables",
        Format::RexPaint => "REXPaint",
        Format::Glb => "3D model (GLB)",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::editor::work::disk::first_example;

    fn rows() -> Vec<ActionRow> {
        table(&Situation {
            document: &first_example(),
            seed: Seed(1),
            has_level: false,
            has_film: false,
            has_exported: false,
            exports_on_change: false,
            has_previous_seed: false,
            has_selected_place: false,
            seed_adjustments: SeedAdjustments::default(),
            is_steady: false,
            recent: &[],
            leftover_count: 0,
            reopens_last: true,
            keeps_files: false,
        })
    }

    #[test]
    fn no_two_actions_have_one_name_or_one_shortcut() {
        let rows = rows();
        let names: BTreeSet<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names.len(), rows.len());
        let keys: Vec<String> =
            rows.iter().flat_map(|row| &row.keys).map(|keys| format!("{keys:?}")).collect();
        assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), keys.len());
    }

    #[test]
    fn keys_are_written_as_they_are_printed_on_a_keyboard() {
        let written = |text, key| with_sign(text, key);
        assert_eq!(written("Ctrl+Comma", Key::Comma), "Ctrl+,");
        assert_eq!(written("Ctrl+Plus", Key::Plus), "Ctrl++");
        assert_eq!(written("Ctrl+Shift+R", Key::R), "Ctrl+Shift+R");
        assert_eq!(written("F1", Key::F1), "F1");
    }

    #[test]
    fn no_action_has_keys_of_the_clipboard_or_of_drawings() {
        // Ctrl with C, X or V arrives as a clipboard event and never as a key, with Shift too.
        let taken = [Key::C, Key::X, Key::V, Key::A, Key::D, Key::J];
        let is_taken = |keys: &KeyboardShortcut| keys.modifiers.command && taken.contains(&keys.logical_key);
        for row in rows() {
            assert!(!row.keys.iter().any(is_taken), "{}", row.name);
        }
    }
}
