//! Choices from a random stream, for the grammars that the fuzz targets make from bytes.

use delvewright_engine::base::{RandomStream, Seed};

pub struct Draw {
    random: RandomStream,
}

impl Draw {
    pub fn new(seed: Seed) -> Self {
        Self { random: seed.stream() }
    }

    /// Returns a number from `least` to `most`, both included.
    pub fn number(&mut self, least: u32, most: u32) -> u32 {
        self.random.range(least, most)
    }

    /// Returns a number from 0 to below `bound`, or 0 if that is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound.max(1) as u64) as usize
    }

    /// Returns `true` with the given chance in percent.
    pub fn chance(&mut self, percent: u8) -> bool {
        self.random.chance(percent.into())
    }

    pub fn is_so(&mut self) -> bool {
        self.chance(50)
    }

    /// Returns one of several items.
    pub fn pick<'i, T>(&mut self, items: &'i [T]) -> &'i T {
        &items[self.below(items.len())]
    }

    /// Returns one of these names. A strange one would be a mistake that ends the run before it begins.
    pub fn name(&mut self, known: &[&str]) -> String {
        if known.is_empty() { "None".to_owned() } else { (*self.pick(known)).to_owned() }
    }

    /// Returns up to `most` items.
    pub fn some<T>(&mut self, most: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| make(self)).collect()
    }
}
