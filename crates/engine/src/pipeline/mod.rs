//! Runs the stages one after the other and reuses the unchanged ones.
//!
//! Input: a [`Request`], which holds everything that a level depends on.
//! Output: a [`Run`] with the result of every stage that could run, and the first failure.

mod board_sample;
mod previous_level;
mod diagnostics;
mod findings;
mod finishable;
mod leniency;
mod level_history;
mod level_words;
mod noting;
mod origin;
mod sample;
mod slot;
mod watch;

use std::fmt;
use std::sync::Arc;

use crate::base::{Cancelled, Ceilings, Cell, Diagnostic, Outcome, Seed, StageContext};
use crate::grammar::{Derivation, DeriveContext, Grammar, VariableValues, derive_checked};
use crate::layout::{LayoutContext, Plan, PreviousLayout, layout};
use crate::level::{Level, Report};
use crate::mission::{Alphabet, EdgeRole, NodeRole};
use crate::populate::{PopulateContext, Populated};
use crate::rooms::RoomSet;
use crate::settings::Roll;
use crate::space::{FormContext, FormingWatcher, Space, check_collapsed, check_widths, form};
use crate::verify::verify;

pub use board_sample::BoardSample;
pub use diagnostics::LEVEL_DIAGNOSTICS;
pub use findings::{ProjectFindings, check_rooms_of};
pub use leniency::Leniency;
pub use level_history::{LevelHistory, LevelHistoryStage, LevelHistoryStep, LevelPlayback};
pub use noting::LIMIT_REACHED;
pub use origin::{CellOrigin, MadeBy, Origin};
pub use previous_level::PreviousLevel;
pub use sample::{EVERY_LEVEL_FAILS, Sample};
pub use watch::{RunMoment, RunPart};

use watch::PassWatch;

/// The last value of a stage, with its request.
type RequestCache<T> = slot::StageCache<Request, T>;

/// Everything that a level depends on.
///
/// A game sets the variables of a grammar:
///
/// ```
/// use std::sync::Arc;
///
/// use delvewright_engine::base::Seed;
/// use delvewright_engine::pipeline::{Pipeline, Request};
/// use delvewright_engine::text::parse_grammar;
///
/// let text = r#"Grammar(
///     format: 1,
///     name: "Tower",
///     variables: {"floors": (default: 3, range: (1, 10))},
///     alphabet: (
///         nodes: {
///             "Stairs": (role: Start, form: Hall()),
///             "Hall": (form: Hall()),
///             "Throne": (role: Goal, form: Hall()),
///         },
///         edges: {"path": (role: Passage)},
///     ),
///     start: Graph(nodes: {1: "Stairs", 2: "Throne"}, edges: [(1, "path", 2)]),
///     rules: [(
///         name: "One hall more",
///         lhs: (nodes: {1: Any, 2: "Throne"}, edges: [(1, "path", 2)]),
///         rhs: (nodes: {1: Keep, 2: Keep, 3: "Hall"}, edges: [(1, "path", 3), (3, "path", 2)]),
///     )],
///     recipe: [Apply(rules: All, times: Var("floors * 2"))],
/// )"#;
/// let grammar = Arc::new(parse_grammar(text, None).value.expect("a grammar"));
/// let mut pipeline = Pipeline::default();
/// for floors in [1, 4] {
///     let variables = [("floors".to_owned(), floors)].into();
///     let request = Request { variables, ..Request::new(Arc::clone(&grammar), Vec::new(), Seed(7)) };
///     let level = pipeline.run(&request).level.expect("a level");
///     assert_eq!(level.places.len() as i64, 2 + 2 * floors);
///     assert_eq!(level.variables["floors"], floors);
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The grammar.
    pub grammar: Arc<Grammar>,
    /// The room sets, in the order in which the grammar names them.
    pub rooms: Vec<Arc<RoomSet>>,
    /// The seed of the run.
    pub seed: Seed,
    /// Values of the grammar's variables. Those that are not given keep the values that the grammar has.
    pub variables: VariableValues,
    /// The rolls after that, in order.
    pub rolls: Vec<Roll>,
    /// The positions from which the level is laid out, for the places that both have.
    pub previous_layout: Option<Arc<PreviousLayout>>,
}

