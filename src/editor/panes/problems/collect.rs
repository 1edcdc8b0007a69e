//! Everything that is wrong with the open project as it is now: what its parts are found guilty of, what could not be read of its files, and what the last run noticed.
//!
//! The parts are looked through once for each change, not for each frame.

use std::ops::Deref;
use std::path::PathBuf;

use crate::base::Diagnostic;
use crate::document::{Content, Document, Fix, Location, fixes, location_in_grammar, location_in_rooms};
use crate::grammar::{check_grammar, foresee_failures, lint_grammar};
use crate::mission::{RoomSet, check_room_set, check_rooms_for};
use crate::pipeline::{Run, Stage};

/// What is known of a problem besides what it says.
#[derive(Clone, Debug, Default)]
pub struct Mending {
    /// Where to look at it.
    pub place: Option<Location>,
    /// What would mend it.
    pub fixes: Vec<Fix>,
}

/// All problems of the open project.
#[derive(Debug, Default)]
pub struct Problems {
    list: Vec<Diagnostic>,
    mendings: Vec<Mending>,
    /// What was found in the project when it was last looked through.
    checked: Option<(Content, Vec<Found>)>,
    /// What was noticed on loading and is not found by looking through what was read.
    of_files: Vec<Diagnostic>,
    /// What would not be found if everything could have been read.
    consequences: Vec<Diagnostic>,
}

/// A problem with its place.
#[derive(Clone, Debug)]
struct Found {
    diagnostic: Diagnostic,
    place: Option<Location>,
}

impl Deref for Problems {
    type Target = [Diagnostic];

    fn deref(&self) -> &[Diagnostic] {
        &self.list
    }
}

impl Problems {
    /// What is known of the problem at a position of the list.
    pub fn mending(&self, position: usize) -> Option<&Mending> {
        self.mendings.get(position)
    }

    /// Collects them anew.
    pub fn collect(&mut self, document: &Document, run: Option<&Run>) {
        self.look_through(document);
        let mut all: Vec<Found> = Vec::new();
        let of_files = self.of_files.iter().filter(|problem| is_still_so(problem, document));
        let of_files = of_files.cloned().map(|diagnostic| Found { diagnostic, place: None });
        let checked = self.checked.iter().flat_map(|(_, found)| found.iter().cloned());
        let is_told = |found: &Found| {
            !document.saving_loses || !self.consequences.iter().any(|other| is_same(other, &found.diagnostic))
        };
        // What a run finds wrong with the files is found here already, and mended here at once.
        let has_begun = |run: &&Run| run.failure.as_ref().is_none_or(|failure| failure.stage != Stage::Check);
        let of_run = run.filter(has_begun).into_iter().flat_map(|run| &run.diagnostics);
        let of_run = of_run.map(|diagnostic| Found {
            place: location_in_grammar(diagnostic),
            diagnostic: diagnostic.clone(),
        });
        for found in of_files.chain(checked.filter(is_told)).chain(of_run) {
            if !all.iter().any(|other| is_same(&other.diagnostic, &found.diagnostic)) {
                all.push(found);
            }
        }
        all.sort_by_key(|found| found.diagnostic.severity);
        let content = document.content();
        self.mendings = all
            .iter()
            .map(|found| Mending { place: found.place.clone(), fixes: fixes(&found.diagnostic, content) })
            .collect();
        self.list = all.into_iter().map(|found| found.diagnostic).collect();
    }

    /// Forgets what could not be read of the files: they hold what is open now.
    pub fn forget_files(&mut self) {
        self.of_files.retain(is_about_list_of_rooms);
        self.consequences.clear();
    }

    fn look_through(&mut self, document: &Document) {
        let content = document.content();
        if self.checked.as_ref().is_some_and(|(known, _)| known.is_same(content)) {
            return;
        }
        let are_all_there = content.rooms.len() >= content.grammar.rooms.len();
        let found = check(content, are_all_there, document.saving_loses);
        if self.checked.is_none() {
            let is_found =
                |problem: &Diagnostic| found.iter().any(|found| is_same(&found.diagnostic, problem));
            let read = &document.diagnostics;
            self.of_files = read.iter().filter(|problem| !is_found(problem)).cloned().collect();
            let is_read = |problem: &&Found| read.iter().any(|other| is_same(other, &problem.diagnostic));
            self.consequences =
                found.iter().filter(|found| !is_read(found)).map(|found| found.diagnostic.clone()).collect();
        }
        self.checked = Some((content.clone(), found));
    }
}

/// Do they say the same, wherever they were found? Of two that a user cannot tell apart one is enough.
fn is_same(one: &Diagnostic, other: &Diagnostic) -> bool {
    one.code == other.code && one.message == other.message
}

