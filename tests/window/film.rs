//! The making of the level, shown on the timeline of the mission.

use delvewright::pipeline::LevelHistoryStage;
use delvewright::space::FormingStage;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::*;

/// Returns the stage after which the level is shown, and the number of cells that it changed.
fn stage_of(window: &Window) -> Option<(LevelHistoryStage, usize)> {
    let film = &app(window).view().shared.film.level;
    let step = &film.level_history()?.steps[film.step()?.checked_sub(1)?];
    Some((step.stage.clone(), step.changes.len()))
}

/// Returns the accessible name of a node; for labels this is the value.
fn text_of(node: &egui_kittest::Node<'_>) -> String {
    let node = node.accesskit_node();
    node.label().or_else(|| node.value()).unwrap_or_default()
}

fn go_to(window: &mut Window, stage: &str) {
    click(window, "Stages");
    let name = text_of(&window.get_by_label_contains(&format!("{stage}: ")));
    click(window, &name);
}

#[test]
fn stage_of_the_level_is_gone_to_and_says_what_it_did() {
    let mut window = window();
    go_to(&mut window, "Seals");
    let (stage, changed) = stage_of(&window).expect("a stage");
    assert_eq!(stage, LevelHistoryStage::Formed(FormingStage::Seals));
    let words = format!("{changed} cells changed");
    assert!(changed > 1 && window.query_all_by_label_contains(&words).next().is_some(), "{words}");
    click(&mut window, "Next stage");
    assert_eq!(stage_of(&window).expect("a stage").0, LevelHistoryStage::Formed(FormingStage::Fill));
    click(&mut window, "Stage before");
    assert_eq!(stage_of(&window).expect("a stage").0, LevelHistoryStage::Formed(FormingStage::Seals));
    click(&mut window, "Finished level");
    assert_eq!(stage_of(&window), None);
    assert!(window.query_all_by_label_contains("Level so far").next().is_none());
}

#[test]
fn steps_of_the_derivation_lead_on_into_the_level_and_back() {
    let mut window = window();
    click(&mut window, "One step back");
    let film = &app(&window).view().shared.film;
    let (mission, length) = (film.mission_length(), film.length());
    assert!(length > mission && film.step() == length - 1);
    click(&mut window, "To the start");
    for _ in 0..mission {
        click(&mut window, "One step on");
    }
    assert_eq!(stage_of(&window), None);
    click(&mut window, "One step on");
    assert_eq!(stage_of(&window), Some((LevelHistoryStage::Layout, 0)));
    assert!(app(&window).view().shared.film.shown().is_none(), "the final mission is shown");
    click(&mut window, "One step back");
    assert_eq!(stage_of(&window), None);
    assert_eq!(app(&window).view().shared.film.step(), mission);
}

#[test]
fn last_stage_on_the_timeline_is_the_level() {
    let mut window = window();
    let line = window.get_by_role_and_label(Role::Slider, "Step of the derivation and the level").rect();
    for share in [0.7, 0.8, 0.9, 1.0] {
        window.hover_at(line.left_center() + egui::vec2(line.width() * share, 0.0));
        window.step();
        window.drag_at(line.left_center() + egui::vec2(line.width() * share, 0.0));
        window.step();
        window.drop_at(line.left_center() + egui::vec2(line.width() * share, 0.0));
        settle(&mut window);
    }
    let film = &app(&window).view().shared.film;
    assert_eq!(film.step(), film.length());
    let (frame, _) = film.level.frame().expect("the last stage");
    assert_eq!(Some(&frame.level), app(&window).run_view().level());
}

#[test]
fn stage_stays_when_a_parameter_changes_the_level_under_it() {
    let mut window = window();
    click_tab(&mut window, "Settings");
    go_to(&mut window, "Seals");
    let before = app(&window).view().shared.film.level.frame().expect("a stage").0.level.clone();
    window.get_by_role_and_label(Role::Slider, "Gap").focus();
    window.run();
    window.key_press(egui::Key::ArrowRight);
    settle(&mut window);
    settle(&mut window);
    assert_eq!(stage_of(&window).expect("a stage").0, LevelHistoryStage::Formed(FormingStage::Seals));
    let after = app(&window).view().shared.film.level.frame().expect("a stage").0.level.clone();
    assert_ne!(before.tiles, after.tiles);
}

