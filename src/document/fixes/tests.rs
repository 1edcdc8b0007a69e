use std::fs;

use super::*;
use crate::base::{Seed, Severity};
use crate::document::test_project::{content, edited};
use crate::document::{
    AlphabetEdit, RoomsEdit, RuleSetting, RulesEdit, SettingsEdit, Symbol, rooms_for_symbol,
};
use crate::files::{load_project_from, print_grammar};
use crate::grammar::{
    CountBound, Grammar, RecipeStep, Requirement, RuleChoice, Scatter, Start, Times, UnmetAction,
    check_grammar, lint_grammar, testing,
};
use crate::mission::{Cave, Door, DoorwayFallback, EdgeRole, Form, PassageKind};
use crate::pipeline::{Pipeline, Request};
use crate::properties::{LevelProperty, MetricBound, MetricNumber, PropertyClaim};
use crate::rooms::{LegendEntry, SocketEntry, check_room_set, check_rooms_for};
use crate::settings::{Bridges, LayoutSettings, Spacing, SprawlNeighbour};
use std::path::Path;
use std::sync::Arc;

/// Returns the mistakes of a project without their prose, which is for people.
fn problems(content: &Content) -> Vec<Diagnostic> {
    found(content).into_iter().map(wordless).collect()
}

fn wordless(diagnostic: Diagnostic) -> Diagnostic {
    Diagnostic { message: String::new(), hint: None, ..diagnostic }
}

fn found(content: &Content) -> Vec<Diagnostic> {
    let mut found = check_grammar(&content.grammar);
    if found.iter().all(|diagnostic| diagnostic.severity != Severity::Error) {
        found.extend(lint_grammar(&content.grammar));
    }
    let sets: Vec<_> = content.rooms.iter().map(|rooms| rooms.set.as_ref()).collect();
    found.extend(sets.iter().flat_map(|set| check_room_set(set)));
    let together = check_rooms_for(&content.grammar.alphabet, &sets);
    found.extend(together.grammar);
    found.extend(together.sets.concat());
    found
}

fn edit_of(means: FixAction, content: &Content) -> Edit {
    match means {
        FixAction::Edit(edit) => edit,
        FixAction::RoomsFor(symbol) => {
            rooms_for_symbol(content, 0, &symbol).expect("it is formed by rooms").0
        }
        FixAction::Rooms { .. } | FixAction::Word { .. } => panic!("{means:?} is no edit"),
    }
}

/// Returns the test project with a mistake in its grammar.
fn with(change: impl FnOnce(&mut Grammar)) -> Content {
    let mut content = content();
    change(Arc::make_mut(&mut content.grammar));
    content
}

/// Applies the first fix to each diagnostic of a code until none is left. Returns the names of the fixes and
/// the result.
fn mend(mut content: Content, code: &str) -> (Vec<String>, Content) {
    let mut names = Vec::new();
    while let Some(problem) = problems(&content).into_iter().find(|problem| problem.code == code) {
        let fix =
            fixes(&problem, &content).into_iter().next().unwrap_or_else(|| panic!("no fix for {problem}"));
        let after = edited(&content, edit_of(fix.means, &content));
        assert_ne!(after, content, "{} changes nothing", fix.name);
        names.push(fix.name);
        content = after;
        assert!(names.len() < 20, "{names:?}");
    }
    assert!(!names.is_empty(), "no diagnostic has the code {code}");
    (names, content)
}

fn first_names(content: Content, code: &str) -> Vec<String> {
    mend(content, code).0
}

fn add(tag: RuleChoice) -> impl FnOnce(&mut Grammar) {
    |grammar| grammar.recipe.push(RecipeStep::apply(tag, Times::Exactly(1)))
}

#[test]
fn misspelt_symbols_get_the_name_that_was_meant_everywhere() {
    let node =
        Edit::Alphabet(AlphabetEdit::Rename { symbol: Symbol::Node("Hollow".into()), to: "Hollows".into() });
    let renamed = edited(&content(), node);
    let mut broken = content();
    Arc::make_mut(&mut broken.grammar).alphabet = renamed.grammar.alphabet.clone();
    let (names, mended) = mend(broken, "unknown-symbol");
    assert_eq!((names, mended == renamed), (vec!["Use \"Hollows\" instead".to_owned()], true));
    let edge = with(|grammar| {
        let path = grammar.alphabet.edges.shift_remove("path").unwrap();
        grammar.alphabet.edges.insert("paths".to_owned(), path);
    });
    assert_eq!(first_names(edge, "unknown-symbol"), ["Use \"paths\" instead"]);
}

