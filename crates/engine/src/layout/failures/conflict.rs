//! Explains a passage without a route: finds a small part of the mission that has no layout, and a remedy.
//!
//! In: a mission and a passage that failed. Out: a diagnostic that names passages and places, with settings that help.
//! The part is found by deletion. Passages far from the failed one are removed first, many at once, as long as the
//! rest still fails. Then places that no remaining passage joins are removed in the same way.
//! Guaranteed: without any one of the named parts, the others can be laid out. If the budget runs out first, the
//! message says so.

use std::collections::{BTreeMap, VecDeque};

use crate::base::{Diagnostic, Seed};
use crate::layout::budget::EXPLANATION_STEPS;
use crate::layout::budget::conflict::{ATTEMPTS, MOST_NAMED, MOST_TRIES, REDUCTION_PERCENT, SKETCHES};
use crate::layout::compact;
use crate::layout::drawing::SizedPlace;
use crate::layout::graph::embedding::is_planar;
use crate::layout::input::problem::LayoutProblem;
use crate::layout::input::spacing::LatticeSpacing;
use crate::layout::strategies::lattice::solve_within;
use crate::layout::strategies::sketch_routing;
use crate::settings::{Bridges, LayoutSettings, Spacing};

const CROSS_HINT: &str = "Let passages cross.";
const ELASTIC_HINT: &str = "Choose elastic spacing, which keeps places in the order of their sites.";

/// Returns the errors for passages without a route.
pub(in crate::layout) fn no_routes(
    problem: &LayoutProblem,
    missing: &[usize],
    settings: &LayoutSettings,
) -> Vec<Diagnostic> {
    let named = missing.iter().take(MOST_NAMED).map(|number| no_route(problem, *number, settings));
    let more = missing.len().saturating_sub(MOST_NAMED);
    let rest = (more > 0).then(|| {
        let found = Diagnostic::error("no-way", format!("{more} more passages find no way."));
        problem.about_passages(&missing[MOST_NAMED..], found)
    });
    named.chain(rest).collect()
}

fn no_route(problem: &LayoutProblem, number: usize, settings: &LayoutSettings) -> Diagnostic {
    let passage = &problem.passages[number];
    let message = format!(
        "The passage {} finds no way from {} to {}, because other places and passages are in between.",
        problem.passage_name(number),
        problem.name(passage.from),
        problem.name(passage.to)
    );
    let found = problem.about_passages(&[number], Diagnostic::error("no-way", message));
    let hint = match (settings.bridges, settings.spacing) {
        (Bridges::Forbid, _) => {
            let hint = "Let passages cross.";
            return found.hint(hint).remedy(LayoutSettings::allow_bridges());
        }
        (_, Spacing::Fixed { scale }) => {
            format!("Raise the scale, which is {scale}.")
        }
        (_, Spacing::Compact { gap } | Spacing::Elastic { gap }) => {
            format!("Raise the gap, which is {gap}.")
        }
        (_, Spacing::Sprawl { .. }) => "Draw fewer passages there.".to_owned(),
    };
    found.hint(hint)
}

/// Names the parts that conflict with a passage that failed, and settings that help.
pub(in crate::layout) fn explain(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    seed: Seed,
    failed: usize,
) -> Diagnostic {
    let explaining = &problem.with_share(EXPLANATION_STEPS);
    let problem = &explaining.with_percent(REDUCTION_PERCENT);
    if settings.bridges == Bridges::Forbid
        && let Some(crossing) = always_crossing(problem, failed)
    {
        return crossing;
    }
    let mut reduction = Reduction { problem, sizes, settings, seed, tries: MOST_TRIES };
    let (passages, places) = reduction.reduce(failed);
    let names = passages.iter().map(|passage| format!("the passage {}", problem.passage_name(*passage)));
    let named: Vec<String> = names.chain(places.iter().map(|place| problem.name(*place))).collect();
    // A search that stops without a layout is no proof.
    let rest = if reduction.tries > 0 {
        "without any one of them the others have a layout"
    } else {
        "the work ran out before fewer of them could be named"
    };
    let found = Diagnostic::error(
        "in-conflict",
        format!("No layout was found for these together: {}; {rest}.", named.join(", ")),
    );
    let ends = passages.iter().map(|passage| &problem.passages[*passage]);
    let ends = ends.flat_map(|passage| [passage.from, passage.to]);
    let found = problem.about(ends.chain(places.iter().copied()), found);
    with_mending(found, explaining, sizes, settings, seed)
}

