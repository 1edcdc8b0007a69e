//! Builds a tree from tokens. Every fault is reported, and reading continues where that is easy.

use super::lexer::{Bracket, Lexer, MAX_MISTAKES, Token, Trivia, report};
use super::mend::{describe, is_like_comma};
use super::mistake::{Mistake, Position};
use super::tree::{Tree, TreeField, TreeNodeId, TreeValue};

/// Maximum nesting of brackets.
pub const MAX_DEPTH: usize = 128;

/// The code of the mistake that a file begins with a field, without the value around it.
pub const FIELDS_OUTSIDE: &str = "fields-outside";
/// The code of the mistake that a value or a field follows the end of the file's value.
pub const VALUE_OUTSIDE: &str = "value-outside";

/// Reads a text as a tree, `None` if it is empty, and returns the mistakes of the text.
pub fn parse_tree(text: &str) -> (Option<(Tree, TreeNodeId)>, Vec<Mistake>) {
    let mut tree = Tree::default();
    let (root, mistakes) = parse_into(&mut tree, text);
    (root.map(|root| (tree, root)), mistakes)
}

/// Reads a text into an existing tree.
pub fn parse_into(tree: &mut Tree, text: &str) -> (Option<TreeNodeId>, Vec<Mistake>) {
    let mut parser = Parser::new(tree, text);
    let root = parser.document();
    let mut mistakes = parser.mistakes;
    mistakes.append(&mut parser.lexer.mistakes);
    mistakes.sort_by_key(|mistake| mistake.position);
    mistakes.truncate(MAX_MISTAKES);
    (root, mistakes)
}

/// Reads a text as a tree with the trivia between its values; `None` if it has any mistake.
pub fn parse_with_trivia(text: &str) -> Option<(Tree, TreeNodeId, Trivia)> {
    let mut tree = Tree::default();
    let mut parser = Parser::new(&mut tree, text);
    let root = parser.document()?;
    let Parser { mistakes, lexer, .. } = parser;
    let is_right = mistakes.is_empty() && lexer.mistakes.is_empty();
    let trivia = lexer.trivia;
    is_right.then_some((tree, root, trivia))
}

pub(super) struct Parser<'t> {
    tree: &'t mut Tree,
    lexer: Lexer<'t>,
    pub(super) token: Token,
    pub(super) at: Position,
    /// The byte where the token begins.
    start: usize,
    /// The position where the previous token ended.
    pub(super) previous_end: Position,
    /// The byte after the previous token.
    previous_stop: usize,
    pub(super) previous_was_comma: bool,
    /// The next token, once it was peeked at.
    ahead: Option<LookedAhead>,
    /// The open brackets, with their values.
    pub(super) open: Vec<(Bracket, TreeNodeId)>,
    /// One bracket too many or too few disturbs everything after it, so only the first one is reported.
    pub(super) bracket_was_reported: bool,
    mistakes: Vec<Mistake>,
}

/// The fields and the values without a name between two brackets.
#[derive(Default)]
struct BracketContent {
    fields: Vec<TreeField>,
    items: Vec<TreeNodeId>,
}

/// A token that was peeked at.
struct LookedAhead {
    token: (Token, Position, usize),
    /// The end of the token before it, as position and byte.
    previous_end: (Position, usize),
}

impl LookedAhead {
    fn read(lexer: &mut Lexer<'_>) -> Self {
        let previous_end = (lexer.position(), lexer.offset());
        Self { token: lexer.next_token(), previous_end }
    }
}

impl<'t> Parser<'t> {
    fn new(tree: &'t mut Tree, text: &'t str) -> Self {
        let start = Position { line: 1, column: 1 };
        let mut parser = Self {
            tree,
            lexer: Lexer::new(text),
            token: Token::End,
            at: start,
            start: 0,
            previous_end: start,
            previous_stop: 0,
            previous_was_comma: false,
            ahead: None,
            open: Vec::new(),
            bracket_was_reported: false,
            mistakes: Vec::new(),
        };
        parser.advance();
        parser.previous_end = start;
        parser
    }

