//! Match tables: sets of matches with removal by element, and access by position.
//!
//! The cost of both does not depend on the number of matches.
//!
//! The rows of an element form a list that is linked through the rows themselves.
//! If every left-side node has an edge there, lists of edges are enough: the rows at a node are those at its
//! edges.
//! If these edges also have directions, rows have no node ids at all: nodes are the ends of edges.
//!
//! All data of a row is adjacent, because in a large mission each memory access costs more than the work
//! there.

use super::dirty::{NodePositions, TouchedNode};
use super::search::MatchRow;
use crate::base::Symmetry;
use crate::grammar::EdgeDirection;
use crate::grammar::resolve::ReadyRule;
use crate::mission::{EdgeId, Link, LinkDirection, Mission, NodeId};

/// The end of a list.
const NONE: u32 = u32::MAX;

/// The matches of one rule, in the same order for the same history.
#[derive(Clone, Debug)]
pub(super) struct MatchTable {
    /// Number of node ids in a row: one for each left-side node, or none if edges determine them.
    nodes: usize,
    /// Number of ids in a row: those of its nodes, then those of its edges.
    elements: usize,
    /// The first element of a row that is in a list. All later ones are in lists, too.
    first_listed: usize,
    /// The ends of each edge of the left side, by position of the node.
    ends: Vec<[usize; 2]>,
    /// For each left-side node, if edges determine them, one of its edges and the end that is the node.
    identified_by: Vec<(usize, usize)>,
    /// The rows one after the other. Removed rows stay until their space is needed.
    ///
    /// Each row has its ids; the slots before and after each listed element in its list; its position in
    /// `live`; its orientation.
    words: Vec<u32>,
    /// Number of words in a row.
    stride: usize,
    /// Number of rows used so far; there may be memory for more.
    used: usize,
    /// The rows that are in the set, followed by those that are not.
    live: Vec<u32>,
    free: Vec<u32>,
    /// For each node id, and for each edge id, the first slot of its list. A slot is the position of its two
    /// words.
    first_at_node: Vec<u32>,
    first_at_edge: Vec<u32>,
}

impl MatchTable {
    /// Returns an empty table for a rule.
    pub fn new(rule: &ReadyRule) -> Self {
        let have_directions = rule.edges.iter().all(|edge| edge.direction == EdgeDirection::FromTo);
        let ends: Vec<[usize; 2]> = rule.edges.iter().map(|edge| [edge.from, edge.to]).collect();
        let (nodes, first_listed, identified_by) = match (rule.is_identified_by_edges(), have_directions) {
            (true, true) => (0, 0, (0..rule.nodes.len()).filter_map(|node| end_at(&ends, node)).collect()),
            (true, false) => (rule.nodes.len(), rule.nodes.len(), Vec::new()),
            (false, _) => (rule.nodes.len(), 0, Vec::new()),
        };
        let elements = nodes + rule.edges.len();
        Self {
            nodes,
            elements,
            first_listed,
            ends,
            identified_by,
            words: Vec::new(),
            stride: elements + 2 * (elements - first_listed) + 2,
            used: 0,
            live: Vec::new(),
            free: Vec::new(),
            first_at_node: Vec::new(),
            first_at_edge: Vec::new(),
        }
    }

    /// Returns the number of matches.
    pub fn count(&self) -> usize {
        self.live.len()
    }

