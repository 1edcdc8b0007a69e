//! Random levels with all settings in combination: the grammars of `fuzz/src/grammars/wide.rs`, drawn from a
//! fixed seed.
//!
//! Asserted overall: most give a level, every value of every setting is drawn, and so is every pair of
//! features.
//!
//! Asserted for each:
//!
//! - nothing panics
//! - if there is no level, a reason is given
//! - a level keeps all promises, `verify` agrees with its report, and so does the second checker
//! - a second run gives the same bytes
//!
//! Environment variables:
//!
//! - `DELVEWRIGHT_ROUNDS`: number of grammars (by default few)
//! - `DELVEWRIGHT_FIRST`: number of the first one
//! - `DELVEWRIGHT_GRAMMARS`: folder to write the grammars to instead of testing them, for external
//!   measurements
//! - `DELVEWRIGHT_REFUSALS`: file that collects refusals of the layout that another spacing can draw

#[allow(dead_code, unused_imports, reason = "the fuzz targets use more of it")]
#[path = "../../../../fuzz/src/grammars/mod.rs"]
mod grammars;
#[allow(dead_code, reason = "the fuzz targets use more of it")]
#[path = "../../../../fuzz/src/rooms.rs"]
mod rooms;
mod coverage;
mod draw;

use std::fs;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use delvewright_engine::base::{Seed, Severity, StageContext};
use delvewright_engine::grammar::Grammar;
use delvewright_engine::level::Level;
use delvewright_engine::pipeline::{Pipeline, Request, Run, Stage};
use delvewright_engine::rooms::RoomSet;
use delvewright_engine::settings::{Spacing, SprawlNeighbour};
use delvewright_engine::text::{print_grammar, print_room_set};
use delvewright_engine::verify::verify;
use delvewright_exchange::export::{Format, export};

use self::draw::Draw;
use crate::sample;
use crate::second_checker;

/// Number of levels in a full run, unless the environment sets it.
const ROUNDS: u32 = 24;

/// Maximum number of places of a start in a default run.
const FEW_PLACES: u32 = 4;

/// Minimum number of levels per 100 grammars. Otherwise the programme would hardly test more than the check.
const LEAST_LEVELS_PERCENT: usize = 70;

/// Maximum number of cells of a level for the second checker, which is slow.
const MOST_CHECKED_CELLS: usize = 20_000;

struct Project {
    grammar: Grammar,
    set: Option<RoomSet>,
    seed: Seed,
}

impl Project {
    fn new(number: u64, most_places: u32) -> Self {
        let draw = &mut Draw::new(Seed(0).child("programme").numbered(number));
        let mut grammar = grammars::wide::grammar(draw, most_places);
        let set = rooms::room_set(draw, &grammar, rooms::Care::Careful);
        grammars::wide::add_passes(draw, &mut grammar);
        grammar.name = format!("Programme {number}");
        Self { grammar, set, seed: Seed(number) }
    }

    fn request(&self) -> Request {
        Request::new(
            Arc::new(self.grammar.clone()),
            self.set.iter().cloned().map(Arc::new).collect(),
            self.seed,
        )
    }

    /// Writes the grammar and its room set into a folder.
    fn write(&self, folder: &Path, number: u64) {
        let mut grammar = self.grammar.clone();
        if let Some(set) = &self.set {
            let name = format!("{number:05}.rooms.ron");
            fs::write(folder.join(&name), print_room_set(set)).unwrap();
            grammar.rooms.push(name);
        }
        fs::write(folder.join(format!("{number:05}.ron")), print_grammar(&grammar)).unwrap();
    }
}

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().expect("the variable is a number"))
}