impl Request {
    /// Returns a request for the level that depends on the files and the seed alone.
    pub fn new(grammar: Arc<Grammar>, rooms: Vec<Arc<RoomSet>>, seed: Seed) -> Self {
        let variables = VariableValues::new();
        Self { grammar, rooms, seed, variables, rolls: Vec::new(), previous_layout: None }
    }

    /// Returns the values of all variables of the grammar.
    pub fn values(&self) -> VariableValues {
        self.grammar.values_with(&self.variables)
    }
}

/// The result of a request: the values of all stages that could run, and their diagnostics.
#[derive(Clone, Debug)]
pub struct Run {
    /// The request.
    pub request: Request,
    /// All mistakes of the files.
    pub findings: Arc<ProjectFindings>,
    /// The mission with its derivation; `None` if the grammar has errors.
    pub derivation: Option<Arc<Derivation>>,
    /// The position of everything.
    pub plan: Option<Arc<Plan>>,
    /// The level before the last roll, whose places are kept.
    pub earlier: Option<Arc<PreviousLevel>>,
    /// The tiles before anything is placed in them, without seals.
    pub space: Option<Arc<Space>>,
    /// The cells that stay wall between two owners that the mission does not join.
    pub seals: Arc<[Cell]>,
    /// The level with its report.
    pub level: Option<Arc<Level>>,
    /// Diagnostics for the author.
    pub diagnostics: Vec<Diagnostic>,
    /// Number of diagnostics from each stage, in the order of `diagnostics`.
    pub noticed: Vec<(Stage, usize)>,
    /// The reason why there is no level, or why it is incomplete.
    pub failure: Option<StageFailure>,
}

/// The stage that did not finish, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageFailure {
    /// The stage.
    pub stage: Stage,
    /// A stable name of the reason.
    pub code: &'static str,
    /// The reason in plain words.
    pub message: String,
}

/// A stage of the pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// Grammar and room sets are checked for mistakes.
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

/// The surroundings of a run. The watcher hears of its progress.
pub type RunContext<'a> = StageContext<'a, dyn FnMut(RunMoment) + 'a>;

/// Runs requests. Stages that a request shares with the last one are not run again.
#[derive(Debug, Default)]
pub struct Pipeline {
    ceilings: Ceilings,
    leniency: Leniency,
    /// The grammar for the values of the request.
    settled: RequestCache<Arc<Grammar>>,
    checked: RequestCache<Arc<ProjectFindings>>,
    derived: RequestCache<Outcome<Arc<Derivation>>>,
    /// The derivation with the alphabet of the request, which may give symbols another look in space.
    labelled: RequestCache<Arc<Derivation>>,
    /// The check that the mission can be finished.
    judged: RequestCache<Outcome<()>>,
    /// The level before the last roll.
    earlier: RequestCache<Option<Arc<PreviousLevel>>>,
    planned: RequestCache<Outcome<Arc<Plan>>>,
    formed: RequestCache<Outcome<Formed>>,
    populated: RequestCache<Outcome<Arc<Level>>>,
    verified: RequestCache<Report>,
}

/// A space, with its seals in shared form. It shares its tiles with the level.
#[derive(Debug)]
struct Formed {
    space: Arc<Space>,
    seals: Arc<[Cell]>,
}

impl Pipeline {
    /// Sets the leniency.
    #[must_use]
    pub fn with_leniency(self, leniency: Leniency) -> Self {
        Self { leniency, ..self }
    }

    /// Takes over the findings of a request that are known, so that its files are not checked again.
    pub fn assume_checked(&mut self, request: &Request, findings: Arc<ProjectFindings>) {
        self.checked.put(0, request, findings);
    }

