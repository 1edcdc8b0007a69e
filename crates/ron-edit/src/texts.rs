//! Texts and characters: quotes, escapes, and forgotten quotes.

use super::lexer::{Lexer, Token, is_line_end};
use super::mistake::Position;

/// Why a path is not written with backslashes.
pub const ONLY_ON_WINDOWS: &str = "backslashes separate folders only on Windows";

impl Lexer<'_> {
    pub(super) fn starts_raw_text(&self) -> bool {
        self.chars.clone().find(|&character| character != '#') == Some('"')
    }

    pub(super) fn raw_text(&mut self, at: Position) -> Token {
        let hashes = self.word(|character| character == '#').len();
        self.bump();
        let end: String = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
        let mut text = String::new();
        while let Some(character) = self.bump() {
            text.push(character);
            if text.ends_with(&end) {
                text.truncate(text.len() - end.len());
                return Token::Text { text, plain: false };
            }
        }
        self.report(at, "unclosed-text", "This text is never closed.", &format!("Close it with {end}."));
        Token::Broken
    }

    pub(super) fn text(&mut self, at: Position) -> Token {
        if !self.text_is_closed() {
            return self.unclosed_text(at);
        }
        if let Some(path) = self.windows_path() {
            return self.text_with_folders(at, path);
        }
        self.bump();
        let mut text = String::new();
        let mut plain = true;
        while let Some(character) = self.bump() {
            match character {
                '"' => break,
                '\\' => {
                    plain = false;
                    text.extend(self.escape());
                }
                _ => text.push(character),
            }
        }
        Token::Text { text, plain }
    }

    /// Returns the text that begins here with `/` between folders, if it is the path of a file on Windows.
    ///
    /// Such a path has backslashes that begin no escape.
    fn windows_path(&self) -> Option<String> {
        let is_inside = |character: &char| *character != '"' && !is_line_end(*character);
        let letters = || self.chars.clone().skip(1).take_while(is_inside);
        if !letters().any(|character| character == '\\') {
            return None;
        }
        let raw: String = letters().collect();
        let (_, extension) = raw.rsplit_once('.')?;
        let is_file = !extension.is_empty() && extension.chars().all(char::is_alphanumeric);
        (is_file && has_unknown_escape(&raw)).then(|| raw.replace("\\\\", "\\").replace('\\', "/"))
    }

    /// A path with backslashes between folders: it is read as it is meant.
    fn text_with_folders(&mut self, at: Position, path: String) -> Token {
        let message = "This path has backslashes between its folders.";
        self.report(at, "unknown-escape", message, &format!("Write \"{path}\", because {ONLY_ON_WINDOWS}."));
        self.bump();
        while self.bump().is_some_and(|character| character != '"') {}
        Token::Text { text: path, plain: false }
    }

    /// Returns `true` if the text that begins here ends with a quote on its own line, or before something that
    /// may follow a text.
    fn text_is_closed(&self) -> bool {
        let mut ahead = self.chars.clone();
        ahead.next();
        let mut many_lines = false;
        loop {
            match ahead.next() {
                None => return false,
                Some('"') => break,
                Some('\\') => many_lines |= ahead.next().is_some_and(is_line_end),
                Some(character) => many_lines |= is_line_end(character),
            }
        }
        let next = ahead.find(|character| !character.is_whitespace());
        !many_lines || matches!(next, None | Some(',' | ')' | ']' | '}' | ':' | '/'))
    }

    /// Reads a text without a closing quote, which ends with its line.
    fn unclosed_text(&mut self, at: Position) -> Token {
        self.report(at, "unclosed-text", "This text is never closed.", "Put a \" at its end.");
        self.bump();
        let line: String = self.chars.clone().take_while(|&character| !is_line_end(character)).collect();
        let text = line.trim_end_matches([',', ')', ']', '}', ' ', '\r', '\t']).to_owned();
        for _ in text.chars() {
            self.bump();
        }
        Token::Text { text, plain: false }
    }

    pub(super) fn character(&mut self, at: Position) -> Token {
        self.bump();
        let first = match self.bump() {
            Some('\\') => self.escape().or(Some('\u{fffd}')),
            Some('\'') if self.peek() != Some('\'') => {
                self.report(
                    at,
                    "empty-character",
                    "There is no character between the quotes.",
                    "Write one, for example '#'.",
                );
                return Token::Broken;
            }
            // Both are one line end, and nothing has a position between them.
            Some('\r') if self.peek() == Some('\n') => self.bump(),
            other => other,
        };
        let Some(first) = first.filter(|_| self.peek().is_some()) else {
            self.report(at, "unclosed-text", "This character is never closed.", "Put a ' after it.");
            return Token::Broken;
        };
        if self.peek() == Some('\'') {
            self.bump();
            return Token::Char(first);
        }
        let line: String = self.chars.clone().take_while(|&character| !is_line_end(character)).collect();
        let Some(end) = line.find('\'') else {
            self.report(at, "unclosed-text", "This character is never closed.", "Put a ' after it.");
            return Token::Broken;
        };
        let rest = line.get(..end).unwrap_or_default();
        let text = format!("{first}{rest}");
        for _ in 0..=rest.chars().count() {
            self.bump();
        }
        self.report(
            at,
            "text-in-single-quotes",
            format!("'{text}' is more than one character."),
            &format!("Write texts in double quotes: \"{text}\"."),
        );
        Token::Text { text, plain: false }
    }

    /// Reads the rest of an escape after its backslash.
    fn escape(&mut self) -> Option<char> {
        let at = self.at;
        let character = match self.bump()? {
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            '0' => Some('\0'),
            same @ ('\\' | '"' | '\'') => Some(same),
            'x' => self.hex_digits(2),
            'u' if self.peek() == Some('{') => {
                self.bump();
                let character = self.hex_digits(6);
                character.filter(|_| self.bump() == Some('}'))
            }
            _ => None,
        };
        if character.is_none() {
            self.report(
                at,
                "unknown-escape",
                "This backslash starts no known escape.",
                "Write \\\\ for a backslash.",
            );
        }
        character
    }

    fn hex_digits(&mut self, most: usize) -> Option<char> {
        let mut value = 0_u32;
        let mut count = 0;
        while count < most
            && let Some(digit) = self.peek().and_then(|character| character.to_digit(16))
        {
            value = value * 16 + digit;
            self.bump();
            count += 1;
        }
        char::from_u32(value).filter(|_| count > 0)
    }
}

/// Returns `true` if a backslash in a text begins no escape.
fn has_unknown_escape(raw: &str) -> bool {
    let mut letters = raw.chars();
    while letters.by_ref().any(|letter| letter == '\\') {
        let is_known = match letters.next() {
            Some('x') => letters.clone().next().is_some_and(|digit| digit.is_ascii_hexdigit()),
            Some('u') => letters.clone().next() == Some('{'),
            Some(letter) => matches!(letter, 'n' | 'r' | 't' | '0' | '\\' | '"' | '\''),
            None => true,
        };
        if !is_known {
            return true;
        }
    }
    false
}
