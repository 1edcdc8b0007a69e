//! The derivation as a film: the mission after any step, with its changes; then the making of the level,
//! stage by stage.
//!
//! Viewing it does not change the project.

mod level_film;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use egui::{Context, Pos2, Vec2};

pub use level_film::LevelFilm;

use super::trial::MatchHighlight;
use crate::editor::canvas::graph::{GraphDrawing, STEP, draw_mission_at};
use crate::editor::canvas::run_view::RunView;
use crate::film::step_in_words;
use crate::grammar::{Derivation, Grammar, Playback, Step};
use crate::mission::{Mission, NodeId};

/// The steps that are marked, and at which stepping stops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filter {
    /// All steps.
    #[default]
    All,
    /// Steps of the selected rule.
    SelectedRule,
    /// Steps of a rule, by its position in the grammar.
    Rule(usize),
    /// Steps of a recipe step, by its number.
    RecipeStep(usize),
}

/// A derivation and the making of its level, viewed step by step.
#[derive(Debug)]
pub struct Film {
    reel: Option<MissionReel>,
    /// Making of the level; its steps follow those of the derivation.
    pub level: LevelFilm,
    /// `true` if the film is displayed instead of the final mission and level.
    is_shown: bool,
    /// Request that waits for the making of the level.
    waiting: Option<PlayDirection>,
    /// Marked steps.
    pub filter: Filter,
    /// Selected rule.
    pub selected_rule: Option<usize>,
    /// `true` while it plays.
    pub is_playing: bool,
    /// Steps per second.
    pub pace: u32,
    /// Elapsed fraction of a step.
    pub elapsed: f32,
}

/// A direction along the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayDirection {
    /// To the previous marked step.
    Back,
    /// To the next marked step.
    On,
}

/// The data that is played.
#[derive(Debug)]
struct MissionReel {
    playback: Playback,
    grammar: Arc<Grammar>,
    /// Positions of all nodes that ever exist, so that none moves from step to step.
    at: BTreeMap<NodeId, Pos2>,
    /// Mission after a number of steps, and the changes of the last one.
    frame: Option<(usize, GraphDrawing, MatchHighlight)>,
}

impl Default for Film {
    fn default() -> Self {
        Self {
            reel: None,
            level: LevelFilm::default(),
            is_shown: false,
            waiting: None,
            filter: Filter::default(),
            selected_rule: None,
            is_playing: false,
            pace: 3,
            elapsed: 0.0,
        }
    }
}

impl Film {
    /// Available paces, in steps per second.
    pub const PACES: [u32; 5] = [1, 3, 8, 20, 60];

    /// Follows the run. A new derivation ends the film, unless its steps are the same, for example because
    /// only the level changed.
    pub fn update(&mut self, run_view: &RunView, ctx: &Context) {
        self.follow_derivation(run_view);
        self.level.follow(run_view, ctx);
        if let Some(way) = self.waiting.filter(|_| !self.level.is_unknown()) {
            self.waiting = None;
            self.go(way);
        }
    }

    fn follow_derivation(&mut self, run_view: &RunView) {
        let run = run_view.run.as_ref().filter(|_| !run_view.has_earlier_mission());
        let Some((derivation, run)) = run.and_then(|run| Some((run.derivation.as_ref()?, run))) else {
            self.start_afresh(None);
            return;
        };
        if self.reel.as_ref().is_none_or(|reel| !Arc::ptr_eq(reel.playback.derivation(), derivation)) {
            let drawn = run_view.mission.nodes.iter().map(|node| (node.id, node.at)).collect();
            let mut reel = MissionReel {
                at: positions(derivation, drawn),
                playback: Playback::new(Arc::clone(derivation)),
                grammar: Arc::clone(&run.request.grammar),
                frame: None,
            };
            let same = self.reel.as_ref().filter(|before| {
                let before = before.playback.derivation();
                self.is_shown && before.start == derivation.start && before.steps == derivation.steps
            });
            match same {
                Some(before) => {
                    reel.playback.go_to(before.playback.step());
                    self.reel = Some(reel);
                }
                None => self.start_afresh(Some(reel)),
            }
        }
        if let Some(reel) = self.reel.as_mut().filter(|_| self.is_shown) {
            reel.draw();
        }
    }

