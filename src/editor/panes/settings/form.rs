//! The parameters of a technique, row by row. Ranges and tooltips are those of the parameters' own documentation.

use egui::Ui;

use crate::editor::widgets::rows::{Row, Unit, choice_row, number_row, range_row};
use crate::mission::{Cave, Detached, Form, Hall, Neighbourhood, Room, Technique, UpdateOrder};

const TECHNIQUES_TOLD: &str = "How the place is formed. Cave: grown, organic. Room: drawn by hand, from the room sets. Hall: a plain rectangle of floor. Without one it is an item, which lies in the place that contains it.";

/// A form of which one parameter was changed.
#[derive(Clone, Debug)]
pub(in crate::editor) struct Changed {
    /// The parameter, in the designer's words.
    pub what: &'static str,
    /// The form with the change.
    pub form: Form,
}

/// All parameters of a symbol's form; what was changed, if anything.
pub(in crate::editor) fn rows_ui(ui: &mut Ui, symbol: &str, form: &Form) -> Option<Changed> {
    let technique = technique_row(ui, symbol, form);
    technique.or(parameter_rows(ui, symbol, form))
}

/// The same for a symbol that may have no form; the parameter and the form with the change, if anything was changed.
pub(in crate::editor) fn optional_rows_ui(
    ui: &mut Ui,
    symbol: &str,
    form: Option<&Form>,
) -> Option<(&'static str, Option<Form>)> {
    let row = Row { name: "Technique", of: symbol, tooltip: TECHNIQUES_TOLD };
    let none = [(None, "None: an item")];
    let some = Technique::ALL.map(|technique| (Some(technique), technique.name()));
    let choices: Vec<_> = none.into_iter().chain(some).collect();
    let technique = choice_row(ui, row, form.map(Form::technique), &choices)
        .map(|technique| ("technique", technique.map(Form::of)));
    let parameter = form.and_then(|form| parameter_rows(ui, symbol, form));
    technique.or(parameter.map(|changed| (changed.what, Some(changed.form))))
}

fn parameter_rows(ui: &mut Ui, symbol: &str, form: &Form) -> Option<Changed> {
    let parameter = match form {
        Form::Cave(cave) => cave_rows(ui, symbol, cave).map(|(what, cave)| (what, Form::Cave(cave))),
        Form::Room(room) => room_rows(ui, symbol, room).map(|(what, room)| (what, Form::Room(room))),
        Form::Hall(hall) => hall_rows(ui, symbol, hall).map(|(what, hall)| (what, Form::Hall(hall))),
    };
    parameter.map(|(what, form)| Changed { what, form })
}

fn technique_row(ui: &mut Ui, symbol: &str, form: &Form) -> Option<Changed> {
    let row = Row { name: "Technique", of: symbol, tooltip: TECHNIQUES_TOLD };
    let techniques = Technique::ALL.map(|technique| (technique, technique.name()));
    let technique = choice_row(ui, row, form.technique(), &techniques)?;
    Some(Changed { what: "technique", form: Form::of(technique) })
}

fn cave_rows(ui: &mut Ui, of: &str, cave: &Cave) -> Option<(&'static str, Cave)> {
    let mut new = cave.clone();
    let mut what = None;
    let mut percent = |name, what_it_is, value: &mut u32, range, unit, tooltip| {
        if let Some(number) = number_row(ui, Row { name, of, tooltip }, *value, range, unit) {
            *value = number;
            what = Some(what_it_is);
        }
    };
    percent(
        "Wall percent",
        "wall percent",
        &mut new.wall_percent,
        0..=100,
        Unit::Percent,
        "How much of the cave is wall before smoothing. Around 45 gives open caves, over 60 narrow ones.",
    );
    percent(
        "Smoothing",
        "smoothing",
        &mut new.smoothing,
        0..=50,
        Unit::Times,
        "How often the walls are smoothed.",
    );
    percent(
        "Wall above",
        "wall above",
        &mut new.wall_above,
        0..=120,
        Unit::None,
        "A cell with more solid neighbours than this becomes solid.",
    );
    percent(
        "Open below",
        "open below",
        &mut new.open_below,
        0..=120,
        Unit::None,
        "A cell with fewer solid neighbours than this becomes open.",
    );
    let tooltip =
        "How far the cave may reach from its middle, the least and the most; each cave draws its own.";
    if let Some(radius) = range_row(ui, Row { name: "Radius", of, tooltip }, cave.radius, 0..=64, Unit::Cells)
    {
        new.radius = radius;
        what = Some("radius");
    }
    let chosen = cave_choices(ui, of, &mut new);
    what.or(chosen).map(|what| (what, new))
}

