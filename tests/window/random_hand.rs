//! Random clicks, drags and keys: nothing panics, and undoing restores every byte.
//!
//! `RANDOM_HAND=20000 cargo test --test window random_hand -- --ignored --nocapture` performs this many
//! actions. It prints the durations of frames and the actions before the longest. `RANDOM_SEED` selects
//! another sequence.

use std::time::{Duration, Instant};

use delvewright::base::{RandomStream, Seed};
use delvewright::files::{ProgramFolder, print_grammar, print_room_set};
use egui::{Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, TouchPhase, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{By, Queryable};

use super::{App, SEED, Window, app, app_mut};

/// The number of actions after which everything is undone and compared.
const ROUND: u64 = 250;

const KEYS: [Key; 34] = [
    Key::Escape,
    Key::Escape,
    Key::Enter,
    Key::Tab,
    Key::Space,
    Key::Delete,
    Key::Backspace,
    Key::ArrowUp,
    Key::ArrowDown,
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::PageUp,
    Key::PageDown,
    Key::Insert,
    Key::Home,
    Key::End,
    Key::A,
    Key::D,
    Key::E,
    Key::F,
    Key::J,
    Key::N,
    Key::O,
    Key::P,
    Key::R,
    Key::S,
    Key::Y,
    Key::Z,
    Key::Num1,
    Key::Num3,
    Key::Num7,
    Key::Num9,
    Key::Period,
    Key::F1,
];

const WORDS: [&str; 8] = ["Hall", "a", "key", "12", "0", "grow", "\u{202e}x", "path"];

struct Hand {
    window: Window,
    random: RandomStream,
    /// The duration of each frame, and the action before it.
    frames: Vec<(Duration, String)>,
    last: String,
    /// The files of the project when it was opened.
    opened: Vec<String>,
}

/// Returns the time that the processor worked for this thread, if the system reports it; otherwise the
/// elapsed time.
fn worked(begin: Instant) -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|number| number.parse().ok());
    nanoseconds.map_or_else(|| begin.elapsed(), Duration::from_nanos)
}

fn files(window: &Window) -> Vec<String> {
    let document = app(window).document();
    let rooms = document.rooms().iter().map(|rooms| print_room_set(&rooms.set));
    std::iter::once(print_grammar(document.grammar())).chain(rooms).collect()
}

