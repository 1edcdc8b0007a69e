//! JSON that keeps the order of fields, as LDtk does.

use std::borrow::Cow;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::base::Color;

/// A value of JSON.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Json {
    Null,
    Bool(bool),
    Int(i64),
    Real(f64),
    Text(String),
    List(Vec<Json>),
    /// A list of numbers; there can be one for each cell of the level.
    Numbers(Vec<u32>),
    /// The tiles of a layer; there can be one for each cell of the level.
    Tiles(LdtkTiles),
    Object(Vec<(Cow<'static, str>, Json)>),
}

/// The tiles of a layer in compact form. All fields that LDtk expects follow from the numbers of cell and
/// tile.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct LdtkTiles {
    /// Number of the cell, and number of the tile in the tile set.
    pub tiles: Vec<(u32, u32)>,
    /// Number of cells in a row of the layer.
    pub width: u32,
    /// Number of tiles in a row of the tile set.
    pub columns: u32,
    /// Side of a cell, in pixels.
    pub px: u32,
}

impl Serialize for LdtkTiles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (width, columns) = (self.width.max(1), self.columns.max(1));
        serializer.collect_seq(self.tiles.iter().map(|(cell, tile)| TileInstance {
            px: [cell % width, cell / width].map(|cells| cells * self.px),
            src: [tile % columns, tile / columns].map(|tiles| tiles * self.px),
            flips: 0,
            tile: *tile,
            cell: [*cell],
            alpha: 1,
        }))
    }
}

/// A tile in a layer, in LDtk's form.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct TileInstance {
    /// Position in the layer, in pixels.
    pub px: [u32; 2],
    /// Position of its picture in the tile set, in pixels.
    pub src: [u32; 2],
    /// Flip bits; always 0.
    #[serde(rename = "f")]
    pub flips: u8,
    /// Number of the tile in the tile set.
    #[serde(rename = "t")]
    pub tile: u32,
    /// Number of its cell.
    #[serde(rename = "d")]
    pub cell: [u32; 1],
    /// Opacity; always 1.
    #[serde(rename = "a")]
    pub alpha: u8,
}

/// Builds an object from field names and values.
macro_rules! object {
    ($($name:literal: $value:expr),* $(,)?) => {
        Json::Object(vec![$(($name.into(), Json::from($value))),*])
    };
}
pub(super) use object;

impl Json {
    pub fn list(items: impl IntoIterator<Item: Into<Json>>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(is_so) => serializer.serialize_bool(*is_so),
            Self::Int(number) => serializer.serialize_i64(*number),
            Self::Real(number) => serializer.serialize_f64(*number),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(items) => items.serialize(serializer),
            Self::Numbers(numbers) => numbers.serialize(serializer),
            Self::Tiles(tiles) => tiles.serialize(serializer),
            Self::Object(fields) => {
                let mut map = serializer.serialize_map(Some(fields.len()))?;
                for (name, value) in fields {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
        }
    }
}

impl From<bool> for Json {
    fn from(is_so: bool) -> Self {
        Self::Bool(is_so)
    }
}

impl From<i32> for Json {
    fn from(number: i32) -> Self {
        Self::Int(number.into())
    }
}

impl From<u32> for Json {
    fn from(number: u32) -> Self {
        Self::Int(number.into())
    }
}

impl From<i64> for Json {
    fn from(number: i64) -> Self {
        Self::Int(number)
    }
}

impl From<f64> for Json {
    fn from(number: f64) -> Self {
        Self::Real(number)
    }
}

impl From<Color> for Json {
    fn from(color: Color) -> Self {
        Self::Text(color.to_string())
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&String> for Json {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl<T: Into<Json>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl<T: Into<Json>> From<Vec<T>> for Json {
    fn from(items: Vec<T>) -> Self {
        Self::list(items)
    }
}

impl<T: Into<Json>, const N: usize> From<[T; N]> for Json {
    fn from(items: [T; N]) -> Self {
        Self::list(items)
    }
}
