//! Draws the sides of a rule: left side, forbidden patterns and right sides, with its effect on each element.

use std::collections::{BTreeMap, BTreeSet};

use egui::{Color32, Pos2, Vec2};

use super::name_spots::place_names;
use super::node_style::node_style_of;
use super::spots::{at_sites, positions, spots};
use super::words::{named_symbol, words_of_change, words_of_condition, words_of_symbols};
use super::{
    AuthoredDrawing, DrawnEdge, DrawnNode, EdgeStyle, ElementMark, NameSpot, Note, PLACE_RADIUS, curve,
};
use crate::grammar::{
    AttributeSource, Change, Condition, EdgeDirection, EdgePattern, ElementId, Pattern, Replacement, Rule,
    SymbolPattern, pair_edges,
};
use crate::mission::{Alphabet, Site};

/// Horizontal stretch for rules with text at edges.
const STRETCH: f32 = 1.6;

/// All sides of a rule; kept nodes have the same position on all of them.
#[derive(Clone, Debug)]
pub struct RuleDrawing {
    /// Left side.
    pub lhs: AuthoredDrawing,
    /// Forbidden patterns.
    pub forbid: Vec<AuthoredDrawing>,
    /// All right sides, in order.
    pub sides: Vec<AuthoredDrawing>,
}

/// Draws a rule with the symbols of an alphabet.
pub fn draw_rule(rule: &Rule, alphabet: &Alphabet) -> RuleDrawing {
    let mut at = positions(rule);
    if has_text_at_edges(rule) {
        at.values_mut().for_each(|position| position.x *= STRETCH);
    }
    draw_with(Drawer { rule, alphabet, at, is_in_place: false })
}

/// Draws a rule for editing: every node is at its site, and forbidden nodes are among those of the left side.
pub fn draw_graphs(rule: &Rule, alphabet: &Alphabet, sites: &BTreeMap<ElementId, Site>) -> RuleDrawing {
    draw_with(Drawer { rule, alphabet, at: at_sites(sites), is_in_place: true })
}

fn draw_with(drawer: Drawer<'_>) -> RuleDrawing {
    let rule = drawer.rule;
    RuleDrawing {
        lhs: drawer.left(),
        forbid: rule.forbid.iter().map(|pattern| drawer.forbidden(pattern)).collect(),
        sides: rule.alternatives().map(|side| drawer.right(side)).collect(),
    }
}

fn has_text_at_edges(rule: &Rule) -> bool {
    rule.lhs.edges.iter().any(|edge| !edge.when.is_empty())
        || rule.alternatives().any(|side| side.edges.iter().any(|edge| !edge.change.is_empty()))
}

/// Draws the whole rule as one graph: the left side, the additions of a right side, and forbidden elements.
pub fn draw_one_picture(
    rule: &Rule,
    alphabet: &Alphabet,
    sites: &BTreeMap<ElementId, Site>,
    side: usize,
) -> AuthoredDrawing {
    let drawer = Drawer { rule, alphabet, at: at_sites(sites), is_in_place: true };
    let Some(chosen) = rule.alternatives().nth(side) else { return drawer.left() };
    let (left, right) = (drawer.left(), drawer.right(chosen));
    let mut nodes = right.nodes.clone();
    let mut arrows: Vec<DrawnEdge<usize>> = Vec::new();
    let forbidden: Vec<AuthoredDrawing> =
        rule.forbid.iter().map(|pattern| drawer.forbidden(pattern)).collect();
    let gone = left.nodes.iter().map(|node| DrawnNode { mark: ElementMark::Erased, ..node.clone() });
    let never = forbidden.iter().flat_map(|drawing| drawing.nodes.iter().cloned());
    for node in gone.chain(never) {
        if !nodes.iter().any(|known| known.id == node.id) {
            nodes.push(node);
        }
    }
    let position = |drawing: &AuthoredDrawing, index: usize| {
        let id = drawing.nodes.get(index)?.id;
        nodes.iter().position(|node| node.id == id)
    };
    let partners = pair_edges(&rule.lhs, chosen);
    let erased = |edge: &&DrawnEdge<usize>| !partners.contains(&Some(edge.id));
    let gone = left
        .edges
        .iter()
        .filter(erased)
        .map(|edge| (&left, DrawnEdge { mark: ElementMark::Erased, ..edge.clone() }));
    let stays = right.edges.iter().map(|edge| (&right, edge.clone()));
    let never =
        forbidden.iter().flat_map(|drawing| drawing.edges.iter().map(move |edge| (drawing, edge.clone())));
    for (drawing, edge) in gone.chain(stays).chain(never) {
        if let (Some(from), Some(to)) = (position(drawing, edge.from), position(drawing, edge.to)) {
            arrows.push(DrawnEdge { from, to, ..edge });
        }
    }
    curve::route_edges(&nodes, &mut arrows);
    place_names(&mut nodes, &arrows);
    AuthoredDrawing { nodes, edges: arrows }
}

