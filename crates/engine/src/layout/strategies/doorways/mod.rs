//! Doorways: the two places of a doorway lie wall to wall, and the doorway is one cell of their common wall.
//!
//! - Input: the mission, the size of every place, and layout settings with compact spacing.
//! - Output: an arrangement of all places, and the doorways that became corridors.
//! - Places that doorways join form a group, which is assembled like a jigsaw (`group`). If that fails, doorways
//!   that may become corridors do, beginning with the one that was most in the way.
//! - First, groups are assembled by their doorways alone and packed like places. All other passages are then
//!   routed around them (`loose`).
//! - If that fails, groups are assembled with all passages between their places, and laid out like rooms (`whole`).
//! - If pins cannot be met by moving the level, groups are assembled so that their pins hold (`holder`).
//! - The places of a doorway are one cell apart, and its route leaves their ground only in that cell. No two
//!   doorways touch.
//! - The search is limited, so a solution can be missed. Then `conflict` names the doorways in conflict.
//!
//! Source: the configuration spaces of Edgar (Nepožitek, 2019) and of Ma et al. (2014), with a systematic
//! search instead of simulated annealing.

mod conflict;
mod exits;
mod group;
mod holder;
mod jigsaw;
mod loose;
mod piece;
mod search;
mod whole;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use petgraph::unionfind::UnionFind;

use self::group::{AssembledGroup, DoorwayGroup, assemble};
use self::search::FailureCounts;
use self::whole::MergedMission;
use super::pinned;
use crate::base::{Cell, Diagnostic, Rect, Seed, Severity};
use crate::layout::budget::COMPACT_MARGIN_CELLS;
use crate::layout::budget::doorways::{
    BOUND_PERCENT, DOORWAY_STEPS, FIRST_PERCENT, GROUPS_PERCENT, LEAST_STEPS, LOOSE_PERCENT,
    MOST_BOUND_TRIES, SETTLING_PERCENT, TOGETHER_PERCENT, UNPINNED_PERCENT, WHOLE_PERCENT, WHOLE_STEPS,
};
use crate::layout::compact;
use crate::layout::drawing::{Arrangement, Route, SizedPlace};
use crate::layout::input::pins;
use crate::layout::input::problem::{LayoutProblem, ProblemPassage, ProblemPlace};
use crate::layout::outline::ShapeOutline;
use crate::level::PassageForm;
use crate::mission::DoorwayFallback;
use crate::settings::{Bridges, LayoutSettings, Spacing};

/// The doorways of a mission after layout decided about them.
#[derive(Default)]
pub(in crate::layout) struct SettledDoorways<'a> {
    /// The mission, with corridors in place of some doorways; `None` if it has no doorways.
    pub problem: Option<LayoutProblem<'a>>,
    /// The arrangement, if places lie wall to wall.
    pub arranged: Option<Arrangement>,
    /// Notes about doorways that became corridors.
    pub notes: Vec<Diagnostic>,
}

/// Puts the places of doorways wall to wall if the spacing is compact. Otherwise doorways become corridors.
///
/// # Errors
///
/// Returns the reason why places cannot be put wall to wall, or not be laid out at all.
pub(in crate::layout) fn settle<'a>(
    problem: &LayoutProblem<'a>,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    seed: Seed,
) -> Result<SettledDoorways<'a>, DoorwayFailure<'a>> {
    if doorways(problem).next().is_none() {
        return Ok(SettledDoorways::default());
    }
    match settings.spacing {
        Spacing::Compact { gap } => {
            let settling = problem.with_percent(SETTLING_PERCENT);
            let (corridors, arranged) = arrange_within_bound(&settling, sizes, settings, gap, seed)?;
            let corridors = standing_in(problem, sizes, &corridors, &arranged);
            Ok(SettledDoorways {
                problem: Some(problem.with_corridors(&corridors)),
                notes: note(problem, &corridors).into_iter().collect(),
                arranged: Some(arranged),
            })
        }
        Spacing::Elastic { .. } | Spacing::Fixed { .. } | Spacing::Sprawl { .. } => replaced(problem),
    }
}

