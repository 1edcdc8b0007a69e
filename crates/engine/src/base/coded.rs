//! Escapes for notations that cannot hold every character, for example XML.
//!
//! [`decoded`] returns every text that [`coded`] was given.

use std::borrow::Cow;
use std::fmt::Write;

/// Replaces each character that a notation cannot hold by its code, `\u{1b}`.
///
/// A backslash before `u{` becomes `\u{5c}`, so that [`decoded`] can restore the text.
pub fn coded(text: &str, can_hold: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains("\\u{") && text.chars().all(&can_hold) {
        return Cow::Borrowed(text);
    }
    let mut coded = String::with_capacity(text.len() + 16);
    for (at, character) in text.char_indices() {
        if can_hold(character) && !text[at..].starts_with("\\u{") {
            coded.push(character);
        } else {
            write!(coded, "\\u{{{:x}}}", u32::from(character)).expect("a string takes all that is written");
        }
    }
    Cow::Owned(coded)
}

/// Restores the text that [`coded`] was given. Everything that is not a code stays as it is.
pub fn decoded(text: &str) -> String {
    let mut parts = text.split("\\u{");
    let mut decoded = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part.split_once('}').and_then(|(digits, rest)| {
            let character = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
            Some((character, rest))
        });
        match code {
            Some((character, rest)) => {
                decoded.push(character);
                decoded.push_str(rest);
            }
            None => {
                decoded.push_str("\\u{");
                decoded.push_str(part);
            }
        }
    }
    decoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_with_codes_reads_back_the_same() {
        let is_plain = |character: char| !character.is_control();
        let cases = [
            ("plain \\ é", "plain \\ é"),
            ("bell\u{7}", "bell\\u{7}"),
            ("\\u{7}", "\\u{5c}u{7}"),
            ("\\\\u{7}\0", "\\\\u{5c}u{7}\\u{0}"),
            ("\\u", "\\u"),
            ("", ""),
        ];
        for (text, expected) in cases {
            assert_eq!(coded(text, is_plain), expected);
            assert_eq!(decoded(expected), text);
        }
    }
}
