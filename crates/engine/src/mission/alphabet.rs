//! The alphabet: the symbols of nodes and edges, with their meaning and their look.
//!
//! It also holds the entities and tiles that passes can place.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::passage_kind::{DoorwayFallback, PassageKind};
use super::theme::{SYMBOL_THEME, THEMES_TABLE};
use super::{Attributes, DerivedTheme, Door, EdgeRole, Form, FormChoice, KindChoice, NodeRole};
use crate::base::{
    Color, Described, NameTable, Parameter, ParameterWalk, Parameters, PathRef, Remedy, RemedyValue,
    ValuePath,
};

/// All symbols of a grammar, by name, in the order in which their author wrote them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
pub struct Alphabet {
    /// The symbols of nodes, by name.
    pub nodes: IndexMap<String, NodeSymbol>,
    /// The symbols of edges, by name.
    pub edges: IndexMap<String, EdgeSymbol>,
    /// The entities that passes can place, by name.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub entities: IndexMap<String, EntitySymbol>,
    /// The tiles that passes can draw over others, by name.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub tiles: IndexMap<String, TileSymbol>,
    /// Themes that change parts of built-in ones, by name.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub themes: IndexMap<String, DerivedTheme>,
}

/// A node symbol's position in its alphabet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeSymbolId(pub u16);

/// An edge symbol's position in its alphabet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EdgeSymbolId(pub u16);

impl Alphabet {
    /// Returns the names of a vocabulary, in their order.
    pub fn names_of(&self, vocabulary: NameTable) -> Vec<&str> {
        match vocabulary.table {
            "entities" => self.entities.keys().map(String::as_str).collect(),
            "tiles" => self.tiles.keys().map(String::as_str).collect(),
            "themes" => self.theme_names(),
            _ => self.nodes.keys().map(String::as_str).collect(),
        }
    }

    /// Returns the colour in which a node symbol is drawn.
    ///
    /// Without a colour of its own, it gets one by its position among the node symbols. Unknown symbols are
    /// grey.
    pub fn color_of_node(&self, name: &str) -> Color {
        let known = self.nodes.get_full(name);
        known.map_or_else(Color::default, |(position, _, symbol)| color_or_next(symbol.color, position))
    }

    /// Returns the colour in which an entity is drawn, like that of a [node](Self::color_of_node).
    pub fn color_of_entity(&self, name: &str) -> Color {
        let known = self.entities.get_full(name);
        known.map_or_else(Color::default, |(position, _, symbol)| color_or_next(symbol.color, position))
    }

    /// Returns the id of the node symbol of that name.
    pub fn node_id(&self, name: &str) -> Option<NodeSymbolId> {
        self.nodes.get_index_of(name).and_then(|index| u16::try_from(index).ok()).map(NodeSymbolId)
    }

    /// Returns the id of the edge symbol of that name.
    pub fn edge_id(&self, name: &str) -> Option<EdgeSymbolId> {
        self.edges.get_index_of(name).and_then(|index| u16::try_from(index).ok()).map(EdgeSymbolId)
    }

    /// Returns name and meaning of a node symbol of this alphabet.
    ///
    /// # Panics
    /// Panics if the id is from another alphabet.
    pub fn node(&self, id: NodeSymbolId) -> (&str, &NodeSymbol) {
        let (name, symbol) = self.nodes.get_index(usize::from(id.0)).expect("the id is of this alphabet");
        (name, symbol)
    }

    /// Returns name and meaning of an edge symbol of this alphabet.
    ///
    /// # Panics
    /// Panics if the id is from another alphabet.
    pub fn edge(&self, id: EdgeSymbolId) -> (&str, &EdgeSymbol) {
        let (name, symbol) = self.edges.get_index(usize::from(id.0)).expect("the id is of this alphabet");
        (name, symbol)
    }
}

/// Returns a colour, or in place of the default a hue by a position in a list.
///
/// Neighbours in the list are 137.5 degrees apart on the colour wheel, so that any number of hues spreads
/// evenly.
fn color_or_next(color: Color, position: usize) -> Color {
    const TENTHS_OF_CIRCLE: usize = 3600;
    const LOW: usize = 0x4c;
    const HIGH: usize = 0xb4;
    if color != Color::default() {
        return color;
    }
    let hue = (position % TENTHS_OF_CIRCLE * 1375 + 2000) % TENTHS_OF_CIRCLE;
    let (sector, part) = (hue / 600, hue % 600);
    let rising = (LOW + (HIGH - LOW) * part / 600) as u8;
    let falling = (HIGH - (HIGH - LOW) * part / 600) as u8;
    let (low, high) = (LOW as u8, HIGH as u8);
    match sector {
        0 => Color::rgb(high, rising, low),
        1 => Color::rgb(falling, high, low),
        2 => Color::rgb(low, high, rising),
        3 => Color::rgb(low, falling, high),
        4 => Color::rgb(rising, low, high),
        _ => Color::rgb(high, low, falling),
    }
}

