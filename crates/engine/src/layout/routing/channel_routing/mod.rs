//! Channel routing: a layout that always succeeds where passages may cross.
//!
//! Input: a site for every place. Output: routes for all passages, with every crossing.
//!
//! Places stand in the columns and rows of their sites, with lanes between them. A route leaves its place up or
//! down, follows a lane between rows, then one between columns, then one between rows to the other place.
//!
//! ```text
//! row 0   ┌─┐         ┌─┐
//!         │A│         │B│      A – F and B – E cross once, at a right angle,
//!         └┬┘         └┬┘      because every stretch has a track of its own
//! lane 1   └───┐ ┌─────┘
//! row 1   ┌─┐  │ │    ┌─┐
//!         │C│  │ │    │D│
//!         └─┘  │ │    └─┘
//! lane 2   ┌───┼─┘
//!          │   └───────┐
//! row 2   ┌┴┐         ┌┴┐
//!         │E│         │F│
//!         └─┘         └─┘
//! ```
//!
//! Routes cross only at right angles. Tracks and pins are a pitch apart, so routes are straight for at least
//! three cells on both sides of a crossing. The layout is not compact, and it may not fit a fixed distance
//! between given sites.

mod axis;
mod crossings;
mod drawing;
mod lanes;
mod pins;
mod tracks;

use std::collections::BTreeMap;

use self::axis::{BandExtent, ChannelAxis};
use self::drawing::ChannelDrawing;
use self::lanes::{Lanes, courses};
use self::pins::{ChannelEnd, ChannelGate, GatedPlace, outfit};
use crate::base::Size;
use crate::layout::budget::STRAIGHT_CELLS;
use crate::layout::drawing::{Arrangement, DirectLayoutFailure, Port, SizedPlace, ports};
use crate::layout::input::problem::LayoutProblem;
use crate::layout::input::spacing::LatticeSpacing;
use crate::mission::Site;

/// Places everything on the given sites and routes all passages through the lanes.
///
/// If the distance is fixed and `may_spread` is set, sites move apart as far as necessary.
///
/// # Errors
///
/// Returns an error if a place has too few ports, the fixed distance is too small, or the level is too large.
pub(in crate::layout) fn arrange(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    spacing: LatticeSpacing,
    sites: &[Site],
    may_spread: bool,
) -> Result<Arrangement, DirectLayoutFailure> {
    let all_ports: Vec<Vec<Port>> = sizes.iter().map(|sized| ports(sized, 0, true)).collect();
    let board = ChannelGrid::new(sites);
    let pitch = pitch(problem);
    let gates = Gates::new(problem, sizes, &all_ports, &board, pitch)?;
    let courses = courses(problem, &board, &gates);
    let lanes = Lanes::new(&board, &gates, &courses);
    let extents = |is_level: bool| board.extents(sizes, &gates.outfits, spacing, is_level);
    let columns = ChannelAxis::new(extents(true), &lanes.columns, pitch, spacing, may_spread)
        .ok_or(DirectLayoutFailure::TooClose)?;
    let rows = ChannelAxis::new(extents(false), &lanes.rows, pitch, spacing, may_spread)
        .ok_or(DirectLayoutFailure::TooClose)?;
    problem.check_size(columns.end(), rows.end())?;
    let drawing =
        ChannelDrawing { problem, sizes, ports: &all_ports, board: &board, gates: &gates, columns, rows };
    Ok(drawing.finish(&courses, &lanes))
}

/// Returns the distance between adjacent tracks or pins, in cells.
///
/// It leaves room for a bridge, and for the widest passage.
fn pitch(problem: &LayoutProblem) -> i32 {
    let widest = problem.passages.iter().map(|passage| passage.width).max().unwrap_or(1);
    widest.max(STRAIGHT_CELLS) as i32 + 1
}

