//! Checks the open project in the background.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::JobKind;
use super::jobs::{Job, JobControl};
use crate::base::PathPart::{Field, Index};
use crate::base::{Cancelled, Diagnostic, Severity};
use crate::document::Content;
use crate::files::{print_grammar, print_room_set};
use crate::grammar::lint_checked;
use crate::mission::Form;
use crate::picture::check_named_looks;
use crate::pipeline::ProjectFindings;
use crate::rooms::RoomSet;

/// Checks projects.
pub struct CheckProject;

/// Everything that is wrong with a project, or probably unintended.
#[derive(Clone, Debug)]
pub struct ProjectCheck {
    /// Project that was checked.
    pub content: Content,
    /// Mistakes found.
    pub findings: Arc<ProjectFindings>,
    /// Expected problems of the rules in combination, if the grammar has no errors.
    pub outlook: Vec<Diagnostic>,
    /// Symbols that are formed by rooms but have none.
    pub lacking: Vec<String>,
    /// Characters of its files that are not ASCII, without duplicates.
    pub letters: Vec<char>,
    /// Time spent on finding the mistakes.
    pub checked_in: Duration,
}

impl Job for CheckProject {
    type Request = Content;
    type Answer = ProjectCheck;

    const KIND: JobKind = JobKind::Survey;

    fn work() -> impl FnMut(Content, &JobControl) -> Result<ProjectCheck, Cancelled> + Send + 'static {
        |content, _| Ok(ProjectCheck::of(content))
    }
}

impl ProjectCheck {
    /// Checks a project. The grammar is checked once.
    pub fn of(content: Content) -> Self {
        let rooms: Vec<Arc<RoomSet>> = content.rooms.iter().map(|rooms| Arc::clone(&rooms.set)).collect();
        let began = Instant::now();
        let findings = ProjectFindings::of(&content.grammar, &rooms);
        let checked_in = began.elapsed();
        let sets: Vec<&RoomSet> = rooms.iter().map(Arc::as_ref).collect();
        let are_usable = !findings.iter().any(|found| found.severity == Severity::Error);
        let mut outlook = if findings.has_grammar_errors() {
            Vec::new()
        } else {
            lint_checked(&content.grammar, are_usable.then_some(&sets))
        };
        outlook.extend(check_named_looks(&content.grammar.alphabet));
        let lacking = symbols_without_room(&content);
        let letters = letters_of(&content);
        Self { content, findings: Arc::new(findings), outlook, lacking, letters, checked_in }
    }

    /// Returns the mistakes in a room.
    pub fn of_room(&self, set: usize, room: usize) -> impl Iterator<Item = &Diagnostic> {
        self.of_set_and_rooms(set).filter(move |found| room_of(found) == Some(room))
    }

    /// Returns the mistakes in a room set, without those in its rooms.
    pub fn of_set(&self, set: usize) -> impl Iterator<Item = &Diagnostic> {
        self.of_set_and_rooms(set).filter(|found| room_of(found).is_none())
    }

    fn of_set_and_rooms(&self, set: usize) -> impl Iterator<Item = &Diagnostic> {
        let ProjectFindings { sets, together, .. } = &*self.findings;
        sets.get(set).into_iter().chain(together.sets.get(set)).flatten()
    }
}

fn letters_of(content: &Content) -> Vec<char> {
    let sets = content.rooms.iter().map(|rooms| print_room_set(&rooms.set));
    let texts: Vec<String> = sets.chain([print_grammar(&content.grammar)]).collect();
    let letters: BTreeSet<char> =
        texts.iter().flat_map(|text| text.chars()).filter(|letter| !letter.is_ascii()).collect();
    letters.into_iter().collect()
}

fn symbols_without_room(content: &Content) -> Vec<String> {
    let rooms = content.rooms.iter().flat_map(|rooms| &rooms.set.rooms);
    let with_room: BTreeSet<&str> = rooms.map(|room| room.symbol.as_str()).collect();
    let formed = content.grammar.alphabet.nodes.iter();
    let formed = formed.filter(|(_, symbol)| symbol.all_forms().any(Form::wants_room));
    formed.map(|(name, _)| name.clone()).filter(|name| !with_room.contains(name.as_str())).collect()
}

/// Returns the position of the room that a mistake of a set is in.
fn room_of(problem: &Diagnostic) -> Option<usize> {
    match problem.path.parts() {
        [Field("rooms"), Index(room), ..] => Some(*room),
        _ => None,
    }
}
