//! Kinds of diagnostics about forming, populating and proving a level.

use crate::base::DiagnosticTable;

/// Results of the stages after the layout.
#[rustfmt::skip]
pub const LEVEL_DIAGNOSTICS: DiagnosticTable = DiagnosticTable {
    title: "Making a level",
    moment: "These are reported when places are formed and populated, when a level is proved, and when levels are tried.",
    kinds: &[
        ("boards-left-unfilled", "Some boards in the levels of the first seeds could not be filled.", "Draw the cards that `missing-cards` names."),
        ("cave-collapsed", "Nothing of a cave is left but its middle.", "Lower the wall percentage of its form."),
        ("every-level-fails", "All levels that were tried fail. The message names the most frequent reason.", "Fix that reason."),
        ("features-without-room", "A pass found no room for as many entities as it should place.", "Lower `number` or `distance`, or make the places larger."),
        ("forming-too-long", "Forming the places takes more work than the ceiling allows.", "Use fewer smoothing steps, or smaller places."),
        ("internal", "The program itself has a bug.", "Please report it with the grammar and the seed."),
        ("key-nowhere", "No place contains a key.", "Add an edge with the role `Contains` from a place to the key."),
        ("most-levels-fail", "Most of the levels that were tried fail.", "Fix the reason in the message."),
        ("no-foe-to-fall", "The last foe should open the exit, but there is no foe. The level is open at once.", "Raise the chance, or lower the distance from the start."),
        ("not-kept-there", "Something in a kept place would break a promise now, and is left out.", "You need not do anything."),
        ("passage-too-narrow", "A corridor is nowhere as wide as its symbol asks for.", "Raise the gap, or lower the width."),
        ("placing-cut-short", "Solid entities were not all placed, because the work reached its limit.", "Place fewer solid entities, or make the places smaller."),
        ("promise-broken", "The level breaks a promise. This is a bug in the program.", "Please report it with the grammar and the seed."),
        ("too-many-entities", "The passes place more entities than the ceiling allows.", "Lower chances and numbers."),
    ],
};
