//! The panes with forms: symbols, rules, recipe, settings, problems.

use delvewright::grammar::{
    DistanceOrigin, Grammar, LocksOnWay, MatchPreference, RecipeStep, RuleChoice, Times,
};
use delvewright::mission::Technique;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};

use super::{Window, app, click_tab, file_with, settle, window, window_with};

pub(super) fn grammar(window: &Window) -> Grammar {
    Grammar::clone(app(window).document().grammar())
}

fn undo_name(window: &Window) -> Option<String> {
    app(window).document().undo_name().map(str::to_owned)
}

/// Clicks a widget, after scrolling to it if necessary.
pub(super) fn click(window: &mut Window, name: &str) {
    reach(window, name);
    super::click(window, name);
}

fn reach(window: &mut Window, name: &str) {
    window.get_by_label(name).scroll_to_me();
    window.run();
}

/// Replaces the text of a field and leaves the field.
pub(super) fn retype(window: &mut Window, field: &str, text: &str) {
    window.get_by_role_and_label(Role::TextInput, field).focus();
    window.run();
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.get_by_role_and_label(Role::TextInput, field).type_text(text);
    window.run();
    window.key_press(Key::Enter);
    settle(window);
}

/// Opens a list or a menu and clicks an item.
pub(super) fn choose(window: &mut Window, list: &str, item: &str) {
    reach(window, list);
    window.get_by_label(list).click();
    window.run();
    let items: Vec<_> = window.query_all_by_label(item).collect();
    items.last().expect("the item is there").click();
    settle(window);
}

fn is_there(window: &Window, name: &str) -> bool {
    window.query_all_by_label(name).next().is_some()
}

#[test]
fn every_form_comes_to_rest() {
    let mut window = window();
    for pane in ["Symbols", "Recipe", "Rules", "Problems", "Settings"] {
        click_tab(&mut window, pane);
    }
}

#[test]
fn symbol_is_added_and_its_form_opens() {
    let mut window = window();
    click_tab(&mut window, "Symbols");
    let before = grammar(&window).alphabet.nodes.len();
    click(&mut window, "Add node symbol");
    assert_eq!(grammar(&window).alphabet.nodes.len(), before + 1);
    assert_eq!(undo_name(&window).as_deref(), Some("Add symbol \"Place\""));
    retype(&mut window, "Name of Place", "Shrine");
    assert!(grammar(&window).alphabet.nodes.contains_key("Shrine"));
    choose(&mut window, "Role of Shrine", "Goal");
    assert_eq!(undo_name(&window).as_deref(), Some("Set role of \"Shrine\""));
    click(&mut window, "Rust for colour of Shrine");
    assert_eq!(undo_name(&window).as_deref(), Some("Set colour of \"Shrine\""));
    click(&mut window, "Add attribute to Shrine");
    assert_eq!(grammar(&window).alphabet.nodes["Shrine"].attributes.len(), 1);
    click(&mut window, "Delete symbol Shrine");
    assert_eq!(grammar(&window).alphabet.nodes.len(), before);
}

#[test]
fn symbol_gets_another_form_for_a_value() {
    let mut window = window();
    click_tab(&mut window, "Symbols");
    click(&mut window, "Symbol Cave");
    click(&mut window, "Add row to forms by value of Cave");
    retype(&mut window, "Attribute of row 1 of Cave", "ground");
    retype(&mut window, "Value of row 1 of Cave", "stone");
    choose(&mut window, "Form of row 1 of Cave", "Hall");
    let forms = |window: &Window| grammar(window).alphabet.nodes["Cave"].forms.clone();
    assert_eq!((forms(&window)[0].attribute.as_str(), forms(&window)[0].value.as_str()), ("ground", "stone"));
    assert_eq!(forms(&window)[0].form.technique(), Technique::Hall);
    assert_eq!(undo_name(&window).as_deref(), Some("Set form of \"Cave\""));
    assert!(app(&window).run_view().level().is_some());
    click(&mut window, "Delete row 1 of Cave");
    assert_eq!(forms(&window), []);
}

#[test]
fn renamed_symbol_is_renamed_in_rules() {
    let mut window = window();
    click_tab(&mut window, "Symbols");
    click(&mut window, "Symbol Treasury");
    retype(&mut window, "Name of Treasury", "Hoard");
    let grammar = grammar(&window);
    let text = format!("{:?} {:?}", grammar.rules, grammar.start);
    assert!(text.contains("\"Hoard\"") && !text.contains("\"Treasury\""), "{text}");
    assert!(
        app(&window).document().rooms().iter().all(|rooms| rooms
            .set
            .rooms
            .iter()
            .all(|room| room.symbol != "Treasury"))
    );
    assert!(app(&window).run_view().level().is_some());
    // The form stays open and leads to the uses of the symbol.
    click(&mut window, "Rule \"Lock the treasury\"");
    assert_eq!(app(&window).view().shared.open.rule, 0);
}

