//! Parameters: all facts about one are written once, next to its field.
//!
//! [`parameters!`](crate::base::parameters) declares a type with one parameter on each line.
//! A line has the tooltip as doc comment, the name in files, the type, the default and the name in words.
//! Numbers also have a unit and a range.
//!
//! The macro makes the type, its `Default`, and a walk over its parameters.
//! Checks, forms in the window and quick fixes use that walk, and know no parameter by name.

mod number;
mod rows;

use super::PathPart;

pub use number::{Number, Unit};
pub use rows::{NameTable, Named, Rows};

/// The facts about a parameter of any type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name in files. If empty, the value is written in place of the parent's value.
    pub field: &'static str,
    /// The name in messages, in lower case.
    pub name: &'static str,
    /// An explanation in plain words.
    pub tooltip: &'static str,
}

/// One of the values of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choosable {
    /// The name, unique among the values of a choice.
    pub label: &'static str,
    /// An explanation as a sentence; may be empty.
    pub tooltip: &'static str,
}

/// A value that is one of a few, which may have parameters of their own.
pub trait Choice: Parameters {
    /// Returns all values in the order in which they are shown.
    fn choices(&self) -> Vec<Choosable>;

    /// Returns the name of the present value.
    fn label(&self) -> &'static str;

    /// Takes the value of that label, with the defaults of its parameters.
    fn choose(&mut self, label: &str);
}

/// Access to the value of a parameter, for reading and writing.
pub enum Slot<'a> {
    /// A number.
    Number(&'a Number, &'a mut u32),
    /// A range: minimum and maximum.
    Range(&'a Number, &'a mut (u32, u32)),
    /// One of a few values.
    Choice(&'a Parameter, &'a mut dyn Choice),
    /// A switch; the text explains in words what "yes" does.
    Switch(&'a Parameter, &'static str, &'a mut bool),
    /// A name from a vocabulary.
    Name(&'a Parameter, NameTable, &'a mut String),
    /// Any number of names from a vocabulary, without duplicates.
    Names(&'a Parameter, NameTable, &'a mut Vec<String>),
    /// A text.
    Text(&'a Parameter, &'a mut String),
    /// A list whose items have parameters of their own.
    Rows(&'a Parameter, &'a mut dyn Rows),
}

impl Slot<'_> {
    /// Returns the parameter.
    pub fn parameter(&self) -> &Parameter {
        match self {
            Self::Number(number, _) | Self::Range(number, _) => &number.parameter,
            Self::Choice(parameter, _)
            | Self::Switch(parameter, ..)
            | Self::Name(parameter, ..)
            | Self::Names(parameter, ..)
            | Self::Text(parameter, _)
            | Self::Rows(parameter, _) => parameter,
        }
    }

    /// Returns the tooltip of the parameter with those of its choices.
    ///
    /// For example: "The treatment of loose parts. Filled in: they become wall."
    pub fn tooltip(&self) -> String {
        let mut text = self.parameter().tooltip.to_owned();
        let Self::Choice(_, value) = self else { return text };
        for Choosable { label, tooltip } in value.choices() {
            let mut letters = tooltip.chars();
            if let Some(first) = letters.next() {
                text.push_str(&format!(" {label}: {}{}", first.to_lowercase(), letters.as_str()));
            }
        }
        text
    }
}

/// A value that a slot of a [`Number`] can hold.
pub trait Numeric {
    /// Returns the slot of this value.
    fn slot<'a>(&'a mut self, number: &'a Number) -> Slot<'a>;
}

impl Numeric for u32 {
    fn slot<'a>(&'a mut self, number: &'a Number) -> Slot<'a> {
        Slot::Number(number, self)
    }
}

impl Numeric for (u32, u32) {
    fn slot<'a>(&'a mut self, number: &'a Number) -> Slot<'a> {
        Slot::Range(number, self)
    }
}

/// A value that has parameters.
pub trait Parameters {
    /// Visits the parameters that the value has now, in the order of the file.
    fn walk(&mut self, walk: &mut ParameterWalk<'_>);
}

/// Calls `visit` with each parameter and its path.
pub fn each_parameter(of: &mut dyn Parameters, visit: &mut dyn FnMut(&[PathPart<&'static str>], Slot<'_>)) {
    of.walk(&mut ParameterWalk { path: Vec::new(), visit });
}

/// A walk over parameters.
pub struct ParameterWalk<'a> {
    path: Vec<PathPart<&'static str>>,
    visit: &'a mut dyn FnMut(&[PathPart<&'static str>], Slot<'_>),
}

