//! Sets of small numbers, as bits.

/// A set of numbers below its capacity. Sets that are compared or combined have the same capacity.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NumberSet(Vec<u64>);

impl NumberSet {
    /// Returns the empty set of numbers below `room`.
    pub(super) fn with_room(room: usize) -> Self {
        Self(vec![0; room.div_ceil(64)])
    }

    /// Returns the set of all numbers below `room`.
    pub(super) fn full(room: usize) -> Self {
        let mut set = Self(vec![u64::MAX; room.div_ceil(64)]);
        if let Some(last) = set.0.last_mut().filter(|_| !room.is_multiple_of(64)) {
            *last = (1 << (room % 64)) - 1;
        }
        set
    }

    pub(super) fn of(room: usize, numbers: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Self::with_room(room);
        for number in numbers {
            set.insert(number);
        }
        set
    }

    pub(super) fn contains(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Adds a number. Returns `true` if it was absent. A number beyond the capacity is ignored.
    pub(super) fn insert(&mut self, number: usize) -> bool {
        let Some(word) = self.0.get_mut(number / 64) else { return false };
        let before = *word;
        *word |= 1 << (number % 64);
        before != *word
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the number of common elements.
    pub(super) fn common(&self, other: &Self) -> usize {
        self.0.iter().zip(&other.0).map(|(one, other)| (one & other).count_ones() as usize).sum()
    }

    pub(super) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }

    pub(super) fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(one, other)| one & !other == 0)
    }

    /// Adds the other set. Returns `true` if this set grew.
    pub(super) fn add(&mut self, other: &Self) -> bool {
        self.change(other, |one, other| one | other)
    }

    /// Keeps the elements that are in the other set too. Returns `true` if this set shrank.
    pub(super) fn keep(&mut self, other: &Self) -> bool {
        self.change(other, |one, other| one & other)
    }

    /// Removes the elements of the other set. Returns `true` if this set shrank.
    pub(super) fn remove(&mut self, other: &Self) -> bool {
        self.change(other, |one, other| one & !other)
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

    /// Returns the elements, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(index, word)| {
            let rest = |word: &u64| Some(word & (word - 1)).filter(|word| *word != 0);
            std::iter::successors(Some(*word).filter(|word| *word != 0), rest)
                .map(move |word| index * 64 + word.trailing_zeros() as usize)
        })
    }
}