#[test]
fn name_that_is_taken_is_refused() {
    let mut window = window();
    click_tab(&mut window, "Symbols");
    click(&mut window, "Symbol Gate");
    retype(&mut window, "Name of Gate", "Cave");
    assert!(grammar(&window).alphabet.nodes.contains_key("Gate"));
    assert_eq!(undo_name(&window), None);
}

#[test]
fn symbol_is_dragged_to_another_place() {
    let mut window = window();
    click_tab(&mut window, "Symbols");
    let from = window.get_by_label("Symbol Key").rect().center();
    let to = window.get_by_label("Symbol Entrance").rect().center_top() + egui::vec2(0.0, 3.0);
    window.hover_at(from);
    window.step();
    window.drag_at(from);
    window.step();
    for share in [0.3, 0.6, 1.0] {
        window.hover_at(from.lerp(to, share));
        window.step();
    }
    window.drop_at(to);
    settle(&mut window);
    assert_eq!(grammar(&window).alphabet.nodes.first().map(|(name, _)| name.as_str()), Some("Key"));
    assert_eq!(undo_name(&window).as_deref(), Some("Move \"Key\""));
    assert!(app(&window).run_view().level().is_some());
}

#[test]
fn room_set_is_made_from_symbols() {
    let mut window = window();
    click_tab(&mut window, "Symbols");
    let before = app(&window).document().rooms().len();
    let button = window.get_by_label_contains("Create room set from symbols");
    button.click();
    settle(&mut window);
    assert_eq!(app(&window).document().rooms().len(), before + 1);
    assert!(app(&window).run_view().level().is_some());
}

#[test]
fn rule_is_added_renamed_turned_off_and_moved() {
    let mut window = window();
    click_tab(&mut window, "Rules");
    let before = grammar(&window).rules.len();
    click(&mut window, "Add rule");
    assert_eq!(grammar(&window).rules.len(), before + 1);
    assert_eq!(app(&window).view().shared.open.rule, before);
    retype(&mut window, "Name of rule 1", "Close the treasury");
    assert_eq!(grammar(&window).rules[0].name, "Close the treasury");
    let recipe = format!("{:?}", grammar(&window).recipe);
    assert!(recipe.contains("Close the treasury"), "{recipe}");
    click(&mut window, "Close the treasury may run");
    assert!(!grammar(&window).rules[0].enabled);
    choose(&mut window, "More for Close the treasury", "Move down");
    assert_eq!(grammar(&window).rules[1].name, "Close the treasury");
    choose(&mut window, "More for Close the treasury", "Duplicate");
    assert_eq!(grammar(&window).rules[2].name, "Close the treasury copy");
    choose(&mut window, "More for Close the treasury copy", "Delete");
    assert_eq!(grammar(&window).rules.len(), before + 1);
}

#[test]
fn rule_says_more_in_its_details() {
    let mut window = window();
    click_tab(&mut window, "Rules");
    let name = grammar(&window).rules[0].name.clone();
    click(&mut window, &format!("Details of {name}"));
    retype(&mut window, &format!("Tags of {name}"), "lock, first");
    assert_eq!(grammar(&window).rules[0].tags, ["lock", "first"]);
    click(&mut window, &format!("Limit per level of {name}"));
    assert_eq!(grammar(&window).rules[0].limit, None);
}

#[test]
fn recipe_is_built_step_by_step() {
    let mut window = window();
    click_tab(&mut window, "Recipe");
    let before = grammar(&window).recipe.len();
    choose(&mut window, "Add step", "Repeat steps");
    assert!(matches!(grammar(&window).recipe[before], RecipeStep::Repeat { .. }));
    let repeat = (before + 1).to_string();
    choose(&mut window, &format!("Add step in {repeat}"), "Apply rules");
    // The rules are chosen before the step exists.
    click(&mut window, "All rules");
    let inner = format!("step {repeat}.1");
    choose(&mut window, &format!("Rules of {inner}"), "Those with a tag");
    click(&mut window, &format!("Tag of {inner}: branch"));
    choose(&mut window, &format!("Repetitions of {inner}"), "A range of times");
    let expected = RecipeStep::apply(RuleChoice::Tag("branch".into()), Times::Between(1, 4));
    let steps = |window: &Window| match &grammar(window).recipe[before] {
        RecipeStep::Repeat { steps, .. } => steps.clone(),
        other => panic!("a repetition, not {other:?}"),
    };
    assert_eq!(steps(&window), std::slice::from_ref(&expected));
    assert!(is_there(&window, &format!("Step {repeat}.1: Apply 1 to 4 rules tagged \"branch\"")));
    click(&mut window, &format!("Duplicate {inner}"));
    assert_eq!(steps(&window), [expected.clone(), expected.clone()]);
    click(&mut window, &format!("Move step {repeat}.2 out of the step around it"));
    assert_eq!(steps(&window), std::slice::from_ref(&expected));
    assert_eq!(grammar(&window).recipe[before + 1], expected);
    click(&mut window, &format!("Delete step {}", before + 2));
    assert_eq!(grammar(&window).recipe.len(), before + 1);
}

