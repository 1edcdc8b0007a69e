//! The alphabet: the symbols of nodes and edges, with their meaning and their look.
//!
//! It also holds the entities and tiles that passes can place.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::passage_kind::{DoorwayFallback, PassageKind};
use super::{Attributes, Door, EdgeRole, Form, FormChoice, KindChoice, NodeRole};
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
            _ => self.nodes.keys().map(String::as_str).collect(),
        }
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

/// The symbol of a node of the mission.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
pub struct NodeSymbol {
    /// One to three letters for the circle in the drawing. Without it, the first letter of the name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// The colour of the circle.
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
    /// The colour of the mark in the editor. Pictures and exports choose a look by the name instead.
    pub color: Color,
    /// If `true`, the entity blocks its cell. It is never placed where it would cut anything off.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub solid: bool,
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
    }
}

/// Returns the style in which Graphviz draws edges of that role.
pub const fn edge_style(role: EdgeRole) -> &'static str {
    if role.is_relation() { "dashed" } else { "solid" }
}
