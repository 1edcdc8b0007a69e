//! The live sample of a theme: a small level that follows every change.

use egui::{Color32, Id, Sense, TextureHandle, TextureOptions, Ui, Vec2, WidgetType, vec2};

use crate::editor::widgets::info;
use crate::editor::widgets::style::palette;
use crate::editor::work::jobs::JobRegistry;
use crate::editor::work::theme_samples::DrawThemeSample;
use crate::mission::DerivedTheme;

/// Maximum height of the sample, in points.
const HEIGHT: f32 = 340.0;

/// Maximum part of a view that the sample covers while the form scrolls.
const MOST_OF_VIEW: f32 = 0.5;

/// Space around a sample that lies over the form, in points.
const GAP: f32 = 4.0;

/// Proportions of the space for the sample before it is drawn for the first time.
const USUAL: Vec2 = vec2(1.0, 0.8);

/// The sample that is shown, and the theme of the one that was requested last.
#[derive(Clone, Default)]
struct LiveSample {
    asked: Option<DerivedTheme>,
    shown: Option<TextureHandle>,
}

/// Shows the sample of a theme above its form, as wide as the form. It stays in view while the form scrolls.
pub(super) fn sample_ui(
    ui: &mut Ui,
    name: &str,
    theme: &DerivedTheme,
    jobs: &mut JobRegistry,
    form: impl FnOnce(&mut Ui),
) {
    let sample = followed(ui, theme, jobs);
    let drawn = sample.as_ref().map_or(USUAL, TextureHandle::size_vec2);
    let width = ui.available_width();
    let scale = (width / drawn.x).min(HEIGHT / drawn.y);
    let (place, _) = ui.allocate_exact_size(drawn * scale, Sense::hover());
    form(ui);
    // Painted last, because it lies over the form.
    let room = ui.min_rect().bottom() - place.bottom();
    let view = ui.clip_rect();
    let is_low_enough = place.height() <= view.height() * MOST_OF_VIEW;
    let down = (view.top() - place.top()).clamp(0.0, room.max(0.0));
    let rect = if is_low_enough { place.translate(vec2(0.0, down)) } else { place };
    let response = ui.interact(rect, ui.id().with("sample"), Sense::hover());
    if rect != place {
        ui.painter().rect_filled(rect.expand(GAP), 0.0, palette(ui).panel);
    }
    if let Some(texture) = &sample {
        let whole = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
        ui.painter().image(texture.id(), rect, whole, Color32::WHITE);
    }
    response.widget_info(|| info::labeled(WidgetType::Image, true, format!("Sample of theme {name}")));
    response.on_hover_text("A small level in this theme. It follows every change.");
}

/// Returns the newest sample, and asks for one of the theme as it is now.
fn followed(ui: &Ui, theme: &DerivedTheme, jobs: &mut JobRegistry) -> Option<TextureHandle> {
    let id = Id::new("live sample of a theme");
    let mut sample: LiveSample = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    if sample.asked.as_ref() != Some(theme) {
        jobs.ask::<DrawThemeSample>(theme.clone());
        sample.asked = Some(theme.clone());
    }
    while let Some(image) = jobs.take::<DrawThemeSample>() {
        sample.shown = image.map(|image| ui.ctx().load_texture("sample", image, TextureOptions::LINEAR));
    }
    ui.data_mut(|data| data.insert_temp(id, sample.clone()));
    sample.shown
}
