//! Facts about kinds of diagnostics, for the reference: cause and remedy of each code.
//!
//! Each module that makes diagnostics has a table of them next to it.
//! A test compares the tables with the codes in the source.

/// Kinds of diagnostics with one origin.
#[derive(Clone, Copy, Debug)]
pub struct DiagnosticTable {
    /// The origin, as a heading.
    pub title: &'static str,
    /// The moment at which they are reported, as a sentence.
    pub moment: &'static str,
    /// Code, cause and remedy of each kind, as sentences, sorted by code.
    pub kinds: &'static [(&'static str, &'static str, &'static str)],
}
