//! Items: the place that holds each of them, and the places that it opens.

use std::collections::{BTreeMap, BTreeSet};

use crate::mission::{Alphabet, EdgeRole, Mission, NodeId, NodeRole};

/// The relations of items, which are nodes without a form.
pub(crate) struct ItemRelations {
    containers: BTreeMap<NodeId, Vec<NodeId>>,
    opened: BTreeMap<NodeId, Vec<NodeId>>,
}

/// Returns the number of its keys that a place of this role needs; `None` if it is no lock.
pub(crate) fn keys_needed(role: Option<NodeRole>) -> Option<u32> {
    (role == Some(NodeRole::Lock)).then_some(1)
}

impl ItemRelations {
    pub(crate) fn of(mission: &Mission, alphabet: &Alphabet) -> Self {
        let role = |symbol| alphabet.edge(symbol).1.role;
        Self::new(mission.edges().map(|(_, edge)| (edge.from, role(edge.symbol), edge.to)))
    }

    pub(crate) fn new(edges: impl Iterator<Item = (NodeId, EdgeRole, NodeId)>) -> Self {
        let mut items = Self { containers: BTreeMap::new(), opened: BTreeMap::new() };
        for (from, role, to) in edges {
            match role {
                EdgeRole::Contains => items.containers.entry(to).or_default().push(from),
                EdgeRole::Opens => items.opened.entry(from).or_default().push(to),
                EdgeRole::Passage | EdgeRole::Other => {}
            }
        }
        items
    }

    /// Returns the place that holds an item, directly or inside other items.
    pub(crate) fn holder<P: Copy>(&self, item: NodeId, places: &BTreeMap<NodeId, P>) -> Option<P> {
        let mut seen = BTreeSet::from([item]);
        let mut outwards = vec![item];
        while let Some(node) = outwards.pop() {
            if let Some(place) = places.get(&node) {
                return Some(*place);
            }
            let around = self.containers.get(&node).into_iter().flatten().copied();
            outwards.extend(around.filter(|next| seen.insert(*next)));
        }
        None
    }

    /// Returns the nodes that an item opens.
    pub(crate) fn opened_by(&self, item: NodeId) -> impl Iterator<Item = NodeId> {
        self.opened.get(&item).into_iter().flatten().copied()
    }
}
