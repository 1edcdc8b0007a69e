//! Draws the tabs of panes so that all tabs of a row are visible.
//!
//! If titles do not fit, they first move together, then get smaller, and then long ones are cut. Only in very
//! little room background tabs show icons. Tooltips have the full titles. A number that belongs to a title is
//! also shown next to its icon.

use std::sync::Arc;

use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Align2, Color32, FontId, Galley, Rect, Response, Sense, Stroke, StrokeKind, Ui, WidgetType, pos2, vec2,
};
use egui_tiles::{Container, TabState, Tile, TileId, Tiles, Tree};

use crate::editor::pane::Pane;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{self, BODY, font, palette};

/// Space next to a title, if there is enough room or little room, in points.
const SPACE: (f32, f32) = (style::MARGIN as f32, 5.0);
/// Minimum width of a tab with a cut title, in points.
const LEAST_CUT: f32 = 44.0;
/// Width of a tab with only an icon, in points.
const SIGN_TAB: f32 = 30.0;
/// Space between an icon and its number, in points.
const COUNT_GAP: f32 = 3.0;

/// The style in which the tabs of a row are shown.
#[derive(Clone, Copy, Debug, PartialEq)]
enum TabStyle {
    /// Titles with this much space on either side.
    Titles(f32),
    /// Small titles in tabs that are at most this wide.
    Small(f32),
    /// Title of the front tab, icons of the others.
    Signs,
}

/// The text on a tab.
#[derive(Clone, Debug)]
pub struct Title {
    /// Name of the pane.
    pub name: String,
    /// Number of items in it that need attention.
    pub count: Option<usize>,
}

impl Title {
    /// Returns the full text, as shown if there is room, and as announced.
    pub fn text(&self) -> String {
        match self.count {
            Some(count) => format!("{} {count}", self.name),
            None => self.name.clone(),
        }
    }
}

/// Shows a tab with its title or its icon.
pub fn tab_ui(
    ui: &mut Ui,
    tiles: &Tiles<Pane>,
    row: &[TileId],
    id: egui::Id,
    tile: TileId,
    state: &TabState,
    title_of: impl Fn(TileId) -> Title,
) -> Response {
    let Title { name, count } = title_of(tile);
    let title = Title { name, count }.text();
    let manner = manner(ui, row, |tile| title_of(tile).text());
    let sign = sign_of(tiles, tile).filter(|_| manner == TabStyle::Signs && !state.active);
    let text = sign.unwrap_or(&title);
    let colors = palette(ui);
    let color = if state.active { colors.strong } else { colors.dim };
    let (size, space) = match (sign, manner) {
        (Some(_), _) => (style::TITLE + 1.0, 0.0),
        (None, TabStyle::Titles(space)) => (BODY, space),
        (None, TabStyle::Small(_)) => (style::SMALL, SPACE.1),
        (None, TabStyle::Signs) => (BODY, SPACE.1),
    };
    let most = match manner {
        TabStyle::Small(most) => most - 2.0 * SPACE.1,
        TabStyle::Titles(_) | TabStyle::Signs => f32::INFINITY,
    };
    let galley = title_galley(ui, text, font(size), color, most);
    let is_short = sign.is_some() || galley.elided;
    let count = count
        .filter(|_| sign.is_some())
        .map(|count| ui.painter().layout_no_wrap(count.to_string(), font(style::SMALL), colors.strong));
    let count_width = count.as_ref().map_or(0.0, |count| count.size().x + COUNT_GAP);
    let width = if sign.is_some() { SIGN_TAB + count_width } else { galley.size().x + 2.0 * space };
    let (_, rect) = ui.allocate_space(vec2(width, ui.available_height()));
    let response = ui.interact(rect, id, Sense::click_and_drag());
    response.widget_info(|| info::selected(WidgetType::Button, ui.is_enabled(), state.active, &title));
    if ui.is_rect_visible(rect) && !state.is_being_dragged {
        paint(ui, tiles, tile, rect, state.active);
        if sign.is_some() && response.hovered() {
            ui.painter().rect_filled(rect.shrink2(vec2(2.0, 4.0)), 4.0, colors.field);
        }
        let inner = rect.with_max_x(rect.right() - count_width);
        let at = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), inner).min;
        let sign_end = at.x + galley.size().x;
        ui.painter().galley(at, galley, color);
        if let Some(count) = count {
            let at = pos2(sign_end + COUNT_GAP, rect.center().y - count.size().y / 2.0);
            ui.painter().galley(at, count, colors.strong);
        }
    }
    if is_short { response.on_hover_text(title) } else { response }
}

