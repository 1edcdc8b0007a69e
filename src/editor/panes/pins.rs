//! Pins of places, as the level and the mission show and set them.

use std::collections::BTreeMap;

use egui::{Align2, Pos2, Rect, Sense, Stroke, WidgetType, vec2};
use egui_phosphor::regular as icon;

use super::context::PaneContext;
use crate::base::{Cell, Seed};
use crate::document::{Edit, PinsEdit};
use crate::editor::canvas::camera::Canvas;
use crate::editor::command::Command;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{font, palette};
use crate::level::{Level, Place};
use crate::mission::{NodeId, Pin, PinnedPlace, Technique};

/// The cell that is pinned: where a cave or walkers began, else the middle.
pub(super) fn middle(place: &Place) -> Cell {
    match place.technique {
        Technique::Cave | Technique::Walkers => place.anchor,
        Technique::Hall | Technique::Room | Technique::Cards => place.bounds.center(),
    }
}

/// The cell as a pin says it.
pub(super) fn at(cell: Cell) -> (u32, u32) {
    let within = |number: i32| number.clamp(0, Pin::FARTHEST as i32).unsigned_abs();
    (within(cell.x), within(cell.y))
}

fn seed_of(context: &PaneContext<'_>) -> Option<Seed> {
    context.run_view.run.as_ref().map(|run| run.request.seed)
}

/// The pin of each node that has one, with what takes it off.
pub(super) fn pinned(level: &Level, context: &PaneContext<'_>) -> BTreeMap<NodeId, PinsEdit> {
    let content = context.document.content();
    let mut pinned = BTreeMap::new();
    for pin in &content.grammar.layout.pins {
        let node = match &pin.place {
            PinnedPlace::Symbol(symbol) => {
                level.places.iter().find(|place| place.symbol == *symbol).map(|place| place.node)
            }
            PinnedPlace::Node(author) => content.grammar.start.node_id(*author),
            PinnedPlace::MissionNode(node) => Some(NodeId(*node)),
        };
        pinned.extend(node.map(|node| (node, PinsEdit::OffAll(pin.place.clone()))));
    }
    let Some(seed) = seed_of(context) else { return pinned };
    for pin in content.pins.get(&seed).into_iter().flatten() {
        if let PinnedPlace::MissionNode(node) = pin.place {
            let node = NodeId(node);
            pinned.insert(node, PinsEdit::OffSeed { seed, node });
        }
    }
    pinned
}

/// Pins a place on a cell for the seed of the level.
pub(super) fn pin_for_seed(place: &Place, cell: Cell, context: &mut PaneContext<'_>) {
    let edit = seed_of(context).map(|seed| PinsEdit::ForSeed { seed, node: place.node, at: at(cell) });
    context.commands.extend(edit.map(|edit| Command::Edit(Edit::Pins(edit))));
}

/// Pins the first place of the same symbol where this one lies, for every seed.
pub(super) fn pin_for_all(level: &Level, place: &Place, context: &mut PaneContext<'_>) {
    let first = level.places.iter().find(|other| other.symbol == place.symbol);
    let edit = seed_of(context).zip(first).map(|(seed, first)| PinsEdit::ForAll {
        symbol: place.symbol.clone(),
        at: at(middle(place)),
        seed,
        node: first.node,
    });
    context.commands.extend(edit.map(|edit| Command::Edit(Edit::Pins(edit))));
}

/// A pin at a point of the screen, with what it is called.
pub(super) fn paint_pin(canvas: &Canvas, point: Pos2, place: &Place, text: &str) {
    let colors = palette(&canvas.ui);
    let painter = canvas.ui.painter();
    painter.circle(point, 9.0, colors.panel, Stroke::new(1.0, colors.accent));
    painter.text(point, Align2::CENTER_CENTER, icon::PUSH_PIN, font(12.0), colors.accent);
    let rect = Rect::from_center_size(point, vec2(18.0, 18.0));
    let id = canvas.response.id.with(("pin", place.node));
    let response = canvas.ui.interact(rect, id, Sense::hover());
    response.widget_info(|| info::labeled(WidgetType::Label, true, text));
}
