//! Properties: a form for each, and the verdict about the present level.

use delvewright::base::CountBound;
use delvewright::editor::Pane;
use delvewright::properties::{
    CountedThing, LevelProperty, MetricBound, MetricNumber, NeighbourDemand, PropertyClaim,
};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use super::forms::{choose, click, grammar, retype};
use super::{Window, app, file_with, settle, show, window_with};

const WAY: &str = r##"Grammar(
    format: 1,
    name: "Way",
    alphabet: (
        nodes: {
            "Gate": (role: Start, form: Hall()),
            "Hall": (form: Hall()),
            "End": (role: Goal, form: Hall()),
        },
        edges: {"path": (role: Passage)},
    ),
    start: Graph(
        nodes: {1: "Gate", 2: "Hall", 3: "End", 4: "Hall"},
        edges: [(1, "path", 2), (2, "path", 3), (2, "path", 4)],
    ),
)
"##;

fn way() -> (tempfile::TempDir, Window) {
    let (folder, path) = file_with(WAY);
    let mut window = window_with(Some(path));
    show(&mut window, Pane::Settings);
    (folder, window)
}

fn properties(window: &Window) -> Vec<LevelProperty> {
    grammar(window).properties
}

fn claim(window: &Window) -> PropertyClaim {
    properties(window)[0].claim.clone()
}

fn is_there(window: &Window, name: &str) -> bool {
    window.query_all_by_label(name).next().is_some()
}

#[test]
fn property_is_added_by_its_form_and_shows_its_verdict() {
    let (_folder, mut window) = way();
    click(&mut window, "Add property");
    let at_most = |number| PropertyClaim::Metric {
        metric: "dead_ends".to_owned(),
        value: MetricBound::AtMost(MetricNumber::Whole(number)),
    };
    assert_eq!(claim(&window), at_most(3));
    assert!(is_there(&window, "Property 1: holds"));
    click(&mut window, "Property 1: holds");
    choose(&mut window, "Metric of property 1", "places (count)");
    assert!(is_there(&window, "Property 1: fails"));
    assert!(is_there(&window, "places is 4, not at most 3."));
    retype(&mut window, "Name of property 1", "A small level");
    assert_eq!(properties(&window)[0].name, "A small level");
    assert_eq!(app(&window).document().undo_name(), Some("Set name of property \"A small level\""));
    choose(&mut window, "Comparison of property 1", "At least");
    assert!(is_there(&window, "Property 1: holds"));
    for _ in 0..4 {
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        settle(&mut window);
    }
    assert_eq!(properties(&window), []);
}

#[test]
fn share_of_many_levels_is_shown_below_a_property() {
    let (_folder, mut window) = way();
    click(&mut window, "Add property");
    settle(&mut window);
    settle(&mut window);
    let share = "100.0 % (96.3 to 100.0 %) of 100 levels";
    let link = window.query_all_by_label_contains(share).next().expect("the share");
    link.click();
    settle(&mut window);
    window.get_by_label("No seed passes the filters");
}

#[test]
fn every_kind_of_claim_has_a_form() {
    let (_folder, mut window) = way();
    click(&mut window, "Add property");
    click(&mut window, "Property 1: holds");
    choose(&mut window, "Claim of property 1", "A number of things");
    choose(&mut window, "Counted of property 1", "Hall");
    let of = CountedThing::Symbol("Hall".to_owned());
    assert_eq!(claim(&window), PropertyClaim::Count { of, number: CountBound::AtLeast(1) });
    choose(&mut window, "Claim of property 1", "Keys before their locks");
    assert!(is_there(&window, "Property 1: has nothing to judge"));
    assert!(is_there(&window, "The level has no locks."));
    choose(&mut window, "Claim of property 1", "Neighbours");
    choose(&mut window, "Places of property 1", "Hall");
    choose(&mut window, "Neighbours of property 1", "End");
    let (symbol, to) = ("Hall".to_owned(), "End".to_owned());
    assert_eq!(claim(&window), PropertyClaim::Adjacent { symbol, to, demand: NeighbourDemand::Each });
    assert!(is_there(&window, "No passage joins place 4 \"Hall\" with a \"End\"."));
    click(&mut window, "Show the place");
    choose(&mut window, "Demand of property 1", "At least one place has one");
    assert!(is_there(&window, "Property 1: holds"));
    choose(&mut window, "Claim of property 1", "An order of places");
    choose(&mut window, "Claim of property 1", "Different neighbours");
    choose(&mut window, "Trait of property 1", "The symbol");
    assert!(is_there(&window, "Property 1: fails"));
    click(&mut window, "Delete property 1");
    assert_eq!(properties(&window), []);
}

#[test]
fn renamed_symbol_is_renamed_in_properties_and_saved_with_them() {
    let (_folder, mut window) = way();
    click(&mut window, "Add property");
    click(&mut window, "Property 1: holds");
    choose(&mut window, "Claim of property 1", "A number of things");
    choose(&mut window, "Counted of property 1", "End");
    show(&mut window, Pane::Alphabet);
    click(&mut window, "Symbol End");
    retype(&mut window, "Name of End", "Throne");
    let of = CountedThing::Symbol("Throne".to_owned());
    assert_eq!(claim(&window), PropertyClaim::Count { of, number: CountBound::AtLeast(1) });
    window.key_press_modifiers(Modifiers::COMMAND, Key::S);
    settle(&mut window);
    let saved = std::fs::read_to_string(app(&window).document().path.clone().unwrap()).unwrap();
    let line = "        (claim: Count(of: Symbol(\"Throne\"), number: AtLeast(1))),\n";
    assert!(saved.contains(line), "{saved}");
}
