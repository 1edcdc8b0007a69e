//! The derived themes of the grammar: a list with swatches, and the form of the open one.

mod form;
mod patterns;
mod props;
mod sample;

use egui::{RichText, Sense, Ui, WidgetType, pos2, vec2};
use egui_phosphor::regular as icon;

use crate::base::printable;
use crate::document::{Edit, Location, ThemesEdit, free_name};
use crate::editor::command::Command;
use crate::editor::panes::context::PaneContext;
use crate::editor::panes::problems::of_form::form_problems_ui;
use crate::editor::widgets::explained::explained_ui;
use crate::editor::widgets::fields::write_in;
use crate::editor::widgets::info;
use crate::editor::widgets::rows::{RowLabel, bring_into_view, form_frame, icon_button, name_row, remark_ui};
use crate::editor::widgets::style::{self, SMALL, font, palette};
use crate::editor::widgets::theme_picker::{ThemePart, theme_button, theme_texture};
use crate::grammar::Grammar;
use crate::level::THEMES;
use crate::mission::DerivedTheme;
use crate::reference::ReferenceSubject;

/// Shows the section of themes. `search` is the text in the search field; `followed` is the theme that was open
/// in the last frame.
pub(super) fn themes_ui(
    ui: &mut Ui,
    grammar: &Grammar,
    search: &str,
    followed: &mut Option<String>,
    context: &mut PaneContext<'_>,
) {
    head_ui(ui, grammar, context);
    let themes = &grammar.alphabet.themes;
    if themes.is_empty() {
        remark_ui(ui, "Derive a theme to change colours, patterns, doors or decoration of a built-in one.");
    }
    let sought = search.trim().to_lowercase();
    let found = themes.iter().filter(|(name, theme)| {
        [name.as_str(), &theme.like].iter().any(|text| text.to_lowercase().contains(&sought))
    });
    for (name, theme) in found {
        let is_open = context.shared.open.theme.as_ref() == Some(name);
        let row = row_ui(ui, name, theme, is_open);
        if row.clicked() {
            context.shared.open.theme = (!is_open).then(|| name.clone());
        }
        if !is_open {
            continue;
        }
        if followed.as_ref() != Some(name) {
            bring_into_view(ui, row.rect);
            *followed = Some(name.clone());
        }
        form_frame(ui).show(ui, |ui| {
            ui.push_id(("theme", name), |ui| open_ui(ui, grammar, name, theme, context));
        });
        ui.add_space(style::GAP);
    }
    if context.shared.open.theme.is_none() {
        *followed = None;
    }
}

/// Shows the title with the buttons that derive and import a theme.
fn head_ui(ui: &mut Ui, grammar: &Grammar, context: &mut PaneContext<'_>) {
    ui.add_space(style::GAP);
    ui.horizontal(|ui| {
        ui.label(RichText::new("Themes").strong().color(palette(ui).strong));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let button = egui::Button::new(icon::PLUS).min_size(style::ICON_BUTTON);
            let (response, _) = egui::containers::menu::MenuButton::from_button(button).ui(ui, |ui| {
                ui.label(RichText::new("Derive a theme from").small().color(palette(ui).dim));
                egui::ScrollArea::vertical().max_height(420.0).show(ui, |ui| {
                    for theme in &THEMES {
                        let like = DerivedTheme::like(theme.name);
                        if theme_button(ui, theme.name, &like, false).on_hover_text(theme.summary).clicked() {
                            derive_theme(ui, grammar, &like, context);
                            ui.close();
                        }
                    }
                });
            });
            response.widget_info(|| info::labeled(WidgetType::Button, true, "Derive a theme"));
            response.on_hover_text("Derives a theme from a built-in one");
            if icon_button(ui, icon::DOWNLOAD_SIMPLE, "Import a theme from a file", true) {
                context.commands.push(Command::ImportTheme);
            }
        });
    });
}

