//! Pins: collects the pins of places, and reports those that do not hold.
//!
//! In: the pins of the settings. Out: the problem with all pins that do not contradict each other. After layout,
//! also the point where the level must begin so that pinned places lie at their cells.
//! Guaranteed: a warning names every place that misses its pin, and the distance by which everything moves if there
//! is no room to the left or above.

use std::fmt::Display;

use super::problem::{LayoutProblem, ProblemPassage, ProblemPlace};
use crate::base::{Cell, Diagnostic, Rect, Severity};
use crate::layout::drawing::{Block, SizedPlace, core_at};
use crate::layout::input::problem::PlacePin;
use crate::layout::result::plan::Plan;
use crate::level::PassageForm;
use crate::settings::{LayoutSettings, Pin, PinnedPlace, Spacing};

/// The code of the warning that a place is not where it is pinned.
const NOT_KEPT: &str = "pin-not-kept";
/// The code of the warning that everything moved.
const MOVED: &str = "pins-moved";
/// The code of the note that everything kept moved together.
const KEPT_MOVED: &str = "kept-moved";
/// The code of the warning that pinned places overlap.
const OVERLAP: &str = "pins-overlap";

/// Returns the problem with its pins, and warnings about contradictory pins. Returns `None` if no place is pinned.
pub(in crate::layout) fn pinned<'a>(
    problem: &LayoutProblem<'a>,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
) -> Option<(LayoutProblem<'a>, Vec<Diagnostic>)> {
    let (pins, found) = around(problem, sizes, settings, &[], |_| None);
    (!pins.is_empty()).then(|| (problem.with_pins(&pins), found))
}

/// Returns the pinned places with the middles of their cores, and warnings about pins that contradict others.
///
/// Kept places are left out: `kept_at` returns their position. Pins on `ground`, the rectangles of kept places,
/// give a warning.
pub(in crate::layout) fn around(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    ground: &[Rect],
    kept_at: impl Fn(usize) -> Option<Cell>,
) -> (Vec<(usize, Cell)>, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let mut kept: Vec<(usize, Rect)> = Vec::new();
    let mut for_one_level: Vec<usize> = Vec::new();
    // Compact levels are packed by outlines.
    let is_compact = matches!(settings.spacing, Spacing::Compact { .. });
    let block = |place: usize, core: Rect| {
        let block = Block::new(core, &sizes[place], &problem.places[place]);
        match sizes[place].form.outline().filter(|_| is_compact) {
            Some(outline) => block.outlined(outline),
            None => block,
        }
    };
    let touch = |(place, core): (usize, Rect), (other, near): (usize, Rect)| {
        let near = block(other, near);
        block(place, core).parts().any(|part| near.overlaps(part.grown(1)))
    };
    for pin in &settings.pins {
        let Some(place) = place_of(problem, &pin.place) else { continue };
        let off = sizes[place].off_middle();
        let core = core_at(sizes, place, cell_of(pin) - off);
        if let Some(at) = kept_at(place) {
            if at != core.center() {
                let (wanted, at) = (cell_of(pin), at + off);
                let message = format!(
                    "{} is pinned at ({}, {}), but it is kept at ({}, {}).",
                    problem.name(place),
                    wanted.x,
                    wanted.y,
                    at.x,
                    at.y,
                );
                let warning = Diagnostic::warning(NOT_KEPT, message).hint("Remove the pin.");
                found.push(problem.about([place], warning));
            }
            continue;
        }
        let is_for_one_level = matches!(pin.place, PinnedPlace::MissionNode(_));
        if kept.iter().any(|(other, _)| *other == place) {
            // A pin for this level takes precedence over one for all levels.
            if !is_for_one_level && for_one_level.contains(&place) {
                continue;
            }
            let message = format!("{} is pinned twice; the first pin is used.", problem.name(place));
            let warning = Diagnostic::warning("pinned-twice", message).hint("Delete one of the two pins.");
            found.push(problem.about([place], warning));
        } else if let Some((other, near)) = kept.iter().find(|near| touch((place, core), **near)) {
            let near = (*other, *near, near.center() + sizes[*other].off_middle());
            found.push(overlap(problem, (place, core, cell_of(pin)), near));
        } else if ground.iter().any(|near| near.grown(1).overlaps(core)) {
            let message = format!(
                "{} is pinned at ({}, {}), but a kept place is there.",
                problem.name(place),
                cell_of(pin).x,
                cell_of(pin).y,
            );
            let warning = Diagnostic::warning(OVERLAP, message).hint("Pin it elsewhere.");
            found.push(problem.about([place], warning));
        } else {
            kept.push((place, core));
            for_one_level.extend(is_for_one_level.then_some(place));
        }
    }
    (kept.into_iter().map(|(place, core)| (place, core.center())).collect(), found)
}

