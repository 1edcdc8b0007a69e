//! Fields of entities and of the level: names, types and values.

use super::enums::{EnumUids, FieldEnum};
use super::json::{Json, object};
use super::names::{Unique, identifier};
use super::uids::Uids;
use crate::base::Cell;
use crate::mission::{Attributes, Value};

/// The type of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldKind {
    Int,
    Bool,
    Text,
    /// A text with several lines.
    Lines,
    /// A reference to an entity, limited to one definition if it is named.
    Ref(Option<&'static str>),
    /// References to several entities.
    Refs(Option<&'static str>),
    /// Cells, joined by a line.
    Points,
    /// One of a closed set of values.
    Enum(FieldEnum),
    /// A tile of the tile set, which shows the entity.
    Tile,
}

impl FieldKind {
    /// Returns the name of the type in definitions.
    fn of_definition(self, enums: &EnumUids) -> String {
        let name = match self {
            Self::Enum(of) => return format!("F_Enum({})", enums.of(of)),
            Self::Tile => "F_Tile",
            Self::Int => "F_Int",
            Self::Bool => "F_Bool",
            Self::Text => "F_String",
            Self::Lines => "F_Text",
            Self::Ref(_) | Self::Refs(_) => "F_EntityRef",
            Self::Points => "F_Point",
        };
        name.to_owned()
    }

    /// Returns the name of the type in values.
    fn of_value(self) -> String {
        let name = match self {
            Self::Enum(of) => return format!("LocalEnum.{}", of.name()),
            Self::Tile => "Tile",
            Self::Int => "Int",
            Self::Bool => "Bool",
            Self::Text => "String",
            Self::Lines => "Multilines",
            Self::Ref(_) => "EntityRef",
            Self::Refs(_) => "Array<EntityRef>",
            Self::Points => "Array<Point>",
        };
        name.to_owned()
    }

    fn is_array(self) -> bool {
        matches!(self, Self::Refs(_) | Self::Points)
    }

    /// Returns how LDtk's canvas displays the field.
    fn display(self) -> &'static str {
        match self {
            Self::Ref(_) | Self::Refs(_) => "RefLinkBetweenCenters",
            Self::Points => "PointPath",
            Self::Tile => "EntityTile",
            Self::Int | Self::Bool | Self::Text | Self::Lines | Self::Enum(_) => "Hidden",
        }
    }

    /// Returns the only definition that the field may refer to, if it is limited to one.
    fn referred(self) -> Option<&'static str> {
        match self {
            Self::Ref(referred) | Self::Refs(referred) => referred,
            _ => None,
        }
    }
}

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FieldValue {
    Nothing,
    Int(i64),
    Bool(bool),
    Text(String),
    /// The iid of an entity.
    Ref(String),
    Refs(Vec<String>),
    Points(Vec<Cell>),
    /// The number of a tile.
    Tile(u32),
}

/// A named value, with everything that its definition needs.
pub(super) struct FieldEntry {
    pub name: &'static str,
    pub kind: FieldKind,
    pub can_be_null: bool,
    pub value: FieldValue,
}

impl FieldEntry {
    const fn new(name: &'static str, kind: FieldKind, value: FieldValue) -> Self {
        Self { name, kind, can_be_null: false, value }
    }

    pub fn int(name: &'static str, number: impl Into<i64>) -> Self {
        Self::new(name, FieldKind::Int, FieldValue::Int(number.into()))
    }

    pub fn bool(name: &'static str, is_so: bool) -> Self {
        Self::new(name, FieldKind::Bool, FieldValue::Bool(is_so))
    }

    pub fn text(name: &'static str, text: impl Into<String>) -> Self {
        Self::new(name, FieldKind::Text, FieldValue::Text(text.into()))
    }

    pub fn some_int(name: &'static str, number: Option<impl Into<i64>>) -> Self {
        let value = number.map_or(FieldValue::Nothing, |number| FieldValue::Int(number.into()));
        Self { can_be_null: true, ..Self::new(name, FieldKind::Int, value) }
    }

    pub fn some_text(name: &'static str, text: Option<impl Into<String>>) -> Self {
        let value = text.map_or(FieldValue::Nothing, |text| FieldValue::Text(text.into()));
        Self { can_be_null: true, ..Self::new(name, FieldKind::Text, value) }
    }

    pub fn choice(name: &'static str, of: FieldEnum, value: impl std::fmt::Debug) -> Self {
        Self::new(name, FieldKind::Enum(of), FieldValue::Text(format!("{value:?}")))
    }

    pub fn some_choice(name: &'static str, of: FieldEnum, value: Option<impl std::fmt::Debug>) -> Self {
        let value = value.map_or(FieldValue::Nothing, |value| FieldValue::Text(format!("{value:?}")));
        Self { can_be_null: true, ..Self::new(name, FieldKind::Enum(of), value) }
    }

