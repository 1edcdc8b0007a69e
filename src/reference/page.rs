//! The model of a page, and its text as Markdown and as JSON.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use crate::base::print_json;

/// Maximum length of a line of text in Markdown, in characters. Rows of tables may be longer.
const MOST_COLUMNS: usize = 120;

/// Titles of columns with sentences.
const PROSE: [&str; 4] = ["Meaning", "Cause", "Remedy", "Content"];

/// A page: a title, and sections with tables.
#[derive(Clone, Debug)]
pub struct ReferencePage {
    /// The name of the topic.
    pub topic: &'static str,
    /// The title.
    pub title: &'static str,
    /// The introduction, in Markdown.
    pub text: String,
    /// A whole file as an example, in RON.
    pub example: Option<&'static str>,
    /// `true` if a list of all sections follows the introduction.
    pub has_contents: bool,
    /// The sections, in order.
    pub sections: Vec<ReferenceSection>,
}

/// A section: a title, a text and a table.
#[derive(Clone, Debug)]
pub struct ReferenceSection {
    /// The title, unique in the page.
    pub title: String,
    /// The depth in the list of contents, from 0.
    pub depth: usize,
    /// The text above the table, in Markdown.
    pub text: String,
    /// The titles of the columns.
    pub columns: Vec<&'static str>,
    /// The rows, each with a cell for each column.
    pub rows: Vec<Vec<CellContent>>,
}

/// The content of a cell of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellContent {
    /// Nothing.
    Empty,
    /// A text in Markdown.
    Text(String),
    /// A text as files or commands have it.
    Code(String),
    /// A text, and the same text with links.
    Linked(String, String),
    /// Minimum and maximum of a number; a remark may follow.
    Range(i64, Option<i64>, Option<String>),
    /// Yes or no.
    Switch(bool),
}

impl CellContent {
    /// Returns a text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// Returns a text as files have it.
    pub fn code(text: impl Into<String>) -> Self {
        Self::Code(text.into())
    }

    /// Returns a text with links.
    pub fn linked(plain: impl Into<String>, linked: impl Into<String>) -> Self {
        Self::Linked(plain.into(), linked.into())
    }

    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Self::Empty)
    }

    /// Returns the content in Markdown, with links.
    pub fn inline(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Text(text) | Self::Linked(_, text) => text.clone(),
            Self::Code(code) if code.contains('`') => format!("`` {code} ``"),
            Self::Code(code) => format!("`{code}`"),
            Self::Range(least, most, remark) => {
                let range = match most {
                    Some(most) => format!("{} to {}", grouped(*least), grouped(*most)),
                    None if *least < 0 => "any".to_owned(),
                    None => format!("{least} or more"),
                };
                remark.as_ref().map_or(range.clone(), |remark| format!("{range}; {remark}"))
            }
            Self::Switch(true) => "yes".to_owned(),
            Self::Switch(false) => "no".to_owned(),
        }
    }

    fn markdown(&self) -> String {
        let text = self.inline();
        let words: Vec<&str> = text.split_whitespace().collect();
        words.join(" ").replace('|', "\\|")
    }

    /// Returns the content without links; `None` for nothing.
    pub(super) fn plain(&self) -> Option<String> {
        match self {
            Self::Empty => None,
            Self::Linked(plain, _) => Some(plain.clone()),
            other => Some(other.markdown()),
        }
    }

    fn json(&self) -> Value {
        match self {
            Self::Empty => Value::Null,
            Self::Text(text) | Self::Code(text) | Self::Linked(text, _) => json!(text),
            Self::Range(least, most, _) => json!({"least": least, "most": most}),
            Self::Switch(is_so) => json!(is_so),
        }
    }
}

/// Returns a number with a comma between groups of three digits.
fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if number < 0 { format!("-{text}") } else { text }
}

