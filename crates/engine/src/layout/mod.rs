//! Layout turns a mission into a [`Plan`]: every place has bounds, every passage a route, nothing overlaps.
//!
//! In: the final mission, its alphabet, the room sets, the layout settings.
//! Out: for each place its site, its core, everything random that its size depends on, and the cards on its board; for each passage the cells of its route.
//! Guaranteed: every passage of a connected mission has a way, where passages may cross, or need not; cores keep a cell of wall between them; routes of different passages never touch, not even at a corner, but where one goes straight over another; they touch no core but those of their own two places; a room is entered only through its sockets.
//! Not guaranteed: that every passage finds a way where places have sites of their own and distances are constant or bridges forbidden. What finds none is named in the diagnostics with what it is in conflict with, and the plan holds the rest.
//!
//! Sites are found by a greedy search over several random orders, or from a drawing without crossings, routes by A* along lines; where ways are missing, both are done again, with more lines. Searches end after a counted number of steps. What they do not lay out is drawn in rows if passages need not cross, else with a lane for every passage. Open passages that cross others become corridors. Where spacing is compact, all that then slides together.

mod assemble;
mod attempts;
mod boards;
#[cfg(test)]
mod budget_tests;
mod bundles;
mod problem;
mod channels;
mod compact;
mod conflict;
mod doorways;
mod embedding;
mod extent;
mod kept;
mod layers;
mod lengths;
mod lines;
mod looks;
mod outlets;
mod outline;
mod pinned;
mod pins;
mod plan;
mod planar;
mod reading;
mod river;
mod routes;
mod shaped;
mod shares;
mod sites;
mod sizes;
mod spacing;
mod sprawl;
mod steady;
mod template_budget;
mod winding;
mod work;

pub use kept::Kept;
pub use plan::{
    KeptPart, LaidCard, Plan, PlannedBoard, PlannedCrossing, PlannedForm, PlannedPassage, PlannedPlace,
    PlannedRoom, PlannedSocket, template_name,
};
pub use steady::{LAID_OUT_AS_BEFORE, LAYOUT_NOT_HELD, Precursor};

pub(crate) use shares::shares;
use shares::shares_from_ends;

pub use reading::{Figure, LayoutReading, median};

use std::sync::Arc;

use assemble::{Ends, assemble};
use attempts::{Attempt, attempts, last_attempts};
use extent::Excess;
use lines::Density;
use problem::LayoutProblem;
use routes::Routes;
use sizes::Sized;
use spacing::{Frame, LatticeSpacing};
use work::{BOUND_STEPS, LAST_STEPS, LAST_STEPS_WITHOUT_BRIDGES, LAYOUT_STEPS};

use crate::base::{Cancelled, Ceilings, Diagnostic, Outcome, Seed, Severity, Size, Stop, StopToken};
use crate::mission::{Alphabet, Bound, Bridges, LayoutSettings, Mission, RoomSet, Shape, Site, Spacing};

/// Hundredths of the steps of a layout for what is kept, and of the rest for a sprawl or pins: what is left lays the mission out as if there were none.
const KEPT_PERCENT: u64 = 50;
const SPRAWL_PERCENT: u64 = 60;
const PINNED_PERCENT: u64 = 75;

/// Cells of wall around everything, and around what is compact.
const MARGIN_CELLS: u32 = 2;
const COMPACT_MARGIN_CELLS: u32 = 1;

/// Lays a mission out.
///
/// A level that would have too many cells gives no plan and an error `level-too-large`.
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
    let (problem, found) = LayoutProblem::new(mission, alphabet, Terms::default(), &StopToken::never());
    lay_out_within_bound(&problem.with_shape(settings.shape), found, rooms, settings, seed, Terms::default())
}

