//! Keeps places on their sides of each other after a small change of the mission.
//!
//! In: the mission, and the earlier positions of some of its places. Out: an arrangement in which these places keep
//! their sides of each other, and new places lie next to their neighbours.
//! Known places are spread apart until passages have routes (`spread`). New places are then put one by one, as in
//! packing, and compaction moves everything together without changing sides.
//! If all passages are doorways, earlier positions are only preferences for the sides of places (`near`).
//! Not guaranteed: that such an arrangement exists. There is none if places have given sites or passages must cross.

mod matching;
mod spread;

use std::collections::BTreeMap;

use matching::{PlaceGraph, same_places};
use spread::{KnownPlace, Spread};

use crate::base::{Cell, Diagnostic, Rect, Seed, Severity};
use crate::layout::budget::ROUTE_WITH_WALLS_CELLS;
use crate::layout::budget::previous_layout::{HELD_PERCENT, STEADY_STEPS, STRETCHED};
use crate::layout::compact;
use crate::layout::drawing::{Arrangement, Block, Course, OrthogonalDrawing, SizedPlace, gaps, ports};
use crate::layout::input::previous_levels::PreviousLayout;
use crate::layout::input::problem::{LayoutProblem, ProblemPassage, ProblemPlace};
use crate::layout::routing::routes::{self, FailedRoutePolicy, RouteObstacles};
use crate::level::PassageForm;
use crate::mission::NodeId;
use crate::settings::Spacing;

/// The code of the note that a layout continues an earlier one.
pub const LAID_OUT_AS_BEFORE: &str = "laid-out-as-before";

/// The code of the note that a layout should have continued an earlier one, but could not.
pub const LAYOUT_NOT_HELD: &str = "layout-not-held";

/// A layout to continue, and the places that it has in common with the mission.
pub(in crate::layout) struct HeldLayout<'p> {
    before: &'p PreviousLayout,
    known: Vec<KnownPlace>,
}

impl<'p> HeldLayout<'p> {
    /// Reads the layout to continue. If the mission is the one of `previous_layout`, that is the layout before it.
    pub fn new(
        problem: &LayoutProblem,
        sizes: &[SizedPlace],
        spacing: Spacing,
        previous_layout: &'p PreviousLayout,
    ) -> Option<Self> {
        let is_place = |(place, sized): (&ProblemPlace, &SizedPlace)| {
            previous_layout.places.get(&place.node).is_some_and(|(symbol, _)| symbol == place.symbol)
                && previous_layout.sizes.get(&place.node).is_none_or(|size| *size == sized.core)
        };
        let is_same = previous_layout.spacing.is_none_or(|was| was == spacing)
            && previous_layout.places.len() == problem.places.len()
            && previous_layout.passages.len() == problem.passages.len()
            && problem.places.iter().zip(sizes).all(is_place)
            && problem.passages.iter().all(|passage| previous_layout.passages.contains(&passage.edge));
        let before = if is_same { previous_layout.before.as_deref()? } else { previous_layout };
        Some(Self { before, known: known(problem, before) })
    }

    fn is_mostly_new(&self, problem: &LayoutProblem) -> bool {
        self.known.len() * 2 < problem.places.len()
    }

    /// Arranges all places so that the known ones keep their order. Passages may be corridors or open.
    ///
    /// Returns `None` if most places are new, or if there is no such arrangement.
    pub fn in_order(
        &self,
        problem: &LayoutProblem,
        sizes: &[SizedPlace],
        spacing: Spacing,
        seed: Seed,
    ) -> Option<Arrangement> {
        let gap = match spacing {
            Spacing::Compact { gap } | Spacing::Elastic { gap } => gap as i32,
            Spacing::Fixed { .. } | Spacing::Sprawl { .. } => return None,
        };
        if !problem.is_free() || problem.has_pins() || problem.has_loops() || self.is_mostly_new(problem) {
            return None;
        }
        let problem = problem.with_work(STEADY_STEPS);
        let spread = Spread::new(self.before, &self.known, sizes);
        let between = gap + ROUTE_WITH_WALLS_CELLS;
        STRETCHED.into_iter().enumerate().find_map(|(number, halves)| {
            let fixed = spread.cores(halves, between);
            let mut drawing = OrthogonalDrawing::around(&problem, sizes, &fixed, false);
            if !are_apart(&drawing.blocks, &fixed, between) {
                return None;
            }
            let seed = seed.child("steady").numbered(number as u64);
            let laid = lay(&problem, sizes, &fixed, &mut drawing, seed)?;
            compact::slid_together(&problem, sizes, gap, drawing, &laid, seed)
        })
    }

