//! Mistakes in random starts: scatters and trees.

use super::*;

#[test]
fn check_finds_scatters_that_cannot_be_drawn() {
    let scatter = || Scatter {
        width: 4,
        height: 3,
        start: "A".to_owned(),
        exit: "B".to_owned(),
        features: vec![("C".to_owned(), 2)],
        count: (10, 10),
        distance: 10,
        edge: "p".to_owned(),
        crossing: "D".to_owned(),
    };
    let with = |change: fn(&mut Scatter)| {
        move |g: &mut Grammar| {
            let mut scatter = scatter();
            change(&mut scatter);
            g.start = Start::Scatter(scatter);
        }
    };
    assert_eq!(said(with(|_| {})), []);
    error("out-of-range", "start.width", with(|scatter| scatter.width = 257));
    error("too-many-features", "start.count", with(|scatter| scatter.count = (4, 11)));
    error("distance-too-large", "start.distance", with(|scatter| scatter.distance = 11));
    error("no-features", "start.features", with(|scatter| scatter.features.clear()));
    error("no-features", "start.features", with(|scatter| scatter.features[0].1 = 0));
    error("out-of-range", "start.features[0]", with(|scatter| scatter.features[0].1 = u32::MAX));
    error("unknown-symbol", "start.features[0]", with(|scatter| scatter.features[0].0 = "Z".to_owned()));
    error("unknown-symbol", "start.start", with(|scatter| scatter.start = "Z".to_owned()));
    error("unknown-symbol", "start.exit", with(|scatter| scatter.exit = "Z".to_owned()));
    error("unknown-symbol", "start.crossing", with(|scatter| scatter.crossing = "Z".to_owned()));
    error("unknown-symbol", "start.edge", with(|scatter| scatter.edge = "Z".to_owned()));
    error("second-end", "start.features[1]", with(|scatter| scatter.features.push(("A".to_owned(), 1))));
    error("second-end", "start.features[0]", with(|scatter| scatter.features[0].0 = "B".to_owned()));
    error("second-end", "start.crossing", with(|scatter| scatter.crossing = "A".to_owned()));
    error("second-end", "start.crossing", with(|scatter| scatter.crossing = "B".to_owned()));
    error("second-end", "start.exit", with(|scatter| scatter.exit = "A".to_owned()));
    // A symbol that is never drawn does no harm.
    assert_eq!(said(with(|scatter| scatter.features.push(("A".to_owned(), 0)))), []);
    for (role, path) in [(NodeRole::Start, "start.features[0]"), (NodeRole::Goal, "start.features[0]")] {
        warning("second-end", path, |g| {
            g.start = Start::Scatter(scatter());
            g.alphabet.nodes["C"].role = Some(role);
            g.alphabet.nodes["C"].form = Some(Form::Hall(Hall::default()));
        });
    }
    warning("start-over-limit", "limits.nodes", |g| {
        g.start = Start::Scatter(scatter());
        g.limits.nodes = 11;
    });
    // Without rules, features stay as they are.
    let alone = |change: fn(&mut NodeSymbol)| {
        move |g: &mut Grammar| {
            g.start = Start::Scatter(scatter());
            g.rules.clear();
            g.recipe.clear();
            g.alphabet.nodes.values_mut().for_each(|symbol| symbol.form = Some(Form::Hall(Hall::default())));
            change(&mut g.alphabet.nodes["C"]);
        }
    };
    assert_eq!(said(alone(|_| {})), []);
    error("feature-without-form", "start.features[0]", alone(|symbol| symbol.form = None));
    error("second-end", "start.features[0]", alone(|symbol| symbol.role = Some(NodeRole::Goal)));
}

#[test]
fn check_finds_trees_that_are_out_of_range_or_over_the_limits() {
    let tree = |width, extra_percent, node: &str| Start::Tree {
        width,
        height: 10,
        node: node.to_owned(),
        edge: "p".to_owned(),
        extra_percent,
    };
    assert_eq!(said(|g| g.start = tree(10, 20, "A")), []);
    error("out-of-range", "start.width", |g| {
        g.start = tree(257, 0, "A");
    });
    error("out-of-range", "start.extra_percent", |g| g.start = tree(10, 101, "A"));
    error("unknown-symbol", "start.node", |g| g.start = tree(10, 0, "Z"));
    warning("start-over-limit", "limits.nodes", |g| {
        g.start = tree(10, 0, "A");
        g.limits.nodes = 99;
    });
    for (percent, edges) in [(0, 99), (10, 107), (100, 180)] {
        let within = |limit| {
            said(|g| {
                g.start = tree(10, percent, "A");
                g.limits.edges = limit;
            })
        };
        assert_eq!((within(edges), within(edges - 1).len()), (Vec::new(), 1), "{percent}");
        let built = tree(10, percent, "A").build(&sound().alphabet, Seed(1)).expect("no mistake");
        assert_eq!(built.edge_count() as u32, edges);
    }
}