/// What a mission is laid out by besides its settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms<'k> {
    /// How large the level may become.
    pub ceilings: Ceilings,
    /// What is done about places whose rooms cannot be used.
    pub stand_ins: StandIns,
    /// What stays as it is in an earlier level of the mission.
    pub kept: Option<&'k Kept>,
    /// Where its places lay before the mission changed, if it lies about as it did.
    pub precursor: Option<&'k Precursor>,
}

/// What is done about a place that is formed by rooms or cards, but for which none can be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StandIns {
    /// The mission is not laid out.
    #[default]
    Never,
    /// The place becomes a plain hall, with a warning [`STAND_IN`].
    Halls,
}

/// The code of the warning that a plain hall stands in for a room.
pub const STAND_IN: &str = "stand-in";

/// The same by other terms.
///
/// # Errors
/// If the token is stopped before the mission is laid out.
///
/// # Panics
/// If a symbol of the mission is not of this alphabet.
pub fn layout_until(
    mission: &Mission,
    alphabet: &Alphabet,
    rooms: &[Arc<RoomSet>],
    settings: &LayoutSettings,
    seed: Seed,
    terms: Terms<'_>,
    stop: &StopToken,
) -> Result<Outcome<Plan>, Cancelled> {
    let (problem, found) = LayoutProblem::new(mission, alphabet, terms, stop);
    let problem = problem.with_shape(settings.shape);
    stop.unless_stopped(lay_out_within_bound(&problem, found, rooms, settings, seed, terms))
}

/// Lays a problem out as if there were no bound, and returns that if it is within the bound: such a bound changes nothing.
///
/// Otherwise lays it out again for the sake of the bound, with fewer steps. If that exceeds the bound too, the first layout is returned with the bound that it needs.
/// A mission that has no layout without a bound has none within one.
fn lay_out_within_bound(
    problem: &LayoutProblem,
    diagnostics: Vec<Diagnostic>,
    rooms: &[Arc<RoomSet>],
    settings: &LayoutSettings,
    seed: Seed,
    terms: Terms<'_>,
) -> Outcome<Plan> {
    let unbound = Shape { bound: Bound::None, ..problem.shape };
    let free = problem.within_steps(LAYOUT_STEPS).with_shape(unbound);
    let mut free = lay_out(&free, diagnostics.clone(), rooms, settings, seed, terms);
    let has_error = |found: &Diagnostic| found.severity == Severity::Error;
    let exceeds = |found: &Diagnostic| found.code == outline::OUT_OF_BOUND;
    let is_whole = |outcome: &Outcome<Plan>| !outcome.diagnostics.iter().any(has_error);
    if settings.shape.bound.size().is_none() || free.value.places.is_empty() || is_whole(&free) {
        return free;
    }
    let is_otherwise_done = free.diagnostics.iter().all(|found| !has_error(found) || exceeds(found));
    if is_otherwise_done {
        // That is sure to help.
        let raise = LayoutSettings::raise_bound(free.value.size);
        let exceeding = free.diagnostics.iter_mut().filter(|found| exceeds(found) && found.remedy.is_none());
        exceeding.for_each(|found| found.remedy = raise.clone());
        if outline::is_pinned_beyond_bound(settings, &free.value) {
            return free;
        }
    }
    let bound = problem.within_steps(BOUND_STEPS);
    let bound = lay_out(&bound, diagnostics, rooms, settings, seed, terms);
    if is_otherwise_done && !is_whole(&bound) { free } else { bound }
}

