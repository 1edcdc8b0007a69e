//! Places that doorways join lie wall to wall: each doorway is one cell of the wall that its two places share.
//!
//! In: the mission, the size of every place, the layout settings, which must be compact. Out: an arrangement
//! of all places, and which doorways became corridors.
//! What doorways hold together is a group. Each group is put together for itself, as a jigsaw, with a way out
//! for every other passage of its places (`group`). Then groups and other places are put one by one where
//! they lie best, and all other passages find their ways around them (`loose`).
//! Where that is not found, where passages must cross, or places have sites of their own, groups are put
//! together with all passages between their places, and the mission is laid out with each group as one place,
//! which is entered as a room is (`whole`). Then everything slides together once more, each group as one,
//! with ways from any wall of its places.
//! In either case groups are packed as places are, each as one body.
//! Where a group cannot be put together, doorways that may become corridors do, one after the other, those
//! first that were most in the way.
//! Where places are pinned, all lies as it would without pins, moved as far as these want, if that makes the
//! level little larger; else groups are put together so that their pins hold (`holder`).
//! Where passages cross then that need not, all is arranged once more without crossings.
//! What comes out as one cell in the wall between two halls all the same is a doorway again. A level that
//! exceeds its bound is arranged anew, so often.
//! Guaranteed: a doorway's two places lie one cell apart, its way crosses that cell and no other outside the
//! ground of the two, and no two doorways touch; all else as for other arrangements.
//! Not guaranteed: that every mission of doorways is put together that could be. The search is counted; where
//! it ends, what is in conflict is named (`conflict`).
//!
//! After the configuration spaces of Edgar (Nepožitek 2019) and Ma et al. (2014), with a systematic search in
//! place of annealing.

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
use super::outline::ShapeOutline;
use super::problem::{LayoutProblem, ProblemPassage, ProblemPlace};
use super::{compact, pinned, pins};
use crate::base::{Cell, Diagnostic, Rect, Seed, Severity};
use crate::layout::budget::COMPACT_MARGIN_CELLS;
use crate::layout::budget::doorways::{
    BOUND_PERCENT, DOORWAY_STEPS, FIRST_PERCENT, GROUPS_PERCENT, LEAST_STEPS, LOOSE_PERCENT,
    MOST_BOUND_TRIES, SETTLING_PERCENT, TOGETHER_PERCENT, UNPINNED_PERCENT, WHOLE_PERCENT, WHOLE_STEPS,
};
use crate::layout::drawing::{Arrangement, Route, SizedPlace};
use crate::level::PassageForm;
use crate::mission::DoorwayFallback;
use crate::settings::{Bridges, LayoutSettings, Spacing};

/// What became of the doorways of a mission.
#[derive(Default)]
pub(super) struct SettledDoorways<'a> {
    /// The mission with corridors where these stand in for doorways; none if it has no doorways.
    pub problem: Option<LayoutProblem<'a>>,
    /// Where everything lies, if places lie wall to wall.
    pub arranged: Option<Arrangement>,
    /// What is to be said of doorways that became corridors.
    pub notes: Vec<Diagnostic>,
}

/// Puts the places of doorways wall to wall where spacing lets them lie so; elsewhere corridors stand in.
///
/// # Errors
/// Why they cannot be put together, or laid out at all.
pub(super) fn settle<'a>(
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

/// The mission with corridors for its doorways; or what is to be said of those that must not become any.
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

/// The cell of a doorway: the first of its way beyond the ground of the place where it begins.
pub(super) fn opening(
    passage: &ProblemPassage,
    from: &SizedPlace,
    core: Rect,
    way: Option<&Route>,
) -> Option<Cell> {
    let ground = from.likely_reach(core);
    let mut cells = way.filter(|_| passage.form == PassageForm::Doorway)?.cells.iter();
    cells.find(|cell| !ground.contains(**cell)).copied()
}

