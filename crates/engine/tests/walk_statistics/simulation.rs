//! An independent simulation of the floor makers, written after the article and not after the engine.
//!
//! It walks on an endless plane. Only the reach bounds it.

use std::collections::BTreeSet;

use delvewright_engine::mission::Walkers;

/// A floor, by column and row.
pub type Floor = (i64, i64);

/// A generator of random numbers that the engine does not use: xorshift64*.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self((seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Returns a number below `count`.
    pub fn below(&mut self, count: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((u128::from(self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)) * u128::from(count)) >> 64) as u64
    }

    /// Returns `true` with the chance `part` in `whole`.
    pub fn falls(&mut self, part: u64, whole: u64) -> bool {
        self.below(whole) < part
    }
}

struct FloorMaker {
    at: Floor,
    /// East, south, west or north.
    facing: usize,
}

const STEPS: [Floor; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// Returns the floors of one land.
pub fn simulate(numbers: &Walkers, dice: &mut Dice) -> BTreeSet<Floor> {
    let reach = i64::from(numbers.reach);
    let within = |(x, y): Floor| x * x + y * y <= reach * reach;
    let mut floors = BTreeSet::from([(0, 0)]);
    let mut makers = vec![FloorMaker { at: (0, 0), facing: dice.below(4) as usize }];
    while !makers.is_empty() {
        let mut next = 0;
        let mut to_go = makers.len();
        while to_go > 0 {
            to_go -= 1;
            let is_enough = floors.len() > numbers.floors as usize;
            let living = makers.len() as u64;
            let FloorMaker { at, mut facing } = makers[next];
            let (left, right, back) = (numbers.left_percent, numbers.right_percent, numbers.back_percent);
            let turn = dice.below(100) as u32;
            facing = match turn {
                _ if turn < left => (facing + 3) % 4,
                _ if turn < left + right => (facing + 1) % 4,
                _ if turn < left + right + back => (facing + 2) % 4,
                _ => facing,
            };
            let ahead = |facing: usize| (at.0 + STEPS[facing].0, at.1 + STEPS[facing].1);
            if !within(ahead(facing)) {
                let open: Vec<usize> = (0..4).filter(|way| within(ahead(*way))).collect();
                facing = open[dice.below(open.len() as u64) as usize];
            }
            let at = ahead(facing);
            let size = dice.below(100) as u32;
            let block = match size {
                _ if size < numbers.block_2_percent => 0..=1,
                _ if size < numbers.block_2_percent + numbers.block_3_percent => -1..=1,
                _ => 0..=0,
            };
            for (x, y) in block.clone().flat_map(|x| block.clone().map(move |y| (x, y))) {
                floors.extend(Some((at.0 + x, at.1 + y)).filter(|floor| within(*floor)));
            }
            if is_enough || dice.falls(u64::from(numbers.death_percent) * (living - 1), 100) {
                makers.remove(next);
                continue;
            }
            makers[next] = FloorMaker { at, facing };
            next += 1;
            if dice.falls(u64::from(numbers.split_percent), 100 * living) {
                makers.push(FloorMaker { at, facing: dice.below(4) as usize });
            }
        }
    }
    floors
}
