//! Levels as GLB, read back by an independent reader: positions and directions of surfaces, and the content
//! of nodes.

use std::collections::BTreeMap;

use crate::random_level::random_level;
use delvewright_engine::base::{Cell, Color, Grid, Size};
use delvewright_engine::level::{Level, LevelThemes, Owner, THEMES, Tile};
use delvewright_engine::mission::{DerivedTheme, Technique};
use delvewright_engine::settings::Movement;
use delvewright_exchange::export::{CaveOutline, ExportOptions, Format, export, export_with};
use delvewright_exchange::picture::ThemeSample;
use proptest::prelude::*;
use serde_json::Value as Json;

/// A point in half cells: right, up, down the map.
type Point = [i64; 3];

/// A triangle with its normal.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Triangle {
    points: [Point; 3],
    normal: [f32; 3],
}

struct Model {
    document: Json,
    floors: Vec<Triangle>,
    walls: Vec<Triangle>,
}

fn number(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize
}

fn read(bytes: &[u8]) -> Model {
    assert_eq!(&bytes[..4], b"glTF");
    assert_eq!((number(bytes, 4), number(bytes, 8)), (2, bytes.len()));
    let mut chunks = BTreeMap::new();
    let mut at = 12;
    while at < bytes.len() {
        let length = number(bytes, at);
        assert_eq!(length % 4, 0, "chunks are padded");
        chunks.insert(bytes[at + 4..at + 8].to_vec(), bytes[at + 8..at + 8 + length].to_vec());
        at += 8 + length;
    }
    let document: Json = serde_json::from_slice(&chunks[b"JSON".as_slice()]).expect("JSON");
    let binary = chunks.get(b"BIN\0".as_slice()).cloned().unwrap_or_default();
    let [floors, walls] = ["floors", "walls"].map(|name| triangles(&document, &binary, name));
    Model { document, floors, walls }
}

fn index(json: &Json, name: &str) -> usize {
    json[name].as_u64().unwrap_or_else(|| panic!("{name} is missing in {json}")) as usize
}

fn list<'a>(json: &'a Json, name: &str) -> &'a [Json] {
    json[name].as_array().map_or(&[], Vec::as_slice)
}

/// Returns the four-byte words of an accessor.
fn words(document: &Json, binary: &[u8], accessor: usize) -> Vec<[u8; 4]> {
    let accessor = &document["accessors"][accessor];
    let view = &document["bufferViews"][index(accessor, "bufferView")];
    let width = if accessor["type"] == "VEC3" { 3 } else { 1 };
    let start = index(view, "byteOffset") + index(accessor, "byteOffset");
    let end = start + 4 * width * index(accessor, "count");
    assert!(end <= index(view, "byteOffset") + index(view, "byteLength"));
    binary[start..end].chunks(4).map(|word| word.try_into().expect("four bytes")).collect()
}

fn vectors(document: &Json, binary: &[u8], accessor: usize) -> Vec<[f32; 3]> {
    let words = words(document, binary, accessor);
    words.chunks(3).map(|vector| [0, 1, 2].map(|axis| f32::from_le_bytes(vector[axis]))).collect()
}

/// Returns the triangles of a node's mesh, each with the common normal of its points.
fn triangles(document: &Json, binary: &[u8], name: &str) -> Vec<Triangle> {
    let mut triangles = Vec::new();
    let named =
        list(document, "nodes").iter().filter(|node| node["name"] == name && node.get("mesh").is_some());
    for primitive in named.flat_map(|node| list(&document["meshes"][index(node, "mesh")], "primitives")) {
        let points = vectors(document, binary, index(&primitive["attributes"], "POSITION"));
        let normals = vectors(document, binary, index(&primitive["attributes"], "NORMAL"));
        let indices = words(document, binary, index(primitive, "indices"));
        let accessor = &document["accessors"][index(&primitive["attributes"], "POSITION")];
        for axis in 0..3 {
            let along = points.iter().map(|point| f64::from(point[axis]));
            assert_eq!(list(accessor, "min")[axis].as_f64(), along.clone().reduce(f64::min));
            assert_eq!(list(accessor, "max")[axis].as_f64(), along.reduce(f64::max));
        }
        for three in indices.chunks(3) {
            let three = [0, 1, 2].map(|at| u32::from_le_bytes(three[at]) as usize);
            let halves = |number: f32| {
                assert_eq!((number * 2.0).fract(), 0.0, "positions are multiples of a half");
                (number * 2.0) as i64
            };
            assert!(three.iter().all(|at| normals[*at] == normals[three[0]]));
            triangles
                .push(Triangle { points: three.map(|at| points[at].map(halves)), normal: normals[three[0]] });
        }
    }
    triangles
}