    /// Runs all stages of a request that differ from the last one, in the default context.
    pub fn run(&mut self, request: &Request) -> Run {
        self.run_in(request, RunContext::default()).expect("nobody stops it")
    }

    /// Runs all stages of a request that differ from the last one.
    ///
    /// Stages that are done when it is stopped are kept for the next request. Reused stages are not reported.
    ///
    /// # Errors
    /// Returns an error if it is stopped before the run is done.
    pub fn run_in(&mut self, request: &Request, mut context: RunContext<'_>) -> Result<Run, Cancelled> {
        self.keep_within(context.ceilings);
        let mut nobody = |_| {};
        let watch: &mut dyn FnMut(RunMoment) = match context.watcher.take() {
            Some(watch) => watch,
            None => &mut nobody,
        };
        let stop = &context.stop;
        let request = &self.settled(request)?;
        let (_, findings) = self.checked.get(0, request, Request::shares_files_with, || {
            stop.unless_stopped(Arc::new(ProjectFindings::of_request(request)))
        })?;
        let findings = Arc::clone(findings);
        let mut run = Run::empty(request, Arc::clone(&findings), self.leniency);
        if run.failure.is_some() {
            return Ok(run);
        }
        // Unusable rooms are left out before a stage reads them.
        let request = &self.leniency.usable(request, &findings);
        let Request { grammar, seed, previous_layout, .. } = request;
        let stand_ins = self.leniency.stand_ins();
        let (movement, previous_layout) = (grammar.movement, previous_layout.as_deref());
        let terms = LayoutContext { movement, stand_ins, kept: None, previous_layout };
        let (derived_version, derived) = self.derived.get(0, request, Request::derives_like, || {
            timed(Stage::Derive, watch, |watch| {
                let seed = seed.child("derive");
                let mut watch = |moment| watch(RunMoment::of_derivation(moment));
                let context = DeriveContext { watcher: Some(&mut watch), ..context.unwatched() };
                Ok(derive_checked(grammar, seed, context)?.map(Arc::new))
            })
        })?;
        run.note(Stage::Derive, derived);
        let same_alphabet = |one: &Request, two: &Request| one.grammar.alphabet == two.grammar.alphabet;
        let (labelled_version, derivation) =
            self.labelled.get(derived_version, request, same_alphabet, || {
                Ok(with_alphabet(&derived.value, &grammar.alphabet))
            })?;
        run.derivation = Some(Arc::clone(derivation));
        if !derived.is_done() {
            // The failed mission can be shown as a graph; a level of it would not be what was asked for.
            return Ok(run);
        }
        let (_, judged) = self.judged.get(
            labelled_version,
            request,
            |_, _| true,
            || finishable::check_finishable(&derivation.mission, &derivation.alphabet, stop),
        )?;
        run.note(Stage::Derive, judged);
        if !judged.is_done() && !self.leniency.forms_unsafe_missions() {
            return Ok(run);
        }
        stop.spend(work_of_layout(derivation.mission.node_count()));
        stop.unless_stopped(())?;
        let level_seed = request.seed_of_level();
        let (earlier_version, earlier) =
            self.earlier.get(labelled_version, request, Request::rolls_like, || {
                Ok(PreviousLevel::of(request, derivation, terms, &context)?.map(Arc::new))
            })?;
        run.earlier.clone_from(earlier);
        let earlier = earlier.as_deref();
        let (planned_version, planned) =
            self.planned.get(earlier_version, request, Request::is_laid_out_like, || {
                timed(Stage::Layout, watch, |_| {
                    let (mission, settings) = (&derivation.mission, &grammar.layout_of_missions());
                    let (alphabet, seed) = (&grammar.alphabet, level_seed.child("layout"));
                    let terms = LayoutContext { kept: earlier.map(|earlier| &earlier.kept), ..terms };
                    let (rooms, context) = (&request.rooms, context.unwatched());
                    let planned = layout(mission, alphabet, rooms, settings, seed, terms, context)?;
                    Ok(planned.map(Arc::new))
                })
            })?;
        run.note(Stage::Layout, planned);
        let plan = &planned.value;
        if plan.places.is_empty() {
            return Ok(run);
        }
        run.plan = Some(Arc::clone(plan));
        stop.spend(WORK_OF_A_CELL * plan.size.area() as u64);
        stop.unless_stopped(())?;
        let same_movement = |one: &Request, two: &Request| one.grammar.movement == two.grammar.movement;
        let (formed_version, formed) = self.formed.get(planned_version, request, same_movement, || {
            timed(Stage::Form, watch, |watch| {
                let (earlier, seed) = (earlier.map(|earlier| &earlier.space), level_seed.child("form"));
                let mut done = |stage| watch(RunMoment::Done(RunPart::Formed(stage)));
                let mut watcher = FormingWatcher::telling(&mut done);
                let context = FormContext { watcher: Some(&mut watcher), ..context.unwatched() };
                let mut formed = form(plan, earlier, grammar.movement, seed, context)?;
                let (mission, alphabet) = (&derivation.mission, &grammar.alphabet);
                formed.diagnostics.extend(check_collapsed(plan, &formed.value, mission, alphabet));
                formed.diagnostics.extend(check_widths(plan, &formed.value, mission, alphabet));
                Ok(formed.map(|mut space| {
                    let seals = std::mem::take(&mut space.seals).into();
                    Formed { space: Arc::new(space), seals }
                }))
            })
        })?;
        run.note(Stage::Form, formed);
        run.seals = Arc::clone(&formed.value.seals);
        run.space = Some(Arc::clone(&formed.value.space));
        if !formed.is_done() {
            return Ok(run);
        }
        let space = &formed.value.space;
        let is_populated_alike = |one: &Request, two: &Request| {
            one.grammar.name == two.grammar.name
                && one.grammar.populate == two.grammar.populate
                && one.grammar.theme == two.grammar.theme
                && one.values() == two.values()
        };
        let (populated_version, populated) =
            self.populated.get(formed_version, request, is_populated_alike, || {
                timed(Stage::Populate, watch, |watch| {
                    let mut heard = PassWatch::new(watch, &grammar.populate);
                    let mut hear = |done: Populated<'_>, level: &Level| heard.hear(done, level);
                    let context = PopulateContext { watcher: Some(&mut hear), ..context.unwatched() };
                    let populated = request.populated(plan, space, derivation, earlier, context)?;
                    Ok(populated.map(Arc::new))
                })
            })?;
        run.note(Stage::Populate, populated);
        if !populated.is_done() {
            return Ok(run);
        }
        let level = &mut populated.value;
        let (_, report) = self.verified.get(
            populated_version,
            request,
            |_, _| true,
            || timed(Stage::Verify, watch, |_| verify(level, context.unwatched())),
        )?;
        if level.report != *report {
            // Nobody shares the level yet, so this makes no copy.
            Arc::make_mut(level).report = report.clone();
        }
        run.note_report(report);
        run.level = Some(Arc::clone(level));
        Ok(run)
    }
}

