//! The checker: reads a finished [`Level`] and proves what Delvewright promises of it.
//!
//! It takes nothing but the level, as a game would read it, and shares no code with the stages that made it, but for cells and grids: it turns pictures and finds connected cells by itself.
//! It never panics, whatever the level says; a level that contradicts itself breaks P0, and what cannot be looked at then is not held.
//!
//! One file a promise, with the files that it calls:
//!
//! | | file | holds if |
//! |---|---|---|
//! | P0 | `readable`, `layers`, `record`, `recorded`, `sites`, `items`, `locks`, `placed`, `settings` | the fields agree with each other; what places, passages and entities say is exactly what the mission's nodes and edges say, and what passes did is what their settings say |
//! | P1 | `realised`, `painted`, `placed` | every place, every passage and every item is there, each passage once, what passes placed stands alone, and outside rooms all is floor, door or wall |
//! | P2 | `faithful` | one can step between two owners exactly where the mission joins them |
//! | P3 | `whole` | all walkable cells are of one piece; locks and one-way passages are left to P6 |
//! | P4 | `authored`, `boards`, `templates` | every room is its template, turned as recorded, with what was drawn into it; every board is covered with cards whose open sides meet |
//! | P5 | `closed`, `cuts` | used sockets are doors, unused ones are blocked; a door that is not plain cuts its passage |
//! | P6 | `finishable` | from a start, with keys, locks and one-way passages, a walker can always still reach a goal, or every foe that has to fall |
//! | P7 | `bounded` | the outermost cells are wall |

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
mod techniques;
mod templates;
mod turned;
mod whole;

use crate::base::{Cancelled, StopToken};
use crate::level::{Break, Level, Promise, PromiseResult, Report};

use findings::Findings;
use legend::Walkables;
use templates::Templates;
use walk_map::WalkMap;

/// Proves every promise of [`Promise::ALL`] on a level, or says what breaks it.
///
/// The report of the level itself is not read.
pub fn verify(level: &Level) -> Report {
    prove(level, &StopToken::never())
}

/// The same, as long as the token is not stopped.
///
/// # Errors
/// If it is stopped before all is proved.
pub fn verify_until(level: &Level, stop: &StopToken) -> Result<Report, Cancelled> {
    stop.unless_stopped(prove(level, stop))
}

fn prove(level: &Level, stop: &StopToken) -> Report {
    let walkables = Walkables::read(level);
    let (contradictions, can_look) = readable::check(level, &walkables);
    let walk_map = can_look.then(|| WalkMap::new(level, placed::without_solid(level, walkables.cells)));
    let templates = Templates::read(level);
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

fn not_looked_at() -> Findings {
    let mut findings = Findings::default();
    findings.add(None, "This cannot be looked at, because the level contradicts itself (see P0).");
    findings
}
