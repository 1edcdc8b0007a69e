//! Pins of places, shared by the level and the mission.

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
use crate::mission::{NodeId, Technique};
use crate::settings::{Pin, PinnedPlace};

/// Returns the cell that is pinned: the start of a cave or of walkers, otherwise the middle.
pub(super) fn middle(place: &Place) -> Cell {
    match place.technique {
        Technique::Cave | Technique::Walkers => place.anchor,
        Technique::Hall | Technique::Room | Technique::Cards => place.bounds.center(),
    }
}

/// Returns a cell in the form of a pin.
pub(super) fn at(cell: Cell) -> (u32, u32) {
    let within = |number: i32| number.clamp(0, Pin::FARTHEST as i32).unsigned_abs();
    (within(cell.x), within(cell.y))
}

fn seed_of(context: &PaneContext<'_>) -> Option<Seed> {
    context.run_view.run.as_ref().map(|run| run.request.seed)
}

/// An existing pin.
pub(super) struct SetPin {
    /// Wanted position of the place.
    at: (u32, u32),
    /// Edit that removes it.
    pub off: PinsEdit,
}

/// Returns the pin of each pinned node.
pub(super) fn pinned(level: &Level, context: &PaneContext<'_>) -> BTreeMap<NodeId, SetPin> {
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
        pinned
            .extend(node.map(|node| (node, SetPin { at: pin.at, off: PinsEdit::OffAll(pin.place.clone()) })));
    }
    let Some(seed) = seed_of(context) else { return pinned };
    for pin in content.pins.get(&seed).into_iter().flatten() {
        if let PinnedPlace::MissionNode(node) = pin.place {
            let node = NodeId(node);
            pinned.insert(node, SetPin { at: pin.at, off: PinsEdit::OffSeed { seed, node } });
        }
    }
    pinned
}

/// Pins a place at a cell for the seed of the level.
pub(super) fn pin_for_seed(place: &Place, cell: Cell, context: &mut PaneContext<'_>) {
    let edit = seed_of(context).map(|seed| PinsEdit::ForSeed { seed, node: place.node, at: at(cell) });
    context.commands.extend(edit.map(|edit| Command::Edit(Edit::Pins(edit))));
}

/// Pins the first place of the same symbol at this place's position, for every seed.
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

/// Paints a pin at a point of the screen and announces it by name. A pin that does not hold is crossed out.
pub(super) fn paint_pin(canvas: &Canvas, point: Pos2, (place, pin): (&Place, &SetPin), name: &str) {
    let colors = palette(&canvas.ui);
    let painter = canvas.ui.painter();
    let holds = pin.at == at(middle(place));
    let (sign, color) =
        if holds { (icon::PUSH_PIN, colors.accent) } else { (icon::PUSH_PIN_SLASH, colors.doubtful) };
    let text = if holds { name.to_owned() } else { format!("{name}, not possible") };
    painter.circle(point, 9.0, colors.panel, Stroke::new(1.0, color));
    painter.text(point, Align2::CENTER_CENTER, sign, font(12.0), color);
    let rect = Rect::from_center_size(point, vec2(18.0, 18.0));
    let id = canvas.response.id.with(("pin", place.node));
    let response = canvas.ui.interact(rect, id, Sense::hover());
    response.widget_info(|| info::labeled(WidgetType::Label, true, &text));
    if !holds {
        response.on_hover_text("The place cannot be where it is pinned. See Problems for the reason");
    }
}
