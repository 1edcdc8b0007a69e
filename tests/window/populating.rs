//! The pane for population: passes, and the entities and tiles that they name.

use delvewright::settings::PassSettings;

use super::forms::{choose, click, grammar, retype};
use super::{Window, app, click_tab, settle, window};

/// Returns a window that shows the population of a grammar without passes.
fn window_without_passes() -> Window {
    let mut window = window();
    click_tab(&mut window, "Populate");
    for pass in grammar(&window).populate {
        click(&mut window, &format!("Pass 1: {}", pass.name));
        click(&mut window, &format!("Delete pass {}", pass.name));
    }
    window
}

#[test]
fn pass_is_added_filled_in_and_places_what_it_names() {
    let mut window = window_without_passes();
    retype(&mut window, "Name of a new entity", "rat");
    assert!(grammar(&window).alphabet.entities.contains_key("rat"));
    choose(&mut window, "Add pass", "Foes");
    click(&mut window, "Add row to table of pass 1");
    choose(&mut window, "Entity of row 1 of pass 1", "rat");
    let PassSettings::Foes(foes) = &grammar(&window).populate[0].pass else { panic!("it is of foes") };
    assert_eq!(foes.table[0].entity, "rat");
    settle(&mut window);
    let level = app(&window).run_view().level().expect("a level").clone();
    assert!(level.entities.iter().any(|entity| entity.pass.as_deref() == Some("Foes")));

    click(&mut window, "Enabled of pass 1");
    assert!(!grammar(&window).populate[0].enabled);
    assert_eq!(app(&window).document().undo_name(), Some("Set whether it runs of pass \"Foes\""));
    click(&mut window, "Delete row 1 of pass 1");
    let PassSettings::Foes(foes) = &grammar(&window).populate[0].pass else { panic!("it is of foes") };
    assert_eq!(foes.table.len(), 0);
}

#[test]
fn passes_are_moved_renamed_and_removed() {
    let mut window = window_without_passes();
    for kind in ["Chests", "Features"] {
        choose(&mut window, "Add pass", kind);
    }
    click(&mut window, "Move pass Features up");
    let names = |window: &_| grammar(window).populate.into_iter().map(|pass| pass.name).collect::<Vec<_>>();
    assert_eq!(names(&window), ["Features", "Chests"]);
    retype(&mut window, "Name of pass 1", "Pillars");
    assert_eq!(names(&window), ["Pillars", "Chests"]);
    click(&mut window, "Delete pass Pillars");
    assert_eq!(names(&window), ["Chests"]);
}

#[test]
fn a_pass_is_duplicated_and_tried_alone() {
    let mut window = window_without_passes();
    for kind in ["Chests", "Features"] {
        choose(&mut window, "Add pass", kind);
    }
    click(&mut window, "Duplicate pass Features");
    let passes = |window: &_| grammar(window).populate.into_iter().map(|pass| (pass.name, pass.enabled));
    let all = |window: &_| passes(window).collect::<Vec<_>>();
    let named = |name: &str, enabled| (name.to_owned(), enabled);
    assert_eq!(all(&window), [named("Chests", true), named("Features", true), named("Features 2", true)]);
    click(&mut window, "Run only pass Features 2");
    assert_eq!(all(&window), [named("Chests", false), named("Features", false), named("Features 2", true)]);
    click(&mut window, "Run all passes");
    assert!(passes(&window).all(|(_, enabled)| enabled));
}
