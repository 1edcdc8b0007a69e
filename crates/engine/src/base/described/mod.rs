//! Types of file formats that describe themselves, for the reference.
//!
//! `#[derive(Described)]` reads names, types, defaults and meanings from the type that serde reads.
//! [`parameters!`](crate::base::parameters) adds units and ranges.
//! Nothing about a file format is listed a second time.

mod collect;
mod facts;
mod level_types;
mod shape;

pub use collect::types_within;
pub use facts::{FieldFacts, KnownFacts, TypeBody, TypeFacts, VariantBody, VariantFacts, default_text};
pub use shape::{Described, NumberFacts, ValueShape, shape, shape_of, variants_with};
