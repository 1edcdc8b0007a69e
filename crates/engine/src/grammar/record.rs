//! The record of a derivation for files, with names instead of symbol ids.
//!
//! Applying the steps to the start in order (erase, change, create) gives the mission after each step.

use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Deserialize, Serialize, Serializer};

use super::{Derivation, ElementId, Grammar, MissionChange, RecipeCount, Step};
use crate::base::{Seed, Symmetry};
use crate::level::{EdgeRecord, MissionRecord, NodeRecord, edge_record, elements_record, node_record};
use crate::mission::{Alphabet, EdgeId, Mission, NodeId};

/// The steps of a derivation, and the final mission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DerivationRecord {
    /// The version of the format; see [`DerivationRecord::FORMAT`].
    pub format: u32,
    /// The name of the grammar.
    pub grammar: String,
    /// The seed of the run.
    pub seed: Seed,
    /// The start.
    pub start: MissionRecord,
    /// The steps, in order; step n of the missions' elements is at index n − 1.
    pub steps: Vec<StepRecord>,
    /// Counts for each step of the recipe, in the order in which they are written, including nested ones.
    #[serde(default)]
    pub recipe_counts: Vec<RecipeCount>,
    /// The final mission.
    pub mission: MissionRecord,
}

/// One rule applied at one match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepRecord {
    /// The name of the rule.
    pub rule: String,
    /// The recipe's step that asked for it, by position in [`DerivationRecord::recipe_counts`].
    ///
    /// Without nesting, that is the position in the recipe.
    pub recipe_step: usize,
    /// The mission node of each node of the rule's left side, by its author's number.
    pub nodes: Vec<(ElementId, NodeId)>,
    /// The mission edge of each edge of the rule's left side, in order.
    pub edges: Vec<EdgeId>,
    /// The orientation of the drawing on the lattice.
    pub symmetry: Symmetry,
    /// The right side that was drawn: 0 is the first.
    #[serde(default)]
    pub alternative: usize,
    /// The removed nodes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub erased_nodes: Vec<NodeId>,
    /// The removed edges.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub erased_edges: Vec<EdgeId>,
    /// The nodes whose symbol or attributes changed, after the step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed_nodes: Vec<NodeRecord>,
    /// The edges whose attributes changed, after the step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed_edges: Vec<EdgeRecord>,
    /// The added nodes, after the step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub created_nodes: Vec<NodeRecord>,
    /// The added edges, after the step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub created_edges: Vec<EdgeRecord>,
}

impl DerivationRecord {
    /// The version of the format that this program writes.
    pub const FORMAT: u32 = 1;

    /// Returns the record of a derivation of that grammar from that seed.
    pub fn new(grammar: &Grammar, seed: Seed, derivation: &Derivation) -> Self {
        Self {
            format: Self::FORMAT,
            grammar: grammar.name.clone(),
            seed,
            start: elements_record(&derivation.alphabet, &derivation.start),
            steps: derivation
                .steps
                .iter()
                .map(|step| StepRecord::new(grammar, &derivation.alphabet, step))
                .collect(),
            recipe_counts: derivation.recipe_counts.clone(),
            mission: elements_record(&derivation.alphabet, &derivation.mission),
        }
    }
}

/// A derivation that is serialised like its [`DerivationRecord`], without the memory for one.
///
/// Large derivations are written step by step.
#[derive(Clone, Copy, Debug)]
pub struct DerivationView<'a> {
    /// The grammar.
    pub grammar: &'a Grammar,
    /// The seed of the run.
    pub seed: Seed,
    /// The derivation of that grammar from that seed.
    pub derivation: &'a Derivation,
}

impl Serialize for DerivationView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Derivation { alphabet, start, steps, recipe_counts, mission, .. } = self.derivation;
        let step = |step| StepRecord::new(self.grammar, alphabet, step);
        let mut fields = serializer.serialize_struct("DerivationRecord", 7)?;
        fields.serialize_field("format", &DerivationRecord::FORMAT)?;
        fields.serialize_field("grammar", &self.grammar.name)?;
        fields.serialize_field("seed", &self.seed)?;
        fields.serialize_field("start", &MissionView { alphabet, mission: start })?;
        fields.serialize_field("steps", &ListWriter(|| steps.iter().map(step)))?;
        fields.serialize_field("recipe_counts", recipe_counts)?;
        fields.serialize_field("mission", &MissionView { alphabet, mission })?;
        fields.end()
    }
}

/// A mission that is serialised like its [`MissionRecord`].
struct MissionView<'a> {
    alphabet: &'a Alphabet,
    mission: &'a Mission,
}

impl Serialize for MissionView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { alphabet, mission } = *self;
        let nodes = || mission.nodes().map(|(id, node)| node_record(alphabet, id, node));
        let edges = || mission.edges().map(|(id, edge)| edge_record(alphabet, id, edge));
        let mut fields = serializer.serialize_struct("MissionRecord", 2)?;
        fields.serialize_field("nodes", &ListWriter(nodes))?;
        fields.serialize_field("edges", &ListWriter(edges))?;
        fields.end()
    }
}