impl ParameterWalk<'_> {
    /// Visits a number or a range.
    pub fn number(&mut self, number: &Number, value: &mut impl Numeric) {
        self.within(number.parameter.field, |walk| walk.visit(value.slot(number)));
    }

    /// Visits a switch; `yes` explains in words what "yes" does.
    pub fn switch(&mut self, parameter: &Parameter, yes: &'static str, value: &mut bool) {
        self.within(parameter.field, |walk| walk.visit(Slot::Switch(parameter, yes, value)));
    }

    /// Visits one of a few values, then the parameters of the present value.
    pub fn choice(&mut self, parameter: &Parameter, value: &mut dyn Choice) {
        self.within(parameter.field, |walk| {
            walk.visit(Slot::Choice(parameter, value));
            value.walk(walk);
        });
    }

    /// Visits everything inside a field.
    pub fn within(&mut self, field: &'static str, rest: impl FnOnce(&mut Self)) {
        self.within_part((!field.is_empty()).then_some(PathPart::Field(field)), rest);
    }

    fn within_part(&mut self, part: Option<PathPart<&'static str>>, rest: impl FnOnce(&mut Self)) {
        let before = self.path.len();
        self.path.extend(part);
        rest(self);
        self.path.truncate(before);
    }

    fn visit(&mut self, slot: Slot<'_>) {
        (self.visit)(&self.path, slot);
    }
}

