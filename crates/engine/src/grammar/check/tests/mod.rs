mod conditions;
mod layout;
mod properties;
mod recipe;
mod start;
mod themes;

use indexmap::IndexMap;

use super::*;
use crate::base::{Choice, PathRef, RandomStream, Seed, Severity, ValuePath};
use crate::grammar::resolve::resolve_rule;
use crate::grammar::testing::random::{full, random_lattice_rule, random_rule};
use crate::grammar::testing::{grammar, lattice_rule, pattern, replacement, rule};
use crate::grammar::{
    AttributeSource, AttributeTest, Change, Condition, Count, CountBound, DegreeKind, DistanceOrigin,
    EdgeReplacement, ElementId, LocksOnWay, MatchPreference, RecipeStep, Requirement, Rule, RuleChoice,
    Scatter, Start, SymbolPattern, SymbolReplacement, Times, UnmetAction, WeightedBlock,
};
use crate::mission::{
    Cards, Cave, EdgeRole, Form, Hall, KindChoice, Neighbourhood, NodeRole, NodeSymbol, PassageKind,
    PassageLength, Room, Site, Technique, Value, Walkers,
};
use crate::settings::{Pin, PinnedPlace, Spacing, SprawlNeighbour};

fn sound() -> Grammar {
    let rules = vec![
        rule("Grow", "1:A", "1:= 2:B 1-p>2"),
        lattice_rule("Turn", "1:A 2:B 1-p>2", "1:= 2:= 3:C 1-=>2 2-q>3", "1@0,0 2@1,0 3@1,1"),
    ];
    let all = RecipeStep::apply(RuleChoice::All, Times::Between(2, 4));
    grammar("1:A@0,0 2:B@1,0 1-p>2", rules, vec![all])
}

/// Returns severity, code and path of all diagnostics of the sound grammar after a change.
fn said(change: impl Fn(&mut Grammar)) -> Vec<(Severity, &'static str, String)> {
    let mut grammar = sound();
    change(&mut grammar);
    let found = check_grammar(&grammar);
    assert!(found.iter().all(|diagnostic| diagnostic.hint.is_some()), "{found:?}");
    found.into_iter().map(|d| (d.severity, d.code, d.path.to_string())).collect()
}

#[track_caller]
fn expect(expected: &[(&str, &str)], severity: Severity, change: impl Fn(&mut Grammar)) {
    let expected: Vec<_> =
        expected.iter().map(|(code, path)| (severity, *code, (*path).to_owned())).collect();
    assert_eq!(
        said(change).iter().map(|(s, code, path)| (*s, *code, path.clone())).collect::<Vec<_>>(),
        expected
    );
}

#[track_caller]
fn error(code: &str, path: &str, change: impl Fn(&mut Grammar)) {
    expect(&[(code, path)], Severity::Error, change);
}

#[track_caller]
fn warning(code: &str, path: &str, change: impl Fn(&mut Grammar)) {
    expect(&[(code, path)], Severity::Warning, change);
}

#[test]
fn check_says_nothing_about_a_sound_grammar() {
    assert_eq!(said(|_| {}), []);
}

#[test]
fn check_finds_a_wrong_format_and_missing_names() {
    error("wrong-format", "format", |g| g.format = 7);
    warning("unnamed-grammar", "name", |g| g.name = " ".to_owned());
    error("empty-name", "rules[1].name", |g| g.rules[1].name.clear());
    error("empty-name", "rules[0].tags[0]", |g| g.rules[0].tags.push(String::new()));
    error("empty-name", "alphabet.nodes[\"\"]", |g| {
        g.alphabet.nodes.insert(String::new(), Default::default());
    });
    error("empty-name", "alphabet.nodes[\"A\"].attributes[\" \"]", |g| {
        g.alphabet.nodes["A"].attributes.insert(" ".to_owned(), Value::Int(1));
    });
    error("empty-name", "alphabet.edges[\"\"]", |g| {
        let symbol = g.alphabet.edges["p"].clone();
        g.alphabet.edges.insert(String::new(), symbol);
    });
}

#[test]
fn check_finds_two_rules_of_one_name() {
    error("duplicate-rule-name", "rules[1].name", |g| g.rules[1].name = "Grow".to_owned());
}

