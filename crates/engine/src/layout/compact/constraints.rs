//! The constraints of one pass of compaction: arcs of the constraint graph.
//!
//! In: a constraint graph. Out: the graph with further gaps between its positions.
//! The drawing itself brings these arcs: parts that face each other keep their order (`row_compaction`), doorways
//! and anchored places are rigid (`rigid_constraints`), and passages keep their lengths (`lengths`).
//! A [`RowConstraint`] adds a pin, an order of places, a bound or an end of the level, or a longer passage.
//! Constraints may contradict each other; then no positions are found.

use super::row_compaction::{CompactionGraph, FIRST, LAST};
use crate::layout::budget::compact::row_compaction::{NEAR_SIDE, OFF_SIDE};
use crate::layout::drawing::OrthogonalDrawing;

/// A constraint of one pass along the rows. For columns, transpose the drawing.
#[derive(Clone, Copy, Debug)]
pub(super) enum RowConstraint<'c> {
    /// The core of this place begins in this column, counted from the first.
    Column(usize, i32),
    /// The middles of the first places lie left of those of the others.
    Order(&'c [usize], &'c [usize]),
    /// These places move by the same number of columns.
    Together(&'c [usize]),
    /// Everything lies within this many columns.
    Width(u32),
    /// This place is pulled to an end of the rows, until it is near enough.
    End(usize, RowEnd),
    /// Nothing moves closer together.
    Distances,
    /// This passage gets at least this many more cells.
    Longer(usize, u32),
}

/// The end of the rows at which a place belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowEnd {
    First,
    Last,
}

impl RowConstraint<'_> {
    /// Returns the constraints that each group of places lies left of the next.
    pub fn orders(groups: &[Vec<usize>]) -> impl Iterator<Item = RowConstraint<'_>> {
        groups.windows(2).map(|pair| RowConstraint::Order(&pair[0], &pair[1]))
    }

    /// Returns `false` for an order or a width that a drawing does not have.
    pub fn may_be_kept(&self, drawing: &OrthogonalDrawing) -> bool {
        let middle = |place: &usize| drawing.blocks[*place].core.center().x;
        match self {
            Self::Order(left, right) => left.iter().map(middle).max() < right.iter().map(middle).min(),
            Self::Width(most) => drawing.bounds_with_corner().size.width <= *most,
            Self::Column(..) | Self::Together(_) | Self::End(..) | Self::Distances | Self::Longer(..) => true,
        }
    }
}

impl CompactionGraph<'_> {
    /// Adds the arcs of a constraint. Those of an order come before the bounds, all others after them.
    pub(super) fn require(&mut self, constraint: RowConstraint) {
        match constraint {
            RowConstraint::Column(place, column) => {
                self.add(FIRST, Self::node(place), column, 0);
                self.add(Self::node(place), FIRST, -column, 0);
            }
            RowConstraint::Order(left, right) => self.put_in_order(left, right),
            RowConstraint::Together(places) => {
                places.windows(2).for_each(|pair| self.tie(Self::node(pair[0]), Self::node(pair[1])));
            }
            RowConstraint::Width(most) => self.add(LAST, FIRST, -(most as i32), 0),
            RowConstraint::End(place, end) => self.draw_to_end(place, end),
            RowConstraint::Distances => self.keep_distances(),
            RowConstraint::Longer(course, cells) => self.lengthen(course, cells),
        }
    }

    /// Puts the middles of some places left of those of others.
    fn put_in_order(&mut self, left: &[usize], right: &[usize]) {
        let middle = |place: usize| self.drawing.blocks[place].core.center().x;
        let to_middle = |place: usize| middle(place) - self.drawing.blocks[place].core.min.x;
        let between = self.at.len();
        let gaps_before = left.iter().map(|place| (Self::node(*place), between, to_middle(*place)));
        let gaps_behind = right.iter().map(|place| (between, Self::node(*place), 1 - to_middle(*place)));
        let gaps: Vec<(usize, usize, i32)> = gaps_before.chain(gaps_behind).collect();
        self.at.push(left.iter().map(|place| middle(*place)).max().unwrap_or(0));
        gaps.into_iter().for_each(|(from, to, least)| self.add(from, to, least, 0));
    }

    /// Pulls a place towards the first or the last column, until it is near enough.
    fn draw_to_end(&mut self, place: usize, end: RowEnd) {
        let near = (self.at[LAST] - self.at[FIRST]) / NEAR_SIDE;
        let (node, beyond) = (Self::node(place), self.at.len());
        let width = self.drawing.blocks[place].core.size.width as i32;
        match end {
            RowEnd::First => {
                self.at.push(self.at[FIRST].max(self.at[node] - near));
                self.add(FIRST, beyond, 0, OFF_SIDE);
                self.add(node, beyond, -near, 0);
            }
            RowEnd::Last => {
                self.at.push(self.at[LAST].min(self.at[node] + width + near));
                self.add(FIRST, beyond, 0, 0);
                self.add(beyond, LAST, 0, OFF_SIDE);
                self.add(beyond, node, -width - near, 0);
            }
        }
    }
}
