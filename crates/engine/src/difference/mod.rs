//! The difference of two finished levels: mission, tiles, things and metrics.
//!
//! In: two levels, called *before* and *after*, and how to lay one over the other. Out: everything that differs.
//! It is a pure function of the two levels. A level has no difference from itself, and the difference in the
//! other direction is the mirrored one.
//! Places are matched first, see [`PlaceMatching`]; everything else follows from that.

mod alignment;
mod cells;
mod entities;
mod matching;
mod passages;
mod places;
mod print;
mod values;

use serde::Serialize;

use crate::base::{Cell, Seed};
use crate::level::Level;

pub use alignment::LevelAlignment;
pub use cells::{CellCounts, CellDifference, CellDifferences};
pub use entities::{EntityChange, EntityDifference, EntitySide};
pub use matching::PlaceMatching;
pub use passages::{PassageChange, PassageDifference, PassageSide};
pub use places::{PlaceChange, PlaceDifference, PlaceSide};
pub use print::{difference_json, difference_text, entity_words, passage_words, place_words, side_words};
pub use values::{MetricDifference, PromiseDifference};

use alignment::minus;

/// Everything in which two levels differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LevelDifference {
    /// The level before.
    pub before: LevelTitle,
    /// The level after.
    pub after: LevelTitle,
    /// The way in which one level was laid over the other.
    pub alignment: LevelAlignment,
    /// The cell of the level after that lies on cell (0, 0) of the level before.
    pub shift: Cell,
    /// The number of places that are in both levels.
    pub matched_places: usize,
    /// Places that differ: those of the level before in the order of their ids, then those added.
    pub places: Vec<PlaceDifference>,
    /// Passages that differ, in the same order.
    pub passages: Vec<PassageDifference>,
    /// Entities that differ, in the same order.
    pub entities: Vec<EntityDifference>,
    /// The cells that differ.
    pub cells: CellDifferences,
    /// Metrics that differ, in the order of tables.
    pub metrics: Vec<MetricDifference>,
    /// Promises that only one of the levels keeps.
    pub promises: Vec<PromiseDifference>,
    /// Names of other fields of the level format that differ.
    pub fields: Vec<&'static str>,
}

/// The head of a level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LevelTitle {
    /// The name of the grammar.
    pub grammar: String,
    /// The seed.
    pub seed: Seed,
    /// In cells.
    pub width: u32,
    /// In cells.
    pub height: u32,
}

/// A part of the level before and its counterpart in the level after; at least one of them exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BeforeAfter<T> {
    /// The part in the level before; `None` if it was added.
    pub before: Option<T>,
    /// The part in the level after; `None` if it was removed.
    pub after: Option<T>,
}

/// The way in which something differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum DifferenceMark {
    /// Only in the level after.
    Added,
    /// Only in the level before.
    Removed,
    /// In both, but not alike.
    Changed,
}

impl DifferenceMark {
    /// All marks.
    pub const ALL: [Self; 3] = [Self::Added, Self::Removed, Self::Changed];

    /// Returns its sign in texts and pictures.
    pub const fn sign(self) -> char {
        match self {
            Self::Added => '+',
            Self::Removed => '−',
            Self::Changed => '~',
        }
    }

    /// Returns its name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Changed => "changed",
        }
    }

    /// Returns the mark in the other direction.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        match self {
            Self::Added => Self::Removed,
            Self::Removed => Self::Added,
            Self::Changed => Self::Changed,
        }
    }
}

impl<T> BeforeAfter<T> {
    /// Returns the way in which it differs.
    pub const fn mark(&self) -> DifferenceMark {
        match (&self.before, &self.after) {
            (None, _) => DifferenceMark::Added,
            (Some(_), None) => DifferenceMark::Removed,
            (Some(_), Some(_)) => DifferenceMark::Changed,
        }
    }

    /// Returns the part in the level before, otherwise that in the level after.
    pub fn either(&self) -> Option<&T> {
        self.before.as_ref().or(self.after.as_ref())
    }

    /// Returns the sides swapped.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self { before: self.after, after: self.before }
    }

    /// Returns the order of lists: parts of the level before by their ids, then those added.
    fn rank(&self, id: impl Fn(&T) -> u32) -> (bool, u32) {
        (self.before.is_none(), self.either().map_or(0, id))
    }
}

impl LevelDifference {
    /// Compares two levels.
    pub fn of(before: &Level, after: &Level, alignment: LevelAlignment) -> Self {
        let matching = PlaceMatching::of(before, after);
        let shift = alignment.shift(before, after, &matching);
        let passages = passages::PassageMatching::of(before, after, &matching);
        Self {
            before: LevelTitle::of(before),
            after: LevelTitle::of(after),
            alignment,
            shift,
            matched_places: matching.pairs().count(),
            places: places::differences(before, after, &matching, shift),
            passages: passages.differences(before, after, &matching),
            entities: entities::differences(before, after, &matching, shift),
            cells: CellDifferences::of(before, after, shift, |one, other| {
                matching.is_same_owner(one, other, &passages)
            }),
            metrics: values::metrics(before, after),
            promises: values::promises(before, after),
            fields: values::fields(before, after),
        }
    }

    /// Returns `true` if the two levels do not differ.
    pub fn is_empty(&self) -> bool {
        let Self { places, passages, entities, cells, metrics, promises, fields, .. } = self;
        places.is_empty()
            && passages.is_empty()
            && entities.is_empty()
            && cells.is_empty()
            && metrics.is_empty()
            && promises.is_empty()
            && fields.is_empty()
    }

    /// Returns the difference in the other direction.
    #[must_use]
    pub fn mirrored(self) -> Self {
        let back = minus(Cell::default(), self.shift);
        let mut places: Vec<_> = self.places.into_iter().map(PlaceDifference::mirrored).collect();
        places.sort_by_key(|place| place.sides.rank(|side| side.id.0));
        let mut passages: Vec<_> = self.passages.into_iter().map(PassageDifference::mirrored).collect();
        passages.sort_by_key(|passage| passage.sides.rank(|side| side.id.0));
        let mut entities: Vec<_> = self.entities.into_iter().map(EntityDifference::mirrored).collect();
        entities.sort_by_key(|entity| entity.sides.rank(|side| side.id.0));
        Self {
            before: self.after,
            after: self.before,
            alignment: self.alignment,
            shift: back,
            matched_places: self.matched_places,
            places,
            passages,
            entities,
            cells: self.cells.mirrored(self.shift),
            metrics: self.metrics.into_iter().map(MetricDifference::mirrored).collect(),
            promises: self.promises.into_iter().map(PromiseDifference::mirrored).collect(),
            fields: self.fields,
        }
    }

    /// Returns the number of places with a mark.
    pub fn places_marked(&self, mark: DifferenceMark) -> usize {
        self.places.iter().filter(|place| place.sides.mark() == mark).count()
    }

    /// Returns the number of passages with a mark.
    pub fn passages_marked(&self, mark: DifferenceMark) -> usize {
        self.passages.iter().filter(|passage| passage.sides.mark() == mark).count()
    }

    /// Returns the number of entities with a mark.
    pub fn entities_marked(&self, mark: DifferenceMark) -> usize {
        self.entities.iter().filter(|entity| entity.sides.mark() == mark).count()
    }
}

impl LevelTitle {
    fn of(level: &Level) -> Self {
        let Level { grammar, seed, width, height, .. } = level;
        Self { grammar: grammar.clone(), seed: *seed, width: *width, height: *height }
    }
}