/// Replaces all doorways by corridors, or reports one that must not become a corridor.
fn replaced<'a>(problem: &LayoutProblem<'a>) -> Result<SettledDoorways<'a>, DoorwayFailure<'a>> {
    let doorways: BTreeSet<usize> = doorways(problem).collect();
    match doorways.iter().find(|passage| !may_be_corridor(problem, **passage)) {
        Some(passage) => {
            let message = format!(
                "The doorway {} has no wall to lie in, because this spacing keeps all places apart.",
                problem.passage_name(*passage)
            );
            let found = Diagnostic::error("doorway-spacing", message);
            let found = found.hint(conflict::SPACING_HINT).remedy(LayoutSettings::make_compact());
            Err(DoorwayFailure::Known(vec![found]))
        }
        None => Ok(SettledDoorways {
            problem: Some(problem.with_corridors(&doorways)),
            ..SettledDoorways::default()
        }),
    }
}

/// Returns the cell of a doorway: the first cell of its route beyond the ground of its first place.
pub(in crate::layout) fn opening(
    passage: &ProblemPassage,
    from: &SizedPlace,
    core: Rect,
    route: Option<&Route>,
) -> Option<Cell> {
    let ground = from.likely_reach(core);
    let mut cells = route.filter(|_| passage.form == PassageForm::Doorway)?.cells.iter();
    cells.find(|cell| !ground.contains(**cell)).copied()
}

/// Returns the corridors that replaced doorways and are longer than a doorway.
///
/// Others happen to lie in the wall between two places, so they are doorways after all.
fn standing_in(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    corridors: &BTreeSet<usize>,
    arranged: &Arrangement,
) -> BTreeSet<usize> {
    let is_opening = |passage: &usize| {
        let of = &problem.passages[*passage];
        let cores = [of.from, of.to].map(|place| arranged.routes.cores[place]);
        // The cells that caves will own are not known yet.
        let is_still = |place: usize, core: Rect| sizes[place].likely_reach(core) == core;
        let route = arranged.routes.by_passage[*passage].as_ref();
        // From a socket in a notch, the route to the wall is part of the passage.
        let is_short = |route: &Route| matches!(route.cells[..], [_, between, _] if !cores.iter().any(|core| core.contains(between)));
        of.from != of.to
            && is_still(of.from, cores[0])
            && is_still(of.to, cores[1])
            && route.is_some_and(is_short)
    };
    corridors.iter().copied().filter(|passage| !is_opening(passage)).collect()
}

/// Arranges all places. If the level exceeds its bound, arranges them again, up to a limit.
///
/// # Errors
///
/// Returns the reason why places cannot be put wall to wall, or not be laid out at all.
fn arrange_within_bound<'a>(
    problem: &LayoutProblem<'a>,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    gap: u32,
    seed: Seed,
) -> DoorwayResult<'a> {
    let outline = ShapeOutline::new(problem);
    let bounds =
        |arranged: &Arrangement| arranged.routes.bounds(|place, core| sizes[place].likely_reach(core));
    let (mut near_free, mut unpinned) = (None, None);
    let without = problem.with_percent(UNPINNED_PERCENT).with_pins(&[]);
    if pinned::may_nudge(problem)
        && let Ok((corridors, free)) = arrange(&without, sizes, settings, gap, seed)
        && free.missing.is_empty()
    {
        let margin = COMPACT_MARGIN_CELLS as i32;
        let corner = bounds(&free).min - Cell::new(margin, margin);
        let near = problem.near_to(free.routes.cores.iter().map(|core| core.center() - corner));
        if !is_dragged_from_wall(&near)
            && let Some(nudged) = pinned::nudge(&problem.with_corridors(&corridors), sizes, settings, &free)
        {
            return Ok((corridors, nudged));
        }
        (near_free, unpinned) = (Some(near), Some((corridors, free)));
    }
    let problem = near_free.as_ref().unwrap_or(problem);
    let first = match outline.has_bound() {
        true => problem.with_percent(FIRST_PERCENT),
        false => problem.clone(),
    };
    // An arrangement that ignores pins is better than none.
    let mut best = arrange(&first, sizes, settings, gap, seed).or_else(|why| unpinned.ok_or(why))?;
    for number in 0..MOST_BOUND_TRIES {
        let is_late = problem.work.left_in_share() < LEAST_STEPS;
        if outline.fits(bounds(&best.1).size) || is_late || problem.work.is_stopped() {
            break;
        }
        let again = problem.with_percent(BOUND_PERCENT);
        let seed = seed.child("bound").numbered(number);
        if let Ok(other) = arrange(&again, sizes, settings, gap, seed)
            && outline.size_of(bounds(&other.1)) < outline.size_of(bounds(&best.1))
        {
            best = other;
        }
    }
    Ok(best)
}

