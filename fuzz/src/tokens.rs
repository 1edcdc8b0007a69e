//! Mutates texts of RON and JSON item by item, number by number and name by name, where libFuzzer would only
//! break them.
//!
//! Most results still read as the same kind of file, so that the fuzzer gets past the reader.

use std::ops::Range;

use delvewright::base::{RandomStream, Seed};

use crate::words::{CHARACTERS, NUMBERS, WORDS};

/// The notation of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Names without quotes.
    Ron,
    /// Names in quotes.
    Json,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Space,
    Word,
    Number,
    /// A text or a character, in quotes.
    Quoted,
    Open,
    Close,
    Comma,
    Sign,
}

#[derive(Clone, Debug)]
struct Token {
    kind: Kind,
    range: Range<usize>,
}

/// Mutates the text in `data[..size]` and returns its new size. `None` leaves the mutation to libFuzzer,
/// which happens sometimes and for bytes that are not text.
pub fn mutate_bytes(
    notation: Notation,
    data: &mut [u8],
    size: usize,
    max_size: usize,
    seed: u32,
) -> Option<usize> {
    let random = &mut Seed(u64::from(seed)).stream();
    if random.chance(15) {
        return None;
    }
    let mut text = std::str::from_utf8(data.get(..size)?).ok()?.to_owned();
    for _ in 0..random.range(1, 3) {
        text = mutated(notation, &text, random)?;
    }
    if text.len() > max_size {
        return None;
    }
    data.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
    Some(text.len())
}

fn mutated(notation: Notation, text: &str, random: &mut RandomStream) -> Option<String> {
    let tokens = tokens(text);
    let change = match random.below(12) {
        0 => remove_item(text, &tokens, random),
        1 => double_item(text, &tokens, random),
        2 => move_item(text, &tokens, random),
        3 | 4 => other_number(text, &tokens, random),
        5 => like_another(text, &tokens, random, Kind::Quoted),
        6 => like_another(text, &tokens, random, Kind::Word),
        7 => like_another(text, &tokens, random, Kind::Number),
        8 => other_group(text, &tokens, random),
        9 => other_word(notation, text, &tokens, random),
        10 => inside_quotes(text, &tokens, random),
        _ => drop_token(text, &tokens, random),
    };
    change.map(|(range, new)| format!("{}{new}{}", &text[..range.start], &text[range.end..]))
}

/// A replacement for a part of the text.
type Change = Option<(Range<usize>, String)>;

fn pick<'t>(
    tokens: &'t [Token],
    random: &mut RandomStream,
    fits: impl Fn(&Token) -> bool,
) -> Option<&'t Token> {
    let fitting: Vec<&Token> = tokens.iter().filter(|token| fits(token)).collect();
    random.pick(&fitting).copied()
}

fn remove_item(text: &str, tokens: &[Token], random: &mut RandomStream) -> Change {
    let item = item(text, tokens, random)?;
    Some((item, String::new()))
}

fn double_item(text: &str, tokens: &[Token], random: &mut RandomStream) -> Change {
    let item = item(text, tokens, random)?;
    let copy = text[item.clone()].to_owned();
    let times = if random.chance(5) { random.range(2, 40) } else { 1 };
    let comma = if copy.trim_end().ends_with(',') { "" } else { "," };
    Some((item.end..item.end, format!("{comma}{copy}").repeat(times as usize)))
}

/// Replaces an item by another one.
fn move_item(text: &str, tokens: &[Token], random: &mut RandomStream) -> Change {
    let (from, to) = (item(text, tokens, random)?, item(text, tokens, random)?);
    Some((to, text[from].to_owned()))
}

fn other_number(text: &str, tokens: &[Token], random: &mut RandomStream) -> Change {
    let token = pick(tokens, random, |token| token.kind == Kind::Number)?;
    let old = text[token.range.clone()].parse::<i64>().unwrap_or(0);
    let new = match random.below(4) {
        0 => (*random.pick(NUMBERS)?).to_owned(),
        1 => old.wrapping_add(1).to_string(),
        2 => old.wrapping_sub(1).to_string(),
        _ => random.range(0, 40).to_string(),
    };
    Some((token.range.clone(), new))
}

fn like_another(text: &str, tokens: &[Token], random: &mut RandomStream, kind: Kind) -> Change {
    let to = pick(tokens, random, |token| token.kind == kind)?;
    let from = pick(tokens, random, |token| token.kind == kind)?;
    Some((to.range.clone(), text[from.range.clone()].to_owned()))
}

/// Replaces a bracketed part by another one with the same brackets.
fn other_group(text: &str, tokens: &[Token], random: &mut RandomStream) -> Change {
    let to = group(text, tokens, random)?;
    let from = group(text, tokens, random)?;
    (text.as_bytes().get(to.start) == text.as_bytes().get(from.start)).then(|| (to, text[from].to_owned()))
}

