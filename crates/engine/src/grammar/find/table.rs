//! A set of matches from which those through an element of the mission can be taken out, and any one be drawn, at a cost that does not depend on how many there are.
//!
//! The rows of an element are a list that is linked through the rows themselves. Where every node of the left side has an edge there, lists of edges are enough: the rows at a node are those at its edges. Where these edges have directions too, a row has no ids of nodes at all: they are the ends of its edges.
//! All that belongs to a row lies side by side, because in a large mission each place in memory that a step comes by costs more than what it does there.

use super::dirty::{Positions, Touched};
use super::search::Row;
use crate::base::Symmetry;
use crate::grammar::Direction;
use crate::grammar::resolve::ReadyRule;
use crate::mission::{EdgeId, Heading, Link, Mission, NodeId};

/// The end of a list.
const NONE: u32 = u32::MAX;

/// The matches of one rule, in the same order for the same history.
#[derive(Clone, Debug)]
pub(super) struct MatchTable {
    /// How many ids of nodes a row has: one for each of the left side, or none where edges determine them.
    nodes: usize,
    /// How many ids a row has: those of its nodes, then those of its edges.
    elements: usize,
    /// The first element of a row that is in a list, and all after it.
    first_listed: usize,
    /// Where each edge of the left side begins and ends, by position of the node.
    ends: Vec<[usize; 2]>,
    /// For each node of the left side, where edges determine them, one of these and which end of it the node is.
    identified_by: Vec<(usize, usize)>,
    /// The rows one after the other: ids; for each listed element the slots before and after it in its list; where it stands in `live`; how it lies. Rows that were taken out stay until their place is needed.
    words: Vec<u32>,
    /// How many words a row has.
    stride: usize,
    /// How many rows have been used; there may be room for more.
    used: usize,
    /// The rows that are in the set, and those that are not.
    live: Vec<u32>,
    free: Vec<u32>,
    /// For each id of a node, and each id of an edge, the first slot of its list. A slot is the position of its two words.
    first_at_node: Vec<u32>,
    first_at_edge: Vec<u32>,
}

impl MatchTable {
    /// No match of a rule yet.
    pub fn new(rule: &ReadyRule) -> Self {
        let have_directions = rule.edges.iter().all(|edge| edge.direction == Direction::FromTo);
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

    /// How many matches there are.
    pub fn count(&self) -> usize {
        self.live.len()
    }

    /// One of them; `None` if there are not so many.
    pub fn nth(&self, position: usize) -> Option<KeptRow<'_>> {
        let first = *self.live.get(position)? as usize * self.stride;
        let row = self.words.get(first..first + self.stride)?;
        let (nodes, edges) = row.get(..self.elements)?.split_at(self.nodes);
        Some(KeptRow { nodes, edges, identified_by: &self.identified_by, placements: *row.last()? })
    }

    /// How many bytes of memory it takes, about.
    pub fn bytes(&self) -> u64 {
        // Two lists more are as long as there are rows, each of which has several words.
        let words = 2 * self.words.capacity() + self.first_at_node.capacity() + self.first_at_edge.capacity();
        4 * words as u64
    }

    /// Takes all out.
    pub fn clear(&mut self) {
        let lists = [&mut self.words, &mut self.live, &mut self.free];
        lists.into_iter().chain([&mut self.first_at_node, &mut self.first_at_edge]).for_each(Vec::clear);
        self.used = 0;
    }

    /// Puts a match in that is not there yet; false, and nothing done, where there are `most` already.
    #[inline(always)]
    pub fn push_within(&mut self, row: Row, most: u64) -> bool {
        let has_room = (self.live.len() as u64) < most;
        if has_room {
            self.push(row);
        }
        has_room
    }

    #[inline(always)]
    fn push(&mut self, row: Row) {
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

    /// Are there lists of nodes?
    fn lists_nodes(&self) -> bool {
        self.nodes > 0 && self.first_listed == 0
    }

    /// Takes the matches out in which a node is one of those that it was touched as. Returns how many it looked at.
    pub fn remove_at_node(&mut self, Touched { id, positions }: Touched, mission: &Mission) -> usize {
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

    /// Takes the rows of a list out in which a node is at one of these positions, where its position in a row is known. Returns how many it looked at.
    fn remove_from_list(
        &mut self,
        head: Option<u32>,
        positions: Positions,
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

    /// Which node of a row, among those whose ids it has, has this one.
    fn position_of(&self, row: usize, id: NodeId) -> Option<usize> {
        let first = row * self.stride;
        self.words[first..first + self.nodes].iter().position(|node| *node == id.0)
    }

    /// Which node of a row is the one at which a link is seen, where the slot is that of the link's edge.
    fn position_at(&self, row: usize, slot: usize, id: NodeId, link: &Link) -> Option<usize> {
        if self.nodes > 0 {
            return self.position_of(row, id);
        }
        let [from, to] = *self.ends.get((slot - row * self.stride - self.elements) / 2)?;
        Some(if link.heading == Heading::In { to } else { from })
    }

    /// Takes the matches through an edge out.
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

    /// A row that was never used.
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
    /// The node at a position of the left side, in the mission that the row is kept of.
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

/// An edge of which a node is an end, and which one.
fn end_at(ends: &[[usize; 2]], node: usize) -> Option<(usize, usize)> {
    let end = |ends: &[usize; 2]| ends.iter().position(|end| *end == node);
    ends.iter().enumerate().find_map(|(edge, ends)| Some((edge, end(ends)?)))
}

/// Puts a slot before the first of a list.
#[inline]
fn link(words: &mut [u32], slot: usize, head: &mut u32) {
    let next = std::mem::replace(head, slot as u32);
    words[slot] = NONE;
    words[slot + 1] = next;
    if next != NONE {
        words[next as usize] = slot as u32;
    }
}

/// Where the list of an element begins.
#[inline]
fn head(heads: &mut Vec<u32>, id: u32) -> &mut u32 {
    make_room(heads, id as usize + 1);
    &mut heads[id as usize]
}

/// Makes a list at least so long; seldom, because each time it is made longer by an eighth.
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
