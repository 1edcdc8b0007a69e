//! Checks that the fields of a level agree, as far as the rest of this crate relies on it.
//!
//! `delvewright verify` proves that it can be finished, and everything else that Delvewright promises.

use std::fmt;

use crate::grid::{Cell, Grid, Size};
use crate::ids::{EntityId, OwnedBy, PassageId, PlaceId};
use crate::level::{Layer, Level};

/// A field that contradicts another.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The field, for example `entities[3].at`; items of lists count from 0.
    pub field: String,
    /// The fault, in plain words.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.message)
    }
}

impl Level {
    /// So many problems [`Level::check`] lists at most.
    pub const MOST_PROBLEMS: usize = 20;

    /// Returns the contradictions between fields: sizes, ids, cells outside of the level. Empty for each level that
    /// Delvewright exports.
    pub fn check(&self) -> Vec<Problem> {
        let mut problems = Problems(Vec::new());
        self.check_grids(&mut problems);
        self.check_places(&mut problems);
        self.check_passages(&mut problems);
        self.check_entities(&mut problems);
        problems.0
    }

    fn check_grids(&self, problems: &mut Problems) {
        self.check_tiles("tiles", &self.tiles, false, problems);
        for (index, layer) in self.layers.iter().enumerate() {
            self.check_tiles(&format!("layers[{index}].tiles"), &layer.tiles, true, problems);
        }
        self.check_size("owners", self.owners.size(), problems);
        for (y, row) in (0_u32..).zip(self.owners.rows()) {
            for run in row.chunk_by(|one, next| one == next) {
                let Some(owner) = run.first().map(|owner| owner.who()) else { continue };
                let is_known = match owner {
                    OwnedBy::Nobody => true,
                    OwnedBy::Place(id) => self.place(id).is_some(),
                    OwnedBy::Passage(id) => self.passage(id).is_some(),
                };
                problems.add_unless(is_known, || format!("owners[{y}]"), || format!("there is no {owner:?}"));
            }
        }
    }

    fn check_tiles(&self, field: &str, tiles: &Grid<char>, may_be_nothing: bool, problems: &mut Problems) {
        self.check_size(field, tiles.size(), problems);
        for (y, row) in (0_u32..).zip(tiles.rows()) {
            let is_unknown = |tile: &&char| {
                let is_nothing = may_be_nothing && **tile == Layer::NOTHING;
                !is_nothing && !self.legend.contains_key(tile)
            };
            if let Some(tile) = row.iter().find(is_unknown) {
                problems.add(format!("{field}[{y}]"), format!("the legend lacks {tile:?}"));
            }
        }
    }

    fn check_size(&self, field: &str, size: Size, problems: &mut Problems) {
        let Size { width, height } = size;
        problems.add_unless(
            (width, height) == (self.width, self.height),
            || field.to_owned(),
            || format!("there are {width} × {height} cells instead of {} × {}", self.width, self.height),
        );
    }

    fn check_places(&self, problems: &mut Problems) {
        for (index, place) in self.places.iter().enumerate() {
            let field = |name: &str| format!("places[{index}].{name}");
            problems.add_unless(
                place.id.index() == index,
                || field("id"),
                || out_of_order(place.id.0, index),
            );
            self.check_cell(place.anchor, || field("anchor"), problems);
        }
    }

    fn check_passages(&self, problems: &mut Problems) {
        for (index, passage) in self.passages.iter().enumerate() {
            let field = |name: &str| format!("passages[{index}].{name}");
            let is_in_order = passage.id.index() == index;
            problems.add_unless(is_in_order, || field("id"), || out_of_order(passage.id.0, index));
            self.check_place(passage.from, || field("from"), problems);
            self.check_place(passage.to, || field("to"), problems);
            for &cell in passage.doors.iter().chain(&passage.gap).chain(&passage.threshold) {
                self.check_cell(cell, || field("doors"), problems);
            }
            for lock in &passage.locks {
                self.check_place(lock.place, || field("locks"), problems);
                for key in &lock.keys {
                    self.check_entity(*key, || field("locks"), problems);
                }
            }
        }
        for (index, bridge) in self.bridges.iter().enumerate() {
            let field = |name: &str| format!("bridges[{index}].{name}");
            self.check_cell(bridge.at, || field("at"), problems);
            self.check_passage(bridge.over, || field("over"), problems);
            self.check_passage(bridge.under, || field("under"), problems);
        }
    }

    fn check_entities(&self, problems: &mut Problems) {
        for (index, entity) in self.entities.iter().enumerate() {
            let field = |name: &str| format!("entities[{index}].{name}");
            let is_in_order = entity.id.index() == index;
            problems.add_unless(is_in_order, || field("id"), || out_of_order(entity.id.0, index));
            self.check_cell(entity.at, || field("at"), problems);
            self.check_place(entity.place, || field("place"), problems);
            for place in &entity.opens {
                self.check_place(*place, || field("opens"), problems);
            }
        }
    }

    fn check_cell(&self, cell: Cell, field: impl Fn() -> String, problems: &mut Problems) {
        let is_within = |at: i32, length: u32| u32::try_from(at).is_ok_and(|at| at < length);
        let is_inside = is_within(cell.x, self.width) && is_within(cell.y, self.height);
        problems.add_unless(is_inside, field, || format!("{cell} lies outside of the level"));
    }

    fn check_place(&self, id: PlaceId, field: impl Fn() -> String, problems: &mut Problems) {
        problems.add_unless(self.place(id).is_some(), field, || format!("there is no place {id}"));
    }

    fn check_passage(&self, id: PassageId, field: impl Fn() -> String, problems: &mut Problems) {
        problems.add_unless(self.passage(id).is_some(), field, || format!("there is no passage {id}"));
    }

    fn check_entity(&self, id: EntityId, field: impl Fn() -> String, problems: &mut Problems) {
        problems.add_unless(self.entity(id).is_some(), field, || format!("there is no entity {id}"));
    }
}

fn out_of_order(id: u32, index: usize) -> String {
    format!("it is {id}, but it should be {}", index.saturating_add(1))
}

struct Problems(Vec<Problem>);

impl Problems {
    fn add(&mut self, field: String, message: String) {
        if self.0.len() < Level::MOST_PROBLEMS {
            self.0.push(Problem { field, message });
        }
    }

    fn add_unless(&mut self, is_so: bool, field: impl Fn() -> String, message: impl Fn() -> String) {
        if !is_so && self.0.len() < Level::MOST_PROBLEMS {
            self.add(field(), message());
        }
    }
}
