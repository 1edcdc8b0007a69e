//! Forms against isomorphism by brute force, and on missions with many symmetries.

use super::*;
use crate::base::{RandomStream, Seed};
use crate::level::{EdgeRecord, NodeRecord};
use crate::mission::{EdgeId, EdgeRole, NodeId};

/// A mission as symbols of nodes, and edges from, to, symbol.
type MissionSketch = (Vec<u32>, Vec<(usize, usize, u32)>);

fn mission((labels, edges): &MissionSketch) -> MissionRecord {
    let node = |(at, label): (usize, &u32)| NodeRecord {
        id: NodeId(at as u32 + 1),
        symbol: format!("N{label}"),
        role: None,
        is_place: true,
        site: None,
        step: 0,
        attributes: Default::default(),
    };
    let edge = |(at, (from, to, label)): (usize, &(usize, usize, u32))| EdgeRecord {
        id: EdgeId(at as u32 + 1),
        from: NodeId(*from as u32 + 1),
        to: NodeId(*to as u32 + 1),
        symbol: format!("e{label}"),
        role: EdgeRole::Passage,
        one_way: false,
        door: Default::default(),
        socket: None,
        step: 0,
        attributes: Default::default(),
    };
    MissionRecord {
        nodes: labels.iter().enumerate().map(node).collect(),
        edges: edges.iter().enumerate().map(edge).collect(),
        ..MissionRecord::default()
    }
}

fn form(sketch: &MissionSketch) -> MissionForm {
    MissionForm::of(&mission(sketch))
}

/// Returns the mission with its nodes in another order.
fn renumbered((labels, edges): &MissionSketch, order: &[usize]) -> MissionSketch {
    let mut moved = vec![0; labels.len()];
    order.iter().zip(labels).for_each(|(to, label)| moved[*to] = *label);
    (moved, edges.iter().map(|(from, to, label)| (order[*from], order[*to], *label)).collect())
}

fn shuffled(random: &mut RandomStream, sketch: &MissionSketch) -> MissionSketch {
    let mut order: Vec<usize> = (0..sketch.0.len()).collect();
    random.shuffle(&mut order);
    let (labels, mut edges) = renumbered(sketch, &order);
    random.shuffle(&mut edges);
    (labels, edges)
}

/// Returns all orders of a number of nodes.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for node in 0..count {
        orders = orders
            .into_iter()
            .flat_map(|order: Vec<usize>| {
                (0..=order.len()).map(move |at| {
                    let mut longer = order.clone();
                    longer.insert(at, node);
                    longer
                })
            })
            .collect();
    }
    orders
}

fn are_isomorphic(one: &MissionSketch, other: &MissionSketch) -> bool {
    let sorted = |(labels, edges): &MissionSketch| {
        let mut edges = edges.clone();
        edges.sort_unstable();
        (labels.clone(), edges)
    };
    let wanted = sorted(other);
    one.0.len() == other.0.len()
        && orders(one.0.len()).iter().any(|order| sorted(&renumbered(one, order)) == wanted)
}

fn random_sketch(random: &mut RandomStream, nodes: usize, edges: usize) -> MissionSketch {
    let labels = (0..nodes).map(|_| random.below(2) as u32).collect();
    let node = |random: &mut RandomStream| random.below(nodes as u64) as usize;
    let edges = (0..edges).map(|_| (node(random), node(random), random.below(2) as u32)).collect();
    (labels, edges)
}

#[test]
fn forms_are_equal_exactly_for_isomorphic_missions() {
    let random: &mut RandomStream = &mut Seed(5).stream();
    let (mut same, mut others) = (0, 0);
    for case in 0..600 {
        let (nodes, edges) = (2 + case % 4, 1 + case % 5);
        let one = random_sketch(random, nodes, edges);
        let mut other = shuffled(random, &one);
        if case % 3 > 0 {
            // Another end for one edge: often still isomorphic.
            let at = random.below(edges as u64) as usize;
            other.1[at].1 = random.below(nodes as u64) as usize;
        }
        let is_same = are_isomorphic(&one, &other);
        assert_eq!(form(&one) == form(&other), is_same, "case {case}: {one:?} and {other:?}");
        same += usize::from(is_same);
        others += usize::from(!is_same);
    }
    assert!(same > 150 && others > 150, "{same} the same, {others} others");
}

#[test]
fn symmetric_missions_have_exact_forms() {
    let ring = |length: usize| (0..length).map(move |node| (node, (node + 1) % length));
    let star: MissionSketch = (vec![0; 31], (1..31).map(|leaf| (0, leaf, 0)).collect());
    let rings: MissionSketch = (
        vec![0; 24],
        ring(12).chain(ring(12).map(|(a, b)| (a + 12, b + 12))).map(|(a, b)| (a, b, 0)).collect(),
    );
    let branches: MissionSketch =
        (vec![0; 25], (0..12).flat_map(|arm| [(0, 2 * arm + 1, 0), (2 * arm + 1, 2 * arm + 2, 0)]).collect());
    let cube: MissionSketch = (
        vec![0; 16],
        (0..16_usize).flat_map(|node| (0..4).map(move |bit| (node, node ^ (1 << bit), 0))).collect(),
    );
    let random: &mut RandomStream = &mut Seed(6).stream();
    for (name, sketch) in [("star", star), ("rings", rings), ("branches", branches), ("cube", cube)] {
        let found = form(&sketch);
        assert!(found.is_exact(), "{name}");
        assert_eq!(form(&shuffled(random, &sketch)), found, "{name}");
    }
    // One ring of 24 looks the same as two of 12 to each single node.
    let long: MissionSketch = (vec![0; 24], ring(24).map(|(a, b)| (a, b, 0)).collect());
    let two: MissionSketch = (
        vec![0; 24],
        ring(12).chain(ring(12).map(|(a, b)| (a + 12, b + 12))).map(|(a, b)| (a, b, 0)).collect(),
    );
    assert_ne!(form(&long), form(&two));
}

#[test]
fn forms_beyond_the_budget_are_equal_for_isomorphic_missions() {
    let random: &mut RandomStream = &mut Seed(7).stream();
    let sketch = random_sketch(random, 20, 24);
    let other = shuffled(random, &sketch);
    for work in [0, 100, 200] {
        let one = MissionForm::within(&mission(&sketch), work);
        assert_eq!(MissionForm::within(&mission(&other), work), one);
        assert!(!one.is_exact());
    }
}
