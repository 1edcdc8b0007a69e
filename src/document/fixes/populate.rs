//! Fixes for populate passes.

use super::{Fix, meant_by, parameters};
use crate::base::{Diagnostic, PathRef, Slot, ValuePath, each_parameter};
use crate::document::{Content, Edit, Location, PopulateEdit, location_in_grammar};
use crate::mission::{EntitySymbol, TileSymbol};
use crate::settings::Pass;

/// Returns fixes for numbers out of range.
pub(super) fn fixes(diagnostic: &Diagnostic, at: usize, content: &Content) -> Vec<Fix> {
    let Some(known) = content.grammar.populate.get(at) else { return Vec::new() };
    let mut pass = known.clone();
    let mended = parameters::mend(&mut pass, diagnostic);
    mended.map(|(words, what)| set(words, at, what, pass)).into_iter().collect()
}

fn set(words: String, at: usize, what: &'static str, pass: Pass) -> Fix {
    Fix::new(words, Edit::Populate(PopulateEdit::Set { at, what, pass: Box::new(pass) }))
}

/// Returns fixes for names missing from the alphabet: the name that was probably meant, and adding the
/// missing one.
pub(super) fn names(diagnostic: &Diagnostic, content: &Content) -> Vec<Fix> {
    let Some(Location::Pass(at)) = location_in_grammar(diagnostic) else { return Vec::new() };
    let Some(known) = content.grammar.populate.get(at) else { return Vec::new() };
    let (mut named, mut pass) = (None, known.clone());
    let meant = meant_by(diagnostic);
    each_parameter(&mut pass, &mut |path, slot| {
        let path = ValuePath::from((PathRef::ROOT.item("populate", at), path));
        let mut found = |name: &mut String, path: &ValuePath| {
            if *path == diagnostic.path {
                named = Some(name.clone());
                if let Some(meant) = meant {
                    meant.clone_into(name);
                }
            }
        };
        match slot {
            Slot::Name(_, _, name) => found(name, &path),
            Slot::Names(_, _, names) => {
                for (position, name) in names.iter_mut().enumerate() {
                    found(name, &PathRef::from(&path).index(position).into());
                }
            }
            _ => {}
        }
    });
    let Some(name) = named else { return Vec::new() };
    let renamed = meant.map(|meant| set(format!("Change it to \"{meant}\""), at, "name", pass));
    let add = if diagnostic.code == "unknown-tile" {
        PopulateEdit::SetTile { name: name.clone(), value: TileSymbol::default() }
    } else {
        PopulateEdit::SetEntity { name: name.clone(), value: EntitySymbol::default() }
    };
    let added = Fix::new(format!("Add \"{name}\" to the symbols"), Edit::Populate(add));
    renamed.into_iter().chain([added]).collect()
}
