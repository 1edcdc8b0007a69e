//! The designer's preferences of the window: read at the start, and kept as soon as something changes.

use egui::Context;
use egui_tiles::Tree;

use super::arrangement::{arrangement_of, first_arrangement, text_of};
use crate::editor::pane::Pane;
use crate::files::{FileError, Home, LastFolders, Preferences, ThemePreference};

/// The preferences as they were written last, and where. Without a home nothing is kept.
#[derive(Debug, Default)]
pub struct WindowPreferences {
    home: Option<Home>,
    known: Preferences,
    /// As long as it is not kept yet.
    reopens_last: Option<bool>,
    /// The theme that only this run has.
    passing_theme: Option<egui::Theme>,
    /// Does the window cover the screen? Nobody knows before the window was shown for a while.
    maximized: Option<bool>,
    /// Where files were chosen last.
    pub folders: LastFolders,
}

impl WindowPreferences {
    /// Reads the preferences and gives them to the window; where the panes are.
    pub fn take_up(home: Home, ctx: &Context) -> (Self, Tree<Pane>) {
        // What cannot be read just now is not replaced either.
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
        let folders = known.folders.clone();
        (Self { home, known, folders, ..Self::default() }, tree)
    }

    /// Should the tour be shown, because there is a home and it never was?
    pub fn is_first_start(&self) -> bool {
        self.home.is_some() && !self.known.tour_seen
    }

    /// Does the window cover the screen, or did it in the last run?
    pub fn is_maximized(&self) -> bool {
        self.maximized.unwrap_or(self.known.maximized)
    }

    /// Remembers whether the window covers the screen.
    pub fn note_maximized(&mut self, is_maximized: bool) {
        self.maximized = Some(is_maximized);
    }

    /// Is the project that was open last opened at the start?
    pub fn reopens_last(&self) -> bool {
        self.reopens_last.unwrap_or(self.known.reopens_last)
    }

    /// Opens it, or does not.
    pub fn reopen_last(&mut self, does: bool) {
        self.reopens_last = Some(does);
    }

    /// Shows a theme in this run, without remembering it.
    pub fn show_theme(&mut self, theme: egui::Theme, ctx: &Context) {
        self.passing_theme = Some(theme);
        ctx.set_theme(theme);
    }

    /// Chooses the theme of this run and of those to come.
    pub fn choose_theme(&mut self, theme: egui::ThemePreference, ctx: &Context) {
        self.passing_theme = None;
        ctx.set_theme(theme);
    }

    /// Writes the preferences if something changed; why that cannot be done, if so. `tour_seen` says that the tour is being shown.
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
        };
        if now == self.known {
            return None;
        }
        let written = home.write_preferences(&now);
        // It is tried again with the next change.
        self.known = now;
        written.err()
    }
}