#[test]
fn check_finds_unknown_symbols_everywhere() {
    error("unknown-symbol", "rules[0].lhs.nodes[1]", |g| g.rules[0].lhs = pattern("1:Z"));
    error("unknown-symbol", "rules[0].lhs.nodes[1]", |g| g.rules[0].lhs = pattern("1:A|Z"));
    error("unknown-symbol", "rules[0].lhs.edges[0]", |g| g.rules[0].lhs = pattern("1:A 1-z>1"));
    error("unknown-symbol", "rules[0].rhs.nodes[2]", |g| g.rules[0].rhs = replacement("1:= 2:Z 1-p>2"));
    error("unknown-symbol", "rules[0].rhs.edges[0]", |g| g.rules[0].rhs = replacement("1:= 2:B 1-z>2"));
    let symbols = [("unknown-symbol", "start.nodes[2]"), ("unknown-symbol", "start.edges[0]")];
    expect(&symbols, Severity::Error, |g| g.start = crate::grammar::testing::start("1:A@0,0 2:Z 1-z>2"));
    let lattice = [("unknown-symbol", "start.node"), ("unknown-symbol", "start.edge")];
    expect(&lattice, Severity::Error, |g| g.start = lattice_start(3, 3, "Z", "A"));
}

fn lattice_start(width: u32, height: u32, node: &str, edge: &str) -> Start {
    Start::Lattice { width, height, node: node.to_owned(), edge: edge.to_owned() }
}

#[test]
fn check_offers_the_nearest_symbol_or_tells_the_kinds_apart() {
    let mut grammar = sound();
    let hollow = grammar.alphabet.nodes["A"].clone();
    grammar.alphabet.nodes.insert("Hollow".to_owned(), hollow);
    grammar.rules[0].rhs = replacement("1:= 2:Holow 3:p 1-p>2");
    let hints: Vec<_> =
        check_grammar(&grammar).into_iter().filter_map(|found| Some(found.hint?.to_string())).collect();
    let expected = ["Did you mean \"Hollow\"?", "Choose another symbol, because \"p\" is one for edges."];
    assert_eq!(hints, expected);
}

#[test]
fn check_finds_ends_and_keeps_that_hang_in_the_air() {
    error("unknown-node", "rules[0].lhs.edges[0]", |g| g.rules[0].lhs = pattern("1:A 1-p>7"));
    error("unknown-node", "rules[0].rhs.edges[0]", |g| g.rules[0].rhs = replacement("1:= 7-p>1"));
    error("unknown-node", "start.edges[1]", |g| {
        g.start = crate::grammar::testing::start("1:A@0,0 1-p>1 9-p>9");
    });
    error("keep-without-left", "rules[0].rhs.nodes[2]", |g| g.rules[0].rhs = replacement("1:= 2:="));
    error("keep-without-partner", "rules[0].rhs.edges[0]", |g| {
        g.rules[0].rhs = replacement("1:= 2:B 1-=>2");
    });
    error("keep-without-partner", "rules[1].rhs.edges[1]", |g| {
        g.rules[1].rhs = replacement("1:= 2:= 3:C 1-=>2 1-=>2");
    });
}

#[test]
fn check_finds_places_that_are_missing_shared_spare_or_far() {
    error("missing-place", "rules[1].lhs.nodes[2]", |g| {
        g.rules[1].at.shift_remove(&ElementId(2));
    });
    error("missing-place", "rules[1].rhs.nodes[3]", |g| {
        g.rules[1].at.shift_remove(&ElementId(3));
    });
    let place = |x, y| Site { x, y };
    error("shared-place", "rules[1].at[3]", |g| g.rules[1].at[&ElementId(3)] = place(0, 0));
    error("place-without-node", "rules[1].at[8]", |g| {
        g.rules[1].at.insert(ElementId(8), place(5, 5));
    });
    error("place-too-far", "rules[1].at[3]", |g| g.rules[1].at[&ElementId(3)] = place(i32::MIN, 0));
    error("place-without-node", "start.at[8]", |g| {
        change_start(g, |at| at.insert(ElementId(8), place(8, 8)))
    });
    error("shared-place", "start.at[2]", |g| change_start(g, |at| at.insert(ElementId(2), place(0, 0))));
    error("place-too-far", "start.at[2]", |g| {
        change_start(g, |at| at.insert(ElementId(2), place(0, 10_001)))
    });
    // Drawn positions do not affect levels.
    warning("place-without-node", "start.drawn[8]", |g| {
        let Start::Graph { drawn, .. } = &mut g.start else { panic!("a graph") };
        drawn.insert(ElementId(8), place(8, 8));
    });
}