    /// Returns the match at a position; `None` beyond the last one.
    pub fn nth(&self, position: usize) -> Option<KeptRow<'_>> {
        let first = *self.live.get(position)? as usize * self.stride;
        let row = self.words.get(first..first + self.stride)?;
        let (nodes, edges) = row.get(..self.elements)?.split_at(self.nodes);
        Some(KeptRow { nodes, edges, identified_by: &self.identified_by, placements: *row.last()? })
    }

    /// Returns the approximate memory, in bytes.
    pub fn bytes(&self) -> u64 {
        // Two more lists are as long as the number of rows, each of which has several words.
        let words = 2 * self.words.capacity() + self.first_at_node.capacity() + self.first_at_edge.capacity();
        4 * words as u64
    }

    /// Removes all matches.
    pub fn clear(&mut self) {
        let lists = [&mut self.words, &mut self.live, &mut self.free];
        lists.into_iter().chain([&mut self.first_at_node, &mut self.first_at_edge]).for_each(Vec::clear);
        self.used = 0;
    }

    /// Adds a new match. Returns `false` without adding it if there are `most` already.
    #[inline(always)]
    pub fn push_within(&mut self, row: MatchRow, most: u64) -> bool {
        let has_room = (self.live.len() as u64) < most;
        if has_room {
            self.push(row);
        }
        has_room
    }

    #[inline(always)]
    fn push(&mut self, row: MatchRow) {
        let number = self.free.pop().unwrap_or_else(|| self.fresh_row());
        let first = number as usize * self.stride;
        let words = &mut self.words[first..first + self.stride];
        let (nodes, words) = words.split_at_mut(self.nodes);
        if !nodes.is_empty() {
            nodes.iter_mut().zip(row.nodes).for_each(|(word, id)| *word = id.0);
        }
        words.iter_mut().zip(row.edges).for_each(|(word, id)| *word = id.0);
        if let [.., position, placements] = words {
            *position = self.live.len() as u32;
            *placements = u32::from(row.symmetry.turn()) * 2 + u32::from(row.symmetry.flip());
        }
        self.live.push(number);
        let mut slot = first + self.elements;
        if self.lists_nodes() {
            for id in row.nodes {
                link(&mut self.words, slot, head(&mut self.first_at_node, id.0));
                slot += 2;
            }
        }
        for id in row.edges {
            link(&mut self.words, slot, head(&mut self.first_at_edge, id.0));
            slot += 2;
        }
    }

    /// Returns `true` if there are lists of nodes.
    fn lists_nodes(&self) -> bool {
        self.nodes > 0 && self.first_listed == 0
    }

    /// Removes the matches that have a node at one of its touched positions. Returns the number of rows
    /// examined.
    pub fn remove_at_node(&mut self, TouchedNode { id, positions }: TouchedNode, mission: &Mission) -> usize {
        if self.lists_nodes() {
            let head = self.first_at_node.get(id.0 as usize).copied();
            self.remove_from_list(head, positions, |table, row, _| table.position_of(row, id))
        } else {
            let links = mission.links(id);
            let mut walked = links.len();
            for link in links {
                let head = self.first_at_edge.get(link.edge.0 as usize).copied();
                walked += self.remove_from_list(head, positions, |table, row, slot| {
                    table.position_at(row, slot, id, link)
                });
            }
            walked
        }
    }

    /// Removes the rows of a list that have a node at one of these positions. Returns the number of rows
    /// examined.
    ///
    /// `position` finds the node's position in a row.
    fn remove_from_list(
        &mut self,
        head: Option<u32>,
        positions: NodePositions,
        position: impl Fn(&Self, usize, usize) -> Option<usize>,
    ) -> usize {
        let mut walked = 0;
        let mut next = head.unwrap_or(NONE);
        while next != NONE {
            walked += 1;
            let (slot, row) = (next as usize, next / self.stride as u32);
            next = self.words[slot + 1];
            if position(self, row as usize, slot).is_some_and(|position| positions.contains(position)) {
                self.remove(row);
            }
        }
        walked
    }

    /// Returns the position of a node in a row that stores node ids.
    fn position_of(&self, row: usize, id: NodeId) -> Option<usize> {
        let first = row * self.stride;
        self.words[first..first + self.nodes].iter().position(|node| *node == id.0)
    }

    /// Returns the position in a row of the node at which a link is seen; the slot is that of the link's
    /// edge.
    fn position_at(&self, row: usize, slot: usize, id: NodeId, link: &Link) -> Option<usize> {
        if self.nodes > 0 {
            return self.position_of(row, id);
        }
        let [from, to] = *self.ends.get((slot - row * self.stride - self.elements) / 2)?;
        Some(if link.heading == LinkDirection::In { to } else { from })
    }

    /// Removes the matches through an edge.
    pub fn remove_at_edge(&mut self, id: EdgeId) {
        while let Some(&slot) = self.first_at_edge.get(id.0 as usize).filter(|slot| **slot != NONE) {
            self.remove(slot / self.stride as u32);
        }
    }

    fn remove(&mut self, row: u32) {
        let first = row as usize * self.stride;
        let mut slot = first + self.elements;
        for element in self.first_listed..self.elements {
            let (before, next) = (self.words[slot], self.words[slot + 1]);
            if next != NONE {
                self.words[next as usize] = before;
            }
            if before != NONE {
                self.words[before as usize + 1] = next;
            } else {
                let id = self.words[first + element] as usize;
                let heads =
                    if element < self.nodes { &mut self.first_at_node } else { &mut self.first_at_edge };
                heads[id] = next;
            }
            slot += 2;
        }
        let position = self.words[first + self.stride - 2];
        self.live.swap_remove(position as usize);
        if let Some(&moved) = self.live.get(position as usize) {
            self.words[(moved as usize + 1) * self.stride - 2] = position;
        }
        self.free.push(row);
    }

    /// Returns a row that was never used.
    fn fresh_row(&mut self) -> u32 {
        let number = self.used;
        self.used += 1;
        make_room(&mut self.words, self.used * self.stride);
        number as u32
    }
}

