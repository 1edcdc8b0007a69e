//! Traps in daily use of the window: lists that open twice, quick keys, and files of the wrong kind.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use delvewright::editor::Pane;
use delvewright::export::{Format, export};
use delvewright::files::{
    ContentKind, ProgramFolder, kind_of_file, load_example, print_grammar, print_room_set,
};
use delvewright::grammar::Start;
use delvewright::mission::{Form, NodeRole, Room};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT, Queryable};

use super::files::Dropped;
use super::graph::{press, press_at, press_with, type_text};
use super::{Window, app, app_mut, click, click_tab, file_with, settle, show, window, window_with};

fn is_there(window: &Window, name: &str) -> bool {
    window.query_all_by_label_contains(name).next().is_some()
}

/// Clicks the widget with a name with the pointer, as a hand does.
fn click_by_pointer(window: &mut Window, name: &str) {
    let at = window.get_by_label(name).rect().center();
    press_at(window, at, 1);
}

/// Sends text and Enter in one frame, as they arrive while the program is busy.
fn type_and_enter(window: &mut Window, text: &str) {
    window.event(Event::Text(text.to_owned()));
    for pressed in [true, false] {
        let (key, modifiers) = (Key::Enter, Modifiers::NONE);
        window.event(Event::Key { key, physical_key: None, pressed, repeat: false, modifiers });
    }
    settle(window);
}

/// Writes an example into a folder.
fn example_in(folder: &Path, name: &str) -> PathBuf {
    let project = load_example(name).unwrap();
    for (path, set) in
        project.grammar.value.iter().flat_map(|grammar| &grammar.rooms).zip(project.room_sets())
    {
        fs::write(folder.join(path.rsplit('/').next().unwrap()), print_room_set(set)).unwrap();
    }
    let mut grammar = project.grammar.value.unwrap();
    for path in &mut grammar.rooms {
        *path = path.rsplit('/').next().unwrap().to_owned();
    }
    let path = folder.join(format!("{name}.ron"));
    fs::write(&path, print_grammar(&grammar)).unwrap();
    path
}

#[test]
fn lists_of_a_dialog_open_again_after_it_was_left_by_escape() {
    let mut window = window();
    for (format, has_cells) in [("Picture", true), ("JSON", false), ("Picture", true)] {
        press_with(&mut window, Modifiers::COMMAND, Key::E);
        click_by_pointer(&mut window, "Format of the export");
        assert!(is_there(&window, "CSV tables"));
        press(&mut window, Key::Escape);
        assert!(!is_there(&window, "CSV tables") && is_there(&window, "Export the level"));
        press(&mut window, Key::Escape);
        assert!(!is_there(&window, "Export the level"));

        press_with(&mut window, Modifiers::COMMAND, Key::E);
        click_by_pointer(&mut window, "Format of the export");
        // Behind the dialog it could not be clicked.
        let item = window.get_all_by_role_and_label(Role::Button, format).last().expect("it is listed");
        let at = item.rect().center();
        press_at(&mut window, at, 1);
        assert_eq!(is_there(&window, "Automatic cell size"), has_cells, "{format}");
        press(&mut window, Key::Escape);
    }
}

#[test]
fn plain_rooms_go_into_the_set_at_hand_wherever_they_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let file = example_in(folder.path(), "first_lock");
    let mut grammar = load_example("first_lock").unwrap().grammar.value.unwrap();
    grammar.rooms = vec!["cellar.ron".to_owned()];
    for name in ["Hall", "Cave", "Fork"] {
        grammar.alphabet.nodes[name].form = Some(Form::Room(Room::default()));
    }
    fs::write(&file, print_grammar(&grammar)).unwrap();
    let mut window = window_with(Some(file));
    let count = |window: &Window| app(window).document().rooms()[0].set.rooms.len();
    let before = count(&window);
    click(&mut window, "Make a plain room for \"Hall\"");
    click_tab(&mut window, "Rooms");
    // The list of rooms has scrolled to the new room: the missing ones stay in view.
    for symbol in ["Cave", "Fork"] {
        click_by_pointer(&mut window, &format!("Make a room for {symbol}"));
    }
    assert_eq!(app(&window).document().rooms().len(), 1, "no set is added");
    let symbols: Vec<String> =
        app(&window).document().rooms()[0].set.rooms.iter().map(|room| room.symbol.clone()).collect();
    assert_eq!(symbols[before..], ["Hall", "Cave", "Fork"]);
    assert_eq!(app(&window).view().shared.open.room, (0, before + 2), "the new room is open");
    assert!(!is_there(&window, "Make a room for"));
}

