//! A rectangular board of cells, from which lattices and random trees are made.

use crate::mission::{Edge, Mission, Node, NodeId, Site};

/// Cells of a board, numbered row by row from 0.
pub(super) struct LatticeBoard {
    pub width: u32,
    pub height: u32,
}

impl LatticeBoard {
    /// Returns the number of cells.
    pub fn size(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Returns all pairs of neighbours: each cell with the one to its right, then with the one below.
    pub fn neighbours(&self) -> Vec<(usize, usize)> {
        let width = self.width as usize;
        let pairs = (0..self.size()).flat_map(|cell| {
            let right = (cell % width + 1 < width).then_some(cell + 1);
            let lower = (cell + width < self.size()).then_some(cell + width);
            right.into_iter().chain(lower).map(move |other| (cell, other))
        });
        pairs.collect()
    }

    /// Returns a mission with one node for each cell; cell n has the id n + 1.
    pub fn nodes(&self, node: &Node) -> Mission {
        let mut mission = Mission::new();
        for y in 0..self.height as i32 {
            for x in 0..self.width as i32 {
                mission.add_node(Node { site: Some(Site { x, y }), ..node.clone() });
            }
        }
        mission
    }

    /// Adds an edge for each pair of cells.
    pub fn join(&self, mission: &mut Mission, edge: &Edge, pairs: Vec<(usize, usize)>) {
        let id = |cell: usize| NodeId(cell as u32 + 1);
        for (from, to) in pairs {
            mission.add_edge(Edge { from: id(from), to: id(to), ..edge.clone() });
        }
    }
}
