//! A closed curve that comes to all places of a drawing without crossings, and leads across few of its edges.
//! So every mission that can be drawn without crossings has a book of two pages, though some of its passages
//! change from one page to the other (Di Giacomo, Didimo, Liotta and Wismath, "Curve-constrained drawings of
//! planar graphs", 2005).
//!
//! The curve begins as a thread from one place to another and back. Again and again it is led aside to one
//! more place: to one on a face along which it lies, and only where there is none, across edges to the
//! nearest.

use std::collections::VecDeque;

use super::pages::Page;
use crate::layout::embedding::{Half, Rotation, embed, twin};

/// What the curve comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SpineVertex {
    Place(usize),
    /// Where it leads across an edge.
    Crossing,
}

/// The way of an edge from its first node to its second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EdgeCourse {
    /// The stops that it touches, by their numbers: its first node, crossings, its second node.
    pub stops: Vec<usize>,
    /// On which side of the curve it lies between each two of them.
    pub pages: Vec<Page>,
}

/// A curve, and how all edges lie along it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spine {
    /// What it comes to, one after the other; from the last it leads back to the first.
    pub stops: Vec<SpineVertex>,
    /// One for each edge.
    pub threads: Vec<EdgeCourse>,
}

/// Where the curve is led aside first: where it was changed last, or where it has stayed as it is for longest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DetourOrder {
    NewestFirst,
    OldestFirst,
}

impl Spine {
    /// A curve that comes to some nodes one after the other, with no others between them, and then to all
    /// others. No two edges may join the same nodes, the lesser comes first in each. `None` if some cross in
    /// every drawing, or if they do not hold all nodes together, or nothing is to come first, or all edges
    /// together would cross it more often than that.
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
        curve.come_to_all(aside)?;
        let mut spine = curve.spine(edges.len(), *firsts.first()?);
        spine.leave_out_useless();
        Some(spine)
    }

    /// How far all edges lead along the curve, if it is cut before its first stop.
    pub fn length(&self) -> usize {
        let pieces = self.threads.iter().flat_map(|thread| thread.stops.windows(2));
        pieces.map(|piece| piece[0].abs_diff(piece[1])).sum()
    }

    /// Leaves out crossings at which an edge stays on its side of the curve, and those at both ends of a
    /// piece, or beside its own node, between which the curve comes to nothing.
    fn leave_out_useless(&mut self) {
        let count = self.stops.len();
        let mut next: Vec<usize> = (1..count).chain([0]).collect();
        let mut before: Vec<usize> = [count - 1].into_iter().chain(0..count - 1).collect();
        let mut is_kept = vec![true; count];
        let mut any = true;
        while std::mem::take(&mut any) {
            for thread in &mut self.threads {
                while let Some(stops) =
                    thread.drop_useless(|one, other| next[one] == other || next[other] == one)
                {
                    any = true;
                    for stop in stops {
                        is_kept[stop] = false;
                        (next[before[stop]], before[next[stop]]) = (next[stop], before[stop]);
                    }
                }
            }
        }
        let number = |kept: &mut usize, is_kept: &bool| {
            *kept += usize::from(*is_kept);
            Some(kept.saturating_sub(1))
        };
        let numbers: Vec<usize> = is_kept.iter().scan(0, number).collect();
        let mut stops = is_kept.into_iter();
        self.stops.retain(|_| stops.next() == Some(true));
        let threads = self.threads.iter_mut().flat_map(|thread| &mut thread.stops);
        threads.for_each(|stop| *stop = numbers[*stop]);
    }
}

impl EdgeCourse {
    /// Drops one or two crossings for which there is no need, given which stops follow each other; gives them back.
    fn drop_useless(&mut self, are_beside: impl Fn(usize, usize) -> bool) -> Option<Vec<usize>> {
        let last = self.stops.len() - 1;
        if let Some(at) = (1..last).find(|at| self.pages[at - 1] == self.pages[*at]) {
            self.pages.remove(at);
            return Some(vec![self.stops.remove(at)]);
        }
        let at = (0..last).filter(|_| last > 1).find(|at| are_beside(self.stops[*at], self.stops[at + 1]))?;
        let crossings = at.max(1)..(at + 2).min(last);
        // What lies before two crossings lies on the same side as what lies behind them.
        self.pages.drain(at..at + crossings.len());
        Some(self.stops.drain(crossings).collect())
    }
}

/// What two halves of the drawing belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EdgeLine {
    /// A piece of this edge.
    Edge(usize),
    /// The curve, which may be led aside there, or not.
    Curve { is_fast: bool },
    /// What the curve was.
    Gone,
}

