//! Finds the sites at which the nodes of a sheet are drawn.
//!
//! Nodes with a site of the author use it. The others get free sites near the nodes they are joined to.

use std::collections::{BTreeMap, BTreeSet};

use crate::grammar::{ElementId, Pattern, Replacement, Rule, Start};
use crate::mission::Site;

/// Maximum number of nodes without a site to be placed one by one; more are laid out in rows.
const MOST_PLACED: usize = 48;
/// Maximum distance of a site from the middle.
const FARTHEST: i32 = 10_000;

type Sites = BTreeMap<ElementId, Site>;

/// Returns the drawn site of each node of a rule, the same on all sides.
pub fn drawn_sites(rule: &Rule) -> Sites {
    let known: Sites = rule.at.iter().map(|(id, site)| (*id, clamped(*site))).collect();
    let mut open: Vec<ElementId> = ids(rule).into_iter().filter(|id| !known.contains_key(id)).collect();
    if open.is_empty() {
        return known;
    }
    open.sort_by_key(|id| (!rule.lhs.nodes.contains_key(id), *id));
    let left = rule.lhs.edges.iter().map(|edge| (edge.from, edge.to));
    let right = rule.alternatives().flat_map(|side| &side.edges).map(|edge| (edge.from, edge.to));
    let forbidden = rule.forbid.iter().flat_map(|side| &side.edges).map(|edge| (edge.from, edge.to));
    let lines: BTreeSet<_> = left.chain(right).chain(forbidden).collect();
    let is_all_open = known.is_empty();
    let mut sites = arrange(known, open, &lines);
    if is_all_open && has_text(rule) {
        // Labels of edges and nodes need room.
        sites.values_mut().for_each(|site| site.x *= 2);
    }
    sites
}

fn has_text(rule: &Rule) -> bool {
    let asks = |pattern: &Pattern| {
        pattern.edges.iter().any(|edge| !edge.when.is_empty())
            || pattern.nodes.values().any(|node| !node.when.is_empty())
    };
    let changes = |side: &Replacement| {
        side.edges.iter().any(|edge| !edge.change.is_empty())
            || side.nodes.values().any(|node| !node.change.is_empty())
    };
    asks(&rule.lhs) || rule.forbid.iter().any(asks) || rule.alternatives().any(changes)
}

/// Returns the drawn site of each node of a start graph; empty for other starts.
pub fn start_sites(start: &Start) -> Sites {
    let Start::Graph { nodes, edges, at, drawn } = start else { return Sites::new() };
    let known = at.iter().filter(|(id, _)| nodes.contains_key(*id));
    let mut known: Sites = known.map(|(id, site)| (*id, clamped(*site))).collect();
    let mut taken: BTreeSet<Site> = known.values().copied().collect();
    for (id, site) in drawn.iter().filter(|(id, _)| nodes.contains_key(*id)) {
        // If the drawn site is taken by another node, a new one is chosen.
        if !known.contains_key(id) && taken.insert(clamped(*site)) {
            known.insert(*id, clamped(*site));
        }
    }
    let mut open: Vec<ElementId> = nodes.keys().filter(|id| !known.contains_key(*id)).copied().collect();
    open.sort_unstable();
    arrange(known, open, &edges.iter().map(|(from, _, to)| (*from, *to)).collect())
}

/// Writes all drawn sites into a free rule, so that nothing jumps once one of its nodes has a site.
pub(super) fn write_drawn(rule: &mut Rule) {
    if rule.geometry.is_free() {
        for (id, site) in drawn_sites(rule) {
            rule.at.entry(id).or_insert(site);
        }
    }
    drop_gone_nodes(rule);
}

/// Returns all ids that a rule mentions anywhere.
pub(super) fn ids(rule: &Rule) -> BTreeSet<ElementId> {
    let patterns = || std::iter::once(&rule.lhs).chain(&rule.forbid);
    let left_ends = patterns().flat_map(|side| &side.edges).flat_map(|edge| [edge.from, edge.to]);
    let right_ends = rule.alternatives().flat_map(|side| &side.edges).flat_map(|edge| [edge.from, edge.to]);
    let left = patterns().flat_map(|side| side.nodes.keys().copied());
    let right = rule.alternatives().flat_map(|side| side.nodes.keys().copied());
    left.chain(right).chain(left_ends).chain(right_ends).chain(rule.at.keys().copied()).collect()
}