fn cell_of(pin: &Pin) -> Cell {
    let (x, y) = pin.at;
    let within = |number: u32| number.min(Pin::FARTHEST) as i32;
    Cell::new(within(x), within(y))
}

fn overlap(
    problem: &LayoutProblem,
    (place, core, here): (usize, Rect, Cell),
    (other, near, there): (usize, Rect, Cell),
) -> Diagnostic {
    let message = format!(
        "{} cannot lie at ({}, {}), where it is pinned: {} is pinned at ({}, {}), and with {} × {} and {} × {} cells they overlap or touch.",
        problem.name(place),
        here.x,
        here.y,
        problem.name(other),
        there.x,
        there.y,
        core.size.width,
        core.size.height,
        near.size.width,
        near.size.height,
    );
    let columns = (core.size.width + near.size.width) / 2 + 1;
    let rows = (core.size.height + near.size.height) / 2 + 1;
    let hint = format!("Pin them at least {} columns or {} rows apart.", columns + 1, rows + 1);
    problem.about([place, other], Diagnostic::warning(OVERLAP, message).hint(hint))
}

/// Returns the pinned place, if the mission has it.
fn place_of(problem: &LayoutProblem, pinned: &PinnedPlace) -> Option<usize> {
    problem.places.iter().position(|place| match pinned {
        PinnedPlace::Symbol(symbol) => place.symbol == symbol,
        PinnedPlace::Node(node) | PinnedPlace::MissionNode(node) => place.node.0 == *node,
    })
}

/// Returns the point where the level begins, so that as many pinned places as possible lie at their cells.
///
/// Nothing may lie left of it or above it, so it is at most `least`. Returns `None` if no place is pinned.
pub(in crate::layout) fn origin(problem: &LayoutProblem, cores: &[Rect], least: Cell) -> Option<Cell> {
    let wanted = wanted_origin(problem, cores)?;
    Some(Cell::new(wanted.x.min(least.x), wanted.y.min(least.y)))
}

/// Returns the origin at which most pins hold, without regard to other places. The earliest pin breaks ties.
fn wanted_origin(problem: &LayoutProblem, cores: &[Rect]) -> Option<Cell> {
    let pins = problem.pins();
    let wanted: Vec<Cell> = pins.iter().map(|(place, pin)| cores[*place].center() - pin.at).collect();
    let count = |cell: &Cell| wanted.iter().filter(|other| *other == cell).count();
    // Returns the last of equal maxima, hence the reversed order.
    wanted.iter().rev().max_by_key(|cell| count(cell)).copied()
}

/// Returns the number of pinned places that lie relative to each other as pinned.
pub(in crate::layout) fn held(problem: &LayoutProblem, cores: &[Rect]) -> usize {
    let Some(moved) = wanted_origin(problem, cores) else { return 0 };
    problem.pins().iter().filter(|(place, pin)| cores[*place].center() - moved == pin.at).count()
}

