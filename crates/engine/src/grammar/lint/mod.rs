//! Lints: effects of a grammar's rules in combination that the author can hardly have intended.
//!
//! Input: a grammar without errors. Output: warnings, each of one [`LintKind`].
//! [`Certainty::Proved`] warnings hold for every derivation with any seed; the others are likely, and may be
//! intended.
//!
//! Nothing is run. The recipe is followed with symbols only: the possible nodes, and the nodes that an edge
//! may leave and reach ([`flow`]).
//! This overestimates missions and never underestimates them, so what it rules out never happens.

mod cuts;
mod endless;
mod flow;
mod lasting;
mod passages;
mod relations;
mod same;
mod shadowed;
mod shape;
mod symbols;
mod unreachable;

use std::cell::{Cell, OnceCell};
use std::collections::BTreeSet;

use super::check::right_path as path_of_right;
use super::check_values::rule_title;
use super::resolve::{LeftNode, NodeChangeKind, ReadyRule, RightSide, resolve_rule};
use super::{DanglingPolicy, Grammar, Rule, check_grammar};
use crate::base::{Diagnostic, PathRef, Severity, ValuePath, listed};
use crate::mission::{Alphabet, EdgeRole, EdgeSymbolId, NodeRole, NodeSymbolId};
use flow::SymbolFlow;

pub(super) use cuts::{is_passage, may_be_passage};
pub(super) use flow::Nodes;
pub(super) use lasting::{StartEdge, StartFlow, StartNode};
pub(super) use relations::opened_later;
pub use symbols::named_nodes;

/// The certainty of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Certainty {
    /// The finding holds for every derivation.
    Proved,
    /// The finding is probable, or probably unintended.
    Likely,
}

/// The kind of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LintKind {
    /// A rule needs something that no mission has when its turn comes.
    UnreachableRule,
    /// A rule names several symbols, one of which never occurs.
    SymbolNeverThere,
    /// Two rules do the same.
    SameRule,
    /// A step of the recipe can never apply one of its rules, because another one has taken all its matches
    /// before.
    ShadowedRule,
    /// A step that runs until nothing matches recreates its own matches.
    EndlessStep,
    /// A step probably recreates its own matches.
    PerhapsEndlessStep,
    /// A symbol of the alphabet that nothing names.
    UnusedSymbol,
    /// The end may have nodes with passages that become no place.
    SymbolLeftOver,
    /// A rule removes the connection between two places.
    MayCut,
    /// A rule makes a place that no passage leads to.
    DetachedPlace,
    /// A rule removes the edge from a key to its lock, or from a place to its item.
    LostRelation,
    /// A lock is made that no key opens.
    LockWithoutKey,
    /// A key is made that opens nothing.
    KeyWithoutLock,
    /// An item is made that is in no place.
    LooseItem,
    /// A passage of the start leads to a node that is no place.
    PassageToItem,
    /// A rule makes a passage from a place to itself.
    MadeLoop,
}

impl LintKind {
    /// All kinds.
    pub const ALL: [Self; 16] = [
        Self::UnreachableRule,
        Self::SymbolNeverThere,
        Self::SameRule,
        Self::ShadowedRule,
        Self::EndlessStep,
        Self::PerhapsEndlessStep,
        Self::UnusedSymbol,
        Self::SymbolLeftOver,
        Self::MayCut,
        Self::DetachedPlace,
        Self::LostRelation,
        Self::LockWithoutKey,
        Self::KeyWithoutLock,
        Self::LooseItem,
        Self::PassageToItem,
        Self::MadeLoop,
    ];

    /// Returns the stable code of its diagnostics.
    pub fn code(self) -> &'static str {
        match self {
            Self::UnreachableRule => "unreachable-rule",
            Self::SymbolNeverThere => "symbol-never-there",
            Self::SameRule => "same-rule",
            Self::ShadowedRule => "shadowed-rule",
            Self::EndlessStep => "endless-step",
            Self::PerhapsEndlessStep => "perhaps-endless-step",
            Self::UnusedSymbol => "unused-symbol",
            Self::SymbolLeftOver => "symbol-left-over",
            Self::MayCut => "may-cut",
            Self::DetachedPlace => "detached-place",
            Self::LostRelation => "lost-relation",
            Self::LockWithoutKey => "lock-without-key",
            Self::KeyWithoutLock => "key-without-lock",
            Self::LooseItem => "loose-item",
            Self::PassageToItem => "passage-to-item",
            Self::MadeLoop => "may-lead-to-itself",
        }
    }

    /// Returns the kind of that code, if it is one of these.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// Returns the certainty.
    pub fn certainty(self) -> Certainty {
        match self {
            Self::UnreachableRule
            | Self::SymbolNeverThere
            | Self::SameRule
            | Self::ShadowedRule
            | Self::EndlessStep => Certainty::Proved,
            Self::PerhapsEndlessStep
            | Self::UnusedSymbol
            | Self::SymbolLeftOver
            | Self::MayCut
            | Self::DetachedPlace
            | Self::LostRelation
            | Self::LockWithoutKey
            | Self::KeyWithoutLock
            | Self::LooseItem
            | Self::PassageToItem
            | Self::MadeLoop => Certainty::Likely,
        }
    }

    fn warning(self, message: String) -> Diagnostic {
        Diagnostic::warning(self.code(), message)
    }
}

