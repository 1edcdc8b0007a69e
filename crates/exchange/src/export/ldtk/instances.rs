//! The levels of an LDtk project: their layers with tiles, numbers and entities.

use super::LayerKind;
use super::cells::owners;
use super::definitions::{color_of, is_area, pivot_of};
use super::entities::{Definition, LdtkEntity};
use super::json::{Json, LdtkTiles, object};
use super::level::ProjectLevel;
use super::project::{BACKGROUND, LdtkProject, ProjectLayer};
use crate::base::{Color, Size};
use crate::export::atlas::TileLayer;

/// Colour of the level on LDtk's canvas.
const SMART: Color = Color::rgb(0x96, 0x97, 0xa2);

impl LdtkProject<'_> {
    pub(super) fn level_json(&self, level: &ProjectLevel<'_>) -> Json {
        let [width, height] = level.size_px(self.px());
        let fields = self.level_fields.iter().zip(&level.entries);
        let layers = self.layers.iter().zip(&level.layer_iids);
        object! {
            "identifier": level.identifier(),
            "iid": &level.whereabouts.level,
            "uid": level.uid,
            "worldX": level.left,
            "worldY": 0,
            "worldDepth": 0,
            "pxWid": width,
            "pxHei": height,
            "__bgColor": BACKGROUND,
            "bgColor": Json::Null,
            "useAutoIdentifier": false,
            "bgRelPath": Json::Null,
            "bgPos": Json::Null,
            "bgPivotX": 0.5,
            "bgPivotY": 0.5,
            "__smartColor": SMART,
            "__bgPos": Json::Null,
            "externalRelPath": Json::Null,
            "fieldInstances": Json::list(fields.map(|(field, entry)| field.instance(&entry.value, &level.whereabouts))),
            "layerInstances": Json::list(layers.map(|(layer, iid)| self.layer_json(level, layer, iid))),
            "__neighbours": Json::List(Vec::new()),
        }
    }

    fn layer_json(&self, level: &ProjectLevel<'_>, layer: &ProjectLayer, iid: &str) -> Json {
        let Size { width, height } = level.level.tiles.size();
        let mut own = Contents::default();
        match layer.kind {
            LayerKind::Entities => {
                own.entities =
                    self.instances(level).map(|(thing, of)| self.entity(level, thing, of)).collect();
            }
            LayerKind::Tiles(layer) => own.tiles = self.tiles_of(level, layer),
            LayerKind::Cells => own.numbers = self.cells.rows(level.level).flatten().collect(),
            LayerKind::Owners => own.numbers = owners(level.level),
        }
        object! {
            "__identifier": layer.kind.identifier(),
            "__type": layer.kind.kind(),
            "__cWid": width,
            "__cHei": height,
            "__gridSize": self.px(),
            "__opacity": 1,
            "__pxTotalOffsetX": 0,
            "__pxTotalOffsetY": 0,
            "__tilesetDefUid": layer.kind.has_tiles(self.target).then_some(self.tiles.uid),
            "__tilesetRelPath": layer.kind.has_tiles(self.target).then(|| self.picture_name()),
            "iid": iid,
            "levelId": level.uid,
            "layerDefUid": layer.uid,
            "pxOffsetX": 0,
            "pxOffsetY": 0,
            "visible": layer.kind != LayerKind::Owners,
            "optionalRules": Json::List(Vec::new()),
            "intGridCsv": Json::Numbers(own.numbers),
            "autoLayerTiles": Json::List(Vec::new()),
            "seed": layer.uid,
            "overrideTilesetUid": Json::Null,
            "gridTiles": Json::Tiles(own.tiles),
            "entityInstances": Json::List(own.entities),
        }
    }

    /// Returns all entities, each with its definition.
    pub(super) fn instances<'p>(
        &'p self,
        level: &'p ProjectLevel<'_>,
    ) -> impl Iterator<Item = (&'p LdtkEntity<'p>, &'p Definition)> {
        level.things.iter().filter_map(|thing| {
            let definition = self.definitions.iter().find(|own| own.identifier == thing.definition)?;
            Some((thing, definition))
        })
    }

    /// Returns the position and the size of an entity, in pixels.
    pub(super) fn place_px(&self, thing: &LdtkEntity) -> ([i64; 2], [i64; 2]) {
        let px = self.px();
        let offset = if is_area(&thing.definition) { 0 } else { px / 2 };
        let at = [thing.cells.min.x, thing.cells.min.y].map(|cell| i64::from(cell) * px + offset);
        (at, [thing.cells.size.width, thing.cells.size.height].map(|cells| i64::from(cells) * px))
    }

    fn entity(&self, level: &ProjectLevel<'_>, thing: &LdtkEntity, definition: &Definition) -> Json {
        let (at, [width, height]) = self.place_px(thing);
        let values = thing.values(definition);
        let fields = definition.fields.iter().zip(&values);
        object! {
            "__identifier": &thing.definition,
            "__grid": [thing.cells.min.x, thing.cells.min.y],
            "__pivot": pivot_of(&thing.definition),
            "__tags": Json::List(Vec::new()),
            "__tile": thing.sprite().map(|tile| self.tiles.json(tile)),
            "__smartColor": color_of(&thing.definition),
            "iid": &thing.iid,
            "width": width,
            "height": height,
            "defUid": definition.uid,
            "px": at,
            "fieldInstances": Json::list(fields.map(|(field, value)| field.instance(value, &level.whereabouts))),
            "__worldX": at[0] + level.left,
            "__worldY": at[1],
        }
    }

    fn tiles_of(&self, level: &ProjectLevel<'_>, layer: TileLayer) -> LdtkTiles {
        let tiles = (0_u32..).zip(level.tiles.layer(layer));
        LdtkTiles {
            tiles: tiles.filter_map(|(number, (_, tile))| Some((number, tile?))).collect(),
            width: level.level.tiles.size().width,
            columns: self.atlas.columns(),
            px: self.atlas.pixels(),
        }
    }
}

/// Content of a layer; only one of the fields is filled.
#[derive(Default)]
struct Contents {
    entities: Vec<Json>,
    tiles: LdtkTiles,
    numbers: Vec<u32>,
}