    pub fn tile(name: &'static str, tile: Option<u32>) -> Self {
        let value = tile.map_or(FieldValue::Nothing, FieldValue::Tile);
        Self { can_be_null: true, ..Self::new(name, FieldKind::Tile, value) }
    }

    pub fn link(name: &'static str, to: &'static str, iid: Option<&String>) -> Self {
        let value = iid.map_or(FieldValue::Nothing, |iid| FieldValue::Ref(iid.clone()));
        Self { can_be_null: true, ..Self::new(name, FieldKind::Ref(Some(to)), value) }
    }

    pub fn links(name: &'static str, to: Option<&'static str>, iids: Vec<String>) -> Self {
        Self::new(name, FieldKind::Refs(to), FieldValue::Refs(iids))
    }

    pub fn points(name: &'static str, points: Vec<Cell>) -> Self {
        Self::new(name, FieldKind::Points, FieldValue::Points(points))
    }
}

/// The definition of a field.
pub(super) struct FieldDefinition {
    pub identifier: String,
    pub kind: FieldKind,
    can_be_null: bool,
    /// Name in the grammar, if that is not a valid identifier.
    doc: Option<String>,
    uid: u32,
    /// Attribute that the field holds. If `None`, all entities of the definition have the field.
    pub attribute: Option<String>,
}

/// Returns the definitions of fields: first those that each entity has, then one for each attribute in use.
/// `of` is the name of what has the fields.
pub(super) fn define<'l>(
    of: &str,
    entries: &[FieldEntry],
    attributes: impl Iterator<Item = &'l Attributes> + Clone,
    uids: &mut Uids,
) -> Vec<FieldDefinition> {
    let mut names = Unique::with(entries.iter().map(|entry| entry.name));
    let mut fields: Vec<FieldDefinition> = entries
        .iter()
        .map(|entry| FieldDefinition {
            identifier: entry.name.to_owned(),
            kind: entry.kind,
            can_be_null: entry.can_be_null,
            doc: None,
            uid: uids.of(&format!("{of}/field/{}", entry.name)),
            attribute: None,
        })
        .collect();
    let mut all: Vec<&String> = attributes.clone().flat_map(Attributes::keys).collect();
    all.sort_unstable();
    all.dedup();
    for name in all {
        let wanted = identifier(name, "attribute");
        let wanted = if names.contains(&wanted) { format!("attribute_{wanted}") } else { wanted };
        let identifier = names.take(wanted);
        let kind = kind_of(attributes.clone().filter_map(|attributes| attributes.get(name)));
        fields.push(FieldDefinition {
            kind,
            // Readers refuse truth values that are null.
            can_be_null: kind != FieldKind::Bool,
            doc: (identifier != *name).then(|| name.clone()),
            uid: uids.of(&format!("{of}/attribute/{name}")),
            attribute: Some(name.clone()),
            identifier,
        });
    }
    fields
}

/// Returns the type that can hold all values of an attribute. Numbers beyond 32 bits become texts, because
/// readers cut them off.
fn kind_of<'v>(mut values: impl Iterator<Item = &'v Value> + Clone) -> FieldKind {
    if values.clone().all(|value| matches!(value, Value::Int(number) if i32::try_from(*number).is_ok())) {
        FieldKind::Int
    } else if values.clone().all(|value| matches!(value, Value::Bool(_))) {
        FieldKind::Bool
    } else if values.any(|value| matches!(value, Value::Text(text) if text.contains('\n'))) {
        FieldKind::Lines
    } else {
        FieldKind::Text
    }
}

/// Converts the value of an attribute to a field of the given type. A missing truth value is `false`.
pub(super) fn attribute_value(value: Option<&Value>, kind: FieldKind) -> FieldValue {
    match (value, kind) {
        (None, FieldKind::Bool) => FieldValue::Bool(false),
        (None, _) => FieldValue::Nothing,
        (Some(Value::Int(number)), FieldKind::Int) => FieldValue::Int(*number),
        (Some(Value::Bool(is_so)), FieldKind::Bool) => FieldValue::Bool(*is_so),
        (Some(Value::Text(text)), _) => FieldValue::Text(text.clone()),
        (Some(other), _) => FieldValue::Text(other.to_string()),
    }
}

/// Ids of the world, level and layer that hold an entity.
pub(super) struct EntityAddress {
    pub world: String,
    pub level: String,
    /// Iid of the layer of entities.
    pub layer: String,
    pub tiles: TileRects,
}

/// The positions of tiles in the picture of the tile set.
#[derive(Clone, Copy, Debug)]
pub(super) struct TileRects {
    /// Uid of the tile set.
    pub uid: u32,
    pub columns: u32,
    pub px: u32,
}

impl TileRects {
    fn corner(self, tile: u32) -> [u32; 2] {
        let columns = self.columns.max(1);
        [tile % columns, tile / columns].map(|at| at * self.px)
    }