/// Returns the cross product of two sides. Its length is twice the area, and it points to the side from which
/// the triangle is counter-clockwise.
fn across(triangle: &Triangle) -> Point {
    let [a, b, c] = triangle.points;
    let (u, v) = ([0, 1, 2].map(|axis| b[axis] - a[axis]), [0, 1, 2].map(|axis| c[axis] - a[axis]));
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

/// Counts the level triangles that cover a point from above, in 64ths of a cell.
fn cover(triangles: &[Triangle], height: i64, (x, z): (i64, i64)) -> usize {
    let is_level = |triangle: &&Triangle| triangle.points.iter().all(|point| point[1] == height);
    let is_inside = |triangle: &&Triangle| {
        (0..3).all(|at| {
            let ([ax, _, az], [bx, _, bz]) = (triangle.points[at], triangle.points[(at + 1) % 3]);
            (bx - ax) * (z - 32 * az) - (bz - az) * (x - 32 * ax) < 0
        })
    };
    triangles.iter().filter(is_level).filter(is_inside).count()
}

fn exported(level: &Level, outline: CaveOutline) -> Model {
    let options = ExportOptions { outline, ..ExportOptions::default() };
    read(&export_with(level, Format::Glb, &options).into_bytes())
}

const OUTLINES: [CaveOutline; 2] = [CaveOutline::Smooth, CaveOutline::Blocks];

proptest! {
    #[test]
    fn ground_is_covered_once_with_floor_where_one_can_walk_and_tops_of_walls_elsewhere(seed: u64) {
        let level = random_level(seed);
        for outline in OUTLINES {
            let model = exported(&level, outline);
            for cell in level.tiles.rect().cells() {
                // Near the middle, where no corner is cut; on no edge and no diagonal of a small rectangle.
                let at = (64 * i64::from(cell.x) + 37, 64 * i64::from(cell.y) + 29);
                let (floors, walls) = (cover(&model.floors, 0, at), cover(&model.walls, 2, at));
                let expected = if level.is_walkable(cell) { (1, 0) } else { (0, 1) };
                prop_assert_eq!((floors, walls), expected, "{} with {:?}", cell.x, outline);
            }
            let level_area = |triangles: &[Triangle]| -> i64 {
                triangles.iter().map(|triangle| across(triangle)[1]).sum()
            };
            // Twice the area, in quarters of cells.
            prop_assert_eq!(level_area(&model.floors) + level_area(&model.walls), 8 * level.tiles.size().area() as i64);
        }
    }

    #[test]
    fn triangles_turn_counter_clockwise_seen_from_where_they_face(seed: u64) {
        for outline in OUTLINES {
            let model = exported(&random_level(seed), outline);
            for triangle in model.floors.iter().chain(&model.walls) {
                let across = across(triangle).map(|number| number as f64);
                let length = across.iter().map(|number| number * number).sum::<f64>().sqrt();
                prop_assert!(length > 0.0, "{triangle:?} has no area");
                for (along, normal) in across.into_iter().zip(triangle.normal) {
                    prop_assert!((along / length - f64::from(normal)).abs() < 1e-6, "{triangle:?}");
                }
            }
        }
    }

    #[test]
    fn walls_have_sides_all_around(seed: u64) {
        for outline in OUTLINES {
            let model = exported(&random_level(seed), outline);
            // Along each axis, the areas facing one way and the other are equal.
            for axis in [0, 2] {
                let sum: i64 = model.walls.iter().map(|triangle| across(triangle)[axis]).sum();
                prop_assert_eq!(sum, 0);
            }
            // Each upright edge of a side is shared by another side, so that there is no gap.
            let mut edges: BTreeMap<(i64, i64), i64> = BTreeMap::new();
            for triangle in model.walls.iter().filter(|triangle| triangle.normal[1] == 0.0) {
                for at in 0..3 {
                    let (from, to) = (triangle.points[at], triangle.points[(at + 1) % 3]);
                    if (from[0], from[2]) == (to[0], to[2]) {
                        *edges.entry((from[0], from[2])).or_default() += to[1] - from[1];
                    }
                }
            }
            prop_assert!(edges.values().all(|sum| *sum == 0), "{:?}", edges);
        }
    }

    #[test]
    fn nodes_say_what_the_level_says(seed: u64) {
        let level = random_level(seed);
        let json = serde_json::to_value(&level).expect("a level can be written");
        let model = exported(&level, CaveOutline::Smooth);
        let nodes = list(&model.document, "nodes");
        for (group, position) in [("places", Some("anchor")), ("passages", None), ("entities", Some("at"))] {
            let node = nodes.iter().find(|node| node["name"] == group);
            let children = node.map_or(&[] as &[Json], |node| list(node, "children"));
            prop_assert_eq!(children.len(), list(&json, group).len());
            for (child, element) in children.iter().zip(list(&json, group)) {
                let child = &nodes[child.as_u64().expect("an index") as usize];
                prop_assert_eq!(&child["extras"], element);
                if let Some(position) = position {
                    let middle = |axis: usize| element[position][axis].as_f64().expect("a number") + 0.5;
                    prop_assert_eq!(&child["translation"], &serde_json::json!([middle(0), 0.0, middle(1)]));
                }
                if group == "passages" {
                    let cells = list(element, "doors").iter().chain(list(element, "threshold"));
                    let is_gap = |cell: &&serde_json::Value| element["door"] == "Gap" || **cell == element["gap"];
                    let doors = cells.filter(|cell| !is_gap(cell)).count();
                    prop_assert_eq!(list(child, "children").len(), doors);
                }
            }
        }
    }
}

/// Returns a level with one cave that fills the drawing.
fn cave(rows: &[&str], movement: Movement) -> Level {
    let mut level = (0..).map(random_level).find(|level| !level.places.is_empty()).expect("one has places");
    let tile = |name: &str, walkable| Tile { name: name.to_owned(), walkable, color: Color::rgb(255, 0, 0) };
    level.legend = [('#', tile("wall", false)), ('.', tile("floor", true))].into();
    let size = Size::new(rows[0].len() as u32, rows.len() as u32);
    level.tiles = Grid::from_values(size, rows.concat().chars().collect()).expect("rows alike").into();
    let owner = |tile: char| if tile == '.' { Owner(1) } else { Owner(0) };
    level.owners = Grid::from_values(size, rows.concat().chars().map(owner).collect()).expect("alike").into();
    level.layers.clear();
    level.movement = movement;
    level.places.truncate(1);
    level.places[0].technique = Technique::Cave;
    level
}

#[test]
fn corners_of_caves_are_slanted_and_those_of_other_places_are_not() {
    let mut level = cave(&["####", "#..#", "#..#", "####"], Movement::Cardinal);
    let slanted = |model: &Model| {
        let is_slanted = |normal: [f32; 3]| normal[0] != 0.0 && normal[2] != 0.0;
        model.walls.iter().filter(|triangle| is_slanted(triangle.normal)).count()
    };
    assert_eq!(slanted(&exported(&level, CaveOutline::Smooth)), 8, "two triangles for each of four corners");
    assert_eq!(slanted(&exported(&level, CaveOutline::Blocks)), 0);
    level.places[0].technique = Technique::Hall;
    assert_eq!(slanted(&exported(&level, CaveOutline::Smooth)), 0);
}

#[test]
fn floors_that_touch_at_a_corner_are_joined_where_one_can_step_diagonally() {
    let rows = ["####", "#.##", "##.#", "####"];
    let crossing = (128 + 3, 128 - 5);
    for (movement, floors) in [(Movement::EightWay, 1), (Movement::Cardinal, 0)] {
        let model = exported(&cave(&rows, movement), CaveOutline::Smooth);
        assert_eq!(cover(&model.floors, 0, crossing), floors, "{movement:?}");
        assert_eq!(cover(&model.walls, 2, crossing), 1 - floors, "{movement:?}");
    }
}

#[test]
fn cells_that_look_alike_are_one_rectangle() {
    let mut level = cave(&["######", "#....#", "#....#", "######"], Movement::Cardinal);
    level.places[0].technique = Technique::Hall;
    let model = exported(&level, CaveOutline::Smooth);
    assert_eq!(model.floors.len(), 2);
    let tops = model.walls.iter().filter(|triangle| triangle.normal[1] > 0.0).count();
    assert_eq!(tops, 2 * 4, "above, below, left and right");
    assert_eq!(model.walls.len() - tops, 2 * 8, "four sides inside, four outside");
}

#[test]
fn model_is_small_and_its_colours_are_linear() {
    let mut level = cave(&["###", "#.#", "###"], Movement::Cardinal);
    level.themes = LevelThemes::default();
    let model = exported(&level, CaveOutline::Blocks);
    let materials = list(&model.document, "materials");
    let names: Vec<&Json> = materials.iter().map(|material| &material["name"]).collect();
    assert_eq!(names, ["floor", "wall"]);
    assert_eq!(
        materials[0]["pbrMetallicRoughness"]["baseColorFactor"],
        serde_json::json!([1.0, 0.0, 0.0, 1.0])
    );
}

#[test]
fn level_without_cells_is_a_model_without_meshes() {
    let mut level = random_level(5);
    level.tiles = Grid::filled(Size::new(0, 0), '#').into();
    let bytes = export(&level, Format::Glb).into_bytes();
    let model = read(&bytes);
    assert!(model.document.get("meshes").is_none() && model.document.get("buffers").is_none());
    assert_eq!(model.document["nodes"][0]["name"], "level");
    assert_eq!(export(&level, Format::Glb).into_bytes(), bytes);
    assert!(level.tiles.get(Cell::new(0, 0)).is_none());
}

/// Returns a channel as the specification converts it, to four digits.
fn linear(channel: u8) -> f64 {
    let value = f64::from(channel) / 255.0;
    let linear = if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) };
    (linear * 10_000.0).round() / 10_000.0
}