/// Maximum number of rules of a grammar for comparisons between them.
const MOST_RULES: usize = 2_000;
/// Maximum number of elements on all of their sides.
const MOST_ELEMENTS: usize = 50_000;
/// Maximum number of pairs of a symbol and a rule, or of two symbols.
const MOST_PAIRS: usize = 20_000_000;
/// Maximum number of rules that the steps of the recipe may draw, counted for each step.
const MOST_DRAWN: usize = 20_000;
/// Maximum work to find patterns in each other.
const MOST_SHAPE_WORK: u64 = 10_000_000;

/// Returns the lints of a grammar; empty for a grammar with errors.
///
/// All are warnings; [`LintKind::from_code`] and [`LintKind::certainty`] tell how certain each one is.
/// A note reports a grammar that is too large. Findings of [`check_grammar`] are not repeated.
pub fn lint_grammar(grammar: &Grammar) -> Vec<Diagnostic> {
    match ready(grammar) {
        Ok(Some(lint)) => lint_ready(&lint),
        Ok(None) => Vec::new(),
        Err(too_large) => vec![*too_large],
    }
}

/// Returns the lints of a grammar that was prepared.
pub(super) fn lint_ready(lint: &Lint<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    symbols::lint_symbols(lint, &mut found);
    relations::lint_start(lint, &mut found);
    passages::lint_passages(lint, &mut found);
    unreachable::lint_unreachable(lint, &mut found);
    same::lint_same(lint, &mut found);
    cuts::lint_cuts(lint, &mut found);
    relations::lint_relations(lint, &mut found);
    shadowed::lint_shadowed(lint, &mut found);
    endless::lint_endless(lint, &mut found);
    found
}

/// Prepares a grammar; `None` for one with mistakes.
///
/// # Errors
/// Returns an error if it is too large to compare everything with everything.
pub(super) fn ready(grammar: &Grammar) -> Result<Option<Lint<'_>>, Box<Diagnostic>> {
    let mistakes = check_grammar(grammar);
    if mistakes.iter().any(|mistake| mistake.severity == Severity::Error) {
        return Ok(None);
    }
    ready_if_checked(grammar)
}

/// Prepares a grammar that is known to have no errors.
pub(super) fn ready_if_checked(grammar: &Grammar) -> Result<Option<Lint<'_>>, Box<Diagnostic>> {
    let ready: Option<Vec<ReadyRule>> =
        grammar.rules.iter().map(|rule| resolve_rule(&grammar.alphabet, rule)).collect();
    let Some(rules) = ready else { return Ok(None) };
    let can_be_followed = rules.len() <= MOST_RULES && elements(&rules) <= MOST_ELEMENTS;
    let Some(flow) = can_be_followed.then(|| SymbolFlow::new(grammar, &rules)).flatten() else {
        return Err(Box::new(too_large(grammar)));
    };
    let shape_work = Cell::new(MOST_SHAPE_WORK);
    let lint = Lint { grammar, flow, rules, shape_work, rewritten: OnceCell::new() };
    if is_small(&lint) { Ok(Some(lint)) } else { Err(Box::new(too_large(grammar))) }
}

/// Returns `true` if the grammar is small enough to compare everything with everything.
fn is_small(lint: &Lint<'_>) -> bool {
    let drawn: usize = lint.flow.live.values().map(|step| step.rules.len()).sum();
    let Alphabet { nodes, edges, .. } = &lint.grammar.alphabet;
    let used = lint.flow.end.edges.len();
    drawn <= MOST_DRAWN
        && (nodes.len() + edges.len()) * (lint.rules.len() + drawn + 1) <= MOST_PAIRS
        && nodes.len() * (used + 1) <= MOST_PAIRS
}

/// Returns the number of elements on all sides of the rules, plus the number of symbols that they name.
fn elements(rules: &[ReadyRule]) -> usize {
    let side = |side: &RightSide| side.fates.len() + side.new_nodes.len() + side.new_edges.len();
    let named = |node: &LeftNode| node.fits.named().map_or(0, <[_]>::len);
    let rule = |rule: &ReadyRule| {
        let names = rule.nodes.iter().map(named).sum::<usize>();
        rule.nodes.len() + rule.edges.len() + names + rule.sides.iter().map(side).sum::<usize>()
    };
    rules.iter().map(rule).sum()
}

