//! What the rules of a grammar will do together that its author can hardly have meant.
//!
//! In goes a grammar without errors; out come warnings, each of one [`LintKind`]. Those that are [`Certainty::Proved`] hold of every derivation, whatever the seed; the others are likely and may be meant.
//! Nothing is run. What missions may hold is followed through the recipe by symbols only: which nodes there may be, and which nodes an edge may leave and reach ([`flow`]). That is always too much and never too little, so what it rules out never happens.

mod cuts;
mod endless;
mod flow;
mod foresee;
mod lasting;
mod parts;
mod passages;
mod relations;
mod rooms;
mod same;
mod shadowed;
mod shape;
mod symbols;
mod unreachable;
mod walk;

use std::cell::{Cell, OnceCell};
use std::collections::BTreeSet;

use super::check::{self, rule_title};
use super::resolve::{Fate, LeftNode, ReadyRule, RightSide, resolve_rule};
use super::{Dangling, Grammar, Rule, check_grammar};
use crate::base::{Diagnostic, PathRef, Severity, ValuePath, listed};
use crate::mission::{Alphabet, EdgeRole, EdgeSymbolId, NodeRole, NodeSymbolId, RoomSet};
use flow::{Flow, Nodes};

pub use foresee::{FORESEEN, foresee_failures, note_missing_ends};

/// How sure a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Certainty {
    /// What it says holds of every derivation.
    Proved,
    /// What it says is probably so, or probably not as meant.
    Likely,
}

/// What can be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LintKind {
    /// A rule asks for something that no mission has when its turn comes.
    UnreachableRule,
    /// A rule names several symbols, of which one is never there.
    SymbolNeverThere,
    /// Two rules do the same.
    SameRule,
    /// A step of the recipe can never apply one of its rules, because another has taken all its matches before.
    ShadowedRule,
    /// A step that runs until nothing matches makes anew what it looks for.
    EndlessStep,
    /// The same, as far as one can tell.
    PerhapsEndlessStep,
    /// A symbol of the alphabet that nothing names.
    UnusedSymbol,
    /// A node that passages lead to, but that becomes no place, may be left in the end.
    SymbolLeftOver,
    /// A rule takes away the way between two places.
    MayCut,
    /// A rule makes a place that no passage leads to.
    DetachedPlace,
    /// A rule deletes the edge that says which key opens a lock, or which place holds an item.
    LostRelation,
    /// A lock is made that no key opens.
    LockWithoutKey,
    /// A key is made that opens nothing.
    KeyWithoutLock,
    /// An item is made that lies in no place.
    LooseItem,
    /// A passage of the start leads to what is no place.
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

    /// The stable code of its diagnostics.
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

    /// The kind of that code, if it is one of these.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// How sure it is.
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

/// How many rules a grammar may have whose rules are compared with each other.
const MOST_RULES: usize = 2_000;
/// How many elements their sides may have together.
const MOST_ELEMENTS: usize = 50_000;
/// How many pairs of a symbol and a rule, or of two symbols, may be looked at.
const MOST_PAIRS: usize = 20_000_000;
/// How many rules the steps of the recipe may draw from, counted for each step.
const MOST_DRAWN: usize = 20_000;
/// How much work it may be to find patterns in each other.
const MOST_SHAPE_WORK: u64 = 10_000_000;

/// What the rules of a grammar will do together that can hardly be meant; nothing for a grammar with errors.
///
/// All are warnings; [`LintKind::from_code`] says how certain each is. Of a grammar that is too large for that a note says so. Nothing that [`check_grammar`] says is said again.
pub fn lint_grammar(grammar: &Grammar) -> Vec<Diagnostic> {
    match ready(grammar) {
        Ok(Some(lint)) => lint_ready(&lint),
        Ok(None) => Vec::new(),
        Err(too_large) => vec![*too_large],
    }
}

/// Returns what [`foresee_failures`] and [`lint_grammar`] find in a grammar in which [`check_grammar`] found no errors, and places that can never have a room.
///
/// `rooms` are all its room sets, without errors; `None` if they are not known.
pub fn lint_checked(grammar: &Grammar, rooms: Option<&[&RoomSet]>) -> Vec<Diagnostic> {
    match ready_if_checked(grammar) {
        Ok(Some(lint)) => [foresee::foresee(&lint, rooms), lint_ready(&lint)].concat(),
        Ok(None) => Vec::new(),
        Err(too_large) => vec![*too_large],
    }
}

fn lint_ready(lint: &Lint<'_>) -> Vec<Diagnostic> {
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

/// What is known of a grammar; none of one with mistakes.
///
/// # Errors
/// If it is too large to compare everything with everything.
fn ready(grammar: &Grammar) -> Result<Option<Lint<'_>>, Box<Diagnostic>> {
    let mistakes = check_grammar(grammar);
    if mistakes.iter().any(|mistake| mistake.severity == Severity::Error) {
        return Ok(None);
    }
    ready_if_checked(grammar)
}

/// The same of a grammar that is known to have no errors.
fn ready_if_checked(grammar: &Grammar) -> Result<Option<Lint<'_>>, Box<Diagnostic>> {
    let ready: Option<Vec<ReadyRule>> =
        grammar.rules.iter().map(|rule| resolve_rule(&grammar.alphabet, rule)).collect();
    let Some(rules) = ready else { return Ok(None) };
    let can_be_followed = rules.len() <= MOST_RULES && elements(&rules) <= MOST_ELEMENTS;
    let Some(flow) = can_be_followed.then(|| Flow::new(grammar, &rules)).flatten() else {
        return Err(Box::new(too_large(grammar)));
    };
    let shape_work = Cell::new(MOST_SHAPE_WORK);
    let lint = Lint { grammar, flow, rules, shape_work, rewritten: OnceCell::new() };
    if is_small(&lint) { Ok(Some(lint)) } else { Err(Box::new(too_large(grammar))) }
}