#[test]
fn each_theme_has_materials_in_its_colours() {
    for theme in &THEMES {
        let sample = ThemeSample::new(&DerivedTheme::like(theme.name)).expect("a sample");
        let mut level = sample.level().clone();
        theme.name.clone_into(&mut level.themes.level);
        level.themes.derived.clear();
        let model = exported(&level, CaveOutline::Smooth);
        let material = |name: String| {
            let mut materials = list(&model.document, "materials").iter();
            let found = materials.find(|material| material["name"] == name);
            let found = found.unwrap_or_else(|| panic!("no material is called {name}"));
            let factor = list(&found["pbrMetallicRoughness"], "baseColorFactor");
            factor.iter().take(3).filter_map(Json::as_f64).collect::<Vec<f64>>()
        };
        let wanted = [
            ("floor", theme.colors.floor),
            ("wall", theme.colors.wall_top),
            ("wall side", theme.colors.wall_face),
            ("water", theme.colors.liquid),
        ];
        for (tile, color) in wanted {
            let color = [color.r, color.g, color.b].map(linear);
            assert_eq!(material(format!("{tile} ({})", theme.name)), color, "{tile}");
        }
        let things: u32 = level.populate.iter().flat_map(|pass| pass.tiles.values()).sum();
        let nodes = list(&model.document, "nodes");
        let decoration = nodes.iter().find(|node| node["name"] == "decoration").expect("a group");
        let large = level.layers.iter().flat_map(|layer| layer.large_things());
        let covered: usize = large.map(|(_, cells)| cells.size.area() - 1).sum();
        assert_eq!(list(decoration, "children").len(), things as usize - covered);
    }
}