/// Returns `true` if a pin differs from the present position of its place, and all passages are doorways.
///
/// Moved together with all others, the place would keep its position among them.
fn is_dragged_from_wall(problem: &LayoutProblem) -> bool {
    let is_elsewhere = |place: &ProblemPlace| place.pin.is_some_and(|pin| place.near != Some(pin.at));
    doorways(problem).count() == problem.passages.len() && problem.places.iter().any(is_elsewhere)
}

/// Arranges all places with `gap` cells between groups, without crossings if possible.
///
/// Returns the doorways that became corridors, and the arrangement.
///
/// # Errors
///
/// Returns the reason why places cannot be put wall to wall, or not be laid out at all.
fn arrange<'a>(
    problem: &LayoutProblem<'a>,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    gap: u32,
    seed: Seed,
) -> DoorwayResult<'a> {
    let all: Vec<usize> = (0..problem.passages.len()).collect();
    if settings.bridges == Bridges::Forbid || !conflict::are_planar(problem, &all) {
        return arrange_as_allowed(problem, sizes, settings, gap, seed);
    }
    let arranged = arrange_as_allowed(&problem.with_percent(FIRST_PERCENT), sizes, settings, gap, seed);
    let crosses = arranged.as_ref().is_ok_and(|(_, all)| !all.routes.crossings.is_empty());
    if !crosses || problem.work.left_in_share() < LEAST_STEPS {
        return arranged;
    }
    // A search that must not cross finds ways around everything more often than one that may.
    let without = LayoutSettings { bridges: Bridges::Forbid, ..settings.clone() };
    let plain = arrange_as_allowed(problem, sizes, &without, gap, seed);
    if is_whole(&plain) { plain } else { arranged }
}

/// Returns `true` if every passage has a route.
fn is_whole(arranged: &DoorwayResult<'_>) -> bool {
    arranged.as_ref().is_ok_and(|(_, all)| all.missing.is_empty())
}

/// Arranges all places like [`arrange`], but with crossings if the settings allow them.
fn arrange_as_allowed<'a>(
    problem: &LayoutProblem<'a>,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    gap: u32,
    seed: Seed,
) -> DoorwayResult<'a> {
    let (mut corridors, hopeless): (BTreeSet<usize>, BTreeSet<usize>) = doorways(problem)
        .filter(|passage| problem.passages[*passage].from == problem.passages[*passage].to)
        .partition(|passage| may_be_corridor(problem, *passage));
    if !hopeless.is_empty() {
        let found = hopeless.into_iter().map(|passage| conflict::loops(problem, passage));
        return Err(DoorwayFailure::Known(found.collect()));
    }
    if let Some(settled) =
        loose::arrange(&problem.with_percent(LOOSE_PERCENT), sizes, settings, gap, corridors.clone(), seed)
    {
        return Ok(settled);
    }
    // If a passage finds no way around groups, or a pin does not hold, fewer doorways may help: first without
    // those of pinned places.
    let may_be: Vec<usize> = doorways(problem).filter(|passage| may_be_corridor(problem, *passage)).collect();
    let is_at_pin = |passage: &&usize| {
        let of = &problem.passages[**passage];
        [of.from, of.to].into_iter().any(|end| problem.places[end].pin.is_some())
    };
    let at_pins: Vec<usize> = may_be.iter().filter(is_at_pin).copied().collect();
    let first = match may_be.len() > corridors.len() {
        true => problem.with_percent(GROUPS_PERCENT),
        false => problem.clone(),
    };
    let mut best = arrange_groups(&first, sizes, settings, gap, corridors.clone(), seed);
    for more in [at_pins, may_be] {
        let is_late = problem.work.left_in_share() < LEAST_STEPS;
        if pins_off(problem, &best).is_some_and(|off| off == 0 || is_late) {
            break;
        }
        let fewer = corridors.len();
        corridors.extend(more);
        let known = best.as_ref().map_or(0, |(corridors, _)| corridors.len());
        if corridors.len() > fewer.max(known) {
            let again = problem.with_percent(GROUPS_PERCENT);
            let other = arrange_groups(&again, sizes, settings, gap, corridors.clone(), seed);
            best = better(problem, best, other);
        }
    }
    best
}

