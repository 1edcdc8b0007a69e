//! Edits of properties.

use crate::properties::LevelProperty;

/// An edit of the properties of the grammar.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum PropertiesEdit {
    /// Adds a property at the end.
    Add(Box<LevelProperty>),
    /// Replaces a property. `what` names the changed setting in the designer's words: "metric".
    Set { at: usize, what: &'static str, property: Box<LevelProperty> },
    /// Removes a property.
    Remove(usize),
    /// Moves a property to another position, at most to the end.
    Move { from: usize, to: usize },
}

impl PropertiesEdit {
    pub(super) fn name(&self) -> String {
        match self {
            Self::Add(property) => format!("Add property \"{}\"", property.sentence()),
            Self::Set { what, property, .. } => format!("Set {what} of property \"{}\"", property.sentence()),
            Self::Remove(at) => format!("Delete property {}", at.saturating_add(1)),
            Self::Move { from, .. } => format!("Move property {}", from.saturating_add(1)),
        }
    }

    pub(super) fn is_gradual(&self) -> bool {
        matches!(self, Self::Set { .. })
    }

    pub(super) fn apply_to(&self, properties: &mut Vec<LevelProperty>) {
        match self {
            Self::Add(property) => properties.push(LevelProperty::clone(property)),
            Self::Set { at, property, .. } => {
                if let Some(known) = properties.get_mut(*at) {
                    known.clone_from(property);
                }
            }
            Self::Remove(at) if *at < properties.len() => drop(properties.remove(*at)),
            Self::Move { from, to } if *from < properties.len() => {
                let property = properties.remove(*from);
                properties.insert((*to).min(properties.len()), property);
            }
            Self::Remove(_) | Self::Move { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::properties::{KeyDemand, PropertyClaim};

    fn property(name: &str) -> LevelProperty {
        let claim = PropertyClaim::KeyBeforeLock { keys: KeyDemand::Each };
        LevelProperty { name: name.to_owned(), claim }
    }

    fn after(edit: PropertiesEdit) -> String {
        let mut properties = ["a", "b", "c"].map(property).to_vec();
        edit.apply_to(&mut properties);
        properties.into_iter().map(|property| property.name).collect()
    }

    #[test]
    fn properties_are_added_changed_moved_and_removed() {
        assert_eq!(after(PropertiesEdit::Add(Box::new(property("d")))), "abcd");
        let set = |at| PropertiesEdit::Set { at, what: "name", property: Box::new(property("x")) };
        assert_eq!([after(set(1)), after(set(9))], ["axc", "abc"]);
        assert_eq!([after(PropertiesEdit::Remove(0)), after(PropertiesEdit::Remove(9))], ["bc", "abc"]);
        let moved = |from, to| after(PropertiesEdit::Move { from, to });
        assert_eq!([moved(0, 1), moved(2, 0), moved(0, 9), moved(9, 0)], ["bac", "cab", "bca", "abc"]);
    }
}
