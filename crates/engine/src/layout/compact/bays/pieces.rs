//! Splits passages that cross the curve into pieces, which are joined by waypoints.
//!
//! In: a mission without a book of two pages, and the places to begin with.
//! Out: a mission that has one, with additional places of one cell (waypoints), each between two pieces.
//!
//! ```text
//!  0 ──┐               0 ──┐
//! ═════│══════   →   ══════W══════    the curve
//!      └── 1               └── 1
//! ```
//!
//! A drawing of the pieces is joined to a drawing of the mission again.

use super::curve::ends;
use super::pages::{Book, Page};
use super::spine::{DetourOrder, Spine, SpineVertex};
use crate::base::{Cell, Direction, Size};
use crate::layout::drawing::{Course, OrthogonalDrawing, Port, SizedPlace};
use crate::layout::input::problem::{LayoutProblem, ProblemPassage, ProblemPlace};
use crate::layout::result::plan::PlannedForm;
use crate::layout::routing::bundles::Bundles;

/// A mission in pieces, and the curve along which they lie.
pub(super) struct MissionPieces<'a> {
    /// All places, then the waypoints.
    pub problem: LayoutProblem<'a>,
    pub sizes: Vec<SizedPlace>,
    pub ports: Vec<Vec<Port>>,
    pub book: Book,
    pub joints: PieceChains,
}

/// The pieces of each passage, from its beginning.
pub(super) struct PieceChains(Vec<Vec<usize>>);

impl PieceChains {
    /// Turns a drawing of the pieces into one of the whole mission.
    pub fn joined(&self, pieces: &OrthogonalDrawing, mut whole: OrthogonalDrawing) -> OrthogonalDrawing {
        for (block, drawn) in whole.blocks.iter_mut().zip(&pieces.blocks) {
            block.core = drawn.core;
        }
        for (course, numbers) in whole.courses.iter_mut().zip(&self.0) {
            let courses: Vec<&Course> = numbers.iter().map(|piece| &pieces.courses[*piece]).collect();
            let Some((first, last)) = courses.first().zip(courses.last()) else { continue };
            course.corners = courses.iter().flat_map(|course| course.corners.iter().copied()).collect();
            course.straighten();
            course.sockets = [first.sockets[0], last.sockets[1]];
            course.approaches = [first.approaches[0].clone(), last.approaches[1].clone()];
        }
        whole
    }
}

impl<'a> MissionPieces<'a> {
    /// Splits a mission along a curve that visits some places first.
    ///
    /// Returns `None` if its passages cross in every drawing, or would change sides too often.
    pub fn new(
        problem: &LayoutProblem<'a>,
        sizes: &[SizedPlace],
        ports: &[Vec<Port>],
        firsts: &[usize],
        most_changes: usize,
    ) -> Option<Self> {
        let bundles = Bundles::new(problem);
        let beginnings = if firsts.is_empty() {
            ends(problem).map(|end| vec![end]).to_vec()
        } else {
            vec![firsts.to_vec()]
        };
        let spines = beginnings.iter().flat_map(|firsts| {
            let asides = [DetourOrder::NewestFirst, DetourOrder::OldestFirst].into_iter();
            let (places, edges) = (problem.places.len(), &bundles.edges);
            asides.filter_map(move |aside| Spine::new(places, edges, firsts, aside, most_changes))
        });
        let changes = |spine: &Spine| -> usize {
            let threads = spine.threads.iter().enumerate();
            threads.map(|(edge, thread)| (thread.pages.len() - 1) * bundles.passages(edge).len()).sum()
        };
        let spines = spines.filter(|spine| changes(spine) <= most_changes);
        let spine = spines.min_by_key(Spine::length)?;
        Some(Self::along(&spine, &bundles, problem, sizes, ports))
    }

    fn along(
        spine: &Spine,
        bundles: &Bundles,
        problem: &LayoutProblem<'a>,
        sizes: &[SizedPlace],
        ports: &[Vec<Port>],
    ) -> Self {
        let mut pieces = Self {
            problem: problem.clone(),
            sizes: sizes.to_vec(),
            ports: ports.to_vec(),
            book: Book { curve: Vec::new(), position: Vec::new(), pages: Vec::new() },
            joints: PieceChains(vec![Vec::new(); problem.passages.len()]),
        };
        pieces.problem.passages.clear();
        pieces.problem.places.iter_mut().for_each(|place| place.passages.clear());
        let place_at = |vertex: &SpineVertex| {
            if let SpineVertex::Place(place) = vertex { vec![*place] } else { Vec::new() }
        };
        let mut at: Vec<Vec<usize>> = spine.vertices.iter().map(place_at).collect();
        // For each passage: the places on its route, and the side of the curve after each.
        let mut paths: Vec<(Vec<usize>, Vec<Page>)> = (problem.passages.iter())
            .map(|passage| (vec![passage.from, passage.to], vec![Page::Front]))
            .collect();
        for (edge, thread) in spine.threads.iter().enumerate() {
            let mut passages = bundles.passages(edge).to_vec();
            let (first, last) = bundles.edges[edge];
            for passage in &passages {
                paths[*passage] = (vec![first], thread.pages.clone());
            }
            for vertex in &thread.vertices[1..thread.vertices.len() - 1] {
                for passage in &passages {
                    let waypoint = pieces.add_waypoint(&problem.places[first]);
                    at[*vertex].push(waypoint);
                    paths[*passage].0.push(waypoint);
                }
                // Between two crossings, parallel passages are nested, so their order is reversed.
                passages.reverse();
            }
            for passage in passages {
                let (places, pages) = &mut paths[passage];
                places.push(last);
                if problem.passages[passage].from != first {
                    places.reverse();
                    pages.reverse();
                }
            }
        }
        for (number, (passage, (places, pages))) in problem.passages.iter().zip(paths).enumerate() {
            for (ends, page) in places.windows(2).zip(pages) {
                let piece = pieces.problem.passages.len();
                pieces.joints.0[number].push(piece);
                pieces.problem.passages.push(ProblemPassage {
                    from: ends[0],
                    to: ends[1],
                    ..passage.clone()
                });
                let is_loop = ends[0] == ends[1];
                for place in &ends[usize::from(is_loop)..] {
                    pieces.problem.places[*place].passages.push(piece);
                }
                pieces.book.pages.push(page);
            }
        }
        pieces.book = Book::along(at.concat(), pieces.book.pages).with_most_at_front();
        pieces
    }

    /// Adds a place of one cell that represents a point on the route to the given place.
    fn add_waypoint(&mut self, place: &ProblemPlace<'a>) -> usize {
        let port = |out: Direction| Port {
            inside: Cell::new(0, 0),
            out,
            cost: 0,
            socket: None,
            approach: Vec::new(),
            kind: None,
        };
        self.problem.places.push(ProblemPlace { passages: Vec::new(), loops: 0, ..place.clone() });
        self.sizes.push(SizedPlace::without_sockets(Size::new(1, 1), PlannedForm::Hall));
        self.ports.push(Direction::ALL.map(port).to_vec());
        self.ports.len() - 1
    }
}
