//! Turns faces into triangles that meet only at their corners.
//!
//! In: flat convex faces, which may share parts of their edges. Out: triangles for each key, where no corner
//! is inside an edge of another triangle. Such a corner is called a T-junction, and shows as a row of stray
//! pixels. Every edge is therefore split at all corners on it, also those of faces with other keys.

use std::collections::{BTreeMap, BTreeSet};

/// A point, in half cells: x to the right, y up, z down the map.
pub(super) type HalfCellPoint = [i32; 3];

/// A direction along an axis, or halfway between two axes.
pub(super) type FaceNormal = [i8; 3];

/// A convex polygon, counter-clockwise when seen from the side that its normal points to.
pub(super) struct MeshFace {
    pub points: Vec<HalfCellPoint>,
    pub normal: FaceNormal,
}

/// Triangles that share their corners.
#[derive(Debug, Default)]
pub(super) struct TriangleMesh {
    pub points: Vec<HalfCellPoint>,
    /// A direction for each point.
    pub normals: Vec<FaceNormal>,
    /// Three indices for each triangle.
    pub indices: Vec<u32>,
    numbers: BTreeMap<(HalfCellPoint, FaceNormal), u32>,
}

/// Returns the triangles of all faces.
pub(super) fn weld<K: Ord>(faces: BTreeMap<K, Vec<MeshFace>>) -> BTreeMap<K, TriangleMesh> {
    let corners = EdgeCorners::of(faces.values().flatten());
    let welded = faces.into_iter().map(|(key, faces)| {
        let mut mesh = TriangleMesh::default();
        faces.iter().for_each(|face| mesh.add_face(corners.split(face), face.normal));
        (key, mesh)
    });
    welded.collect()
}

impl TriangleMesh {
    /// Cuts triangles off a convex polygon, which may have corners in the middle of its sides.
    fn add_face(&mut self, mut ring: Vec<HalfCellPoint>, normal: FaceNormal) {
        while ring.len() > 3 {
            let Some(ear) = (0..ring.len()).find(|at| is_ear(&ring, *at, normal)) else { return };
            let [before, after] = [ring.len() - 1, 1].map(|step| (ear + step) % ring.len());
            self.add_triangle([ring[before], ring[ear], ring[after]], normal);
            ring.remove(ear);
        }
        if let [first, second, third] = ring[..] {
            self.add_triangle([first, second, third], normal);
        }
    }

    fn add_triangle(&mut self, corners: [HalfCellPoint; 3], normal: FaceNormal) {
        for point in corners {
            let next = self.points.len() as u32;
            let number = *self.numbers.entry((point, normal)).or_insert(next);
            if number == next {
                self.points.push(point);
                self.normals.push(normal);
            }
            self.indices.push(number);
        }
    }
}

/// Returns `true` if the polygon turns at a corner, and still has an area without it.
///
/// The rest of a convex polygon has none exactly if the corner after the next one is on the cut.
fn is_ear(ring: &[HalfCellPoint], at: usize, normal: FaceNormal) -> bool {
    let corner = |step: usize| ring[(at + step) % ring.len()];
    let [before, after] = [corner(ring.len() - 1), corner(1)];
    turn([before, corner(0), after], normal) > 0 && turn([before, after, corner(2)], normal) > 0
}

/// Returns a number above zero if three points turn left, seen from the side of the normal. Zero if they are
/// on a line.
fn turn([a, b, c]: [HalfCellPoint; 3], normal: FaceNormal) -> i64 {
    let along =
        |from: HalfCellPoint, to: HalfCellPoint| [0, 1, 2].map(|axis| i64::from(to[axis] - from[axis]));
    let (u, v) = (along(a, b), along(a, c));
    let across = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    across.iter().zip(normal).map(|(number, along)| number * i64::from(along)).sum()
}

/// The corners of all faces on each line along an axis.
struct EdgeCorners(BTreeMap<(usize, HalfCellPoint), BTreeSet<i32>>);

impl EdgeCorners {
    fn of<'f>(faces: impl Iterator<Item = &'f MeshFace>) -> Self {
        let mut lines: BTreeMap<_, BTreeSet<i32>> = BTreeMap::new();
        for point in faces.flat_map(|face| &face.points) {
            for axis in 0..3 {
                lines.entry((axis, line(axis, *point))).or_default().insert(point[axis]);
            }
        }
        Self(lines)
    }

    /// Returns the outline of a face with all corners on it.
    ///
    /// Slanted edges are half a cell long on each axis, and therefore have none.
    fn split(&self, face: &MeshFace) -> Vec<HalfCellPoint> {
        let mut outline = Vec::new();
        for (from, to) in face.points.iter().zip(face.points.iter().cycle().skip(1)) {
            outline.push(*from);
            let mut axes = (0..3).filter(|axis| from[*axis] != to[*axis]);
            let (Some(axis), None) = (axes.next(), axes.next()) else { continue };
            let Some(corners) = self.0.get(&(axis, line(axis, *from))) else { continue };
            let (low, high) = (from[axis].min(to[axis]), from[axis].max(to[axis]));
            let first = outline.len();
            outline.extend(corners.range(low + 1..high).map(|number| {
                let mut point = *from;
                point[axis] = *number;
                point
            }));
            if to[axis] < from[axis] {
                outline[first..].reverse();
            }
        }
        outline
    }
}

/// Returns the line through a point along an axis, as its point at zero.
const fn line(axis: usize, mut point: HalfCellPoint) -> HalfCellPoint {
    point[axis] = 0;
    point
}
