//! The findings of a check. Only a handful of each kind is reported.

use std::collections::BTreeMap;

use crate::base::{Cell, printable_line, with_capital};
use crate::level::Break;

/// Number of findings of one kind that are reported one by one; the others are counted.
const HANDFUL: usize = 4;

/// The kind of a finding: its cause, and one or two owners or ids.
pub(super) type FaultKind = (&'static str, i64, i64);

#[derive(Clone, Debug, Default)]
pub(super) struct PromiseBreaks {
    breaks: Vec<Break>,
    by_kind: BTreeMap<FaultKind, usize>,
}

impl PromiseBreaks {
    /// Adds a single finding.
    pub(super) fn add(&mut self, at: Option<Cell>, message: impl AsRef<str>) {
        let message = with_capital(message.as_ref());
        self.breaks.push(Break { message: printable_line(&message).into_owned(), at });
    }

    /// Adds a finding of which there may be many.
    pub(super) fn add_one_of_many(
        &mut self,
        kind: FaultKind,
        at: Option<Cell>,
        message: impl FnOnce() -> String,
    ) {
        let count = self.by_kind.entry(kind).or_default();
        *count += 1;
        if *count <= HANDFUL {
            self.add(at, message());
        } else if *count == HANDFUL + 1 {
            // Holds the place in the list; `finish` writes the number.
            self.breaks.push(Break { message: marker(kind), at: None });
        }
    }

    /// Returns all findings, in the order in which they were added.
    pub(super) fn finish(mut self) -> Vec<Break> {
        let many = self.by_kind.into_iter().filter(|(_, count)| *count > HANDFUL);
        let rest: BTreeMap<String, usize> =
            many.map(|(kind, count)| (marker(kind), count - HANDFUL)).collect();
        for entry in self.breaks.iter_mut().filter(|entry| entry.message.starts_with(MARK)) {
            if let Some(count) = rest.get(&entry.message) {
                entry.message = format!("There are {count} more faults of the kind above.");
            }
        }
        self.breaks
    }
}

/// The first character of a placeholder in the list.
const MARK: char = '\u{0}';

fn marker((what, a, b): FaultKind) -> String {
    format!("{MARK}{what} {a} {b}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_tell_a_handful_of_a_kind_and_count_the_rest() {
        let mut findings = PromiseBreaks::default();
        for x in 0..7 {
            findings.add_one_of_many(("leak", 1, 2), Some(Cell::new(x, 0)), || format!("leak {x}"));
        }
        findings.add(None, "something else");
        let messages: Vec<_> = findings.finish().into_iter().map(|found| found.message).collect();
        assert_eq!(
            messages,
            [
                "Leak 0",
                "Leak 1",
                "Leak 2",
                "Leak 3",
                "There are 3 more faults of the kind above.",
                "Something else"
            ]
        );
    }
}
