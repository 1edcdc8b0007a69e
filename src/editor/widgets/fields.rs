//! Text fields. Typed text is a draft until the field is left, so that a word is one step of the history.

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Id, Response, TextEdit, Ui, vec2};

use super::info;
use super::refusals::{quoted, refusal_ui, refuse};
use super::style::palette;

/// Shows a field for a line of text. Returns the new text once the field is left, if it has changed. Escape
/// discards the draft.
///
/// `name` is its accessible name, and `hint` is shown while it is empty.
pub fn text_field(ui: &mut Ui, name: &str, value: &str, hint: &str) -> Option<String> {
    draft_field(ui, name, value, |ui, draft| ui.add(dressed(TextEdit::singleline(draft), hint)))
}

/// Shows a field for several lines; Enter begins a new one.
pub fn notes_field(ui: &mut Ui, name: &str, value: &str, hint: &str) -> Option<String> {
    draft_field(ui, name, value, |ui, draft| {
        ui.add(dressed(TextEdit::multiline(draft), hint).desired_rows(2))
    })
}

/// Shows a field for a name. Returns the new one once the field is left, unless it is taken or empty, which
/// the field shows.
pub fn name_field(ui: &mut Ui, name: &str, value: &str, is_taken: impl Fn(&str) -> bool) -> Option<String> {
    free_name_field(ui, name, value, is_taken, |ui, draft, is_free| {
        let color = (!is_free).then_some(palette(ui).bad);
        let why = if draft.trim().is_empty() { "It needs a name" } else { "This name is taken" };
        let response = ui.add(dressed(TextEdit::singleline(draft), "Name").text_color_opt(color));
        if !is_free && response.has_focus() {
            response.show_tooltip_text(why);
        }
        response
    })
}

/// Shows a name field without a frame, as an editable title.
pub fn title_field(ui: &mut Ui, name: &str, value: &str, is_taken: impl Fn(&str) -> bool) -> Option<String> {
    free_name_field(ui, name, value, is_taken, |ui, draft, is_free| {
        let colors = palette(ui);
        let field = TextEdit::singleline(draft)
            .frame(egui::Frame::NONE)
            .margin(vec2(2.0, 3.0))
            .font(egui::TextStyle::Body)
            .text_color(if is_free { colors.strong } else { colors.bad })
            .desired_width(f32::INFINITY);
        ui.add(field).on_hover_text("Click to rename")
    })
}

/// Shows a field for a name that must be free; `show` receives whether the draft is free.
fn free_name_field(
    ui: &mut Ui,
    name: &str,
    value: &str,
    is_taken: impl Fn(&str) -> bool,
    show: impl FnOnce(&mut Ui, &mut String, bool) -> Response,
) -> Option<String> {
    let is_free = |text: &str| !text.trim().is_empty() && (text.trim() == value || !is_taken(text.trim()));
    let typed = draft_field(ui, name, value, |ui, draft| {
        let is_free = is_free(draft);
        show(ui, draft, is_free)
    })?;
    let text = typed.trim();
    if !is_free(text) {
        let why =
            if text.is_empty() { "It needs a name".to_owned() } else { format!("{} is taken", quoted(text)) };
        refuse_text(ui, name, why);
        return None;
    }
    (text != value).then(|| text.to_owned())
}

/// Shows below a name field why its text was refused. The field must be in the same `ui`.
pub fn refuse_text(ui: &Ui, name: &str, reason: String) {
    refuse(ui, draft_id(ui, name), reason);
}

fn draft_id(ui: &Ui, name: &str) -> Id {
    ui.id().with(("draft", name))
}

/// Focuses the field with this accessible name when a later frame shows it, with its text selected.
pub fn write_in(ctx: &egui::Context, name: String) {
    let now = ctx.cumulative_frame_nr();
    ctx.data_mut(|data| data.insert_temp(awaited(), (name, now)));
}

fn awaited() -> Id {
    Id::new("the field that is to be written in")
}

fn take_focus(ui: &Ui, name: &str, response: &Response, text: &str) {
    let now = ui.ctx().cumulative_frame_nr();
    let field: Option<(String, u64)> = ui.data(|data| data.get_temp(awaited()));
    // In this frame, another item may have a field of this name.
    let is_awaited = field.is_some_and(|(field, asked)| field == name && asked < now);
    if !is_awaited {
        return;
    }
    ui.data_mut(|data| data.remove::<(String, u64)>(awaited()));
    response.request_focus();
    let mut state = TextEditState::load(ui.ctx(), response.id).unwrap_or_default();
    let all = CCursorRange::two(CCursor::new(0), CCursor::new(text.chars().count()));
    state.cursor.set_char_range(Some(all));
    state.store(ui.ctx(), response.id);
}

fn dressed<'t>(field: TextEdit<'t>, hint: &'t str) -> TextEdit<'t> {
    field.hint_text(hint).margin(vec2(8.0, 4.0)).desired_width(f32::INFINITY)
}

fn draft_field(
    ui: &mut Ui,
    name: &str,
    value: &str,
    show: impl FnOnce(&mut Ui, &mut String) -> Response,
) -> Option<String> {
    let id = draft_id(ui, name);
    let kept: Option<String> = ui.data(|data| data.get_temp(id));
    let mut draft = kept.unwrap_or_else(|| value.to_owned());
    let response = show(ui, &mut draft);
    response.widget_info(|| info::field(name, value, &draft));
    take_focus(ui, name, &response, &draft);
    refusal_ui(ui, id, &response);
    if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, draft));
        return None;
    }
    ui.data_mut(|data| data.remove::<String>(id));
    let is_left = response.lost_focus() && !ui.input(|input| input.key_pressed(egui::Key::Escape));
    (is_left && draft != value).then_some(draft)
}