#[test]
fn unknown_symbol_that_is_like_no_other_is_made() {
    let broken = with(|grammar| drop(grammar.alphabet.nodes.shift_remove("Hollow")));
    assert_eq!(first_names(broken, "unknown-symbol"), ["Make the symbol \"Hollow\""]);
    let broken = with(|grammar| drop(grammar.alphabet.edges.shift_remove("opens")));
    assert_eq!(first_names(broken, "unknown-symbol"), ["Make the symbol \"opens\""]);
}

#[test]
fn recipe_gets_the_rules_and_tags_that_were_meant() {
    let named = |name: &str| RuleChoice::Named(vec!["Grow".to_owned(), name.to_owned()]);
    assert_eq!(first_names(with(add(named("Loc"))), "unknown-rule"), ["Use \"Lock\" instead"]);
    assert_eq!(first_names(with(add(named("grow"))), "unknown-rule"), ["Apply rules with the tag \"grow\""]);
    assert_eq!(first_names(with(add(named("Elsewhere"))), "unknown-rule"), ["Delete \"Elsewhere\""]);
    let tag = |tag: &str| with(add(RuleChoice::Tag(tag.to_owned())));
    assert_eq!(first_names(tag("grwo"), "unknown-tag"), ["Use \"grow\" instead"]);
    assert_eq!(first_names(tag("Lock"), "unknown-tag"), ["Apply the rule \"Lock\""]);
    assert_eq!(first_names(with(add(RuleChoice::Named(vec![]))), "empty-choice"), ["Apply all rules"]);
}

#[test]
fn steps_that_do_nothing_do_something_or_go() {
    let times = |times| with(|grammar| grammar.recipe.push(RecipeStep::apply(RuleChoice::All, times)));
    assert_eq!(first_names(times(Times::Exactly(0)), "zero-times"), ["Do it once"]);
    assert_eq!(first_names(times(Times::Between(6, 2)), "range-backwards"), ["Swap minimum and maximum"]);
    let block = RecipeStep::Block { notes: String::new(), steps: vec![] };
    assert_eq!(first_names(with(|grammar| grammar.recipe.push(block)), "empty-steps"), ["Delete the step"]);
    let chance = RecipeStep::Chance {
        notes: String::new(),
        percent: 0,
        steps: vec![RecipeStep::apply(RuleChoice::All, Times::Exactly(1))],
    };
    assert_eq!(first_names(with(|grammar| grammar.recipe.push(chance)), "zero-chance"), ["Delete the step"]);
    let first = RecipeStep::Require {
        notes: String::new(),
        condition: Requirement::Nodes(CountBound::AtLeast(1)),
        otherwise: UnmetAction::Retry { times: 3 },
    };
    let retry = with(|grammar| grammar.recipe.insert(0, first));
    assert_eq!(first_names(retry, "retry-without-effect"), ["Stop at once instead"]);
    let empty = with(|grammar| grammar.recipe.clear());
    assert_eq!(first_names(empty, "empty-recipe"), ["Apply all rules, 5 to 8 times"]);
}

#[test]
fn rules_that_never_run_can_run_again() {
    let set =
        |setting| edited(&content(), Edit::Rules(RulesEdit::Set { rule: 0, name: "Grow".into(), setting }));
    assert_eq!(first_names(set(RuleSetting::Weight(0)), "rule-never-runs"), ["Give it a weight of 1"]);
    assert_eq!(first_names(set(RuleSetting::Limit(Some(0))), "rule-never-runs"), ["Delete the limit"]);
    let double = with(|grammar| grammar.rules[1].name = "Grow".to_owned());
    assert_eq!(first_names(double, "duplicate-rule-name"), ["Rename the second to \"Grow 2\""]);
    let unused = with(|grammar| drop(grammar.recipe.remove(1)));
    assert_eq!(first_names(unused, "unused-rule"), ["Apply it at the end"]);
}

