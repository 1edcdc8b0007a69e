//! Explains why the doorways of a group are impossible together.
//!
//! Input: the group, and the number of times that each of its places was in the way. Output: diagnostics that
//! name few doorways. Only a limited number of subsets is tried, so fewer may be in conflict.

use std::collections::BTreeSet;

use super::group::DoorwayGroup;
use super::jigsaw::Jigsaw;
use super::search::{FailureCounts, PuzzleResult};
use super::{groups, within};
use crate::base::{Diagnostic, Seed};
use crate::layout::budget::EXPLANATION_STEPS;
use crate::layout::budget::doorways::conflict::{
    CERTAINTY_DECISIONS, MOST_NAMED, MOST_PARTS, PART_DECISIONS, PARTS_STEPS,
};
use crate::layout::budget::doorways::jigsaw::PROOF_DECISIONS;
use crate::layout::drawing::SizedPlace;
use crate::layout::failures::conflict::shorten;
use crate::layout::graph::embedding::is_planar;
use crate::layout::input::problem::LayoutProblem;
use crate::mission::EdgeSymbol;

/// Hint for doorways if all places keep a distance.
pub(super) const SPACING_HINT: &str = "Make the spacing compact.";

const HINT: &str = "Let a corridor replace one of them, under \"otherwise\".";

const NONE: &str = "at their sizes, their places cannot lie wall to wall";

const NONE_AT_SITES: &str = "at their sizes and sites, their places cannot lie wall to wall";

const NOT_FOUND: &str = "no arrangement was found with their places wall to wall";

/// Returns the error about a doorway from a place to itself.
pub(super) fn loops(problem: &LayoutProblem, passage: usize) -> Diagnostic {
    let message = format!(
        "The doorway {} leads from {} to itself, but a place shares no wall with itself.",
        problem.passage_name(passage),
        problem.name(problem.passages[passage].from)
    );
    conflict(problem, &[passage], message).hint("Delete it.")
}

/// Returns an error about these doorways. Its remedy replaces the first one by a corridor.
fn conflict(problem: &LayoutProblem, passages: &[usize], message: String) -> Diagnostic {
    let first =
        passages.first().map(|passage| EdgeSymbol::let_corridors_stand_in(problem.passages[*passage].symbol));
    problem.about_passages(passages, Diagnostic::error("doorways-in-conflict", message).remedy(first))
}

/// Names doorways of a group that are impossible together, as few as are found.
pub(super) fn explain(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    group: &DoorwayGroup,
    failures: &FailureCounts,
    seed: Seed,
) -> Vec<Diagnostic> {
    let all: Vec<usize> = nearest_first(problem, group, failures);
    let crosses = |kept: &[usize]| !are_planar(problem, kept);
    if crosses(&all) {
        let passages = shorten(all, 0, crosses);
        let why = "two of them cross in every drawing";
        return vec![named(problem, &passages, why).hint(HINT)];
    }
    let assembled = |problem: &LayoutProblem, kept: &[usize], decisions: u64| {
        let part = problem.with_passages_of(kept);
        let found = |group: &DoorwayGroup| {
            Jigsaw::new(&part, sizes, group).can_lie(decisions, &mut seed.child("explain").stream())
        };
        groups(&part).iter().map(found).find(|found| !matches!(found, PuzzleResult::Solution(_)))
    };
    let problem = &problem.with_share(EXPLANATION_STEPS);
    let parts = &problem.with_work(PARTS_STEPS);
    if assembled(parts, &all, PROOF_DECISIONS).is_none() {
        let why = "with their places wall to wall, not all other passages find a way";
        return vec![named(problem, &all, why).hint(HINT)];
    }
    let mut left = MOST_PARTS;
    let passages = shorten(all, 0, |kept| {
        if left == 0 || parts.work.is_spent() {
            return false;
        }
        left -= 1;
        assembled(parts, kept, PART_DECISIONS).is_some() && !parts.work.is_spent()
    });
    // The cells that caves will own are not known yet.
    let places = || passages.iter().flat_map(|passage| ends(problem, *passage));
    let is_still = |place: usize| sizes[place].likely_radius().is_none();
    let is_certain =
        || matches!(assembled(problem, &passages, CERTAINTY_DECISIONS), Some(PuzzleResult::Nothing));
    let is_proved = places().all(is_still) && is_certain();
    let has_sites = || places().any(|place| problem.places[place].site.is_some());
    let why = match is_proved {
        false => NOT_FOUND,
        true if has_sites() => NONE_AT_SITES,
        true => NONE,
    };
    let of_hub = of_hub(problem, sizes, &passages, is_proved);
    vec![of_hub.unwrap_or_else(|| named(problem, &passages, why).hint(HINT))]
}

