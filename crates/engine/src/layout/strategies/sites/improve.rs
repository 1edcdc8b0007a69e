//! Moves places to sites where their passages cross fewer others.
//!
//! In: the sites of all places. Out: sites with at most as many crossings.
//! Given sites stay. Places are tried only near their neighbours.

use super::crossings::SiteSegment;
use super::{cost_of_line, diamond};
use crate::layout::budget::sites::improve::{REACH, SWEEPS};
use crate::layout::input::problem::LayoutProblem;
use crate::mission::Site;

/// Moves places without given sites while that removes crossings. Returns `true` if any place moved.
pub(super) fn improve(problem: &LayoutProblem, sites: &mut [Site]) -> bool {
    let mut lines: Vec<SiteSegment> = problem
        .passages
        .iter()
        .map(|passage| SiteSegment::new((passage.from, sites[passage.from]), (passage.to, sites[passage.to])))
        .collect();
    let mut has_changed = false;
    for _ in 0..SWEEPS {
        let mut changes = false;
        for place in (0..sites.len()).filter(|place| problem.places[*place].site.is_none()) {
            if problem.work.is_spent() {
                return has_changed || changes;
            }
            let now = crossed(problem, &lines, sites, place, sites[place], usize::MAX);
            if now == 0 {
                continue;
            }
            let Some(site) = better_site(problem, &lines, sites, place, now) else { continue };
            sites[place] = site;
            for &passage in &problem.places[place].passages {
                lines[passage] = line_from(problem, sites, passage, place, site);
            }
            changes = true;
        }
        has_changed |= changes;
        if !changes {
            break;
        }
    }
    has_changed
}

/// Returns the vacant site near the neighbours with the fewest crossings, if they are fewer than now.
fn better_site(
    problem: &LayoutProblem,
    lines: &[SiteSegment],
    sites: &[Site],
    place: usize,
    now: usize,
) -> Option<Site> {
    let neighbours = || {
        problem.places[place].passages.iter().map(|passage| sites[problem.passages[*passage].other(place)])
    };
    let mut candidates: Vec<Site> = neighbours().flat_map(|site| diamond(site, REACH)).collect();
    candidates.sort_unstable();
    candidates.dedup();
    let mut best: Option<(usize, u32, Site)> = None;
    for site in candidates {
        let least = best.map_or(now - 1, |(crossed, ..)| crossed);
        let count = crossed(problem, lines, sites, place, site, least);
        if count > least || sites.contains(&site) || !problem.has_site(site) {
            continue;
        }
        let cost = neighbours().map(|other| cost_of_line(site, other)).sum();
        if best.is_none_or(|best| (count, cost, site) < best) {
            best = Some((count, cost, site));
        }
    }
    best.map(|(_, _, site)| site)
}

/// Returns the number of crossings of a place's passages if it lies on a site. Counting stops above the limit.
fn crossed(
    problem: &LayoutProblem,
    lines: &[SiteSegment],
    sites: &[Site],
    place: usize,
    site: Site,
    limit: usize,
) -> usize {
    let mut count = 0;
    for &passage in &problem.places[place].passages {
        let line = line_from(problem, sites, passage, place, site);
        problem.work.spend(lines.len() as u64);
        count += lines.iter().filter(|other| line.crosses(other)).count();
        if count > limit {
            break;
        }
    }
    count
}

fn line_from(
    problem: &LayoutProblem,
    sites: &[Site],
    passage: usize,
    place: usize,
    site: Site,
) -> SiteSegment {
    let other = problem.passages[passage].other(place);
    SiteSegment::new((place, site), (other, sites[other]))
}
