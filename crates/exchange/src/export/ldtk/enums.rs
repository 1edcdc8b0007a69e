//! The enums of an LDtk project: closed sets of values of fields, and of tags of tiles.

use super::json::{Json, object};
use super::uids::Uids;
use crate::export::atlas::{AtlasTile, AtlasUse, TileLayer};

/// An enum of the project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldEnum {
    Role,
    Technique,
    Door,
    Form,
    /// The use of a tile of the tile set.
    TileTag,
}

impl FieldEnum {
    pub const ALL: [Self; 5] = [Self::Role, Self::Technique, Self::Door, Self::Form, Self::TileTag];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Role => "Role",
            Self::Technique => "Technique",
            Self::Door => "DoorKind",
            Self::Form => "PassageForm",
            Self::TileTag => "TileTag",
        }
    }

    const fn values(self) -> &'static [&'static str] {
        match self {
            Self::Role => &["Start", "Goal", "Key", "Lock"],
            Self::Technique => &["Cave", "Room", "Hall", "Walkers", "Cards"],
            Self::Door => &["Plain", "Gate", "Drop", "Secret", "Gap"],
            Self::Form => &["Corridor", "Open", "Doorway"],
            Self::TileTag => &["Walkable", "Solid", "Door", "Decor", "Thing"],
        }
    }
}

/// The uids of all enums.
pub(super) struct EnumUids([u32; FieldEnum::ALL.len()]);

impl EnumUids {
    pub fn new(uids: &mut Uids) -> Self {
        Self(FieldEnum::ALL.map(|own| uids.of(&format!("enum/{}", own.name()))))
    }

    pub fn of(&self, wanted: FieldEnum) -> u32 {
        let found = FieldEnum::ALL.into_iter().zip(self.0).find(|(own, _)| *own == wanted);
        found.map_or(0, |(_, uid)| uid)
    }

    /// Returns the definitions of all enums.
    pub fn definitions(&self) -> Json {
        Json::list(FieldEnum::ALL.map(|own| {
            let values = own.values().iter().map(|id| {
                object! {"id": *id, "tileRect": Json::Null, "color": 0}
            });
            object! {
                "identifier": own.name(),
                "uid": self.of(own),
                "values": Json::list(values),
                "iconTilesetUid": Json::Null,
                "externalRelPath": Json::Null,
                "externalFileChecksum": Json::Null,
                "tags": Json::List(Vec::new()),
            }
        }))
    }
}

/// Returns the tags of tiles, each with the tiles that have it.
pub(super) fn tags(tiles: &[AtlasTile]) -> Json {
    Json::list(FieldEnum::TileTag.values().iter().map(|tag| {
        let own = (0..).zip(tiles).filter(|(_, tile)| tag_of(tile) == Some(*tag));
        object! {"enumValueId": *tag, "tileIds": Json::Numbers(own.map(|(id, _)| id).collect())}
    }))
}

fn tag_of(tile: &AtlasTile) -> Option<&'static str> {
    Some(match tile.place {
        AtlasUse::Layer(TileLayer::Doors) => "Door",
        AtlasUse::Layer(TileLayer::Decor) => "Decor",
        AtlasUse::Layer(TileLayer::Ground | TileLayer::Walls) if tile.is_walkable => "Walkable",
        AtlasUse::Layer(TileLayer::Ground | TileLayer::Walls) => "Solid",
        AtlasUse::Thing => "Thing",
        AtlasUse::Nothing => return None,
    })
}
