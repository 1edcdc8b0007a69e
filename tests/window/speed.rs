//! The speed of the window with large levels and long derivations. No time is asserted; each test prints its
//! figures.
//!
//!     cargo test --release --test window speed -- --ignored --nocapture --test-threads=1

use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

use delvewright::files::print_grammar;
use delvewright::grammar::Grammar;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::kittest::Queryable;

use super::{
    Pane, Role, Window, app, app_mut, click, click_tab, file_with, settle, show, window, window_with,
};
use delvewright::overlay::Overlay;

#[path = "../../benches/shared/lattice.rs"]
mod lattice;

/// The durations of some frames.
pub struct Times(Vec<Duration>);

impl Times {
    /// Runs frames, each with its own events, and measures all work of the window for one, including the
    /// triangles for the graphics card, without the time that other work took from it.
    ///
    /// Accessibility is off meanwhile.
    fn of(window: &mut Window, frames: usize, events: impl FnMut(usize) -> Vec<Event>) -> Self {
        Self::paced(window, frames, Duration::ZERO, events)
    }

    /// Also waits between frames, so that work in the background goes on as it does for a designer.
    pub fn paced(
        window: &mut Window,
        frames: usize,
        pause: Duration,
        mut events: impl FnMut(usize) -> Vec<Event>,
    ) -> Self {
        let ctx = window.ctx.clone();
        let mut app = window.state_mut().take().expect("the first frame made it");
        ctx.disable_accesskit();
        let mut times = Vec::new();
        for frame in 0..frames {
            window.input_mut().events.extend(events(frame));
            let input = window.input_mut().take();
            let (waited, began) = (time_without_processor(), Instant::now());
            let mut output = ctx.run_ui(input, |ui| app.ui(ui));
            output.textures_delta.clear();
            let triangles = ctx.tessellate(output.shapes, output.pixels_per_point);
            let own = began.elapsed().saturating_sub(time_without_processor().saturating_sub(waited));
            times.push(own);
            drop(triangles);
            std::thread::sleep(pause);
        }
        ctx.enable_accesskit();
        *window.state_mut() = Some(app);
        window.step();
        Self(times)
    }

    pub fn print(mut self, what: &str) {
        self.0.sort_unstable();
        let millis = |time: &Duration| time.as_secs_f64() * 1_000.0;
        let (Some(median), Some(most)) = (self.0.get(self.0.len() / 2), self.0.last()) else { return };
        let usual = self.0.get(self.0.len() * 95 / 100).unwrap_or(most);
        let long = self.0.iter().filter(|time| millis(time) > 16.0).count();
        println!(
            "{what}: median {:.1} ms, 95 % {:.1} ms, most {:.1} ms, {long} of {} over 16 ms",
            millis(median),
            millis(usual),
            millis(most),
            self.0.len()
        );
    }
}

/// Returns the time for which this thread could run but other work had the processors; zero where it is unknown.
fn time_without_processor() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').nth(1).and_then(|nanos| nanos.parse().ok()).map_or(Duration::ZERO, Duration::from_nanos)
}

fn file_of(grammar: &Grammar) -> (tempfile::TempDir, std::path::PathBuf) {
    file_with(&print_grammar(grammar))
}

fn pointer(pos: Pos2, button: PointerButton, pressed: bool) -> Event {
    Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE }
}

/// Zooms in, moves about, and zooms out again.
fn look_around(window: &mut Window, what: &str) {
    let middle = window.get_by_label("Level map").rect().center();
    window.hover_at(middle);
    window.step();
    window.key_press(Key::F);
    settle(window);
    Times::of(window, 40, |_| vec![Event::Zoom(1.1)]).print(&format!("{what}, zoomed in"));
    let pan = |frame: usize| {
        let angle = frame as f32 / 20.0;
        let at = middle + vec2(200.0 * angle.cos(), 200.0 * angle.sin());
        let press = (frame == 0).then(|| pointer(middle, PointerButton::Middle, true));
        press.into_iter().chain([Event::PointerMoved(at)]).collect()
    };
    Times::of(window, 120, pan).print(&format!("{what}, moved from near"));
    window.input_mut().events.push(pointer(middle, PointerButton::Middle, false));
    window.step();
    Times::of(window, 40, |_| vec![Event::Zoom(1.0 / 1.1)]).print(&format!("{what}, zoomed out"));
    Times::of(window, 120, pan).print(&format!("{what}, moved from far"));
    window.input_mut().events.push(pointer(middle, PointerButton::Middle, false));
    settle(window);
}

#[test]
#[ignore = "prints figures; of use in release mode"]
fn longest_page_of_the_reference_is_scrolled_at_length() {
    let mut window = window();
    window.key_press(Key::F1);
    settle(&mut window);
    click(&mut window, "Diagnostics");
    for key in [Key::PageDown, Key::PageUp] {
        let scroll = |_| {
            let modifiers = Modifiers::NONE;
            vec![Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }]
        };
        Times::of(&mut window, 40, scroll).print(&format!("the reference, {key:?}"));
    }
}

