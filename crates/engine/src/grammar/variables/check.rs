//! Checks of variables and formulas, for all values that variables can have and not only for their defaults.

use super::formula::{FormulaValue, is_variable_name};
use super::sites::FormulaSite;
use super::variable::{Variable, VariableValues, Variables};
use crate::base::{Diagnostic, PathPart, PathRef, Severity, ValuePath, did_you_mean, hint_at, listed};
use crate::grammar::check_values::suggestion;

/// Maximum number of combinations of values for which a formula is computed.
const MOST_COMBINATIONS: usize = 4096;

/// Reports mistakes in the declarations of variables.
pub fn check_variables(variables: &Variables, found: &mut Vec<Diagnostic>) {
    for (name, variable) in variables {
        check_variable(name, variable, found);
    }
}

/// Reports mistakes in formulas, and removes what only follows from their present numbers.
pub fn check_formulas(variables: &Variables, sites: &[FormulaSite], found: &mut Vec<Diagnostic>) {
    let mut of_formulas = Vec::new();
    for site in sites {
        check_formula(variables, site, &mut of_formulas);
    }
    let are_broken = |site: &FormulaSite| {
        of_formulas.iter().any(|one| one.severity == Severity::Error && one.path == site.path)
    };
    let (broken, sound): (Vec<&FormulaSite>, Vec<&FormulaSite>) =
        sites.iter().partition(|site| are_broken(site));
    for error in found.iter_mut().filter(|one| one.severity == Severity::Error) {
        if let Some(site) = sound.iter().find(|site| is_at_number(&error.path, &site.path)) {
            let text = site.formula.text();
            let hint = format!("Change the formula \"{text}\", or the values of its variables.");
            error.hint = Some(hint.into());
        }
    }
    found.retain(|one| match one.severity {
        // A formula with a mistake gives any number.
        Severity::Error => !broken.iter().any(|site| is_at_number(&one.path, &site.path)),
        // A remark about a number may be wrong for other values.
        Severity::Warning | Severity::Note => !sites.iter().any(|site| site.path == one.path),
    });
    found.append(&mut of_formulas);
}

/// Returns `true` for the path of a number, and for that of a pair with this number.
fn is_at_number(path: &ValuePath, number: &ValuePath) -> bool {
    let (parts, of_number) = (path.parts(), number.parts());
    of_number.starts_with(parts) && parts.len() + 1 >= of_number.len()
}

fn check_variable(name: &str, variable: &Variable, found: &mut Vec<Diagnostic>) {
    let root = PathRef::ROOT;
    let here = root.entry("variables", name);
    let Variable { default, range: (least, most), .. } = *variable;
    if !is_variable_name(name) {
        let message = format!("\"{name}\" cannot be the name of a variable.");
        let error = Diagnostic::error("variable-name", message).at(here);
        let hint = "Use a letter, then letters, digits or _; the words min and max are taken.";
        found.push(error.hint(hint));
    }
    if least > most {
        let message =
            format!("The range of \"{name}\" goes from {least} down to {most}, but the minimum comes first.");
        let error = Diagnostic::error("range-backwards", message).at(here.field("range"));
        found.push(error.hint(format!("Swap the two numbers: {most} to {least}.")));
    } else if !(least..=most).contains(&default) {
        let message =
            format!("The default of \"{name}\" is {default}, but it must be from {least} to {most}.");
        let error = Diagnostic::error("default-outside-range", message).at(here.field("default"));
        found.push(error.hint(format!("Choose a default from {least} to {most}.")));
    }
}

fn check_formula(variables: &Variables, site: &FormulaSite, found: &mut Vec<Diagnostic>) {
    let FormulaSite { path, formula, number } = site;
    let text = formula.text();
    if let Some(PathPart::Field("variables")) = path.parts().first() {
        let message = format!("The formula \"{text}\" is inside a variable, which must have plain numbers.");
        let error = Diagnostic::error("formula-in-variable", message).at(path);
        found.push(error.hint("Write a whole number."));
        return;
    }
    if let Some(error) = formula.error() {
        let (why, fix) = error.explained();
        let error = Diagnostic::error("broken-formula", format!("The formula \"{text}\" {why}."));
        found.push(error.at(path).hint(fix));
        return;
    }
    let mut is_known = true;
    for name in formula.variables() {
        if !variables.contains_key(name) {
            is_known = false;
            let near = suggestion(found, name, variables.keys().map(String::as_str));
            let hint = near.map_or_else(
                || format!("Add \"{name}\" to the variables, with a default and a range."),
                |near| hint_at(near, name),
            );
            let message =
                format!("The formula \"{text}\" uses the variable \"{name}\", which does not exist.");
            let error = Diagnostic::error("unknown-variable", message).at(path).hint(hint);
            found.push(error.about(PathRef::ROOT.entry("variables", name)));
        }
    }
    if !is_known {
        return;
    }
    let outcomes = outcomes(variables, site);
    let value_at = |at: &VariableValues| formula.evaluate(&|name| at.get(name).copied()).number;
    if let Some((values, _)) = outcomes.iter().find(|(_, value)| value.divides_by_zero) {
        let message =
            format!("The formula \"{text}\" divides by zero{}, which gives 0.", values_text(values));
        let warning = Diagnostic::warning("division-by-zero", message).at(path);
        found.push(warning.hint("Write max(…, 1) around the divisor."));
    }
    let (least, most) = site.bounds();
    let is_unbounded = number.most.is_none() && number.least < 0;
    let lowest = outcomes.iter().map(|(values, _)| values).min_by_key(|values| value_at(values));
    let highest = outcomes.iter().map(|(values, _)| values).rev().max_by_key(|values| value_at(values));
    let ends = [(lowest, least, "max"), (highest, most, "min")];
    for (values, bound, function) in ends {
        let Some(values) = values.filter(|_| !is_unbounded) else { continue };
        let value = value_at(values);
        if value.clamp(least, most) != value && value.clamp(least, most) == bound {
            let allowed = if most == i64::from(u32::MAX) {
                format!("at least {least}")
            } else {
                format!("from {least} to {most}")
            };
            let message = format!(
                "The formula \"{text}\" is {value}{}, but the number here is {allowed}. The level uses {bound}.",
                values_text(values)
            );
            let warning = Diagnostic::warning("formula-outside-range", message).at(path);
            found.push(warning.hint(format!("Write {function}({text}, {bound}).")));
        }
    }
}

