//! Tile sets and numbers of maps are those of the project: the same for every seed, and enough for every level.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;
use std::sync::Arc;

use delvewright_engine::base::{Cell, Color};
use delvewright_engine::level::{Layer, Level};
use delvewright_engine::mission::Value as AttributeValue;
use delvewright_exchange::export::{
    ExportOptions, Exported, Format, MapImporter, MapPalette, PictureOptions, export_levels, export_with,
};
use delvewright_exchange::picture::{CellSide, Picture, TileLooks};
use serde_json::Value;

use crate::example_level::{EXAMPLES_OF_EACH_KIND, level};
use crate::examples::{Example, example, examples};
use crate::sample;

/// Returns the options for maps of an example.
fn options(example: &Example) -> ExportOptions {
    let palette = MapPalette::of_project(&example.grammar, example.rooms.iter().map(Arc::as_ref));
    let looks = TileLooks::default().with_alphabet(&example.grammar.alphabet);
    let picture = PictureOptions {
        looks: Arc::new(looks),
        cell: Some(CellSide::Small.into()),
        ..PictureOptions::default()
    };
    ExportOptions { palette: Some(Arc::new(palette)), picture, ..ExportOptions::default() }
}

fn json(exported: &Exported) -> Value {
    serde_json::from_slice(&exported.main.bytes).expect("JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// Returns the width of a PNG in pixels, and red, green, blue and alpha of its pixels.
fn pixels(bytes: &[u8]) -> (usize, Vec<[u8; 4]>) {
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().expect("a picture");
    let mut data = vec![0; reader.output_buffer_size().expect("it fits")];
    let info = reader.next_frame(&mut data).expect("a picture");
    (info.width as usize, data.as_chunks().0.to_vec())
}

#[test]
fn tile_sets_of_a_project_are_the_same_for_every_seed() {
    for example in sample::of(examples()) {
        let options = options(example);
        let files_of = |seed: u64| -> BTreeMap<String, Vec<u8>> {
            let exported = export_with(&level(&example.name, seed), Format::Tmx, &options);
            exported.others.into_iter().map(|file| (file.name, file.bytes)).collect()
        };
        let first = files_of(1);
        assert_eq!(first.len(), 2);
        for seed in sample::of(2..=10) {
            assert!(files_of(seed) == first, "{}, seed {seed}", example.name);
        }
    }
}

#[test]
fn numbers_of_cells_and_uids_are_the_same_for_every_seed() {
    for example in sample::of(examples().iter().rev()) {
        let options = options(example);
        let definitions = |seed: u64| {
            let project = json(&export_with(&level(&example.name, seed), Format::Ldtk, &options));
            let layers = list(&project["defs"]["layers"]).to_vec();
            let cells = layers.iter().find(|layer| layer["identifier"] == "Cells").expect("cells").clone();
            (cells["intGridValues"].clone(), project["defs"]["tilesets"].clone(), uids_of(&project))
        };
        let (values, sets, uids) = definitions(1);
        for seed in sample::of(2..=10) {
            let (other_values, other_sets, other_uids) = definitions(seed);
            assert_eq!(values, other_values, "{}, seed {seed}", example.name);
            assert!(sets == other_sets, "{}, seed {seed}", example.name);
            let changed =
                other_uids.iter().filter(|(name, uid)| uids.get(*name).is_some_and(|own| own != *uid));
            assert_eq!(changed.collect::<Vec<_>>(), Vec::new(), "{}, seed {seed}", example.name);
        }
    }
}

/// Returns the uids of all entities and their fields.
fn uids_of(project: &Value) -> BTreeMap<String, u64> {
    let number = |own: &Value| own["uid"].as_u64().expect("a number");
    let entities = list(&project["defs"]["entities"]).iter();
    let of_entity = |entity: &Value| {
        let name = entity["identifier"].to_string();
        let fields = list(&entity["fieldDefs"]).iter();
        let fields = fields.map(|field| (format!("{name}.{}", field["identifier"]), number(field)));
        std::iter::once((name.clone(), number(entity))).chain(fields).collect::<Vec<_>>()
    };
    entities.flat_map(of_entity).collect()
}

#[test]
fn uids_of_attributes_do_not_depend_on_other_attributes() {
    let example = example("first_lock");
    let mut level = Level::clone(&level("first_lock", 1));
    let project = |level: &Level| uids_of(&json(&export_with(level, Format::Ldtk, &options(example))));
    let give = |level: &mut Level, name: &str| {
        for place in &mut level.places {
            place.attributes.insert(name.to_owned(), AttributeValue::Int(7));
        }
    };
    give(&mut level, "width of the hall");
    let before = project(&level);
    give(&mut level, "a");
    give(&mut level, "zeal");
    let after = project(&level);
    assert_eq!(after.len(), before.len() + 2);
    assert!(before.iter().all(|(name, uid)| after.get(name) == Some(uid)));
}

/// Draws the tile layers of a map over each other from its files alone.
fn drawn(exported: &Exported, size: (usize, usize)) -> (usize, Vec<[u8; 4]>) {
    let map = json(exported);
    let sets: Vec<(u64, usize, usize, Vec<[u8; 4]>)> = list(&map["tilesets"])
        .iter()
        .map(|set| {
            let picture = set["image"].as_str().expect("a picture");
            let file = exported.files().find(|file| file.name == picture).expect("a file");
            let (width, pixels) = pixels(&file.bytes);
            (
                set["firstgid"].as_u64().expect("a number"),
                set["columns"].as_u64().expect("a number") as usize,
                width,
                pixels,
            )
        })
        .collect();
    let side = map["tilewidth"].as_u64().expect("a number") as usize;
    let width = size.0 * side;
    let mut all = vec![[0; 4]; width * size.1 * side];
    let layers = list(&map["layers"]).iter().filter(|layer| layer["type"] == "tilelayer");
    for layer in layers {
        for (at, gid) in list(&layer["data"]).iter().enumerate() {
            let gid = gid.as_u64().expect("a number");
            let Some((first, columns, wide, from)) = sets.iter().rev().find(|(first, ..)| *first <= gid)
            else {
                continue;
            };
            let id = (gid - first) as usize;
            for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
                let source = from[(id / columns * side + y) * wide + id % columns * side + x];
                let target = &mut all[(at / size.0 * side + y) * width + at % size.0 * side + x];
                let alpha = u32::from(source[3]);
                for channel in 0..3 {
                    let sum = u32::from(source[channel]) * alpha + u32::from(target[channel]) * (255 - alpha);
                    target[channel] = (sum / 255) as u8;
                }
                target[3] = target[3].max(source[3]);
            }
        }
    }
    (side, all)
}

/// Returns the mean colour of a cell.
fn mean(at: impl Fn(usize, usize) -> [u8; 3], side: usize) -> [i64; 3] {
    let mut sum = [0; 3];
    for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
        at(x, y).iter().zip(&mut sum).for_each(|(channel, sum)| *sum += i64::from(*channel));
    }
    sum.map(|sum| sum / (side * side) as i64)
}

