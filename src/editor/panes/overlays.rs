//! The overlays of the level: the toolbar, the legend, and a line for overlays that have nothing to show.

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{PopupCloseBehavior, Rect, RichText, Ui, WidgetType, vec2};
use egui_phosphor::regular as icon;

use crate::base::Color;
use crate::editor::canvas::camera::Canvas;
use crate::editor::canvas::tiles::Overlays;
use crate::editor::command::Command;
use crate::editor::model::run_view::RunView;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{self, font, palette};
use crate::level::Level;
use crate::overlay::{LegendLine, Overlay, OverlaySet};

/// Minimum widths of the pane for showing names next to icons: of the overlays, and of the list; in points.
const NAMED_FROM: f32 = 490.0;
const LIST_NAMED_FROM: f32 = 590.0;

/// Shows the toolbar above the level.
pub fn toolbar_ui(
    ui: &mut Ui,
    overlays: &mut Overlays,
    insights: &mut OverlaySet,
    commands: &mut Vec<Command>,
) {
    let bar =
        egui::Frame::new().fill(palette(ui).panel).inner_margin(egui::Margin::symmetric(style::MARGIN, 5));
    bar.show(ui, |ui| {
        ui.horizontal(|ui| {
            let (is_named, is_list_named) =
                (ui.available_width() >= NAMED_FROM, ui.available_width() >= LIST_NAMED_FROM);
            let Overlays { drawn, owners, seals, mission, entities } = overlays;
            toggle(
                ui,
                is_named,
                drawn,
                icon::IMAGE,
                "Picture",
                "Draws walls, floors and things. If you turn it off, each cell shows the colour of its tile",
            );
            toggle(ui, is_named, owners, icon::PAINT_BUCKET, "Places", "Colours each place by its symbol");
            toggle(ui, is_named, seals, icon::WALL, "Seals", "Highlights walls that must never open");
            toggle(ui, is_named, mission, icon::GRAPH, "Mission", "Draws the mission over the tiles");
            toggle(ui, is_named, entities, icon::KEY, "Items", "Shows the items and entities of the level");
            explain_ui(ui, is_list_named, insights);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let frame = ui.button(icon::CORNERS_OUT);
                frame.widget_info(|| info::labeled(WidgetType::Button, true, "Show everything"));
                if frame.on_hover_text("Show everything (F)").clicked() {
                    commands.push(Command::FrameAll);
                }
            });
        });
    });
}

/// Shows the list of overlays that explain the level.
fn explain_ui(ui: &mut Ui, is_named: bool, insights: &mut OverlaySet) {
    let colors = palette(ui);
    let color = if !insights.is_empty() { colors.strong } else { colors.dim };
    let sign = icon::LIGHTBULB;
    let text = if is_named { format!("{sign}  Explain  {}", icon::CARET_DOWN) } else { sign.to_owned() };
    // The menu stays open, so that several can be switched on.
    let stays_open = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let (button, _) = MenuButton::new(RichText::new(text).color(color)).config(stays_open).ui(ui, |ui| {
        for insight in Overlay::EXPLAINING.iter().copied() {
            let mut is_on = insights.shows(insight);
            let row = ui.checkbox(&mut is_on, insight.name());
            row.widget_info(|| info::selected(WidgetType::Checkbox, true, is_on, insight.name()));
            if row.on_hover_text(insight.meaning()).changed() {
                insights.toggle(insight);
            }
        }
    });
    button.widget_info(|| info::labeled(WidgetType::Button, true, "Explain"));
    button.on_hover_text("Shows distances, the way to the goal, keys and locks");
}