/// Lays a problem out, of which these diagnostics are known.
fn lay_out(
    problem: &LayoutProblem,
    mut diagnostics: Vec<Diagnostic>,
    rooms: &[Arc<RoomSet>],
    settings: &LayoutSettings,
    seed: Seed,
    terms: Terms<'_>,
) -> Outcome<Plan> {
    if let Some(mistake) = extent::check_places(problem, settings.spacing.into()) {
        diagnostics.push(mistake);
        return nothing(diagnostics);
    }
    if let Some(kept) = terms.kept.filter(|_| !problem.places.is_empty()) {
        match kept::lay_out(&problem.with_percent(KEPT_PERCENT), rooms, settings, kept, seed, diagnostics) {
            Ok(finished) => return finished,
            Err(found) => diagnostics = found,
        }
    }
    let (sizes, mistakes) = sizes::draw(problem, rooms, settings, seed.child("sizes"));
    diagnostics.extend(mistakes);
    if !settings.spacing.sizes_halls_for_neighbours() {
        diagnostics.extend(sizes::larger_halls(problem, &sizes));
    }
    if problem.places.is_empty()
        || diagnostics.iter().any(|d| [sizes::NO_ROOM, sizes::TOO_LARGE, boards::NO_CARD].contains(&d.code))
    {
        return nothing(diagnostics);
    }
    let pinned = pins::pinned(problem, &sizes, settings);
    diagnostics.extend(pinned.iter().flat_map(|(_, found)| found.iter().cloned()));
    let problem = pinned.as_ref().map_or(problem, |(pinned, _)| pinned);
    let near =
        terms.precursor.and_then(|precursor| steady::near(problem, &sizes, settings.spacing, precursor));
    let problem = near.as_ref().unwrap_or(problem);
    let lay_cards = |plan: &mut Plan| boards::lay(plan, problem, rooms, seed.child("cards"));
    let settled = match doorways::settle(problem, &sizes, settings, seed) {
        Ok(settled) => settled,
        Err(why) => {
            diagnostics.extend(why.explained(problem, &sizes));
            return nothing(diagnostics);
        }
    };
    diagnostics.extend(settled.notes);
    let problem = settled.problem.as_ref().unwrap_or(problem);
    if let Spacing::Sprawl { length, beside } = settings.spacing {
        let manner = sprawl::Manner { length, beside };
        let sprawling = problem.with_percent(SPRAWL_PERCENT);
        let sprawl = |seed: Seed| sprawl::arrange(&sprawling, &sizes, manner, rooms, settings, seed);
        match shaped::sprawl_shaped(problem, sprawl, seed.child("sprawl")) {
            Some((sizes, arranged)) => {
                let arranged = lengths::spread(problem, &sizes, arranged);
                let arranged = winding::wind(problem, &sizes, arranged, seed.child("winding"));
                diagnostics.extend(lengths::check(problem, &sizes, settings.spacing, &arranged));
                return finish(problem, arranged, &sizes, settings, lay_cards, diagnostics);
            }
            None => diagnostics.push(sprawl::gave_up(problem, &sizes)),
        }
    }
    let as_before = terms.precursor.filter(|_| settled.arranged.is_none() && !problem.has_pins());
    let as_before =
        as_before.and_then(|precursor| steady::arrange(problem, &sizes, settings, precursor, seed));
    let keeps = |arranged: &Arrangement| steady::keeps_sides(problem, &arranged.routes.cores);
    let goes_on = as_before.is_some() || (near.is_some() && settled.arranged.as_ref().is_some_and(keeps));
    let not_held = |precursor| steady::not_held(problem, &sizes, settings.spacing, precursor);
    diagnostics.extend(match goes_on {
        true => Some(steady::note()),
        false => terms.precursor.and_then(not_held),
    });
    let arranged = settled.arranged.or(as_before);
    let pinned = || pinned::arrange(&problem.with_percent(PINNED_PERCENT), &sizes, settings, seed);
    let arranged = match arranged.or_else(pinned) {
        Some(arranged) => Ok(arranged),
        None => unpinned(problem, &sizes, settings, seed),
    };
    let best = match arranged {
        Ok(best) => best,
        Err(mistake) => {
            diagnostics.push(*mistake);
            return nothing(diagnostics);
        }
    };
    let best = match settings.spacing {
        // There sites lie a constant distance apart, or pinned places stay.
        Spacing::Fixed { .. } => best,
        _ if problem.has_pins() => best,
        Spacing::Compact { .. } | Spacing::Elastic { .. } | Spacing::Sprawl { .. } => {
            lengths::spread(problem, &sizes, best)
        }
    };
    let best = winding::wind(problem, &sizes, best, seed.child("winding"));
    diagnostics.extend(lengths::check(problem, &sizes, settings.spacing, &best));
    match (best.missing.first(), best.too_large) {
        (None, _) => {}
        // Nobody reads why.
        _ if problem.work.is_stopped() => return nothing(diagnostics),
        // That is why; which ways the search did not find is beside the point.
        (Some(_), Some(excess)) => diagnostics.push(problem.exceeded(excess)),
        (Some(first), None) => {
            diagnostics.extend(conflict::no_ways(problem, &best.missing, settings));
            diagnostics.push(conflict::explain(problem, &sizes, settings, seed, *first));
        }
    }
    finish(problem, best, &sizes, settings, lay_cards, diagnostics)
}

