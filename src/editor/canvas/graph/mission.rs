//! Draws missions as graphs.

use std::collections::BTreeMap;

use egui::{Color32, Pos2};

use super::name_spots::place_names;
use super::{
    DrawnEdge, DrawnNode, EdgeStyle, ElementMark, GraphDrawing, ITEM_RADIUS, NameSpot, PLACE_RADIUS, arrange,
    curve,
};
use crate::base::Choice;
use crate::editor::widgets::style::paint_of;
use crate::grammar::{Derivation, Grammar};
use crate::mission::{Edge, EdgeId, EdgeRole, Mission, Node, NodeId, NodeRole, Site};

/// Draws the mission of a derivation; `sites` are those of the layout.
pub fn draw_mission(
    derivation: &Derivation,
    grammar: &Grammar,
    sites: &BTreeMap<NodeId, Site>,
) -> GraphDrawing {
    let mission = &derivation.mission;
    let mut known: BTreeMap<NodeId, Site> =
        mission.nodes().filter_map(|(id, node)| node.site.map(|site| (id, site))).collect();
    known.extend(sites);
    let at = arrange::positions(mission, &derivation.alphabet, &known);
    draw_mission_at(derivation, mission, grammar, &at)
}

/// Draws the mission at a step of a derivation, with nodes at the given positions.
pub fn draw_mission_at(
    derivation: &Derivation,
    mission: &Mission,
    grammar: &Grammar,
    at: &BTreeMap<NodeId, Pos2>,
) -> GraphDrawing {
    let describer = Describer { derivation, mission, grammar };
    let mut nodes: Vec<DrawnNode> = mission
        .nodes()
        .map(|(id, node)| DrawnNode {
            at: at.get(&id).copied().unwrap_or_default(),
            ..describer.node(id, node)
        })
        .collect();
    let position: BTreeMap<NodeId, usize> =
        nodes.iter().enumerate().map(|(index, node)| (node.id, index)).collect();
    let mut edges: Vec<DrawnEdge> = mission
        .edges()
        .filter_map(|(id, edge)| {
            let (from, to) = (*position.get(&edge.from)?, *position.get(&edge.to)?);
            Some(DrawnEdge { from, to, ..describer.edge(id, edge) })
        })
        .collect();
    curve::route_edges(&nodes, &mut edges);
    place_names(&mut nodes, &edges);
    GraphDrawing { nodes, edges }
}

struct Describer<'a> {
    derivation: &'a Derivation,
    mission: &'a Mission,
    grammar: &'a Grammar,
}

impl Describer<'_> {
    fn node(&self, id: NodeId, node: &Node) -> DrawnNode {
        let (name, symbol) = self.derivation.alphabet.node(node.symbol);
        let mut tooltip = vec![format!("{name}, node {}", id.0)];
        tooltip.extend(symbol.role.map(|role| role_in_words(role).to_owned()));
        tooltip.push(self.origin(node.made_by));
        DrawnNode {
            id,
            at: Pos2::ZERO,
            radius: if symbol.form.is_some() { PLACE_RADIUS } else { ITEM_RADIUS },
            label: symbol.letters(name),
            name: if symbol.form.is_some() { name.to_owned() } else { String::new() },
            name_spot: NameSpot::default(),
            tooltip,
            fill: paint_of(self.derivation.alphabet.color_of_node(name)),
            mark: ElementMark::Kept,
            notes: Vec::new(),
        }
    }

    fn edge(&self, id: EdgeId, edge: &Edge) -> DrawnEdge {
        let (name, symbol) = self.derivation.alphabet.edge(edge.symbol);
        let ends = format!("from {} to {}", self.name_of(edge.from), self.name_of(edge.to));
        let meaning = match (symbol.role, symbol.one_way) {
            (EdgeRole::Passage, false) if symbol.kind.stand_in().is_some() => {
                "A door in a wall that the two places share"
            }
            (EdgeRole::Passage, true) if symbol.kind.stand_in().is_some() => {
                "A door in a wall that the two places share; you can walk it only this way"
            }
            (EdgeRole::Passage, false) => "A passage that you can walk through",
            (EdgeRole::Passage, true) => "A passage that you can walk only this way",
            (EdgeRole::Opens, _) => "The key opens the lock",
            (EdgeRole::Contains, _) => "The place holds the item",
            (EdgeRole::Other, _) => "A relation; nothing is carved for it",
        };
        let attached = symbol.role == EdgeRole::Contains;
        DrawnEdge {
            id,
            from: 0,
            to: 0,
            points: Vec::new(),
            label: if attached { String::new() } else { name.to_owned() },
            tooltip: vec![format!("{name} {ends}"), meaning.to_owned(), self.origin(edge.made_by)],
            color: if symbol.color == crate::base::Color::default() {
                Color32::PLACEHOLDER
            } else {
                paint_of(symbol.color)
            },
            line: EdgeStyle::of(symbol),
            arrow: !attached,
            mark: ElementMark::Kept,
            notes: Vec::new(),
        }
    }

    fn name_of(&self, id: NodeId) -> String {
        let node = self.mission.node(id);
        node.map_or_else(String::new, |node| {
            format!("{} {}", self.derivation.alphabet.node(node.symbol).0, id.0)
        })
    }

    fn origin(&self, made_by: u32) -> String {
        if made_by == 0 {
            return "Part of the start".to_owned();
        }
        let step = self.derivation.steps.get(made_by as usize - 1);
        match step.and_then(|step| self.grammar.rules.get(step.rule)) {
            Some(rule) => format!("Created by \"{}\", step {made_by}", rule.name),
            None => format!("Created by step {made_by}"),
        }
    }
}

/// Returns the meaning of a role, as a sentence.
fn role_in_words(role: NodeRole) -> &'static str {
    let choices = role.choices().into_iter();
    choices
        .filter(|choice| choice.label == role.label())
        .map(|choice| choice.tooltip)
        .next()
        .unwrap_or_default()
}
