//! Reads the tokens of a struct or an enum.

use std::iter::Peekable;
use std::vec::IntoIter;

use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

/// A struct or an enum.
pub(crate) struct Item {
    pub(crate) name: String,
    pub(crate) notes: Notes,
    pub(crate) body: ItemBody,
}

/// The body of an item.
pub(crate) enum ItemBody {
    Struct(Fields),
    Enum(Vec<VariantTokens>),
}

/// A variant of an enum.
pub(crate) struct VariantTokens {
    pub(crate) name: String,
    pub(crate) notes: Notes,
    pub(crate) fields: Fields,
}

/// The fields of a struct or a variant.
pub(crate) enum Fields {
    None,
    /// Types alone.
    Unnamed(Vec<String>),
    Named(Vec<NamedField>),
}

/// A field with a name.
pub(crate) struct NamedField {
    pub(crate) name: String,
    pub(crate) notes: Notes,
    pub(crate) of_type: String,
}

/// Doc comments and attributes of an item, a variant or a field.
#[derive(Default)]
pub(crate) struct Notes {
    /// The lines of the doc comment, as literals.
    pub(crate) lines: Vec<String>,
    serde: Vec<(String, String)>,
    described: Vec<(String, String)>,
}

impl Notes {
    /// Returns the value of an attribute of serde; empty if it has none.
    pub(crate) fn serde(&self, key: &str) -> Option<&str> {
        value_of(&self.serde, key)
    }

    /// Returns the value of an attribute of the reference; empty if it has none.
    pub(crate) fn described(&self, key: &str) -> Option<&str> {
        value_of(&self.described, key)
    }
}

fn value_of<'a>(pairs: &'a [(String, String)], key: &str) -> Option<&'a str> {
    pairs.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
}

type Tokens = Peekable<IntoIter<TokenTree>>;

/// Returns the tokens of a stream. What a macro has captured is in groups without brackets, which are opened.
fn tokens_of(stream: TokenStream) -> Tokens {
    fn add(stream: TokenStream, tokens: &mut Vec<TokenTree>) {
        for token in stream {
            match token {
                TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                    add(group.stream(), tokens)
                }
                token => tokens.push(token),
            }
        }
    }
    let mut tokens = Vec::new();
    add(stream, &mut tokens);
    tokens.into_iter().peekable()
}

/// Reads a struct or an enum without generics.
pub(crate) fn parse_item(input: TokenStream) -> Result<Item, String> {
    let mut tokens = tokens_of(input);
    let notes = read_notes(&mut tokens);
    skip_visibility(&mut tokens);
    let kind = read_name(&mut tokens)?;
    let name = read_name(&mut tokens)?;
    let Some(TokenTree::Group(group)) = tokens.next() else {
        return Err(format!("{name} must have fields or variants, and no generics"));
    };
    let body = match kind.as_str() {
        "enum" => ItemBody::Enum(read_variants(&group)?),
        _ => ItemBody::Struct(read_fields(&group)?),
    };
    Ok(Item { name, notes, body })
}

fn read_variants(group: &Group) -> Result<Vec<VariantTokens>, String> {
    let mut tokens = tokens_of(group.stream());
    let mut variants = Vec::new();
    while tokens.peek().is_some() {
        let notes = read_notes(&mut tokens);
        let name = read_name(&mut tokens)?;
        let fields = match tokens.peek() {
            Some(TokenTree::Group(group)) => read_fields(group)?,
            _ => Fields::None,
        };
        read_until_comma(&mut tokens);
        variants.push(VariantTokens { name, notes, fields });
    }
    Ok(variants)
}

fn read_fields(group: &Group) -> Result<Fields, String> {
    let mut tokens = tokens_of(group.stream());
    if group.delimiter() == Delimiter::Parenthesis {
        let mut types = Vec::new();
        while tokens.peek().is_some() {
            read_notes(&mut tokens);
            skip_visibility(&mut tokens);
            types.push(read_until_comma(&mut tokens));
        }
        return Ok(Fields::Unnamed(types));
    }
    let mut fields = Vec::new();
    while tokens.peek().is_some() {
        let notes = read_notes(&mut tokens);
        skip_visibility(&mut tokens);
        let name = read_name(&mut tokens)?;
        // The colon.
        tokens.next();
        fields.push(NamedField { name, notes, of_type: read_until_comma(&mut tokens) });
    }
    Ok(Fields::Named(fields))
}

fn read_name(tokens: &mut Tokens) -> Result<String, String> {
    match tokens.next() {
        Some(TokenTree::Ident(name)) => Ok(name.to_string()),
        other => Err(format!("a name is missing before {other:?}")),
    }
}

fn skip_visibility(tokens: &mut Tokens) {
    if matches!(tokens.peek(), Some(TokenTree::Ident(word)) if word.to_string() == "pub") {
        tokens.next();
        if matches!(tokens.peek(), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis)
        {
            tokens.next();
        }
    }
}

/// Reads all attributes in front of something.
fn read_notes(tokens: &mut Tokens) -> Notes {
    let mut notes = Notes::default();
    while matches!(tokens.peek(), Some(TokenTree::Punct(mark)) if mark.as_char() == '#') {
        tokens.next();
        let Some(TokenTree::Group(group)) = tokens.next() else { break };
        let mut inner = tokens_of(group.stream());
        let Some(TokenTree::Ident(name)) = inner.next() else { continue };
        match name.to_string().as_str() {
            "doc" => {
                inner.next();
                // Only literals are written by authors; macros add what the reference knows already.
                if let (Some(TokenTree::Literal(line)), None) = (inner.next(), inner.next()) {
                    notes.lines.push(line.to_string());
                }
            }
            "serde" => notes.serde.extend(read_pairs(inner.next())),
            "described" => notes.described.extend(read_pairs(inner.next())),
            _ => {}
        }
    }
    notes
}

/// Reads `key = value` pairs and single keys.
fn read_pairs(group: Option<TokenTree>) -> Vec<(String, String)> {
    let Some(TokenTree::Group(group)) = group else { return Vec::new() };
    let mut tokens = tokens_of(group.stream());
    let mut pairs = Vec::new();
    while let Some(key) = tokens.next() {
        if matches!(tokens.peek(), Some(TokenTree::Punct(mark)) if mark.as_char() == '=') {
            tokens.next();
        }
        pairs.push((key.to_string(), read_until_comma(&mut tokens)));
    }
    pairs
}

/// Reads tokens up to a comma outside of angle brackets, and the comma.
fn read_until_comma(tokens: &mut Tokens) -> String {
    let mut read = Vec::new();
    let mut depth = 0_usize;
    for token in tokens.by_ref() {
        match &token {
            TokenTree::Punct(mark) if mark.as_char() == '<' => depth += 1,
            TokenTree::Punct(mark) if mark.as_char() == '>' => depth = depth.saturating_sub(1),
            TokenTree::Punct(mark) if mark.as_char() == ',' && depth == 0 => break,
            _ => {}
        }
        read.push(token);
    }
    // The engine alone derives this; in text, its macros cannot name their crate otherwise.
    read.into_iter().collect::<TokenStream>().to_string().replace("$crate", "crate")
}