/// Arranges all places as the settings say, wherever they are pinned.
fn unpinned(
    problem: &LayoutProblem,
    sizes: &[Sized],
    settings: &LayoutSettings,
    seed: Seed,
) -> Result<Arrangement, Box<Diagnostic>> {
    let mut sited = problem.places.iter().enumerate().filter_map(|(place, of)| Some((place, of.site?)));
    if let (Some((place, site)), None) = (sited.next(), sited.next()) {
        // A single site says nothing about where others lie.
        let arranged = arrange_by_spacing(&problem.without_sites(), sizes, settings, seed)?;
        return Ok(arranged.with_site(place, site));
    }
    arrange_by_spacing(problem, sizes, settings, seed)
}

fn arrange_by_spacing(
    problem: &LayoutProblem,
    sizes: &[Sized],
    settings: &LayoutSettings,
    seed: Seed,
) -> Result<Arrangement, Box<Diagnostic>> {
    let solved = || shaped::solve_shaped(problem, sizes, settings, seed);
    match settings.spacing {
        Spacing::Compact { gap } => compact::arrange(problem, sizes, settings, gap, seed),
        Spacing::Elastic { gap } => {
            let solved = solved();
            let is_done = solved.as_ref().is_ok_and(Arrangement::is_without_crossings);
            if is_done {
                return solved;
            }
            let with_bridges = solved.as_ref().ok().filter(|solved| solved.missing.is_empty());
            let ground = |place: usize, core| sizes[place].likely_reach(core);
            let cells = |solved: &Arrangement| extent::cells(solved.routes.bounds(ground).size);
            let in_rows = compact::in_rows_of_sites(problem, sizes, gap, with_bridges.map(cells));
            in_rows.or_else(|excess| solved.map(|solved| Arrangement { too_large: excess, ..solved }))
        }
        Spacing::Fixed { .. } | Spacing::Sprawl { .. } => solved(),
    }
}

/// The plan of an arrangement, with cards on its boards, if it is not too large.
fn finish(
    problem: &LayoutProblem,
    arranged: Arrangement,
    sizes: &[Sized],
    settings: &LayoutSettings,
    lay_cards: impl FnOnce(&mut Plan) -> Vec<Diagnostic>,
    mut diagnostics: Vec<Diagnostic>,
) -> Outcome<Plan> {
    // What is compact ends where its places mostly do.
    let ends = match settings.spacing {
        Spacing::Compact { .. } => Ends { ground: Sized::likely_reach, margin: COMPACT_MARGIN_CELLS },
        Spacing::Elastic { .. } | Spacing::Fixed { .. } | Spacing::Sprawl { .. } => Ends::default(),
    };
    let mut value = assemble(problem, &arranged.sites, sizes, ends, arranged.routes);
    if problem.is_too_large(value.size) {
        diagnostics.push(problem.too_large(value.size));
        return nothing(diagnostics);
    }
    diagnostics.extend(outline::check_bound(problem, &value, settings));
    diagnostics.extend(outline::check_symmetry(problem, &value));
    diagnostics.extend(outline::check_ends(problem, &value));
    diagnostics.extend(lay_cards(&mut value));
    diagnostics.extend(pins::check(problem, settings, &value));
    let failed = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    Outcome { value, diagnostics, stop: if failed { Stop::Failed } else { Stop::Done } }
}

