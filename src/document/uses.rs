//! Finds the uses of a symbol.

use super::{Content, Location, Symbol, names_in_use};

/// A place where a symbol is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// Location of the use.
    pub place: Location,
    /// Number of uses there.
    pub count: usize,
}

/// Returns all uses of a symbol outside the alphabet, in the start, rules, the recipe and rooms, with each
/// place once.
pub fn uses_of(content: &Content, symbol: &Symbol) -> Vec<Use> {
    let is_node = matches!(symbol, Symbol::Node(_));
    let mut found: Vec<Use> = Vec::new();
    for (place, name) in names_in_use(content, is_node) {
        if name != symbol.name() {
            continue;
        }
        match found.last_mut().filter(|last| last.place == place) {
            Some(last) => last.count += 1,
            None => found.push(Use { place, count: 1 }),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::test_project::content;

    #[test]
    fn uses_are_found_in_every_part_of_a_project() {
        let places = |symbol| {
            uses_of(&content(), &symbol).into_iter().map(|used| (used.place, used.count)).collect::<Vec<_>>()
        };
        let step = || Location::Step(vec![2, 0, 0]);
        assert_eq!(
            places(Symbol::Node("Hollow".into())),
            [
                (Location::Start, 1),
                (Location::Rule(0), 3),
                (Location::Rule(1), 1),
                (step(), 1),
                (Location::Room(0, 0), 1)
            ]
        );
        assert_eq!(
            places(Symbol::Edge("path".into())),
            [(Location::Start, 1), (Location::Rule(0), 4), (Location::Rule(1), 3), (step(), 1)]
        );
        assert_eq!(places(Symbol::Node("None".into())), []);
    }
}
