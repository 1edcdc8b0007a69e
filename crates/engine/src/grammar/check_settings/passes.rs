//! Mistakes in the populating passes.

use std::collections::BTreeSet;
use std::fmt::{self, Display};

use super::idle::check_idle;
use crate::base::{Diagnostic, NameTable, PathRef, Severity, Slot, ValuePath, each_parameter, hint_at};
use crate::grammar::Grammar;
use crate::grammar::check_values::{
    check_name, check_node_symbol, check_parameters, is_blank, lower, suggestion,
};
use crate::mission::{Alphabet, Form, NodeRole, NodeSymbol};
use crate::settings::{Features, Foes, Pass, PassSettings, Scope};

pub(in crate::grammar) fn check_passes(grammar: &Grammar, found: &mut Vec<Diagnostic>) {
    let mut names = BTreeSet::new();
    for (position, pass) in grammar.populate.iter().enumerate() {
        let (path, title) = (PathRef::ROOT.item("populate", position), title(position, pass));
        check_name(found, path.field("name"), format_args!("Pass {}", position + 1), &pass.name);
        if !names.insert(&pass.name) && !is_blank(&pass.name) {
            let message = format!("Two passes have the name \"{}\".", pass.name);
            let error = Diagnostic::error("double-pass", message).at(path.field("name"));
            found.push(error.hint("Rename one, because the random numbers of a pass depend on its name."));
        }
        check_parameters(found, path, lower(&title), &mut pass.clone());
        check_names(&grammar.alphabet, pass, path, &title, found);
        check_places(&grammar.alphabet, pass, path, &title, found);
        check_idle(grammar, pass, path, &title, found);
        let path = path.field("pass");
        match &pass.pass {
            PassSettings::Foes(foes) => check_foes(&grammar.alphabet, foes, path, &title, found),
            PassSettings::Features(features) => {
                check_room(&grammar.alphabet, pass, features, path, &title, found);
            }
            PassSettings::AlongTheWay(way) => {
                check_ends(&grammar.alphabet, path, &title, found);
                if !way.curve.is_sorted_by_key(|point| point.at) {
                    let message = format!("The points of the curve of {} are not in order.", lower(&title));
                    let error = Diagnostic::error("curve-not-in-order", message).at(path.field("curve"));
                    found.push(error.hint("Put the point nearest to the start first."));
                }
            }
            PassSettings::Chests(_)
            | PassSettings::TileVariants(_)
            | PassSettings::WallPieces(_)
            | PassSettings::Epochs(_) => {}
            PassSettings::Dress(_) => {
                let later = grammar.populate.iter().skip(position + 1);
                let is_other = |later: &&Pass| later.enabled && !matches!(later.pass, PassSettings::Dress(_));
                if let Some(later) = later.filter(|_| pass.enabled).find(is_other) {
                    let message = format!("{title} decorates before the pass \"{}\" works.", later.name);
                    let warning = Diagnostic::warning("dress-not-last", message).at(path);
                    found.push(warning.hint("Move it to the end, so that nothing lies on its decoration."));
                }
            }
        }
    }
}

/// Returns the name of a pass at the beginning of a sentence.
fn title(position: usize, pass: &Pass) -> impl Display {
    fmt::from_fn(move |f| match pass.name.as_str() {
        name if is_blank(name) => write!(f, "Pass {}", position + 1),
        name => write!(f, "Pass \"{name}\""),
    })
}

/// Reports names that the alphabet does not have.
fn check_names(
    alphabet: &Alphabet,
    pass: &Pass,
    above: PathRef<'_>,
    title: &impl Display,
    found: &mut Vec<Diagnostic>,
) {
    each_parameter(&mut pass.clone(), &mut |path, slot| match slot {
        Slot::Name(parameter, vocabulary, name) => {
            let path = ValuePath::from((above, path));
            if !name.is_empty() {
                check_known(alphabet, vocabulary, name, path, title, found);
            } else if !vocabulary.is_optional {
                let message = format!("The {} of {} has no name.", parameter.name, lower(title));
                let hint = format!("Choose one of the {} of the alphabet.", vocabulary.table);
                found.push(Diagnostic::error("nothing-named", message).at(path).hint(hint));
            }
        }
        Slot::Names(_, vocabulary, names) => {
            let list = ValuePath::from((above, path));
            for (position, name) in names.iter().enumerate() {
                let path = PathRef::from(&list).index(position).into();
                check_known(alphabet, vocabulary, name, path, title, found);
            }
        }
        _ => {}
    });
}

fn check_known(
    alphabet: &Alphabet,
    vocabulary: NameTable,
    name: &str,
    path: ValuePath,
    title: &impl Display,
    found: &mut Vec<Diagnostic>,
) {
    let code = match vocabulary.table {
        "entities" => "unknown-entity",
        "tiles" => "unknown-tile",
        _ => return check_node_symbol(found, alphabet, path, title, name),
    };
    let known = alphabet.names_of(vocabulary);
    if known.contains(&name) {
        return;
    }
    let near = suggestion(found, name, known);
    let NameTable { table, noun, .. } = vocabulary;
    let hint =
        near.map_or_else(|| format!("Add it to the {table} of the alphabet."), |near| hint_at(near, name));
    let message = format!("{title} uses the {noun} \"{name}\", which the alphabet does not have.");
    found.push(Diagnostic::error(code, message).at(path).hint(hint).meant(near));
}

/// Returns the symbols of the places on which a pass works.
pub(super) fn symbols_of<'a>(
    alphabet: &'a Alphabet,
    pass: &'a Pass,
) -> impl Iterator<Item = (&'a str, &'a NodeSymbol)> {
    let symbols = alphabet.nodes.iter().map(|(name, symbol)| (name.as_str(), symbol));
    symbols.filter(|(name, symbol)| symbol.form.is_some() && pass.works_on(name))
}

