//! The keys of the gallery while a cell has the focus: arrows, Enter, S, /, and the clipboard.

use egui::{Event, EventFilter, Id, Key, Modifiers, Ui};

use super::grid::place_of;
use super::seed_list::{TypedSeeds, listed};
use super::view::GalleryView;
use crate::base::Seed;
use crate::editor::command::Command;
use crate::editor::panes::context::PaneContext;
use crate::editor::seed_marks::MarkEdit;

/// Arrow keys belong to the gallery; Tab and Escape leave it.
const KEPT: EventFilter =
    EventFilter { tab: false, horizontal_arrows: true, vertical_arrows: true, escape: false };

/// Handles the keys of the cell with the focus.
pub(super) fn follow(ui: &Ui, id: Id, seed: Seed, view: &mut GalleryView, context: &mut PaneContext<'_>) {
    let ctx = ui.ctx();
    ctx.memory_mut(|memory| memory.set_focus_lock_filter(id, KEPT));
    let (columns, rows) = (view.columns.cast_signed(), view.rows_in_sight.cast_signed());
    let moves = [
        (Key::ArrowLeft, -1),
        (Key::ArrowRight, 1),
        (Key::ArrowUp, -columns),
        (Key::ArrowDown, columns),
        (Key::PageUp, -columns * rows),
        (Key::PageDown, columns * rows),
        (Key::Home, isize::MIN / 2),
        (Key::End, isize::MAX / 2),
    ];
    let pressed = |modifiers: Modifiers, key: Key| ctx.input_mut(|input| input.consume_key(modifiers, key));
    for (key, step) in moves {
        for (modifiers, extends) in [(Modifiers::SHIFT, true), (Modifiers::NONE, false)] {
            if pressed(modifiers, key) {
                move_focus(seed, step, extends, view);
                // The next cell may have been drawn already.
                ctx.request_repaint();
            }
        }
    }
    if pressed(Modifiers::COMMAND, Key::A) {
        view.selected = view.shown.seeds.iter().copied().collect();
    }
    if takes_letter(ui, Key::S) {
        let seeds = view.subjects(seed);
        let is_starred = !context.marked.is_starred(seed);
        context.commands.push(Command::Mark(MarkEdit::Star { seeds, is_starred }));
    }
    if takes_sign(ui, "/") {
        ctx.memory_mut(|memory| memory.request_focus(filter_field()));
    }
    clipboard(ui, seed, view);
}

/// Returns the id of the field for a filter.
pub(super) fn filter_field() -> Id {
    Id::new("filter of the gallery")
}

/// Moves the focus by a number of cells, and stops at the ends.
fn move_focus(from: Seed, step: isize, extends: bool, view: &mut GalleryView) {
    let Some(place) = place_of(view, from) else { return };
    let last = view.shown.seeds.len().saturating_sub(1);
    let moved = place.cast_signed().saturating_add(step);
    let is_page = step.unsigned_abs() > 1;
    // Up and down stay in their column: where there is no cell, they do not move.
    let to = match usize::try_from(moved) {
        Ok(to) if to <= last => to,
        _ if step.unsigned_abs() == view.columns && is_page => place,
        Ok(_) => last,
        Err(_) => 0,
    };
    let Some(seed) = view.shown.seeds.get(to).copied() else { return };
    view.wants_focus = Some(seed);
    if extends {
        view.anchor = view.anchor.or(Some(from));
        view.select_to(seed);
    } else {
        view.select(seed);
    }
}

/// Takes a letter that was pressed without modifiers, with the text event that belongs to it.
fn takes_letter(ui: &Ui, letter: Key) -> bool {
    ui.input_mut(|input| {
        let is_pressed = input.consume_key(Modifiers::NONE, letter);
        if is_pressed {
            let text = letter.name().to_lowercase();
            input.events.retain(|event| !matches!(event, Event::Text(typed) if *typed == text));
        }
        is_pressed
    })
}

/// Takes a sign that was typed. The key for it differs between keyboards.
fn takes_sign(ui: &Ui, sign: &str) -> bool {
    ui.input_mut(|input| {
        let before = input.events.len();
        input.events.retain(|event| !matches!(event, Event::Text(typed) if typed == sign));
        input.events.len() < before
    })
}

/// Copies the selected seeds as a list, and shows the seeds of a pasted one.
fn clipboard(ui: &Ui, seed: Seed, view: &mut GalleryView) {
    let events = ui.input(|input| input.events.clone());
    for event in events {
        match event {
            Event::Copy => ui.ctx().copy_text(listed(&view.subjects(seed))),
            Event::Paste(text) => {
                if let Some(TypedSeeds::Exactly(seeds)) = TypedSeeds::read(&text, true) {
                    view.show_list(seeds);
                }
            }
            _ => {}
        }
    }
}
