//! The designer's preferences for the window: read at the start, and written after each change.

use egui::Context;
use egui_tiles::Tree;

use super::arrangement::{arrangement_of, first_arrangement, text_of};
use crate::editor::pane::Pane;
use crate::files::{FileError, LastFolders, Preferences, ProgramFolder, ThemePreference};

/// The last written preferences, and their folder. Without a folder, nothing is kept.
#[derive(Debug, Default)]
pub struct WindowPreferences {
    home: Option<ProgramFolder>,
    known: Preferences,
    /// Choice that is not written yet.
    reopens_last: Option<bool>,
    /// Theme of this run only.
    passing_theme: Option<egui::Theme>,
    /// `true` if the window is maximized. Unknown until the window was shown for a while.
    maximized: Option<bool>,
    /// Folders in which files were chosen last.
    pub folders: LastFolders,
    /// Size of the reference in points, once it was shown.
    pub reference_size: Option<(u32, u32)>,
}

impl WindowPreferences {
    /// Reads the preferences and applies them to the window. Returns the arrangement of the panes.
    pub fn take_up(home: ProgramFolder, ctx: &Context) -> (Self, Tree<Pane>) {
        // An unreadable file must not be replaced.
        let (home, known) = match home.preferences_to_change() {
            Ok(known) => (Some(home), known),
            Err(_) => (None, Preferences::default()),
        };
        ctx.set_theme(match known.theme {
            ThemePreference::System => egui::ThemePreference::System,
            ThemePreference::Dark => egui::ThemePreference::Dark,
            ThemePreference::Light => egui::ThemePreference::Light,
        });
        ctx.set_zoom_factor(known.scale_percent.clamp(50, 300) as f32 / 100.0);
        let tree = arrangement_of(&known.panes).unwrap_or_else(first_arrangement);
        let (folders, reference_size) = (known.folders.clone(), known.reference_size);
        (Self { home, known, folders, reference_size, ..Self::default() }, tree)
    }

    /// Returns `true` if the tour should be shown: there is a folder, and it was never shown.
    pub fn is_first_start(&self) -> bool {
        self.home.is_some() && !self.known.tour_seen
    }

    /// Returns `true` if the window is maximized, or was in the last run.
    pub fn is_maximized(&self) -> bool {
        self.maximized.unwrap_or(self.known.maximized)
    }

    /// Remembers whether the window is maximized.
    pub fn note_maximized(&mut self, is_maximized: bool) {
        self.maximized = Some(is_maximized);
    }

    /// Returns `true` if the last project is opened at the start.
    pub fn reopens_last(&self) -> bool {
        self.reopens_last.unwrap_or(self.known.reopens_last)
    }

    /// Sets whether the last project is opened at the start.
    pub fn reopen_last(&mut self, does: bool) {
        self.reopens_last = Some(does);
    }

    /// Shows a theme in this run without remembering it.
    pub fn show_theme(&mut self, theme: egui::Theme, ctx: &Context) {
        self.passing_theme = Some(theme);
        ctx.set_theme(theme);
    }

    /// Sets the theme of this run and of later ones.
    pub fn choose_theme(&mut self, theme: egui::ThemePreference, ctx: &Context) {
        self.passing_theme = None;
        ctx.set_theme(theme);
    }

    /// Writes the preferences if something changed. Returns the reason if that fails. `tour_seen` is `true`
    /// if the tour is shown.
    pub fn keep(&mut self, ctx: &Context, tree: &Tree<Pane>, tour_seen: bool) -> Option<FileError> {
        let home = self.home.as_ref()?;
        let now = Preferences {
            theme: match ctx.options(|options| options.theme_preference) {
                _ if self.passing_theme.is_some() => self.known.theme,
                egui::ThemePreference::System => ThemePreference::System,
                egui::ThemePreference::Dark => ThemePreference::Dark,
                egui::ThemePreference::Light => ThemePreference::Light,
            },
            scale_percent: (ctx.zoom_factor() * 100.0).round() as u32,
            panes: text_of(tree).unwrap_or_default(),
            tour_seen: self.known.tour_seen || tour_seen,
            reopens_last: self.reopens_last(),
            maximized: self.is_maximized(),
            folders: self.folders.clone(),
            reference_size: self.reference_size,
        };
        if now == self.known {
            return None;
        }
        let written = home.write_preferences(&now);
        // The next change tries again.
        self.known = now;
        written.err()
    }
}
