//! A site on the lattice for every place.
//!
//! Places that have a site keep it. The others are put down one after the other, always one that most of its neighbours wait for, on the vacant site that keeps its passages short and straight.
//! In every other order those on cycles come first, and what hangs on them like a tree afterwards.
//! Several random orders are tried and the arrangement with the fewest crossings and then the lowest cost is taken.

mod crossings;
mod improve;
mod taken;

use std::collections::BTreeSet;

use self::crossings::crossings;
use self::improve::improve;
use self::taken::Taken;
use super::brief::Brief;
use crate::base::{Lots, Seed};
use crate::mission::Site;

/// How many arrangements are compared, and how often so many as long as the best has crossings.
const ORDERS: u64 = 8;
const BATCHES: u64 = 3;
/// No more arrangements are made than would put down so many places.
const MOST_PLACES: u64 = 4_000;
/// Of how many passages at most crossings are searched for and taken away one by one.
const MOST_IMPROVED: usize = 150;

/// Costs, in tenths of a site: what a passage costs for each site of its length, for not being straight, and for leading past a place.
const STEP: u32 = 10;
const BENT: u32 = 14;
const BLOCKED: u32 = 25;
/// What it costs to take a site beside a place that has neighbours still to come.
const CROWDED: u32 = 4;

/// The site of every place, no two on one.
pub(super) fn choose(brief: &Brief, seed: Seed) -> Vec<Site> {
    if let Some(sites) = brief.places.iter().map(|place| place.site).collect() {
        return sites;
    }
    let on_cycle = on_cycles(brief);
    let affordable = MOST_PLACES / brief.places.len().max(1) as u64;
    let mut best: Option<((usize, u64), Vec<Site>)> = None;
    for batch in 0..BATCHES.min(affordable.max(1)) {
        let orders = (0..ORDERS.min(affordable.max(2))).map(|order| batch * ORDERS + order);
        let arranged = orders.map(|order| {
            let first = if order % 2 == 0 { &on_cycle[..] } else { &[] };
            let (cost, sites) = arrange(brief, first, seed.numbered(order).lots());
            ((crossings(brief, &sites), cost), sites)
        });
        let Some((mut rank, mut sites)) = arranged.min_by_key(|(rank, _)| *rank) else { break };
        if rank.0 > 0 && brief.passages.len() <= MOST_IMPROVED && improve(brief, &mut sites) {
            rank.0 = crossings(brief, &sites);
        }
        let is_planar = rank.0 == 0;
        if best.as_ref().is_none_or(|(lowest, _)| rank < *lowest) {
            best = Some((rank, sites));
        }
        if is_planar {
            break;
        }
    }
    best.map(|(_, sites)| sites).unwrap_or_default()
}

/// Which places lie on a cycle or between cycles: those left when dead ends are taken away as long as there are any.
fn on_cycles(brief: &Brief) -> Vec<bool> {
    let mut left: Vec<usize> = brief.places.iter().map(|place| place.passages.len()).collect();
    let mut on_cycle = vec![true; left.len()];
    let mut ends: Vec<usize> = (0..left.len()).filter(|place| left[*place] <= 1).collect();
    while let Some(end) = ends.pop() {
        on_cycle[end] = false;
        for passage in &brief.places[end].passages {
            let other = brief.passages[*passage].other(end);
            if on_cycle[other] {
                left[other] -= 1;
                if left[other] == 1 {
                    ends.push(other);
                }
            }
        }
    }
    on_cycle
}

/// An arrangement under way.
struct Arrangement<'a> {
    brief: &'a Brief<'a>,
    sites: Vec<Option<Site>>,
    taken: Taken,
    cost: u64,
}

/// Puts all places down, those that are `first` before the others.
fn arrange(brief: &Brief, first: &[bool], mut lots: Lots) -> (u64, Vec<Site>) {
    let mut arrangement =
        Arrangement { brief, sites: vec![None; brief.places.len()], taken: Taken::new(), cost: 0 };
    for (index, place) in brief.places.iter().enumerate() {
        if let Some(site) = place.site {
            arrangement.put(index, site, 0);
        }
    }
    // How many neighbours have a site; the next place is one that has most.
    let mut waiting: BTreeSet<(usize, u64, usize)> = BTreeSet::new();
    let mut entry: Vec<Option<(usize, u64, usize)>> = vec![None; brief.places.len()];
    let ahead = 4 * brief.passages.len() + 4;
    for (index, place) in brief.places.iter().enumerate().filter(|(_, place)| place.site.is_none()) {
        let bonus = usize::from(place.is_start) + if first.get(index) == Some(&true) { ahead } else { 0 };
        let key = (arrangement.settled_neighbours(index) * 2 + bonus, lots.below(1 << 32), index);
        waiting.insert(key);
        entry[index] = Some(key);
    }
    while let Some((_, _, index)) = waiting.pop_last() {
        entry[index] = None;
        let (site, cost) = arrangement.best_site(index, &mut lots);
        arrangement.put(index, site, cost);
        for passage in &brief.places[index].passages {
            let other = brief.passages[*passage].other(index);
            if let Some((settled, lot, _)) = entry[other] {
                waiting.remove(&(settled, lot, other));
                let key = (settled + 2, lot, other);
                waiting.insert(key);
                entry[other] = Some(key);
            }
        }
    }
    let sites = arrangement.sites.into_iter().map(|site| site.expect("every place was put down")).collect();
    (arrangement.cost, sites)
}

