//! Slides places and passages together, as the shapes of a chip are compacted: along the rows and along the columns in turn, until nothing moves.
//!
//! In: an arrangement with a way for every passage. Out: one with the same places, larger nowhere and shorter in sum, whose sites are the columns and rows of the middles, counted.
//! What lies beside something else, so that one sees the other along a row, stays on that side of it; what is there between them stays a wall, and more where places want a distance. Among all positions for which that is so those are taken whose passages and width together are least (constraint-graph compaction, Dai and Asano 1987; network simplex, as in the one-dimensional compactor of ELK). Doors of places without sockets slide along their sides. After each round passages are laid anew where that makes them shorter or straighter.
//! Guaranteed: whatever the arrangement guarantees, for each step is taken back that does not.
//! Not guaranteed: that nothing smaller exists. The order is kept that the arrangement had.

mod drawing;
mod gaps;
mod legal;
mod reroute;
mod simplex;
mod squeeze;

use self::drawing::Drawing;
use self::legal::is_legal;
use self::reroute::reroute;
use self::squeeze::squeeze;
use super::problem::LayoutProblem;
use super::routes::{Port, ports};
use super::sizes::Sized;
use super::{Arrangement, search, solve};
use crate::base::{Cell, Diagnostic, Rect, Seed};
use crate::mission::{LayoutSettings, Site};

/// How often everything slides along rows and columns.
const MOST_ROUNDS: usize = 4;

/// How many arrangements are compared, and of how many places together at most.
const MOST_TRIES: u64 = 8;
const MOST_PLACES: u64 = 100;

/// How many steps it may take.
const COMPACTION_STEPS: u64 = 60_000_000;

/// Arranges all places and compacts them, with `gap` cells between places; of several arrangements the best.
pub(super) fn arrange(
    problem: &LayoutProblem,
    sizes: &[Sized],
    settings: &LayoutSettings,
    gap: u32,
    seed: Seed,
) -> Result<Arrangement, Box<Diagnostic>> {
    let first = solve(problem, sizes, settings, seed, usize::MAX)?;
    if !first.missing.is_empty() {
        return Ok(first);
    }
    let mut best = compact(problem, sizes, first, gap);
    let others = if problem.all_sited() { 1 } else { MOST_PLACES / problem.places.len().max(1) as u64 };
    for number in 1..others.min(MOST_TRIES) {
        if problem.work.is_spent() {
            break;
        }
        let seed = seed.child("again").numbered(number);
        let Ok(other) = search(problem, sizes, settings, seed, 1) else { continue };
        if other.missing.is_empty() {
            let other = compact(problem, sizes, other, gap);
            if badness(sizes, &other) < badness(sizes, &best) {
                best = other;
            }
        }
    }
    Ok(best)
}

/// How far an arrangement is from a good one: crossings first, then cells of map, more where it is long, with cells and turns of passages.
fn badness(sizes: &[Sized], arranged: &Arrangement) -> (usize, u64) {
    let routes = &arranged.routes;
    let grounds = sizes.iter().zip(&routes.cores).map(|(sized, core)| sized.likely_reach(*core));
    let cells = routes.ways.iter().flatten().flat_map(|way| &way.cells);
    let bounds =
        grounds.chain(cells.clone().map(|at| drawing::cell(*at))).reduce(Rect::union).unwrap_or_default();
    let (width, height) = (u64::from(bounds.size.width), u64::from(bounds.size.height));
    let (long, short) = (width.max(height), width.min(height).max(1));
    // Beyond 1 : 1.6 every tenth costs a tenth.
    let stretched = (long * 10 / short).saturating_sub(16);
    let ways = routes.ways.iter().flatten();
    let turns: usize = ways.map(|way| drawing::corners(&way.cells).len().saturating_sub(2)).sum();
    let area = width * height;
    (routes.crossings.len(), area + area * stretched / 10 + 3 * cells.count() as u64 + 20 * turns as u64)
}

/// The arrangement with everything as near together as it may be, with `gap` cells between places.
fn compact(problem: &LayoutProblem, sizes: &[Sized], arranged: Arrangement, gap: u32) -> Arrangement {
    let Some(mut drawing) = Drawing::new(problem, sizes, &arranged.routes) else { return arranged };
    let problem = &problem.with_work(COMPACTION_STEPS);
    let all_ports: Vec<Vec<Port>> = sizes.iter().map(|sized| ports(sized, 0, true)).collect();
    if !is_legal(&drawing) {
        return arranged;
    }
    for _ in 0..MOST_ROUNDS {
        let slid = slide(problem, &mut drawing, gap as i32);
        let laid = relay(problem, &all_ports, &mut drawing);
        if problem.work.is_spent() || !(slid || laid) {
            break;
        }
    }
    let routes = drawing.routes();
    Arrangement { sites: sites(&routes.cores), routes, ..arranged }
}

/// Slides everything along the rows, then along the columns. Says if anything moved.
fn slide(problem: &LayoutProblem, drawing: &mut Drawing, gap: i32) -> bool {
    let mut any = false;
    if let Some(slid) = squeeze(drawing, gap, &problem.work).filter(is_legal) {
        *drawing = slid;
        any = true;
    }
    let along_columns = squeeze(&drawing.transposed(), gap, &problem.work);
    if let Some(slid) = along_columns.map(|slid| slid.transposed()).filter(is_legal) {
        *drawing = slid;
        any = true;
    }
    any
}

/// Lays passages anew that become shorter by it. Says if there were any.
fn relay(problem: &LayoutProblem, ports: &[Vec<Port>], drawing: &mut Drawing) -> bool {
    let mut laid = drawing.clone();
    let any = reroute(problem, ports, &mut laid) && is_legal(&laid);
    if any {
        *drawing = laid;
    }
    any
}

/// The columns and the rows of the middles, counted.
fn sites(cores: &[Rect]) -> Vec<Site> {
    let rank = |of: fn(Cell) -> i32| {
        let mut lines: Vec<i32> = cores.iter().map(|core| of(core.center())).collect();
        lines.sort_unstable();
        lines.dedup();
        move |cell: Cell| lines.partition_point(|line| *line < of(cell)) as i32
    };
    let (column, row) = (rank(|cell| cell.x), rank(|cell| cell.y));
    let site = |core: &Rect| Site { x: column(core.center()), y: row(core.center()) };
    cores.iter().map(site).collect()
}

#[cfg(test)]
mod tests;
