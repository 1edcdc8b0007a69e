//! Shows below a field why its text was refused, until the next key or click.
//!
//! A field that silently restores its old value looks as if nothing had been typed.

use egui::{DragValue, Event, Id, Response, RichText, Ui, Vec2};

use super::formulas::{typed_formula, values_of};
use super::style::palette;
use crate::base::printable;

/// Maximum number of characters shown of a refused text.
const LONGEST_SHOWN: usize = 20;

/// A reason for one field, and the frame in which it was given.
#[derive(Clone, Debug)]
struct Refusal {
    field: Id,
    reason: String,
    frame: u64,
}

fn given() -> Id {
    Id::new("the text that a field refused")
}

/// Records that a field refuses its text.
pub fn refuse(ui: &Ui, field: Id, reason: String) {
    let frame = ui.ctx().cumulative_frame_nr();
    ui.data_mut(|data| data.insert_temp(given(), Refusal { field, reason, frame }));
    ui.ctx().request_repaint();
}

/// Shows the reason below a field, if it refused the last text.
pub fn refusal_ui(ui: &Ui, field: Id, response: &Response) {
    let known: Option<Refusal> = ui.data(|data| data.get_temp(given()));
    let Some(refusal) = known.filter(|refusal| refusal.field == field) else { return };
    let is_old = refusal.frame < ui.ctx().cumulative_frame_nr();
    if is_old && ui.input(|input| input.events.iter().any(is_next_deed)) {
        ui.data_mut(|data| data.remove::<Refusal>(given()));
        return;
    }
    let color = palette(ui).doubtful;
    response.show_tooltip_ui(|ui| {
        ui.label(RichText::new(&refusal.reason).color(color));
    });
}

fn is_next_deed(event: &Event) -> bool {
    matches!(
        event,
        Event::Text(_)
            | Event::Key { pressed: true, .. }
            | Event::PointerButton { pressed: true, .. }
            | Event::AccessKitActionRequest(_)
    )
}

/// Returns a refused text in quotes, cut if it is long.
pub fn quoted(text: &str) -> String {
    let shown: String = text.chars().take(LONGEST_SHOWN).collect();
    let more = if shown.len() < text.len() { "…" } else { "" };
    format!("\"{}{more}\"", printable(&shown))
}

/// Shows a number that can be dragged or typed, with the given size or that of its text.
///
/// Text that is not a number is refused. A number out of range becomes the nearest valid one. Both are
/// explained.
pub fn number_field(ui: &mut Ui, size: Option<Vec2>, drag: DragValue<'_>, limits: (f64, f64)) -> Response {
    show_number(ui, size, drag, limits, &|_| None).0
}

/// Shows a number field that also takes formulas. Returns the number that stands for a typed formula.
pub fn number_or_formula_field(
    ui: &mut Ui,
    size: Option<Vec2>,
    drag: DragValue<'_>,
    limits: (f64, f64),
) -> (Response, Option<u32>) {
    let values = values_of(ui);
    show_number(ui, size, drag, limits, &|text| typed_formula(&values, text))
}

fn show_number(
    ui: &mut Ui,
    size: Option<Vec2>,
    drag: DragValue<'_>,
    (least, most): (f64, f64),
    formula_in: &dyn Fn(&str) -> Option<Result<u32, String>>,
) -> (Response, Option<u32>) {
    let refused = std::cell::RefCell::new(None);
    let typed = std::cell::Cell::new(None);
    let drag = drag.update_while_editing(false).custom_parser(|text| match formula_in(text) {
        Some(formula) => {
            typed.set(formula.as_ref().ok().copied());
            refused.replace(formula.err());
            None
        }
        None => {
            let number = number_in(text);
            refused.replace(refusal_of(text, number, least, most));
            number
        }
    });
    let response = match size {
        Some(size) => ui.add_sized(size, drag),
        None => ui.add(drag),
    };
    if let Some(reason) = refused.take() {
        refuse(ui, response.id, reason);
    }
    refusal_ui(ui, response.id, &response);
    (response, typed.get())
}

/// Parses a number, with or without a unit after it.
fn number_in(text: &str) -> Option<f64> {
    let text = text.trim().trim_start_matches(['×', ' ']);
    // The unit of a chance contains a number: "40 in 1,000".
    let text = text.split_once(" in ").map_or(text, |(number, _)| number);
    let text = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let text: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    text.replace('\u{2212}', "-").parse().ok().filter(|number: &f64| number.is_finite())
}

fn refusal_of(text: &str, number: Option<f64>, least: f64, most: f64) -> Option<String> {
    match number {
        None => Some(format!("{} is not a number", quoted(text.trim()))),
        Some(number) if number > most => Some(format!("The maximum is {most}")),
        Some(number) if number < least => Some(format!("The minimum is {least}")),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_with_and_without_their_units() {
        let read =
            ["17", " 17 cells", "40 %", "40 in 1,000", "× 3", "-2", "\u{2212}2", "banana", "", "1 000"]
                .map(number_in);
        let expected = [
            Some(17.0),
            Some(17.0),
            Some(40.0),
            Some(40.0),
            Some(3.0),
            Some(-2.0),
            Some(-2.0),
            None,
            None,
            Some(1000.0),
        ];
        assert_eq!(read, expected);
    }

    #[test]
    fn what_is_not_taken_has_a_reason() {
        let refusal = |text: &str| refusal_of(text, number_in(text), 1.0, 128.0);
        assert_eq!(refusal("banana").as_deref(), Some("\"banana\" is not a number"));
        assert_eq!(refusal("500").as_deref(), Some("The maximum is 128"));
        assert_eq!(refusal("0").as_deref(), Some("The minimum is 1"));
        assert_eq!(refusal("128"), None);
        assert_eq!(quoted(&"é".repeat(30)), format!("\"{}…\"", "é".repeat(20)));
    }
}
