//! Collects all problems of the open project: mistakes in its parts, unreadable parts of its files, and
//! diagnostics of the last run.
//!
//! The parts are checked in the background, once for each change; until then, earlier results are shown.

use std::ops::Deref;
use std::path::PathBuf;

use crate::base::{Diagnostic, Severity, ValuePath};
use crate::document::{Content, Document, Fix, Location, fixes, location_in_grammar, location_in_rooms};
use crate::editor::work::project_check::ProjectCheck;
use crate::files::SHEET_CODES;
use crate::pipeline::{Run, Stage};

/// Additional information about a problem.
#[derive(Clone, Debug, Default)]
pub struct ProblemRemedy {
    /// Location to show.
    pub place: Option<Location>,
    /// Possible fixes.
    pub fixes: Vec<Fix>,
}

/// All problems of the open project.
#[derive(Debug, Default)]
pub struct ProblemList {
    list: Vec<Diagnostic>,
    mendings: Vec<ProblemRemedy>,
    /// Results of the last check of the project.
    checked: Option<(ProjectCheck, Vec<LocatedProblem>)>,
    /// Problems found on loading that a check of the loaded project cannot find.
    of_files: Vec<Diagnostic>,
    /// Problems that would not exist if everything could have been read.
    consequences: Vec<Diagnostic>,
}

/// A problem with its location.
#[derive(Clone, Debug)]
struct LocatedProblem {
    diagnostic: Diagnostic,
    place: Option<Location>,
}

impl Deref for ProblemList {
    type Target = [Diagnostic];

    fn deref(&self) -> &[Diagnostic] {
        &self.list
    }
}

impl ProblemList {
    /// Returns the information about the problem at a position of the list.
    pub fn mending(&self, position: usize) -> Option<&ProblemRemedy> {
        self.mendings.get(position)
    }

    /// Returns the number of errors and warnings. Notes need no attention.
    pub fn count(&self) -> usize {
        self.list.iter().filter(|problem| problem.severity != Severity::Note).count()
    }

    /// Returns the worst problem, or otherwise the first note, with its fixes.
    pub fn worst(&self) -> Option<(&Diagnostic, &ProblemRemedy)> {
        self.list.first().zip(self.mendings.first())
    }

    /// Returns the problems at a location, the worst first.
    pub fn located_at(&self, location: &Location) -> impl Iterator<Item = &Diagnostic> {
        let all = self.list.iter().zip(&self.mendings);
        all.filter(move |(_, mending)| mending.place.as_ref() == Some(location)).map(|(problem, _)| problem)
    }

    /// Collects all problems again, including those of tile sheets.
    pub fn collect(&mut self, document: &Document, of_sheets: Vec<(usize, Diagnostic)>, run: Option<&Run>) {
        let mut all: Vec<LocatedProblem> = Vec::new();
        let of_files = self.of_files.iter().filter(|problem| is_still_so(problem, document));
        let of_files = of_files.cloned().map(|diagnostic| LocatedProblem { diagnostic, place: None });
        let checked = self.checked.iter().flat_map(|(_, found)| found.iter().cloned());
        let is_listed = |found: &LocatedProblem| {
            !document.saving_loses || !self.consequences.iter().any(|other| is_same(other, &found.diagnostic))
        };
        // Problems in files were already found by the check, and disappear at once when fixed.
        let has_begun = |run: &&Run| run.failure.as_ref().is_none_or(|failure| failure.stage != Stage::Check);
        let of_run = run.filter(has_begun).into_iter().flat_map(|run| &run.diagnostics);
        // A stage that fails because of a reported mistake must not report it again.
        let foretold = |found: &Diagnostic| {
            let at = |path: &ValuePath| {
                found.subject.as_ref().is_some_and(|subject| path.parts().starts_with(subject.parts()))
            };
            let errors = self.checked.iter().flat_map(|(_, found)| found).map(|found| &found.diagnostic);
            let mut errors = errors.filter(|error| error.severity == Severity::Error);
            errors.any(|error| error.code == found.code || at(&error.path))
        };
        let of_run = of_run.filter(|found| !foretold(found));
        let of_run = of_run.map(|diagnostic| LocatedProblem {
            place: location_in_grammar(diagnostic),
            diagnostic: diagnostic.clone(),
        });
        let of_sheets = of_sheets.into_iter().filter_map(|(position, diagnostic)| {
            let rooms = document.rooms().get(position)?;
            let diagnostic = Diagnostic { file: Some(PathBuf::from(&rooms.path)), ..diagnostic };
            Some(LocatedProblem { place: Some(location_in_rooms(position, &diagnostic)), diagnostic })
        });
        for found in of_files.chain(checked.filter(is_listed)).chain(of_sheets).chain(of_run) {
            if !all.iter().any(|other| is_same(&other.diagnostic, &found.diagnostic)) {
                all.push(found);
            }
        }
        all.sort_by_key(|found| found.diagnostic.severity);
        let content = document.content();
        self.mendings = all
            .iter()
            .map(|found| ProblemRemedy {
                place: found.place.clone(),
                fixes: fixes(&found.diagnostic, content),
            })
            .collect();
        self.list = all.into_iter().map(|found| found.diagnostic).collect();
    }

