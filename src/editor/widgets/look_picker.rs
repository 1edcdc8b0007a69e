//! A button with the picture of a look. It opens the catalogue: all looks as thumbnails, with a search.
//!
//! Without a choice, a thing looks as its name says, which the button shows.

use egui::{
    Color32, ColorImage, Context, Id, Popup, PopupCloseBehavior, Rect, RichText, ScrollArea, Sense, Stroke,
    StrokeKind, TextEdit, TextureHandle, TextureOptions, Ui, Vec2, WidgetType, pos2, vec2,
};

use super::info;
use super::style::{ROW_HEIGHT, SMALL, paint_of, palette};
use crate::base::printable_line;
use crate::picture::{CatalogueLook, CellSide};

/// Thumbnails in a row of the texture and of the catalogue.
const COLUMNS: usize = 10;

/// Side of a thumbnail in the catalogue, in points.
const SIDE: f32 = 36.0;

/// Height of the list, in points.
const HEIGHT: f32 = 300.0;

/// Shows the button for a thing of this name with a chosen look; an empty text is the look of its name.
///
/// Returns the new choice.
pub fn look_button(ui: &mut Ui, of: &str, chosen: &str, is_tile: bool) -> Option<String> {
    let word = if chosen.is_empty() { of } else { chosen };
    let of_tile = || CatalogueLook::of_tile(word).filter(|_| is_tile);
    let shown = of_tile().or_else(|| CatalogueLook::of_entity(word));
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(ROW_HEIGHT), Sense::click());
    let colors = palette(ui);
    let line = if response.hovered() || response.has_focus() { colors.strong } else { colors.line };
    match shown.and_then(|shown| position_of(&shown)) {
        Some(position) => paint(ui, position, rect),
        None => {
            let middle = rect.center();
            let font = egui::FontId::proportional(SMALL);
            ui.painter().text(middle, egui::Align2::CENTER_CENTER, "?", font, colors.dim);
        }
    }
    ui.painter().rect_stroke(rect, 3.0, Stroke::new(1.0, line), StrokeKind::Inside);
    response.widget_info(|| info::labeled(WidgetType::Button, true, format!("Look of {of}")));
    let mut new = None;
    Popup::from_toggle_button_response(&response)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .show(|ui| {
            new = catalogue_ui(ui, of, chosen, (is_tile, response.clicked()));
            if new.is_some() {
                ui.close();
            }
        });
    response.on_hover_text(tooltip(shown.as_ref(), chosen));
    new.filter(|new| new != chosen)
}

/// Shows a button that opens the catalogue to add a thing. Returns the look that was clicked.
pub fn add_look_button(ui: &mut Ui, name: &str) -> Option<String> {
    let button = egui::Button::new(egui_phosphor::regular::PLUS).min_size(Vec2::splat(ROW_HEIGHT));
    let response = ui.add(button);
    response.widget_info(|| info::labeled(WidgetType::Button, true, name));
    let mut new = None;
    Popup::from_toggle_button_response(&response)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .show(|ui| {
            new = catalogue_ui(ui, name, " ", (true, response.clicked())).filter(|look| !look.is_empty());
            if new.is_some() {
                ui.close();
            }
        });
    response.on_hover_text(name);
    new
}

fn tooltip(shown: Option<&CatalogueLook>, chosen: &str) -> String {
    match (shown, chosen.is_empty()) {
        (Some(look), true) => {
            format!("Looks like: {}, by its name. Click to choose another look", look.name())
        }
        (Some(look), false) => format!("Looks like: {}. Click to choose another look", look.name()),
        (None, true) => "No look has this name. Click to choose one".to_owned(),
        (None, false) => format!("There is no look called \"{}\"", printable_line(chosen)),
    }
}