fn ends(problem: &LayoutProblem, passage: usize) -> [usize; 2] {
    [problem.passages[passage].from, problem.passages[passage].to]
}

/// Returns an error about a place with too many doorways, if all of these doorways lead to one place.
///
/// Only if `is_proved`, it claims that they are impossible together.
fn of_hub(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    passages: &[usize],
    is_proved: bool,
) -> Option<Diagnostic> {
    let ends = |passage: &usize| ends(problem, *passage);
    let places: BTreeSet<usize> = passages.iter().flat_map(ends).collect();
    let hub = places
        .into_iter()
        .find(|place| passages.len() > 1 && passages.iter().all(|passage| ends(passage).contains(place)))?;
    let size = sizes[hub].core;
    let walls = if sizes[hub].is_entered_by_sockets() { "sockets" } else { "walls" };
    let (name, count) = (problem.name(hub), passages.len());
    let at = format!("at {} × {} cells", size.width, size.height);
    let message = match is_proved {
        true => format!(
            "{name} has too many doorways with {count} of them: {at} its neighbours do not all find one of its {walls}."
        ),
        false => format!(
            "{name} has {count} doorways, and {at} no arrangement was found with a neighbour at one of its {walls} for each."
        ),
    };
    let hint = "Make it larger.";
    Some(conflict(problem, passages, message).hint(hint))
}

/// Returns `true` if passages can be drawn without crossings.
pub(super) fn are_planar(problem: &LayoutProblem, passages: &[usize]) -> bool {
    let ends = |passage: &usize| (problem.passages[*passage].from, problem.passages[*passage].to);
    is_planar(problem.places.len(), passages.iter().map(ends))
}

fn named(problem: &LayoutProblem, passages: &[usize], why: &str) -> Diagnostic {
    let pair = |passage: &usize| {
        let [from, to] = ends(problem, *passage);
        [from.min(to), from.max(to)]
    };
    let mut pairs: Vec<[usize; 2]> = passages.iter().map(pair).collect();
    pairs.sort_unstable();
    let name = |[from, to]: &[usize; 2]| format!("{} – {}", problem.name(*from), problem.name(*to));
    let names: Vec<String> = pairs.iter().take(MOST_NAMED).map(name).collect();
    let more = passages.len().saturating_sub(MOST_NAMED);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    let message = format!("These doorways exclude each other: {}{rest}; {why}.", names.join(", "));
    conflict(problem, passages, message)
}

/// Returns the doorways of a group, beginning with those whose places were most in the way.
fn nearest_first(problem: &LayoutProblem, group: &DoorwayGroup, failures: &FailureCounts) -> Vec<usize> {
    let failures_of = |place: usize| {
        let local = group.places.iter().position(|other| *other == place);
        local.and_then(|local| failures.get(local)).copied().unwrap_or_default()
    };
    let mut passages: Vec<usize> = within(problem, group).collect();
    passages.sort_by_key(|passage| {
        let of = &problem.passages[*passage];
        (std::cmp::Reverse(failures_of(of.from) + failures_of(of.to)), *passage)
    });
    passages
}
