//! The bar at the top: menus, undo and redo, the seed, and the name of the project.

use egui::{Align, Button, Context, Layout, RichText, ThemePreference, Ui, WidgetInfo, WidgetType};
use egui_phosphor::regular as icon;

use super::seed_field;
use crate::base::printable;
use crate::editor::actions::{Action, Group};
use crate::editor::app::App;
use crate::editor::command::Command;
use crate::editor::panes::Pane;
use crate::editor::widgets::rows::icon_button;
use crate::editor::widgets::style::palette;
use crate::editor::work::disk::example_names;
use crate::export::Format;

/// Shows the bar; what is chosen is added to the commands.
pub fn bar_ui(ui: &mut Ui, app: &App, commands: &mut Vec<Command>) {
    egui::MenuBar::new().ui(ui, |ui| {
        for group in Group::ALL {
            ui.menu_button(group.title(), |ui| menu_ui(ui, group, app, commands));
        }
        ui.add_space(10.0);
        steps_ui(ui, app, commands);
        ui.add_space(10.0);
        seed_field::bar_ui(ui, app, commands);
        title_ui(ui, app, commands);
    });
}

/// Undo and redo, with the names of the steps.
fn steps_ui(ui: &mut Ui, app: &App, commands: &mut Vec<Command>) {
    let signs = [(Action::Undo, icon::ARROW_U_UP_LEFT), (Action::Redo, icon::ARROW_U_UP_RIGHT)];
    for (action, sign) in signs {
        let name = format!("{} ({})", full_name(action, app), keys_of(action, ui.ctx()));
        if icon_button(ui, sign, &name, action.is_ready(app)) {
            commands.push(action.command());
        }
    }
}

fn title_ui(ui: &mut Ui, app: &App, commands: &mut Vec<Command>) {
    let colors = palette(ui);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let name = format!("Find an action ({})", keys_of(Action::Find, ui.ctx()));
        if icon_button(ui, icon::MAGNIFYING_GLASS, &name, true) {
            commands.push(Command::FindAction);
        }
        ui.add_space(4.0);
        let document = app.document();
        let file = document.path.as_deref().and_then(|path| path.file_name());
        let file =
            file.map_or_else(|| "not saved yet".to_owned(), |name| name.to_string_lossy().into_owned());
        ui.label(RichText::new(printable(&file)).small().color(colors.dim));
        ui.add(egui::Label::new(RichText::new(printable(document.title())).color(colors.strong)).truncate());
        if document.is_dirty() {
            let sign = ui.label(RichText::new("•").color(colors.accent));
            sign.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, "Changed since it was saved"));
            sign.on_hover_text("Changed since it was saved");
        }
    });
}

fn menu_ui(ui: &mut Ui, group: Group, app: &App, commands: &mut Vec<Command>) {
    match group {
        Group::File => file_menu(ui, app, commands),
        Group::Edit => items(ui, &[Action::Undo, Action::Redo], app, commands),
        Group::Level => {
            items(ui, &[Action::RollSeed, Action::PreviousSeed, Action::NextSeed], app, commands);
            ui.separator();
            let formats = [Format::Ron, Format::Json, Format::Txt, Format::Png];
            items(ui, &formats.map(Action::Export), app, commands);
        }
        Group::View => view_menu(ui, app, commands),
        Group::Help => {
            let actions = [Action::Find, Action::ShowShortcuts, Action::ShowTour];
            items(ui, &actions, app, commands);
        }
    }
}

fn file_menu(ui: &mut Ui, app: &App, commands: &mut Vec<Command>) {
    items(ui, &[Action::New], app, commands);
    ui.menu_button("New from example", |ui| {
        for (name, run_view) in example_names() {
            item(ui, &run_view, Action::OpenExample(name), app, commands);
        }
    });
    items(ui, &[Action::Open], app, commands);
    ui.menu_button("Open recent", |ui| recent_menu(ui, app, commands));
    ui.separator();
    items(ui, &[Action::Save, Action::SaveAs, Action::Revert, Action::Backups], app, commands);
    if Action::Recover.is_ready(app) {
        items(ui, &[Action::Recover], app, commands);
    }
    ui.separator();
    items(ui, &[Action::LoadRooms], app, commands);
    ui.separator();
    items(ui, &[Action::Quit], app, commands);
}

fn recent_menu(ui: &mut Ui, app: &App, commands: &mut Vec<Command>) {
    let recent = app.recent_files();
    if recent.is_empty() {
        ui.add_enabled(false, Button::new("Nothing yet"));
        return;
    }
    for file in recent {
        let name = file.path.file_name().map_or_else(Default::default, |name| name.to_string_lossy());
        let button = ui.add_enabled(file.exists, Button::new(printable(&name).into_owned()));
        let told = printable(&file.path.display().to_string()).into_owned();
        let button =
            button.on_hover_text(&told).on_disabled_hover_text(format!("{told} is not there any more"));
        if button.clicked() {
            commands.push(Command::OpenFile(file.path.clone()));
        }
    }
    ui.separator();
    items(ui, &[Action::ForgetRecent], app, commands);
}

fn view_menu(ui: &mut Ui, app: &App, commands: &mut Vec<Command>) {
    items(ui, &[Action::FrameAll], app, commands);
    ui.separator();
    for pane in Pane::ALL {
        item(ui, pane.title(), Action::Show(pane), app, commands);
    }
    items(ui, &[Action::ResetPanes], app, commands);
    ui.separator();
    items(ui, &[Action::Enlarge, Action::Reduce, Action::FirstScale], app, commands);
    ui.separator();
    let chosen = ui.ctx().options(|options| options.theme_preference);
    for theme in [ThemePreference::Dark, ThemePreference::Light, ThemePreference::System] {
        let action = Action::Theme(theme);
        if ui.radio(theme == chosen, action.name()).on_hover_text(action.meaning()).clicked() {
            commands.push(action.command());
            ui.close();
        }
    }
}

fn items(ui: &mut Ui, actions: &[Action], app: &App, commands: &mut Vec<Command>) {
    for action in actions {
        item(ui, &full_name(*action, app), *action, app, commands);
    }
}

fn item(ui: &mut Ui, text: &str, action: Action, app: &App, commands: &mut Vec<Command>) {
    let keys = keys_of(action, ui.ctx());
    let button = Button::new(text);
    let button = if keys.is_empty() { button } else { button.shortcut_text(keys) };
    let response = ui.add_enabled(action.is_ready(app), button);
    if response.on_hover_text(action.meaning()).clicked() {
        commands.push(action.command());
    }
}

/// What an action is called; undo and redo with the step that they are about.
pub fn full_name(action: Action, app: &App) -> String {
    let step = match action {
        Action::Undo => app.document().undo_name(),
        Action::Redo => app.document().redo_name(),
        _ => None,
    };
    step.map_or_else(|| action.name(), |step| format!("{}: {step}", action.name()))
}

/// The keys that do it, as they are written on this system; empty if there are none.
pub fn keys_of(action: Action, ctx: &Context) -> String {
    action.shortcuts().first().map(|keys| ctx.format_shortcut(keys)).unwrap_or_default()
}
