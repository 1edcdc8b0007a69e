//! Usage: how often a run used each part of its grammar and its room sets.
//!
//! In: a request, whose parts are numbered once, and runs of it. Out: for each run the parts that it used, with counts.
//! Parts are in the order of the files: rules with their right sides, steps of the recipe, rooms, cards, passes,
//! symbols of places, entities, and tiles. A disabled rule or pass is a part too; its count is 0.

use std::collections::BTreeMap;
use std::fmt;

use crate::grammar::{Derivation, Grammar, step_labels};
use crate::layout::template_name;
use crate::level::{Layer, Level};
use crate::pipeline::{Request, Run};
use crate::rooms::{LegendEntry, RESERVED_TILE_NAMES, RoomSet, tile_names};

/// A part of a grammar or of its room sets.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UsedPart {
    /// A rule, by name; counts its applications.
    Rule(String),
    /// A right side of a rule that has several, by the rule's name and its number from 1; counts its applications.
    RightSide(String, usize),
    /// A step of the recipe, by its label, for example `3.1`; counts its runs.
    RecipeStep(String),
    /// A room, by its name in levels; counts places.
    Room(String),
    /// A card, by its name in levels; counts the cards laid.
    Card(String),
    /// A pass, by name; counts the entities, tiles and walls that it placed.
    Pass(String),
    /// A node symbol with a form; counts places.
    Place(String),
    /// An entity, by name, except markers; counts the entities.
    Entity(String),
    /// A tile of the grammar or its rooms, by name; counts the cells of the map and of its layers. Decoration has no
    /// names there, and is counted by its pass.
    Tile(String),
}

/// Writes the name of a column, for example `rule:Split` or `rhs:Split/2`.
impl fmt::Display for UsedPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(name) => write!(f, "rule:{name}"),
            Self::RightSide(rule, number) => write!(f, "rhs:{rule}/{number}"),
            Self::RecipeStep(label) => write!(f, "step:{label}"),
            Self::Room(name) => write!(f, "room:{name}"),
            Self::Card(name) => write!(f, "card:{name}"),
            Self::Pass(name) => write!(f, "pass:{name}"),
            Self::Place(symbol) => write!(f, "place:{symbol}"),
            Self::Entity(name) => write!(f, "entity:{name}"),
            Self::Tile(name) => write!(f, "tile:{name}"),
        }
    }
}

impl UsedPart {
    /// Returns `false` for tiles that every grammar has, for example walls.
    pub fn is_authored(&self) -> bool {
        !matches!(self, Self::Tile(name) if RESERVED_TILE_NAMES.contains(&name.as_str()))
    }
}

/// The parts of a request, numbered in the order of the files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UsageIndex {
    parts: Vec<UsedPart>,
    numbers: BTreeMap<UsedPart, u32>,
    /// For each rule its number, and that of its first right side if it has several.
    rules: Vec<(u32, Option<u32>)>,
    /// The number of the first step of the recipe.
    first_step: u32,
}

/// The parts that a run used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Numbers of parts with their counts, ascending by number. No count is 0.
    counts: Box<[(u32, u32)]>,
}

impl UsageIndex {
    /// Numbers the parts of a request.
    pub fn of(request: &Request) -> Self {
        let Request { grammar, rooms, .. } = request;
        let mut index = Self::default();
        index.add_rules(grammar);
        index.first_step = index.parts.len() as u32;
        // Labels are unique, so every step has its own number.
        step_labels(&grammar.recipe).into_iter().for_each(|label| {
            index.add(UsedPart::RecipeStep(label));
        });
        rooms.iter().for_each(|set| index.add_rooms(set));
        for pass in &grammar.populate {
            index.add(UsedPart::Pass(pass.name.clone()));
        }
        let symbols = || grammar.alphabet.nodes.iter();
        for (name, _) in symbols().filter(|(_, symbol)| symbol.form.is_some()) {
            index.add(UsedPart::Place(name.clone()));
        }
        let items = symbols().filter(|(_, symbol)| symbol.form.is_none()).map(|(name, _)| name.as_str());
        let drawn = rooms.iter().flat_map(|set| set.legend.values()).filter_map(|entry| match entry {
            LegendEntry::Entity(placed) => Some(placed.kind.as_str()),
            _ => None,
        });
        let placed = grammar.populate.iter().flat_map(|pass| pass.pass.entities());
        for name in items.chain(drawn).chain(placed) {
            index.add(UsedPart::Entity(name.to_owned()));
        }
        let sets: Vec<&RoomSet> = rooms.iter().map(AsRef::as_ref).collect();
        for name in tile_names(Some(&grammar.alphabet), &sets) {
            index.add(UsedPart::Tile(name.to_owned()));
        }
        index
    }

