//! Finds the items related to the last selection, so that every pane can mark them.
//!
//! For a place, these are its rule, its step of the recipe, its symbol and its room. For a rule, step, symbol
//! or room, they are the resulting places.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::document::{Document, Location, StepPath, Symbol, step_label};
use crate::editor::model::run_view::RunView;
use crate::editor::open_items::OpenItems;
use crate::grammar::{Derivation, Grammar, RuleNames, Step, step_labels, step_with_label, steps_that_apply};
use crate::layout::template_name;
use crate::mission::NodeId;
use crate::pipeline::Run;

/// The last selection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Focus {
    /// Nothing that has related items.
    #[default]
    Nothing,
    /// A node with its place.
    Node(NodeId),
    /// A rule, by position.
    Rule(usize),
    /// A step of the recipe.
    Step(StepPath),
    /// A symbol.
    Symbol(Symbol),
    /// A room, by the positions of its set and of itself.
    Room(usize, usize),
}

/// The related items, with a cache.
#[derive(Debug, Default)]
pub struct Related {
    focus: Focus,
    /// Open and selected items in the last frame.
    seen: Option<(OpenItems, Option<NodeId>)>,
    /// Inputs that the marks were computed from.
    found_for: Option<(Focus, Option<Arc<Derivation>>, Arc<Grammar>)>,
    marks: RelatedMarks,
}

/// The items to mark.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RelatedMarks {
    /// Nodes and their places, without the selected node itself, which is shown as selected.
    pub nodes: BTreeSet<NodeId>,
    /// Rules, by position.
    pub rules: BTreeSet<usize>,
    /// Steps of the recipe, by label.
    pub steps: BTreeSet<String>,
    /// Rooms, by the positions of their sets and of themselves.
    pub rooms: BTreeSet<(usize, usize)>,
    /// Node symbols, by name.
    pub symbols: BTreeSet<String>,
}

impl Related {
    /// Returns the items to mark.
    pub fn marks(&self) -> &RelatedMarks {
        &self.marks
    }

    /// Treats an item that is shown as the last selection, even if it was open before.
    pub fn go_to(&mut self, target: &Location) {
        match target {
            Location::Rule(rule) => self.focus = Focus::Rule(*rule),
            Location::Step(path) => self.focus = Focus::Step(path.clone()),
            Location::Symbol(symbol) => self.focus = Focus::Symbol(symbol.clone()),
            Location::Room(set, room) => self.focus = Focus::Room(*set, *room),
            Location::Start | Location::Pass(_) | Location::Theme(_) | Location::Settings => {}
        }
    }

    /// Compares the open and selected items with the last frame: the one that differs was selected last.
    pub fn update(
        &mut self,
        open: &OpenItems,
        selected: Option<NodeId>,
        run_view: &RunView,
        document: &Document,
    ) {
        let now = (open.clone(), selected);
        if let Some((before, selected_before)) = self.seen.replace(now) {
            let changed = match () {
                () if selected != selected_before => Some(selected.map_or(Focus::Nothing, Focus::Node)),
                () if open.rule != before.rule => Some(Focus::Rule(open.rule)),
                () if open.step != before.step => Some(open.step.clone().map_or(Focus::Nothing, Focus::Step)),
                () if open.symbol != before.symbol => {
                    Some(open.symbol.clone().map_or(Focus::Nothing, Focus::Symbol))
                }
                () if open.room != before.room => Some(Focus::Room(open.room.0, open.room.1)),
                () => None,
            };
            self.focus = changed.unwrap_or_else(|| std::mem::take(&mut self.focus));
        } else if let Some(node) = selected {
            self.focus = Focus::Node(node);
        }
        let run = run_view.run.as_ref().filter(|_| !run_view.has_earlier_mission());
        let derivation = run.and_then(|run| run.derivation.as_ref());
        let is_found = self.found_for.as_ref().is_some_and(|(focus, of, grammar)| {
            *focus == self.focus
                && of.as_ref().map(Arc::as_ptr) == derivation.map(Arc::as_ptr)
                && Arc::ptr_eq(grammar, document.grammar())
        });
        if !is_found {
            let scene = RelatedContext {
                run,
                derivation: derivation.map(|derivation| &**derivation),
                run_view,
                document,
            };
            self.marks = scene.marks(&self.focus);
            self.found_for = Some((self.focus.clone(), derivation.cloned(), Arc::clone(document.grammar())));
        }
    }
}