/// Drops the sites of removed nodes, and a preference for one. On the lattice, forbidden nodes have no site.
pub(super) fn drop_gone_nodes(rule: &mut Rule) {
    let right = rule.alternatives().flat_map(|side| side.nodes.keys());
    let mut known: BTreeSet<ElementId> = rule.lhs.nodes.keys().chain(right).copied().collect();
    if rule.geometry.is_free() {
        known.extend(rule.forbid.iter().flat_map(|side| side.nodes.keys()));
    }
    rule.at.retain(|id, _| known.contains(id));
    rule.prefer = rule.prefer.filter(|preference| rule.lhs.nodes.contains_key(&preference.node()));
}

/// Moves nodes of a rule on all its sides at once, or none of them if a site is taken.
pub(super) fn move_nodes(rule: &mut Rule, to: &[(ElementId, Site)]) {
    let before = drawn_sites(rule);
    let mut after = before.clone();
    after.extend(to.iter().filter(|(id, _)| before.contains_key(id)).map(|(id, site)| (*id, clamped(*site))));
    let moved: BTreeSet<ElementId> = to.iter().map(|(id, _)| *id).collect();
    if groups(rule).iter().any(|group| falls_together(group, &moved, &after)) {
        return;
    }
    write_drawn(rule);
    rule.at.extend(moved.into_iter().filter_map(|id| Some((id, *after.get(&id)?))));
    drop_gone_nodes(rule);
}

/// Returns the sets of nodes that can exist together: the left side with one of the others.
fn groups(rule: &Rule) -> Vec<BTreeSet<ElementId>> {
    let left = || rule.lhs.nodes.keys().copied();
    let right = rule.alternatives().map(|side| left().chain(side.nodes.keys().copied()).collect());
    let forbidden = rule.forbid.iter().map(|side| left().chain(side.nodes.keys().copied()).collect());
    right.chain(forbidden).collect()
}

/// Returns `true` if a moved node shares its site with another node of the group.
fn falls_together(
    group: &BTreeSet<ElementId>,
    moved: &BTreeSet<ElementId>,
    sites: &BTreeMap<ElementId, Site>,
) -> bool {
    let mut taken: BTreeMap<Site, bool> = BTreeMap::new();
    group.iter().filter_map(|id| Some((moved.contains(id), *sites.get(id)?))).any(|(is_moved, site)| {
        let other = taken.insert(site, is_moved);
        other.is_some_and(|other| other || is_moved)
    })
}

/// Returns the site itself, or the nearest free one.
pub(super) fn free_near(taken: &BTreeSet<Site>, site: Site) -> Site {
    let site = clamped(site);
    let rings = (0..).map(|radius| ring(site, radius));
    rings.flatten().find(|site| !taken.contains(site)).unwrap_or(site)
}

/// Returns the site, limited to the maximum distance.
pub(super) fn clamped(site: Site) -> Site {
    Site { x: site.x.clamp(-FARTHEST, FARTHEST), y: site.y.clamp(-FARTHEST, FARTHEST) }
}

/// Returns the sites `radius` columns or rows away: to the right first, then below, left, above, then the
/// corners.
fn ring(site: Site, radius: i32) -> Vec<Site> {
    let mut offsets: Vec<(i32, i32)> = (-radius..=radius)
        .flat_map(|y| (-radius..=radius).map(move |x| (x, y)))
        .filter(|(x, y)| x.abs().max(y.abs()) == radius)
        .collect();
    offsets.sort_by_key(|(x, y)| (x.abs() + y.abs(), *x < 0, *y < 0, y.abs()));
    let at = |(x, y): (i32, i32)| Site { x: site.x.saturating_add(x), y: site.y.saturating_add(y) };
    offsets.into_iter().map(at).collect()
}

