//! The symbols that fit an element of a pattern.

use smallvec::SmallVec;

use crate::mission::{EdgeSymbolId, NodeSymbolId};

/// A symbol's id, which is its position in the alphabet.
pub(crate) trait SymbolId: Copy + Ord {
    fn position(self) -> usize;
}

impl SymbolId for NodeSymbolId {
    fn position(self) -> usize {
        usize::from(self.0)
    }
}

impl SymbolId for EdgeSymbolId {
    fn position(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of symbols that fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fits<Id> {
    /// The first 64 symbols as bits, because this is tested at every link.
    first: u64,
    /// The symbols that fit, sorted, without duplicates; `None` if any symbol does.
    named: Option<SmallVec<[Id; 4]>>,
}

impl<Id: SymbolId> Fits<Id> {
    /// Any symbol.
    pub const ANY: Self = Self { first: u64::MAX, named: None };

    /// Returns a set of these symbols.
    pub fn one_of(symbols: impl IntoIterator<Item = Id>) -> Self {
        let mut named: SmallVec<[Id; 4]> = symbols.into_iter().collect();
        named.sort_unstable();
        named.dedup();
        let first = named.iter().filter(|symbol| symbol.position() < 64);
        Self { first: first.fold(0, |bits, symbol| bits | 1 << symbol.position()), named: Some(named) }
    }

    /// Returns the union of these sets.
    pub fn any_of<'a>(all: impl IntoIterator<Item = &'a Self>) -> Self
    where
        Id: 'a,
    {
        let named: Option<Vec<&[Id]>> = all.into_iter().map(Self::named).collect();
        named.map_or(Self::ANY, |named| Self::one_of(named.into_iter().flatten().copied()))
    }

    #[inline]
    pub fn contains(&self, symbol: Id) -> bool {
        match symbol.position() {
            position @ 0..64 => self.first >> position & 1 != 0,
            _ => self.names(symbol),
        }
    }

    /// Tests symbols beyond the first 64. It is a separate function to keep the inner loops small.
    #[cold]
    #[inline(never)]
    fn names(&self, symbol: Id) -> bool {
        self.named.as_ref().is_none_or(|named| named.binary_search(&symbol).is_ok())
    }

    /// Returns which of the first 64 symbols fit, as bits.
    #[inline]
    pub fn first(&self) -> u64 {
        self.first
    }

    /// Returns the symbols that fit, ascending; `None` if any symbol does.
    pub fn named(&self) -> Option<&[Id]> {
        self.named.as_deref()
    }

    /// Returns the symbol that fits, if there is only one.
    pub fn only(&self) -> Option<Id> {
        match self.named()? {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// Returns `true` if no symbol can fit both.
    pub fn is_apart_from(&self, other: &Self) -> bool {
        match (self.named(), other.named()) {
            (Some(symbols), Some(_)) => !symbols.iter().any(|symbol| other.contains(*symbol)),
            _ => false,
        }
    }

    /// Returns `true` if everything that fits the other fits this.
    pub fn covers(&self, other: &Self) -> bool {
        match (self.named(), other.named()) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(_), Some(symbols)) => symbols.iter().all(|symbol| self.contains(*symbol)),
        }
    }

    /// Returns the positions of the symbols that fit, in an alphabet of `count` symbols.
    pub fn positions(&self, count: usize) -> impl Iterator<Item = usize> {
        let (all, some) = self.named().map_or((0..count, [].as_slice()), |named| (0..0, named));
        all.chain(some.iter().map(|symbol| symbol.position()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fits_contain_what_was_named_in_small_and_large_alphabets() {
        let named = [3, 63, 64, 200];
        let fits = Fits::one_of(named.map(NodeSymbolId));
        for symbol in 0..300 {
            assert_eq!(fits.contains(NodeSymbolId(symbol)), named.contains(&symbol), "{symbol}");
            assert!(Fits::ANY.contains(NodeSymbolId(symbol)));
        }
        assert_eq!(fits.positions(300).collect::<Vec<_>>(), named.map(usize::from));
        assert_eq!(Fits::<NodeSymbolId>::ANY.positions(3).collect::<Vec<_>>(), [0, 1, 2]);
        assert!(!Fits::one_of([]).contains(NodeSymbolId(0)));
    }

    #[test]
    fn fits_are_compared_by_what_they_contain() {
        let fits = |symbols: &[u16]| Fits::one_of(symbols.iter().copied().map(EdgeSymbolId));
        assert!(fits(&[1, 70]).covers(&fits(&[70])) && !fits(&[1, 70]).covers(&fits(&[71])));
        assert!(Fits::ANY.covers(&fits(&[1])) && !fits(&[1]).covers(&Fits::ANY));
        assert!(fits(&[1, 70]).is_apart_from(&fits(&[2, 71])) && !fits(&[1, 70]).is_apart_from(&fits(&[70])));
        assert!(!fits(&[1]).is_apart_from(&Fits::ANY));
        assert_eq!(
            (fits(&[5]).only(), fits(&[5, 6]).only(), Fits::<EdgeSymbolId>::ANY.only()),
            (Some(EdgeSymbolId(5)), None, None)
        );
    }
}
