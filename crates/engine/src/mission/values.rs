//! The attributes of one element of a mission.
//!
//! They take one pointer, because most elements have none.
//! Copies of an element that a derivation keeps share them.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::Attributes;

static NO_ATTRIBUTES: Attributes = Attributes::new();

/// Attributes that take no memory while empty; copies share them until one is changed.
#[derive(Clone, Debug, Default)]
pub struct AttributeValues(Option<Arc<Attributes>>);

impl AttributeValues {
    /// Returns an empty set of attributes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns `true` if both share the same memory.
    pub(crate) fn is_shared_with(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(one), Some(another)) => Arc::ptr_eq(one, another),
            _ => false,
        }
    }
}

impl Deref for AttributeValues {
    type Target = Attributes;

    fn deref(&self) -> &Attributes {
        self.0.as_deref().unwrap_or(&NO_ATTRIBUTES)
    }
}

impl DerefMut for AttributeValues {
    fn deref_mut(&mut self) -> &mut Attributes {
        Arc::make_mut(self.0.get_or_insert_default())
    }
}

impl From<Attributes> for AttributeValues {
    fn from(attributes: Attributes) -> Self {
        Self((!attributes.is_empty()).then(|| Arc::new(attributes)))
    }
}

impl PartialEq for AttributeValues {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(one), Some(another)) if Arc::ptr_eq(one, another) => true,
            _ => **self == **other,
        }
    }
}

impl Eq for AttributeValues {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mission::Value;

    #[test]
    fn values_that_are_emptied_are_none() {
        let mut values = AttributeValues::new();
        values.insert("danger".to_owned(), Value::Int(3));
        assert_ne!(values, AttributeValues::new());
        values.remove("danger");
        assert_eq!(values, AttributeValues::from(Attributes::new()));
    }

    #[test]
    fn values_change_in_one_copy_alone() {
        let mut values = AttributeValues::new();
        values.insert("danger".to_owned(), Value::Int(3));
        let before = values.clone();
        values.insert("danger".to_owned(), Value::Int(4));
        assert_eq!((&before["danger"], &values["danger"]), (&Value::Int(3), &Value::Int(4)));
    }
}
