//! Settling: turns a grammar as authored, with formulas, into one of plain numbers.
//!
//! Input: a grammar as authored, and a value for each variable. Output: the grammar that stages use.
//! A number outside the range of its setting becomes the nearest number within.

use std::sync::Arc;

use ron_edit::{NumberNotation, Source, TreeNodeId, compact, parse_source};

use super::Grammar;
use super::variables::{
    Formula, FormulaSite, Variable, VariableValues, formula_sites, site_at, stand_in_for, write_formula,
};
use crate::base::shape;

/// The notation of formulas in grammar files, in place of numbers: `Var("difficulty * 2")`.
pub const FORMULA_NOTATION: NumberNotation = NumberNotation {
    read: |tree, node| site_at(tree, node, &shape::<Grammar>()).map(|site| stand_in_for(site.formula).into()),
    write: write_formula,
};

/// The numbers of a grammar that are formulas; by default none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formulas(Option<Arc<Settled>>);

/// The grammar as authored, its formulas, and the values for which the numbers around it were computed.
#[derive(Debug, PartialEq, Eq)]
struct Settled {
    authored: Arc<Grammar>,
    sites: Vec<FormulaSite>,
    values: VariableValues,
}

impl Grammar {
    /// Settles a grammar as authored for the given values. Variables without a value have their defaults.
    ///
    /// Numbers of `authored` may be [stand-ins](stand_in_for) of formulas.
    pub fn of_authored(authored: Self, given: &VariableValues) -> Self {
        let source = source_of(&authored);
        let sites = formula_sites(&source, &shape::<Grammar>());
        if sites.is_empty() {
            return authored;
        }
        let values = authored.values_with(given);
        let grammar = settled(source, &sites, &values).unwrap_or_else(|| authored.clone());
        let sites = sites.into_iter().map(|(_, site)| site).collect();
        let authored = Arc::new(authored);
        Self { formulas: Formulas(Some(Arc::new(Settled { authored, sites, values }))), ..grammar }
    }

    /// Returns the grammar for other values. Variables that are not given keep theirs.
    ///
    /// Numbers follow from the formulas in the file. Changes to the grammar since it was read are lost if
    /// it has formulas; make them with [`Grammar::with_change`].
    #[must_use]
    pub fn with_values(&self, given: &VariableValues) -> Self {
        match &self.formulas.0 {
            Some(settled) if settled.values != self.values_with(given) => {
                Self::of_authored(Self::clone(&settled.authored), &self.values_with(given))
            }
            _ => self.clone(),
        }
    }

    /// Returns the grammar with a change of what was authored.
    ///
    /// In the grammar to change, formulas are [stand-ins](stand_in_for). Variables that are not given
    /// keep their values.
    #[must_use]
    pub fn with_change(&self, given: &VariableValues, change: impl FnOnce(&mut Self)) -> Self {
        let mut authored = self.authored().clone();
        change(&mut authored);
        Self::of_authored(authored, &self.values_with(given))
    }

    /// Returns the grammar as authored, whose numbers may be [stand-ins](stand_in_for) of formulas.
    pub fn authored(&self) -> &Self {
        self.formulas.0.as_ref().map_or(self, |settled| &settled.authored)
    }

    /// Replaces all formulas of a grammar as authored.
    pub fn replace_formulas(&mut self, new: impl Fn(&Formula) -> Formula) {
        let mut source = source_of(self);
        let sites = formula_sites(&source, &shape::<Grammar>());
        let number = |site: &FormulaSite| i128::from(stand_in_for(new(&site.formula)));
        source.numbers = sites.iter().map(|(node, site)| (*node, number(site))).collect();
        if let Some(grammar) = source.read::<Self>("").value {
            *self = grammar;
        }
    }

    /// Returns the grammar as authored; `None` if the grammar itself is that, because it has no formulas.
    pub fn shared_authored(&self) -> Option<&Arc<Self>> {
        self.formulas.0.as_ref().map(|settled| &settled.authored)
    }

    /// Returns all formulas, in the order of the file.
    pub fn formula_sites(&self) -> &[FormulaSite] {
        self.formulas.0.as_ref().map_or(&[], |settled| &settled.sites)
    }

    /// Returns `true` if the numbers are those for the given values.
    pub fn is_settled_for(&self, given: &VariableValues) -> bool {
        self.formulas.0.as_ref().is_none_or(|settled| settled.values == self.values_with(given))
    }

    /// Returns the values of all variables: those given, within their ranges, or else the present ones.
    pub fn values_with(&self, given: &VariableValues) -> VariableValues {
        let present = self.formulas.0.as_ref().map(|settled| &settled.values);
        let value = |(name, variable): (&String, &Variable)| {
            let known = given.get(name).or_else(|| present?.get(name));
            (name.clone(), known.map_or(variable.default, |value| variable.nearest(*value)))
        };
        self.variables.iter().map(value).collect()
    }
}

fn source_of(authored: &Grammar) -> Source {
    let text = compact(authored, Some(FORMULA_NOTATION));
    parse_source(&text).0.expect("a printed grammar is not empty")
}

/// Reads the text of a grammar with plain numbers in place of its formulas; `None` if it cannot be read, for
/// example because it is nested too deeply.
fn settled(
    mut source: Source,
    sites: &[(TreeNodeId, FormulaSite)],
    values: &VariableValues,
) -> Option<Grammar> {
    let number = |site: &FormulaSite| {
        let (least, most) = site.bounds();
        let value = site.formula.evaluate(&|name| values.get(name).copied()).number;
        i128::from(value.clamp(least, most))
    };
    source.numbers = sites.iter().map(|(node, site)| (*node, number(site))).collect();
    source.read::<Grammar>("").value
}
