//! Layout turns a mission into a [`Plan`]: every place has bounds, every passage a route, nothing overlaps.
//!
//! In: the final mission, its alphabet, the room sets, the layout settings.
//! Out: for each place its site, its core and everything drawn by lot that its size depends on; for each passage the cells of its route.
//! Guaranteed: cores keep a cell of wall between them; routes of different passages never touch, not even at a corner, but where one goes straight over another; they touch no core but those of their own two places; a room is entered only through its sockets.
//! Not guaranteed: that every passage finds a way, above all where distances are constant or bridges forbidden. What finds none is named in the diagnostics with what it is in conflict with, and the plan holds the rest.
//!
//! Sites are found by a greedy search over several random orders, routes by A* along lines; where ways are missing, both are done again, with more lines.

mod brief;
mod conflict;
mod lines;
mod outlets;
mod plan;
mod routes;
mod sites;
mod sizes;
mod spacing;
mod stock;

pub use plan::{Plan, PlannedCrossing, PlannedForm, PlannedPassage, PlannedPlace, PlannedSocket};

use std::sync::Arc;

use brief::Brief;
use lines::Density;
use routes::{Last, Routes};
use sizes::Sized;
use spacing::Frame;

use crate::base::{Diagnostic, Outcome, Rect, Seed, Severity, Size, Stop};
use crate::level::PassageForm;
use crate::mission::{Alphabet, Bridges, LayoutSettings, Mission, RoomSet, Site, Spacing};

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
    let nothing = |diagnostics| Outcome { value: Plan::default(), diagnostics, stop: Stop::Failed };
    if brief.places.is_empty()
        || diagnostics.iter().any(|d| d.code == sizes::NO_ROOM || d.code == sizes::TOO_LARGE)
    {
        return nothing(diagnostics);
    }
    let best = match solve(&brief, &sizes, settings, seed, usize::MAX) {
        Ok(best) => best,
        Err(mistake) => {
            diagnostics.push(*mistake);
            return nothing(diagnostics);
        }
    };
    diagnostics.extend(best.missing.iter().map(|number| conflict::no_way(&brief, *number, settings)));
    if let Some(first) = best.missing.first() {
        diagnostics.push(conflict::explain(&brief, &sizes, settings, seed, *first));
    }
    let failed = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    let value = assemble(&brief, &best.sites, &sizes, best.routes);
    Outcome { value, diagnostics, stop: if failed { Stop::Failed } else { Stop::Done } }
}

/// Tries until every passage has its way, or so often; gives back the best try, or why there is none.
fn solve(
    brief: &Brief,
    sizes: &[Sized],
    settings: &LayoutSettings,
    seed: Seed,
    most_attempts: usize,
) -> Result<Arrangement, Box<Diagnostic>> {
    let mut best: Option<Arrangement> = None;
    for attempt in attempts(brief, settings).into_iter().take(most_attempts) {
        let arranged = match arrange(brief, sizes, settings.spacing, attempt, seed) {
            Ok(arranged) => arranged,
            // Denser lines than before are too many.
            Err(_) if best.is_some() => continue,
            Err(mistake) => return Err(mistake),
        };
        if best.as_ref().is_none_or(|best| arranged.missing.len() < best.missing.len()) {
            best = Some(arranged);
        }
        if best.as_ref().is_some_and(|best| best.missing.is_empty()) {
            break;
        }
    }
    Ok(best.expect("there is at least one attempt"))
}

/// One try to arrange everything.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    /// Which arrangement of sites is tried.
    sites: u64,
    density: Density,
    last: Last,
}

/// What came of an attempt.
struct Arrangement {
    sites: Vec<Site>,
    routes: Routes,
    /// The passages without a way.
    missing: Vec<usize>,
}

/// How many arrangements of sites are tried without crossings, where places have none of their own, and how many with.
const PLAIN_ATTEMPTS: u64 = 24;
const PLAIN_ATTEMPTS_BEFORE_CROSSING: u64 = 6;
const CROSSING_ATTEMPTS: u64 = 6;

/// Of large missions fewer arrangements are tried: no more than would lay so many passages.
const MOST_PASSAGES: u64 = 600;

