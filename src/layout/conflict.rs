//! Why a passage finds no way: a small part of the mission that cannot be laid out, and what would mend it.
//!
//! The part is found by deletion: passages are left out, first many at once, those far from the one that failed before others, as long as what is left still fails; then places that no passage left leads to.
//! So without any one of those named, the rest of them can be laid out; unless the budget of tries ran out, which is said.

use std::collections::VecDeque;

use super::brief::Brief;
use super::sizes::Sized;
use super::solve;
use crate::base::{Diagnostic, Seed};
use crate::mission::{Bridges, LayoutSettings, Spacing};

/// How many parts are tried at most, and of large missions how many passages they may have together.
const MOST_TRIES: usize = 120;
const MOST_PASSAGES: usize = 6_000;

/// How many attempts a part gets; one that was laid out in none counts as failing.
const ATTEMPTS: usize = 16;

/// The largest scale that is allowed.
const LARGEST_SCALE: u32 = 128;

/// What is to be said about a passage without a way.
pub(super) fn no_way(brief: &Brief, number: usize, settings: &LayoutSettings) -> Diagnostic {
    let passage = &brief.passages[number];
    let message = format!(
        "The passage {} finds no way from {} to {}: other places and passages are in between.",
        brief.passage_name(number),
        brief.name(passage.from),
        brief.name(passage.to)
    );
    let hint = match (settings.bridges, settings.spacing) {
        (Bridges::Forbid, _) => "let passages cross (bridges: Allow), or draw fewer of them there".to_owned(),
        (_, Spacing::Fixed { scale }) => {
            format!("raise the scale (it is {scale}), or join places that lie side by side")
        }
        (_, Spacing::Elastic { gap }) => format!("raise the gap (it is {gap}), or draw fewer passages there"),
    };
    Diagnostic::error("no-way", message).hint(hint)
}

/// Names what cannot be laid out together with a passage that failed, and what would mend it.
pub(super) fn explain(
    brief: &Brief,
    sizes: &[Sized],
    settings: &LayoutSettings,
    seed: Seed,
    failed: usize,
) -> Diagnostic {
    let affordable = MOST_TRIES.min(MOST_PASSAGES / brief.passages.len().max(1));
    let mut reduction = Reduction { brief, sizes, settings, seed, tries: affordable };
    let (passages, places) = reduction.reduce(failed);
    let names = passages.iter().map(|passage| format!("the passage {}", brief.passage_name(*passage)));
    let named: Vec<String> = names.chain(places.iter().map(|place| brief.name(*place))).collect();
    let rest = if reduction.tries > 0 {
        "without any one of them the others can".to_owned()
    } else {
        format!("perhaps fewer of them cannot either, but the limit of {affordable} tries was reached")
    };
    let found = Diagnostic::error(
        "in-conflict",
        format!("These cannot be laid out together: {}; {rest}.", named.join(", ")),
    );
    match mending(brief, sizes, settings, seed) {
        Some(mending) => found.hint(mending),
        None => found.hint("leave out one of them, or join other places"),
    }
}

/// The setting that would mend it.
fn mending(brief: &Brief, sizes: &[Sized], settings: &LayoutSettings, seed: Seed) -> Option<String> {
    let does = |settings: &LayoutSettings| {
        solve(brief, sizes, settings, seed, ATTEMPTS).is_ok_and(|solved| solved.missing.is_empty())
    };
    if settings.bridges == Bridges::Forbid
        && does(&LayoutSettings { bridges: Bridges::Allow, ..settings.clone() })
    {
        return Some("let passages cross (bridges: Allow)".to_owned());
    }
    let Spacing::Fixed { scale } = settings.spacing else { return None };
    let with = |scale: u32| LayoutSettings { spacing: Spacing::Fixed { scale }, ..settings.clone() };
    let (mut too_small, mut enough) = (scale, LARGEST_SCALE);
    if !does(&with(enough)) {
        return None;
    }
    while enough - too_small > 1 {
        let middle = (too_small + enough) / 2;
        if does(&with(middle)) {
            enough = middle;
        } else {
            too_small = middle;
        }
    }
    Some(format!("the smallest scale that would do is {enough} (it is {scale})"))
}

/// Leaving out what does not matter.
struct Reduction<'a> {
    brief: &'a Brief<'a>,
    sizes: &'a [Sized],
    settings: &'a LayoutSettings,
    seed: Seed,
    /// How many parts may still be tried.
    tries: usize,
}

impl Reduction<'_> {
    /// The passages, and the places that are in the way of them, in their order.
    fn reduce(&mut self, failed: usize) -> (Vec<usize>, Vec<usize>) {
        let all_places: Vec<usize> = (0..self.brief.places.len()).collect();
        let mut passages = self.nearest_first(failed);
        passages = self.shorten(passages, 1, |reduction, kept| reduction.fails(&all_places, kept));
        let is_end = |place: &usize| {
            passages
                .iter()
                .map(|number| &self.brief.passages[*number])
                .any(|passage| passage.from == *place || passage.to == *place)
        };
        let (ends, others): (Vec<usize>, Vec<usize>) = all_places.iter().partition(|place| is_end(place));
        let obstacles = self.shorten(others, 0, |reduction, kept| {
            let mut places = [&ends[..], kept].concat();
            places.sort_unstable();
            reduction.fails(&places, &passages)
        });
        passages.sort_unstable();
        (passages, obstacles)
    }

    /// Takes away from the end whatever can go so that the rest fails, larger pieces first; the first ones stay.
    fn shorten(
        &mut self,
        mut kept: Vec<usize>,
        staying: usize,
        fails: impl Fn(&mut Self, &[usize]) -> bool,
    ) -> Vec<usize> {
        let mut piece = kept.len();
        while piece > 0 {
            let mut end = kept.len();
            while end > staying {
                let begin = end.saturating_sub(piece).max(staying);
                let without = [&kept[..begin], &kept[end..]].concat();
                if fails(self, &without) {
                    kept = without;
                }
                end = begin;
            }
            piece /= 2;
        }
        kept
    }

    fn fails(&mut self, places: &[usize], passages: &[usize]) -> bool {
        if self.tries == 0 {
            return false;
        }
        self.tries -= 1;
        let part = self.brief.part(places, passages);
        let sizes: Vec<Sized> = places.iter().map(|place| self.sizes[*place].clone()).collect();
        solve(&part, &sizes, self.settings, self.seed, ATTEMPTS)
            .is_ok_and(|solved| !solved.missing.is_empty())
    }

    /// All passages but those from a place to itself, by the number of steps from one of them.
    fn nearest_first(&self, from: usize) -> Vec<usize> {
        let mut seen = vec![false; self.brief.passages.len()];
        let mut order = Vec::new();
        let mut queue = VecDeque::from([from]);
        let rest = 0..seen.len();
        seen[from] = true;
        while let Some(number) = queue.pop_front() {
            let passage = &self.brief.passages[number];
            if passage.from != passage.to {
                order.push(number);
            }
            for next in
                [passage.from, passage.to].into_iter().flat_map(|end| &self.brief.places[end].passages)
            {
                if !seen[*next] {
                    seen[*next] = true;
                    queue.push_back(*next);
                }
            }
        }
        order.extend(rest.filter(|number| {
            !seen[*number] && self.brief.passages[*number].from != self.brief.passages[*number].to
        }));
        order
    }
}
