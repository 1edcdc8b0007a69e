//! Helpers for texts: capital letters, counted nouns, and lists of names.

use std::fmt::Display;

/// Returns the text with its first letter in upper case.
pub fn with_capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns the text with its first letter in lower case.
pub fn with_small_letter(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// Returns a number with its noun, whose plural ends in *s*: "1 rule", "2 rules".
pub fn counted(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

/// Returns a number with a noun that is given in the plural: "1 node", "2 nodes", "1 turn of the recipe".
pub fn counted_plural(count: u64, plural: &str) -> String {
    let (noun, rest) = plural.split_at(plural.find(' ').unwrap_or(plural.len()));
    let one = match noun.strip_suffix("ies").map(|stem| format!("{stem}y")) {
        Some(one) => one,
        None => noun
            .strip_suffix("ches")
            .map(|stem| format!("{stem}ch"))
            .unwrap_or_else(|| noun.trim_end_matches('s').to_owned()),
    };
    if count == 1 { format!("1 {one}{rest}") } else { format!("{count} {plural}") }
}

/// Returns a number of repetitions: "once", "2 times".
pub fn times<N: Display + PartialEq + From<u8>>(count: N) -> String {
    if count == N::from(1) { "once".to_owned() } else { format!("{count} times") }
}

/// Joins names in words, the last after a conjunction: "a", "a and b", "a, b and c".
pub fn listed<T: AsRef<str>>(names: &[T], conjunction: &str) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.as_slice() {
        [others @ .., last] if !others.is_empty() => format!("{} {conjunction} {last}", others.join(", ")),
        _ => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_letter_changes() {
        assert_eq!(with_capital("wall Percent"), "Wall Percent");
        assert_eq!(with_small_letter("Wall Percent"), "wall Percent");
        assert_eq!(with_capital(""), "");
    }

    #[test]
    fn only_one_is_in_the_singular() {
        assert_eq!([0, 1, 2].map(|count| counted(count, "room")), ["0 rooms", "1 room", "2 rooms"]);
    }

    #[test]
    fn plurals_become_singulars_for_one() {
        let names = ["nodes", "entities", "matches", "turns of the recipe", "bytes of memory"];
        let expected = ["1 node", "1 entity", "1 match", "1 turn of the recipe", "1 byte of memory"];
        assert_eq!(names.map(|name| counted_plural(1, name)), expected);
        assert_eq!(counted_plural(0, "matches"), "0 matches");
    }

    #[test]
    fn last_name_stands_behind_the_conjunction() {
        let all = ["a", "b", "c"];
        let lists = [0, 1, 2, 3].map(|count| listed(&all[..count], "and"));
        assert_eq!(lists, ["", "a", "a and b", "a, b and c"]);
    }
}
