//! A drawing without crossings gets imagined edges until it stays in one piece whichever node is taken away.

use crate::layout::embedding::{Half, Rotation, twin};

/// Joins what only one node holds together, wherever a face passes a node twice: there the nodes before and
/// behind it are joined.
pub(super) fn hold_together(rotation: &mut Rotation) {
    let mut counted = vec![false; rotation.origin.len()];
    let mut passed = vec![usize::MAX; rotation.nodes()];
    for start in 0..counted.len() {
        if std::mem::replace(&mut counted[start], true) {
            continue;
        }
        passed[rotation.origin[start]] = start;
        let mut half = start;
        loop {
            let next = rotation.along_face(half);
            if next == start {
                break;
            }
            let node = rotation.origin[next];
            if passed[node] == start {
                let new = rotation.join(half, twin(next));
                counted.extend([false, true]);
                counted[next] = true;
                half = new;
            } else {
                passed[node] = start;
                half = next;
            }
            counted[half] = true;
        }
    }
}

/// The face with most nodes, as the halves along it; one at this node if it is given.
pub(super) fn outer_face(rotation: &Rotation, at: Option<usize>) -> Vec<Half> {
    let firsts: Vec<Half> = match at {
        Some(node) => rotation.around(node).collect(),
        None => (0..rotation.origin.len()).collect(),
    };
    let mut seen = vec![false; rotation.origin.len()];
    let mut best: Vec<Half> = Vec::new();
    for first in firsts {
        let mut face = Vec::new();
        let mut half = first;
        while !std::mem::replace(&mut seen[half], true) {
            face.push(half);
            half = rotation.along_face(half);
        }
        if face.len() > best.len() {
            best = face;
        }
    }
    best
}
