//! Positions the names of places, as many as fit without overlap.

use std::collections::BTreeMap;

use super::mark::{Mark, Point};
use crate::base::{Color, printable};
use crate::level::{Level, Place};
use crate::mission::NodeRole;

/// Font size of names, in units.
const SIZE: f32 = 11.0;
/// Side of the squares used to look up neighbours, in units.
const SQUARE: f32 = 96.0;

/// The left, upper, right and lower edge of a text.
type TextBounds = [f32; 4];

/// Returns the names of places as marks; `cell` is the width of a cell in units.
///
/// `measure` returns the width and height of a text at a font size. If the mission is drawn too, `nodes` is
/// the radius of its nodes, and names are below them. No name covers another name or the letters of a node.
/// If there is not enough room, starts, goals and locks come first, then the others in order.
pub fn name_marks(
    level: &Level,
    cell: f32,
    nodes: Option<f32>,
    measure: impl Fn(&str, f32) -> (f32, f32),
) -> Vec<Mark> {
    let mut places: Vec<&Place> = level.places.iter().collect();
    places.sort_by_key(|place| rank(place.role));
    let mut taken: BTreeMap<(i32, i32), Vec<TextBounds>> = BTreeMap::new();
    for (place, radius) in places.iter().flat_map(|place| Some((place, nodes?))) {
        let Point { x, y } = Point::middle_of(place.anchor, cell);
        let bounds = [x - radius, y - radius, x + radius, y + radius];
        squares_of(bounds).for_each(|square| taken.entry(square).or_default().push(bounds));
    }
    let mut marks = Vec::new();
    for place in places {
        let text = printable(&place.symbol).into_owned();
        let (width, height) = measure(&text, SIZE);
        let half = (width / 2.0 + Mark::PLATE_MARGIN.0, height / 2.0 + Mark::PLATE_MARGIN.1);
        let below = nodes.map_or(0.0, |radius| radius + half.1 + 1.0);
        let middle = Point::middle_of(place.anchor, cell).moved((0.0, below));
        let bounds = [middle.x - half.0, middle.y - half.1, middle.x + half.0, middle.y + half.1];
        let squares: Vec<(i32, i32)> = squares_of(bounds).collect();
        let is_free = |square| !taken.get(square).into_iter().flatten().any(|other| overlap(*other, bounds));
        if squares.iter().all(is_free) {
            for square in squares {
                taken.entry(square).or_default().push(bounds);
            }
            marks.push(Mark::Text {
                middle,
                text,
                size: SIZE,
                color: Color::rgb(0xff, 0xff, 0xff),
                on_plate: true,
            });
        }
    }
    marks
}

const fn rank(role: Option<NodeRole>) -> u8 {
    match role {
        Some(NodeRole::Start | NodeRole::Goal) => 0,
        Some(NodeRole::Lock | NodeRole::Key) => 1,
        None => 2,
    }
}

fn squares_of([left, top, right, bottom]: TextBounds) -> impl Iterator<Item = (i32, i32)> {
    let square = |at: f32| (at / SQUARE).floor() as i32;
    let columns = square(left)..=square(right);
    (square(top)..=square(bottom)).flat_map(move |y| columns.clone().map(move |x| (x, y)))
}

fn overlap(one: TextBounds, other: TextBounds) -> bool {
    one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
}