/// Names a few passages that cannot be drawn without a crossing, but can if any one of them is removed
/// (Kuratowski 1930). Returns `None` if all passages can be drawn without crossings.
fn always_crossing(problem: &LayoutProblem, failed: usize) -> Option<Diagnostic> {
    let ends = |number: &usize| (problem.passages[*number].from, problem.passages[*number].to);
    let crosses = |kept: &[usize]| !is_planar(problem.places.len(), kept.iter().map(ends));
    let mut passages = nearest_first(problem, failed);
    if !crosses(&passages) {
        return None;
    }
    passages = shorten(passages, 0, crosses);
    passages.sort_unstable();
    let names: Vec<String> =
        passages.iter().map(|passage| format!("the passage {}", problem.passage_name(*passage))).collect();
    let found = Diagnostic::error(
        "in-conflict",
        format!(
            "These cannot be laid out together: {}; without any one of them, the others can.",
            names.join(", ")
        ),
    );
    let found = problem.about_passages(&passages, found);
    let joined = joined(problem, &passages);
    let hint = format!("Let passages cross, because {joined}.");
    Some(found.hint(hint).remedy(LayoutSettings::allow_bridges()))
}

/// Describes such passages: they join five places with one another, or three places with three others.
fn joined(problem: &LayoutProblem, passages: &[usize]) -> String {
    let mut degrees: BTreeMap<usize, usize> = BTreeMap::new();
    for passage in passages.iter().map(|number| &problem.passages[*number]) {
        *degrees.entry(passage.from).or_default() += 1;
        *degrees.entry(passage.to).or_default() += 1;
    }
    let hubs: Vec<String> =
        degrees.iter().filter(|(_, degree)| **degree > 2).map(|(place, _)| problem.name(*place)).collect();
    let how = if hubs.len() == 5 {
        "each joined with every other"
    } else {
        "three of them each joined with the other three"
    };
    format!("they join {}, {how}", hubs.join(", "))
}

/// Adds those settings to the message that help. Each of them was tried.
fn with_mending(
    found: Diagnostic,
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    seed: Seed,
) -> Diagnostic {
    let does = |settings: &LayoutSettings| {
        solve_within(problem, None, sizes, settings, seed, ATTEMPTS)
            .is_ok_and(|solved| solved.missing.is_empty())
            || sketch_routing::arrange(problem, sizes, settings, seed, SKETCHES).is_some()
    };
    let is_elastic = matches!(settings.spacing.into(), LatticeSpacing::Elastic { .. });
    let may_move = is_elastic || problem.is_free();
    let allowed = LayoutSettings { bridges: Bridges::Allow, ..settings.clone() };
    let forbids = settings.bridges == Bridges::Forbid;
    let bridges_help = forbids && (may_move || does(&allowed));
    let Spacing::Fixed { scale } = settings.spacing else {
        return match bridges_help {
            true => found.hint(CROSS_HINT).remedy(LayoutSettings::allow_bridges()),
            false => found.hint("Delete one of them."),
        };
    };
    if bridges_help && may_move {
        return found.hint(CROSS_HINT).remedy(LayoutSettings::allow_bridges());
    }
    let enough = enough_scale(scale, problem, |scale| {
        does(&LayoutSettings { spacing: Spacing::Fixed { scale }, ..settings.clone() })
    });
    let gap = Spacing::gap().least;
    let in_rows = || compact::in_rows_of_sites(problem, sizes, gap, None).is_ok();
    // If passages may cross, elastic spacing always has a layout.
    let elastic_helps = if forbids { in_rows() } else { enough.is_none() };
    let scale_hint = enough.map(|(enough, is_least)| match is_least {
        true => format!("Raise the scale to {enough}, the smallest that works."),
        false => format!("Raise the scale to {enough}."),
    });
    let hint = match scale_hint {
        _ if bridges_help => CROSS_HINT.to_owned(),
        Some(hint) => hint,
        None if elastic_helps => ELASTIC_HINT.to_owned(),
        None => "Delete one of these passages.".to_owned(),
    };
    let remedy = match enough {
        _ if bridges_help => Some(LayoutSettings::allow_bridges()),
        Some((enough, true)) => LayoutSettings::set_scale(enough),
        Some((_, false)) | None => None,
    };
    found.hint(hint).remedy(remedy)
}

