//! A random spanning tree on a board, as the paths of Gunmetal Arcadia.
//!
//! Input: a board and a seed. Output: pairs of cells, each in the direction of the walk.
//!
//! A walk begins at a random cell and moves to unvisited neighbours, each with equal chance.
//! It backs up where there is none, and ends when all cells are joined.
//! A share of the remaining pairs of neighbours may follow; they close loops.

use std::collections::BTreeSet;

use super::lattice_board::LatticeBoard;
use crate::base::{RandomStream, Seed};

/// Returns the edges of the tree in the order of the walk, then those that close loops.
pub(super) fn edges(board: &LatticeBoard, extra_percent: u32, seed: Seed) -> Vec<(usize, usize)> {
    let mut walk = walk(board, &mut seed.child("walk").stream());
    let extra = extra(board, &walk, extra_percent, &mut seed.child("extra").stream());
    walk.extend(extra);
    walk
}

/// Returns the number of remaining pairs that close loops.
pub(crate) fn extra_count(left_over: u64, percent: u32) -> u64 {
    left_over.saturating_mul(u64::from(percent)).saturating_add(50) / 100
}

fn walk(board: &LatticeBoard, random: &mut RandomStream) -> Vec<(usize, usize)> {
    let around = around(board);
    let mut visited = vec![false; board.size()];
    let begin = random.below(board.size() as u64) as usize;
    visited[begin] = true;
    let mut way = vec![begin];
    let mut edges = Vec::new();
    while let Some(&here) = way.last() {
        let free: Vec<usize> = around[here].iter().copied().filter(|&cell| !visited[cell]).collect();
        match random.pick(&free) {
            Some(&next) => {
                visited[next] = true;
                edges.push((here, next));
                way.push(next);
            }
            None => {
                way.pop();
            }
        }
    }
    edges
}

/// Returns the neighbours of each cell.
fn around(board: &LatticeBoard) -> Vec<Vec<usize>> {
    let mut around = vec![Vec::new(); board.size()];
    for (one, other) in board.neighbours() {
        around[one].push(other);
        around[other].push(one);
    }
    around
}

fn extra(
    board: &LatticeBoard,
    walk: &[(usize, usize)],
    percent: u32,
    random: &mut RandomStream,
) -> Vec<(usize, usize)> {
    let joined: BTreeSet<(usize, usize)> =
        walk.iter().map(|&(from, to)| (from.min(to), from.max(to))).collect();
    let left_over: Vec<(usize, usize)> =
        board.neighbours().into_iter().filter(|pair| !joined.contains(pair)).collect();
    let mut drawn: Vec<usize> = (0..left_over.len()).collect();
    random.shuffle(&mut drawn);
    drawn.truncate(extra_count(left_over.len() as u64, percent) as usize);
    drawn.sort_unstable();
    let reached = reached(board, walk);
    let directed = |(one, other): (usize, usize)| {
        if reached[one] <= reached[other] { (one, other) } else { (other, one) }
    };
    drawn.into_iter().map(|position| directed(left_over[position])).collect()
}

/// Returns when the walk came to each cell; 0 for its beginning.
fn reached(board: &LatticeBoard, walk: &[(usize, usize)]) -> Vec<usize> {
    let mut reached = vec![0; board.size()];
    for (time, &(_, to)) in walk.iter().enumerate() {
        reached[to] = time + 1;
    }
    reached
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::grammar::Start;
    use crate::grammar::testing::{alphabet, draw_lattice};
    use crate::mission::Mission;

    fn tree(width: u32, height: u32, extra_percent: u32, seed: u64) -> Mission {
        let start = Start::Tree { width, height, node: "A".to_owned(), edge: "p".to_owned(), extra_percent };
        start.build(&alphabet(), Seed(seed)).expect("it has no mistake")
    }

    /// Draws cells as `o`, the beginning as `O`, edges as arrows.
    fn draw(mission: &Mission, width: usize, height: usize) -> String {
        let is_first = |id| mission.edges_in(id).is_empty();
        draw_lattice(mission, (width, height), |id| if is_first(id) { 'O' } else { 'o' })
    }

    #[test]
    fn tree_joins_all_cells_without_a_loop() {
        for seed in 0..50 {
            for (width, height) in [(1, 1), (1, 7), (7, 1), (2, 2), (5, 4), (9, 9)] {
                let mission = tree(width, height, 0, seed);
                let cells = (width * height) as usize;
                assert_eq!((mission.node_count(), mission.edge_count()), (cells, cells - 1));
                // Each cell but the first is entered once, by an edge from a cell that was entered before.
                let mut entered = BTreeMap::new();
                for (number, (_, edge)) in mission.edges().enumerate() {
                    assert!(number == 0 || entered.contains_key(&edge.from));
                    entered.entry(edge.from).or_insert(number);
                    assert_eq!(entered.insert(edge.to, number), None, "seed {seed}");
                }
                assert_eq!(entered.len(), if cells == 1 { 0 } else { cells });
            }
        }
    }

    #[test]
    fn tree_closes_as_many_loops_as_asked() {
        // 5 × 4 cells have 31 pairs of neighbours, of which the tree joins 19.
        for (percent, loops) in [(0, 0), (4, 0), (5, 1), (25, 3), (50, 6), (100, 12)] {
            for seed in 0..20 {
                let mission = tree(5, 4, percent, seed);
                assert_eq!(mission.edge_count(), 19 + loops, "{percent} percent");
                let mut pairs: Vec<_> =
                    mission.edges().map(|(_, e)| (e.from.min(e.to), e.from.max(e.to))).collect();
                pairs.sort();
                pairs.dedup();
                assert_eq!(pairs.len(), 19 + loops);
            }
        }
        assert_eq!(
            tree(5, 4, 0, 3).edges().collect::<Vec<_>>(),
            tree(5, 4, 50, 3).edges().take(19).collect::<Vec<_>>()
        );
    }

    #[test]
    fn tree_begins_at_each_cell_with_equal_chance() {
        let mut counts = [0_u32; 6];
        for seed in 0..3_000 {
            let mission = tree(3, 2, 0, seed);
            let first = mission.edges().next().expect("there are edges").1.from;
            counts[first.0 as usize - 1] += 1;
        }
        // Chi-square with 5 degrees of freedom stays under 20.5 in 999 of 1,000 cases.
        let chi_square: f64 = counts.iter().map(|&n| (f64::from(n) - 500.0).powi(2) / 500.0).sum();
        assert!(chi_square < 20.5, "{counts:?}");
    }

    /// If this fails, every level of every designer changes: fix the code, not the drawing.
    #[test]
    fn trees_never_change() {
        let expected = "
o<--o-->o-->o   o<--o
    ^   v   v       ^
O-->o   o   o   o-->o
        ^   v   ^
o<--o<--o<--o   o<--o
v       v       ^   ^
o-->o-->o-->o-->o-->o
";
        assert_eq!(format!("\n{}", draw(&tree(6, 4, 20, 1), 6, 4)), expected);
    }
}
