//! Similar names: misspelt ones, and those that look the same but have other characters.
//!
//! An é is one character or an e with an accent, and a Cyrillic о looks like a Latin one (Unicode Technical
//! Standard 39).

use std::cell::Cell;

use unicode_security::skeleton;

/// Maximum length of names that are compared letter by letter, which takes quadratic time.
const LONGEST_COMPARED: usize = 200;

/// Maximum number of pairs of characters compared for all unknown names of one check together.
const MOST_WORK: usize = 5_000_000;

/// Maximum number of different characters that a hint names.
const MOST_CODE_POINTS: usize = 4;

/// Finds the names that were meant by several unknown ones.
///
/// The work for all of them together is limited: the last ones may get no answer.
#[derive(Debug)]
pub struct Suggester {
    work_left: Cell<usize>,
}

impl Default for Suggester {
    fn default() -> Self {
        Self { work_left: Cell::new(MOST_WORK) }
    }
}

impl Suggester {
    /// Returns a suggester with a share of the usual work, which decreases with the number of others.
    pub fn after(others: usize) -> Self {
        Self { work_left: Cell::new(MOST_WORK / (1 + others)) }
    }

    /// Returns the known name that is most similar to the unknown one, if any is similar; never that very
    /// name.
    pub fn nearest<'a>(&self, unknown: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
        if unknown.len() > LONGEST_COMPARED {
            return None;
        }
        let folded = unknown.to_lowercase();
        let length = folded.chars().count();
        let may_be_meant = |name: &&str| {
            let count = name.chars().count();
            *name != unknown && count.abs_diff(length) <= 2 + count / 4
        };
        known
            .into_iter()
            .take_while(|_| self.spend(1))
            .filter(|name| name.len() <= LONGEST_COMPARED && may_be_meant(name))
            .take_while(|name| self.spend((1 + length) * (1 + name.len())))
            .map(|name| (distance(unknown, &folded, name), name))
            .filter(|(distance, name)| *distance <= 1 + name.chars().count() / 4)
            .min()
            .map(|(_, name)| name)
    }

    /// Takes work from the limit. Returns `false` if not enough was left.
    fn spend(&self, work: usize) -> bool {
        let left = self.work_left.get().checked_sub(work);
        self.work_left.set(left.unwrap_or(0));
        left.is_some()
    }
}

/// Returns the known name that is most similar to the unknown one, if any is similar; never that very name.
pub fn nearest<'a>(unknown: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    Suggester::default().nearest(unknown, known)
}

/// Returns "Did you mean …?" with the known name that is most similar to the unknown one, if any is similar.
///
/// For two names that look the same, it adds the characters by which they differ.
pub fn did_you_mean<'a>(unknown: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(unknown, known).map(|name| hint_at(name, unknown))
}

/// Returns the hint for a name that was found already.
pub fn hint_at(name: &str, unknown: &str) -> String {
    let hint = format!("Did you mean \"{name}\"?");
    match difference_of_lookalikes(name, unknown) {
        Some((there, here)) => format!("{hint} It looks the same, but has {there} in place of {here}."),
        None => hint,
    }
}

/// Returns the differing characters of two different names that look the same, as code points.
pub fn difference_of_lookalikes(one: &str, other: &str) -> Option<(String, String)> {
    let is_readable = |name: &str| name.len() <= LONGEST_COMPARED;
    let are_plain = one.is_ascii() && other.is_ascii();
    if one == other
        || are_plain
        || !is_readable(one)
        || !is_readable(other)
        || appearance(one) != appearance(other)
    {
        return None;
    }
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let shorter = one.len().min(other.len());
    let same = |pairs: &mut dyn Iterator<Item = (&char, &char)>| pairs.take_while(|(a, b)| a == b).count();
    let first = same(&mut one.iter().zip(&other));
    let last = same(&mut one.iter().rev().zip(other.iter().rev())).min(shorter - first);
    let middle = |name: &[char]| code_points(name.get(first..name.len() - last).unwrap_or_default());
    Some((middle(&one), middle(&other)))
}