fn change_start(grammar: &mut Grammar, change: impl Fn(&mut IndexMap<ElementId, Site>) -> Option<Site>) {
    if let Start::Graph { at, .. } = &mut grammar.start {
        change(at);
    }
}

#[test]
fn check_leaves_the_drawing_of_a_free_rule_alone() {
    let place = Site { x: 0, y: 0 };
    assert_eq!(said(|g| g.rules[0].at.extend([1, 2, 9].map(|id| (ElementId(id), place)))), []);
}

#[test]
fn check_finds_left_sides_that_are_empty_or_too_large() {
    error("empty-left-side", "rules[0].lhs", |g| {
        g.rules[0] = rule("Grow", "", "2:B");
    });
    let many: String = (1..=65).map(|id| format!("{id}:A ")).collect();
    error("left-side-too-large", "rules[0].lhs.nodes", |g| g.rules[0].lhs = pattern(&many));
    let loops = "1:A".to_owned() + &" 1-p>1".repeat(257);
    error("left-side-too-large", "rules[0].lhs.edges", |g| g.rules[0].lhs = pattern(&loops));
    error("empty-choice", "rules[0].lhs.nodes[1]", |g| {
        g.rules[0].lhs.nodes[&ElementId(1)] = crate::grammar::SymbolPattern::AnyOf(Vec::new()).into();
    });
}

#[test]
fn check_finds_recipes_that_name_what_is_not_there() {
    let choose = |g: &mut Grammar, rules| {
        g.recipe.push(RecipeStep::apply(rules, Times::Exactly(1)));
    };
    let named = |name: &str| RuleChoice::Named(vec!["Grow".to_owned(), name.to_owned()]);
    error("unknown-rule", "recipe[1].rules", |g| choose(g, named("Growl")));
    error("unknown-tag", "recipe[1].rules", |g| choose(g, RuleChoice::Tag("grow".to_owned())));
    error("empty-choice", "recipe[1].rules", |g| choose(g, RuleChoice::Named(Vec::new())));
}

#[test]
fn check_finds_ranges_the_wrong_way_round() {
    error("range-backwards", "recipe[0].times", |g| {
        g.recipe[0] = RecipeStep::apply(RuleChoice::All, Times::Between(9, 6));
    });
    error("range-backwards", "alphabet.nodes[\"A\"].form.radius", |g| {
        g.alphabet.nodes["A"].form = Some(Form::Cave(Cave { radius: (8, 5), ..Cave::default() }));
    });
    let sizes = ["width", "height"].map(|field| format!("alphabet.nodes[\"A\"].form.{field}"));
    let expected = [("range-backwards", sizes[0].as_str()), ("range-backwards", sizes[1].as_str())];
    expect(&expected, Severity::Error, |g| {
        g.alphabet.nodes["A"].form = Some(Form::Hall(Hall { width: (9, 5), height: (7, 6) }));
    });
}

