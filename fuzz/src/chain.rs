//! The whole chain on random grammars: derive, layout, form, populate, verify.
//!
//! Asserted for every grammar:
//!
//! - nothing panics, and if there is no level, the run gives the reason
//! - a rule that is proved never to match has never matched
//! - a level holds all promises. There is none if the mission has no way from a start to a goal
//! - the level has as many places and passages as the mission
//!
//! For one in eight:
//!
//! - the printed grammar and room set read as equal ones
//! - the level reads back from JSON and RON unchanged, with the same report
//!
//! For one in 64: a second run gives the same bytes.

use std::collections::BTreeSet;
use std::sync::Arc;

use delvewright::base::{PathPart, Seed, Severity};
use delvewright::export::{Format, export};
use delvewright::files::{parse_grammar, parse_room_set, print_grammar, print_room_set};
use delvewright::grammar::{Derivation, Grammar, LintKind, lint_grammar};
use delvewright::level::Level;
use delvewright::mission::{Alphabet, EdgeRole, Mission, NodeId, NodeRole};
use delvewright::pipeline::{Pipeline, Request, Run, Stage};
use delvewright::rooms::RoomSet;

use crate::draw::{Draw, one_in, tell};
use crate::rooms::{self, Care};
use crate::{grammars, levels};

/// One input in this many is printed and read again, with its level.
const PRINTED: u64 = 8;

/// One input in this many is run twice.
const TWICE: u64 = 64;

/// Makes a grammar from the bytes, and a level from the grammar.
pub fn check(data: &[u8]) {
    check_project(data, project(data));
}

/// Makes a grammar from the bytes with settings from their whole ranges, and a level from it.
pub fn check_wide(data: &[u8]) {
    let draw = &mut Draw::new(data);
    let seed = Seed(u64::from(draw.number(0, 255)));
    draw.set_strange_percent(0);
    let mut grammar = grammars::wide::grammar(draw, grammars::wide::MOST_PLACES);
    let set = rooms::room_set(draw, &grammar, Care::Careful);
    grammars::wide::add_passes(draw, &mut grammar);
    check_project(data, (grammar, set, seed));
}

fn check_project(data: &[u8], (grammar, set, seed): (Grammar, Option<RoomSet>, Seed)) {
    tell(|| {
        format!("{}{}{seed:?}", print_grammar(&grammar), set.as_ref().map(print_room_set).unwrap_or_default())
    });
    let is_printed = one_in(PRINTED, data);
    if is_printed {
        check_prints(&grammar, set.as_ref());
    }
    let request = Request::new(Arc::new(grammar), set.into_iter().map(Arc::new).collect(), seed);
    let run = Pipeline::default().run(&request);
    tell(|| outcome(&run));
    check_run(&run);
    if let Some(level) = run.level.as_ref().filter(|_| is_printed) {
        levels::check(level);
    }
    if one_in(TWICE, data) {
        let again = Pipeline::default().run(&request);
        assert_eq!(bytes(&run), bytes(&again), "a second run gives another level");
        assert_eq!(run.diagnostics, again.diagnostics);
    }
}

/// Returns the grammar, room set and seed for the bytes.
pub fn project(data: &[u8]) -> (Grammar, Option<RoomSet>, Seed) {
    let draw = &mut Draw::new(data);
    let seed = Seed(u64::from(draw.number(0, 255)));
    // A mistake ends the run before it begins.
    let strange_percent = if draw.chance(10) { 3 } else { 0 };
    draw.set_strange_percent(strange_percent);
    let mut grammar = grammars::grammar(draw);
    let set = rooms::room_set(draw, &grammar, Care::Careless);
    grammars::add_passes(draw, &mut grammar);
    (grammar, set, seed)
}

/// Returns the outcome in one line, for statistics.
fn outcome(run: &Run) -> String {
    let broken =
        run.level.iter().flat_map(|level| level.report.broken()).map(|(promise, _)| promise.to_string());
    let places = run.level.as_ref().map_or(0, |level| level.places.len());
    let failure = run.failure.as_ref().map(|failure| (failure.stage, failure.code));
    format!("outcome: {failure:?}, {places} places, broken: {:?}", broken.collect::<Vec<_>>())
}

fn bytes(run: &Run) -> Option<Vec<u8>> {
    run.level.as_ref().map(|level| export(level, Format::Json).into_bytes())
}

fn check_prints(grammar: &Grammar, set: Option<&RoomSet>) {
    let printed = print_grammar(grammar);
    let loaded = parse_grammar(&printed, None);
    assert_eq!(loaded.value.as_ref(), Some(grammar), "the print reads as another grammar:\n{printed}");
    assert!(loaded.complete, "the print cannot be read in full:\n{printed}");
    if let Some(set) = set {
        let printed = print_room_set(set);
        assert_eq!(
            parse_room_set(&printed, None).value.as_ref(),
            Some(set),
            "the print reads as another set:\n{printed}"
        );
    }
}

