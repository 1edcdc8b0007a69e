//! Error recovery of the parser: it reports a fault once, and continues at the most probable place.

use super::lexer::{Bracket, Token};
use super::mistake::Position;
use super::parse::{MAX_DEPTH, Parser};

impl Parser<'_> {
    pub(super) fn after_item(&mut self) {
        match self.token {
            Token::Comma => self.pass_comma(),
            Token::Close(_) | Token::End => {}
            // The comma was read already, by a list that was not closed.
            _ if self.previous_was_comma => {}
            Token::Stray(sign) if is_like_comma(sign) => self.wrong_comma(sign),
            Token::Colon | Token::Equals | Token::Stray(_) => {
                self.unexpected();
                self.skip_to_next();
            }
            _ => self.report(
                self.previous_end,
                "missing-comma",
                "A comma is missing here.",
                "Put a comma between the two.",
            ),
        }
    }

    /// Returns `true` if a wrong closing bracket ends this group.
    ///
    /// It may be superfluous, meant for an outer group, or a slip.
    pub(super) fn ends_at(&mut self, closing: Bracket, bracket: Bracket, opened_at: Position) -> bool {
        let meant_for_outer = self.open.iter().rev().skip(1).any(|&(outer, _)| outer == closing);
        if meant_for_outer {
            self.unclosed(bracket, opened_at);
            return true;
        }
        let is_last = *self.peek() == Token::End;
        let (_, found) = closing.signs();
        let (opening, wanted) = bracket.signs();
        let Position { line, column } = opened_at;
        let message =
            format!("{found} closes nothing here, because the {opening} at {line}:{column} is open.");
        let hint = if is_last { format!("Write {wanted}.") } else { format!("Write {wanted} instead.") };
        self.report_bracket(self.at, message, &hint);
        self.advance();
        if self.token == Token::Comma {
            self.advance();
        }
        is_last
    }

    pub(super) fn unclosed(&mut self, bracket: Bracket, opened_at: Position) {
        let (opening, closing) = bracket.signs();
        let Position { line, column } = self.at;
        self.report_bracket(
            opened_at,
            format!("This {opening} is not closed."),
            &format!("Add a {closing} at {line}:{column} or before."),
        );
    }

    fn report_bracket(&mut self, at: Position, message: String, hint: &str) {
        if !self.bracket_was_reported {
            self.report(at, "unclosed-bracket", message, hint);
        }
        self.bracket_was_reported = true;
    }

    pub(super) fn skip_what_is_too_deep(&mut self) {
        if !self.bracket_was_reported {
            let message = format!("There are more than {MAX_DEPTH} nested brackets here.");
            self.report(self.at, "too-deep", message, "Remove brackets, because no file needs that many.");
        }
        self.bracket_was_reported = true;
        let mut depth = 0_usize;
        loop {
            match self.token {
                Token::Open(_) => depth += 1,
                Token::Close(_) => depth = depth.saturating_sub(1),
                _ => {}
            }
            if self.token == Token::End {
                return;
            }
            self.advance();
            if depth == 0 {
                return;
            }
        }
    }

    /// Reports a semicolon or the comma of another script, which people use for a comma.
    pub(super) fn wrong_comma(&mut self, sign: char) {
        let code = if sign == ';' { String::new() } else { format!(" (U+{:04X})", u32::from(sign)) };
        let what = if sign == ';' { "A semicolon".to_owned() } else { format!("The sign {sign}{code}") };
        let message = format!("{what} is in place of a comma.");
        self.report(self.at, "wrong-comma", message, "Write a comma.");
        self.advance();
    }

    /// Skips unreadable tokens up to the next comma, field or closing bracket of this group.
    fn skip_to_next(&mut self) {
        let mut depth = 0_usize;
        loop {
            if depth == 0 && self.is_field() {
                return;
            }
            match self.token {
                Token::End => return,
                Token::Close(_) if depth == 0 => return,
                Token::Comma if depth == 0 => return self.advance(),
                Token::Open(_) => depth += 1,
                Token::Close(_) => depth -= 1,
                _ => {}
            }
            self.advance();
        }
    }

    pub(super) fn unexpected(&mut self) {
        let message = format!("This has no meaning here: {}.", describe(&self.token));
        self.report(
            self.at,
            "unexpected-sign",
            message,
            "Delete it, or put it in quotes if it is part of a text.",
        );
    }

    pub(super) fn missing_value(&mut self) {
        if self.token != Token::End || !self.bracket_was_reported {
            let message = format!("A value is missing before {}.", describe(&self.token));
            self.report(self.at, "missing-value", message, "Put a value there.");
        }
    }
}

/// Returns `true` for signs that people take for a comma, or for the semicolon that ends lines elsewhere.
pub(super) fn is_like_comma(sign: char) -> bool {
    matches!(sign, ';' | '\u{37e}' | '\u{60c}' | '\u{61b}' | '\u{3001}' | '\u{ff0c}' | '\u{ff1b}')
}

/// Describes a token in words.
pub(super) fn describe(token: &Token) -> String {
    match token {
        Token::Open(bracket) => bracket.signs().0.to_string(),
        Token::Close(bracket) => bracket.signs().1.to_string(),
        Token::Comma => "the comma".to_owned(),
        Token::Colon => "the colon".to_owned(),
        Token::Equals => "the equals sign".to_owned(),
        Token::Name(name) => format!("`{name}`"),
        Token::Text { text, .. } => format!("the text \"{text}\""),
        Token::Char(character) => format!("the character '{character}'"),
        Token::Int(number) => format!("the number {number}"),
        Token::Float(number) => format!("the number {number}"),
        Token::Stray(character) => format!("the sign {character}"),
        Token::Broken => "a broken value".to_owned(),
        Token::End => "the end of the file".to_owned(),
    }
}
