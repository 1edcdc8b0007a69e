//! Reads choices from the bytes of an input.
//!
//! When the bytes are used up, every choice is the first one. A short input is therefore a small thing.

use std::sync::LazyLock;

use arbitrary::Unstructured;

/// Reads choices from bytes.
pub struct Draw<'a> {
    bytes: Unstructured<'a>,
    strange_percent: u8,
}

impl<'a> Draw<'a> {
    /// Starts at the first byte.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes: Unstructured::new(bytes), strange_percent: 8 }
    }

    /// Sets the percentage of names that are strange or refer to nothing.
    pub fn set_strange_percent(&mut self, percent: u8) {
        self.strange_percent = percent;
    }

    /// Returns `true` if all bytes are used up.
    pub fn is_done(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns a number from `least` to `most`, both included.
    pub fn number(&mut self, least: u32, most: u32) -> u32 {
        self.bytes.int_in_range(least..=most).unwrap_or(least)
    }

    /// Returns a number from 0 to below `bound`, or 0 if that is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.bytes.int_in_range(0..=bound.saturating_sub(1)).unwrap_or(0)
    }

    /// Returns any number, usually a small one.
    pub fn any_number(&mut self) -> u32 {
        match self.below(16) {
            0 => *self.pick(&[u32::MAX, u32::MAX - 1, 1 << 31, 1 << 16, 1000]),
            _ => self.number(0, 12),
        }
    }

    /// Returns `true` with the given chance. `false` when the bytes are used up.
    pub fn chance(&mut self, percent: u8) -> bool {
        self.number(0, 99) >= u32::from(100 - percent)
    }

    /// Returns `true` or `false`; `false` when the bytes are used up.
    pub fn is_so(&mut self) -> bool {
        self.chance(50)
    }

    /// Returns one of several items.
    ///
    /// # Panics
    /// If there are none.
    pub fn pick<'i, T>(&mut self, items: &'i [T]) -> &'i T {
        &items[self.below(items.len())]
    }

    /// Returns eight bytes as a number.
    pub fn seed(&mut self) -> u64 {
        self.bytes.arbitrary().unwrap_or_default()
    }

    /// Returns a name: usually one of these, otherwise a strange one.
    pub fn name(&mut self, known: &[&str]) -> String {
        const STRANGE: [&str; 8] =
            ["", "  ", "say \"hi\" \\ {}", "Höhle", "\u{0}\n\t", "\u{1f5dd}", "None", "'"];
        if known.is_empty() || self.strange_percent > 0 && self.chance(self.strange_percent) {
            (*self.pick(&STRANGE)).to_owned()
        } else {
            (*self.pick(known)).to_owned()
        }
    }

    /// Returns up to `most` items.
    pub fn some<T>(&mut self, most: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| make(self)).collect()
    }
}

/// Returns `true` for one input in `many`. The choice depends only on the bytes, so that a finding stays
/// reproducible.
pub fn one_in(many: u64, data: &[u8]) -> bool {
    // FNV-1a.
    let hash = data.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash >> 32).is_multiple_of(many)
}

/// Prints the meaning of an input, if the environment variable `TELL` is set.
pub fn tell(what: impl FnOnce() -> String) {
    static IS_ASKED: LazyLock<bool> = LazyLock::new(|| std::env::var_os("TELL").is_some());
    if *IS_ASKED {
        eprintln!("{}", what());
    }
}
