//! Lists of themes with swatches, and small pictures of themes and their patterns.
//!
//! The painter of levels draws all of them. Each is drawn once and then kept as a texture.

use std::sync::{Arc, Mutex, PoisonError};

use egui::load::SizedTexture;
use egui::{
    Button, ComboBox, Context, Id, Image, PopupCloseBehavior, Response, TextureHandle, TextureOptions, Ui,
    Vec2, vec2,
};

use super::info;
use super::rows::{RowLabel, control_width, row};
use super::style::{ROW_HEIGHT, color_image, palette};
use crate::base::printable;
use crate::level::{FloorPattern, THEMES, WallPattern, theme_named};
use crate::mission::{Alphabet, DerivedTheme};
use crate::picture::{CellSide, ThemeSample};

/// Maximum number of pictures that are kept. The one that was drawn first is dropped first.
const MOST_KEPT: usize = 160;

/// Size of a swatch in a list, in points.
const SWATCH: Vec2 = vec2(34.0, 25.5);

/// The picture of a part of a theme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ThemePart {
    /// Floor and wall.
    Swatch,
    /// Some floor in this pattern.
    Floor(FloorPattern),
    /// Some wall in this pattern.
    Wall(WallPattern),
}

type KeptPictures = Arc<Mutex<Vec<(DerivedTheme, ThemePart, TextureHandle)>>>;

/// Returns a picture of a theme.
pub fn theme_texture(ctx: &Context, theme: &DerivedTheme, part: &ThemePart) -> TextureHandle {
    let id = Id::new("pictures of themes");
    let kept: KeptPictures = ctx.data_mut(|data| data.get_temp_mut_or_default::<KeptPictures>(id).clone());
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    let mut known = kept.iter();
    if let Some((.., texture)) = known.find(|(other, of, _)| other == theme && of == part) {
        return texture.clone();
    }
    let image = match part {
        ThemePart::Swatch => ThemeSample::swatch(theme, CellSide::Medium),
        ThemePart::Floor(pattern) => ThemeSample::floor(theme, *pattern),
        ThemePart::Wall(pattern) => ThemeSample::wall(theme, *pattern),
    };
    let texture = ctx.load_texture("theme", color_image(&image), TextureOptions::LINEAR);
    if kept.len() >= MOST_KEPT {
        drop(kept.remove(0));
    }
    kept.push((theme.clone(), part.clone(), texture.clone()));
    texture
}

/// Returns a theme by its name. A built-in one is a derived theme without changes.
pub fn theme_of(alphabet: &Alphabet, name: &str) -> Option<DerivedTheme> {
    let built_in = || theme_named(name).map(|theme| DerivedTheme::like(theme.name));
    alphabet.themes.get(name).cloned().or_else(built_in)
}

/// Shows the swatch of a theme.
pub fn swatch_ui(ui: &mut Ui, theme: &DerivedTheme) -> Response {
    let texture = theme_texture(ui.ctx(), theme, &ThemePart::Swatch);
    ui.add(Image::from_texture(SizedTexture::new(texture.id(), SWATCH)).corner_radius(3.0))
}

/// Shows a row with a list of themes. Returns the new name; an empty one is none.
pub fn theme_row(ui: &mut Ui, about: RowLabel<'_>, current: &str, alphabet: &Alphabet) -> Option<String> {
    row(ui, about, |ui, name| {
        let width = control_width(ui) - SWATCH.x - ui.spacing().item_spacing.x;
        theme_list_ui(ui, (name, about.tooltip), current, alphabet, width)
    })
}

/// Shows the swatch of a theme and a list of all themes. Returns the new name; an empty one is none.
pub fn theme_list_ui(
    ui: &mut Ui,
    (name, tooltip): (&str, &str),
    current: &str,
    alphabet: &Alphabet,
    width: f32,
) -> Option<String> {
    const NONE: &str = "None";
    match theme_of(alphabet, current) {
        Some(theme) => drop(swatch_ui(ui, &theme)),
        None => {
            let (rect, _) = ui.allocate_exact_size(SWATCH, egui::Sense::hover());
            let line = egui::Stroke::new(1.0, palette(ui).line);
            ui.painter().rect_stroke(rect, 3.0, line, egui::StrokeKind::Inside);
        }
    }
    let shown = if current.is_empty() { NONE } else { current };
    let mut new = None;
    let combo = ComboBox::from_id_salt(name).width(width).truncate().height(420.0);
    let combo = combo.close_behavior(PopupCloseBehavior::CloseOnClick);
    let list = combo.selected_text(printable(shown).into_owned()).show_ui(ui, |ui| {
        if ui.selectable_label(current.is_empty(), NONE).clicked() {
            new = Some(String::new());
        }
        let own = alphabet.themes.iter().map(|(name, theme)| {
            (name.as_str(), theme.clone(), format!("Derived from {}", printable(&theme.like)))
        });
        let built_in =
            THEMES.iter().map(|theme| (theme.name, DerivedTheme::like(theme.name), theme.summary.to_owned()));
        for (name, theme, summary) in own.chain(built_in) {
            if theme_button(ui, name, &theme, name == current).on_hover_text(summary).clicked() {
                new = Some(name.to_owned());
            }
        }
    });
    list.response.widget_info(|| info::list(name, shown));
    list.response.on_hover_text(tooltip);
    new.filter(|new| new != current)
}

/// Shows a theme as an entry of a list, with its swatch.
pub fn theme_button(ui: &mut Ui, name: &str, theme: &DerivedTheme, is_chosen: bool) -> Response {
    let texture = theme_texture(ui.ctx(), theme, &ThemePart::Swatch);
    let image = Image::from_texture(SizedTexture::new(texture.id(), SWATCH)).corner_radius(3.0);
    let button = Button::image_and_text(image, printable(name).into_owned());
    let button = button.selected(is_chosen).frame_when_inactive(is_chosen).frame(true);
    let response = ui.add(button.min_size(vec2(0.0, ROW_HEIGHT)).image_tint_follows_text_color(false));
    response.widget_info(|| info::selected(egui::WidgetType::Button, true, is_chosen, name));
    response
}
