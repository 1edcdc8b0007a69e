//! Chooses a site on the lattice for every place.
//!
//! In: a problem in which some places may have given sites. Out: a site for each place, all distinct.
//! Given sites stay. The other places are put down one by one, those with many placed neighbours first. Each gets
//! the vacant site that keeps its passages short and straight. In every other order, places on cycles come first,
//! and the trees attached to them follow.
//! Several random orders are compared by crossings, then by cost. If passages cross in all of them but need not,
//! the sites are those of a drawing without crossings. Everything mildly prefers a flow from start to goal.

mod counted;
mod crossings;
mod drawn;
mod flow;
mod improve;
mod orient;
mod taken;
mod tidy;

pub(in crate::layout) use counted::counted;

use std::collections::BTreeSet;

use self::crossings::{SiteSegment, crossings};
use self::flow::MissionFlow;
use self::improve::improve;
use self::orient::{cell, cost_of, cost_of_site, oriented};
use self::taken::SiteIndex;
use crate::base::{RandomStream, Rect, Seed, Size};
use crate::layout::budget::classes::{MOST_PASSAGES_DRAWN, MOST_PASSAGES_IMPROVED, SITES_TOGETHER};
use crate::layout::budget::sites::{
    BATCHES, BENT, BLOCKED, CROSSED, CROWDED, FIRST_REACH, LONG, MOST_CHECKED, MOST_LENGTH, ORDERS,
    SHAPED_ORDERS, STEP, STEPS_A_NEIGHBOUR, STEPS_A_SITE,
};
use crate::layout::input::problem::LayoutProblem;
use crate::layout::outline::ShapeOutline;
use crate::mission::Site;