struct Drawer<'a> {
    rule: &'a Rule,
    alphabet: &'a Alphabet,
    at: BTreeMap<ElementId, Pos2>,
    is_in_place: bool,
}

/// An edge, before it is known whether its ends are drawn.
pub(super) struct Arrow {
    pub from: ElementId,
    pub to: ElementId,
    pub symbol: String,
    pub name: String,
    pub has_tip: bool,
    pub mark: ElementMark,
    pub notes: Vec<Note>,
}

impl Drawer<'_> {
    fn left(&self) -> AuthoredDrawing {
        let nodes = self.rule.lhs.nodes.iter().map(|(id, pattern)| {
            let mark = common_mark(self.rule.alternatives().map(|side| self.fate_of_node(*id, side)));
            self.node(*id, &pattern.symbol, mark, asked(&pattern.when, ElementMark::Kept))
        });
        let partners: Vec<_> =
            self.rule.alternatives().map(|side| (side, pair_edges(&self.rule.lhs, side))).collect();
        let edges = self.rule.lhs.edges.iter().enumerate().map(|(position, edge)| {
            let fates = partners.iter().map(|(side, partners)| fate_of_edge(position, side, partners));
            Arrow { name: self.name_of_edge(position), ..arrow(edge, common_mark(fates), ElementMark::Kept) }
        });
        drawing(nodes.collect(), edges, self.alphabet)
    }

    fn right(&self, side: &Replacement) -> AuthoredDrawing {
        let nodes = side.nodes.iter().map(|(id, replacement)| {
            let mark = self.fate_of_node(*id, side);
            let notes = self.changed(&replacement.change, mark);
            match (named_symbol(&replacement.symbol), self.rule.lhs.nodes.get(id)) {
                (Some(name), _) => self.node(*id, &SymbolPattern::Is(name.clone()), mark, notes),
                (None, Some(pattern)) => self.node(*id, &pattern.symbol, mark, notes),
                (None, None) => self.node(*id, &SymbolPattern::Is("?".to_owned()), mark, notes),
            }
        });
        let partners = pair_edges(&self.rule.lhs, side);
        let edges = side.edges.iter().zip(&partners).map(|(edge, partner)| {
            let old = partner.and_then(|partner| self.rule.lhs.edges.get(partner));
            let mark = match old {
                None => ElementMark::Created,
                Some(_) if edge.change.is_empty() => ElementMark::Kept,
                Some(_) => ElementMark::Changed,
            };
            let own = named_symbol(&edge.symbol).cloned();
            let symbol = own.or_else(|| Some(words_of_symbols(&old?.symbol))).unwrap_or("?".to_owned());
            Arrow {
                from: edge.from,
                to: edge.to,
                name: partner.map_or_else(|| symbol.clone(), |partner| self.name_of_edge(partner)),
                symbol,
                has_tip: old.is_none_or(|old| old.direction == EdgeDirection::FromTo),
                mark,
                notes: self.changed(&edge.change, mark),
            }
        });
        drawing(nodes.collect(), edges, self.alphabet)
    }

    /// Draws a forbidden pattern: the nodes of the left side that it mentions, and its own.
    fn forbidden(&self, pattern: &Pattern) -> AuthoredDrawing {
        let ends = pattern.edges.iter().flat_map(|edge| [edge.from, edge.to]);
        let context = self.rule.lhs.nodes.keys().copied().filter(|_| self.is_in_place);
        let ids: BTreeSet<ElementId> = pattern.nodes.keys().copied().chain(ends).chain(context).collect();
        let (known, own): (Vec<_>, Vec<_>) =
            ids.into_iter().partition(|id| self.rule.lhs.nodes.contains_key(id));
        let stretch = if pattern.edges.iter().any(|edge| !edge.when.is_empty()) { STRETCH } else { 1.0 };
        let spots = spots(known.len() + own.len()).into_iter().map(|offset| offset * Vec2::new(stretch, 1.0));
        let node = |(id, spot): (&ElementId, Vec2)| {
            let left = self.rule.lhs.nodes.get(id);
            let listed = pattern.nodes.get(id);
            let named = listed.filter(|node| left.is_none() || node.symbol != SymbolPattern::Any);
            let symbol = named.or(left).map_or(&SymbolPattern::Any, |node| &node.symbol);
            let mark = if listed.is_some() { ElementMark::Forbidden } else { ElementMark::Kept };
            let notes = listed.map_or(Vec::new(), |node| asked(&node.when, ElementMark::Forbidden));
            let node = self.node(*id, symbol, mark, notes);
            if self.is_in_place { node } else { DrawnNode { at: spot.to_pos2(), ..node } }
        };
        let nodes = known.iter().chain(&own).zip(spots).map(node).collect();
        let edges =
            pattern.edges.iter().map(|edge| arrow(edge, ElementMark::Forbidden, ElementMark::Forbidden));
        drawing(nodes, edges, self.alphabet)
    }

    fn fate_of_node(&self, id: ElementId, side: &Replacement) -> ElementMark {
        let Some(replacement) = side.nodes.get(&id) else { return ElementMark::Erased };
        let Some(old) = self.rule.lhs.nodes.get(&id) else { return ElementMark::Created };
        let is_same = named_symbol(&replacement.symbol)
            .is_none_or(|name| old.symbol == SymbolPattern::Is(name.clone()));
        if is_same && replacement.change.is_empty() { ElementMark::Kept } else { ElementMark::Changed }
    }

    fn changed(&self, changes: &[Change], mark: ElementMark) -> Vec<Note> {
        let name_of = |source| match source {
            AttributeSource::Node(id) => {
                let symbol = self.rule.lhs.nodes.get(&id).map(|node| words_of_symbols(&node.symbol));
                symbol.map_or_else(|| "?".to_owned(), |symbol| self.name_of_node(id, symbol))
            }
            AttributeSource::Edge(number) => self.name_of_edge((number as usize).wrapping_sub(1)),
        };
        changes.iter().map(|change| Note { text: words_of_change(change, name_of), mark }).collect()
    }

    fn node(
        &self,
        id: ElementId,
        symbol: &SymbolPattern,
        mark: ElementMark,
        notes: Vec<Note>,
    ) -> DrawnNode<ElementId> {
        let node_style = node_style_of(symbol, self.alphabet);
        DrawnNode {
            id,
            at: self.at.get(&id).copied().unwrap_or_default(),
            radius: PLACE_RADIUS,
            tooltip: vec![format!("{}, node {} of the rule", node_style.name, id.0)],
            label: node_style.label,
            name: self.name_of_node(id, node_style.name),
            name_spot: NameSpot::default(),
            fill: node_style.fill,
            mark,
            notes,
        }
    }

    /// Returns the symbol of a node. The number is added if other nodes have the same symbol and something
    /// refers to them.
    fn name_of_node(&self, id: ElementId, symbol: String) -> String {
        let Some(own) = self.rule.lhs.nodes.get(&id) else { return symbol };
        let twins = self.rule.lhs.nodes.values().filter(|node| node.symbol == own.symbol).count();
        if twins > 1 && (!self.rule.forbid.is_empty() || takes_over(self.rule)) {
            format!("{symbol} {}", id.0)
        } else {
            symbol
        }
    }

    fn name_of_edge(&self, position: usize) -> String {
        let Some(own) = self.rule.lhs.edges.get(position) else { return "?".to_owned() };
        let symbol = words_of_symbols(&own.symbol);
        let twins = self.rule.lhs.edges.iter().filter(|edge| edge.symbol == own.symbol).count();
        if twins > 1 && takes_over(self.rule) { format!("{symbol} {}", position + 1) } else { symbol }
    }
}