impl Hand {
    fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound as u64) as usize
    }

    fn frame(&mut self) {
        let begin = Instant::now();
        let before = worked(begin);
        self.window.step();
        self.frames.push((worked(begin).saturating_sub(before), self.last.clone()));
        // A project that was just opened has no steps yet.
        if app(&self.window).document().steps().is_empty() {
            self.opened = files(&self.window);
        }
    }

    /// Returns a random position, or the middle of something with an accessible name.
    fn point(&mut self) -> Pos2 {
        if self.below(3) == 0 {
            let size = self.window.ctx.content_rect().size();
            return pos2(self.below(size.x as usize) as f32, self.below(size.y as usize) as f32);
        }
        let things: Vec<_> =
            self.window.query_all(By::new().predicate(|node| node.label().is_some())).collect();
        let thing = self.random.below(things.len().max(1) as u64) as usize;
        things.get(thing).map_or(pos2(5.0, 5.0), |thing| thing.rect().center())
    }

    fn button(&mut self, at: Pos2, button: PointerButton, pressed: bool) {
        self.window.event(Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE });
    }

    fn click(&mut self) {
        let at = self.point();
        self.window.hover_at(at);
        self.frame();
        let button = if self.below(6) == 0 { PointerButton::Secondary } else { PointerButton::Primary };
        for _ in 0..=usize::from(self.below(5) == 0) {
            self.button(at, button, true);
            self.button(at, button, false);
        }
        self.frame();
    }

    fn drag(&mut self) {
        let (from, to) = (self.point(), self.point());
        let button = if self.below(5) == 0 { PointerButton::Middle } else { PointerButton::Primary };
        self.window.hover_at(from);
        self.frame();
        self.button(from, button, true);
        self.frame();
        for part in 1..=4 {
            self.window.hover_at(from.lerp(to, part as f32 / 4.0));
            self.frame();
        }
        self.button(to, button, false);
        self.frame();
    }

    fn key(&mut self) {
        let key = KEYS[self.below(KEYS.len())];
        let modifiers = match self.below(6) {
            0 | 1 => Modifiers::COMMAND,
            2 => Modifiers { shift: true, ..Modifiers::COMMAND },
            _ => Modifiers::NONE,
        };
        self.window.key_press_modifiers(modifiers, key);
        self.frame();
    }

    fn text(&mut self) {
        let word = WORDS[self.below(WORDS.len())];
        self.window.event(Event::Text(word.to_owned()));
        self.frame();
    }

    fn wheel(&mut self) {
        let at = self.point();
        self.window.hover_at(at);
        let delta = vec2(0.0, self.below(9) as f32 - 4.0);
        let (unit, phase, modifiers) = (MouseWheelUnit::Line, TouchPhase::Move, Modifiers::NONE);
        self.window.event(Event::MouseWheel { unit, delta, phase, modifiers });
        self.frame();
    }

    fn act(&mut self) {
        let kind = self.below(20);
        self.last = format!("action {kind}, then {:?}", app(&self.window).document().undo_name());
        match kind {
            0..=8 => self.click(),
            9..=12 => self.drag(),
            13..=15 => self.key(),
            16 | 17 => self.text(),
            18 => self.wheel(),
            _ => {
                let size = [vec2(1600.0, 1000.0), vec2(1280.0, 800.0), vec2(720.0, 480.0)][self.below(3)];
                self.window.set_size(size);
            }
        }
        for _ in 0..self.below(4) {
            self.frame();
        }
    }

    /// Closes dialogs and menus, and undoes all steps.
    fn undo_all(&mut self) {
        self.last = "undoing".to_owned();
        for _ in 0..4 {
            self.window.key_press(Key::Escape);
            self.frame();
            self.frame();
        }
        app_mut(&mut self.window).wait();
        self.frame();
        let steps = app(&self.window).document().steps_done();
        for _ in 0..steps + 20 {
            self.window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
            self.frame();
        }
        if app(&self.window).document().steps_done() > 0 {
            // Something in front receives the keys.
            println!("{} steps could not be undone by keys", app(&self.window).document().steps_done());
            return;
        }
        assert!(files(&self.window) == self.opened, "what was undone is not as it was opened");
    }
}

fn number(name: &str, or: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(or)
}

#[test]
#[ignore = "takes minutes; RANDOM_HAND says how many actions"]
fn random_hand_breaks_nothing_and_is_undone_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    // Files that are saved or exported at random are written there.
    std::env::set_current_dir(folder.path()).unwrap();
    let file = folder.path().join("mine.ron");
    let project = delvewright::files::load_example("first_lock").unwrap();
    let mut grammar = project.grammar.value.clone().unwrap();
    grammar.rooms = vec!["cellar.ron".to_owned()];
    std::fs::write(folder.path().join("cellar.ron"), print_room_set(project.room_sets().next().unwrap()))
        .unwrap();
    std::fs::write(&file, print_grammar(&grammar)).unwrap();
    let home = ProgramFolder::at(folder.path().join("home")).unwrap();
    let builder = Harness::builder().with_size(vec2(1600.0, 1000.0)).with_step_dt(1.0 / 60.0);
    let window = builder.build_ui_state(
        move |ui, app: &mut Option<App>| {
            app.get_or_insert_with(|| {
                App::new(ui.ctx(), Some(&file), SEED).with_home(home.clone(), ui.ctx())
            })
            .ui(ui);
        },
        None,
    );
    let random = Seed(number("RANDOM_SEED", 1)).child("a random hand on the window").stream();
    let mut hand = Hand { opened: files(&window), window, random, frames: Vec::new(), last: String::new() };
    let actions = number("RANDOM_HAND", 2000);
    for action in 1..=actions {
        hand.act();
        if action % ROUND == 0 {
            hand.undo_all();
        }
    }
    hand.frames.sort_unstable();
    let at = |share: usize| hand.frames[(hand.frames.len() - 1) * share / 1000].0;
    println!(
        "{actions} actions, {} frames: median {:?}, 99 % {:?}, 99.9 % {:?}, worst {:?}, {} over 50 ms",
        hand.frames.len(),
        at(500),
        at(990),
        at(999),
        at(1000),
        hand.frames.iter().filter(|(frame, _)| frame.as_millis() > 50).count()
    );
    for (frame, last) in hand.frames.iter().rev().take(12) {
        println!("{frame:?} after {last}");
    }
}
