//! Does a level agree with itself, as far as the rest of this crate relies on it?
//!
//! Whether it can be finished, and everything else that Delvewright promises, `delvewright verify` proves.

use std::fmt;

use crate::ids::{EntityId, Owner, PassageId, PlaceId};
use crate::level::{Layer, Level};
use crate::values::Cell;

/// A field that contradicts another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Which field, such as `entities[3].at`; items of lists count from 0.
    pub field: String,
    /// What is wrong with it.
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

    /// What contradicts something else: sizes, ids, cells outside of the level. Empty for each level that Delvewright exports.
    pub fn check(&self) -> Vec<Problem> {
        let mut problems = Problems(Vec::new());
        self.check_grids(&mut problems);
        self.check_places(&mut problems);
        self.check_passages(&mut problems);
        self.check_entities(&mut problems);
        problems.0
    }

    fn check_grids(&self, problems: &mut Problems) {
        self.check_rows("tiles", &self.tiles, false, problems);
        for (index, layer) in self.layers.iter().enumerate() {
            self.check_rows(&format!("layers[{index}].tiles"), &layer.tiles, true, problems);
        }
        let height = self.height as usize;
        problems.add_unless(
            self.owners.len() == height,
            || "owners".to_owned(),
            || format!("there are {} rows instead of {height}", self.owners.len()),
        );
        for (y, runs) in self.owners.iter().enumerate() {
            let cells = runs.iter().fold(0_u64, |sum, (_, run)| sum.saturating_add(u64::from(*run)));
            let field = || format!("owners[{y}]");
            let message = || format!("the row has {cells} cells instead of {}", self.width);
            problems.add_unless(cells == u64::from(self.width), field, message);
            for (owner, _) in runs {
                let is_known = match owner {
                    Owner::Nobody => true,
                    Owner::Place(id) => self.place(*id).is_some(),
                    Owner::Passage(id) => self.passage(*id).is_some(),
                };
                problems.add_unless(is_known, field, || format!("there is no {owner:?}"));
            }
        }
    }

    fn check_rows(&self, field: &str, rows: &[String], may_be_nothing: bool, problems: &mut Problems) {
        problems.add_unless(
            rows.len() == self.height as usize,
            || field.to_owned(),
            || format!("there are {} rows instead of {}", rows.len(), self.height),
        );
        for (y, row) in rows.iter().enumerate() {
            let field = || format!("{field}[{y}]");
            let width = row.chars().count();
            let message = || format!("the row has {width} cells instead of {}", self.width);
            problems.add_unless(width == self.width as usize, field, message);
            let is_unknown = |tile: &char| {
                let is_nothing = may_be_nothing && *tile == Layer::NOTHING;
                !is_nothing && !self.legend.contains_key(tile)
            };
            if let Some(tile) = row.chars().find(is_unknown) {
                problems.add(field(), format!("the legend lacks {tile:?}"));
            }
        }
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
            for cell in passage.door_cells() {
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
    format!("it is {id}, and stands where {} should", index.saturating_add(1))
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