fn is_about_list_of_rooms(problem: &Diagnostic) -> bool {
    matches!(problem.code, "missing-room-set" | "unreadable-file" | "duplicate-room-set")
}

/// Is what was noticed on loading still so? The list of room sets can be mended here; texts cannot.
fn is_still_so(problem: &Diagnostic, document: &Document) -> bool {
    let names = &document.grammar().rooms;
    let named = problem.subject.as_ref().and_then(|subject| subject.keys().last());
    let is_named = |name: &&String| named == Some(name.as_str());
    match problem.code {
        "missing-room-set" => {
            names.iter().filter(is_named).any(|name| document.rooms().iter().all(|rooms| rooms.path != *name))
        }
        "duplicate-room-set" => names.iter().filter(is_named).count() > 1,
        _ => true,
    }
}

/// Everything that is wrong with a project, in the order of its files.
fn check(content: &Content, are_rooms_there: bool, is_incomplete: bool) -> Vec<Found> {
    let in_grammar = |diagnostic: Diagnostic| Found { place: location_in_grammar(&diagnostic), diagnostic };
    let mut found: Vec<Found> = check_grammar(&content.grammar).into_iter().map(in_grammar).collect();
    if !is_incomplete {
        // What was left out because it could not be read would be missed in the rest.
        found.extend(foresee_failures(&content.grammar).into_iter().map(in_grammar));
        found.extend(lint_grammar(&content.grammar).into_iter().map(in_grammar));
    }
    let sets: Vec<&RoomSet> = content.rooms.iter().map(|rooms| rooms.set.as_ref()).collect();
    let together = check_rooms_for(&content.grammar.alphabet, &sets);
    if are_rooms_there {
        found.extend(together.grammar.into_iter().map(in_grammar));
    }
    for (position, (rooms, beside)) in content.rooms.iter().zip(together.sets).enumerate() {
        let in_rooms = |mut diagnostic: Diagnostic| {
            diagnostic.file = Some(PathBuf::from(&rooms.path));
            Found { place: Some(location_in_rooms(position, &diagnostic)), diagnostic }
        };
        found.extend(check_room_set(&rooms.set).into_iter().chain(beside).map(in_rooms));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{AlphabetEdit, Edit, Symbol};
    use crate::editor::work::disk;

    fn codes(problems: &Problems) -> Vec<&str> {
        problems.iter().map(|problem| problem.code).collect()
    }

    #[test]
    fn problems_are_those_of_the_project_as_it_is_now() {
        let mut document = disk::first_example();
        let mut problems = Problems::default();
        problems.collect(&document, None);
        assert_eq!(codes(&problems), [""; 0]);
        let removed = Symbol::Node("Crossing".to_owned());
        document.apply(Edit::Alphabet(AlphabetEdit::Remove(removed)));
        problems.collect(&document, None);
        assert!(codes(&problems).contains(&"unknown-symbol"), "{:?}", codes(&problems));
        assert!(
            problems.mending(0).is_some_and(|mending| mending.place.is_some() && !mending.fixes.is_empty())
        );
        document.undo();
        problems.collect(&document, None);
        assert_eq!(codes(&problems), [""; 0]);
    }

    #[test]
    fn what_could_not_be_read_is_reported_until_the_file_is_written_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("my.ron");
        std::fs::write(&path, "Grammar(format: 1, name: \"Mine\", rooms: [\"none.ron\"], alphabet: (nodes: {\"A\": (colour: 3)}, edges: {}), start: Graph(nodes: {1: \"A\"}))").unwrap();
        let mut document = disk::open(&path).unwrap();
        let mut problems = Problems::default();
        problems.collect(&document, None);
        assert_eq!(
            problems.iter().map(|problem| &problem.message).collect::<std::collections::BTreeSet<_>>(),
            document.diagnostics.iter().map(|problem| &problem.message).collect()
        );
        let is_of_file =
            |problem: &Diagnostic| problem.position.is_some() && problem.code != "missing-room-set";
        assert!(problems.iter().any(is_of_file));
        document.mark_saved(path);
        problems.forget_files();
        problems.collect(&document, None);
        assert!(!problems.iter().any(is_of_file));
        assert!(codes(&problems).contains(&"missing-room-set"));
        let position = codes(&problems).iter().position(|code| *code == "missing-room-set").unwrap();
        let fix = problems.mending(position).unwrap().fixes[0].clone();
        document.apply(fix.edit);
        problems.collect(&document, None);
        assert!(!codes(&problems).contains(&"missing-room-set"));
    }
}
