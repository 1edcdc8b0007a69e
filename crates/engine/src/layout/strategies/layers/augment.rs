//! Makes a planar drawing biconnected, and chooses its outer face.
//!
//! In: the rotation of a connected planar graph. Out: the rotation with additional edges, without crossings.
//! Guaranteed: removing any single node leaves the graph connected.
//! The additional edges are imagined: no passage belongs to them.
//!
//! ```text
//!    b           b
//!   / \         / \
//!  a───c   →   a───c     The outer face passes a twice, so the nodes
//!  │           │   │     before and after it are joined.
//!  d           d───┘
//! ```

use crate::layout::graph::embedding::{Half, Rotation, twin};

/// Joins the nodes before and after each node that a face passes twice.
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

/// Returns the face with the most half edges, in order around it. If a node is given, the face passes it.
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
