//! What a project consists of: the value that edits replace and the history keeps.

use std::collections::BTreeMap;
use std::mem::discriminant;
use std::sync::Arc;

use super::same_in_order::SameInOrder;
use crate::base::Seed;
use crate::grammar::{Grammar, Start};
use crate::layout::Precursor;
use crate::rooms::RoomSet;
use crate::settings::{Pin, Roll};

/// A grammar with its room sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// The grammar.
    pub grammar: Arc<Grammar>,
    /// The room sets that could be read, in the order in which the grammar names them.
    pub rooms: Vec<OpenRooms>,
    /// How its files are written.
    pub form: TextForm,
    /// The places that are pinned for one seed, by seed; the newest first. They belong to the project, but to none of its files.
    pub pins: SeedPins,
    /// What was made anew with other places kept, by seed. It belongs to the project, but to none of its files.
    pub rolls: SeedRolls,
    /// What the layouts of levels go on from, by seed. It belongs to the project, but to none of its files.
    pub precursors: SeedPrecursors,
    /// The starts that were left for one of another kind, at most one of each kind.
    /// They belong to the project, but to none of its files.
    pub left_starts: LeftStarts,
}

/// Starts that can be come back to.
pub type LeftStarts = Arc<Vec<Start>>;

/// The pins of levels, by seed.
pub type SeedPins = Arc<BTreeMap<Seed, Vec<Pin>>>;

/// The rolls of levels, by seed, in their order.
pub type SeedRolls = Arc<BTreeMap<Seed, Vec<Roll>>>;

/// What the layouts of levels go on from, by seed.
pub type SeedPrecursors = Arc<BTreeMap<Seed, Arc<Precursor>>>;

/// How the files of a project are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextForm {
    /// As they were read, as far as they still say the same: with their comments, blank lines and line breaks.
    #[default]
    AsRead,
    /// In the stable form, without comments.
    Stable,
}

/// A room set and how the grammar names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenRooms {
    /// The path in the grammar, relative to its file.
    pub path: String,
    /// What the file holds.
    pub set: Arc<RoomSet>,
}

impl Content {
    /// A grammar without room sets.
    pub fn of(grammar: Grammar) -> Self {
        Self {
            grammar: Arc::new(grammar),
            rooms: Vec::new(),
            form: TextForm::default(),
            pins: SeedPins::default(),
            rolls: SeedRolls::default(),
            precursors: SeedPrecursors::default(),
            left_starts: LeftStarts::default(),
        }
    }

    /// Are the two one and the same, not only equal?
    pub fn is_same(&self, other: &Self) -> bool {
        self.form == other.form
            && Arc::ptr_eq(&self.grammar, &other.grammar)
            && self.has_rooms_of(other, Arc::ptr_eq)
    }

    /// Would both be written in the same way?
    pub(super) fn is_same_in_order(&self, other: &Self) -> bool {
        self.is_same(other)
            || self.form == other.form
                && self.grammar.is_same_in_order(&other.grammar)
                && self.has_rooms_of(other, |one, other| one.is_same_in_order(other))
    }

    /// The same room sets under the same paths?
    fn has_rooms_of(&self, other: &Self, is_same: impl Fn(&Arc<RoomSet>, &Arc<RoomSet>) -> bool) -> bool {
        self.rooms.len() == other.rooms.len()
            && self.rooms.iter().zip(&other.rooms).all(|(a, b)| a.path == b.path && is_same(&a.set, &b.set))
    }

    /// The grammar of the levels of a seed: with what is pinned for it alone, before what is pinned for every seed.
    pub fn grammar_with(&self, pins: &SeedPins, seed: Seed) -> Arc<Grammar> {
        let Some(pins) = pins.get(&seed).filter(|pins| !pins.is_empty()) else {
            return Arc::clone(&self.grammar);
        };
        let mut grammar = Grammar::clone(&self.grammar);
        grammar.layout.pins.splice(0..0, pins.iter().cloned());
        Arc::new(grammar)
    }

    /// Lets the layout of a seed go on from there, unless it goes on from the same mission already.
    pub(super) fn go_on_from(&mut self, seed: Seed, precursor: &Arc<Precursor>) {
        let known = self.precursors.get(&seed);
        if !known.is_some_and(|known| known.is_of_same_mission(precursor)) {
            Arc::make_mut(&mut self.precursors).insert(seed, Arc::clone(precursor));
        }
    }

    /// The same with the grammar changed; `None` if it came out as it was.
    pub(super) fn with_grammar(&self, change: impl FnOnce(&mut Grammar)) -> Option<Self> {
        let mut grammar = Grammar::clone(&self.grammar);
        change(&mut grammar);
        if grammar.is_same_in_order(&self.grammar) {
            return None;
        }
        let left_starts = self.left_starts_before(&grammar.start);
        Some(Self { grammar: Arc::new(grammar), left_starts, ..self.clone() })
    }

    /// Returns the starts to come back to once another one is taken.
    fn left_starts_before(&self, next: &Start) -> LeftStarts {
        let now = &self.grammar.start;
        if discriminant(now) == discriminant(next) {
            return Arc::clone(&self.left_starts);
        }
        let others = [now, next].map(discriminant);
        let left = self.left_starts.iter().filter(|left| !others.contains(&discriminant(*left)));
        Arc::new(left.chain([now]).cloned().collect())
    }

    /// Returns the start of the kind of `like` that was left last, or `like` if there was none.
    pub fn left_start_like(&self, like: Start) -> Start {
        let kind = discriminant(&like);
        self.left_starts.iter().find(|left| discriminant(*left) == kind).cloned().unwrap_or(like)
    }
}

/// The name, or the first with a number behind it that is not taken.
pub fn free_name(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2_u32..).map(|number| format!("{name} {number}"));
    let mut candidates = std::iter::once(name.to_owned()).chain(numbered);
    candidates.find(|candidate| !is_taken(candidate)).unwrap_or_else(|| name.to_owned())
}
