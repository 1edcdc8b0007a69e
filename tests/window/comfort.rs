//! Orientation in the program: the search for actions, keys, the history, the tour, and closed panes that
//! come back.

use egui::accesskit::Toggled;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};

use super::*;

const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

#[test]
fn action_is_found_by_its_first_letters_and_done() {
    let mut window = window();
    window.key_press_modifiers(CTRL_SHIFT, Key::P);
    settle(&mut window);
    window.get_by_role_and_label(Role::TextInput, "Find an action").type_text("nex se");
    settle(&mut window);
    window.key_press(Key::Enter);
    settle(&mut window);
    assert_eq!(app(&window).seed(), Seed(2));
    assert!(window.query_by_role_and_label(Role::TextInput, "Find an action").is_none());
}

#[test]
fn search_for_actions_is_gone_through_with_the_arrow_keys() {
    let mut window = window();
    window.key_press_modifiers(CTRL_SHIFT, Key::P);
    settle(&mut window);
    window.get_by_role_and_label(Role::TextInput, "Find an action").type_text("show");
    settle(&mut window);
    let is_chosen = |window: &Window, name: &str| {
        window.query_all_by_label(name).any(|node| node.accesskit_node().toggled() == Some(Toggled::True))
    };
    assert!(is_chosen(&window, "Show everything"));
    window.key_press(Key::ArrowDown);
    settle(&mut window);
    assert!(is_chosen(&window, "Show rules"));
    window.key_press(Key::Escape);
    settle(&mut window);
    assert!(window.query_by_role_and_label(Role::TextInput, "Find an action").is_none());
}

#[test]
fn search_finds_rules_symbols_and_settings_and_goes_there() {
    let mut window = window();
    let go = |window: &mut Window, words: &str| {
        window.key_press_modifiers(CTRL_SHIFT, Key::P);
        settle(window);
        window.get_by_role_and_label(Role::TextInput, "Find an action").type_text(words);
        settle(window);
        window.key_press(Key::Enter);
        settle(window);
    };
    go(&mut window, "rule around");
    let open = &app(&window).view().shared.open;
    assert_eq!(app(&window).document().grammar().rules[open.rule].name, "A way around");
    go(&mut window, "symbol treasury");
    let open = &app(&window).view().shared.open;
    assert_eq!(open.symbol.as_ref().map(|symbol| symbol.name()), Some("Treasury"));
    go(&mut window, "step branch");
    assert_eq!(app(&window).view().shared.open.step, Some(vec![3]));
    assert!(window.query_by_label("Passages").is_none());
    go(&mut window, "setting gap");
    assert!(window.query_by_label("Passages").is_some());
    go(&mut window, "step branch");
    assert!(window.query_by_label("Passages").is_none());
    // Also finds actions whose explanation contains the word.
    go(&mut window, "doorways ignore");
    assert!(window.query_by_label("Passages").is_some());
}

#[test]
fn keys_and_gestures_are_listed() {
    let mut window = window();
    window.key_press_modifiers(Modifiers::SHIFT, Key::F1);
    settle(&mut window);
    window.get_by_label("Ctrl+Shift+P");
    window.get_by_label("Double-click on empty ground");
    click(&mut window, "Done");
    assert!(window.query_by_label("Double-click on empty ground").is_none());
}

#[test]
fn click_in_the_history_goes_back_and_forward() {
    let mut window = window();
    click_tab(&mut window, "Settings");
    let gap = |window: &Window| app(window).document().grammar().layout.clone();
    let before = gap(&window);
    for _ in 0..3 {
        window.get_by_role_and_label(Role::Slider, "Gap").focus();
        window.run();
        window.key_press(Key::ArrowRight);
        settle(&mut window);
    }
    let after = gap(&window);
    click_tab(&mut window, "History");
    window.get_by_label("Step 3: Set gap");
    click(&mut window, "Step 0: As it was opened");
    assert_eq!(gap(&window), before);
    assert!(!app(&window).document().is_dirty());
    click(&mut window, "Step 3: Set gap");
    assert_eq!(gap(&window), after);
}

#[test]
fn history_scrolls_to_the_step_that_undoing_reaches() {
    let mut window = window_of_size(egui::vec2(1280.0, 800.0), None);
    click_tab(&mut window, "Settings");
    window.get_by_role_and_label(Role::Slider, "Gap").focus();
    window.run();
    let presses = 40;
    for turn in 0..presses {
        window.key_press(if turn % 8 < 4 { Key::ArrowRight } else { Key::ArrowLeft });
        window.run();
    }
    settle(&mut window);
    click_tab(&mut window, "History");
    let steps = app(&window).document().steps_done();
    let shown = |window: &Window, step: usize| {
        window.query_all_by_label_contains(&format!("Step {step}: ")).next().is_some()
    };
    assert!(shown(&window, steps) && !shown(&window, 0), "{steps} steps do not fit");
    for _ in 0..steps {
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        window.run();
    }
    settle(&mut window);
    assert!(shown(&window, 0));
}

#[test]
fn tour_leads_through_the_panes_and_ends() {
    let mut window = window();
    window.get_by_role_and_label(Role::Button, "Help").click();
    window.run();
    click(&mut window, "Take the tour");
    window.get_by_label("1 of 6");
    for _ in 0..5 {
        click(&mut window, "Next");
    }
    window.get_by_label("6 of 6");
    click(&mut window, "Begin");
    assert!(window.query_by_label_contains(" of 6").is_none());
}

#[test]
fn interface_grows_and_goes_back_to_its_first_size() {
    let mut window = window();
    window.key_press_modifiers(Modifiers::COMMAND, Key::Plus);
    settle(&mut window);
    assert_eq!(window.ctx.zoom_factor(), 1.1);
    window.key_press_modifiers(Modifiers::COMMAND, Key::Num0);
    settle(&mut window);
    assert_eq!(window.ctx.zoom_factor(), 1.0);
}

#[test]
fn pane_is_closed_by_the_menu_of_its_tab_and_comes_back_by_the_menu_of_the_window() {
    let mut window = window();
    window.get_by_role_and_label(Role::Button, "History").click_secondary();
    window.run();
    click(&mut window, "Close this pane");
    assert!(window.query_by_role_and_label(Role::Button, "History").is_none());
    show(&mut window, Pane::History);
    window.get_by_label_contains("Your changes are listed here");
}
