//! Kinds of diagnostics about layouts.

use crate::base::DiagnosticTable;

/// Results of a layout.
#[rustfmt::skip]
pub const LAYOUT_DIAGNOSTICS: DiagnosticTable = DiagnosticTable {
    title: "Layout",
    moment: "These are reported when the places and passages of a mission are laid out.",
    kinds: &[
        ("board-not-filled", "The cards of a symbol leave gaps on a board.", "Draw more cards of one board cell, or raise the limits in the hint."),
        ("doorway-corridor", "Corridors replace doorways whose places cannot share a wall.", "You need not do anything, unless you want doorways there."),
        ("doorways-in-conflict", "The doorways exclude each other.", "Let corridors replace some with `otherwise: Corridor`, or change the forms."),
        ("far-from-side", "The start or the goal is far from the side that the shape asks for.", "Try another seed."),
        ("hall-enlarged", "A hall is larger than its form allows, to make room for its passages.", "Make the form larger, or let rules give the place fewer passages."),
        ("hardly-symmetric", "Few places mirror each other, although the shape asks for symmetry.", "Try another seed, or let rules make similar branches."),
        ("held", "Kept places were laid out again with the others, or some other places also stayed.", "You need not do anything."),
        ("in-conflict", "The named passages or requirements cannot be laid out together.", "Change one of them as the hint says."),
        ("kept-moved", "The kept places moved together, because the others need more room.", "You need not do anything."),
        ("laid-out-as-before", "The layout continues the one before, so the level depends on more than its seed.", "Lay it out again to get the level of the seed."),
        ("layout-not-held", "The layout could not continue the previous one.", "You need not do anything. The layout is that of the seed."),
        ("level-out-of-bound", "The level is larger than its bound.", "Raise the bound, or make forms and gaps smaller."),
        ("level-too-large", "The level has more cells than the ceiling allows.", "Use compact spacing, or smaller forms."),
        ("no-card", "A symbol is built of cards, but no card can be used for it.", "Draw a card for the symbol, with an open side."),
        ("no-room", "No room of the sets has enough sockets for the passages of a place.", "Draw a room with more sockets, or raise `at_most`."),
        ("no-way", "A passage is blocked by places.", "Let passages cross, or change sites, gap or scale as the hint says."),
        ("not-kept", "A place could not be kept: its node or its passages changed.", "You need not do anything. The place is made again."),
        ("passage-to-nothing", "A passage leads to a node that is not a place, and is left out.", "Give the symbols at both ends a form, or use a relation."),
        ("passage-too-long", "A passage has more cells than its symbol allows.", "Raise the maximum, or change the layout as the hint says."),
        ("passage-too-short", "A passage has fewer cells than its symbol asks for.", "Lower the minimum, or change the layout as the hint says."),
        ("pin-not-kept", "A pinned place is not where it is pinned.", "Move the pin as the hint says, or delete it."),
        ("pins-moved", "All pins moved together, because places need room to the left or above.", "You need not do anything, or you can move the pins."),
        ("pins-overlap", "Two pinned places are so near to each other that they overlap.", "Pin one of them farther away."),
        ("place-without-site", "A place has no site, although others have one and the spacing is fixed.", "Give its node a site, or make the spacing compact."),
        ("scale-raised", "The walkers of a place laid more floor than the scale has room for, so the scale is raised.", "Raise the scale as the hint says, or choose another spacing."),
        ("sprawl-gave-up", "No sprawl was found, so the places lie in columns and rows.", "Use longer passages, smaller places, or compact spacing."),
        ("stand-in", "A plain hall replaces a room that is missing or has mistakes.", "Draw the room, or correct it."),
        ("too-large", "A place is too large for the scale.", "Raise the scale, or make the form smaller."),
        ("walkers-enlarged", "A place of walkers is larger than its reach allows, to make room for its passages.", "Raise `reach`, or let rules give the place fewer passages."),
        ("walking-too-long", "The walkers of a level take more steps than the ceiling allows.", "Lower `floors`."),
        ("winds-too-far", "Passages would have to lead around places with sites too often.", "Let passages cross, or give fewer places a site."),
    ],
};
