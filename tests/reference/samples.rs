//! The facts about files are what the reader accepts: texts made of them are read without mistakes of notation.

use std::collections::BTreeSet;

use delvewright::base::{
    Described, FieldFacts, RandomStream, Seed, TypeBody, TypeFacts, ValueShape, VariantBody, VariantFacts,
    shape, types_within,
};
use delvewright::files::{parse_grammar, parse_room_set};
use delvewright::grammar::Grammar;
use delvewright::rooms::RoomSet;
use delvewright::text::NOTATION_DIAGNOSTICS;

/// Number of random texts.
const TEXTS: u64 = 1500;
/// Depth from which lists are empty and values that may be missing are missing.
const DEEPEST: usize = 14;

/// Writes random values of described types.
struct SampleWriter {
    random: RandomStream,
    /// The parts that were written: fields and variants, each with its type.
    used: BTreeSet<String>,
    /// The required field to leave out, if any.
    left_out: Option<String>,
    /// `true` if the field was left out, and the record was not written in short instead.
    is_left_out: bool,
}

impl SampleWriter {
    fn new(seed: u64, left_out: Option<String>) -> Self {
        Self { random: Seed(seed).stream(), used: BTreeSet::new(), left_out, is_left_out: false }
    }

    fn value(&mut self, shape: &ValueShape, depth: usize) -> String {
        match shape {
            ValueShape::Switch => "true".to_owned(),
            ValueShape::Number(number) => number.least.max(1).to_string(),
            ValueShape::Text => "\"some text\"".to_owned(),
            ValueShape::Character => "'#'".to_owned(),
            ValueShape::Notation(_) => "\"#102030\"".to_owned(),
            ValueShape::Optional(inner) => self.value(inner, depth),
            ValueShape::List(_) if depth > DEEPEST => "[]".to_owned(),
            ValueShape::List(inner) => format!("[{}]", self.value(inner, depth + 1)),
            ValueShape::Table(..) if depth > DEEPEST => "{}".to_owned(),
            ValueShape::Table(key, value) => {
                format!("{{{}: {}}}", self.value(key, depth + 1), self.value(value, depth + 1))
            }
            ValueShape::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.value(part, depth + 1)).collect();
                format!("({})", parts.join(", "))
            }
            ValueShape::Type(_, facts) => self.of_type(&facts(), depth),
        }
    }

    fn of_type(&mut self, facts: &TypeFacts, depth: usize) -> String {
        if let Some(short) = facts.short.as_ref().filter(|_| self.random.below(3) == 0 || depth > DEEPEST) {
            self.used.insert(format!("{} alone", facts.name));
            return self.value(short, depth + 1);
        }
        match &facts.body {
            TypeBody::Fields(fields) => {
                let fields = self.fields(facts.name, fields, depth);
                match &facts.short {
                    // Without any field, only the short notation is left.
                    Some(short) if fields.is_empty() => {
                        self.is_left_out = false;
                        self.value(short, depth + 1)
                    }
                    Some(_) | None => format!("({fields})"),
                }
            }
            TypeBody::Positions(fields) => {
                let mut parts = Vec::new();
                for field in fields {
                    if field.is_required || self.random.below(2) == 0 {
                        self.used.insert(format!("{}.{}", facts.name, field.name));
                        parts.push(self.value(&field.shape, depth + 1));
                    }
                }
                format!("({})", parts.join(", "))
            }
            TypeBody::Variants(variants) => self.variant(facts.name, variants, depth),
        }
    }

    fn fields(&mut self, owner: &str, fields: &[FieldFacts], depth: usize) -> String {
        let mut parts = Vec::new();
        let mut is_left_out = false;
        for field in fields {
            let name = format!("{owner}.{}", field.name);
            is_left_out |= self.left_out.as_ref() == Some(&name);
            let is_there = if field.is_required {
                self.left_out.as_ref() != Some(&name)
            } else {
                depth <= DEEPEST && self.random.below(2) == 0
            };
            self.used.insert(name);
            if is_there {
                // The version is one that the program knows.
                let is_format = field.name == "format";
                let value = if is_format { "1".to_owned() } else { self.value(&field.shape, depth + 1) };
                parts.push(format!("{}: {value}", field.name));
            }
        }
        self.is_left_out |= is_left_out;
        parts.join(", ")
    }

    fn variant(&mut self, owner: &str, variants: &[VariantFacts], depth: usize) -> String {
        let chosen = if depth > DEEPEST { 0 } else { self.random.below(variants.len() as u64) as usize };
        let variant = &variants[chosen];
        self.used.insert(format!("{owner}::{}", variant.name));
        let name = variant.name;
        match &variant.body {
            VariantBody::Nothing => name.to_owned(),
            VariantBody::Fields(fields) => {
                format!("{name}({})", self.fields(&format!("{owner}::{name}"), fields, depth))
            }
            VariantBody::Values(values) => {
                let all: Vec<String> = values.iter().map(|value| self.value(value, depth + 1)).collect();
                match (variant.is_bare, &all[..]) {
                    (true, [value]) => value.clone(),
                    (true, _) => format!("({})", all.join(", ")),
                    (false, [record]) if record.starts_with('(') => match &values[0] {
                        ValueShape::Tuple(_) => format!("{name}({record})"),
                        _ => format!("{name}{record}"),
                    },
                    (false, _) => format!("{name}({})", all.join(", ")),
                }
            }
        }
    }
}