/// The data to search.
struct RelatedContext<'a> {
    run: Option<&'a Run>,
    derivation: Option<&'a Derivation>,
    run_view: &'a RunView,
    document: &'a Document,
}

impl RelatedContext<'_> {
    fn marks(&self, focus: &Focus) -> RelatedMarks {
        match focus {
            Focus::Nothing => RelatedMarks::default(),
            Focus::Node(node) => self.of_node(*node),
            Focus::Rule(rule) => self.of_rule(*rule),
            Focus::Step(path) => self.of_step(path),
            Focus::Symbol(Symbol::Node(name)) => self.of_symbol(name),
            Focus::Symbol(Symbol::Edge(_)) => RelatedMarks::default(),
            Focus::Room(set, room) => self.of_room(*set, *room),
        }
    }

    fn of_node(&self, node: NodeId) -> RelatedMarks {
        let mut marks = RelatedMarks::default();
        let place = self.run_view.place_of(node);
        if let Some(template) = place.and_then(|place| place.template.as_ref()) {
            marks.rooms = self.rooms(|name, _| name == template);
        }
        let Some((run, derivation)) = self.run.zip(self.derivation) else { return marks };
        let Some(found) = derivation.mission.node(node) else { return marks };
        marks.symbols.insert(derivation.alphabet.node(found.symbol).0.to_owned());
        let step = (found.made_by as usize).checked_sub(1).and_then(|index| derivation.steps.get(index));
        if let Some(step) = step {
            marks.rules.extend(self.rule_now(run, step.rule));
            if run.request.grammar.recipe == self.document.grammar().recipe {
                marks
                    .steps
                    .extend(step_labels(&run.request.grammar.recipe).into_iter().nth(step.recipe_step));
            }
        }
        marks
    }

    fn of_rule(&self, rule: usize) -> RelatedMarks {
        let grammar = self.document.grammar();
        let steps = steps_that_apply(grammar, rule).into_iter().map(|(_, label, _)| label).collect();
        let nodes = match self.run {
            Some(run) => self.made_by(|step| self.rule_now(run, step.rule) == Some(rule)),
            None => BTreeSet::new(),
        };
        RelatedMarks { nodes, steps, ..RelatedMarks::default() }
    }

    fn of_step(&self, path: &[usize]) -> RelatedMarks {
        let grammar = self.document.grammar();
        let Some((number, size)) = step_with_label(&grammar.recipe, &step_label(path)) else {
            return RelatedMarks::default();
        };
        let within = number..number + size;
        let is_same = self.run.is_some_and(|run| run.request.grammar.recipe == grammar.recipe);
        let nodes = self.made_by(|step| is_same && within.contains(&step.recipe_step));
        let names = RuleNames::new(grammar);
        let own = crate::document::step_at(&grammar.recipe, path);
        let rules = own.into_iter().flat_map(all_rules).flat_map(|rules| names.positions(rules));
        RelatedMarks { nodes, rules: rules.collect(), ..RelatedMarks::default() }
    }

    fn of_symbol(&self, name: &str) -> RelatedMarks {
        let nodes = self.derivation.map_or_else(BTreeSet::new, |derivation| {
            let number = derivation.alphabet.node_id(name);
            let nodes = derivation.mission.nodes();
            nodes.filter(|(_, node)| Some(node.symbol) == number).map(|(id, _)| id).collect()
        });
        RelatedMarks { nodes, rooms: self.rooms(|_, symbol| symbol == name), ..RelatedMarks::default() }
    }

    fn of_room(&self, set: usize, room: usize) -> RelatedMarks {
        let rooms = self.document.rooms().get(set);
        let Some((rooms, room)) = rooms.and_then(|rooms| Some((rooms, rooms.set.rooms.get(room)?))) else {
            return RelatedMarks::default();
        };
        let name = template_name(&rooms.set, room);
        let level = self.run_view.level().filter(|_| self.derivation.is_some());
        let places = level.iter().flat_map(|level| &level.places);
        let nodes = places.filter(|place| place.template.as_ref() == Some(&name)).map(|place| place.node);
        RelatedMarks {
            nodes: nodes.collect(),
            symbols: std::iter::once(room.symbol.clone()).collect(),
            ..RelatedMarks::default()
        }
    }

    /// Returns the nodes of the final mission that matching steps made or changed.
    fn made_by(&self, is_it: impl Fn(&Step) -> bool) -> BTreeSet<NodeId> {
        let Some(derivation) = self.derivation else { return BTreeSet::new() };
        let steps = derivation.steps.iter().filter(|step| is_it(step));
        let ids = steps.flat_map(|step| step.delta.touched_nodes());
        ids.filter(|id| derivation.mission.node(*id).is_some()).collect()
    }

    /// Returns the current position of a rule of the run.
    fn rule_now(&self, run: &Run, rule: usize) -> Option<usize> {
        let name = &run.request.grammar.rules.get(rule)?.name;
        self.document.grammar().rules.iter().position(|other| other.name == *name)
    }

    /// Returns the rooms for which template name and symbol match.
    fn rooms(&self, fits: impl Fn(&str, &str) -> bool) -> BTreeSet<(usize, usize)> {
        let sets = self.document.rooms().iter().enumerate();
        let all = sets.flat_map(|(number, set)| {
            let rooms = set.set.rooms.iter().enumerate();
            rooms.map(move |(room, template)| {
                ((number, room), template_name(&set.set, template), &template.symbol)
            })
        });
        all.filter(|(_, name, symbol)| fits(name, symbol)).map(|(at, ..)| at).collect()
    }
}

