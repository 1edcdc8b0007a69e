//! Lays out all places around the pinned ones.
//!
//! In: a mission with pinned places. Out: an arrangement in which each of them lies at its cell of the level. The
//! others lie right of the level's first column and below its first row, unless some places have given sites.
//!
//! Methods, in order:
//! - Lay out the mission without pins and move the level to them. This is final if it grows little, or if the
//!   mission is large.
//! - For small missions, take the smallest of three levels: several such layouts that are moved, places that are put
//!   one by one around the pins, and places at equally spaced sites with searched routes.
//! - Draw the mission without pins, on sites ordered like the pins, and move the drawing; or draw it in rows.
//! - Search longer for routes between equally spaced sites, with crossings if allowed.
//!
//! If all methods fail, pins are dropped, those at passages without a route first.
//! Not guaranteed: that all pins hold. Missions with loops have no such arrangement.

mod drawn;
mod pin_conflict;
mod lattice;

use std::ops::Range;

use self::lattice::Lattice;
use self::pin_conflict::PinConflict;
use super::sites;
use crate::base::{Cell, Rect, Seed, Size};
use crate::layout::budget::classes::{FEW_AROUND_PINS, MOST_SEARCHED_AROUND_PINS};
use crate::layout::budget::pinned::{
    ATTEMPT_PERCENT, COMPARED_STEPS, CROSSING_ATTEMPTS, CROSSING_PERCENT, LEAST_STEPS, METHOD_PERCENT,
    MOST_ASIDE_CELLS, NARROW_ROUTE_CELLS, PLAIN_ATTEMPTS, POSITIONS_A_STEP, SEARCH_STEPS, WIDER_CELLS,
};
use crate::layout::budget::{COMPACT_MARGIN_CELLS, ROUTE_WITH_WALLS_CELLS};
use crate::layout::compact::{self, PinnedLevel};
use crate::layout::drawing::gaps::are_apart;
use crate::layout::drawing::{Arrangement, Block, Port, Routes, SizedPlace, core_at, ports};
use crate::layout::graph::embedding::is_planar;
use crate::layout::input::problem::LayoutProblem;
use crate::layout::routing::routes::{self, FailedRoutePolicy, RouteObstacles};
use crate::mission::Site;
use crate::settings::{Bridges, LayoutSettings, Spacing};

/// The distances of places before compaction.
#[derive(Clone, Copy)]
struct PinSpacing {
    /// Distance of adjacent sites in cells, if it is constant.
    scale: Option<i32>,
    /// Minimum number of cells between places.
    gap: i32,
}

impl PinSpacing {
    fn new(spacing: Spacing) -> Option<Self> {
        match spacing {
            Spacing::Compact { gap } | Spacing::Elastic { gap } => {
                Some(Self { scale: None, gap: gap as i32 })
            }
            Spacing::Fixed { scale } => Some(Self { scale: Some(scale as i32), gap: 1 }),
            Spacing::Sprawl { .. } => None,
        }
    }
}

/// Arranges all places around the pinned ones, dropping pins until that succeeds.
///
/// Returns `None` if no place is pinned, or if no arrangement is found.
pub(in crate::layout) fn arrange(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    seed: Seed,
) -> Option<Arrangement> {
    let pin_spacing = PinSpacing::new(settings.spacing)?;
    let mut pins = problem.pins();
    if pins.is_empty() || problem.has_loops() {
        return None;
    }
    loop {
        let kept: Vec<(usize, Cell)> = pins.iter().map(|(place, pin)| (*place, pin.at)).collect();
        let pinned = problem.with_percent(ATTEMPT_PERCENT).with_pins(&kept);
        match attempt(&pinned, sizes, pin_spacing, settings, seed) {
            Ok(arranged) => return Some(arranged),
            // Kept places are dropped by `frozen`.
            Err(_) if problem.places.iter().any(|place| place.part_of.is_some()) => return None,
            Err(hindrance) => {
                let hindering = hindrance.pinned_places(&pinned);
                let last = pins.len() - 1;
                let mut number = 0;
                pins.retain(|(place, _)| {
                    number += 1;
                    !hindering.contains(place) && (!hindering.is_empty() || number <= last)
                });
            }
        }
        if pins.is_empty() || problem.work.left_in_share() < LEAST_STEPS {
            return None;
        }
    }
}