    /// Returns all parts, in the order of their numbers.
    pub fn parts(&self) -> &[UsedPart] {
        &self.parts
    }

    /// Counts the parts that a run of this request used, as far as it came.
    pub fn usage(&self, run: &Run) -> Usage {
        let mut counts = BTreeMap::new();
        let mut count = |number: Option<u32>, times: usize| {
            if let Some(number) = number.filter(|_| times > 0) {
                *counts.entry(number).or_insert(0) += u32::try_from(times).unwrap_or(u32::MAX);
            }
        };
        if let Some(derivation) = &run.derivation {
            self.count_derivation(derivation, &mut count);
        }
        if let Some(level) = &run.level {
            self.count_level(level, &mut count);
        }
        Usage { counts: counts.into_iter().collect() }
    }

    fn count_derivation(&self, derivation: &Derivation, count: &mut impl FnMut(Option<u32>, usize)) {
        for step in &derivation.steps {
            let Some((rule, side)) = self.rules.get(step.rule) else { continue };
            count(Some(*rule), 1);
            count(side.map(|first| first + step.alternative as u32), 1);
        }
        for (step, number) in derivation.recipe_counts.iter().zip(self.first_step..) {
            count(Some(number), step.runs as usize);
        }
    }

    fn count_level(&self, level: &Level, count: &mut impl FnMut(Option<u32>, usize)) {
        for place in &level.places {
            count(self.number(UsedPart::Place(place.symbol.clone())), 1);
            if let Some(name) = &place.template {
                count(self.number(UsedPart::Room(name.clone())), 1);
            }
            for card in place.board.iter().flat_map(|board| &board.cards) {
                count(self.number(UsedPart::Card(card.template.clone())), 1);
            }
        }
        for pass in &level.populate {
            count(self.number(UsedPart::Pass(pass.name.clone())), pass.placed());
        }
        for entity in level.entities.iter().filter(|entity| !entity.marker) {
            count(self.number(UsedPart::Entity(entity.kind.clone())), 1);
        }
        for (character, cells) in cells_by_tile(level) {
            let tile = level.legend.get(&character);
            count(tile.and_then(|tile| self.number(UsedPart::Tile(tile.name.clone()))), cells);
        }
    }

    fn number(&self, part: UsedPart) -> Option<u32> {
        self.numbers.get(&part).copied()
    }

    fn add_rules(&mut self, grammar: &Grammar) {
        for rule in &grammar.rules {
            let number = self.add(UsedPart::Rule(rule.name.clone()));
            let sides = 1 + rule.or.len();
            let first = (sides > 1).then_some(self.parts.len() as u32);
            for side in (1..=sides).filter(|_| sides > 1) {
                self.add(UsedPart::RightSide(rule.name.clone(), side));
            }
            self.rules.push((number, first));
        }
    }

    fn add_rooms(&mut self, set: &RoomSet) {
        for template in &set.rooms {
            let name = template_name(set, template);
            self.add(if template.card.is_some() { UsedPart::Card(name) } else { UsedPart::Room(name) });
        }
    }

    /// Returns the number of a part, which is new unless it is known.
    fn add(&mut self, part: UsedPart) -> u32 {
        let next = self.parts.len() as u32;
        let number = *self.numbers.entry(part.clone()).or_insert(next);
        if number == next {
            self.parts.push(part);
        }
        number
    }
}

/// Returns the number of cells with each character, on the map and on its layers.
fn cells_by_tile(level: &Level) -> BTreeMap<char, usize> {
    let mut counts = BTreeMap::new();
    let layers = level.layers.iter().map(|layer| &layer.tiles);
    for grid in std::iter::once(&level.tiles).chain(layers) {
        for run in grid.values().chunk_by(|one, other| one == other) {
            let character = run.first().copied().unwrap_or(Layer::NOTHING);
            *counts.entry(character).or_default() += run.len();
        }
    }
    counts.remove(&Layer::NOTHING);
    counts
}

impl Usage {
    /// Returns how often a part was used, by its number.
    pub fn count(&self, number: u32) -> u32 {
        let found = self.counts.binary_search_by_key(&number, |(number, _)| *number);
        found.ok().and_then(|at| self.counts.get(at)).map_or(0, |(_, count)| *count)
    }

    /// Returns the numbers of all parts that were used, ascending.
    pub fn used(&self) -> impl Iterator<Item = u32> {
        self.counts.iter().map(|(number, _)| *number)
    }

    /// Returns a usage of each of these parts once.
    #[cfg(test)]
    pub(super) fn of_parts(parts: &[u32]) -> Self {
        Self { counts: parts.iter().map(|part| (*part, 1)).collect() }
    }
}