#[test]
fn check_finds_numbers_out_of_their_range() {
    let cave = |g: &mut Grammar, change: &dyn Fn(&mut Cave)| {
        let mut cave = Cave::default();
        change(&mut cave);
        g.alphabet.nodes["A"].form = Some(Form::Cave(cave));
    };
    let path = |field: &str| format!("alphabet.nodes[\"A\"].form.{field}");
    error("out-of-range", &path("wall_percent"), |g| cave(g, &|c| c.wall_percent = 101));
    error("out-of-range", &path("radius"), |g| cave(g, &|c| c.radius = (5, 65)));
    error("out-of-range", &path("smoothing"), |g| cave(g, &|c| c.smoothing = 51));
    error("out-of-range", &path("wall_above"), |g| cave(g, &|c| c.wall_above = 121));
    error("out-of-range", &path("open_below"), |g| cave(g, &|c| c.open_below = 121));
    error("out-of-range", &path("floors"), |g| {
        g.alphabet.nodes["A"].form = Some(Form::Walkers(Walkers { floors: 0, ..Walkers::default() }));
    });
    error("out-of-range", &path("neighbourhood"), |g| {
        cave(g, &|c| c.neighbourhood = Neighbourhood::Moore(6))
    });
    error("out-of-range", &path("floors"), |g| {
        g.alphabet.nodes["A"].form = Some(Form::Walkers(Walkers { floors: 0, ..Walkers::default() }));
    });
    error("out-of-range", &path("neighbourhood"), |g| {
        cave(g, &|c| c.neighbourhood = Neighbourhood::VonNeumann(0));
    });
    error("out-of-range", &path("chance_percent"), |g| {
        g.alphabet.nodes["A"].form = Some(Form::Room(Room { chance_percent: 101, otherwise: None }));
    });
    error("out-of-range", &path("otherwise.smoothing"), |g| {
        let otherwise = Some(Cave { smoothing: 99, ..Cave::default() });
        g.alphabet.nodes["A"].form = Some(Form::Room(Room { chance_percent: 50, otherwise }));
    });
    error("out-of-range", &path("width"), |g| {
        g.alphabet.nodes["A"].form = Some(Form::Hall(Hall { width: (0, 9), height: (3, 64) }));
    });
    error("out-of-range", "alphabet.edges[\"p\"].kind.width", |g| {
        g.alphabet.edges["p"].kind = PassageKind::corridor(6);
    });
    error("out-of-range", "start.width", |g| g.start = lattice_start(0, 256, "A", "p"));
    error("out-of-range", "layout.spacing.scale", |g| g.layout.spacing = Spacing::Fixed { scale: 2 });
    error("out-of-range", "layout.spacing.gap", |g| g.layout.spacing = Spacing::Elastic { gap: 33 });
    let sprawl = |length| Spacing::Sprawl { length, beside: SprawlNeighbour::Previous };
    error("out-of-range", "layout.spacing.length", |g| g.layout.spacing = sprawl((2, 65)));
    error("range-backwards", "layout.spacing.length", |g| g.layout.spacing = sprawl((7, 5)));
    for field in ["steps", "nodes", "edges"] {
        error("zero-limit", &format!("limits.{field}"), |g| match field {
            "steps" => g.limits.steps = 0,
            "nodes" => g.limits.nodes = 0,
            _ => g.limits.edges = 0,
        });
    }
}

#[test]
fn check_finds_a_start_that_is_empty_or_over_the_limits() {
    let empty = Start::Graph {
        nodes: IndexMap::new(),
        edges: Vec::new(),
        at: IndexMap::new(),
        drawn: IndexMap::new(),
    };
    let found = said(|g| g.start = empty.clone());
    assert_eq!(found[0], (Severity::Error, "empty-start", "start".to_owned()));
    warning("start-over-limit", "limits.nodes", |g| g.limits.nodes = 1);
    warning("start-over-limit", "limits.edges", |g| {
        g.start = lattice_start(10, 10, "A", "p");
        g.limits.edges = 179;
    });
}

#[test]
fn check_finds_alphabets_that_are_too_large() {
    let symbol = crate::mission::NodeSymbol::default();
    let found = said(|g| g.alphabet.nodes.extend((0..65_531).map(|n| (n.to_string(), symbol.clone()))));
    assert_eq!(found, [(Severity::Error, "too-many-symbols", "alphabet.nodes".to_owned())]);
}

#[test]
fn bends_of_a_corridor_that_wanders_are_ignored() {
    let winding = |bends, wander| {
        move |g: &mut Grammar| {
            let length = PassageLength::default();
            let kind = PassageKind::Corridor { width: 1, roughness: 0, length, bends, wander };
            g.alphabet.edges["p"].kind = kind;
            let choice = KindChoice { attribute: "x".to_owned(), value: "1".to_owned(), kind };
            g.alphabet.edges["q"].kinds = vec![choice];
        }
    };
    let expected = [
        ("bends-ignored", "alphabet.edges[\"p\"].kind.bends"),
        ("bends-ignored", "alphabet.edges[\"q\"].kinds[0].kind.bends"),
    ];
    expect(&expected, Severity::Warning, winding(2, 30));
    assert_eq!(said(winding(2, 0)), []);
    assert_eq!(said(winding(0, 30)), []);
}

