//! Everything that can be done without pointing at something: one table for the menus, the keys, the search for actions and the page of shortcuts.

use egui::{Key, KeyboardShortcut, Modifiers, ThemePreference};

use super::app::App;
use super::command::Command;
use super::panes::Pane;
use crate::editor::work::disk::example_names;
use crate::export::Format;

/// Something that can be done from anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Opens an example of this name.
    OpenExample(&'static str),
    /// Shows what a new project can begin with.
    New,
    /// Asks for a file to open.
    Open,
    /// Saves.
    Save,
    /// Saves under another name.
    SaveAs,
    /// Goes back to what the files hold.
    Revert,
    /// Lists what the files held before.
    Backups,
    /// Lists unsaved work that was left behind.
    Recover,
    /// Forgets which files were open.
    ForgetRecent,
    /// Asks for a room set to add.
    LoadRooms,
    /// Exports the level.
    Export(Format),
    /// Closes the window.
    Quit,
    /// Takes the last step back.
    Undo,
    /// Does it again.
    Redo,
    /// Draws a seed by lot.
    RollSeed,
    /// Goes back to the seed before.
    PreviousSeed,
    /// Goes on to the seed after.
    NextSeed,
    /// Shows everything in all canvases.
    FrameAll,
    /// Shows a pane.
    Show(Pane),
    /// Puts all panes where they were at first.
    ResetPanes,
    /// Everything larger.
    Enlarge,
    /// Everything smaller.
    Reduce,
    /// Everything as large as at first.
    FirstScale,
    /// Chooses the theme.
    Theme(ThemePreference),
    /// Searches everything that can be done.
    Find,
    /// Shows all shortcuts.
    ShowShortcuts,
    /// Shows the tour.
    ShowTour,
}

/// Where an action stands in the menus and on the page of shortcuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Projects and files.
    File,
    /// Steps.
    Edit,
    /// Levels and seeds.
    Level,
    /// What is looked at.
    View,
    /// How to find one's way.
    Help,
}

impl Group {
    /// All of them, in the order of the menus.
    pub const ALL: [Self; 5] = [Self::File, Self::Edit, Self::Level, Self::View, Self::Help];

    /// What its menu is called.
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
const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

impl Action {
    /// Every action, in the order of the menus.
    pub fn all() -> impl Iterator<Item = Self> {
        let examples = example_names().map(|(name, _)| Self::OpenExample(name));
        let files = [Self::New, Self::Open, Self::Save, Self::SaveAs, Self::Revert, Self::Backups];
        let more_files = [Self::Recover, Self::ForgetRecent, Self::LoadRooms, Self::Quit];
        let steps = [Self::Undo, Self::Redo];
        let levels = [Self::RollSeed, Self::PreviousSeed, Self::NextSeed];
        let exports = [Format::Ron, Format::Json, Format::Txt, Format::Png].map(Self::Export);
        let panes = Pane::ALL.into_iter().map(Self::Show);
        let looks = [Self::FrameAll, Self::ResetPanes, Self::Enlarge, Self::Reduce, Self::FirstScale];
        let themes =
            [ThemePreference::Dark, ThemePreference::Light, ThemePreference::System].map(Self::Theme);
        let help = [Self::Find, Self::ShowShortcuts, Self::ShowTour];
        (examples.chain(files).chain(more_files).chain(steps))
            .chain(levels.into_iter().chain(exports))
            .chain(looks.into_iter().chain(panes).chain(themes))
            .chain(help)
    }

    /// What it is called.
    pub fn name(self) -> String {
        let name = match self {
            Self::OpenExample(name) => {
                let run_view = example_names().find(|(known, _)| *known == name);
                return run_view
                    .map_or_else(|| name.to_owned(), |(_, run_view)| format!("Open example {run_view}"));
            }
            Self::Export(format) => return format!("Export level as {}…", format_name(format)),
            Self::Show(pane) => return format!("Show {}", pane.title().to_lowercase()),
            Self::New => "New…",
            Self::Open => "Open…",
            Self::Revert => "Revert…",
            Self::Backups => "Backups…",
            Self::Recover => "Recover unsaved work…",
            Self::ForgetRecent => "Forget recent files",
            Self::Save => "Save",
            Self::SaveAs => "Save as…",
            Self::LoadRooms => "Load room set…",
            Self::Quit => "Quit",
            Self::Undo => "Undo",
            Self::Redo => "Redo",
            Self::RollSeed => "Roll a new seed",
            Self::PreviousSeed => "Previous seed",
            Self::NextSeed => "Next seed",
            Self::FrameAll => "Show everything",
            Self::ResetPanes => "Reset panes",
            Self::Enlarge => "Larger interface",
            Self::Reduce => "Smaller interface",
            Self::FirstScale => "Interface at normal size",
            Self::Theme(ThemePreference::Dark) => "Dark theme",
            Self::Theme(ThemePreference::Light) => "Light theme",
            Self::Theme(ThemePreference::System) => "Theme of the system",
            Self::Find => "Find an action…",
            Self::ShowShortcuts => "Keys and gestures",
            Self::ShowTour => "Take the tour",
        };
        name.to_owned()
    }

