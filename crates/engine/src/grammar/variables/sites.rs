//! Formulas in the text of a grammar, each with its place and the range of the setting there.
//!
//! Place and range follow from the descriptions of the types, which also make the reference.

use ron_edit::{PathPart, Source, Tree, TreeNodeId, TreeValue, ValuePath};

use super::formula::Formula;
use super::stand_in::formula_at;
use crate::base::{FieldFacts, NumberFacts, TypeBody, TypeFacts, ValueShape, VariantBody, VariantFacts};

/// A formula in a grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaSite {
    /// The place.
    pub path: ValuePath,
    /// The formula.
    pub formula: Formula,
    /// Unit and range of the setting.
    pub number: NumberFacts,
}

impl FormulaSite {
    /// Returns the smallest and the largest number that the setting can have.
    pub fn bounds(&self) -> (i64, i64) {
        match self.number {
            NumberFacts { least, most: Some(most), .. } => (least, most),
            NumberFacts { least, .. } if least >= 0 => (least, u32::MAX.into()),
            NumberFacts { least, .. } if least == i64::from(i32::MIN) => (least, i32::MAX.into()),
            NumberFacts { least, .. } => (least, i64::MAX),
        }
    }
}

/// Returns all formulas of the text of a value with this shape, each with its node.
pub fn formula_sites(source: &Source, root: &ValueShape) -> Vec<(TreeNodeId, FormulaSite)> {
    let sites = source.tree.ids().filter_map(|node| Some((node, site_at(&source.tree, node, root)?)));
    sites.collect()
}

/// Returns the formula that a value is; `None` if it is none, or if no number belongs there.
pub fn site_at(tree: &Tree, node: TreeNodeId, root: &ValueShape) -> Option<FormulaSite> {
    let formula = formula_at(tree, node)?;
    let (path, number) = place_of(tree, node, root)?;
    Some(FormulaSite { path, formula, number })
}

/// Returns the path to a number, and the facts about it; `None` if no number belongs there.
fn place_of(tree: &Tree, node: TreeNodeId, root: &ValueShape) -> Option<(ValuePath, NumberFacts)> {
    let mut chain: Vec<TreeNodeId> = tree.ancestors(node).collect();
    chain.reverse();
    let (mut path, mut here) = (ValuePath::default(), root.clone());
    for (parent, child) in chain.iter().zip(chain.iter().skip(1)) {
        let (part, inner) = part_of(tree, *parent, *child, &here)?;
        path = part.into_iter().fold(path, ValuePath::with);
        here = inner;
    }
    Some((path, number_of(&here)?))
}

/// Returns the facts about a number of this shape, if it can be one.
pub fn number_of(shape: &ValueShape) -> Option<NumberFacts> {
    match shape {
        ValueShape::Number(number) => Some(*number),
        ValueShape::Optional(inner) => number_of(inner),
        // One number may stand for both ends of a range.
        ValueShape::Tuple(ends) => match ends.as_slice() {
            [ValueShape::Number(least), ValueShape::Number(most)] if least == most => Some(*least),
            _ => None,
        },
        ValueShape::Type(_, facts) => {
            let TypeFacts { short, body, .. } = facts();
            let bare = match &body {
                TypeBody::Variants(variants) => {
                    bare_values(variants).find_map(|values| number_of(values.first()?))
                }
                TypeBody::Fields(_) | TypeBody::Positions(_) => None,
            };
            bare.or_else(|| number_of(short.as_ref()?))
        }
        _ => None,
    }
}

/// Returns the values of variants that files have without the name of the variant.
fn bare_values(variants: &[VariantFacts]) -> impl Iterator<Item = &[ValueShape]> {
    variants.iter().filter(|variant| variant.is_bare).filter_map(|variant| match &variant.body {
        VariantBody::Values(values) => Some(values.as_slice()),
        VariantBody::Nothing | VariantBody::Fields(_) => None,
    })
}

/// A part of a value: its part of the path, if paths mention it, and its shape.
pub type ShapedPart = (Option<PathPart>, ValueShape);

/// Returns the fields of a record that hold a plain number and are left out.
pub fn missing_numbers(tree: &Tree, node: TreeNodeId, shape: &ValueShape) -> Vec<FieldFacts> {
    let TreeValue::Record { fields: written, .. } = tree.value(node) else { return Vec::new() };
    let ValueShape::Type(_, facts) = shape else { return Vec::new() };
    let is_missing = |field: &FieldFacts| {
        matches!(field.shape, ValueShape::Number(_)) && written.iter().all(|known| known.name != field.name)
    };
    match facts().body {
        TypeBody::Fields(fields) => fields.into_iter().filter(is_missing).collect(),
        TypeBody::Positions(_) => Vec::new(),
        TypeBody::Variants(variants) => {
            let name = tree.name(node);
            match variants.into_iter().find(|variant| Some(variant.name) == name).map(|found| found.body) {
                Some(VariantBody::Fields(fields)) => fields.into_iter().filter(is_missing).collect(),
                Some(VariantBody::Values(values)) => {
                    values.first().map_or_else(Vec::new, |value| missing_numbers(tree, node, value))
                }
                Some(VariantBody::Nothing) | None => Vec::new(),
            }
        }
    }
}

