//! The definitions of an LDtk project: layers, entities and tiles.

use super::LayerKind;
use super::cells::{CellValue, owner_values};
use super::entities::Definition;
use super::enums::{FieldEnum, tags};
use super::json::{Json, object};
use super::project::{LdtkProject, ProjectLayer};
use crate::base::Color;

/// Look of the entities of a definition on LDtk's canvas.
struct EntityStyle {
    color: Color,
    mode: &'static str,
    /// `true` if it covers an area of cells, `false` if it is on a single cell.
    is_area: bool,
}

fn shape_of(identifier: &str) -> EntityStyle {
    let point = |color: Color, mode: &'static str| EntityStyle { color, mode, is_area: false };
    match identifier {
        "Room" => EntityStyle { color: Color::rgb(0x7f, 0xa6, 0xc9), mode: "Rectangle", is_area: true },
        "Passage" => point(Color::rgb(0x8a, 0x8f, 0x98), "Cross"),
        "PlayerStart" => point(Color::rgb(0x5f, 0xb3, 0x4a), "Ellipse"),
        "Exit" => point(Color::rgb(0xb0, 0x6f, 0xd8), "Ellipse"),
        "Door" => point(Color::rgb(0xb8, 0x6f, 0x50), "Rectangle"),
        "Lock" => point(Color::rgb(0xc1, 0x44, 0x0e), "Rectangle"),
        "Key" => point(Color::rgb(0xe6, 0xc2, 0x29), "Ellipse"),
        _ => point(Color::rgb(0xd8, 0x6f, 0x8a), "Ellipse"),
    }
}

/// Returns the colour of entities of a definition.
pub(super) fn color_of(identifier: &str) -> Color {
    shape_of(identifier).color
}

/// Returns the pivot of entities: areas extend right and down from their position, all others are centred on
/// it.
pub(super) fn pivot_of(identifier: &str) -> Json {
    if shape_of(identifier).is_area { [0, 0].into() } else { [0.5, 0.5].into() }
}

/// Returns `true` if entities of the definition cover an area of cells.
pub(super) fn is_area(identifier: &str) -> bool {
    shape_of(identifier).is_area
}

