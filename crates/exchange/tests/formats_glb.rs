//! Levels as GLB, read back by an independent reader: positions and directions of surfaces, and the content
//! of nodes.

use std::collections::{BTreeMap, BTreeSet};

use crate::example_level;
use crate::random_level::random_level;
use delvewright_engine::base::{Cell, Color, Grid, Size};
use delvewright_engine::level::{Level, LevelThemes, Owner, THEMES, Tile};
use delvewright_engine::mission::{DerivedTheme, Technique};
use delvewright_engine::settings::Movement;
use delvewright_exchange::export::{CaveOutline, ExportOptions, Format, MapImporter, export, export_with};
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
    texture: [[f32; 2]; 3],
}

struct Model {
    document: Json,
    floors: Vec<Triangle>,
    walls: Vec<Triangle>,
    ceilings: Vec<Triangle>,
}

impl Model {
    fn triangles(&self) -> impl Iterator<Item = &Triangle> {
        self.floors.iter().chain(&self.walls).chain(&self.ceilings)
    }
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
    let [floors, walls, ceilings] =
        ["floors", "walls", "ceilings"].map(|name| triangles(&document, &binary, name));
    Model { document, floors, walls, ceilings }
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
    let width = match accessor["type"].as_str() {
        Some("VEC3") => 3,
        Some("VEC2") => 2,
        _ => 1,
    };
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
        let texture = words(document, binary, index(&primitive["attributes"], "TEXCOORD_0"));
        let texture: Vec<[f32; 2]> =
            texture.chunks(2).map(|pair| [0, 1].map(|axis| f32::from_le_bytes(pair[axis]))).collect();
        assert_eq!(texture.len(), points.len());
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
            triangles.push(Triangle {
                points: three.map(|at| points[at].map(halves)),
                normal: normals[three[0]],
                texture: three.map(|at| texture[at]),
            });
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

/// Returns the model that is seen from inside.
fn inside(level: &Level, outline: CaveOutline) -> Model {
    let options = ExportOptions { outline, has_ceilings: true, ..ExportOptions::default() };
    read(&export_with(level, Format::Glb, &options).into_bytes())
}

/// Returns `true` for cells that are walkable, touch a walkable cell, or are furniture of a place.
fn is_in_model(level: &Level, cell: Cell) -> bool {
    let around = (-1..=1).flat_map(|y| (-1..=1).map(move |x| cell + Cell::new(x, y)));
    let Some(tile) = level.tiles.get(cell) else { return false };
    let is_wall = level.legend.get(tile).is_none_or(|tile| tile.name == "wall");
    let is_furniture = !is_wall && level.owner(cell).place().is_some();
    is_furniture || around.into_iter().any(|near| level.is_walkable(near))
}

/// Returns the edges of triangles, each from its smaller end, with how often it is run forwards minus
/// backwards.
fn edges<'t>(triangles: impl Iterator<Item = &'t Triangle>) -> BTreeMap<(Point, Point), i64> {
    let mut edges = BTreeMap::new();
    for triangle in triangles {
        for at in 0..3 {
            let (from, to) = (triangle.points[at], triangle.points[(at + 1) % 3]);
            *edges.entry((from.min(to), from.max(to))).or_default() += if from < to { 1 } else { -1 };
        }
    }
    edges
}

