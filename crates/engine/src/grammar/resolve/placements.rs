//! The required sites of a rule's nodes.

use std::collections::BTreeSet;

use super::{LeftNode, RightSide, is_near};
use crate::base::{Cell, Symmetry};
use crate::grammar::{ElementId, Geometry, Rule};
use crate::mission::Site;

/// The required sites of a rule's nodes.
#[derive(Clone, Debug)]
pub(crate) enum Placements {
    Anywhere,
    /// In one of these orientations; no two have all offsets equal.
    AsDrawn(Vec<LatticeOrientation>),
}

/// One orientation of a drawing on the lattice: offsets from the first node of the left side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LatticeOrientation {
    pub symmetry: Symmetry,
    /// For each of [`ReadyRule::nodes`](super::ReadyRule::nodes).
    pub left: Vec<Cell>,
    /// For each right side, for each of its [`RightSide::new_nodes`].
    pub new: Vec<Vec<Cell>>,
}

/// Returns the site that is to `known` as the offset `to` is to the offset `from`; `None` on overflow.
pub(crate) fn site_from(known: Site, from: Cell, to: Cell) -> Option<Site> {
    let step = |known: i32, from: i32, to: i32| known.checked_add(to.checked_sub(from)?);
    Some(Site { x: step(known.x, from.x, to.x)?, y: step(known.y, from.y, to.y)? })
}

pub(super) fn placements(rule: &Rule, nodes: &[LeftNode], sides: &[RightSide]) -> Option<Placements> {
    let Geometry::Lattice { turns, flips } = rule.geometry else { return Some(Placements::Anywhere) };
    let place = |id: &ElementId| rule.at.get(id).copied().filter(|site| is_near(*site));
    let origin = place(&nodes.first()?.id)?;
    let offset = |id: &ElementId| place(id).map(|site| Cell::new(site.x - origin.x, site.y - origin.y));
    let left: Vec<Cell> = nodes.iter().map(|node| offset(&node.id)).collect::<Option<_>>()?;
    let of_side = |side: &RightSide| side.new_nodes.iter().map(|node| offset(&node.id)).collect();
    let new: Vec<Vec<Cell>> = sides.iter().map(of_side).collect::<Option<_>>()?;
    let are_apart =
        new.iter().all(|new| left.iter().chain(new).collect::<BTreeSet<_>>().len() == left.len() + new.len());
    if !are_apart {
        return None;
    }
    let mut symmetries: Vec<_> = Symmetry::allowed(turns, flips).collect();
    symmetries.sort_unstable();
    let mut orientations: Vec<LatticeOrientation> = Vec::new();
    for symmetry in symmetries {
        let turned = |cells: &Vec<Cell>| cells.iter().map(|&cell| symmetry.offset(cell)).collect::<Vec<_>>();
        let orientation =
            LatticeOrientation { symmetry, left: turned(&left), new: new.iter().map(turned).collect() };
        // Two symmetries with the same offsets find the same matches and have the same effect.
        if !orientations.iter().any(|known| known.left == orientation.left && known.new == orientation.new) {
            orientations.push(orientation);
        }
    }
    Some(Placements::AsDrawn(orientations))
}
