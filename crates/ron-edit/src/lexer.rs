//! Splits characters into tokens. Unreadable text becomes a mistake and a token in its place.

use std::iter::Peekable;
use std::str::Chars;

use super::conflict::{Marker, mistake};
use super::mistake::{Mistake, Position};
use super::number::parse_number;

/// Maximum number of mistakes; more are not worth reporting.
pub const MAX_MISTAKES: usize = 100;

/// The smallest unit with a meaning.
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
    /// `=`, which people write instead of `:`.
    Equals,
    /// A bare name.
    Name(String),
    /// A text; `plain` if it is written without escapes.
    Text { text: String, plain: bool },
    /// A character.
    Char(char),
    /// A whole number.
    Int(i128),
    /// Any other number.
    Float(f64),
    /// An unreadable value; a mistake gives the reason.
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
    /// Returns the opening and the closing bracket.
    pub const fn signs(self) -> (char, char) {
        match self {
            Self::Round => ('(', ')'),
            Self::Square => ('[', ']'),
            Self::Curly => ('{', '}'),
        }
    }
}

/// The bytes of everything between the values of a text, in order.
#[derive(Clone, Debug, Default)]
pub struct Trivia {
    /// The positions of the commas between items.
    pub commas: Vec<usize>,
    /// The positions where comments begin.
    pub comments: Vec<usize>,
    /// The positions where lines begin, except the first line, and except within values and comments.
    pub lines: Vec<usize>,
}

/// Reads tokens from a text, one after the other.
pub struct Lexer<'t> {
    pub(super) chars: Peekable<Chars<'t>>,
    pub(super) at: Position,
    /// The byte of the next character.
    offset: usize,
    /// The trivia between the tokens so far.
    pub trivia: Trivia,
    /// `true` between the reported beginning of a merge conflict and its end.
    in_conflict: bool,
    /// Everything that could not be read.
    pub mistakes: Vec<Mistake>,
}

impl<'t> Lexer<'t> {
    /// Begins to read. Skips a byte order mark.
    pub fn new(text: &'t str) -> Self {
        let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
        Self {
            chars: rest.chars().peekable(),
            at: Position { line: 1, column: 1 },
            offset: text.len() - rest.len(),
            trivia: Trivia::default(),
            in_conflict: false,
            mistakes: Vec::new(),
        }
    }

    /// Returns the position of the next character.
    pub fn position(&self) -> Position {
        self.at
    }

    /// Returns the byte of the next character.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the next token with its position and its byte.
    pub fn next_token(&mut self) -> (Token, Position, usize) {
        self.skip_blank();
        let (at, start) = (self.at, self.offset);
        let Some(first) = self.peek() else { return (Token::End, at, start) };
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
        (token, at, start)
    }

    pub(super) fn peek(&mut self) -> Option<char> {
        self.chars.peek().copied()
    }

    /// Returns the character after the next one.
    fn peek_second(&self) -> Option<char> {
        let mut ahead = self.chars.clone();
        ahead.next();
        ahead.next()
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let character = self.chars.next()?;
        self.offset += character.len_utf8();
        // A carriage return before a line feed belongs to the same line end.
        let ends_line = character == '\n' || character == '\r' && self.peek() != Some('\n');
        if ends_line {
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

    pub(super) fn report(
        &mut self,
        at: Position,
        code: &'static str,
        message: impl Into<String>,
        hint: &str,
    ) {
        report(&mut self.mistakes, at, code, message, hint);
    }

    fn skip_blank(&mut self) {
        while let Some(character) = self.peek() {
            if self.skip_conflict_marker() {
                continue;
            }
            let is_comment = match (character, self.peek_second()) {
                ('/', Some('/' | '*')) | ('#', Some('!')) => true,
                _ if character.is_whitespace() => false,
                _ => return,
            };
            if is_comment {
                self.trivia.comments.push(self.offset);
            }
            match (character, self.peek_second()) {
                ('/', Some('*')) => self.skip_block_comment(),
                ('/', Some('/')) => {
                    while self.bump_blank().is_some_and(|character| !is_line_end(character)) {}
                }
                ('#', Some('!')) => self.skip_header(),
                _ => drop(self.bump_blank()),
            }
        }
    }

    /// Skips a marker line of a merge conflict. All lines of one conflict are one mistake.
    fn skip_conflict_marker(&mut self) -> bool {
        if self.at.column != 1 || !matches!(self.peek(), Some('<' | '|' | '=' | '>')) {
            return false;
        }
        let line: String = self.chars.clone().take_while(|character| !is_line_end(*character)).collect();
        let Some(marker) = Marker::of(&line) else { return false };
        if !self.in_conflict && self.mistakes.len() < MAX_MISTAKES {
            self.mistakes.push(mistake(self.at));
        }
        self.in_conflict = !marker.is_last();
        for _ in line.chars() {
            self.bump();
        }
        true
    }

    /// Skips a character outside of values and block comments.
    fn bump_blank(&mut self) -> Option<char> {
        let character = self.bump()?;
        if is_line_end(character) && !(character == '\r' && self.peek() == Some('\n')) {
            self.trivia.lines.push(self.offset);
        }
        Some(character)
    }

    fn skip_block_comment(&mut self) {
        let at = self.at;
        let mut depth = 0_usize;
        loop {
            let Some(character) = self.bump() else {
                self.report(
                    at,
                    "unclosed-comment",
                    "This comment is never closed.",
                    "Close it with */, and comments inside it with their own */.",
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

    /// Skips `#![enable(…)]`, because this reader understands all extensions anyway.
    fn skip_header(&mut self) {
        while let Some(character) = self.bump_blank() {
            if character == ']' || is_line_end(character) {
                break;
            }
        }
    }

    /// Reads a colour without its quotes.
    fn bare_color(&mut self, at: Position) -> Token {
        let text = self.word(|character| character.is_alphanumeric() || character == '#');
        self.report(at, "unquoted-text", format!("{text} has no quotes."), &format!("Write \"{text}\"."));
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
            self.report(at, "invalid-number", format!("{word} is not a number."), hint);
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

    pub(super) fn word(&mut self, fits: impl Fn(char) -> bool) -> String {
        let mut word = String::new();
        while let Some(character) = self.peek().filter(|&character| fits(character)) {
            word.push(character);
            self.bump();
        }
        word
    }
}

/// Returns the name that a text begins with.
pub fn first_name(text: &str) -> Option<String> {
    match Lexer::new(text).next_token() {
        (Token::Name(name), ..) => Some(name),
        _ => None,
    }
}

fn starts_number(character: char) -> bool {
    character.is_ascii_digit() || matches!(character, '+' | '-' | '.')
}

fn starts_name(character: char) -> bool {
    character.is_alphabetic() || character == '_'
}

/// Returns `true` for a line end. Both characters of `\r\n` count, which is fine if only the end is searched.
pub(super) fn is_line_end(character: char) -> bool {
    matches!(character, '\n' | '\r')
}

/// Adds a mistake of the text, unless there are too many already.
pub(super) fn report(
    mistakes: &mut Vec<Mistake>,
    at: Position,
    code: &'static str,
    message: impl Into<String>,
    hint: &str,
) {
    if mistakes.len() < MAX_MISTAKES {
        let mut mistake = Mistake::new(code, message).hint(hint);
        mistake.position = Some(at);
        mistakes.push(mistake);
    }
}