#[test]
#[ignore = "prints figures; of use in release mode"]
fn large_level_is_moved_and_zoomed_at_length() {
    let request = lattice::lattice(64, 32);
    let (_folder, path) = file_of(&request.grammar);
    let mut window = window_with(Some(path));
    let level = app(&window).run_view().level().expect("a level").clone();
    println!("{} × {} cells, {} places", level.width, level.height, level.places.len());
    look_around(&mut window, "tiles");
    for name in ["Seals", "Mission"] {
        window.get_by_role_and_label(Role::CheckBox, name).click();
        settle(&mut window);
    }
    click(&mut window, "Explain");
    for insight in Overlay::EXPLAINING.iter().copied() {
        window.get_by_role_and_label(Role::CheckBox, insight.name()).click();
        settle(&mut window);
    }
    click(&mut window, "Explain");
    look_around(&mut window, "all overlays");
}

#[test]
#[ignore = "prints figures; of use in release mode"]
fn slider_leads_to_a_new_level_at_length() {
    let (_folder, path) = file_of(&lattice::lattice(8, 17).grammar);
    let mut window = window_with(Some(path));
    click_tab(&mut window, "Settings");
    let rect = window.get_by_role_and_label(Role::Slider, "Wall percentage of cave").rect();
    let at = |share: f32| Pos2::new(rect.left() + rect.width() * share, rect.center().y);
    window.hover_at(at(0.40));
    window.step();
    window.input_mut().events.push(pointer(at(0.40), PointerButton::Primary, true));
    window.step();
    let mut times = Vec::new();
    for part in 0..60 {
        let before = app(&window).run_view().level().cloned();
        let share = 0.30 + 0.01 * (part * 7 % 31) as f32;
        let began = Instant::now();
        window.input_mut().events.push(Event::PointerMoved(at(share)));
        window.step();
        while app(&window).run_view().level() == before.as_ref() && began.elapsed() < Duration::from_secs(5) {
            std::thread::yield_now();
            window.step();
        }
        times.push(began.elapsed());
    }
    Times(times).print("from the slider to the new level at 8 × 8 places");
}

#[test]
#[ignore = "prints figures; of use in release mode"]
fn long_derivation_is_gone_through_at_length() {
    let text = r#"Grammar(format: 1, name: "Long",
    alphabet: (
        nodes: {
            "Red": (role: Start, form: Hall(width: (5, 5), height: (5, 5))),
            "Blue": (form: Hall(width: (5, 5), height: (5, 5))),
        },
        edges: {"path": (role: Passage)},
    ),
    start: Graph(nodes: {1: "Red"}),
    rules: [
        (name: "Grow", lhs: (nodes: {1: Any}), rhs: (nodes: {1: Keep, 2: "Blue"}, edges: [(1, "path", 2)])),
        (name: "To red", lhs: (nodes: {1: "Blue"}), rhs: (nodes: {1: "Red"})),
        (name: "To blue", lhs: (nodes: {1: "Red"}), rhs: (nodes: {1: "Blue"})),
    ],
    recipe: [
        Apply(rules: Named(["Grow"]), times: (400, 400)),
        Apply(rules: Named(["To red", "To blue"]), times: (9600, 9600)),
    ],
    limits: (steps: 20000),
)"#;
    let (_folder, path) = file_with(text);
    let mut window = window_with(Some(path));
    show(&mut window, Pane::Mission);
    let length = app(&window).view().shared.film.mission_length();
    assert!(length >= 10_000);
    println!("{length} steps, {} nodes", app(&window).run_view().mission.nodes.len());
    let bar = window.get_by_label("Step of the derivation and the level").rect();
    let at = |share: f32| Pos2::new(bar.left() + bar.width() * share, bar.center().y);
    window.hover_at(at(0.0));
    window.step();
    window.input_mut().events.push(pointer(at(0.001), PointerButton::Primary, true));
    window.step();
    let onward = |frame: usize| vec![Event::PointerMoved(at(frame as f32 / 400.0))];
    Times::of(&mut window, 400, onward).print("scrubbed onward");
    let back = |frame: usize| vec![Event::PointerMoved(at(1.0 - frame as f32 / 400.0))];
    Times::of(&mut window, 400, back).print("scrubbed back");
    let leaps = |frame: usize| vec![Event::PointerMoved(at((frame * 37 % 101) as f32 / 101.0))];
    Times::of(&mut window, 200, leaps).print("leapt about");
}

#[test]
#[ignore = "prints figures; of use in release mode"]
fn memory_stays_over_a_thousand_levels_at_length() {
    let mut window = window();
    for level in 0..=1_000 {
        if level % 100 == 0 {
            // The second number is the number of pages in memory.
            let pages = fs::read_to_string("/proc/self/statm").unwrap_or_default();
            let pages: u64 = pages.split(' ').nth(1).and_then(|pages| pages.parse().ok()).unwrap_or(0);
            println!("after {level} levels {} MB", pages * 4 / 1_024);
        }
        window.key_press_modifiers(Modifiers::COMMAND, Key::Period);
        window.step();
        app_mut(&mut window).wait();
        window.run();
    }
}

#[test]
fn nothing_is_drawn_again_when_nothing_changes() {
    let mut window = window();
    for pane in Pane::ALL {
        show(&mut window, pane);
        // Something that was just opened may still fade in.
        window.run_steps(8);
        let output = window.output();
        let delays: Vec<Duration> = output.viewport_output.values().map(|view| view.repaint_delay).collect();
        assert!(delays.iter().all(|delay| *delay == Duration::MAX), "{}: {delays:?}", pane.title());
    }
    let level = app(&window).run_view().level().map(Arc::clone);
    assert!(level.is_some());
}