/// The symbol of a node of the mission.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
pub struct NodeSymbol {
    /// One to three letters for the circle in the drawing. Without it, the first letter of the name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// The colour of the circle. With the default grey, the symbol gets a colour by its position in the list.
    #[serde(default)]
    pub color: Color,
    /// See [`NodeSymbol::ROLE`].
    #[described(facts = NodeSymbol::ROLE)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<NodeRole>,
    /// See [`NodeSymbol::FORM`].
    #[described(facts = NodeSymbol::FORM)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<Form>,
    /// See [`NodeSymbol::FORMS`].
    #[described(facts = NodeSymbol::FORMS)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<FormChoice>,
    /// The look of an item in pictures: a word of the catalogue of looks, for example "scroll".
    /// By default, the name decides.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub look: String,
    /// See [`SYMBOL_THEME`].
    #[described(facts = SYMBOL_THEME)]
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub theme: String,
    /// The initial attributes of each node of this symbol.
    ///
    /// Rules can test and change them. They are exported with the place or entity.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: Attributes,
    /// The author's remarks.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
}

impl NodeSymbol {
    /// Number of letters that fit into the circle.
    pub const LONGEST_LABEL: usize = 3;

    /// Returns the letters in the circle for a symbol of this name.
    pub fn letters(&self, name: &str) -> String {
        if self.label.is_empty() {
            name.chars().take(1).collect()
        } else {
            self.label.chars().take(Self::LONGEST_LABEL).collect()
        }
    }

    /// The parameter of the role.
    pub const ROLE: Parameter = Parameter {
        field: "role",
        name: "role",
        tooltip: "The role of the node in finishing the level, if it has one.",
    };
    /// The parameter of the form.
    pub const FORM: Parameter = Parameter {
        field: "form",
        name: "built as",
        tooltip: "The form of its places. A symbol without a form is an item inside the place that contains it.",
    };
}

impl NodeSymbol {
    /// The parameter of the forms chosen by values.
    pub const FORMS: Parameter = Parameter {
        field: "forms",
        name: "forms by value",
        tooltip: "Forms for places with certain attributes. The first row that fits replaces `form`.",
    };
}

impl Parameters for NodeSymbol {
    fn walk(&mut self, walk: &mut ParameterWalk<'_>) {
        walk.choice(&Self::FORM, &mut self.form);
        if self.form.is_some() {
            walk.rows(&Self::FORMS, &mut self.forms);
            walk.names(THEMES_TABLE, &SYMBOL_THEME, &mut self.theme);
        }
    }
}

/// An entity that a pass can place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(default, deny_unknown_fields)]
pub struct EntitySymbol {
    /// The character of the mark in the editor. By default, the first letter of the name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub character: Option<char>,
    /// The colour of the mark in the editor. Pictures have the colours of its look instead.
    ///
    /// With the default grey, the entity gets a colour by its position in the list.
    pub color: Color,
    /// The look in pictures: a word of the catalogue of looks, for example "zombie".
    /// By default, the name decides.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub look: String,
    /// If `true`, the entity blocks its cell. It is never placed where it would cut anything off.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub solid: bool,
    /// If `true`, passes place the entity in liquids as on dry floor: frogs in water, imps in lava.
    /// Others get dry cells first, and liquids only where a pass needs more cells.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub in_liquid: bool,
    /// Values for the game.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: Attributes,
    /// The author's remarks.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub notes: String,
}

/// A tile that a pass can draw over another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(default, deny_unknown_fields)]
pub struct TileSymbol {
    /// The character in levels, if no other entry has one. Without it, the first letter of the name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub character: Option<char>,
    /// The colour on the canvas and in pictures.
    pub color: Color,
    /// The look in pictures: a word of the catalogue of looks, for example "rug".
    /// By default, the name decides.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub look: String,
    /// The author's remarks.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub notes: String,
}