/// No plan, for these reasons.
fn nothing(diagnostics: Vec<Diagnostic>) -> Outcome<Plan> {
    Outcome { value: Plan::default(), diagnostics, stop: Stop::Failed }
}

/// Lays out a mission: by search, by a drawing that always succeeds where it applies, by longer search. Returns the best try, or why there is none.
fn solve(
    problem: &LayoutProblem,
    sizes: &[Sized],
    settings: &LayoutSettings,
    seed: Seed,
) -> Result<Arrangement, Box<Diagnostic>> {
    let steps = match settings.bridges {
        Bridges::Allow => LAST_STEPS,
        Bridges::Forbid => LAST_STEPS_WITHOUT_BRIDGES,
    };
    solve_within(problem, Some(&problem.with_work(steps)), sizes, settings, seed, usize::MAX)
}

/// Solves a mission within so many attempts. The longer search takes its steps from `with_last`; there is none without.
fn solve_within(
    problem: &LayoutProblem,
    with_last: Option<&LayoutProblem>,
    sizes: &[Sized],
    settings: &LayoutSettings,
    seed: Seed,
    most_attempts: usize,
) -> Result<Arrangement, Box<Diagnostic>> {
    let searched = search(problem, sizes, settings, seed, most_attempts);
    if problem.work.is_stopped() || searched.as_ref().is_ok_and(|best| best.missing.is_empty()) {
        return searched;
    }
    // Only there does a line for every cell mean anything.
    let with_last = with_last.filter(|_| matches!(settings.spacing, Spacing::Fixed { .. }));
    // Ways from a place to itself are found by the longer search alone, so crossings have to wait for it.
    if let Some(longer) = with_last.filter(|problem| problem.has_loops()) {
        let longer = longer.with_work(LAST_STEPS_WITHOUT_BRIDGES);
        let plain = LayoutSettings { bridges: Bridges::Forbid, ..settings.clone() };
        let plain = search_through(last_attempts(&longer, &plain), &longer, sizes, &plain, seed);
        if plain.as_ref().is_ok_and(Arrangement::is_without_crossings) {
            return plain;
        }
    }
    let sites = match &searched {
        Ok(best) => best.sites.clone(),
        Err(_) => sites::choose(problem, seed.child("sites").numbered(0)),
    };
    match constructed(problem, sizes, settings, &sites) {
        Ok(arranged) => Ok(arranged),
        // What failed is to be seen.
        Err(Misfit::TooLarge(size)) => searched
            .map(|best| Arrangement { too_large: Some(Excess::Size(size)), ..best })
            .map_err(|_| Box::new(problem.too_large(size))),
        Err(Misfit::FewPorts | Misfit::TooClose | Misfit::Crosses) => {
            let searched = searched?;
            let last = with_last.and_then(|problem| {
                search_through(last_attempts(problem, settings), problem, sizes, settings, seed).ok()
            });
            let is_better = |last: &Arrangement| last.missing.len() < searched.missing.len();
            Ok(last.filter(is_better).unwrap_or(searched))
        }
    }
}

/// Draws a mission without search: without crossings if that can be, else with a lane for every passage.
fn constructed(
    problem: &LayoutProblem,
    sizes: &[Sized],
    settings: &LayoutSettings,
    sites: &[Site],
) -> Result<Arrangement, Misfit> {
    let layered = layers::arrange(problem, sizes, settings.spacing.into());
    if layered.is_ok() || settings.bridges == Bridges::Forbid {
        return layered;
    }
    channels::arrange(problem, sizes, settings.spacing.into(), sites, problem.is_free())
}