    /// What comes of it, in a sentence.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::OpenExample(_) => "Opens a project that comes with the program, to look at and to change.",
            Self::New => "Begins another project, empty or from a template.",
            Self::Open => "Opens a grammar with its room sets.",
            Self::Revert => "Throws the changes away and reads the files again; asks first.",
            Self::Backups => "Lists what the files of this project held before they were saved over.",
            Self::Recover => "Lists work that was not saved when the program ended by accident.",
            Self::ForgetRecent => "Empties the list of files that were open.",
            Self::Save => "Writes the grammar and its room sets to their files.",
            Self::SaveAs => "Writes the project to another file.",
            Self::LoadRooms => "Adds the rooms of a file to this project.",
            Self::Export(_) => "Writes the level that is shown to a file, for a game or to look at.",
            Self::Quit => "Closes the window; asks first if something is not saved.",
            Self::Undo => "Takes the last step back.",
            Self::Redo => "Does the step again that was taken back last.",
            Self::RollSeed => "Makes another level, with a seed drawn by lot.",
            Self::PreviousSeed => "Goes back to the level before.",
            Self::NextSeed => "Goes on to the level of the next seed.",
            Self::FrameAll => "Makes everything fit into the drawings.",
            Self::Show(_) => "Opens this pane and puts it in front.",
            Self::ResetPanes => "Puts all panes where they were at first.",
            Self::Enlarge => "Makes texts and buttons larger.",
            Self::Reduce => "Makes texts and buttons smaller.",
            Self::FirstScale => "Makes texts and buttons as large as at first.",
            Self::Theme(ThemePreference::Dark) => "Light on dark.",
            Self::Theme(ThemePreference::Light) => "Dark on light.",
            Self::Theme(ThemePreference::System) => "Dark or light, as the system has it.",
            Self::Find => "Searches everything that can be done.",
            Self::ShowShortcuts => "Lists all keys, and what can be done on the drawings.",
            Self::ShowTour => "Shows in a minute what is where.",
        }
    }

    /// Its menu.
    pub const fn group(self) -> Group {
        match self {
            Self::New
            | Self::Revert
            | Self::Backups
            | Self::Recover
            | Self::ForgetRecent
            | Self::OpenExample(_)
            | Self::Open
            | Self::Save
            | Self::SaveAs
            | Self::LoadRooms
            | Self::Quit => Group::File,
            Self::Undo | Self::Redo => Group::Edit,
            Self::RollSeed | Self::PreviousSeed | Self::NextSeed | Self::Export(_) => Group::Level,
            Self::FrameAll
            | Self::Show(_)
            | Self::ResetPanes
            | Self::Enlarge
            | Self::Reduce
            | Self::FirstScale
            | Self::Theme(_) => Group::View,
            Self::Find | Self::ShowShortcuts | Self::ShowTour => Group::Help,
        }
    }

    /// The keys that do it; the first one is shown.
    pub fn shortcuts(self) -> Vec<KeyboardShortcut> {
        let keys: &[(Modifiers, Key)] = match self {
            Self::New => &[(CTRL, Key::N)],
            Self::Open => &[(CTRL, Key::O)],
            Self::Save => &[(CTRL, Key::S)],
            Self::SaveAs => &[(CTRL_SHIFT, Key::S)],
            Self::Export(Format::Ron) => &[(CTRL, Key::E)],
            Self::Quit => &[(CTRL, Key::Q)],
            Self::Undo => &[(CTRL, Key::Z)],
            Self::Redo => &[(CTRL_SHIFT, Key::Z), (CTRL, Key::Y)],
            Self::RollSeed => &[(CTRL, Key::R)],
            Self::PreviousSeed => &[(CTRL, Key::Comma)],
            Self::NextSeed => &[(CTRL, Key::Period)],
            Self::FrameAll => &[(Modifiers::NONE, Key::F)],
            Self::Show(pane) => return shortcut_of_pane(pane).into_iter().collect(),
            Self::Enlarge => &[(CTRL, Key::Plus), (CTRL, Key::Equals)],
            Self::Reduce => &[(CTRL, Key::Minus)],
            Self::FirstScale => &[(CTRL, Key::Num0)],
            Self::Find => &[(CTRL_SHIFT, Key::P)],
            Self::ShowShortcuts => &[(Modifiers::NONE, Key::F1)],
            Self::OpenExample(_)
            | Self::Revert
            | Self::Backups
            | Self::Recover
            | Self::ForgetRecent
            | Self::LoadRooms
            | Self::Export(_)
            | Self::ResetPanes
            | Self::Theme(_)
            | Self::ShowTour => &[],
        };
        keys.iter().map(|(modifiers, key)| KeyboardShortcut::new(*modifiers, *key)).collect()
    }

    /// Can it be done now?
    pub fn is_ready(self, app: &App) -> bool {
        match self {
            Self::Undo => app.document().undo_name().is_some(),
            Self::Redo => app.document().redo_name().is_some(),
            Self::PreviousSeed => app.has_previous_seed(),
            Self::Export(_) => app.run_view().level().is_some(),
            Self::Revert => app.document().path.is_some() && app.document().is_dirty(),
            Self::Backups => app.document().path.is_some() && app.keeps_files(),
            Self::Recover => app.leftover_count() > 0,
            Self::ForgetRecent => !app.recent_files().is_empty(),
            _ => true,
        }
    }

    /// What the window is asked for.
    pub fn command(self) -> Command {
        match self {
            Self::OpenExample(name) => Command::NewFromExample(name.to_owned()),
            Self::New => Command::New,
            Self::Open => Command::Open,
            Self::Revert => Command::Revert,
            Self::Backups => Command::Backups,
            Self::Recover => Command::Leftovers,
            Self::ForgetRecent => Command::ForgetRecent,
            Self::Save => Command::Save,
            Self::SaveAs => Command::SaveAs,
            Self::LoadRooms => Command::LoadRooms,
            Self::Export(format) => Command::Export(format),
            Self::Quit => Command::Quit,
            Self::Undo => Command::Undo,
            Self::Redo => Command::Redo,
            Self::RollSeed => Command::RollSeed,
            Self::PreviousSeed => Command::PreviousSeed,
            Self::NextSeed => Command::NextSeed,
            Self::FrameAll => Command::FrameAll,
            Self::Show(pane) => Command::ShowPane(pane),
            Self::ResetPanes => Command::ResetPanes,
            Self::Enlarge => Command::Scale(Scale::Larger),
            Self::Reduce => Command::Scale(Scale::Smaller),
            Self::FirstScale => Command::Scale(Scale::First),
            Self::Theme(theme) => Command::SetTheme(theme),
            Self::Find => Command::FindAction,
            Self::ShowShortcuts => Command::ShowShortcuts,
            Self::ShowTour => Command::ShowTour,
        }
    }
}