/// Is it little enough to compare everything with everything?
fn is_small(lint: &Lint<'_>) -> bool {
    let drawn: usize = lint.flow.live.values().map(|step| step.rules.len()).sum();
    let Alphabet { nodes, edges, .. } = &lint.grammar.alphabet;
    let used = lint.flow.end.edges.len();
    drawn <= MOST_DRAWN
        && (nodes.len() + edges.len()) * (lint.rules.len() + drawn + 1) <= MOST_PAIRS
        && nodes.len() * (used + 1) <= MOST_PAIRS
}

/// How many elements the sides of all rules have, and how many symbols they name.
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
        "The grammar is too large to tell what its {} rules will do together; only mistakes were looked for.",
        grammar.rules.len()
    );
    Diagnostic::new(Severity::Note, "too-large-to-lint", message).at("rules")
}

/// A grammar, with what is known of it.
struct Lint<'a> {
    grammar: &'a Grammar,
    rules: Vec<ReadyRule>,
    flow: Flow<'a>,
    /// The work that may still be done to find patterns in each other.
    shape_work: Cell<u64>,
    /// The symbols of nodes that some rule takes away or makes something else, once it was asked.
    rewritten: OnceCell<Nodes>,
}

impl Lint<'_> {
    /// "Rule "Sink the shaft"".
    fn title(&self, rule: usize) -> String {
        rule_title(rule, &self.grammar.rules[rule]).to_string()
    }

    /// The positions of the rules that may be applied some time.
    fn matching(&self) -> impl Iterator<Item = usize> {
        (0..self.rules.len()).filter(|rule| self.flow.can_match[*rule])
    }

    /// The right sides of a rule that may be drawn, each with its position.
    fn sides(&self, rule: usize) -> impl Iterator<Item = (usize, &RightSide)> {
        self.rules[rule].sides.iter().enumerate().filter(|(_, side)| side.weight > 0)
    }

    fn role(&self, symbol: NodeSymbolId) -> Option<NodeRole> {
        self.grammar.alphabet.node(symbol).1.role
    }

    fn is_place(&self, symbol: NodeSymbolId) -> bool {
        self.grammar.alphabet.node(symbol).1.form.is_some()
    }

    fn edge_role(&self, symbol: EdgeSymbolId) -> EdgeRole {
        self.grammar.alphabet.edge(symbol).1.role
    }

    fn node_name(&self, symbol: NodeSymbolId) -> &str {
        self.grammar.alphabet.node(symbol).0
    }

    /// May some rule take away a node of this symbol or make it something else?
    fn is_rewritten(&self, symbol: NodeSymbolId) -> bool {
        self.rewritten.get_or_init(|| self.find_rewritten()).contains(&symbol)
    }

    fn find_rewritten(&self) -> Nodes {
        let mut found = Nodes::new();
        for rule in self.matching() {
            let Ok(candidates) = self.flow.end.candidates(&self.rules[rule]) else { continue };
            for (_, side) in self.sides(rule) {
                let fates = side.fates.iter().zip(&candidates).filter(|(fate, _)| **fate != Fate::Keep);
                fates.for_each(|(_, before)| found.extend(before));
            }
        }
        found
    }

    /// May patterns still be compared?
    fn can_go_on(&self) -> bool {
        self.shape_work.get() > 0
    }

    /// Does a rule match wherever its symbols are found, as often as it likes?
    fn is_free_of_conditions(&self, rule: usize) -> bool {
        let (authored, ready) = (&self.grammar.rules[rule], &self.rules[rule]);
        can_run(authored)
            && authored.limit.is_none()
            && authored.geometry.is_free()
            && ready.forbid.is_empty()
            && ready.nodes.iter().all(|node| node.when.is_empty())
            && ready.edges.iter().all(|edge| edge.when.is_empty())
    }

    /// Has it a right side that fits whatever edges there are besides?
    fn is_never_refused(&self, rule: usize) -> bool {
        let ready = &self.rules[rule];
        let fits = |side: &RightSide| ready.dangling == Dangling::Drop || !side.fates.contains(&Fate::Erase);
        ready.sides.iter().any(|side| side.weight > 0 && fits(side))
    }
}

/// May a rule be drawn at all?
fn can_run(rule: &Rule) -> bool {
    rule.enabled
        && rule.weight > 0
        && rule.limit != Some(0)
        && rule.alternatives().any(|right| right.weight > 0)
}

/// The symbols that a matched node may have after a step; `before` are those that it may have had.
fn after(fate: Fate, before: &BTreeSet<NodeSymbolId>) -> BTreeSet<NodeSymbolId> {
    match fate {
        Fate::Keep => before.clone(),
        Fate::Become(symbol) => BTreeSet::from([symbol]),
        Fate::Erase => BTreeSet::new(),
    }
}

/// Where the right side at a position of a rule stands.
fn right_path(rule: usize, position: usize) -> ValuePath {
    check::right_path(&PathRef::ROOT.item("rules", rule), position).into()
}

/// `"A", "B" or "C"`.
fn names<'a>(names: impl Iterator<Item = &'a str>, last: &str) -> String {
    let quoted: Vec<String> = names.map(|name| format!("\"{name}\"")).collect();
    listed(&quoted, last)
}

#[cfg(test)]
mod tests;
