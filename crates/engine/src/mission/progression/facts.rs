//! Sets of facts about a walker, as bits. Combined sets must have the same capacity.

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FactSet(Vec<u64>);

impl FactSet {
    /// Returns a set without any number below `room`.
    pub(super) fn empty(room: usize) -> Self {
        Self(vec![0; room.div_ceil(64)])
    }

    /// Returns a set of all numbers below `room`, rounded up to whole words.
    pub(super) fn full(room: usize) -> Self {
        Self(vec![u64::MAX; room.div_ceil(64)])
    }

    pub(super) fn insert(&mut self, number: usize) {
        if let Some(word) = self.0.get_mut(number / 64) {
            *word |= 1 << (number % 64);
        }
    }

    pub(super) fn contains(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Adds the numbers of the other set. Returns `true` if the set grew.
    pub(super) fn add(&mut self, other: &Self) -> bool {
        self.change(other, |one, other| one | other)
    }

    /// Removes the numbers that are not in the other set. Returns `true` if the set shrank.
    pub(super) fn keep(&mut self, other: &Self) -> bool {
        self.change(other, |one, other| one & other)
    }

    fn change(&mut self, other: &Self, combine: impl Fn(u64, u64) -> u64) -> bool {
        let mut changed = false;
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            let new = combine(*word, *other);
            changed |= new != *word;
            *word = new;
        }
        changed
    }
}