#[test]
fn quick_fix_mends_a_misspelt_symbol() {
    let example = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars/first_lock.ron");
    let text = std::fs::read_to_string(example).unwrap();
    let broken =
        text.replacen("2: \"Treasury\"}, edges", "2: \"Tresury\"}, edges", 1).replace("../rooms/", "rooms/");
    assert_ne!(broken, text);
    let (folder, path) = file_with(&broken);
    let rooms = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("rooms/cellar.ron");
    std::fs::create_dir(folder.path().join("rooms")).unwrap();
    std::fs::copy(rooms, folder.path().join("rooms/cellar.ron")).unwrap();
    let mut window = window_with(Some(path));
    assert!(app(&window).run_view().level().is_none());
    click(&mut window, "Use \"Treasury\" instead");
    assert!(app(&window).run_view().level().is_some());
    assert!(is_there(&window, "No problems"));
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    assert!(is_there(&window, "Use \"Treasury\" instead"));
}

#[test]
fn problem_leads_to_its_culprit() {
    let mut window = window();
    click_tab(&mut window, "Symbols");
    click(&mut window, "Symbol Gate");
    click(&mut window, "Delete symbol Gate");
    let tabs: Vec<_> = window.query_all_by_label_contains("Problems ").collect();
    tabs.first().expect("the tab counts them").click();
    settle(&mut window);
    let is_link = |node: &egui_kittest::Node<'_>| node.accesskit_node().label().is_some();
    let links = window.query_all_by_label_contains("Rule \"Lock the treasury\"");
    links.into_iter().find(is_link).expect("a link").click();
    settle(&mut window);
    assert_eq!(app(&window).view().shared.open.rule, 0);
}

#[test]
fn settings_name_the_grammar() {
    let mut window = window();
    click_tab(&mut window, "Settings");
    retype(&mut window, "Name", "My first");
    assert_eq!(app(&window).document().title(), "My first");
    assert_eq!(undo_name(&window).as_deref(), Some("Rename the grammar"));
}

#[test]
fn parameters_of_symbols_can_be_set_in_the_settings_too() {
    let mut window = window();
    click_tab(&mut window, "Settings");
    window.get_by_role_and_label(Role::Slider, "Gap");
    click(&mut window, "Parameters of Cave");
    window.get_by_role_and_label(Role::Slider, "Smoothing of Cave").focus();
    window.run();
    window.key_press(Key::ArrowRight);
    settle(&mut window);
    assert_eq!(undo_name(&window).as_deref(), Some("Set smoothing of \"Cave\""));
}

#[test]
fn readings_name_the_values_before_the_last_change() {
    let mut window = window();
    click_tab(&mut window, "Settings");
    assert!(app(&window).run_view().readings_before.is_none());
    click(&mut window, "Parameters of Cave");
    for _ in 0..12 {
        window.get_by_role_and_label(Role::Slider, "Wall percentage of Cave").focus();
        window.run();
        window.key_press(Key::ArrowRight);
        settle(&mut window);
        let view = app(&window).run_view();
        let (before, now) = (view.readings_before.clone().unwrap(), view.readings.clone().unwrap());
        let [before, now] = [before, now].map(|readings| readings.floors["Cave"].average());
        if before != now {
            let was = format!("was {before}");
            window.query_all_by_label(&was).next().expect("the floor before");
            return;
        }
    }
    panic!("more walls leave less floor");
}

#[test]
fn matches_of_a_rule_can_be_preferred() {
    let mut window = window();
    click_tab(&mut window, "Rules");
    let name = grammar(&window).rules[0].name.clone();
    click(&mut window, &format!("Details of {name}"));
    choose(&mut window, &format!("Preferred match of {name}"), "The farthest");
    choose(&mut window, &format!("Locks on the way of {name}"), "Closed");
    let preferred = grammar(&window).rules[0].prefer.expect("a preference");
    assert_eq!(preferred.ways(), (DistanceOrigin::Start, LocksOnWay::Closed));
    assert!(matches!(preferred, MatchPreference::Farthest { .. }));
    choose(&mut window, &format!("Preferred match of {name}"), "Any");
    assert_eq!(grammar(&window).rules[0].prefer, None);
}

#[test]
fn rule_that_is_too_large_for_a_picture_leads_to_its_drawing() {
    let nodes = |what: &str| (1..=40).map(|id| format!("{id}: {what}, ")).collect::<String>();
    let edges = (1..40).map(|id| format!("({id}, \"path\", {}), ", id + 1)).collect::<String>();
    let large = format!(
        "rules: [(name: \"Large\", lhs: (nodes: {{{}}}, edges: [{edges}]), rhs: (nodes: {{{}}}, edges: [{edges}])),",
        nodes("Any"),
        nodes("Keep")
    );
    let example = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars/first_lock.ron");
    let text = std::fs::read_to_string(example).unwrap().replacen("rules: [", &large, 1);
    let (_folder, path) = file_with(&text.replace("../rooms/", "rooms/"));
    let mut window = window_with(Some(path));
    click_tab(&mut window, "Rules");
    assert!(!is_there(&window, "Picture of Large"));
    window.get_by_label_contains("158 nodes and edges").click();
    settle(&mut window);
    window.get_by_label("Node 40 of Before: any");
}