fn check_run(run: &Run) {
    let failed_in = run.failure.as_ref().map(|failure| failure.stage);
    if let Some(failure) = &run.failure {
        assert!(!failure.code.is_empty() && !failure.message.is_empty(), "{failure:?}");
    }
    let Some(derivation) = &run.derivation else {
        assert_eq!(failed_in, Some(Stage::Check), "there is no mission, and nobody says why");
        return;
    };
    check_lint(&run.request.grammar, derivation);
    let Some(level) = &run.level else {
        assert!(run.failure.is_some(), "there is no level, and nobody says why");
        return;
    };
    // After an error of the layout there is a level to look at, but it need not be complete.
    if run.diagnostics.iter().any(|found| found.severity == Severity::Error) {
        assert!(run.failure.is_some());
        return;
    }
    check_promises(level, &derivation.mission, &run.request.grammar.alphabet);
    check_counts(level, &derivation.mission, &run.request.grammar.alphabet);
}

fn check_lint(grammar: &Grammar, derivation: &Derivation) {
    let counts = derivation.counts();
    for found in lint_grammar(grammar) {
        let rule = match found.path.parts() {
            [PathPart::Field("rules"), PathPart::Index(rule), ..] => Some(*rule),
            _ => None,
        };
        let is_never = LintKind::from_code(found.code) == Some(LintKind::UnreachableRule);
        if let Some(count) = rule.and_then(|rule| counts.get(rule)).filter(|_| is_never) {
            assert_eq!(*count, 0, "{} was applied, but: {}", found.path, found.message);
        }
    }
}

fn check_promises(level: &Level, mission: &Mission, alphabet: &Alphabet) {
    let report = &level.report;
    if let Some((promise, result)) = report.broken().next() {
        panic!(
            "{promise} is broken: {:?}\n{}",
            result.broken_by,
            String::from_utf8_lossy(&export(level, Format::Txt).into_bytes())
        );
    }
    let ways = Ways::of(mission, alphabet);
    let reaches_goal = |start: &NodeId| !ways.from(*start).is_disjoint(&ways.goals);
    assert!(
        ways.goals.is_empty() || ways.starts.iter().all(reaches_goal),
        "no passage leads from a start to a goal, and yet there is a level"
    );
}

fn check_counts(level: &Level, mission: &Mission, alphabet: &Alphabet) {
    let is_place =
        |id: NodeId| mission.node(id).is_some_and(|node| alphabet.node(node.symbol).1.form.is_some());
    let places = mission.nodes().filter(|(id, _)| is_place(*id)).count();
    let passages = mission.edges().filter(|(_, edge)| {
        alphabet.edge(edge.symbol).1.role == EdgeRole::Passage && is_place(edge.from) && is_place(edge.to)
    });
    assert_eq!((level.places.len(), level.passages.len()), (places, passages.count()));
}

/// The passages of a mission, ignoring keys and tiles.
struct Ways {
    starts: BTreeSet<NodeId>,
    goals: BTreeSet<NodeId>,
    steps: Vec<(NodeId, NodeId)>,
}

impl Ways {
    fn of(mission: &Mission, alphabet: &Alphabet) -> Self {
        let place = |id: NodeId| {
            let node = mission.node(id)?;
            Some(alphabet.node(node.symbol).1).filter(|symbol| symbol.form.is_some())
        };
        let with_role = |role: NodeRole| -> BTreeSet<NodeId> {
            let ids = mission.nodes().map(|(id, _)| id);
            ids.filter(|id| place(*id).is_some_and(|symbol| symbol.role == Some(role))).collect()
        };
        let mut ways =
            Self { starts: with_role(NodeRole::Start), goals: with_role(NodeRole::Goal), steps: Vec::new() };
        for (_, edge) in mission.edges() {
            let symbol = alphabet.edge(edge.symbol).1;
            let joins = place(edge.from).is_some() && place(edge.to).is_some();
            if symbol.role != EdgeRole::Passage || !joins {
                continue;
            }
            ways.steps.push((edge.from, edge.to));
            if !symbol.one_way {
                ways.steps.push((edge.to, edge.from));
            }
        }
        ways
    }

    /// Returns the places that can be reached when everything is open.
    fn from(&self, start: NodeId) -> BTreeSet<NodeId> {
        let mut reached = BTreeSet::from([start]);
        let mut waiting = vec![start];
        while let Some(here) = waiting.pop() {
            let next = self.steps.iter().filter(|(from, _)| *from == here).map(|(_, to)| *to);
            waiting.extend(next.filter(|to| reached.insert(*to)).collect::<Vec<_>>());
        }
        reached
    }
}
