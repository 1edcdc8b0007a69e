//! Names typed on a canvas.
//!
//! A letter sets a symbol at once; pressed again, it sets the next one. Another letter soon after it begins a name,
//! and the list of symbols opens with both. While a name is typed, its letters are no shortcuts.

use egui::{Context, Event, Id, Key};

use crate::document::Element;

/// Maximum time between two letters of a name, in seconds.
const PAUSE: f64 = 1.0;

/// The last letters that were typed.
#[derive(Clone, Debug)]
struct TypedName {
    letters: String,
    /// Time of the last letter, in seconds.
    at: f64,
    /// Selected elements.
    elements: Vec<Element>,
}

/// The meaning of the letters of a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// The next symbol that begins with a letter, or the symbol at the position of a digit.
    Letter {
        /// The letter.
        letter: char,
        /// Number of presses in this frame.
        times: usize,
    },
    /// The beginning of the name of a symbol.
    Name(String),
}

/// Takes the letters of this frame for the selected elements. Letters after Enter are left for the list it opens.
pub(super) fn take(ctx: &Context, elements: Vec<Element>) -> Option<Typed> {
    let has_command =
        ctx.input(|input| input.modifiers.command || input.modifiers.ctrl || input.modifiers.alt);
    if elements.is_empty() || has_command || is_enter_first(ctx) {
        return None;
    }
    let text = take_text(ctx);
    let now = ctx.input(|input| input.time);
    let before = last(ctx).filter(|last| now - last.at < PAUSE && last.elements == elements);
    let before = before.map_or_else(String::new, |last| last.letters);
    let letters = format!("{before}{text}");
    let letters = letters.trim_start_matches(|letter: char| !letter.is_alphanumeric());
    let first = letters.chars().next().filter(|_| !text.is_empty())?;
    // Digits are positions, and each one is complete.
    if let Some(digit) = text.chars().next_back().filter(|_| first.is_numeric()) {
        return Some(Typed::Letter { letter: digit, times: 1 });
    }
    if letters.chars().all(|letter| letter.to_lowercase().eq(first.to_lowercase())) {
        let times = text.chars().filter(|letter| letter.is_alphanumeric()).count();
        let last = TypedName { letters: letters.to_owned(), at: now, elements };
        ctx.data_mut(|data| data.insert_temp(id(), last));
        return Some(Typed::Letter { letter: first, times });
    }
    // The list gets the keyboard one frame later; until then its letters must not be shortcuts.
    let last = TypedName { letters: String::new(), at: now, elements: Vec::new() };
    ctx.data_mut(|data| data.insert_temp(id(), last));
    Some(Typed::Name(letters.to_owned()))
}

/// Ends the name if other elements are selected now.
pub(super) fn end_if_others_selected(ctx: &Context, elements: &[Element]) {
    if last(ctx).is_some_and(|last| last.elements != elements) {
        ctx.data_mut(|data| data.remove::<TypedName>(id()));
    }
}

/// Returns `true` while letters belong to a name: soon after a letter, or if this frame has several.
pub fn is_typed(ctx: &Context) -> bool {
    let (now, count) = ctx.input(|input| {
        let texts = input.events.iter().filter(|event| matches!(event, Event::Text(_)));
        (input.time, texts.count())
    });
    count > 1 || last(ctx).is_some_and(|last| now - last.at < PAUSE)
}

fn id() -> Id {
    Id::new("the name that is typed on a canvas")
}

fn last(ctx: &Context) -> Option<TypedName> {
    ctx.data(|data| data.get_temp(id()))
}

fn take_text(ctx: &Context) -> String {
    let mut text = String::new();
    ctx.input_mut(|input| {
        input.events.retain(|event| match event {
            Event::Text(typed) => {
                text.push_str(typed);
                false
            }
            _ => true,
        });
    });
    text
}

fn is_enter_first(ctx: &Context) -> bool {
    ctx.input(|input| {
        let mut events = input.events.iter();
        let first = events.find(|event| {
            matches!(event, Event::Text(_) | Event::Key { key: Key::Enter, pressed: true, .. })
        });
        matches!(first, Some(Event::Key { .. }))
    })
}

#[cfg(test)]
mod tests {
    use egui::RawInput;

    use super::*;
    use crate::grammar::ElementId;

    /// Returns the meaning of the text of frames at some times, in seconds.
    fn typed(frames: &[(f64, &str)]) -> Vec<Option<Typed>> {
        let ctx = Context::default();
        let mut found = Vec::new();
        for (time, text) in frames {
            let events = text.chars().map(|letter| Event::Text(letter.to_string())).collect();
            let input = RawInput { time: Some(*time), events, ..RawInput::default() };
            let mut output = ctx.run_ui(input, |ui| {
                found.push(take(ui.ctx(), vec![Element::Node(ElementId(1))]));
            });
            output.textures_delta.clear();
        }
        found
    }

    fn letter(letter: char, times: usize) -> Option<Typed> {
        Some(Typed::Letter { letter, times })
    }

    fn name(name: &str) -> Option<Typed> {
        Some(Typed::Name(name.to_owned()))
    }

    #[test]
    fn letters_that_come_quickly_are_a_name() {
        assert_eq!(typed(&[(1.0, "C"), (1.1, "atac")]), [letter('C', 1), name("Catac")]);
        assert_eq!(typed(&[(1.0, "Catacomb")]), [name("Catacomb")]);
        assert_eq!(typed(&[(1.0, "Large hall")]), [name("Large hall")]);
        assert_eq!(typed(&[(1.0, "oo"), (1.1, "z")]), [letter('o', 2), name("ooz")]);
    }

    #[test]
    fn one_letter_and_digits_are_no_names() {
        assert_eq!(typed(&[(1.0, "c"), (3.0, "a")]), [letter('c', 1), letter('a', 1)]);
        assert_eq!(typed(&[(1.0, "c"), (1.1, "C")]), [letter('c', 1), letter('c', 1)]);
        assert_eq!(typed(&[(1.0, "1"), (1.1, "2")]), [letter('1', 1), letter('2', 1)]);
        assert_eq!(typed(&[(1.0, " "), (1.1, "")]), [None, None]);
    }
}