/// Declares a type with its parameters: a struct of fields, or an enum of choices.
///
/// ```text
/// parameters! {
///     /// A cave.
///     #[derive(…)]
///     pub struct Cave {
///         /// The number of smoothing steps.
///         smoothing: u32 = 4, "smoothing", Times, 0..=50;
///         /// The order in which the cells are smoothed.
///         order: UpdateOrder = UpdateOrder::default(), "order";
///     }
/// }
/// ```
///
/// A number is a `u32`, or a `(u32, u32)` for minimum and maximum.
/// A type without unit and range is a [`Choice`]. Other kinds are named in place of the unit:
///
/// - a [`NameTable`]: a name, or a list of names;
/// - `Text`: a text;
/// - `Switch`: yes or no;
/// - `Rows`: a list of items with parameters of their own;
/// - `Group`: a struct whose parameters are added to the parent's.
///
/// Variants may have parameters as well:
///
/// ```text
/// parameters! {
///     pub enum Spacing {
///         /// A constant distance between the middles of neighbours.
///         Fixed = "Fixed" {
///             /// The distance between the middles of neighbouring places.
///             scale: u32 = 24, "scale", Cells, 4..=128;
///         },
///     }
/// }
/// ```
///
/// With `for` it describes the parameters of a type of `delvewright-level`, which has the fields and defaults.
/// A field or variant that is missing here does not compile:
///
/// ```text
/// parameters! {
///     /// Features with a minimum distance between them.
///     for struct Features {
///         /// No two of them lie nearer to each other than this.
///         distance, "minimum distance", Cells, 0..=1000;
///     }
/// }
/// ```
///
/// Each doc comment is one line: the tooltip, and the meaning in the reference. Enums begin with their default.
/// A function with the name of a parameter returns its facts: `Cave::smoothing().most` is 50.
/// If several variants have a parameter of the same name, you name its function: `gap[compact_gap]: u32 = …`.
macro_rules! parameters {
    (
        $(#[$attribute:meta])*
        pub struct $name:ident {
            $(
                #[doc = $tooltip:literal]
                $(#[$field_attribute:meta])*
                $field:ident: $type:ty = $default:expr, $words:literal $(, $unit:ident $(, $range:expr)?)?;
            )*
        }
    ) => {
        #[derive($crate::base::Described)]
        $(#[$attribute])*
        pub struct $name {
            $(
                #[doc = $tooltip]
                #[doc = concat!("\n\nBy default `", stringify!($default), "`.", $($(" From `", stringify!($range), "`.")?)?)]
                #[described(facts = $crate::base::parameters!(@facts $name $field $($unit $($range)?)?))]
                $(#[$field_attribute])*
                pub $field: $type,
            )*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl $name {
            $($crate::base::parameters!(@known $field $words $tooltip $($unit $($range)?)?);)*
        }

        impl $crate::base::Parameters for $name {
            fn walk(&mut self, walk: &mut $crate::base::ParameterWalk<'_>) {
                $($crate::base::parameters!(@walk walk (Self) &mut self.$field, $field $($unit $($range)?)?);)*
            }
        }
    };
    (
        $(#[$attribute:meta])*
        pub enum $name:ident {
            $(
                #[doc = $tooltip:literal]
                $variant:ident = $label:literal $({
                    $(
                        #[doc = $field_tooltip:literal]
                        $(#[$field_attribute:meta])*
                        $field:ident $([$known:ident])?: $type:ty = $default:expr, $words:literal $(, $unit:ident, $range:expr)?;
                    )*
                })?,
            )*
        }
    ) => {
        #[derive($crate::base::Described)]
        $(#[$attribute])*
        pub enum $name {
            $(
                #[doc = $tooltip]
                $variant $({
                    $(
                        #[doc = $field_tooltip]
                        #[doc = concat!("\n\nBy default `", stringify!($default), "`.", $(" From `", stringify!($range), "`.")?)]
                        #[described(facts = $crate::base::parameters!(@facts $name $([$known])? $field $($unit $range)?))]
                        $(#[$field_attribute])*
                        $field: $type,
                    )*
                })?,
            )*
        }

        impl Default for $name {
            fn default() -> Self {
                let [first, ..] = [$(Self::$variant $({ $($field: $default),* })?),*];
                first
            }
        }

        impl $name {
            /// All values, in their order.
            pub const CHOICES: &[$crate::base::Choosable] =
                &[$($crate::base::Choosable { label: $label, tooltip: $tooltip.trim_ascii() }),*];

            $($($($crate::base::parameters!(@known $([$known])? $field $words $field_tooltip $($unit $range)?);)*)?)*
        }

        impl $crate::base::Choice for $name {
            fn choices(&self) -> Vec<$crate::base::Choosable> {
                Self::CHOICES.to_vec()
            }

            fn label(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $label,)*
                }
            }

            fn choose(&mut self, label: &str) {
                match label {
                    $($label => *self = Self::$variant $({ $($field: $default),* })?,)*
                    _ => {}
                }
            }
        }

        impl $crate::base::Parameters for $name {
            fn walk(&mut self, _walk: &mut $crate::base::ParameterWalk<'_>) {
                match self {
                    $(Self::$variant $({ $($field),* })? => {
                        $($($crate::base::parameters!(@walk _walk (Self) $field, $([$known])? $field $($unit $range)?);)*)?
                    })*
                }
            }
        }
    };
    (
        $(#[doc = $meaning:literal])+
        for struct $name:ident {
            $(
                #[doc = $tooltip:literal]
                $field:ident, $words:literal $(, $unit:ident $(, $range:expr)?)?;
            )*
        }
    ) => {
        impl $crate::base::Parameters for $name {
            fn walk(&mut self, walk: &mut $crate::base::ParameterWalk<'_>) {
                /// The facts about the parameters.
                struct Known;

                impl Known {
                    $($crate::base::parameters!(@known $field $words $tooltip $($unit $($range)?)?);)*
                }

                let Self { $($field),* } = self;
                $($crate::base::parameters!(@walk walk (Known) $field, $field $($unit $($range)?)?);)*
            }
        }

        impl $crate::base::Described for $name {
            fn shape() -> $crate::base::ValueShape {
                fn facts() -> $crate::base::TypeFacts {
                    use $crate::base::{FieldFacts, TypeBody, TypeFacts, default_text, shape_of};
                    let $name { $($field),* } = $name::default();
                    let fields = vec![$(
                        FieldFacts::new(stringify!($field), &[$tooltip], shape_of(&$field))
                            $($(.known($crate::base::parameters!(@number $field $tooltip $unit $range)))?)?
                            .optional(default_text(&$field)),
                    )*];
                    TypeFacts::new(stringify!($name), &[$($meaning),+], TypeBody::Fields(fields))
                }
                $crate::base::ValueShape::Type(stringify!($name), facts)
            }
        }
    };
    (
        $(#[doc = $meaning:literal])+
        for enum $name:ident {
            $(
                #[doc = $tooltip:literal]
                $variant:ident = $label:literal,
            )*
        }
    ) => {
        impl $crate::base::Choice for $name {
            fn choices(&self) -> Vec<$crate::base::Choosable> {
                vec![$($crate::base::Choosable { label: $label, tooltip: $tooltip.trim_ascii() }),*]
            }

            fn label(&self) -> &'static str {
                match self {
                    $(Self::$variant => $label,)*
                }
            }

            fn choose(&mut self, label: &str) {
                match label {
                    $($label => *self = Self::$variant,)*
                    _ => {}
                }
            }
        }

        impl $crate::base::Parameters for $name {
            fn walk(&mut self, _: &mut $crate::base::ParameterWalk<'_>) {}
        }

        impl $crate::base::Described for $name {
            fn shape() -> $crate::base::ValueShape {
                fn facts() -> $crate::base::TypeFacts {
                    use $crate::base::{TypeBody, TypeFacts, VariantFacts};
                    let variants = vec![$(VariantFacts::new(stringify!($variant), &[$tooltip])),*];
                    TypeFacts::new(stringify!($name), &[$($meaning),+], TypeBody::Variants(variants))
                }
                $crate::base::ValueShape::Type(stringify!($name), facts)
            }
        }
    };
    (@facts $table:ident [$known:ident] $field:ident $($rest:tt)*) => {
        $table::$known()
    };
    (@facts $table:ident $field:ident $($rest:tt)*) => {
        $table::$field()
    };
    (@number $field:ident $tooltip:literal $unit:ident $range:expr) => {
        $crate::base::Number::new(stringify!($field), "", $tooltip, $crate::base::Unit::$unit, $range)
    };
    (@known $field:ident $words:literal $tooltip:literal $unit:ident $range:expr) => {
        $crate::base::parameters!(@known [$field] $field $words $tooltip $unit $range);
    };
    (@known [$known:ident] $field:ident $words:literal $tooltip:literal $unit:ident $range:expr) => {
        #[doc = concat!("What is known about the parameter `", stringify!($field), "`.")]
        pub const fn $known() -> $crate::base::Number {
            let unit = $crate::base::Unit::$unit;
            $crate::base::Number::new(stringify!($field), $words, $tooltip, unit, $range)
        }
    };
    (@known $field:ident $words:literal $tooltip:literal $($kind:ident)?) => {
        #[doc = concat!("What is known about the parameter `", stringify!($field), "`.")]
        pub const fn $field() -> $crate::base::Parameter {
            let tooltip = $tooltip.trim_ascii();
            $crate::base::Parameter { field: stringify!($field), name: $words, tooltip }
        }
    };
    (@walk $walk:ident ($table:ident) $value:expr, [$known:ident] $field:ident $unit:ident $range:expr) => {
        $walk.number(&$table::$known(), $value)
    };
    (@walk $walk:ident ($table:ident) $value:expr, $field:ident $unit:ident $range:expr) => {
        $walk.number(&$table::$field(), $value)
    };
    (@walk $walk:ident ($table:ident) $value:expr, $field:ident Text) => {
        $walk.text(&$table::$field(), $value)
    };
    (@walk $walk:ident ($table:ident) $value:expr, $field:ident Switch) => {
        $walk.switch(&$table::$field(), "Yes", $value)
    };
    (@walk $walk:ident ($table:ident) $value:expr, $field:ident Group) => {
        $walk.within(stringify!($field), |walk| $crate::base::Parameters::walk($value, walk))
    };
    (@walk $walk:ident ($table:ident) $value:expr, $field:ident Rows) => {
        $walk.rows(&$table::$field(), $value)
    };
    (@walk $walk:ident ($table:ident) $value:expr, $field:ident $vocabulary:ident) => {
        $walk.names($vocabulary, &$table::$field(), $value)
    };
    (@walk $walk:ident ($table:ident) $value:expr, $field:ident) => {
        $walk.choice(&$table::$field(), $value)
    };
}

pub(crate) use parameters;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{PathRef, ValuePath};

    parameters! {
        /// A bridge.
        #[derive(Debug, PartialEq)]
        pub struct Bridge {
            /// The minimum and maximum length.
            length: (u32, u32) = (2, 4), "length", Cells, 1..=9;
            /// The support below it.
            footing: Footing = Footing::default(), "footing";
        }
    }

    parameters! {
        /// The footing of a bridge.
        #[derive(Debug, PartialEq)]
        pub enum Footing {
            /// Nothing is below it.
            Air = "Air",
            /// Trunks in the water.
            Piles = "Wooden piles" {
                /// The number of trunks.
                trunks: u32 = 6, "trunks", None, 2..=20;
            },
        }
    }

    fn seen(bridge: &mut Bridge) -> Vec<(String, &'static str)> {
        let mut seen = Vec::new();
        each_parameter(bridge, &mut |path, slot| {
            seen.push((ValuePath::from((PathRef::ROOT, path)).to_string(), slot.parameter().name));
        });
        seen
    }

    #[test]
    fn parameters_are_walked_with_those_of_the_present_choice() {
        let mut bridge = Bridge::default();
        assert_eq!(bridge, Bridge { length: (2, 4), footing: Footing::Air });
        let own = [("length".to_owned(), "length"), ("footing".to_owned(), "footing")];
        assert_eq!(seen(&mut bridge), own);
        bridge.footing.choose("Wooden piles");
        assert_eq!(bridge.footing, Footing::Piles { trunks: 6 });
        assert_eq!(seen(&mut bridge)[2..], [("footing.trunks".to_owned(), "trunks")]);
    }

    #[test]
    fn what_is_known_of_a_parameter_stands_beside_its_field() {
        assert_eq!(Footing::trunks().range(), 2..=20);
        assert_eq!(Bridge::length().parameter.tooltip, "The minimum and maximum length.");
        let tooltip = Slot::Choice(&Bridge::footing(), &mut Footing::Air).tooltip();
        assert_eq!(
            tooltip,
            "The support below it. Air: nothing is below it. Wooden piles: trunks in the water."
        );
    }
}
