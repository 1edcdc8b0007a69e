//! Keys that do something anywhere in the window.

use egui::{Context, Key, KeyboardShortcut, Modifiers};

use super::command::Command;
use crate::export::Format;

/// Those with Ctrl (on a Mac, Command); the longer ones first, so that none hides another.
fn with_modifiers() -> [(Modifiers, Key, Command); 9] {
    let shift = Modifiers::COMMAND | Modifiers::SHIFT;
    [
        (shift, Key::S, Command::SaveAs),
        (shift, Key::Z, Command::Redo),
        (Modifiers::COMMAND, Key::N, Command::New),
        (Modifiers::COMMAND, Key::O, Command::Open),
        (Modifiers::COMMAND, Key::S, Command::Save),
        (Modifiers::COMMAND, Key::Z, Command::Undo),
        (Modifiers::COMMAND, Key::Y, Command::Redo),
        (Modifiers::COMMAND, Key::E, Command::Export(Format::Ron)),
        (Modifiers::COMMAND, Key::Q, Command::Quit),
    ]
}

/// What the keys of this frame ask for. Nothing that a text field wants for itself.
pub fn pressed(ctx: &Context) -> Vec<Command> {
    let typing = ctx.text_edit_focused();
    let mut commands = Vec::new();
    for (modifiers, key, command) in with_modifiers() {
        let for_text = matches!(command, Command::Undo | Command::Redo);
        let shortcut = KeyboardShortcut::new(modifiers, key);
        if !(typing && for_text) && ctx.input_mut(|input| input.consume_shortcut(&shortcut)) {
            commands.push(command);
        }
    }
    if !typing && ctx.input(|input| input.modifiers.is_none()) {
        let keys = [(Key::F, Command::FrameAll), (Key::R, Command::RollSeed)];
        commands.extend(
            keys.into_iter()
                .filter(|(key, _)| ctx.input(|input| input.key_pressed(*key)))
                .map(|(_, command)| command),
        );
    }
    commands
}