/// Why a mission cannot be drawn without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Misfit {
    /// A room does not have enough sockets, or not in the order of its passages.
    FewPorts,
    /// Places have sites of their own that lie too close together, or that no drawing without crossings has.
    TooClose,
    /// Passages cross however they are drawn.
    Crosses,
    /// The level would have this size.
    TooLarge(Size),
}

/// Tries until every passage has its way, or so often; gives back the best try, or why there is none.
fn search(
    problem: &LayoutProblem,
    sizes: &[Sized],
    settings: &LayoutSettings,
    seed: Seed,
    most_attempts: usize,
) -> Result<Arrangement, Box<Diagnostic>> {
    // These find no way from a place to itself.
    let most_attempts = if problem.has_loops() { 1 } else { most_attempts };
    search_through(attempts(problem, settings).take(most_attempts), problem, sizes, settings, seed)
}

/// Makes these attempts until in one every passage has its way; gives back the best, or why there is none.
fn search_through(
    attempts: impl Iterator<Item = Attempt>,
    problem: &LayoutProblem,
    sizes: &[Sized],
    settings: &LayoutSettings,
    seed: Seed,
) -> Result<Arrangement, Box<Diagnostic>> {
    let mut best: Option<Arrangement> = None;
    for attempt in attempts {
        if best.is_some() && problem.work.is_spent() {
            break;
        }
        let arranged = match arrange(problem, sizes, settings.spacing.into(), attempt, seed) {
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

/// What came of an attempt.
struct Arrangement {
    sites: Vec<Site>,
    routes: Routes,
    /// The passages without a way.
    missing: Vec<usize>,
    /// What a level would have too much of that has a way for all of them.
    too_large: Option<Excess>,
}

impl Arrangement {
    /// Has every passage a way, and goes none over another?
    fn is_without_crossings(&self) -> bool {
        self.missing.is_empty() && self.routes.crossings.is_empty()
    }

    /// With sites that lie to each other as before, of which that of a place is known.
    fn with_site(mut self, place: usize, site: Site) -> Self {
        if let Some(now) = self.sites.get(place).copied() {
            let moved = |other: &Site| Site { x: other.x + site.x - now.x, y: other.y + site.y - now.y };
            self.sites = self.sites.iter().map(moved).collect();
        }
        self
    }
}

fn arrange(
    problem: &LayoutProblem,
    sizes: &[Sized],
    spacing: LatticeSpacing,
    attempt: Attempt,
    seed: Seed,
) -> Result<Arrangement, Box<Diagnostic>> {
    let sites = sites::choose(problem, seed.child("sites").numbered(attempt.sites));
    if let Some(mistake) = spacing::check_extent(&sites, sizes, spacing) {
        return Err(Box::new(mistake));
    }
    let every_cell = matches!(attempt.density, Density::Cells { .. });
    let ports: Vec<_> = problem
        .places
        .iter()
        .zip(sizes)
        .map(|(place, sized)| routes::ports(sized, place.passages.len(), every_cell))
        .collect();
    let frame = Frame::new(&sites, sizes, &ports, spacing, attempt.density);
    let seed = seed.child("routes").numbered(attempt.sites);
    let (last, loops) = (attempt.last, attempt.loops);
    let mut routes = Routes::find(problem, &frame, &ports, last, loops, &[], seed)?;
    // Where passages need not cross, those that were pushed aside too often go first.
    let mut urgent = Vec::new();
    while !problem.work.is_spent()
        && !routes.pushed_out.is_empty()
        && urgent.len() < attempt.most_urgent
        && !sites::cross(problem, &sites)
    {
        urgent.append(&mut routes.pushed_out);
        routes = Routes::find(problem, &frame, &ports, last, loops, &urgent, seed)?;
    }
    let missing = routes.missing();
    Ok(Arrangement { sites, routes, missing, too_large: None })
}