impl Pipeline {
    /// Returns the request with the numbers of its grammar for its values.
    fn settled(&mut self, request: &Request) -> Result<Request, Cancelled> {
        if request.grammar.is_settled_for(&request.variables) {
            return Ok(request.clone());
        }
        let same = |one: &Request, two: &Request| {
            Arc::ptr_eq(&one.grammar, &two.grammar) && one.variables == two.variables
        };
        let settle = || Ok(Arc::new(request.grammar.with_values(&request.variables)));
        let (_, grammar) = self.settled.get(0, request, same, settle)?;
        Ok(Request { grammar: Arc::clone(grammar), ..request.clone() })
    }

    /// Drops the values that other ceilings limited.
    fn keep_within(&mut self, ceilings: Ceilings) {
        if self.ceilings != ceilings {
            let checked = std::mem::take(&mut self.checked);
            *self = Self { ceilings, leniency: self.leniency, checked, ..Self::default() };
        }
    }
}

/// The cost of forming, populating and verifying a cell in the units of [`StopToken`], which these stages
/// rarely read.
const WORK_OF_A_CELL: u64 = 200;

/// Returns the cost of laying out places besides the searches, which count their own work. Places are
/// compared in pairs.
const fn work_of_layout(places: usize) -> u64 {
    let places = places as u64;
    5_000 * places + 5 * places * places
}

