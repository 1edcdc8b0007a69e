//! Edits of the populate passes, and of the entities and tiles that they name.

use indexmap::IndexMap;

use crate::base::{Slot, each_parameter};
use crate::grammar::Grammar;
use crate::mission::{EntitySymbol, TileSymbol};
use crate::properties::LevelProperty;
use crate::settings::Pass;

/// An edit of passes, or of the entities and tiles they name.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum PopulateEdit {
    /// Inserts a pass before the one at this position, at most at the end.
    Insert { at: usize, pass: Box<Pass> },
    /// Removes a pass.
    Remove(usize),
    /// Moves a pass before another one, or to the end; `to` is the position before the move.
    Move { from: usize, to: usize },
    /// Disables all passes except this one.
    RunOnly(usize),
    /// Enables all passes.
    RunAll,
    /// Replaces a pass. `what` names the changed setting in the designer's words: "chance".
    Set { at: usize, what: &'static str, pass: Box<Pass> },
    /// Sets the definition of an entity, which is added if necessary.
    SetEntity { name: String, value: EntitySymbol },
    /// Sets the definition of a tile, which is added if necessary.
    SetTile { name: String, value: TileSymbol },
    /// Removes an entity from the alphabet. Passes may still name it.
    RemoveEntity(String),
    /// Removes a tile from the alphabet. Passes may still name it.
    RemoveTile(String),
    /// Renames an entity, in passes and properties too. Nothing happens if the name is taken.
    RenameEntity { from: String, to: String },
    /// Renames a tile, in passes too. Nothing happens if the name is taken.
    RenameTile { from: String, to: String },
}

impl PopulateEdit {
    pub(super) fn name(&self) -> String {
        match self {
            Self::Insert { pass, .. } => format!("Add pass \"{}\"", pass.name),
            Self::Remove(at) => format!("Delete pass {}", at.saturating_add(1)),
            Self::Move { from, .. } => format!("Move pass {}", from.saturating_add(1)),
            Self::RunOnly(at) => format!("Run only pass {}", at.saturating_add(1)),
            Self::RunAll => "Run all passes".to_owned(),
            Self::Set { what, pass, .. } => format!("Set {what} of pass \"{}\"", pass.name),
            Self::SetEntity { name, .. } => format!("Set entity \"{name}\""),
            Self::SetTile { name, .. } => format!("Set tile \"{name}\""),
            Self::RemoveEntity(name) => format!("Delete entity \"{name}\""),
            Self::RemoveTile(name) => format!("Delete tile \"{name}\""),
            Self::RenameEntity { from, to } => format!("Rename entity \"{from}\" to \"{to}\""),
            Self::RenameTile { from, to } => format!("Rename tile \"{from}\" to \"{to}\""),
        }
    }

    pub(super) fn is_gradual(&self) -> bool {
        matches!(self, Self::Set { .. } | Self::SetEntity { .. } | Self::SetTile { .. })
    }

    pub(super) fn apply_to(&self, grammar: &mut Grammar) {
        let Grammar { populate, alphabet, properties, .. } = grammar;
        match self {
            Self::Insert { at, pass } => populate.insert((*at).min(populate.len()), Pass::clone(pass)),
            Self::Remove(at) if *at < populate.len() => drop(populate.remove(*at)),
            Self::Move { from, to } if *from < populate.len() => {
                let pass = populate.remove(*from);
                let to = if to > from { to - 1 } else { *to };
                populate.insert(to.min(populate.len()), pass);
            }
            Self::RunOnly(only) => {
                let passes = populate.iter_mut().enumerate();
                passes.for_each(|(at, pass)| pass.enabled = at == *only);
            }
            Self::RunAll => populate.iter_mut().for_each(|pass| pass.enabled = true),
            Self::Set { at, pass, .. } => {
                if let Some(known) = populate.get_mut(*at) {
                    known.clone_from(pass);
                }
            }
            Self::Remove(_) | Self::Move { .. } => {}
            Self::SetEntity { name, value } => {
                alphabet.entities.insert(name.clone(), value.clone());
            }
            Self::SetTile { name, value } => {
                alphabet.tiles.insert(name.clone(), value.clone());
            }
            Self::RemoveEntity(name) => {
                alphabet.entities.shift_remove(name);
            }
            Self::RemoveTile(name) => {
                alphabet.tiles.shift_remove(name);
            }
            Self::RenameEntity { from, to } => {
                if rename(&mut alphabet.entities, from, to) {
                    replace_names(populate, "entities", from, to);
                    rename_in_properties(properties, from, to);
                }
            }
            Self::RenameTile { from, to } => {
                if rename(&mut alphabet.tiles, from, to) {
                    replace_names(populate, "tiles", from, to);
                }
            }
        }
    }
}