/// The parameters of a cave that are chosen from a list; the name of the one that was changed.
fn cave_choices(ui: &mut Ui, of: &str, cave: &mut Cave) -> Option<&'static str> {
    let mut what = None;
    let tooltip = "In which order the cells are smoothed. All at once: every cell sees its neighbours as they were before. Row by row: later cells see what became of earlier ones. At random: one after the other, in a random order.";
    let orders = [
        (UpdateOrder::GridOrder, "Row by row"),
        (UpdateOrder::Synchronous, "All at once"),
        (UpdateOrder::Random, "At random"),
    ];
    if let Some(order) = choice_row(ui, Row { name: "Order", of, tooltip }, cave.order, &orders) {
        cave.order = order;
        what = Some("order");
    }
    if let Some(neighbourhood) = neighbourhood_rows(ui, of, cave.neighbourhood) {
        cave.neighbourhood = neighbourhood;
        what = Some("neighbours");
    }
    let tooltip = "What happens to parts that came loose from the cave.";
    let fates = [(Detached::Fill, "Filled in"), (Detached::Tunnel, "Joined by a tunnel")];
    if let Some(detached) = choice_row(ui, Row { name: "Loose parts", of, tooltip }, cave.detached, &fates) {
        cave.detached = detached;
        what = Some("loose parts");
    }
    what
}

fn neighbourhood_rows(ui: &mut Ui, of: &str, value: Neighbourhood) -> Option<Neighbourhood> {
    let tooltip = "Which neighbours are counted: those in a square around the cell, or those in a diamond.";
    let (Neighbourhood::Moore(radius) | Neighbourhood::VonNeumann(radius)) = value;
    let shapes = [(Neighbourhood::Moore(radius), "Square"), (Neighbourhood::VonNeumann(radius), "Diamond")];
    let shape = choice_row(ui, Row { name: "Neighbours", of, tooltip }, value, &shapes);
    let tooltip = "How far away a neighbour may be.";
    let reach = number_row(ui, Row { name: "Reach", of, tooltip }, radius, 1..=5, Unit::Cells);
    let reach = reach.map(|radius| match value {
        Neighbourhood::Moore(_) => Neighbourhood::Moore(radius),
        Neighbourhood::VonNeumann(_) => Neighbourhood::VonNeumann(radius),
    });
    shape.or(reach)
}

fn room_rows(ui: &mut Ui, of: &str, room: &Room) -> Option<(&'static str, Room)> {
    let tooltip = "What the place is where it is not a room.";
    let choices = [(false, "Always a room"), (true, "Sometimes a cave")];
    let with_cave = room.otherwise.is_some();
    let kind = choice_row(ui, Row { name: "Kind", of, tooltip }, with_cave, &choices)
        .map(|with_cave| ("kind", if with_cave { sometimes_a_cave(room) } else { Room::default() }));
    let Some(cave) = &room.otherwise else { return kind };
    let tooltip = "In how many of 100 cases there is a room.";
    let row = Row { name: "Room chance", of, tooltip };
    let chance = number_row(ui, row, room.chance_percent, 0..=100, Unit::Percent)
        .map(|chance_percent| ("room chance", Room { chance_percent, ..room.clone() }));
    let cave =
        cave_rows(ui, of, cave).map(|(what, cave)| (what, Room { otherwise: Some(cave), ..room.clone() }));
    kind.or(chance).or(cave)
}

/// A chance of 100 would hide that there is a cave now.
fn sometimes_a_cave(room: &Room) -> Room {
    let chance_percent = if room.chance_percent >= 100 { 50 } else { room.chance_percent };
    Room { chance_percent, otherwise: Some(Cave::default()) }
}

fn hall_rows(ui: &mut Ui, of: &str, hall: &Hall) -> Option<(&'static str, Hall)> {
    let tooltip = "How many cells of floor from left to right, the least and the most.";
    let width = range_row(ui, Row { name: "Width", of, tooltip }, hall.width, 3..=64, Unit::Cells)
        .map(|width| ("width", Hall { width, ..hall.clone() }));
    let tooltip = "How many cells of floor from top to bottom, the least and the most.";
    let height = range_row(ui, Row { name: "Height", of, tooltip }, hall.height, 3..=64, Unit::Cells)
        .map(|height| ("height", Hall { height, ..hall.clone() }));
    width.or(height)
}
