//! Pieces: the connected parts of a level's spots, including bridges.
//!
//! A run is a row of adjacent walkable cells with one owner.
//! Runs are joined with those that they touch in the row above; then spots under bridges join their
//! neighbours.
//! The code is simple, and separate from the cave code of forming, so that a mistake there cannot hide itself
//! here.

use std::collections::BTreeMap;

use super::crossings::BridgeCrossing;
use super::walk_map::{StepOver, WalkSpot};
use crate::base::{Cell, Grid};
use crate::level::{Level, OwnedBy, Owner};
use crate::settings::Movement;

/// The connected pieces of each owner's spots.
pub(super) struct OwnerPieces {
    /// The runs row by row, each with its piece.
    spans: Vec<(OwnedSpan, u32)>,
    under: BTreeMap<Cell, u32>,
    /// The first spot of each piece, row by row, those under bridges last.
    pub(super) first: Vec<WalkSpot>,
    /// Number of spots of each piece.
    spots: Vec<usize>,
}

/// A row of adjacent walkable cells with one owner.
#[derive(Clone, Copy)]
struct OwnedSpan {
    y: i32,
    /// The first column, and the one after the last.
    start: i32,
    end: i32,
    owner: Owner,
}

impl OwnerPieces {
    /// Finds the pieces, and the cells with a step to another owner's cell, row by row.
    pub(super) fn find(
        level: &Level,
        walkable: &Grid<bool>,
        crossings: &BTreeMap<Cell, BridgeCrossing>,
    ) -> (Self, Vec<Cell>) {
        let spans = spans(&level.owners, walkable);
        let mut groups = Groups((0..spans.len() + crossings.len()).collect());
        let borders = join_rows(&spans, level.movement, &mut groups);
        let spot_under: BTreeMap<Cell, usize> = crossings.keys().copied().zip(spans.len()..).collect();
        for (at, crossing) in crossings {
            for next in crossing.under_steps.map(|direction| at.step(direction)) {
                let goes_on = crossings.get(&next).is_some_and(|other| other.goes_on_from(crossing));
                let is_below = level.owner(next).who() == OwnedBy::Passage(crossing.under);
                let other = if goes_on {
                    spot_under.get(&next).copied()
                } else if is_below {
                    span_at(&spans, next, |span| span)
                } else {
                    None
                };
                if let (Some(one), Some(other)) = (spot_under.get(at), other) {
                    groups.join(*one, other);
                }
            }
        }
        let on_cells = spans
            .iter()
            .map(|span| (WalkSpot::On(Cell::new(span.start, span.y)), (span.end - span.start) as usize));
        let under = spot_under.keys().map(|cell| (WalkSpot::Under(*cell), 1));
        let (numbers, first, spots) = groups.number(on_cells.chain(under));
        let mut numbers = numbers.into_iter();
        let spans = spans.into_iter().zip(numbers.by_ref()).collect();
        let under = spot_under.into_keys().zip(numbers).collect();
        (Self { spans, under, first, spots }, borders)
    }

    /// Returns the piece of a spot.
    pub(super) fn of(&self, spot: WalkSpot) -> Option<u32> {
        match spot {
            WalkSpot::On(cell) => {
                let index = span_at(&self.spans, cell, |(span, _)| span)?;
                self.spans.get(index).map(|(_, piece)| *piece)
            }
            WalkSpot::Under(cell) => self.under.get(&cell).copied(),
        }
    }

    /// Returns the walkable cells without an owner, row by row.
    pub(super) fn cells_of_nobody(&self) -> impl Iterator<Item = Cell> {
        let spans = self.spans.iter().map(|(span, _)| *span).filter(|span| span.owner == Owner::NOBODY);
        spans.flat_map(|span| (span.start..span.end).map(move |x| Cell::new(x, span.y)))
    }

