//! Into which pieces the spots of a level fall, bridges and all.
//!
//! The walkable cells are grouped by runs; then the spots under bridges are hung on, and join what they lead to.

use std::collections::BTreeMap;

use super::crossings::Crossing;
use super::ground::{Owner, Spot};
use crate::base::{Adjacency, Cell, Components};
use crate::level::Level;

/// The number of the piece to which each spot belongs.
pub(super) struct Pieces {
    components: Components,
    /// For each component its piece.
    on: Vec<u32>,
    under: BTreeMap<Cell, u32>,
    /// The first spot of each piece, row by row.
    pub(super) first: Vec<Spot>,
    /// How many spots each piece has.
    pub(super) spots: Vec<usize>,
}

impl Pieces {
    /// Groups the spots by the joins between cells and the ways under bridges.
    pub(super) fn find(level: &Level, mut joins: Adjacency, crossings: &BTreeMap<Cell, Crossing>) -> Self {
        let below = |cell: Cell, crossing: &Crossing| {
            level.owners.get(cell).copied().map(Owner::new) == Some(Owner::Passage(crossing.under))
        };
        for (at, crossing) in crossings {
            for next in crossing.under_steps.map(|direction| at.step(direction)) {
                if below(next, crossing) {
                    joins.cut(*at, next);
                }
            }
        }
        let components = Components::find(&joins);
        let on_cells = components.sizes().len();
        let mut groups = Groups((0..on_cells + crossings.len()).collect());
        let spot_under: BTreeMap<Cell, usize> = crossings.keys().copied().zip(on_cells..).collect();
        for (at, crossing) in crossings {
            for next in crossing.under_steps.map(|direction| at.step(direction)) {
                let goes_on = crossings.get(&next).is_some_and(|other| other.goes_on_from(crossing));
                let other = if goes_on {
                    spot_under.get(&next).copied()
                } else if below(next, crossing) {
                    components.of(next).map(|component| component as usize)
                } else {
                    None
                };
                if let (Some(one), Some(other)) = (spot_under.get(at), other) {
                    groups.join(*one, other);
                }
            }
        }
        Self::number(components, groups, spot_under)
    }

    /// Numbers the pieces by their first spots.
    fn number(components: Components, mut groups: Groups, spot_under: BTreeMap<Cell, usize>) -> Self {
        let mut spots_of_groups: Vec<(Spot, usize)> = Vec::new();
        for run in components.runs() {
            if run.component as usize == spots_of_groups.len() {
                let size = components.sizes().get(run.component as usize).copied().unwrap_or_default();
                spots_of_groups.push((Spot::On(run.first()), size as usize));
            }
        }
        spots_of_groups.extend(spot_under.keys().map(|cell| (Spot::Under(*cell), 1)));
        let (mut first, mut spots, mut piece_of) = (Vec::new(), Vec::<usize>::new(), Vec::<u32>::new());
        for (group, (spot, count)) in spots_of_groups.into_iter().enumerate() {
            // Of every group the smallest number is the root: it is numbered already.
            let piece = piece_of.get(groups.root(group)).copied().unwrap_or_else(|| {
                first.push(spot);
                spots.push(0);
                first.len() as u32 - 1
            });
            piece_of.push(piece);
            if let Some(spots) = spots.get_mut(piece as usize) {
                *spots += count;
            }
        }
        let under = spot_under
            .into_iter()
            .filter_map(|(cell, group)| Some((cell, piece_of.get(group).copied()?)))
            .collect();
        Self { components, on: piece_of, under, first, spots }
    }

    /// The piece of a spot.
    pub(super) fn of(&self, spot: Spot) -> Option<u32> {
        match spot {
            Spot::On(cell) => self.on.get(self.components.of(cell)? as usize).copied(),
            Spot::Under(cell) => self.under.get(&cell).copied(),
        }
    }
}

/// Each element with its parent, up to the smallest of its group.
struct Groups(Vec<usize>);

impl Groups {
    fn root(&mut self, mut element: usize) -> usize {
        while let Some(parent) = self.0.get(element).copied().filter(|parent| *parent != element) {
            element = parent;
        }
        element
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        if let Some(parent) = self.0.get_mut(one.max(other)) {
            *parent = one.min(other);
        }
    }
}