/// Maps have flat light and no blended themes, so colours of cells come close to those of the picture only on the
/// whole.
#[test]
fn maps_drawn_from_their_tiles_look_like_the_picture_of_the_level() {
    for name in
        sample::of(examples().iter().map(|example| example.name.as_str()).chain(EXAMPLES_OF_EACH_KIND))
    {
        let level = level(name, 1);
        let example = example(name);
        let options = ExportOptions { is_whole: true, ..options(example) };
        let exported = export_with(&level, Format::Tmj, &options);
        let (width, height) = (level.width as usize, level.height as usize);
        let (side, map) = drawn(&exported, (width, height));
        let looks = &options.picture.looks;
        let picture = Picture::dressed(&level, looks, false).draw(level.tiles.rect(), CellSide::Small);
        let row = width * side;
        let mut far = 0;
        let mut sums: BTreeMap<&str, (i64, i64)> = BTreeMap::new();
        for cell in level.tiles.rect().cells() {
            let (left, top) = (cell.x as usize * side, cell.y as usize * side);
            let of_map = mean(
                |x, y| {
                    let p = map[(top + y) * row + left + x];
                    [p[0], p[1], p[2]]
                },
                side,
            );
            let of_picture = mean(
                |x, y| {
                    let Color { r, g, b } = picture.pixels[(top + y) * row + left + x];
                    [r, g, b]
                },
                side,
            );
            let distance: i64 = of_map.iter().zip(of_picture).map(|(one, other)| (one - other).abs()).sum();
            far += i64::from(distance > 240);
            let tile = level.tile(cell).expect("a tile");
            let sum = sums.entry(&tile.name).or_default();
            *sum = (sum.0 + distance, sum.1 + 1);
        }
        let cells = (width * height) as i64;
        assert!(far * 50 < cells, "{name}: {far} of {cells} cells look different");
        for (tile, (distance, count)) in sums {
            assert!(distance / count < 130, "{name}: {tile} differs by {}", distance / count);
        }
    }
}

