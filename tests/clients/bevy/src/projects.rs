//! A project for LDtk: its solid cells from numbers of cells, and its things from their fields.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_ecs_ldtk::prelude::*;
use serde_json::{Value, json};

use crate::rows;

/// Prepares to load the first level of a project.
pub fn load(app: &mut App, file: String) {
    app.add_plugins(LdtkPlugin).insert_resource(LevelSelection::index(0));
    app.add_systems(Startup, move |mut commands: Commands, assets: Res<AssetServer>| {
        commands.spawn(LdtkWorldBundle { ldtk_handle: assets.load(&file).into(), ..default() });
    });
}

/// Returns what is in the level, as soon as it is there.
pub fn facts(app: &mut App) -> Option<Value> {
    let world = app.world_mut();
    let mut projects = world.query::<&LdtkProjectHandle>();
    let handle = projects.iter(world).next()?.clone();
    let project = world.resource::<Assets<LdtkProject>>().get(&*handle)?;
    let level = project.iter_raw_levels().next()?;
    let side = project.json_data().default_grid_size;
    let size = [level.px_wid, level.px_hei].map(|px| (px / side) as u32);
    let cells = project.json_data().defs.layers.iter().find(|layer| layer.identifier == "Cells")?;
    let group = cells.int_grid_values_groups.iter().find(|group| group.identifier.as_deref() == Some("Solid"))?;
    let values = cells.int_grid_values.iter().filter(|value| value.group_uid == group.uid);
    let solid: Vec<i32> = values.map(|value| value.value).collect();
    let mut grid = vec![None; (size[0] * size[1]) as usize];
    let mut numbers = world.query::<(&IntGridCell, &GridCoords, &ChildOf)>();
    let mut layers = world.query::<&LayerMetadata>();
    let own: Vec<_> = numbers.iter(world).map(|(cell, at, layer)| (cell.value, *at, layer.parent())).collect();
    for (value, at, layer) in own {
        if layers.get(world, layer).is_ok_and(|layer| layer.identifier == "Cells") {
            let y = size[1] as i32 - 1 - at.y;
            grid[(y as u32 * size[0] + at.x as u32) as usize] = Some(value);
        }
    }
    let mut things = world.query::<(&EntityInstance, &GlobalTransform)>();
    let mut entities = BTreeMap::new();
    let (mut rooms, mut passages) = (Vec::new(), Vec::new());
    for (thing, at) in things.iter(world) {
        let number = |field: &str| thing.get_int_field(field).ok().copied();
        if let Some(id) = number("entity") {
            let at = at.translation().truncate() / side as f32;
            entities.insert(format!("entity_{id}"), [at.x.floor() as i32, size[1] as i32 - 1 - at.y.floor() as i32]);
        } else if thing.identifier == "Room" {
            rooms.extend(number("place").map(|id| format!("room_{id}")));
        } else if thing.identifier == "Passage" {
            passages.extend(number("passage").map(|id| format!("passage_{id}")));
        }
    }
    if rooms.is_empty() || grid.iter().all(Option::is_none) {
        return None;
    }
    rooms.sort();
    passages.sort();
    Some(json!({
        "size": size,
        "solid": rows(size, |x, y| {
            grid[(y * size[0] + x) as usize].is_none_or(|value| solid.contains(&value))
        }),
        "rooms": rooms,
        "passages": passages,
        "entities": entities,
    }))
}
