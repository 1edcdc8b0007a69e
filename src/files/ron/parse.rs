//! From tokens to a tree. Whatever is wrong is reported, and reading goes on where that is easy.

use super::lexer::{Bracket, Lexer, MAX_MISTAKES, Token};
use super::tree::{Field, NodeId, Tree, Value};
use crate::base::{Diagnostic, Position};

/// How many brackets may lie within each other.
pub const MAX_DEPTH: usize = 128;

/// Reads a text as a tree; none if there is nothing in it. The second part is what is wrong with the text.
pub fn parse_tree(text: &str) -> (Option<(Tree, NodeId)>, Vec<Diagnostic>) {
    let mut tree = Tree::default();
    let (root, diagnostics) = parse_into(&mut tree, text);
    (root.map(|root| (tree, root)), diagnostics)
}

/// The same, but into a tree that is there already.
pub fn parse_into(tree: &mut Tree, text: &str) -> (Option<NodeId>, Vec<Diagnostic>) {
    let mut parser = Parser::new(tree, text);
    let root = parser.document();
    let mut diagnostics = parser.diagnostics;
    diagnostics.append(&mut parser.lexer.diagnostics);
    diagnostics.sort_by_key(|diagnostic| diagnostic.position);
    diagnostics.truncate(MAX_MISTAKES);
    (root, diagnostics)
}

