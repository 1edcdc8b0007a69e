//! What changed in a mission lately, as far as matches depend on it: each rule's kept matches follow it in their own time.

use super::fresh::FoundEdge;
use crate::mission::{NodeId, NodeSymbolId, Site};

/// The last changes of a mission, whether made or taken back, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    entries: Vec<Entry>,
    /// How many entries there were before those.
    forgotten: usize,
}

/// One change. Elements that come or go with others have entries of their own.
#[derive(Clone, Copy, Debug)]
pub(super) enum Entry {
    /// An edge came; its ends are as they were then.
    EdgeCame(FoundEdge),
    /// An edge went; its ends are as they were then.
    EdgeWent(FoundEdge),
    /// The attributes of an edge changed.
    EdgeChanged(FoundEdge),
    /// A node of that symbol came or went, and lay there.
    NodeCameOrWent(NodeId, NodeSymbolId, Option<Site>),
    /// A node became something else, or its attributes changed: what it was and is.
    NodeChanged(NodeId, NodeSymbolId, NodeSymbolId),
}

impl Log {
    /// How many entries there ever were.
    pub fn end(&self) -> usize {
        self.forgotten + self.entries.len()
    }

    /// All entries but the first so many; `None` if some of these are forgotten.
    pub(super) fn since(&self, position: usize) -> Option<&[Entry]> {
        self.entries.get(position.checked_sub(self.forgotten)?..)
    }

    pub(super) fn extend(&mut self, entries: impl IntoIterator<Item = Entry>) {
        self.entries.extend(entries);
    }

    /// Keeps so many entries at least, and not much more than twice as many: who lags behind farther is faster if it looks at the whole mission.
    pub(super) fn keep(&mut self, count: usize) {
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
        let entry = |id| Entry::NodeCameOrWent(NodeId(id), NodeSymbolId(0), None);
        let ids = |log: &Log, position| -> Option<Vec<u32>> {
            let id = |entry: &Entry| match entry {
                Entry::NodeCameOrWent(id, ..) => id.0,
                _ => 0,
            };
            log.since(position).map(|entries| entries.iter().map(id).collect())
        };
        for id in 0..7 {
            log.extend([entry(id)]);
            log.keep(3);
        }
        assert_eq!((log.end(), ids(&log, 7), ids(&log, 4)), (7, Some(vec![]), Some(vec![4, 5, 6])));
        assert_eq!((ids(&log, 3), ids(&log, 8)), (None, None));
        log.extend([entry(7)]);
        assert_eq!((log.end(), ids(&log, 6)), (8, Some(vec![6, 7])));
    }
}
