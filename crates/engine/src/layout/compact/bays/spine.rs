//! A closed curve that visits all nodes of a planar drawing and crosses few of its edges.
//!
//! In: the edges of a planar graph, and the nodes that come first. Out: the curve, and the course of each
//! edge.
//! The curve is the spine of a book of two pages, and some edges change pages.
//! Source: Di Giacomo, Didimo, Liotta and Wismath, "Curve-constrained drawings of planar graphs" (2005).
//! It begins between two nodes, and is led aside to one more node at a time: to a node on a face along the
//! curve, or if there is none, across edges to the nearest.
//!
//! ```text
//! a ═══════ b         a ═╗   ╔═ b
//!              →         ║   ║
//!     c                  ╚═c═╝
//! ```
//!
//! Not guaranteed: the fewest crossings.

use std::collections::VecDeque;

use super::pages::Page;
use crate::layout::graph::embedding::{Half, Rotation, embed, twin};

/// A vertex of the curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SpineVertex {
    Place(usize),
    /// The curve crosses an edge.
    Crossing,
}

/// The course of an edge from its first node to its second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EdgeCourse {
    /// The numbers of the vertices on it: its first node, crossings, its second node.
    pub vertices: Vec<usize>,
    /// The side of the curve between each two of these vertices.
    pub pages: Vec<Page>,
}

/// A curve, and the courses of all edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spine {
    /// The vertices of the curve in order; the last is followed by the first.
    pub vertices: Vec<SpineVertex>,
    /// The course of each edge.
    pub threads: Vec<EdgeCourse>,
}

/// The order of detours: where the curve changed last, or where it has been unchanged for longest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DetourOrder {
    NewestFirst,
    OldestFirst,
}

impl Spine {
    /// Finds a curve that visits `firsts` in a row, then all other nodes.
    ///
    /// Each edge has its lower node first, and no two join the same nodes. Returns `None` if the graph is not
    /// planar or not connected, if `firsts` is empty, or if there would be more than `most_changes`
    /// crossings.
    pub fn new(
        nodes: usize,
        edges: &[(usize, usize)],
        firsts: &[usize],
        aside: DetourOrder,
        most_changes: usize,
    ) -> Option<Self> {
        let most_nodes = nodes.saturating_add(most_changes);
        let mut curve = CurveDrawing { most_nodes, ..CurveDrawing::new(embed(nodes, edges)?) };
        curve.begin(firsts)?;
        curve.visit_all(aside)?;
        let mut spine = curve.spine(edges.len(), *firsts.first()?);
        spine.leave_out_useless();
        Some(spine)
    }

    /// Returns the total length of all edges along the curve, in vertices, if it is cut before its first vertex.
    pub fn length(&self) -> usize {
        let pieces = self.threads.iter().flat_map(|thread| thread.vertices.windows(2));
        pieces.map(|piece| piece[0].abs_diff(piece[1])).sum()
    }

    /// Removes useless crossings. At some, an edge does not change sides. Others follow each other on the
    /// curve, or follow an end of their edge.
    fn leave_out_useless(&mut self) {
        let count = self.vertices.len();
        let mut next: Vec<usize> = (1..count).chain([0]).collect();
        let mut before: Vec<usize> = [count - 1].into_iter().chain(0..count - 1).collect();
        let mut is_kept = vec![true; count];
        let mut any = true;
        while std::mem::take(&mut any) {
            for thread in &mut self.threads {
                while let Some(vertices) =
                    thread.drop_useless(|one, other| next[one] == other || next[other] == one)
                {
                    any = true;
                    for vertex in vertices {
                        is_kept[vertex] = false;
                        (next[before[vertex]], before[next[vertex]]) = (next[vertex], before[vertex]);
                    }
                }
            }
        }
        let number = |kept: &mut usize, is_kept: &bool| {
            *kept += usize::from(*is_kept);
            Some(kept.saturating_sub(1))
        };
        let numbers: Vec<usize> = is_kept.iter().scan(0, number).collect();
        let mut vertices = is_kept.into_iter();
        self.vertices.retain(|_| vertices.next() == Some(true));
        let threads = self.threads.iter_mut().flat_map(|thread| &mut thread.vertices);
        threads.for_each(|vertex| *vertex = numbers[*vertex]);
    }
}

