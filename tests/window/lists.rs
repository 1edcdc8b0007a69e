//! Rules as lines and in groups, how they get into the recipe, and the display of recipe steps.

use delvewright::grammar::{RecipeStep, RuleChoice, Times};
use egui_kittest::kittest::Queryable;

use super::forms::{choose, click, grammar};
use super::graph::middle;
use super::{Window, app, click_tab, settle, window};

fn is_there(window: &Window, name: &str) -> bool {
    window.query_all_by_label(name).next().is_some()
}

#[test]
fn rules_are_shown_as_one_line_each_and_opened_by_a_click() {
    let mut window = window();
    click_tab(&mut window, "Rules");
    click(&mut window, "One line a rule");
    assert!(!is_there(&window, "Picture of A side room"));
    let heights: Vec<f32> = ["A side room", "A way around"]
        .map(|name| window.get_by_label(&format!("Line of {name}")).rect().top())
        .to_vec();
    assert!(heights[1] - heights[0] < 40.0, "{heights:?}");
    click(&mut window, "Line of A way around");
    assert_eq!(grammar(&window).rules[app(&window).view().shared.open.rule].name, "A way around");
    click(&mut window, "A way around may run");
    assert!(!grammar(&window).rules[4].enabled);
}

#[test]
fn rules_are_grouped_by_tag() {
    let mut window = window();
    click_tab(&mut window, "Rules");
    click(&mut window, "One line a rule");
    click(&mut window, "Group by tag");
    let top = |name: &str| window.get_by_label(name).rect().top();
    let order = ["Tag branch", "Line of A side room", "Tag lock", "Line of Lock the treasury", "Tag loop"];
    assert!(order.windows(2).all(|pair| top(pair[0]) < top(pair[1])), "{:?}", order.map(top));
}

#[test]
fn rule_is_dragged_over_the_tab_of_the_recipe_into_it() {
    let mut window = window();
    click_tab(&mut window, "Rules");
    click(&mut window, "One line a rule");
    let from = middle(&window, "Line of A side room");
    window.hover_at(from);
    window.step();
    window.drag_at(from);
    window.step();
    let tab = middle(&window, "Recipe");
    for part in [0.5, 1.0] {
        window.hover_at(from.lerp(tab, part));
        window.step();
    }
    window.run_steps(4);
    let step = window.get_by_label_contains("Step 2: ").rect();
    let to = step.center_top() + egui::vec2(0.0, 3.0);
    window.hover_at(to);
    window.step();
    window.hover_at(to);
    window.step();
    window.drop_at(to);
    settle(&mut window);
    let named = RuleChoice::Named(vec!["A side room".to_owned()]);
    assert_eq!(grammar(&window).recipe[1], RecipeStep::apply(named, Times::Exactly(1)));
    assert_eq!(app(&window).document().undo_name(), Some("Add step 2"));
}

#[test]
fn rule_goes_to_the_end_of_the_recipe_by_its_menu() {
    let mut window = window();
    click_tab(&mut window, "Rules");
    choose(&mut window, "More for A side room", "Add to recipe");
    let named = RuleChoice::Named(vec!["A side room".to_owned()]);
    assert_eq!(grammar(&window).recipe.last(), Some(&RecipeStep::apply(named, Times::Exactly(1))));
}

#[test]
fn new_step_asks_which_rules_it_applies_before_it_is_there() {
    let mut window = window();
    click_tab(&mut window, "Recipe");
    let before = grammar(&window).recipe.len();
    choose(&mut window, "Add step", "Apply rules");
    assert_eq!(grammar(&window).recipe.len(), before);
    click(&mut window, "Rules tagged \"branch\"");
    let tagged = RuleChoice::Tag("branch".to_owned());
    assert_eq!(grammar(&window).recipe[before], RecipeStep::apply(tagged, Times::Exactly(1)));
    click(&mut window, &format!("Tag of step {}: loop", before + 1));
    let tagged = RuleChoice::Tag("loop".to_owned());
    assert_eq!(grammar(&window).recipe[before], RecipeStep::apply(tagged, Times::Exactly(1)));
}

#[test]
fn mission_is_run_to_a_step_and_shown_in_full_again() {
    let mut window = window();
    click_tab(&mut window, "Recipe");
    let step = "Step 1: Apply \"Lock the treasury\", once";
    click(&mut window, step);
    click(&mut window, "Run to here");
    assert!(is_there(&window, "After step 1: Apply \"Lock the treasury\", once"));
    let shown =
        app(&window).view().shared.run_to.shown().and_then(|(_, drawing)| drawing).expect("a mission");
    assert!(shown.nodes.len() < app(&window).run_view().mission.nodes.len());
    click(&mut window, "Reset");
    assert!(app(&window).view().shared.run_to.shown().is_none());
    assert!(!is_there(&window, "After step 1: Apply \"Lock the treasury\", once"));
}

#[test]
fn derivation_is_gone_through_step_by_step() {
    let mut window = window();
    let whole = app(&window).run_view().mission.nodes.len();
    let nodes_shown =
        |window: &Window| app(window).view().shared.film.shown().map(|(drawing, _)| drawing.nodes.len());
    assert_eq!(nodes_shown(&window), None);
    click(&mut window, "To the start");
    assert!(is_there(&window, "The start, before any rule"));
    let at_start = nodes_shown(&window).expect("the start");
    assert!(at_start < whole, "{at_start} of {whole}");
    click(&mut window, "One step on");
    let grammar = app(&window).document().grammar().clone();
    let first = app(&window).view().shared.film.words();
    assert!(grammar.rules.iter().any(|rule| first.starts_with(&format!("\"{}\"", rule.name))), "{first}");
    assert!(is_there(&window, &first));
    click(&mut window, "To the final mission and its level");
    assert_eq!(nodes_shown(&window), None);
    let last = app(&window).view().shared.film.length();
    click(&mut window, "One step back");
    assert_eq!(app(&window).view().shared.film.step(), last - 1);
}

#[test]
fn derivation_plays_to_its_end_and_rests() {
    let mut window = window();
    click(&mut window, "To the start");
    window.get_by_label("Play").click();
    window.step();
    for _ in 0..400 {
        if !app(&window).view().shared.film.is_playing {
            break;
        }
        window.step();
    }
    settle(&mut window);
    let film = &app(&window).view().shared.film;
    assert!(!film.is_playing);
    assert_eq!(film.step(), film.length());
}
