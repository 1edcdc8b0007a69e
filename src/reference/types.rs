//! Pages about file formats: a section for each type.

use super::page::anchor;
use super::{CellContent, ReferencePage, ReferenceSection, ReferenceTopic};
use crate::base::{
    Described, FieldFacts, NumberFacts, TypeBody, TypeFacts, Unit, ValueShape, VariantBody, VariantFacts,
    shape, types_within, with_capital,
};

const FIELDS: [&str; 7] = ["Field", "Type", "Unit", "Range", "Default", "Required", "Meaning"];
const POSITIONS: [&str; 7] = ["Position", "Type", "Unit", "Range", "Default", "Required", "Meaning"];
const VARIANTS: [&str; 3] = ["Value", "Notation", "Meaning"];

/// Returns the page about a file format. `notations` may take the place of other values.
pub(super) fn page_of<T: Described>(topic: ReferenceTopic, notations: &[ValueShape]) -> ReferencePage {
    let mut types = types_within(&shape::<T>());
    types.extend(notations.iter().flat_map(ValueShape::types).map(|facts| (1, facts)));
    let text = types.first().map(|(_, facts)| facts.meaning.clone()).unwrap_or_default();
    let sections = types.iter().flat_map(|(depth, facts)| sections_of(*depth, facts));
    ReferencePage {
        topic: topic.name(),
        title: topic.title(),
        text: format!(
            "{} A field that is not required has the default in the table, or none.",
            plain_links(&text)
        ),
        example: None,
        has_contents: true,
        sections: sections.collect(),
    }
}

/// Returns the section of a type, and one for each of its variants with fields.
fn sections_of(depth: usize, facts: &TypeFacts) -> Vec<ReferenceSection> {
    let title = title_of(facts.name);
    let mut text = plain_links(&facts.meaning);
    if let Some(short) = &facts.short {
        text.push_str(&format!("\n\nYou can write a {} instead of the fields.", type_text(short, true)));
    }
    let mut first = ReferenceSection { depth, text, ..ReferenceSection::new(title.clone(), &[]) };
    let mut sections = Vec::new();
    match &facts.body {
        TypeBody::Fields(fields) => {
            first.columns = FIELDS.into();
            first.rows = fields.iter().map(field_row).collect();
        }
        TypeBody::Positions(fields) => {
            first.columns = POSITIONS.into();
            first.rows = fields.iter().map(field_row).collect();
        }
        TypeBody::Variants(variants) => {
            first.columns = VARIANTS.into();
            first.rows = variants.iter().map(|variant| variant_row(&title, variant)).collect();
            let with_fields = variants.iter().filter_map(|variant| match &variant.body {
                VariantBody::Fields(fields) => Some((variant, fields)),
                VariantBody::Nothing | VariantBody::Values(_) => None,
            });
            for (variant, fields) in with_fields {
                let mut section = ReferenceSection::new(variant_title(&title, variant.name), &FIELDS);
                section.depth = depth + 1;
                section.text = plain_links(&variant.meaning);
                section.rows = fields.iter().map(field_row).collect();
                sections.push(section);
            }
        }
    }
    sections.insert(0, first);
    sections
}

fn variant_title(owner: &str, variant: &str) -> String {
    format!("{owner}: {variant}")
}

fn field_row(field: &FieldFacts) -> Vec<CellContent> {
    let number = field.shape.number();
    let range = |number: NumberFacts| {
        let offered = field.offered.and_then(|offered| Some((offered.least, offered.most?)));
        let remark = offered.map(|(least, most)| format!("the window offers {least} to {most}"));
        CellContent::Range(number.least, number.most, remark)
    };
    vec![
        CellContent::code(field.name),
        type_cell(&field.shape),
        number.map_or(CellContent::Empty, |number| unit_cell(number.unit)),
        number.map_or(CellContent::Empty, range),
        field.default.as_ref().map_or(CellContent::Empty, CellContent::code),
        CellContent::Switch(field.is_required),
        CellContent::text(plain_links(&field.meaning)),
    ]
}

fn unit_cell(unit: Unit) -> CellContent {
    match unit.suffix(2).trim() {
        "" => CellContent::Empty,
        unit => CellContent::text(unit),
    }
}

fn variant_row(owner: &str, variant: &VariantFacts) -> Vec<CellContent> {
    let name = variant.name;
    let notation = match &variant.body {
        VariantBody::Nothing => CellContent::code(name),
        VariantBody::Values(values) => {
            let all =
                |linked| values.iter().map(|value| type_text(value, linked)).collect::<Vec<_>>().join(", ");
            if variant.is_bare && values.len() == 1 {
                CellContent::linked(all(false), all(true))
            } else if variant.is_bare {
                CellContent::linked(format!("({})", all(false)), format!("({})", all(true)))
            } else {
                CellContent::linked(format!("{name}({})", all(false)), format!("`{name}(`{}`)`", all(true)))
            }
        }
        VariantBody::Fields(_) => {
            let title = variant_title(owner, name);
            CellContent::linked(format!("{name}(…)"), format!("[`{name}(…)`](#{})", anchor(&title)))
        }
    };
    let value = if variant.is_bare { CellContent::Empty } else { CellContent::code(name) };
    vec![value, notation, CellContent::text(plain_links(&variant.meaning))]
}

fn type_cell(shape: &ValueShape) -> CellContent {
    CellContent::linked(type_text(shape, false), type_text(shape, true))
}

/// Returns a shape in words; types are links to their sections if `linked`.
fn type_text(shape: &ValueShape, linked: bool) -> String {
    match shape {
        ValueShape::Switch => "`true` or `false`".to_owned(),
        ValueShape::Number(_) => "whole number".to_owned(),
        ValueShape::Text => "text".to_owned(),
        ValueShape::Character => "character".to_owned(),
        ValueShape::Notation(words) => (*words).to_owned(),
        ValueShape::Optional(inner) => type_text(inner, linked),
        ValueShape::List(inner) => format!("list of {}", type_text(inner, linked)),
        ValueShape::Table(key, value) => {
            format!("table: {} to {}", type_text(key, linked), type_text(value, linked))
        }
        ValueShape::Tuple(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| type_text(part, linked)).collect();
            format!("({})", parts.join(", "))
        }
        ValueShape::Type(name, _) => {
            let title = title_of(name);
            let words = title.to_lowercase();
            if linked { format!("[{words}](#{})", anchor(&title)) } else { words }
        }
    }
}

/// Returns the name of a type in words: "Node symbol".
pub(super) fn title_of(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    with_capital(&words)
}

/// Returns a doc comment without the links that only rustdoc follows.
pub(super) fn plain_links(text: &str) -> String {
    text.replace("[`", "`").replace("`]", "`")
}
