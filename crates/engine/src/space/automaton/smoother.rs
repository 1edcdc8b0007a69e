//! Rounds of smoothing with running counts: in grid order, all at once, or cell by cell in a given order.
//!
//! Input: the open cells of a level and the neighbourhoods that their rules count.
//! Output: the open cells after each round.
//! All rounds of a level use one smoother, because every change must reach all counts.

use super::running::{OpenThresholds, RunningCounts, differing};
use super::{SmoothedRegion, SmoothingRule};
use crate::base::{BitGrid, Cell, WORD_CELLS};
use crate::mission::Neighbourhood;

/// Cost of a change in turns, for each counted neighbourhood.
const TURNS_PER_CHANGE: u64 = 32;
/// Cost of a turn that is not taken together with 63 others, in turns.
const TURNS_PER_LONE_TURN: u64 = 8;

/// Smooths a level round by round, and counts the turns.
pub(crate) struct Smoother {
    counts: Vec<RunningCounts>,
    round: u32,
    turns: u64,
}

/// The words of a region's row that take their turns together.
struct RowTurn<'a> {
    cells: &'a [u64],
    counts: usize,
    thresholds: OpenThresholds,
}

impl Smoother {
    /// Returns a smoother of open cells, for rules that count these neighbours.
    pub fn new(open: &BitGrid, neighbourhoods: impl IntoIterator<Item = Neighbourhood>) -> Self {
        let mut counts: Vec<RunningCounts> = Vec::new();
        for neighbourhood in neighbourhoods {
            if counts.iter().all(|counts| counts.neighbourhood() != neighbourhood) {
                counts.push(RunningCounts::new(open, neighbourhood));
            }
        }
        let turns = TURNS_PER_CHANGE * (open.count() * counts.len()) as u64;
        Self { counts, round: 0, turns }
    }

    /// Begins the next round.
    pub fn begin_round(&mut self) {
        self.round += 1;
    }

    /// Returns the number of turns since the last call.
    pub fn take_turns(&mut self) -> u64 {
        std::mem::take(&mut self.turns)
    }

    /// Smooths the cells of these regions row by row, from the left.
    pub fn smooth_in_grid_order(&mut self, open: &mut BitGrid, regions: &[&SmoothedRegion]) {
        for y in 0..open.size().height as usize {
            let turns = self.turns_of_row(regions, y);
            for word in 0..open.row_words() {
                // The cells that have not had their turn.
                let mut waiting = u64::MAX;
                loop {
                    let changes = self.changes_of_word(open, y, word, &turns) & waiting;
                    let Some(first) = differing(y, word, changes).next() else { break };
                    self.turn_over(open, first);
                    waiting = (u64::MAX - 1) << (first.x as usize % WORD_CELLS);
                }
            }
        }
    }

    /// Smooths the cells of these regions all at once.
    pub fn smooth_synchronously(&mut self, open: &mut BitGrid, regions: &[&SmoothedRegion]) {
        let mut changes = Vec::new();
        for y in 0..open.size().height as usize {
            let turns = self.turns_of_row(regions, y);
            for word in 0..open.row_words() {
                let bits = self.changes_of_word(open, y, word, &turns);
                if bits != 0 {
                    changes.push((y, word, bits));
                }
            }
        }
        for (y, word, bits) in changes {
            differing(y, word, bits).for_each(|cell| self.turn_over(open, cell));
        }
    }

    /// Smooths cells one by one, in this order.
    pub fn smooth_one_by_one(&mut self, open: &mut BitGrid, cells: &[Cell], rule: SmoothingRule) {
        let (counts, thresholds) = (self.counts_of(rule.neighbourhood), OpenThresholds::of(rule));
        self.turns += TURNS_PER_LONE_TURN * cells.len() as u64;
        for cell in cells {
            let is_open = open.get(*cell);
            if self.counts[counts].is_open_next(*cell, is_open, thresholds) != is_open {
                self.turn_over(open, *cell);
            }
        }
    }

    /// Returns `true` if the cells of these spans stay the same in any order.
    ///
    /// This holds if nothing has changed around them since their turns in the last round.
    pub fn is_settled(
        &self,
        mut spans: impl Iterator<Item = (u32, std::ops::Range<u32>)>,
        neighbourhood: Neighbourhood,
    ) -> bool {
        let counts = &self.counts[self.counts_of(neighbourhood)];
        spans.all(|(y, columns)| {
            let mut words = columns.start as usize / WORD_CELLS..(columns.end as usize).div_ceil(WORD_CELLS);
            words.all(|word| counts.is_settled(y as usize, word, self.round))
        })
    }

    fn counts_of(&self, neighbourhood: Neighbourhood) -> usize {
        let position = self.counts.iter().position(|counts| counts.neighbourhood() == neighbourhood);
        position.expect("a smoother counts the neighbours of all its rules")
    }

