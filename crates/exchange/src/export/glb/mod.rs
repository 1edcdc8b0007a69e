//! GLB (binary glTF 2.0): floors and walls as meshes, plus nodes for the parts of the level.
//!
//! Each place, passage, door, entity and thing of decoration is a node; its `extras` hold all its fields.
//! Each theme has materials of its own. A tile is one unit; x
//! grows to the right, y up, z down the map. Walkable surfaces are at height 0 and everything solid is one
//! unit high. Rock that touches no walkable cell is left out. The bytes follow from whole numbers alone:
//! positions are multiples of a half, and colours are rounded.

mod buffers;
mod document;
mod mesh;
mod outline;
mod weld;

use std::collections::{BTreeMap, BTreeSet};

use buffers::MeshBuffers;
use document::{Asset, Buffer, Extras, GlbDocument, GlbMesh, GlbNode, GlbScene, Material, Primitive};
use mesh::{ModelPart, SurfaceKey, SurfaceMaterial};
use outline::Corners;
use weld::TriangleMesh;

use super::exported::{ExportOptions, MapImporter};
use crate::base::Cell;
use crate::level::{Layer, Level, Passage};
use crate::picture::SurfacePaint;

/// Shape of the edges of caves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CaveOutline {
    /// Slanted where cells of caves meet at corners, using marching squares.
    #[default]
    Smooth,
    /// Straight along the sides of cells.
    Blocks,
}

/// Suffix of a node for which Godot adds a body that stops characters.
const GODOT_BODY: &str = "-col";

pub(super) fn write(level: &Level, options: &ExportOptions) -> Vec<u8> {
    let paint = SurfacePaint::new(level);
    let corners = Corners::new(level, options.outline);
    let surfaces = weld::weld(mesh::faces(level, &corners, &paint, options.has_ceilings));
    let mut builder = GlbBuilder::new(level, &paint);
    builder.add_meshes(&surfaces, if options.target == MapImporter::Godot { GODOT_BODY } else { "" });
    builder.add_group(
        "places",
        level.places.iter().map(|place| {
            let node = GlbNode::new(format!("place_{}", place.id), Extras::Place(place));
            (node.at(place.anchor), Vec::new())
        }),
    );
    builder.add_group(
        "passages",
        level.passages.iter().map(|passage| {
            let node = GlbNode::new(format!("passage_{}", passage.id), Extras::Passage(passage));
            (node, doors(level, passage))
        }),
    );
    builder.add_group(
        "entities",
        level.entities.iter().map(|entity| {
            let node = GlbNode::new(format!("entity_{}", entity.id), Extras::Entity(entity));
            (node.at(entity.at), Vec::new())
        }),
    );
    builder.add_group("decoration", decoration(level).into_iter().map(|node| (node, Vec::new())));
    builder.finish()
}

/// Returns the nodes of the things of decoration, each on its cell. Large ones are on their upper left cell.
fn decoration(level: &Level) -> Vec<GlbNode<'_>> {
    let mut nodes = Vec::new();
    for layer in level.layers.iter().filter(|layer| mesh::is_decoration(level, layer)) {
        let things = layer.large_things();
        let covered: BTreeSet<Cell> = things.iter().flat_map(|(_, cells)| cells.cells().skip(1)).collect();
        for (cell, tile) in layer.drawn().filter(|(cell, _)| !covered.contains(cell)) {
            let tile = level.legend.get(&tile).map_or("", |tile| tile.name.as_str());
            let extras = Extras::Decoration { layer: &layer.name, cell, tile };
            nodes.push(GlbNode::new(format!("decoration_{}", nodes.len() + 1), extras).at(cell));
        }
    }
    nodes
}

/// Returns the nodes of the doors of a passage, each on its cell.
fn doors<'l>(level: &'l Level, passage: &'l Passage) -> Vec<GlbNode<'l>> {
    let door = |(cell, number): (Cell, u32)| {
        let tile = level.tile(cell).map_or("", |tile| tile.name.as_str());
        let extras = Extras::Door { passage: passage.id, cell, tile, door: passage.door };
        GlbNode::new(format!("passage_{}_door_{number}", passage.id), extras).at(cell)
    };
    passage.door_cells().zip(1..).map(door).collect()
}

/// A document under construction, with the bytes of its single buffer.
struct GlbBuilder<'l> {
    level: &'l Level,
    paint: &'l SurfacePaint<'l>,
    document: GlbDocument<'l>,
    buffers: MeshBuffers,
    /// Children of the root node.
    roots: Vec<usize>,
    materials: BTreeMap<SurfaceMaterial, usize>,
}

