//! The bar at the top: menus, undo and redo, the seed, and the name of the project.

use std::mem::discriminant;

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Align, Button, Checkbox, Layout, PopupCloseBehavior, Response, RichText, Ui, WidgetType, vec2};
use egui_phosphor::regular as icon;

use super::menu_keys::{self, MenuItem, ShownMenu};
use crate::base::{Seed, printable};
use crate::editor::actions::{ActionGroup, ActionRow, Situation, format_name};
use crate::editor::command::Command;
use crate::editor::panes::settings::variables::sliders_ui;
use crate::editor::widgets::fields::{refuse_text, text_field};
use crate::editor::widgets::info;
use crate::editor::widgets::refusals::quoted;
use crate::editor::widgets::rows::icon_button;
use crate::editor::widgets::style::palette;
use crate::editor::work::disk::example_names;
use crate::files::RecentFile;
use crate::lettering::in_visual_order;

/// Width of the field for the seed, in points: enough for a million.
const SEED: f32 = 92.0;
/// Space between the field and its buttons, in points. It is small, because they are one control.
const NARROW_GAP: f32 = 3.0;

/// Width of the sliders of variables, in points.
const SLIDERS: f32 = 340.0;

/// Width of the explanations of the level, in points.
const EXPLANATION: f32 = 300.0;

/// The content of the bar, and the list for requested commands.
pub struct MenuBar<'a> {
    /// State of the window.
    pub now: Situation<'a>,
    /// Every action.
    pub rows: &'a [ActionRow],
    /// Requested commands.
    pub commands: &'a mut Vec<Command>,
    /// `true` if keys may open menus.
    pub takes_keys: bool,
    /// Items of the open menu that can be chosen, in order.
    pub items: Vec<MenuItem>,
}

/// Returns the reason why a text is not a seed.
fn refusal_of_seed(text: &str) -> String {
    let is_number = text.chars().all(|letter| letter.is_ascii_digit());
    let why =
        if is_number { "is too large for a seed" } else { "is not a seed: type a whole number or words" };
    format!("{} {why}", quoted(text))
}

impl<'a> MenuBar<'a> {
    /// Shows the bar.
    pub fn ui(&mut self, ui: &mut Ui) {
        egui::MenuBar::new().ui(ui, |ui| {
            let mut menus = Vec::new();
            if self.takes_keys {
                menu_keys::open_item(ui.ctx());
            }
            for group in ActionGroup::ALL {
                let title = menu_keys::title_of(ui, group.title());
                let button = ui.menu_button(title, |ui| self.menu_ui(ui, group)).response;
                menus.push(ShownMenu::new(group.title(), &button, std::mem::take(&mut self.items)));
            }
            if self.takes_keys {
                menu_keys::follow(ui.ctx(), &menus);
            }
            ui.add_space(10.0);
            self.button(ui, &Command::Undo, icon::ARROW_U_UP_LEFT);
            self.button(ui, &Command::Redo, icon::ARROW_U_UP_RIGHT);
            ui.add_space(10.0);
            self.seed_ui(ui);
            self.title_ui(ui);
        });
    }

