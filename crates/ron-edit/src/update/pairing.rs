//! Pairs the items of a changed list with its old ones.

use std::collections::{BTreeMap, VecDeque};

/// The identity of a list item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    /// A key or name, if the item has one.
    pub(super) key: Option<String>,
    /// The rest of the item.
    pub(super) content: String,
}

/// Returns for each new item its old one, if it has one.
///
/// Pairs are made in this order: equal items, wherever they are; items of the same name;
/// items that differ only in the name; items without a name between the same neighbours.
pub(super) fn pair_items(old: &[Identity], new: &[Identity]) -> Vec<Option<usize>> {
    let mut pairs = Pairs { found: vec![None; new.len()], is_free: vec![true; old.len()] };
    let shortest = old.len().min(new.len());
    let same_at_front = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let at_back = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new);
    let same_at_back = at_back.take(shortest - same_at_front).count();
    for index in 0..same_at_front {
        pairs.join(index, index);
    }
    for from_back in 1..=same_at_back {
        pairs.join(old.len() - from_back, new.len() - from_back);
    }
    pairs.join_by(old, new, |item| Some((item.key.as_deref(), Some(item.content.as_str()))));
    pairs.join_by(old, new, |item| Some((Some(item.key.as_deref()?), None)));
    pairs.join_by(old, new, |item| Some((item.key.as_ref().and(None), Some(item.content.as_str()))));
    pairs.join_neighbours(old, new);
    pairs.found
}

/// The common properties of a pair.
type PairingKey<'i> = (Option<&'i str>, Option<&'i str>);

struct Pairs {
    found: Vec<Option<usize>>,
    is_free: Vec<bool>,
}

impl Pairs {
    fn join(&mut self, old: usize, new: usize) {
        self.found[new] = Some(old);
        self.is_free[old] = false;
    }

    /// Pairs items with the same mark, in order.
    fn join_by<'i>(
        &mut self,
        old: &'i [Identity],
        new: &'i [Identity],
        mark: impl Fn(&'i Identity) -> Option<PairingKey<'i>>,
    ) {
        let mut free: BTreeMap<PairingKey<'_>, VecDeque<usize>> = BTreeMap::new();
        for (index, item) in old.iter().enumerate().filter(|&(index, _)| self.is_free[index]) {
            if let Some(mark) = mark(item) {
                free.entry(mark).or_default().push_back(index);
            }
        }
        for (index, item) in new.iter().enumerate() {
            if self.found[index].is_none()
                && let Some(old) =
                    mark(item).and_then(|mark| free.get_mut(&mark)).and_then(VecDeque::pop_front)
            {
                self.join(old, index);
            }
        }
    }

    /// Pairs items without a name with those that follow the old neighbour.
    fn join_neighbours(&mut self, old: &[Identity], new: &[Identity]) {
        for (index, item) in new.iter().enumerate() {
            let before = index.checked_sub(1).map(|before| self.found[before]);
            let candidate = match before {
                None => 0,
                Some(Some(before)) => before + 1,
                Some(None) => continue,
            };
            let is_nameless = |item: &Identity| item.key.is_none();
            if self.found[index].is_none()
                && is_nameless(item)
                && old.get(candidate).is_some_and(is_nameless)
                && self.is_free[candidate]
            {
                self.join(candidate, index);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs items in text: `A1` has the name A and the content 1; `.1` has no name.
    fn pairs(old: &str, new: &str) -> Vec<Option<usize>> {
        let items = |text: &str| -> Vec<Identity> {
            let words = text.split_whitespace().map(|word| word.split_at(1));
            let key = |name: &str| (name != ".").then(|| name.to_owned());
            words.map(|(name, rest)| Identity { key: key(name), content: rest.to_owned() }).collect()
        };
        pair_items(&items(old), &items(new))
    }

    #[test]
    fn equal_items_keep_their_order_and_are_found_where_they_were_moved() {
        assert_eq!(pairs("A1 B2 C3", "C3 A1 B2"), [Some(2), Some(0), Some(1)]);
        assert_eq!(pairs(".1 .2 .1", ".2 .1"), [Some(1), Some(2)]);
        assert_eq!(pairs(".1 .1", ".1 .1 .1"), [Some(0), Some(1), None]);
    }

    #[test]
    fn changed_items_are_found_by_their_names_and_renamed_ones_by_the_rest() {
        assert_eq!(pairs("A1 B2 C3", "A1 C9 B2"), [Some(0), Some(2), Some(1)]);
        assert_eq!(pairs("A1 B2 C3", "A1 X2 C3"), [Some(0), Some(1), Some(2)]);
        assert_eq!(pairs("A1 B2 C3", "A1 X9 C3"), [Some(0), None, Some(2)]);
    }

    #[test]
    fn nameless_items_are_found_between_their_neighbours() {
        assert_eq!(pairs(".1 .2 .3", ".1 .9 .3"), [Some(0), Some(1), Some(2)]);
        assert_eq!(pairs(".1 .3", ".1 .9 .3"), [Some(0), None, Some(1)]);
    }
}