/// Returns the number of pins that do not hold, or `None` if there is no arrangement with a route for every passage.
fn pins_off(problem: &LayoutProblem, settled: &DoorwayResult<'_>) -> Option<usize> {
    let (_, arranged) = settled.as_ref().ok().filter(|_| is_whole(settled))?;
    Some(problem.pins().len() - pins::held(problem, &arranged.routes.cores))
}

/// Returns the result with fewer faults: first missing routes count, then pins. If they are equal, returns the first.
fn better<'a>(
    problem: &LayoutProblem,
    one: DoorwayResult<'a>,
    other: DoorwayResult<'a>,
) -> DoorwayResult<'a> {
    let lacks = |settled: &DoorwayResult<'_>| pins_off(problem, settled).unwrap_or(usize::MAX);
    if lacks(&other) < lacks(&one) { other } else { one }
}

/// The doorways that became corridors and the arrangement, or the reason why there is none.
type DoorwayResult<'a> = Result<(BTreeSet<usize>, Arrangement), DoorwayFailure<'a>>;

/// The reason why doorways cannot be laid out.
pub(in crate::layout) enum DoorwayFailure<'a> {
    /// The reason is known.
    Known(Vec<Diagnostic>),
    /// The doorways of a group cannot be assembled. The reason is found only when it is needed.
    Apart(Box<UnsolvedGroup<'a>>),
}

/// A group that cannot be assembled.
pub(in crate::layout) struct UnsolvedGroup<'a> {
    /// The mission with corridors in place of some doorways.
    tried: LayoutProblem<'a>,
    group: DoorwayGroup,
    failures: FailureCounts,
    seed: Seed,
}

impl DoorwayFailure<'_> {
    /// Returns the diagnostics. Finding them takes work of the mission.
    pub fn explained(self, problem: &LayoutProblem, sizes: &[SizedPlace]) -> Vec<Diagnostic> {
        match self {
            Self::Known(found) => found,
            Self::Apart(apart) => {
                let UnsolvedGroup { tried, group, failures, seed } = *apart;
                let tried = LayoutProblem { work: Rc::clone(&problem.work), ..tried };
                conflict::explain(&tried, sizes, &group, &failures, seed)
            }
        }
    }
}

/// Assembles every group on its own, then arranges the groups with the other places.
///
/// `corridors` are doorways that become corridors in any case.
///
/// # Errors
///
/// Returns the group that cannot be assembled, or the reason why places cannot be laid out at all.
fn arrange_groups<'a>(
    problem: &LayoutProblem<'a>,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    gap: u32,
    mut corridors: BTreeSet<usize>,
    seed: Seed,
) -> DoorwayResult<'a> {
    let working = problem.with_percent(TOGETHER_PERCENT).with_work(DOORWAY_STEPS);
    let groups = assemble_groups(&working, sizes, settings, &mut corridors, groups, seed)?;
    let is_corridor = |passage: usize| corridors.contains(&passage);
    // If all passages were doorways, places stay as close as walls allow.
    let gap = if (0..problem.passages.len()).all(is_corridor) { 1 } else { gap };
    let problem = problem.with_corridors(&corridors);
    let whole = MergedMission::new(&problem, &groups);
    let arranged = if whole.is_one_group() {
        whole.alone(&problem)
    } else {
        let in_parts = |whole: MergedMission| arrange_in_parts(&problem, sizes, settings, gap, whole, seed);
        let mut arranged = in_parts(whole).map_err(|mistake| DoorwayFailure::Known(vec![*mistake]))?;
        if problem.has_pins() && !compact::is_legal_as_arranged(&problem, sizes, &arranged) {
            let apart = in_parts(MergedMission::new(&problem, &groups).pinned_apart());
            arranged = apart.map_err(|mistake| DoorwayFailure::Known(vec![*mistake]))?;
        }
        if arranged.missing.is_empty() {
            compact::compacted(&problem, sizes, gap as i32, arranged, seed.child("together"))
        } else {
            arranged
        }
    };
    Ok((corridors, arranged))
}

