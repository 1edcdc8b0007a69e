//! The checker: reads a finished [`Level`] and proves Delvewright's promises.
//!
//! Input: the level alone, as a game would read it. Output: a report for each promise.
//! It shares no code with the stages that made the level, except cells and grids.
//! It turns pictures and finds connected cells by itself.
//! It never panics, for any level. A level that contradicts itself breaks P0.
//! Promises that cannot be checked then are not held.
//!
//! Each promise has a file, with the files that it calls:
//!
//! - P0, `readable`: the fields agree with each other.
//!   - `record`, `recorded`, `sites`, `items`, `locks`: places, passages and entities agree with the mission.
//!   - `layers`, `placed`, `settings`: the effects of passes agree with their settings.
//! - P1, `realised`: every place, every passage and every item is there, each passage once.
//!   - `placed`: placements of passes stand alone.
//!   - `painted`: outside rooms every tile is floor, door or wall.
//! - P2, `faithful`: a walker can step between two owners exactly where the mission joins them.
//! - P3, `whole`: all walkable cells are connected; locks and one-way passages are left to P6.
//! - P4, `authored`, `templates`: every room is its template, turned as recorded, with its drawn entities.
//!   - `boards`: every board is covered with cards whose open sides meet.
//! - P5, `closed`: used sockets are doors, unused ones are blocked.
//!   - `cuts`: a door that is not plain cuts its passage.
//! - P6, `finishable`: a walker from a start can always still reach a goal, or every foe that has to fall.
//!   Keys, locks and one-way passages are respected.
//! - P7, `bounded`: the outermost cells are wall.

mod authored;
mod boards;
mod bounded;
mod bounds;
mod closed;
mod crossings;
mod cuts;
mod crowding;
mod faithful;
mod findings;
pub(crate) mod finishable;
mod walk_map;
mod items;
mod layers;
mod legend;
mod locks;
mod names;
mod painted;
mod pieces;
mod placed;
mod readable;
mod realised;
mod record;
mod recorded;
mod settings;
mod sites;
mod themes;
mod techniques;
mod templates;
mod turned;
mod whole;

use crate::base::{Cancelled, StageContext, StopToken};
use crate::level::{Break, Level, Promise, PromiseResult, Report};

use findings::PromiseBreaks;
use legend::Walkables;
use templates::TemplateIndex;
use walk_map::WalkMap;

/// Proves every promise of [`Promise::ALL`] on a level, or reports how it is broken.
///
/// The level's own report is ignored.
///
/// # Errors
/// Returns an error if it is stopped before all is proved.
pub fn verify(level: &Level, context: StageContext<'_>) -> Result<Report, Cancelled> {
    context.stop.unless_stopped(prove(level, &context.stop))
}

fn prove(level: &Level, stop: &StopToken) -> Report {
    let walkables = Walkables::read(level);
    let (contradictions, can_look) = readable::check(level, &walkables);
    let walk_map = can_look.then(|| WalkMap::new(level, placed::without_solid(level, walkables.cells)));
    let templates = TemplateIndex::read(level);
    let mut report = Report::default();
    for promise in Promise::ALL.into_iter().take_while(|_| !stop.is_stopped()) {
        let findings = match (promise, &walk_map) {
            // `Promise::ALL` lacks it: only a later version proves it.
            (Promise::Later, _) => continue,
            (Promise::P0, _) => contradictions.clone(),
            (_, None) => not_looked_at(),
            (Promise::P1, Some(walk_map)) => realised::check(walk_map),
            (Promise::P2, Some(walk_map)) => faithful::check(walk_map),
            (Promise::P3, Some(walk_map)) => whole::check(walk_map),
            (Promise::P4, Some(walk_map)) => authored::check(walk_map, &templates),
            (Promise::P5, Some(walk_map)) => closed::check(walk_map, &templates),
            (Promise::P6, Some(walk_map)) => finishable::check(walk_map, stop),
            (Promise::P7, Some(walk_map)) => bounded::check(walk_map),
        };
        let mut result = result(promise, findings.finish());
        if promise == Promise::P6 && result.held {
            result.note = finishable::note(level);
        }
        report.promises.insert(promise, result);
    }
    report
}

fn result(promise: Promise, broken_by: Vec<Break>) -> PromiseResult {
    PromiseResult { name: promise.name().to_owned(), held: broken_by.is_empty(), broken_by, note: None }
}

fn not_looked_at() -> PromiseBreaks {
    let mut findings = PromiseBreaks::default();
    findings.add(None, "This cannot be checked, because the level contradicts itself (see P0).");
    findings
}
