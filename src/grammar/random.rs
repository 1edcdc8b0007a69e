//! Random small rules and missions in the notation of tests.

use super::notation::{self, lattice_rule, rule};
use super::{Dangling, Geometry, NodeReplacement, Rule, pair_edges};
use crate::base::Lots;
use crate::mission::Mission;

/// A mission of up to `most_nodes` nodes with loops and parallel edges; most nodes lie on a board of 3 × 3.
pub fn random_mission(lots: &mut Lots, most_nodes: u32, most_edges: u32) -> Mission {
    let nodes = lots.range(1, most_nodes);
    let board = shuffled_board(lots);
    let mut tokens = Vec::new();
    for id in 1..=nodes {
        let site = board.get(id as usize).filter(|_| lots.chance(85));
        let site = site.map_or_else(String::new, |(x, y)| format!("@{x},{y}"));
        tokens.push(format!("{id}:{}{site}", pick(lots, &["A", "A", "B", "C"])));
    }
    for _ in 0..lots.range(0, most_edges) {
        let (from, to) = (lots.range(1, nodes), lots.range(1, nodes));
        tokens.push(format!("{from}-{}>{to}", pick(lots, &["p", "p", "q"])));
    }
    notation::mission(&tokens.join(" "))
}

/// A rule with up to three nodes and edges on its left side, and a right side that keeps, changes, erases and creates.
pub fn random_rule(lots: &mut Lots) -> Rule {
    let left_nodes = lots.range(1, 3);
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let mut on_right = Vec::new();
    for id in 1..=left_nodes {
        left.push(format!("{id}:{}", pick(lots, &["A", "B", "*", "A|B", "B|C|A"])));
        if lots.chance(70) {
            on_right.push(id);
            right.push(format!("{id}:{}", pick(lots, &["=", "=", "B", "D"])));
        }
    }
    for _ in 0..lots.range(0, 3) {
        let (from, to) = (lots.range(1, left_nodes), lots.range(1, left_nodes));
        let symbol = pick(lots, &["p", "p", "q", "*", "p|q"]);
        left.push(format!("{from}-{symbol}{}{to}", pick(lots, &[">", ">", "-"])));
        if on_right.contains(&from) && on_right.contains(&to) && lots.chance(60) {
            right.push(format!("{from}-=>{to}"));
        }
    }
    for id in 4..4 + lots.range(0, 2) {
        on_right.push(id);
        right.push(format!("{id}:{}", pick(lots, &["A", "C"])));
    }
    for _ in 0..if on_right.is_empty() { 0 } else { lots.range(0, 2) } {
        let ends = [(); 2].map(|()| *lots.pick(&on_right).expect("there are nodes on the right"));
        right.push(format!("{}-{}>{}", ends[0], pick(lots, &["p", "q"]), ends[1]));
    }
    lots.shuffle(&mut left);
    let mut rule = rule("random", &left.join(" "), &right.join(" "));
    rule.dangling = if lots.chance(50) { Dangling::Forbid } else { Dangling::Drop };
    // A named edge may have taken the partner of a kept one.
    let mut partners = pair_edges(&rule.lhs, &rule.rhs).into_iter();
    rule.rhs.edges.retain(|edge| partners.next().flatten().is_some() || edge.symbol != NodeReplacement::Keep);
    rule
}

/// The same on the lattice: each node of the rule has a place of its own.
pub fn random_lattice_rule(lots: &mut Lots) -> Rule {
    let free = random_rule(lots);
    let mut ids: Vec<u32> = free.lhs.nodes.keys().chain(free.rhs.nodes.keys()).map(|id| id.0).collect();
    ids.sort_unstable();
    ids.dedup();
    let places = ids.iter().zip(shuffled_board(lots)).map(|(id, (x, y))| format!("{id}@{x},{y}"));
    let at = lattice_rule("at", "", "", &places.collect::<Vec<_>>().join(" ")).at;
    let geometry = Geometry::Lattice { turns: lots.chance(60), flips: lots.chance(60) };
    Rule { geometry, at, ..free }
}

fn shuffled_board(lots: &mut Lots) -> Vec<(i32, i32)> {
    let mut board: Vec<_> = (0..9).map(|n| (n % 3, n / 3)).collect();
    // Near the middle of the board twice out of three times, so that lattice rules match.
    if lots.chance(66) {
        board.truncate(6);
    }
    lots.shuffle(&mut board);
    board
}

fn pick<'a>(lots: &mut Lots, items: &[&'a str]) -> &'a str {
    lots.pick(items).expect("there are items")
}