/// A list whose items are made one after the other while they are written.
struct ListWriter<Items>(Items);

impl<Items, Iter> Serialize for ListWriter<Items>
where
    Items: Fn() -> Iter,
    Iter: Iterator<Item: Serialize>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let count = (self.0)().count();
        let mut list = serializer.serialize_seq(Some(count))?;
        (self.0)().try_for_each(|item| list.serialize_element(&item))?;
        list.end()
    }
}

impl StepRecord {
    fn new(grammar: &Grammar, alphabet: &Alphabet, step: &Step) -> Self {
        let mut record = Self {
            rule: grammar.rules.get(step.rule).map_or_else(String::new, |rule| rule.name.clone()),
            recipe_step: step.recipe_step,
            nodes: step.matched.nodes.to_vec(),
            edges: step.matched.edges.to_vec(),
            symmetry: step.matched.symmetry,
            alternative: step.alternative,
            erased_nodes: Vec::new(),
            erased_edges: Vec::new(),
            changed_nodes: Vec::new(),
            changed_edges: Vec::new(),
            created_nodes: Vec::new(),
            created_edges: Vec::new(),
        };
        step.delta.changes.iter().for_each(|change| record.add(alphabet, change));
        record
    }

    fn add(&mut self, alphabet: &Alphabet, change: &MissionChange) {
        let node = |id, node| node_record(alphabet, id, node);
        let edge = |id, edge| edge_record(alphabet, id, edge);
        match change {
            MissionChange::EdgeRemoved(id, _) => self.erased_edges.push(*id),
            MissionChange::NodeRemoved(id, _) => self.erased_nodes.push(*id),
            MissionChange::NodeChanged(change) => self.changed_nodes.push(node(change.id, &change.after)),
            MissionChange::EdgeChanged(change) => self.changed_edges.push(edge(change.id, &change.after)),
            MissionChange::NodeAdded(id, added) => self.created_nodes.push(node(*id, added)),
            MissionChange::EdgeAdded(id, added) => self.created_edges.push(edge(*id, added)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::base::RandomStream;
    use crate::grammar::testing::random::{full, random_rule};
    use crate::grammar::testing::{derived, grammar};
    use crate::grammar::{RecipeStep, RuleChoice, Times};

    /// Applies the steps of a record, using the record alone.
    fn replayed(record: &DerivationRecord) -> (Vec<NodeRecord>, Vec<EdgeRecord>) {
        let mut nodes: BTreeMap<NodeId, NodeRecord> =
            record.start.nodes.iter().map(|node| (node.id, node.clone())).collect();
        let mut edges: BTreeMap<EdgeId, EdgeRecord> =
            record.start.edges.iter().map(|edge| (edge.id, edge.clone())).collect();
        for step in &record.steps {
            nodes.retain(|id, _| !step.erased_nodes.contains(id));
            edges.retain(|id, _| !step.erased_edges.contains(id));
            let new_nodes = step.changed_nodes.iter().chain(&step.created_nodes);
            nodes.extend(new_nodes.map(|node| (node.id, node.clone())));
            let new_edges = step.changed_edges.iter().chain(&step.created_edges);
            edges.extend(new_edges.map(|edge| (edge.id, edge.clone())));
        }
        (nodes.into_values().collect(), edges.into_values().collect())
    }

    #[test]
    fn record_alone_can_be_replayed() {
        let (mut steps, mut others) = (0, 0);
        for case in 0..400 {
            let random: &mut RandomStream = &mut Seed(71).numbered(case).stream();
            let rules: Vec<_> = (0..4)
                .map(|number| {
                    let rule = random_rule(random);
                    let rule = full(random, rule);
                    crate::grammar::Rule { name: format!("rule {number}"), ..rule }
                })
                .collect();
            let recipe = vec![RecipeStep::apply(RuleChoice::All, Times::Exactly(12))];
            let grammar = grammar("1:A 2:B 3:A 1-p>2 2-p>3 3-q>1", rules, recipe);
            let derivation = derived(&grammar, Seed(case)).value;
            let record = DerivationRecord::new(&grammar, Seed(case), &derivation);
            let view = DerivationView { grammar: &grammar, seed: Seed(case), derivation: &derivation };
            let [json, viewed] = [serde_json::to_string(&record), serde_json::to_string(&view)];
            assert_eq!(json.expect("it is written"), viewed.expect("it is written"), "case {case}");
            let mission = (record.mission.nodes.clone(), record.mission.edges.clone());
            assert_eq!(replayed(&record), mission, "case {case}");
            steps += record.steps.len();
            others += record.steps.iter().filter(|step| step.alternative > 0).count();
        }
        assert!(steps > 500 && others > 50, "{steps} steps, {others} with another right side");
    }
}
