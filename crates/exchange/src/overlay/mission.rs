//! Draws the mission over the tiles: places at their anchors, items at their cells, edges as straight lines.

use std::collections::{BTreeMap, BTreeSet};

use super::BackdropColors;
use super::mark::{Mark, Point, Stroke, ink_on};
use crate::base::{Cell, Color, printable};
use crate::level::{EdgeRecord, Level, PassageForm, Place};
use crate::mission::{Alphabet, EdgeId, EdgeRole, NodeId};

/// Opacity of the veil between the level and the mission, in percent.
pub const MISSION_VEIL: u8 = 35;

/// Radii of nodes at full size, in units.
const PLACE: f32 = 26.0;
const ITEM: f32 = 15.0;

/// Minimum font size that is still readable.
const SMALLEST_TEXT: f32 = 6.0;

/// Returns the radius of a place's circle; `cell` is the width of a cell in units.
pub fn node_radius(cell: f32) -> f32 {
    PLACE * shrink(cell)
}

fn shrink(cell: f32) -> f32 {
    (cell / 12.0).clamp(0.3, 0.62)
}

/// Returns the marks of the mission. Labels and colours come from the alphabet; without one, they are names
/// and greys.
pub fn mission_marks(
    level: &Level,
    alphabet: Option<&Alphabet>,
    cell: f32,
    around: &BackdropColors,
) -> Vec<Mark> {
    let shrink = shrink(cell);
    let places = level.places.iter().map(|place| (place.node, (place.anchor, PLACE * shrink)));
    let items = level.entities.iter().filter_map(|entity| Some((entity.node?, (entity.at, ITEM * shrink))));
    let at: BTreeMap<NodeId, (Cell, f32)> = places.chain(items).collect();
    let ends = |edge: &EdgeRecord| {
        let (from, to) = (at.get(&edge.from)?, at.get(&edge.to)?);
        let middles = [from, to].map(|(at, _)| Point::middle_of(*at, cell));
        let along = middles[0].towards(middles[1]);
        Some([middles[0].beside(along, from.1, 0.0), middles[1].beside(along, -to.1, 0.0)])
    };
    let edges: Vec<(&EdgeRecord, [Point; 2])> =
        level.mission.edges.iter().filter_map(|edge| Some((edge, ends(edge)?))).collect();
    // A rim makes lines visible on the floor.
    let passages = edges.iter().filter(|(edge, _)| edge.role == EdgeRole::Passage);
    let mut marks: Vec<Mark> =
        passages.map(|(_, ends)| Mark::Line(ends.to_vec(), Stroke::veil(5.0, around.ground, 70))).collect();
    let doorways = level.passages.iter().filter(|passage| passage.kind == PassageForm::Doorway);
    let doorways: BTreeSet<EdgeId> = doorways.map(|passage| passage.edge).collect();
    for (edge, ends) in &edges {
        let color = edge_color(edge, alphabet, around);
        edge_marks(edge, *ends, doorways.contains(&edge.id), color, &mut marks);
    }
    marks.extend(level.places.iter().flat_map(|place| place_marks(place, alphabet, cell, around)));
    marks
}

fn edge_color(edge: &EdgeRecord, alphabet: Option<&Alphabet>, around: &BackdropColors) -> Color {
    let symbol = alphabet.and_then(|alphabet| alphabet.edges.get(&edge.symbol));
    let own = symbol.map(|symbol| symbol.color).filter(|color| *color != Color::default());
    own.unwrap_or(around.text).mixed(around.strong, 50)
}

fn edge_marks(edge: &EdgeRecord, ends: [Point; 2], is_doorway: bool, color: Color, marks: &mut Vec<Mark>) {
    let along = ends[0].towards(ends[1]);
    match edge.role {
        EdgeRole::Passage => {
            let stroke = Stroke::new(2.2, color);
            let middle = Point { x: (ends[0].x + ends[1].x) / 2.0, y: (ends[0].y + ends[1].y) / 2.0 };
            // The wall on both sides of a doorway.
            for side in [-1.0, 1.0].into_iter().filter(|_| is_doorway) {
                let jamb = [3.0, 8.0].map(|far| middle.beside(along, 0.0, far * side));
                marks.push(Mark::Line(jamb.to_vec(), stroke));
            }
            marks.push(Mark::Line(ends.to_vec(), stroke));
        }
        EdgeRole::Opens | EdgeRole::Contains | EdgeRole::Other => {
            marks.push(Mark::Dashes { ends, stroke: Stroke::new(1.4, color), dash: 6.0, gap: 4.8 });
        }
    }
    if edge.role != EdgeRole::Contains {
        let rim = Stroke::veil(0.0, color, 0);
        let corners = vec![ends[1], ends[1].beside(along, -9.0, 4.5), ends[1].beside(along, -9.0, -4.5)];
        marks.push(Mark::Polygon { corners, fill: color, rim });
    }
}

fn place_marks(place: &Place, alphabet: Option<&Alphabet>, cell: f32, around: &BackdropColors) -> Vec<Mark> {
    let known = alphabet.and_then(|alphabet| Some((alphabet, alphabet.nodes.get(&place.symbol)?)));
    let (fill, label) = match known {
        Some((alphabet, symbol)) => (alphabet.color_of_node(&place.symbol), symbol.letters(&place.symbol)),
        None => (Color::default(), place.symbol.chars().take(1).collect()),
    };
    let (middle, radius) = (Point::middle_of(place.anchor, cell), node_radius(cell));
    let rim = Stroke::new(1.0, fill.mixed(around.ground, 35));
    let size = radius * if label.chars().count() > 2 { 0.66 } else { 0.86 };
    let text = (size >= SMALLEST_TEXT).then(|| Mark::Text {
        middle,
        text: printable(&label).into_owned(),
        size,
        color: ink_on(fill),
        on_plate: false,
    });
    std::iter::once(Mark::Disc { middle, radius, fill, rim }).chain(text).collect()
}