/// Returns all parts of a type and of the types within.
fn parts_of(root: &ValueShape) -> BTreeSet<String> {
    let mut parts = BTreeSet::new();
    for (_, facts) in types_within(root) {
        let owner = facts.name;
        match &facts.body {
            TypeBody::Fields(fields) | TypeBody::Positions(fields) => {
                parts.extend(fields.iter().map(|field| format!("{owner}.{}", field.name)));
            }
            TypeBody::Variants(variants) => {
                for variant in variants {
                    parts.insert(format!("{owner}::{}", variant.name));
                    if let VariantBody::Fields(fields) = &variant.body {
                        let name = variant.name;
                        parts.extend(fields.iter().map(|field| format!("{owner}::{name}.{}", field.name)));
                    }
                }
            }
        }
    }
    parts
}

fn required_fields(root: &ValueShape) -> Vec<String> {
    let mut required = Vec::new();
    for (_, facts) in types_within(root) {
        let owner = facts.name;
        let mut add = |owner: &str, fields: &[FieldFacts]| {
            let names = fields.iter().filter(|field| field.is_required);
            required.extend(names.map(|field| format!("{owner}.{}", field.name)));
        };
        match &facts.body {
            TypeBody::Fields(fields) => add(owner, fields),
            TypeBody::Positions(_) => {}
            TypeBody::Variants(variants) => {
                for variant in variants {
                    if let VariantBody::Fields(fields) = &variant.body {
                        add(&format!("{owner}::{}", variant.name), fields);
                    }
                }
            }
        }
    }
    required
}

/// Returns the mistakes of notation that the reader finds.
type ReadMistakes = fn(&str) -> Vec<String>;

fn of_grammar(text: &str) -> Vec<String> {
    notation(parse_grammar(text, None).diagnostics)
}

fn of_rooms(text: &str) -> Vec<String> {
    notation(parse_room_set(text, None).diagnostics)
}

fn notation(found: Vec<delvewright::base::Diagnostic>) -> Vec<String> {
    let is_notation = |code: &str| NOTATION_DIAGNOSTICS.kinds.iter().any(|(known, ..)| *known == code);
    found.into_iter().filter(|one| is_notation(one.code)).map(|one| one.to_string()).collect()
}

fn check<T: Described>(name: &str, mistakes: ReadMistakes) {
    let root = shape::<T>();
    let mut missing = parts_of(&root);
    for seed in 0..TEXTS {
        let mut writer = SampleWriter::new(seed, None);
        let text = format!("{name}{}", writer.value(&root, 0));
        let found = mistakes(&text);
        assert!(found.is_empty(), "seed {seed}: {}\n{text}", found.join("\n"));
        writer.used.iter().for_each(|part| {
            missing.remove(part);
        });
    }
    assert!(missing.is_empty(), "never written: {missing:?}");
    for field in required_fields(&root) {
        let mut texts = (0..TEXTS).map(|seed| {
            let mut writer = SampleWriter::new(seed, Some(field.clone()));
            let text = format!("{name}{}", writer.value(&root, 0));
            (writer.used.contains(&field) && writer.is_left_out, text)
        });
        let (_, text) = texts.find(|(is_used, _)| *is_used).expect("it is written sometimes");
        assert!(!mistakes(&text).is_empty(), "{field} is not required:\n{text}");
    }
}

#[test]
fn texts_made_of_the_facts_are_grammars() {
    check::<Grammar>("Grammar", of_grammar);
}

#[test]
fn texts_made_of_the_facts_are_room_sets() {
    check::<RoomSet>("RoomSet", of_rooms);
}
