//! Forms and kinds of passages chosen by attribute values.
//!
//! One symbol can become a cave here and a room there, and its passages can be narrow or wide.
//! A choice names an attribute and its value as a text; `3` and `true` are written as texts, too.
//! The first choice that fits a node or edge is used, otherwise the default of its symbol.

use serde::{Deserialize, Deserializer, Serialize};

use super::{Attributes, EdgeSymbol, Form, NodeSymbol, PassageKind, Technique, Value};
use crate::base::parameters;

parameters! {
    /// A form for nodes with a certain value.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct FormChoice {
        /// The attribute that decides.
        attribute: String = String::new(), "attribute", Text;
        /// The value that it must have: a text, a whole number, `true` or `false`.
        #[serde(deserialize_with = "any_value")]
        value: String = String::new(), "value", Text;
        /// The form that places with this value get.
        form: Form = Form::of(Technique::Cave), "form";
    }
}

parameters! {
    /// A kind for passages with a certain value.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct KindChoice {
        /// The attribute that decides.
        attribute: String = String::new(), "attribute", Text;
        /// The value that it must have: a text, a whole number, `true` or `false`.
        #[serde(deserialize_with = "any_value")]
        value: String = String::new(), "value", Text;
        /// The kind that passages with this value get.
        kind: PassageKind = PassageKind::default(), "kind";
    }
}

/// Reads a text; numbers and booleans become texts.
fn any_value<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Value::deserialize(deserializer).map(|value| bare(&value))
}

/// Returns a value as choices write it.
fn bare(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Int(_) | Value::Bool(_) => value.to_string(),
    }
}

/// Returns `true` if these attributes have the value that a choice asks for.
fn is_chosen(attribute: &str, value: &str, attributes: &Attributes) -> bool {
    attributes.get(attribute).is_some_and(|own| bare(own) == value)
}

impl NodeSymbol {
    /// Returns the form of a node with these attributes; `None` for an item.
    pub fn form_of(&self, attributes: &Attributes) -> Option<&Form> {
        let form = self.form.as_ref()?;
        let mut choices = self.forms.iter();
        let chosen = choices.find(|choice| is_chosen(&choice.attribute, &choice.value, attributes));
        Some(chosen.map_or(form, |choice| &choice.form))
    }

    /// Returns all possible forms of the symbol's nodes; none for items.
    pub fn all_forms(&self) -> impl Iterator<Item = &Form> {
        let choices = self.forms.iter().filter(|_| self.form.is_some());
        self.form.iter().chain(choices.map(|choice| &choice.form))
    }
}

impl EdgeSymbol {
    /// Returns the kind of a passage with these attributes.
    pub fn kind_of(&self, attributes: &Attributes) -> PassageKind {
        let mut choices = self.kinds.iter();
        let chosen = choices.find(|choice| is_chosen(&choice.attribute, &choice.value, attributes));
        chosen.map_or(self.kind, |choice| choice.kind)
    }

    /// Returns all possible kinds of the symbol's passages.
    pub fn all_kinds(&self) -> impl Iterator<Item = PassageKind> {
        std::iter::once(self.kind).chain(self.kinds.iter().map(|choice| choice.kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mission::{EdgeRole, Hall};

    #[test]
    fn the_first_choice_that_fits_counts_and_else_the_form_of_the_symbol() {
        let choice = |attribute: &str, value: &str, technique| FormChoice {
            attribute: attribute.to_owned(),
            value: value.to_owned(),
            form: Form::of(technique),
        };
        let symbol = NodeSymbol {
            form: Some(Form::Hall(Hall::default())),
            forms: vec![
                choice("ground", "earth", Technique::Cave),
                choice("depth", "3", Technique::Walkers),
                choice("wet", "true", Technique::Room),
            ],
            ..NodeSymbol::default()
        };
        let technique = |attributes: &[(&str, Value)]| {
            let attributes: Attributes =
                attributes.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
            symbol.form_of(&attributes).map(Form::technique)
        };
        let earth = ("ground", Value::Text("earth".to_owned()));
        assert_eq!(technique(&[]), Some(Technique::Hall));
        assert_eq!(technique(&[("ground", Value::Text("stone".to_owned()))]), Some(Technique::Hall));
        assert_eq!(technique(std::slice::from_ref(&earth)), Some(Technique::Cave));
        assert_eq!(technique(&[("depth", Value::Int(3))]), Some(Technique::Walkers));
        assert_eq!(technique(&[("depth", Value::Text("3".to_owned()))]), Some(Technique::Walkers));
        assert_eq!(technique(&[("wet", Value::Bool(true))]), Some(Technique::Room));
        assert_eq!(technique(&[("wet", Value::Bool(true)), earth]), Some(Technique::Cave));
        let item = NodeSymbol { form: None, ..symbol };
        assert_eq!((item.form_of(&Attributes::new()), item.all_forms().count()), (None, 0));
    }

    #[test]
    fn passages_are_as_wide_as_their_value_says() {
        let wide = PassageKind::corridor(4);
        let choice = KindChoice { attribute: "size".to_owned(), value: "large".to_owned(), kind: wide };
        let symbol = EdgeSymbol { kinds: vec![choice], ..EdgeSymbol::of_role(EdgeRole::Passage) };
        let large = Attributes::from([("size".to_owned(), Value::Text("large".to_owned()))]);
        assert_eq!(symbol.kind_of(&large), wide);
        assert_eq!(symbol.kind_of(&Attributes::new()), PassageKind::default());
    }
}