/// The corridors that stand in for doorways and are longer than these. Others lie in the wall between two
/// places as doorways do, of which the search knew nothing.
fn standing_in(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    corridors: &BTreeSet<usize>,
    arranged: &Arrangement,
) -> BTreeSet<usize> {
    let is_opening = |passage: &usize| {
        let of = &problem.passages[*passage];
        let cores = [of.from, of.to].map(|place| arranged.routes.cores[place]);
        // What caves come to own nobody knows yet.
        let is_still = |place: usize, core: Rect| sizes[place].likely_reach(core) == core;
        let way = arranged.routes.ways[*passage].as_ref();
        // From a socket in a notch the way to the wall is part of the passage.
        let is_short = |way: &Route| matches!(way.cells[..], [_, between, _] if !cores.iter().any(|core| core.contains(between)));
        of.from != of.to
            && is_still(of.from, cores[0])
            && is_still(of.to, cores[1])
            && way.is_some_and(is_short)
    };
    corridors.iter().copied().filter(|passage| !is_opening(passage)).collect()
}

/// Arranges all places, again and again as long as the level exceeds its bound.
///
/// # Errors
/// Why they cannot be put together, or laid out at all.
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
    // As if nothing were pinned, rather than nothing.
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

/// Is a place pinned elsewhere than it lay, where nothing but doorways joins places? Moved as one with all
/// others it would come to lie no other way among these.
fn is_dragged_from_wall(problem: &LayoutProblem) -> bool {
    let is_elsewhere = |place: &ProblemPlace| place.pin.is_some_and(|pin| place.near != Some(pin.at));
    doorways(problem).count() == problem.passages.len() && problem.places.iter().any(is_elsewhere)
}

/// Arranges all places with `gap` cells between groups, those that doorways join wall to wall, without
/// crossings if that can be; with it the doorways that became corridors.
///
/// # Errors
/// Why they cannot be put together, or laid out at all.
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
    // What looks for ways around everything finds them more often than what may cross.
    let without = LayoutSettings { bridges: Bridges::Forbid, ..settings.clone() };
    let plain = arrange_as_allowed(problem, sizes, &without, gap, seed);
    if is_whole(&plain) { plain } else { arranged }
}

/// Has every passage its way?
fn is_whole(arranged: &DoorwayResult<'_>) -> bool {
    arranged.as_ref().is_ok_and(|(_, all)| all.missing.is_empty())
}

/// The same as [`arrange`], with crossings where these are allowed.
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
    // Where a passage finds no way around groups, or a pin does not hold, there are fewer of them: first
    // without doorways of what is pinned.
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

/// How many pins do not hold; `None` if passages lack ways, or nothing is arranged at all.
fn pins_off(problem: &LayoutProblem, settled: &DoorwayResult<'_>) -> Option<usize> {
    let (_, arranged) = settled.as_ref().ok().filter(|_| is_whole(settled))?;
    Some(problem.pins().len() - pins::held(problem, &arranged.routes.cores))
}

/// The one that lacks less: ways, then pins; of two alike the first.
fn better<'a>(
    problem: &LayoutProblem,
    one: DoorwayResult<'a>,
    other: DoorwayResult<'a>,
) -> DoorwayResult<'a> {
    let lacks = |settled: &DoorwayResult<'_>| pins_off(problem, settled).unwrap_or(usize::MAX);
    if lacks(&other) < lacks(&one) { other } else { one }
}

/// Which doorways became corridors, and where everything lies; or why that is not.
type DoorwayResult<'a> = Result<(BTreeSet<usize>, Arrangement), DoorwayFailure<'a>>;

/// Why doorways are not settled.
pub(super) enum DoorwayFailure<'a> {
    /// That is known.
    Known(Vec<Diagnostic>),
    /// The doorways of a group cannot be put together; why not is found out only if somebody wants to know.
    Apart(Box<UnsolvedGroup<'a>>),
}

