//! Puts the words of a text into the order in which they are seen.
//!
//! The window's text layout shapes each word of a script, but sets words one after the other from the left.
//! With its words in this order, a line from right to left is right there too.

use std::borrow::Cow;

use unicode_bidi::{BidiClass, bidi_class};
use unicode_segmentation::UnicodeSegmentation;

use super::shaping::directed_runs;

/// Returns a line whose words are in visual order. The letters of each word keep their order. A text from
/// left to right stays as it is.
pub fn in_visual_order(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_right_to_left) {
        return Cow::Borrowed(text);
    }
    let mut seen = String::with_capacity(text.len());
    for (range, is_reversed) in directed_runs(text) {
        let part = text.get(range).unwrap_or_default();
        if is_reversed {
            for word in words(part).into_iter().rev() {
                let is_word = word.chars().next().is_some_and(is_right_to_left);
                seen.extend(word.chars().map(|letter| if is_word { letter } else { mirrored(letter) }));
            }
        } else {
            seen.push_str(part);
        }
    }
    Cow::Owned(seen)
}

/// Splits a text into words from right to left, and all other letters.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    let mut was_word = false;
    for (at, letter) in text.grapheme_indices(true) {
        let is_word = letter.chars().next().is_some_and(is_right_to_left);
        if at > start && !(was_word && is_word) {
            words.extend(text.get(start..at));
            start = at;
        }
        was_word = is_word;
    }
    words.extend(text.get(start..));
    words
}

fn is_right_to_left(letter: char) -> bool {
    !letter.is_ascii() && matches!(bidi_class(letter), BidiClass::R | BidiClass::AL)
}

const fn mirrored(letter: char) -> char {
    match letter {
        '(' => ')',
        ')' => '(',
        '[' => ']',
        ']' => '[',
        '{' => '}',
        '}' => '{',
        '<' => '>',
        '>' => '<',
        '«' => '»',
        '»' => '«',
        other => other,
    }
}