    /// Returns the row of a command, ignoring its data.
    fn row(&self, command: &Command) -> Option<&'a ActionRow> {
        self.rows.iter().find(|row| discriminant(&row.command) == discriminant(command))
    }

    /// Shows a button with an icon; it announces the name with the keys.
    fn button(&mut self, ui: &mut Ui, command: &Command, sign: &str) {
        let Some(row) = self.row(command) else { return };
        let name = format!("{} ({})", row.full_name(), row.keys_text(ui.ctx()));
        if icon_button(ui, sign, &name, row.is_ready) {
            let command = row.command.clone();
            self.commands.push(command);
        }
    }

    /// Shows the seed, which can be typed, chosen at random, or stepped through.
    fn seed_ui(&mut self, ui: &mut Ui) {
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.x = NARROW_GAP;
            self.button(ui, &Command::PreviousSeed, icon::CARET_LEFT);
            let size = vec2(SEED, ui.spacing().interact_size.y);
            let seed = self.now.seed.to_string();
            let typed = ui.allocate_ui(size, |ui| {
                let typed = text_field(ui, "Seed", &seed, "")?;
                let text = typed.trim();
                let seed = Seed::from_words(text).ok();
                if seed.is_none() && !text.is_empty() {
                    refuse_text(ui, "Seed", refusal_of_seed(text));
                }
                seed
            });
            self.commands.extend(typed.inner.map(Command::SetSeed));
            self.button(ui, &Command::NextSeed, icon::CARET_RIGHT);
            self.button(ui, &Command::RollSeed, icon::DICE_FIVE);
            self.departures_ui(ui);
            self.variables_ui(ui);
        });
    }

    /// Shows a button that opens the sliders of the grammar's variables.
    fn variables_ui(&mut self, ui: &mut Ui) {
        let document = self.now.document;
        if document.grammar().variables.is_empty() {
            return;
        }
        let is_set = !document.content().values.is_empty();
        let color = if is_set { palette(ui).doubtful } else { palette(ui).text };
        let button = Button::new(RichText::new(icon::SLIDERS_HORIZONTAL).color(color));
        let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        let (response, sliders) = MenuButton::from_button(button).config(stays).ui(ui, |ui| {
            ui.set_min_width(SLIDERS);
            sliders_ui(ui, "Set", document)
        });
        response.widget_info(|| info::labeled(WidgetType::Button, true, "Variables"));
        response.on_hover_text("Variables: numbers that a game sets, and with which levels are made");
        let edits = sliders.map(|sliders| sliders.inner).unwrap_or_default();
        self.commands.extend(edits.into_iter().map(Command::Edit));
    }

    /// Shows a sign if the level differs from that of its seed alone, with the reasons and a way back.
    fn departures_ui(&mut self, ui: &mut Ui) {
        if self.now.seed_adjustments.is_none() {
            return;
        }
        let color = palette(ui).doubtful;
        let explained = self.now.seed_adjustments.explained();
        let name = format!("Seed {} with your changes", self.now.seed);
        let sign = ui.menu_button(RichText::new(icon::ASTERISK).color(color), |ui| {
            ui.set_max_width(EXPLANATION);
            for (sentence, way_back) in &explained {
                ui.label(sentence);
                if let Some(row) = self.row(way_back) {
                    self.item(ui, row, &row.name);
                }
            }
        });
        sign.response.widget_info(|| info::labeled(WidgetType::Button, true, &name));
        let sentences: Vec<&str> = explained.iter().map(|(sentence, _)| sentence.as_str()).collect();
        sign.response.on_hover_text(format!("{name}. {} Click to reset.", sentences.join(" ")));
    }

    fn title_ui(&mut self, ui: &mut Ui) {
        let colors = palette(ui);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(row) = self.row(&Command::FindAction) {
                let name = format!("Find an action ({})", row.keys_text(ui.ctx()));
                if icon_button(ui, icon::MAGNIFYING_GLASS, &name, true) {
                    self.commands.push(Command::FindAction);
                }
            }
            ui.add_space(4.0);
            let document = self.now.document;
            let file = document.path.as_deref().and_then(|path| path.file_name());
            let file =
                file.map_or_else(|| "not saved yet".to_owned(), |name| name.to_string_lossy().into_owned());
            ui.label(RichText::new(printable(&file)).small().color(colors.dim));
            let title = printable(document.title());
            let shown = RichText::new(in_visual_order(&title)).color(colors.strong);
            let shown = ui.add(egui::Label::new(shown).truncate());
            shown.widget_info(|| info::labeled(WidgetType::Label, true, &title));
            if document.is_dirty() {
                let sign = ui.label(RichText::new("•").color(colors.accent));
                sign.widget_info(|| info::labeled(WidgetType::Label, true, "Changed since it was saved"));
                sign.on_hover_text("Changed since it was saved");
            }
        });
    }

    /// Shows the actions of a group, with lines between sections.
    fn menu_ui(&mut self, ui: &mut Ui, group: ActionGroup) {
        let rows = self.rows;
        let mut part = 0;
        for row in rows.iter().filter(|row| row.group == group) {
            if row.part > part {
                ui.separator();
                part = row.part;
            }
            match &row.command {
                // These have menus of their own.
                Command::NewFromExample(_) | Command::ForgetRecent | Command::ReopenLast(_) => {}
                Command::Export(Some(_)) => {}
                Command::ExportAgain => {
                    self.item(ui, row, &row.full_name());
                    self.submenu(ui, "Export level as", Self::formats_menu);
                }
                Command::ShowBeginnings => {
                    self.item(ui, row, &row.name);
                    self.submenu(ui, "New from example", Self::examples_menu);
                }
                Command::Open => {
                    self.item(ui, row, &row.name);
                    self.submenu(ui, "Open recent", Self::recent_menu);
                }
                Command::Leftovers if !row.is_ready => {}
                Command::ExportOnEveryChange(_) => self.check_item(ui, row, self.now.exports_on_change),
                Command::KeepLayout(_) => self.check_item(ui, row, self.now.is_steady),
                Command::ShowPane(pane) => self.item(ui, row, pane.title()),
                Command::SetTheme(theme) => {
                    let current = ui.ctx().options(|options| options.theme_preference);
                    let radio = ui.radio(*theme == current, &row.name);
                    self.note_item(&radio);
                    if radio.on_hover_text(&*row.meaning).clicked() {
                        self.commands.push(row.command.clone());
                        ui.close();
                    }
                }
                _ => self.item(ui, row, &row.full_name()),
            }
        }
    }

    /// Shows an item that opens a menu of its own, and that menu while it is open.
    fn submenu(&mut self, ui: &mut Ui, title: &str, content: impl FnOnce(&mut Self, &mut Ui)) {
        let at = self.items.len();
        let response = ui.menu_button(title, |ui| content(self, ui)).response;
        self.items.iter_mut().skip(at).for_each(|item| item.opener = Some(response.id));
        // A menu is disabled while its size is measured.
        if response.enabled() {
            self.items.insert(at, MenuItem { id: response.id, opener: None, opens: true });
        }
    }

    /// Notes an item for the keys.
    fn note_item(&mut self, item: &Response) {
        if item.enabled() {
            self.items.push(MenuItem { id: item.id, opener: None, opens: false });
        }
    }

    fn examples_menu(&mut self, ui: &mut Ui) {
        let rows = self.rows;
        for (name, title) in example_names() {
            let opens =
                |row: &&ActionRow| matches!(&row.command, Command::NewFromExample(known) if known == name);
            if let Some(row) = rows.iter().find(opens) {
                self.item(ui, row, &title);
            }
        }
    }

    fn formats_menu(&mut self, ui: &mut Ui) {
        let rows = self.rows;
        for row in rows {
            if let Command::Export(Some(format)) = &row.command {
                self.item(ui, row, &format!("{}…", format_name(*format)));
            }
        }
    }

    fn recent_menu(&mut self, ui: &mut Ui) {
        let rows = self.rows;
        if let Some(row) = rows.iter().find(|row| matches!(row.command, Command::ReopenLast(_))) {
            self.check_item(ui, row, self.now.reopens_last);
            ui.separator();
        }
        if self.now.recent.is_empty() {
            ui.add_enabled(false, Button::new("Nothing yet"));
            return;
        }
        for file in self.now.recent {
            self.recent_item(ui, file);
        }
        ui.separator();
        if let Some(row) = rows.iter().find(|row| matches!(row.command, Command::ForgetRecent)) {
            self.item(ui, row, &row.name);
        }
    }

    /// Shows an item that is on or off.
    fn check_item(&mut self, ui: &mut Ui, row: &ActionRow, mut is_on: bool) {
        let checkbox = ui.add_enabled(row.is_ready, Checkbox::new(&mut is_on, &row.name));
        self.note_item(&checkbox);
        if checkbox.on_hover_text(&*row.meaning).changed() {
            self.commands.push(row.command.clone());
        }
    }

    fn recent_item(&mut self, ui: &mut Ui, file: &RecentFile) {
        let name = file.path.file_name().map_or_else(Default::default, |name| name.to_string_lossy());
        let button = ui.add_enabled(file.exists, Button::new(printable(&name).into_owned()));
        let path = printable(&file.path.display().to_string()).into_owned();
        self.note_item(&button);
        let button = button.on_hover_text(&path).on_disabled_hover_text(format!("{path} is no longer there"));
        if button.clicked() {
            self.commands.push(Command::OpenFile(file.path.clone()));
        }
    }

    fn item(&mut self, ui: &mut Ui, row: &ActionRow, text: &str) {
        let keys = row.keys_text(ui.ctx());
        let button = Button::new(text);
        let button = if keys.is_empty() { button } else { button.shortcut_text(keys) };
        let response = ui.add_enabled(row.is_ready, button);
        self.note_item(&response);
        if response.on_hover_text(&*row.meaning).clicked() {
            self.commands.push(row.command.clone());
        }
    }
}