/// Reports when a stage begins and ends.
fn timed<T>(
    stage: Stage,
    watch: &mut dyn FnMut(RunMoment),
    work: impl FnOnce(&mut dyn FnMut(RunMoment)) -> Result<T, Cancelled>,
) -> Result<T, Cancelled> {
    watch(RunMoment::Begins(RunPart::Stage(stage)));
    let done = work(watch);
    watch(RunMoment::Ends(RunPart::Stage(stage)));
    done
}

/// Comparisons of requests from the view of a stage.
impl Request {
    fn shares_files_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.grammar, &other.grammar)
            && self.variables == other.variables
            && self.shares_rooms_with(other)
    }

    fn shares_rooms_with(&self, other: &Self) -> bool {
        let same = |(one, other): (&Arc<RoomSet>, &Arc<RoomSet>)| Arc::ptr_eq(one, other) || one == other;
        self.rooms.len() == other.rooms.len() && self.rooms.iter().zip(&other.rooms).all(same)
    }

    /// Returns `true` if both have the same derivation.
    ///
    /// It depends on the seed, the rules, and the names and roles of symbols, but not on their look in space.
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

    /// Returns `true` if both have the same layout of one mission.
    fn is_laid_out_like(&self, other: &Self) -> bool {
        let seeds = self.seed_of_level() == other.seed_of_level();
        seeds
            && self.grammar.layout == other.grammar.layout
            && self.grammar.movement == other.grammar.movement
            && self.previous_layout == other.previous_layout
            && self.shares_rooms_with(other)
    }

    /// Returns `true` if both keep the same places of the same level before their last rolls.
    fn rolls_like(&self, other: &Self) -> bool {
        let same = |(one, two): (&Roll, &Roll)| one.keep == two.keep && one.pins == two.pins;
        let seeds = |request: &Self| -> Vec<Seed> {
            request.rolls.iter().rev().skip(1).map(|roll| roll.seed).collect()
        };
        let (one, two) = (&self.grammar, &other.grammar);
        let rolls_alike = self.rolls.len() == other.rolls.len()
            && self.rolls.iter().zip(&other.rolls).all(same)
            && seeds(self) == seeds(other);
        // Without rolls there is nothing before.
        rolls_alike
            && (self.rolls.is_empty()
                || (one.layout == two.layout
                    && one.movement == two.movement
                    && one.name == two.name
                    && one.populate == two.populate
                    && one.theme == two.theme
                    && self.previous_layout == other.previous_layout
                    && self.shares_rooms_with(other)))
    }
}

/// Returns a derivation with another alphabet whose symbols have the same names and roles.
fn with_alphabet(derivation: &Arc<Derivation>, alphabet: &Alphabet) -> Arc<Derivation> {
    if *derivation.alphabet == *alphabet {
        return Arc::clone(derivation);
    }
    Arc::new(Derivation { alphabet: Arc::new(alphabet.clone()), ..Derivation::clone(derivation) })
}

/// Returns the parts of node symbols that a derivation reads.
fn node_meanings(alphabet: &Alphabet) -> impl Iterator<Item = (&String, Option<NodeRole>)> {
    alphabet.nodes.iter().map(|(name, symbol)| (name, symbol.role))
}

/// Returns the parts of edge symbols that a derivation reads.
fn edge_meanings(alphabet: &Alphabet) -> impl Iterator<Item = (&String, EdgeRole, bool)> {
    alphabet.edges.iter().map(|(name, symbol)| (name, symbol.role, symbol.one_way))
}