impl<'l> GlbBuilder<'l> {
    fn new(level: &'l Level, paint: &'l SurfacePaint<'l>) -> Self {
        let root = GlbNode::new(
            "level".to_owned(),
            Extras::Level {
                generator: &level.generator,
                grammar: &level.grammar,
                seed: level.seed,
                width: level.width,
                height: level.height,
            },
        );
        let document = GlbDocument {
            asset: Asset { version: "2.0", generator: Level::GENERATOR },
            scene: 0,
            scenes: [GlbScene { nodes: [0] }],
            nodes: vec![root],
            materials: Vec::new(),
            meshes: Vec::new(),
            accessors: Vec::new(),
            buffer_views: Vec::new(),
            buffers: Vec::new(),
        };
        let (buffers, roots, materials) = Default::default();
        Self { level, paint, document, buffers, roots, materials }
    }

    /// Adds a node for each mesh, with a suffix that importers look for. Empty meshes are left out.
    fn add_meshes(&mut self, surfaces: &BTreeMap<SurfaceKey, TriangleMesh>, suffix: &str) {
        for part in ModelPart::ALL {
            let own = surfaces.iter().filter(|((of, _), _)| *of == part);
            let primitives: Vec<Primitive> =
                own.map(|((_, look), triangles)| self.primitive(*look, triangles)).collect();
            if !primitives.is_empty() {
                let mesh = self.document.meshes.len();
                self.document.meshes.push(GlbMesh { name: part.name(), primitives });
                let name = format!("{}{suffix}", part.name());
                let node = GlbNode { mesh: Some(mesh), ..GlbNode::group(&name) };
                self.roots.push(self.document.nodes.len());
                self.document.nodes.push(node);
            }
        }
    }

    fn primitive(&mut self, look: SurfaceMaterial, triangles: &TriangleMesh) -> Primitive {
        let first = self.document.accessors.len();
        self.document.accessors.extend(self.buffers.add(triangles));
        Primitive::new(first, self.material(look))
    }

    fn material(&mut self, material: SurfaceMaterial) -> usize {
        let materials = &mut self.document.materials;
        *self.materials.entry(material).or_insert_with(|| {
            materials.push(material_of(self.level, self.paint, material));
            materials.len() - 1
        })
    }

    /// Adds a node that groups `members`, each with its own children. Adds nothing if there are none.
    fn add_group(
        &mut self,
        name: &'static str,
        members: impl Iterator<Item = (GlbNode<'l>, Vec<GlbNode<'l>>)>,
    ) {
        let mut children = Vec::new();
        for (mut member, inner) in members {
            let first = self.document.nodes.len();
            member.children = (first..first + inner.len()).collect();
            self.document.nodes.extend(inner);
            children.push(self.document.nodes.len());
            self.document.nodes.push(member);
        }
        if !children.is_empty() {
            self.roots.push(self.document.nodes.len());
            self.document.nodes.push(GlbNode { children, ..GlbNode::group(name) });
        }
    }

    /// Returns the whole file: header, document, and the buffer unless it is empty.
    fn finish(mut self) -> Vec<u8> {
        if let Some(root) = self.document.nodes.first_mut() {
            root.children = self.roots;
        }
        let (views, binary) = self.buffers.finish();
        self.document.buffer_views = views;
        if !binary.is_empty() {
            self.document.buffers.push(Buffer { byte_length: binary.len() });
        }
        let json = serde_json::to_vec(&self.document);
        let json = json.expect("all keys are names, and all numbers are finite");
        let mut file = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
        add_chunk(&mut file, *b"JSON", json, b' ');
        if !binary.is_empty() {
            add_chunk(&mut file, *b"BIN\0", binary, 0);
        }
        let length = (file.len() as u32).to_le_bytes();
        file[8..12].copy_from_slice(&length);
        file
    }
}

/// Returns the material of a surface. Ceilings have the colour of walls.
fn material_of(level: &Level, paint: &SurfacePaint<'_>, material: SurfaceMaterial) -> Material {
    let SurfaceMaterial { look, theme, is_side } = material;
    let named = |look| level.legend.get(&look).map_or("unknown", |tile| tile.name.as_str());
    let tile = look.map_or("ceiling", named);
    let side = if is_side { " side" } else { "" };
    let name = match paint.theme_name(theme) {
        Some(theme) => format!("{tile}{side} ({theme})"),
        None => tile.to_owned(),
    };
    let wall = || level.legend.iter().find(|(_, tile)| !tile.walkable).map_or(Layer::NOTHING, |(of, _)| *of);
    Material::new(name, paint.color_in(theme, look.unwrap_or_else(wall), is_side))
}

/// Adds a chunk, padded to a multiple of four bytes.
fn add_chunk(file: &mut Vec<u8>, kind: [u8; 4], mut content: Vec<u8>, filler: u8) {
    content.resize(content.len().next_multiple_of(4), filler);
    file.extend((content.len() as u32).to_le_bytes());
    file.extend(kind);
    file.extend(content);
}
