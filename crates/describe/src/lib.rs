//! `#[derive(Described)]`: the facts about a type of a file format, for the reference.
//!
//! Input: a struct or an enum with serde attributes and a doc comment on each field and variant.
//! Output: an `impl crate::base::Described` with names, meanings, types, and defaults.
//! A field or a variant without a doc comment does not compile, so that the reference has no gaps.
//!
//! Serde decides what is optional: this derive reads `#[serde(default)]` of fields and of the type.
//! Its own attribute adds what serde does not know:
//!
//! - `#[described(facts = …)]` on a field: a `Number` or a `Parameter` with range and meaning;
//! - `#[described(offers = …)]` on a field: a `Number` whose range the window offers, while files allow more;
//! - `#[described(default)]` on a field that serde reads by hand: files may leave it out;
//! - `#[described(bare)]` on a variant: files have its value without the name of the variant;
//! - `#[described(positions)]` on a struct: files have the values in parentheses, without names;
//! - `#[described(short = …)]` on a struct: a type that may stand for the whole value;
//! - `#[described(optional)]` on a struct: every field may be missing;
//! - `#[described(first = …)]` on a struct: a field that only files have.

mod emit;
mod parse;

use proc_macro::TokenStream;

/// Derives `crate::base::Described`.
#[proc_macro_derive(Described, attributes(described))]
pub fn derive_described(input: TokenStream) -> TokenStream {
    let code = parse::parse_item(input).and_then(|item| emit::emit(&item));
    code.unwrap_or_else(|message| format!("::core::compile_error!({message:?});"))
        .parse()
        .expect("the derive writes well-formed code")
}
