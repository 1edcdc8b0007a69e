//! Formulas: small expressions over variables in place of a number.
//!
//! A formula consists of whole numbers, names of variables, `+ - * /`, brackets, `min(a, b)` and `max(a, b)`.
//! Division rounds towards zero, and division by zero gives 0.
//! Results that do not fit into 64 bits become the nearest number that does.

use std::collections::BTreeSet;
use std::iter::Peekable;
use std::str::CharIndices;

use crate::base::{Described, FieldFacts, TypeBody, TypeFacts, ValueShape, printable, shape};

/// Maximum number of characters of a formula. It also bounds the depth of brackets.
const LONGEST: usize = 200;

/// A formula as its author wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    text: String,
    parsed: Result<Expression, FormulaError>,
}

/// The reason why a text is no formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormulaError {
    /// There is nothing in it.
    Empty,
    /// It is longer than formulas can be.
    TooLong,
    /// It ends where a number or a name must follow.
    Incomplete,
    /// A bracket is not closed.
    Unclosed,
    /// `min` or `max` has not exactly two values in brackets.
    Arguments(&'static str),
    /// A number has too many digits.
    LargeNumber(String),
    /// Something has no meaning where it is.
    Unexpected(char),
}

impl FormulaError {
    /// Returns the reason as the end of a sentence, and the remedy.
    pub fn explained(&self) -> (String, String) {
        let (why, fix) = match self {
            Self::Empty => ("is empty".to_owned(), "Write the name of a variable.".to_owned()),
            Self::TooLong => {
                (format!("has more than {LONGEST} characters"), "Write a shorter formula.".to_owned())
            }
            Self::Incomplete => {
                ("ends too early".to_owned(), "Write a number or a variable at the end.".to_owned())
            }
            Self::Unclosed => ("has a bracket that is not closed".to_owned(), "Add a `)`.".to_owned()),
            Self::Arguments(name) => (
                format!("has a `{name}` that does not have exactly two values"),
                format!("Write two values in brackets, for example {name}(difficulty, 5)."),
            ),
            Self::LargeNumber(digits) => {
                let digits = printable(digits);
                (
                    format!("has the number {digits}, which does not fit into 64 bits"),
                    "Write a smaller number.".to_owned(),
                )
            }
            Self::Unexpected('.') => (
                "has a fraction, but formulas are about whole numbers".to_owned(),
                "Divide instead: write difficulty / 2 for one half.".to_owned(),
            ),
            Self::Unexpected(letter) => (
                format!("has a \"{letter}\" that does not belong there"),
                "Use numbers, variables, + - * /, brackets, min and max.".to_owned(),
            ),
        };
        (why, fix)
    }
}

/// The name in front of formulas in files.
pub(super) const NAME: &str = "Var";

impl Described for Formula {
    fn shape() -> ValueShape {
        fn facts() -> TypeFacts {
            let formula =
                "Whole numbers, names of variables, `+ - * /`, brackets, `min(a, b)` and `max(a, b)`.";
            let fields = vec![FieldFacts::new("formula", &[formula], shape::<String>())];
            let lines = [
                "A formula of variables, in place of any whole number of a grammar.",
                "",
                "`Var(\"difficulty\")` is the value of a variable, and `Var(\"difficulty * 2 + 1\")` computes with it.",
                "Division rounds towards zero, and division by zero gives 0.",
                "A result outside the range of the setting becomes the nearest number within.",
                "A formula has at most 200 characters, and its numbers fit into 64 bits.",
            ];
            TypeFacts::new(NAME, &lines, TypeBody::Positions(fields))
        }
        ValueShape::Type(NAME, facts)
    }
}

