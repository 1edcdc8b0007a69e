//! What is laid over the level: the bar to switch it on and off, and what it says where there is nothing to show.

use egui::{Rect, RichText, Ui, WidgetType, vec2};
use egui_phosphor::regular as icon;

use crate::editor::canvas::camera::Canvas;
use crate::editor::canvas::run_view::RunView;
use crate::editor::canvas::tiles::Overlays;
use crate::editor::command::Command;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{self, font, palette};
use crate::level::Level;

/// From this width of the pane in points on, the overlays bear their names beside their signs.
const NAMED_FROM: f32 = 470.0;

/// The bar above the level.
pub fn toolbar_ui(ui: &mut Ui, overlays: &mut Overlays, commands: &mut Vec<Command>) {
    let bar =
        egui::Frame::new().fill(palette(ui).panel).inner_margin(egui::Margin::symmetric(style::MARGIN, 5));
    bar.show(ui, |ui| {
        ui.horizontal(|ui| {
            let is_named = ui.available_width() >= NAMED_FROM;
            let Overlays { drawn, owners, seals, mission, entities } = overlays;
            toggle(
                ui,
                is_named,
                drawn,
                icon::IMAGE,
                "Picture",
                "Draws walls, floors and things; off, each cell has the colour of its tile",
            );
            toggle(
                ui,
                is_named,
                owners,
                icon::PAINT_BUCKET,
                "Places",
                "Shows each place in the colour of its symbol",
            );
            toggle(ui, is_named, seals, icon::WALL, "Seals", "Highlights walls that must never open");
            toggle(ui, is_named, mission, icon::GRAPH, "Mission", "Draws the mission over the tiles");
            toggle(ui, is_named, entities, icon::KEY, "Items", "Shows what lies in the level");
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

/// Says in the corner which overlays are on and have nothing to show.
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