/// Returns the sites of all places, which are distinct.
pub(in crate::layout) fn choose(problem: &LayoutProblem, seed: Seed) -> Vec<Site> {
    if let Some(sites) = problem.places.iter().map(|place| place.site).collect() {
        return sites;
    }
    let outline = &ShapeOutline::new(problem);
    // Given sites already determine the shape.
    let is_shaped = outline.prefers() && problem.is_free();
    let flow = MissionFlow::new(problem, seed.child("flow"));
    let on_cycle = on_cycles(problem);
    let wanted = if is_shaped { SHAPED_ORDERS } else { ORDERS };
    let affordable = SITES_TOGETHER / problem.places.len().max(1) as u64;
    let mut best: Option<((usize, u64), Vec<Site>)> = None;
    for batch in 0..BATCHES.min((affordable / wanted).max(1)) {
        if best.is_some() && problem.work.is_spent() {
            break;
        }
        let orders = (0..wanted.min(affordable.max(2))).map(|order| batch * wanted + order);
        // Without steps left, the first order is enough.
        let orders = orders.enumerate().take_while(|(index, _)| *index == 0 || !problem.work.is_spent());
        let mut least: Option<((usize, u64), Vec<Site>)> = None;
        for (_, order) in orders {
            let first = if order % 2 == 0 { &on_cycle[..] } else { &[] };
            // Half of the orders follow the flow; the others are free to run in any direction.
            let own_flow = if order % 4 < 2 { flow } else { MissionFlow::none() };
            let shape = is_shaped.then_some(outline);
            let most = least
                .as_ref()
                .filter(|((crossings, _), _)| *crossings == 0)
                .map_or(u64::MAX, |((_, cost), _)| *cost);
            let stream = seed.numbered(order).stream();
            let Some((cost, sites)) = arrange(problem, own_flow, shape, first, most, stream) else {
                continue;
            };
            let sites = if is_shaped { oriented(problem, outline, flow, sites) } else { sites };
            let taste = flow.cost(problem, &sites) + shape.map_or(0, |shape| cost_of(shape, &sites));
            let rank = (crossings(problem, &sites), cost + taste);
            if least.as_ref().is_none_or(|(lowest, _)| rank < *lowest) {
                least = Some((rank, sites));
            }
        }
        let Some((mut rank, mut sites)) = least else { break };
        if rank.0 > 0 && problem.passages.len() <= MOST_PASSAGES_IMPROVED && improve(problem, &mut sites) {
            rank.0 = crossings(problem, &sites);
        }
        if rank.0 > 0
            && batch == 0
            && let Some(sites) = draw(problem, flow, is_shaped.then_some(outline), seed.child("drawn"))
        {
            return sites;
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

/// Returns `true` if any passages cross when drawn as straight lines from site to site.
pub(in crate::layout) fn cross(problem: &LayoutProblem, sites: &[Site]) -> bool {
    crossings(problem, sites) > 0
}

/// Returns a site for every place so that no two passages cross.
///
/// Returns `None` if passages must cross, if places have given sites, or if there are too many passages.
fn draw(
    problem: &LayoutProblem,
    flow: MissionFlow,
    outline: Option<&ShapeOutline>,
    seed: Seed,
) -> Option<Vec<Site>> {
    if problem.passages.len() > MOST_PASSAGES_DRAWN || problem.places.iter().any(|place| place.site.is_some())
    {
        return None;
    }
    let turned = |sites: Vec<Site>| match outline {
        Some(outline) => oriented(problem, outline, flow, sites),
        None => sites,
    };
    let mut sites = turned(drawn::draw(problem)?);
    tidy::tidy(problem, flow, outline, &mut sites, seed.stream());
    Some(turned(sites))
}

/// Marks places on cycles or between cycles: those that remain after dead ends are removed repeatedly.
fn on_cycles(problem: &LayoutProblem) -> Vec<bool> {
    let mut left: Vec<usize> = problem.places.iter().map(|place| place.passages.len()).collect();
    let mut on_cycle = vec![true; left.len()];
    let mut ends: Vec<usize> = (0..left.len()).filter(|place| left[*place] <= 1).collect();
    while let Some(end) = ends.pop() {
        on_cycle[end] = false;
        for passage in &problem.places[end].passages {
            let other = problem.passages[*passage].other(end);
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

/// An arrangement in progress.
struct SiteAssignment<'a> {
    problem: &'a LayoutProblem<'a>,
    flow: MissionFlow,
    /// The outline, if a shape is wanted.
    outline: Option<&'a ShapeOutline>,
    /// The range that placed places cover along the axis of the flow.
    extent: (i32, i32),
    bounds: Option<Rect>,
    /// Number of places put down.
    put: usize,
    sites: Vec<Option<Site>>,
    /// The number of neighbours of each place that are not put down.
    open: Vec<u32>,
    taken: SiteIndex,
    /// The passages with both ends put down.
    lines: Vec<SiteSegment>,
    cost: u64,
}

/// Puts down all places, those marked in `first` before the others. Returns the cost and the sites.
///
/// Returns `None` as soon as the cost is certain to reach `most`.
fn arrange(
    problem: &LayoutProblem,
    flow: MissionFlow,
    outline: Option<&ShapeOutline>,
    first: &[bool],
    most: u64,
    mut random: RandomStream,
) -> Option<(u64, Vec<Site>)> {
    let mut arrangement = SiteAssignment {
        problem,
        flow,
        outline,
        extent: (i32::MAX, i32::MIN),
        bounds: None,
        put: 0,
        sites: vec![None; problem.places.len()],
        open: problem.places.iter().map(|place| place.passages.len() as u32).collect(),
        taken: SiteIndex::new(),
        lines: Vec::new(),
        cost: 0,
    };
    for (index, place) in problem.places.iter().enumerate() {
        if let Some(site) = place.site {
            arrangement.put(index, site, 0);
        }
    }
    // Keys begin with the number of placed neighbours; the place with the greatest key comes next.
    let mut waiting: BTreeSet<(usize, u64, usize)> = BTreeSet::new();
    let mut entry: Vec<Option<(usize, u64, usize)>> = vec![None; problem.places.len()];
    let ahead = 4 * problem.passages.len() + 4;
    for (index, place) in problem.places.iter().enumerate().filter(|(_, place)| place.site.is_none()) {
        let bonus = usize::from(place.is_start) + if first.get(index) == Some(&true) { ahead } else { 0 };
        let key = (arrangement.settled_neighbours(index) * 2 + bonus, random.below(1 << 32), index);
        waiting.insert(key);
        entry[index] = Some(key);
    }
    // Each of them costs at least one step.
    let passages = problem.passages.iter().filter(|passage| passage.from != passage.to).count();
    while let Some((_, _, index)) = waiting.pop_last() {
        entry[index] = None;
        let (site, cost) = arrangement.best_site(index, &mut random);
        arrangement.put(index, site, cost);
        let missing = passages - arrangement.lines.len();
        if arrangement.cost + u64::from(STEP) * missing as u64 >= most {
            return None;
        }
        for passage in &problem.places[index].passages {
            let other = problem.passages[*passage].other(index);
            if let Some((settled, lot, _)) = entry[other] {
                waiting.remove(&(settled, lot, other));
                let key = (settled + 2, lot, other);
                waiting.insert(key);
                entry[other] = Some(key);
            }
        }
    }
    let sites = arrangement.sites.into_iter().map(|site| site.expect("every place was put down")).collect();
    Some((arrangement.cost, sites))
}

impl SiteAssignment<'_> {
    fn put(&mut self, place: usize, site: Site, cost: u32) {
        self.sites[place] = Some(site);
        let along = self.flow.along(site);
        self.extent = (self.extent.0.min(along), self.extent.1.max(along));
        let own = Rect::new(cell(site), Size::new(1, 1));
        self.bounds = Some(self.bounds.map_or(own, |bounds| bounds.union(own)));
        self.put += 1;
        self.problem.neighbours(place).for_each(|other| self.open[other] -= 1);
        self.taken.insert(site, place);
        self.cost += u64::from(cost);
        let lines = lines_from(self.problem, &self.sites, place, site);
        self.lines.extend(lines);
    }

    /// Returns the sites of placed neighbours, with `true` for passages that begin here.
    fn flowing(&self, place: usize) -> Vec<(Site, bool)> {
        let passages =
            self.problem.places[place].passages.iter().map(|number| &self.problem.passages[*number]);
        passages
            .filter_map(|passage| Some((self.sites[passage.other(place)]?, passage.from == place)))
            .collect()
    }

    fn settled_neighbours(&self, place: usize) -> usize {
        self.problem.neighbours(place).filter(|other| self.sites[*other].is_some()).count()
    }

    /// Returns the best vacant site, and its cost without that of the flow.
    fn best_site(&self, place: usize, random: &mut RandomStream) -> (Site, u32) {
        let neighbours: Vec<Site> =
            self.problem.neighbours(place).filter_map(|other| self.sites[other]).collect();
        let flowing = self.flowing(place);
        let anchors = match neighbours.as_slice() {
            [] => self.taken.last().into_iter().collect(),
            some => some.to_vec(),
        };
        if anchors.is_empty() {
            return (Site { x: 0, y: 0 }, 0);
        }
        // Search ever wider diamonds around the neighbours until one has a vacant site.
        let mut reach = FIRST_REACH;
        loop {
            let mut vacant: Vec<Site> = anchors
                .iter()
                .flat_map(|anchor| diamond(*anchor, reach))
                .filter(|site| self.taken.get(*site).is_none() && self.problem.has_site(*site))
                .collect();
            vacant.sort_unstable();
            vacant.dedup();
            let steps = STEPS_A_NEIGHBOUR * neighbours.len() as u64 + STEPS_A_SITE;
            self.problem.work.spend(steps * vacant.len() as u64);
            let choices: Vec<(u32, u64, Site)> = vacant
                .into_iter()
                .map(|site| (self.cost_of(site, place, &neighbours, &flowing), random.below(1 << 32), site))
                .collect();
            match self.least_crossing(place, choices) {
                Some((cost, site)) => return (site, cost - self.cost_of_flow(site, place, &flowing)),
                None => reach *= 2,
            }
        }
    }

    /// Returns the choice with the lowest cost, including the passages that it would cross.
    fn least_crossing(&self, place: usize, mut choices: Vec<(u32, u64, Site)>) -> Option<(u32, Site)> {
        let mut best: Option<(u32, u32, Site)> = None;
        // The cheapest choice usually crosses nothing, so the others need no check.
        while let Some(next) = (0..choices.len()).min_by_key(|index| choices[*index]) {
            let (cost, _, site) = choices.swap_remove(next);
            if best.is_some_and(|(total, ..)| total <= cost) {
                break;
            }
            let total = if self.problem.work.is_spent() {
                cost
            } else {
                cost + CROSSED * self.crossed(place, site) as u32
            };
            if best.is_none_or(|(least, ..)| total < least) {
                best = Some((total, cost, site));
            }
        }
        best.map(|(_, cost, site)| (cost, site))
    }

    /// Returns the number of placed passages that those of a place would cross if it lay on a site.
    fn crossed(&self, place: usize, site: Site) -> usize {
        let own = self.problem.places[place].passages.len();
        self.problem.work.spend((own * self.lines.len()) as u64);
        lines_from(self.problem, &self.sites, place, site)
            .map(|line| self.lines.iter().filter(|other| line.crosses(other)).count())
            .sum()
    }

    fn cost_of(&self, site: Site, place: usize, neighbours: &[Site], flowing: &[(Site, bool)]) -> u32 {
        let passages: u32 = neighbours.iter().map(|other| self.cost_of_passage(site, *other)).sum();
        let crowding: u32 = adjacent_sites(site)
            .filter_map(|next| self.taken.get(next))
            .filter(|next| !self.problem.neighbours(place).any(|neighbour| neighbour == *next))
            .map(|next| CROWDED * (1 + self.open[next]))
            .sum();
        passages + crowding + self.cost_of_flow(site, place, flowing)
    }

    fn cost_of_flow(&self, site: Site, place: usize, flowing: &[(Site, bool)]) -> u32 {
        let cost_of_passage = |(other, leads_away): &(Site, bool)| {
            let (from, to) = if *leads_away { (site, *other) } else { (*other, site) };
            self.flow.cost_of_passage(from, to)
        };
        flowing.iter().map(cost_of_passage).sum::<u32>()
            + self.flow.cost_of_place(place, site, self.extent)
            + self.outline.map_or(0, |outline| {
                cost_of_site(outline, (place, site), self.bounds, self.put, |other| self.sites[other])
            })
    }

    fn cost_of_passage(&self, from: Site, to: Site) -> u32 {
        let straight = from.x == to.x || from.y == to.y;
        let is_short = from.x.abs_diff(to.x).saturating_add(from.y.abs_diff(to.y)) <= MOST_CHECKED;
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

/// Returns the passages from a place on a site to its placed neighbours.
fn lines_from<'b>(
    problem: &'b LayoutProblem,
    sites: &'b [Option<Site>],
    place: usize,
    site: Site,
) -> impl Iterator<Item = SiteSegment> + 'b {
    problem.places[place].passages.iter().filter_map(move |passage| {
        let other = problem.passages[*passage].other(place);
        Some(SiteSegment::new((place, site), (other, sites[other].filter(|_| other != place)?)))
    })
}

/// Returns the cost of a passage for its length, and for not being straight.
fn cost_of_line(from: Site, to: Site) -> u32 {
    let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
    let length = dx.saturating_add(dy).min(MOST_LENGTH);
    let bent = if dx == 0 || dy == 0 { 0 } else { BENT };
    STEP * length * length.min(LONG) + bent
}

/// Returns the sites up to this Manhattan distance from the center, column by column.
///
/// ```text
///     x
///   x x x
/// x x c x x    reach = 2
///   x x x
///     x
/// ```
fn diamond(center: Site, reach: i32) -> impl Iterator<Item = Site> {
    (-reach..=reach).flat_map(move |dx| {
        let height = reach - dx.abs();
        (-height..=height)
            .map(move |dy| Site { x: center.x.saturating_add(dx), y: center.y.saturating_add(dy) })
    })
}

fn adjacent_sites(site: Site) -> impl Iterator<Item = Site> {
    [(0, -1), (1, 0), (0, 1), (-1, 0)]
        .into_iter()
        .map(move |(dx, dy)| Site { x: site.x.saturating_add(dx), y: site.y.saturating_add(dy) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::StageContext;
    use crate::layout::input::context::LayoutContext;
    use crate::mission::{
        Alphabet, AttributeValues, Edge, EdgeRole, EdgeSymbol, Form, Hall, Mission, Node, NodeId, NodeRole,
        NodeSymbol,
    };

    fn alphabet() -> Alphabet {
        let form = Some(Form::Hall(Hall::default()));
        let node = |role: Option<NodeRole>| NodeSymbol { role, form: form.clone(), ..NodeSymbol::default() };
        let nodes = [
            ("Hall", node(None)),
            ("Start", node(Some(NodeRole::Start))),
            ("Goal", node(Some(NodeRole::Goal))),
        ];
        Alphabet {
            nodes: nodes.into_iter().map(|(name, symbol)| (name.to_owned(), symbol)).collect(),
            edges: [("path".to_owned(), EdgeSymbol::of_role(EdgeRole::Passage))].into_iter().collect(),
            ..Alphabet::default()
        }
    }

    /// Halls joined by passages. The first is the start and the last is the goal.
    fn mission(alphabet: &Alphabet, places: u32, passages: &[(u32, u32)]) -> Mission {
        let mut mission = Mission::new();
        for place in 0..places {
            let symbol = match place {
                0 => "Start",
                last if last + 1 == places => "Goal",
                _ => "Hall",
            };
            let symbol = alphabet.node_id(symbol).unwrap();
            mission.add_node(Node { symbol, site: None, made_by: 0, attributes: AttributeValues::new() });
        }
        for (from, to) in passages {
            let symbol = alphabet.edge_id("path").unwrap();
            let (from, to) = (NodeId(from + 1), NodeId(to + 1));
            mission.add_edge(Edge { symbol, from, to, made_by: 0, attributes: AttributeValues::new() });
        }
        mission
    }

    /// A hub with rims around it, joined by spokes, and a branch on every place of the outermost rim.
    fn web(spokes: u32, rims: u32) -> (u32, Vec<(u32, u32)>) {
        let at = |rim: u32, spoke: u32| if rim == 0 { 0 } else { 1 + (rim - 1) * spokes + spoke % spokes };
        let mut passages = Vec::new();
        for (rim, spoke) in (1..=rims).flat_map(|rim| (0..spokes).map(move |spoke| (rim, spoke))) {
            passages.extend([(at(rim - 1, spoke), at(rim, spoke)), (at(rim, spoke), at(rim, spoke + 1))]);
        }
        let places = 1 + rims * spokes;
        passages.extend((0..spokes).map(|spoke| (at(rims, spoke), places + spoke)));
        (places + spokes, passages)
    }

    #[test]
    fn passages_that_need_not_cross_do_not() {
        let alphabet = alphabet();
        // Places are renumbered, so that nothing depends on their numbers.
        for (spokes, rims, stride) in [(3, 1, 1), (4, 2, 5), (5, 3, 7), (8, 2, 11), (6, 4, 13)] {
            let (places, passages) = web(spokes, rims);
            let renamed = |place: u32| place * stride % places;
            let passages: Vec<_> = passages.iter().map(|(from, to)| (renamed(*from), renamed(*to))).collect();
            let mission = mission(&alphabet, places, &passages);
            let (problem, _) =
                LayoutProblem::new(&mission, &alphabet, LayoutContext::default(), &StageContext::default());
            for seed in 0..4 {
                let sites = choose(&problem, Seed(seed));
                assert!(!cross(&problem, &sites), "{spokes} spokes, {rims} rims, seed {seed}: {sites:?}");
                assert_eq!(sites.iter().collect::<BTreeSet<_>>().len(), places as usize);
            }
        }
    }

    #[test]
    fn a_drawing_has_no_crossings_and_a_mission_that_needs_some_has_no_drawing() {
        let alphabet = alphabet();
        for (places, passages) in [
            web(7, 3),
            (2, vec![(0, 1)]),
            (9, (1..9).map(|end| (0, end)).collect()),
            (8, vec![(0, 1), (1, 2), (2, 0), (3, 4), (5, 6), (6, 7)]),
            (4, vec![(0, 1), (1, 0), (0, 2), (2, 3), (3, 0), (0, 2)]),
        ] {
            let mission = mission(&alphabet, places, &passages);
            let (problem, _) =
                LayoutProblem::new(&mission, &alphabet, LayoutContext::default(), &StageContext::default());
            let sites = drawn::draw(&problem).unwrap();
            assert!(!cross(&problem, &sites), "{passages:?}: {sites:?}");
        }
        let all: Vec<_> = (0..5).flat_map(|from| (from + 1..5).map(move |to| (from, to))).collect();
        let mission = mission(&alphabet, 5, &all);
        assert_eq!(
            drawn::draw(
                &LayoutProblem::new(&mission, &alphabet, LayoutContext::default(), &StageContext::default())
                    .0
            ),
            None
        );
    }

    #[test]
    fn a_chain_runs_from_the_start_at_one_side_to_the_goal_at_the_other() {
        let alphabet = alphabet();
        let chain: Vec<_> = (0..7).map(|place| (place, place + 1)).collect();
        let mission = mission(&alphabet, 8, &chain);
        let (problem, _) =
            LayoutProblem::new(&mission, &alphabet, LayoutContext::default(), &StageContext::default());
        for seed in 0..8 {
            let seed = Seed(seed);
            let flow = MissionFlow::new(&problem, seed.child("flow"));
            let sites = choose(&problem, seed);
            let along: Vec<i32> = sites.iter().map(|site| flow.along(*site)).collect();
            assert!(along.is_sorted(), "{sites:?}");
            assert!(along[7] - along[0] >= 5, "{sites:?}");
        }
    }
}
