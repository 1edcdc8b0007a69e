//! Chooses patterns of floors and walls from thumbnails in the colours of the theme.

use egui::load::SizedTexture;
use egui::{Button, Image, Popup, PopupCloseBehavior, RichText, Ui, Vec2, WidgetType, vec2};
use egui_phosphor::regular as icon;

use crate::base::Choice;
use crate::editor::widgets::info;
use crate::editor::widgets::rows::{RowLabel, icon_button, row};
use crate::editor::widgets::style::{ROW_HEIGHT, SMALL};
use crate::editor::widgets::theme_picker::{ThemePart, theme_texture};
use crate::mission::DerivedTheme;

/// Side of a thumbnail in the popup, and thumbnails in a row.
const SIDE: f32 = 64.0;
const COLUMNS: usize = 5;

/// Shows a row with the pattern, which opens the thumbnails of all. Returns `true` if it was changed.
pub(super) fn pattern_row<P: Choice + Copy + Default + PartialEq>(
    ui: &mut Ui,
    about: RowLabel<'_>,
    theme: &DerivedTheme,
    shown: P,
    own: &mut Option<P>,
    part: fn(P) -> ThemePart,
) -> bool {
    let before = *own;
    row(ui, about, |ui, name| {
        let texture = theme_texture(ui.ctx(), theme, &part(shown));
        let image = Image::from_texture(SizedTexture::new(texture.id(), Vec2::splat(ROW_HEIGHT - 4.0)));
        let button = Button::image_and_text(image, shown.label()).image_tint_follows_text_color(false);
        let response = ui.add(button.min_size(vec2(130.0, ROW_HEIGHT)));
        response.widget_info(|| info::with_text(WidgetType::Button, name, shown.label()));
        Popup::from_toggle_button_response(&response)
            .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
            .show(|ui| {
                if let Some(chosen) = thumbnails_ui(ui, theme, shown, part) {
                    *own = Some(chosen);
                    ui.close();
                }
            });
        response.on_hover_text(about.tooltip);
        if before.is_some()
            && icon_button(ui, icon::ARROW_COUNTER_CLOCKWISE, &format!("Take back {name}"), true)
        {
            *own = None;
        }
    });
    *own != before
}

/// Shows all patterns with their names. Returns the one that was clicked.
fn thumbnails_ui<P: Choice + Copy + Default + PartialEq>(
    ui: &mut Ui,
    theme: &DerivedTheme,
    shown: P,
    part: fn(P) -> ThemePart,
) -> Option<P> {
    let mut chosen = None;
    let all: Vec<P> = P::default().choices().iter().map(|choice| with_label(choice.label)).collect();
    for patterns in all.chunks(COLUMNS) {
        ui.horizontal(|ui| {
            for pattern in patterns {
                ui.vertical(|ui| {
                    ui.set_width(SIDE + 10.0);
                    let label = pattern.label();
                    ui.label(RichText::new(label).size(SMALL));
                    let texture = theme_texture(ui.ctx(), theme, &part(*pattern));
                    let image = Image::from_texture(SizedTexture::new(texture.id(), Vec2::splat(SIDE)));
                    let is_shown = *pattern == shown;
                    let response = ui.add(Button::image(image).selected(is_shown));
                    response.widget_info(|| info::selected(WidgetType::Button, true, is_shown, label));
                    if response.clicked() {
                        chosen = Some(*pattern);
                    }
                });
            }
        });
    }
    chosen
}

fn with_label<P: Choice + Default>(label: &str) -> P {
    let mut pattern = P::default();
    pattern.choose(label);
    pattern
}
