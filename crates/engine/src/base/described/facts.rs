//! The facts about a type: its fields or variants, each with meaning, shape, and default.

use ron_edit::PrettyPrinter;
use serde::Serialize;

use super::{NumberFacts, ValueShape};
use crate::base::{Number, Parameter};

/// A struct or an enum of a file format.
#[derive(Clone, Debug)]
pub struct TypeFacts {
    /// The name.
    pub name: &'static str,
    /// The meaning; paragraphs are separated by an empty line.
    pub meaning: String,
    /// A value that may stand for the whole, if there is one.
    pub short: Option<ValueShape>,
    /// Fields or variants.
    pub body: TypeBody,
}

/// The parts of a type.
#[derive(Clone, Debug)]
pub enum TypeBody {
    /// Fields with names.
    Fields(Vec<FieldFacts>),
    /// Values in parentheses, without names.
    Positions(Vec<FieldFacts>),
    /// One of several variants.
    Variants(Vec<VariantFacts>),
}

/// A field.
#[derive(Clone, Debug)]
pub struct FieldFacts {
    /// The name in files.
    pub name: &'static str,
    /// The meaning.
    pub meaning: String,
    /// The shape of its value.
    pub shape: ValueShape,
    /// The value that is used if the field is missing, as files have it.
    pub default: Option<String>,
    /// `true` if the field must be there.
    pub is_required: bool,
    /// The range that the window offers, if files allow more.
    pub offered: Option<NumberFacts>,
}

/// A variant of an enum.
#[derive(Clone, Debug)]
pub struct VariantFacts {
    /// The name in files.
    pub name: &'static str,
    /// The meaning.
    pub meaning: String,
    /// The content.
    pub body: VariantBody,
    /// `true` if files have the content without the name of the variant.
    pub is_bare: bool,
}

/// The content of a variant.
#[derive(Clone, Debug)]
pub enum VariantBody {
    /// Nothing.
    Nothing,
    /// Values without names.
    Values(Vec<ValueShape>),
    /// Fields with names.
    Fields(Vec<FieldFacts>),
}

/// Facts that `parameters!` knows about a field.
#[derive(Clone, Copy, Debug)]
pub enum KnownFacts {
    /// A number with unit, range and meaning.
    Number(Number),
    /// A meaning.
    Parameter(Parameter),
}

impl From<Number> for KnownFacts {
    fn from(number: Number) -> Self {
        Self::Number(number)
    }
}

impl From<Parameter> for KnownFacts {
    fn from(parameter: Parameter) -> Self {
        Self::Parameter(parameter)
    }
}

impl TypeFacts {
    /// Returns the facts about a type; `lines` are those of its doc comment.
    pub fn new(name: &'static str, lines: &[&str], body: TypeBody) -> Self {
        Self { name, meaning: joined(lines), short: None, body }
    }

    /// Sets the value that may stand for the whole.
    #[must_use]
    pub fn short(mut self, shape: ValueShape) -> Self {
        self.short = Some(shape);
        self
    }
}

impl FieldFacts {
    /// Returns the facts about a field that must be there, unless its shape is optional.
    pub fn new(name: &'static str, lines: &[&str], shape: ValueShape) -> Self {
        let is_required = !shape.is_optional();
        Self { name, meaning: joined(lines), shape, default: None, is_required, offered: None }
    }

    /// Takes over meaning, unit and range.
    #[must_use]
    pub fn known(mut self, facts: impl Into<KnownFacts>) -> Self {
        match facts.into() {
            KnownFacts::Number(number) => {
                number.parameter.tooltip.clone_into(&mut self.meaning);
                self.shape = self.shape.with_number(number.into());
            }
            KnownFacts::Parameter(parameter) => parameter.tooltip.clone_into(&mut self.meaning),
        }
        self
    }

    /// Takes over the meaning, and the range as one that files may exceed.
    #[must_use]
    pub fn offers(mut self, number: Number) -> Self {
        number.parameter.tooltip.clone_into(&mut self.meaning);
        let any = NumberFacts { unit: number.unit, least: 0, most: None };
        self.shape = self.shape.with_number(any);
        self.offered = Some(number.into());
        self
    }

    /// Lets the field be missing; `default` is used then.
    #[must_use]
    pub fn optional(mut self, default: String) -> Self {
        self.is_required = false;
        self.default = (default != "None").then_some(default);
        self
    }
}

impl VariantFacts {
    /// Returns the facts about a variant without content.
    pub fn new(name: &'static str, lines: &[&str]) -> Self {
        Self { name, meaning: joined(lines), body: VariantBody::Nothing, is_bare: false }
    }

    /// Sets values without names as content.
    #[must_use]
    pub fn values(mut self, values: Vec<ValueShape>) -> Self {
        self.body = VariantBody::Values(values);
        self
    }

    /// Sets fields as content.
    #[must_use]
    pub fn fields(mut self, fields: Vec<FieldFacts>) -> Self {
        self.body = VariantBody::Fields(fields);
        self
    }

    /// Removes the name of the variant from files.
    #[must_use]
    pub fn bare(mut self) -> Self {
        self.is_bare = true;
        self
    }
}

/// Returns a default as files have it, on one line.
pub fn default_text(value: &impl Serialize) -> String {
    const ONE_LINE: PrettyPrinter = PrettyPrinter {
        indent: "",
        space: " ",
        broken: &[],
        line_chars: None,
        has_final_comma: false,
        numbers: None,
    };
    let extensions =
        ron::extensions::Extensions::UNWRAP_VARIANT_NEWTYPES | ron::extensions::Extensions::IMPLICIT_SOME;
    let options = ron::Options::default().with_default_extension(extensions);
    let compact = options.to_string(value).expect("values of files can be written");
    // The writer marks a variant that is called like a word of RON, but files need no mark.
    ONE_LINE.flat(&compact).replace("r#None", "None")
}

/// Joins the lines of a doc comment: paragraphs are kept, and so are list items and pictures.
fn joined(lines: &[&str]) -> String {
    let mut text = String::new();
    let mut is_picture = false;
    for line in lines {
        let line = line.strip_prefix(' ').unwrap_or(line);
        let is_fence = line.starts_with("```");
        let starts_line = is_picture || is_fence || line.is_empty() || line.starts_with("- ");
        if !text.is_empty() {
            text.push(if starts_line || text.ends_with('\n') { '\n' } else { ' ' });
        }
        is_picture ^= is_fence;
        text.push_str(line);
        if is_picture || is_fence || line.is_empty() {
            text.push('\n');
        }
    }
    let text = text.replace("\n\n\n", "\n\n");
    text.trim().to_owned()
}