#[test]
fn random_levels_of_all_settings_keep_their_promises() {
    let first = variable("DELVEWRIGHT_FIRST").unwrap_or(1);
    let asked = variable("DELVEWRIGHT_ROUNDS");
    let most_places = if asked.is_some() { grammars::wide::MOST_PLACES } else { FEW_PLACES };
    let numbers = first..first + asked.unwrap_or(sample::cases(ROUNDS).into());
    if let Some(folder) = std::env::var_os("DELVEWRIGHT_GRAMMARS") {
        fs::create_dir_all(&folder).unwrap();
        numbers.for_each(|number| Project::new(number, most_places).write(Path::new(&folder), number));
        return;
    }
    let (mut wrong, mut levels, rounds) = (Vec::new(), 0, numbers.clone().count());
    for number in numbers {
        let checked = catch_unwind(AssertUnwindSafe(|| {
            let project = Project::new(number, most_places);
            let run = Pipeline::default().run(&project.request());
            (run.failure.is_none(), check(&project, &run))
        }));
        match checked {
            Ok((is_level, found)) => {
                levels += usize::from(is_level);
                wrong.extend(found.into_iter().map(|what| format!("{number}: {what}")));
            }
            Err(_) => wrong.push(format!("{number}: it panics")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(levels * 100 >= rounds * LEAST_LEVELS_PERCENT, "{levels} of {rounds} grammars give a level");
}

/// Returns everything that is wrong with the run of a project.
fn check(project: &Project, run: &Run) -> Vec<String> {
    let request = project.request();
    let mut wrong = Vec::new();
    if let Some(failure) = &run.failure {
        if failure.code.is_empty() || failure.message.trim().is_empty() {
            wrong.push(format!("it fails without a reason: {failure:?}"));
        }
        if failure.stage == Stage::Layout {
            note_other_spacings(project, &failure.message);
        }
    }
    let Some(level) = &run.level else {
        if run.failure.is_none() {
            wrong.push("there is no level, and nobody says why".to_owned());
        }
        return wrong;
    };
    let again = Pipeline::default().run(&request);
    if bytes(run) != bytes(&again) || run.diagnostics != again.diagnostics {
        wrong.push("a second run gives something else".to_owned());
    }
    if verify(level, StageContext::default()).unwrap() != level.report {
        wrong.push("its report is not what verify says of it".to_owned());
    }
    // After an error of the layout there is a level to look at, but it need not be complete.
    if !run.diagnostics.iter().any(|found| found.severity == Severity::Error) {
        wrong.extend(broken(level));
    }
    wrong
}

/// Returns the promises that a level breaks, and disagreements of the second checker.
fn broken(level: &Level) -> Vec<String> {
    let first: Vec<String> = level.report.broken().map(|(promise, _)| promise.to_string()).collect();
    let mut wrong: Vec<String> = level
        .report
        .broken()
        .map(|(promise, result)| format!("{promise} is broken: {:?}", result.broken_by))
        .collect();
    if level.tiles.size().area() <= MOST_CHECKED_CELLS {
        let verdict =
            second_checker::check(&String::from_utf8_lossy(&export(level, Format::Json).into_bytes()));
        let mut second: Vec<&str> = verdict.findings.iter().map(|(promise, _)| *promise).collect();
        second.sort_unstable();
        second.dedup();
        if second != first && !verdict.finishable_is_undecided {
            wrong.push(format!("the checkers differ: {first:?} and {:?}", verdict.findings));
        }
    }
    wrong
}

fn bytes(run: &Run) -> Option<Vec<u8>> {
    run.level.as_ref().map(|level| export(level, Format::Json).into_bytes())
}

/// Records which other spacings can draw a refused grammar, if requested.
fn note_other_spacings(project: &Project, message: &str) {
    let Some(file) = std::env::var_os("DELVEWRIGHT_REFUSALS") else { return };
    let spacings = [
        Spacing::Elastic { gap: 3 },
        Spacing::Compact { gap: 1 },
        Spacing::Sprawl { length: (2, 8), beside: SprawlNeighbour::Previous },
    ];
    let draws = |spacing: &Spacing| {
        let mut request = project.request();
        Arc::make_mut(&mut request.grammar).layout.spacing = *spacing;
        Pipeline::default().run(&request).failure.is_none_or(|failure| failure.stage != Stage::Layout)
    };
    let drawing: Vec<&Spacing> = spacings.iter().filter(|spacing| draws(spacing)).collect();
    if !drawing.is_empty() {
        let spacing = project.grammar.layout.spacing;
        let mut file = fs::File::options().create(true).append(true).open(file).unwrap();
        writeln!(file, "{}: {spacing:?} refuses ({message}); drawn by {drawing:?}", project.seed.0).unwrap();
    }
}