/// Shows the search, and the looks that it finds. Returns the one that was clicked. The search has the focus
/// when it `is_new`.
fn catalogue_ui(ui: &mut Ui, of: &str, chosen: &str, (is_tile, is_new): (bool, bool)) -> Option<String> {
    let mut new = None;
    let id = Id::new("search in the catalogue of looks");
    let mut text: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    ui.set_width(COLUMNS as f32 * (SIDE + 2.0) + 14.0);
    ui.horizontal(|ui| {
        let field = ui.add(TextEdit::singleline(&mut text).hint_text("Search, for example: undead"));
        field.widget_info(|| info::field("Search for a look", &text, &text));
        if is_new {
            field.request_focus();
        }
        let by_name = ui.selectable_label(chosen.is_empty(), "By its name");
        by_name.widget_info(|| {
            info::selected(WidgetType::Button, true, chosen.is_empty(), format!("Look of {of} by its name"))
        });
        if by_name.clicked() {
            new = Some(String::new());
        }
    });
    let mut found = CatalogueLook::search(&text);
    found.retain(|look| is_tile || look.is_figure());
    ui.data_mut(|data| data.insert_temp(id, text));
    if found.is_empty() {
        ui.label(RichText::new("No look has this word").color(palette(ui).dim));
    }
    ScrollArea::vertical().max_height(HEIGHT).auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(2.0);
        for group in found.chunk_by(|one, other| one.group() == other.group()) {
            if let Some(first) = group.first() {
                ui.label(RichText::new(first.group()).size(SMALL).color(palette(ui).dim));
            }
            for row in group.chunks(COLUMNS) {
                ui.horizontal(|ui| {
                    for look in row {
                        if thumbnail_ui(ui, look, look.name() == chosen) {
                            new = Some(look.name().to_owned());
                        }
                    }
                });
            }
        }
    });
    new
}

/// Shows a thumbnail. Returns `true` if it was clicked.
fn thumbnail_ui(ui: &mut Ui, look: &CatalogueLook, is_chosen: bool) -> bool {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(SIDE), Sense::click());
    if let Some(position) = position_of(look).filter(|_| ui.is_rect_visible(rect)) {
        paint(ui, position, rect.shrink(2.0));
    }
    if is_chosen || response.hovered() || response.has_focus() {
        let colors = palette(ui);
        let color = if is_chosen { colors.accent } else { colors.strong };
        ui.painter().rect_stroke(rect, 3.0, Stroke::new(2.0, color), StrokeKind::Inside);
    }
    response.widget_info(|| info::selected(WidgetType::Button, true, is_chosen, look.name()));
    let words = look.words().join(", ");
    let response = response.on_hover_text(format!("{}\n{words}", look.name()).trim_end());
    response.clicked()
}

fn position_of(look: &CatalogueLook) -> Option<usize> {
    CatalogueLook::all().iter().position(|other| other == look)
}

/// Paints the thumbnail at a position of the catalogue.
fn paint(ui: &Ui, position: usize, rect: Rect) {
    let texture = texture(ui.ctx());
    let [width, height] = texture.size();
    let px = CellSide::Large.pixels() as usize;
    let part = |at: usize, length: usize| (at * px) as f32 / length.max(1) as f32;
    let (column, row) = (position % COLUMNS, position / COLUMNS);
    let corner = pos2(part(column, width), part(row, height));
    let size = vec2(part(1, width), part(1, height));
    ui.painter().image(texture.id(), rect, Rect::from_min_size(corner, size), Color32::WHITE);
}

/// Returns all looks in one texture, which is made once.
fn texture(ctx: &Context) -> TextureHandle {
    let id = Id::new("texture of the catalogue of looks");
    if let Some(known) = ctx.data(|data| data.get_temp::<TextureHandle>(id)) {
        return known;
    }
    let all = CatalogueLook::all();
    let px = CellSide::Large.pixels() as usize;
    let mut image =
        ColorImage::filled([COLUMNS * px, all.len().div_ceil(COLUMNS) * px], Color32::TRANSPARENT);
    for (position, look) in all.iter().enumerate() {
        let drawn = look.draw(CellSide::Large, None, None);
        let (left, top) = (position % COLUMNS * px, position / COLUMNS * px);
        for (row, pixels) in drawn.pixels.chunks(px).enumerate() {
            let start = (top + row) * COLUMNS * px + left;
            if let Some(target) = image.pixels.get_mut(start..start + px) {
                target.iter_mut().zip(pixels).for_each(|(to, from)| *to = paint_of(*from));
            }
        }
    }
    let texture = ctx.load_texture("looks", image, TextureOptions::NEAREST);
    ctx.data_mut(|data| data.insert_temp(id, texture.clone()));
    texture
}