/// Returns the corners that are inside an edge of a triangle, by walking every edge in half cells.
fn t_junctions(model: &Model) -> BTreeSet<Point> {
    let corners: BTreeSet<Point> = model.triangles().flat_map(|triangle| triangle.points).collect();
    let mut found = BTreeSet::new();
    for (from, to) in edges(model.triangles()).into_keys() {
        let along = [0, 1, 2].map(|axis| to[axis] - from[axis]);
        let steps = along.iter().fold(0, |a, b| gcd(a, b.abs()));
        for step in 1..steps {
            let point = [0, 1, 2].map(|axis| from[axis] + along[axis] / steps * step);
            found.extend(corners.get(&point));
        }
    }
    found
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Returns what is wrong with the seams of a model: corners inside edges, and holes.
///
/// Only the ground under outer sides is open, where a cell of the model borders on one outside of it.
fn wrong_seams(level: &Level, model: &Model) -> Vec<String> {
    let mut wrong: Vec<String> =
        t_junctions(model).iter().map(|point| format!("T-junction at {point:?}")).collect();
    for ((from, to), sum) in edges(model.triangles()).into_iter().filter(|(_, sum)| *sum != 0) {
        // In quarters of cells; no border of cells is at an odd number.
        let (x, z) = (from[0] + to[0], from[2] + to[2]);
        let sides = if from[0] == to[0] { [(-1, 0), (1, 0)] } else { [(0, -1), (0, 1)] };
        let near = sides.map(|(dx, dz)| {
            let cell = Cell::new((x + dx).div_euclid(4) as i32, (z + dz).div_euclid(4) as i32);
            is_in_model(level, cell)
        });
        let is_ground = from[1] == 0 && to[1] == 0 && (from[0] == to[0] || from[2] == to[2]);
        if !is_ground || near[0] == near[1] {
            wrong.push(format!("hole at {from:?} to {to:?}: {sum}"));
        }
    }
    wrong
}

/// Returns texture coordinates computed from a position: along the wall to the right, and down.
fn texture_of(point: Point, normal: [f32; 3]) -> [f64; 2] {
    let [x, y, z] = point.map(|number| number as f64 / 2.0);
    let [east, up, south] = normal.map(f64::from);
    if up == 0.0 { [x * south - z * east, 1.0 - y] } else { [x * up, z] }
}

/// Returns the sides of cells that an upright triangle covers, as the sum of the cells at both of its sides.
///
/// Areas are in 8000ths of a side.
fn sides_of(triangle: &Triangle) -> Vec<((i64, i64), i64)> {
    let axis = if triangle.normal[0] == 0.0 { 0 } else { 2 };
    let along = triangle.points.map(|point| point[axis]);
    let (from, to) = (along.into_iter().min().unwrap_or(0), along.into_iter().max().unwrap_or(0));
    let across = triangle.points[0][2 - axis];
    (from..to)
        .map(|half| {
            let line = (half.div_euclid(2) * 2, across - 1);
            (if axis == 0 { line } else { (line.1, line.0) }, height_between(triangle, axis, half))
        })
        .collect()
}

/// Returns the area of a triangle within half a cell along a wall.
fn height_between(triangle: &Triangle, axis: usize, half: i64) -> i64 {
    let height = |at: i64| -> f64 {
        let mut heights: Vec<f64> = Vec::new();
        for index in 0..3 {
            let (p, q) = (triangle.points[index], triangle.points[(index + 1) % 3]);
            let (low, high) = (p[axis].min(q[axis]), p[axis].max(q[axis]));
            if low == high && low == at {
                heights.extend([p[1] as f64, q[1] as f64]);
            } else if low < high && (low..=high).contains(&at) {
                let part = (at - p[axis]) as f64 / (q[axis] - p[axis]) as f64;
                heights.push(p[1] as f64 + part * (q[1] - p[1]) as f64);
            }
        }
        heights.iter().copied().fold(f64::MIN, f64::max) - heights.iter().copied().fold(f64::MAX, f64::min)
    };
    ((height(half) + height(half + 1)) * 1000.0).round() as i64
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
                let expected = match (level.is_walkable(cell), is_in_model(&level, cell)) {
                    (true, _) => (1, 0),
                    (false, true) => (0, 1),
                    (false, false) => (0, 0),
                };
                prop_assert_eq!((floors, walls), expected, "{} with {:?}", cell.x, outline);
            }
            let level_area = |triangles: &[Triangle]| -> i64 {
                triangles.iter().map(|triangle| across(triangle)[1]).sum()
            };
            let near = level.tiles.rect().cells().filter(|cell| is_in_model(&level, *cell)).count();
            // Twice the area, in quarters of cells.
            prop_assert_eq!(level_area(&model.floors) + level_area(&model.walls), 8 * near as i64);
        }
    }

    #[test]
    fn models_have_no_corner_inside_an_edge_and_no_hole(seed: u64) {
        let level = random_level(seed);
        for outline in OUTLINES {
            prop_assert_eq!(wrong_seams(&level, &exported(&level, outline)), Vec::<String>::new());
        }
    }

    #[test]
    fn models_with_ceilings_are_closed_and_seen_from_inside(seed: u64) {
        let level = random_level(seed);
        for outline in OUTLINES {
            let model = inside(&level, outline);
            prop_assert!(t_junctions(&model).is_empty());
            prop_assert!(edges(model.triangles()).values().all(|sum| *sum == 0));
            let area = |triangles: &[Triangle]| triangles.iter().map(|triangle| across(triangle)[1]).sum::<i64>();
            prop_assert_eq!(area(&model.ceilings), -area(&model.floors));
            prop_assert!(model.walls.iter().all(|triangle| triangle.normal[1] == 0.0), "no tops");
        }
    }

    #[test]
    fn texture_coordinates_are_positions_on_the_map_and_along_walls(seed: u64) {
        for model in OUTLINES.map(|outline| inside(&random_level(seed), outline)) {
            for triangle in model.triangles() {
                for (point, texture) in triangle.points.into_iter().zip(triangle.texture) {
                    let expected = texture_of(point, triangle.normal);
                    let is_equal = |axis: usize| (expected[axis] - f64::from(texture[axis])).abs() < 1e-4;
                    prop_assert!(is_equal(0) && is_equal(1), "{:?}: {:?} at {:?}", triangle, texture, point);
                }
            }
        }
    }

    #[test]
    fn walls_next_to_walkable_cells_have_their_faces(seed: u64) {
        let level = random_level(seed);
        for model in [exported(&level, CaveOutline::Blocks), inside(&level, CaveOutline::Blocks)] {
            let mut expected = BTreeMap::new();
            for cell in level.tiles.rect().cells().filter(|cell| level.is_walkable(*cell)) {
                for (dx, dz) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    let wall = cell + Cell::new(dx, dz);
                    if level.tiles.get(wall).is_some() && !level.is_walkable(wall) {
                        // The side is between both middles, and faces the walkable cell.
                        let line = (i64::from(cell.x + wall.x), i64::from(cell.y + wall.y));
                        *expected.entry((line, (-dx, -dz))).or_insert(0) += 8000;
                    }
                }
            }
            let mut found = BTreeMap::new();
            for triangle in model.walls.iter().filter(|triangle| triangle.normal[1] == 0.0) {
                let facing = (triangle.normal[0] as i32, triangle.normal[2] as i32);
                for (line, area) in sides_of(triangle) {
                    *found.entry((line, facing)).or_insert(0) += area;
                }
            }
            for (side, area) in expected {
                prop_assert_eq!(found.get(&side), Some(&area), "{:?}", side);
            }
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
    assert_eq!(tops, 4 + 4 + 2 + 2, "above and below, each with two corners of the others; left and right");
    let outside = 2 + 2 + 4 + 4;
    assert_eq!(model.walls.len() - tops, 2 * 4 + outside, "four sides inside, four outside");
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

#[test]
fn models_of_all_examples_have_no_corner_inside_an_edge_and_no_hole() {
    for example in example_level::EXAMPLES_OF_EACH_KIND {
        let level = example_level::level(example, 1);
        for outline in OUTLINES {
            assert_eq!(wrong_seams(&level, &exported(&level, outline)), Vec::<String>::new(), "{example}");
            let model = inside(&level, outline);
            assert!(t_junctions(&model).is_empty(), "{example}");
            assert!(edges(model.triangles()).values().all(|sum| *sum == 0), "{example}");
        }
    }
}

#[test]
fn rock_far_from_walkable_cells_is_left_out() {
    let rows = ["#######", "#######", "#######", "###.###", "#######", "#######", "#######"];
    let model = exported(&cave(&rows, Movement::Cardinal), CaveOutline::Blocks);
    let along = |axis: usize| model.triangles().flat_map(move |t| t.points.map(|point| point[axis]));
    let ends = |axis: usize| (along(axis).min(), along(axis).max());
    assert_eq!([ends(0), ends(2)], [(Some(4), Some(10)); 2], "three cells wide");
}

#[test]
fn models_for_godot_ask_for_bodies() {
    let level = cave(&["###", "#.#", "###"], Movement::Cardinal);
    let names = |target| {
        let options = ExportOptions { target, ..ExportOptions::default() };
        let model = read(&export_with(&level, Format::Glb, &options).into_bytes());
        let nodes = list(&model.document, "nodes").iter().filter(|node| node.get("mesh").is_some());
        nodes.map(|node| node["name"].as_str().unwrap_or("").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(MapImporter::Any), ["floors", "walls"]);
    assert_eq!(names(MapImporter::Godot), ["floors-col", "walls-col"]);
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