    /// Returns the problem with earlier positions as preferences, if all passages are doorways.
    ///
    /// New places prefer the position of a neighbour. Returns `None` if other passages exist, or most places are
    /// new.
    pub fn near<'a>(&self, problem: &LayoutProblem<'a>) -> Option<LayoutProblem<'a>> {
        let is_doorway = |passage: &ProblemPassage| passage.form == PassageForm::Doorway;
        if !problem.is_free()
            || problem.passages.is_empty()
            || !problem.passages.iter().all(is_doorway)
            || self.is_mostly_new(problem)
        {
            return None;
        }
        let mut middles: Vec<Option<Cell>> = vec![None; problem.places.len()];
        self.known.iter().for_each(|known| middles[known.place] = Some(known.middle));
        // One pass for each place, so that a chain of new places is resolved to its end.
        for _ in 0..problem.places.len() {
            let Some(place) = (0..middles.len()).find(|place| {
                middles[*place].is_none() && problem.neighbours(*place).any(|near| middles[near].is_some())
            }) else {
                break;
            };
            middles[place] = problem.neighbours(place).find_map(|near| middles[near]);
        }
        Some(problem.near_to(middles.into_iter().collect::<Option<Vec<Cell>>>()?))
    }

    /// Returns the note that the layout could not be continued.
    pub fn not_held(&self, problem: &LayoutProblem, spacing: Spacing) -> Diagnostic {
        let is_doorway = |passage: &ProblemPassage| passage.form == PassageForm::Doorway;
        let why = match spacing {
            Spacing::Fixed { .. } | Spacing::Sprawl { .. } => {
                "with this spacing, all places are laid out again"
            }
            _ if !problem.is_free() => "nodes have sites, and places follow them",
            _ if problem.has_pins() => "places are pinned, and the others lie around them",
            _ if problem.passages.iter().all(is_doorway) => {
                "places with doorways could not lie wall to wall on the same sides as before"
            }
            _ if problem.passages.iter().any(is_doorway) => {
                "doorways join some places, and other passages join others"
            }
            _ if self.is_mostly_new(problem) => "most places are new",
            Spacing::Compact { .. } | Spacing::Elastic { .. } => {
                "not all passages find a way with every place on its side of the others"
            }
        };
        let message = format!("The layout is not held: {why}.");
        Diagnostic::new(Severity::Note, LAYOUT_NOT_HELD, message)
    }
}

/// Returns `true` if most pairs of places lie, with these cores, on their preferred sides of each other.
pub(in crate::layout) fn keeps_sides(problem: &LayoutProblem, cores: &[Rect]) -> bool {
    let near: Vec<(Cell, Cell)> = (problem.places.iter().zip(cores))
        .filter_map(|(place, core)| Some((place.near?, core.center())))
        .collect();
    let (mut same, mut all) = (0, 0);
    for (number, (one_was, one)) in near.iter().enumerate() {
        for (other_was, other) in &near[number + 1..] {
            let (was, now) = (*other_was - *one_was, *other - *one);
            let is_same = if was.x.abs() > was.y.abs() {
                was.x.signum() == now.x.signum()
            } else {
                was.y.signum() == now.y.signum()
            };
            all += 1;
            same += usize::from(is_same);
        }
    }
    100 * same >= HELD_PERCENT * all
}

/// Returns the note that a layout continues an earlier one.
pub(in crate::layout) fn note() -> Diagnostic {
    let message = "Places stayed near their positions from before the change.";
    let hint = "To drop the held layout, choose \"Lay out again\" in the menu Level.";
    Diagnostic::new(Severity::Note, LAID_OUT_AS_BEFORE, message).hint(hint)
}

/// Returns the places with known positions.
fn known(problem: &LayoutProblem, previous_layout: &PreviousLayout) -> Vec<KnownPlace> {
    let middles = previous_layout.places.iter().map(|(was, (_, middle))| (*was, *middle));
    let middles: Vec<(NodeId, Cell)> = middles.collect();
    let number: BTreeMap<&NodeId, usize> = previous_layout.places.keys().zip(0..).collect();
    let of_both = |(from, to): &(NodeId, NodeId)| Some((*number.get(from)?, *number.get(to)?));
    let was = PlaceGraph {
        ids: previous_layout.places.keys().copied().collect(),
        symbols: previous_layout.places.values().map(|(symbol, _)| symbol.as_str()).collect(),
        joined: previous_layout.joined.iter().filter_map(of_both).collect(),
    };
    let now = PlaceGraph {
        ids: problem.places.iter().map(|place| place.node).collect(),
        symbols: problem.places.iter().map(|place| place.symbol).collect(),
        joined: problem.passages.iter().map(|passage| (passage.from, passage.to)).collect(),
    };
    let known = same_places(&was, &now);
    let of_pair = |(number, place): (usize, usize)| {
        let (was, middle) = *middles.get(number)?;
        Some(KnownPlace { place, was, middle })
    };
    known.into_iter().filter_map(of_pair).collect()
}

fn are_apart(blocks: &[Block], fixed: &[(usize, Rect)], gap: i32) -> bool {
    let mut pairs = fixed.iter().enumerate().flat_map(|(number, (one, _))| {
        fixed[number + 1..].iter().map(move |(other, _)| (&blocks[*one], &blocks[*other]))
    });
    pairs.all(|(one, other)| gaps::are_apart(one, other, gap))
}

/// Routes the passages between these places and returns their indices. Returns `None` if one has no route.
fn lay(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    fixed: &[(usize, Rect)],
    drawing: &mut OrthogonalDrawing,
    seed: Seed,
) -> Option<Vec<usize>> {
    let places: Vec<usize> = fixed.iter().map(|(place, _)| *place).collect();
    let is_between = |number: &usize| {
        let passage = &problem.passages[*number];
        [passage.from, passage.to].iter().all(|end| places.contains(end))
    };
    let passages: Vec<usize> = (0..problem.passages.len()).filter(is_between).collect();
    let part = problem.part(&places, &passages);
    let cores: Vec<Rect> = fixed.iter().map(|(_, core)| *core).collect();
    let grounds: Vec<Rect> = fixed.iter().map(|(place, core)| sizes[*place].likely_reach(*core)).collect();
    let ports: Vec<_> = places.iter().map(|place| ports(&sizes[*place], 0, true)).collect();
    let straight = vec![None; passages.len()];
    let around = RouteObstacles { cores: &cores, grounds: &grounds, ports: &ports, straight: &straight };
    let routes = routes::far_around(&part, &around, FailedRoutePolicy::Leave, None, seed.child("routes"))?;
    for (number, route) in passages.iter().zip(&routes.by_passage) {
        drawing.courses[*number] = Course::new(&problem.passages[*number], route.as_ref()?, sizes)?;
    }
    Some(passages)
}
