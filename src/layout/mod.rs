//! Layout turns a mission into a [`Plan`]: every place has bounds, every passage a route, nothing overlaps.
//!
//! In: the final mission, its alphabet, the room sets, the layout settings.
//! Out: for each place its site, its core and everything drawn by lot that its size depends on; for each passage the cells of its route.
//! Guaranteed: cores keep a cell of wall between them; routes of different passages never touch, not even at a corner, and touch no core but those of their own two places; a room is entered only through its sockets.
//! Not guaranteed: that every passage finds a way. What finds none is named in the diagnostics, and the plan holds the rest.
//!
//! Sites are found by a greedy search over several random orders, routes by A* on cells; where ways are missing, both are done again, with wider gaps if the settings allow.

mod brief;
mod plan;
mod routes;
mod sites;
mod sizes;
mod spacing;
mod stock;

pub use plan::{Plan, PlannedForm, PlannedPassage, PlannedPlace, PlannedSocket};

use std::sync::Arc;

use brief::Brief;
use routes::Routes;

use crate::base::{Diagnostic, Outcome, Rect, Seed, Severity, Size, Stop};
use crate::mission::{Alphabet, LayoutSettings, Mission, RoomSet, Site, Spacing};

/// How many arrangements are tried before the best of them is given back with what failed.
const ATTEMPTS: u64 = 16;

/// After how many attempts elastic spacing widens its gap by two cells, room for one more corridor.
const ATTEMPTS_PER_GAP: u64 = 3;

/// Cells of wall around everything.
const MARGIN_CELLS: u32 = 2;

/// Lays a mission out.
///
/// # Panics
/// If a symbol of the mission is not of this alphabet.
pub fn layout(
    mission: &Mission,
    alphabet: &Alphabet,
    rooms: &[Arc<RoomSet>],
    settings: &LayoutSettings,
    seed: Seed,
) -> Outcome<Plan> {
    let (brief, mut diagnostics) = Brief::new(mission, alphabet);
    let (sizes, mistakes) = sizes::draw(&brief, rooms, settings, seed.child("sizes"));
    diagnostics.extend(mistakes);
    if brief.places.is_empty()
        || diagnostics.iter().any(|d| d.code == sizes::NO_ROOM || d.code == sizes::TOO_LARGE)
    {
        return Outcome { value: Plan::default(), diagnostics, stop: Stop::Failed };
    }

    let mut best: Option<(Vec<Diagnostic>, Plan)> = None;
    for attempt in 0..ATTEMPTS {
        let sites = sites::choose(&brief, seed.child("sites").numbered(attempt));
        let spacing = widened(settings.spacing, attempt);
        if let Some(mistake) = spacing::check_extent(&sites, &sizes, spacing) {
            diagnostics.push(mistake);
            return Outcome { value: Plan::default(), diagnostics, stop: Stop::Failed };
        }
        let cores = spacing::place(&sites, &sizes, spacing);
        let routes = Routes::find(&brief, &sizes, &cores, seed.child("routes").numbered(attempt));
        let failures = routes.failures(&brief, settings.spacing);
        if best.as_ref().is_none_or(|(fewest, _)| failures.len() < fewest.len()) {
            best = Some((failures, assemble(&brief, &sites, &sizes, &cores, routes)));
        }
        let nothing_to_vary = brief.all_sited() && matches!(settings.spacing, Spacing::Fixed { .. });
        if nothing_to_vary || best.as_ref().is_some_and(|(failures, _)| failures.is_empty()) {
            break;
        }
    }
    let (failures, plan) = best.expect("there is at least one attempt");
    diagnostics.extend(failures);
    let failed = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    Outcome { value: plan, diagnostics, stop: if failed { Stop::Failed } else { Stop::Done } }
}

fn widened(spacing: Spacing, attempt: u64) -> Spacing {
    match spacing {
        Spacing::Fixed { .. } => spacing,
        Spacing::Elastic { gap } => Spacing::Elastic { gap: gap + 2 * (attempt / ATTEMPTS_PER_GAP) as u32 },
    }
}

/// Puts everything together and moves it so that the level begins at (0, 0).
fn assemble(brief: &Brief, sites: &[Site], sizes: &[sizes::Sized], cores: &[Rect], routes: Routes) -> Plan {
    let used = sizes.iter().zip(cores).map(|(sized, core)| sized.reach(*core));
    let ways = routes.ways.iter().flatten().flat_map(|way| &way.cells);
    let bounds = used
        .chain(ways.map(|cell| Rect::new(*cell, Size::new(1, 1))))
        .reduce(Rect::union)
        .unwrap_or_default()
        .grown(MARGIN_CELLS);
    let origin = bounds.min;
    let moved = |rect: Rect| Rect::new(rect.min - origin, rect.size);

    let places = brief
        .places
        .iter()
        .enumerate()
        .map(|(index, place)| PlannedPlace {
            node: place.node,
            site: sites[index],
            core: moved(cores[index]),
            form: sizes[index].planned(moved(cores[index]), &routes.sockets_used(brief, index)),
        })
        .collect();
    let passages = brief
        .passages
        .iter()
        .zip(&routes.ways)
        .map(|(passage, way)| PlannedPassage {
            edge: passage.edge,
            from: passage.from,
            to: passage.to,
            form: passage.form,
            width: passage.width,
            route: way.iter().flat_map(|way| &way.cells).map(|cell| *cell - origin).collect(),
        })
        .collect();
    Plan { size: bounds.size, places, passages }
}
