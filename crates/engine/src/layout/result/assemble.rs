//! Combines sites, sizes and routes into a plan, moved so that the level begins at (0, 0).

use std::collections::BTreeSet;

use super::plan::{KeptPart, Plan, PlannedCrossing, PlannedPassage, PlannedPlace};
use crate::base::{Cell, Rect, Size};
use crate::layout::budget::{COMPACT_MARGIN_CELLS, MARGIN_CELLS};
use crate::layout::drawing::{Route, Routes, SizedPlace};
use crate::layout::input::pins;
use crate::layout::input::problem::{LayoutProblem, ProblemPassage};
use crate::layout::strategies::{doorways, sites};
use crate::level::{PassageEnd, PassageForm, PassageId, PlaceId};
use crate::mission::{Door, Site};

/// The rule for where a level ends.
#[derive(Clone, Copy)]
pub(in crate::layout) struct LevelMargin {
    /// Returns the part of a place that must lie within the level, for a core at the given position.
    pub ground: fn(&SizedPlace, Rect) -> Rect,
    /// Cells of wall around all of these parts.
    pub margin: u32,
    /// Cells of wall around all routes.
    pub margin_of_routes: u32,
}

impl Default for LevelMargin {
    fn default() -> Self {
        Self { ground: SizedPlace::reach, margin: MARGIN_CELLS, margin_of_routes: MARGIN_CELLS }
    }
}

/// Returns the sites by the order of the cells around which places are formed; `None` if these are the middles.
///
/// A level promises that places lie as their sites do, and strategies only align the middles of cores.
fn sites_of_hearts(problem: &LayoutProblem, cores: &[Rect], sizes: &[SizedPlace]) -> Option<Vec<Site>> {
    let heart = |(sized, core): (&SizedPlace, &Rect)| Rect::new(sized.form.heart(*core), Size::new(1, 1));
    let hearts: Vec<Rect> = sizes.iter().zip(cores).map(heart).collect();
    problem.places.iter().any(|place| place.shape.is_some()).then(|| sites::counted(&hearts))
}

/// Returns the socket of a passage that gets no door, because the door at its other end is one cell away.
///
/// A passage between two locks keeps both doors.
fn gap(
    problem: &LayoutProblem,
    passage: &ProblemPassage,
    sizes: &[SizedPlace],
    route: Option<&Route>,
) -> Option<Cell> {
    let [from, _, to] = route?.cells[..] else { return None };
    let ends = [passage.from, passage.to];
    let has_two_doors = ends.iter().all(|end| sizes[*end].form.technique().is_entered_by_sockets());
    let one_suffices = passage.door != Door::Gap && !ends.iter().all(|end| problem.places[*end].is_lock);
    (has_two_doors && one_suffices).then_some(match passage.guarded {
        PassageEnd::From => to,
        PassageEnd::To => from,
    })
}

/// Builds the plan, moved so that the level begins at (0, 0).
pub(in crate::layout) fn assemble(
    problem: &LayoutProblem,
    sites: &[Site],
    sizes: &[SizedPlace],
    ends: LevelMargin,
    routes: Routes,
) -> Plan {
    let cores = &routes.cores;
    let of_kept = |place: usize| {
        problem.places[place].kept.map(|kept| Rect::new(cores[place].min + kept.min, kept.size))
    };
    let used = (0..cores.len())
        .map(|place| of_kept(place).unwrap_or_else(|| (ends.ground)(&sizes[place], cores[place])));
    let by_passage = routes.by_passage.iter().flatten().flat_map(|route| &route.cells);
    let bounds = used
        .map(|ground| ground.grown(ends.margin))
        .chain(by_passage.map(|cell| Rect::new(*cell, Size::new(1, 1)).grown(ends.margin_of_routes)))
        .reduce(Rect::union)
        .unwrap_or_else(|| Rect::default().grown(ends.margin));
    // Pins fix the origin, so ground beyond the left and top edges is cut off. Cores and routes must fit.
    let by_passage = routes.by_passage.iter().flatten().flat_map(|route| &route.cells);
    let fixed = (0..cores.len()).map(|place| of_kept(place).unwrap_or(cores[place]));
    let fixed = fixed.chain(by_passage.map(|cell| Rect::new(*cell, Size::new(1, 1))));
    let corner = fixed.reduce(Rect::union).unwrap_or_default().grown(COMPACT_MARGIN_CELLS).min;
    let origin = pins::origin(problem, cores, corner).unwrap_or(bounds.min);
    let size = Size::new(
        (bounds.right() - origin.x).max(1).unsigned_abs(),
        (bounds.bottom() - origin.y).max(1).unsigned_abs(),
    );
    let moved = |rect: Rect| Rect::new(rect.min - origin, rect.size);

    let sites = sites_of_hearts(problem, cores, sizes).unwrap_or_else(|| sites.to_vec());
    let places = problem
        .places
        .iter()
        .enumerate()
        .map(|(index, place)| PlannedPlace {
            node: place.node,
            site: sites[index],
            core: moved(cores[index]),
            form: sizes[index].form.clone(),
            sockets: sizes[index].sockets_at(moved(cores[index]), &routes.sockets_used(problem, index)),
        })
        .collect();
    let crossing: BTreeSet<usize> =
        routes.crossings.iter().flat_map(|crossing| [crossing.over, crossing.under]).collect();
    let passages = problem
        .passages
        .iter()
        .zip(&routes.by_passage)
        .enumerate()
        .map(|(number, (passage, route))| PlannedPassage {
            edge: passage.edge,
            from: PlaceId::at(passage.from),
            to: PlaceId::at(passage.to),
            // A passage with a bridge cannot be open, because the bridge is a cell of its own.
            form: if crossing.contains(&number) { PassageForm::Corridor } else { passage.form },
            width: passage.width,
            roughness: passage.roughness,
            door: passage.door,
            guarded: passage.guarded,
            gap: gap(problem, passage, sizes, route.as_ref()).map(|cell| cell - origin),
            opening: doorways::opening(passage, &sizes[passage.from], cores[passage.from], route.as_ref())
                .map(|cell| cell - origin),
            route: route.iter().flat_map(|route| &route.cells).map(|cell| *cell - origin).collect(),
        })
        .collect();
    let crossings = routes
        .crossings
        .iter()
        .map(|crossing| PlannedCrossing {
            at: crossing.at - origin,
            over: PassageId::at(crossing.over),
            under: PassageId::at(crossing.under),
        })
        .collect();
    Plan { size, places, passages, crossings, kept: KeptPart::default() }
}