/// Returns warnings about pins that do not hold in a plan.
pub(in crate::layout) fn check(
    problem: &LayoutProblem,
    settings: &LayoutSettings,
    plan: &Plan,
) -> Vec<Diagnostic> {
    let cores: Vec<Rect> = plan.places.iter().map(|place| place.core).collect();
    let Some(moved) = wanted_origin(problem, &cores) else { return Vec::new() };
    let mut found = Vec::new();
    if moved != Cell::new(0, 0) {
        let keeps = problem.places.iter().any(|place| place.kept.is_some());
        found.push(everything_moved(moved, keeps));
    }
    for (place, PlacePin { at, .. }) in problem.pins() {
        let now = cores[place].center();
        if now - moved != at && now != at {
            let off = plan.places[place].heart() - now;
            let (at, now) = (at + off, now + off);
            let message = format!(
                "{} is pinned at ({}, {}), but lies at ({}, {}): {}.",
                problem.name(place),
                at.x,
                at.y,
                now.x,
                now.y,
                reason(problem, settings, place),
            );
            let hint = "Pin it elsewhere.";
            found.push(problem.about([place], Diagnostic::warning(NOT_KEPT, message).hint(hint)));
        }
    }
    found
}

fn everything_moved(by: Cell, keeps: bool) -> Diagnostic {
    let farther = |count: i32, one: &str, many: &str, direction: &str| {
        let noun = if count == 1 { one } else { many };
        (count > 0).then(|| format!("{count} {noun} {direction}"))
    };
    let offsets = [farther(by.x, "column", "columns", "right"), farther(by.y, "row", "rows", "down")];
    let offsets: Vec<String> = offsets.into_iter().flatten().collect();
    let offsets = offsets.join(" and ");
    if keeps {
        let message = format!("Kept places moved {offsets} to make room.");
        return Diagnostic::new(Severity::Note, KEPT_MOVED, message);
    }
    let message =
        format!("The level moved {offsets} to make room for places to the left of the pins or above them.");
    Diagnostic::warning(MOVED, message).hint("Move all pins that far away from the corner.")
}

/// Returns the reason why a place is not where it is pinned.
fn reason(problem: &LayoutProblem, settings: &LayoutSettings, place: usize) -> impl Display {
    let passages = problem.places[place].passages.iter().map(|passage| &problem.passages[*passage]);
    let mut doorways = passages.filter(|passage| passage.form == PassageForm::Doorway);
    match settings.spacing {
        Spacing::Sprawl { .. } => "with this spacing, each place lies next to the one before it",
        _ if doorways.next().is_some() => {
            "doorways join places wall to wall, and another one of them is pinned"
        }
        Spacing::Compact { .. } | Spacing::Elastic { .. } | Spacing::Fixed { .. } => {
            "no layout was found with the place there and a way for every passage"
        }
    }
}

impl LayoutProblem<'_> {
    /// Returns the problem with exactly these pins, the most important first.
    pub fn with_pins(&self, pins: &[(usize, Cell)]) -> Self {
        let mut problem = self.with_parts(self.places.clone(), Vec::new());
        problem.passages.clone_from(&self.passages);
        problem.places.iter_mut().for_each(|place| place.pin = None);
        for (rank, (place, at)) in pins.iter().enumerate() {
            problem.places[*place].pin = Some(PlacePin { at: *at, rank });
        }
        problem
    }

    /// Returns the problem without pins, and with each kept place as a whole instead of its parts.
    pub fn with_parts_as_wholes(&self) -> Self {
        let whole = |place: usize| self.places[place].part_of.unwrap_or(place);
        let is_whole =
            |(number, place): &(usize, &ProblemPlace)| place.part_of.is_none_or(|of| of == *number);
        let places = self.places.iter().enumerate().filter(is_whole);
        let places = places.map(|(_, place)| ProblemPlace {
            pin: None,
            passages: Vec::new(),
            loops: 0,
            ..place.clone()
        });
        let passages = self.passages.iter().map(|passage| ProblemPassage {
            from: whole(passage.from),
            to: whole(passage.to),
            ..passage.clone()
        });
        self.with_parts(places.collect(), passages.collect())
    }

    /// Returns `true` if any place is pinned.
    pub fn has_pins(&self) -> bool {
        self.places.iter().any(|place| place.pin.is_some())
    }

    /// Returns the pinned places, the most important pin first.
    pub fn pins(&self) -> Vec<(usize, PlacePin)> {
        let pinned = self.places.iter().enumerate().filter_map(|(place, of)| Some((place, of.pin?)));
        let mut pins: Vec<(usize, PlacePin)> = pinned.collect();
        pins.sort_by_key(|(_, pin)| pin.rank);
        pins
    }
}
