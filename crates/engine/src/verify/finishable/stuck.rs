//! Decides whether a walker can get stuck, and finds a near way to get there with limited work.

use super::map::{AreaMap, SearchGraph};
use super::sets::NumberSet;
use super::walks::WalkQuery;
use super::work::{BudgetExceeded, WalkBudget};
use super::zones::{DeadEnd, Zones};

/// Work spent on finding a dead end that is nearer than the first one.
const WORK_FOR_NEARER: u64 = 2_000_000;

/// A way to get where no goal can be reached any more.
#[derive(Debug)]
pub(crate) struct DeadEndWalk {
    /// The areas on the way, from the start to where the walker gets stuck.
    pub(crate) steps: Vec<usize>,
    /// The first position among them from which no goal can be reached.
    pub(crate) lost_at: usize,
    /// The areas in which the walker can still move at the end.
    pub(crate) zone: Vec<usize>,
}

/// Finds a way to get stuck from a start, if there is any.
pub(crate) fn find_stuck(
    map: &AreaMap,
    start: usize,
    work: &mut WalkBudget,
) -> Result<Option<DeadEndWalk>, BudgetExceeded> {
    if map.goals.contains(&start) {
        return Ok(None);
    }
    let mut world = SearchGraph::new(map);
    work.weigh(world.heaviest_move());
    let reached = world.prune(start, work)?;
    let facts = world.settle(start, &reached, work)?;
    let mut reduced = world.clone();
    let left = reduced.reduce(start, reached, work)?;
    let mut nearest: Option<DeadEndWalk> = None;
    let mut enough = 0;
    let mut unavoidable = Vec::new();
    for sink in reduced.sinks(&left) {
        if nearest.is_some() && work.left < enough {
            break;
        }
        let Some(dead_end) = Zones::new(&reduced, &facts, start, &sink, &mut unavoidable).find(work)? else {
            continue;
        };
        let Some(stuck) = world.stuck_in(start, &dead_end, work)? else { continue };
        if nearest.is_none() {
            enough = work.left.saturating_sub(WORK_FOR_NEARER);
        }
        if nearest.as_ref().is_none_or(|nearest| stuck.lost_at < nearest.lost_at) {
            nearest = Some(stuck);
        }
    }
    Ok(nearest)
}

impl SearchGraph {
    fn stuck_in(
        &self,
        start: usize,
        dead_end: &DeadEnd,
        work: &mut WalkBudget,
    ) -> Result<Option<DeadEndWalk>, BudgetExceeded> {
        let keys = &self.no_keys();
        let walk = WalkQuery { from: start, keys, targets: &dead_end.sink, avoid: &dead_end.without };
        let Some(found) = self.find_walk(&walk, work)? else { return Ok(None) };
        let steps = self.steps(start, &dead_end.sink, &found, work)?;
        let lost_at = self.lost_at(&steps, work)?;
        let zone = self.zone_after(&steps, work)?;
        Ok(Some(DeadEndWalk { steps, lost_at, zone: zone.iter().collect() }))
    }

    fn zone_after(&self, steps: &[usize], work: &mut WalkBudget) -> Result<NumberSet, BudgetExceeded> {
        let Some(last) = steps.last().copied() else { return Ok(self.no_areas()) };
        let gathered = self.gather(&NumberSet::full(self.areas.len()), last, &self.keys_on(steps), work)?;
        Ok(gathered.areas)
    }

    fn keys_on(&self, steps: &[usize]) -> NumberSet {
        let mut keys = self.no_keys();
        for area in steps {
            keys.add(&self.areas[*area].keys);
        }
        keys
    }

    /// Returns the first step from which no goal can be reached.
    ///
    /// A goal can be reached from all earlier steps, and from no later one.
    fn lost_at(&self, steps: &[usize], work: &mut WalkBudget) -> Result<usize, BudgetExceeded> {
        let (mut hope, mut lost) = (0, steps.len().saturating_sub(1));
        while hope < lost {
            let middle = usize::midpoint(hope, lost);
            if self.goal_is_reached_after(&steps[..=middle], work)? {
                hope = middle + 1;
            } else {
                lost = middle;
            }
        }
        Ok(lost)
    }

    fn goal_is_reached_after(&self, steps: &[usize], work: &mut WalkBudget) -> Result<bool, BudgetExceeded> {
        let keys = self.keys_on(steps);
        let Some(from) = steps.last().copied() else { return Ok(false) };
        let avoid = &self.no_keys();
        let walk = WalkQuery { from, keys: &keys, targets: &self.goals, avoid };
        Ok(self.find_walk(&walk, work)?.is_some())
    }
}
