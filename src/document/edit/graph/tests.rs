use crate::base::Seed;
use crate::document::{
    Content, Document, Edit, Element, Fragment, GraphEdit, GraphId, free_site, next_id, start_sites,
};
use crate::grammar::testing::{grammar, pattern, replacement, rule};
use crate::grammar::{
    AttributeSource, Change, EdgeDirection, ElementId, Geometry, Rule, Start, SymbolPattern,
    SymbolReplacement, pair_edges,
};
use crate::mission::Site;

fn document(rule: Rule) -> Document {
    Document::opened(Content::of(grammar("1:A 2:B 1-p>2", vec![rule], Vec::new())), None)
}

fn after(rule: Rule, edit: GraphEdit) -> Rule {
    let mut document = document(rule);
    document.apply(Edit::Graph(edit));
    document.grammar().rules[0].clone()
}

fn node(id: u32) -> Element {
    Element::Node(ElementId(id))
}

fn is(name: &str) -> SymbolPattern {
    SymbolPattern::Is(name.to_owned())
}

fn site(x: i32, y: i32) -> Site {
    Site { x, y }
}

fn pairs(rule: &Rule) -> Vec<Option<usize>> {
    pair_edges(&rule.lhs, &rule.rhs)
}

#[test]
fn what_is_drawn_on_the_left_is_kept_on_all_right_sides() {
    let mut first = rule("r", "1:A", "1:=");
    first.or = vec![replacement("")];
    let added = GraphEdit::ConnectNew {
        graph: GraphId::Lhs(0),
        from: ElementId(1),
        edge: is("p"),
        node: is("B"),
        site: site(1, 0),
    };
    let rule = after(first, added);
    assert_eq!(rule.lhs, pattern("1:A 2:B 1-p>2"));
    assert_eq!(rule.rhs, replacement("1:= 2:= 1-=>2"));
    assert_eq!(rule.or[0], replacement("2:="));
    assert_eq!(rule.at[&ElementId(2)], site(1, 0));
}

#[test]
fn new_node_lies_where_it_was_said_that_it_would() {
    let mut first = rule("r", "1:A", "1:= 2:B");
    first.at = [(ElementId(1), site(0, 0)), (ElementId(2), site(1, 0))].into();
    // The right side already has a node there that the left side does not show.
    for (graph, wanted) in
        [(GraphId::Lhs(0), site(1, 0)), (GraphId::Rhs(0, 0), site(0, 0)), (GraphId::Start, site(0, 0))]
    {
        let before = document(first.clone());
        let free = free_site(before.grammar(), graph, wanted);
        assert_ne!(free, wanted);
        let id = next_id(before.grammar(), graph);
        let mut document = before;
        document.apply(Edit::Graph(GraphEdit::AddNode { graph, symbol: is("A"), site: wanted }));
        let sites = match (graph.rule(), &document.grammar().start) {
            (None, Start::Graph { drawn, .. }) => drawn,
            _ => &document.grammar().rules[0].at,
        };
        assert_eq!(sites[&id], free, "{graph:?}");
    }
}

#[test]
fn what_is_taken_from_the_right_is_erased_and_can_be_kept_again() {
    let first = rule("r", "1:A 2:B 1-p>2 2-q>1", "1:= 2:= 1-=>2 2-=>1");
    let gone = after(first.clone(), GraphEdit::Remove { graph: GraphId::Rhs(0, 0), elements: vec![node(2)] });
    assert_eq!((&gone.lhs, &gone.rhs), (&first.lhs, &replacement("1:=")));
    let back = GraphEdit::Keep { rule: 0, side: 0, elements: vec![node(2)], is_kept: true };
    let back = after(gone, back);
    assert_eq!(back.rhs, first.rhs);
    let erased = GraphEdit::Keep { rule: 0, side: 0, elements: vec![Element::Edge(0)], is_kept: false };
    assert_eq!(after(back, erased).rhs, replacement("1:= 2:= 2-=>1"));
}