/// A group that cannot be put together.
pub(super) struct UnsolvedGroup<'a> {
    /// The mission with corridors for some doorways.
    tried: LayoutProblem<'a>,
    group: DoorwayGroup,
    blame: FailureCounts,
    seed: Seed,
}

impl DoorwayFailure<'_> {
    /// Returns what there is to say of it, found out in steps of the mission.
    pub fn explained(self, problem: &LayoutProblem, sizes: &[SizedPlace]) -> Vec<Diagnostic> {
        match self {
            Self::Known(found) => found,
            Self::Apart(apart) => {
                let UnsolvedGroup { tried, group, blame, seed } = *apart;
                let tried = LayoutProblem { work: Rc::clone(&problem.work), ..tried };
                conflict::explain(&tried, sizes, &group, &blame, seed)
            }
        }
    }
}

/// Arranges groups that are put together each for itself, with the other places, of which these doorways are
/// corridors in any case.
///
/// # Errors
/// What cannot be put together, or laid out at all.
fn arrange_groups<'a>(
    problem: &LayoutProblem<'a>,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    gap: u32,
    mut corridors: BTreeSet<usize>,
    seed: Seed,
) -> DoorwayResult<'a> {
    let working = problem.with_percent(TOGETHER_PERCENT).with_work(DOORWAY_STEPS);
    let groups = put_together(&working, sizes, settings, &mut corridors, groups, seed)?;
    let is_corridor = |passage: usize| corridors.contains(&passage);
    // Wall to wall if all of it should be.
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
            compact::with_doorways(&problem, sizes, gap as i32, arranged, seed.child("together"))
        } else {
            arranged
        }
    };
    Ok((corridors, arranged))
}

/// Arranges all places with each group as one place; with a ring of wall around groups where passages would
/// touch places of theirs.
///
/// # Errors
/// What cannot be laid out at all.
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

/// Puts all groups together, of each the passages between its places as `grouped` has them; doorways that may
/// become corridors do where that cannot be had otherwise.
///
/// # Errors
/// What cannot be put together.
fn put_together<'a>(
    working: &LayoutProblem<'a>,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    corridors: &mut BTreeSet<usize>,
    grouped: fn(&LayoutProblem) -> Vec<DoorwayGroup>,
    seed: Seed,
) -> Result<Vec<(DoorwayGroup, AssembledGroup)>, DoorwayFailure<'a>> {
    // By places as well: groups of one place have no doorways.
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
                Err(blame) => {
                    let to_blame = to_blame(&tried, &group, &blame).or_else(|| beside(&tried, &group));
                    let Some(passage) = to_blame else {
                        return Err(DoorwayFailure::Apart(Box::new(UnsolvedGroup {
                            tried,
                            group,
                            blame,
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

/// The passages that are doorways.
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

/// The doorways of a group.
fn within(problem: &LayoutProblem, group: &DoorwayGroup) -> impl Iterator<Item = usize> {
    let of_group = group.within.iter().copied();
    of_group.filter(|passage| problem.passages[*passage].form == PassageForm::Doorway)
}

/// What doorways hold together. A room with sockets of a kind that a passage to a group names is a group of
/// its own, and what such a passage joins with that: which socket the passage takes is settled there.
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

/// The doorway that was most in the way of those that may become corridors, of several one that closes a cycle.
fn to_blame(problem: &LayoutProblem, group: &DoorwayGroup, blame: &FailureCounts) -> Option<usize> {
    let blame_of = |place: usize| {
        let local = group.places.iter().position(|other| *other == place);
        local.and_then(|local| blame.get(local)).copied().unwrap_or_default()
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
        (closes_cycle(*passage), blame_of(ends.from) + blame_of(ends.to), *passage)
    })
}

/// For a group without doorways one elsewhere that may become a corridor, near to it if there is one: it is a
/// group only because of those.
fn beside(problem: &LayoutProblem, group: &DoorwayGroup) -> Option<usize> {
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

/// What is to be said of doorways that became corridors.
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
