//! Shares themes as files: exports the open one, and imports one into the grammar.

use std::path::Path;

use super::App;
use crate::document::{Edit, Location, ThemesEdit};
use crate::files::{read_theme, save_text};
use crate::text::{SharedTheme, print_theme};

impl App {
    /// Writes the open theme to a file.
    pub(super) fn export_theme(&mut self, path: &Path) {
        let themes = &self.document.authored().alphabet.themes;
        let open = self.view.shared.open.theme.as_deref().and_then(|name| themes.get_key_value(name));
        let Some((name, theme)) = open else { return };
        let text = print_theme(&SharedTheme::new(name, theme));
        self.workspace.remember_writing(path);
        if self.toasts.unless_wrong(save_text(path, &text)).is_some() {
            self.toasts.inform(format!("Exported to {}", path.display()));
        }
    }

    /// Adds the theme of a file to the grammar, and opens it. A theme of that name is replaced.
    pub(super) fn import_theme(&mut self, path: &Path) {
        match read_theme(path) {
            Ok(SharedTheme { name, theme, .. }) => {
                let edit = ThemesEdit::Add { name: name.clone(), theme: Box::new(theme) };
                self.change(|document| document.apply(Edit::Themes(edit)));
                let pane = self.view.shared.open.open(Location::Theme(name));
                self.panes.show(pane);
            }
            Err(found) => {
                let first = found.first().map(|found| found.message.clone());
                self.toasts.warn(format!("Not imported. {}", first.unwrap_or_default()));
            }
        }
    }
}
