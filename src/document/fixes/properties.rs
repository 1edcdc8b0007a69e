//! Fixes for properties.

use super::{Fix, meant_by};
use crate::base::{CountBound, Diagnostic, PathPart};
use crate::document::{Content, Edit, PropertiesEdit};
use crate::properties::{MetricBound, PropertyClaim};

/// Returns the fixes for a mistake of a property.
pub(super) fn fixes(diagnostic: &Diagnostic, content: &Content) -> Vec<Fix> {
    fix(diagnostic, content).into_iter().collect()
}

fn fix(diagnostic: &Diagnostic, content: &Content) -> Option<Fix> {
    let [PathPart::Field("properties"), PathPart::Index(at), ..] = diagnostic.path.parts() else {
        return None;
    };
    let at = *at;
    let mut property = content.grammar.properties.get(at)?.clone();
    let (words, what) = match (diagnostic.code, &mut property.claim) {
        ("double-property" | "property-always-holds", _) => {
            let edit = Edit::Properties(PropertiesEdit::Remove(at));
            return Some(Fix::new("Delete the property".to_owned(), edit));
        }
        ("unknown-metric", PropertyClaim::Metric { metric, .. }) => {
            meant_by(diagnostic)?.clone_into(metric);
            (format!("Use \"{metric}\" instead"), "metric")
        }
        ("unknown-entity", claim) => {
            let name = claim.entity_mut()?;
            meant_by(diagnostic)?.clone_into(name);
            (format!("Use \"{name}\" instead"), "entity")
        }
        ("range-backwards", PropertyClaim::Metric { value: MetricBound::Between(least, most), .. }) => {
            std::mem::swap(least, most);
            ("Swap minimum and maximum".to_owned(), "value")
        }
        ("range-backwards", PropertyClaim::Count { number: CountBound::Between(least, most), .. }) => {
            std::mem::swap(least, most);
            ("Swap minimum and maximum".to_owned(), "number")
        }
        _ => return None,
    };
    let edit = PropertiesEdit::Set { at, what, property: Box::new(property) };
    Some(Fix::new(words, Edit::Properties(edit)))
}
