//! The stars, notes and tags of the open project, with their edits.
//!
//! They are no part of the history of the project: undoing a rule must not take a star away. They have their own
//! undo instead.

use std::sync::Arc;

use crate::base::{Seed, counted};
use crate::files::{MarkChanges, SeedMark, SeedMarks};

/// Number of edits that can be undone.
const MOST_UNDONE: usize = 200;

/// An edit of marks.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum MarkEdit {
    /// Gives seeds a star, or takes it away.
    Star { seeds: Vec<Seed>, is_starred: bool },
    /// Writes the note of a seed.
    Note { seed: Seed, text: String },
    /// Adds a tag to seeds.
    AddTag { seeds: Vec<Seed>, tag: String },
    /// Removes a tag from seeds.
    RemoveTag { seeds: Vec<Seed>, tag: String },
}

/// The marks of the open project, with those before the last edits.
#[derive(Clone, Debug, Default)]
pub struct MarkedSeeds {
    marks: Arc<SeedMarks>,
    /// Name of each edit, and the marks before it; the last edit comes last.
    undone_by: Vec<(String, Arc<SeedMarks>)>,
}

impl MarkEdit {
    /// Describes the edit, for example *Star seed 42*.
    pub fn name(&self) -> String {
        match self {
            Self::Star { seeds, is_starred: true } => format!("Star {}", named(seeds)),
            Self::Star { seeds, is_starred: false } => format!("Unstar {}", named(seeds)),
            Self::Note { seed, .. } => format!("Write note of seed {seed}"),
            Self::AddTag { seeds, tag } => format!("Tag {} as {tag}", named(seeds)),
            Self::RemoveTag { seeds, tag } => format!("Remove tag {tag} of {}", named(seeds)),
        }
    }

    fn apply_to(&self, marks: &mut SeedMarks) {
        match self {
            Self::Star { seeds, is_starred } => change(marks, seeds, |mark| mark.starred = *is_starred),
            Self::Note { seed, text } => change(marks, &[*seed], |mark| mark.note.clone_from(text)),
            Self::AddTag { seeds, tag } => change(marks, seeds, |mark| {
                mark.tags.insert(tag.clone());
            }),
            Self::RemoveTag { seeds, tag } => change(marks, seeds, |mark| {
                mark.tags.remove(tag);
            }),
        }
    }
}

fn change(marks: &mut SeedMarks, seeds: &[Seed], change: impl Fn(&mut SeedMark)) {
    for seed in seeds {
        let mut mark = marks.remove(seed).unwrap_or_default();
        change(&mut mark);
        if !mark.is_empty() {
            marks.insert(*seed, mark);
        }
    }
}

fn named(seeds: &[Seed]) -> String {
    match seeds {
        [seed] => format!("seed {seed}"),
        _ => counted(seeds.len(), "seed"),
    }
}

impl MarkedSeeds {
    /// Starts with marks from the last session.
    pub fn of(marks: SeedMarks) -> Self {
        Self { marks: Arc::new(marks), undone_by: Vec::new() }
    }

    /// Returns all marks.
    pub const fn all(&self) -> &Arc<SeedMarks> {
        &self.marks
    }

    /// Returns the mark of a seed, if it has one.
    pub fn get(&self, seed: Seed) -> Option<&SeedMark> {
        self.marks.get(&seed)
    }

    /// Returns `true` if the seed has a star.
    pub fn is_starred(&self, seed: Seed) -> bool {
        self.get(seed).is_some_and(|mark| mark.starred)
    }

    /// Carries out an edit. Returns the changed marks.
    pub fn apply(&mut self, edit: &MarkEdit) -> MarkChanges {
        let mut after = SeedMarks::clone(&self.marks);
        edit.apply_to(&mut after);
        let changes = differences(&self.marks, &after);
        if !changes.is_empty() {
            let before = std::mem::replace(&mut self.marks, Arc::new(after));
            self.undone_by.push((edit.name(), before));
            let surplus = self.undone_by.len().saturating_sub(MOST_UNDONE);
            self.undone_by.drain(..surplus);
        }
        changes
    }

    /// Returns the name of the edit that undo would revert.
    pub fn undo_name(&self) -> Option<&str> {
        self.undone_by.last().map(|(name, _)| name.as_str())
    }

    /// Undoes the last edit. Returns the changed marks.
    pub fn undo(&mut self) -> MarkChanges {
        let Some((_, before)) = self.undone_by.pop() else { return MarkChanges::new() };
        let changes = differences(&self.marks, &before);
        self.marks = before;
        changes
    }
}

/// Returns the marks that differ.
pub fn differences(before: &SeedMarks, after: &SeedMarks) -> MarkChanges {
    let seeds = before.keys().chain(after.keys());
    let changed = seeds.filter(|seed| before.get(seed) != after.get(seed));
    changed.map(|seed| (*seed, after.get(seed).cloned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_undone_one_by_one_and_report_what_they_change() {
        let mut marked = MarkedSeeds::default();
        let seeds = vec![Seed(3), Seed(5)];
        assert_eq!(marked.apply(&MarkEdit::Star { seeds: seeds.clone(), is_starred: true }).len(), 2);
        assert_eq!(marked.apply(&MarkEdit::Star { seeds: vec![Seed(3)], is_starred: true }).len(), 0);
        let note = MarkEdit::Note { seed: Seed(5), text: "long".to_owned() };
        assert_eq!(marked.apply(&note).keys().copied().collect::<Vec<_>>(), [Seed(5)]);
        assert_eq!(marked.undo_name(), Some("Write note of seed 5"));
        let changes = marked.undo();
        assert_eq!(changes[&Seed(5)], Some(SeedMark { starred: true, ..SeedMark::default() }));
        assert_eq!(marked.undo_name(), Some("Star 2 seeds"));
        assert_eq!(marked.undo(), [(Seed(3), None), (Seed(5), None)].into());
        assert!(marked.all().is_empty() && marked.undo().is_empty());
    }

    #[test]
    fn seed_without_star_note_and_tag_has_no_mark() {
        let mut marked = MarkedSeeds::default();
        let (seeds, tag) = (vec![Seed(1)], "boss".to_owned());
        marked.apply(&MarkEdit::AddTag { seeds: seeds.clone(), tag: tag.clone() });
        assert!(marked.get(Seed(1)).is_some() && !marked.is_starred(Seed(1)));
        marked.apply(&MarkEdit::RemoveTag { seeds, tag });
        assert!(marked.all().is_empty());
    }
}
