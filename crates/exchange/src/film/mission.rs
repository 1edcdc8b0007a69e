//! Draws the mission at a step of its derivation, with the changes of the step lit.
//!
//! Nodes are drawn at the positions of their later places and do not move between steps.

use std::collections::{BTreeMap, BTreeSet};

use super::{ACCENT, GROUND, LINE, TEXT};
use crate::base::{Color, Size};
use crate::grammar::{Derivation, Step};
use crate::level::Level;
use crate::mission::{Alphabet, Edge, EdgeId, EdgeRole, Mission, NodeId, Site};
use crate::overlay::{Mark, Point, Stroke, ink_on};

/// Distance between the middles of nodes without a place, in pixels.
const APART: f32 = 46.0;
/// Radii of nodes with and without a place, in pixels.
const PLACE: f32 = 15.0;
const ITEM: f32 = 9.0;
/// Maximum distance of a node without a free position from its origin, in units of [`APART`].
const FARTHEST: u32 = 5;

/// Positions of all nodes that ever exist, in pixels. They are fixed, so that no node moves from step to
/// step.
pub(super) struct FilmPositions {
    at: BTreeMap<NodeId, Point>,
    /// Scale factor for the size of nodes.
    scale: f32,
}

impl FilmPositions {
    /// Positions all nodes.
    ///
    /// Nodes of places and items are at their positions in the level; all others are near the nodes they came
    /// from. Without a level, the positions of the layout are used, or arbitrary ones.
    pub fn new(
        derivation: &Derivation,
        level: Option<&Level>,
        sites: &BTreeMap<NodeId, Site>,
        room: Size,
    ) -> Self {
        let mut at = match level {
            Some(level) => in_level(level, room),
            None => by_sites(sites, room),
        };
        let scale = scale_of(&at);
        let apart = APART * scale;
        for (id, _) in derivation.start.nodes() {
            place(&mut at, id, neighbours(&derivation.start, id), apart, room);
        }
        for step in &derivation.steps {
            let origin: BTreeSet<NodeId> = step.matched.nodes.iter().map(|(_, node)| *node).collect();
            for (id, _) in step.delta.added_nodes() {
                place(&mut at, id, origin.clone(), apart, room);
            }
        }
        Self { at, scale }
    }

    /// Returns all positions.
    #[cfg(test)]
    pub fn all(&self) -> &BTreeMap<NodeId, Point> {
        &self.at
    }
}

fn in_level(level: &Level, room: Size) -> BTreeMap<NodeId, Point> {
    let (x, y) =
        (room.width as f32 / level.width.max(1) as f32, room.height as f32 / level.height.max(1) as f32);
    let point =
        |cell: crate::base::Cell| Point { x: (cell.x as f32 + 0.5) * x, y: (cell.y as f32 + 0.5) * y };
    let places = level.places.iter().map(|place| (place.node, point(place.anchor)));
    let items = level.entities.iter().filter_map(|entity| Some((entity.node?, point(entity.at))));
    places.chain(items).collect()
}

fn by_sites(sites: &BTreeMap<NodeId, Site>, room: Size) -> BTreeMap<NodeId, Point> {
    let span = |of: fn(&Site) -> i32| {
        let least = sites.values().map(of).min().unwrap_or(0);
        (least, sites.values().map(of).max().unwrap_or(0).saturating_sub(least).saturating_add(1))
    };
    let ((left, columns), (top, rows)) = (span(|site| site.x), span(|site| site.y));
    let point = |site: &Site| Point {
        x: (site.x.saturating_sub(left) as f32 + 0.5) * room.width as f32 / columns.max(1) as f32,
        y: (site.y.saturating_sub(top) as f32 + 0.5) * room.height as f32 / rows.max(1) as f32,
    };
    sites.iter().map(|(node, site)| (*node, point(site))).collect()
}

/// Returns a scale at which at least half of the nodes do not overlap others.
fn scale_of(at: &BTreeMap<NodeId, Point>) -> f32 {
    let points: Vec<Point> = at.values().copied().take(400).collect();
    let nearest = |(index, point): (usize, &Point)| {
        let others = points.iter().enumerate().filter(|(other, _)| *other != index);
        others.map(|(_, other)| distance(*point, *other)).fold(f32::INFINITY, f32::min)
    };
    let mut all: Vec<f32> = points.iter().enumerate().map(nearest).filter(|far| far.is_finite()).collect();
    all.sort_by(f32::total_cmp);
    all.get(all.len() / 2).map_or(1.0, |middle| (middle / APART).clamp(0.35, 1.0))
}

fn distance(one: Point, other: Point) -> f32 {
    let (x, y) = (one.x - other.x, one.y - other.y);
    (x * x + y * y).sqrt()
}

fn neighbours(mission: &Mission, id: NodeId) -> BTreeSet<NodeId> {
    mission.links(id).iter().map(|link| link.far).collect()
}