/// Adds a theme and opens its form, with the cursor in its name. Returns the name.
pub(in crate::editor::panes) fn derive_theme(
    ui: &Ui,
    grammar: &Grammar,
    theme: &DerivedTheme,
    context: &mut PaneContext<'_>,
) -> String {
    let known = grammar.alphabet.theme_names();
    let name = free_name(&format!("my {}", theme.like), |name| known.contains(&name));
    write_in(ui.ctx(), format!("Name of theme {name}"));
    let edit = ThemesEdit::Add { name: name.clone(), theme: Box::new(theme.clone()) };
    context.commands.push(Command::Edit(Edit::Themes(edit)));
    context.commands.push(Command::GoTo(Location::Theme(name.clone())));
    name
}

/// Shows the row of a theme: its swatch, its name, and the theme that it changes.
fn row_ui(ui: &mut Ui, name: &str, theme: &DerivedTheme, is_open: bool) -> egui::Response {
    let colors = palette(ui);
    let size = vec2(ui.available_width(), style::ROW_HEIGHT + 2.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response
        .widget_info(|| info::selected(WidgetType::CollapsingHeader, true, is_open, format!("Theme {name}")));
    if is_open || response.hovered() || response.has_focus() {
        let fill = if is_open { colors.field_hovered } else { colors.field.gamma_multiply(0.6) };
        ui.painter().rect_filled(rect, 5.0, fill);
    }
    let texture = theme_texture(ui.ctx(), theme, &ThemePart::Swatch);
    let high = rect.height() - 4.0;
    let swatch = egui::Rect::from_min_size(rect.min + vec2(4.0, 2.0), vec2(high * 4.0 / 3.0, high));
    let whole = egui::Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    ui.painter().image(texture.id(), swatch, whole, egui::Color32::WHITE);
    let color = if is_open { colors.strong } else { colors.text };
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let at = rect.left_center() + vec2(swatch.width() + 12.0, 0.0);
    painter.text(at, egui::Align2::LEFT_CENTER, printable(name), font(style::BODY), color);
    let like = format!("like {}", printable(&theme.like));
    let end = rect.right_center() - vec2(8.0, 0.0);
    painter.text(end, egui::Align2::RIGHT_CENTER, like, font(SMALL), colors.dim);
    response
}

/// Shows the open theme: problems, buttons, name, sample and form.
fn open_ui(ui: &mut Ui, grammar: &Grammar, name: &str, theme: &DerivedTheme, context: &mut PaneContext<'_>) {
    form_problems_ui(ui, context.problems, &Location::Theme(name.to_owned()));
    let mut edits = Vec::new();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if icon_button(ui, icon::COPY, &format!("Duplicate theme {name}"), true) {
            edits.push(ThemesEdit::Duplicate(name.to_owned()));
        }
        if icon_button(ui, icon::EXPORT, &format!("Export theme {name} to a file"), true) {
            context.commands.push(Command::ExportTheme);
        }
        if icon_button(ui, icon::TRASH, &format!("Delete theme {name}"), true) {
            edits.push(ThemesEdit::Remove(name.to_owned()));
        }
    });
    let of = format!("theme {name}");
    let tooltip = "The name by which the grammar and its symbols choose the theme.";
    let known = grammar.alphabet.theme_names();
    let row = RowLabel { name: "Name", of: &of, tooltip };
    let (mut renamed, mut changed) = (None, None);
    sample::sample_ui(ui, name, theme, context.jobs, |ui| {
        renamed = name_row(ui, row, name, |name| known.contains(&name));
        changed =
            explained_ui(ui, ReferenceSubject::of::<DerivedTheme>(), |ui| form::form_ui(ui, &of, theme));
    });
    edits.extend(changed.map(|(what, theme)| ThemesEdit::Set {
        name: name.to_owned(),
        what,
        theme: Box::new(theme),
    }));
    // The new name comes last, so that other edits of this frame still use the known name.
    if let Some(to) = renamed {
        context.shared.open.theme = Some(to.trim().to_owned());
        edits.push(ThemesEdit::Rename { name: name.to_owned(), to });
    }
    context.commands.extend(edits.into_iter().map(|edit| Command::Edit(Edit::Themes(edit))));
}
