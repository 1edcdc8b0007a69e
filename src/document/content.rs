//! The content of a project: the value that edits replace and the history keeps.

use std::collections::BTreeMap;
use std::mem::discriminant;
use std::sync::Arc;

use super::same_in_order::SameInOrder;
use crate::base::Seed;
use crate::grammar::{Grammar, Start, VariableValues};
use crate::layout::PreviousLayout;
use crate::rooms::RoomSet;
use crate::settings::{Pin, Roll};

/// A grammar with its room sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// Grammar of the project.
    pub grammar: Arc<Grammar>,
    /// Readable room sets, in the order in which the grammar names them.
    pub rooms: Vec<OpenRooms>,
    /// Form in which its files are written.
    pub form: TextForm,
    /// Places pinned for a single seed, by seed; the newest first. They belong to the project, but to none of
    /// its files.
    pub pins: SeedPins,
    /// Rerolls with other places kept, by seed. They belong to the project, but to none of its files.
    pub rolls: SeedRolls,
    /// Values of the grammar's variables that were set. They belong to the project, but to none of its files.
    pub values: Values,
    /// Layouts that the layouts of levels continue from, by seed. They belong to the project, but to none of
    /// its files.
    pub previous_layouts: SeedPreviousLayouts,
    /// Starts that were replaced by one of another kind, at most one of each kind. They belong to the
    /// project, but to none of its files.
    pub left_starts: LeftStarts,
}

/// Starts that the designer can return to.
pub type LeftStarts = Arc<Vec<Start>>;

/// Pins of levels, by seed.
pub type SeedPins = Arc<BTreeMap<Seed, Vec<Pin>>>;

/// Rolls of levels, by seed, in order.
pub type SeedRolls = Arc<BTreeMap<Seed, Vec<Roll>>>;

/// Values of variables, by name.
pub type Values = Arc<VariableValues>;

/// Layouts that later layouts continue from, by seed.
pub type SeedPreviousLayouts = Arc<BTreeMap<Seed, Arc<PreviousLayout>>>;

/// The form in which the files of a project are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextForm {
    /// As they were read, with comments, blank lines and line breaks, as far as the content is unchanged.
    #[default]
    AsRead,
    /// In the stable form, without comments.
    Stable,
}

/// A room set, and its name in the grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenRooms {
    /// Path in the grammar, relative to its file.
    pub path: String,
    /// Content of the file.
    pub set: Arc<RoomSet>,
}

impl Content {
    /// Creates a content without room sets.
    pub fn of(grammar: Grammar) -> Self {
        Self {
            grammar: Arc::new(grammar),
            rooms: Vec::new(),
            form: TextForm::default(),
            pins: SeedPins::default(),
            rolls: SeedRolls::default(),
            values: Values::default(),
            previous_layouts: SeedPreviousLayouts::default(),
            left_starts: LeftStarts::default(),
        }
    }

    /// Returns `true` if the two are identical, not just equal.
    pub fn is_same(&self, other: &Self) -> bool {
        self.form == other.form
            && Arc::ptr_eq(&self.grammar, &other.grammar)
            && self.has_rooms_of(other, Arc::ptr_eq)
    }

    /// Returns `true` if both would be written the same.
    pub(super) fn is_same_in_order(&self, other: &Self) -> bool {
        self.is_same(other)
            || self.form == other.form
                && self.grammar.authored().is_same_in_order(other.grammar.authored())
                && self.has_rooms_of(other, |one, other| one.is_same_in_order(other))
    }

    /// Returns `true` if both have the same room sets with the same paths.
    fn has_rooms_of(&self, other: &Self, is_same: impl Fn(&Arc<RoomSet>, &Arc<RoomSet>) -> bool) -> bool {
        self.rooms.len() == other.rooms.len()
            && self.rooms.iter().zip(&other.rooms).all(|(a, b)| a.path == b.path && is_same(&a.set, &b.set))
    }

    /// Returns the grammar for the levels of a seed. The pins of the seed come before those for all seeds.
    pub fn grammar_with(&self, pins: &SeedPins, seed: Seed) -> Arc<Grammar> {
        let Some(pins) = pins.get(&seed).filter(|pins| !pins.is_empty()) else {
            return Arc::clone(&self.grammar);
        };
        let mut grammar = Grammar::clone(&self.grammar);
        grammar.layout.pins.splice(0..0, pins.iter().cloned());
        Arc::new(grammar)
    }

    /// Returns the content with other values of variables.
    pub(super) fn with_values(&self, values: VariableValues) -> Self {
        // Values that are no longer set are the defaults again.
        let grammar = Grammar::of_authored(self.grammar.authored().clone(), &values);
        Self { grammar: Arc::new(grammar), values: Arc::new(values), ..self.clone() }
    }

    /// Makes the layout of a seed continue from `previous_layout`, unless it already continues from the same
    /// mission.
    pub(super) fn set_previous_layout(&mut self, seed: Seed, previous_layout: &Arc<PreviousLayout>) {
        let known = self.previous_layouts.get(&seed);
        if !known.is_some_and(|known| known.is_of_same_mission(previous_layout)) {
            Arc::make_mut(&mut self.previous_layouts).insert(seed, Arc::clone(previous_layout));
        }
    }

    /// Returns the content with a changed grammar, or `None` if the change has no effect.
    pub(super) fn with_grammar(&self, change: impl FnOnce(&mut Grammar)) -> Option<Self> {
        let mut after = self.clone();
        after.change_grammar(change);
        if after.grammar.is_same_in_order(&self.grammar) {
            return None;
        }
        after.left_starts = self.left_starts_before(&after.grammar.start);
        Some(after)
    }

    /// Changes the grammar. Numbers that are formulas stay formulas, unless the change sets another number.
    pub(super) fn change_grammar(&mut self, change: impl FnOnce(&mut Grammar)) {
        self.grammar = Arc::new(self.grammar.with_change(&self.values, change));
    }

    /// Returns the content with the grammar as authored, in which formulas are stand-ins.
    pub(super) fn as_authored(&self) -> Self {
        let authored = self.grammar.shared_authored().unwrap_or(&self.grammar);
        Self { grammar: Arc::clone(authored), ..self.clone() }
    }

    /// Returns the starts to return to after `next` is taken.
    fn left_starts_before(&self, next: &Start) -> LeftStarts {
        let now = &self.grammar.start;
        if discriminant(now) == discriminant(next) {
            return Arc::clone(&self.left_starts);
        }
        let others = [now, next].map(discriminant);
        let left = self.left_starts.iter().filter(|left| !others.contains(&discriminant(*left)));
        Arc::new(left.chain([now]).cloned().collect())
    }

    /// Returns the last replaced start of the same kind as `like`, or `like` if there was none.
    pub fn left_start_like(&self, like: Start) -> Start {
        let kind = discriminant(&like);
        self.left_starts.iter().find(|left| discriminant(*left) == kind).cloned().unwrap_or(like)
    }
}

/// Returns the name, or the name with the first free number.
pub fn free_name(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2_u32..).map(|number| format!("{name} {number}"));
    let mut candidates = std::iter::once(name.to_owned()).chain(numbered);
    candidates.find(|candidate| !is_taken(candidate)).unwrap_or_else(|| name.to_owned())
}
