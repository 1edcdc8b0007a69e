//! The JSON part of a glTF file, limited to the fields that levels need. Names follow the specification.

use serde::Serialize;

use crate::base::{Cell, Color, Seed};
use crate::level::{Entity, Passage, PassageId, Place};
use crate::mission::Door;

/// A whole glTF document. The specification forbids empty lists, so these are left out.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GlbDocument<'l> {
    pub asset: Asset,
    pub scene: usize,
    pub scenes: [GlbScene; 1],
    pub nodes: Vec<GlbNode<'l>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub materials: Vec<Material>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub meshes: Vec<GlbMesh>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub accessors: Vec<Accessor>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub buffer_views: Vec<BufferView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub buffers: Vec<Buffer>,
}

#[derive(Serialize)]
pub(super) struct Asset {
    pub version: &'static str,
    pub generator: &'static str,
}

#[derive(Serialize)]
pub(super) struct GlbScene {
    pub nodes: [usize; 1],
}

#[derive(Serialize)]
pub(super) struct GlbNode<'l> {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mesh: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub translation: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extras: Option<Extras<'l>>,
}

/// The part of the level that a node represents, with its fields from the level.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Extras<'l> {
    Level { generator: &'l str, grammar: &'l str, seed: Seed, width: u32, height: u32 },
    Place(&'l Place),
    Passage(&'l Passage),
    Door { passage: PassageId, cell: Cell, tile: &'l str, door: Door },
    Entity(&'l Entity),
    Decoration { layer: &'l str, cell: Cell, tile: &'l str },
}

impl<'l> GlbNode<'l> {
    pub fn new(name: String, extras: Extras<'l>) -> Self {
        Self { name, mesh: None, translation: None, children: Vec::new(), extras: Some(extras) }
    }

    pub fn group(name: &str) -> Self {
        Self { name: name.to_owned(), mesh: None, translation: None, children: Vec::new(), extras: None }
    }

    /// Moves the node to the middle of a cell.
    pub fn at(self, cell: Cell) -> Self {
        let middle = |number: i32| f64::from(number) + 0.5;
        Self { translation: Some([middle(cell.x), 0.0, middle(cell.y)]), ..self }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Material {
    name: String,
    pbr_metallic_roughness: Roughness,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Roughness {
    base_color_factor: [f64; 4],
    metallic_factor: u32,
    roughness_factor: u32,
}

impl Material {
    /// Creates a rough, non-metallic material. Colours in files are linear.
    pub fn new(name: String, color: Color) -> Self {
        let [r, g, b] = [color.r, color.g, color.b].map(linear);
        let base_color_factor = [r, g, b, 1.0];
        let pbr_metallic_roughness = Roughness { base_color_factor, metallic_factor: 0, roughness_factor: 1 };
        Self { name, pbr_metallic_roughness }
    }
}

/// Converts a channel of sRGB to a linear one. Rounding to four digits makes it the same on every machine.
fn linear(channel: u8) -> f64 {
    let value = f64::from(channel) / 255.0;
    let linear = if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) };
    (linear * 10_000.0).round() / 10_000.0
}

#[derive(Serialize)]
pub(super) struct GlbMesh {
    pub name: &'static str,
    pub primitives: Vec<Primitive>,
}

#[derive(Serialize)]
pub(super) struct Primitive {
    attributes: VertexAttributes,
    indices: usize,
    material: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "UPPERCASE")]
struct VertexAttributes {
    position: usize,
    normal: usize,
    #[serde(rename = "TEXCOORD_0")]
    texture_point: usize,
}

impl Primitive {
    /// Creates triangles with four accessors from `first`: positions, normals, texture coordinates, indices.
    pub fn new(first: usize, material: usize) -> Self {
        let attributes = VertexAttributes { position: first, normal: first + 1, texture_point: first + 2 };
        Self { attributes, indices: first + 3, material }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Accessor {
    buffer_view: usize,
    byte_offset: usize,
    component_type: u32,
    count: usize,
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<[f32; 3]>,
}

impl Accessor {
    pub fn new(
        buffer_view: usize,
        byte_offset: usize,
        component_type: u32,
        count: usize,
        kind: &'static str,
    ) -> Self {
        Self { buffer_view, byte_offset, component_type, count, kind, min: None, max: None }
    }

    /// Adds the minimum and maximum of the vectors along each axis.
    pub fn within(self, min: [f32; 3], max: [f32; 3]) -> Self {
        Self { min: Some(min), max: Some(max), ..self }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BufferView {
    buffer: usize,
    byte_offset: usize,
    byte_length: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    byte_stride: Option<usize>,
    target: u32,
}

impl BufferView {
    pub fn new(byte_offset: usize, byte_length: usize, byte_stride: Option<usize>, target: u32) -> Self {
        Self { buffer: 0, byte_offset, byte_length, byte_stride, target }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Buffer {
    pub byte_length: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_channels_are_those_of_srgb() {
        let of = [0, 1, 10, 14, 64, 128, 255].map(linear);
        assert_eq!(of, [0.0, 0.0003, 0.003, 0.0044, 0.0513, 0.2159, 1.0]);
    }
}
