//! Splits a project into parts, so that states can share the parts they have in common.

use std::sync::Arc;

use crate::document::same_in_order::SameInOrder;
use crate::document::{
    Content, LeftStarts, OpenRooms, SeedPins, SeedPreviousLayouts, SeedRolls, TextForm, Values,
};
use crate::grammar::{Grammar, Rule};
use crate::mission::Alphabet;
use crate::rooms::{RoomSet, RoomTemplate};

/// A project in parts.
#[derive(Clone, Debug)]
pub(super) struct HistoryState {
    /// Grammar without its alphabet and its rules.
    rest: Arc<Grammar>,
    alphabet: Arc<Alphabet>,
    rules: Vec<Arc<Rule>>,
    rooms: Vec<RoomSetState>,
    form: TextForm,
    pins: SeedPins,
    rolls: SeedRolls,
    values: Values,
    previous_layouts: SeedPreviousLayouts,
    left_starts: LeftStarts,
}

/// A room set in parts.
#[derive(Clone, Debug)]
struct RoomSetState {
    path: Arc<str>,
    /// Set without its templates.
    rest: Arc<RoomSet>,
    templates: Vec<Arc<RoomTemplate>>,
}

impl HistoryState {
    /// Returns the first state of a history.
    pub(super) fn of(content: &Content) -> Self {
        Self {
            rest: Arc::new(rest_of_grammar(&content.grammar)),
            alphabet: Arc::new(content.grammar.alphabet.clone()),
            rules: content.grammar.rules.iter().cloned().map(Arc::new).collect(),
            rooms: content.rooms.iter().map(|rooms| RoomSetState::of(rooms, None)).collect(),
            form: content.form,
            pins: Arc::clone(&content.pins),
            rolls: Arc::clone(&content.rolls),
            values: Arc::clone(&content.values),
            previous_layouts: Arc::clone(&content.previous_layouts),
            left_starts: Arc::clone(&content.left_starts),
        }
    }

    /// Returns the next state, which shares all equal parts with this one.
    pub(super) fn followed_by(&self, content: &Content) -> Self {
        Self {
            rest: shared(&self.rest, rest_of_grammar(&content.grammar)),
            alphabet: if self.alphabet.is_same_in_order(&content.grammar.alphabet) {
                Arc::clone(&self.alphabet)
            } else {
                Arc::new(content.grammar.alphabet.clone())
            },
            rules: shared_list(&self.rules, &content.grammar.rules),
            rooms: content
                .rooms
                .iter()
                .map(|rooms| {
                    RoomSetState::of(rooms, self.rooms.iter().find(|known| *known.path == *rooms.path))
                })
                .collect(),
            form: content.form,
            pins: Arc::clone(&content.pins),
            rolls: Arc::clone(&content.rolls),
            values: Arc::clone(&content.values),
            previous_layouts: Arc::clone(&content.previous_layouts),
            left_starts: Arc::clone(&content.left_starts),
        }
    }

    /// Joins the parts to a project.
    pub(super) fn content(&self) -> Content {
        let grammar = Grammar {
            alphabet: Alphabet::clone(&self.alphabet),
            rules: self.rules.iter().map(|rule| Rule::clone(rule)).collect(),
            ..Grammar::clone(&self.rest)
        };
        let rooms = self.rooms.iter().map(RoomSetState::whole).collect();
        let (pins, rolls) = (Arc::clone(&self.pins), Arc::clone(&self.rolls));
        let (previous_layouts, left_starts) =
            (Arc::clone(&self.previous_layouts), Arc::clone(&self.left_starts));
        Content {
            grammar: Arc::new(grammar),
            rooms,
            form: self.form,
            pins,
            rolls,
            values: Arc::clone(&self.values),
            previous_layouts,
            left_starts,
        }
    }
}

impl RoomSetState {
    fn of(rooms: &OpenRooms, before: Option<&Self>) -> Self {
        let rest = RoomSet {
            format: rooms.set.format,
            name: rooms.set.name.clone(),
            notes: rooms.set.notes.clone(),
            legend: rooms.set.legend.clone(),
            blocker: rooms.set.blocker.clone(),
            sheet: rooms.set.sheet.clone(),
            looks: rooms.set.looks.clone(),
            sources: rooms.set.sources.clone(),
            rooms: Vec::new(),
        };
        let known = before.map_or(&[][..], |before| &before.templates);
        Self {
            path: before.map_or_else(|| rooms.path.as_str().into(), |before| Arc::clone(&before.path)),
            rest: before.map_or_else(|| Arc::new(rest.clone()), |before| shared(&before.rest, rest.clone())),
            templates: shared_list(known, &rooms.set.rooms),
        }
    }

    fn whole(&self) -> OpenRooms {
        let rooms = self.templates.iter().map(|room| RoomTemplate::clone(room)).collect();
        let set = RoomSet { rooms, ..RoomSet::clone(&self.rest) };
        OpenRooms { path: self.path.as_ref().to_owned(), set: Arc::new(set) }
    }
}

fn rest_of_grammar(grammar: &Grammar) -> Grammar {
    Grammar {
        format: grammar.format,
        name: grammar.name.clone(),
        notes: grammar.notes.clone(),
        rooms: grammar.rooms.clone(),
        alphabet: Alphabet::default(),
        start: grammar.start.clone(),
        rules: Vec::new(),
        recipe: grammar.recipe.clone(),
        limits: grammar.limits,
        layout: grammar.layout.clone(),
        movement: grammar.movement,
        theme: grammar.theme.clone(),
        populate: grammar.populate.clone(),
        variables: grammar.variables.clone(),
        properties: grammar.properties.clone(),
        formulas: grammar.formulas.clone(),
    }
}

/// Returns the known value if it is equal, otherwise the new one.
fn shared<T: SameInOrder>(known: &Arc<T>, new: T) -> Arc<T> {
    if known.is_same_in_order(&new) { Arc::clone(known) } else { Arc::new(new) }
}

/// Returns the new list, reusing known items that are equal. Items are compared at the same position and one
/// before or after it, to allow for an insertion or removal.
fn shared_list<T: SameInOrder + Clone>(known: &[Arc<T>], new: &[T]) -> Vec<Arc<T>> {
    let near = |position: usize| [Some(position), position.checked_sub(1), position.checked_add(1)];
    let found = |position: usize, item: &T| {
        near(position)
            .into_iter()
            .flatten()
            .filter_map(|near| known.get(near))
            .find(|known| known.is_same_in_order(item))
    };
    let list = new.iter().enumerate();
    list.map(|(position, item)| found(position, item).cloned().unwrap_or_else(|| Arc::new(item.clone())))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    impl SameInOrder for u32 {
        fn has_order_of(&self, _: &Self) -> bool {
            true
        }
    }

    fn is_shared(a: &[Arc<u32>], b: &[Arc<u32>]) -> Vec<bool> {
        b.iter().map(|item| a.iter().any(|known| Arc::ptr_eq(known, item))).collect()
    }

    #[test]
    fn lists_share_what_stayed() {
        let known: Vec<Arc<u32>> = [1, 2, 3, 4].map(Arc::new).to_vec();
        for (new, expected) in [
            (vec![1, 2, 9, 4], vec![true, true, false, true]),
            (vec![1, 9, 2, 3, 4], vec![true, false, true, true, true]),
            (vec![2, 3, 4], vec![true, true, true]),
        ] {
            assert_eq!(is_shared(&known, &shared_list(&known, &new)), expected, "{new:?}");
        }
    }
}
