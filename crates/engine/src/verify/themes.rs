//! P0: the themes of the level exist, and so do the places and passages that have them.

use super::findings::PromiseBreaks;
use crate::level::{Level, theme_named};

/// Adds what is wrong with the names and ids.
pub(super) fn check(level: &Level, findings: &mut PromiseBreaks) {
    let themes = &level.themes;
    let places = themes.places.iter().map(|(id, name)| (level.place(*id).is_some(), "place", id.0, name));
    let passages =
        themes.passages.iter().map(|(id, name)| (level.passage(*id).is_some(), "passage", id.0, name));
    for (exists, what, id, name) in places.chain(passages) {
        if !exists {
            findings.add(None, format!("{what} {id} has a theme, but does not exist."));
        }
        if !is_known(level, name) {
            findings.add(None, format!("{what} {id} has the theme \"{name}\", which does not exist."));
        }
    }
    if !themes.level.is_empty() && !is_known(level, &themes.level) {
        findings.add(None, format!("the level has the theme \"{}\", which does not exist.", themes.level));
    }
    for (name, theme) in &themes.derived {
        if name.trim().is_empty() || theme_named(name).is_some() {
            findings.add(None, format!("\"{name}\" is no name for a derived theme."));
        }
        if theme_named(&theme.like).is_none() {
            let message = format!("the theme \"{name}\" changes \"{}\", which is not built in.", theme.like);
            findings.add(None, message);
        }
    }
}

fn is_known(level: &Level, name: &str) -> bool {
    theme_named(name).is_some() || level.themes.derived.contains_key(name)
}