/// Returns `true` if an arrangement made without pins may be moved to the pins.
///
/// There must be pins, no place may have a given site, and nothing may be kept.
pub(in crate::layout) fn may_nudge(problem: &LayoutProblem) -> bool {
    problem.has_pins() && problem.is_free() && problem.places.iter().all(|place| place.part_of.is_none())
}

/// Moves an arrangement made without pins to the pins; the rest stays near its position.
///
/// Returns `None` if that is impossible, or if the level grows too much.
pub(in crate::layout) fn nudge(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    arranged: &Arrangement,
) -> Option<Arrangement> {
    let around = PinnedContext::new(problem, sizes, PinSpacing::new(settings.spacing)?);
    let gap = around.pin_spacing.gap.unsigned_abs();
    compact::nudge_to_pins(problem, sizes, gap, arranged, &around.pinned).map(arrangement)
}

/// Arranges all places around the pinned ones without dropping pins.
///
/// # Errors
/// The places that are in the way, if any are known.
pub(in crate::layout) fn arrange_around(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    seed: Seed,
) -> Result<Arrangement, Vec<usize>> {
    let pin_spacing = PinSpacing::new(settings.spacing).ok_or_else(Vec::new)?;
    attempt(problem, sizes, pin_spacing, settings, seed).map_err(|hindrance| hindrance.places(problem))
}

/// Arranges all places around all pins. Each method takes at most its share of the remaining steps, and a reserve
/// is kept for routes with crossings.
fn attempt(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    pin_spacing: PinSpacing,
    settings: &LayoutSettings,
    seed: Seed,
) -> Result<Arrangement, PinConflict> {
    let plain = problem.with_percent(100 - CROSSING_PERCENT);
    let next = || plain.with_percent(METHOD_PERCENT);
    let around = PinnedContext::new(&plain, sizes, pin_spacing);
    if around.has_kept() && around.may_grow() {
        return around.grown(seed.child("grown")).map(arrangement).map_err(PinConflict::NoRoom);
    }
    let moved = match around.within(&next()).moved(settings, seed) {
        Some(PinnedLevel { routes, is_as_it_was }) if is_as_it_was || !around.has_few() => {
            return Ok(arrangement(routes));
        }
        moved => moved.map(|moved| moved.routes),
    };
    let is_planar = || {
        let ends = problem.passages.iter().map(|passage| (passage.from, passage.to));
        is_planar(problem.places.len(), ends)
    };
    let varied = around.within(&next()).varied(settings, seed.child("varied"));
    if around.pins_share_rectangles() {
        // All other methods keep whole rectangles apart.
        let best = [varied, moved].into_iter().flatten().map(arrangement);
        return best
            .min_by_key(|arranged| around.rank(&arranged.routes))
            .ok_or(PinConflict::NoWay(Vec::new()));
    }
    let may_grow = around.may_grow() && is_planar();
    let grown = may_grow.then(|| around.within(&next()).grown(seed.child("grown"))).and_then(Result::ok);
    let rank = |arranged: &Arrangement| around.rank(&arranged.routes);
    let best = [grown, varied, moved].into_iter().flatten().map(arrangement).min_by_key(rank);
    if let Some(best) = best {
        let few = next().with_work(COMPARED_STEPS);
        let searched = around.within(&few).search(PLAIN_ATTEMPTS, FailedRoutePolicy::Leave, seed);
        let searched = searched.map(|routes| finish(&next(), sizes, pin_spacing, routes, seed));
        return Ok(searched.ok().filter(|searched| rank(searched) <= rank(&best)).unwrap_or(best));
    }
    let drawn = around.within(&next()).drawn(settings, seed.child("drawn"));
    let (known, crossing) = match drawn {
        Some(routes) if routes.crossings.is_empty() => (Some(routes), None),
        drawn => (around.within(&next()).in_rows(seed.child("rows")), drawn),
    };
    if let Some(routes) = known {
        return Ok(arrangement(routes));
    }
    // Search for routes if passages need not cross, or if nothing is found so far.
    let is_small = crossing.is_none() || problem.places.len() <= MOST_SEARCHED_AROUND_PINS;
    let must_be_plain = settings.bridges == Bridges::Forbid || around.has_kept();
    let searched = if is_small && (must_be_plain || is_planar()) {
        around.within(&plain.with_work(SEARCH_STEPS)).search(PLAIN_ATTEMPTS, FailedRoutePolicy::Leave, seed)
    } else {
        Err(Vec::new())
    };
    let searched = searched.or_else(|missing| {
        let is_worthwhile = settings.bridges == Bridges::Allow && (crossing.is_none() || around.has_few());
        if is_worthwhile {
            around.within(&problem.with_work(SEARCH_STEPS)).search_with_crossings(seed)
        } else {
            Err(missing)
        }
    });
    let (searched, missing) = match searched {
        Ok(routes) => (Some(finish(problem, sizes, pin_spacing, routes, seed)), Vec::new()),
        Err(missing) => (None, missing),
    };
    let best = crossing.map(arrangement).into_iter().chain(searched).min_by_key(rank);
    best.ok_or(PinConflict::NoWay(missing))
}