/// How the size of the interface changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// A tenth more.
    Larger,
    /// A tenth less.
    Smaller,
    /// As at first.
    First,
}

impl Scale {
    /// The factor after a change, from half to three times the first size.
    pub fn factor_after(self, factor: f32) -> f32 {
        let tenths = (factor * 10.0).round();
        let tenths = match self {
            Self::Larger => tenths + 1.0,
            Self::Smaller => tenths - 1.0,
            Self::First => 10.0,
        };
        tenths.clamp(5.0, 30.0) / 10.0
    }
}

/// What a format is called.
pub const fn format_name(format: Format) -> &'static str {
    match format {
        Format::Ron => "RON",
        Format::Json => "JSON",
        Format::Txt => "text",
        Format::Png => "picture",
    }
}

/// Ctrl and a digit, for the panes that one switches between while authoring.
fn shortcut_of_pane(pane: Pane) -> Option<KeyboardShortcut> {
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
        Pane::Problems | Pane::History | Pane::Level => return None,
    };
    Some(KeyboardShortcut::new(CTRL, key))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_actions_have_one_name_or_one_shortcut() {
        let names: Vec<String> = Action::all().map(Action::name).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        let keys: Vec<String> =
            Action::all().flat_map(Action::shortcuts).map(|keys| format!("{keys:?}")).collect();
        assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), keys.len());
    }

    #[test]
    fn interface_grows_and_shrinks_by_tenths_within_bounds() {
        assert_eq!(Scale::Larger.factor_after(1.0), 1.1);
        assert_eq!(Scale::Smaller.factor_after(1.1), 1.0);
        assert_eq!(Scale::Smaller.factor_after(0.5), 0.5);
        assert_eq!(Scale::Larger.factor_after(3.0), 3.0);
        assert_eq!(Scale::First.factor_after(2.3), 1.0);
    }
}
