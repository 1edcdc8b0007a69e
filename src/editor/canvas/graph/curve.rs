//! The lines of edges: straight where nothing is in the way, bowed where edges are parallel or a node lies between.

use std::collections::BTreeMap;

use egui::{Pos2, Vec2, vec2};

use super::{DrawnEdge, DrawnNode, Line, STEP};

/// How far the middle of a bowed edge lies from the straight line, as a share of its length.
const BOW: f32 = 0.16;

/// Gives every edge its points. Nodes must have their final positions.
pub(super) fn route_edges<N, E>(nodes: &[DrawnNode<N>], edges: &mut [DrawnEdge<E>]) {
    let nearby = Neighbourhoods::new(nodes);
    let mut lanes_taken: BTreeMap<(usize, usize), u32> = BTreeMap::new();
    for edge in edges {
        let (Some(from), Some(to)) = (nodes.get(edge.from), nodes.get(edge.to)) else { continue };
        let pair = (edge.from.min(edge.to), edge.from.max(edge.to));
        let lanes = lanes_taken.entry(pair).or_default();
        if *lanes == 0 && needs_bow(nodes, &nearby, edge) {
            *lanes = 1;
        }
        // Seen from the lower end, so that an edge and its opposite do not fall together.
        let side = if edge.from <= edge.to { 1.0 } else { -1.0 };
        edge.points = line_between(from, to, side * lane_offset(*lanes));
        *lanes += 1;
    }
}

/// Lanes 0, 1, 2, 3, 4 lie at 0, 1, -1, 2, -2.
fn lane_offset(lane: u32) -> f32 {
    let distance = lane.div_ceil(2) as f32;
    if lane % 2 == 1 { distance } else { -distance }
}

/// Would the straight line run through another node, or is it a relation over a long way?
fn needs_bow<N, E>(nodes: &[DrawnNode<N>], nearby: &Neighbourhoods, edge: &DrawnEdge<E>) -> bool {
    let (Some(from), Some(to)) = (nodes.get(edge.from), nodes.get(edge.to)) else { return false };
    let far_relation = edge.line == Line::Dashed && (to.at - from.at).length() > 1.6 * STEP;
    let in_the_way = |index: usize| {
        index != edge.from
            && index != edge.to
            && nodes
                .get(index)
                .is_some_and(|node| distance_to_segment(node.at, from.at, to.at) < node.radius + 4.0)
    };
    far_relation || nearby.between(from.at, to.at).any(in_the_way)
}

/// The nodes by the square of the drawing in which they lie, so that large missions are drawn at once.
struct Neighbourhoods {
    squares: BTreeMap<(i32, i32), Vec<usize>>,
}

impl Neighbourhoods {
    fn new<N>(nodes: &[DrawnNode<N>]) -> Self {
        let mut squares: BTreeMap<(i32, i32), Vec<usize>> = BTreeMap::new();
        for (index, node) in nodes.iter().enumerate() {
            squares.entry(square_of(node.at)).or_default().push(index);
        }
        Self { squares }
    }

    /// The nodes whose circles may reach into the rectangle between two points.
    fn between(&self, a: Pos2, b: Pos2) -> impl Iterator<Item = usize> {
        let (first, last) = (square_of(a.min(b)), square_of(a.max(b)));
        let columns = first.0 - 1..=last.0 + 1;
        columns.flat_map(move |x| {
            self.squares
                .range((x, first.1 - 1)..=(x, last.1 + 1))
                .flat_map(|(_, found)| found.iter().copied())
        })
    }
}

/// The square of the drawing in which a point lies.
pub(super) fn square_of(point: Pos2) -> (i32, i32) {
    ((point.x / STEP).floor() as i32, (point.y / STEP).floor() as i32)
}