impl ReferenceSection {
    /// Returns a section without rows.
    pub fn new(title: impl Into<String>, columns: &[&'static str]) -> Self {
        Self { title: title.into(), depth: 0, text: String::new(), columns: columns.into(), rows: Vec::new() }
    }

    /// Returns `true` if a column has sentences, in contrast to names and values.
    pub fn is_prose(&self, column: usize) -> bool {
        self.columns.get(column).is_some_and(|title| PROSE.contains(title))
    }

    /// Returns the positions of columns in which any row has something.
    pub fn used_columns(&self) -> Vec<usize> {
        let is_used = |column: &usize| {
            self.rows.iter().any(|row| row.get(*column).is_some_and(|cell| !cell.is_empty()))
        };
        (0..self.columns.len()).filter(is_used).collect()
    }

    fn markdown(&self, text: &mut String) {
        let _ = write!(text, "\n## {}\n", self.title);
        if !self.text.is_empty() {
            let _ = write!(text, "\n{}\n", wrapped(&self.text));
        }
        let columns = self.used_columns();
        if columns.is_empty() {
            return;
        }
        let titles: Vec<&str> = columns.iter().filter_map(|at| self.columns.get(*at).copied()).collect();
        let _ = write!(text, "\n| {} |\n|{}\n", titles.join(" | "), " --- |".repeat(titles.len()));
        for row in &self.rows {
            let cells = columns.iter().filter_map(|at| row.get(*at).map(CellContent::markdown));
            let _ = writeln!(text, "| {} |", cells.collect::<Vec<_>>().join(" | "));
        }
    }

    /// Returns the section as Markdown, without the page around it.
    pub(super) fn text_alone(&self) -> String {
        let mut text = String::new();
        self.markdown(&mut text);
        text.trim_start().to_owned()
    }

    fn json(&self) -> Value {
        let row = |row: &Vec<CellContent>| {
            let cells = self.columns.iter().zip(row).filter(|(_, cell)| !cell.is_empty());
            let cells = cells.map(|(title, cell)| (title.to_lowercase(), cell.json()));
            Value::Object(cells.collect::<Map<_, _>>())
        };
        let rows: Vec<Value> = self.rows.iter().map(row).collect();
        json!({"title": self.title, "text": self.text, "rows": rows})
    }
}

impl ReferencePage {
    /// Adds a whole file as an example.
    #[must_use]
    pub fn with_example(mut self, example: &'static str) -> Self {
        self.example = Some(example);
        self
    }

    /// Returns the position of the section to which a link on this page leads.
    pub(super) fn section_behind(&self, target: &str) -> Option<usize> {
        let name = target.strip_prefix('#')?;
        self.sections.iter().position(|section| anchor(&section.title) == name)
    }

    /// Returns the page as Markdown.
    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n\n{}\n", self.title, wrapped(&self.text));
        if self.topic != "index" {
            let _ = write!(
                text,
                "\nThis page is printed by `delvewright reference {}`. [All pages](index.md)\n",
                self.topic
            );
        }
        if let Some(example) = self.example {
            let _ = write!(text, "\n```ron\n{example}```\n");
        }
        if self.has_contents {
            text.push('\n');
            for section in &self.sections {
                let indent = "  ".repeat(section.depth);
                let _ = writeln!(text, "{indent}- [{}](#{})", section.title, anchor(&section.title));
            }
        }
        self.sections.iter().for_each(|section| section.markdown(&mut text));
        text
    }

    /// Returns the page as JSON: sections with rows, a field for each column.
    pub fn json(&self) -> String {
        let sections: Vec<Value> = self.sections.iter().map(ReferenceSection::json).collect();
        let page = json!({
            "topic": self.topic,
            "title": self.title,
            "text": self.text,
            "example": self.example,
            "sections": sections,
        });
        print_json(&page, &[&[], &["sections"], &["sections", "*"], &["sections", "*", "rows"]])
    }
}

/// Returns a text with line breaks between the words of long lines. Code and tables stay as they are.
fn wrapped(text: &str) -> String {
    let mut lines = Vec::new();
    let mut is_code = false;
    for line in text.lines() {
        is_code ^= line.starts_with("```");
        let content = line.trim_start();
        let mut current = line[..line.len() - content.len()].to_owned();
        let indent = current.clone() + if content.starts_with("- ") { "  " } else { "" };
        if is_code || content.starts_with('|') {
            lines.push(line.to_owned());
            continue;
        }
        for (position, word) in content.split(' ').enumerate() {
            if position > 0 && current.chars().count() + 1 + word.chars().count() > MOST_COLUMNS {
                lines.push(std::mem::replace(&mut current, indent.clone()));
            } else if position > 0 {
                current.push(' ');
            }
            current.push_str(word);
        }
        lines.push(current);
    }
    lines.join("\n")
}

/// Returns the anchor that Markdown gives to a title.
pub(super) fn anchor(title: &str) -> String {
    let letters = title.to_lowercase();
    let kept = letters.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words_except_in_code_and_tables() {
        let words = ["word"; 30].join(" ");
        let half = ["word"; 24].join(" ");
        let rest = ["word"; 6].join(" ");
        assert_eq!(wrapped(&words), format!("{half}\n{rest}"));
        let item = format!("- {}\n  {}", ["word"; 23].join(" "), ["word"; 7].join(" "));
        assert_eq!(wrapped(&format!("- {words}")), item);
        let kept = format!("```ron\n{words}\n```\n| {words} |\n\nShort.");
        assert_eq!(wrapped(&kept), kept);
    }
}