fn too_large(grammar: &Grammar) -> Diagnostic {
    let message = format!(
        "The grammar is too large to compare its {} rules. It was only checked for mistakes.",
        grammar.rules.len()
    );
    Diagnostic::new(Severity::Note, "too-large-to-lint", message).at("rules")
}

/// A grammar with data for its lints.
pub(super) struct Lint<'a> {
    pub(super) grammar: &'a Grammar,
    rules: Vec<ReadyRule>,
    pub(super) flow: SymbolFlow<'a>,
    /// The remaining work to find patterns in each other.
    shape_work: Cell<u64>,
    /// The symbols of nodes that some rule removes or renames, computed on first use.
    rewritten: OnceCell<Nodes>,
}

impl Lint<'_> {
    /// Returns "Rule "Sink the shaft"".
    fn title(&self, rule: usize) -> String {
        rule_title(rule, &self.grammar.rules[rule].name).to_string()
    }

    /// Returns the positions of the rules that may ever be applied.
    pub(super) fn matching(&self) -> impl Iterator<Item = usize> {
        (0..self.rules.len()).filter(|rule| self.flow.can_match[*rule])
    }

    /// Returns the right sides of a rule that may be drawn, with their positions.
    fn sides(&self, rule: usize) -> impl Iterator<Item = (usize, &RightSide)> {
        self.rules[rule].sides.iter().enumerate().filter(|(_, side)| side.weight > 0)
    }

    pub(super) fn role(&self, symbol: NodeSymbolId) -> Option<NodeRole> {
        self.grammar.alphabet.node(symbol).1.role
    }

    pub(super) fn is_place(&self, symbol: NodeSymbolId) -> bool {
        self.grammar.alphabet.node(symbol).1.form.is_some()
    }

    pub(super) fn edge_role(&self, symbol: EdgeSymbolId) -> EdgeRole {
        self.grammar.alphabet.edge(symbol).1.role
    }

    pub(super) fn node_name(&self, symbol: NodeSymbolId) -> &str {
        self.grammar.alphabet.node(symbol).0
    }

    /// Returns `true` if some rule may remove or rename a node of this symbol.
    fn is_rewritten(&self, symbol: NodeSymbolId) -> bool {
        self.rewritten.get_or_init(|| self.find_rewritten()).contains(&symbol)
    }

    fn find_rewritten(&self) -> Nodes {
        let mut found = Nodes::new();
        for rule in self.matching() {
            let Ok(candidates) = self.flow.end.candidates(&self.rules[rule]) else { continue };
            for (_, side) in self.sides(rule) {
                let fates =
                    side.fates.iter().zip(&candidates).filter(|(fate, _)| **fate != NodeChangeKind::Keep);
                fates.for_each(|(_, before)| found.extend(before));
            }
        }
        found
    }

    /// Returns `true` if there is work left to compare patterns.
    fn can_go_on(&self) -> bool {
        self.shape_work.get() > 0
    }

    /// Returns `true` if a rule matches wherever its symbols occur, without limit.
    fn is_free_of_conditions(&self, rule: usize) -> bool {
        let (authored, ready) = (&self.grammar.rules[rule], &self.rules[rule]);
        can_run(authored)
            && authored.limit.is_none()
            && authored.geometry.is_free()
            && ready.forbid.is_empty()
            && ready.nodes.iter().all(|node| node.when.is_empty())
            && ready.edges.iter().all(|edge| edge.when.is_empty())
    }

    /// Returns `true` if the rule has a right side that fits whatever other edges there are.
    fn is_never_refused(&self, rule: usize) -> bool {
        let ready = &self.rules[rule];
        let fits = |side: &RightSide| {
            ready.dangling == DanglingPolicy::Drop || !side.fates.contains(&NodeChangeKind::Erase)
        };
        ready.sides.iter().any(|side| side.weight > 0 && fits(side))
    }
}

/// Returns `true` if a rule may be drawn at all.
fn can_run(rule: &Rule) -> bool {
    rule.enabled
        && rule.weight > 0
        && rule.limit != Some(0)
        && rule.alternatives().any(|right| right.weight > 0)
}

/// Returns the possible symbols of a matched node after a step; `before` are those before it.
fn after(fate: NodeChangeKind, before: &BTreeSet<NodeSymbolId>) -> BTreeSet<NodeSymbolId> {
    match fate {
        NodeChangeKind::Keep => before.clone(),
        NodeChangeKind::Become(symbol) => BTreeSet::from([symbol]),
        NodeChangeKind::Erase => BTreeSet::new(),
    }
}

/// Returns the path of a right side of a rule.
fn right_path(rule: usize, position: usize) -> ValuePath {
    path_of_right(&PathRef::ROOT.item("rules", rule), position).into()
}

/// Returns `"A", "B" or "C"`.
fn names<'a>(names: impl Iterator<Item = &'a str>, last: &str) -> String {
    let quoted: Vec<String> = names.map(|name| format!("\"{name}\"")).collect();
    listed(&quoted, last)
}

#[cfg(test)]
mod tests;