/// The outcome of a formula for some values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormulaValue {
    /// The number.
    pub number: i64,
    /// `true` if something was divided by zero on the way.
    pub divides_by_zero: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Expression {
    Number(i64),
    Variable(String),
    Negative(Box<Expression>),
    Binary(Operator, Box<[Expression; 2]>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Min,
    Max,
}

impl Formula {
    /// Reads a formula. A text that is none is kept as it is, with the reason.
    pub fn new(text: &str) -> Self {
        let text = text.trim();
        Self { text: text.to_owned(), parsed: FormulaParser::parse(text) }
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the reason why the text is no formula, if it is none.
    pub fn error(&self) -> Option<&FormulaError> {
        self.parsed.as_ref().err()
    }

    /// Returns the number, if the formula is nothing else.
    pub fn plain_number(&self) -> Option<i64> {
        match &self.parsed {
            Ok(Expression::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// Returns the names of its variables.
    pub fn variables(&self) -> BTreeSet<&str> {
        let mut names = BTreeSet::new();
        if let Ok(expression) = &self.parsed {
            expression.collect_variables(&mut names);
        }
        names
    }

    /// Evaluates the formula. Unknown variables and texts that are no formulas count as 0.
    pub fn evaluate(&self, value_of: &dyn Fn(&str) -> Option<i64>) -> FormulaValue {
        let mut value = FormulaValue { number: 0, divides_by_zero: false };
        if let Ok(expression) = &self.parsed {
            value.number = expression.evaluate(value_of, &mut value.divides_by_zero);
        }
        value
    }

    /// Returns the formula with another name for a variable.
    #[must_use]
    pub fn with_renamed(&self, from: &str, to: &str) -> Self {
        let mut text = String::with_capacity(self.text.len());
        let mut rest = self.text.as_str();
        while let Some(letter) = rest.chars().next() {
            let end = rest.find(|letter| !is_of_name(letter)).unwrap_or(rest.len()).max(letter.len_utf8());
            let (word, after) = rest.split_at(end);
            text.push_str(if word == from { to } else { word });
            rest = after;
        }
        Self::new(&text)
    }
}

/// Returns `true` if formulas can contain the name: a letter, then letters, digits and `_`.
pub fn is_variable_name(name: &str) -> bool {
    name.starts_with(char::is_alphabetic) && name.chars().all(is_of_name) && !matches!(name, "min" | "max")
}

fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

impl Expression {
    fn collect_variables<'e>(&'e self, names: &mut BTreeSet<&'e str>) {
        match self {
            Self::Number(_) => {}
            Self::Variable(name) => {
                names.insert(name);
            }
            Self::Negative(inner) => inner.collect_variables(names),
            Self::Binary(_, sides) => sides.iter().for_each(|side| side.collect_variables(names)),
        }
    }

    fn evaluate(&self, value_of: &dyn Fn(&str) -> Option<i64>, divides_by_zero: &mut bool) -> i64 {
        match self {
            Self::Number(number) => *number,
            Self::Variable(name) => value_of(name).unwrap_or(0),
            Self::Negative(inner) => inner.evaluate(value_of, divides_by_zero).saturating_neg(),
            Self::Binary(operator, sides) => {
                let [one, other] = sides.each_ref().map(|side| side.evaluate(value_of, divides_by_zero));
                match operator {
                    Operator::Add => one.saturating_add(other),
                    Operator::Subtract => one.saturating_sub(other),
                    Operator::Multiply => one.saturating_mul(other),
                    Operator::Divide if other == 0 => {
                        *divides_by_zero = true;
                        0
                    }
                    Operator::Divide => one.saturating_div(other),
                    Operator::Min => one.min(other),
                    Operator::Max => one.max(other),
                }
            }
        }
    }
}

/// Reads a formula by recursive descent.
struct FormulaParser<'t> {
    text: &'t str,
    rest: Peekable<CharIndices<'t>>,
}

type Parsed = Result<Expression, FormulaError>;

impl<'t> FormulaParser<'t> {
    fn parse(text: &'t str) -> Parsed {
        if text.is_empty() {
            return Err(FormulaError::Empty);
        }
        if text.chars().count() > LONGEST {
            return Err(FormulaError::TooLong);
        }
        let mut parser = Self { text, rest: text.char_indices().peekable() };
        let sum = parser.sum()?;
        match parser.peek() {
            None => Ok(sum),
            Some(letter) => Err(FormulaError::Unexpected(letter)),
        }
    }

    /// Returns the next character that is no blank.
    fn peek(&mut self) -> Option<char> {
        while self.rest.next_if(|(_, letter)| letter.is_whitespace()).is_some() {}
        self.rest.peek().map(|(_, letter)| *letter)
    }

    /// Consumes a character after blanks, if it is the next.
    fn take(&mut self, letter: char) -> bool {
        let is_next = self.peek() == Some(letter);
        if is_next {
            self.rest.next();
        }
        is_next
    }

    fn sum(&mut self) -> Parsed {
        self.chain(&[('+', Operator::Add), ('-', Operator::Subtract)], Self::product)
    }

    fn product(&mut self) -> Parsed {
        self.chain(&[('*', Operator::Multiply), ('/', Operator::Divide)], Self::factor)
    }

    /// Reads operands with operators of the same rank between them, from left to right.
    fn chain(&mut self, operators: &[(char, Operator)], operand: fn(&mut Self) -> Parsed) -> Parsed {
        let mut all = operand(self)?;
        while let Some((_, operator)) = operators.iter().find(|(sign, _)| self.take(*sign)) {
            all = Expression::Binary(*operator, Box::new([all, operand(self)?]));
        }
        Ok(all)
    }

    fn factor(&mut self) -> Parsed {
        match self.peek() {
            None => Err(FormulaError::Incomplete),
            Some('-') => {
                self.rest.next();
                Ok(Expression::Negative(Box::new(self.factor()?)))
            }
            Some('(') => {
                self.rest.next();
                let inner = self.sum()?;
                if self.take(')') { Ok(inner) } else { Err(self.unclosed()) }
            }
            Some(letter) if letter.is_ascii_digit() => {
                let digits = self.word();
                digits.parse().map(Expression::Number).map_err(|_| {
                    match digits.chars().find(|letter| !letter.is_ascii_digit()) {
                        Some(letter) => FormulaError::Unexpected(letter),
                        None => FormulaError::LargeNumber(digits.to_owned()),
                    }
                })
            }
            Some(letter) if letter.is_alphabetic() => match self.word() {
                "min" => self.pair("min", Operator::Min),
                "max" => self.pair("max", Operator::Max),
                name => Ok(Expression::Variable(name.to_owned())),
            },
            Some(letter) => Err(FormulaError::Unexpected(letter)),
        }
    }

    /// Reads the two values of `min` or `max`.
    fn pair(&mut self, name: &'static str, operator: Operator) -> Parsed {
        if !self.take('(') || self.peek() == Some(')') {
            return Err(FormulaError::Arguments(name));
        }
        let one = self.sum()?;
        if !self.take(',') {
            return Err(FormulaError::Arguments(name));
        }
        if self.peek() == Some(')') {
            return Err(FormulaError::Arguments(name));
        }
        let sides = [one, self.sum()?];
        match self.peek() {
            Some(')') => {
                self.rest.next();
                Ok(Expression::Binary(operator, Box::new(sides)))
            }
            Some(',') => Err(FormulaError::Arguments(name)),
            _ => Err(self.unclosed()),
        }
    }

    /// Returns the error that a bracket is not closed where it should be.
    fn unclosed(&mut self) -> FormulaError {
        self.peek().map_or(FormulaError::Unclosed, FormulaError::Unexpected)
    }

    /// Consumes letters, digits and `_`.
    fn word(&mut self) -> &'t str {
        let start = self.rest.peek().map_or(self.text.len(), |(at, _)| *at);
        while self.rest.next_if(|(_, letter)| is_of_name(*letter)).is_some() {}
        let end = self.rest.peek().map_or(self.text.len(), |(at, _)| *at);
        self.text.get(start..end).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> i64 {
        let value_of = |name: &str| match name {
            "difficulty" => Some(7),
            "Größe_2" => Some(-3),
            _ => None,
        };
        Formula::new(text).evaluate(&value_of).number
    }

    #[test]
    fn formulas_are_computed_with_the_usual_ranks() {
        let expected = [
            ("difficulty", 7),
            ("difficulty * 2 + 1", 15),
            ("1+2*difficulty", 15),
            ("(1 + 2) * difficulty", 21),
            ("10 - difficulty - 2", 1),
            ("-difficulty + 10", 3),
            ("2 * -difficulty", -14),
            ("min(difficulty, 5) + max(Größe_2, 0)", 5),
            (" 3 ", 3),
        ];
        for (text, number) in expected {
            assert_eq!(value(text), number, "{text}");
        }
    }

    #[test]
    fn division_rounds_towards_zero_and_by_zero_gives_zero() {
        assert_eq!([value("difficulty / 2"), value("-difficulty / 2"), value("9 / 3 / 2")], [3, -3, 1]);
        let by_zero = Formula::new("5 + difficulty / (difficulty - 7)").evaluate(&|_| Some(7));
        assert_eq!(by_zero, FormulaValue { number: 5, divides_by_zero: true });
    }

    #[test]
    fn numbers_that_do_not_fit_become_the_nearest_that_do() {
        let most = "9223372036854775807";
        assert_eq!(value(&format!("{most} + 1")), i64::MAX);
        assert_eq!(value(&format!("-{most} - 2")), i64::MIN);
        assert_eq!(value(&format!("(-{most} - 1) / -1")), i64::MAX);
        assert_eq!(value(&format!("{most} * -2")), i64::MIN);
        assert_eq!(value(&format!("-(-{most} - 1)")), i64::MAX);
    }

    #[test]
    fn text_that_is_no_formula_has_a_reason() {
        let expected = [
            ("", FormulaError::Empty),
            ("difficulty *", FormulaError::Incomplete),
            ("(difficulty", FormulaError::Unclosed),
            ("min(difficulty)", FormulaError::Arguments("min")),
            ("max()", FormulaError::Arguments("max")),
            ("max(difficulty, )", FormulaError::Arguments("max")),
            ("max difficulty", FormulaError::Arguments("max")),
            ("min(1, 2, 3)", FormulaError::Arguments("min")),
            ("99999999999999999999", FormulaError::LargeNumber("99999999999999999999".to_owned())),
            ("1.5 * difficulty", FormulaError::Unexpected('.')),
            ("2difficulty", FormulaError::Unexpected('d')),
            ("difficulty difficulty", FormulaError::Unexpected('d')),
            ("difficulty)", FormulaError::Unexpected(')')),
            ("difficulty % 2", FormulaError::Unexpected('%')),
        ];
        for (text, error) in expected {
            assert_eq!(Formula::new(text).error(), Some(&error), "{text}");
        }
        assert_eq!(Formula::new(&"(".repeat(999)).error(), Some(&FormulaError::TooLong));
        assert_eq!(Formula::new(&"-".repeat(200)).error(), Some(&FormulaError::Incomplete));
    }

    #[test]
    fn variable_is_renamed_where_the_whole_word_is_its_name() {
        let renamed = Formula::new("size + map_size * size2 / (size)").with_renamed("size", "area");
        assert_eq!(renamed.text(), "area + map_size * size2 / (area)");
        assert_eq!(renamed.variables(), BTreeSet::from(["area", "map_size", "size2"]));
    }

    #[test]
    fn names_of_variables_are_words() {
        assert!(["difficulty", "map_size", "n2", "Größe"].into_iter().all(is_variable_name));
        assert!(!["", "2nd", "map size", "min", "max", "_a", "a-b"].into_iter().any(is_variable_name));
    }
}