/// Lays out a title in one line, and cuts it at a width.
fn title_galley(ui: &Ui, text: &str, font: FontId, color: Color32, most: f32) -> Arc<Galley> {
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = TextWrapping::truncate_at_width(most);
    ui.painter().layout_job(job)
}

fn paint(ui: &Ui, tiles: &Tiles<Pane>, tile: TileId, rect: Rect, is_active: bool) {
    if !is_active {
        return;
    }
    let colors = palette(ui);
    // The tab has the colour of the content below it.
    let fill = match tiles.get_pane(&tile) {
        Some(Pane::Mission | Pane::Rule | Pane::Start | Pane::Room) => colors.canvas,
        _ => colors.panel,
    };
    ui.painter().rect(rect.shrink(0.5), 0.0, fill, Stroke::NONE, StrokeKind::Inside);
    ui.painter().hline(rect.x_range(), rect.bottom(), Stroke::new(1.0, fill));
}

/// Returns the rows of tabs of an arrangement. While a row is drawn, its container is not in the tree.
pub fn rows_of(tree: &Tree<Pane>) -> Vec<Vec<TileId>> {
    let rows = tree.tiles.tiles().filter_map(|tile| match tile {
        Tile::Container(Container::Tabs(tabs)) => Some(tabs.children.clone()),
        Tile::Container(_) | Tile::Pane(_) => None,
    });
    rows.collect()
}

/// Returns the style for the tabs of a row, depending on the visible width.
fn manner(ui: &Ui, row: &[TileId], title_of: impl Fn(TileId) -> String) -> TabStyle {
    let room = ui.clip_rect().width();
    let widths =
        |size| -> Vec<f32> { row.iter().map(|tile| width_of(ui, title_of(*tile), font(size))).collect() };
    let titles: f32 = widths(BODY).iter().sum();
    let space = ((room - titles) / (2.0 * row.len().max(1) as f32)).floor();
    if space >= SPACE.1 {
        return TabStyle::Titles(space.min(SPACE.0));
    }
    let small: Vec<f32> = widths(style::SMALL).iter().map(|width| width + 2.0 * SPACE.1).collect();
    let most = widest(small, room);
    if most >= LEAST_CUT { TabStyle::Small(most) } else { TabStyle::Signs }
}

/// Returns the width to which tabs must be limited so that all of them fit into the room.
fn widest(mut widths: Vec<f32>, mut room: f32) -> f32 {
    widths.sort_by(f32::total_cmp);
    let mut left = widths.len();
    for width in widths {
        if width * left as f32 > room {
            return (room / left as f32).floor();
        }
        room -= width;
        left -= 1;
    }
    f32::INFINITY
}

fn width_of(ui: &Ui, text: String, font: FontId) -> f32 {
    ui.painter().layout_no_wrap(text, font, Color32::PLACEHOLDER).size().x
}

/// Returns the icon of a pane; of several under one tab, that of the first.
fn sign_of(tiles: &Tiles<Pane>, tile: TileId) -> Option<&'static str> {
    match tiles.get(tile)? {
        Tile::Pane(pane) => Some(pane.sign()),
        Tile::Container(container) => container.children().find_map(|child| sign_of(tiles, *child)),
    }
}

#[cfg(test)]
mod tests {
    use super::widest;

    #[test]
    fn only_long_titles_are_cut() {
        assert_eq!(widest(vec![50.0, 60.0], 110.0), f32::INFINITY);
        assert_eq!(widest(vec![90.0, 40.0, 80.0], 180.0), 70.0);
        assert_eq!(widest(vec![90.0, 90.0], 100.0), 50.0);
        assert_eq!(widest(Vec::new(), 100.0), f32::INFINITY);
    }
}