/// Returns `true` if a change copies a value from a matched element.
fn takes_over(rule: &Rule) -> bool {
    let is_taken = |change: &Change| change.taken().is_some();
    rule.alternatives().any(|side| {
        let nodes = side.nodes.values().flat_map(|node| &node.change);
        nodes.chain(side.edges.iter().flat_map(|edge| &edge.change)).any(is_taken)
    })
}

fn fate_of_edge(position: usize, side: &Replacement, partners: &[Option<usize>]) -> ElementMark {
    let right = side.edges.iter().zip(partners).find(|(_, partner)| **partner == Some(position));
    match right {
        None => ElementMark::Erased,
        Some((edge, _)) if edge.change.is_empty() => ElementMark::Kept,
        Some(_) => ElementMark::Changed,
    }
}

/// Returns the effect of all right sides on an element, if they agree.
fn common_mark(mut fates: impl Iterator<Item = ElementMark>) -> ElementMark {
    let first = fates.next().unwrap_or_default();
    if fates.all(|fate| fate == first) { first } else { ElementMark::Kept }
}

fn asked(conditions: &[Condition], mark: ElementMark) -> Vec<Note> {
    conditions.iter().map(|condition| Note { text: words_of_condition(condition), mark }).collect()
}

fn arrow(edge: &EdgePattern, mark: ElementMark, notes_mark: ElementMark) -> Arrow {
    let symbol = words_of_symbols(&edge.symbol);
    Arrow {
        from: edge.from,
        to: edge.to,
        name: symbol.clone(),
        symbol,
        has_tip: edge.direction == EdgeDirection::FromTo,
        mark,
        notes: asked(&edge.when, notes_mark),
    }
}

