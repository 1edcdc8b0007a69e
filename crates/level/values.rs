//! Cells, colours and the values that an author gives to places and things.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A coordinate: x to the right, y down, from 0. In files `[x, y]`, in RON `(x, y)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "(i32, i32)", into = "(i32, i32)")]
pub struct Cell {
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
}

impl Cell {
    /// The cell in column `x` and row `y`.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The neighbour in a direction. Far outside of every level it wraps around.
    #[must_use]
    pub const fn step(self, direction: Direction) -> Self {
        let (x, y) = direction.offset();
        Self::new(self.x.wrapping_add(x), self.y.wrapping_add(y))
    }

    /// The direction that leads to a cell beside this one or at its corner.
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| self.step(*direction) == other)
    }
}

impl From<(i32, i32)> for Cell {
    fn from((x, y): (i32, i32)) -> Self {
        Self { x, y }
    }
}

impl From<Cell> for (i32, i32) {
    fn from(cell: Cell) -> Self {
        (cell.x, cell.y)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// One of eight directions. Up is towards smaller y.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Direction {
    Up,
    Right,
    Down,
    Left,
    UpRight,
    DownRight,
    DownLeft,
    UpLeft,
}

impl Direction {
    /// The four along rows and columns, then the diagonals.
    pub const ALL: [Self; 8] = [
        Self::Up,
        Self::Right,
        Self::Down,
        Self::Left,
        Self::UpRight,
        Self::DownRight,
        Self::DownLeft,
        Self::UpLeft,
    ];

    /// The step of one cell: columns and rows.
    pub const fn offset(self) -> (i32, i32) {
        match self {
            Self::Up => (0, -1),
            Self::Right => (1, 0),
            Self::Down => (0, 1),
            Self::Left => (-1, 0),
            Self::UpRight => (1, -1),
            Self::DownRight => (1, 1),
            Self::DownLeft => (-1, 1),
            Self::UpLeft => (-1, -1),
        }
    }

    /// Does it lead to a corner?
    pub const fn is_diagonal(self) -> bool {
        matches!(self, Self::UpRight | Self::DownRight | Self::DownLeft | Self::UpLeft)
    }
}

/// Columns and rows. In files `[width, height]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "(u32, u32)", into = "(u32, u32)")]
pub struct Size {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl From<(u32, u32)> for Size {
    fn from((width, height): (u32, u32)) -> Self {
        Self { width, height }
    }
}

impl From<Size> for (u32, u32) {
    fn from(size: Size) -> Self {
        (size.width, size.height)
    }
}

/// A rectangle of cells. In files `[x, y, width, height]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "(i32, i32, u32, u32)", into = "(i32, i32, u32, u32)")]
pub struct Rect {
    /// The cell at its top left.
    pub min: Cell,
    /// Columns and rows.
    pub size: Size,
}

impl Rect {
    /// Does the cell lie in it?
    pub fn contains(self, cell: Cell) -> bool {
        let is_within = |from: i32, length: u32, at: i32| {
            let offset = i64::from(at) - i64::from(from);
            (0..i64::from(length)).contains(&offset)
        };
        is_within(self.min.x, self.size.width, cell.x) && is_within(self.min.y, self.size.height, cell.y)
    }
}

impl From<(i32, i32, u32, u32)> for Rect {
    fn from((x, y, width, height): (i32, i32, u32, u32)) -> Self {
        Self { min: Cell::new(x, y), size: Size { width, height } }
    }
}

impl From<Rect> for (i32, i32, u32, u32) {
    fn from(Rect { min, size }: Rect) -> Self {
        (min.x, min.y, size.width, size.height)
    }
}

/// An opaque sRGB colour. In files `"#rrggbb"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it; 0 to 255")]
pub struct Color {
    pub r: u8,
    pub g: u8,
    pub b: u8,
}

impl Default for Color {
    /// The grey of what has no colour of its own.
    fn default() -> Self {
        Self { r: 0x8a, g: 0x8f, b: 0x98 }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.r, self.g, self.b)
    }
}

impl FromStr for Color {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
        let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let value = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let [_, r, g, b] = value.ok_or_else(|| format!("\"{text}\" is no colour #rrggbb"))?.to_be_bytes();
        Ok(Self { r, g, b })
    }
}

/// 64 bits that a level was made from. In files a text, because many readers of JSON lose large numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seed(pub u64);

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Seed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.parse().map(Self).map_err(|_| format!("\"{text}\" is no seed: 64 bits in decimal digits"))
    }
}

macro_rules! as_text {
    ($name:ident) => {
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
            }
        }
    };
}

as_text!(Color);
as_text!(Seed);

/// Named values that the author of a grammar gives to places and things, for the game to use.
pub type Attributes = BTreeMap<String, Value>;

/// A whole number, yes or no, or a text; bare in files.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// A whole number.
    Int(i64),
    /// Yes or no.
    Bool(bool),
    /// A text.
    Text(String),
}

impl Value {
    /// The number, if it is one.
    pub const fn as_int(&self) -> Option<i64> {
        if let Self::Int(number) = self { Some(*number) } else { None }
    }

    /// Yes or no, if it is that.
    pub const fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(is_so) = self { Some(*is_so) } else { None }
    }

    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Int(value) => serializer.serialize_i64(*value),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Text(value) => serializer.serialize_str(value),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = Value;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, true, false or a text")
            }

            fn visit_bool<E: de::Error>(self, value: bool) -> Result<Value, E> {
                Ok(Value::Bool(value))
            }

            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Value, E> {
                Ok(Value::Int(value))
            }

            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Value, E> {
                i64::try_from(value).map(Value::Int).map_err(|_| E::custom("the number is too large"))
            }

            fn visit_str<E: de::Error>(self, value: &str) -> Result<Value, E> {
                Ok(Value::Text(value.to_owned()))
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

/// For `skip_serializing_if`.
pub(crate) fn is_zero(number: &u32) -> bool {
    *number == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangle_at_the_end_of_the_numbers_contains_its_cells() {
        let far = Rect::from((i32::MAX - 1, i32::MIN, u32::MAX, 1));
        assert!(far.contains(Cell::new(i32::MAX, i32::MIN)));
        assert!(!far.contains(Cell::new(i32::MIN, i32::MIN)));
        assert!(!Rect::default().contains(Cell::default()));
    }

    #[test]
    fn colour_and_seed_print_what_they_parse() {
        assert_eq!("#5fB34a".parse().map(|colour: Color| colour.to_string()), Ok("#5fb34a".to_owned()));
        assert!(
            ["red", "#12345", "#+12345", "#12345é", ""].iter().all(|text| text.parse::<Color>().is_err())
        );
        let most = u64::MAX.to_string();
        assert_eq!(most.parse().map(|seed: Seed| seed.to_string()), Ok(most));
        assert!("-1".parse::<Seed>().is_err());
    }

    #[test]
    fn direction_leads_to_the_cell_beside() {
        let cell = Cell::new(3, 3);
        for direction in Direction::ALL {
            assert_eq!(cell.direction_to(cell.step(direction)), Some(direction));
        }
        assert_eq!(cell.direction_to(cell), None);
        assert_eq!(cell.direction_to(Cell::new(5, 3)), None);
    }
}
