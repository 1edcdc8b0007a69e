//! Kinds of diagnostics about the notation of files.

use crate::base::DiagnosticTable;

/// Mistakes in the notation, which the reader of RON finds.
#[rustfmt::skip]
pub const NOTATION_DIAGNOSTICS: DiagnosticTable = DiagnosticTable {
    title: "Notation of files",
    moment: "The reader of RON reports these for grammars and room sets.",
    kinds: &[
        ("brace-after-name", "Braces follow a name.", "Write parentheses: `Name(…)`."),
        ("broken-value", "A value cannot be read.", "Correct the value. Another message often names the cause."),
        ("duplicate-field", "A field occurs twice. The first one is used.", "Delete one of them."),
        ("duplicate-key", "A key of a table occurs twice. The first one is used.", "Rename one of them, or delete it."),
        ("empty-character", "There is no character between single quotes.", "Write one character, for example `'#'`."),
        ("empty-file", "There is nothing in the file.", "Start the file with `Grammar(` or `RoomSet(`."),
        ("equals-sign", "There is an equals sign in place of a colon.", "Write `name: value`."),
        ("fields-outside", "The fields of a file are not inside `Grammar( … )` or `RoomSet( … )`.", "Begin the file with the name and a bracket, and close the bracket at its end."),
        ("invalid-number", "A word starts like a number, but is not one.", "Write a whole number, or quotes around a text."),
        ("items-outside", "Rooms or rules are outside of their list.", "Put them inside `rooms: [ … ]` or `rules: [ … ]`."),
        ("merge-conflict", "The file still has the markers of a merge conflict.", "Choose one side, and delete the lines with the markers."),
        ("missing-colon", "A colon is missing.", "Write `name: value`."),
        ("missing-comma", "A comma is missing between two values.", "Put a comma between them."),
        ("missing-field", "A required field is missing.", "Add the field."),
        ("missing-field-name", "A value has no name, although the values next to it have one.", "Write `name: value`."),
        ("missing-value", "A value is missing.", "Put a value there."),
        ("quoted-field-name", "The name of a field is in quotes.", "Remove the quotes."),
        ("text-after-end", "Something follows the end of the value.", "Delete it, or move it inside the brackets."),
        ("text-in-single-quotes", "A text is in single quotes, which are for single characters.", "Write it in double quotes."),
        ("too-deep", "Brackets are nested too deeply.", "Remove brackets. No grammar and no room set needs that many."),
        ("too-many-values", "There are more values than the type has.", "Delete the last ones."),
        ("unclosed-bracket", "A bracket is never closed, or another one closes it.", "Close it. The hint names the bracket."),
        ("unclosed-comment", "A comment is never closed.", "Close it with `*/`. Comments inside it need their own."),
        ("unclosed-text", "A text is never closed.", "Close it with a double quote."),
        ("unexpected-sign", "A character has no meaning there.", "Delete it, or put it in quotes if it is part of a text."),
        ("unknown-escape", "A backslash in a text starts no known escape.", "Write `/` between folders, and `\\\\` for a backslash."),
        ("unknown-field", "The type has no field of this name.", "Use the name in the hint, or delete the field."),
        ("unknown-variant", "The type has no value of this name.", "Use a name from the hint."),
        ("unquoted-text", "A text has no quotes.", "Write it in double quotes."),
        ("value-outside", "A room, a rule or a field follows the end of the file's value.", "Move it before the last closing bracket."),
        ("wrong-comma", "There is another sign in place of a comma.", "Write a comma."),
        ("wrong-kind-of-file", "The file is of another kind, for example a level or a room set.", "Open it as the hint says."),
        ("wrong-length", "There are more or fewer values in parentheses than expected.", "Write as many as the message says."),
        ("wrong-name", "A value starts with the name of another type.", "Write the name in the hint, or none."),
        ("wrong-type", "The value is of another kind, for example a text instead of a number.", "Write what the message expects."),
        ("wrong-value", "The value is of the right kind, but not allowed.", "Write a value as the message says."),
    ],
};
