//! Parameters that are names, texts, or lists whose items have parameters of their own.

use super::{Parameter, ParameterWalk, Parameters, Slot};
use crate::base::PathPart;

/// A table of names in a file, from which a parameter takes one or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameTable {
    /// The field that holds the table: "entities".
    pub table: &'static str,
    /// The noun for one entry: "entity".
    pub noun: &'static str,
    /// `true` if a single name can be left out.
    pub is_optional: bool,
}

/// A value that is one or more names of a vocabulary.
pub trait Named {
    /// Returns the slot of this value.
    fn slot<'a>(&'a mut self, parameter: &'a Parameter, vocabulary: NameTable) -> Slot<'a>;
}

impl Named for String {
    fn slot<'a>(&'a mut self, parameter: &'a Parameter, vocabulary: NameTable) -> Slot<'a> {
        Slot::Name(parameter, vocabulary, self)
    }
}

impl Named for Vec<String> {
    fn slot<'a>(&'a mut self, parameter: &'a Parameter, vocabulary: NameTable) -> Slot<'a> {
        Slot::Names(parameter, vocabulary, self)
    }
}

/// A list whose items have parameters.
pub trait Rows {
    /// Returns the number of items.
    fn count(&self) -> usize;

    /// Adds an item with the defaults of its parameters.
    fn add(&mut self);

    /// Removes an item, if it exists.
    fn remove(&mut self, position: usize);

    /// Returns the item at a position.
    fn row(&mut self, position: usize) -> Option<&mut dyn Parameters>;
}

impl<T: Parameters + Default> Rows for Vec<T> {
    fn count(&self) -> usize {
        self.len()
    }

    fn add(&mut self) {
        self.push(T::default());
    }

    fn remove(&mut self, position: usize) {
        if position < self.len() {
            Self::remove(self, position);
        }
    }

    fn row(&mut self, position: usize) -> Option<&mut dyn Parameters> {
        self.get_mut(position).map(|row| row as &mut dyn Parameters)
    }
}

impl ParameterWalk<'_> {
    /// Visits a name or a list of names.
    pub fn names(&mut self, vocabulary: NameTable, parameter: &Parameter, value: &mut impl Named) {
        self.within(parameter.field, |walk| walk.visit(value.slot(parameter, vocabulary)));
    }

    /// Visits a text.
    pub fn text(&mut self, parameter: &Parameter, value: &mut String) {
        self.within(parameter.field, |walk| walk.visit(Slot::Text(parameter, value)));
    }

    /// Visits a list, then the parameters of its items.
    pub fn rows(&mut self, parameter: &Parameter, rows: &mut dyn Rows) {
        self.within(parameter.field, |walk| {
            walk.visit(Slot::Rows(parameter, rows));
            for position in 0..rows.count() {
                let Some(row) = rows.row(position) else { break };
                walk.within_part(Some(PathPart::Index(position)), |walk| row.walk(walk));
            }
        });
    }
}