impl LdtkProject<'_> {
    pub(super) fn definitions_json(&self) -> Json {
        let uid_of = |identifier: &str| {
            self.definitions.iter().find(|other| other.identifier == identifier).map(|other| other.uid)
        };
        let types = (&self.enums, self.tiles);
        object! {
            "layers": Json::list(self.layers.iter().map(|layer| self.layer_definition(layer))),
            "entities": Json::list(self.definitions.iter().map(|own| self.entity_definition(own, uid_of))),
            "tilesets": [self.tiles_definition()],
            "enums": self.enums.definitions(),
            "externalEnums": Json::List(Vec::new()),
            "levelFields": Json::list(self.level_fields.iter().map(|field| field.definition(uid_of, types))),
        }
    }

    fn layer_definition(&self, layer: &ProjectLayer) -> Json {
        let values = match layer.kind {
            LayerKind::Cells => Json::list(self.cells.values.iter().map(value_definition)),
            LayerKind::Owners => {
                let levels: Vec<_> = self.levels.iter().map(|level| level.level).collect();
                Json::list(owner_values(&levels).iter().map(value_definition))
            }
            LayerKind::Entities | LayerKind::Tiles(_) => Json::List(Vec::new()),
        };
        let groups = self.cells.groups.iter().filter(|_| layer.kind == LayerKind::Cells);
        let groups =
            groups.map(|(name, uid)| object! {"uid": *uid, "identifier": *name, "color": Json::Null});
        object! {
            "__type": layer.kind.kind(),
            "identifier": layer.kind.identifier(),
            "type": layer.kind.kind(),
            "uid": layer.uid,
            "doc": Json::Null,
            "uiColor": Json::Null,
            "gridSize": self.px(),
            "guideGridWid": 0,
            "guideGridHei": 0,
            "displayOpacity": 1,
            "inactiveOpacity": 1,
            "hideInList": false,
            "hideFieldsWhenInactive": true,
            "canSelectWhenInactive": true,
            "renderInWorldView": true,
            "pxOffsetX": 0,
            "pxOffsetY": 0,
            "parallaxFactorX": 0,
            "parallaxFactorY": 0,
            "parallaxScaling": true,
            "requiredTags": Json::List(Vec::new()),
            "excludedTags": Json::List(Vec::new()),
            "autoTilesKilledByOtherLayerUid": Json::Null,
            "uiFilterTags": Json::List(Vec::new()),
            "useAsyncRender": false,
            "intGridValues": values,
            "intGridValuesGroups": Json::list(groups),
            "autoRuleGroups": Json::List(Vec::new()),
            "autoSourceLayerDefUid": Json::Null,
            "tilesetDefUid": layer.kind.has_tiles(self.target).then_some(self.tiles.uid),
            "tilePivotX": 0,
            "tilePivotY": 0,
            "biomeFieldUid": Json::Null,
        }
    }

    fn entity_definition(&self, own: &Definition, uid_of: impl Fn(&str) -> Option<u32> + Copy) -> Json {
        let EntityStyle { color, mode, is_area } = shape_of(&own.identifier);
        let pivot = if is_area { Json::Int(0) } else { Json::Real(0.5) };
        object! {
            "identifier": &own.identifier,
            "uid": own.uid,
            "tags": Json::List(Vec::new()),
            "exportToToc": false,
            "allowOutOfBounds": false,
            "doc": own.doc.as_ref(),
            "width": self.px(),
            "height": self.px(),
            "resizableX": is_area,
            "resizableY": is_area,
            "minWidth": Json::Null,
            "maxWidth": Json::Null,
            "minHeight": Json::Null,
            "maxHeight": Json::Null,
            "keepAspectRatio": false,
            "tileOpacity": 1,
            "fillOpacity": if is_area { Json::Real(0.1) } else { Json::Int(1) },
            "lineOpacity": 1,
            "hollow": is_area,
            "color": color,
            "renderMode": if own.sprite.is_some() { "Tile" } else { mode },
            "showName": !is_area,
            "tilesetId": own.sprite.map(|_| self.tiles.uid),
            "tileRenderMode": "FitInside",
            "tileRect": own.sprite.map(|tile| self.tiles.json(tile)),
            "uiTileRect": Json::Null,
            "nineSliceBorders": Json::List(Vec::new()),
            "maxCount": 0,
            "limitScope": "PerLevel",
            "limitBehavior": "MoveLastOne",
            "pivotX": pivot.clone(),
            "pivotY": pivot,
            "fieldDefs": Json::list(own.fields.iter().map(|field| field.definition(uid_of, (&self.enums, self.tiles)))),
        }
    }

    fn tiles_definition(&self) -> Json {
        let (columns, rows) = (self.atlas.columns(), self.atlas.rows());
        let in_use = (0_u32..).zip(&self.atlas.tiles).filter(|(_, own)| own.is_in_use());
        let data = in_use.map(|(tile, own)| {
            let mut said = serde_json::json!({
                "color": own.color.to_string(), "name": own.name, "solid": !own.is_walkable
            });
            if let Some(open) = own.open {
                said["open"] = open.into();
            }
            object! {"tileId": tile, "data": said.to_string()}
        });
        object! {
            "__cWid": columns,
            "__cHei": rows,
            "identifier": "Tiles",
            "uid": self.tiles.uid,
            "relPath": self.picture_name(),
            "embedAtlas": Json::Null,
            "pxWid": columns * self.atlas.pixels(),
            "pxHei": rows * self.atlas.pixels(),
            "tileGridSize": self.px(),
            "spacing": 0,
            "padding": 0,
            "tags": Json::List(Vec::new()),
            "tagsSourceEnumUid": self.enums.of(FieldEnum::TileTag),
            "enumTags": tags(&self.atlas.tiles),
            "customData": Json::list(data),
            "savedSelections": Json::List(Vec::new()),
            "cachedPixelData": Json::Null,
        }
    }
}

fn value_definition(own: &CellValue) -> Json {
    object! {
        "value": own.value,
        "identifier": &own.identifier,
        "color": own.color,
        "tile": Json::Null,
        "groupUid": own.group,
    }
}
