//! Merge conflicts that a version control system left in a file.
//!
//! Input: a text. Output: one mistake for each conflict, and the text of one side, so that the rest can be
//! read.
//! Lines keep their numbers, and everything after a conflict keeps its byte offset.
//! Git, Mercurial and Subversion all mark a conflict by four lines, of which the second may be absent:
//!
//! ```text
//! <<<<<<< HEAD            <<<<<<< .mine
//!     one side                one side
//! ||||||| 5f1a2b          ||||||| .r41
//!     what both had           what both had
//! =======                 =======
//!     the other side          the other side
//! >>>>>>> wider/gaps      >>>>>>> .r42
//! ```

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::mistake::{Mistake, Position};

/// The code of a conflict that was not resolved.
pub const CODE: &str = "merge-conflict";

/// The length of the shortest marker, in characters. A repository may use longer ones.
const SHORTEST_MARKER: usize = 7;

/// The lines of all conflicts of a text, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conflicts(Vec<RangeInclusive<u32>>);

impl Conflicts {
    /// Returns `true` if the position is within a conflict.
    pub fn contain(&self, at: Position) -> bool {
        let next = self.0.partition_point(|lines| *lines.end() < at.line);
        self.0.get(next).is_some_and(|lines| lines.contains(&at.line))
    }

    /// Returns the mistakes: one at the first line of each conflict.
    pub fn mistakes(&self) -> impl Iterator<Item = Mistake> {
        self.0.iter().map(|lines| mistake(Position { line: *lines.start(), column: 1 }))
    }
}

/// A line of a text that marks a part of a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marker {
    sign: char,
    length: usize,
}

impl Marker {
    /// Reads a line, from its beginning.
    pub fn of(line: &str) -> Option<Self> {
        let sign = line.chars().next().filter(|sign| matches!(sign, '<' | '|' | '=' | '>'))?;
        let rest = line.trim_start_matches(sign);
        let length = line.len() - rest.len();
        let ends = rest.is_empty() || rest.starts_with(char::is_whitespace);
        (length >= SHORTEST_MARKER && ends).then_some(Self { sign, length })
    }

    /// Returns `true` if this marker ends a conflict.
    pub fn is_last(self) -> bool {
        self.sign == '>'
    }

    fn is(self, sign: char, first: Self) -> bool {
        self.sign == sign && self.length == first.length
    }
}

/// Returns the mistake for a conflict that starts at a position.
pub fn mistake(at: Position) -> Mistake {
    let found = Mistake::new(CODE, "An unresolved merge conflict starts here.");
    let hint = "Keep the lines of one side, and delete the lines that start with <<<<<<<, |||||||, ======= and >>>>>>>.";
    Mistake { position: Some(at), ..found.hint(hint) }
}

/// Finds all whole conflicts of a text, and blanks everything in them except the lines of the first side.
pub fn without_conflicts(text: &str) -> (Cow<'_, str>, Conflicts) {
    let mut conflicts = Conflicts::default();
    if !text.contains("<<<<<<<") {
        return (Cow::Borrowed(text), conflicts);
    }
    let lines: Vec<&str> = split_lines(text).collect();
    let mut plain = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let Some(conflict) = Conflict::at(&lines, at) else {
            plain.push_str(line);
            at += 1;
            continue;
        };
        for (number, line) in lines.iter().enumerate().take(conflict.last + 1).skip(at) {
            if number > at && number < conflict.first_side_end {
                plain.push_str(line);
            } else {
                plain.extend(line.chars().flat_map(blank));
            }
        }
        let number = |index: usize| u32::try_from(index + 1).unwrap_or(u32::MAX);
        conflicts.0.push(number(at)..=number(conflict.last));
        at = conflict.last + 1;
    }
    if conflicts.0.is_empty() { (Cow::Borrowed(text), conflicts) } else { (Cow::Owned(plain), conflicts) }
}

/// A conflict, by the numbers of its lines from 0.
struct Conflict {
    /// The line after those of the first side.
    first_side_end: usize,
    last: usize,
}

impl Conflict {
    /// Reads the conflict that begins at a line; `None` if one of its markers is absent.
    fn at(lines: &[&str], first: usize) -> Option<Self> {
        let marker = |index: usize| Marker::of(lines.get(index)?.trim_start_matches('\u{feff}'));
        let opening = marker(first).filter(|opening| opening.sign == '<')?;
        let next = |from: usize, signs: &[char]| {
            (from..lines.len()).find(|index| {
                marker(*index).is_some_and(|found| signs.iter().any(|sign| found.is(*sign, opening)))
            })
        };
        let first_side_end = next(first + 1, &['|', '=', '<', '>'])?;
        let is = |index: usize, sign| marker(index).is_some_and(|found| found.is(sign, opening));
        let middle = if is(first_side_end, '|') {
            next(first_side_end + 1, &['=', '<', '>'])?
        } else {
            first_side_end
        };
        let last = next(middle + 1, &['<', '>'])?;
        (is(middle, '=') && is(last, '>')).then_some(Self { first_side_end, last })
    }
}

/// Returns the lines of a text, including their ends: `\n`, `\r\n` or `\r`, as the lexer counts them.
fn split_lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = rest.find(['\n', '\r']).map_or(rest.len(), |end| {
            end + if rest.get(end..).is_some_and(|end| end.starts_with("\r\n")) { 2 } else { 1 }
        });
        let (line, after) = rest.split_at(end);
        rest = after;
        (!line.is_empty()).then_some(line)
    })
}

/// Returns as many blanks as the character has bytes; line ends and a byte order mark stay.
fn blank(character: char) -> impl Iterator<Item = char> {
    let (blank, count) = match character {
        '\n' | '\r' | '\u{feff}' => (character, 1),
        _ => (' ', character.len_utf8()),
    };
    std::iter::repeat_n(blank, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blanked(text: &str) -> (String, Vec<RangeInclusive<u32>>) {
        let (plain, conflicts) = without_conflicts(text);
        assert_eq!(plain.len(), text.len());
        let lines = plain.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        (lines, conflicts.0)
    }

    #[test]
    fn the_first_side_of_each_conflict_stays_where_it_was() {
        let git = "a\n<<<<<<< HEAD\nb\n=======\nç\n>>>>>>> x/y\nd\n";
        assert_eq!(blanked(git), ("a\n\nb\n\n\n\nd".to_owned(), vec![2..=6]));
        let diff3 = git.replace("=======\n", "||||||| 1a2b\nold\n=======\n");
        assert_eq!(blanked(&diff3), ("a\n\nb\n\n\n\n\n\nd".to_owned(), vec![2..=8]));
        let two = "<<<<<<< .mine\r\nb\r\n=======\r\n>>>>>>> .r2\r\n".repeat(2);
        assert_eq!(blanked(&two).1, [1..=4, 5..=8]);
        let nested = "<<<<<<< a\nb\n||||||| c\n<<<<<<<<< d\n=========\n>>>>>>>>> e\n=======\nf\n>>>>>>> g\n";
        assert_eq!(blanked(nested).1, [1..=9]);
    }

    #[test]
    fn what_is_no_whole_conflict_stays() {
        for text in [
            "<<<<<<< a\nb\n",
            "=======\n>>>>>>> a\n",
            "  <<<<<<< a\n=======\n>>>>>>> b\n",
            "<<<<<<<a\n=======\n>>>>>>> b",
        ] {
            assert_eq!(without_conflicts(text), (Cow::Borrowed(text), Conflicts::default()), "{text}");
        }
    }
}
