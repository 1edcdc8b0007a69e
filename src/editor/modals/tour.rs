//! A short tour of an example: the panes, and the first steps.

use std::collections::BTreeMap;

use egui::{Align2, Context, Id, Key, Rect, RichText, Stroke, StrokeKind, vec2};

use crate::editor::command::Command;
use crate::editor::pane::Pane;
use crate::editor::widgets::style::{self, palette_of};

/// The state of the tour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tour {
    stop: usize,
}

/// A stop of the tour.
struct TourStop {
    pane: Pane,
    title: &'static str,
    text: &'static str,
}

const STOPS: [TourStop; 6] = [
    TourStop {
        pane: Pane::Mission,
        title: "The mission",
        text: "The mission is a graph of places, ways, keys and locks. Rules grow it step by step.",
    },
    TourStop {
        pane: Pane::Level,
        title: "The level",
        text: "The level shows the same mission as tiles. The lights below show what was proved. Choose another seed for another level.",
    },
    TourStop {
        pane: Pane::Rules,
        title: "Rules",
        text: "Each rule finds the graph under Before and replaces it with the graph under After. Click a rule to edit it.",
    },
    TourStop {
        pane: Pane::Rule,
        title: "Drawing a rule",
        text: "Double-click to add a node. Drag from its rim to draw an edge. The level updates at once.",
    },
    TourStop {
        pane: Pane::Recipe,
        title: "The recipe",
        text: "The recipe sets the order of the rules and how often they run.",
    },
    TourStop {
        pane: Pane::Room,
        title: "Rooms",
        text: "You can paint rooms by hand here. Doors that a level does not use are closed for you.",
    },
];

impl Tour {
    /// Shows the current stop. Returns `false` once the tour is over.
    pub fn ui(
        &mut self,
        ctx: &Context,
        pane_rects: &BTreeMap<Pane, Rect>,
        commands: &mut Vec<Command>,
    ) -> bool {
        let Some(stop) = STOPS.get(self.stop) else { return false };
        outline(ctx, pane_rects.get(&stop.pane));
        let mut next = Some(self.stop);
        let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(16);
        let window =
            egui::Window::new("Tour").id(Id::new("tour")).title_bar(false).resizable(false).frame(frame);
        window.anchor(Align2::CENTER_BOTTOM, vec2(0.0, -48.0)).show(ctx, |ui| {
            ui.set_width(380.0);
            let colors = palette_of(ui.visuals().dark_mode);
            ui.label(RichText::new(stop.title).heading().color(colors.strong));
            ui.label(stop.text);
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                let count = format!("{} of {}", self.stop + 1, STOPS.len());
                ui.label(RichText::new(count).small().color(colors.dim));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let is_last = self.stop + 1 == STOPS.len();
                    let go_on = RichText::new(if is_last { "Begin" } else { "Next" })
                        .color(style::text_on(colors.accent));
                    if ui.add(egui::Button::new(go_on).fill(colors.accent)).clicked() {
                        next = Some(self.stop + 1);
                    }
                    if ui.add_enabled(self.stop > 0, egui::Button::new("Back")).clicked() {
                        next = self.stop.checked_sub(1);
                    }
                    if !is_last && ui.button("Skip the tour").clicked() {
                        next = None;
                    }
                });
            });
        });
        if ctx.input(|input| input.key_pressed(Key::Escape)) {
            next = None;
        }
        let Some(next) = next else { return false };
        if next != self.stop {
            self.stop = next;
            commands.extend(self.pane().map(Command::ShowPane));
        }
        next < STOPS.len()
    }

    /// Returns the pane of the current stop.
    pub fn pane(self) -> Option<Pane> {
        STOPS.get(self.stop).map(|stop| stop.pane)
    }
}

/// Draws a frame around the pane of the stop, below floating items.
fn outline(ctx: &Context, rect: Option<&Rect>) {
    let Some(rect) = rect else { return };
    let colors = palette_of(ctx.global_style().visuals.dark_mode);
    let painter = ctx.layer_painter(egui::LayerId::background());
    painter.rect_stroke(rect.shrink(1.0), 4.0, Stroke::new(2.0, colors.accent), StrokeKind::Inside);
}
