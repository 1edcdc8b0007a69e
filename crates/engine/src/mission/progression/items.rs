//! Items: the place that holds each of them, and the places that it opens.

use std::collections::{BTreeMap, BTreeSet};

use crate::mission::{Alphabet, EdgeRole, Mission, NodeId};

/// The relations of items, which are nodes without a form.
pub(crate) struct ItemRelations {
    containers: BTreeMap<NodeId, Vec<NodeId>>,
    opened: BTreeMap<NodeId, Vec<NodeId>>,
}

impl ItemRelations {
    pub(crate) fn of(mission: &Mission, alphabet: &Alphabet) -> Self {
        let mut items = Self { containers: BTreeMap::new(), opened: BTreeMap::new() };
        for (_, edge) in mission.edges() {
            match alphabet.edge(edge.symbol).1.role {
                EdgeRole::Contains => items.containers.entry(edge.to).or_default().push(edge.from),
                EdgeRole::Opens => items.opened.entry(edge.from).or_default().push(edge.to),
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
