//! A designer never loses work: saving, going back, other programs, and an end of the program at any moment.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use delvewright::base::Seed;
use delvewright::editor::{App, Pane};
use delvewright::files::{ProgramFolder, load_example, print_grammar, print_room_set};
use delvewright::mission::NodeId;
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use tempfile::TempDir;

use crate::{MAX_FRAMES, SEED, Window, app, app_mut, click, click_tab, settle};

/// The first example in a folder of its own, and a home next to it.
struct Place {
    folder: TempDir,
    grammar: PathBuf,
    rooms: PathBuf,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (grammar, rooms) = (folder.path().join("mine.ron"), folder.path().join("cellar.ron"));
        let project = load_example("first_lock").unwrap();
        fs::write(&rooms, print_room_set(project.room_sets().next().unwrap())).unwrap();
        let mut value = project.grammar.value.unwrap();
        value.rooms = vec!["cellar.ron".to_owned()];
        fs::write(&grammar, print_grammar(&value)).unwrap();
        Self { folder, grammar, rooms }
    }

    fn home(&self) -> ProgramFolder {
        ProgramFolder::at(self.folder.path().join("home")).unwrap()
    }

    fn kept(&self) -> Vec<PathBuf> {
        let sessions = fs::read_dir(self.home().root().join("recovery")).unwrap().flatten();
        sessions.map(|session| session.path().join("unsaved.ron")).filter(|path| path.exists()).collect()
    }

    /// Returns a window with the file and the home.
    fn window(&self) -> Window {
        start(Some(self.grammar.clone()), self.home())
    }

    /// Returns a window with the home alone.
    fn window_without_file(&self) -> Window {
        start(None, self.home())
    }
}

fn start(file: Option<PathBuf>, home: ProgramFolder) -> Window {
    let mut home = Some(home);
    let mut window =
        Harness::builder().with_size(egui::vec2(1600.0, 1000.0)).with_max_steps(MAX_FRAMES).build_ui_state(
            move |ui, app: &mut Option<App>| {
                app.get_or_insert_with(|| {
                    App::new(ui.ctx(), file.as_deref(), SEED)
                        .with_home(home.take().expect("it is made once"), ui.ctx())
                })
                .ui(ui);
            },
            None,
        );
    settle(&mut window);
    window
}

/// Makes a change that the document calls "Set gap".
fn change(window: &mut Window) {
    click_tab(window, "Settings");
    window.get_by_role_and_label(Role::Slider, "Gap").focus();
    window.run();
    window.key_press(Key::ArrowRight);
    settle(window);
    assert!(app(window).document().is_dirty());
}

fn save(window: &mut Window) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::S);
    settle(window);
}

fn focus(window: &mut Window, focused: bool) {
    window.event(Event::WindowFocused(focused));
    settle(window);
}

fn file_menu(window: &mut Window, name: &str) {
    window.get_by_label("File").click();
    window.run();
    window.get_by_label_contains(name).click();
    settle(window);
}