/// The columns and rows in which places stand, in ascending order.
struct ChannelGrid {
    columns: Vec<i32>,
    rows: Vec<i32>,
    /// The indices of the column and the row of each place.
    positions: Vec<(usize, usize)>,
}

impl ChannelGrid {
    fn new(sites: &[Site]) -> Self {
        let sorted = |of: fn(&Site) -> i32| {
            let mut lines: Vec<i32> = sites.iter().map(of).collect();
            lines.sort_unstable();
            lines.dedup();
            lines
        };
        let (columns, rows) = (sorted(|site| site.x), sorted(|site| site.y));
        let before = |lines: &[i32], at: i32| lines.partition_point(|line| *line < at);
        let positions = sites.iter().map(|site| (before(&columns, site.x), before(&rows, site.y))).collect();
        Self { columns, rows, positions }
    }

    /// Returns the space that the places of each column, or of each row, need together.
    fn extents(
        &self,
        sizes: &[SizedPlace],
        outfits: &[GatedPlace],
        spacing: LatticeSpacing,
        is_column: bool,
    ) -> Vec<BandExtent> {
        let lines = if is_column { &self.columns } else { &self.rows };
        let mut extents: Vec<BandExtent> =
            lines.iter().map(|site| BandExtent { site: *site, before: 0, after: 0 }).collect();
        for ((position, sized), outfit) in self.positions.iter().zip(sizes).zip(outfits) {
            let (before, after) = match spacing {
                LatticeSpacing::Fixed { .. } => sized.core_extent(),
                LatticeSpacing::Elastic { .. } => sized.extent(),
            };
            let along = |size: Size| if is_column { size.width } else { size.height } as i32;
            let band = &mut extents[if is_column { position.0 } else { position.1 }];
            band.before = band.before.max(along(before)).max(along(outfit.before));
            band.after = band.after.max(along(after)).max(along(outfit.after));
        }
        extents
    }
}

/// The ports and pins by which passages leave their places.
struct Gates {
    /// For each passage, the gates at its two ends.
    of_passages: Vec<[ChannelGate; 2]>,
    outfits: Vec<GatedPlace>,
}

impl Gates {
    fn new(
        problem: &LayoutProblem,
        sizes: &[SizedPlace],
        ports: &[Vec<Port>],
        board: &ChannelGrid,
        pitch: i32,
    ) -> Result<Self, DirectLayoutFailure> {
        let mut found: BTreeMap<(usize, usize), ChannelGate> = BTreeMap::new();
        let mut outfits = Vec::new();
        for place in 0..problem.places.len() {
            let ends = ends(problem, board, place);
            let outfit =
                outfit(&sizes[place], &ports[place], &ends, pitch).ok_or(DirectLayoutFailure::FewPorts)?;
            found.extend(outfit.gates.iter().cloned());
            outfits.push(outfit);
        }
        let gate = |passage: usize, end: usize| found.get(&(passage, end)).cloned();
        let of_passages = (0..problem.passages.len())
            .map(|passage| Some([gate(passage, 0)?, gate(passage, 1)?]))
            .collect::<Option<_>>();
        Ok(Self { of_passages: of_passages.ok_or(DirectLayoutFailure::FewPorts)?, outfits })
    }
}

/// Returns the ends of passages at a place. A passage from the place to itself has both ends there.
fn ends<'a>(problem: &LayoutProblem<'a>, board: &ChannelGrid, place: usize) -> Vec<ChannelEnd<'a>> {
    let row = board.positions[place].1;
    let mut ends = Vec::new();
    for &number in &problem.places[place].passages {
        let passage = &problem.passages[number];
        for (end, (here, there)) in
            [(passage.from, passage.to), (passage.to, passage.from)].iter().enumerate()
        {
            if *here == place {
                let (toward, to_row) = board.positions[*there];
                ends.push(ChannelEnd {
                    passage: number,
                    end,
                    kind: passage.socket,
                    wants_down: to_row > row,
                    toward,
                });
            }
        }
    }
    ends
}