#[test]
fn large_decoration_on_maps_is_drawn_as_in_pictures() {
    let (level, example) = (level("desert_camp", 1), example("desert_camp"));
    let options = ExportOptions { is_whole: true, ..options(example) };
    let exported = export_with(&level, Format::Tmj, &options);
    let (side, map) = drawn(&exported, (level.width as usize, level.height as usize));
    let picture = Picture::dressed(&level, &options.picture.looks, false);
    let picture = picture.draw(level.tiles.rect(), CellSide::Small);
    let row = level.width as usize * side;
    let things: Vec<_> = level.layers.iter().flat_map(Layer::large_things).collect();
    assert!(things.len() > 3);
    for (character, cells) in things {
        let pixels = cells.cells().flat_map(|cell| {
            let (left, top) = (cell.x as usize * side, cell.y as usize * side);
            (0..side * side).map(move |at| (top + at / side) * row + left + at % side)
        });
        let distance = |at: usize| {
            let (Color { r, g, b }, of_map) = (picture.pixels[at], map[at]);
            [r, g, b].iter().zip(of_map).map(|(one, other)| u64::from(one.abs_diff(other))).sum::<u64>()
        };
        let sum: u64 = pixels.map(distance).sum();
        let mean = sum / (cells.cells().count() * side * side) as u64;
        // Light and wear change the ground, but a thing in the wrong place changes twice as much.
        assert!(mean < 75, "{}: {mean}", level.legend[&character].name);
    }
}

#[test]
fn walls_floors_doors_and_ground_lie_where_the_level_has_them() {
    for name in EXAMPLES_OF_EACH_KIND {
        let (level, options) = (level(name, 2), ExportOptions { is_whole: true, ..options(example(name)) });
        let map = json(&export_with(&level, Format::Tmj, &options));
        let tiles: BTreeMap<u64, &Value> = list(&map["tilesets"])
            .iter()
            .flat_map(|set| {
                list(&set["tiles"])
                    .iter()
                    .map(move |tile| (set["firstgid"].as_u64().unwrap() + tile["id"].as_u64().unwrap(), tile))
            })
            .collect();
        let layer =
            |name: &str| list(&map["layers"]).iter().find(|layer| layer["name"] == name).expect("a layer");
        let [ground, walls, doors] = ["Ground", "Walls", "Doors"].map(|name| list(&layer(name)["data"]));
        let is_solid = layer("Walls")["properties"]
            .as_array()
            .expect("properties")
            .iter()
            .any(|own| own["name"] == "solid" && own["value"] == true);
        assert!(is_solid);
        let door_cells: BTreeSet<Cell> =
            level.passages.iter().flat_map(|passage| passage.door_cells()).collect();
        for (at, cell) in level.tiles.rect().cells().enumerate() {
            let name = |tiles_of: &[Value]| {
                tiles.get(&tiles_of[at].as_u64().unwrap()).map(|tile| tile["type"].as_str().unwrap())
            };
            let own = level.tile(cell).expect("a tile").name.as_str();
            let has_shape = tiles
                .get(&walls[at].as_u64().unwrap())
                .is_some_and(|tile| tile["objectgroup"]["objects"][0]["width"] == map["tilewidth"]);
            match (level.is_walkable(cell), door_cells.contains(&cell)) {
                (false, _) => assert!(name(walls) == Some(own) && has_shape, "{cell:?} of {own}"),
                (true, true) => assert_eq!((name(doors), name(walls)), (Some(own), None)),
                (true, false) => {
                    assert!(name(walls).is_none() && (name(ground) == Some(own) || name(doors) == Some(own)))
                }
            }
        }
        // A closed door names an open one, which shows more of the floor.
        let closed = tiles.values().filter(|tile| {
            tile["type"] == "door" && list(&tile["properties"]).iter().any(|own| own["name"] == "open")
        });
        assert!(closed.count() >= 2, "{name}");
    }
}