    fn turns_of_row<'a>(&self, regions: &[&'a SmoothedRegion], y: usize) -> Vec<RowTurn<'a>> {
        let turn = |region: &&'a SmoothedRegion| RowTurn {
            cells: region.cells.row(y),
            counts: self.counts_of(region.rule.neighbourhood),
            thresholds: OpenThresholds::of(region.rule),
        };
        regions.iter().map(turn).collect()
    }

    /// Returns the cells of a word that a turn would change now.
    fn changes_of_word(&mut self, open: &BitGrid, y: usize, word: usize, turns: &[RowTurn]) -> u64 {
        let mut changes = 0;
        for RowTurn { cells, counts, thresholds } in turns {
            let (cells, counts) = (cells[word], &self.counts[*counts]);
            if cells != 0 && !counts.is_settled(y, word, self.round) {
                let old = open.row(y)[word];
                self.turns += WORD_CELLS as u64;
                changes |= (counts.next_word(y, word, old, *thresholds) ^ old) & cells;
            }
        }
        changes
    }

    fn turn_over(&mut self, open: &mut BitGrid, cell: Cell) {
        let is_open = !open.get(cell);
        open.set(cell, is_open);
        self.turns += TURNS_PER_CHANGE * self.counts.len() as u64;
        for counts in &mut self.counts {
            counts.change(cell, is_open, self.round);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{RandomStream, Seed, Size};
    use crate::space::automaton::{is_open_next, smooth_in_grid_order_plainly, smooth_synchronously_plainly};

    fn random_bits(size: Size, percent: u32, random: &mut RandomStream) -> BitGrid {
        let mut bits = BitGrid::empty(size);
        for cell in bits.rect().cells() {
            bits.set(cell, random.chance(percent));
        }
        bits
    }

    fn neighbourhood(random: &mut RandomStream) -> Neighbourhood {
        let reach = random.range(1, 5);
        if random.chance(50) { Neighbourhood::Moore(reach) } else { Neighbourhood::VonNeumann(reach) }
    }

    /// Returns a random rule: mostly with thresholds near half of the neighbours, otherwise with any.
    fn rule(random: &mut RandomStream) -> SmoothingRule {
        let neighbourhood = neighbourhood(random);
        let half = super::super::running::neighbours(neighbourhood) / 2;
        let threshold = |random: &mut RandomStream| {
            if random.chance(70) { half + random.range(0, 4) - half.min(2) } else { random.range(0, 121) }
        };
        let (wall_above, open_below) = (threshold(random), threshold(random));
        SmoothingRule { wall_above, open_below, neighbourhood }
    }

    /// Returns two regions that share no cell.
    fn regions(size: Size, random: &mut RandomStream) -> [SmoothedRegion; 2] {
        let [mut one, mut other] = [(); 2].map(|()| BitGrid::empty(size));
        for cell in one.rect().cells() {
            match random.below(3) {
                0 => one.set(cell, true),
                1 => other.set(cell, true),
                _ => {}
            }
        }
        [one, other].map(|cells| SmoothedRegion { rule: rule(random), cells })
    }

    #[test]
    fn rounds_are_those_of_smoothing_cell_by_cell() {
        for number in 0..120 {
            let random = &mut Seed(5).numbered(number).stream();
            let size = Size::new(random.range(1, 140), random.range(1, 30));
            let mut open = random_bits(size, 50, random);
            let regions = regions(size, random);
            let regions: Vec<&SmoothedRegion> = regions.iter().collect();
            let mut expected = open.clone();
            let mut smoother = Smoother::new(&open, regions.iter().map(|region| region.rule.neighbourhood));
            for round in 0..8 {
                smoother.begin_round();
                let mut cells: Vec<Cell> = regions[1].cells.cells().collect();
                random.shuffle(&mut cells);
                match (number + round) % 3 {
                    0 => {
                        smoother.smooth_in_grid_order(&mut open, &regions);
                        smooth_in_grid_order_plainly(&mut expected, &regions);
                    }
                    1 => {
                        smoother.smooth_synchronously(&mut open, &regions);
                        smooth_synchronously_plainly(&mut expected, &regions);
                    }
                    // One region in a random order, after the other one.
                    _ => {
                        smoother.smooth_in_grid_order(&mut open, &regions[..1]);
                        smooth_in_grid_order_plainly(&mut expected, &regions[..1]);
                        smoother.smooth_one_by_one(&mut open, &cells, regions[1].rule);
                        for cell in cells {
                            expected.set(cell, is_open_next(&expected, cell, regions[1].rule));
                        }
                    }
                }
                assert_eq!(open, expected, "case {number}, round {round}");
            }
        }
    }

    #[test]
    fn turns_end_where_nothing_changes_any_more() {
        let size = Size::new(200, 200);
        let mut cells = BitGrid::empty(size);
        cells.set_block(0..200, 0..200, true);
        let rule = SmoothingRule { wall_above: 13, open_below: 11, neighbourhood: Neighbourhood::Moore(2) };
        let region = SmoothedRegion { rule, cells };
        let mut open = random_bits(size, 55, &mut Seed(1).stream());
        let mut smoother = Smoother::new(&open, [rule.neighbourhood]);
        let mut turns = Vec::new();
        for _ in 0..50 {
            smoother.begin_round();
            smoother.smooth_in_grid_order(&mut open, &[&region]);
            turns.push(smoother.take_turns());
        }
        assert!(turns[0] >= 40_000 && turns.last() == Some(&0), "{turns:?}");
        let all = || (0..200).map(|y| (y, 0..200));
        assert!(smoother.is_settled(all(), rule.neighbourhood));
    }
}
