//! Names for LDtk: valid identifiers, and iids that stay the same when a level is exported again.

use std::collections::BTreeSet;

use uuid::Uuid;

use crate::level::Level;

/// Maximum length of an identifier; longer names are cut.
const MOST_CHARS: usize = 60;

/// Joins the letters and digits of a name by `_`, to match `^[A-Za-z_][A-Za-z0-9_]*$`. Returns `otherwise` if
/// there are none.
pub(super) fn identifier(name: &str, otherwise: &str) -> String {
    let words = name.split(|character: char| !character.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let mut identifier = words.join("_");
    identifier.truncate(MOST_CHARS);
    identifier.truncate(identifier.trim_end_matches('_').len());
    match identifier.chars().next() {
        None => otherwise.to_owned(),
        Some(first) if first.is_ascii_digit() => format!("_{identifier}"),
        Some(_) => identifier,
    }
}

/// Returns the identifier with a capital letter, as LDtk requires for layers, entities and levels.
pub(super) fn capitalised(name: &str, otherwise: &str) -> String {
    let mut identifier = identifier(name, otherwise);
    if let Some(first) = identifier.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    identifier
}

/// Hands out each name only once.
#[derive(Default)]
pub(super) struct Unique(BTreeSet<String>);

impl Unique {
    pub fn with(names: impl IntoIterator<Item = &'static str>) -> Self {
        Self(names.into_iter().map(ToOwned::to_owned).collect())
    }

    /// Returns the name if it is free, otherwise `name_2`, `name_3` and so on.
    pub fn take(&mut self, name: String) -> String {
        let others = (2_u64..).map(|number| format!("{name}_{number}"));
        let free = std::iter::once(name.clone()).chain(others).find(|name| !self.0.contains(name));
        let free = free.expect("there are more numbers than names");
        self.0.insert(free.clone());
        free
    }

    pub fn contains(&self, name: &str) -> bool {
        self.0.contains(name)
    }
}

/// Iids of a level: version 5 UUIDs of the grammar's name, the seed and the name of the element.
pub(super) struct Iids {
    of_level: Uuid,
    used: Unique,
}

impl Iids {
    pub fn new(level: &Level) -> Self {
        let program = Uuid::new_v5(&Uuid::NAMESPACE_URL, b"delvewright:level");
        let of_grammar = Uuid::new_v5(&program, level.grammar.as_bytes());
        let of_level = Uuid::new_v5(&of_grammar, level.seed.to_string().as_bytes());
        Self { of_level, used: Unique::default() }
    }

    /// Returns the iid of an element, for example `place_3`.
    pub fn of(&mut self, element: String) -> String {
        let element = self.used.take(element);
        Uuid::new_v5(&self.of_level, element.as_bytes()).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_hold_letters_digits_and_single_underscores() {
        let cases = [
            ("Key", "Key"),
            ("guard  room", "Guard_room"),
            ("3 rooms", "_3_rooms"),
            ("__a__b__", "A_b"),
            ("Schlüssel", "Schl_ssel"),
            ("鍵", "Entity"),
            ("", "Entity"),
        ];
        for (name, expected) in cases {
            assert_eq!(capitalised(name, "Entity"), expected);
        }
        assert_eq!(identifier(&"ab ".repeat(100), "").len(), 59);
    }

    #[test]
    fn name_that_is_taken_gets_a_number() {
        let mut names = Unique::with(["Key"]);
        assert_eq!([names.take("Key".into()), names.take("Key".into())], ["Key_2", "Key_3"]);
    }
}
