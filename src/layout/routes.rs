//! Routes: for every passage the cells of a way from one place to the other.
//!
//! A way leaves the core of a place through a port, a cell of its edge: a socket for rooms, any cell but a corner for others.
//! Outside, no cell of a way touches another way, even at a corner, or a core other than those of its two places; so whatever is formed later, two ways never become one.
//! What finds no way is put first in line and all are laid again, a few times.

mod search;

use std::collections::BTreeMap;

use self::search::{Port, Search};
use super::brief::Brief;
use super::sizes::{Sized, SizedForm};
use crate::base::{Cell, Diagnostic, Direction, Rect, Seed, Size};
use crate::mission::Spacing;

/// How often all ways are laid anew with those first that failed.
const ROUNDS: u32 = 8;

/// Room for ways around the outside, in cells.
const OUTSKIRTS_CELLS: u32 = 12;

/// A way from core to core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Way {
    /// Each beside the one before; the first lies in the core of `from`, the last in that of `to`.
    pub cells: Vec<Cell>,
    /// The number of the socket through which it leaves a room at either end.
    sockets: [Option<usize>; 2],
}

/// The ways of all passages, as far as they were found.
pub(super) struct Routes {
    /// One for each passage.
    pub ways: Vec<Option<Way>>,
    used: Vec<Vec<(usize, usize)>>,
}

impl Routes {
    /// Lays all ways; of several rounds the one with most ways found.
    pub fn find(brief: &Brief, sizes: &[Sized], cores: &[Rect], seed: Seed) -> Self {
        let mut order: Vec<usize> = (0..brief.passages.len()).collect();
        let mut lots = seed.lots();
        order.sort_by_cached_key(|passage| {
            let ends = &brief.passages[*passage];
            (cores[ends.from].center().manhattan(cores[ends.to].center()), lots.below(1 << 16), *passage)
        });
        let mut map = Map::new(brief, sizes, cores);
        let mut best = map.lay_all(&order);
        for _ in 0..ROUNDS {
            let failed: Vec<usize> = best.failed(brief).collect();
            if failed.is_empty() {
                break;
            }
            order.sort_by_key(|passage| !failed.contains(passage));
            let next = map.lay_all(&order);
            if next.failed(brief).count() < failed.len() {
                best = next;
            } else {
                lots.shuffle(&mut order);
            }
        }
        best
    }

    /// The sockets of a place that are in use: number of the socket, number of the passage.
    pub fn sockets_used(&self, place: usize) -> Vec<(usize, usize)> {
        self.used.get(place).cloned().unwrap_or_default()
    }

    /// What is to be said about passages without a way.
    pub fn failures(&self, brief: &Brief, spacing: Spacing) -> Vec<Diagnostic> {
        let hint = match spacing {
            Spacing::Fixed { scale } => {
                format!("raise the scale (it is {scale}), or join places that lie side by side")
            }
            Spacing::Elastic { gap } => format!("raise the gap (it is {gap}), or draw fewer passages there"),
        };
        self.failed(brief)
            .map(|number| {
                let passage = &brief.passages[number];
                Diagnostic::error(
                    "no-way",
                    format!(
                        "The passage \"{}\" (edge {}) finds no way from {} to {}: other places and passages are in between.",
                        passage.symbol,
                        passage.edge.0,
                        brief.name(passage.from),
                        brief.name(passage.to)
                    ),
                )
                .hint(hint.clone())
            })
            .collect()
    }

    /// The passages without a way, but for those from a place to itself, which can have none.
    fn failed(&self, brief: &Brief) -> impl Iterator<Item = usize> {
        let missing = self.ways.iter().enumerate().filter(|(_, way)| way.is_none()).map(|(number, _)| number);
        missing.filter(|number| brief.passages[*number].from != brief.passages[*number].to)
    }
}

/// What lies where while ways are laid.
struct Map<'a> {
    brief: &'a Brief<'a>,
    sizes: &'a [Sized],
    cores: &'a [Rect],
    search: Search,
}

impl<'a> Map<'a> {
    fn new(brief: &'a Brief, sizes: &'a [Sized], cores: &'a [Rect]) -> Self {
        let bounds = cores.iter().copied().reduce(Rect::union).unwrap_or_default().grown(OUTSKIRTS_CELLS);
        Self { brief, sizes, cores, search: Search::new(bounds, cores) }
    }

    fn lay_all(&mut self, order: &[usize]) -> Routes {
        self.search.clear_ways();
        let mut ways = vec![None; self.brief.passages.len()];
        let mut used: Vec<Vec<(usize, usize)>> = vec![Vec::new(); self.brief.places.len()];
        for &number in order {
            let passage = &self.brief.passages[number];
            if passage.from == passage.to {
                continue;
            }
            let from = self.ports(passage.from, &used[passage.from]);
            let to = self.ports(passage.to, &used[passage.to]);
            let Some(way) = self.search.way(passage.from, passage.to, &from, &to) else { continue };
            for (end, socket) in [passage.from, passage.to].into_iter().zip(way.sockets) {
                used[end].extend(socket.map(|socket| (socket, number)));
            }
            self.search.lay(&way.cells, number);
            ways[number] = Some(way);
        }
        Routes { ways, used }
    }

    /// Where ways can leave a place. The cost says how far from the middle of the side.
    fn ports(&self, place: usize, used: &[(usize, usize)]) -> Vec<Port> {
        let core = self.cores[place];
        match &self.sizes[place].form {
            SizedForm::Room(lie) => {
                let taken: BTreeMap<usize, usize> = used.iter().copied().collect();
                lie.sockets
                    .iter()
                    .enumerate()
                    .filter(|(number, _)| !taken.contains_key(number))
                    .map(|(number, (cell, out))| Port::new(core.min + *cell, *out, 0, Some(number)))
                    .collect()
            }
            SizedForm::Hall | SizedForm::Cave { .. } => edge_ports(core),
        }
    }
}

/// All cells of a core's edge but its corners, with the ways out.
fn edge_ports(core: Rect) -> Vec<Port> {
    let Size { width, height } = core.size;
    let middle = core.center();
    let mut ports = Vec::new();
    for x in core.min.x + 1..core.min.x + width as i32 - 1 {
        let aside = x.abs_diff(middle.x);
        ports.push(Port::new(Cell::new(x, core.min.y), Direction::North, aside, None));
        ports.push(Port::new(Cell::new(x, core.bottom() - 1), Direction::South, aside, None));
    }
    for y in core.min.y + 1..core.min.y + height as i32 - 1 {
        let aside = y.abs_diff(middle.y);
        ports.push(Port::new(Cell::new(core.right() - 1, y), Direction::East, aside, None));
        ports.push(Port::new(Cell::new(core.min.x, y), Direction::West, aside, None));
    }
    ports
}
