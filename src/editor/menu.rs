//! The bar at the top: menus on the left, the name of the project in the middle.

use egui::{Button, RichText, ThemePreference, Ui};

use super::app::App;
use super::command::Command;
use super::disk::example_names;
use super::panes::Pane;
use super::style::palette;
use crate::export::Format;

/// Shows the menus; what is chosen is added to the commands.
pub fn bar_ui(ui: &mut Ui, app: &App, commands: &mut Vec<Command>) {
    egui::MenuBar::new().ui(ui, |ui| {
        ui.menu_button("File", |ui| file_menu(ui, app, commands));
        ui.menu_button("Edit", |ui| edit_menu(ui, app, commands));
        ui.menu_button("View", |ui| view_menu(ui, commands));
        title_ui(ui, app);
    });
}

fn title_ui(ui: &mut Ui, app: &App) {
    let colors = palette(ui);
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        ui.add_space(6.0);
        let document = app.document();
        let file = document.path.as_deref().and_then(|path| path.file_name());
        let file =
            file.map_or_else(|| "not saved yet".to_owned(), |name| name.to_string_lossy().into_owned());
        ui.label(RichText::new(file).small().color(colors.dim));
        ui.label(RichText::new(document.title()).color(colors.strong));
        if document.is_dirty() {
            ui.label(RichText::new("•").color(colors.accent)).on_hover_text("Changed since it was saved");
        }
    });
}

fn file_menu(ui: &mut Ui, app: &App, commands: &mut Vec<Command>) {
    item(ui, "New…", "Ctrl+N", true, Command::New, commands);
    ui.menu_button("New from example", |ui| {
        for (name, shown) in example_names() {
            item(ui, &shown, "", true, Command::NewFromExample(name.to_owned()), commands);
        }
    });
    item(ui, "Open…", "Ctrl+O", true, Command::Open, commands);
    ui.menu_button("Open recent", |ui| recent_menu(ui, app, commands));
    ui.separator();
    item(ui, "Save", "Ctrl+S", true, Command::Save, commands);
    item(ui, "Save as…", "Ctrl+Shift+S", true, Command::SaveAs, commands);
    let (is_saved, changed) = (app.document().path.is_some(), app.document().is_dirty());
    item(ui, "Revert…", "", is_saved && changed, Command::Revert, commands);
    item(ui, "Backups…", "", is_saved && app.keeps_files(), Command::Backups, commands);
    if app.leftover_count() > 0 {
        item(ui, "Recover unsaved work…", "", true, Command::Leftovers, commands);
    }
    ui.separator();
    item(ui, "Load room set…", "", true, Command::LoadRooms, commands);
    ui.menu_button("Export level", |ui| {
        let ready = app.shown().level().is_some();
        for (format, shortcut) in
            [(Format::Ron, "Ctrl+E"), (Format::Json, ""), (Format::Txt, ""), (Format::Png, "")]
        {
            item(ui, format_name(format), shortcut, ready, Command::Export(format), commands);
        }
    });
    ui.separator();
    item(ui, "Quit", "Ctrl+Q", true, Command::Quit, commands);
}

fn recent_menu(ui: &mut Ui, app: &App, commands: &mut Vec<Command>) {
    let recent = app.recent_files();
    if recent.is_empty() {
        ui.add_enabled(false, Button::new("Nothing yet"));
        return;
    }
    for file in recent {
        let name = file.path.file_name().map_or_else(Default::default, |name| name.to_string_lossy());
        let button = ui.add_enabled(file.exists, Button::new(name));
        let told = file.path.display().to_string();
        let button =
            button.on_hover_text(&told).on_disabled_hover_text(format!("{told} is not there any more"));
        if button.clicked() {
            commands.push(Command::OpenFile(file.path.clone()));
        }
    }
    ui.separator();
    item(ui, "Clear this list", "", true, Command::ForgetRecent, commands);
}

fn format_name(format: Format) -> &'static str {
    match format {
        Format::Ron => "RON…",
        Format::Json => "JSON…",
        Format::Txt => "Text…",
        Format::Png => "Picture…",
    }
}

fn edit_menu(ui: &mut Ui, app: &App, commands: &mut Vec<Command>) {
    let document = app.document();
    let named = |verb: &str, name: Option<&str>| {
        name.map_or_else(|| verb.to_owned(), |name| format!("{verb}: {name}"))
    };
    let (undo, redo) = (document.undo_name(), document.redo_name());
    item(ui, &named("Undo", undo), "Ctrl+Z", undo.is_some(), Command::Undo, commands);
    item(ui, &named("Redo", redo), "Ctrl+Shift+Z", redo.is_some(), Command::Redo, commands);
    ui.separator();
    item(ui, "Roll a new seed", "R", true, Command::RollSeed, commands);
}

fn view_menu(ui: &mut Ui, commands: &mut Vec<Command>) {
    item(ui, "Show everything", "F", true, Command::FrameAll, commands);
    ui.separator();
    for pane in Pane::ALL {
        item(ui, pane.title(), "", true, Command::ShowPane(pane), commands);
    }
    item(ui, "Reset panes", "", true, Command::ResetPanes, commands);
    ui.separator();
    let theme = ui.ctx().options(|options| options.theme_preference);
    let themes = [
        (ThemePreference::Dark, "Dark"),
        (ThemePreference::Light, "Light"),
        (ThemePreference::System, "As the system"),
    ];
    for (preference, name) in themes {
        if ui.radio(theme == preference, name).clicked() {
            commands.push(Command::SetTheme(preference));
            ui.close();
        }
    }
}

fn item(
    ui: &mut Ui,
    text: &str,
    shortcut: &str,
    enabled: bool,
    command: Command,
    commands: &mut Vec<Command>,
) {
    let button = Button::new(text);
    let button = if shortcut.is_empty() { button } else { button.shortcut_text(shortcut) };
    if ui.add_enabled(enabled, button).clicked() {
        commands.push(command);
    }
}
