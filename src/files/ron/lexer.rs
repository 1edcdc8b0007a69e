//! From characters to tokens. What cannot be read becomes a diagnostic and a token that stands in for it.

use std::iter::Peekable;
use std::str::Chars;

use super::number::parse_number;
use crate::base::{Diagnostic, Position};

/// After so many mistakes the rest is not worth telling.
pub const MAX_MISTAKES: usize = 100;

/// The smallest piece with a meaning.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    /// `(`, `[` or `{`.
    Open(Bracket),
    /// `)`, `]` or `}`.
    Close(Bracket),
    /// `,`
    Comma,
    /// `:`
    Colon,
    /// `=`, which people write for `:`.
    Equals,
    /// A bare name.
    Name(String),
    /// A text; plain if it stands in the file as it is.
    Text {
        /// What it says.
        text: String,
        /// Is it without escapes?
        plain: bool,
    },
    /// A character.
    Char(char),
    /// A whole number.
    Int(i128),
    /// Any other number.
    Float(f64),
    /// A value that could not be read; a diagnostic says why.
    Broken,
    /// A character without a meaning here.
    Stray(char),
    /// The end of the file.
    End,
}

/// A kind of brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bracket {
    /// `(` and `)`.
    Round,
    /// `[` and `]`.
    Square,
    /// `{` and `}`.
    Curly,
}

impl Bracket {
    /// The opening and the closing one.
    pub const fn signs(self) -> (char, char) {
        match self {
            Self::Round => ('(', ')'),
            Self::Square => ('[', ']'),
            Self::Curly => ('{', '}'),
        }
    }
}

/// Reads tokens from a text, one after the other.
pub struct Lexer<'t> {
    chars: Peekable<Chars<'t>>,
    at: Position,
    /// Everything that could not be read.
    pub diagnostics: Vec<Diagnostic>,
}

impl<'t> Lexer<'t> {
    /// Begins to read. A byte order mark is passed over.
    pub fn new(text: &'t str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let at = Position { line: 1, column: 1 };
        Self { chars: text.chars().peekable(), at, diagnostics: Vec::new() }
    }

    /// Where the next character stands.
    pub fn position(&self) -> Position {
        self.at
    }

    /// The next token, with where it begins.
    pub fn next_token(&mut self) -> (Token, Position) {
        self.skip_blank();
        let at = self.at;
        let Some(first) = self.peek() else { return (Token::End, at) };
        let token = match first {
            '(' => self.sign(Token::Open(Bracket::Round)),
            ')' => self.sign(Token::Close(Bracket::Round)),
            '[' => self.sign(Token::Open(Bracket::Square)),
            ']' => self.sign(Token::Close(Bracket::Square)),
            '{' => self.sign(Token::Open(Bracket::Curly)),
            '}' => self.sign(Token::Close(Bracket::Curly)),
            ',' => self.sign(Token::Comma),
            ':' => self.sign(Token::Colon),
            '=' => self.sign(Token::Equals),
            '"' => self.text(at),
            '\'' => self.character(at),
            '#' if self.peek_second().is_some_and(char::is_alphanumeric) => self.bare_color(at),
            _ if starts_number(first) => self.number(at),
            _ if starts_name(first) => self.name(at),
            _ => self.sign(Token::Stray(first)),
        };
        (token, at)
    }

    fn peek(&mut self) -> Option<char> {
        self.chars.peek().copied()
    }

    /// What follows the next character.
    fn peek_second(&self) -> Option<char> {
        let mut ahead = self.chars.clone();
        ahead.next();
        ahead.next()
    }

    fn bump(&mut self) -> Option<char> {
        let character = self.chars.next()?;
        if character == '\n' {
            self.at = Position { line: self.at.line.saturating_add(1), column: 1 };
        } else {
            self.at.column = self.at.column.saturating_add(1);
        }
        Some(character)
    }

    fn sign(&mut self, token: Token) -> Token {
        self.bump();
        token
    }

    fn report(&mut self, at: Position, code: &'static str, message: impl Into<String>, hint: &str) {
        if self.diagnostics.len() < MAX_MISTAKES {
            let mut diagnostic = Diagnostic::error(code, message).hint(hint);
            diagnostic.position = Some(at);
            self.diagnostics.push(diagnostic);
        }
    }

    fn skip_blank(&mut self) {
        while let Some(character) = self.peek() {
            match (character, self.peek_second()) {
                ('/', Some('/')) => while self.bump().is_some_and(|character| character != '\n') {},
                ('/', Some('*')) => self.skip_block_comment(),
                ('#', Some('!')) => self.skip_header(),
                _ if character.is_whitespace() => {
                    self.bump();
                }
                _ => return,
            }
        }
    }