impl Arrangement<'_> {
    fn put(&mut self, place: usize, site: Site, cost: u32) {
        self.sites[place] = Some(site);
        self.taken.insert(site, place);
        self.cost += u64::from(cost);
    }

    fn neighbours(&self, place: usize) -> impl Iterator<Item = usize> {
        let passages = &self.brief.places[place].passages;
        passages.iter().map(move |passage| self.brief.passages[*passage].other(place))
    }

    fn settled_neighbours(&self, place: usize) -> usize {
        self.neighbours(place).filter(|other| self.sites[*other].is_some()).count()
    }

    /// The vacant site that costs least, and what it costs.
    fn best_site(&self, place: usize, lots: &mut Lots) -> (Site, u32) {
        let neighbours: Vec<Site> = self.neighbours(place).filter_map(|other| self.sites[other]).collect();
        let anchors = match neighbours.as_slice() {
            [] => self.taken.last().into_iter().collect(),
            some => some.to_vec(),
        };
        if anchors.is_empty() {
            return (Site { x: 0, y: 0 }, 0);
        }
        // Wider and wider rings around the neighbours, until one has a vacant site.
        let mut reach = 3;
        loop {
            let mut vacant: Vec<Site> = anchors
                .iter()
                .flat_map(|anchor| diamond(*anchor, reach))
                .filter(|site| self.taken.get(*site).is_none())
                .collect();
            vacant.sort_unstable();
            vacant.dedup();
            let best = vacant
                .into_iter()
                .map(|site| (self.cost_of(site, place, &neighbours), lots.below(1 << 32), site))
                .min();
            match best {
                Some((cost, _, site)) => return (site, cost),
                None => reach *= 2,
            }
        }
    }

    fn cost_of(&self, site: Site, place: usize, neighbours: &[Site]) -> u32 {
        let ways: u32 = neighbours.iter().map(|other| self.cost_of_way(site, *other)).sum();
        let crowding: u32 = beside(site)
            .filter_map(|next| self.taken.get(next))
            .filter(|next| !self.neighbours(place).any(|neighbour| neighbour == *next))
            .map(|next| {
                let open = self.neighbours(next).filter(|other| self.sites[*other].is_none()).count();
                CROWDED * (1 + open as u32)
            })
            .sum();
        ways + crowding
    }

    fn cost_of_way(&self, from: Site, to: Site) -> u32 {
        let straight = from.x == to.x || from.y == to.y;
        let is_short = from.x.abs_diff(to.x).saturating_add(from.y.abs_diff(to.y)) <= 8;
        let between = if straight && is_short { self.places_between(from, to) } else { 0 };
        cost_of_line(from, to) + BLOCKED * between
    }

    fn places_between(&self, from: Site, to: Site) -> u32 {
        let step = Site { x: (to.x - from.x).signum(), y: (to.y - from.y).signum() };
        let mut at = from;
        let mut count = 0;
        loop {
            at = Site { x: at.x + step.x, y: at.y + step.y };
            if at == to {
                return count;
            }
            count += u32::from(self.taken.get(at).is_some());
        }
    }
}

/// What a passage costs for its length, and for not being straight.
fn cost_of_line(from: Site, to: Site) -> u32 {
    let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
    let length = dx.saturating_add(dy).min(1_000);
    let bent = if dx == 0 || dy == 0 { 0 } else { BENT };
    STEP * length * length.min(6) + bent
}

fn diamond(center: Site, reach: i32) -> impl Iterator<Item = Site> {
    (-reach..=reach).flat_map(move |dy| {
        let width = reach - dy.abs();
        (-width..=width)
            .map(move |dx| Site { x: center.x.saturating_add(dx), y: center.y.saturating_add(dy) })
    })
}

fn beside(site: Site) -> impl Iterator<Item = Site> {
    [(0, -1), (1, 0), (0, 1), (-1, 0)]
        .into_iter()
        .map(move |(dx, dy)| Site { x: site.x.saturating_add(dx), y: site.y.saturating_add(dy) })
}
