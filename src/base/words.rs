//! Words that texts are put together from: capital letters, and nouns with their numbers.

/// The text with a capital letter at the beginning.
pub fn with_capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The text with a small letter at the beginning.
pub fn with_small_letter(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// A number with its noun, whose plural ends in *s*: "1 rule", "2 rules".
pub fn counted(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
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
}
