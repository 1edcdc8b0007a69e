//! Chooses the initial folder of file dialogs: the last one used for that kind of file.

use std::path::{Path, PathBuf};

use egui::Context;

use super::App;
use crate::editor::modals::dialogs::{DialogStart, FileQuestion, file_name, folder_of};
use crate::files::{LastFolders, exists};

impl App {
    /// Returns the folder of the project. For an unsaved one, this is the folder of the last project.
    pub(super) fn usual_folder(&self) -> Option<PathBuf> {
        let last = self.workspace.recent().first().map(|file| file.path.as_path());
        folder_of(self.document.path.as_deref().or(last))
    }

    /// Returns the folder for the first export of a project.
    pub(super) fn usual_export_folder(&self) -> Option<PathBuf> {
        self.last_folder(FileQuestion::ExportFolder).or_else(|| self.usual_folder())
    }

    pub(super) fn ask_for_file(&mut self, ask: FileQuestion, ctx: &Context) {
        let name = match ask {
            FileQuestion::OpenGrammar
            | FileQuestion::SaveGrammar
            | FileQuestion::TileSheet
            | FileQuestion::ImportRooms
            | FileQuestion::FindRooms
            | FileQuestion::ImportTheme
            | FileQuestion::ExportFolder
            | FileQuestion::FilmFolder => file_name(self.document.title(), "grammar.ron"),
            FileQuestion::ExportRooms => file_name(&self.name_of_exchanged(), "tmx"),
            FileQuestion::ExportTheme => {
                let theme = self.view.shared.open.theme.as_deref();
                file_name(theme.unwrap_or_default(), "theme.ron")
            }
            FileQuestion::ContactSheet => file_name(&format!("{} sheet", self.document.title()), "png"),
            FileQuestion::OpenRooms => file_name(self.document.title(), "rooms.ron"),
        };
        // A path in the project takes precedence over the last folder, and the last folder over a guess.
        let said = match ask {
            FileQuestion::SaveGrammar => folder_of(self.document.path.as_deref()),
            FileQuestion::ExportFolder | FileQuestion::ContactSheet => self.export.settings.folder.clone(),
            FileQuestion::FilmFolder => self.film_export.settings.folder.clone(),
            FileQuestion::OpenGrammar
            | FileQuestion::OpenRooms
            | FileQuestion::TileSheet
            | FileQuestion::ImportRooms
            | FileQuestion::FindRooms
            | FileQuestion::ImportTheme
            | FileQuestion::ExportTheme
            | FileQuestion::ExportRooms => None,
        };
        let guess = || match ask {
            FileQuestion::TileSheet => self.looks_file().and_then(|file| folder_of(Some(&file))),
            _ => self.usual_folder(),
        };
        let folder = said.or_else(|| self.last_folder(ask)).or_else(guess);
        self.dialogs.open(ask, DialogStart { folder, name }, ctx);
    }

    /// Returns the last folder for this kind of file, if it still exists.
    fn last_folder(&self, ask: FileQuestion) -> Option<PathBuf> {
        let mut folders = self.preferences.folders.clone();
        slot(&mut folders, ask).take().filter(|folder| exists(folder))
    }

    /// Remembers the folder of a chosen file.
    pub(super) fn remember_folder(&mut self, ask: FileQuestion, path: &Path) {
        let folder = match ask {
            FileQuestion::ExportFolder | FileQuestion::FilmFolder => Some(path.to_owned()),
            FileQuestion::OpenGrammar
            | FileQuestion::SaveGrammar
            | FileQuestion::OpenRooms
            | FileQuestion::TileSheet
            | FileQuestion::ImportRooms
            | FileQuestion::FindRooms
            | FileQuestion::ExportRooms
            | FileQuestion::ImportTheme
            | FileQuestion::ExportTheme
            | FileQuestion::ContactSheet => folder_of(Some(path)),
        };
        // A path that is not valid Unicode cannot be stored.
        if let Some(folder) = folder.filter(|folder| folder.to_str().is_some()) {
            *slot(&mut self.preferences.folders, ask) = Some(folder);
        }
    }
}

fn slot(folders: &mut LastFolders, ask: FileQuestion) -> &mut Option<PathBuf> {
    match ask {
        FileQuestion::OpenGrammar
        | FileQuestion::SaveGrammar
        | FileQuestion::ImportTheme
        | FileQuestion::ExportTheme => &mut folders.projects,
        FileQuestion::OpenRooms
        | FileQuestion::ImportRooms
        | FileQuestion::FindRooms
        | FileQuestion::ExportRooms => &mut folders.rooms,
        FileQuestion::ExportFolder | FileQuestion::FilmFolder | FileQuestion::ContactSheet => {
            &mut folders.exports
        }
        FileQuestion::TileSheet => &mut folders.sheets,
    }
}
