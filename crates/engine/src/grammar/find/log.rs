//! The log: the latest changes of a mission that matches depend on. Each rule reads it when it needs its
//! matches.

use super::dirty::FoundEdge;
use crate::mission::{NodeId, NodeSymbolId, Site};

/// The latest changes of a mission, made or undone, in order within each kind.
///
/// An edge with changed attributes counts as removed and added.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    /// Added edges, followed by removed ones; their ends are as they were then.
    came: Tail<FoundEdge>,
    went: Tail<FoundEdge>,
    nodes: Tail<NodeArrivalOrRemoval>,
    changed_nodes: Tail<NodeChanged>,
}

/// An added or removed node of that symbol and site.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeArrivalOrRemoval {
    pub id: NodeId,
    pub symbol: NodeSymbolId,
    pub site: Option<Site>,
}

/// A node whose symbol or attributes changed.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeChanged {
    pub id: NodeId,
    pub before: NodeSymbolId,
    pub after: NodeSymbolId,
}

/// A moment in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LogPosition {
    came: usize,
    went: usize,
    nodes: usize,
    changed_nodes: usize,
}

/// The changes since a moment.
#[derive(Clone, Copy)]
pub(super) struct Changes<'a> {
    pub came: &'a [FoundEdge],
    pub went: &'a [FoundEdge],
    pub nodes: &'a [NodeArrivalOrRemoval],
    pub changed_nodes: &'a [NodeChanged],
}

impl Log {
    /// Returns the present moment.
    pub fn now(&self) -> LogPosition {
        LogPosition {
            came: self.came.end(),
            went: self.went.end(),
            nodes: self.nodes.end(),
            changed_nodes: self.changed_nodes.end(),
        }
    }

    /// Returns the changes since a moment; `None` if some of them are forgotten.
    pub(super) fn since(&self, moment: LogPosition) -> Option<Changes<'_>> {
        Some(Changes {
            came: self.came.since(moment.came)?,
            went: self.went.since(moment.went)?,
            nodes: self.nodes.since(moment.nodes)?,
            changed_nodes: self.changed_nodes.since(moment.changed_nodes)?,
        })
    }

    pub(super) fn edge_came(&mut self, edge: FoundEdge) {
        self.came.entries.push(edge);
    }

    pub(super) fn edge_went(&mut self, edge: FoundEdge) {
        self.went.entries.push(edge);
    }

    pub(super) fn node_came_or_went(&mut self, node: NodeArrivalOrRemoval) {
        self.nodes.entries.push(node);
    }

    pub(super) fn node_changed(&mut self, node: NodeChanged) {
        self.changed_nodes.entries.push(node);
    }

    /// Keeps at least `count` entries of each kind, and not much more than twice as many.
    ///
    /// A rule that lags behind farther is faster if it searches the whole mission.
    pub(super) fn keep(&mut self, count: usize) {
        self.came.keep(count);
        self.went.keep(count);
        self.nodes.keep(count);
        self.changed_nodes.keep(count);
    }
}

impl Changes<'_> {
    /// Returns the number of changes.
    pub fn count(&self) -> usize {
        self.came.len() + self.went.len() + self.nodes.len() + self.changed_nodes.len()
    }
}

/// The last entries of a list.
#[derive(Clone, Debug)]
struct Tail<Entry> {
    entries: Vec<Entry>,
    /// Number of earlier entries that are forgotten.
    forgotten: usize,
}

impl<Entry> Default for Tail<Entry> {
    fn default() -> Self {
        Self { entries: Vec::new(), forgotten: 0 }
    }
}

impl<Entry> Tail<Entry> {
    /// Returns the number of all entries ever added.
    fn end(&self) -> usize {
        self.forgotten + self.entries.len()
    }

    /// Returns the entries from `position` on; `None` if some of these are forgotten.
    fn since(&self, position: usize) -> Option<&[Entry]> {
        self.entries.get(position.checked_sub(self.forgotten)?..)
    }

    fn keep(&mut self, count: usize) {
        if self.entries.len() > 2 * count {
            let old = self.entries.len() - count;
            self.entries.drain(..old);
            self.forgotten += old;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_tells_what_came_since_until_it_forgets() {
        let mut log = Log::default();
        let node = |id| NodeArrivalOrRemoval { id: NodeId(id), symbol: NodeSymbolId(0), site: None };
        let ids = |log: &Log, moment| -> Option<Vec<u32>> {
            log.since(moment).map(|changes| changes.nodes.iter().map(|node| node.id.0).collect())
        };
        let mut moments = vec![log.now()];
        for id in 0..7 {
            log.node_came_or_went(node(id));
            log.keep(3);
            moments.push(log.now());
        }
        assert_eq!((ids(&log, moments[7]), ids(&log, moments[4])), (Some(vec![]), Some(vec![4, 5, 6])));
        assert_eq!(ids(&log, moments[3]), None);
        log.node_came_or_went(node(7));
        assert_eq!((ids(&log, moments[6]), log.now() == moments[7]), (Some(vec![6, 7]), false));
    }
}