#[test]
fn symbols_say_what_goes_together() {
    let path = |change: fn(&mut crate::mission::EdgeSymbol)| {
        with(|grammar| change(&mut grammar.alphabet.edges["path"]))
    };
    assert_eq!(first_names(path(|path| path.door = Door::Drop), "drop-both-ways"), ["Make it one way"]);
    let relation = with(|grammar| grammar.alphabet.edges["opens"].one_way = true);
    assert_eq!(first_names(relation, "relation-one-way"), ["Let it be walked both ways"]);
    let locked = |edge: &mut crate::mission::EdgeSymbol| edge.door = Door::Gate;
    let relation = with(|grammar| locked(&mut grammar.alphabet.edges["opens"]));
    assert_eq!(first_names(relation, "relation-door"), ["Give it a plain door"]);
    let open = |path: &mut crate::mission::EdgeSymbol| path.kind = PassageKind::Open;
    let border = with(|grammar| {
        let path = &mut grammar.alphabet.edges["path"];
        open(path);
        locked(path);
    });
    assert_eq!(first_names(border, "door-in-open"), ["Make it a corridor"]);
    let border = with(|grammar| {
        let path = &mut grammar.alphabet.edges["path"];
        open(path);
        path.one_way = true;
    });
    assert_eq!(first_names(border, "one-way-open"), ["Make it a corridor"]);
    let key = with(|grammar| {
        let form = grammar.alphabet.nodes["Entrance"].form.clone();
        grammar.alphabet.nodes["Key"].form = form;
    });
    assert_eq!(first_names(key, "key-with-form"), ["Make it an item"]);
    let backwards = with(|grammar| {
        let cave = Cave { radius: (9, 3), ..Cave::default() };
        grammar.alphabet.nodes["Hollow"].form = Some(Form::Cave(cave));
    });
    assert_eq!(first_names(backwards, "range-backwards"), ["Swap minimum and maximum"]);
    let long = with(|grammar| grammar.alphabet.nodes["Gate"].label = "Gate".to_owned());
    assert_eq!(first_names(long, "long-label"), ["Shorten it to \"Gat\""]);
    let unused = with(|grammar| drop(grammar.alphabet.nodes.insert("Pit".to_owned(), Default::default())));
    assert_eq!(first_names(unused, "unused-symbol"), ["Delete \"Pit\""]);
}

#[test]
fn symbol_without_a_room_gets_one() {
    let without = edited(&content(), Edit::Rooms(RoomsEdit::Remove("keep.ron".to_owned())));
    assert_eq!(first_names(without, "no-room-for-symbol"), ["Make a plain room for \"Gate\""]);
}

#[test]
fn symbol_without_cards_gets_some() {
    let without = with(|grammar| {
        grammar.alphabet.nodes["Gate"].form = Some(Form::Cards(crate::mission::Cards::default()))
    });
    assert_eq!(first_names(without, "no-card-for-symbol"), ["Make plain cards for \"Gate\""]);
}

/// Returns the diagnostics of a run of a project.
fn noticed(content: &Content) -> Vec<Diagnostic> {
    let rooms = content.rooms.iter().map(|rooms| rooms.set.clone()).collect();
    let request = Request::new(content.grammar.clone(), rooms, Seed(1));
    Pipeline::default().run(&request).diagnostics.into_iter().map(wordless).collect()
}

#[test]
fn scale_is_raised_to_what_would_do() {
    let layout = LayoutSettings { spacing: Spacing::Fixed { scale: 4 }, ..LayoutSettings::default() };
    let content = edited(&content(), Edit::Settings(SettingsEdit::Layout { what: "spacing", layout }));
    let problem = noticed(&content).into_iter().find(|problem| problem.code == "too-large").unwrap();
    let fix = fixes(&problem, &content).remove(0);
    assert!(fix.name.starts_with("Raise the scale to "), "{}", fix.name);
    let raised = edited(&content, edit_of(fix.means, &content));
    assert_ne!(raised, content);
    assert!(fixes(&problem, &raised).is_empty());
    let out_of_range = with(|grammar| grammar.layout.spacing = Spacing::Elastic { gap: 99 });
    assert_eq!(first_names(out_of_range, "out-of-range"), ["Lower the gap to 32"]);
    let sprawl = |length| {
        with(|grammar| grammar.layout.spacing = Spacing::Sprawl { length, beside: SprawlNeighbour::Parent })
    };
    assert_eq!(first_names(sprawl((9, 3)), "range-backwards"), ["Swap minimum and maximum"]);
    let within = "Keep the passage length between 1 and 64";
    assert_eq!(first_names(sprawl((0, 99)), "out-of-range"), [within]);
    let wall = with(|grammar| {
        let cave = Cave { wall_percent: 145, radius: (90, 8), ..Cave::default() };
        grammar.alphabet.nodes["Hollow"].form = Some(Form::Cave(cave));
    });
    let fixes = ["Lower the wall percentage to 100", "Keep the radius between 0 and 64"];
    assert_eq!(first_names(wall, "out-of-range"), fixes);
    let width = with(|grammar| grammar.alphabet.edges["path"].kind = PassageKind::corridor(0));
    assert_eq!(first_names(width, "out-of-range"), ["Raise the width to 1"]);
}

