//! Inserts a node into an edge, which is replaced by two edges of the same kind.

use std::collections::BTreeMap;

use super::drawing::{EditableGraph, of_symbol};
use super::{Element, Fragment, GraphId, draw, drawn_sites, sides, start_sites};
use crate::grammar::{ElementId, Grammar, SymbolPattern, pair_edges};
use crate::mission::Site;

/// Inserts a node into the edge at a position, between the ends.
///
/// If there is no free site between them and the geometry is free, one end moves away with everything behind
/// it.
pub(super) fn insert(grammar: &mut Grammar, graph: GraphId, position: usize, symbol: &SymbolPattern) {
    let Some(edge) = Fragment::edge(grammar, graph, position) else { return };
    let rule = graph.rule().and_then(|rule| grammar.rules.get(rule));
    let (sites, can_move) = match rule {
        Some(rule) => (drawn_sites(rule), rule.geometry.is_free()),
        None => (start_sites(&grammar.start), true),
    };
    let kept_on: Vec<bool> = match (graph, rule) {
        (GraphId::Lhs(_), Some(rule)) => {
            rule.alternatives().map(|side| pair_edges(&rule.lhs, side).contains(&Some(position))).collect()
        }
        _ => Vec::new(),
    };
    let Some((site, moved)) = site_between(&sites, edge.from, edge.to, can_move) else { return };
    draw(grammar, graph, |drawing: &mut dyn EditableGraph| {
        drawing.move_nodes(&moved);
        let Some(node) = drawing.add_node(&of_symbol(symbol), site) else { return };
        drawing.connect(edge.from, &edge.is, node, edge.direction);
        drawing.connect(node, &edge.is, edge.to, edge.direction);
        drawing.remove(&[Element::Edge(position)]);
    });
    // On a side where the edge was erased, its halves are erased too.
    let Some(rule) = graph.rule().and_then(|rule| grammar.rules.get_mut(rule)) else { return };
    let count = rule.lhs.edges.len();
    let halves: Vec<Element> = (count.saturating_sub(2)..count).map(Element::Edge).collect();
    for (side, _) in kept_on.into_iter().enumerate().filter(|(_, is_kept)| !is_kept) {
        sides::erase(rule, side, &halves);
    }
}

/// Returns a site between two nodes, and the nodes that have to move for it.
fn site_between(
    sites: &BTreeMap<ElementId, Site>,
    from: ElementId,
    to: ElementId,
    can_move: bool,
) -> Option<(Site, Vec<(ElementId, Site)>)> {
    let (a, b) = (*sites.get(&from)?, *sites.get(&to)?);
    let middle = Site { x: a.x.midpoint(b.x), y: a.y.midpoint(b.y) };
    let is_free = !sites.values().any(|site| *site == middle);
    if is_free || !can_move || from == to {
        return Some((middle, Vec::new()));
    }
    let is_across = a.x.abs_diff(b.x) >= a.y.abs_diff(b.y);
    let line = if is_across { a.x.max(b.x) } else { a.y.max(b.y) };
    let moved = |site: Site| match is_across {
        true if site.x >= line => Some(Site { x: site.x.saturating_add(1), ..site }),
        false if site.y >= line => Some(Site { y: site.y.saturating_add(1), ..site }),
        _ => None,
    };
    let moves = sites.iter().filter_map(|(id, site)| Some((*id, moved(*site)?))).collect();
    Some((if is_across { Site { x: line, y: a.y } } else { Site { x: a.x, y: line } }, moves))
}

#[cfg(test)]
mod tests {
    use crate::document::{Content, Document, Edit, GraphEdit, GraphId};
    use crate::grammar::testing::{grammar, pattern, replacement, rule};
    use crate::grammar::{ElementId, Geometry, Rule, Start, SymbolPattern};
    use crate::mission::Site;

    fn inserted(rule: Rule, graph: GraphId, symbol: SymbolPattern) -> Document {
        let grammar = grammar("1:A 2:B 1-p>2", vec![rule], Vec::new());
        let mut document = Document::opened(Content::of(grammar), None);
        document.apply(Edit::Graph(GraphEdit::Insert { graph, edge: 0, symbol }));
        document
    }

    fn is(name: &str) -> SymbolPattern {
        SymbolPattern::Is(name.to_owned())
    }

    fn row(rule: Rule) -> Rule {
        let at = [(ElementId(1), Site { x: 0, y: 0 }), (ElementId(2), Site { x: 1, y: 0 })].into();
        Rule { at, ..rule }
    }

    #[test]
    fn node_on_an_edge_of_the_left_is_kept_where_the_edge_was() {
        let mut first = row(rule("r", "1:A 2:B 1-p>2 2-q>1", "1:= 2:= 1-=>2 2-=>1"));
        first.or = vec![replacement("1:= 2:= 2-=>1")];
        let document = inserted(first, GraphId::Lhs(0), is("C"));
        let rule = &document.grammar().rules[0];
        assert_eq!(rule.lhs, pattern("1:A 2:B 3:C 2-q>1 1-p>3 3-p>2"));
        assert_eq!(rule.rhs, replacement("1:= 2:= 3:= 2-=>1 1-=>3 3-=>2"));
        assert_eq!(rule.or[0], replacement("1:= 2:= 3:= 2-=>1"));
    }

    #[test]
    fn node_on_a_kept_edge_of_the_right_takes_its_place() {
        let first = row(rule("r", "1:A 2:B 1-p>2", "1:= 2:= 1-=>2"));
        let document = inserted(first, GraphId::Rhs(0, 0), is("C"));
        let rule = &document.grammar().rules[0];
        assert_eq!(rule.lhs, pattern("1:A 2:B 1-p>2"));
        assert_eq!(rule.rhs, replacement("1:= 2:= 3:C 1-p>3 3-p>2"));
    }

    #[test]
    fn ends_make_room_for_the_node_between_them_unless_their_sites_are_binding() {
        let first = row(rule("r", "1:A 2:B 1-p>2", "1:= 2:= 1-=>2"));
        let sites = |rule: Rule| {
            let document = inserted(rule, GraphId::Rhs(0, 0), is("C"));
            let at = &document.grammar().rules[0].at;
            [1, 2, 3].map(|id| (at[&ElementId(id)].x, at[&ElementId(id)].y))
        };
        assert_eq!(sites(first.clone()), [(0, 0), (2, 0), (1, 0)]);
        let bound = Rule { geometry: Geometry::Lattice { turns: true, flips: true }, ..first };
        let [one, two, three] = sites(bound);
        assert_eq!((one, two), ((0, 0), (1, 0)));
        assert!(three != one && three != two);
    }

    #[test]
    fn node_is_put_on_an_edge_of_the_start() {
        let document = inserted(rule("r", "1:A", "1:="), GraphId::Start, is("C"));
        let Start::Graph { nodes, edges, .. } = &document.grammar().start else { panic!("a graph") };
        assert_eq!(nodes[&ElementId(3)].symbol, "C");
        let ends: Vec<_> = edges.iter().map(|(from, is, to)| (from.0, is.symbol.as_str(), to.0)).collect();
        assert_eq!(ends, [(1, "p", 3), (3, "p", 2)]);
    }
}