    /// Ends the film; pace and background threads are kept.
    fn start_afresh(&mut self, reel: Option<MissionReel>) {
        let mut level = std::mem::take(&mut self.level);
        level.show(None);
        *self = Self { reel, level, pace: self.pace, ..Self::default() };
    }

    /// Waits until the making of the level is known, if it was requested.
    pub fn wait(&mut self) {
        self.level.wait();
    }

    /// Returns the number of steps: those of the derivation, followed by the known ones of the level.
    pub fn length(&self) -> usize {
        self.mission_length() + self.level.length()
    }

    /// Returns the number of steps of the derivation.
    pub fn mission_length(&self) -> usize {
        self.derivation().map_or(0, |derivation| derivation.steps.len())
    }

    /// Returns the derivation, if there is one.
    pub fn derivation(&self) -> Option<&Derivation> {
        self.reel.as_ref().map(|reel| &**reel.playback.derivation())
    }

    /// Returns the grammar of the derivation.
    pub fn grammar(&self) -> Option<&Grammar> {
        self.reel.as_ref().map(|reel| &*reel.grammar)
    }

    /// Returns the number of displayed steps: all, unless the film is displayed.
    pub fn step(&self) -> usize {
        match (&self.reel, self.level.step()) {
            _ if !self.is_shown => self.length(),
            (_, Some(step)) => self.mission_length() + step,
            (reel, None) => reel.as_ref().map_or(0, |reel| reel.playback.step()),
        }
    }

    /// Returns `true` if the film is displayed.
    pub fn is_shown(&self) -> bool {
        self.is_shown
    }

    /// Shows mission and level after a number of steps.
    pub fn go_to(&mut self, step: usize) {
        let Some(reel) = &mut self.reel else { return };
        reel.playback.go_to(step);
        let of_level = step.min(self.length()).saturating_sub(self.mission_length());
        self.level.want();
        self.level.show((of_level > 0).then_some(of_level));
        self.is_shown = true;
        self.waiting = None;
    }

    /// Shows the final mission and level again.
    pub fn stop(&mut self) {
        self.is_shown = false;
        self.is_playing = false;
        self.waiting = None;
        self.level.show(None);
        if let Some(reel) = &mut self.reel {
            reel.playback.go_to(usize::MAX);
        }
    }

    /// Goes to the previous or next marked step, immediately or once the making of the level is known.
    pub fn go(&mut self, way: PlayDirection) {
        let is_unknown = self.level.is_unknown() && self.filter == Filter::All;
        let aim = match way {
            // From the end, going back leads into the making of the level.
            PlayDirection::Back if is_unknown && !self.is_shown => None,
            PlayDirection::Back => self.before(),
            PlayDirection::On => self.after(),
        };
        match aim {
            Some(step) => self.go_to(step),
            None if is_unknown => {
                self.level.want();
                self.waiting = Some(way);
            }
            None => {}
        }
    }

    /// Returns `true` if there is, or may be, a step in that direction.
    pub fn can_go(&self, way: PlayDirection) -> bool {
        let is_unknown = self.level.is_unknown() && self.filter == Filter::All;
        match way {
            PlayDirection::Back => self.before().is_some() || is_unknown,
            PlayDirection::On => self.after().is_some() || is_unknown && self.is_shown,
        }
    }

    /// Returns `true` if the step with this number (from 1) is marked. Steps of the level are marked if all
    /// steps are.
    pub fn is_marked(&self, number: usize) -> bool {
        if number > self.mission_length() {
            return self.filter == Filter::All;
        }
        let step = self.derivation().and_then(|derivation| derivation.steps.get(number.checked_sub(1)?));
        step.is_some_and(|step| match self.filter {
            Filter::All => true,
            Filter::SelectedRule => Some(step.rule) == self.selected_rule,
            Filter::Rule(rule) => step.rule == rule,
            Filter::RecipeStep(recipe_step) => step.recipe_step == recipe_step,
        })
    }

    /// Returns `true` if the selected rule made the step with this number (from 1).
    pub fn is_of_selected_rule(&self, number: usize) -> bool {
        let step = self.derivation().and_then(|derivation| derivation.steps.get(number.checked_sub(1)?));
        step.is_some_and(|step| Some(step.rule) == self.selected_rule)
    }

