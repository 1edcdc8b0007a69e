//! The bar below the gallery: what is shown, and the selected seeds with star, note, tags and actions.

use egui::{Button, Key, Label, RichText, TextEdit, Ui, WidgetType, vec2};
use egui_phosphor::regular as icon;

use super::menu::named;
use super::seed_list::listed;
use super::view::GalleryView;
use crate::base::{Seed, counted, printable_line};
use crate::editor::command::Command;
use crate::editor::panes::context::PaneContext;
use crate::editor::seed_marks::MarkEdit;
use crate::editor::widgets::fields::text_field;
use crate::editor::widgets::info;
use crate::editor::widgets::rows::icon_button;
use crate::editor::widgets::style::{ICON_BUTTON, MARGIN, ROW_HEIGHT, SMALL, palette};
use crate::editor::work::contact_sheet::SheetLevels;
use crate::survey::SeedTrouble;

/// Width of the field for a tag, and smallest width of that for a note, in points.
const TAG: f32 = 84.0;
const NOTE: f32 = 90.0;

/// Shows the bar: what is shown and selected, then the actions on the selection.
pub(super) fn bar_ui(ui: &mut Ui, view: &mut GalleryView, context: &mut PaneContext<'_>) {
    let seeds = view.selection();
    ui.horizontal_wrapped(|ui| {
        ui.set_min_height(ROW_HEIGHT);
        status_ui(ui, view, context);
        if seeds.is_empty() {
            let hint = "Click a seed to see its level; Ctrl or Shift selects several";
            ui.add(Label::new(RichText::new(hint).size(SMALL).color(palette(ui).dim)).truncate());
        } else {
            selection_ui(ui, &seeds, view, context);
        }
    });
    if !seeds.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.set_min_height(ROW_HEIGHT);
            exports_ui(ui, &seeds, context);
            marks_ui(ui, &seeds, context);
        });
    }
}

/// Shows how many seeds there are, and what is still being measured.
fn status_ui(ui: &mut Ui, view: &GalleryView, context: &mut PaneContext<'_>) {
    let colors = palette(ui);
    let shown = view.shown.seeds.len();
    let total = view.shown.total;
    let text = if shown == total {
        counted(total, "seed")
    } else {
        format!("{shown} of {}", counted(total, "seed"))
    };
    ui.label(RichText::new(text).color(colors.strong));
    let failed = view.shown.failed;
    if failed > 0 {
        let words = match view.shown.known {
            known if known < shown => format!("{failed} of {known} made failed"),
            _ => format!("{failed} failed"),
        };
        let link = ui.link(RichText::new(words).color(colors.doubtful));
        if link.on_hover_text("Shows only seeds that fail, or all again").clicked() {
            context.shared.seed_filter.toggle_trouble(SeedTrouble::Fails);
        }
    }
    if view.shown.unknown > 0 {
        let words = if context.shared.survey.is_stopped() {
            format!("{} not measured", view.shown.unknown)
        } else {
            format!("measuring {} more", view.shown.unknown)
        };
        ui.label(RichText::new(words).color(colors.doubtful));
    }
}

/// Shows what is selected, with small actions.
fn selection_ui(ui: &mut Ui, seeds: &[Seed], view: &mut GalleryView, context: &mut PaneContext<'_>) {
    let colors = palette(ui);
    let subject = named(seeds);
    let selected = match seeds {
        [seed] => format!("Seed {seed}"),
        _ => format!("{} selected", seeds.len()),
    };
    ui.label(RichText::new(selected).strong().color(colors.accent));
    let all_starred = seeds.iter().all(|seed| context.marked.is_starred(*seed));
    let (verb, color) = if all_starred { ("Unstar", colors.accent) } else { ("Star", colors.text) };
    let star = ui.add(Button::new(RichText::new(icon::STAR).color(color)).min_size(ICON_BUTTON));
    star.widget_info(|| info::selected(WidgetType::Checkbox, true, all_starred, "Star the selected seeds"));
    if star.on_hover_text(format!("{verb} {subject} (S)")).clicked() {
        let edit = MarkEdit::Star { seeds: seeds.to_vec(), is_starred: !all_starred };
        context.commands.push(Command::Mark(edit));
    }
    if icon_button(ui, icon::COPY, "Copy the selected seeds", true) {
        ui.ctx().copy_text(listed(seeds));
    }
    if let Some(name) = context.marked.undo_name() {
        let name = format!("Undo: {}", printable_line(name));
        if icon_button(ui, icon::ARROW_U_UP_LEFT, &name, true) {
            context.commands.push(Command::UndoMark);
        }
    }
    if icon_button(ui, icon::X, "Select nothing", true) {
        view.selected.clear();
    }
}

