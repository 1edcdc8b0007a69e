//! Reports passages whose lengths are outside of the limits of their symbols.
//!
//! In: a finished arrangement. Out: a warning for each passage that is too short or too long.
//! Lengths themselves are constraints of the compaction graph.

use super::problem::LayoutProblem;
use crate::base::Diagnostic;
use crate::layout::budget::lengths::MOST_NAMED;
use crate::layout::drawing::{Arrangement, Course, SizedPlace};
use crate::settings::Spacing;

/// The code of the warning that a passage has more cells than its symbol allows.
const TOO_LONG: &str = "passage-too-long";
/// The code of the warning that a passage has fewer cells than its symbol allows.
const TOO_SHORT: &str = "passage-too-short";

/// Returns warnings for passages that are shorter or longer than their symbols allow.
pub(in crate::layout) fn check(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    spacing: Spacing,
    arranged: &Arrangement,
) -> Vec<Diagnostic> {
    let mut too_short = Vec::new();
    let mut too_long = Vec::new();
    for (number, passage) in problem.passages.iter().enumerate() {
        let Some((least, most)) = passage.length else { continue };
        let route = arranged.routes.by_passage.get(number).and_then(Option::as_ref);
        let Some(course) = route.and_then(|route| Course::new(passage, route, sizes)) else { continue };
        let cells = course.cells_between(course.places.map(|place| arranged.routes.cores[place]));
        if cells < least {
            too_short.push((number, cells));
        } else if cells > most {
            too_long.push((number, cells));
        }
    }
    let mut found = Vec::new();
    for (code, word, passages) in [(TOO_SHORT, "shorter", &too_short), (TOO_LONG, "longer", &too_long)] {
        found.extend(passages.iter().take(MOST_NAMED).map(|(number, cells)| {
            let passage = &problem.passages[*number];
            let (least, most) = passage.length.unwrap_or_default();
            let (bound, hint) = if code == TOO_LONG {
                (format!("at most {most}"), longer_hint(spacing, most))
            } else {
                (format!("at least {least}"), shorter_hint(spacing))
            };
            let message = format!(
                "The passage {} from {} to {} has {cells} cells, but its symbol wants {bound}.",
                problem.passage_name(*number),
                problem.name(passage.from),
                problem.name(passage.to),
            );
            problem.about_passages([number], Diagnostic::warning(code, message).hint(hint))
        }));
        let more = passages.len().saturating_sub(MOST_NAMED);
        if more > 0 {
            let are = if more == 1 { "passage is" } else { "passages are" };
            let message = format!("{more} more {are} {word} than their symbols allow.");
            let rest = passages[MOST_NAMED..].iter().map(|(number, _)| number);
            found.push(problem.about_passages(rest, Diagnostic::warning(code, message)));
        }
    }
    found
}

fn shorter_hint(spacing: Spacing) -> &'static str {
    match spacing {
        Spacing::Fixed { .. } => "Raise the scale.",
        Spacing::Compact { .. } | Spacing::Elastic { .. } | Spacing::Sprawl { .. } => {
            "Lower the minimum length."
        }
    }
}

fn longer_hint(spacing: Spacing, most: u32) -> &'static str {
    match spacing {
        Spacing::Compact { gap } if gap > most => "Lower the gap.",
        Spacing::Compact { .. } => "Raise the maximum length.",
        Spacing::Elastic { .. } => "Make the spacing compact.",
        Spacing::Fixed { .. } => "Lower the scale.",
        Spacing::Sprawl { .. } => "Raise the maximum length.",
    }
}
