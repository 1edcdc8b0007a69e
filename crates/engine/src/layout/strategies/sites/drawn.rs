//! Draws sites without crossings, for missions that no search could untangle.
//!
//! In: the passages of a planar mission. Out: a site for every place. Passages are straight lines that touch no other
//! place.
//! Temporary edges make the graph biconnected, and temporary nodes in its faces make it a triangulation. Nodes are
//! then placed from the bottom up, each above the rim of those before, which moves apart to make room. This is the
//! shift method (de Fraysseix, Pach and Pollack 1990). Temporary nodes are dropped at the end.
//! Not guaranteed: a small drawing; see `tidy`.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;
use petgraph::unionfind::UnionFind;

use crate::layout::graph::planar::{Neighbours, find_faces};
use crate::layout::input::problem::LayoutProblem;
use crate::mission::Site;

/// Returns a site for every place, without regard to given sites. Returns `None` if passages must cross.
pub(super) fn draw(problem: &LayoutProblem) -> Option<Vec<Site>> {
    let places = problem.places.len();
    // Fewer than three places lie in a row.
    if places < 3 {
        return Some((0..places as i32).map(|x| Site { x, y: 0 }).collect());
    }
    let mut neighbours: Neighbours = vec![BTreeSet::new(); places];
    for passage in problem.passages.iter().filter(|passage| passage.from != passage.to) {
        join(&mut neighbours, passage.from, passage.to);
    }
    hold_together(&mut neighbours);
    let triangles = Triangulation::new(find_faces(neighbours)?, places)?;
    let order = triangles.order()?;
    let sites = triangles.put_down(&order)?;
    Some(sites.into_iter().take(places).collect())
}

fn join(neighbours: &mut Neighbours, one: usize, other: usize) {
    neighbours[one].insert(other);
    neighbours[other].insert(one);
}

/// Adds edges until the graph is biconnected, and keeps it planar.
///
/// Each edge joins two neighbours of a node that separated their parts.
fn hold_together(neighbours: &mut Neighbours) {
    let parts = parts_without(neighbours, None);
    let firsts: Vec<usize> = parts.iter().filter_map(|part| part.first().copied()).collect();
    for pair in firsts.windows(2) {
        join(neighbours, pair[0], pair[1]);
    }
    for node in 0..neighbours.len() {
        let parts = parts_without(neighbours, Some(node));
        for pair in parts.windows(2) {
            // Every part can be drawn next to any neighbour of the node, so the new edge crosses nothing.
            let at = |part: &Vec<usize>| -> Vec<usize> {
                part.iter().copied().filter(|near| neighbours[node].contains(near)).collect()
            };
            if let (Some(one), Some(other)) = (at(&pair[0]).pop(), at(&pair[1]).first().copied()) {
                join(neighbours, one, other);
            }
        }
    }
}

/// Returns the connected parts of the graph without a node, each in ascending order.
fn parts_without(neighbours: &Neighbours, without: Option<usize>) -> Vec<Vec<usize>> {
    let nodes = || (0..neighbours.len()).filter(|node| Some(*node) != without);
    let mut joined = UnionFind::new(neighbours.len());
    for node in nodes() {
        for near in neighbours[node].iter().filter(|near| Some(**near) != without) {
            joined.union(node, *near);
        }
    }
    let mut parts: IndexMap<usize, Vec<usize>> = IndexMap::new();
    for node in nodes() {
        parts.entry(joined.find(node)).or_default().push(node);
    }
    parts.into_values().collect()
}

/// A drawing whose faces are all triangles.
struct Triangulation {
    /// For each directed edge, the third node of the triangle on one side of it.
    ///
    /// ```text
    ///    c
    ///  ╱   ╲     third[(a, b)] = c
    /// a ─── b
    ///  ╲   ╱     third[(b, a)] = d
    ///    d
    /// ```
    third: BTreeMap<(usize, usize), usize>,
    neighbours: Neighbours,
    /// The corners of the outer triangle. The top is the temporary node outside the largest face.
    base: [usize; 2],
    top: usize,
}

