//! Mistakes in layout settings and pins.

use super::*;

#[test]
fn check_finds_places_for_which_the_scale_never_has_room() {
    let halls = |width, scale| {
        move |g: &mut Grammar| {
            g.alphabet.nodes["A"].form = Some(Form::Hall(Hall { width: (width, 9), height: (3, 9) }));
            g.layout.spacing = Spacing::Fixed { scale };
        }
    };
    warning("never-fits", "layout.spacing.scale", halls(5, 5));
    assert_eq!(said(halls(5, 6)), []);
    assert_eq!(said(halls(3, 4)), []);
}

#[test]
fn check_finds_a_scale_that_leaves_no_room_for_caves() {
    let cave = |radius: (u32, u32), scale| {
        move |g: &mut Grammar| {
            g.alphabet.nodes["A"].form = Some(Form::Cave(Cave { radius, ..Cave::default() }));
            g.layout.spacing = Spacing::Fixed { scale };
        }
    };
    warning("scale-without-caves", "layout.spacing.scale", cave((5, 8), 5));
    assert_eq!(said(cave((5, 8), 6)), []);
    assert_eq!(said(cave((1, 1), 5)), [], "such a cave is only its middle, whatever the scale");
}

#[test]
fn advised_scale_leaves_room_for_all_sizes_of_a_form() {
    let hint = |width, scale| {
        let mut grammar = sound();
        grammar.alphabet.nodes["A"].form = Some(Form::Hall(Hall { width, height: (3, 5) }));
        grammar.layout.spacing = Spacing::Fixed { scale };
        let found = check_grammar(&grammar).into_iter().find(|found| found.code == "never-fits");
        found.and_then(|found| found.hint).expect("a hint").to_string()
    };
    let expected = "Raise the scale to 8, at which all of its sizes fit.";
    assert_eq!(hint((5, 7), 5), expected);
    assert_eq!(hint((6, 6), 5), "Raise the scale to 7 or more.");
    // The largest scale leaves no room for all sizes.
    assert_eq!(hint((5, 999), 5), "Raise the scale to 6 or more.");
}

/// Returns a change that pins places.
fn pinned(pins: &[(PinnedPlace, (u32, u32))]) -> impl Fn(&mut Grammar) {
    move |g| {
        for name in ["A", "B"] {
            g.alphabet.nodes[name].form = Some(Form::Hall(Hall::default()));
        }
        g.layout.pins = pins.iter().map(|(place, at)| Pin { place: place.clone(), at: *at }).collect();
    }
}

#[test]
fn check_finds_pins_that_hold_nothing_or_contradict_each_other() {
    let symbol = |name: &str| PinnedPlace::Symbol(name.to_owned());
    let node = PinnedPlace::Node;
    assert_eq!(said(pinned(&[(symbol("A"), (0, 0)), (node(2), (4000, 4000))])), []);
    error("unknown-symbol", "layout.pins[0].place", pinned(&[(symbol("Z"), (5, 5))]));
    warning("nothing-named", "layout.pins[0].place", pinned(&[(symbol(""), (5, 5))]));
    warning("pin-without-place", "layout.pins[0].place", pinned(&[(symbol("C"), (5, 5))]));
    error("unknown-node", "layout.pins[0].place", pinned(&[(node(3), (5, 5))]));
    error("out-of-range", "layout.pins[1].at", pinned(&[(node(1), (5, 5)), (node(2), (5, 4001))]));
    warning("pinned-twice", "layout.pins[1]", pinned(&[(node(1), (5, 5)), (node(1), (9, 9))]));
    warning("pins-overlap", "layout.pins[1].at", pinned(&[(node(1), (5, 5)), (node(2), (5, 5))]));
    warning("pins-in-sprawl", "layout.pins", |g| {
        pinned(&[(node(1), (5, 5)), (node(2), (50, 5))])(g);
        g.layout.spacing.choose("Sprawl");
    });
}

#[test]
fn pinned_nodes_of_a_graph_are_those_of_its_author() {
    let mut grammar = sound();
    grammar.start = crate::grammar::testing::start("4:A@0,0 9:B@1,0 4-p>9");
    pinned(&[(PinnedPlace::Node(9), (5, 5)), (PinnedPlace::Node(1), (5, 5))])(&mut grammar);
    let pins = grammar.layout_of_missions().pins;
    assert_eq!(pins, [Pin { place: PinnedPlace::MissionNode(2), at: (5, 5) }]);
}