    fn document(&mut self) -> Option<TreeNodeId> {
        if self.token == Token::End {
            if self.lexer.mistakes.is_empty() {
                self.report(
                    self.at,
                    "empty-file",
                    "There is nothing in this file.",
                    "Start with Grammar( or RoomSet(.",
                );
            }
            return None;
        }
        let root = if self.is_field_of_any_spelling() { self.bare_fields() } else { self.value() };
        if self.token != Token::End && !self.bracket_was_reported {
            if self.is_value_next() {
                let message = "This is outside the brackets of the file, which end before it.";
                self.report(
                    self.at,
                    VALUE_OUTSIDE,
                    message,
                    "Move it before the last closing bracket above it.",
                );
                return Some(root);
            }
            let message = format!("The file goes on with {} after its end.", describe(&self.token));
            let hint = match self.token {
                Token::Stray(sign) if is_like_comma(sign) => "Delete it.",
                Token::Comma => "Delete it.",
                _ => "Check for one closing bracket too many before it.",
            };
            self.report(self.at, "text-after-end", message, hint);
        }
        Some(root)
    }

    /// Returns `true` if a value or a field follows, perhaps after a comma.
    fn is_value_next(&mut self) -> bool {
        let next = if self.token == Token::Comma { self.peek().clone() } else { self.token.clone() };
        matches!(next, Token::Open(_) | Token::Name(_) | Token::Text { .. } | Token::Char(_) | Token::Int(_))
    }

    /// Reads the fields of a file that lacks the value around them, up to the end.
    ///
    /// The missing brackets are reported once; a closing one at the end belongs to them.
    fn bare_fields(&mut self) -> TreeNodeId {
        let at = self.at;
        let message = "The fields of this file are not inside a value with a name.";
        self.report(at, FIELDS_OUTSIDE, message, "Begin with Grammar( or RoomSet(, and end with ).");
        self.bracket_was_reported = true;
        let id = self.tree.add(at, self.start, None);
        self.open.push((Bracket::Round, id));
        let mut content = BracketContent::default();
        self.items(Bracket::Round, at, |parser| parser.field_or_item(&mut content));
        self.open.pop();
        let value = self.record_or_tuple(None, content);
        self.tree.set(id, value, self.previous_stop);
        id
    }

    /// Reads a value. Consumes a token unless a comma, a closing bracket or the end is next.
    fn value(&mut self) -> TreeNodeId {
        let id = self.tree.add(self.at, self.start, self.open.last().map(|&(_, parent)| parent));
        let value = match self.token.clone() {
            Token::Open(bracket) => self.group(bracket, None, id),
            Token::Name(name) => self.named(name, id),
            Token::Text { text, plain } => self.leaf(TreeValue::Text { text, plain }),
            Token::Char(character) => self.leaf(TreeValue::Char(character)),
            Token::Int(number) => self.leaf(TreeValue::Int(number)),
            Token::Float(number) => self.leaf(TreeValue::Float(number)),
            Token::Broken => self.leaf(TreeValue::Broken),
            Token::Colon | Token::Equals | Token::Stray(_) => {
                self.unexpected();
                self.leaf(TreeValue::Broken)
            }
            Token::Comma | Token::Close(_) | Token::End => {
                self.missing_value();
                TreeValue::Broken
            }
        };
        self.tree.set(id, value, self.previous_stop);
        id
    }

    fn leaf(&mut self, value: TreeValue) -> TreeValue {
        self.advance();
        value
    }

    fn named(&mut self, name: String, id: TreeNodeId) -> TreeValue {
        self.advance();
        match (&self.token, name.as_str()) {
            (Token::Open(Bracket::Round), _) => self.group(Bracket::Round, Some(name), id),
            (Token::Open(Bracket::Curly), _) => {
                let message = format!("`{name}` is followed by a brace.");
                self.report(
                    self.at,
                    "brace-after-name",
                    message,
                    "Write the content of a name in parentheses: Name(…).",
                );
                self.fields_or_items(Bracket::Curly, Some(name), id)
            }
            (_, "true") => TreeValue::Bool(true),
            (_, "false") => TreeValue::Bool(false),
            _ => TreeValue::Name(name),
        }
    }

    fn group(&mut self, bracket: Bracket, name: Option<String>, id: TreeNodeId) -> TreeValue {
        if self.open.len() >= MAX_DEPTH {
            self.skip_what_is_too_deep();
            return TreeValue::Broken;
        }
        match bracket {
            Bracket::Round => self.fields_or_items(bracket, name, id),
            Bracket::Square => {
                let mut items = Vec::new();
                self.each_item(bracket, id, |parser| items.push(parser.value()));
                TreeValue::List(items)
            }
            Bracket::Curly => {
                let mut entries = Vec::new();
                self.each_item(bracket, id, |parser| entries.push(parser.entry()));
                TreeValue::Map(entries)
            }
        }
    }