/// Warns of symbols that become no places, or places in which the pass can do nothing.
fn check_places(
    alphabet: &Alphabet,
    pass: &Pass,
    path: PathRef<'_>,
    title: &impl Display,
    found: &mut Vec<Diagnostic>,
) {
    for (position, name) in pass.on.iter().enumerate() {
        if alphabet.nodes.get(name).is_some_and(|symbol| symbol.form.is_none()) {
            let message = format!("{title} works on \"{name}\", which becomes no place.");
            let warning = Diagnostic::warning("pass-without-place", message).at(path.item("on", position));
            found.push(warning.hint("Choose a symbol with a form."));
        }
    }
    let may_have_walls = |form: &Form| form.most_side_with_walls_inside() > 0;
    let can_build = symbols_of(alphabet, pass).any(|(_, symbol)| symbol.all_forms().any(may_have_walls));
    let makes_walls = match &pass.pass {
        PassSettings::WallPieces(pieces) => pieces.percent > 0,
        PassSettings::Epochs(epochs) => epochs.fill_clumps,
        PassSettings::Chests(_)
        | PassSettings::Foes(_)
        | PassSettings::Features(_)
        | PassSettings::TileVariants(_)
        | PassSettings::AlongTheWay(_)
        | PassSettings::Dress(_) => false,
    };
    if makes_walls && !can_build {
        let message = format!("{title} makes walls, but none of its places may have walls inside.");
        let warning = Diagnostic::warning("no-walls-inside", message).at(path);
        found.push(warning.hint("Use it on caves or walkers."));
    }
    if makes_walls && can_build {
        note_places_without_walls(alphabet, pass, path, title, found);
    }
}

/// Notes the chosen symbols whose places never have walls inside, if other places of the pass may.
fn note_places_without_walls(
    alphabet: &Alphabet,
    pass: &Pass,
    path: PathRef<'_>,
    title: &impl Display,
    found: &mut Vec<Diagnostic>,
) {
    for (position, name) in pass.on.iter().enumerate() {
        let Some(symbol) = alphabet.nodes.get(name) else { continue };
        let may_have_walls = |form: &Form| form.most_side_with_walls_inside() > 0;
        if symbol.form.is_some() && !symbol.all_forms().any(may_have_walls) {
            let message = format!("{title} makes walls, but not in places of \"{name}\".");
            let note =
                Diagnostic::new(Severity::Note, "no-walls-inside", message).at(path.item("on", position));
            found.push(note.hint("Use another pass for the rest of its work there."));
        }
    }
}

fn check_foes(
    alphabet: &Alphabet,
    foes: &Foes,
    path: PathRef<'_>,
    title: &impl Display,
    found: &mut Vec<Diagnostic>,
) {
    if foes.table.iter().all(|row| row.weight == 0) {
        let message = format!("{title} has no row with a weight in its table, so it places nothing.");
        let warning = Diagnostic::warning("empty-table", message).at(path.field("table"));
        found.push(warning.hint("Add a row, for example with the entity bandit."));
    }
    let mut used = foes.table.iter().filter(|row| row.weight > 0).peekable();
    if !foes.exit.is_default() && used.peek().is_some() && !used.any(|row| row.must_fall) {
        let message = format!("{title} opens the exit after the last foe, but none of its foes must fall.");
        let warning = Diagnostic::warning("no-foe-must-fall", message).at(path.field("exit"));
        found.push(warning.hint("Let one of the foes fall."));
    }
    let has_goal = alphabet.nodes.values().any(|symbol| symbol.role == Some(NodeRole::Goal));
    if !foes.exit.is_default() && has_goal {
        let message = format!(
            "{title} opens the exit after the last foe, but a symbol has the role Goal, which comes first."
        );
        let warning = Diagnostic::warning("exit-and-goal", message).at(path.field("exit"));
        found.push(warning.hint("Remove the goal."));
    }
}

/// Reports a pass that always places more features than any of its places has cells.
fn check_room(
    alphabet: &Alphabet,
    pass: &Pass,
    features: &Features,
    path: PathRef<'_>,
    title: &impl Display,
    found: &mut Vec<Diagnostic>,
) {
    let cells = symbols_of(alphabet, pass).flat_map(|(_, symbol)| symbol.all_forms().map(Form::most_cells));
    let most = cells.reduce(|one, other| Some(one?.max(other?))).flatten();
    let least = u64::from(features.number.0);
    if let Some(most) = most.filter(|most| features.per == Scope::Place && *most < least) {
        let message = format!(
            "{title} places at least {least} features in each place, but no place has more than {most} cells."
        );
        let error = Diagnostic::error("more-features-than-cells", message).at(path.field("number"));
        found.push(error.hint(format!("Lower the number to {most} or less.")));
    }
}

/// Warns if there is no way from a start to a goal.
fn check_ends(alphabet: &Alphabet, path: PathRef<'_>, title: &impl Display, found: &mut Vec<Diagnostic>) {
    let has = |role| alphabet.nodes.values().any(|symbol| symbol.role == Some(role) && symbol.form.is_some());
    if !has(NodeRole::Start) || !has(NodeRole::Goal) {
        let message = format!(
            "{title} follows the way from the start to the goal, but no place has one of these roles."
        );
        let warning = Diagnostic::warning("way-without-ends", message).at(path);
        found
            .push(warning.hint("Give one symbol with a form the role Start, and another one the role Goal."));
    }
}