    /// Drops the problems found on loading, because the files now hold the open project.
    pub fn forget_files(&mut self) {
        self.of_files.retain(is_about_list_of_rooms);
        self.consequences.clear();
    }

    /// Returns the results of the last check.
    pub fn project_check(&self) -> Option<&ProjectCheck> {
        self.checked.as_ref().map(|(project_check, _)| project_check)
    }

    /// Returns the results of the last check, if the project has not changed since.
    pub fn survey_of(&self, content: &Content) -> Option<&ProjectCheck> {
        self.project_check().filter(|project_check| project_check.content.is_same(content))
    }

    /// Returns `true` if the project was never checked.
    pub fn are_unknown(&self) -> bool {
        self.checked.is_none()
    }

    /// Accepts the results of a check.
    pub fn take(&mut self, project_check: ProjectCheck, document: &Document) {
        let found = located(&project_check, document.saving_loses);
        if self.checked.is_none() {
            let is_found =
                |problem: &Diagnostic| found.iter().any(|found| is_same(&found.diagnostic, problem));
            let read = &document.diagnostics;
            self.of_files = read.iter().filter(|problem| !is_found(problem)).cloned().collect();
            let is_read =
                |problem: &&LocatedProblem| read.iter().any(|other| is_same(other, &problem.diagnostic));
            self.consequences =
                found.iter().filter(|found| !is_read(found)).map(|found| found.diagnostic.clone()).collect();
        }
        self.checked = Some((project_check, found));
    }
}

/// Returns `true` if both have the same text. Users could not distinguish them, so one is enough.
fn is_same(one: &Diagnostic, other: &Diagnostic) -> bool {
    one.code == other.code && one.message == other.message
}

fn is_about_list_of_rooms(problem: &Diagnostic) -> bool {
    matches!(problem.code, "missing-room-set" | "unreadable-file" | "duplicate-room-set")
}

/// Returns `true` if a problem found on loading still exists. The list of room sets can be fixed here; texts
/// cannot.
fn is_still_so(problem: &Diagnostic, document: &Document) -> bool {
    let names = &document.grammar().rooms;
    let named = problem.subject.as_ref().and_then(|subject| subject.keys().last());
    let is_named = |name: &&String| named == Some(name.as_str());
    match problem.code {
        "missing-room-set" => {
            names.iter().filter(is_named).any(|name| document.rooms().iter().all(|rooms| rooms.path != *name))
        }
        // Problems of sheets are found again whenever they may have changed.
        code if SHEET_CODES.contains(&code) => false,
        "duplicate-room-set" => names.iter().filter(is_named).count() > 1,
        _ => true,
    }
}