/// A drawing in which the curve is laid. Beyond the places lie the nodes at which it leads across edges.
struct CurveDrawing {
    rotation: Rotation,
    /// One for each two halves.
    lines: Vec<EdgeLine>,
    places: usize,
    /// The halves of the curve that lead on from each node, and back.
    on: Vec<Option<Half>>,
    back: Vec<Option<Half>>,
    /// Halves of the curve along whose faces there may be a place to which it does not come yet, the newest last.
    open: VecDeque<Half>,
    /// How many places it does not come to yet.
    left: usize,
    /// How many places and crossings there may be. Every crossing divides an edge once more, and what leads
    /// across that later crosses it more often.
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

    /// Comes to these places and back to the first of them; if there is but one, to a neighbour of it as well.
    fn begin(&mut self, firsts: &[usize]) -> Option<()> {
        let first = *firsts.first()?;
        let neighbour = || self.rotation.around(first).next().map(|half| self.target(half));
        let stops = match firsts {
            [only] => vec![*only, neighbour()?],
            _ => firsts.to_vec(),
        };
        let is_fast = firsts.len() > 1;
        for pair in stops.windows(2) {
            self.lead(pair[0], pair[1], is_fast)?;
        }
        self.lead(*stops.last()?, first, false)?;
        self.left -= stops.len();
        Some(())
    }

    fn come_to_all(&mut self, aside: DetourOrder) -> Option<()> {
        while self.left > 0 {
            let half = match aside {
                DetourOrder::NewestFirst => self.open.back(),
                DetourOrder::OldestFirst => self.open.front(),
            };
            match half.copied() {
                Some(half) => {
                    let corner = if self.is_open(half) { self.place_along(half) } else { None };
                    match (corner, aside) {
                        (Some(corner), _) => self.lead_aside(half, corner),
                        (None, DetourOrder::NewestFirst) => drop(self.open.pop_back()),
                        (None, DetourOrder::OldestFirst) => drop(self.open.pop_front()),
                    }
                }
                None => {
                    let (half, place) = self.nearest()?;
                    self.lead_across(half, place)?;
                }
            }
        }
        Some(())
    }

    fn target(&self, half: Half) -> usize {
        self.rotation.origin[twin(half)]
    }

    fn is_open(&self, half: Half) -> bool {
        self.lines[half / 2] == EdgeLine::Curve { is_fast: false }
    }

    fn is_edge(&self, half: Half) -> bool {
        matches!(self.lines[half / 2], EdgeLine::Edge(_))
    }

    /// Does the curve not come yet to the node that a half leaves?
    fn is_new(&self, half: Half) -> bool {
        self.on[self.rotation.origin[half]].is_none()
    }

    /// The halves around the face along which one lies, that one first.
    fn face(&self, first: Half) -> impl Iterator<Item = Half> {
        let next = move |half: &Half| Some(self.rotation.along_face(*half)).filter(|next| *next != first);
        std::iter::successors(Some(first), next)
    }

    /// A half at a place on the face along which one lies, if the curve does not come to it yet: the next to
    /// either end of that.
    fn place_along(&self, half: Half) -> Option<Half> {
        let on = self.face(half).find(|other| self.is_new(*other))?;
        let back = |half: &Half| Some(twin(self.rotation.next(*half)));
        let mut backwards = std::iter::successors(back(&half), back);
        let is_beside = self.rotation.along_face(self.rotation.along_face(half)) == on;
        if is_beside { Some(on) } else { backwards.find(|other| self.is_new(*other)) }
    }

