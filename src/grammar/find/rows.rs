//! A set of matches from which those through an element of the mission can be taken out, and any one be drawn, at a cost that does not depend on how many there are.
//!
//! The rows of an element are a list that is linked through the rows themselves. Where every node of the left side has an edge there, lists of edges are enough: the rows at a node are those at its edges.

use super::search::Row;
use crate::base::Symmetry;
use crate::mission::{EdgeId, Mission, NodeId};

/// The end of a list.
const NONE: u32 = u32::MAX;

/// The matches of one rule, in the same order for the same history.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    nodes: usize,
    /// How many ids a row has: those of its nodes, then those of its edges.
    elements: usize,
    /// The first element of a row that is in a list, and all after it.
    first_listed: usize,
    /// The ids of all rows. Those of rows that were taken out stay until their place is needed.
    ids: Vec<u32>,
    /// For each listed element of each row the slots before and after it in its list.
    links: Vec<(u32, u32)>,
    /// For each row how it lies, and where it stands in `live`.
    lies: Vec<(Symmetry, u32)>,
    /// The rows that are in the set, and those that are not.
    live: Vec<u32>,
    free: Vec<u32>,
    /// For each id of a node, and each id of an edge, the first slot of its list.
    first_at_node: Vec<u32>,
    first_at_edge: Vec<u32>,
}

impl Rows {
    /// Of a left side with so many nodes and edges; `by_edges`: has every node an edge?
    pub fn new(nodes: usize, edges: usize, by_edges: bool) -> Self {
        Self {
            nodes,
            elements: nodes + edges,
            first_listed: if by_edges { nodes } else { 0 },
            ids: Vec::new(),
            links: Vec::new(),
            lies: Vec::new(),
            live: Vec::new(),
            free: Vec::new(),
            first_at_node: Vec::new(),
            first_at_edge: Vec::new(),
        }
    }

    /// How many matches there are.
    pub fn count(&self) -> usize {
        self.live.len()
    }

    /// The ids of one of them, nodes, then edges, and how it lies; `None` if there are not so many.
    pub fn nth(&self, position: usize) -> Option<(&[u32], Symmetry)> {
        let row = *self.live.get(position)? as usize;
        let ids = self.ids.get(row * self.elements..(row + 1) * self.elements)?;
        Some((ids, self.lies.get(row)?.0))
    }

    /// Takes all out.
    pub fn clear(&mut self) {
        *self = Self::new(self.nodes, self.elements - self.nodes, self.first_listed > 0);
    }

    /// Puts a match in that is not there yet.
    pub fn push(&mut self, row: Row) {
        let number = self.free.pop().unwrap_or_else(|| self.make_room());
        self.lies[number as usize] = (row.symmetry, self.live.len() as u32);
        self.live.push(number);
        let first = number as usize * self.elements;
        let ids = row.nodes.iter().map(|node| node.0).chain(row.edges.iter().map(|edge| edge.0));
        self.ids[first..].iter_mut().zip(ids).for_each(|(place, id)| *place = id);
        for element in self.first_listed..self.elements {
            let slot = self.slot(number as usize, element);
            let id = self.ids[first + element] as usize;
            let heads = self.heads_of(element);
            if heads.len() <= id {
                heads.resize(id + 1, NONE);
            }
            let next = std::mem::replace(&mut heads[id], slot as u32);
            self.links[slot] = (NONE, next);
            if next != NONE {
                self.links[next as usize].0 = slot as u32;
            }
        }
    }

    /// Takes the matches through a node out.
    pub fn remove_at_node(&mut self, id: NodeId, mission: &Mission) {
        if self.first_listed > 0 {
            mission.links(id).iter().for_each(|link| self.remove_at_edge(link.edge));
            return;
        }
        while let Some(&slot) = self.first_at_node.get(id.0 as usize).filter(|slot| **slot != NONE) {
            self.remove(self.row_of(slot));
        }
    }

    /// Takes the matches through an edge out.
    pub fn remove_at_edge(&mut self, id: EdgeId) {
        while let Some(&slot) = self.first_at_edge.get(id.0 as usize).filter(|slot| **slot != NONE) {
            self.remove(self.row_of(slot));
        }
    }

    fn remove(&mut self, row: usize) {
        for element in self.first_listed..self.elements {
            let (before, next) = self.links[self.slot(row, element)];
            if next != NONE {
                self.links[next as usize].0 = before;
            }
            if before != NONE {
                self.links[before as usize].1 = next;
            } else {
                let id = self.ids[row * self.elements + element] as usize;
                self.heads_of(element)[id] = next;
            }
        }
        let (_, position) = self.lies[row];
        self.live.swap_remove(position as usize);
        if let Some(&moved) = self.live.get(position as usize) {
            self.lies[moved as usize].1 = position;
        }
        self.free.push(row as u32);
    }

    fn make_room(&mut self) -> u32 {
        let number = self.lies.len() as u32;
        self.ids.resize(self.ids.len() + self.elements, 0);
        self.links.resize(self.links.len() + self.elements - self.first_listed, (NONE, NONE));
        self.lies.push((Symmetry::IDENTITY, 0));
        number
    }

    fn slot(&self, row: usize, element: usize) -> usize {
        row * (self.elements - self.first_listed) + element - self.first_listed
    }

    fn row_of(&self, slot: u32) -> usize {
        slot as usize / (self.elements - self.first_listed)
    }

    fn heads_of(&mut self, element: usize) -> &mut Vec<u32> {
        if element < self.nodes { &mut self.first_at_node } else { &mut self.first_at_edge }
    }
}
