//! Names typed on a canvas.
//!
//! A letter opens the list of symbols with it, and only Enter sets one. A digit sets the symbol at that position at
//! once. While a name is typed, its letters are no shortcuts.

use egui::{Context, Event, Id, Key};

/// Time after a letter in which others are no shortcuts, in seconds. By then, the list has the keyboard.
const PAUSE: f64 = 0.25;

/// The meaning of the letters of a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// The symbol at the position of a digit.
    Digit(char),
    /// The beginning of the name of a symbol.
    Name(String),
}

/// Takes the letters of this frame if something is selected. Letters after Enter are left for the list it opens.
pub(super) fn take(ctx: &Context, has_selection: bool) -> Option<Typed> {
    let has_command =
        ctx.input(|input| input.modifiers.command || input.modifiers.ctrl || input.modifiers.alt);
    if !has_selection || has_command || is_enter_first(ctx) {
        return None;
    }
    let text = take_text(ctx);
    let letters = text.trim_start_matches(|letter: char| !letter.is_alphanumeric());
    if letters.chars().next()?.is_numeric() {
        return letters.chars().next_back().map(Typed::Digit);
    }
    // The list gets the keyboard one frame later; until then its letters must not be shortcuts.
    let now = ctx.input(|input| input.time);
    ctx.data_mut(|data| data.insert_temp(id(), now));
    Some(Typed::Name(letters.to_owned()))
}

/// Returns `true` while letters belong to a name: soon after a letter, or if this frame has several.
pub fn is_typed(ctx: &Context) -> bool {
    let (now, count) = ctx.input(|input| {
        let texts = input.events.iter().filter(|event| matches!(event, Event::Text(_)));
        (input.time, texts.count())
    });
    let last: Option<f64> = ctx.data(|data| data.get_temp(id()));
    count > 1 || last.is_some_and(|last| now - last < PAUSE)
}

fn id() -> Id {
    Id::new("the name that is typed on a canvas")
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

    /// Returns the meaning of a text that arrives in one frame.
    fn typed(text: &str) -> Option<Typed> {
        let mut found = None;
        let events = text.chars().map(|letter| Event::Text(letter.to_string())).collect();
        let ctx = Context::default();
        let mut output = ctx.run_ui(RawInput { events, ..RawInput::default() }, |ui| {
            found = found.take().or(take(ui.ctx(), true));
        });
        output.textures_delta.clear();
        found
    }

    #[test]
    fn letters_are_the_beginning_of_a_name() {
        for name in ["C", "Catacomb", "Large hall", "oo"] {
            assert_eq!(typed(name), Some(Typed::Name(name.to_owned())));
        }
        assert_eq!(typed(" c"), Some(Typed::Name("c".to_owned())));
    }

    #[test]
    fn digit_is_a_position() {
        assert_eq!(typed("1"), Some(Typed::Digit('1')));
        assert_eq!(typed(" "), None);
    }
}