#[test]
fn check_finds_symbols_that_contradict_themselves() {
    error("one-way-open", "alphabet.edges[\"p\"].one_way", |g| {
        g.alphabet.edges["p"].one_way = true;
        g.alphabet.edges["p"].kind = PassageKind::Open;
    });
    warning("relation-one-way", "alphabet.edges[\"p\"].one_way", |g| {
        g.alphabet.edges["p"].one_way = true;
        g.alphabet.edges["p"].role = EdgeRole::Opens;
    });
    warning("key-with-form", "alphabet.nodes[\"A\"].form", |g| {
        g.alphabet.nodes["A"].role = Some(NodeRole::Key);
        g.alphabet.nodes["A"].form = Some(Form::Room(Room::default()));
    });
    for role in [NodeRole::Start, NodeRole::Goal, NodeRole::Lock] {
        warning("place-without-form", "alphabet.nodes[\"A\"]", |g| {
            g.alphabet.nodes["A"].role = Some(role);
        });
    }
    warning("long-label", "alphabet.nodes[\"A\"].label", |g| {
        g.alphabet.nodes["A"].label = "ÄÖÜß".to_owned();
    });
}

#[test]
fn check_warns_of_rules_that_never_run_or_do_nothing() {
    warning("rule-never-runs", "rules[0].weight", |g| g.rules[0].weight = 0);
    warning("rule-never-runs", "rules[0].limit", |g| g.rules[0].limit = Some(0));
    warning("rule-without-effect", "rules[0].rhs", |g| {
        g.rules[0] = rule("Grow", "1:A 2:* 1-p>2 1-q-2", "1:A 2:= 2-=>1 1-p>2");
    });
    warning("lattice-without-sites", "rules[1].geometry", |g| {
        change_start(g, |at| {
            at.clear();
            None
        })
    });
    warning("empty-recipe", "recipe", |g| g.recipe.clear());
    warning("zero-times", "recipe[0].times", |g| {
        g.recipe[0] = RecipeStep::apply(RuleChoice::All, Times::Exactly(0));
    });
    warning("unused-rule", "rules[1]", |g| {
        let rules = RuleChoice::Named(vec!["Grow".to_owned()]);
        g.recipe[0] = RecipeStep::apply(rules, Times::UntilNone);
    });
}

#[test]
fn check_finds_drops_on_boards_without_loops() {
    let cards = |loops_percent, drops_percent| {
        move |g: &mut Grammar| {
            let cards = Cards { loops_percent, drops_percent, ..Cards::default() };
            g.alphabet.nodes["A"].form = Some(Form::Cards(cards));
        }
    };
    warning("drops-without-loops", "alphabet.nodes[\"A\"].form.drops_percent", cards(0, 10));
    assert_eq!(said(cards(10, 10)), []);
    assert_eq!(said(cards(0, 0)), []);
}

#[test]
fn check_finds_tiles_named_like_those_of_the_level() {
    for name in ["wall", "floor", "door", "gate", "drop", "secret door"] {
        error("reserved-tile-name", &format!("alphabet.tiles[\"{name}\"]"), |g| {
            g.alphabet.tiles.insert(name.to_owned(), Default::default());
        });
    }
    assert_eq!(
        said(|g| {
            g.alphabet.tiles.insert("moss".to_owned(), Default::default());
        }),
        []
    );
}

#[test]
fn check_escapes_names_in_paths() {
    warning("long-label", r#"alphabet.nodes["a \"b\" \\"].label"#, |g| {
        let symbol = crate::mission::NodeSymbol { label: "long".to_owned(), ..Default::default() };
        g.alphabet.nodes.insert(r#"a "b" \"#.to_owned(), symbol);
    });
}