    /// Returns the connected parts of all spots, whatever their owner: the first spot and the size of each.
    ///
    /// `steps_over` are the steps between owners.
    pub(super) fn regardless_of_owner(&self, steps_over: &[StepOver]) -> Vec<(WalkSpot, usize)> {
        let mut groups = Groups((0..self.first.len()).collect());
        for step in steps_over {
            if let (WalkSpot::On(_), WalkSpot::On(_)) = (step.from, step.to)
                && let (Some(one), Some(other)) = (self.of(step.from), self.of(step.to))
            {
                groups.join(one as usize, other as usize);
            }
        }
        let (_, first, spots) = groups.number(self.first.iter().copied().zip(self.spots.iter().copied()));
        first.into_iter().zip(spots).collect()
    }
}

fn spans(owners: &Grid<Owner>, walkable: &Grid<bool>) -> Vec<OwnedSpan> {
    let mut spans: Vec<OwnedSpan> = Vec::new();
    for ((owners, walkable), y) in owners.rows().zip(walkable.rows()).zip(0..) {
        for ((&owner, &is_walkable), x) in owners.iter().zip(walkable).zip(0..) {
            if !is_walkable {
                continue;
            }
            match spans.last_mut() {
                Some(span) if (span.y, span.end, span.owner) == (y, x, owner) => span.end += 1,
                _ => spans.push(OwnedSpan { y, start: x, end: x + 1, owner }),
            }
        }
    }
    spans
}

/// Joins touching runs of one owner, and returns the cells that touch a run of another one.
///
/// ```text
/// ..aaaa#bb..     the runs a and b above touch the run c below;
/// .ccccccc...     with diagonal steps, a run touches one column more at both ends
/// ```
fn join_rows(spans: &[OwnedSpan], movement: Movement, groups: &mut Groups) -> Vec<Cell> {
    let reach = match movement {
        Movement::Cardinal => 0,
        Movement::EightWay => 1,
    };
    let mut borders = Vec::new();
    let border = |span: &OwnedSpan, near: &OwnedSpan| {
        let columns = span.start.max(near.start - reach)..span.end.min(near.end + reach);
        let y = span.y;
        columns.map(move |x| Cell::new(x, y))
    };
    // The first run that may touch this one or a later one.
    let mut first = 0;
    for (index, span) in spans.iter().enumerate() {
        let is_past = |above: &OwnedSpan| (above.y, above.end + reach) <= (span.y - 1, span.start);
        first += spans
            .get(first..index)
            .map_or(0, |above| above.iter().take_while(|above| is_past(above)).count());
        let touches = |above: &OwnedSpan| above.y < span.y && above.start < span.end + reach;
        let above = spans.iter().enumerate().take(index).skip(first);
        for (other, above) in above.take_while(|(_, above)| touches(above)) {
            if above.owner == span.owner {
                groups.join(index, other);
            } else {
                borders.extend(border(span, above).chain(border(above, span)));
            }
        }
        let before = index.checked_sub(1).and_then(|before| spans.get(before));
        if let Some(before) = before.filter(|before| (before.y, before.end) == (span.y, span.start)) {
            borders.extend([Cell::new(before.end - 1, span.y), Cell::new(span.start, span.y)]);
        }
    }
    borders.sort_unstable_by_key(|cell| (cell.y, cell.x));
    borders.dedup();
    borders
}

/// Returns the index of the run that contains a cell.
fn span_at<Item>(spans: &[Item], cell: Cell, span: impl Fn(&Item) -> &OwnedSpan) -> Option<usize> {
    let is_before = |item: &Item| (span(item).y, span(item).start) <= (cell.y, cell.x);
    let index = spans.partition_point(is_before).checked_sub(1)?;
    let found = span(spans.get(index)?);
    (found.y == cell.y && cell.x < found.end).then_some(index)
}

/// The parent of each element. The smallest element of a group is its root.
struct Groups(Vec<usize>);

