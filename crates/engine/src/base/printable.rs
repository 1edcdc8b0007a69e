//! Texts from files, made safe to show in a terminal or a label.
//!
//! A name may contain control characters that command a terminal, overrides of the writing direction,
//! invisible characters, or a million letters.
//! Such characters become visible escapes, as in files (`\u{1b}`). Texts that are too long are cut in the
//! middle.
//! Data formats do not use this module: they keep names as they are, and escape them by their own syntax.

use std::borrow::Cow;
use std::fmt::Write;
use std::ops::Range;

/// Maximum number of characters shown of a name. Longer names show their beginning and their end.
const LONGEST_NAME: usize = 100;
const NAME_HEAD: usize = 48;
const NAME_TAIL: usize = 16;

/// Maximum number of characters shown of a message, however many names it contains.
const LONGEST_LINE: usize = 3000;
const LINE_HEAD: usize = 2000;
const LINE_TAIL: usize = 500;

/// Characters that are invisible or change how others are shown, in addition to control characters.
const HIDDEN: [(char, char); 25] = [
    ('\u{ad}', '\u{ad}'),         // soft hyphen
    ('\u{34f}', '\u{34f}'),       // grapheme joiner
    ('\u{61c}', '\u{61c}'),       // Arabic letter mark
    ('\u{115f}', '\u{1160}'),     // Hangul fillers
    ('\u{17b4}', '\u{17b5}'),     // Khmer inherent vowels
    ('\u{180b}', '\u{180f}'),     // Mongolian selectors
    ('\u{200b}', '\u{200f}'),     // zero-width spaces and joiners, marks of direction
    ('\u{2028}', '\u{202e}'),     // separators of lines and paragraphs, embeddings and overrides
    ('\u{2060}', '\u{206f}'),     // word joiner, isolates, deprecated formatting
    ('\u{2800}', '\u{2800}'),     // blank of Braille
    ('\u{3164}', '\u{3164}'),     // Hangul filler
    ('\u{fe00}', '\u{fe0f}'),     // variation selectors
    ('\u{feff}', '\u{feff}'),     // byte order mark
    ('\u{ffa0}', '\u{ffa0}'),     // half-width filler
    ('\u{fff0}', '\u{fffb}'),     // anchors of annotations, and unassigned characters
    ('\u{fdd0}', '\u{fdef}'),     // noncharacters
    ('\u{fffe}', '\u{ffff}'),     // noncharacters
    ('\u{110bd}', '\u{110bd}'),   // Kaithi number sign
    ('\u{110cd}', '\u{110cd}'),   // Kaithi number sign above
    ('\u{13430}', '\u{1343f}'),   // joiners of hieroglyphs
    ('\u{1bca0}', '\u{1bca3}'),   // shorthand controls
    ('\u{1d173}', '\u{1d17a}'),   // musical controls
    ('\u{e0000}', '\u{e0fff}'),   // tags and more variation selectors
    ('\u{ffffe}', '\u{fffff}'),   // noncharacters
    ('\u{10fffe}', '\u{10ffff}'), // noncharacters
];

/// Returns `true` for control characters, and for those that are invisible or change how others are shown.
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || (!character.is_ascii() && HIDDEN.iter().any(|(first, last)| (*first..=*last).contains(&character)))
}

/// Returns the number of terminal columns of a character: 0 if it is invisible or combines with the one
/// before.
pub fn columns(character: char) -> usize {
    if is_hidden(character) { 0 } else { unicode_width::UnicodeWidthChar::width(character).unwrap_or(0) }
}

/// Returns a name for a terminal or a label: on one line, all characters visible, not too long.
pub fn printable(name: &str) -> Cow<'_, str> {
    escaped(cut(name, LONGEST_NAME, NAME_HEAD, NAME_TAIL), &[])
}

/// Returns a message for a terminal or a label. Long names that it quotes are shortened.
pub fn printable_line(message: &str) -> Cow<'_, str> {
    escaped(shortened(message), &[])
}

/// Returns a text of several lines by the program, with visible names. Line ends stay.
pub fn printable_text(text: &str) -> Cow<'_, str> {
    escaped(Cow::Borrowed(text), &['\n'])
}

/// Returns a line of a file for an excerpt.
///
/// Each invisible character becomes one visible character, so that columns stay. Tabs stay as well.
pub fn printable_excerpt(line: &str) -> String {
    let picture = |character: char| match u32::from(character) {
        9 => character,
        code @ 0..=31 => char::from_u32(0x2400 + code).unwrap_or(char::REPLACEMENT_CHARACTER),
        127 => '\u{2421}',
        _ if is_hidden(character) => char::REPLACEMENT_CHARACTER,
        _ => character,
    };
    line.chars().map(picture).collect()
}

