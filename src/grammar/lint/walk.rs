//! A walk through a start that no rule ever changes: which places can be reached with the keys that lie on the way.
//!
//! A walker picks up all keys and never shuts a way behind them, so what is not reached here is reached by nobody.

use std::collections::BTreeSet;

use super::lasting::Lasting;
use crate::mission::{EdgeRole, NodeRole};

/// What was reached, and what was in the way.
pub(super) struct Walk {
    pub reached: BTreeSet<usize>,
    /// Locks that were come to and never opened.
    pub shut: BTreeSet<usize>,
}

/// For each node of the start, what one comes to from it.
struct Onward {
    passages: Vec<Vec<usize>>,
    holds: Vec<Vec<usize>>,
    opens: Vec<Vec<usize>>,
}

impl Walk {
    /// Walks from a node as far as one can.
    pub fn new(start: &Lasting<'_>, from: usize) -> Self {
        let onward = onward(start);
        let is_place = |node: usize| start.lint.is_place(start.nodes[node].symbol);
        let is_lock = |node: usize| start.lint.role(start.nodes[node].symbol) == Some(NodeRole::Lock);
        let mut walk = Self { reached: BTreeSet::from([from]), shut: BTreeSet::new() };
        let (mut waiting, mut opened) = (vec![from], BTreeSet::new());
        while let Some(node) = waiting.pop() {
            for &lock in &onward.opens[node] {
                opened.insert(lock);
                if walk.shut.remove(&lock) && walk.reached.insert(lock) {
                    waiting.push(lock);
                }
            }
            let items = onward.holds[node].iter().filter(|item| !is_place(**item));
            waiting.extend(items.filter(|item| walk.reached.insert(**item)));
            let walked = onward.passages[node].iter().filter(|next| is_place(node) && is_place(**next));
            for &next in walked {
                if is_lock(next) && !opened.contains(&next) && !walk.reached.contains(&next) {
                    walk.shut.insert(next);
                } else if walk.reached.insert(next) {
                    waiting.push(next);
                }
            }
        }
        walk
    }
}

fn onward(start: &Lasting<'_>) -> Onward {
    let none = || vec![Vec::new(); start.nodes.len()];
    let mut onward = Onward { passages: none(), holds: none(), opens: none() };
    for edge in start.with_role(EdgeRole::Passage) {
        onward.passages[edge.from].push(edge.to);
        if !start.lint.grammar.alphabet.edge(edge.symbol).1.one_way {
            onward.passages[edge.to].push(edge.from);
        }
    }
    start.with_role(EdgeRole::Contains).for_each(|edge| onward.holds[edge.from].push(edge.to));
    start.with_role(EdgeRole::Opens).for_each(|edge| onward.opens[edge.from].push(edge.to));
    onward
}