/// Builds a drawing from nodes and edges. Edges to missing nodes are left out.
pub(super) fn drawing(
    mut nodes: Vec<DrawnNode<ElementId>>,
    edges: impl Iterator<Item = Arrow>,
    alphabet: &Alphabet,
) -> AuthoredDrawing {
    let by_id: BTreeMap<ElementId, usize> =
        nodes.iter().enumerate().map(|(position, node)| (node.id, position)).collect();
    let position = |id: ElementId| by_id.get(&id).copied();
    let mut drawn: Vec<DrawnEdge<usize>> = edges
        .enumerate()
        .filter_map(|(index, arrow)| {
            let (from, to) = (position(arrow.from)?, position(arrow.to)?);
            Some(DrawnEdge { id: index, from, to, ..drawn_edge(arrow, alphabet) })
        })
        .collect();
    curve::route_edges(&nodes, &mut drawn);
    place_names(&mut nodes, &drawn);
    AuthoredDrawing { nodes, edges: drawn }
}

fn drawn_edge(arrow: Arrow, alphabet: &Alphabet) -> DrawnEdge<usize> {
    let line = alphabet.edges.get(&arrow.symbol).map_or(EdgeStyle::Solid, EdgeStyle::of);
    DrawnEdge {
        id: 0,
        from: 0,
        to: 0,
        points: Vec::new(),
        tooltip: vec![arrow.name.clone()],
        label: arrow.name,
        color: Color32::PLACEHOLDER,
        line,
        arrow: arrow.has_tip,
        mark: arrow.mark,
        notes: arrow.notes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::testing::{alphabet, pattern, replacement, rule};

    fn marks(drawing: &AuthoredDrawing) -> (Vec<ElementMark>, Vec<ElementMark>) {
        let nodes = drawing.nodes.iter().map(|node| node.mark).collect();
        (nodes, drawing.edges.iter().map(|edge| edge.mark).collect())
    }

    #[test]
    fn drawing_marks_what_the_engine_does() {
        use ElementMark::{Changed, Created, Erased, Kept};
        let rule = rule("r", "1:A 2:B 3:* 1-p-2 2-q>3", "1:= 2:C 4:D 2-=>1 1-p>4");
        let drawn = draw_rule(&rule, &alphabet());
        assert_eq!(marks(&drawn.lhs), (vec![Kept, Changed, Erased], vec![Kept, Erased]));
        assert_eq!(marks(&drawn.sides[0]), (vec![Kept, Changed, Created], vec![Kept, Created]));
        assert!(!drawn.sides[0].edges[0].arrow, "it keeps the direction that it has");
    }

    #[test]
    fn drawing_marks_on_the_left_what_all_right_sides_do() {
        let mut rule = rule("r", "1:A 2:B 1-p>2", "1:=");
        rule.or.push(replacement("1:= 2:C 1-p>2"));
        let drawn = draw_rule(&rule, &alphabet());
        assert_eq!(marks(&drawn.lhs), (vec![ElementMark::Kept, ElementMark::Kept], vec![ElementMark::Kept]));
        rule.or.clear();
        let drawn = draw_rule(&rule, &alphabet());
        assert_eq!(
            marks(&drawn.lhs),
            (vec![ElementMark::Kept, ElementMark::Erased], vec![ElementMark::Erased])
        );
    }

    #[test]
    fn forbidden_pattern_shows_the_nodes_that_it_hangs_on() {
        let mut rule = rule("r", "1:A 2:A", "1:= 2:=");
        rule.forbid = vec![pattern("9:B 2-p>9")];
        rule.rhs.nodes[&ElementId(1)].change =
            vec![Change::Take("x".to_owned(), AttributeSource::Node(ElementId(2)))];
        let drawn = draw_rule(&rule, &alphabet());
        assert_eq!(
            marks(&drawn.forbid[0]),
            (vec![ElementMark::Kept, ElementMark::Forbidden], vec![ElementMark::Forbidden])
        );
        assert_eq!(drawn.forbid[0].nodes[0].name, "A 2");
        assert_eq!(drawn.sides[0].nodes[0].notes[0].text, "x of A 2");
    }
}