/// Returns all problems of a project with their locations, in the order of its files.
fn located(project_check: &ProjectCheck, is_incomplete: bool) -> Vec<LocatedProblem> {
    let ProjectCheck { content, findings, outlook, .. } = project_check;
    let in_grammar = |diagnostic: &Diagnostic| LocatedProblem {
        place: location_in_grammar(diagnostic),
        diagnostic: diagnostic.clone(),
    };
    let mut found: Vec<LocatedProblem> = findings.grammar.iter().map(in_grammar).collect();
    if !is_incomplete {
        // Parts that could not be read would be reported as missing.
        found.extend(outlook.iter().map(in_grammar));
    }
    if content.rooms.len() >= content.grammar.rooms.len() {
        found.extend(findings.together.grammar.iter().map(in_grammar));
    }
    let sets = findings.sets.iter().zip(&findings.together.sets);
    for (position, (rooms, (alone, beside))) in content.rooms.iter().zip(sets).enumerate() {
        let in_rooms = |diagnostic: &Diagnostic| {
            let diagnostic = Diagnostic { file: Some(PathBuf::from(&rooms.path)), ..diagnostic.clone() };
            LocatedProblem { place: Some(location_in_rooms(position, &diagnostic)), diagnostic }
        };
        found.extend(alone.iter().chain(beside).map(in_rooms));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{AlphabetEdit, Edit, FixAction, Symbol};
    use crate::editor::work::disk;

    fn look_through(problems: &mut ProblemList, document: &Document) {
        problems.take(ProjectCheck::of(document.content().clone()), document);
        problems.collect(document, Vec::new(), None);
    }

    fn codes(problems: &ProblemList) -> Vec<&str> {
        problems.iter().map(|problem| problem.code).collect()
    }

    #[test]
    fn problems_are_those_of_the_project_as_it_is_now() {
        let mut document = disk::first_example();
        let mut problems = ProblemList::default();
        look_through(&mut problems, &document);
        assert_eq!(codes(&problems), [""; 0]);
        let removed = Symbol::Node("Crossing".to_owned());
        document.apply(Edit::Alphabet(AlphabetEdit::Remove(removed)));
        look_through(&mut problems, &document);
        assert!(codes(&problems).contains(&"unknown-symbol"), "{:?}", codes(&problems));
        assert!(
            problems.mending(0).is_some_and(|mending| mending.place.is_some() && !mending.fixes.is_empty())
        );
        document.undo();
        look_through(&mut problems, &document);
        assert_eq!(codes(&problems), [""; 0]);
    }

    #[test]
    fn what_could_not_be_read_is_reported_until_the_file_is_written_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("my.ron");
        std::fs::write(&path, "Grammar(format: 1, name: \"Mine\", rooms: [\"none.ron\"], alphabet: (nodes: {\"A\": (colour: 3)}, edges: {}), start: Graph(nodes: {1: \"A\"}))").unwrap();
        let mut document = disk::open(&path).unwrap();
        let mut problems = ProblemList::default();
        look_through(&mut problems, &document);
        assert_eq!(
            problems.iter().map(|problem| &problem.message).collect::<std::collections::BTreeSet<_>>(),
            document.diagnostics.iter().map(|problem| &problem.message).collect()
        );
        let is_of_file =
            |problem: &Diagnostic| problem.position.is_some() && problem.code != "missing-room-set";
        assert!(problems.iter().any(is_of_file));
        document.mark_saved(path);
        problems.forget_files();
        look_through(&mut problems, &document);
        assert!(!problems.iter().any(is_of_file));
        assert!(codes(&problems).contains(&"missing-room-set"));
        let position = codes(&problems).iter().position(|code| *code == "missing-room-set").unwrap();
        let FixAction::Edit(edit) = problems.mending(position).unwrap().fixes[0].means.clone() else {
            panic!("an edit mends it");
        };
        document.apply(edit);
        look_through(&mut problems, &document);
        assert!(!codes(&problems).contains(&"missing-room-set"));
    }
}