#[test]
fn levels_of_one_export_share_a_tile_set_and_lie_side_by_side() {
    let own = example("first_lock");
    let levels: Vec<Arc<Level>> = (1..4).map(|seed| level("first_lock", seed)).collect();
    let levels: Vec<&Level> = levels.iter().map(Arc::as_ref).collect();
    let world = export_levels(&levels, Format::Tmx, &options(own)).expect("maps");
    assert_eq!(world.main.name, "level.world");
    let names: BTreeSet<&str> = world.others.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(
        names,
        BTreeSet::from(["level-tiles.tsx", "level-tiles.png", "level.1.tmx", "level.2.tmx", "level.3.tmx"])
    );
    let mut right = 0;
    for (map, level) in list(&json(&world)["maps"]).iter().zip(&levels) {
        assert!(names.contains(map["fileName"].as_str().expect("a name")));
        let left = map["x"].as_u64().expect("a number");
        assert!(left >= right);
        assert_eq!(map["width"], level.width * 8);
        right = left + u64::from(level.width) * 8;
    }
    let project = json(&export_levels(&levels, Format::Ldtk, &options(own)).expect("a project"));
    let named: Vec<&Value> = list(&project["levels"]).iter().map(|level| &level["identifier"]).collect();
    assert_eq!(named, ["Level_1", "Level_2", "Level_3"]);
    let edges: Vec<(u64, u64)> = list(&project["levels"])
        .iter()
        .map(|level| {
            let left = level["worldX"].as_u64().expect("a number");
            (left, left + level["pxWid"].as_u64().expect("a number"))
        })
        .collect();
    assert!(edges.windows(2).all(|pair| pair[0].1 <= pair[1].0), "{edges:?}");
    assert!(export_levels(&levels, Format::Json, &options(own)).is_none());
}

#[test]
fn maps_for_phaser_hold_their_tile_sets() {
    let own = example("first_lock");
    for target in [MapImporter::Phaser, MapImporter::MelonJs] {
        let exported =
            export_with(&level("first_lock", 1), Format::Tmj, &ExportOptions { target, ..options(own) });
        assert_eq!(exported.others.len(), 1, "the picture");
        let map = json(&exported);
        let [set] = list(&map["tilesets"]) else { panic!("one tile set") };
        assert_eq!((&set["source"], &set["image"]), (&Value::Null, &exported.others[0].name.as_str().into()));
        let (columns, count) = (set["columns"].as_u64().unwrap(), set["tilecount"].as_u64().unwrap());
        assert_eq!((count % columns, set["imagewidth"].as_u64().unwrap()), (0, columns * 8));
        assert_eq!(set["imageheight"].as_u64().unwrap(), count / columns * 8);
    }
}

/// melonJS makes a body of each object, and looks up its name among registered ones unless it shows a tile.
#[test]
fn maps_for_melonjs_have_bodies_for_walls_and_nothing_else_that_blocks() {
    let level = level("sunken_keep", 1);
    let options = ExportOptions { target: MapImporter::MelonJs, ..options(example("sunken_keep")) };
    let map = json(&export_with(&level, Format::Tmj, &options));
    let groups: Vec<&Value> =
        list(&map["layers"]).iter().filter(|layer| layer["type"] == "objectgroup").collect();
    let names: Vec<&str> = groups.iter().map(|group| group["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Entities", "collision"]);
    assert!(list(&groups[0]["objects"]).iter().all(|object| object["gid"].is_u64()));
    let mut covered = BTreeSet::new();
    for object in list(&groups[1]["objects"]) {
        assert_eq!(object["name"], "");
        let [x, y, width, height] =
            ["x", "y", "width", "height"].map(|side| object[side].as_i64().unwrap() as i32 / 8);
        for cell in (y..y + height).flat_map(|y| (x..x + width).map(move |x| Cell::new(x, y))) {
            assert!(covered.insert(cell), "{cell:?} is covered twice");
        }
    }
    let solid: BTreeSet<Cell> = level.tiles.rect().cells().filter(|cell| !level.is_walkable(*cell)).collect();
    assert!(covered == solid);
}