    /// Leads the curve to a place on the face along which one of its halves lies, instead of along that.
    fn lead_aside(&mut self, half: Half, corner: Half) {
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

    /// Leads the curve across edges to a place, instead of along one of its halves.
    fn lead_across(&mut self, half: Half, place: usize) -> Option<()> {
        let from = self.rotation.origin[half];
        let is_on = self.on[from] == Some(half);
        let ends = [from, self.target(half)];
        let [from, to] = if is_on { ends } else { [ends[1], ends[0]] };
        self.take_up(half);
        self.lead(from, place, false)?;
        self.lead(place, to, false)?;
        self.left -= 1;
        Some(())
    }

    /// Joins two corners of a face; gives back the half that leaves the first.
    fn lay(&mut self, from: Half, to: Half) -> Half {
        self.lines.push(EdgeLine::Curve { is_fast: false });
        self.rotation.join(from, self.rotation.next(to))
    }

    fn take_up(&mut self, half: Half) {
        self.rotation.remove(half);
        self.lines[half / 2] = EdgeLine::Gone;
    }

    /// The curve follows a half.
    fn follow(&mut self, half: Half, is_fast: bool) {
        self.lines[half / 2] = EdgeLine::Curve { is_fast };
        let (from, to) = (self.rotation.origin[half], self.target(half));
        self.on[from] = Some(half);
        self.back[to] = Some(twin(half));
        if !is_fast {
            self.open.extend([half, twin(half)]);
        }
    }

    /// Leads the curve from one node to another across as few edges as may be.
    fn lead(&mut self, from: usize, to: usize, is_fast: bool) -> Option<()> {
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
            self.follow(new, is_fast);
            corner = twin(crossed);
        }
        let new = self.lay(corner, found.end);
        self.follow(new, is_fast);
        Some(())
    }

    /// The place that lies across the fewest edges from the curve, and the half of that from which it does.
    fn nearest(&self) -> Option<(Half, usize)> {
        let starts = (0..self.rotation.origin.len()).filter(|half| self.is_open(*half)).collect();
        let found = self.search(starts, |half| self.is_new(half))?;
        Some((found.start, self.rotation.origin[found.end]))
    }

    /// The way across fewest edges from one of the faces along which these halves lie to one with a half that
    /// is sought.
    fn search(&self, starts: Vec<Half>, is_sought: impl Fn(Half) -> bool) -> Option<FaceRoute> {
        let mut faces = FaceIndex { is_seen: vec![false; self.rotation.origin.len()], seen: Vec::new() };
        starts.into_iter().for_each(|start| faces.see(self, start, None));
        let mut next = 0;
        while let Some(&(first, _)) = faces.seen.get(next) {
            if let Some(end) = self.face(first).find(|half| is_sought(*half)) {
                return Some(faces.way_to(next, end));
            }
            let edges = self.face(first).filter(|half| self.is_edge(*half));
            edges.for_each(|half| faces.see(self, twin(half), Some(next)));
            next += 1;
        }
        None
    }

    /// What the curve comes to, a node first, and on which sides of it all edges lie.
    fn spine(&self, edges: usize, first: usize) -> Spine {
        let mut number = vec![0; self.on.len()];
        let mut stops = Vec::new();
        let on = |node: &usize| self.on[*node].map(|half| self.target(half)).filter(|node| *node != first);
        for node in std::iter::successors(Some(first), on) {
            number[node] = stops.len();
            stops.push(if node < self.places { SpineVertex::Place(node) } else { SpineVertex::Crossing });
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
        Spine { stops, threads: threads.into_iter().flatten().collect() }
    }

    /// On which side of the curve each half lies.
    fn pages(&self) -> Vec<Page> {
        let mut pages = vec![Page::Back; self.rotation.origin.len()];
        for (on, back) in self.on.iter().zip(&self.back) {
            let Some(on) = *on else { continue };
            let next = |half: &Half| Some(self.rotation.next(*half)).filter(|next| Some(*next) != *back);
            std::iter::successors(Some(on), next).for_each(|half| pages[half] = Page::Front);
        }
        pages
    }

    /// The way of the edge of which a piece begins with a half at its first node.
    fn thread(&self, first: Half, number: &[usize], pages: &[Page]) -> EdgeCourse {
        let mut thread = EdgeCourse { stops: vec![number[self.rotation.origin[first]]], pages: Vec::new() };
        let mut half = Some(first);
        while let Some(piece) = half {
            let node = self.target(piece);
            thread.pages.push(pages[piece]);
            thread.stops.push(number[node]);
            let mut around = self.rotation.around(node).filter(|_| node >= self.places);
            half =
                around.find(|other| *other != twin(piece) && self.lines[*other / 2] == self.lines[piece / 2]);
        }
        thread
    }
}

/// Faces in the order in which a search comes to them.
struct FaceIndex {
    is_seen: Vec<bool>,
    /// A half along each, and the face from which the search comes across the edge of that.
    seen: Vec<(Half, Option<usize>)>,
}

/// A way through faces: the half at which it begins, those that it crosses, and the half at which it ends.
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

