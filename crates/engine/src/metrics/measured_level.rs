//! A level with everything that several metrics need of it, computed at most once.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use super::measured_cells::MeasuredCells;
use crate::base::Cell;
use crate::insight::way_to_goal;
use crate::level::{Level, PassRecord, PlaceId};
use crate::mission::progression::LevelGraph;
use crate::settings::PassKind;

/// A level to measure.
pub struct MeasuredLevel<'a> {
    /// The level itself.
    pub level: &'a Level,
    pub(crate) graph: LevelGraph,
    solution: OnceCell<Option<SolutionWalk>>,
    way: OnceCell<Vec<Cell>>,
    tiles: OnceCell<MeasuredCells>,
    spheres: OnceCell<Vec<Vec<usize>>>,
    required: OnceCell<Option<usize>>,
}

/// The walk from the first start to the nearest goal, with the detours to the keys that it needs.
pub(super) struct SolutionWalk {
    /// The places, each at its first visit.
    pub places: BTreeSet<PlaceId>,
    /// The number of passages walked through, counting each time.
    pub passages: usize,
    /// The number of passages that led back into a place visited before.
    pub passages_back: usize,
    pub keys: usize,
    /// The number of places to which one could go next, summed over all steps.
    pub choices: usize,
}

impl<'a> MeasuredLevel<'a> {
    /// Prepares a level. Nothing is measured yet.
    pub fn new(level: &'a Level) -> Self {
        Self {
            level,
            graph: LevelGraph::of(level),
            solution: OnceCell::new(),
            way: OnceCell::new(),
            tiles: OnceCell::new(),
            spheres: OnceCell::new(),
            required: OnceCell::new(),
        }
    }

    /// Returns the solution, or `None` if there is no start, no goal, or no way.
    pub(super) fn solution(&self) -> Option<&SolutionWalk> {
        self.solution.get_or_init(|| SolutionWalk::of(&self.graph)).as_ref()
    }

    /// Returns the cells of the solution. Empty if there is none.
    pub(super) fn way(&self) -> &[Cell] {
        self.way.get_or_init(|| way_to_goal(self.level))
    }

    /// Returns the numbers of walkable cells.
    pub(super) fn tiles(&self) -> &MeasuredCells {
        self.tiles.get_or_init(|| MeasuredCells::of(self.level))
    }

    /// Returns the spheres of the first start.
    pub(super) fn spheres(&self) -> &[Vec<usize>] {
        let first = self.graph.starts.first();
        self.spheres.get_or_init(|| first.map_or_else(Vec::new, |start| self.graph.graph.spheres(*start)))
    }

    /// Returns the number of places without which no goal can be reached, start and goals included.
    ///
    /// `None` if no goal can be reached at all.
    pub(super) fn required_places(&self) -> Option<usize> {
        let count = || {
            let LevelGraph { graph, starts, goals, .. } = &self.graph;
            let start = *starts.first()?;
            let reaches_goal = |without: Option<usize>| {
                let reached = graph.reach(start, without).places;
                goals.iter().any(|goal| reached.get(*goal) == Some(&true) && Some(*goal) != without)
            };
            let is_required = |place: &usize| *place == start || !reaches_goal(Some(*place));
            reaches_goal(None).then(|| (0..graph.places()).filter(is_required).count())
        };
        *self.required.get_or_init(count)
    }

    /// Returns the number of places.
    pub(super) fn places(&self) -> usize {
        self.level.places.len()
    }

    /// Returns the places of all entities that passes of a kind placed, one for each entity.
    pub(super) fn placed_by(&self, kind: PassKind) -> impl Iterator<Item = PlaceId> {
        let is_of_kind = move |pass: &&PassRecord| pass.kind == kind;
        let passes: BTreeSet<&str> =
            self.level.populate.iter().filter(is_of_kind).map(|pass| pass.name.as_str()).collect();
        let entities = self.level.entities.iter();
        let placed =
            entities.filter(move |entity| entity.pass.as_deref().is_some_and(|pass| passes.contains(pass)));
        placed.map(|entity| entity.place)
    }
}

impl SolutionWalk {
    fn of(level: &LevelGraph) -> Option<Self> {
        let start = *level.starts.first()?;
        let route = level.graph.route(start, &level.goals)?;
        let choices = level.graph.choices_along(&route).into_iter().sum();
        let mut visited = BTreeSet::from([start]);
        let passages_back = route.steps.iter().filter(|step| !visited.insert(step.to)).count();
        Some(Self {
            places: route.places.iter().map(|place| PlaceId::at(*place)).collect(),
            passages: route.steps.len(),
            passages_back,
            keys: route.keys.len(),
            choices,
        })
    }
}