#[test]
fn check_finds_an_error_exactly_where_the_engine_refuses_a_rule() {
    let (mut refused, cases) = (0, 2_000);
    for case in 0..cases {
        let random = &mut Seed(21).numbered(case).stream();
        let mut rule = if random.chance(50) { random_rule(random) } else { random_lattice_rule(random) };
        if random.chance(50) {
            rule = full(random, rule);
        }
        spoil(&mut rule, random);
        let mut grammar = sound();
        let ready = resolve_rule(&grammar.alphabet, &rule);
        grammar.rules[0] = rule;
        // A site without a node is a mistake, but does not prevent a rule from running.
        let is_serious =
            |found: &Diagnostic| found.severity == Severity::Error && found.code != "place-without-node";
        let errors: Vec<_> = check_grammar(&grammar).into_iter().filter(is_serious).collect();
        assert_eq!(ready.is_none(), !errors.is_empty(), "{errors:?} for {:#?}", grammar.rules[0]);
        refused += u64::from(ready.is_none());
    }
    assert!((cases / 4..cases * 3 / 4).contains(&refused), "{refused}");
}

/// Makes one mistake, or none.
fn spoil(rule: &mut Rule, random: &mut RandomStream) {
    let symbols = ["A", "Z", "p"];
    let symbol = (*random.pick(&symbols).expect("there are symbols")).to_owned();
    let id = ElementId(random.range(1, 6));
    match random.below(8) {
        0 => drop(rule.lhs.nodes.shift_remove(&id)),
        1 => drop(rule.rhs.nodes.shift_remove(&id)),
        2 => drop(rule.at.shift_remove(&id)),
        3 => drop(rule.at.insert(id, Site { x: 1, y: 1 })),
        4 => drop(rule.lhs.nodes.insert(id, SymbolPattern::Is(symbol).into())),
        5 => drop(rule.rhs.nodes.insert(id, SymbolReplacement::Keep.into())),
        6 => {
            let (symbol, to) = (SymbolReplacement::Keep, ElementId(random.range(1, 4)));
            rule.rhs.edges.push(EdgeReplacement { from: id, symbol, change: Vec::new(), to });
        }
        _ => {}
    }
}

#[test]
fn check_finds_mistakes_in_what_is_forbidden() {
    let forbid = |text: &'static str| move |g: &mut Grammar| g.rules[0].forbid = vec![pattern(text)];
    assert_eq!(said(forbid("1-p>1")), []);
    assert_eq!(said(forbid("3:B 1-p>3")), []);
    error("forbid-created", "rules[0].forbid[0].nodes[2]", forbid("2:B 1-p>2"));
    error("unknown-symbol", "rules[0].forbid[0].nodes[3]", forbid("3:Z"));
    assert_eq!(
        said(forbid("1-p>7")).first().map(|found| found.2.as_str()),
        Some("rules[0].forbid[0].edges[0]")
    );
    warning("forbids-everything", "rules[0].forbid[0]", forbid(""));
    warning("forbids-everything", "rules[0].forbid[0]", forbid("1:*"));
    warning("forbids-everything", "rules[0].forbid[0]", forbid("1:A"));
}

#[test]
fn check_looks_at_every_right_side() {
    let or = |text: &'static str| move |g: &mut Grammar| g.rules[0].or = vec![replacement(text)];
    assert_eq!(said(or("1:B")), []);
    error("keep-without-left", "rules[0].or[0].nodes[5]", or("1:= 5:="));
    error("missing-place", "rules[1].or[0].nodes[9]", |g| g.rules[1].or = vec![replacement("1:= 2:= 9:A")]);
    warning("rule-never-runs", "rules[0].rhs.weight", |g| g.rules[0].rhs.weight = 0);
    assert_eq!(said(|g| (or("1:B")(g), g.rules[0].rhs.weight = 0).1), []);
}

#[test]
fn check_lets_a_rule_be_turned_off() {
    assert_eq!(said(|g| (g.rules[0].enabled, g.rules[0].weight) = (false, 0)), []);
}

