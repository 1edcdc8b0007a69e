//! Assembles groups by their doorways alone; all other passages are routed when everything is arranged.
//!
//! Each group is placed and packed like a place, as a rigid body. That is fast and dense, but each passage must
//! find its way around everything placed before it, and no two may cross. If this fails, groups are assembled
//! with all passages between their places.

use std::collections::BTreeSet;

use super::group::{AssembledGroup, DoorwayGroup};
use super::{assemble_groups, conflict, within};
use crate::base::{Rect, Seed};
use crate::layout::budget::doorways::loose::{LOOSE_STEPS, MOST_GROWN, MOST_TRIES, TRIES_PERCENT};
use crate::layout::compact::{PartialArrangement, RigidGroup};
use crate::layout::drawing::{Arrangement, SizedPlace};
use crate::layout::input::problem::LayoutProblem;
use crate::level::PassageForm;
use crate::settings::LayoutSettings;

/// Arranges all places with `gap` cells between groups. `corridors` are doorways that become corridors in any case.
///
/// Returns all doorways that became corridors, and the arrangement. Returns `None` if nothing is found, or if
/// it is not tried: if passages cross, places have sites or pins, a passage leads from a place to itself, or
/// every passage must be a doorway.
pub(super) fn arrange(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    gap: u32,
    corridors: BTreeSet<usize>,
    seed: Seed,
) -> Option<(BTreeSet<usize>, Arrangement)> {
    let all: Vec<usize> = (0..problem.passages.len()).collect();
    let is_plain = problem.is_free() && !problem.has_pins() && !problem.has_loops();
    let may_be_corridor = |passage: usize| {
        problem.passages[passage].form != PassageForm::Doorway || super::may_be_corridor(problem, passage)
    };
    let has_corridors = all.iter().any(|passage| may_be_corridor(*passage));
    if !is_plain || !has_corridors || !conflict::are_planar(problem, &all) {
        return None;
    }
    let trying = problem.with_percent(TRIES_PERCENT);
    let working = trying.with_work(LOOSE_STEPS);
    let tries = (0..MOST_TRIES).filter_map(|number| {
        let seed = seed.child("loose").numbered(number);
        let mut corridors = corridors.clone();
        let assembled = assemble_groups(&working, sizes, settings, &mut corridors, groups, seed).ok()?;
        // With little work left, corridors replace doorways that would be possible.
        if working.work.is_spent() {
            return None;
        }
        let problem = trying.with_corridors(&corridors);
        let rigid: Vec<RigidGroup> =
            assembled.iter().map(|(group, assembly)| rigid(group, assembly)).collect();
        let grown = PartialArrangement::new(&problem, sizes, gap as i32, &rigid, seed.child("grow"))?;
        Some((corridors, grown))
    });
    let best = tries.take(MOST_GROWN).min_by_key(|(corridors, grown)| (corridors.len(), grown.badness));
    let (corridors, grown) = best?;
    let problem = problem.with_corridors(&corridors);
    let arranged = grown.packed(&problem, sizes, gap as i32, seed.child("pack"));
    Some((corridors, arranged))
}

/// Returns the groups that doorways form. Both ends of all other passages leave their groups.
fn groups(problem: &LayoutProblem) -> Vec<DoorwayGroup> {
    let mut groups = super::groups(problem);
    for group in &mut groups {
        let doorways: Vec<usize> = within(problem, group).collect();
        let others = group.within.iter().filter(|passage| !doorways.contains(passage));
        let ends = others.flat_map(|passage| {
            let of = &problem.passages[*passage];
            [(*passage, of.from), (*passage, of.to)]
        });
        group.leaving.extend(ends.collect::<Vec<_>>());
        group.within = doorways;
    }
    groups.retain(|group| group.places.len() > 1);
    groups
}

fn rigid(group: &DoorwayGroup, assembly: &AssembledGroup) -> RigidGroup {
    let cores: Vec<(usize, Rect)> =
        group.places.iter().copied().zip(assembly.cores.iter().copied()).collect();
    let routes = group.within.iter().copied().zip(assembly.routes.iter().cloned()).collect();
    RigidGroup { cores, routes }
}
