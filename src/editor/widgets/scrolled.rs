//! A form that scrolls as high as its pane, and follows the focus of the keyboard.

use egui::{Id, ScrollArea, Ui};

/// Space around what has the focus after scrolling to it, in points.
const MARGIN: f32 = 12.0;

/// Shows a form that fills its pane and scrolls.
pub fn scrolled(ui: &mut Ui, content: impl FnOnce(&mut Ui)) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        content(ui);
        follow_focus(ui);
    });
}

/// Scrolls to what has the focus, if it got it since the last frame and cannot be seen whole.
fn follow_focus(ui: &Ui) {
    let focused = ui.memory(|memory| memory.focused());
    let last = ui.id().with("followed focus");
    let followed = ui.data(|data| data.get_temp::<Option<Id>>(last)).flatten();
    if focused == followed {
        return;
    }
    ui.data_mut(|data| data.insert_temp(last, focused));
    let Some(response) = focused.and_then(|id| ui.ctx().read_response(id)) else { return };
    let is_inside = response.layer_id == ui.layer_id() && ui.min_rect().contains(response.rect.center());
    if is_inside && !ui.clip_rect().contains_rect(response.rect) {
        ui.scroll_to_rect(response.rect.expand(MARGIN), None);
    }
}
