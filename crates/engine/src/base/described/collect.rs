//! Collects the types of a file format.

use std::collections::BTreeSet;

use super::{TypeBody, TypeFacts, ValueShape, VariantBody};

/// Returns a type and all types within, each once, with the depth at which it is first found.
///
/// A type comes before those that its fields need, in the order of the fields.
pub fn types_within(root: &ValueShape) -> Vec<(usize, TypeFacts)> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    root.types().into_iter().for_each(|facts| add(facts, 0, &mut seen, &mut found));
    found
}

fn add(
    facts: TypeFacts,
    depth: usize,
    seen: &mut BTreeSet<&'static str>,
    found: &mut Vec<(usize, TypeFacts)>,
) {
    if !seen.insert(facts.name) {
        return;
    }
    let inner: Vec<TypeFacts> = facts.shapes().into_iter().flat_map(ValueShape::types).collect();
    found.push((depth, facts));
    inner.into_iter().for_each(|facts| add(facts, depth + 1, seen, found));
}

impl TypeFacts {
    /// Returns the shapes of all its parts.
    pub fn shapes(&self) -> Vec<&ValueShape> {
        let mut shapes: Vec<&ValueShape> = self.short.iter().collect();
        match &self.body {
            TypeBody::Fields(fields) | TypeBody::Positions(fields) => {
                shapes.extend(fields.iter().map(|field| &field.shape));
            }
            TypeBody::Variants(variants) => {
                for variant in variants {
                    match &variant.body {
                        VariantBody::Nothing => {}
                        VariantBody::Values(values) => shapes.extend(values),
                        VariantBody::Fields(fields) => {
                            shapes.extend(fields.iter().map(|field| &field.shape));
                        }
                    }
                }
            }
        }
        shapes
    }
}