/// Finds a larger scale with which the mission can be laid out; the flag tells if it is the smallest.
///
/// Returns `None` if not even the largest scale helps.
fn enough_scale(scale: u32, problem: &LayoutProblem, does: impl Fn(u32) -> bool) -> Option<(u32, bool)> {
    let (mut too_small, mut enough) = (scale, Spacing::scale().most);
    if !does(enough) {
        return None;
    }
    while enough - too_small > 1 {
        let middle = (too_small + enough) / 2;
        if does(middle) {
            enough = middle;
        } else if problem.work.is_spent() {
            return Some((enough, false));
        } else {
            too_small = middle;
        }
    }
    Some((enough, true))
}

/// The removal of everything that is not part of the conflict.
struct Reduction<'a> {
    problem: &'a LayoutProblem<'a>,
    sizes: &'a [SizedPlace],
    settings: &'a LayoutSettings,
    seed: Seed,
    /// Maximum number of further tries.
    tries: usize,
}

impl Reduction<'_> {
    /// Returns the conflicting passages, and the places that block them, in order.
    fn reduce(&mut self, failed: usize) -> (Vec<usize>, Vec<usize>) {
        let all_places: Vec<usize> = (0..self.problem.places.len()).collect();
        let mut passages = nearest_first(self.problem, failed);
        passages = shorten(passages, 1, |kept| self.fails(&all_places, kept));
        let is_end = |place: &usize| {
            passages
                .iter()
                .map(|number| &self.problem.passages[*number])
                .any(|passage| passage.from == *place || passage.to == *place)
        };
        let (ends, others): (Vec<usize>, Vec<usize>) = all_places.iter().partition(|place| is_end(place));
        let obstacles = shorten(others, 0, |kept| {
            let mut places = [&ends[..], kept].concat();
            places.sort_unstable();
            self.fails(&places, &passages)
        });
        passages.sort_unstable();
        (passages, obstacles)
    }

    fn fails(&mut self, places: &[usize], passages: &[usize]) -> bool {
        if self.tries == 0 {
            return false;
        }
        self.tries -= 1;
        let part = self.problem.part(places, passages);
        let sizes: Vec<SizedPlace> = places.iter().map(|place| self.sizes[*place].clone()).collect();
        let solved = solve_within(&part, None, &sizes, self.settings, self.seed, ATTEMPTS);
        let fails = solved.is_ok_and(|solved| !solved.missing.is_empty())
            && sketch_routing::arrange(&part, &sizes, self.settings, self.seed, SKETCHES).is_none();
        if self.problem.work.is_spent() {
            // The layout may exist and not have been found in time.
            self.tries = 0;
            return false;
        }
        fails
    }
}

/// Removes elements while the rest still fails, from the end and in large pieces first. The first `staying` are kept.
pub(in crate::layout) fn shorten(
    mut kept: Vec<usize>,
    staying: usize,
    mut fails: impl FnMut(&[usize]) -> bool,
) -> Vec<usize> {
    let mut piece = kept.len();
    while piece > 0 {
        let mut end = kept.len();
        while end > staying {
            let begin = end.saturating_sub(piece).max(staying);
            let without = [&kept[..begin], &kept[end..]].concat();
            if fails(&without) {
                kept = without;
            }
            end = begin;
        }
        piece /= 2;
    }
    kept
}

/// Returns all passages except loops, ordered by their distance from one of them.
fn nearest_first(problem: &LayoutProblem, from: usize) -> Vec<usize> {
    let mut seen = vec![false; problem.passages.len()];
    let mut order = Vec::new();
    let mut queue = VecDeque::from([from]);
    let rest = 0..seen.len();
    seen[from] = true;
    while let Some(number) = queue.pop_front() {
        let passage = &problem.passages[number];
        if passage.from != passage.to {
            order.push(number);
        }
        for next in [passage.from, passage.to].into_iter().flat_map(|end| &problem.places[end].passages) {
            if !seen[*next] {
                seen[*next] = true;
                queue.push_back(*next);
            }
        }
    }
    order.extend(
        rest.filter(|number| {
            !seen[*number] && problem.passages[*number].from != problem.passages[*number].to
        }),
    );
    order
}