    fn skip_block_comment(&mut self) {
        let at = self.at;
        let mut depth = 0_usize;
        loop {
            let Some(character) = self.bump() else {
                self.report(
                    at,
                    "unclosed-comment",
                    "this comment is never closed",
                    "close it with */; comments inside it need a */ of their own",
                );
                return;
            };
            match (character, self.peek()) {
                ('/', Some('*')) => {
                    self.bump();
                    depth += 1;
                }
                ('*', Some('/')) => {
                    self.bump();
                    depth -= 1;
                }
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }

    /// `#![enable(…)]`: what it may enable, this reader understands anyway.
    fn skip_header(&mut self) {
        while let Some(character) = self.bump() {
            if character == ']' || character == '\n' {
                break;
            }
        }
    }

    /// A colour without its quotes.
    fn bare_color(&mut self, at: Position) -> Token {
        let text = self.word(|character| character.is_alphanumeric() || character == '#');
        self.report(
            at,
            "unquoted-text",
            format!("{text} stands without quotes"),
            &format!("write \"{text}\""),
        );
        Token::Text { text, plain: false }
    }

    fn number(&mut self, at: Position) -> Token {
        let mut word = String::new();
        while let Some(character) = self.peek() {
            let exponent_sign = matches!(character, '+' | '-')
                && word.ends_with(['e', 'E'])
                && !word.contains(['x', 'X'])
                && word.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '+' | '-' | '.'));
            if word.is_empty()
                || character.is_alphanumeric()
                || matches!(character, '_' | '.')
                || exponent_sign
            {
                word.push(character);
                self.bump();
            } else {
                break;
            }
        }
        parse_number(&word).unwrap_or_else(|hint| {
            self.report(at, "invalid-number", format!("{word} is not a number"), hint);
            Token::Broken
        })
    }

    fn name(&mut self, at: Position) -> Token {
        let mut name = self.word(|character| character.is_alphanumeric() || character == '_');
        if name == "r" && self.starts_raw_text() {
            return self.raw_text(at);
        }
        if name == "r" && self.peek() == Some('#') {
            self.bump();
            name = self
                .word(|character| character.is_alphanumeric() || matches!(character, '_' | '.' | '+' | '-'));
            return Token::Name(name);
        }
        match name.as_str() {
            "NaN" | "inf" => parse_number(&name).unwrap_or(Token::Broken),
            _ => Token::Name(name),
        }
    }

    fn word(&mut self, fits: impl Fn(char) -> bool) -> String {
        let mut word = String::new();
        while let Some(character) = self.peek().filter(|&character| fits(character)) {
            word.push(character);
            self.bump();
        }
        word
    }

    fn starts_raw_text(&self) -> bool {
        self.chars.clone().find(|&character| character != '#') == Some('"')
    }

    fn raw_text(&mut self, at: Position) -> Token {
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
        self.report(at, "unclosed-text", "this text is never closed", &format!("close it with {end}"));
        Token::Broken
    }

    fn text(&mut self, at: Position) -> Token {
        if !self.text_is_closed() {
            return self.unclosed_text(at);
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

    /// Does the text that begins here end with a quote, and on its own line or at least before something that may follow a text?
    fn text_is_closed(&self) -> bool {
        let mut ahead = self.chars.clone();
        ahead.next();
        let mut many_lines = false;
        loop {
            match ahead.next() {
                None => return false,
                Some('"') => break,
                Some('\\') => many_lines |= ahead.next() == Some('\n'),
                Some('\n') => many_lines = true,
                Some(_) => {}
            }
        }
        let next = ahead.find(|character| !character.is_whitespace());
        !many_lines || matches!(next, None | Some(',' | ')' | ']' | '}' | ':' | '/'))
    }

    /// A quote was forgotten: the text ends with its line.
    fn unclosed_text(&mut self, at: Position) -> Token {
        self.report(at, "unclosed-text", "this text is never closed", "put a \" at its end");
        self.bump();
        let line: String = self.chars.clone().take_while(|&character| character != '\n').collect();
        let text = line.trim_end_matches([',', ')', ']', '}', ' ', '\r', '\t']).to_owned();
        for _ in text.chars() {
            self.bump();
        }
        Token::Text { text, plain: false }
    }

    fn character(&mut self, at: Position) -> Token {
        self.bump();
        let first = match self.bump() {
            Some('\\') => self.escape().or(Some('\u{fffd}')),
            Some('\'') if self.peek() != Some('\'') => {
                self.report(
                    at,
                    "empty-character",
                    "there is no character between the quotes",
                    "write one, such as '#'",
                );
                return Token::Broken;
            }
            other => other,
        };
        let Some(first) = first.filter(|_| self.peek().is_some()) else {
            self.report(at, "unclosed-text", "this character is never closed", "put a ' after it");
            return Token::Broken;
        };
        if self.peek() == Some('\'') {
            self.bump();
            return Token::Char(first);
        }
        let line: String = self.chars.clone().take_while(|&character| character != '\n').collect();
        let Some(end) = line.find('\'') else {
            self.report(at, "unclosed-text", "this character is never closed", "put a ' after it");
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
            format!("'{text}' is more than one character"),
            &format!("write texts in double quotes: \"{text}\""),
        );
        Token::Text { text, plain: false }
    }

    /// What follows a backslash.
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
                "this backslash begins nothing that is known",
                "for a backslash write \\\\; known are \\n, \\t, \\\", \\' and \\u{…}",
            );
        }
        character
    }

    fn hex_digits(&mut self, most: usize) -> Option<char> {
        let mut value = 0_u32;
        for _ in 0..most {
            let Some(digit) = self.peek().and_then(|character| character.to_digit(16)) else { break };
            value = value * 16 + digit;
            self.bump();
        }
        char::from_u32(value)
    }
}

fn starts_number(character: char) -> bool {
    character.is_ascii_digit() || matches!(character, '+' | '-' | '.')
}

fn starts_name(character: char) -> bool {
    character.is_alphabetic() || character == '_'
}