/// The symbol of an edge of the mission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
pub struct EdgeSymbol {
    /// See [`EdgeSymbol::ROLE`].
    #[described(facts = EdgeSymbol::ROLE)]
    pub role: EdgeRole,
    /// See [`EdgeSymbol::KIND`].
    #[described(facts = EdgeSymbol::KIND)]
    #[serde(default, skip_serializing_if = "PassageKind::is_default")]
    pub kind: PassageKind,
    /// See [`EdgeSymbol::KINDS`].
    #[described(facts = EdgeSymbol::KINDS)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<KindChoice>,
    /// See `EdgeSymbol::ONE_WAY`.
    #[described(facts = EdgeSymbol::ONE_WAY)]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_way: bool,
    /// See `EdgeSymbol::DOOR`.
    #[described(facts = EdgeSymbol::DOOR)]
    #[serde(default, skip_serializing_if = "Door::is_plain")]
    pub door: Door,
    /// The kind of sockets that a passage uses in rooms that have such sockets.
    ///
    /// In other rooms it uses sockets without a kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub socket: Option<String>,
    /// See [`SYMBOL_THEME`].
    #[described(facts = SYMBOL_THEME)]
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub theme: String,
    /// The colour of the arrow.
    #[serde(default)]
    pub color: Color,
    /// The initial attributes of each edge of this symbol. Rules can test and change them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: Attributes,
    /// The author's remarks.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
}

impl EdgeSymbol {
    /// Returns a symbol that has only a role.
    pub fn of_role(role: EdgeRole) -> Self {
        Self {
            role,
            kind: PassageKind::default(),
            kinds: Vec::new(),
            one_way: false,
            door: Door::default(),
            socket: None,
            theme: String::new(),
            color: Color::default(),
            attributes: Attributes::new(),
            notes: String::new(),
        }
    }

    /// Returns the remedy that allows corridors in place of a symbol's doorways.
    pub fn let_corridors_stand_in(name: &str) -> Remedy {
        let alphabet = PathRef::ROOT.field("alphabet");
        let at = ValuePath::from(alphabet.entry("edges", name));
        Remedy::Set { at, to: RemedyValue::Choice("Corridor") }
    }

    /// Returns the symbol with corridors allowed in place of its doorways.
    #[must_use]
    pub fn with_stand_ins(&self) -> Self {
        let mut symbol = self.clone();
        let kinds = symbol.kinds.iter_mut().map(|choice| &mut choice.kind);
        for kind in kinds.chain([&mut symbol.kind]) {
            if let PassageKind::Doorway { otherwise } = kind {
                *otherwise = DoorwayFallback::Corridor;
            }
        }
        symbol
    }

    /// The parameter of the role.
    pub const ROLE: Parameter = Parameter {
        field: "role",
        name: "role",
        tooltip: "The role of the edge. Only passages are carved; all other edges are relations.",
    };
    /// The parameter of the kind of a passage.
    pub const KIND: Parameter =
        Parameter { field: "kind", name: "passage", tooltip: "The look of a passage. Relations ignore it." };
    /// The parameter of the kinds chosen by values.
    pub const KINDS: Parameter = Parameter {
        field: "kinds",
        name: "kinds by value",
        tooltip: "Kinds for passages with certain attributes. The first row that fits replaces `kind`.",
    };
    const ONE_WAY: Parameter = Parameter {
        field: "one_way",
        name: "one way",
        tooltip: "If `true`, players can walk through the passage only in the direction of its arrow.",
    };
    const DOOR: Parameter = Parameter {
        field: "door",
        name: "door",
        tooltip: "The kind of door: in the sockets of rooms, or across the passage if it enters no room.",
    };
}

impl Parameters for EdgeSymbol {
    fn walk(&mut self, walk: &mut ParameterWalk<'_>) {
        walk.choice(&Self::KIND, &mut self.kind);
        walk.rows(&Self::KINDS, &mut self.kinds);
        walk.switch(&Self::ONE_WAY, "Only along the arrow", &mut self.one_way);
        walk.choice(&Self::DOOR, &mut self.door);
        walk.names(THEMES_TABLE, &SYMBOL_THEME, &mut self.theme);
    }
}

/// Returns the style in which Graphviz draws edges of that role.
pub const fn edge_style(role: EdgeRole) -> &'static str {
    if role.is_relation() { "dashed" } else { "solid" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_without_a_colour_have_different_ones_that_stay() {
        let mut alphabet = Alphabet::default();
        let name = |number: u32| format!("Symbol {number}");
        for number in 0..100 {
            alphabet.nodes.insert(name(number), NodeSymbol::default());
            alphabet.entities.insert(name(number), EntitySymbol::default());
        }
        let colors: Vec<Color> = (0..100).map(|number| alphabet.color_of_node(&name(number))).collect();
        let mut different = colors.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), 100);
        assert!(!colors.contains(&Color::default()));
        let own = Color::rgb(1, 2, 3);
        alphabet.nodes[&name(7)].color = own;
        alphabet.nodes.insert("New".to_owned(), NodeSymbol::default());
        assert_eq!(alphabet.color_of_node(&name(7)), own);
        assert_eq!(
            (alphabet.color_of_node(&name(6)), alphabet.color_of_node(&name(8))),
            (colors[6], colors[8])
        );
        assert_eq!(alphabet.color_of_entity(&name(3)), colors[3]);
        assert_eq!(alphabet.color_of_node("None"), Color::default());
    }
}