/// Returns the paths of the errors if every number of a form is too large: found and expected.
fn numbers_out_of_range(form: &Form) -> (Vec<String>, Vec<String>) {
    let mut grammar = sound();
    let symbol = &mut grammar.alphabet.nodes["A"];
    symbol.form = Some(form.clone());
    let mut expected = Vec::new();
    let above = PathRef::ROOT.field("alphabet");
    each_parameter(symbol, &mut |path, slot| {
        let path = ValuePath::from((above.entry("nodes", "A"), path)).to_string();
        match slot {
            Slot::Number(number, value) => {
                *value = number.most + 1;
                expected.push(path);
            }
            Slot::Range(number, value) => {
                *value = (number.most + 1, number.most + 2);
                expected.extend([path.clone(), path]);
            }
            _ => {}
        }
    });
    let found = check_grammar(&grammar).into_iter().filter(|found| found.code == "out-of-range");
    (found.map(|found| found.path.to_string()).collect(), expected)
}

#[test]
fn check_says_that_a_room_with_a_chance_may_be_a_default_cave() {
    let said = |chance_percent, otherwise: Option<Cave>| {
        said(|g| {
            let room = Room { chance_percent, otherwise: otherwise.clone() };
            g.alphabet.nodes["A"].form = Some(Form::Room(room));
        })
    };
    let path = "alphabet.nodes[\"A\"].form.chance_percent".to_owned();
    assert_eq!(said(50, None), [(Severity::Warning, "room-or-default-cave", path)]);
    assert_eq!(said(50, Some(Cave::default())), []);
    assert_eq!(said(100, None), []);
}

#[test]
fn check_notes_settings_with_which_caves_do_not_look_like_caves() {
    let noted = |wall_percent, smoothing, as_stand_in| {
        let cave = Cave { wall_percent, smoothing, ..Cave::default() };
        let form = if as_stand_in {
            Form::Room(Room { chance_percent: 50, otherwise: Some(cave) })
        } else {
            Form::Cave(cave)
        };
        let said = said(move |g| g.alphabet.nodes["A"].form = Some(form.clone()));
        assert!(said.iter().all(|(severity, ..)| *severity == Severity::Note));
        let field = |path: String| path.rsplit("form.").next().unwrap().to_owned();
        said.into_iter().map(|(_, code, path)| (code, field(path))).collect::<Vec<_>>()
    };
    let percent = |path: &str| vec![("unusual-wall-percent", path.to_owned())];
    assert_eq!(noted(29, 4, false), percent("wall_percent"));
    assert_eq!(noted(30, 4, false), []);
    assert_eq!(noted(65, 1, false), []);
    assert_eq!(noted(66, 4, true), percent("otherwise.wall_percent"));
    assert_eq!(noted(45, 0, false), [("unsmoothed-cave", "smoothing".to_owned())]);
}

#[test]
fn check_warns_of_walkers_whose_numbers_are_at_odds() {
    let walkers = |change: &dyn Fn(&mut Walkers)| {
        let mut walkers = Walkers::default();
        change(&mut walkers);
        said(|g| g.alphabet.nodes["A"].form = Some(Form::Walkers(walkers.clone())))
    };
    let codes = |change: &dyn Fn(&mut Walkers)| -> Vec<_> {
        walkers(change).into_iter().map(|(severity, code, _)| (severity, code)).collect()
    };
    assert_eq!(codes(&|_| ()), []);
    let more_floors = [(Severity::Warning, "more-floors-than-cells")];
    assert_eq!(codes(&|w| (w.reach, w.floors) = (3, 30)), more_floors);
    assert_eq!(codes(&|w| (w.reach, w.floors) = (3, 29)), []);
    let above = [(Severity::Warning, "chances-above-100")];
    assert_eq!(codes(&|w| w.back_percent = 73), above);
    assert_eq!(codes(&|w| w.back_percent = 72), []);
    assert_eq!(codes(&|w| w.block_3_percent = 51), above);
}

#[test]
fn numbers_of_every_parameter_are_checked() {
    let mut count = 0;
    for choice in Technique::default().choices() {
        let mut form = Form::of(Technique::default());
        form.choose(choice.label);
        let mut forms = vec![form.clone()];
        if let Form::Room(room) = &mut form {
            room.otherwise = Some(Cave::default());
            forms.push(form);
        }
        for form in forms {
            let (found, expected) = numbers_out_of_range(&form);
            assert_eq!(found, expected, "{form:?}");
            count += found.len();
        }
    }
    assert!(count > 15, "{count} numbers");
}