#[test]
fn cells_of_a_stage_say_what_may_become_of_them() {
    let mut window = window();
    go_to(&mut window, "Seals");
    let map = window.get_by_label("Level map").rect();
    let mut found = false;
    for x in 0..40 {
        window.hover_at(map.left_center() + egui::vec2(map.width() * x as f32 / 40.0, 0.0));
        window.step();
        window.step();
        found |= window.query_all_by_label_contains("for good").next().is_some();
    }
    assert!(found, "a cell says that it is open or wall for good");
}

#[test]
fn stages_say_how_much_they_did_and_how_long_it_took() {
    let mut window = window();
    click(&mut window, "Stages");
    let rows = |window: &Window| -> Vec<String> {
        window.query_all_by_label_contains(" ms").map(|node| text_of(&node)).collect()
    };
    let run = app(&window).run_view().run.clone().expect("a run");
    let applied = run.derivation.expect("a derivation").steps.len();
    let before = rows(&window);
    let row = |rows: &[String], name: &str| rows.iter().find(|row| row.starts_with(name)).cloned();
    let derive = row(&before, "Derive: ").unwrap_or_else(|| panic!("{before:?}"));
    assert!(derive.starts_with(&format!("Derive: {applied} rules applied; ")), "{derive}");
    for name in ["Check: ", "Layout: ", "Form: ", "Populate: ", "Verify: "] {
        assert!(row(&before, name).is_some(), "{name} in {before:?}");
    }
    window.get_by_label(&derive).hover();
    settle(&mut window);
    window.get_by_label_contains("The recipe runs: its rules let the mission grow");
    click(&mut window, "Stages");
    assert_eq!(rows(&window), Vec::<String>::new(), "the list is closed");
    click_tab(&mut window, "Settings");
    window.get_by_role_and_label(Role::Slider, "Gap").focus();
    window.run();
    window.key_press(egui::Key::ArrowRight);
    settle(&mut window);
    click(&mut window, "Stages");
    let after = rows(&window);
    assert!(row(&after, "Derive: ").expect("a row").ends_with("kept"), "{after:?}");
    assert!(row(&after, "Layout: ").expect("a row").ends_with("changed"), "{after:?}");
}

#[test]
fn steps_of_the_recipe_say_what_they_did_in_the_last_run() {
    let mut window = window();
    click_tab(&mut window, "Recipe");
    click(&mut window, "Step 1: Apply \"Lock the treasury\", once");
    let says = |window: &Window, words: &str| window.query_all_by_label_contains(words).next().is_some();
    assert!(says(&window, "Last run: carried out once, 1 rule applied, in "));
}

#[test]
fn rule_that_was_not_applied_says_why_and_leads_to_its_step() {
    let mut window = window();
    let counts = app(&window).run_view().rule_counts.clone();
    let grammar = app(&window).document().grammar().clone();
    let absent = grammar.rules.iter().position(|rule| counts[&rule.name] == 0).expect("one was not applied");
    let applied = grammar.rules.iter().position(|rule| counts[&rule.name] > 0).expect("one was applied");
    click_tab(&mut window, "Rule");
    let open = |window: &mut Window, rule: usize| {
        while app(window).view().shared.open.rule != rule {
            let is_behind = app(window).view().shared.open.rule < rule;
            click(window, if is_behind { "Next rule" } else { "Previous rule" });
        }
    };
    open(&mut window, applied);
    assert!(window.query_by_label("Why was it not applied?").is_none());
    open(&mut window, absent);
    click(&mut window, "Why was it not applied?");
    let says = window.query_all_by_label_contains("of the recipe: ").next();
    assert!(says.is_some(), "{}", grammar.rules[absent].name);
    let link = window.query_all_by_label_contains("Show step ").next().expect("a link");
    link.click_accesskit();
    settle(&mut window);
    assert!(app(&window).view().shared.open.step.is_some());
}