/// Compacts everything around the pins, unless the scale is constant.
fn finish(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    pin_spacing: PinSpacing,
    routes: Routes,
    seed: Seed,
) -> Arrangement {
    let arranged = arrangement(routes);
    match pin_spacing.scale {
        Some(_) => arranged,
        None => compact::compacted(problem, sizes, pin_spacing.gap, arranged, seed),
    }
}

fn arrangement(routes: Routes) -> Arrangement {
    Arrangement { sites: sites::counted(&routes.cores), routes, missing: Vec::new(), too_large: None }
}

/// The inputs that all attempts share.
struct PinnedContext<'a> {
    problem: &'a LayoutProblem<'a>,
    sizes: &'a [SizedPlace],
    pin_spacing: PinSpacing,
    ports: Vec<Vec<Port>>,
    /// The core of each pinned place.
    pinned: Vec<(usize, Rect)>,
    is_bounded: bool,
}

impl<'a> PinnedContext<'a> {
    fn new(problem: &'a LayoutProblem<'a>, sizes: &'a [SizedPlace], pin_spacing: PinSpacing) -> Self {
        let pins = problem.pins();
        let mut pinned: Vec<(usize, Rect)> =
            pins.iter().map(|(place, pin)| (*place, core_at(sizes, *place, pin.at))).collect();
        // If a pin is too close to the corner, everything moves.
        let margin = COMPACT_MARGIN_CELLS as i32;
        let least = |of: fn(Cell) -> i32| pinned.iter().map(|(_, core)| of(core.min)).min().unwrap_or(margin);
        let by = Cell::new((margin - least(|cell| cell.x)).max(0), (margin - least(|cell| cell.y)).max(0));
        pinned.iter_mut().for_each(|(_, core)| core.min = core.min + by);
        Self {
            problem,
            sizes,
            pin_spacing,
            ports: sizes.iter().map(|sized| ports(sized, 0, true)).collect(),
            pinned,
            is_bounded: problem.begins_at_corner(),
        }
    }

