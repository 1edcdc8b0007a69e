//! Routes: for every passage the cells of a way from one place to the other.
//!
//! A way leaves the core of a place through a port, a cell of its edge: a socket for rooms, any cell but a corner for others.
//! Outside, no cell of a way touches another way, even at a corner, or a core other than those of its two places; so whatever is formed later, two ways never become one.
//!
//! A way that finds no room takes it from others, which are then laid anew (rip-up and reroute, Dees and Karger 1982); what has given way before is dearer to push aside, so that the same two do not take turns for ever.

mod search;

use std::collections::VecDeque;

use self::search::{Port, Search};
use super::brief::Brief;
use super::sizes::{Sized, SizedForm};
use crate::base::{Cell, Diagnostic, Direction, Rect, Seed, Size};
use crate::mission::Spacing;

/// How many ways are laid at most, for each passage, before those without one are given up.
const TRIES_PER_PASSAGE: usize = 6;

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
}

impl Routes {
    /// Lays the ways, those between near places first.
    pub fn find(brief: &Brief, sizes: &[Sized], cores: &[Rect], seed: Seed) -> Self {
        let mut lots = seed.lots();
        let walkable = |passage: &usize| brief.passages[*passage].from != brief.passages[*passage].to;
        let mut order: Vec<usize> = (0..brief.passages.len()).filter(walkable).collect();
        order.sort_by_cached_key(|passage| {
            let ends = &brief.passages[*passage];
            (cores[ends.from].center().manhattan(cores[ends.to].center()), lots.below(1 << 16), *passage)
        });
        let bounds = cores.iter().copied().reduce(Rect::union).unwrap_or_default().grown(OUTSKIRTS_CELLS);
        let ports: Vec<Vec<Port>> =
            sizes.iter().zip(cores).map(|(sized, core)| ports(sized, *core)).collect();
        let mut search = Search::new(bounds, cores, brief.passages.len());
        let mut ways: Vec<Option<Way>> = vec![None; brief.passages.len()];
        let mut tries = TRIES_PER_PASSAGE * order.len();
        let mut queue = VecDeque::from(order);
        while let Some(number) = queue.pop_front() {
            let ends = &brief.passages[number];
            let way = search.way([ends.from, ends.to], [&ports[ends.from], &ports[ends.to]]);
            let Some(way) = way.filter(|_| tries > 0) else { continue };
            tries -= 1;
            for other in search.touched_by(&way.cells) {
                search.take_up(other, ways[other].take().map(|way| way.cells).unwrap_or_default().as_slice());
                queue.push_back(other);
            }
            search.lay(number, &way.cells);
            ways[number] = Some(way);
        }
        Self { ways }
    }

    /// The sockets of a place that are in use: number of the socket, number of the passage.
    pub fn sockets_used(&self, brief: &Brief, place: usize) -> Vec<(usize, usize)> {
        let passages = brief.places[place].passages.iter();
        passages
            .filter_map(|number| {
                let [at_from, at_to] = self.ways[*number].as_ref()?.sockets;
                let socket = if brief.passages[*number].from == place { at_from } else { at_to };
                socket.map(|socket| (socket, *number))
            })
            .collect()
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

/// Where ways can leave a place.
fn ports(sized: &Sized, core: Rect) -> Vec<Port> {
    match &sized.form {
        SizedForm::Room(lie) => {
            let sockets = lie.sockets.iter().enumerate();
            sockets.map(|(number, (cell, out))| Port::new(core.min + *cell, *out, 0, Some(number))).collect()
        }
        SizedForm::Hall | SizedForm::Cave { .. } => edge_ports(core),
    }
}

/// All cells of a core's edge but its corners, with the ways out; those from the middle of a side cost least.
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