/// Returns the shape of a value directly within another one.
pub fn part_of(tree: &Tree, parent: TreeNodeId, child: TreeNodeId, shape: &ValueShape) -> Option<ShapedPart> {
    match shape {
        ValueShape::Optional(inner) if tree.name(parent) == Some("Some") => {
            Some((None, ValueShape::clone(inner)))
        }
        ValueShape::Optional(inner) => part_of(tree, parent, child, inner),
        ValueShape::List(inner) => match tree.value(parent) {
            TreeValue::List(items) => Some((index(items, child), ValueShape::clone(inner))),
            // The list of `Choose([…])`.
            TreeValue::Tuple { items, .. } if items.len() == 1 => Some((None, shape.clone())),
            _ => None,
        },
        ValueShape::Table(_, value) => match tree.value(parent) {
            TreeValue::Map(entries) => {
                let (key, _) = entries.iter().find(|(_, value)| *value == child)?;
                Some((key_part(tree, *key), ValueShape::clone(value)))
            }
            _ => None,
        },
        ValueShape::Tuple(parts) => of_tuple(tree, parent, child, parts),
        ValueShape::Type(_, facts) => part_of_type(tree, parent, child, shape, &facts()),
        _ => None,
    }
}

fn part_of_type(
    tree: &Tree,
    parent: TreeNodeId,
    child: TreeNodeId,
    shape: &ValueShape,
    facts: &TypeFacts,
) -> Option<ShapedPart> {
    let short = || part_of(tree, parent, child, facts.short.as_ref()?);
    match &facts.body {
        TypeBody::Fields(fields) => match tree.value(parent) {
            TreeValue::Record { fields: written, .. } => {
                let name = &written.iter().find(|field| field.value == child)?.name;
                let field = fields.iter().find(|field| field.name == name)?;
                Some((Some(PathPart::Field(field.name)), field.shape.clone()))
            }
            // `Cave((…))` is the same as `Cave(…)`.
            TreeValue::Tuple { items, .. } if items.len() == 1 && facts.short.is_none() => {
                Some((None, shape.clone()))
            }
            _ => short(),
        },
        TypeBody::Positions(fields) => {
            let parts: Vec<ValueShape> = fields.iter().map(|field| field.shape.clone()).collect();
            of_tuple(tree, parent, child, &parts)
        }
        TypeBody::Variants(variants) => {
            let name = tree.name(parent);
            match variants.iter().find(|variant| Some(variant.name) == name && !variant.is_bare) {
                Some(variant) => part_of_variant(tree, parent, child, &variant.body),
                None => bare_values(variants).find_map(|values| match values {
                    [value] => part_of(tree, parent, child, value),
                    values => of_tuple(tree, parent, child, values),
                }),
            }
        }
    }
}

fn part_of_variant(
    tree: &Tree,
    parent: TreeNodeId,
    child: TreeNodeId,
    body: &VariantBody,
) -> Option<ShapedPart> {
    match (body, tree.value(parent)) {
        (VariantBody::Values(values), TreeValue::Tuple { items, .. }) => match (&values[..], items.len()) {
            ([value], 1) => Some((None, value.clone())),
            // The values of the only value follow the name at once.
            ([value], _) => part_of(tree, parent, child, value),
            (values, _) => of_tuple(tree, parent, child, values),
        },
        (VariantBody::Values(values), TreeValue::Record { .. }) => {
            part_of(tree, parent, child, values.first()?)
        }
        (VariantBody::Fields(fields), TreeValue::Record { fields: written, .. }) => {
            let name = &written.iter().find(|field| field.value == child)?.name;
            let field = fields.iter().find(|field| field.name == name)?;
            Some((Some(PathPart::Field(field.name)), field.shape.clone()))
        }
        _ => None,
    }
}

fn of_tuple(tree: &Tree, parent: TreeNodeId, child: TreeNodeId, parts: &[ValueShape]) -> Option<ShapedPart> {
    let TreeValue::Tuple { items, .. } = tree.value(parent) else { return None };
    let position = items.iter().position(|item| *item == child)?;
    Some((Some(PathPart::Index(position)), parts.get(position)?.clone()))
}

fn index(items: &[TreeNodeId], child: TreeNodeId) -> Option<PathPart> {
    items.iter().position(|item| *item == child).map(PathPart::Index)
}

fn key_part(tree: &Tree, key: TreeNodeId) -> Option<PathPart> {
    match tree.value(key) {
        TreeValue::Int(number) => usize::try_from(*number).ok().map(PathPart::Index),
        TreeValue::Char(character) => Some(PathPart::Character(*character)),
        _ => tree.key_text(key).map(PathPart::Key),
    }
}
