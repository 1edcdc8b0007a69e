//! Routes the lines of edges: straight if nothing is in the way, bowed if edges are parallel or a node is
//! between.

use std::collections::BTreeMap;

use egui::{Pos2, Rect, Vec2, vec2};

use super::{DrawnEdge, DrawnNode, EdgeStyle, STEP};

/// Distance of a bowed edge's middle from the straight line, as a share of its length.
const BOW: f32 = 0.16;

/// Gives every edge its points. Nodes must have their final positions.
pub(super) fn route_edges<N, E>(nodes: &[DrawnNode<N>], edges: &mut [DrawnEdge<E>]) {
    let nearby = Neighbourhoods::new(nodes);
    let mut taken: BTreeMap<(usize, usize), Vec<f32>> = BTreeMap::new();
    for edge in edges {
        let (Some(from), Some(to)) = (nodes.get(edge.from), nodes.get(edge.to)) else { continue };
        let pair = (edge.from.min(edge.to), edge.from.max(edge.to));
        let taken = taken.entry(pair).or_default();
        // The side is relative to the lower end, so that an edge and its reverse do not coincide.
        let side = if edge.from <= edge.to { 1.0 } else { -1.0 };
        let mut best = (usize::MAX, 0.0);
        for lane in lanes(edge, (to.at - from.at).length(), taken) {
            let points = line_between(from, to, side * lane);
            let hidden = nearby.within(Rect::from_points(&points)).filter(|index| {
                let is_end = *index == edge.from || *index == edge.to;
                let reaches = |node: &DrawnNode<N>| distance(node.at, &points) < node.radius + 4.0;
                !is_end && nodes.get(*index).is_some_and(reaches)
            });
            let hidden = hidden.count();
            if hidden < best.0 {
                best = (hidden, lane);
                edge.points = points;
            }
            if hidden == 0 {
                break;
            }
        }
        taken.push(best.1);
    }
}

/// Returns the possible bows of an edge, the straightest first. Bows of parallel edges are excluded, and a
/// long relation is never straight. Loops grow outwards.
fn lanes<E>(edge: &DrawnEdge<E>, length: f32, taken: &[f32]) -> Vec<f32> {
    if edge.from == edge.to {
        return vec![taken.len() as f32];
    }
    let is_far_relation = edge.line == EdgeStyle::Dashed && length > 1.6 * STEP;
    // The lane between two rows of nodes, independent of the length of the edge.
    let between = STEP / 2.0 / (BOW * length.max(1.0));
    let first = if is_far_relation { None } else { Some(0.0) };
    let steps = [1.0, between, 2.0, 3.0 * between, 3.0, 4.0];
    let count = taken.len() as f32;
    let bowed = steps.into_iter().chain([count + 1.0, count + 2.0]).flat_map(|lane| [lane, -lane]);
    let is_free = |lane: &f32| !taken.iter().any(|other| (other - lane).abs() < 0.4);
    first.into_iter().chain(bowed).filter(is_free).collect()
}

/// Nodes by square of the drawing, for fast lookup in large missions.
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

    /// Returns the nodes with circles that may reach into a rectangle.
    fn within(&self, rect: Rect) -> impl Iterator<Item = usize> {
        let (first, last) = (square_of(rect.min), square_of(rect.max));
        let columns = first.0 - 1..=last.0 + 1;
        columns.flat_map(move |x| {
            self.squares
                .range((x, first.1 - 1)..=(x, last.1 + 1))
                .flat_map(|(_, found)| found.iter().copied())
        })
    }
}

/// Returns the square of the drawing that contains a point.
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

/// Returns the points of a loop above a node.
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

/// Returns the distance of a point from a polyline.
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

/// Nodes and edges for testing drawings.
#[cfg(test)]
pub(super) mod testing {
    use egui::pos2;

    use super::super::{ElementMark, NameSpot, PLACE_RADIUS};
    use super::*;

    pub(in super::super) fn node(x: f32, y: f32) -> DrawnNode {
        DrawnNode {
            id: crate::mission::NodeId(1),
            at: pos2(x, y) * STEP,
            radius: PLACE_RADIUS,
            label: String::new(),
            name: String::new(),
            name_spot: NameSpot::default(),
            tooltip: Vec::new(),
            fill: egui::Color32::WHITE,
            mark: ElementMark::Kept,
            notes: Vec::new(),
        }
    }

    pub(in super::super) fn edge(from: usize, to: usize) -> DrawnEdge {
        DrawnEdge {
            id: crate::mission::EdgeId(1),
            from,
            to,
            points: Vec::new(),
            label: String::new(),
            tooltip: Vec::new(),
            color: egui::Color32::WHITE,
            line: EdgeStyle::Solid,
            arrow: true,
            mark: ElementMark::Kept,
            notes: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::testing::{edge, node};
    use super::*;

    #[test]
    fn parallel_edges_lie_apart() {
        let nodes = [node(0.0, 0.0), node(2.0, 0.0)];
        let mut edges = [edge(0, 1), edge(0, 1), edge(1, 0), edge(1, 0), edge(0, 1), edge(0, 1)];
        route_edges(&nodes, &mut edges);
        let middles = edges.map(|edge| edge.middle().expect("a line"));
        for (index, middle) in middles.iter().enumerate() {
            assert!(middles[..index].iter().all(|other| other.distance(*middle) > 10.0), "{middles:?}");
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
    fn bowed_edges_run_behind_no_node() {
        // Three rows; the edge has to get from one end of the middle row to the other.
        let mut nodes: Vec<DrawnNode> = Vec::new();
        for x in 0..6 {
            nodes.extend([-1.0, 0.0, 1.0].map(|y| node(x as f32, y)));
        }
        let ends = (1, 16);
        assert_eq!((nodes[ends.0].at, nodes[ends.1].at), (pos2(0.0, 0.0), pos2(5.0 * STEP, 0.0)));
        let mut edges = [edge(ends.0, ends.1)];
        route_edges(&nodes, &mut edges);
        for (index, node) in nodes.iter().enumerate().filter(|(index, _)| ![ends.0, ends.1].contains(index)) {
            let clear = distance(node.at, &edges[0].points);
            assert!(clear > node.radius, "node {index}: {clear}");
        }
    }

    #[test]
    fn distance_is_to_the_nearest_part_of_the_line() {
        let line = [pos2(0.0, 0.0), pos2(10.0, 0.0), pos2(10.0, 10.0)];
        assert_eq!(distance(pos2(5.0, 3.0), &line), 3.0);
        assert_eq!(distance(pos2(13.0, 14.0), &line), 5.0);
    }
}
