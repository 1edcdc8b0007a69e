//! Facts about values of the crate `delvewright-level` that files contain.

use delvewright_level::{Color, Site, Size, Value};

use super::{Described, TypeBody, TypeFacts, ValueShape, VariantFacts, shape};

impl Described for Color {
    fn shape() -> ValueShape {
        ValueShape::Notation("colour \"#rrggbb\"")
    }
}

impl Described for Size {
    fn shape() -> ValueShape {
        let Self { width: _, height: _ } = Self::default();
        shape::<(u32, u32)>()
    }
}

impl Described for Site {
    fn shape() -> ValueShape {
        fn facts() -> TypeFacts {
            let Site { x, y } = Site { x: 0, y: 0 };
            let field =
                |name, meaning: &str, _: i32| super::FieldFacts::new(name, &[meaning], shape::<i32>());
            let fields = vec![
                field("x", "The column; it grows to the right.", x),
                field("y", "The row; it grows downwards.", y),
            ];
            TypeFacts::new(
                "Site",
                &["A position on the lattice of drawings and sites."],
                TypeBody::Positions(fields),
            )
        }
        ValueShape::Type("Site", facts)
    }
}

impl Described for Value {
    fn shape() -> ValueShape {
        fn facts() -> TypeFacts {
            let variant = |value: &Value| match value {
                Value::Int(number) => {
                    let kind = super::shape_of(number);
                    VariantFacts::new("Int", &["A whole number."]).values(vec![kind]).bare()
                }
                Value::Bool(is_so) => {
                    let kind = super::shape_of(is_so);
                    VariantFacts::new("Bool", &["Yes or no."]).values(vec![kind]).bare()
                }
                Value::Text(text) => {
                    VariantFacts::new("Text", &["A text."]).values(vec![super::shape_of(text)]).bare()
                }
            };
            let variants = [Value::Int(0), Value::Bool(false), Value::Text(String::new())];
            let variants = variants.iter().map(variant).collect();
            TypeFacts::new("Value", &["The value of an attribute."], TypeBody::Variants(variants))
        }
        ValueShape::Type("Value", facts)
    }
}