impl EdgeCourse {
    /// Removes one or two useless crossings and returns them. `are_adjacent` tells if two vertices are adjacent on
    /// the curve.
    fn drop_useless(&mut self, are_adjacent: impl Fn(usize, usize) -> bool) -> Option<Vec<usize>> {
        let last = self.vertices.len() - 1;
        if let Some(at) = (1..last).find(|at| self.pages[at - 1] == self.pages[*at]) {
            self.pages.remove(at);
            return Some(vec![self.vertices.remove(at)]);
        }
        let at = (0..last)
            .filter(|_| last > 1)
            .find(|at| are_adjacent(self.vertices[*at], self.vertices[at + 1]))?;
        let crossings = at.max(1)..(at + 2).min(last);
        // The pieces before and after two crossings lie on the same side.
        self.pages.drain(at..at + crossings.len());
        Some(self.vertices.drain(crossings).collect())
    }
}

/// The line to which two twin half edges belong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EdgeLine {
    /// A piece of this edge.
    Edge(usize),
    /// The curve. If `is_fixed`, it gets no detour here.
    Curve { is_fixed: bool },
    /// A former piece of the curve.
    Gone,
}

/// A drawing that contains the curve. Nodes after the places are crossings of the curve and edges.
struct CurveDrawing {
    rotation: Rotation,
    /// The line of each pair of half edges.
    lines: Vec<EdgeLine>,
    places: usize,
    /// The half edge on which the curve leaves each node.
    on: Vec<Option<Half>>,
    /// The half edge back to the previous node of the curve.
    back: Vec<Option<Half>>,
    /// Half edges of the curve that may have an unvisited place on their face, newest last.
    open: VecDeque<Half>,
    /// Number of unvisited places.
    left: usize,
    /// Maximum number of places and crossings. Each crossing divides an edge, so later detours may cross
    /// more.
    most_nodes: usize,
}

impl CurveDrawing {
    fn new(rotation: Rotation) -> Self {
        let places = rotation.nodes();
        Self {
            lines: (0..rotation.origin.len() / 2).map(EdgeLine::Edge).collect(),
            on: vec![None; places],
            back: vec![None; places],
            open: VecDeque::new(),
            left: places,
            most_nodes: usize::MAX,
            places,
            rotation,
        }
    }

    /// Visits these places and returns to the first. If there is only one, it also visits a neighbour.
    fn begin(&mut self, firsts: &[usize]) -> Option<()> {
        let first = *firsts.first()?;
        let neighbour = || self.rotation.around(first).next().map(|half| self.target(half));
        let vertices = match firsts {
            [only] => vec![*only, neighbour()?],
            _ => firsts.to_vec(),
        };
        let is_fixed = firsts.len() > 1;
        for pair in vertices.windows(2) {
            self.connect(pair[0], pair[1], is_fixed)?;
        }
        self.connect(*vertices.last()?, first, false)?;
        self.left -= vertices.len();
        Some(())
    }

    fn visit_all(&mut self, aside: DetourOrder) -> Option<()> {
        while self.left > 0 {
            let half = match aside {
                DetourOrder::NewestFirst => self.open.back(),
                DetourOrder::OldestFirst => self.open.front(),
            };
            match half.copied() {
                Some(half) => {
                    let corner = if self.is_open(half) { self.place_along(half) } else { None };
                    match (corner, aside) {
                        (Some(corner), _) => self.detour_along_face(half, corner),
                        (None, DetourOrder::NewestFirst) => drop(self.open.pop_back()),
                        (None, DetourOrder::OldestFirst) => drop(self.open.pop_front()),
                    }
                }
                None => {
                    let (half, place) = self.nearest()?;
                    self.detour_across_edges(half, place)?;
                }
            }
        }
        Some(())
    }