/// Replaces invisible characters in a JSON text by JSON escapes, without changing its meaning.
///
/// Outside of its strings, JSON has no such characters except line ends.
pub fn escaped_json(text: String) -> String {
    with_escapes(text, |character, escaped| {
        let mut units = [0; 2];
        for unit in character.encode_utf16(&mut units) {
            write!(escaped, "\\u{unit:04x}")?;
        }
        Ok(())
    })
}

/// Replaces invisible characters in a RON text by RON escapes, without changing its meaning.
pub fn escaped_ron(text: String) -> String {
    with_escapes(text, |character, escaped| write!(escaped, "\\u{{{:x}}}", u32::from(character)))
}

fn with_escapes(text: String, write: impl Fn(char, &mut String) -> std::fmt::Result) -> String {
    let is_escaped = |character: char| character != '\n' && is_hidden(character);
    if !text.chars().any(is_escaped) {
        return text;
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_escaped(character) {
            write(character, &mut escaped).expect("a string takes all that is written");
        } else {
            escaped.push(character);
        }
    }
    escaped
}

/// Cuts the long names that a message quotes, and the message itself if it is still too long.
fn shortened(message: &str) -> Cow<'_, str> {
    if message.len() <= LONGEST_NAME {
        return Cow::Borrowed(message);
    }
    let mut short = String::with_capacity(message.len().min(LONGEST_LINE));
    let mut from = 0;
    for name in quoted(message) {
        short.push_str(message.get(from..name.start).unwrap_or_default());
        from = name.end;
        short.push_str(&cut(message.get(name).unwrap_or_default(), LONGEST_NAME, NAME_HEAD, NAME_TAIL));
    }
    short.push_str(message.get(from..).unwrap_or_default());
    Cow::Owned(cut(&short, LONGEST_LINE, LINE_HEAD, LINE_TAIL).into_owned())
}

/// Finds the names that the program quoted in a message: byte ranges without the quotes.
///
/// A name may contain quotes, and an excerpt of a file may contain a single quote.
/// Therefore a quote opens only at the beginning of a word, and closes only at the end of one:
///
/// ```text
/// The character '`' is not known; the line is: legend: ` ground     nothing is quoted
/// Room "a"b" has no door                                            a"b
/// ```
fn quoted(message: &str) -> Vec<Range<usize>> {
    let mut names = Vec::new();
    let mut opened: Option<(char, usize)> = None;
    let mut before = None;
    let mut characters = message.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let next = characters.peek().map(|(_, next)| *next);
        match opened {
            Some((quote, start)) if quote == character && may_close(next) => {
                names.push(start..at);
                opened = None;
            }
            None if matches!(character, '"' | '`') && may_open(before, next) => {
                opened = Some((character, at + character.len_utf8()));
            }
            _ => {}
        }
        before = Some(character);
    }
    names
}

/// Returns `true` if a quote between these characters can open a name.
fn may_open(before: Option<char>, next: Option<char>) -> bool {
    let begins_word = before.is_none_or(|before| before.is_whitespace() || matches!(before, '(' | '[' | '{'));
    begins_word && next.is_some_and(|next| !next.is_whitespace())
}

/// Returns `true` if a quote before this character can close a name.
fn may_close(next: Option<char>) -> bool {
    next.is_none_or(|next| !next.is_alphanumeric() && !matches!(next, '"' | '`' | '_'))
}

/// Returns the text, or the first and last characters of one that is too long.
fn cut(text: &str, longest: usize, head: usize, tail: usize) -> Cow<'_, str> {
    // A character has at least one byte.
    if text.len() <= longest {
        return Cow::Borrowed(text);
    }
    let count = text.chars().count();
    if count <= longest {
        return Cow::Borrowed(text);
    }
    let at = |index: usize| text.char_indices().nth(index).map_or(text.len(), |(at, _)| at);
    let (first, last) = text.split_at(at(head));
    let last = last.get(at(count - tail) - first.len()..).unwrap_or_default();
    Cow::Owned(format!("{first}…({} more characters)…{last}", count - head - tail))
}