    /// Returns the marked step before the displayed one; the start is always included.
    pub fn before(&self) -> Option<usize> {
        let step = self.step();
        (0..step).rev().find(|number| *number == 0 || self.is_marked(*number))
    }

    /// Returns the next marked step.
    pub fn after(&self) -> Option<usize> {
        (self.step() + 1..=self.length()).find(|number| self.is_marked(*number))
    }

    /// Returns the next step in the history of a node: the one that made it, then those that changed it, in a
    /// cycle.
    pub fn origin_after(&self, node: NodeId) -> Option<usize> {
        let derivation = self.derivation()?;
        let made_by = derivation.mission.node(node)?.made_by;
        let all: Vec<usize> = std::iter::once(made_by)
            .chain(derivation.changes_of_node(node))
            .map(|step| step as usize)
            .collect();
        let later = all.iter().find(|step| self.is_shown && **step > self.step());
        later.or(all.first()).copied()
    }

    /// Returns the displayed mission with the changes of the last step, unless it is the final one.
    pub fn shown(&self) -> Option<(&GraphDrawing, &MatchHighlight)> {
        let is_of_mission = self.is_shown && self.level.step().is_none();
        let frame = self.reel.as_ref().filter(|_| is_of_mission)?.frame.as_ref()?;
        Some((&frame.1, &frame.2))
    }

    /// Describes the last step in words.
    pub fn words(&self) -> String {
        if self.level.step().is_some() {
            return self.level.words();
        }
        let Some((derivation, grammar)) = self.derivation().zip(self.grammar()) else { return String::new() };
        let step = self.step().min(derivation.steps.len());
        let last = step.checked_sub(1).and_then(|before| derivation.steps.get(before));
        let Some(step) = last else { return "The start, before any rule".to_owned() };
        step_in_words(step, grammar)
    }
}

impl MissionReel {
    fn draw(&mut self) {
        let step = self.playback.step();
        if self.frame.as_ref().is_some_and(|(drawn, ..)| *drawn == step) {
            return;
        }
        let derivation = self.playback.derivation();
        let drawing = draw_mission_at(derivation, self.playback.mission(), &self.grammar, &self.at);
        let last = step.checked_sub(1).and_then(|before| derivation.steps.get(before));
        let lit = last.map(lit_by).unwrap_or_default();
        self.frame = Some((step, drawing, lit));
    }
}

/// Returns the changes of a step, and its match around them.
fn lit_by(step: &Step) -> MatchHighlight {
    MatchHighlight {
        all: step.matched.nodes.iter().map(|(_, node)| *node).collect(),
        nodes: step.delta.touched_nodes().collect(),
        edges: step.delta.touched_edges().collect(),
    }
}

/// Returns positions of all nodes that ever exist: those of the final mission, or near the nodes they came
/// from.
fn positions(derivation: &Derivation, mut at: BTreeMap<NodeId, Pos2>) -> BTreeMap<NodeId, Pos2> {
    let middle = |ids: &BTreeSet<NodeId>, at: &BTreeMap<NodeId, Pos2>| {
        let known: Vec<Pos2> = ids.iter().filter_map(|id| at.get(id).copied()).collect();
        let sum = known.iter().fold(Vec2::ZERO, |sum, point| sum + point.to_vec2());
        (!known.is_empty()).then(|| (sum / known.len() as f32).to_pos2())
    };
    let neighbours = |mission: &Mission, id: NodeId| -> BTreeSet<NodeId> {
        mission.links(id).iter().map(|link| link.far).collect()
    };
    for (id, _) in derivation.start.nodes() {
        if !at.contains_key(&id) {
            let point = middle(&neighbours(&derivation.start, id), &at).unwrap_or_default();
            let free = beside(point, &at);
            at.insert(id, free);
        }
    }
    for step in &derivation.steps {
        let origin: BTreeSet<NodeId> = step.matched.nodes.iter().map(|(_, node)| *node).collect();
        for (id, _) in step.delta.added_nodes() {
            if !at.contains_key(&id) {
                let point = middle(&origin, &at).unwrap_or_default();
                let free = beside(point, &at);
                at.insert(id, free);
            }
        }
    }
    at
}