/// Renames an entry if it exists and the name is free.
fn rename<T>(table: &mut IndexMap<String, T>, from: &str, to: &str) -> bool {
    let position = table.get_index_of(from).filter(|_| !table.contains_key(to));
    position.is_some_and(|position| table.replace_index(position, to.to_owned()).is_ok())
}

fn rename_in_properties(properties: &mut [LevelProperty], from: &str, to: &str) {
    let named = properties.iter_mut().filter_map(|property| property.claim.entity_mut());
    named.filter(|name| *name == from).for_each(|name| to.clone_into(name));
}

/// Replaces a name from a table wherever passes use it.
pub(super) fn replace_names(passes: &mut [Pass], table: &str, from: &str, to: &str) {
    each_name(passes, table, &mut |name| {
        if name == from {
            to.clone_into(name);
        }
    });
}

/// Visits every name from a table that passes use.
pub(super) fn each_name(passes: &mut [Pass], table: &str, act: &mut dyn FnMut(&mut String)) {
    for pass in passes {
        each_parameter(pass, &mut |_, slot| match slot {
            Slot::Name(_, vocabulary, name) if vocabulary.table == table => act(name),
            Slot::Names(_, vocabulary, names) if vocabulary.table == table => {
                names.iter_mut().for_each(&mut *act)
            }
            _ => {}
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::test_project::grammar;
    use crate::settings::{FoeRow, Foes, PassSettings};

    fn foes(name: &str) -> Pass {
        let row = FoeRow { entity: "rat".to_owned(), on: vec!["Hollow".to_owned()], ..FoeRow::default() };
        Pass::new(name, PassSettings::Foes(Foes { table: vec![row], ..Foes::default() }))
    }

    fn after(edits: Vec<PopulateEdit>) -> Grammar {
        let mut grammar = grammar();
        grammar.alphabet.entities.insert("rat".to_owned(), EntitySymbol::default());
        grammar.populate = ["a", "b", "c"].map(foes).to_vec();
        edits.iter().for_each(|edit| edit.apply_to(&mut grammar));
        grammar
    }

    fn names(grammar: &Grammar) -> String {
        grammar.populate.iter().map(|pass| pass.name.as_str()).collect()
    }

    #[test]
    fn passes_are_put_in_moved_and_taken_out() {
        let moved = |from, to| names(&after(vec![PopulateEdit::Move { from, to }]));
        assert_eq!([moved(0, 2), moved(2, 0), moved(0, 3), moved(1, 1)], ["bac", "cab", "bca", "abc"]);
        assert_eq!([moved(9, 0), moved(0, 9)], ["abc", "bca"]);
        let insert = PopulateEdit::Insert { at: 1, pass: Box::new(foes("x")) };
        assert_eq!(names(&after(vec![insert])), "axbc");
        assert_eq!(names(&after(vec![PopulateEdit::Remove(1), PopulateEdit::Remove(7)])), "ac");
    }

    #[test]
    fn another_name_of_an_entity_stands_in_all_passes() {
        let rename = |to: &str| PopulateEdit::RenameEntity { from: "rat".to_owned(), to: to.to_owned() };
        let renamed = after(vec![rename("bat")]);
        let PassSettings::Foes(foes) = &renamed.populate[2].pass else { panic!("they are foes") };
        assert_eq!((foes.table[0].entity.as_str(), foes.table[0].on[0].as_str()), ("bat", "Hollow"));
        assert!(renamed.alphabet.entities.contains_key("bat"));
        assert_eq!(after(vec![rename("rat")]), after(vec![]));
    }
}