/// A row that is in the set.
#[derive(Clone, Copy)]
pub(super) struct KeptRow<'a> {
    nodes: &'a [u32],
    edges: &'a [u32],
    identified_by: &'a [(usize, usize)],
    placements: u32,
}

impl<'a> KeptRow<'a> {
    /// Returns the node at a position of the left side, in the mission of the row.
    #[inline]
    pub fn node(self, position: usize, mission: &Mission) -> Option<NodeId> {
        if let Some(id) = self.nodes.get(position) {
            return Some(NodeId(*id));
        }
        let &(edge, end) = self.identified_by.get(position)?;
        let edge = mission.edge(EdgeId(*self.edges.get(edge)?))?;
        Some(if end == 0 { edge.from } else { edge.to })
    }

    pub fn edges(self) -> impl Iterator<Item = EdgeId> + 'a {
        self.edges.iter().copied().map(EdgeId)
    }

    pub fn symmetry(self) -> Symmetry {
        Symmetry::new((self.placements / 2) as u8, self.placements % 2 == 1)
    }
}

/// Returns an edge with the node as an end, and which end it is.
fn end_at(ends: &[[usize; 2]], node: usize) -> Option<(usize, usize)> {
    let end = |ends: &[usize; 2]| ends.iter().position(|end| *end == node);
    ends.iter().enumerate().find_map(|(edge, ends)| Some((edge, end(ends)?)))
}

/// Inserts a slot before the first one of a list.
#[inline]
fn link(words: &mut [u32], slot: usize, head: &mut u32) {
    let next = std::mem::replace(head, slot as u32);
    words[slot] = NONE;
    words[slot + 1] = next;
    if next != NONE {
        words[next as usize] = slot as u32;
    }
}

/// Returns the beginning of an element's list.
#[inline]
fn head(heads: &mut Vec<u32>, id: u32) -> &mut u32 {
    make_room(heads, id as usize + 1);
    &mut heads[id as usize]
}

/// Extends a list to at least this length. It grows by an eighth each time, so this is rare.
#[inline]
fn make_room(list: &mut Vec<u32>, length: usize) {
    if list.len() < length {
        grow(list, length);
    }
}

#[cold]
fn grow(list: &mut Vec<u32>, length: usize) {
    list.resize(length + (length / 8).max(64), NONE);
}