    fn target(&self, half: Half) -> usize {
        self.rotation.origin[twin(half)]
    }

    fn is_open(&self, half: Half) -> bool {
        self.lines[half / 2] == EdgeLine::Curve { is_fixed: false }
    }

    fn is_edge(&self, half: Half) -> bool {
        matches!(self.lines[half / 2], EdgeLine::Edge(_))
    }

    /// Returns `true` if the curve does not visit the node of a half edge yet.
    fn is_new(&self, half: Half) -> bool {
        self.on[self.rotation.origin[half]].is_none()
    }

    /// Returns the half edges around a face, beginning with the given one.
    fn face(&self, first: Half) -> impl Iterator<Item = Half> {
        let next = move |half: &Half| Some(self.rotation.along_face(*half)).filter(|next| *next != first);
        std::iter::successors(Some(first), next)
    }

    /// Returns a half edge at an unvisited place on the face of a half edge, close to one of its ends.
    fn place_along(&self, half: Half) -> Option<Half> {
        let on = self.face(half).find(|other| self.is_new(*other))?;
        let back = |half: &Half| Some(twin(self.rotation.next(*half)));
        let mut backwards = std::iter::successors(back(&half), back);
        let is_adjacent = self.rotation.along_face(self.rotation.along_face(half)) == on;
        if is_adjacent { Some(on) } else { backwards.find(|other| self.is_new(*other)) }
    }

    /// Replaces a half edge of the curve by a detour to a place on its face.
    fn detour_along_face(&mut self, half: Half, corner: Half) {
        let beyond = self.rotation.along_face(half);
        let is_on = self.on[self.rotation.origin[half]] == Some(half);
        let there = self.lay(half, corner);
        let further = self.lay(twin(there), beyond);
        self.take_up(half);
        for new in [there, further] {
            self.follow(if is_on { new } else { twin(new) }, false);
        }
        self.left -= 1;
    }

    /// Replaces a half edge of the curve by a detour across edges to a place.
    fn detour_across_edges(&mut self, half: Half, place: usize) -> Option<()> {
        let from = self.rotation.origin[half];
        let is_on = self.on[from] == Some(half);
        let ends = [from, self.target(half)];
        let [from, to] = if is_on { ends } else { [ends[1], ends[0]] };
        self.take_up(half);
        self.connect(from, place, false)?;
        self.connect(place, to, false)?;
        self.left -= 1;
        Some(())
    }

    /// Joins two corners of a face, and returns the half edge that leaves the first.
    fn lay(&mut self, from: Half, to: Half) -> Half {
        self.lines.push(EdgeLine::Curve { is_fixed: false });
        self.rotation.join(from, self.rotation.next(to))
    }

    fn take_up(&mut self, half: Half) {
        self.rotation.remove(half);
        self.lines[half / 2] = EdgeLine::Gone;
    }

    /// Lets the curve follow a half edge.
    fn follow(&mut self, half: Half, is_fixed: bool) {
        self.lines[half / 2] = EdgeLine::Curve { is_fixed };
        let (from, to) = (self.rotation.origin[half], self.target(half));
        self.on[from] = Some(half);
        self.back[to] = Some(twin(half));
        if !is_fixed {
            self.open.extend([half, twin(half)]);
        }
    }

    /// Draws the curve from one node to another across as few edges as possible.
    fn connect(&mut self, from: usize, to: usize, is_fixed: bool) -> Option<()> {
        let starts: Vec<Half> = self.rotation.around(from).collect();
        let found = self.search(starts, |half| self.rotation.origin[half] == to)?;
        let mut corner = found.start;
        if self.on.len() + found.crossed.len() > self.most_nodes {
            return None;
        }
        for crossed in found.crossed {
            let on = self.rotation.split(crossed);
            self.lines.push(self.lines[crossed / 2]);
            self.on.push(None);
            self.back.push(None);
            let new = self.lay(corner, on);
            self.follow(new, is_fixed);
            corner = twin(crossed);
        }
        let new = self.lay(corner, found.end);
        self.follow(new, is_fixed);
        Some(())
    }