impl Groups {
    fn root(&mut self, mut element: usize) -> usize {
        while let Some(parent) = self.0.get(element).copied().filter(|parent| *parent != element) {
            // Halves the path for the next search.
            let above = self.0.get(parent).copied().unwrap_or(parent);
            if let Some(known) = self.0.get_mut(element) {
                *known = above;
            }
            element = above;
        }
        element
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        if let Some(parent) = self.0.get_mut(one.max(other)) {
            *parent = one.min(other);
        }
    }

    /// Numbers the groups in the order of their first elements.
    ///
    /// `elements` are the first spot and the number of spots of each element.
    /// Returns the group of each element, and the first spot and the size of each group.
    fn number(
        &mut self,
        elements: impl Iterator<Item = (WalkSpot, usize)>,
    ) -> (Vec<u32>, Vec<WalkSpot>, Vec<usize>) {
        let (mut numbers, mut first, mut spots) = (Vec::<u32>::new(), Vec::new(), Vec::<usize>::new());
        for (element, (spot, count)) in elements.enumerate() {
            // The root of every group is its smallest element, which is numbered already.
            let number = numbers.get(self.root(element)).copied().unwrap_or_else(|| {
                first.push(spot);
                spots.push(0);
                first.len() as u32 - 1
            });
            numbers.push(number);
            if let Some(spots) = spots.get_mut(number as usize) {
                *spots += count;
            }
        }
        (numbers, first, spots)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Seed, Size};

    #[test]
    fn pieces_and_borders_are_those_of_a_flood_from_cell_to_cell() {
        for seed in 0..400 {
            let random = &mut Seed(seed).stream();
            let size = Size::new(random.range(1, 12), random.range(1, 9));
            let (owned, open) = (random.range(0, 70), random.range(50, 100));
            let owners = Grid::filled(size, ())
                .map(|()| Owner(i32::from(random.chance(owned)) - i32::from(random.chance(20))));
            let walkable = owners.map(|_| random.chance(open));
            for movement in [Movement::Cardinal, Movement::EightWay] {
                let near = |cell: Cell| -> Vec<Cell> {
                    let all: Vec<Cell> = match movement {
                        Movement::Cardinal => cell.beside().collect(),
                        Movement::EightWay => cell.around().collect(),
                    };
                    all.into_iter().filter(|near| walkable.get(*near) == Some(&true)).collect()
                };
                let is_foreign = |cell: Cell| near(cell).iter().any(|near| owners[*near] != owners[cell]);
                let mut numbers: BTreeMap<Cell, u32> = BTreeMap::new();
                let mut first = Vec::new();
                let walked: Vec<Cell> =
                    walkable.iter().filter(|(_, walkable)| **walkable).map(|(cell, _)| cell).collect();
                for start in &walked {
                    if numbers.contains_key(start) {
                        continue;
                    }
                    let mut waiting = vec![*start];
                    while let Some(cell) = waiting.pop() {
                        if numbers.insert(cell, first.len() as u32).is_none() {
                            waiting
                                .extend(near(cell).into_iter().filter(|near| owners[*near] == owners[cell]));
                        }
                    }
                    first.push(WalkSpot::On(*start));
                }

                let spans = spans(&owners, &walkable);
                let mut groups = Groups((0..spans.len()).collect());
                let borders = join_rows(&spans, movement, &mut groups);
                let spots = spans.iter().map(|span| (WalkSpot::On(Cell::new(span.start, span.y)), 1));
                let (found, found_first, _) = groups.number(spots);
                assert_eq!(found_first, first);
                for cell in owners.rect().grown(1).cells() {
                    let piece = span_at(&spans, cell, |span| span).map(|span| found[span]);
                    assert_eq!(piece, numbers.get(&cell).copied(), "{cell:?} seed {seed}");
                }
                let expected: Vec<Cell> = walked.iter().copied().filter(|cell| is_foreign(*cell)).collect();
                assert_eq!(borders, expected, "seed {seed}");
            }
        }
    }
}