fn is_reported(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

fn changed_text(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let changed = text.replacen("name: \"First lock\"", "name: \"Theirs\"", 1);
    assert_ne!(text, changed);
    changed
}

#[test]
fn work_that_was_not_saved_is_offered_at_the_next_start_and_opens_as_it_was() {
    let place = Place::new();
    let mut window = place.window();
    change(&mut window);
    assert_eq!(place.kept(), Vec::<PathBuf>::new(), "it is not due yet");
    focus(&mut window, false);
    assert_eq!(place.kept().len(), 1);
    let content = app(&window).document().content().clone();
    // The program ends without a warning.
    drop(window);
    let mut window = place.window_without_file();
    window.get_by_label("Delvewright did not close properly");
    window.get_by_label_contains("rules, ");
    click(&mut window, "Open");
    assert_eq!(app(&window).document().content(), &content);
    assert_eq!(app(&window).document().path.as_deref(), Some(place.grammar.as_path()));
    assert!(app(&window).document().is_dirty());
    assert_eq!(place.kept().len(), 1, "it is kept anew, and the old one is gone");
    save(&mut window);
    settle(&mut window);
    assert!(!app(&window).document().is_dirty());
    assert_eq!(place.kept(), Vec::<PathBuf>::new());
    drop(window);
    let window = place.window();
    assert_eq!(app(&window).document().content(), &content);
    assert!(window.query_by_label("Delvewright did not close properly").is_none());
}

#[test]
fn what_was_left_can_wait_and_can_be_thrown_away() {
    let place = Place::new();
    let mut window = place.window();
    change(&mut window);
    focus(&mut window, false);
    drop(window);
    let mut window = place.window();
    click(&mut window, "Later");
    assert!(window.query_by_label("Delvewright did not close properly").is_none());
    file_menu(&mut window, "Recover unsaved work");
    click(&mut window, "Discard");
    assert_eq!(place.kept(), Vec::<PathBuf>::new());
    assert!(window.query_by_label("Delvewright did not close properly").is_none());
    assert_eq!(app(&window).leftover_count(), 0);
}

#[test]
fn work_that_is_discarded_is_not_offered_again() {
    let place = Place::new();
    let mut window = place.window();
    change(&mut window);
    focus(&mut window, false);
    window.key_press_modifiers(Modifiers::COMMAND, Key::Q);
    settle(&mut window);
    click(&mut window, "Discard");
    drop(window);
    assert_eq!(place.kept(), Vec::<PathBuf>::new());
}

#[test]
fn window_with_unsaved_work_comes_to_rest_and_wakes_in_time() {
    let place = Place::new();
    let mut window = place.window();
    change(&mut window);
    window.step();
    let delay = window.output().viewport_output[&egui::ViewportId::ROOT].repaint_delay;
    assert!(!delay.is_zero() && delay.as_secs() < 10, "{delay:?}");
}

#[test]
fn room_set_that_is_put_back_from_a_backup_is_saved_with_the_grammar() {
    let place = Place::new();
    let now = fs::read_to_string(&place.rooms).unwrap();
    let before = now.replacen("name: ", "name: \"As it was\", notes: ", 1);
    fs::write(&place.rooms, &before).unwrap();
    place.home().keep_backup(&place.rooms).unwrap();
    fs::write(&place.rooms, &now).unwrap();
    let mut window = place.window();
    file_menu(&mut window, "Backups");
    click(&mut window, "Put back cellar.ron, backup 1");
    assert_eq!(app(&window).document().room_sets()[0].name, "As it was");
    save(&mut window);
    assert!(!app(&window).document().is_dirty());
    assert!(is_reported(&window, "with cellar.ron"));
    assert!(fs::read_to_string(&place.rooms).unwrap().contains("As it was"));
}

#[test]
fn what_was_saved_over_is_among_the_backups_and_opens_unsaved() {
    let place = Place::new();
    let mut window = place.window();
    let first = app(&window).document().content().clone();
    change(&mut window);
    save(&mut window);
    // Until the message is gone.
    window.run_steps(20);
    file_menu(&mut window, "Backups");
    click(&mut window, "Open mine.ron, backup 1");
    assert_eq!(app(&window).document().content(), &first);
    assert!(app(&window).document().is_dirty());
}

#[test]
fn reverting_asks_and_goes_back_to_the_file() {
    let place = Place::new();
    let mut window = place.window();
    let first = app(&window).document().content().clone();
    change(&mut window);
    file_menu(&mut window, "Revert");
    click(&mut window, "Cancel");
    assert_ne!(app(&window).document().content(), &first);
    file_menu(&mut window, "Revert");
    click(&mut window, "Revert");
    assert_eq!(app(&window).document().content(), &first);
    assert!(!app(&window).document().is_dirty());
}

#[test]
fn files_that_were_open_last_are_in_the_menu_and_those_that_are_gone_are_grey() {
    let place = Place::new();
    let gone = place.folder.path().join("gone.ron");
    place.home().remember_recent(&gone).unwrap();
    drop(place.window());
    let mut window = place.window_without_file();
    let open_menu = |window: &mut Window| {
        window.get_by_label("File").click();
        window.run();
        window.get_by_label_contains("Open recent").click();
        window.run();
    };
    open_menu(&mut window);
    assert!(window.get_by_label("gone.ron").accesskit_node().is_disabled());
    click(&mut window, "mine.ron");
    assert_eq!(app(&window).document().path.as_deref(), Some(place.grammar.as_path()));
    open_menu(&mut window);
    click(&mut window, "Forget recent files");
    assert_eq!(app(&window).recent_files(), []);
    assert_eq!(place.home().recent_files(), []);
}

#[test]
fn change_by_another_program_is_read_if_nothing_is_lost_by_it() {
    let place = Place::new();
    let mut window = place.window();
    fs::write(&place.grammar, changed_text(&place.grammar)).unwrap();
    focus(&mut window, true);
    assert_eq!(app(&window).document().title(), "Theirs");
    assert!(is_reported(&window, "mine.ron changed on disk and was read again"));
    assert!(!app(&window).document().is_dirty());
}

#[test]
fn change_by_another_program_is_a_question_if_something_is_not_saved() {
    let place = Place::new();
    let mut window = place.window();
    change(&mut window);
    let mine = app(&window).document().content().clone();
    fs::write(&place.grammar, changed_text(&place.grammar)).unwrap();
    focus(&mut window, true);
    click(&mut window, "Keep mine");
    assert_eq!(app(&window).document().content(), &mine);
    focus(&mut window, true);
    assert!(window.query_by_label("Keep mine").is_none(), "one is asked once");
    fs::write(&place.grammar, fs::read_to_string(&place.grammar).unwrap() + "\n").unwrap();
    focus(&mut window, true);
    click(&mut window, "Reload");
    assert_eq!(app(&window).document().title(), "Theirs");
    assert!(!app(&window).document().is_dirty());
}

#[test]
fn saving_over_what_another_program_wrote_asks_first_and_keeps_a_backup() {
    let place = Place::new();
    let mut window = place.window();
    change(&mut window);
    let theirs = changed_text(&place.grammar);
    fs::write(&place.grammar, &theirs).unwrap();
    save(&mut window);
    click(&mut window, "Cancel");
    assert_eq!(fs::read_to_string(&place.grammar).unwrap(), theirs);
    save(&mut window);
    click(&mut window, "Save over it");
    assert!(!app(&window).document().is_dirty());
    assert_ne!(fs::read_to_string(&place.grammar).unwrap(), theirs);
    assert_eq!(place.home().backups_of(&place.grammar)[0].text().unwrap(), theirs);
}

#[test]
fn closing_with_save_asks_on_when_the_file_was_changed_and_stays_if_that_is_called_off() {
    let place = Place::new();
    let mut window = place.window();
    change(&mut window);
    fs::write(&place.grammar, changed_text(&place.grammar)).unwrap();
    window.key_press_modifiers(Modifiers::COMMAND, Key::Q);
    settle(&mut window);
    click(&mut window, "Save");
    click(&mut window, "Cancel");
    assert!(app(&window).document().is_dirty());
    save(&mut window);
    click(&mut window, "Save over it");
    assert!(!app(&window).document().is_dirty());
}

#[test]
fn file_that_is_gone_is_reported_and_saving_writes_it_again() {
    let place = Place::new();
    let mut window = place.window();
    fs::remove_file(&place.grammar).unwrap();
    focus(&mut window, true);
    assert!(is_reported(&window, "mine.ron is no longer there"));
    assert!(app(&window).document().is_dirty());
    save(&mut window);
    assert!(place.grammar.exists());
}

#[test]
fn file_that_may_not_be_changed_is_reported_and_nothing_is_lost() {
    let place = Place::new();
    let mut window = place.window();
    change(&mut window);
    let mut permissions = fs::metadata(&place.grammar).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&place.grammar, permissions).unwrap();
    save(&mut window);
    assert!(is_reported(&window, "is read-only; save under another name"));
    assert!(app(&window).document().is_dirty());
}

