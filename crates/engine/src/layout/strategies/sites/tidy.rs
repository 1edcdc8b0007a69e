//! Moves places closer together while no passages cross.
//!
//! In: sites without crossings. Out: sites in a smaller area, still without crossings.
//! Columns and rows are joined, then single places are moved at random (threshold accepting, Dueck and Scheuer 1990).
//! A move may worsen the arrangement up to a threshold, so that places get past each other. The threshold sinks from
//! round to round.

use super::cost_of_line;
use super::crossings::{SiteSegment, crossings};
use super::flow::MissionFlow;
use super::orient::pull;
use crate::base::RandomStream;
use crate::layout::budget::sites::tidy::{MOVES, REACH, ROUNDS, STEPS_A_MOVE, THRESHOLD};
use crate::layout::input::problem::LayoutProblem;
use crate::layout::outline::ShapeOutline;
use crate::mission::Site;

/// Makes an arrangement without crossings smaller.
pub(super) fn tidy(
    problem: &LayoutProblem,
    flow: MissionFlow,
    outline: Option<&ShapeOutline>,
    sites: &mut Vec<Site>,
    mut random: RandomStream,
) {
    for round in (0..ROUNDS).rev() {
        shrink(problem, sites);
        move_about(
            problem,
            (flow, outline),
            sites,
            THRESHOLD * i64::from(round) / i64::from(ROUNDS),
            &mut random,
        );
    }
    shrink(problem, sites);
}

/// Joins adjacent columns and rows, or at least removes empty ones, if no passages cross afterwards.
fn shrink(problem: &LayoutProblem, sites: &mut Vec<Site>) {
    for is_level in [true, false] {
        let line = |site: &Site| if is_level { site.y } else { site.x };
        let mut lines: Vec<i32> = sites.iter().map(line).collect();
        lines.sort_unstable();
        lines.dedup();
        for pair in lines.windows(2).rev() {
            if problem.work.is_spent() {
                return;
            }
            let apart = pair[1] - pair[0];
            for by in [apart, apart - 1, 1] {
                let mut closer = sites.clone();
                for site in closer.iter_mut().filter(|site| line(site) >= pair[1]) {
                    *(if is_level { &mut site.y } else { &mut site.x }) -= by;
                }
                if by > 0 && by <= apart && are_apart(&closer) && crossings(problem, &closer) == 0 {
                    *sites = closer;
                    break;
                }
            }
        }
    }
}

fn are_apart(sites: &[Site]) -> bool {
    let mut sorted = sites.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}

/// Tries random moves.
fn move_about(
    problem: &LayoutProblem,
    (flow, outline): (MissionFlow, Option<&ShapeOutline>),
    sites: &mut [Site],
    threshold: i64,
    random: &mut RandomStream,
) {
    let mut lines: Vec<SiteSegment> = problem
        .passages
        .iter()
        .map(|passage| SiteSegment::new((passage.from, sites[passage.from]), (passage.to, sites[passage.to])))
        .collect();
    for _ in 0..MOVES * sites.len() {
        problem.work.spend(STEPS_A_MOVE);
        if problem.work.is_spent() {
            break;
        }
        let place = random.below(sites.len() as u64) as usize;
        let passages = &problem.places[place].passages;
        let Some(anchor) = random.pick(passages).map(|passage| problem.passages[*passage].other(place))
        else {
            continue;
        };
        let mut offset = || random.below(2 * REACH as u64 + 1) as i32 - REACH;
        let site = Site { x: sites[anchor].x + offset(), y: sites[anchor].y + offset() };
        let others = || passages.iter().map(|passage| problem.passages[*passage].other(place));
        let cost = |site: Site| -> i64 {
            let cost_of_way = |number: &usize| {
                let passage = &problem.passages[*number];
                let at = |end: usize| if end == place { site } else { sites[end] };
                let (from, to) = (at(passage.from), at(passage.to));
                i64::from(cost_of_line(from, to) + flow.cost_of_passage(from, to))
            };
            let pull = flow.pull(place, site) + outline.map_or(0, |outline| pull(outline, place, site));
            passages.iter().map(cost_of_way).sum::<i64>() + pull
        };
        if cost(site) > cost(sites[place]) + threshold || sites.contains(&site) {
            continue;
        }
        let is_crossed = others().any(|other| {
            let line = SiteSegment::new((place, site), (other, sites[other]));
            problem.work.spend(lines.len() as u64);
            lines.iter().any(|near| line.crosses(near))
        });
        if is_crossed {
            continue;
        }
        sites[place] = site;
        for &passage in passages {
            let ends = &problem.passages[passage];
            lines[passage] = SiteSegment::new((ends.from, sites[ends.from]), (ends.to, sites[ends.to]));
        }
    }
}
