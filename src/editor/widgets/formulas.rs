//! Number fields whose numbers are formulas of variables.
//!
//! In a grammar as authored, a formula is a stand-in number. A field of such a number shows the formula, and its
//! present value next to it. Every other number field becomes one when a formula is typed.

use std::sync::Arc;

use egui::{Context, Id, RichText, Ui, vec2};

use super::fields::{refuse_text, text_field};
use super::refusals::quoted;
use super::style::{ROW_HEIGHT, palette};
use crate::base::did_you_mean;
use crate::grammar::{Formula, VariableValues, formula_of, stand_in_for};

/// Minimum width of the field for a formula, in points.
const LEAST_WIDTH: f32 = 60.0;

fn known_values() -> Id {
    Id::new("the values of variables")
}

/// Sets the values of all variables of the open project, for the fields of this frame.
pub fn set_values(ctx: &Context, values: VariableValues) {
    ctx.data_mut(|data| data.insert_temp(known_values(), Arc::new(values)));
}

/// Returns the values of all variables of the open project.
pub fn values_of(ui: &Ui) -> Arc<VariableValues> {
    ui.data(|data| data.get_temp(known_values())).unwrap_or_default()
}

/// Returns the present value of a number, which may be a formula.
pub fn present_value(ui: &Ui, number: u32) -> u32 {
    match formula_of(number) {
        Some(formula) => u32::try_from(value_of(ui, &formula).max(0)).unwrap_or(u32::MAX),
        None => number,
    }
}

fn value_of(ui: &Ui, formula: &Formula) -> i64 {
    let values = values_of(ui);
    formula.evaluate(&|name| values.get(name).copied()).number
}

/// Replaces the numbers in a text that stand for formulas: "danger > difficulty * 2".
pub fn spelled(text: String) -> String {
    let stands = |digits: &str| formula_of(digits.parse::<u32>().ok()?);
    let is_part = |letter: char| letter.is_ascii_digit();
    if !text.split(|letter| !is_part(letter)).any(|digits| stands(digits).is_some()) {
        return text;
    }
    let (mut spelled, mut rest) = (String::new(), text.as_str());
    while let Some(start) = rest.find(is_part) {
        let (before, digits) = rest.split_at(start);
        let (digits, after) = digits.split_at(digits.find(|letter| !is_part(letter)).unwrap_or(digits.len()));
        spelled += before;
        spelled += stands(digits).as_ref().map_or(digits, |formula| formula.text());
        rest = after;
    }
    spelled + rest
}

/// Keeps a minimum and a maximum in order, unless one of them is a formula.
pub fn keep_order<T: Ord + Copy + TryInto<u32>>(least: T, most: T) -> (T, T) {
    let is_formula = [least, most].into_iter().any(|number| formula_of(number).is_some());
    if is_formula { (least, most) } else { (least.min(most), most.max(least)) }
}

/// Returns the number that stands for a typed formula, or the reason why it is none; `None` if the text has no
/// variable at all.
pub fn typed_formula(values: &VariableValues, text: &str) -> Option<Result<u32, String>> {
    let formula = Formula::new(text.split('=').next().unwrap_or_default());
    if values.is_empty() {
        return None;
    }
    let uses_one = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    if let Some(error) = formula.error() {
        let is_meant = uses_one.into_iter().any(|word| values.contains_key(word));
        return is_meant.then(|| Err(format!("{} {}", quoted(text.trim()), error.explained().0)));
    }
    let names = formula.variables();
    if names.is_empty() {
        return None;
    }
    let unknown = names.iter().find(|name| !values.contains_key(**name));
    Some(match unknown {
        None => Ok(stand_in_for(formula)),
        Some(name) => {
            let near = did_you_mean(name, values.keys().map(String::as_str));
            let near = near.map_or_else(String::new, |near| format!(". {near}"));
            Err(format!("There is no variable {}{near}", quoted(name)))
        }
    })
}

/// Shows the field of a number that is a formula. Returns the new number or stand-in if it was changed.
///
/// `limits` are those of plain numbers.
pub fn formula_field(
    ui: &mut Ui,
    formula: &Formula,
    limits: (i64, i64),
    name: &str,
    tooltip: &str,
) -> Option<i64> {
    let value = value_of(ui, formula).clamp(limits.0, limits.1.max(limits.0));
    ui.horizontal(|ui| {
        let width = (ui.available_width() - 60.0).clamp(LEAST_WIDTH, 200.0);
        let typed = ui.allocate_ui(vec2(width, ROW_HEIGHT), |ui| {
            let typed = text_field(ui, name, formula.text(), "")?;
            let read = read_number(ui, &typed, limits);
            if let Err(why) = &read {
                refuse_text(ui, name, why.clone());
            }
            read.ok()
        });
        let color = palette(ui).dim;
        ui.label(RichText::new(format!("= {value}")).color(color)).on_hover_text(tooltip);
        typed.inner
    })
    .inner
}

/// Reads a plain number or a formula.
fn read_number(ui: &Ui, text: &str, (least, most): (i64, i64)) -> Result<i64, String> {
    match text.trim().parse::<i64>() {
        Ok(number) if number < least => Err(format!("The minimum is {least}")),
        Ok(number) if number > most => Err(format!("The maximum is {most}")),
        Ok(number) => Ok(number),
        Err(_) => match typed_formula(&values_of(ui), text) {
            Some(formula) => formula.map(i64::from),
            None => Err(format!("{} is neither a number nor a formula", quoted(text.trim()))),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> Option<Result<u32, String>> {
        typed_formula(&VariableValues::from([("difficulty".to_owned(), 3)]), text)
    }

    #[test]
    fn text_with_a_known_variable_is_a_formula() {
        let formula = typed("2 * difficulty").unwrap().unwrap();
        assert_eq!(formula_of(formula).unwrap().text(), "2 * difficulty");
        assert_eq!(typed("difficulty = 3").unwrap(), typed("difficulty").unwrap());
    }

    #[test]
    fn text_without_a_variable_is_no_formula() {
        for text in ["7", "7 cells", "40 in 1,000", "", "1 + 2", "40 %"] {
            assert_eq!(typed(text), None, "{text}");
        }
        assert_eq!(typed_formula(&VariableValues::new(), "banana"), None);
    }

    #[test]
    fn formula_with_a_mistake_has_a_reason() {
        let why = typed("dificulty * 2").unwrap().unwrap_err();
        assert_eq!(why, "There is no variable \"dificulty\". Did you mean \"difficulty\"?");
        assert_eq!(typed("difficulty *").unwrap().unwrap_err(), "\"difficulty *\" ends too early");
    }

    #[test]
    fn formulas_are_spelled_out_in_texts() {
        let formula = typed("difficulty").unwrap().unwrap();
        assert_eq!(spelled(format!("danger > {formula}, 3 to 5")), "danger > difficulty, 3 to 5");
        assert_eq!(spelled("danger > 2".to_owned()), "danger > 2");
    }

    #[test]
    fn minimum_and_maximum_keep_their_order_unless_one_is_a_formula() {
        let formula = typed("difficulty").unwrap().unwrap();
        assert_eq!(keep_order(5_u32, 3), (3, 5));
        assert_eq!(keep_order(formula, 3), (formula, 3));
    }
}