#[test]
fn new_project_begins_with_what_was_chosen() {
    let place = Place::new();
    let mut window = place.window();
    window.key_press_modifiers(Modifiers::COMMAND, Key::N);
    settle(&mut window);
    window.get_by_label("Old mine");
    click(&mut window, "Start, key, lock, goal");
    assert_eq!(app(&window).document().title(), "Untitled");
    assert_eq!(app(&window).document().path, None);
    let level = app(&window).run_view().level().expect("a level");
    assert!(level.report.all_held(), "{:?}", level.report);
}

#[derive(Debug)]
pub struct Dropped(pub PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        fs::read(&self.0).map_err(|error| error.to_string())
    }
}

#[test]
fn file_that_is_dropped_on_the_window_opens_and_a_room_set_is_added() {
    let place = Place::new();
    let mut window = place.window_without_file();
    window.input_mut().dropped_files.push(Arc::new(Dropped(place.grammar.clone())));
    settle(&mut window);
    assert_eq!(app(&window).document().path.as_deref(), Some(place.grammar.as_path()));
    let other = place.folder.path().join("other.ron");
    fs::copy(&place.rooms, &other).unwrap();
    window.input_mut().dropped_files.push(Arc::new(Dropped(other)));
    settle(&mut window);
    assert_eq!(app(&window).document().grammar().rooms, ["cellar.ron", "other.ron"]);
}