#[test]
fn owners_of_cells_are_in_the_maps() {
    for name in EXAMPLES_OF_EACH_KIND {
        let (level, options) = (level(name, 1), options(example(name)));
        let map = json(&export_with(&level, Format::Tmj, &options));
        let objects: BTreeMap<u64, &Value> = list(&map["layers"])
            .iter()
            .filter_map(|layer| layer["objects"].as_array())
            .flatten()
            .map(|object| (object["id"].as_u64().unwrap(), object))
            .collect();
        let owners = list(&map["layers"]).iter().find(|layer| layer["name"] == "Owners").expect("a layer");
        assert_eq!(owners["visible"], false);
        let mut found: BTreeMap<Cell, String> = BTreeMap::new();
        for area in list(&owners["objects"]) {
            let owner =
                list(&area["properties"]).iter().find(|own| own["name"] == "owner").expect("an owner");
            let owner = objects[&owner["value"].as_u64().unwrap()]["name"].as_str().unwrap().to_owned();
            let [x, y, width, height] =
                ["x", "y", "width", "height"].map(|side| area[side].as_i64().unwrap() as i32 / 8);
            found.extend(
                (y..y + height)
                    .flat_map(|y| (x..x + width).map(move |x| Cell::new(x, y)))
                    .map(|cell| (cell, owner.clone())),
            );
        }
        let expected = level.owners.iter().filter_map(|(cell, owner)| match owner.0 {
            0 => None,
            place @ 1.. => Some((cell, format!("room_{place}"))),
            passage => Some((cell, format!("passage_{}", -passage))),
        });
        assert!(found == expected.collect(), "{name}");
        let project = json(&export_with(&level, Format::Ldtk, &options));
        let layers = list(&project["levels"][0]["layerInstances"]);
        let numbers = layers.iter().find(|layer| layer["__identifier"] == "Owners").expect("a layer");
        let numbers = list(&numbers["intGridCsv"]).iter().map(|number| number.as_i64().unwrap());
        let expected = level.owners.iter().map(|(_, owner)| match i64::from(owner.0) {
            0 => 0,
            place @ 1.. => 10_000 + place,
            passage => 1_000_000 - passage,
        });
        assert!(numbers.eq(expected), "{name}");
    }
}

#[test]
fn things_that_players_see_are_tiles_with_their_name() {
    for name in EXAMPLES_OF_EACH_KIND {
        let (level, options) = (level(name, 1), ExportOptions { is_whole: true, ..options(example(name)) });
        let map = json(&export_with(&level, Format::Tmj, &options));
        let tiles = list(&map["tilesets"][0]["tiles"]);
        let layer = list(&map["layers"]).iter().find(|layer| layer["name"] == "Entities").expect("a layer");
        let mut shown = 0;
        for entity in &level.entities {
            let name = format!("entity_{}", entity.id);
            let object = list(&layer["objects"]).iter().find(|own| own["name"] == *name).expect("an object");
            assert_eq!(object["gid"].is_null(), entity.marker);
            let Some(gid) = object["gid"].as_u64() else { continue };
            let tile = tiles.iter().find(|tile| tile["id"] == gid - 1).expect("a tile");
            assert_eq!(tile["type"], object["type"]);
            assert_eq!(
                (&object["x"], &object["y"]),
                (&(entity.at.x * 8).into(), &(entity.at.y * 8 + 8).into())
            );
            shown += 1;
        }
        assert!(shown > 0, "{name}");
        let project = json(&export_with(&level, Format::Ldtk, &options));
        let layers = list(&project["levels"][0]["layerInstances"]);
        let own = layers.iter().find(|layer| layer["__identifier"] == "Entities").expect("a layer");
        let sprites = list(&own["entityInstances"]).iter().filter(|own| own["__tile"]["w"] == 8).count();
        assert!(sprites >= shown, "{name}");
    }
}

#[test]
fn levels_of_a_project_show_nothing_that_its_tile_set_lacks() {
    for name in EXAMPLES_OF_EACH_KIND {
        let level = level(name, 3);
        let map = json(&export_with(
            &level,
            Format::Tmj,
            &ExportOptions { is_whole: true, ..options(example(name)) },
        ));
        let tiles = list(&map["tilesets"][0]["tiles"]);
        let unknown =
            tiles.iter().find(|tile| tile["type"] == "unknown").expect("a tile")["id"].as_u64().unwrap() + 1;
        for layer in list(&map["layers"]).iter().filter(|layer| layer["type"] == "tilelayer") {
            assert!(!list(&layer["data"]).contains(&unknown.into()), "{name}");
        }
        assert!(level.layers.iter().all(|layer| layer.drawn().all(|(_, tile)| tile != Layer::NOTHING)));
    }
}
