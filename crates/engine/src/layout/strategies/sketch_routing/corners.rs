//! Decides where around a place a wire may begin or end, so that all later wires find a way.
//!
//! Wires of one biconnected component leave each place in the order of a drawing without crossings.
//! Components may follow each other around a place in any order, but no two of them alternate.

use crate::layout::graph::embedding::{Rotation, biconnected_components};
use crate::layout::input::problem::LayoutProblem;
use crate::layout::routing::bundles::Bundles;

/// The component to which an end of a wire belongs, and its rank clockwise around its place.
type EndRank = (usize, i64);

/// The order of wires around all places.
pub(super) struct CornerRules {
    /// For each wire, its ends where its passage begins and ends. Loops have none.
    ranks: Vec<Option<[EndRank; 2]>>,
    components: usize,
}

impl CornerRules {
    /// Returns the order of a drawing without crossings.
    pub fn new(problem: &LayoutProblem, bundles: &Bundles, rotation: &Rotation) -> Self {
        let components = biconnected_components(problem.places.len(), &bundles.edges);
        let mut ranks = vec![None; problem.passages.len()];
        for place in 0..problem.places.len() {
            let mut number = 0;
            for half in rotation.around(place) {
                let (edge, is_second) = (half / 2, half % 2 == 1);
                let mut passages = bundles.passages(edge).to_vec();
                // Parallel passages have opposite orders at their two places.
                if is_second {
                    passages.reverse();
                }
                for passage in passages {
                    let end = usize::from(problem.passages[passage].from != place);
                    let of_passage = ranks[passage].get_or_insert([(components[edge], 0); 2]);
                    of_passage[end].1 = number;
                    number += 1;
                }
            }
        }
        Self { ranks, components: components.iter().max().map_or(0, |most| most + 1) }
    }

    /// Returns the number of components.
    pub fn components(&self) -> usize {
        self.components
    }

    /// Mirrors the drawing of a component.
    pub fn mirror(&mut self, component: usize) {
        let ends = self.ranks.iter_mut().flatten().flatten();
        ends.filter(|(of, _)| *of == component).for_each(|(_, rank)| *rank = -*rank);
    }

    /// Returns `true` if an end of a wire may lie after this many of the ends around its place.
    ///
    /// The ends are given clockwise, each as its wire and the end of that wire.
    pub fn allows(&self, around: &[(usize, usize)], behind: usize, (wire, end): (usize, usize)) -> bool {
        let Some(own) = self.ranks[wire].map(|ends| ends[end]) else { return true };
        let rank = |(wire, end): &(usize, usize)| self.ranks[*wire].map(|ends| ends[*end]);
        // Clockwise from the new end.
        let others: Vec<EndRank> =
            around[behind..].iter().chain(&around[..behind]).filter_map(rank).collect();
        let mut same = vec![own.1];
        same.extend(others.iter().filter(|(component, _)| *component == own.0).map(|(_, rank)| *rank));
        let descents = (0..same.len()).filter(|at| same[*at] > same[(at + 1) % same.len()]).count();
        if descents > 1 {
            return false;
        }
        if same.len() == 1 {
            return true;
        }
        others.iter().filter(|(component, _)| *component != own.0).all(|(component, _)| {
            let is_foreign = others
                .iter()
                .filter(|(of, _)| *of == own.0 || of == component)
                .map(|(of, _)| of == component);
            // The sequence begins and ends at the new end, so the other component must form a single run in it.
            let (mut parts, mut was_foreign) = (0, false);
            for is_foreign in is_foreign {
                parts += usize::from(is_foreign && !was_foreign);
                was_foreign = is_foreign;
            }
            parts < 2
        })
    }
}
