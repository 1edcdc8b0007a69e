//! A walk through a start that no rule ever changes: the places that can be reached with the keys on the way.
//!
//! The walker picks up all keys and can always go back, so nobody can reach more than this walk does.

use std::collections::BTreeSet;

use super::lasting::StartFlow;
use crate::mission::{EdgeRole, NodeRole};

/// The places reached, and the locks in the way.
pub(super) struct StartWalk {
    pub reached: BTreeSet<usize>,
    /// Locks that were found and never opened.
    pub shut: BTreeSet<usize>,
}

/// For each node of the start, the nodes that follow from it.
struct StartSteps {
    passages: Vec<Vec<usize>>,
    holds: Vec<Vec<usize>>,
    opens: Vec<Vec<usize>>,
}

impl StartWalk {
    /// Walks from a node as far as possible.
    pub fn new(start: &StartFlow<'_>, from: usize) -> Self {
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

/// Returns places that can be reached without any key, and from which no way ever leads to a goal.
///
/// The walk ends at a goal.
pub(super) fn dead_ends(start: &StartFlow<'_>, from: usize) -> Vec<usize> {
    let onward = onward(start).passages;
    let is_place = |node: usize| start.lint.is_place(start.nodes[node].symbol);
    let has_role = |node: usize, role| start.lint.role(start.nodes[node].symbol) == Some(role);
    let mut back = vec![Vec::new(); onward.len()];
    for (node, next) in onward.iter().enumerate() {
        next.iter().for_each(|next| back[*next].push(node));
    }
    let goals = (0..onward.len()).filter(|node| is_place(*node) && has_role(*node, NodeRole::Goal));
    let lead_to_goals = flood(goals.collect(), |node| &back[node], is_place);
    let is_open = |node| is_place(node) && !has_role(node, NodeRole::Lock);
    let goes_on = |node: usize| if has_role(node, NodeRole::Goal) { &[] } else { onward[node].as_slice() };
    let reached = flood(vec![from], goes_on, is_open);
    reached.difference(&lead_to_goals).copied().collect()
}

/// Returns the nodes that can be reached from some nodes via nodes that `counts` accepts.
fn flood<'a>(
    from: Vec<usize>,
    next: impl Fn(usize) -> &'a [usize],
    counts: impl Fn(usize) -> bool,
) -> BTreeSet<usize> {
    let (mut reached, mut waiting) = (BTreeSet::new(), from);
    while let Some(node) = waiting.pop() {
        if reached.insert(node) {
            waiting.extend(next(node).iter().filter(|next| counts(**next)));
        }
    }
    reached
}

fn onward(start: &StartFlow<'_>) -> StartSteps {
    let none = || vec![Vec::new(); start.nodes.len()];
    let mut onward = StartSteps { passages: none(), holds: none(), opens: none() };
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