/// Returns all choices of rules in a step and its nested steps.
fn all_rules(step: &crate::grammar::RecipeStep) -> Vec<&crate::grammar::RuleChoice> {
    let within = step.lists().into_iter().flatten().flat_map(all_rules);
    step.rules().into_iter().chain(within).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Seed;
    use crate::editor::work::disk;
    use crate::pipeline::{Pipeline, Request};

    fn scene() -> (RunView, Document) {
        let document = disk::example("first_lock").expect("an example");
        let content = document.content();
        let rooms = content.rooms.iter().map(|rooms| Arc::clone(&rooms.set)).collect();
        let request = Request::new(Arc::clone(&content.grammar), rooms, Seed(2));
        (RunView::of(Pipeline::default().run(&request)), document)
    }

    #[test]
    fn node_and_its_rule_step_symbol_and_room_mark_each_other() {
        let (run_view, document) = scene();
        let derivation = run_view.run.as_ref().and_then(|run| run.derivation.clone()).expect("a derivation");
        let mut related = Related::default();
        let mut open = OpenItems::default();
        related.update(&open, None, &run_view, &document);
        assert_eq!(related.marks(), &RelatedMarks::default());
        let (mut with_rule, mut with_room) = (0, 0);
        let ids: Vec<NodeId> = derivation.mission.nodes().map(|(id, _)| id).collect();
        for id in ids {
            related.update(&open, Some(id), &run_view, &document);
            let marks = related.marks().clone();
            let symbol = marks.symbols.first().expect("each node has a symbol").clone();
            for rule in &marks.rules {
                open.rule = usize::MAX;
                related.update(&open, Some(id), &run_view, &document);
                open.rule = *rule;
                related.update(&open, Some(id), &run_view, &document);
                assert!(related.marks().nodes.contains(&id), "rule {rule} made {id:?}");
                assert!(marks.steps.is_subset(&related.marks().steps), "and its step asks for it");
                with_rule += 1;
            }
            for room in &marks.rooms {
                related.go_to(&Location::Room(room.0, room.1));
                related.update(&open, Some(id), &run_view, &document);
                assert!(related.marks().nodes.contains(&id), "{room:?} is {id:?}");
                assert!(related.marks().symbols.contains(&symbol) || symbol.is_empty());
                with_room += 1;
            }
            related.go_to(&Location::Symbol(Symbol::Node(symbol)));
            related.update(&open, Some(id), &run_view, &document);
            assert!(related.marks().nodes.contains(&id));
        }
        assert!(with_rule > 3 && with_room > 0, "{with_rule} of rules, {with_room} of rooms");
    }
}