/// Returns " with difficulty 3 and size 2"; nothing for a formula without variables.
pub fn values_text(values: &VariableValues) -> String {
    let values: Vec<String> = values.iter().map(|(name, value)| format!("{name} {value}")).collect();
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    if values.is_empty() { String::new() } else { format!(" with {}", listed(&values, "and")) }
}

/// Computes a formula for the values that its variables can have, or for some of very many.
fn outcomes(variables: &Variables, site: &FormulaSite) -> Vec<(VariableValues, FormulaValue)> {
    let names = site.formula.variables();
    let used: Vec<(&str, &Variable)> =
        names.iter().filter_map(|name| Some((*name, variables.get(*name)?))).collect();
    let sizes = used.iter().map(|(_, variable)| u64::try_from(size(variable)).unwrap_or(u64::MAX));
    let is_small = sizes.fold(1, u64::saturating_mul) <= MOST_COMBINATIONS as u64;
    let candidates: Vec<Vec<i64>> = used
        .iter()
        .map(|(_, variable)| {
            let (least, most) = variable.range;
            if is_small { (least..=most).collect() } else { telling_values(variable) }
        })
        .collect();
    let count = candidates.iter().map(Vec::len).fold(1, usize::saturating_mul).min(MOST_COMBINATIONS);
    let combination = |mut number: usize| {
        let mut values = VariableValues::new();
        for ((name, _), candidates) in used.iter().zip(&candidates) {
            let position = number % candidates.len().max(1);
            number /= candidates.len().max(1);
            values.insert((*name).to_owned(), candidates.get(position).copied().unwrap_or_default());
        }
        let value = site.formula.evaluate(&|name| values.get(name).copied());
        (values, value)
    };
    (0..count).map(combination).collect()
}

/// Returns the number of values that a variable can have.
fn size(variable: &Variable) -> i128 {
    let (least, most) = variable.range;
    (i128::from(most) - i128::from(least) + 1).max(0)
}

/// Returns the values of a variable with a large range that are most likely to be special.
fn telling_values(variable: &Variable) -> Vec<i64> {
    let (least, most) = variable.range;
    let near = [least.saturating_add(1), most.saturating_sub(1), -1, 0, 1, variable.default];
    let mut values = vec![least, most];
    values.extend(near.into_iter().filter(|value| (least..=most).contains(value)));
    values.sort_unstable();
    values.dedup();
    values
}

/// Reports values that were given from outside but that no variable can have.
pub fn check_values(variables: &Variables, given: &VariableValues) -> Vec<Diagnostic> {
    let root = PathRef::ROOT;
    let check = |(name, value): (&String, &i64)| {
        let here = root.entry("variables", name);
        let Some(Variable { range: (least, most), .. }) = variables.get(name) else {
            let names: Vec<&str> = variables.keys().map(String::as_str).collect();
            let hint = did_you_mean(name, names.iter().copied()).unwrap_or_else(|| match names.as_slice() {
                [] => "Declare it under `variables`, because this grammar has none.".to_owned(),
                names => format!("Use one of its variables: {}.", listed(names, "and")),
            });
            let message = format!("The grammar has no variable \"{name}\".");
            return Some(Diagnostic::error("unknown-variable", message).at("variables").hint(hint));
        };
        let message = format!("The variable \"{name}\" is {value}, but it must be from {least} to {most}.");
        let error = Diagnostic::error("value-outside-range", message).at(here);
        let is_inside = (least..=most).contains(&value);
        (!is_inside).then(|| error.hint(format!("Choose a value from {least} to {most}.")))
    };
    given.iter().filter_map(check).collect()
}