    /// Returns the unvisited place across the fewest edges from the curve, and the half edge where the detour
    /// begins.
    fn nearest(&self) -> Option<(Half, usize)> {
        let starts = (0..self.rotation.origin.len()).filter(|half| self.is_open(*half)).collect();
        let found = self.search(starts, |half| self.is_new(half))?;
        Some((found.start, self.rotation.origin[found.end]))
    }

    /// Finds the route across fewest edges from the faces of `starts` to a face with a half edge that is
    /// sought.
    fn search(&self, starts: Vec<Half>, is_sought: impl Fn(Half) -> bool) -> Option<FaceRoute> {
        let mut faces = FaceIndex { is_seen: vec![false; self.rotation.origin.len()], seen: Vec::new() };
        starts.into_iter().for_each(|start| faces.see(self, start, None));
        let mut next = 0;
        while let Some(&(first, _)) = faces.seen.get(next) {
            if let Some(end) = self.face(first).find(|half| is_sought(*half)) {
                return Some(faces.route_to(next, end));
            }
            let edges = self.face(first).filter(|half| self.is_edge(*half));
            edges.for_each(|half| faces.see(self, twin(half), Some(next)));
            next += 1;
        }
        None
    }

    /// Returns the vertices of the curve, beginning with a node, and the courses of all edges.
    fn spine(&self, edges: usize, first: usize) -> Spine {
        let mut number = vec![0; self.on.len()];
        let mut vertices = Vec::new();
        let on = |node: &usize| self.on[*node].map(|half| self.target(half)).filter(|node| *node != first);
        for node in std::iter::successors(Some(first), on) {
            number[node] = vertices.len();
            vertices.push(if node < self.places { SpineVertex::Place(node) } else { SpineVertex::Crossing });
        }
        let pages = self.pages();
        let mut threads: Vec<Option<EdgeCourse>> = vec![None; edges];
        for place in 0..self.places {
            for half in self.rotation.around(place) {
                if let EdgeLine::Edge(edge) = self.lines[half / 2]
                    && threads[edge].is_none()
                {
                    threads[edge] = Some(self.thread(half, &number, &pages));
                }
            }
        }
        Spine { vertices, threads: threads.into_iter().flatten().collect() }
    }

    /// Returns the side of the curve on which each half edge lies.
    fn pages(&self) -> Vec<Page> {
        let mut pages = vec![Page::Back; self.rotation.origin.len()];
        for (on, back) in self.on.iter().zip(&self.back) {
            let Some(on) = *on else { continue };
            let next = |half: &Half| Some(self.rotation.next(*half)).filter(|next| Some(*next) != *back);
            std::iter::successors(Some(on), next).for_each(|half| pages[half] = Page::Front);
        }
        pages
    }

    /// Returns the course of an edge, given the half edge at its first node.
    fn thread(&self, first: Half, number: &[usize], pages: &[Page]) -> EdgeCourse {
        let mut thread =
            EdgeCourse { vertices: vec![number[self.rotation.origin[first]]], pages: Vec::new() };
        let mut half = Some(first);
        while let Some(piece) = half {
            let node = self.target(piece);
            thread.pages.push(pages[piece]);
            thread.vertices.push(number[node]);
            let mut around = self.rotation.around(node).filter(|_| node >= self.places);
            half =
                around.find(|other| *other != twin(piece) && self.lines[*other / 2] == self.lines[piece / 2]);
        }
        thread
    }
}