#[test]
fn bound_is_raised_to_what_the_level_takes() {
    let content = with(|grammar| {
        grammar.layout.spacing = Spacing::Compact { gap: 1 };
        grammar.layout.shape.bound = crate::settings::SizeLimit::Within { width: 200, height: 8 };
    });
    let problem = noticed(&content).into_iter().find(|problem| problem.code == "level-out-of-bound").unwrap();
    let fix = fixes(&problem, &content).remove(0);
    assert!(fix.name.starts_with("Raise the bound to 200 × "), "{}", fix.name);
    let raised = edited(&content, edit_of(fix.means, &content));
    assert!(noticed(&raised).iter().all(|problem| problem.code != "level-out-of-bound"));
}

#[test]
fn numbers_of_the_start_are_lowered_to_what_would_do() {
    let scatter = Scatter {
        width: 4,
        height: 300,
        start: "Entrance".to_owned(),
        exit: "Hollow".to_owned(),
        features: vec![("Hollow".to_owned(), 1)],
        count: (9, 9),
        distance: 9,
        edge: "path".to_owned(),
        crossing: "Hollow".to_owned(),
    };
    let start = |scatter| with(|grammar| grammar.start = Start::Scatter(scatter));
    assert_eq!(first_names(start(scatter.clone()), "out-of-range"), ["Lower the height to 256"]);
    let small = Scatter { height: 2, ..scatter };
    assert_eq!(first_names(start(small.clone()), "too-many-features"), ["Lower the number of features to 6"]);
    let far = Scatter { count: (1, 1), distance: 10, ..small };
    let fixes = ["Lower the distance from start to exit to 9"];
    assert_eq!(first_names(start(far), "distance-too-large"), fixes);
}

#[test]
fn passages_that_must_cross_may_cross() {
    let content = with(|grammar| {
        grammar.layout.bridges = Bridges::Forbid;
        grammar.rules.clear();
        grammar.recipe.clear();
        grammar.start = testing::start(
            "1:Entrance 2:Hollow 3:Hollow 4:Hollow 5:Hollow 1-path>2 1-path>3 1-path>4 1-path>5 2-path>3 2-path>4 2-path>5 3-path>4 3-path>5 4-path>5",
        );
    });
    for code in ["no-way", "in-conflict"] {
        let problem = noticed(&content).into_iter().find(|problem| problem.code == code).unwrap();
        let fix = fixes(&problem, &content).remove(0);
        assert_eq!(fix.name, "Let passages cross");
        assert_eq!(edited(&content, edit_of(fix.means, &content)).grammar.layout.bridges, Bridges::Allow);
    }
}

#[test]
fn corridors_may_stand_in_for_doorways_that_cannot_all_be_had() {
    let content = with(|grammar| {
        grammar.alphabet.edges["path"].kind = PassageKind::Doorway { otherwise: DoorwayFallback::Nothing };
        grammar.layout.spacing = Spacing::Compact { gap: 1 };
        grammar.rules.clear();
        grammar.recipe.clear();
        grammar.start = testing::start(
            "1:Entrance 2:Entrance 3:Entrance 4:Entrance 5:Entrance 1-path>2 1-path>3 1-path>4 1-path>5 2-path>3 2-path>4 2-path>5 3-path>4 3-path>5 4-path>5",
        );
    });
    let problem =
        noticed(&content).into_iter().find(|problem| problem.code == "doorways-in-conflict").unwrap();
    let fix = fixes(&problem, &content).remove(0);
    assert_eq!(fix.name, "Let corridors replace \"path\"");
    let mended = edited(&content, edit_of(fix.means, &content));
    assert!(noticed(&mended).iter().all(|problem| problem.code != "doorways-in-conflict"));
    assert!(fixes(&problem, &mended).is_empty());
}

