//! A map for Tiled: its solid cells from colliders, and its things from their components.

use std::any::TypeId;
use std::collections::BTreeMap;

use bevy::ecs::reflect::ReflectComponent;
use bevy::prelude::*;
use bevy::reflect::ReflectRef;
use bevy_ecs_tiled::prelude::*;
use serde_json::{Value, json};

use crate::{level, rows};

/// Receives the shapes of solid tiles.
#[derive(Clone, Debug, Default, Reflect)]
#[reflect(Debug, Default)]
struct Shapes;

/// The shapes of a collider.
#[derive(Component)]
struct Collider(Vec<geo::MultiPolygon<f32>>);

impl TiledPhysicsBackend for Shapes {
    fn spawn_colliders(
        &self,
        commands: &mut Commands,
        _: TiledColliderSource,
        _: Entity,
        shapes: Vec<geo::MultiPolygon<f32>>,
    ) -> Option<Entity> {
        Some(commands.spawn((Collider(shapes), Transform::default())).id())
    }
}

/// Prepares to load a map.
pub fn load(app: &mut App, file: String) {
    let plugin = TiledPlugin(TiledPluginConfig { tiled_types_export_file: None, ..default() });
    app.add_plugins((plugin, TiledPhysicsPlugin::<Shapes>::default(), level::LevelTypesPlugin));
    app.add_systems(Startup, move |mut commands: Commands, assets: Res<AssetServer>| {
        let walls = TiledPhysicsSettings::<Shapes> {
            tiles_layer_filter: TiledFilter::from(vec!["walls"]),
            objects_layer_filter: TiledFilter::None,
            simplify_geometry: false,
            ..default()
        };
        commands.spawn((TiledMap(assets.load(&file)), walls, TilemapAnchor::BottomLeft));
    });
}

/// Returns what is in the map, as soon as it is there.
pub fn facts(app: &mut App) -> Option<Value> {
    let world = app.world_mut();
    let mut maps = world.query::<&TiledMap>();
    let handle = maps.iter(world).next()?.0.clone();
    let map = world.resource::<Assets<TiledMapAsset>>().get(&handle)?;
    let (size, side) = ([map.map.width, map.map.height], map.map.tile_width as f32);
    let colliders: Vec<_> = world.query::<&Collider>().iter(world).map(|own| own.0.clone()).collect();
    let mut objects = world.query::<(Entity, &TiledObject, &TiledName, &GlobalTransform)>();
    let objects: Vec<_> = objects
        .iter(world)
        .map(|(entity, object, name, at)| (entity, object.clone(), name.0.clone(), at.translation().truncate()))
        .collect();
    if objects.is_empty() || colliders.is_empty() {
        return None;
    }
    let mut solid = vec![false; (size[0] * size[1]) as usize];
    for shape in colliders.iter().flatten().flatten() {
        use geo::Centroid;
        let Some(middle) = shape.centroid() else { continue };
        let (x, y) = ((middle.x() / side) as u32, size[1] - 1 - (middle.y() / side) as u32);
        solid[(y * size[0] + x) as usize] = true;
    }
    let (mut entities, mut rooms, mut passages) = (BTreeMap::new(), Vec::new(), Vec::new());
    for (entity, object, name, at) in objects {
        let component = component_of(world, entity);
        let is_tile = matches!(object, TiledObject::Tile { .. });
        let y = size[1] as f32 * side - at.y - if is_tile { side } else { 0.0 };
        let cell = [(at.x / side).floor() as i32, (y / side).floor() as i32];
        // A thing is known by a field of its component; its name is only the name of the field.
        match component.as_ref().and_then(|own| Some((own, name.split_once('_')?))) {
            Some((own, ("entity", id))) if own.get("entity").is_some_and(|own| own == id) => {
                entities.insert(name, cell);
            }
            Some((own, ("room", id))) if own.get("place").is_some_and(|own| own == id) => rooms.push(name),
            Some((own, ("passage", id))) if own.get("passage").is_some_and(|own| own == id) => {
                passages.push(name);
            }
            _ => {}
        }
    }
    rooms.sort();
    passages.sort();
    Some(json!({
        "size": size,
        "solid": rows(size, |x, y| solid[(y * size[0] + x) as usize]),
        "rooms": rooms,
        "passages": passages,
        "entities": entities,
    }))
}

/// Returns the fields of the component that our map gave to an entity.
fn component_of(world: &World, entity: Entity) -> Option<BTreeMap<String, String>> {
    let registry = world.resource::<AppTypeRegistry>().read();
    let own = world.entity(entity);
    let ids: Vec<TypeId> = own
        .archetype()
        .components()
        .iter()
        .filter_map(|id| world.components().get_info(*id)?.type_id())
        .collect();
    let found = ids.into_iter().filter_map(|id| registry.get(id));
    let mut found = found.filter(|found| found.type_info().type_path().starts_with("bevy_client::level::"));
    let component = found.next()?.data::<ReflectComponent>()?.reflect(own)?;
    let ReflectRef::Struct(fields) = component.reflect_ref() else { return None };
    let field = |at| Some((fields.name_at(at)?.to_owned(), format!("{:?}", fields.field_at(at)?)));
    Some((0..fields.field_len()).filter_map(field).collect())
}