fn line_between<N>(from: &DrawnNode<N>, to: &DrawnNode<N>, lane: f32) -> Vec<Pos2> {
    let across = to.at - from.at;
    if across.length() < 1.0 {
        return loop_at(from, lane);
    }
    let normal = vec2(-across.y, across.x);
    let bend = from.at + across / 2.0 + normal * lane * BOW * 2.0;
    let start = from.at + (bend - from.at).normalized() * from.radius;
    let end = to.at + (bend - to.at).normalized() * to.radius;
    if lane == 0.0 {
        return vec![start, end];
    }
    (0..=20).map(|step| quadratic(start, bend, end, step as f32 / 20.0)).collect()
}

fn quadratic(start: Pos2, bend: Pos2, end: Pos2, t: f32) -> Pos2 {
    start.lerp(bend, t).lerp(bend.lerp(end, t), t)
}

/// A loop above the node that it begins and ends at.
fn loop_at<N>(node: &DrawnNode<N>, lane: f32) -> Vec<Pos2> {
    let radius = node.radius * (0.62 + 0.2 * lane.abs());
    let middle = node.at - vec2(0.0, node.radius + radius * 0.72);
    let (first, last) = (0.75_f32, 2.25);
    (0..=20)
        .map(|step| {
            let turn = std::f32::consts::PI * (first - 0.25 + (last - first + 0.5) * step as f32 / 20.0);
            middle + Vec2::angled(turn) * radius
        })
        .collect()
}

/// How far a point is from a line of several points.
pub(super) fn distance(point: Pos2, line: &[Pos2]) -> f32 {
    line.windows(2).map(|ends| distance_to_segment(point, ends[0], ends[1])).fold(f32::INFINITY, f32::min)
}

fn distance_to_segment(point: Pos2, start: Pos2, end: Pos2) -> f32 {
    let along = end - start;
    let length_squared = along.length_sq();
    let share = if length_squared == 0.0 {
        0.0
    } else {
        ((point - start).dot(along) / length_squared).clamp(0.0, 1.0)
    };
    point.distance(start + along * share)
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    #[test]
    fn lanes_of_parallel_edges_differ() {
        let offsets: Vec<f32> = (0..5).map(lane_offset).collect();
        assert_eq!(offsets, [0.0, 1.0, -1.0, 2.0, -2.0]);
    }

    fn node(x: f32, y: f32) -> DrawnNode {
        DrawnNode {
            id: crate::mission::NodeId(1),
            at: pos2(x, y) * STEP,
            radius: super::super::PLACE_RADIUS,
            label: String::new(),
            name: String::new(),
            tooltip: Vec::new(),
            fill: egui::Color32::WHITE,
            mark: super::super::Mark::Kept,
            notes: Vec::new(),
        }
    }

    fn edge(from: usize, to: usize) -> DrawnEdge {
        DrawnEdge {
            id: crate::mission::EdgeId(1),
            from,
            to,
            points: Vec::new(),
            label: String::new(),
            tooltip: Vec::new(),
            color: egui::Color32::WHITE,
            line: Line::Solid,
            arrow: true,
            mark: super::super::Mark::Kept,
            notes: Vec::new(),
        }
    }

    #[test]
    fn edges_bow_only_where_a_node_lies_between() {
        let nodes = [node(0.0, 0.0), node(1.0, 0.0), node(2.0, 0.0), node(0.0, 2.0)];
        let mut edges = [edge(0, 1), edge(0, 2), edge(0, 3), edge(3, 0)];
        route_edges(&nodes, &mut edges);
        let is_straight = edges.each_ref().map(|edge| edge.points.len() == 2);
        assert_eq!(is_straight, [true, false, true, false]);
        let clear = distance(nodes[1].at, &edges[1].points);
        assert!(clear > nodes[1].radius, "{clear}");
    }

    #[test]
    fn distance_is_to_the_nearest_part_of_the_line() {
        let line = [pos2(0.0, 0.0), pos2(10.0, 0.0), pos2(10.0, 10.0)];
        assert_eq!(distance(pos2(5.0, 3.0), &line), 3.0);
        assert_eq!(distance(pos2(13.0, 14.0), &line), 5.0);
    }
}