#[test]
fn home_that_cannot_be_used_is_reported_and_the_window_works_without() {
    let place = Place::new();
    let home = place.home();
    fs::remove_dir_all(home.root().join("recovery")).unwrap();
    fs::write(home.root().join("recovery"), "in the way").unwrap();
    let mut window = start(Some(place.grammar.clone()), home);
    assert!(is_reported(&window, "Unsaved changes are lost if the program ends suddenly"));
    change(&mut window);
    save(&mut window);
    assert!(!app(&window).document().is_dirty());
}

#[test]
fn work_that_cannot_be_kept_is_reported() {
    let place = Place::new();
    let mut window = place.window();
    change(&mut window);
    let recovery = place.home().root().join("recovery");
    fs::remove_dir_all(&recovery).unwrap();
    fs::write(&recovery, "in the way").unwrap();
    focus(&mut window, false);
    assert!(is_reported(&window, "Your unsaved work is not backed up"));
}

#[test]
fn file_dialog_of_the_window_is_used_by_keyboard() {
    let place = Place::new();
    let mut window = place.window();
    change(&mut window);
    window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    window.run_steps(6);
    assert!(window.query_by_label("Save the grammar").is_some(), "without the system's dialogs");
    window.key_press(Key::Enter);
    window.run_steps(6);
    settle(&mut window);
    let saved = place.folder.path().join("first-lock.grammar.ron");
    assert_eq!(app(&window).document().path.as_deref(), Some(saved.as_path()));
    assert!(saved.exists());
}

/// Rolls to another seed, and opens the second rule and a node.
fn look_around(window: &mut Window) -> (Seed, Option<NodeId>) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::Period);
    settle(window);
    let node = app(window).run_view().mission.nodes[1].clone();
    click(window, &node.tooltip[0]);
    let second = app(window).document().grammar().rules[1].name.clone();
    click(window, &format!("Picture of {second}"));
    assert_eq!(app(window).view().shared.open.rule, 1);
    assert_eq!(app(window).seed(), Seed(2));
    (app(window).seed(), Some(node.id))
}

#[test]
fn project_is_looked_at_after_a_restart_as_it_was_left() {
    let place = Place::new();
    let mut window = place.window();
    let (seed, node) = look_around(&mut window);
    window.key_press_modifiers(Modifiers::COMMAND, Key::Q);
    settle(&mut window);
    drop(window);
    let again = place.window();
    assert_eq!(app(&again).seed(), seed);
    assert_eq!(app(&again).run_view().level().expect("a level").seed, seed);
    assert_eq!(app(&again).view().shared.selected, node);
    assert_eq!(app(&again).view().shared.open.rule, 1);
    assert!(app(&again).view().pane_rects.contains_key(&Pane::Rule));
}

#[test]
fn recovered_project_is_looked_at_as_it_was() {
    let place = Place::new();
    let mut window = place.window();
    change(&mut window);
    click_tab(&mut window, "Rules");
    let (seed, node) = look_around(&mut window);
    focus(&mut window, false);
    // The program ends without a warning.
    drop(window);
    let mut again = place.window_without_file();
    click(&mut again, "Open");
    assert_eq!((app(&again).seed(), app(&again).view().shared.selected), (seed, node));
}

#[test]
fn narrow_window_has_its_own_panes_in_front_after_a_restart() {
    let place = Place::new();
    let mut window = place.window();
    click_tab(&mut window, "Symbols");
    click_tab(&mut window, "Mission");
    let resize = |window: &mut Window, width: f32| {
        window.set_size(egui::vec2(width, 700.0));
        settle(window);
    };
    resize(&mut window, 800.0);
    click_tab(&mut window, "Recipe");
    click_tab(&mut window, "Rule");
    app_mut(&mut window).keep_last_look();
    drop(window);
    let is_front = |window: &Window, pane: &str| {
        let tab = window.get_by_role_and_label(Role::Button, pane);
        tab.accesskit_node().toggled() == Some(egui::accesskit::Toggled::True)
    };
    let mut again = place.window();
    assert!(is_front(&again, "Symbols") && is_front(&again, "Mission"));
    resize(&mut again, 800.0);
    assert!(is_front(&again, "Recipe") && is_front(&again, "Rule"));
}