    /// Returns the rectangle of a tile.
    pub fn json(self, tile: u32) -> Json {
        let [x, y] = self.corner(tile);
        object! {"tilesetUid": self.uid, "x": x, "y": y, "w": self.px, "h": self.px}
    }
}

impl EntityAddress {
    fn reference(&self, iid: &str) -> Json {
        object! {
            "entityIid": iid,
            "layerIid": &self.layer,
            "levelIid": &self.level,
            "worldIid": &self.world,
        }
    }
}

impl FieldValue {
    /// Returns the value in the form that games read.
    pub fn json(&self, whereabouts: &EntityAddress) -> Json {
        match self {
            Self::Nothing => Json::Null,
            Self::Int(number) => Json::Int(*number),
            Self::Bool(is_so) => Json::Bool(*is_so),
            Self::Text(text) => Json::Text(text.clone()),
            Self::Ref(iid) => whereabouts.reference(iid),
            Self::Refs(iids) => Json::list(iids.iter().map(|iid| whereabouts.reference(iid))),
            Self::Points(cells) => Json::list(cells.iter().map(|cell| object! {"cx": cell.x, "cy": cell.y})),
            Self::Tile(tile) => whereabouts.tiles.json(*tile),
        }
    }

    /// Returns the value in the form that LDtk itself reads.
    fn editor_values(&self, tiles: TileRects) -> Json {
        let wrapped = |id: &str, value: Json| object! {"id": id, "params": Json::List(vec![value])};
        let text = |text: &str| wrapped("V_String", text.replace('\\', "\\\\").replace('\n', "\\n").into());
        let values = match self {
            Self::Nothing => Vec::new(),
            Self::Int(number) => vec![wrapped("V_Int", Json::Int(*number))],
            Self::Bool(is_so) => vec![wrapped("V_Bool", Json::Bool(*is_so))],
            Self::Text(content) => vec![text(content)],
            Self::Ref(iid) => vec![text(iid)],
            Self::Refs(iids) => iids.iter().map(|iid| text(iid)).collect(),
            Self::Points(cells) => cells.iter().map(|cell| text(&format!("{},{}", cell.x, cell.y))).collect(),
            Self::Tile(tile) => {
                let [x, y] = tiles.corner(*tile);
                vec![text(&format!("{x},{y},{px},{px}", px = tiles.px))]
            }
        };
        Json::List(values)
    }
}

impl FieldDefinition {
    /// Returns the value as written in an instance of an entity or level.
    pub fn instance(&self, value: &FieldValue, whereabouts: &EntityAddress) -> Json {
        let tile = if let FieldValue::Tile(_) = value { value.json(whereabouts) } else { Json::Null };
        object! {
            "__identifier": &self.identifier,
            "__type": self.kind.of_value(),
            "__value": value.json(whereabouts),
            "__tile": tile,
            "defUid": self.uid,
            "realEditorValues": value.editor_values(whereabouts.tiles),
        }
    }

    /// Returns the definition of the field. `uid_of` finds definitions of entities.
    pub fn definition(
        &self,
        uid_of: impl Fn(&str) -> Option<u32>,
        (enums, tiles): (&EnumUids, TileRects),
    ) -> Json {
        let referred = self.kind.referred().and_then(uid_of);
        object! {
            "identifier": &self.identifier,
            "doc": self.doc.as_ref(),
            "__type": self.kind.of_value(),
            "uid": self.uid,
            "type": self.kind.of_definition(enums),
            "isArray": self.kind.is_array(),
            "canBeNull": self.can_be_null,
            "arrayMinLength": Json::Null,
            "arrayMaxLength": Json::Null,
            "editorDisplayMode": if self.identifier == "symbol" { "ValueOnly" } else { self.kind.display() },
            "editorDisplayScale": 1,
            "editorDisplayPos": "Center",
            "editorLinkStyle": "CurvedArrow",
            "editorDisplayColor": Json::Null,
            "editorAlwaysShow": false,
            "editorShowInWorld": false,
            "editorCutLongValues": true,
            "editorTextSuffix": Json::Null,
            "editorTextPrefix": Json::Null,
            "useForSmartColor": false,
            "exportToToc": false,
            "searchable": false,
            "min": Json::Null,
            "max": Json::Null,
            "regex": Json::Null,
            "acceptFileTypes": Json::Null,
            "defaultOverride": Json::Null,
            "textLanguageMode": Json::Null,
            "symmetricalRef": false,
            "autoChainRef": false,
            "allowOutOfLevelRef": false,
            "allowedRefs": if referred.is_some() { "OnlySpecificEntity" } else { "Any" },
            "allowedRefsEntityUid": referred,
            "allowedRefTags": Json::List(Vec::new()),
            "tilesetUid": (self.kind == FieldKind::Tile).then_some(tiles.uid),
        }
    }
}