#[test]
fn missing_room_set_is_taken_out_of_the_list() {
    let content = with(|grammar| grammar.rooms.push("none.ron".to_owned()));
    let text = print_grammar(&content.grammar);
    let project = load_project_from(text.as_bytes(), Path::new("no/such/folder"), &[]).unwrap();
    let missing = project.diagnostics().into_iter().map(wordless);
    let missing = missing.filter(|problem| problem.code == "missing-room-set");
    let names: Vec<String> =
        missing.flat_map(|problem| fixes(&problem, &content)).map(|fix| fix.name).collect();
    assert_eq!(names, ["Delete \"keep.ron\" from the list", "Delete \"none.ron\" from the list"]);
}

#[test]
fn misspelt_kinds_of_sockets_are_mended_where_they_are_named() {
    let content = with(|grammar| {
        let path = grammar.alphabet.edges.values_mut().find(|symbol| symbol.role == EdgeRole::Passage);
        path.unwrap().socket = Some("mane door".to_owned());
    });
    let mut content = content;
    let set = Arc::make_mut(&mut content.rooms[0].set);
    let entry =
        LegendEntry::Socket(SocketEntry { kind: Some("main door".to_owned()), ..SocketEntry::default() });
    set.legend.insert('=', entry);
    let (names, mended) = mend(content, "unknown-socket-kind");
    assert_eq!(names, ["Use \"main door\" instead"]);
    assert!(problems(&mended).iter().all(|problem| !problem.code.ends_with("socket-kind")));
}

#[test]
fn room_set_that_was_meant_is_offered_first() {
    let content = with(|grammar| grammar.rooms = vec!["celar.ron".to_owned()]);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("cellar.ron"), "").unwrap();
    let text = print_grammar(&content.grammar);
    let project = load_project_from(text.as_bytes(), folder.path(), &[]).unwrap();
    let mut missing = project.diagnostics().into_iter().map(wordless);
    let missing = missing.find(|problem| problem.code == "missing-room-set").unwrap();
    let first = fixes(&missing, &content).remove(0);
    assert_eq!(first.name, "Use \"cellar.ron\" instead");
    assert!(matches!(first.means, FixAction::Rooms { instead_of, name }
        if instead_of == "celar.ron" && name == "cellar.ron"));
}

#[test]
fn diagnostic_of_another_state_of_the_project_breaks_nothing() {
    let broken = with(|grammar| {
        grammar.alphabet.nodes.clear();
        grammar.alphabet.edges.clear();
        grammar.recipe.push(RecipeStep::apply(RuleChoice::Tag("none".into()), Times::Exactly(0)));
    });
    let empty = with(|grammar| {
        grammar.rules.clear();
        grammar.recipe.clear();
    });
    for problem in problems(&broken) {
        fixes(&problem, &empty);
        fixes(&problem, &content());
    }
}

#[test]
fn properties_are_mended() {
    let metric =
        |name: &str, value| LevelProperty::new(PropertyClaim::Metric { metric: name.to_owned(), value });
    let with_all = |properties: &[LevelProperty]| {
        let properties = properties.to_vec();
        with(|grammar| grammar.properties = properties)
    };
    let few = metric("dead_ends", MetricBound::AtMost(MetricNumber::Whole(3)));
    let misspelt = metric("dead_end", MetricBound::AtMost(MetricNumber::Whole(3)));
    let (names, content) = mend(with_all(&[misspelt]), "unknown-metric");
    assert_eq!(names, ["Use \"dead_ends\" instead"]);
    assert_eq!(content.grammar.properties, std::slice::from_ref(&few));
    let (names, content) = mend(with_all(&[few.clone(), few.clone()]), "double-property");
    assert_eq!((names, &content.grammar.properties), (vec!["Delete the property".to_owned()], &vec![few]));
    let ends = (MetricNumber::Whole(2), MetricNumber::Percent(50));
    let backwards = metric("choice", MetricBound::Between(ends.0, ends.1));
    let (names, content) = mend(with_all(&[backwards]), "range-backwards");
    assert_eq!(names, ["Swap minimum and maximum"]);
    let sorted = metric("choice", MetricBound::Between(ends.1, ends.0));
    assert_eq!(content.grammar.properties, [sorted]);
    let any = metric("places", MetricBound::AtLeast(MetricNumber::Whole(0)));
    assert_eq!(first_names(with_all(&[any]), "property-always-holds"), ["Delete the property"]);
}
