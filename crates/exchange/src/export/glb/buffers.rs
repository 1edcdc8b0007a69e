//! The bytes of meshes: positions, normals, texture coordinates and indices, each in a part of its own.
//!
//! Positions are multiples of a half. Texture coordinates are in units of the model, so that a texture that
//! repeats has the same size everywhere. Flat surfaces have their position on the map; sides of walls have
//! the distance along the wall and the distance below its top.

use super::document::{Accessor, BufferView};
use super::mesh::WALL;
use super::weld::{FaceNormal, HalfCellPoint, TriangleMesh};

const FLOAT: u32 = 5126;
const UNSIGNED_INT: u32 = 5125;
const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;

/// A component of a normal halfway between two axes.
const SLANTED: f32 = std::f32::consts::FRAC_1_SQRT_2;

/// The parts of the single buffer of a document.
#[derive(Default)]
pub(super) struct MeshBuffers {
    positions: Vec<u8>,
    normals: Vec<u8>,
    texture_points: Vec<u8>,
    indices: Vec<u8>,
}

impl MeshBuffers {
    /// Adds triangles. Returns their accessors: positions, normals, texture coordinates, indices.
    pub fn add(&mut self, mesh: &TriangleMesh) -> [Accessor; 4] {
        let count = mesh.points.len();
        let bound = |axis: usize, of: fn(i32, i32) -> i32| {
            half(mesh.points.iter().map(|point| point[axis]).reduce(of).unwrap_or_default())
        };
        let [min, max] = [i32::min as fn(i32, i32) -> i32, i32::max];
        let [min, max] = [min, max].map(|of| [0, 1, 2].map(|axis| bound(axis, of)));
        let accessors = [
            Accessor::new(0, self.positions.len(), FLOAT, count, "VEC3").within(min, max),
            Accessor::new(1, self.normals.len(), FLOAT, count, "VEC3"),
            Accessor::new(2, self.texture_points.len(), FLOAT, count, "VEC2"),
            Accessor::new(3, self.indices.len(), UNSIGNED_INT, mesh.indices.len(), "SCALAR"),
        ];
        for (point, normal) in mesh.points.iter().zip(&mesh.normals) {
            add_numbers(&mut self.positions, point.map(half));
            add_numbers(&mut self.normals, normal.map(|number| f32::from(number) * length(*normal)));
            add_numbers(&mut self.texture_points, texture_point(*point, *normal));
        }
        self.indices.extend(mesh.indices.iter().flat_map(|index| index.to_le_bytes()));
        accessors
    }

    /// Returns the views of all parts, and their bytes one after the other. Nothing without triangles.
    pub fn finish(self) -> (Vec<BufferView>, Vec<u8>) {
        let parts = [
            (self.positions, Some(12), ARRAY_BUFFER),
            (self.normals, Some(12), ARRAY_BUFFER),
            (self.texture_points, Some(8), ARRAY_BUFFER),
            (self.indices, None, ELEMENT_ARRAY_BUFFER),
        ];
        let (mut views, mut binary) = (Vec::new(), Vec::new());
        for (bytes, stride, target) in parts.into_iter().filter(|(bytes, ..)| !bytes.is_empty()) {
            views.push(BufferView::new(binary.len(), bytes.len(), stride, target));
            binary.extend(bytes);
        }
        (views, binary)
    }
}

fn add_numbers<const N: usize>(bytes: &mut Vec<u8>, numbers: [f32; N]) {
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

fn half(number: i32) -> f32 {
    number as f32 / 2.0
}

/// Returns the factor that gives a direction the length 1.
fn length(normal: FaceNormal) -> f32 {
    let is_slanted = normal.iter().filter(|number| **number != 0).count() == 2;
    if is_slanted { SLANTED } else { 1.0 }
}

/// Returns texture coordinates: to the right and down, seen from the front.
fn texture_point([x, y, z]: HalfCellPoint, normal: FaceNormal) -> [f32; 2] {
    match normal.map(i32::from) {
        [0, up, 0] => [half(x * up), half(z)],
        [east, _, south] => [half(x * south - z * east) * length(normal), half(WALL - y)],
    }
}