/// Puts a node on a free position, as near as possible to the middle of the nodes `beside`.
fn place(at: &mut BTreeMap<NodeId, Point>, id: NodeId, beside: BTreeSet<NodeId>, apart: f32, room: Size) {
    if at.contains_key(&id) {
        return;
    }
    let known: Vec<Point> = beside.iter().filter_map(|node| at.get(node).copied()).collect();
    let sum = known.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.x, sum.1 + point.y));
    let (width, height) = (room.width as f32, room.height as f32);
    let count = known.len() as f32;
    let middle = match known.as_slice() {
        [] => Point { x: width / 2.0, y: height / 2.0 },
        _ => Point { x: sum.0 / count, y: sum.1 / count },
    };
    let edge = apart / 2.0;
    let within = |point: &Point| {
        (edge..=(width - edge).max(edge)).contains(&point.x)
            && (edge..=(height - edge).max(edge)).contains(&point.y)
    };
    let is_free = |point: &Point| at.values().all(|other| distance(*point, *other) >= apart * 0.8);
    let around = [
        (1.0, 0.0),
        (0.0, 1.0),
        (-1.0, 0.0),
        (0.0, -1.0),
        (1.0, 1.0),
        (-1.0, 1.0),
        (-1.0, -1.0),
        (1.0, -1.0),
    ];
    let rings = (1..=FARTHEST).flat_map(|ring| {
        let far = ring as f32 * apart;
        around.map(|(x, y)| middle.moved((x * far, y * far)))
    });
    let free = std::iter::once(middle).chain(rings).filter(within).find(is_free);
    at.insert(id, free.unwrap_or(middle));
}

/// Nodes and edges that a step added or changed.
#[derive(Default)]
struct StepHighlight {
    matched: BTreeSet<NodeId>,
    nodes: BTreeSet<NodeId>,
    edges: BTreeSet<EdgeId>,
}

fn lit_by(step: &Step) -> StepHighlight {
    StepHighlight {
        matched: step.matched.nodes.iter().map(|(_, node)| *node).collect(),
        nodes: step.delta.touched_nodes().collect(),
        edges: step.delta.touched_edges().collect(),
    }
}

/// Returns the marks of a mission, with the changes of `step` lit.
pub(super) fn marks(
    mission: &Mission,
    alphabet: &Alphabet,
    positions: &FilmPositions,
    step: Option<&Step>,
) -> Vec<Mark> {
    let FilmPositions { at, scale } = positions;
    let lit = step.map(lit_by).unwrap_or_default();
    let radius = |id: NodeId| {
        let is_place = mission.node(id).is_some_and(|node| alphabet.node(node.symbol).1.form.is_some());
        if is_place { PLACE * scale } else { ITEM * scale }
    };
    let mut marks = Vec::new();
    let mut between: BTreeMap<(NodeId, NodeId), f32> = BTreeMap::new();
    for (id, edge) in mission.edges() {
        let (Some(from), Some(to)) = (at.get(&edge.from), at.get(&edge.to)) else { continue };
        // Parallel edges between two nodes are drawn as separate lines.
        let pair = (edge.from.min(edge.to), edge.from.max(edge.to));
        let count = between.entry(pair).or_default();
        let along = from.towards(*to);
        let side = (*count + 1.0).div_euclid(2.0) * if count.rem_euclid(2.0) == 0.0 { 4.0 } else { -4.0 };
        *count += 1.0;
        let ends = [
            from.beside(along, radius(edge.from), side * scale),
            to.beside(along, -radius(edge.to), side * scale),
        ];
        edge_marks(edge, alphabet, ends, along, lit.edges.contains(&id), *scale, &mut marks);
    }
    for (id, node) in mission.nodes() {
        let Some(middle) = at.get(&id).copied() else { continue };
        let (name, symbol) = alphabet.node(node.symbol);
        let (radius, fill) = (radius(id), alphabet.color_of_node(name));
        if lit.nodes.contains(&id) {
            marks.push(Mark::Ring { middle, radius: radius + 4.0 * scale, stroke: Stroke::new(3.0, ACCENT) });
        } else if lit.matched.contains(&id) {
            marks.push(Mark::Ring {
                middle,
                radius: radius + 3.0 * scale,
                stroke: Stroke::veil(1.5, ACCENT, 70),
            });
        }
        marks.push(Mark::Disc { middle, radius, fill, rim: Stroke::new(1.0, fill.mixed(GROUND, 35)) });
        let text = symbol.letters(name);
        let size = radius * if text.chars().count() > 2 { 0.7 } else { 0.95 };
        if size >= 6.0 {
            let text = crate::base::printable(&text).into_owned();
            marks.push(Mark::Text { middle, text, size, color: ink_on(fill), on_plate: false });
        }
    }
    marks
}

fn edge_marks(
    edge: &Edge,
    alphabet: &Alphabet,
    ends: [Point; 2],
    along: (f32, f32),
    is_lit: bool,
    scale: f32,
    marks: &mut Vec<Mark>,
) {
    let (_, symbol) = alphabet.edge(edge.symbol);
    let own = if symbol.color == Color::default() { LINE } else { symbol.color };
    let color = if is_lit { ACCENT } else { own.mixed(TEXT, 30) };
    let width = if is_lit { 3.0 } else { 1.8 };
    match symbol.role {
        EdgeRole::Passage => marks.push(Mark::Line(ends.to_vec(), Stroke::new(width, color))),
        EdgeRole::Opens | EdgeRole::Contains | EdgeRole::Other => {
            let stroke = Stroke::new(width * 0.8, color);
            marks.push(Mark::Dashes { ends, stroke, dash: 5.0, gap: 4.0 });
        }
    }
    let has_arrow = symbol.one_way || matches!(symbol.role, EdgeRole::Opens | EdgeRole::Other);
    if has_arrow {
        marks.push(Mark::arrow(ends[1], along, 9.0 * scale, 4.5 * scale, color));
    }
}
