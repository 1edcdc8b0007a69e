//! Stand-ins: numbers that take the place of formulas while a grammar is edited.
//!
//! In a grammar as authored, each formula is a number from a reserved range: its stand-in.
//! Stand-ins are moved, copied and deleted with the parts around them, so edits need not know formulas.
//! Files have `Var("…")` in their place, and settling replaces them by plain numbers.
//! Stages never see one.
//!
//! The table of formulas is global, like a table of interned names: it only grows, and no result depends on it.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use ron_edit::{NumberNotation, Tree, TreeNodeId, TreeValue};

use super::formula::{Formula, NAME};

/// The first stand-in. It fits into every type of number of a grammar, and is above what settings allow.
const FIRST: u32 = 1_973_653_501;

/// The distance between two stand-ins. A number near one is none, whatever is added to it by mistake.
const DISTANCE: u32 = 64;

/// The notation of formulas in a part of a grammar whose place is not known.
pub const FORMULA_NOTATION_OF_PARTS: NumberNotation = NumberNotation {
    read: |tree, node| formula_at(tree, node).map(|formula| stand_in_for(formula).into()),
    write: write_formula,
};

/// All formulas that were met, and the position of each by its text.
#[derive(Debug, Default)]
struct KnownFormulas {
    formulas: Vec<Arc<Formula>>,
    positions: HashMap<String, u32>,
}

fn known() -> MutexGuard<'static, KnownFormulas> {
    static KNOWN: LazyLock<Mutex<KnownFormulas>> = LazyLock::new(Mutex::default);
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the number that stands for a formula.
pub fn stand_in_for(formula: Formula) -> u32 {
    let mut known = known();
    let next = known.formulas.len() as u32;
    let position = *known.positions.entry(formula.text().to_owned()).or_insert(next);
    if position == next {
        known.formulas.push(Arc::new(formula));
    }
    FIRST.saturating_add(position.saturating_mul(DISTANCE))
}

/// Returns the formula that a number stands for; `None` for plain numbers.
pub fn formula_of(number: impl TryInto<u32>) -> Option<Arc<Formula>> {
    let distance = number.try_into().ok()?.checked_sub(FIRST)?;
    let position = (distance % DISTANCE == 0).then_some(distance / DISTANCE)?;
    known().formulas.get(position as usize).cloned()
}

/// Returns the formula that a value in a file is, if it is one.
pub(super) fn formula_at(tree: &Tree, node: TreeNodeId) -> Option<Formula> {
    match tree.value(node) {
        TreeValue::Tuple { name: Some(name), items } if name == NAME => match items.as_slice() {
            [item] => match tree.value(*item) {
                TreeValue::Text { text, .. } => Some(Formula::new(text)),
                _ => None,
            },
            _ => None,
        },
        // A plain number that happens to be a stand-in is the formula of that number.
        TreeValue::Int(number) if formula_of(*number).is_some() => Some(Formula::new(&number.to_string())),
        _ => None,
    }
}

/// Returns the formula that a number stands for, as files have it.
pub fn write_formula(number: i128) -> Option<String> {
    let formula = formula_of(number)?;
    Some(match formula.plain_number() {
        // Such a number is the formula of itself when it is read.
        Some(number) if formula_of(number).is_some() => number.to_string(),
        _ => format!("{NAME}({:?})", formula.text()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formula_has_one_stand_in() {
        let one = stand_in_for(Formula::new("difficulty * 2"));
        assert_eq!(stand_in_for(Formula::new(" difficulty * 2 ")), one);
        assert_ne!(stand_in_for(Formula::new("difficulty*2")), one);
        assert_eq!(formula_of(one).unwrap().text(), "difficulty * 2");
        assert_eq!(formula_of(7), None);
        assert_eq!(formula_of(-1_i64), None);
    }
}