struct Parser<'t> {
    tree: &'t mut Tree,
    lexer: Lexer<'t>,
    token: Token,
    at: Position,
    /// Where the token before this one ended.
    previous_end: Position,
    previous_was_comma: bool,
    /// The token after this one, once it was looked at.
    ahead: Option<(Token, Position, Position)>,
    /// The brackets that are open, with their values.
    open: Vec<(Bracket, NodeId)>,
    /// One bracket too many or too few upsets all that follows: only the first is told.
    bracket_was_reported: bool,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Parser<'t> {
    fn new(tree: &'t mut Tree, text: &'t str) -> Self {
        let start = Position { line: 1, column: 1 };
        let mut parser = Self {
            tree,
            lexer: Lexer::new(text),
            token: Token::End,
            at: start,
            previous_end: start,
            previous_was_comma: false,
            ahead: None,
            open: Vec::new(),
            bracket_was_reported: false,
            diagnostics: Vec::new(),
        };
        parser.advance();
        parser.previous_end = start;
        parser
    }

    fn document(&mut self) -> Option<NodeId> {
        if self.token == Token::End {
            if self.lexer.diagnostics.is_empty() {
                self.report(
                    self.at,
                    "empty-file",
                    "there is nothing in this file",
                    "begin with Grammar( or RoomSet(",
                );
            }
            return None;
        }
        let root = self.value();
        if self.token != Token::End && !self.bracket_was_reported {
            let message = format!("{} follows after the end", describe(&self.token));
            self.report(self.at, "text-after-end", message, "is there a closing bracket too many before it?");
        }
        Some(root)
    }

    /// Reads a value. Consumes a token unless a comma, a closing bracket or the end is next.
    fn value(&mut self) -> NodeId {
        let id = self.tree.add(self.at, self.open.last().map(|&(_, parent)| parent));
        let value = match self.token.clone() {
            Token::Open(bracket) => self.group(bracket, None, id),
            Token::Name(name) => self.named(name, id),
            Token::Text { text, plain } => self.leaf(Value::Text { text, plain }),
            Token::Char(character) => self.leaf(Value::Char(character)),
            Token::Int(number) => self.leaf(Value::Int(number)),
            Token::Float(number) => self.leaf(Value::Float(number)),
            Token::Broken => self.leaf(Value::Broken),
            Token::Colon | Token::Equals | Token::Stray(_) => {
                self.unexpected();
                self.leaf(Value::Broken)
            }
            Token::Comma | Token::Close(_) | Token::End => {
                self.missing_value();
                Value::Broken
            }
        };
        self.tree.set(id, value);
        id
    }

    fn leaf(&mut self, value: Value) -> Value {
        self.advance();
        value
    }

    fn named(&mut self, name: String, id: NodeId) -> Value {
        self.advance();
        match (&self.token, name.as_str()) {
            (Token::Open(Bracket::Round), _) => self.group(Bracket::Round, Some(name), id),
            (Token::Open(Bracket::Curly), _) => {
                let message = format!("`{name}` is followed by a brace");
                self.report(
                    self.at,
                    "brace-after-name",
                    message,
                    "what belongs to a name stands in parentheses: Name(…)",
                );
                self.fields_or_items(Bracket::Curly, Some(name), id)
            }
            (_, "true") => Value::Bool(true),
            (_, "false") => Value::Bool(false),
            _ => Value::Name(name),
        }
    }

    fn group(&mut self, bracket: Bracket, name: Option<String>, id: NodeId) -> Value {
        if self.open.len() >= MAX_DEPTH {
            self.skip_what_is_too_deep();
            return Value::Broken;
        }
        match bracket {
            Bracket::Round => self.fields_or_items(bracket, name, id),
            Bracket::Square => {
                let mut items = Vec::new();
                self.each_item(bracket, id, |parser| items.push(parser.value()));
                Value::List(items)
            }
            Bracket::Curly => {
                let mut entries = Vec::new();
                self.each_item(bracket, id, |parser| entries.push(parser.entry()));
                Value::Map(entries)
            }
        }
    }

    fn entry(&mut self) -> (NodeId, NodeId) {
        let key = self.value();
        if !matches!(self.token, Token::Comma | Token::Close(_) | Token::End) {
            self.colon();
        }
        (key, self.value())
    }

    fn fields_or_items(&mut self, bracket: Bracket, name: Option<String>, id: NodeId) -> Value {
        let mut fields: Vec<Field> = Vec::new();
        let mut items = Vec::new();
        self.each_item(bracket, id, |parser| match parser.field_name() {
            Some((name, at)) => fields.push(Field { name, at, value: parser.value() }),
            None => items.push(parser.value()),
        });
        if fields.is_empty() {
            return Value::Tuple { name, items };
        }
        if let Some(&odd) = items.first() {
            let at = self.tree.node(odd).at;
            self.report(
                at,
                "missing-field-name",
                "this value has no name, but those beside it have",
                "write name: value",
            );
        }
        Value::Record { name, fields }
    }

    /// The name of a field with the colon after it, if that is what comes.
    fn field_name(&mut self) -> Option<(String, Position)> {
        if !matches!(self.peek(), Token::Colon | Token::Equals) {
            return None;
        }
        let at = self.at;
        let name = match &self.token {
            Token::Name(name) => name.clone(),
            Token::Text { text, .. } => {
                let (name, hint) = (text.clone(), format!("write {text}: without quotes"));
                self.report(at, "quoted-field-name", "the name of a field has no quotes", &hint);
                name
            }
            _ => return None,
        };
        self.advance();
        self.colon();
        Some((name, at))
    }

    fn colon(&mut self) {
        match self.token {
            Token::Colon => self.advance(),
            Token::Equals => {
                self.report(
                    self.at,
                    "equals-sign",
                    "an equals sign stands where a colon belongs",
                    "write name: value",
                );
                self.advance();
            }
            _ => {
                self.report(self.previous_end, "missing-colon", "a colon is missing here", "write key: value")
            }
        }
    }

    /// Reads items up to the closing bracket, with commas between them.
    fn each_item(&mut self, bracket: Bracket, id: NodeId, mut item: impl FnMut(&mut Self)) {
        let opened_at = self.at;
        self.open.push((bracket, id));
        self.advance();
        loop {
            match self.token.clone() {
                Token::Close(closing) if closing == bracket => {
                    self.advance();
                    break;
                }
                Token::Close(closing) => {
                    if self.ends_at(closing, bracket, opened_at) {
                        break;
                    }
                }
                Token::End => {
                    self.unclosed(bracket, opened_at);
                    break;
                }
                Token::Comma => {
                    self.missing_value();
                    self.advance();
                }
                Token::Stray(_) => {
                    self.unexpected();
                    self.advance();
                }
                _ if bracket == Bracket::Square && self.is_field() => {
                    self.unclosed(bracket, opened_at);
                    break;
                }
                _ => {
                    item(self);
                    self.after_item();
                }
            }
        }
        self.open.pop();
    }

    /// Does a field begin here? A list has none: what follows belongs to the record around it.
    fn is_field(&mut self) -> bool {
        matches!(self.token, Token::Name(_)) && *self.peek() == Token::Colon
    }

    fn after_item(&mut self) {
        match self.token {
            Token::Comma => self.advance(),
            Token::Close(_) | Token::End => {}
            // The comma was read already, by a list that was not closed.
            _ if self.previous_was_comma => {}
            Token::Colon | Token::Equals | Token::Stray(_) => {
                self.unexpected();
                self.skip_to_comma();
            }
            _ => self.report(
                self.previous_end,
                "missing-comma",
                "a comma is missing here",
                "put a comma between the two",
            ),
        }
    }

    /// A wrong closing bracket: does this group end with it? It may be one too many, meant for a group further out, or a slip.
    fn ends_at(&mut self, closing: Bracket, bracket: Bracket, opened_at: Position) -> bool {
        let meant_for_outer = self.open.iter().rev().skip(1).any(|&(outer, _)| outer == closing);
        if meant_for_outer {
            self.unclosed(bracket, opened_at);
            return true;
        }
        let is_last = *self.peek() == Token::End;
        let (_, found) = closing.signs();
        let (opening, wanted) = bracket.signs();
        let Position { line, column } = opened_at;
        let message = format!("{found} closes nothing here: open is the {opening} at {line}:{column}");
        let hint =
            if is_last { format!("write {wanted}") } else { format!("take it out, or write {wanted}") };
        self.report_bracket(self.at, message, &hint);
        self.advance();
        if self.token == Token::Comma {
            self.advance();
        }
        is_last
    }

    fn unclosed(&mut self, bracket: Bracket, opened_at: Position) {
        let (opening, closing) = bracket.signs();
        let Position { line, column } = self.at;
        self.report_bracket(
            opened_at,
            format!("this {opening} is not closed"),
            &format!("a {closing} is missing, at {line}:{column} at the latest"),
        );
    }

    fn report_bracket(&mut self, at: Position, message: String, hint: &str) {
        if !self.bracket_was_reported {
            self.report(at, "unclosed-bracket", message, hint);
        }
        self.bracket_was_reported = true;
    }

    fn skip_what_is_too_deep(&mut self) {
        if !self.bracket_was_reported {
            let message = format!("there are more than {MAX_DEPTH} brackets within each other here");
            self.report(self.at, "too-deep", message, "no grammar and no room set needs that many");
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

    /// Passes over what cannot be understood, up to the next comma or closing bracket of this group.
    fn skip_to_comma(&mut self) {
        let mut depth = 0_usize;
        loop {
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

    fn unexpected(&mut self) {
        let message = format!("{} has no meaning here", describe(&self.token));
        self.report(
            self.at,
            "unexpected-sign",
            message,
            "take it out, or put it in quotes if it is part of a text",
        );
    }

    fn missing_value(&mut self) {
        if self.token != Token::End || !self.bracket_was_reported {
            let message = format!("a value is missing before {}", describe(&self.token));
            self.report(self.at, "missing-value", message, "put a value there");
        }
    }

    fn report(&mut self, at: Position, code: &'static str, message: impl Into<String>, hint: &str) {
        if self.diagnostics.len() < MAX_MISTAKES {
            let mut diagnostic = Diagnostic::error(code, message).hint(hint);
            diagnostic.position = Some(at);
            self.diagnostics.push(diagnostic);
        }
    }

    fn advance(&mut self) {
        self.previous_was_comma = self.token == Token::Comma;
        self.previous_end = match &self.ahead {
            Some((.., end)) => *end,
            None => self.lexer.position(),
        };
        (self.token, self.at) = match self.ahead.take() {
            Some((token, at, _)) => (token, at),
            None => self.lexer.next_token(),
        };
    }

    fn peek(&mut self) -> &Token {
        let Self { ahead, lexer, .. } = self;
        let (token, ..) = ahead.get_or_insert_with(|| {
            let end = lexer.position();
            let (token, at) = lexer.next_token();
            (token, at, end)
        });
        token
    }
}

/// A token in words.
fn describe(token: &Token) -> String {
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
