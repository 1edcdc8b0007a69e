//! The shape of a value in a file: a number, a text, a list, or a type with facts of its own.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use super::{TypeBody, TypeFacts, VariantFacts};
use crate::base::{Choice, Number, Unit};

/// A type whose values files contain.
pub trait Described {
    /// Returns the shape of its values.
    fn shape() -> ValueShape;
}

/// Returns the shape of a type.
pub fn shape<T: Described + ?Sized>() -> ValueShape {
    T::shape()
}

/// Returns the shape of a value's type.
pub fn shape_of<T: Described>(_: &T) -> ValueShape {
    T::shape()
}

/// The shape of a value.
#[derive(Clone, Debug)]
pub enum ValueShape {
    /// `true` or `false`.
    Switch,
    /// A whole number.
    Number(NumberFacts),
    /// A text.
    Text,
    /// One character.
    Character,
    /// A text with a notation of its own, in words.
    Notation(&'static str),
    /// A value that may be missing.
    Optional(Box<ValueShape>),
    /// A list.
    List(Box<ValueShape>),
    /// A table: a value for each key.
    Table(Box<ValueShape>, Box<ValueShape>),
    /// A few values in parentheses.
    Tuple(Vec<ValueShape>),
    /// A type with facts of its own, by its name.
    Type(&'static str, fn() -> TypeFacts),
}

/// Unit and range of a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberFacts {
    /// The unit.
    pub unit: Unit,
    /// The minimum.
    pub least: i64,
    /// The maximum; `None` if only the size of the type limits it.
    pub most: Option<i64>,
}

impl From<Number> for NumberFacts {
    fn from(number: Number) -> Self {
        let most = (number.most < u32::MAX).then(|| i64::from(number.most));
        Self { unit: number.unit, least: i64::from(number.least), most }
    }
}

impl ValueShape {
    /// Returns the shape with another unit and range for all numbers directly inside.
    #[must_use]
    pub fn with_number(self, number: NumberFacts) -> Self {
        match self {
            Self::Number(_) => Self::Number(number),
            Self::Optional(inner) => Self::Optional(Box::new(inner.with_number(number))),
            Self::Tuple(parts) => {
                Self::Tuple(parts.into_iter().map(|part| part.with_number(number)).collect())
            }
            other => other,
        }
    }

    /// Returns unit and range of the number, or of the first number of a tuple.
    pub fn number(&self) -> Option<NumberFacts> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Optional(inner) => inner.number(),
            Self::Tuple(parts) => parts.first().and_then(Self::number),
            Self::Switch
            | Self::Text
            | Self::Character
            | Self::Notation(_)
            | Self::List(_)
            | Self::Table(..)
            | Self::Type(..) => None,
        }
    }

    /// Returns `true` if a field of this shape may be missing.
    pub fn is_optional(&self) -> bool {
        matches!(self, Self::Optional(_))
    }

    /// Returns the types with facts of their own that it contains.
    pub fn types(&self) -> Vec<TypeFacts> {
        match self {
            Self::Type(_, facts) => vec![facts()],
            Self::Optional(inner) | Self::List(inner) => inner.types(),
            Self::Table(key, value) => [key.types(), value.types()].concat(),
            Self::Tuple(parts) => parts.iter().flat_map(Self::types).collect(),
            Self::Switch | Self::Number(_) | Self::Text | Self::Character | Self::Notation(_) => Vec::new(),
        }
    }
}

/// Implements [`Described`] for types without facts of their own.
macro_rules! plain {
    ($($type:ty => $shape:expr;)*) => {
        $(impl Described for $type {
            fn shape() -> ValueShape {
                $shape
            }
        })*
    };
}

const fn number(least: i64) -> ValueShape {
    ValueShape::Number(NumberFacts { unit: Unit::None, least, most: None })
}

plain! {
    bool => ValueShape::Switch;
    u32 => number(0);
    i32 => number(i32::MIN as i64);
    i64 => number(i64::MIN);
    String => ValueShape::Text;
    char => ValueShape::Character;
}

impl<T: Described> Described for Option<T> {
    fn shape() -> ValueShape {
        ValueShape::Optional(Box::new(T::shape()))
    }
}

impl<T: Described> Described for Vec<T> {
    fn shape() -> ValueShape {
        ValueShape::List(Box::new(T::shape()))
    }
}

impl<K: Described, V: Described> Described for IndexMap<K, V> {
    fn shape() -> ValueShape {
        ValueShape::Table(Box::new(K::shape()), Box::new(V::shape()))
    }
}

impl<K: Described, V: Described> Described for BTreeMap<K, V> {
    fn shape() -> ValueShape {
        ValueShape::Table(Box::new(K::shape()), Box::new(V::shape()))
    }
}

impl<A: Described, B: Described> Described for (A, B) {
    fn shape() -> ValueShape {
        ValueShape::Tuple(vec![A::shape(), B::shape()])
    }
}

impl<A: Described, B: Described, C: Described> Described for (A, B, C) {
    fn shape() -> ValueShape {
        ValueShape::Tuple(vec![A::shape(), B::shape(), C::shape()])
    }
}

/// Returns the variants of a closed set of words, each with a value of its own.
pub fn variants_with<T: Described + Choice + Default>(value: impl Fn(&T) -> ValueShape) -> Vec<VariantFacts> {
    let of_words = T::shape().types().into_iter().find_map(|facts| match facts.body {
        TypeBody::Variants(variants) => Some(variants),
        TypeBody::Fields(_) | TypeBody::Positions(_) => None,
    });
    let labels = T::default().choices().into_iter();
    let values = labels.map(|choice| {
        let mut word = T::default();
        word.choose(choice.label);
        value(&word)
    });
    let with_value = |(variant, value): (VariantFacts, ValueShape)| variant.values(vec![value]);
    of_words.into_iter().flatten().zip(values).map(with_value).collect()
}
