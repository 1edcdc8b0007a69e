//! Checks the planarity test with known graphs, and embeddings by their number of faces.

use super::*;
use crate::base::Seed;

fn complete(nodes: usize) -> Vec<(usize, usize)> {
    (0..nodes).flat_map(|from| (from + 1..nodes).map(move |to| (from, to))).collect()
}

fn between(some: usize, others: usize) -> Vec<(usize, usize)> {
    (0..some).flat_map(|from| (some..some + others).map(move |to| (from, to))).collect()
}

/// Returns the graph with a node in the middle of every edge.
fn subdivided(edges: &[(usize, usize)]) -> Vec<(usize, usize)> {
    edges.iter().zip(100..).flat_map(|((from, to), middle)| [(*from, middle), (middle, *to)]).collect()
}

/// Returns `true` if the graph is planar. Checks the number of faces by Euler's formula.
fn check(edges: &[(usize, usize)]) -> bool {
    let nodes = edges.iter().map(|(from, to)| from.max(to) + 1).max().unwrap_or(0);
    let edges = simple(edges.iter().copied());
    let Some(rotation) = embed(nodes, &edges) else {
        assert!(!is_planar(nodes, edges));
        return false;
    };
    let used: std::collections::BTreeSet<usize> = edges.iter().flat_map(|(from, to)| [*from, *to]).collect();
    let around: usize = (0..nodes).map(|node| rotation.around(node).count()).sum();
    assert_eq!(around, 2 * edges.len());
    assert_eq!(used.len() + faces(&rotation), edges.len() + 1 + parts(nodes, &edges, &used));
    true
}

fn faces(rotation: &Rotation) -> usize {
    let mut seen = vec![false; rotation.origin.len()];
    let mut count = 0;
    for first in 0..seen.len() {
        count += usize::from(!seen[first]);
        let mut half = first;
        while !std::mem::replace(&mut seen[half], true) {
            half = rotation.along_face(half);
        }
    }
    count
}

/// Returns the number of connected parts, plus one for each further part, because each has its own outer face.
fn parts(nodes: usize, edges: &[(usize, usize)], used: &std::collections::BTreeSet<usize>) -> usize {
    let mut part: Vec<usize> = (0..nodes).collect();
    for _ in 0..nodes {
        for (from, to) in edges {
            let least = part[*from].min(part[*to]);
            (part[*from], part[*to]) = (least, least);
        }
    }
    let count = used.iter().map(|node| part[*node]).collect::<std::collections::BTreeSet<_>>().len();
    2 * count - 1
}

#[test]
fn the_smallest_graphs_that_are_not_planar_are_known() {
    for edges in [complete(5), between(3, 3), complete(6), between(3, 4)] {
        assert!(!check(&edges), "{edges:?}");
        assert!(!check(&subdivided(&edges)), "{edges:?}");
    }
    for edges in [complete(4), between(2, 9), vec![(0, 1)]] {
        assert!(check(&edges), "{edges:?}");
    }
    assert!(is_planar(0, []));
}

#[test]
fn without_any_one_edge_they_are_planar() {
    for edges in [complete(5), between(3, 3)] {
        for left_out in 0..edges.len() {
            let mut fewer = edges.clone();
            fewer.remove(left_out);
            assert!(check(&fewer), "{fewer:?}");
            assert!(check(&subdivided(&fewer)), "{fewer:?}");
        }
    }
}

#[test]
fn one_part_that_is_not_planar_is_enough() {
    let wheel = |middle: usize, rim: usize| -> Vec<(usize, usize)> {
        (0..rim)
            .flat_map(|n| [(middle, middle + 1 + n), (middle + 1 + n, middle + 1 + (n + 1) % rim)])
            .collect()
    };
    let mut edges = wheel(10, 6);
    edges.extend(wheel(20, 5));
    edges.extend(
        wheel(10, 4).iter().map(|(from, to)| if *from == 10 { (16, to + 30) } else { (from + 30, to + 30) }),
    );
    assert!(check(&edges));
    edges.extend([(16, 20), (20, 18)]);
    assert!(check(&edges));
    edges.extend(complete(5).iter().map(|(from, to)| (from + 20, to + 20)));
    assert!(!check(&edges));
}

#[test]
fn a_triangulated_grid_is_planar_and_with_one_edge_more_is_not() {
    let side = 7;
    let at = |x: usize, y: usize| y * side + x;
    let mut edges = Vec::new();
    for (x, y) in (0..side - 1).flat_map(|x| (0..side - 1).map(move |y| (x, y))) {
        edges.extend([(at(x, y), at(x + 1, y)), (at(x, y), at(x, y + 1)), (at(x, y), at(x + 1, y + 1))]);
    }
    for n in 0..side - 1 {
        edges.extend([(at(n, side - 1), at(n + 1, side - 1)), (at(side - 1, n), at(side - 1, n + 1))]);
    }
    assert!(check(&edges));
    edges.push((at(1, 1), at(4, 4)));
    assert!(!check(&edges));
}

#[test]
fn a_chain_of_a_hundred_thousand_nodes_is_planar() {
    let chain = (0..100_000).flat_map(|n| [(n, n + 1), (n, (n + 2).min(100_000))]);
    assert!(is_planar(100_001, chain));
}

#[test]
fn triangles_divided_at_random_stay_planar_and_one_edge_across_is_too_many() {
    for seed in 0..60 {
        let mut random = Seed(seed).stream();
        let mut faces = vec![[0, 1, 2], [0, 2, 1]];
        let mut edges = vec![(0, 1), (1, 2), (0, 2)];
        for node in 3..30 {
            let face = random.below(faces.len() as u64) as usize;
            let [a, b, c] = faces[face];
            faces[face] = [a, b, node];
            faces.extend([[b, c, node], [c, a, node]]);
            edges.extend([(a, node), (b, node), (c, node)]);
        }
        let apart = (0..30).flat_map(|from| (from + 1..30).map(move |to| (from, to)));
        let across = apart.filter(|pair| !edges.contains(pair)).nth(seed as usize).expect("there are more");
        edges.retain(|edge| *edge == (0, 1) || seed % 3 == 0 || random.chance(90));
        assert!(check(&edges));
        if seed % 3 == 0 {
            edges.push(across);
            assert!(!check(&edges));
        }
    }
}

#[test]
fn edges_can_be_split_and_taken_away() {
    let edges = complete(4);
    let mut rotation = embed(4, &edges).expect("it is planar");
    let all = faces(&rotation);
    let half = rotation.around(0).next().expect("it has edges");
    let there = rotation.origin[twin(half)];
    let on = rotation.split(half);
    let middle = rotation.origin[on];
    assert_eq!((middle, rotation.origin[twin(half)], rotation.origin[twin(on)]), (4, 4, there));
    assert_eq!(rotation.around(middle).collect::<Vec<_>>(), [twin(half), on]);
    assert!(rotation.around(there).any(|other| other == twin(on)));
    assert!(rotation.around(there).all(|other| other != twin(half)));
    assert_eq!((rotation.nodes(), faces(&rotation)), (5, all));
    rotation.remove(on);
    assert_eq!(rotation.around(middle).collect::<Vec<_>>(), [twin(half)]);
    assert_eq!(rotation.around(there).count(), 2);
    // The two removed halves form a face of their own.
    assert_eq!(faces(&rotation), all);
    rotation.remove(half);
    assert_eq!(rotation.around(middle).count(), 0);
}