fn other_word(notation: Notation, text: &str, tokens: &[Token], random: &mut RandomStream) -> Change {
    let word = *random.pick(WORDS)?;
    let token = match notation {
        Notation::Ron => pick(tokens, random, |token| token.kind == Kind::Word)?,
        Notation::Json => pick(tokens, random, |token| token.kind == Kind::Quoted)?,
    };
    let new =
        if text[token.range.clone()].starts_with('"') { format!("\"{word}\"") } else { word.to_owned() };
    if random.chance(30) {
        // Adds a field next to it.
        let value =
            *random.pick(&["1", "true", "\"x\"", "[]", "{}", "()", "(1, 2)", "[1, 2]", "None", "null"])?;
        return Some((token.range.start..token.range.start, format!("{new}: {value}, ")));
    }
    Some((token.range.clone(), new))
}

fn inside_quotes(text: &str, tokens: &[Token], random: &mut RandomStream) -> Change {
    let is_closed =
        |part: &str| part.len() >= 2 && part.starts_with(['"', '\'']) && part.ends_with(['"', '\'']);
    let token =
        pick(tokens, random, |token| token.kind == Kind::Quoted && is_closed(&text[token.range.clone()]))?;
    let inside = token.range.start + 1..token.range.end - 1;
    let starts: Vec<usize> =
        inside.clone().filter(|at| text.is_char_boundary(*at)).chain([inside.end]).collect();
    let at = *random.pick(&starts)?;
    let end = if random.chance(50) {
        at
    } else {
        text[at..inside.end].chars().next().map_or(at, |c| at + c.len_utf8())
    };
    let new = match random.below(4) {
        0 => String::new(),
        1 => random.pick(CHARACTERS)?.to_string(),
        2 => random.pick(CHARACTERS)?.escape_default().to_string(),
        _ => text[inside].chars().nth(random.below(8) as usize).unwrap_or('#').to_string(),
    };
    Some((at..end, new))
}

fn drop_token(text: &str, tokens: &[Token], random: &mut RandomStream) -> Change {
    let token = pick(tokens, random, |token| token.kind != Kind::Space)?;
    let new = if random.chance(50) {
        String::new()
    } else {
        text[token.range.clone()].repeat(random.range(2, 9) as usize)
    };
    Some((token.range.clone(), new))
}

/// Returns the range from after a bracket or comma to after the next comma, or to before the closing bracket.
fn item(text: &str, tokens: &[Token], random: &mut RandomStream) -> Option<Range<usize>> {
    let begins: Vec<usize> =
        (0..tokens.len()).filter(|&index| matches!(tokens[index].kind, Kind::Open | Kind::Comma)).collect();
    let first = *random.pick(&begins)? + 1;
    let mut depth = 0_usize;
    let mut end = tokens.get(first)?.range.start;
    for token in &tokens[first..] {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close if depth == 0 => break,
            Kind::Close => depth -= 1,
            _ => {}
        }
        end = token.range.end;
        if token.kind == Kind::Comma && depth == 0 {
            break;
        }
    }
    let item = tokens[first].range.start..end;
    (!text[item.clone()].trim().is_empty()).then_some(item)
}

/// Returns the range from a bracket to its closing one.
fn group(text: &str, tokens: &[Token], random: &mut RandomStream) -> Option<Range<usize>> {
    let begins: Vec<usize> = (0..tokens.len()).filter(|&index| tokens[index].kind == Kind::Open).collect();
    let first = *random.pick(&begins)?;
    let mut depth = 0_usize;
    for token in &tokens[first..] {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(tokens[first].range.start..token.range.end);
        }
    }
    Some(tokens[first].range.start..text.len())
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut start = 0;
    while let Some(first) = text[start..].chars().next() {
        let (kind, length) = token(&text[start..], first);
        tokens.push(Token { kind, range: start..start + length });
        start += length;
    }
    tokens
}

fn token(rest: &str, first: char) -> (Kind, usize) {
    let while_ = |fits: &dyn Fn(char) -> bool| rest.find(|character| !fits(character)).unwrap_or(rest.len());
    match first {
        _ if first.is_whitespace() => (Kind::Space, while_(&char::is_whitespace)),
        _ if rest.starts_with("//") => (Kind::Space, rest.find('\n').unwrap_or(rest.len())),
        '(' | '[' | '{' => (Kind::Open, 1),
        ')' | ']' | '}' => (Kind::Close, 1),
        ',' => (Kind::Comma, 1),
        '"' | '\'' => (Kind::Quoted, quoted(rest, first)),
        '-' | '0'..='9' => {
            let digits = rest[1..].find(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '_');
            (Kind::Number, digits.map_or(rest.len(), |digits| digits + 1))
        }
        _ if first.is_alphabetic() || first == '_' => {
            (Kind::Word, while_(&|character| character.is_alphanumeric() || character == '_'))
        }
        _ => (Kind::Sign, first.len_utf8()),
    }
}

fn quoted(rest: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, character) in rest.char_indices().skip(1) {
        if !is_escaped && character == quote {
            return at + 1;
        }
        is_escaped = !is_escaped && character == '\\';
    }
    rest.len()
}
