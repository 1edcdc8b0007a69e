//! The latest value of a stage, kept while its inputs stay the same.

use crate::base::Cancelled;

/// The last value of a stage, if it has made one. `K` is the input besides the value of the stage before.
#[derive(Debug)]
pub(super) struct StageCache<K, T> {
    made: Option<CachedValue<K, T>>,
    version: u64,
}

/// A value with its inputs.
#[derive(Debug)]
struct CachedValue<K, T> {
    /// The version of the value of the stage before.
    before: u64,
    key: K,
    value: T,
}

impl<K, T> Default for StageCache<K, T> {
    fn default() -> Self {
        Self { made: None, version: 0 }
    }
}

impl<K: Clone, T> StageCache<K, T> {
    /// Stores a value that was made elsewhere.
    pub fn put(&mut self, before: u64, key: &K, value: T) {
        self.version += 1;
        self.made = Some(CachedValue { before, key: key.clone(), value });
    }

    /// Returns the value with its version, which no other value of this slot has.
    ///
    /// The stored value is reused if it was made from the same version of the stage before,
    /// and from a key that this stage cannot distinguish. Otherwise `make` makes a new one.
    /// The old value is dropped first, so that memory holds one of them at a time.
    /// If the making is cancelled, the slot is empty.
    pub fn get(
        &mut self,
        before: u64,
        key: &K,
        is_same: impl FnOnce(&K, &K) -> bool,
        make: impl FnOnce() -> Result<T, Cancelled>,
    ) -> Result<(u64, &mut T), Cancelled> {
        let kept = self.made.take().filter(|made| made.before == before && is_same(&made.key, key));
        let value = match kept {
            Some(made) => made.value,
            None => {
                self.version += 1;
                make()?
            }
        };
        let made = self.made.insert(CachedValue { before, key: key.clone(), value });
        Ok((self.version, &mut made.value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn get(
        slot: &mut StageCache<u8, char>,
        (before, key): (u64, u8),
        made: Result<char, Cancelled>,
    ) -> Result<(u64, char), Cancelled> {
        slot.get(before, &key, u8::eq, || made).map(|(version, value)| (version, *value))
    }

    #[test]
    fn slot_makes_again_only_what_has_changed() {
        let mut slot = StageCache::default();
        assert_eq!(get(&mut slot, (0, 1), Ok('a')), Ok((1, 'a')));
        assert_eq!(get(&mut slot, (0, 1), Ok('b')), Ok((1, 'a')));
        assert_eq!(get(&mut slot, (7, 1), Ok('c')), Ok((2, 'c')));
        assert_eq!(get(&mut slot, (7, 2), Ok('d')), Ok((3, 'd')));
        assert_eq!(get(&mut slot, (7, 1), Ok('e')), Ok((4, 'e')));
    }

    #[test]
    fn slot_is_empty_after_a_cancelled_making() {
        let mut slot = StageCache::default();
        assert_eq!(get(&mut slot, (0, 1), Ok('a')), Ok((1, 'a')));
        assert_eq!(get(&mut slot, (0, 2), Err(Cancelled)), Err(Cancelled));
        assert_eq!(get(&mut slot, (0, 1), Ok('b')), Ok((3, 'b')));
    }
}