/// Shows the legend in the corner: the shown overlays and their colours.
pub fn legend_ui(canvas: &mut Canvas, lines: &[LegendLine]) {
    if lines.is_empty() {
        return;
    }
    let colors = palette(&canvas.ui);
    let painter = canvas.ui.painter().clone();
    let rows: Vec<_> = lines
        .iter()
        .map(|line| {
            let color = if line.colors.is_empty() { colors.dim } else { colors.text };
            (line, painter.layout_no_wrap(line.text.clone(), font(style::SMALL), color))
        })
        .collect();
    let swatches = |line: &LegendLine| match line.colors.len() {
        0 => 0.0,
        1 => 20.0,
        many => many as f32 * 6.0 + 8.0,
    };
    let width = rows.iter().map(|(line, text)| swatches(line) + text.size().x).fold(0.0, f32::max);
    let height = rows.iter().map(|(_, text)| text.size().y + 5.0).sum::<f32>() + 5.0;
    let corner = canvas.response.rect.right_bottom() - vec2(10.0, 10.0);
    let rect = egui::Align2::RIGHT_BOTTOM.anchor_size(corner, vec2(width + 20.0, height));
    let rim = egui::Stroke::new(1.0, colors.line);
    painter.rect(rect, 5.0, colors.panel, rim, egui::StrokeKind::Inside);
    let mut at = rect.min + vec2(10.0, 5.0);
    for (line, text) in rows {
        let height = text.size().y;
        let side = if line.colors.len() == 1 { 12.0 } else { 6.0 };
        for (number, color) in line.colors.iter().enumerate() {
            let left = at + vec2(number as f32 * side, (height - 10.0) / 2.0);
            painter.rect_filled(Rect::from_min_size(left, vec2(side, 10.0)), 0.0, style::paint_of(*color));
        }
        painter.galley(at + vec2(swatches(line), 0.0), text, colors.text);
        let row = Rect::from_min_size(at, vec2(width, height));
        let id = canvas.response.id.with(("legend", &line.text));
        let response = canvas.ui.interact(row, id, egui::Sense::hover());
        response.widget_info(|| info::labeled(WidgetType::Label, true, &line.text));
        at.y += height + 5.0;
    }
}

/// Returns the line of the legend for seals, if they are shown and there are some.
pub fn seal_line(overlays: Overlays, run_view: &RunView, ui: &Ui) -> Option<LegendLine> {
    let [red, green, blue, _] = palette(ui).seal.to_array();
    let line = || LegendLine::of_seals(Some(run_view.seals()), Color::rgb(red, green, blue));
    (overlays.seals && !run_view.seals().is_empty()).then(line)
}

fn toggle(ui: &mut Ui, is_named: bool, on: &mut bool, icon: &str, name: &str, tooltip: &str) {
    let colors = palette(ui);
    let color = if *on { colors.strong } else { colors.dim };
    let text = if is_named { format!("{icon}  {name}") } else { icon.to_owned() };
    let text = RichText::new(text).color(color);
    let button = ui.add(egui::Button::selectable(*on, text).min_size(style::ICON_BUTTON));
    button.widget_info(|| info::selected(WidgetType::Checkbox, true, *on, name));
    let tooltip = if is_named { tooltip.to_owned() } else { format!("{name}. {tooltip}") };
    if button.on_hover_text(tooltip).clicked() {
        *on = !*on;
    }
}

/// Shows a line in the corner for overlays that are on but have nothing to show.
pub fn nothing_ui(canvas: &mut Canvas, overlays: Overlays, level: &Level, run_view: &RunView) {
    let seals = (overlays.seals && run_view.seals().is_empty()).then_some("no seals");
    let has_items = !level.entities.is_empty();
    let items = ((overlays.entities || overlays.mission) && !has_items).then_some("no items");
    let lacking: Vec<&str> = seals.into_iter().chain(items).collect();
    if lacking.is_empty() {
        return;
    }
    let text = format!("This level has {}", lacking.join(" and "));
    let colors = palette(&canvas.ui);
    let galley = canvas.ui.painter().layout_no_wrap(text.clone(), font(style::SMALL), colors.dim);
    let corner = canvas.response.rect.left_top() + vec2(10.0, 8.0);
    let rect = Rect::from_min_size(corner, galley.size());
    canvas.ui.painter().rect_filled(rect.expand2(vec2(6.0, 3.0)), 4.0, colors.canvas.gamma_multiply(0.8));
    canvas.ui.painter().galley(corner, galley, colors.dim);
    let response = canvas.ui.interact(rect, canvas.response.id.with("nothing"), egui::Sense::hover());
    response.widget_info(|| info::labeled(WidgetType::Label, true, &text));
}
