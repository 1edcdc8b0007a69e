//! A set of matches from which those through an element of the mission can be taken out, and any one be drawn, at a cost that does not depend on how many there are.
//!
//! A row has the mission's nodes, then its edges, then the symmetry, as numbers. Each element's rows are a list that is linked through the rows themselves.

use super::search::Row;
use crate::base::Symmetry;
use crate::mission::{EdgeId, NodeId};

/// The end of a list.
const NONE: u32 = u32::MAX;

/// The matches of one rule, in the same order for the same history.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    nodes: usize,
    elements: usize,
    /// `elements` of them a row: its nodes, then its edges. Rows that were taken out stay until their place is needed.
    slots: Vec<Slot>,
    /// For each row how it lies, and where it stands in `live`.
    lies: Vec<(Symmetry, u32)>,
    /// The rows that are in the set, and those that are not.
    live: Vec<u32>,
    free: Vec<u32>,
    /// For each id of a node, and each id of an edge, the first slot of its list.
    first_at_node: Vec<u32>,
    first_at_edge: Vec<u32>,
}

/// One element of a row.
#[derive(Clone, Copy, Debug)]
struct Slot {
    id: u32,
    /// The slots before and after it in the list of the element.
    before: u32,
    next: u32,
}

impl Rows {
    pub fn new(nodes: usize, edges: usize) -> Self {
        Self {
            nodes,
            elements: nodes + edges,
            slots: Vec::new(),
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
    pub fn nth(&self, position: usize) -> Option<(impl Iterator<Item = u32>, Symmetry)> {
        let row = *self.live.get(position)? as usize;
        let slots = self.slots.get(row * self.elements..(row + 1) * self.elements)?;
        Some((slots.iter().map(|slot| slot.id), self.lies.get(row)?.0))
    }

    /// Takes all out.
    pub fn clear(&mut self) {
        *self = Self::new(self.nodes, self.elements - self.nodes);
    }

    /// Puts a match in that is not there yet.
    pub fn push(&mut self, row: Row) {
        let number = self.free.pop().unwrap_or_else(|| self.make_room());
        self.lies[number as usize] = (row.symmetry, self.live.len() as u32);
        self.live.push(number);
        let first = number as usize * self.elements;
        let ids = row.nodes.iter().map(|node| node.0).chain(row.edges.iter().map(|edge| edge.0));
        for (slot, id) in (first..).zip(ids) {
            let is_node = slot - first < self.nodes;
            let heads = if is_node { &mut self.first_at_node } else { &mut self.first_at_edge };
            if heads.len() <= id as usize {
                heads.resize(id as usize + 1, NONE);
            }
            let next = std::mem::replace(&mut heads[id as usize], slot as u32);
            self.slots[slot] = Slot { id, before: NONE, next };
            if next != NONE {
                self.slots[next as usize].before = slot as u32;
            }
        }
    }

    /// Takes the matches through a node out.
    pub fn remove_at_node(&mut self, id: NodeId) {
        while let Some(&slot) = self.first_at_node.get(id.0 as usize).filter(|slot| **slot != NONE) {
            self.remove(slot as usize / self.elements);
        }
    }

    /// Takes the matches through an edge out.
    pub fn remove_at_edge(&mut self, id: EdgeId) {
        while let Some(&slot) = self.first_at_edge.get(id.0 as usize).filter(|slot| **slot != NONE) {
            self.remove(slot as usize / self.elements);
        }
    }

    fn remove(&mut self, row: usize) {
        let first = row * self.elements;
        for slot in first..first + self.elements {
            let Slot { id, before, next } = self.slots[slot];
            if next != NONE {
                self.slots[next as usize].before = before;
            }
            if before != NONE {
                self.slots[before as usize].next = next;
            } else if slot - first < self.nodes {
                self.first_at_node[id as usize] = next;
            } else {
                self.first_at_edge[id as usize] = next;
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
        let empty = Slot { id: 0, before: NONE, next: NONE };
        self.slots.resize(self.slots.len() + self.elements, empty);
        self.lies.push((Symmetry::IDENTITY, 0));
        number
    }
}