/// Returns a key that is equal for all names that look the same.
pub fn appearance(name: &str) -> String {
    skeleton(name).collect()
}

/// Returns the number of letters that differ; 0 if both look the same to people.
fn distance(unknown: &str, folded: &str, name: &str) -> usize {
    if !(unknown.is_ascii() && name.is_ascii()) && appearance(unknown) == appearance(name) {
        return 0;
    }
    strsim::damerau_levenshtein(folded, &name.to_lowercase())
}

/// Returns "U+0065 U+0301".
fn code_points(characters: &[char]) -> String {
    if characters.is_empty() {
        return "nothing".to_owned();
    }
    let codes = characters.iter().take(MOST_CODE_POINTS).map(|one| format!("U+{:04X}", u32::from(*one)));
    let more = if characters.len() > MOST_CODE_POINTS { " …" } else { "" };
    codes.collect::<Vec<_>>().join(" ") + more
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn did_you_mean_finds_the_nearest_name_or_none() {
        let known = ["Hollow", "Hall", "Gate"];
        assert_eq!(did_you_mean("hollow", known).as_deref(), Some("Did you mean \"Hollow\"?"));
        assert_eq!(did_you_mean("Hllow", known).as_deref(), Some("Did you mean \"Hollow\"?"));
        assert_eq!(did_you_mean("Treasury", known), None);
    }

    #[test]
    fn did_you_mean_never_offers_the_same_name() {
        assert_eq!(did_you_mean("Gate", ["Gate"]), None);
        assert_eq!(did_you_mean("Gate", ["Gate", "Gates"]).as_deref(), Some("Did you mean \"Gates\"?"));
    }

    #[test]
    fn names_that_look_the_same_are_distinguished_by_their_characters() {
        let hint = did_you_mean("Caf\u{e9}", ["Caf\u{65}\u{301}"]);
        let expected =
            "Did you mean \"Cafe\u{301}\"? It looks the same, but has U+0065 U+0301 in place of U+00E9.";
        assert_eq!(hint.as_deref(), Some(expected));
        let cyrillic = difference_of_lookalikes("G\u{430}te", "Gate");
        assert_eq!(cyrillic, Some(("U+0430".to_owned(), "U+0061".to_owned())));
        let many = difference_of_lookalikes(
            "\u{c4}\u{d6}\u{dc}\u{e4}\u{f6}",
            "A\u{308}O\u{308}U\u{308}a\u{308}o\u{308}",
        );
        let (composed, taken_apart) = many.expect("they look the same");
        assert_eq!(composed, "U+00C4 U+00D6 U+00DC U+00E4 …");
        assert_eq!(taken_apart, "U+0041 U+0308 U+004F U+0308 …");
        for (one, other) in [("Gate", "Gate"), ("Gate", "Gats"), ("Hal1", "Hall"), ("caf\u{e9}", "cafe")] {
            assert_eq!(difference_of_lookalikes(one, other), None, "{one} {other}");
        }
    }

    #[test]
    fn the_work_for_many_unknown_names_is_limited() {
        let known: Vec<String> = (0..1000).map(|number| format!("Hall {number:04}")).collect();
        let suggester = Suggester::default();
        let asked = || suggester.nearest("Hal 0500", known.iter().map(String::as_str));
        let answers = (0..1000).filter(|_| asked() == Some("Hall 0500")).count();
        assert!((1..100).contains(&answers), "{answers}");
        assert_eq!((asked(), suggester.work_left.get()), (None, 0));
    }

    #[test]
    fn names_of_a_megabyte_are_not_compared() {
        let long = "x".repeat(1_000_000);
        assert_eq!(did_you_mean(&long, [long.replace('x', "y").as_str(), "x"]), None);
        assert_eq!(did_you_mean("x", [long.as_str()]), None);
    }
}
