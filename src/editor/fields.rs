//! Fields for text: what is typed is a draft until the field is left, so that a word is one step of the history, not one for each letter.

use egui::{Id, TextEdit, Ui, WidgetInfo, vec2};

/// A field for a line of text; the new text once the field is left with another one. Escape takes the draft back.
///
/// `name` is what the field announces itself by; `hint` stands in it while it is empty.
pub fn text_field(ui: &mut Ui, name: &str, value: &str, hint: &str) -> Option<String> {
    draft_field(ui, name, value, |ui, draft| ui.add(dressed(TextEdit::singleline(draft), hint)))
}

/// The same for several lines; Enter begins a new one.
pub fn notes_field(ui: &mut Ui, name: &str, value: &str, hint: &str) -> Option<String> {
    draft_field(ui, name, value, |ui, draft| {
        ui.add(dressed(TextEdit::multiline(draft), hint).desired_rows(2))
    })
}

fn dressed<'t>(field: TextEdit<'t>, hint: &'t str) -> TextEdit<'t> {
    field.hint_text(hint).margin(vec2(8.0, 4.0)).desired_width(f32::INFINITY)
}

fn draft_field(
    ui: &mut Ui,
    name: &str,
    value: &str,
    show: impl FnOnce(&mut Ui, &mut String) -> egui::Response,
) -> Option<String> {
    let id: Id = ui.id().with(("draft", name));
    let kept: Option<String> = ui.data(|data| data.get_temp(id));
    let mut draft = kept.unwrap_or_else(|| value.to_owned());
    let response = show(ui, &mut draft);
    response.widget_info(|| {
        let mut info = WidgetInfo::text_edit(true, value, &draft, "");
        info.label = Some(name.to_owned());
        info
    });
    if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, draft));
        return None;
    }
    ui.data_mut(|data| data.remove::<String>(id));
    let is_left = response.lost_focus() && !ui.input(|input| input.key_pressed(egui::Key::Escape));
    (is_left && draft != value).then_some(draft)
}
