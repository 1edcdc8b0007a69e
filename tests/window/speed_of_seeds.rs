//! The duration of frames while many levels are made and shown. No time is asserted; each test prints its figures.
//!
//!     cargo test --release --test window speed_of_seeds -- --ignored --nocapture --test-threads=1

use std::time::Duration;

use egui::{Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, TouchPhase, vec2};
use egui_kittest::kittest::Queryable;

use super::gallery::type_into;
use super::speed::Times;
use super::{Pane, Role, Window, app, click, settle, show, window_of_size};

/// Pause between frames.
const PAUSE: Duration = Duration::from_millis(8);

fn scroll(by: f32) -> Vec<Event> {
    vec![Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: vec2(0.0, by),
        phase: TouchPhase::Move,
        modifiers: Modifiers::NONE,
    }]
}

/// Returns a large window with a pane in front.
fn with_pane(pane: Pane) -> Window {
    let mut window = window_of_size(vec2(1920.0, 1080.0), None);
    show(&mut window, pane);
    window
}

fn idle(window: &mut Window, frames: usize, what: &str) {
    Times::paced(window, frames, PAUSE, |_| Vec::new()).print(what);
}

#[test]
#[ignore = "prints figures; of use in release mode"]
fn gallery_of_many_seeds_is_scrolled_filtered_and_sorted_at_length() {
    let mut window = with_pane(Pane::Gallery);
    for count in ["1000", "10000", "100000"] {
        type_into(&mut window, "Number of seeds", count);
        let middle = window.get_by_label_contains("Seed 1, ").rect().center();
        window.hover_at(middle);
        window.step();
        Times::paced(&mut window, 200, PAUSE, |_| scroll(-300.0)).print(&format!("{count} seeds, scrolled"));
        Times::paced(&mut window, 60, PAUSE, |_| scroll(30_000.0))
            .print(&format!("{count} seeds, leapt back"));
    }
    type_into(&mut window, "Number of seeds", "10000");
    window.get_by_label("Filter by a sentence").focus();
    window.step();
    window.input_mut().events.push(Event::Text("places at least 2".to_owned()));
    window.step();
    window.key_press(Key::Enter);
    window.step();
    idle(&mut window, 400, "10,000 seeds, filtered while they are measured");
    settle(&mut window);
    let records = app(&window).view().shared.survey.records().len();
    println!("{records} records");
    Times::paced(&mut window, 100, PAUSE, |_| scroll(-300.0)).print("filtered, scrolled");
}

#[test]
#[ignore = "prints figures; of use in release mode"]
fn charts_of_many_levels_are_shown_while_they_are_made_at_length() {
    let mut window = with_pane(Pane::Range);
    for count in ["100", "1,000", "10,000"] {
        window.get_by_label(&format!("Survey {count} levels")).click();
        window.step();
        idle(&mut window, 300, &format!("{count} levels, all charts"));
        settle(&mut window);
        settle(&mut window);
    }
    println!("{} records", app(&window).view().shared.survey.records().len());
    idle(&mut window, 60, "all charts at rest");
    let tile = window.query_all_by_label_contains("Dead ends: mean").next().expect("a small chart");
    tile.click_modifiers(Modifiers::COMMAND);
    window.step();
    idle(&mut window, 200, "a heat map");
    settle(&mut window);
    let map = window.query_all_by_label_contains("Heat map of").next().expect("a map").rect();
    let at = |frame: usize| map.left_top() + map.size() * ((frame % 60) as f32 / 60.0);
    Times::paced(&mut window, 120, PAUSE, |frame| vec![Event::PointerMoved(at(frame))])
        .print("pointer over it");
}

#[test]
#[ignore = "prints figures; of use in release mode"]
fn weight_is_dragged_while_the_charts_follow_at_length() {
    let mut window = with_pane(Pane::Range);
    click(&mut window, "Survey 1,000 levels");
    super::click_tab(&mut window, "Settings");
    let slider = window.get_by_role_and_label(Role::Slider, "Gap").rect();
    let at = |share: f32| Pos2::new(slider.left() + slider.width() * share, slider.center().y);
    window.hover_at(at(0.3));
    window.step();
    let press = Event::PointerButton {
        pos: at(0.3),
        button: PointerButton::Primary,
        pressed: true,
        modifiers: Modifiers::NONE,
    };
    window.input_mut().events.push(press);
    window.step();
    let mut seen = std::collections::BTreeSet::new();
    for part in 0..60 {
        let drag =
            |frame: usize| vec![Event::PointerMoved(at(0.2 + 0.01 * ((5 * part + frame) % 60) as f32))];
        let times = Times::paced(&mut window, 5, PAUSE, drag);
        seen.insert(app(&window).view().shared.survey.version());
        if part % 20 == 0 {
            times.print("dragged");
        }
    }
    println!("{} states of the survey seen", seen.len());
}

#[test]
#[ignore = "prints figures; of use in release mode"]
fn compared_levels_are_moved_at_length() {
    let mut window = with_pane(Pane::Compare);
    click(&mut window, "Compare with seed 2");
    let map = window.get_by_label("Map of the level before").rect().center();
    window.hover_at(map);
    window.step();
    Times::paced(&mut window, 40, PAUSE, |_| vec![Event::Zoom(1.05)]).print("compared, zoomed in");
    let pan = |frame: usize| {
        let angle = frame as f32 / 20.0;
        let at = map + vec2(100.0 * angle.cos(), 100.0 * angle.sin());
        let press = Event::PointerButton {
            pos: map,
            button: PointerButton::Middle,
            pressed: true,
            modifiers: Modifiers::NONE,
        };
        (frame == 0).then_some(press).into_iter().chain([Event::PointerMoved(at)]).collect()
    };
    Times::paced(&mut window, 120, PAUSE, pan).print("compared, moved");
}