fn exports_ui(ui: &mut Ui, seeds: &[Seed], context: &mut PaneContext<'_>) {
    let action = |ui: &mut Ui, sign: &str, text: &str, name: &str, tooltip: &str| {
        let response = ui.button(format!("{sign}  {text}"));
        response.widget_info(|| info::labeled(WidgetType::Button, true, name));
        response.on_hover_text(tooltip).clicked()
    };
    let export = "Writes one file for each selected seed into a folder";
    if action(ui, icon::EXPORT, "Export…", "Export the selected seeds", export) {
        context.commands.push(Command::ExportSeeds(seeds.to_vec()));
    }
    let sheet = "Writes a picture with the thumbnails of the selected seeds";
    if action(ui, icon::GRID_FOUR, "Sheet…", "Contact sheet of the selected seeds", sheet) {
        context.commands.push(Command::ContactSheet(SheetLevels::Seeds(seeds.to_vec())));
    }
}

/// Shows the tags of all selected seeds, and the note of a single one.
fn marks_ui(ui: &mut Ui, seeds: &[Seed], context: &mut PaneContext<'_>) {
    tags_ui(ui, seeds, context);
    if let [seed] = seeds {
        let note = context.marked.get(*seed).map(|mark| mark.note.clone()).unwrap_or_default();
        // A note that has no room in this row gets one of its own.
        let mut width = ui.clip_rect().right() - f32::from(MARGIN) - ui.cursor().left();
        if width < NOTE {
            ui.end_row();
            width = ui.clip_rect().right() - f32::from(MARGIN) - ui.cursor().left();
        }
        let typed = ui.push_id(seed, |ui| {
            let field = |ui: &mut Ui| text_field(ui, &format!("Note of seed {seed}"), &note, "Note");
            ui.allocate_ui(vec2(width, ROW_HEIGHT), field).inner
        });
        if let Some(text) = typed.inner {
            context.commands.push(Command::Mark(MarkEdit::Note { seed: *seed, text }));
        }
    }
}

fn tags_ui(ui: &mut Ui, seeds: &[Seed], context: &mut PaneContext<'_>) {
    let colors = palette(ui);
    let mut tags: Vec<&String> =
        seeds.iter().filter_map(|seed| context.marked.get(*seed)).flat_map(|mark| &mark.tags).collect();
    tags.sort_unstable();
    tags.dedup();
    let mut removed = None;
    for tag in tags {
        let shown = printable_line(tag);
        let chip = Button::new(RichText::new(format!("{shown}  {}", icon::X)).color(colors.strong));
        let response = ui.add(chip.corner_radius(11).fill(colors.field));
        response.widget_info(|| info::labeled(WidgetType::Button, true, format!("Remove tag {tag}")));
        if response.on_hover_text("Removes this tag").clicked() {
            removed = Some(tag.clone());
        }
    }
    let id = ui.id().with("tag being typed");
    let mut draft: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let hint = format!("{}  Tag", icon::TAG);
    let field = TextEdit::singleline(&mut draft).hint_text(hint).margin(vec2(8.0, 4.0)).desired_width(TAG);
    let response = ui.add(field);
    response.widget_info(|| info::field("Add a tag", &draft, &draft));
    let enters = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    response.on_hover_text("Type a tag and press Enter. It is added to all selected seeds");
    if enters && !draft.trim().is_empty() {
        let edit = MarkEdit::AddTag { seeds: seeds.to_vec(), tag: draft.trim().to_owned() };
        context.commands.push(Command::Mark(edit));
        draft.clear();
    }
    ui.data_mut(|data| data.insert_temp(id, draft));
    if let Some(tag) = removed {
        context.commands.push(Command::Mark(MarkEdit::RemoveTag { seeds: seeds.to_vec(), tag }));
    }
}