    /// Returns the context with the steps of another problem that is equal otherwise.
    fn within<'b>(&'b self, problem: &'b LayoutProblem<'b>) -> PinnedContext<'b> {
        PinnedContext {
            problem,
            sizes: self.sizes,
            ports: self.ports.clone(),
            pinned: self.pinned.clone(),
            ..*self
        }
    }

    /// Rates routes; lower is better. Crossings count first, then cells.
    fn rank(&self, routes: &Routes) -> (usize, i64) {
        (routes.crossings.len(), self.cells(routes))
    }

    /// Returns the number of cells of a level that reaches from its corner to everything in it.
    fn cells(&self, routes: &Routes) -> i64 {
        let bounds = routes.bounds(|place, core| self.sizes[place].likely_reach(core));
        i64::from(bounds.right().max(0)) * i64::from(bounds.bottom().max(0))
    }

    /// Returns `true` if the rectangles of pinned places overlap or touch, although their outlines do not.
    fn pins_share_rectangles(&self) -> bool {
        let mut pairs = (1..self.pinned.len()).flat_map(|count| {
            let (_, core) = self.pinned[count];
            self.pinned[..count].iter().map(move |(_, other)| (core, *other))
        });
        !self.has_kept() && pairs.any(|(core, other)| core.grown(1).overlaps(other))
    }

    /// Returns `true` if anything is kept from another level.
    fn has_kept(&self) -> bool {
        self.problem.places.iter().any(|place| place.part_of.is_some())
    }

    /// Returns `true` if places can be put one by one around the fixed ones, and that is worth its time.
    fn may_grow(&self) -> bool {
        self.is_bounded && self.pin_spacing.scale.is_none() && (self.has_few() || self.has_kept())
    }

    fn has_few(&self) -> bool {
        self.problem.places.len() <= FEW_AROUND_PINS
    }

    /// Returns the gap between places if the mission may be laid out without pins, and the level moved to them.
    fn free_gap(&self) -> Option<u32> {
        let is_free = self.pin_spacing.scale.is_none() && may_nudge(self.problem);
        is_free.then(|| self.pin_spacing.gap.unsigned_abs())
    }

    /// Lays out the mission without pins and moves the level to the pins.
    fn moved(&self, settings: &LayoutSettings, seed: Seed) -> Option<PinnedLevel> {
        compact::align_to_pins(self.problem, self.sizes, settings, self.free_gap()?, &self.pinned, seed)
    }

    /// Lays out a small mission without pins in several ways. Returns the best level that can be moved to the pins.
    fn varied(&self, settings: &LayoutSettings, seed: Seed) -> Option<Routes> {
        compact::vary_to_pins(self.problem, self.sizes, settings, self.free_gap()?, &self.pinned, seed)
    }

    /// Lays out the mission in rows, with rows of pinned places first.
    fn in_rows(&self, seed: Seed) -> Option<Routes> {
        compact::rearrange_to_pins(self.problem, self.sizes, self.free_gap()?, &self.pinned, seed)
    }

    /// Puts everything one by one around the fixed places.
    ///
    /// # Errors
    /// The places that found no room.
    fn grown(&self, seed: Seed) -> Result<Routes, Vec<usize>> {
        let is_bounded = self.problem.has_corner();
        compact::grown_around(self.problem, self.sizes, self.pin_spacing.gap, &self.pinned, is_bounded, seed)
    }

    /// Makes attempts until every passage has a route.
    ///
    /// # Errors
    /// The passages without a route in the best attempt.
    fn search(
        &self,
        attempts: Range<u64>,
        last: FailedRoutePolicy,
        seed: Seed,
    ) -> Result<Routes, Vec<usize>> {
        let mut best: Option<Vec<usize>> = None;
        for number in attempts {
            if self.problem.work.is_spent() {
                break;
            }
            let Some(routes) = self.attempt(number, last, seed) else { continue };
            let missing = routes.missing();
            if missing.is_empty() {
                return Ok(routes);
            }
            if best.as_ref().is_none_or(|best| missing.len() < best.len()) {
                best = Some(missing);
            }
        }
        Err(best.unwrap_or_default())
    }

    /// Searches for routes that may cross. Each attempt leaves steps for the others.
    fn search_with_crossings(&self, seed: Seed) -> Result<Routes, Vec<usize>> {
        let mut missing = Vec::new();
        for number in CROSSING_ATTEMPTS {
            let half = self.problem.with_percent(METHOD_PERCENT);
            match self.within(&half).search(number..number + 1, FailedRoutePolicy::Cross, seed) {
                Ok(routes) => return Ok(routes),
                Err(still) => missing = still,
            }
        }
        Err(missing)
    }

    fn attempt(&self, number: u64, last: FailedRoutePolicy, seed: Seed) -> Option<Routes> {
        let cores = self.cores(number, seed.child("pinned").numbered(number))?;
        // Even attempts keep routes off the likely ground of places, odd ones only off their cores.
        let grounds: Vec<Rect> = self
            .sizes
            .iter()
            .zip(&cores)
            .map(|(sized, core)| match number % 2 {
                0 => sized.likely_reach(*core),
                _ => *core,
            })
            .collect();
        let straight = vec![None; self.problem.passages.len()];
        let surroundings =
            RouteObstacles { cores: &cores, grounds: &grounds, ports: &self.ports, straight: &straight };
        let margin = COMPACT_MARGIN_CELLS as i32;
        let corner = self.is_bounded.then_some(Cell::new(margin, margin));
        routes::far_around(self.problem, &surroundings, last, corner, seed.child("routes").numbered(number))
    }

    /// Returns the core of each place, or `None` if one has no room.
    fn cores(&self, number: u64, seed: Seed) -> Option<Vec<Rect>> {
        let lattice = self.lattice(number);
        let sites = self.sites(&lattice, seed);
        let mut cores: Vec<Option<Rect>> = vec![None; self.sizes.len()];
        for (place, core) in &self.pinned {
            cores[*place] = Some(*core);
        }
        // Odd attempts put places near their old positions, which may fit best between kept ones.
        let is_near = number % 2 == 1;
        let near = |place: usize| self.problem.places[place].near.filter(|_| is_near);
        let has_near = (0..cores.len()).any(|place| near(place).is_some());
        let route_cells = if has_near { NARROW_ROUTE_CELLS } else { ROUTE_WITH_WALLS_CELLS };
        let apart = self.pin_spacing.gap.max(1) + route_cells * i32::from(self.pin_spacing.scale.is_none());
        let mut put: Vec<Block> = self.pinned.iter().map(|(place, core)| self.block(*place, *core)).collect();
        for place in 0..cores.len() {
            if cores[place].is_some() {
                continue;
            }
            let at = near(place).unwrap_or_else(|| lattice.cell(sites[place]));
            let wanted = self.block(place, core_at(self.sizes, place, at));
            let found = self.nearest(wanted, &put, apart)?;
            cores[place] = Some(found.core);
            put.push(found);
        }
        cores.into_iter().collect()
    }

    fn block(&self, place: usize, core: Rect) -> Block {
        let sized = &self.sizes[place];
        let reach = sized.likely_radius().filter(|_| self.pin_spacing.scale.is_none());
        Block {
            core,
            outline: None,
            reach: reach.map(|radius| radius as i32),
            is_open: !sized.is_entered_by_sockets(),
            is_kept: self.problem.places[place].part_of.is_some(),
        }
    }

    /// Returns the place at the free position nearest to the wanted one, with this distance to others.
    fn nearest(&self, wanted: Block, put: &[Block], apart: i32) -> Option<Block> {
        let edge = COMPACT_MARGIN_CELLS as i32;
        for aside in 0..MOST_ASIDE_CELLS {
            self.problem.work.spend(put.len() as u64 * (8 * aside as u64 + 1) / POSITIONS_A_STEP);
            let found = ring(aside).find_map(|by| {
                let core = Rect::new(wanted.core.min + by, wanted.core.size);
                let block = Block { core, ..wanted.clone() };
                let ground = block.ground();
                let is_within = !self.is_bounded || (ground.min.x >= edge && ground.min.y >= edge);
                let is_free = || put.iter().all(|other| are_apart(other, &block, apart));
                (is_within && is_free()).then_some(block)
            });
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Returns a site for every place. Pinned places get the sites nearest to their cells.
    fn sites(&self, lattice: &Lattice, seed: Seed) -> Vec<Site> {
        let mut problem = self.problem.with_parts_as_wholes();
        let wholes = problem.places.len();
        let (places, cores): (Vec<usize>, Vec<Rect>) =
            self.pinned.iter().copied().filter(|(place, _)| *place < wholes).unzip();
        for (place, site) in places.into_iter().zip(lattice.sites(&cores, self.is_bounded)) {
            let own = &mut problem.places[place].site;
            if self.is_bounded || own.is_none() {
                *own = Some(site);
            }
        }
        problem.is_bounded = self.is_bounded;
        sites::choose(&problem, seed.child("sites"))
    }

    /// Returns the lattice of an attempt.
    fn lattice(&self, number: u64) -> Lattice {
        let is_part = |place: usize| self.problem.places[place].part_of.is_some_and(|of| of != place);
        let grounds: Vec<Size> = (self.sizes.iter().enumerate())
            .filter(|(place, _)| !is_part(*place))
            .map(|(place, sized)| self.block(place, Rect::new(Cell::new(0, 0), sized.core)).ground().size)
            .collect();
        let pitch = |of: fn(&Size) -> u32| {
            let sum: u32 = grounds.iter().map(of).sum();
            let most = grounds.iter().map(of).max().unwrap_or(1);
            let mean = sum / grounds.len().max(1) as u32;
            let wide = (mean + most) as i32 / 2
                + self.pin_spacing.gap
                + ROUTE_WITH_WALLS_CELLS
                + WIDER_CELLS * number as i32;
            self.pin_spacing.scale.unwrap_or(wide)
        };
        let pitch = Cell::new(pitch(|size| size.width), pitch(|size| size.height));
        // Given sites keep their positions relative to the first pinned place.
        let first =
            self.pinned.first().map(|(place, core)| (self.problem.places[*place].site, core.center()));
        let zero = match (first, self.pin_spacing.scale) {
            (Some((Some(site), at)), _) if !self.is_bounded => {
                Cell::new(at.x - site.x * pitch.x, at.y - site.y * pitch.y)
            }
            (Some((_, at)), Some(scale)) => {
                // The first column and row are the first in which a place has room.
                let first = |at: i32| (at - scale / 2 - 1).rem_euclid(scale) + scale / 2 + 1;
                Cell::new(first(at.x), first(at.y))
            }
            _ => Cell::new(pitch.x / 2 + 1, pitch.y / 2 + 1),
        };
        Lattice { zero, pitch }
    }
}

/// Returns the offsets on a square ring, nearest to (0, 0) first. Corners are returned twice.
///
/// ```text
/// x x x x x
/// x . . . x
/// x . 0 . x    aside = 2
/// x . . . x
/// x x x x x
/// ```
fn ring(aside: i32) -> impl Iterator<Item = Cell> {
    let on_sides = (0..aside).flat_map(move |along| {
        let both = if along == 0 { vec![0] } else { vec![along, -along] };
        both.into_iter()
            .flat_map(move |along| [(aside, along), (along, aside), (-aside, along), (along, -aside)])
    });
    let corners = [(aside, aside), (-aside, aside), (aside, -aside), (-aside, -aside)];
    let corners = corners.into_iter().take(if aside == 0 { 1 } else { corners.len() });
    on_sides.chain(corners).map(|(x, y)| Cell::new(x, y))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::ring;

    #[test]
    fn a_ring_has_every_cell_once() {
        for aside in 0..5 {
            let cells: Vec<_> = ring(aside).collect();
            let distinct: BTreeSet<_> = cells.iter().map(|cell| (cell.x, cell.y)).collect();
            assert_eq!((cells.len(), distinct.len()), ((8 * aside).max(1) as usize, cells.len()));
            assert!(cells.iter().all(|cell| cell.x.abs().max(cell.y.abs()) == aside));
        }
    }
}