/// Faces in the order in which a search visits them.
struct FaceIndex {
    is_seen: Vec<bool>,
    /// A half edge on each face, and the face from which the search crossed it.
    seen: Vec<(Half, Option<usize>)>,
}

/// A route through faces: the half edge where it begins, those that it crosses, and the one where it ends.
struct FaceRoute {
    start: Half,
    crossed: Vec<Half>,
    end: Half,
}

impl FaceIndex {
    fn see(&mut self, curve: &CurveDrawing, first: Half, from: Option<usize>) {
        if !self.is_seen[first] {
            curve.face(first).for_each(|half| self.is_seen[half] = true);
            self.seen.push((first, from));
        }
    }

    fn route_to(&self, face: usize, end: Half) -> FaceRoute {
        let (mut start, mut from) = self.seen[face];
        let mut crossed = Vec::new();
        while let Some(face) = from {
            crossed.push(twin(start));
            (start, from) = self.seen[face];
        }
        crossed.reverse();
        FaceRoute { start, crossed, end }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{RandomStream, Seed};
    use crate::layout::graph::embedding::simple;

    /// Returns a triangulated grid without some of its edges, which is still connected.
    fn board(width: usize, height: usize, percent: u32, random: &mut RandomStream) -> Vec<(usize, usize)> {
        let mut edges = Vec::new();
        for place in 0..width * height {
            let (is_last, is_lowest) = (place % width == width - 1, place / width == height - 1);
            let steps = [(1, !is_last), (width, !is_lowest), (width + 1, !is_last && !is_lowest)];
            // A comb keeps everything connected.
            let is_comb = |step: usize| step == width || (step == 1 && place < width);
            let steps = steps.into_iter().filter(|(_, can_be)| *can_be);
            let steps = steps.filter(|(step, _)| is_comb(*step) || random.chance(percent));
            edges.extend(steps.map(|(step, _)| (place, place + step)));
        }
        edges
    }

    /// Checks the spines of both orders of detours, and returns the one with fewer vertices.
    ///
    /// - Every node is visited once, the first ones in order.
    /// - Pieces on one side do not cross.
    /// - Edges change sides exactly where they cross the curve.
    fn check(nodes: usize, edges: &[(usize, usize)], firsts: &[usize]) -> Spine {
        let spines = [DetourOrder::NewestFirst, DetourOrder::OldestFirst].map(|aside| {
            let spine = Spine::new(nodes, edges, firsts, aside, 10_000).expect("it can be drawn");
            let places = |spine: &Spine| -> Vec<usize> {
                let place = |vertex: &SpineVertex| {
                    if let SpineVertex::Place(place) = vertex { Some(*place) } else { None }
                };
                spine.vertices.iter().filter_map(place).collect()
            };
            let mut all = places(&spine);
            assert_eq!(&all[..firsts.len()], firsts);
            all.sort_unstable();
            assert_eq!(all, (0..nodes).collect::<Vec<_>>());
            let mut used = vec![0; spine.vertices.len()];
            let mut pieces = Vec::new();
            for (edge, thread) in edges.iter().zip(&spine.threads) {
                let ends = [thread.vertices[0], thread.vertices[thread.vertices.len() - 1]];
                assert_eq!(
                    ends.map(|vertex| spine.vertices[vertex]),
                    [SpineVertex::Place(edge.0), SpineVertex::Place(edge.1)]
                );
                for vertex in &thread.vertices[1..thread.vertices.len() - 1] {
                    assert_eq!(spine.vertices[*vertex], SpineVertex::Crossing);
                    used[*vertex] += 1;
                }
                assert!(thread.pages.windows(2).all(|pages| pages[0] != pages[1]), "{thread:?}");
                let ends =
                    thread.vertices.windows(2).map(|ends| (ends[0].min(ends[1]), ends[0].max(ends[1])));
                pieces.extend(ends.zip(thread.pages.iter().copied()));
            }
            let crossings =
                spine.vertices.iter().zip(&used).filter(|(vertex, _)| **vertex == SpineVertex::Crossing);
            assert!(crossings.into_iter().all(|(_, used)| *used == 1));
            for ((from, to), page) in &pieces {
                let crosses = |((begin, end), other): &((usize, usize), Page)| {
                    other == page && from < begin && begin < to && to < end
                };
                assert!(!pieces.iter().any(crosses), "{from} to {to}");
            }
            spine
        });
        let [one, other] = spines;
        if one.vertices.len() <= other.vertices.len() { one } else { other }
    }

    #[test]
    fn boards_of_triangles_have_a_curve_that_crosses_few_edges() {
        for seed in 0..60 {
            let mut random = Seed(seed).stream();
            let (width, height) = (random.range(2, 7) as usize, random.range(2, 7) as usize);
            let edges = board(width, height, [0, 40, 80, 100][seed as usize % 4], &mut random);
            let nodes = width * height;
            let spine = check(nodes, &edges, &[random.below(nodes as u64) as usize]);
            assert!(
                spine.vertices.len() < 2 * nodes,
                "{seed}: {} vertices for {nodes}",
                spine.vertices.len()
            );
        }
    }

    #[test]
    fn the_curve_comes_first_to_what_is_named() {
        for seed in 0..60 {
            let mut random = Seed(seed).stream();
            let edges = board(6, 5, [0, 40, 80, 100][seed as usize % 4], &mut random);
            let mut firsts: Vec<usize> = (0..30).collect();
            random.shuffle(&mut firsts);
            firsts.truncate(2 + seed as usize % 4);
            check(30, &edges, &firsts);
        }
    }

    #[test]
    fn a_curve_that_would_cross_edges_too_often_is_given_up() {
        let path: Vec<(usize, usize)> = (0..29).map(|node| (node, node + 1)).collect();
        let mut firsts: Vec<usize> = (0..30).collect();
        Seed(1).stream().shuffle(&mut firsts);
        let vertices = |most_changes: usize| {
            Spine::new(30, &path, &firsts, DetourOrder::NewestFirst, most_changes)
                .map(|spine| spine.vertices.len())
        };
        assert!(vertices(10_000).is_some_and(|vertices| vertices > 60));
        assert_eq!(vertices(30), None);
    }

    #[test]
    fn a_graph_without_a_long_loop_has_edges_that_cross_the_curve() {
        // An octahedron with a node in each face, joined to its corners. There is no Hamiltonian cycle: more
        // than half of the 14 nodes are those in faces, no two of which are joined.
        let octahedron =
            [(0, 1), (1, 2), (2, 3), (0, 3), (0, 4), (1, 4), (2, 4), (3, 4), (0, 5), (1, 5), (2, 5), (3, 5)];
        let faces = [[0, 1, 4], [1, 2, 4], [2, 3, 4], [0, 3, 4], [0, 1, 5], [1, 2, 5], [2, 3, 5], [0, 3, 5]];
        let middles = faces.iter().zip(6..).flat_map(|(face, middle)| face.map(|corner| (corner, middle)));
        let edges = simple(octahedron.into_iter().chain(middles));
        let spine = check(14, &edges, &[0]);
        assert!((15..=18).contains(&spine.vertices.len()), "{} vertices", spine.vertices.len());
    }

    #[test]
    fn what_cannot_be_drawn_has_no_curve() {
        let complete: Vec<_> = (0..5).flat_map(|from| (from + 1..5).map(move |to| (from, to))).collect();
        assert_eq!(Spine::new(5, &complete, &[0], DetourOrder::NewestFirst, 100), None);
        assert_eq!(Spine::new(4, &[(0, 1), (2, 3)], &[0], DetourOrder::NewestFirst, 100), None);
        assert_eq!(Spine::new(2, &[(0, 1)], &[], DetourOrder::OldestFirst, 100), None);
        assert!(Spine::new(2, &[(0, 1)], &[1], DetourOrder::OldestFirst, 100).is_some());
    }
}
