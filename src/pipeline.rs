//! Runs the stages one after the other and keeps what did not change.

use std::fmt;
use std::sync::Arc;

use crate::base::{Ceilings, Cell, Diagnostic, Outcome, Seed, Severity, Stop};
use crate::grammar::{Derivation, Grammar, check_grammar, derive_within};
use crate::layout::{Plan, layout_within};
use crate::level::Level;
use crate::mission::{Alphabet, EdgeRole, NodeRole, RoomSet, check_room_set, check_rooms_for};
use crate::populate::{Heading, populate};
use crate::space::form;
use crate::verify::verify;

/// Everything that a level depends on.
#[derive(Clone, Debug)]
pub struct Request {
    /// The grammar.
    pub grammar: Arc<Grammar>,
    /// The room sets, in the order in which the grammar names them.
    pub rooms: Vec<Arc<RoomSet>>,
    /// The seed of the run.
    pub seed: Seed,
}

/// What came of a request: as many stages as could be run, and what was noticed.
#[derive(Clone, Debug)]
pub struct Run {
    /// What was asked for.
    pub request: Request,
    /// The mission and how it came about; `None` if the grammar has errors.
    pub derivation: Option<Arc<Derivation>>,
    /// Where everything lies.
    pub plan: Option<Arc<Plan>>,
    /// The cells that stay wall for ever between two owners that the mission does not join.
    pub seals: Arc<[Cell]>,
    /// The level with its report.
    pub level: Option<Arc<Level>>,
    /// What the author should know.
    pub diagnostics: Vec<Diagnostic>,
    /// Why there is no level, or why it is not whole.
    pub failure: Option<Failure>,
}

/// The stage that did not come to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Which stage.
    pub stage: Stage,
    /// A stable name of the reason.
    pub code: &'static str,
    /// The reason in plain words.
    pub message: String,
}

/// A stage of the pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// The grammar and its room sets are read for mistakes.
    Check,
    /// The recipe is run.
    Derive,
    /// The mission becomes a plan.
    Layout,
    /// The plan becomes tiles.
    Form,
    /// The tiles become a level.
    Populate,
    /// The promises are proved.
    Verify,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Check => "check",
            Self::Derive => "derive",
            Self::Layout => "layout",
            Self::Form => "form",
            Self::Populate => "populate",
            Self::Verify => "verify",
        })
    }
}

/// Runs requests; what the next one shares with the last is not done again.
#[derive(Debug, Default)]
pub struct Pipeline {
    ceilings: Ceilings,
    last: Option<Made>,
}

/// The stages of the last request, each with what it was made from.
#[derive(Debug)]
struct Made {
    request: Request,
    checked: Vec<Diagnostic>,
    derived: Arc<Outcome<Arc<Derivation>>>,
    derivation: Arc<Derivation>,
    planned: Arc<Outcome<Arc<Plan>>>,
    level: Option<MadeLevel>,
}

/// What came of a plan that has places.
#[derive(Clone, Debug)]
struct MadeLevel {
    seals: Arc<[Cell]>,
    populated: Arc<Outcome<Arc<Level>>>,
}

impl Pipeline {
    /// With other ceilings than the default.
    pub fn with_ceilings(ceilings: Ceilings) -> Self {
        Self { ceilings, last: None }
    }

    /// Runs all stages of a request, or those that are left after what it shares with the last one.
    pub fn run(&mut self, request: &Request) -> Run {
        let mut run = Run::empty(request);
        let last = self.last.take();
        let checked = match &last {
            Some(last) if request.shares_files_with(&last.request) => last.checked.clone(),
            _ => check(request),
        };
        if let Some(first) = checked.iter().find(|diagnostic| diagnostic.severity == Severity::Error) {
            run.fail(Stage::Check, first.code, first.message.clone());
            run.diagnostics = checked;
            return run;
        }
        let made = Made::make(request, checked, self.ceilings, last);
        run.note(Stage::Derive, &made.derived);
        run.note(Stage::Layout, &made.planned);
        run.derivation = Some(Arc::clone(&made.derivation));
        if let Some(level) = &made.level {
            run.plan = Some(Arc::clone(&made.planned.value));
            run.finish(level);
        }
        self.last = Some(made);
        run
    }
}

impl Request {
    fn shares_files_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.grammar, &other.grammar) && self.shares_rooms_with(other)
    }

    fn shares_rooms_with(&self, other: &Self) -> bool {
        let same = |(one, other): (&Arc<RoomSet>, &Arc<RoomSet>)| Arc::ptr_eq(one, other) || one == other;
        self.rooms.len() == other.rooms.len() && self.rooms.iter().zip(&other.rooms).all(same)
    }

    /// Do both have the same derivation? That depends on the seed, the rules, and the names and roles of the symbols, not on how they look in space.
    fn derives_like(&self, other: &Self) -> bool {
        let (one, two) = (&self.grammar, &other.grammar);
        self.seed == other.seed
            && (Arc::ptr_eq(one, two)
                || (one.start == two.start
                    && one.rules == two.rules
                    && one.recipe == two.recipe
                    && one.limits == two.limits
                    && node_meanings(&one.alphabet).eq(node_meanings(&two.alphabet))
                    && edge_meanings(&one.alphabet).eq(edge_meanings(&two.alphabet))))
    }
}