fn arrange(known: Sites, open: Vec<ElementId>, lines: &BTreeSet<(ElementId, ElementId)>) -> Sites {
    let mut sites = known;
    if open.len() > MOST_PLACED {
        place_in_rows(&mut sites, &open);
        return sites;
    }
    for id in open {
        let taken: BTreeSet<Site> = sites.values().copied().collect();
        let site = candidates(&taken)
            .into_iter()
            .min_by_key(|site| cost(*site, id, &sites, lines))
            .unwrap_or_else(|| free_near(&taken, Site { x: 0, y: 0 }));
        sites.insert(id, site);
    }
    sites
}

fn place_in_rows(sites: &mut Sites, open: &[ElementId]) {
    let top = sites.values().map(|site| site.y.saturating_add(1)).max().unwrap_or(0);
    let width = open.len().isqrt().max(1);
    for (index, id) in open.iter().enumerate() {
        let (x, y) = ((index % width) as i32, (index / width) as i32);
        sites.insert(*id, Site { x, y: top.saturating_add(y) });
    }
}

/// Returns the free sites around nodes already placed; the origin if there are none.
fn candidates(taken: &BTreeSet<Site>) -> Vec<Site> {
    if taken.is_empty() {
        return vec![Site { x: 0, y: 0 }];
    }
    let around = taken.iter().flat_map(|site| (1..=2).flat_map(|radius| ring(*site, radius)));
    let around: BTreeSet<Site> = around.filter(|site| !taken.contains(site)).collect();
    around.into_iter().collect()
}

/// Returns the cost of a site: long lines, lines through other nodes, and crossings; then distance from the
/// rest, and being above or left of it.
fn cost(
    site: Site,
    id: ElementId,
    sites: &Sites,
    lines: &BTreeSet<(ElementId, ElementId)>,
) -> (i64, i64, (i32, i32)) {
    let mut cost = 0;
    let own = lines.iter().filter_map(|(from, to)| match (*from == id, *to == id) {
        (true, false) => sites.get(to),
        (false, true) => sites.get(from),
        _ => None,
    });
    let own: Vec<Site> = own.copied().collect();
    let placed = lines.iter().filter(|(from, to)| from != to);
    let placed: Vec<(Site, Site)> =
        placed.filter_map(|(from, to)| Some((*sites.get(from)?, *sites.get(to)?))).collect();
    for end in &own {
        cost += 4 * (steps(site, *end) - 1);
        cost += 20 * sites.values().filter(|other| lies_between(**other, site, *end)).count() as i64;
        cost += 6 * placed.iter().filter(|line| cross((site, *end), **line)).count() as i64;
    }
    cost += 20 * placed.iter().filter(|(from, to)| lies_between(site, *from, *to)).count() as i64;
    let nearest = sites.values().map(|other| steps(site, *other)).min().unwrap_or(0);
    let spread: i64 = sites.values().map(|other| steps(site, *other)).sum();
    let is_up = sites.values().all(|other| site.y < other.y);
    let is_left = sites.values().all(|other| site.x < other.x);
    (cost + nearest, spread + 2 * i64::from(is_up) + 2 * i64::from(is_left), (site.y, site.x))
}

fn steps(a: Site, b: Site) -> i64 {
    (i64::from(a.x) - i64::from(b.x)).abs() + (i64::from(a.y) - i64::from(b.y)).abs()
}

fn side_of(point: Site, from: Site, to: Site) -> i64 {
    let (dx, dy) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
    let (px, py) = (i64::from(point.x) - i64::from(from.x), i64::from(point.y) - i64::from(from.y));
    (dx * py - dy * px).signum()
}

fn lies_between(point: Site, from: Site, to: Site) -> bool {
    let within = |p: i32, a: i32, b: i32| (a.min(b)..=a.max(b)).contains(&p);
    point != from
        && point != to
        && side_of(point, from, to) == 0
        && within(point.x, from.x, to.x)
        && within(point.y, from.y, to.y)
}

fn cross(one: (Site, Site), other: (Site, Site)) -> bool {
    side_of(one.0, other.0, other.1) * side_of(one.1, other.0, other.1) < 0
        && side_of(other.0, one.0, one.1) * side_of(other.1, one.0, one.1) < 0
}