/// Returns the names of everything that is marked as part of the last selection.
fn marked(window: &Window) -> Vec<String> {
    let named = window.query_all_by_label_contains("Belongs to the selection: ");
    named.map(|node| text_of(&node)).collect()
}

#[test]
fn node_that_is_selected_marks_its_rule_its_step_its_symbol_and_its_room() {
    let mut window = window();
    let run = app(&window).run_view().run.clone().expect("a run");
    let derivation = run.derivation.expect("a derivation");
    let level = run.level.expect("a level");
    let place = level.places.iter().find(|place| {
        let node = derivation.mission.node(place.node).expect("it is there");
        place.template.is_some() && node.made_by > 0
    });
    let place = place.expect("a room that a rule made");
    let step = &derivation.steps[derivation.mission.node(place.node).unwrap().made_by as usize - 1];
    let name = app(&window).run_view().mission.nodes.iter().find(|node| node.id == place.node);
    let name = name.expect("it is drawn").tooltip[0].clone();
    click(&mut window, &name);
    click_tab(&mut window, "Rules");
    let rule = &run.request.grammar.rules[step.rule].name;
    assert_eq!(marked(&window), [format!("Belongs to the selection: {rule}")]);
    click_tab(&mut window, "Recipe");
    assert!(marked(&window)[0].starts_with("Belongs to the selection: step "));
    click_tab(&mut window, "Symbols");
    assert_eq!(marked(&window), [format!("Belongs to the selection: {}", place.symbol)]);
    click_tab(&mut window, "Rooms");
    let template = place.template.as_deref().and_then(|name| name.split('/').next_back()).unwrap();
    assert_eq!(marked(&window), [format!("Belongs to the selection: {template}")]);
}

#[test]
fn rule_that_is_selected_marks_its_steps_and_lights_what_it_made() {
    let mut window = window();
    let counts = app(&window).run_view().rule_counts.clone();
    let grammar = app(&window).document().grammar().clone();
    let rule = grammar.rules.iter().position(|rule| counts[&rule.name] > 0).expect("one was applied");
    click_tab(&mut window, "Rules");
    click(&mut window, &format!("Picture of {}", grammar.rules[rule].name));
    let derivation = app(&window).run_view().run.as_ref().unwrap().derivation.clone().unwrap();
    let related = app(&window).view().shared.related.marks().nodes.clone();
    let made: Vec<_> = derivation
        .mission
        .nodes()
        .filter(|(_, node)| node.made_by > 0 && derivation.steps[node.made_by as usize - 1].rule == rule)
        .map(|(id, _)| id)
        .collect();
    assert!(!made.is_empty() && made.iter().all(|id| related.contains(id)), "{made:?}, {related:?}");
    click_tab(&mut window, "Recipe");
    assert!(!marked(&window).is_empty());
}

#[test]
fn symbol_that_no_node_has_says_why() {
    let mut window = window();
    let derivation = app(&window).run_view().run.as_ref().unwrap().derivation.clone().unwrap();
    let is_there = |name: &str| {
        let number = derivation.alphabet.node_id(name);
        derivation.mission.nodes().any(|(_, node)| Some(node.symbol) == number)
    };
    let names: Vec<&String> = derivation.alphabet.nodes.keys().collect();
    let (there, absent): (Vec<&&String>, Vec<&&String>) = names.iter().partition(|name| is_there(name));
    click_tab(&mut window, "Symbols");
    click(&mut window, &format!("Symbol {}", there[0]));
    assert!(window.query_by_label("Why is there none?").is_none());
    if let Some(absent) = absent.first() {
        click(&mut window, &format!("Symbol {absent}"));
        assert!(window.query_by_label("Why is there none?").is_some());
    }
}