impl Made {
    fn make(request: &Request, checked: Vec<Diagnostic>, ceilings: Ceilings, last: Option<Self>) -> Self {
        let grammar = &request.grammar;
        let derived = match &last {
            Some(last) if request.derives_like(&last.request) => Arc::clone(&last.derived),
            _ => shared(derive_within(grammar, request.seed.child("derive"), ceilings)),
        };
        let derivation = match &last {
            Some(last)
                if Arc::ptr_eq(&last.derived, &derived)
                    && last.request.grammar.alphabet == grammar.alphabet =>
            {
                Arc::clone(&last.derivation)
            }
            _ if *derived.value.alphabet == grammar.alphabet => Arc::clone(&derived.value),
            _ => {
                let alphabet = Arc::new(grammar.alphabet.clone());
                Arc::new(Derivation { alphabet, ..Derivation::clone(&derived.value) })
            }
        };
        let planned = match &last {
            Some(last)
                if Arc::ptr_eq(&last.derivation, &derivation)
                    && last.request.grammar.layout == grammar.layout
                    && last.request.shares_rooms_with(request) =>
            {
                Arc::clone(&last.planned)
            }
            // What failed can be looked at as a graph; a level of it would not be what was asked for.
            _ if !derived.is_done() => {
                shared(Outcome { value: Plan::default(), diagnostics: Vec::new(), stop: Stop::Failed })
            }
            _ => shared(layout_within(
                &derivation.mission,
                &grammar.alphabet,
                &request.rooms,
                &grammar.layout,
                request.seed.child("layout"),
                ceilings,
            )),
        };
        let level = match last {
            Some(Self { level: Some(level), planned: from, request: last, .. })
                if Arc::ptr_eq(&from, &planned)
                    && (last.grammar.movement, &last.grammar.name) == (grammar.movement, &grammar.name) =>
            {
                Some(level)
            }
            _ => (!planned.value.places.is_empty())
                .then(|| MadeLevel::make(request, &derivation, &planned.value)),
        };
        Self { request: request.clone(), checked, derived, derivation, planned, level }
    }
}

impl MadeLevel {
    /// Forms, populates and verifies. The tiles pass from stage to stage: a large level is not held twice.
    fn make(request: &Request, derivation: &Derivation, plan: &Plan) -> Self {
        let Request { grammar, seed, .. } = request;
        let mut space = form(plan, grammar.movement, seed.child("form"));
        let seals = std::mem::take(&mut space.seals).into();
        let heading = Heading { grammar: grammar.name.clone(), seed: *seed, movement: grammar.movement };
        let mission = &derivation.mission;
        let mut populated =
            populate(space, plan, mission, &grammar.alphabet, heading, seed.child("populate"));
        populated.value.report = verify(&populated.value);
        Self { seals, populated: shared(populated) }
    }
}

/// An outcome whose value several can hold.
fn shared<T>(outcome: Outcome<T>) -> Arc<Outcome<Arc<T>>> {
    let Outcome { value, diagnostics, stop } = outcome;
    Arc::new(Outcome { value: Arc::new(value), diagnostics, stop })
}

impl Run {
    fn empty(request: &Request) -> Self {
        Self {
            request: request.clone(),
            derivation: None,
            plan: None,
            seals: Arc::default(),
            level: None,
            diagnostics: Vec::new(),
            failure: None,
        }
    }

    /// Keeps the first failure: what comes after it is a consequence.
    fn fail(&mut self, stage: Stage, code: &'static str, message: String) {
        self.failure.get_or_insert(Failure { stage, code, message });
    }

    fn note<T>(&mut self, stage: Stage, outcome: &Outcome<T>) {
        self.diagnostics.extend(outcome.diagnostics.iter().cloned());
        match outcome.stop {
            Stop::Done => {}
            Stop::Budget { .. } => {
                let hint = outcome.diagnostics.iter().rev().find_map(|diagnostic| diagnostic.hint.as_ref());
                let hint = hint.map_or_else(String::new, |hint| format!("; {hint}"));
                self.fail(stage, "limit-reached", outcome.stop.to_string() + &hint);
            }
            Stop::Failed => {
                let first =
                    outcome.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
                let (code, message) = first.map_or(("failed", outcome.stop.to_string()), |diagnostic| {
                    (diagnostic.code, diagnostic.message.clone())
                });
                self.fail(stage, code, message);
            }
        }
    }

    /// Takes the level over, with what its report says.
    fn finish(&mut self, made: &MadeLevel) {
        self.note(Stage::Populate, &made.populated);
        let level = &made.populated.value;
        let broken: Vec<String> = level.report.broken().map(|(promise, _)| promise.to_string()).collect();
        if !broken.is_empty() {
            self.fail(Stage::Verify, "promise-broken", format!("the level breaks {}", broken.join(", ")));
        }
        self.seals = Arc::clone(&made.seals);
        self.level = Some(Arc::clone(level));
    }
}

/// What a derivation knows of node symbols.
fn node_meanings(alphabet: &Alphabet) -> impl Iterator<Item = (&String, Option<NodeRole>)> {
    alphabet.nodes.iter().map(|(name, symbol)| (name, symbol.role))
}

/// What a derivation knows of edge symbols.
fn edge_meanings(alphabet: &Alphabet) -> impl Iterator<Item = (&String, EdgeRole, bool)> {
    alphabet.edges.iter().map(|(name, symbol)| (name, symbol.role, symbol.one_way))
}

/// Everything that is wrong with the files of a request.
fn check(request: &Request) -> Vec<Diagnostic> {
    let sets: Vec<&RoomSet> = request.rooms.iter().map(Arc::as_ref).collect();
    let mut found = check_grammar(&request.grammar);
    found.extend(sets.iter().flat_map(|set| check_room_set(set)));
    let together = check_rooms_for(&request.grammar.alphabet, &sets);
    found.extend(together.grammar);
    found.extend(together.sets.into_iter().flatten());
    found
}
