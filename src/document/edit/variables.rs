//! Edits of variables and of their values.

use std::sync::Arc;

use crate::document::{Content, free_name};
use crate::grammar::{Formula, Grammar, Variable, VariableValues, is_variable_name};

/// An edit of variables.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum VariablesEdit {
    /// Sets the value with which levels are made. It belongs to the project, but to none of its files.
    SetValue { name: String, value: i64 },
    /// Sets all values to the defaults.
    ResetValues,
    /// Adds a variable at the end. Its name gets a number if it is taken.
    Add { name: String, variable: Variable },
    /// Replaces the definition of a variable. `what` names the changed part: "range".
    Set { name: String, what: &'static str, variable: Variable },
    /// Renames a variable, in formulas too. Names that are taken, or that formulas cannot contain, are refused.
    Rename { name: String, to: String },
    /// Removes a variable. Formulas may still name it.
    Remove(String),
}

impl VariablesEdit {
    pub(super) fn name(&self) -> String {
        match self {
            Self::SetValue { name, .. } => format!("Set \"{name}\""),
            Self::ResetValues => "Set variables to their defaults".to_owned(),
            Self::Add { name, .. } => format!("Add variable \"{name}\""),
            Self::Set { name, what, .. } => format!("Set {what} of variable \"{name}\""),
            Self::Rename { name, to } => format!("Rename variable \"{name}\" to \"{to}\""),
            Self::Remove(name) => format!("Delete variable \"{name}\""),
        }
    }

    pub(super) fn is_gradual(&self) -> bool {
        matches!(self, Self::SetValue { .. } | Self::Set { .. })
    }

    pub(super) fn apply_to(&self, content: &Content) -> Option<Content> {
        match self {
            Self::SetValue { name, value } => {
                let variable = content.grammar.variables.get(name)?;
                let value = variable.nearest(*value);
                let values = with_value(&content.values, name, (value != variable.default).then_some(value));
                (values != *content.values).then(|| content.with_values(values))
            }
            Self::ResetValues => {
                (!content.values.is_empty()).then(|| content.with_values(VariableValues::new()))
            }
            Self::Add { name, variable } => content.with_grammar(|grammar| {
                let name = free_variable_name(grammar, name);
                grammar.variables.insert(name, variable.clone());
            }),
            Self::Set { name, variable, .. } => content.with_grammar(|grammar| {
                if let Some(known) = grammar.variables.get_mut(name) {
                    known.clone_from(variable);
                }
            }),
            Self::Rename { name, to } => rename(content, name, to),
            Self::Remove(name) => {
                let removed = content.with_grammar(|grammar| {
                    grammar.variables.shift_remove(name);
                })?;
                Some(Content { values: Arc::new(with_value(&removed.values, name, None)), ..removed })
            }
        }
    }
}

/// Returns a name for a new variable.
fn free_variable_name(grammar: &Grammar, name: &str) -> String {
    let numbered = free_name(name, |name| grammar.variables.contains_key(&name.replace(' ', "_")));
    numbered.replace(' ', "_")
}

fn with_value(values: &VariableValues, name: &str, value: Option<i64>) -> VariableValues {
    let mut values = values.clone();
    match value {
        Some(value) => values.insert(name.to_owned(), value),
        None => values.remove(name),
    };
    values
}

fn rename(content: &Content, name: &str, to: &str) -> Option<Content> {
    let position = content.grammar.variables.get_index_of(name)?;
    if !is_variable_name(to) || content.grammar.variables.contains_key(to) {
        return None;
    }
    let value = content.values.get(name).copied();
    let values = with_value(&with_value(&content.values, name, None), to, value);
    let content = Content { values: Arc::new(values), ..content.clone() };
    content.with_grammar(|grammar| {
        grammar.replace_formulas(|formula: &Formula| formula.with_renamed(name, to));
        // The new name is free, so nothing is in the way.
        let _ = grammar.variables.replace_index(position, to.to_owned());
    })
}
