//! Why doorways cannot all be had.

use std::collections::BTreeSet;

use super::group::{Group, assemble};
use super::search::Blame;
use super::{groups, within};
use crate::base::{Diagnostic, Seed};
use crate::layout::conflict::shorten;
use crate::layout::embedding::is_planar;
use crate::layout::problem::LayoutProblem;
use crate::layout::sizes::Sized;
use crate::mission::LayoutSettings;

/// What is to be done about doorways where all places keep a distance.
pub(super) const SPACING_HINT: &str =
    "make the spacing compact, or let a corridor stand in (otherwise: Corridor)";

const HINT: &str = "let a corridor stand in for one of them (otherwise: Corridor), or leave one out";

const CERTAIN: &str = "at their sizes there is no way to put their places wall to wall";

const NOT_FOUND: &str = "no way to put their places wall to wall was found; without any one of them there is one, or the search for it came to its limit";

const SIZE_HINT: &str = "change the sizes of these places, let a corridor stand in for one of the doorways (otherwise: Corridor), or leave one out";

const WAY_HINT: &str =
    "make these places larger, let a corridor stand in for a doorway (otherwise: Corridor), or leave one out";

/// How often the doorways of a part are put together before they count as in conflict, and how many parts are tried.
const TRIES: u64 = 6;
const MOST_PARTS: usize = 60;

/// How many steps finding them may take.
const EXPLANATION_STEPS: u64 = 25_000_000;

/// How many doorways are named.
const MOST_NAMED: usize = 12;

/// What is to be said of a doorway from a place to itself.
pub(super) fn loops(problem: &LayoutProblem, passage: usize) -> Diagnostic {
    let message = format!(
        "The doorway {} leads from {} to itself; a place shares no wall with itself.",
        problem.passage_name(passage),
        problem.name(problem.passages[passage].from)
    );
    Diagnostic::error("doorways-in-conflict", message)
        .hint("let a corridor stand in (otherwise: Corridor), or leave it out")
}

/// Names doorways of a group that cannot be had together, as few as are found.
pub(super) fn explain(
    problem: &LayoutProblem,
    sizes: &[Sized],
    settings: &LayoutSettings,
    group: &Group,
    blame: &Blame,
    seed: Seed,
) -> Vec<Diagnostic> {
    let all: Vec<usize> = nearest_first(problem, group, blame);
    let crosses = |kept: &[usize]| !are_planar(problem, kept);
    if crosses(&all) {
        let passages = shorten(all, 0, crosses);
        let why = "however they are drawn, two of them cross";
        return vec![named(problem, &passages, why).hint(HINT)];
    }
    let problem = &problem.with_work(EXPLANATION_STEPS);
    let mut parts = MOST_PARTS;
    let fails = |kept: &[usize]| {
        if parts == 0 || problem.work.is_spent() {
            return false;
        }
        parts -= 1;
        let part = problem.with_passages_of(kept);
        let groups = groups(&part);
        let failing = groups.iter().any(|group| {
            let assembled = assemble(&part, sizes, group, settings, TRIES, seed);
            assembled.is_err()
        });
        failing && !problem.work.is_spent()
    };
    let alone = problem.with_passages_of(&all);
    let can_lie_alone =
        groups(&alone).iter().all(|group| assemble(&alone, sizes, group, settings, TRIES, seed).is_ok());
    if can_lie_alone {
        let why = "their places can lie wall to wall, but then not all other passages find a way";
        return vec![named(problem, &all, why).hint(WAY_HINT)];
    }
    let passages = shorten(all, 0, fails);
    let part = problem.with_work(EXPLANATION_STEPS).with_passages_of(&passages);
    let is_certain = groups(&part).iter().any(|group| {
        let assembled = assemble(&part, sizes, group, settings, TRIES, seed);
        assembled.is_err_and(|failure| failure.is_certain)
    });
    let found = match is_certain {
        true => named(problem, &passages, CERTAIN).hint(SIZE_HINT),
        false => named(problem, &passages, NOT_FOUND).hint(HINT),
    };
    vec![of_hub(problem, sizes, &passages).unwrap_or(found)]
}

/// What is to be said of doorways that are all those of one place.
fn of_hub(problem: &LayoutProblem, sizes: &[Sized], passages: &[usize]) -> Option<Diagnostic> {
    let ends = |passage: &usize| [problem.passages[*passage].from, problem.passages[*passage].to];
    let places: BTreeSet<usize> = passages.iter().flat_map(ends).collect();
    let hub = places
        .into_iter()
        .find(|place| passages.len() > 1 && passages.iter().all(|passage| ends(passage).contains(place)))?;
    let size = sizes[hub].core;
    let message = format!(
        "{} has {} doorways, but at {} × {} cells its neighbours do not all find a wall of it.",
        problem.name(hub),
        passages.len(),
        size.width,
        size.height
    );
    let hint = "make it larger, make its neighbours smaller, or let a corridor stand in for one of its doorways (otherwise: Corridor)";
    Some(Diagnostic::error("doorways-in-conflict", message).hint(hint))
}

/// Can passages be drawn so that no two of them cross?
pub(super) fn are_planar(problem: &LayoutProblem, passages: &[usize]) -> bool {
    let ends = |passage: &usize| (problem.passages[*passage].from, problem.passages[*passage].to);
    is_planar(problem.places.len(), passages.iter().map(ends))
}

fn named(problem: &LayoutProblem, passages: &[usize], why: &str) -> Diagnostic {
    let name = |passage: &usize| {
        let of = &problem.passages[*passage];
        format!(
            "{} from {} to {}",
            problem.passage_name(*passage),
            problem.name(of.from),
            problem.name(of.to)
        )
    };
    let names: Vec<String> = passages.iter().take(MOST_NAMED).map(name).collect();
    let more = passages.len().saturating_sub(MOST_NAMED);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    let message = format!("These doorways cannot all be had: {}{rest}; {why}.", names.join(", "));
    Diagnostic::error("doorways-in-conflict", message)
}

/// The doorways of a group, those first whose places were most in the way.
fn nearest_first(problem: &LayoutProblem, group: &Group, blame: &Blame) -> Vec<usize> {
    let blame_of = |place: usize| {
        let local = group.places.iter().position(|other| *other == place);
        local.and_then(|local| blame.get(local)).copied().unwrap_or_default()
    };
    let mut passages: Vec<usize> = within(problem, group).collect();
    passages.sort_by_key(|passage| {
        let of = &problem.passages[*passage];
        (std::cmp::Reverse(blame_of(of.from) + blame_of(of.to)), *passage)
    });
    passages
}