    fn way_to(&self, face: usize, end: Half) -> FaceRoute {
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
    use crate::layout::embedding::simple;

    /// A board of triangles that lacks some of its edges, of which enough are left.
    fn board(width: usize, height: usize, percent: u32, random: &mut RandomStream) -> Vec<(usize, usize)> {
        let mut edges = Vec::new();
        for place in 0..width * height {
            let (is_last, is_lowest) = (place % width == width - 1, place / width == height - 1);
            let steps = [(1, !is_last), (width, !is_lowest), (width + 1, !is_last && !is_lowest)];
            // A comb holds all together.
            let is_comb = |step: usize| step == width || (step == 1 && place < width);
            let steps = steps.into_iter().filter(|(_, can_be)| *can_be);
            let steps = steps.filter(|(step, _)| is_comb(*step) || random.chance(percent));
            edges.extend(steps.map(|(step, _)| (place, place + step)));
        }
        edges
    }

    /// Every node once, the named ones first, and on each side of the curve no two pieces that cross; edges
    /// change sides where they cross the curve.
    fn check(nodes: usize, edges: &[(usize, usize)], firsts: &[usize]) -> Spine {
        let spines = [DetourOrder::NewestFirst, DetourOrder::OldestFirst].map(|aside| {
            let spine = Spine::new(nodes, edges, firsts, aside, 10_000).expect("it can be drawn");
            let places = |spine: &Spine| -> Vec<usize> {
                let place = |stop: &SpineVertex| {
                    if let SpineVertex::Place(place) = stop { Some(*place) } else { None }
                };
                spine.stops.iter().filter_map(place).collect()
            };
            let mut all = places(&spine);
            assert_eq!(&all[..firsts.len()], firsts);
            all.sort_unstable();
            assert_eq!(all, (0..nodes).collect::<Vec<_>>());
            let mut used = vec![0; spine.stops.len()];
            let mut pieces = Vec::new();
            for (edge, thread) in edges.iter().zip(&spine.threads) {
                let ends = [thread.stops[0], thread.stops[thread.stops.len() - 1]];
                assert_eq!(
                    ends.map(|stop| spine.stops[stop]),
                    [SpineVertex::Place(edge.0), SpineVertex::Place(edge.1)]
                );
                for stop in &thread.stops[1..thread.stops.len() - 1] {
                    assert_eq!(spine.stops[*stop], SpineVertex::Crossing);
                    used[*stop] += 1;
                }
                assert!(thread.pages.windows(2).all(|pages| pages[0] != pages[1]), "{thread:?}");
                let ends = thread.stops.windows(2).map(|ends| (ends[0].min(ends[1]), ends[0].max(ends[1])));
                pieces.extend(ends.zip(thread.pages.iter().copied()));
            }
            let crossings = spine.stops.iter().zip(&used).filter(|(stop, _)| **stop == SpineVertex::Crossing);
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
        if one.stops.len() <= other.stops.len() { one } else { other }
    }

    #[test]
    fn boards_of_triangles_have_a_curve_that_crosses_few_edges() {
        for seed in 0..60 {
            let mut random = Seed(seed).stream();
            let (width, height) = (random.range(2, 7) as usize, random.range(2, 7) as usize);
            let edges = board(width, height, [0, 40, 80, 100][seed as usize % 4], &mut random);
            let nodes = width * height;
            let spine = check(nodes, &edges, &[random.below(nodes as u64) as usize]);
            assert!(spine.stops.len() < 2 * nodes, "{seed}: {} stops for {nodes}", spine.stops.len());
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
        let stops = |most_changes: usize| {
            Spine::new(30, &path, &firsts, DetourOrder::NewestFirst, most_changes)
                .map(|spine| spine.stops.len())
        };
        assert!(stops(10_000).is_some_and(|stops| stops > 60));
        assert_eq!(stops(30), None);
    }

    #[test]
    fn a_graph_without_a_long_loop_has_edges_that_cross_the_curve() {
        // The middles of the faces of an octahedron, each joined with its corners: eleven nodes and more of
        // one kind than half.
        let octahedron =
            [(0, 1), (1, 2), (2, 3), (0, 3), (0, 4), (1, 4), (2, 4), (3, 4), (0, 5), (1, 5), (2, 5), (3, 5)];
        let faces = [[0, 1, 4], [1, 2, 4], [2, 3, 4], [0, 3, 4], [0, 1, 5], [1, 2, 5], [2, 3, 5], [0, 3, 5]];
        let middles = faces.iter().zip(6..).flat_map(|(face, middle)| face.map(|corner| (corner, middle)));
        let edges = simple(octahedron.into_iter().chain(middles));
        let spine = check(14, &edges, &[0]);
        assert!((15..=18).contains(&spine.stops.len()), "{} stops", spine.stops.len());
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