impl Triangulation {
    fn new(faces: Vec<Vec<usize>>, places: usize) -> Option<Self> {
        let outer = (0..faces.len()).rev().max_by_key(|face| faces[*face].len())?;
        let mut triangles =
            Self { third: BTreeMap::new(), neighbours: vec![BTreeSet::new(); places], base: [0; 2], top: 0 };
        for (number, face) in faces.iter().enumerate() {
            if face.len() == 3 && number != outer {
                triangles.add([face[0], face[1], face[2]]);
                continue;
            }
            let middle = triangles.neighbours.len();
            triangles.neighbours.push(BTreeSet::new());
            for (one, other) in face.iter().zip(face.iter().cycle().skip(1)) {
                triangles.add([*one, *other, middle]);
            }
            if number == outer {
                triangles.base = [*face.first()?, *face.get(1)?];
                triangles.top = middle;
            }
        }
        Some(triangles)
    }

    fn add(&mut self, [one, other, third]: [usize; 3]) {
        for (from, to, across) in [(one, other, third), (other, third, one), (third, one, other)] {
            self.third.insert((from, to), across);
            join(&mut self.neighbours, from, to);
        }
    }

    /// Returns a canonical order: each node but the first two lies outside the drawing of those before it, next to
    /// consecutive nodes of its rim.
    ///
    /// Nodes are removed one by one from the top, and the order is reversed.
    fn order(&self) -> Option<Vec<usize>> {
        // The rim runs from one end of the base over the top to the other; nothing is left outside it.
        let mut rim = vec![self.base[0], self.top, self.base[1]];
        let mut order = Vec::new();
        while rim.len() > 2 {
            let on_rim: BTreeSet<usize> = rim.iter().copied().collect();
            let is_loose =
                |node: usize| self.neighbours[node].iter().filter(|near| on_rim.contains(near)).count() == 2;
            let at = (1..rim.len() - 1).find(|at| is_loose(rim[*at]))?;
            let node = rim[at];
            let uncovered = self.fan(rim[at - 1], node, rim[at + 1])?;
            rim.splice(at..=at, uncovered);
            order.push(node);
        }
        order.extend([self.base[1], self.base[0]]);
        order.reverse();
        Some(order)
    }

    /// Returns the neighbours of a rim node that lie inside the rim, between its two neighbours on the rim.
    fn fan(&self, from: usize, node: usize, to: usize) -> Option<Vec<usize>> {
        let next = |at: &usize| self.third.get(&(*at, node)).copied();
        let around = std::iter::successors(next(&from), next).take(self.neighbours[node].len());
        let fan: Vec<usize> = around.take_while(|near| *near != to).collect();
        (fan.len() < self.neighbours[node].len()).then_some(fan)
    }

    /// Returns the sites of all nodes, placed in this order.
    ///
    /// ```text
    ///        n
    ///      ╱ │ ╲         nodes right of `first` move right by 1,
    /// first ─┴─ last     `last` and those beyond it by 2
    /// ```
    fn put_down(&self, order: &[usize]) -> Option<Vec<Site>> {
        let mut sites = vec![Site { x: 0, y: 0 }; self.neighbours.len()];
        // The nodes that move together with each node of the rim.
        let mut below: Vec<Vec<usize>> = (0..sites.len()).map(|node| vec![node]).collect();
        let mut rim: Vec<usize> = order.get(..2)?.to_vec();
        sites[rim[1]].x = 2;
        sites[rim[1]].y = 0;
        for &node in &order[2..] {
            let is_beside = |at: &usize| self.neighbours[node].contains(&rim[*at]);
            let first = (0..rim.len()).find(is_beside)?;
            let last = (0..rim.len()).rev().find(is_beside)?;
            for (at, on_rim) in rim.iter().enumerate().skip(first + 1) {
                for moved in &below[*on_rim] {
                    sites[*moved].x += if at < last { 1 } else { 2 };
                }
            }
            let (left, right) = (sites[rim[first]], sites[rim[last]]);
            sites[node] = Site {
                x: (left.x + right.x + right.y - left.y) / 2,
                y: (right.x - left.x + right.y + left.y) / 2,
            };
            let covered: Vec<usize> = rim.splice(first + 1..last, [node]).collect();
            for inner in covered {
                let with_it = std::mem::take(&mut below[inner]);
                below[node].extend(with_it);
            }
        }
        Some(sites)
    }
}