/// Returns a free point near another one.
fn beside(point: Pos2, at: &BTreeMap<NodeId, Pos2>) -> Pos2 {
    let turns = (0..24).map(|turn| {
        let far = STEP * (0.55 + 0.45 * (turn / 8) as f32);
        point + Vec2::angled(turn as f32 * std::f32::consts::TAU / 8.0 + 0.4) * far
    });
    let room = |candidate: &Pos2| at.values().map(|taken| taken.distance(*candidate)).fold(STEP, f32::min);
    turns.max_by(|one, other| room(one).total_cmp(&room(other))).unwrap_or(point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Seed;
    use crate::editor::work::disk;
    use crate::files::EXAMPLES;
    use crate::pipeline::{Pipeline, Request};

    fn run_view(example: &str) -> RunView {
        let document = disk::example(example).expect("an example");
        let content = document.content();
        let rooms = content.rooms.iter().map(|rooms| Arc::clone(&rooms.set)).collect();
        let request = Request::new(Arc::clone(&content.grammar), rooms, Seed(2));
        RunView::of(Pipeline::default().run(&request))
    }

    fn shown_at(film: &mut Film, run_view: &RunView, step: usize) -> (GraphDrawing, MatchHighlight) {
        film.go_to(step);
        film.update(run_view, &Context::default());
        let (drawing, lit) = film.shown().expect("it is looked at");
        (drawing.clone(), lit.clone())
    }

    #[test]
    fn no_node_moves_from_step_to_step_and_what_is_new_is_lit() {
        for example in EXAMPLES {
            let run_view = run_view(example.name);
            let mut film = Film::default();
            film.update(&run_view, &Context::default());
            let mut before: BTreeMap<NodeId, Pos2> = BTreeMap::new();
            for step in 0..=film.mission_length() {
                let (drawing, lit) = shown_at(&mut film, &run_view, step);
                for node in &drawing.nodes {
                    match before.insert(node.id, node.at) {
                        Some(at) => assert_eq!(at, node.at, "{} at step {step}", example.name),
                        None => assert!(step == 0 || lit.nodes.contains(&node.id)),
                    }
                }
            }
            let last: BTreeMap<NodeId, Pos2> =
                run_view.mission.nodes.iter().map(|node| (node.id, node.at)).collect();
            assert!(last.iter().all(|(id, at)| before.get(id) == Some(at)), "{}", example.name);
        }
    }

    #[test]
    fn stepping_stops_at_marked_steps_only() {
        let run_view = run_view("cyclic_dungeon");
        let mut film = Film::default();
        film.update(&run_view, &Context::default());
        let steps = film.derivation().expect("a derivation").steps.clone();
        let rule = steps.last().expect("a step").rule;
        film.filter = Filter::Rule(rule);
        film.go_to(0);
        let mut stops = Vec::new();
        while let Some(next) = film.after() {
            film.go_to(next);
            stops.push(next);
        }
        let fired = steps.iter().zip(1..).filter(|(step, _)| step.rule == rule);
        assert_eq!(stops, fired.map(|(_, number)| number).collect::<Vec<usize>>());
        while let Some(earlier) = film.before() {
            film.go_to(earlier);
        }
        assert_eq!(film.step(), 0);
    }

    #[test]
    fn origin_of_a_node_is_the_step_that_made_it() {
        let run_view = run_view("first_lock");
        let mut film = Film::default();
        film.update(&run_view, &Context::default());
        let mission = &film.derivation().expect("a derivation").mission;
        let made: Vec<(NodeId, usize)> =
            mission.nodes().map(|(id, node)| (id, node.made_by as usize)).collect();
        for (node, step) in made {
            film.stop();
            assert_eq!(film.origin_after(node), Some(step));
            let (drawing, _) = shown_at(&mut film, &run_view, step);
            assert!(drawing.nodes.iter().any(|drawn| drawn.id == node));
            if let Some(before) = step.checked_sub(1) {
                let (drawing, _) = shown_at(&mut film, &run_view, before);
                assert!(!drawing.nodes.iter().any(|drawn| drawn.id == node));
            }
        }
    }
}