/// Arranges all places with each group as one place.
///
/// If a passage touches places of its group on its way, groups get a ring of wall around them.
///
/// # Errors
///
/// Returns the reason why places cannot be laid out at all.
fn arrange_in_parts(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    gap: u32,
    whole: MergedMission,
    seed: Seed,
) -> Result<Arrangement, Box<Diagnostic>> {
    let arranged = |whole: &MergedMission| {
        let problem = whole.problem(problem, sizes).with_percent(WHOLE_PERCENT).with_work(WHOLE_STEPS);
        let sizes = whole.sizes(sizes);
        match pinned::arrange(&problem.with_percent(FIRST_PERCENT), &sizes, settings, seed) {
            Some(arranged) => Ok(arranged),
            None => compact::arrange(&problem, &sizes, settings, gap, seed),
        }
    };
    let nearest = arranged(&whole)?;
    if whole.keeps_off(problem, &nearest) {
        return Ok(whole.expanded(problem, nearest));
    }
    let whole = whole.ringed();
    Ok(whole.expanded(problem, arranged(&whole)?))
}

/// Assembles all groups that `grouped` returns. Doorways that may become corridors do if that is necessary.
///
/// # Errors
///
/// Returns the group that cannot be assembled.
fn assemble_groups<'a>(
    working: &LayoutProblem<'a>,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    corridors: &mut BTreeSet<usize>,
    grouped: fn(&LayoutProblem) -> Vec<DoorwayGroup>,
    seed: Seed,
) -> Result<Vec<(DoorwayGroup, AssembledGroup)>, DoorwayFailure<'a>> {
    // The key includes the places, because groups of one place have no doorways.
    let mut known: BTreeMap<(Vec<usize>, Vec<usize>), AssembledGroup> = BTreeMap::new();
    'settled: loop {
        let tried = working.with_corridors(corridors);
        let mut done = Vec::new();
        for group in grouped(&tried) {
            let key = (group.places.clone(), within(&tried, &group).collect::<Vec<_>>());
            let (_, doorways) = &key;
            let may_be = |passage: &usize| may_be_corridor(&tried, *passage);
            let seed = seed.child("doorways").numbered(u64::from(tried.places[group.places[0]].node.0));
            let assembled = match known.get(&key) {
                Some(assembly) => Ok(assembly.clone()),
                None if doorways.iter().any(may_be) && !conflict::are_planar(&tried, doorways) => {
                    Err(vec![0; group.places.len()])
                }
                None => assemble(&tried, sizes, &group, settings, seed),
            };
            match assembled {
                Ok(assembly) => {
                    known.insert(key, assembly.clone());
                    done.push((group, assembly));
                }
                Err(failures) => {
                    let doorway_to_replace = doorway_to_replace(&tried, &group, &failures)
                        .or_else(|| doorway_elsewhere(&tried, &group));
                    let Some(passage) = doorway_to_replace else {
                        return Err(DoorwayFailure::Apart(Box::new(UnsolvedGroup {
                            tried,
                            group,
                            failures,
                            seed,
                        })));
                    };
                    corridors.insert(passage);
                    if tried.work.is_spent() {
                        corridors.extend(doorways.iter().filter(|passage| may_be(passage)));
                    }
                    continue 'settled;
                }
            }
        }
        return Ok(done);
    }
}

/// Returns the passages that are doorways.
fn doorways(problem: &LayoutProblem) -> impl Iterator<Item = usize> {
    let passages = problem.passages.iter().enumerate();
    passages.filter(|(_, passage)| passage.form == PassageForm::Doorway).map(|(number, _)| number)
}

fn may_be_corridor(problem: &LayoutProblem, passage: usize) -> bool {
    match problem.passages[passage].otherwise {
        DoorwayFallback::Corridor => true,
        DoorwayFallback::Nothing => false,
    }
}

/// Returns the doorways of a group.
fn within(problem: &LayoutProblem, group: &DoorwayGroup) -> impl Iterator<Item = usize> {
    let of_group = group.within.iter().copied();
    of_group.filter(|passage| problem.passages[*passage].form == PassageForm::Doorway)
}

