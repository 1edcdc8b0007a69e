//! P0: the things that passes placed, drew and walled up match the fields of the level.

use std::collections::BTreeMap;

use super::Findings;
use super::ground::{has_walkable_tile, is_inside, owner_at, tile_name};
use super::level::{Cell, Layer, Level, Pass};

pub fn check(level: &Level, found: &mut Findings) {
    let names: Vec<&String> = level.populate.iter().map(|pass| &pass.name).collect();
    for pass in &level.populate {
        if names.iter().filter(|name| **name == &pass.name).count() > 1 {
            found.push(("P0", format!("the pass {} is there twice", pass.name)));
        }
        check_counts(level, pass, found);
        check_walls(level, pass, found);
    }
    let layers: Vec<usize> =
        level.layers.iter().filter_map(|layer| names.iter().position(|name| **name == layer.name)).collect();
    // Only other walls, which wall pieces draw, may lie above the layer of a later pass.
    let is_of_pieces = |pass: usize| level.populate[pass].kind == "WallPieces";
    let is_above_later = |(height, pass): (usize, &usize)| {
        layers[..height].iter().any(|below| below > pass && is_of_pieces(*below) >= is_of_pieces(*pass))
    };
    if layers.iter().enumerate().any(is_above_later) {
        found.push(("P0", "the layers of the passes are not in their order".to_owned()));
    }
    for layer in &level.layers {
        if level.layers.iter().filter(|other| other.name == layer.name).count() > 1 {
            found.push(("P0", format!("the layer {} is there twice", layer.name)));
        }
        if !names.contains(&&layer.name) {
            found.push(("P0", format!("no pass drew the layer {}", layer.name)));
        }
        check_layer(level, layer, found);
    }
    let made: Vec<Cell> = level.populate.iter().flat_map(|pass| pass.walls.clone()).collect();
    let said: i64 = level.places.iter().map(|place| place.walled).sum();
    if said != 0 && said != made.len() as i64 {
        found.push(("P0", format!("places lost {said} cells, passes made {} walls", made.len())));
    }
    for place in &level.places {
        let [x, y, width, height] = place.bounds;
        let is_inside = |cell: &&Cell| (x..x + width).contains(&cell.0) && (y..y + height).contains(&cell.1);
        let inside = made.iter().filter(is_inside).count() as i64;
        if !(0..=inside).contains(&place.walled) {
            found.push(("P0", format!("place {} lost {} cells of {inside}", place.id, place.walled)));
        }
    }
    let mut last = -1;
    for entity in &level.entities {
        let position = match &entity.pass {
            None => -1,
            Some(name) => match names.iter().position(|known| *known == name) {
                Some(position) => position as i64,
                None => {
                    found.push(("P0", format!("entity {} is of no known pass", entity.id)));
                    continue;
                }
            },
        };
        if position < last {
            found.push(("P0", format!("entity {} comes too late", entity.id)));
        }
        last = position;
        let is_plain = entity.node.is_none() && entity.opens.is_empty() && !entity.marker;
        if entity.pass.is_some() && !is_plain || entity.pass.is_none() && entity.solid {
            found.push(("P0", format!("entity {} is of a pass and something else", entity.id)));
        }
        let record = level.populate.get(position as usize).and_then(|pass| pass.entities.get(&entity.kind));
        if record.is_some_and(|one| one.solid != entity.solid || one.properties != entity.properties) {
            found.push(("P0", format!("entity {} is not as its pass says", entity.id)));
        }
        let on = level.populate.get(position as usize).map_or(&[][..], |pass| &pass.on);
        let place = level.places.iter().find(|place| place.id == entity.place);
        if place.is_some_and(|place| !on.is_empty() && !on.contains(&place.symbol)) {
            found.push(("P0", format!("entity {} is where its pass does not work", entity.id)));
        }
    }
}

/// Checks that a layer has the size of the level and is walkable wherever the tiles below are.
fn check_layer(level: &Level, layer: &Layer, found: &mut Findings) {
    let is_wide = layer.tiles.iter().all(|row| row.len() as i64 == level.width);
    if layer.tiles.len() as i64 != level.height || !is_wide {
        found.push(("P0", format!("the layer {} is not as large as the level", layer.name)));
        return;
    }
    for (y, row) in layer.tiles.iter().enumerate() {
        for (x, tile) in row.iter().enumerate().filter(|(_, tile)| **tile != ' ') {
            let walkable = level.legend.get(tile).map(|tile| tile.walkable);
            if walkable != Some(has_walkable_tile(level, (x as i64, y as i64))) {
                found.push(("P0", format!("the layer {} does not fit at ({x}, {y})", layer.name)));
            }
        }
    }
}

fn check_counts(level: &Level, pass: &Pass, found: &mut Findings) {
    let mut entities: BTreeMap<String, i64> = BTreeMap::new();
    for entity in level.entities.iter().filter(|entity| entity.pass.as_ref() == Some(&pass.name)) {
        *entities.entry(entity.kind.clone()).or_default() += 1;
    }
    let mut tiles: BTreeMap<String, i64> = BTreeMap::new();
    for layer in level.layers.iter().filter(|layer| layer.name == pass.name) {
        for tile in layer.tiles.iter().flatten().filter(|tile| **tile != ' ') {
            let name = level.legend.get(tile).map_or(String::new(), |tile| tile.name.clone());
            *tiles.entry(name).or_default() += 1;
        }
    }
    let said = pass.entities.iter().map(|(kind, placed)| (kind.clone(), placed.count)).collect();
    if entities != said || tiles != pass.tiles {
        found.push(("P0", format!("the pass {} placed {entities:?} and {tiles:?}", pass.name)));
    }
}

fn check_walls(level: &Level, pass: &Pass, found: &mut Findings) {
    for (index, cell) in pass.walls.iter().enumerate() {
        let is_wall =
            is_inside(level, *cell) && tile_name(level, *cell) == "wall" && owner_at(level, *cell) == Some(0);
        let is_inner = level.places.iter().any(|place| {
            let [x, y, width, height] = place.bounds;
            ["Cave", "Walkers"].contains(&place.technique.as_str())
                && (x + 1..x + width - 1).contains(&cell.0)
                && (y + 1..y + height - 1).contains(&cell.1)
        });
        if !is_wall || !is_inner || pass.walls[..index].contains(cell) {
            found.push(("P0", format!("the pass {} made no wall at {cell:?}", pass.name)));
        }
    }
}
