//! Grammars with all settings in combination, each anywhere in its range and often at one of its ends.
//!
//! In: choices. Out: a grammar without mistakes, and passes for it. The ranges are those that the settings
//! declare, so no setting can be forgotten. Settings that contradict each other are repaired (see [`mend`]),
//! because a mistake would end the run before it begins. Most grammars give a level, but not all: places may
//! not fit their bound, their pins or each other.

mod mend;
mod rules;
mod start;

use delvewright_engine::base::{Choice, Number, Parameters, Slot, each_parameter};
use delvewright_engine::grammar::{Grammar, Limits};
use delvewright_engine::mission::{Alphabet, Form, WalkerPreset, Walkers};

use super::super::draw::Draw;

/// Maximum number of places of a start graph. Rules may add more.
pub const MOST_PLACES: u32 = 40;

/// Returns a grammar without passes, with settings from their whole ranges.
pub fn grammar(draw: &mut Draw, most_places: u32) -> Grammar {
    let mut grammar = super::grammar(draw);
    vary_alphabet(draw, &mut grammar.alphabet);
    mend::alphabet(draw, &mut grammar.alphabet);
    vary(draw, &mut grammar.layout);
    mend::layout(draw, &mut grammar.layout, &mut grammar.alphabet);
    grammar.limits = Limits { steps: 200, nodes: 8 * MOST_PLACES, edges: 16 * MOST_PLACES };
    grammar.start = start::start(draw, &grammar.alphabet, most_places);
    rules::set(draw, &mut grammar);
    mend::bound(draw, &mut grammar);
    start::pins(draw, &mut grammar);
    grammar
}

/// Adds passes, with settings from their whole ranges.
pub fn add_passes(draw: &mut Draw, grammar: &mut Grammar) {
    super::populate::populate(draw, grammar, false);
    grammar.populate.iter_mut().for_each(|pass| vary(draw, &mut pass.pass));
    mend::passes(draw, grammar);
}

fn vary_alphabet(draw: &mut Draw, alphabet: &mut Alphabet) {
    for symbol in alphabet.nodes.values_mut() {
        let forms = symbol.forms.iter_mut().map(|choice| &mut choice.form);
        for form in forms.chain(&mut symbol.form) {
            vary_choice(draw, form);
            // With other numbers it is no longer a preset.
            if let Form::Walkers(walkers) = form
                && draw.chance(30)
            {
                let preset = Walkers::of(*draw.pick(&WalkerPreset::ALL));
                *walkers = Walkers { floors: walkers.floors, reach: walkers.reach, ..preset };
            }
        }
    }
    for symbol in alphabet.edges.values_mut() {
        vary_choice(draw, &mut symbol.kind);
        symbol.kinds.iter_mut().for_each(|choice| vary(draw, &mut choice.kind));
    }
}

/// Draws some of the parameters of a value again.
fn vary(draw: &mut Draw, of: &mut dyn Parameters) {
    each_parameter(of, &mut |_, slot| match slot {
        Slot::Number(number, value) => *value = drawn(draw, number, *value),
        Slot::Range(number, (least, most)) => {
            let ends = [drawn(draw, number, *least), drawn(draw, number, *most)];
            (*least, *most) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        }
        Slot::Choice(_, choice) if draw.chance(30) => choose(draw, choice),
        Slot::Switch(_, _, value) if draw.chance(30) => *value = draw.is_so(),
        // Names refer to existing items, and lists keep their lengths.
        Slot::Choice(..)
        | Slot::Switch(..)
        | Slot::Name(..)
        | Slot::Names(..)
        | Slot::Text(..)
        | Slot::Rows(..) => {}
    });
}

/// Draws a value again that has a few choices.
fn vary_choice(draw: &mut Draw, of: &mut dyn Choice) {
    if draw.chance(30) {
        choose(draw, of);
    }
    vary(draw, of);
}

/// Selects one of the choices.
fn choose(draw: &mut Draw, choice: &mut dyn Choice) {
    let choices = choice.choices();
    choice.choose(draw.pick(&choices).label);
}

/// Returns the same value, one of the ends, a value near the minimum, or any value.
fn drawn(draw: &mut Draw, number: &Number, value: u32) -> u32 {
    let (least, most) = (number.least, number.most);
    match draw.below(20) {
        0..=7 => value,
        8..=10 => least,
        11..=12 => most,
        13..=16 => draw.number(least, most.min(least.saturating_add(8))),
        _ => draw.number(least, most),
    }
}