/// What is tried, one after the other, until every passage has its way.
fn attempts(brief: &Brief, settings: &LayoutSettings) -> Vec<Attempt> {
    let width = brief.passages.iter().map(|passage| passage.width).max().unwrap_or(1);
    let tracks = |count: u64| Density::Tracks { count: count as u32, width };
    // Tracks of three cells leave room for bridges.
    let wide_tracks = |count: u64| Density::Tracks { count: count as u32, width: width.max(3) };
    let plain = |sites: u64, density: Density| Attempt { sites, density, last: Last::GiveUp };
    let crossing = |sites: u64, density: Density| Attempt { sites, density, last: Last::Cross };
    let affordable = MOST_PASSAGES / brief.passages.len().max(1) as u64;
    // A simple planar graph has no more than 3n − 6 edges.
    let may_be_planar = brief.passages.len() + 6 <= 3 * brief.places.len().max(3);
    let arrangements = match settings.bridges {
        _ if !may_be_planar => 1,
        Bridges::Allow => PLAIN_ATTEMPTS_BEFORE_CROSSING.min(affordable.max(2)),
        Bridges::Forbid => PLAIN_ATTEMPTS.min(affordable.max(2)),
    };
    let crossed = CROSSING_ATTEMPTS.min(affordable.max(2));
    let (mut attempts, crossings): (Vec<Attempt>, Vec<Attempt>) = match (settings.spacing, brief.all_sited())
    {
        (Spacing::Elastic { .. }, false) => (
            (0..arrangements).map(|number| plain(number, tracks(2 + number / 3))).collect(),
            (0..crossed).map(|number| crossing(number, wide_tracks(3 + number))).collect(),
        ),
        (Spacing::Elastic { .. }, true) => (
            [2, 3, 4, 6].map(|count| plain(0, tracks(count))).to_vec(),
            [3, 5, 8].map(|count| crossing(0, wide_tracks(count))).to_vec(),
        ),
        // Lines for every cell take time; all else comes first.
        (Spacing::Fixed { .. }, false) => (
            (0..arrangements)
                .map(|number| plain(number, tracks(2 + number / 3)))
                .chain((settings.bridges == Bridges::Forbid).then(|| plain(0, Density::Cells)))
                .collect(),
            (0..crossed)
                .map(|number| crossing(number, wide_tracks(3 + number)))
                .chain([crossing(0, Density::Cells)])
                .collect(),
        ),
        (Spacing::Fixed { .. }, true) => (
            vec![plain(0, tracks(4)), plain(0, Density::Cells)],
            vec![crossing(0, wide_tracks(4)), crossing(0, Density::Cells)],
        ),
    };
    if settings.bridges == Bridges::Allow {
        attempts.extend(crossings);
    } else if let Some(attempt) = attempts.last_mut() {
        // What failed is to be seen.
        attempt.last = Last::Leave;
    }
    attempts
}

fn arrange(
    brief: &Brief,
    sizes: &[Sized],
    spacing: Spacing,
    attempt: Attempt,
    seed: Seed,
) -> Result<Arrangement, Box<Diagnostic>> {
    let sites = sites::choose(brief, seed.child("sites").numbered(attempt.sites));
    if let Some(mistake) = spacing::check_extent(&sites, sizes, spacing) {
        return Err(Box::new(mistake));
    }
    let every_cell = attempt.density == Density::Cells;
    let ports: Vec<_> = brief
        .places
        .iter()
        .zip(sizes)
        .map(|(place, sized)| routes::ports(sized, place.passages.len(), every_cell))
        .collect();
    let frame = Frame::new(&sites, sizes, &ports, spacing, attempt.density);
    let seed = seed.child("routes").numbered(attempt.sites);
    let routes = Routes::find(brief, &frame, &ports, attempt.last, seed)?;
    let missing = routes.missing(brief);
    Ok(Arrangement { sites, routes, missing })
}

/// Puts everything together and moves it so that the level begins at (0, 0).
fn assemble(brief: &Brief, sites: &[Site], sizes: &[Sized], routes: Routes) -> Plan {
    let cores = &routes.cores;
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
    let crosses = |number: usize| {
        routes.crossings.iter().any(|crossing| crossing.over == number || crossing.under == number)
    };
    let passages = brief
        .passages
        .iter()
        .zip(&routes.ways)
        .enumerate()
        .map(|(number, (passage, way))| PlannedPassage {
            edge: passage.edge,
            from: passage.from,
            to: passage.to,
            // What crosses another cannot be open: the bridge is a cell of its own.
            form: if crosses(number) { PassageForm::Corridor } else { passage.form },
            width: passage.width,
            door: passage.door,
            route: way.iter().flat_map(|way| &way.cells).map(|cell| *cell - origin).collect(),
        })
        .collect();
    let crossings = routes
        .crossings
        .iter()
        .map(|crossing| PlannedCrossing {
            at: crossing.at - origin,
            over: crossing.over,
            under: crossing.under,
        })
        .collect();
    Plan { size: bounds.size, places, passages, crossings }
}