#[test]
fn what_is_taken_from_the_left_goes_from_the_right_unless_it_is_something_of_its_own_there() {
    let mut first = rule("r", "1:A 2:B 3:C 1-p>2 2-p>3 3-q>1", "1:= 2:= 3:D 1-=>2 2-=>3 3-q>1");
    let taken = |source| vec![Change::Take("danger".to_owned(), source)];
    first.rhs.nodes[&ElementId(1)].change = [
        taken(AttributeSource::Node(ElementId(2))),
        taken(AttributeSource::Edge(3)),
        taken(AttributeSource::Edge(1)),
    ]
    .concat();
    first.forbid = vec![pattern("9:A 2-p>9 1-p>9")];
    let rule = after(first, GraphEdit::Remove { graph: GraphId::Lhs(0), elements: vec![node(2)] });
    assert_eq!(rule.lhs, pattern("1:A 3:C 3-q>1"));
    assert_eq!(rule.rhs.edges, replacement("3-q>1").edges);
    assert_eq!(rule.rhs.nodes.keys().map(|id| id.0).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(rule.rhs.nodes[&ElementId(1)].change, taken(AttributeSource::Edge(1)));
    assert_eq!(rule.forbid, [pattern("9:A 1-p>9")]);
}

#[test]
fn other_edges_keep_their_partners() {
    // A second edge of the same symbol would be paired before the kept one.
    let first = rule("r", "1:A 2:B 1-p>2", "1:= 2:= 1-=>2");
    let (from, to) = (ElementId(1), ElementId(2));
    let added = GraphEdit::Connect { graph: GraphId::Rhs(0, 0), from, to, symbol: is("p") };
    let rule = after(first.clone(), added);
    assert_eq!(pairs(&rule), [Some(0), None]);
    // An erased edge comes first in the list, followed by a new one of the left side.
    let erased = crate::grammar::testing::rule("r", "1:A 2:B 1-p>2", "1:= 2:=");
    let added = GraphEdit::Connect { graph: GraphId::Lhs(0), from, to, symbol: is("q") };
    assert_eq!(pairs(&after(erased, added)), [Some(1)]);
    let renamed =
        GraphEdit::SetSymbol { graph: GraphId::Lhs(0), elements: vec![Element::Edge(0)], symbol: is("q") };
    assert_eq!(pairs(&after(rule, renamed)), [Some(0), None]);
    let turned = GraphEdit::Reverse { graph: GraphId::Lhs(0), edges: vec![0] };
    assert_eq!(pairs(&after(first, turned)), [Some(0)]);
}

#[test]
fn edge_that_is_made_one_way_keeps_its_partner() {
    let first = rule("r", "1:A 2:B 1-p-2", "1:= 2:= 2-=>1");
    let direction = EdgeDirection::FromTo;
    let rule = after(first, GraphEdit::SetDirection { graph: GraphId::Lhs(0), edges: vec![0], direction });
    assert_eq!((pairs(&rule), &rule.rhs), (vec![Some(0)], &replacement("1:= 2:= 1-=>2")));
}

#[test]
fn first_move_writes_where_everything_is_drawn() {
    let first = rule("r", "1:A 2:B 1-p>2", "1:= 2:= 3:C 1-=>2 2-p>3");
    let drawn = crate::document::drawn_sites(&first);
    let to = vec![(ElementId(3), site(5, 5))];
    let rule = after(first, GraphEdit::Move { graph: GraphId::Lhs(0), to });
    for id in [1, 2].map(ElementId) {
        assert_eq!(rule.at.get(&id), drawn.get(&id));
    }
    assert_eq!(rule.at[&ElementId(3)], site(5, 5));
    assert_eq!(crate::document::drawn_sites(&rule)[&ElementId(1)], drawn[&ElementId(1)]);
}

#[test]
fn nodes_do_not_move_onto_each_other() {
    let mut first = rule("r", "1:A 2:B", "1:= 2:=");
    first.at = [(ElementId(1), site(0, 0)), (ElementId(2), site(1, 0))].into();
    let move_to = |to: &[(u32, Site)]| GraphEdit::Move {
        graph: GraphId::Lhs(0),
        to: to.iter().map(|(id, site)| (ElementId(*id), *site)).collect(),
    };
    assert_eq!(after(first.clone(), move_to(&[(1, site(1, 0))])), first);
    let swapped = after(first.clone(), move_to(&[(1, site(1, 0)), (2, site(0, 0))]));
    assert_eq!(swapped.at[&ElementId(2)], site(0, 0));
}

#[test]
fn places_on_the_lattice_are_only_written_where_they_are_meant() {
    let mut first = rule("r", "1:A 2:B", "1:= 2:=");
    first.geometry = Geometry::Lattice { turns: false, flips: false };
    first.at = [(ElementId(1), site(0, 0))].into();
    let to = vec![(ElementId(1), site(3, 0))];
    let rule = after(first, GraphEdit::Move { graph: GraphId::Lhs(0), to });
    assert_eq!(rule.at.iter().collect::<Vec<_>>(), [(&ElementId(1), &site(3, 0))]);
}

#[test]
fn right_side_names_only_what_changes() {
    let first = rule("r", "1:A", "1:=");
    let set = |name: &str| GraphEdit::SetSymbol {
        graph: GraphId::Rhs(0, 0),
        elements: vec![node(1)],
        symbol: is(name),
    };
    let changed = after(first.clone(), set("B"));
    assert_eq!(changed.rhs, replacement("1:B"));
    assert_eq!(after(changed, set("A")), first);
}

#[test]
fn fragment_goes_from_sheet_to_sheet_as_text() {
    let mut document = document(rule("r", "1:A 2:* 1-p-2", "1:= 2:= 1-=>2"));
    let fragment = Fragment::of(document.grammar(), GraphId::Lhs(0), &[ElementId(1), ElementId(2)]);
    let text = fragment.print();
    assert!(text.starts_with("Fragment("), "{text}");
    let fragment = Fragment::parse(&text).expect("what was copied can be pasted");
    for other in ["", "hello", "Fragment", "Fragment(nodes: {})", "Grammar(nodes: {1: ()})"] {
        assert_eq!(Fragment::parse(other), None, "{other}");
    }
    let id = next_id(document.grammar(), GraphId::Lhs(0));
    let paste = |graph| GraphEdit::Paste { graph, fragment: fragment.clone(), site: Site { x: 0, y: 0 } };
    assert!(document.apply(Edit::Graph(paste(GraphId::Lhs(0)))));
    assert_eq!((id, document.undo_name()), (ElementId(3), Some("Paste 2 nodes")));
    let rule = &document.grammar().rules[0];
    assert_eq!(rule.lhs, pattern("1:A 2:* 3:A 4:* 1-p-2 3-p-4"));
    assert_eq!(rule.rhs, replacement("1:= 2:= 3:= 4:= 1-=>2 3-=>4"));
    let sites: std::collections::BTreeSet<_> = rule.at.values().collect();
    assert_eq!(sites.len(), 4);
    // On other sheets, each node must have exactly one symbol.
    assert!(document.apply(Edit::Graph(paste(GraphId::Rhs(0, 0)))));
    assert_eq!(
        document.grammar().rules[0].rhs.nodes[&ElementId(6)].symbol,
        SymbolReplacement::Is("A".to_owned())
    );
    assert!(document.apply(Edit::Graph(paste(GraphId::Start))));
    let Start::Graph { nodes, edges, at, drawn } = &document.grammar().start else { panic!("a graph") };
    assert_eq!((nodes.len(), edges.len(), at.len(), drawn.len()), (4, 2, 0, 4));
}

#[test]
fn results_begin_as_copies_and_the_last_one_stays() {
    let first = rule("r", "1:A 2:B 1-p>2", "1:C");
    let rule = after(first.clone(), GraphEdit::AddSide { rule: 0, copied: None });
    assert_eq!(rule.or, [replacement("1:= 2:= 1-=>2")]);
    let copied = after(rule, GraphEdit::AddSide { rule: 0, copied: Some(0) });
    assert_eq!(copied.or[1], first.rhs);
    assert_eq!(after(copied, GraphEdit::RemoveSide { rule: 0, side: 0 }).rhs, replacement("1:= 2:= 1-=>2"));
    assert_eq!(after(first.clone(), GraphEdit::RemoveSide { rule: 0, side: 0 }), first);
}

#[test]
fn edits_are_named_by_what_they_do() {
    let name = |edit: GraphEdit| edit.name();
    let graph = GraphId::Lhs(0);
    let to = |count: u32| (0..count).map(|id| (ElementId(id), site(0, 0))).collect();
    assert_eq!(name(GraphEdit::Move { graph, to: to(3) }), "Move 3 nodes");
    assert_eq!(name(GraphEdit::Remove { graph, elements: vec![node(1), node(2)] }), "Delete 2 nodes");
    assert_eq!(name(GraphEdit::Remove { graph, elements: vec![Element::Edge(1)] }), "Delete an edge");
    let elements = vec![node(1), Element::Edge(0)];
    assert_eq!(name(GraphEdit::Remove { graph, elements }), "Delete 2 elements");
    let elements = vec![node(1)];
    assert_eq!(
        name(GraphEdit::SetSymbol { graph, elements, symbol: is("Hollow") }),
        "Make a node \"Hollow\""
    );
}

/// Returns the ids of start nodes with sites in levels, and of those with drawn sites only.
fn places_of_start(document: &Document) -> (Vec<u32>, Vec<u32>) {
    let Start::Graph { at, drawn, .. } = &document.grammar().start else { panic!("a graph") };
    let mut ids = [at, drawn].map(|places| places.keys().map(|id| id.0).collect::<Vec<_>>());
    ids.iter_mut().for_each(|ids| ids.sort_unstable());
    let [at, drawn] = ids;
    (at, drawn)
}

#[test]
fn drawing_on_a_start_without_sites_says_nothing_of_levels() {
    let graph = GraphId::Start;
    let mut document = document(rule("r", "1:A", "1:="));
    let before = start_sites(&document.grammar().start);
    let added = GraphEdit::AddNode { graph, symbol: is("A"), site: site(5, 5) };
    assert!(document.apply(Edit::Graph(added)));
    assert!(document.apply(Edit::Graph(GraphEdit::Move { graph, to: vec![(ElementId(1), site(-3, 0))] })));
    assert_eq!(places_of_start(&document), (vec![], vec![1, 2, 3]));
    let after = start_sites(&document.grammar().start);
    assert_eq!((after[&ElementId(1)], after[&ElementId(3)]), (site(-3, 0), site(5, 5)));
    assert_eq!(after[&ElementId(2)], before[&ElementId(2)], "what is not moved does not jump");
    let mission = document.grammar().start.build(&document.grammar().alphabet, Seed(0)).expect("a mission");
    assert!(mission.nodes().all(|(_, node)| node.site.is_none()));
}

#[test]
fn nodes_of_a_start_lie_as_drawn_where_that_is_said() {
    let graph = GraphId::Start;
    let mut document = document(rule("r", "1:A", "1:="));
    let before = start_sites(&document.grammar().start);
    let set = |ids: &[u32], is_sited: bool| {
        let nodes = ids.iter().map(|id| ElementId(*id)).collect();
        Edit::Graph(GraphEdit::SetSited { nodes, is_sited })
    };
    assert!(document.apply(set(&[2], true)));
    assert_eq!(places_of_start(&document).0, [2]);
    let add = || Edit::Graph(GraphEdit::AddNode { graph, symbol: is("A"), site: site(4, 4) });
    assert!(document.apply(add()));
    assert_eq!(places_of_start(&document), (vec![2], vec![1, 3]), "a node more is drawn, as the first is");
    assert!(document.apply(set(&[1, 3], true)));
    assert!(document.apply(add()));
    assert_eq!(places_of_start(&document), (vec![1, 2, 3, 4], vec![]), "all others have sites");
    assert!(document.apply(set(&[1, 2, 3, 4], false)));
    assert_eq!(places_of_start(&document), (vec![], vec![1, 2, 3, 4]));
    let after = start_sites(&document.grammar().start);
    assert!(before.iter().all(|(id, site)| after[id] == *site), "nothing jumps");
}

#[test]
fn where_a_rule_lies_on_the_lattice_drawn_nodes_have_sites() {
    let mut lattice = rule("r", "1:A", "1:=");
    lattice.geometry = Geometry::Lattice { turns: false, flips: false };
    let mut document = document(lattice);
    let graph = GraphId::Start;
    let added = GraphEdit::AddNode { graph, symbol: is("A"), site: site(5, 5) };
    assert!(document.apply(Edit::Graph(added)));
    assert_eq!(places_of_start(&document), (vec![1, 2, 3], vec![]));
}
