//! What changed in a mission lately, as far as matches depend on it: each rule's kept matches follow it in their own time.

use super::dirty::FoundEdge;
use crate::mission::{NodeId, NodeSymbolId, Site};

/// The last changes of a mission, whether made or taken back; those of a kind in order.
///
/// An edge whose attributes changed has gone and come.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    /// The edges that came, and those that went; their ends are as they were then.
    came: Tail<FoundEdge>,
    went: Tail<FoundEdge>,
    nodes: Tail<NodeCameOrWent>,
    changed_nodes: Tail<NodeChanged>,
}

/// A node of that symbol came or went, and lay there.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeCameOrWent {
    pub id: NodeId,
    pub symbol: NodeSymbolId,
    pub site: Option<Site>,
}

/// A node became something else, or its attributes changed.
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

/// What changed since a moment.
#[derive(Clone, Copy)]
pub(super) struct Changes<'a> {
    pub came: &'a [FoundEdge],
    pub went: &'a [FoundEdge],
    pub nodes: &'a [NodeCameOrWent],
    pub changed_nodes: &'a [NodeChanged],
}

impl Log {
    /// This moment.
    pub fn now(&self) -> LogPosition {
        LogPosition {
            came: self.came.end(),
            went: self.went.end(),
            nodes: self.nodes.end(),
            changed_nodes: self.changed_nodes.end(),
        }
    }

    /// What changed since a moment; `None` if some of it is forgotten.
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

    pub(super) fn node_came_or_went(&mut self, node: NodeCameOrWent) {
        self.nodes.entries.push(node);
    }

    pub(super) fn node_changed(&mut self, node: NodeChanged) {
        self.changed_nodes.entries.push(node);
    }

    /// Keeps so many entries of each kind at least, and not much more than twice as many: who lags behind farther is faster if it looks at the whole mission.
    pub(super) fn keep(&mut self, count: usize) {
        self.came.keep(count);
        self.went.keep(count);
        self.nodes.keep(count);
        self.changed_nodes.keep(count);
    }
}

impl Changes<'_> {
    /// How many changes they are.
    pub fn count(&self) -> usize {
        self.came.len() + self.went.len() + self.nodes.len() + self.changed_nodes.len()
    }
}

/// The last entries of a list.
#[derive(Clone, Debug)]
struct Tail<Entry> {
    entries: Vec<Entry>,
    /// How many entries there were before those.
    forgotten: usize,
}

impl<Entry> Default for Tail<Entry> {
    fn default() -> Self {
        Self { entries: Vec::new(), forgotten: 0 }
    }
}

impl<Entry> Tail<Entry> {
    /// How many entries there ever were.
    fn end(&self) -> usize {
        self.forgotten + self.entries.len()
    }

    /// All entries but the first so many; `None` if some of these are forgotten.
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
        let node = |id| NodeCameOrWent { id: NodeId(id), symbol: NodeSymbolId(0), site: None };
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