/// Returns all groups: the places that doorways join.
///
/// If a passage of a group names a kind of socket, the place at its other end is a group, too. Which socket the
/// passage takes is decided when a group is assembled.
fn groups(problem: &LayoutProblem) -> Vec<DoorwayGroup> {
    let mut sets = UnionFind::<usize>::new(problem.places.len());
    for passage in doorways(problem) {
        sets.union(problem.passages[passage].from, problem.passages[passage].to);
    }
    let labels = sets.into_labeling();
    let mut places: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (place, label) in labels.iter().enumerate() {
        places.entry(*label).or_default().push(place);
    }
    let large = places.iter().filter(|(_, places)| places.len() > 1);
    let mut are_groups: BTreeSet<usize> = large.map(|(label, _)| *label).collect();
    let mut next: Vec<usize> = are_groups.iter().copied().collect();
    while let Some(label) = next.pop() {
        let of_group = places.get(&label).into_iter().flatten();
        let passages = of_group.flat_map(|place| &problem.places[*place].passages);
        for passage in passages.map(|passage| &problem.passages[*passage]) {
            let ends = [passage.from, passage.to].map(|end| labels[end]);
            next.extend(ends.into_iter().filter(|end| passage.socket.is_some() && are_groups.insert(*end)));
        }
    }
    let group = |(label, places): (&usize, &Vec<usize>)| {
        are_groups.contains(label).then(|| {
            let mut passages: Vec<usize> =
                places.iter().flat_map(|place| problem.places[*place].passages.iter().copied()).collect();
            passages.sort_unstable();
            passages.dedup();
            let is_within = |passage: &usize| {
                let of = &problem.passages[*passage];
                of.from != of.to && labels[of.from] == *label && labels[of.to] == *label
            };
            let (within, others): (Vec<usize>, Vec<usize>) = passages.into_iter().partition(is_within);
            let ends = |passage: usize| {
                let of = &problem.passages[passage];
                [of.from, of.to].into_iter().map(move |end| (passage, end))
            };
            let leaving = others.into_iter().flat_map(ends).filter(|(_, end)| labels[*end] == *label);
            DoorwayGroup { places: places.clone(), within, leaving: leaving.collect() }
        })
    };
    places.iter().filter_map(group).collect()
}

/// Returns the doorway to replace by a corridor: one that closes a cycle, if possible, and was most in the way.
fn doorway_to_replace(
    problem: &LayoutProblem,
    group: &DoorwayGroup,
    failures: &FailureCounts,
) -> Option<usize> {
    let failures_of = |place: usize| {
        let local = group.places.iter().position(|other| *other == place);
        local.and_then(|local| failures.get(local)).copied().unwrap_or_default()
    };
    let closes_cycle = |passage: usize| {
        let mut sets = UnionFind::<usize>::new(problem.places.len());
        for other in within(problem, group).filter(|other| *other != passage) {
            sets.union(problem.passages[other].from, problem.passages[other].to);
        }
        sets.equiv(problem.passages[passage].from, problem.passages[passage].to)
    };
    let candidates = within(problem, group).filter(|passage| may_be_corridor(problem, *passage));
    candidates.max_by_key(|passage| {
        let ends = &problem.passages[*passage];
        (closes_cycle(*passage), failures_of(ends.from) + failures_of(ends.to), *passage)
    })
}

/// Returns a doorway elsewhere to replace by a corridor, if a group has no doorways itself.
///
/// Such a group exists only because of other doorways. Those of neighbours come first.
fn doorway_elsewhere(problem: &LayoutProblem, group: &DoorwayGroup) -> Option<usize> {
    if within(problem, group).next().is_some() {
        return None;
    }
    let candidates = || doorways(problem).filter(|passage| may_be_corridor(problem, *passage));
    let neighbours: BTreeSet<usize> =
        group.places.iter().flat_map(|place| problem.neighbours(*place)).collect();
    let joins = |passage: &usize| {
        let passage = &problem.passages[*passage];
        [passage.from, passage.to].iter().any(|end| neighbours.contains(end))
    };
    candidates().find(joins).or_else(|| candidates().next())
}

/// Returns a note about doorways that became corridors.
fn note(problem: &LayoutProblem, corridors: &BTreeSet<usize>) -> Option<Diagnostic> {
    let first = corridors.first()?;
    let more = match corridors.len() - 1 {
        0 => String::new(),
        1 => " and 1 more".to_owned(),
        more => format!(" and {more} more"),
    };
    let message = format!(
        "A corridor replaces the doorway {}{more}, because not all places with doorways can share walls.",
        problem.passage_name(*first)
    );
    let note = Diagnostic::new(Severity::Note, "doorway-corridor", message);
    Some(problem.about_passages(corridors, note))
}
