//! A level in plain structs, as `docs/reference/level.md` describes it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

/// `(x, y)`.
pub type Cell = (i64, i64);

/// Named values, as written in the file.
pub type Attributes = Map<String, Value>;

#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    pub name: String,
    pub walkable: bool,
}

#[derive(Debug)]
pub struct Place {
    pub id: i64,
    pub node: i64,
    pub symbol: String,
    pub role: Option<String>,
    pub technique: String,
    pub anchor: Cell,
    pub bounds: [i64; 4],
    pub attributes: Attributes,
    pub template: Option<String>,
    pub turn: i64,
    pub flip: bool,
    pub sockets: Vec<Socket>,
    pub board: Option<Board>,
    pub stand_in: bool,
    pub walled: i64,
}

#[derive(Debug)]
pub struct Board {
    pub cells: (i64, i64),
    pub cell: (i64, i64),
    pub cards: Vec<Card>,
    /// Pairs of adjacent board cells: a drop leads from the first to the second.
    pub drops: Vec<(Cell, Cell)>,
}

#[derive(Debug)]
pub struct Card {
    pub template: String,
    pub at: Cell,
    pub turn: i64,
    pub flip: bool,
}

#[derive(Debug)]
pub struct Socket {
    pub cell: Cell,
    pub passage: Option<i64>,
}

#[derive(Debug)]
pub struct Passage {
    pub id: i64,
    pub edge: i64,
    pub symbol: String,
    pub from: i64,
    pub to: i64,
    pub is_open: bool,
    pub is_doorway: bool,
    pub doors: Vec<Cell>,
    pub one_way: bool,
    pub door: String,
    pub gap: Option<Cell>,
    pub threshold: Vec<Cell>,
    pub socket: Option<String>,
    pub locks: Vec<Lock>,
}

#[derive(Debug)]
pub struct Lock {
    pub place: i64,
    pub end: String,
    pub keys: Vec<i64>,
    pub needed: i64,
}

#[derive(Debug)]
pub struct Entity {
    pub id: i64,
    pub kind: String,
    pub at: Cell,
    pub place: i64,
    pub node: Option<i64>,
    pub opens: Vec<i64>,
    pub properties: Attributes,
    pub marker: bool,
    pub pass: Option<String>,
    pub solid: bool,
}

#[derive(Debug)]
pub struct Pass {
    pub name: String,
    pub kind: String,
    /// The kind and values of its settings; older levels lack them.
    pub settings: Option<(String, Value)>,
    pub on: Vec<String>,
    pub entities: BTreeMap<String, PlacedKind>,
    pub tiles: BTreeMap<String, i64>,
    pub walls: Vec<Cell>,
    pub opens_exit: bool,
    pub taken_back: i64,
}

#[derive(Debug)]
pub struct PlacedKind {
    pub count: i64,
    pub solid: bool,
    pub falls: bool,
    pub properties: Attributes,
}

#[derive(Debug)]
pub struct Layer {
    pub name: String,
    pub tiles: Vec<Vec<char>>,
    /// Width and height of things of several cells.
    pub sizes: BTreeMap<char, (i64, i64)>,
}

#[derive(Debug)]
pub struct Template {
    pub picture: Vec<Vec<char>>,
    pub legend: BTreeMap<char, Tile>,
    pub sockets: Vec<Cell>,
    pub blocker: String,
    pub special_sockets: Vec<SpecialSocket>,
    pub entities: Vec<TemplateEntity>,
    pub nothing: BTreeSet<char>,
    pub ledge: String,
    pub chute: String,
}

#[derive(Debug)]
pub struct SpecialSocket {
    pub cell: Cell,
    pub kind: Option<String>,
    pub blocker: Option<String>,
}

#[derive(Debug)]
pub struct TemplateEntity {
    pub cell: Cell,
    pub kind: String,
    pub marker: bool,
    pub properties: Attributes,
}

#[derive(Debug)]
pub struct Bridge {
    pub at: Cell,
    pub over: i64,
    pub under: i64,
}

#[derive(Debug)]
pub struct Node {
    pub id: i64,
    pub symbol: String,
    pub role: Option<String>,
    pub is_place: bool,
    /// Column and row of the lattice.
    pub site: Option<Cell>,
    pub attributes: Attributes,
}

#[derive(Debug)]
pub struct Edge {
    pub id: i64,
    pub from: i64,
    pub to: i64,
    pub symbol: String,
    pub role: String,
    pub one_way: bool,
    pub door: String,
    pub socket: Option<String>,
}

#[derive(Debug)]
pub struct NodeSymbol {
    pub count: i64,
    pub role: Option<String>,
    pub technique: Option<String>,
    /// Attribute, value, technique.
    pub by_value: Vec<(String, String, String)>,
}

#[derive(Debug)]
pub struct EdgeSymbol {
    pub count: i64,
    pub role: String,
    pub one_way: bool,
    pub door: String,
    pub socket: Option<String>,
}

#[derive(Debug, PartialEq)]
pub struct Links {
    pub node: i64,
    pub outgoing: Vec<i64>,
    pub incoming: Vec<i64>,
}

#[derive(Debug)]
pub struct Level {
    pub format: i64,
    pub width: i64,
    pub height: i64,
    pub eight_way: bool,
    pub legend: BTreeMap<char, Tile>,
    pub tiles: Vec<Vec<char>>,
    pub owners: Vec<Vec<i64>>,
    pub places: Vec<Place>,
    pub passages: Vec<Passage>,
    pub entities: Vec<Entity>,
    pub templates: BTreeMap<String, Template>,
    pub bridges: Vec<Bridge>,
    pub layers: Vec<Layer>,
    pub populate: Vec<Pass>,
    /// The cells of solid entities, which are not walkable.
    pub solid: BTreeSet<Cell>,
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    pub node_symbols: BTreeMap<String, NodeSymbol>,
    pub edge_symbols: BTreeMap<String, EdgeSymbol>,
    pub links: Vec<Links>,
    pub themes: Themes,
}

/// The themes of a level by name; empty for none.
#[derive(Debug, Default)]
pub struct Themes {
    pub level: String,
    pub places: BTreeMap<i64, String>,
    pub passages: BTreeMap<i64, String>,
    /// The theme that each derived one changes.
    pub derived: BTreeMap<String, String>,
    /// The things that derived themes name, by theme and position.
    pub props: BTreeMap<String, BTreeMap<String, Vec<String>>>,
}