/// Replaces invisible characters by escapes, except those in `kept`.
fn escaped<'t>(text: Cow<'t, str>, kept: &[char]) -> Cow<'t, str> {
    let is_escaped = |character: char| is_hidden(character) && !kept.contains(&character);
    if !text.chars().any(is_escaped) {
        return text;
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            _ if !is_escaped(character) => escaped.push(character),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '\t' => escaped.push_str("\\t"),
            _ => {
                write!(escaped, "\\u{{{:x}}}", u32::from(character))
                    .expect("a string takes all that is written");
            }
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_take_columns() {
        assert_eq!(['#', 'é', '\u{301}', '\u{200b}', '\n', '洞', '🌊'].map(columns), [1, 1, 0, 0, 0, 2, 2]);
    }

    #[test]
    fn names_are_shown_with_every_character_to_be_seen() {
        assert_eq!(printable("Große Höhle 洞窟 «x» e\u{301}"), "Große Höhle 洞窟 «x» e\u{301}");
        assert_eq!(printable("\u{1b}]0;owned\u{7}"), "\\u{1b}]0;owned\\u{7}");
        assert_eq!(printable("a\nb\r\tc\u{7f}\u{9b}31m"), "a\\nb\\r\\tc\\u{7f}\\u{9b}31m");
        for hidden in
            "\u{202a}\u{202e}\u{2066}\u{2069}\u{200b}\u{200f}\u{2028}\u{2029}\u{feff}\u{85}\u{e0041}".chars()
        {
            assert_eq!(printable(&hidden.to_string()), format!("\\u{{{:x}}}", u32::from(hidden)));
        }
    }

    #[test]
    fn long_names_are_cut_in_the_middle_and_say_how_long() {
        let name = format!("begin{}end", "ö".repeat(1_000_000));
        let short = printable(&name);
        assert!(short.starts_with("beginöö") && short.ends_with("ööend"), "{short}");
        assert!(short.contains("…(999944 more characters)…") && short.chars().count() < 120, "{short}");
        assert_eq!(printable(&"x".repeat(100)), "x".repeat(100));
    }

    #[test]
    fn messages_are_cut_within_quotes_only() {
        let long = "y".repeat(5000);
        let message = format!("Rule \"{long}\" uses \"{long}\" and `{long}`, which {}.", "z".repeat(150));
        let short = printable_line(&message);
        assert!(short.ends_with(&format!("which {}.", "z".repeat(150))) && short.starts_with("Rule \"yyy"));
        assert!(short.chars().count() < 600, "{short}");
        let unquoted = printable_line(&long).into_owned();
        assert!(unquoted.contains("more characters") && unquoted.chars().count() < 2600);
    }

    #[test]
    fn quotes_of_files_cut_no_message_in_two() {
        let rest =
            "so that nothing is placed there now; write a line that says what it is, for example: legend: ";
        for quote in ['`', '"', '\''] {
            let message = format!("The character '{quote}' is not known, {rest}{quote} ground water");
            assert_eq!(printable_line(&message), message);
        }
        for name in ["\"", "`", "a\"b", "a\" b", "a \"b", "\" a", " \"", "`a", "b`", "''"] {
            let message = format!("Room \"{name}\" is not there, {rest}{rest}the nearest is \"{name}\".");
            assert_eq!(printable_line(&message), message);
            let long = message.replacen(name, &format!("{name}{}", "y".repeat(500)), 1);
            assert!(printable_line(&long).ends_with(&message[message.len() - 200..]), "{long}");
        }
        let odd = printable_line("Room \"a\nb\u{1b}\u{202e}\" is not there.").into_owned();
        assert_eq!(odd, "Room \"a\\nb\\u{1b}\\u{202e}\" is not there.");
    }

    #[test]
    fn excerpts_keep_their_columns() {
        assert_eq!(printable_excerpt("\ta\u{1b}[2J\u{202e}\u{7f}é"), "\ta\u{241b}[2J\u{fffd}\u{2421}é");
    }

    #[test]
    fn data_says_the_same_with_escapes() {
        let name = "a\u{1b}\u{9b}\u{202e}\u{e0041}\n\u{feff}é";
        let json = escaped_json(serde_json::to_string(name).unwrap());
        assert!(!json.chars().any(is_hidden), "{json}");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), name);
        let ron = escaped_ron(ron::to_string(name).unwrap());
        assert!(!ron.chars().any(is_hidden), "{ron}");
        assert_eq!(ron::from_str::<String>(&ron).unwrap(), name);
        let letter = escaped_ron(ron::to_string(&'\u{200b}').unwrap());
        assert_eq!((letter.as_str(), ron::from_str(&letter)), ("'\\u{200b}'", Ok('\u{200b}')));
    }

    #[test]
    fn texts_keep_their_lines() {
        assert_eq!(printable_text("a\n\u{1b}b\n"), "a\n\\u{1b}b\n");
    }
}