    fn entry(&mut self) -> (TreeNodeId, TreeNodeId) {
        let key = self.value();
        if !matches!(self.token, Token::Comma | Token::Close(_) | Token::End) {
            self.colon();
        }
        (key, self.value())
    }

    fn fields_or_items(&mut self, bracket: Bracket, name: Option<String>, id: TreeNodeId) -> TreeValue {
        let mut content = BracketContent::default();
        self.each_item(bracket, id, |parser| parser.field_or_item(&mut content));
        self.record_or_tuple(name, content)
    }

    fn field_or_item(&mut self, content: &mut BracketContent) {
        match self.field_name() {
            Some((name, at, start)) => {
                content.fields.push(TreeField { name, at, start, value: self.value() });
            }
            None => content.items.push(self.value()),
        }
    }

    fn record_or_tuple(&mut self, name: Option<String>, content: BracketContent) -> TreeValue {
        let BracketContent { fields, items } = content;
        if fields.is_empty() {
            return TreeValue::Tuple { name, items };
        }
        if let Some(&odd) = items.first() {
            let at = self.tree.node(odd).at;
            self.report(
                at,
                "missing-field-name",
                "This value has no name, but the values next to it have one.",
                "Write name: value.",
            );
        }
        TreeValue::Record { name, fields }
    }

    /// Reads the name of a field with the colon after it, if there is one, and returns where it begins.
    fn field_name(&mut self) -> Option<(String, Position, usize)> {
        if !matches!(self.peek(), Token::Colon | Token::Equals) {
            return None;
        }
        let (at, start) = (self.at, self.start);
        let name = match &self.token {
            Token::Name(name) => name.clone(),
            Token::Text { text, .. } => {
                let (name, hint) = (text.clone(), format!("Write {text}: without quotes."));
                self.report(at, "quoted-field-name", "The name of a field must not have quotes.", &hint);
                name
            }
            _ => return None,
        };
        self.advance();
        self.colon();
        Some((name, at, start))
    }

    fn colon(&mut self) {
        match self.token {
            Token::Colon => self.advance(),
            Token::Equals => {
                self.report(
                    self.at,
                    "equals-sign",
                    "An equals sign is in place of a colon.",
                    "Write name: value.",
                );
                self.advance();
            }
            _ => self.report(
                self.previous_end,
                "missing-colon",
                "A colon is missing here.",
                "Write key: value.",
            ),
        }
    }

    /// Reads a group: its opening bracket, items with commas between them, and its closing bracket.
    fn each_item(&mut self, bracket: Bracket, id: TreeNodeId, item: impl FnMut(&mut Self)) {
        let opened_at = self.at;
        self.open.push((bracket, id));
        self.tree.open(id, self.start);
        self.advance();
        self.items(bracket, opened_at, item);
        self.open.pop();
    }

    /// Reads items up to the closing bracket, and that bracket.
    fn items(&mut self, bracket: Bracket, opened_at: Position, mut item: impl FnMut(&mut Self)) {
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
                Token::Stray(sign) if is_like_comma(sign) => self.wrong_comma(sign),
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
    }

    /// Returns `true` if a field begins here, even with quotes around its name or another sign after it.
    fn is_field_of_any_spelling(&mut self) -> bool {
        matches!(self.token, Token::Name(_) | Token::Text { .. })
            && matches!(self.peek(), Token::Colon | Token::Equals)
    }

    /// Returns `true` if a field begins here. A list has none: a field belongs to the record around it.
    pub(super) fn is_field(&mut self) -> bool {
        matches!(self.token, Token::Name(_)) && *self.peek() == Token::Colon
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

    pub(super) fn advance(&mut self) {
        self.previous_was_comma = self.token == Token::Comma;
        let LookedAhead { token, previous_end } = match self.ahead.take() {
            Some(ahead) => ahead,
            None => LookedAhead::read(&mut self.lexer),
        };
        (self.token, self.at, self.start) = token;
        (self.previous_end, self.previous_stop) = previous_end;
    }

    /// Skips the comma after an item.
    pub(super) fn pass_comma(&mut self) {
        self.lexer.trivia.commas.push(self.start);
        self.advance();
    }

    pub(super) fn peek(&mut self) -> &Token {
        let Self { ahead, lexer, .. } = self;
        &ahead.get_or_insert_with(|| LookedAhead::read(lexer)).token.0
    }
}