#[test]
fn enter_takes_what_the_text_of_the_same_frame_finds() {
    let mut window = window();
    show(&mut window, Pane::Start);
    window.get_by_label("Start canvas").focus();
    settle(&mut window);
    press(&mut window, Key::PageDown);
    press(&mut window, Key::Insert);
    window.get_by_label("Find a symbol");
    type_and_enter(&mut window, "Hideaway");
    let Start::Graph { nodes, .. } = &app(&window).document().grammar().start else { panic!("a graph") };
    assert_eq!(nodes.values().last().map(|node| node.symbol.as_str()), Some("Hideaway"));

    press_with(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    type_and_enter(&mut window, "rule lock the treasury");
    let rules = &app(&window).document().grammar().rules;
    assert_eq!(rules[app(&window).view().shared.open.rule].name, "Lock the treasury");
    press_with(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    type_and_enter(&mut window, "next seed");
    assert_eq!(app(&window).seed().0, 2);
}

/// Types another name for a symbol.
fn rename(window: &mut Window, symbol: &str, to: &str) {
    click_tab(window, "Symbols");
    click(window, &format!("Symbol {symbol}"));
    window.get_by_role_and_label(Role::TextInput, &format!("Name of {symbol}")).focus();
    window.run();
    press_with(window, Modifiers::COMMAND, Key::A);
    type_and_enter(window, to);
}

#[test]
fn a_start_comes_back_as_it_was_left() {
    let mut window = window();
    show(&mut window, Pane::Start);
    let drawn = app(&window).document().grammar().start.clone();
    for form in ["Lattice", "Random tree", "Scatter"] {
        click(&mut window, form);
        let grammar = app(&window).document().grammar();
        if let Start::Lattice { node, .. } | Start::Tree { node, .. } = &grammar.start {
            let symbol = &grammar.alphabet.nodes[node];
            assert!(symbol.role.is_none() && symbol.form.is_some(), "{form} is all {node}");
        }
    }
    let scatter = app(&window).document().grammar().start.clone();
    click(&mut window, "Drawn");
    assert_eq!(app(&window).document().grammar().start, drawn);
    click(&mut window, "Scatter");
    assert_eq!(app(&window).document().grammar().start, scatter);
    for _ in 0..5 {
        press_with(&mut window, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(app(&window).document().grammar().start, drawn);
}

#[test]
fn a_start_that_was_left_knows_new_names_of_symbols_and_is_not_known_to_another_project() {
    let mut window = window();
    show(&mut window, Pane::Start);
    click(&mut window, "Lattice");
    rename(&mut window, "Crossing", "Junction");
    click(&mut window, "Drawn");
    let symbols = |window: &Window| {
        let Start::Graph { nodes, .. } = &app(window).document().grammar().start else { panic!("a graph") };
        nodes.values().map(|node| node.symbol.clone()).collect::<Vec<_>>()
    };
    assert_eq!(symbols(&window), ["Entrance", "Junction", "Treasury"]);
    // Undoing the renaming also undoes it in the start that was left.
    press_with(&mut window, Modifiers::COMMAND, Key::Z);
    press_with(&mut window, Modifiers::COMMAND, Key::Z);
    click(&mut window, "Drawn");
    assert_eq!(symbols(&window), ["Entrance", "Crossing", "Treasury"]);
}

const TWO_STARTS: &str = r#"Grammar(format: 1, name: "Two doors",
    alphabet: (
        nodes: {"Gate": (role: Start, form: Hall()), "Hall": (form: Hall()), "Vault": (role: Goal, form: Hall())},
        edges: {"path": (role: Passage)},
    ),
    start: Graph(nodes: {1: "Gate", 2: "Gate", 3: "Vault"}, edges: [(1, "path", 3), (2, "path", 3)]),
)"#;

#[test]
fn more_than_one_start_is_reported_and_each_is_judged() {
    let (_folder, file) = file_with(TWO_STARTS);
    let mut window = window_with(Some(file));
    window.get_by_label("Every level has 2 starts: \"Gate\" (node 1), \"Gate\" (node 2).");
    let level = app(&window).run_view().level().expect("a level").clone();
    assert!(level.report.all_held());
    assert_eq!(level.places.iter().filter(|place| place.role == Some(NodeRole::Start)).count(), 2);
    click(&mut window, "Finishable: proved");
    assert!(is_there(&window, "The level has 2 starts, and each was checked: the Gate (place "));
}

#[test]
fn a_place_that_nothing_joins_is_one_problem() {
    let (_folder, file) = file_with(&TWO_STARTS.replace(", (2, \"path\", 3)]", "]"));
    let window = window_with(Some(file));
    assert_eq!(window.query_all_by_label_contains("No passage joins").count(), 1);
}

#[test]
fn drawings_have_the_keyboard_when_their_panes_are_shown_by_keys() {
    let mut window = window();
    let panes = [
        (Key::Num6, "Mission graph"),
        (Key::Num7, "Before canvas"),
        (Key::Num8, "Start canvas"),
        (Key::Num9, "Room canvas"),
    ];
    for (key, drawing) in panes {
        press_with(&mut window, Modifiers::COMMAND, key);
        let drawn = window.get_all_by_label_contains(drawing).find(|node| node.is_focused());
        assert!(drawn.is_some(), "{drawing} has the keyboard");
    }
    press_with(&mut window, Modifiers::COMMAND, Key::Num8);
    press_with(&mut window, Modifiers::COMMAND, Key::A);
    press(&mut window, Key::Delete);
    let Start::Graph { nodes, .. } = &app(&window).document().grammar().start else { panic!("a graph") };
    assert!(nodes.is_empty(), "keys reach the drawing at once");
}

#[test]
fn theme_of_one_run_is_not_remembered_and_a_covered_screen_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = super::authoring::window(folder.path(), None);
    let home = ProgramFolder::at(folder.path().join("home")).unwrap();
    let before = home.preferences_to_change().unwrap();
    let ctx = window.ctx.clone();
    app_mut(&mut window).show_theme(egui::Theme::Light, &ctx);
    app_mut(&mut window).note_maximized(true);
    settle(&mut window);
    let after = home.preferences_to_change().unwrap();
    assert_eq!((after.theme, after.maximized), (before.theme, true));
    let mut again = super::authoring::window(folder.path(), None);
    assert!(app(&again).is_maximized());
    click(&mut again, "View");
    click(&mut again, "Light theme");
    let chosen = home.preferences_to_change().unwrap().theme;
    assert_eq!(chosen, delvewright::files::ThemePreference::Light);
}

#[test]
fn label_that_is_the_beginning_of_a_name_follows_it() {
    let mut window = window();
    rename(&mut window, "Treasury", "Vault");
    assert_eq!(app(&window).document().grammar().alphabet.nodes["Vault"].label, "V");
}

#[test]
fn files_that_are_no_projects_are_refused_and_the_project_stays() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    let level = app(&window).run_view().level().expect("a level").clone();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let rooms = load_example("first_lock").unwrap();
    let rooms = print_room_set(rooms.room_sets().next().unwrap());
    let files = [
        (write("level.ron", &export(&level, Format::Ron).into_bytes()), "level.ron is an exported level"),
        (write("rooms.ron", rooms.as_bytes()), "rooms.ron is a room set"),
        (write("notes.ron", b"(hints: [\"not a grammar\"])"), "notes.ron is not a grammar"),
    ];
    assert_eq!(kind_of_file(&files[0].0), ContentKind::Level);
    for (path, words) in &files {
        let opened = window_with(Some(path.clone()));
        assert_eq!(app(&opened).document().title(), "First lock", "{words}");
        assert!(is_there(&opened, words), "{words}");
    }
    window.input_mut().dropped_files.push(Arc::new(Dropped(files[0].0.clone())));
    settle(&mut window);
    assert_eq!(app(&window).document().title(), "First lock");
    assert!(is_there(&window, "level.ron is an exported level"));
}

#[test]
fn dialogs_offer_files_of_their_kind_and_close_by_one_escape() {
    let folder = tempfile::tempdir().unwrap();
    let file = example_in(folder.path(), "first_lock");
    fs::write(folder.path().join("map.png"), b"a picture").unwrap();
    let mut window = super::authoring::window(folder.path(), Some(file));
    let level = app(&window).run_view().level().expect("a level").clone();
    fs::write(folder.path().join("level.ron"), export(&level, Format::Ron).into_bytes()).unwrap();
    press_with(&mut window, Modifiers::COMMAND, Key::O);
    window.run_steps(6);
    assert!(is_there(&window, "first_lock.ron"));
    assert!(
        !is_there(&window, "level.ron") && !is_there(&window, "cellar.ron") && !is_there(&window, "map.png")
    );
    press(&mut window, Key::Escape);
    assert!(!is_there(&window, "Open a grammar"));
    let (level_file, room_set) = ("level.ron", "cellar.ron");
    for (kind, file, other) in
        [("Exported levels", level_file, room_set), ("Room sets", room_set, level_file)]
    {
        press_with(&mut window, Modifiers::COMMAND, Key::O);
        window.run_steps(6);
        let is_of_kinds = |list: &Node<'_>| list.accesskit_node().value().as_deref() == Some("Grammars");
        window.get_all_by_role(Role::ComboBox).find(is_of_kinds).expect("a list of kinds").click();
        window.run_steps(4);
        window.get_by_label(kind).click();
        // The folder is read by another thread.
        for _ in 0..200 {
            window.step();
            if is_there(&window, file) {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        assert!(is_there(&window, file) && !is_there(&window, other), "{kind}");
        press(&mut window, Key::Escape);
    }

    press_with(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    window.run_steps(6);
    assert!(is_there(&window, "Save the grammar") && is_there(&window, "first_lock.ron"));
    for foreign in ["map.png", "level.ron", "cellar.ron"] {
        assert!(!is_there(&window, foreign), "{foreign} would be replaced");
    }
    for foreign in ["map.png", "level.ron", "cellar.ron"] {
        let before = fs::read(folder.path().join(foreign)).unwrap();
        press_with(&mut window, Modifiers::COMMAND, Key::A);
        type_and_enter(&mut window, foreign);
        window.run_steps(4);
        assert!(!is_there(&window, "Overwrite"), "{foreign} is not offered to be replaced");
        assert!(is_there(&window, &format!("{foreign} is not a grammar")), "{foreign}");
        assert_eq!(fs::read(folder.path().join(foreign)).unwrap(), before);
        press(&mut window, Key::Escape);
        press_with(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
        window.run_steps(6);
    }
    press(&mut window, Key::Escape);
    assert!(!is_there(&window, "Save the grammar"), "one Escape closes it");
}

#[test]
fn missing_room_is_one_problem_and_pushes_nothing_away() {
    let mut window = window();
    click_tab(&mut window, "Symbols");
    click(&mut window, "Symbol Hall");
    let before = window.get_by_label("Symbol Hall").rect();
    let list = |window: &Window| window.get_by_role_and_label(Role::Button, "History").rect();
    let tabs = list(&window);
    click_by_pointer(&mut window, "Built as of Hall");
    let list_of_forms = window.get_by_label("Built as of Hall").rect();
    // A pane also has that name.
    let items = window.get_all_by_role_and_label(Role::Button, "Room").map(|item| item.rect());
    let item = items.into_iter().find(|item| list_of_forms.x_range().contains(item.center().x));
    let item = item.expect("it is listed");
    press_at(&mut window, item.center(), 1);
    assert!(matches!(app(&window).document().grammar().alphabet.nodes["Hall"].form, Some(Form::Room(_))));
    assert_eq!(window.get_by_label("Symbol Hall").rect(), before);
    assert_eq!(list(&window).top(), tabs.top(), "the list of problems stays as high as it is");
    assert!(is_there(&window, "No room is drawn for"), "the folded list shows one problem");
    assert!(is_there(&window, "Make a plain room for \"Hall\""), "with its remedy");
    let tab = window.get_all_by_label_contains("Problems ").next().expect("a tab").rect();
    press_at(&mut window, tab.center(), 1);
    assert!(list(&window).top() < tabs.top() - 50.0, "it gets its height once it is asked for");
    assert!(is_there(&window, "Make a plain room for \"Hall\""));
    assert!(!is_there(&window, "No room set has a room for"));
}

#[test]
fn text_that_is_no_seed_is_refused_beside_the_field() {
    let mut window = window();
    let seed = app(&window).seed();
    let typed = [
        ("1.5", "\"1.5\" is not a seed: type a whole number or words"),
        ("99999999999999999999", "too large"),
    ];
    for (text, why) in typed {
        window.get_by_role_and_label(Role::TextInput, "Seed").focus();
        window.run();
        press_with(&mut window, Modifiers::COMMAND, Key::A);
        type_and_enter(&mut window, text);
        assert_eq!(app(&window).seed(), seed);
        assert!(is_there(&window, why), "{text}");
    }
    click(&mut window, "Next seed (Ctrl+.)");
    assert!(!is_there(&window, "too large"));
}

#[test]
fn fields_say_why_they_take_no_text() {
    let mut window = window();
    click_tab(&mut window, "Settings");
    let gap = app(&window).document().grammar().layout.clone();
    let typed = [("banana", "\"banana\" is not a number"), ("-3", "The minimum is ")];
    for (text, why) in typed {
        window.get_by_label("Gap, as a number").focus();
        window.run();
        press_with(&mut window, Modifiers::COMMAND, Key::A);
        type_and_enter(&mut window, text);
        assert_eq!(app(&window).document().grammar().layout, gap);
        assert!(is_there(&window, why), "{text}");
        press(&mut window, Key::Escape);
        assert!(!is_there(&window, why), "the next key takes it away");
    }

    for (to, why) in [("Hall", "\"Hall\" is taken"), (" ", "It needs a name")] {
        rename(&mut window, "Treasury", to);
        assert!(app(&window).document().grammar().alphabet.nodes.contains_key("Treasury"));
        assert!(is_there(&window, why), "{to}");
        press(&mut window, Key::Escape);
        click(&mut window, "Symbol Treasury");
    }

    show(&mut window, Pane::Room);
    for (name, text, why) in [
        ("Width of the room", "500", "The maximum is 128"),
        ("Height of the room", "tall", "\"tall\" is not a number"),
    ] {
        window.get_by_role_and_label(Role::SpinButton, name).focus();
        window.run();
        press_with(&mut window, Modifiers::COMMAND, Key::A);
        type_and_enter(&mut window, text);
        assert!(is_there(&window, why), "{name}");
    }

    press_with(&mut window, Modifiers::COMMAND, Key::E);
    window.get_by_role_and_label(Role::TextInput, "Name of the files").focus();
    window.run();
    type_text(&mut window, "a/b");
    assert!(is_there(&window, "A name cannot contain /"));
}

#[test]
fn status_bar_says_when_the_layout_is_not_held() {
    let folder = tempfile::tempdir().unwrap();
    let mut window =
        super::authoring::window(folder.path(), Some(example_in(folder.path(), "lattice_caves")));
    window.get_all_by_label("Level").next().expect("a menu").click();
    window.run_steps(4);
    click(&mut window, "Hold the layout");
    assert!(is_there(&window, "layout held"));
    click_tab(&mut window, "Settings");
    window.get_by_role_and_label(Role::Slider, "Scale").focus();
    window.run();
    press(&mut window, Key::ArrowRight);
    super::show(&mut window, Pane::Problems);
    let is_said = is_there(&window, "The layout is not held");
    assert_eq!(is_there(&window, "layout not held"), is_said);
    assert_ne!(is_there(&window, "layout held"), is_said);
    assert!(is_said, "nodes of a lattice have sites");
}

#[test]
fn names_in_other_scripts_come_to_rest_and_are_announced() {
    let (_folder, file) = file_with(&TWO_STARTS.replace("Vault", "宝物庫").replace("Hall\"", "Зал\""));
    let mut window = window_with(Some(file));
    click_tab(&mut window, "Symbols");
    window.get_by_label("Symbol 宝物庫");
    window.get_by_label("Symbol Зал");
    type_text(&mut window, "鍵");
    assert!(!app(&window).is_looking_for_fonts());
}
