//! The themes of a level: the names that its places and passages have in the grammar.
//!
//! Input: the plan, the mission and the alphabet. Output: the record of themes, empty if nothing has one.

use std::collections::BTreeMap;

use crate::layout::Plan;
use crate::level::LevelThemes;
use crate::mission::{Alphabet, Mission};

/// Returns the themes of a level. `default` is the theme of the grammar; empty: none.
pub(super) fn of_level(plan: &Plan, mission: &Mission, alphabet: &Alphabet, default: &str) -> LevelThemes {
    let places = plan.places_by_id().filter_map(|(id, planned)| {
        let node = mission.node(planned.node)?;
        let symbol = &alphabet.node(node.symbol).1.theme;
        let theme = alphabet.theme_of(symbol, &node.attributes);
        (!theme.is_empty() && theme != default).then(|| (id, theme.to_owned()))
    });
    let places: BTreeMap<_, _> = places.collect();
    let passages = plan.passages_by_id().filter_map(|(id, planned)| {
        let edge = mission.edge(planned.edge)?;
        let symbol = &alphabet.edge(edge.symbol).1.theme;
        let theme = alphabet.theme_of(symbol, &edge.attributes);
        (!theme.is_empty()).then(|| (id, theme.to_owned()))
    });
    let passages: BTreeMap<_, _> = passages.collect();
    let names = places.values().chain(passages.values()).map(String::as_str).chain([default]);
    let derived = names.filter_map(|name| alphabet.themes.get_key_value(name));
    let derived = derived.map(|(name, theme)| (name.clone(), theme.clone())).collect();
    LevelThemes { level: default.to_owned(), places, passages, derived }
}
