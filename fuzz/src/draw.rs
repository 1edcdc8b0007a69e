//! Choices read from the bytes of an input. When the bytes are used up every choice is the first one, so that a short input is a small thing.

use std::sync::LazyLock;

use arbitrary::Unstructured;

/// Reads choices from bytes.
pub struct Draw<'a> {
    bytes: Unstructured<'a>,
    strange_percent: u8,
}

impl<'a> Draw<'a> {
    /// Begins at the first byte.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes: Unstructured::new(bytes), strange_percent: 8 }
    }

    /// Sets how many names are strange, or of nothing that is there.
    pub fn set_strange_percent(&mut self, percent: u8) {
        self.strange_percent = percent;
    }

    /// Are all bytes used up?
    pub fn is_done(&self) -> bool {
        self.bytes.is_empty()
    }

    /// From `least` to `most`, both included.
    pub fn number(&mut self, least: u32, most: u32) -> u32 {
        self.bytes.int_in_range(least..=most).unwrap_or(least)
    }

    /// From 0 to below `bound`; 0 if that is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.bytes.int_in_range(0..=bound.saturating_sub(1)).unwrap_or(0)
    }

    /// Any number, mostly a small one.
    pub fn any_number(&mut self) -> u32 {
        match self.below(16) {
            0 => *self.pick(&[u32::MAX, u32::MAX - 1, 1 << 31, 1 << 16, 1000]),
            _ => self.number(0, 12),
        }
    }

    /// With that many chances in a hundred. None when the bytes are used up.
    pub fn chance(&mut self, percent: u8) -> bool {
        self.number(0, 99) >= u32::from(100 - percent)
    }

    /// True or false; false when the bytes are used up.
    pub fn is_so(&mut self) -> bool {
        self.chance(50)
    }

    /// One of several.
    ///
    /// # Panics
    /// If there are none.
    pub fn pick<'i, T>(&mut self, items: &'i [T]) -> &'i T {
        &items[self.below(items.len())]
    }

    /// Eight bytes.
    pub fn seed(&mut self) -> u64 {
        self.bytes.arbitrary().unwrap_or_default()
    }

    /// A name: mostly one of these, else a strange one.
    pub fn name(&mut self, known: &[&str]) -> String {
        const STRANGE: [&str; 8] =
            ["", "  ", "say \"hi\" \\ {}", "Höhle", "\u{0}\n\t", "\u{1f5dd}", "None", "'"];
        if known.is_empty() || self.strange_percent > 0 && self.chance(self.strange_percent) {
            (*self.pick(&STRANGE)).to_owned()
        } else {
            (*self.pick(known)).to_owned()
        }
    }

    /// Up to `most` of something.
    pub fn some<T>(&mut self, most: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| make(self)).collect()
    }
}

/// Is the input one of so many? Always the same ones, so that a finding stays one.
pub fn one_in(many: u64, data: &[u8]) -> bool {
    // FNV-1a.
    let hash = data.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash >> 32).is_multiple_of(many)
}

/// Says what an input stands for, if the environment variable `TELL` is set.
pub fn tell(what: impl FnOnce() -> String) {
    static IS_ASKED: LazyLock<bool> = LazyLock::new(|| std::env::var_os("TELL").is_some());
    if *IS_ASKED {
        eprintln!("{}", what());
    }
}
