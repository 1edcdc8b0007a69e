//! One pass of compaction: everything slides along the rows, as close together as possible.
//!
//! In: a legal drawing and the gap between places. Out: the drawing with new columns, or `None`.
//! Each place and each vertical piece of a course (a bar) has a position. Horizontal pieces join two
//! positions, and each of their cells costs.
//!
//! ```text
//! FIRST   A           bar        B    LAST
//!   │   ┌───┐          │       ┌───┐   │
//!   │   │ A ├──────────┐       │ B │   │
//!   │   └───┘          │       │   │   │
//!   │                  └───────┤   │   │
//!   │                          └───┘   │
//! ```
//!
//! Guaranteed: parts that face each other keep their order, with a wall between them.
//! Not guaranteed: a legal drawing; the caller checks that.

use std::collections::BTreeMap;

use super::constraints::RowConstraint;
use super::simplex::{Gap, cost, positions};
use crate::base::Cell;
use crate::layout::budget::STRAIGHT_CELLS;
use crate::layout::budget::compact::row_compaction::{
    ASIDE, BETWEEN_CROSSINGS, FAR_CELLS, LENGTH, MOST_STEPS, STEPS_A_GAP, WIDTH_A_PLACE,
};
use crate::layout::drawing::gaps::{DrawingPart, GapItem, RequiredGap, apart, bar_apart, blocks_apart};
use crate::layout::drawing::{Block, Course, OrthogonalDrawing, cell};
use crate::layout::input::work::StepBudget;

pub(super) const FIRST: usize = 0;
pub(super) const LAST: usize = 1;

/// The constraint graph: positions along the rows, and minimum gaps between them.
pub(super) struct CompactionGraph<'a> {
    pub drawing: &'a OrthogonalDrawing,
    gap: i32,
    /// The current column of each position.
    pub at: Vec<i32>,
    gaps: Vec<Gap>,
    /// The position of each vertical piece, by course and piece.
    pub bars: BTreeMap<(usize, usize), usize>,
}

/// Slides everything along the rows. Returns `None` if that improves nothing.
///
/// Orders and bounds that the drawing does not meet are left out.
pub(super) fn compact_rows(
    drawing: &OrthogonalDrawing,
    gap: i32,
    constraints: &[RowConstraint],
    work: &StepBudget,
) -> Option<OrthogonalDrawing> {
    let kept = constraints.iter().filter(|constraint| constraint.may_be_kept(drawing)).copied();
    let graph = CompactionGraph::with_constraints(drawing, gap, &kept.collect::<Vec<_>>());
    let found = graph.solved(work)?;
    (cost(&found, &graph.gaps) < cost(&graph.at, &graph.gaps)).then(|| graph.moved(&found))
}

/// Moves everything along the rows so that all constraints hold.
///
/// Returns `None` if that is impossible.
pub(super) fn constrain_rows(
    drawing: &OrthogonalDrawing,
    gap: i32,
    constraints: &[RowConstraint],
    work: &StepBudget,
) -> Option<OrthogonalDrawing> {
    let graph = CompactionGraph::with_constraints(drawing, gap, constraints);
    graph.solved(work).map(|found| graph.moved(&found))
}

impl<'a> CompactionGraph<'a> {
    /// Builds the graph of a drawing, without bounds.
    fn new(drawing: &'a OrthogonalDrawing, gap: i32) -> Self {
        let mut at = vec![0, 0];
        at.extend(drawing.blocks.iter().map(|block| block.core.min.x));
        let mut bars = BTreeMap::new();
        for (number, course) in drawing.courses.iter().enumerate() {
            for piece in (0..course.pieces()).filter(|piece| course.is_upright(*piece)) {
                bars.insert((number, piece), at.len());
                at.push(course.corners[piece].x);
            }
        }
        let mut constraints = Self { drawing, gap, at, gaps: Vec::new(), bars };
        constraints.keep_items_apart();
        constraints.keep_blocks_apart();
        constraints.keep_grounds_free();
        constraints.tie_courses();
        constraints.keep_crossings();
        constraints
    }

    /// Builds the graph of a drawing with bounds and constraints.
    fn with_constraints(
        drawing: &'a OrthogonalDrawing,
        gap: i32,
        constraints: &[RowConstraint],
    ) -> CompactionGraph<'a> {
        let mut graph = Self::new(drawing, gap);
        let is_order = |constraint: &&RowConstraint| matches!(constraint, RowConstraint::Order(..));
        constraints.iter().filter(is_order).for_each(|constraint| graph.require(*constraint));
        graph.bound();
        graph.hold_pinned();
        let others = constraints.iter().filter(|constraint| !is_order(constraint));
        others.for_each(|constraint| graph.require(*constraint));
        graph
    }

    /// Returns the best positions, or `None` if there are none.
    fn solved(&self, work: &StepBudget) -> Option<Vec<i32>> {
        work.spend(self.gaps.len() as u64 * STEPS_A_GAP);
        positions(&self.at, &self.gaps, MOST_STEPS, work)
    }

    pub fn node(place: usize) -> usize {
        2 + place
    }

    pub fn add(&mut self, from: usize, to: usize, least: i32, weight: i64) {
        self.gaps.push(Gap { from, to, least, weight });
    }

    /// Keeps all gaps at least as wide as they are.
    pub fn keep_distances(&mut self) {
        for gap in &mut self.gaps {
            gap.least = gap.least.max(self.at[gap.to] - self.at[gap.from]);
        }
    }

    /// Requires a gap, but at most the current one.
    fn wish(&mut self, from: usize, to: usize, least: i32) {
        let least = least.min(self.at[to] - self.at[from]);
        self.add(from, to, least, 0);
    }

    fn items(&self) -> Vec<GapItem> {
        let blocks = self.drawing.blocks.iter().enumerate().flat_map(|(place, block)| {
            block.parts().map(move |part| GapItem {
                part: DrawingPart::Block(place),
                node: Self::node(place),
                line: part,
                before: 0,
                after: 0,
                rows: (part.min.y, part.bottom() + 1),
            })
        });
        let bars = self.bars.iter().filter_map(|((number, piece), node)| {
            let course = &self.drawing.courses[*number];
            let (line, bar) = (course.line(*piece)?, course.bar(*piece)?);
            Some(GapItem {
                part: DrawingPart::Bar { course: *number, piece: *piece },
                node: *node,
                line,
                before: course.before,
                after: course.after,
                rows: (bar.min.y, bar.bottom() + 1),
            })
        });
        let mut items: Vec<GapItem> = blocks.chain(bars).collect();
        items.sort_by_key(|item| (item.left(), item.node));
        items
    }

    /// Keeps the order of parts that share a row, with a wall between them.
    fn keep_items_apart(&mut self) {
        let items = self.items();
        let (Some(top), Some(bottom)) =
            (items.iter().map(|item| item.rows.0).min(), items.iter().map(|item| item.rows.1).max())
        else {
            return;
        };
        let mut seen: Vec<Vec<u32>> = vec![Vec::new(); (bottom - top).unsigned_abs() as usize];
        // For each item: the last item compared with it, and whether it shields everything before it from
        // that item.
        let mut compared: Vec<Option<(usize, bool)>> = vec![None; items.len()];
        for (number, item) in items.iter().enumerate() {
            for row in item.rows.0..item.rows.1 {
                let before = &mut seen[(row - top).unsigned_abs() as usize];
                for other in before.iter().rev() {
                    let known = compared[*other as usize].filter(|(known, _)| *known == number);
                    let hides = known.map(|(_, hides)| hides).unwrap_or_else(|| {
                        compared[*other as usize] = Some((number, false));
                        let other_item = &items[*other as usize];
                        if other_item.node == item.node {
                            return false;
                        }
                        let RequiredGap::Least(least) = apart(self.drawing, other_item, item) else {
                            return false;
                        };
                        let hides = least >= 0 && self.shields(other_item);
                        compared[*other as usize] = Some((number, hides));
                        let shift = other_item.line.right() - self.at[other_item.node] + self.at[item.node]
                            - item.left();
                        self.gaps.push(Gap {
                            from: other_item.node,
                            to: item.node,
                            least: least + shift,
                            weight: 0,
                        });
                        hides
                    });
                    if hides {
                        break;
                    }
                }
                before.push(number as u32);
            }
        }
    }

    /// Returns `true` if nothing that lies behind an item comes closer than it does.
    ///
    /// The place behind a bar at the end of a course may be wider, and so may the next part of an outline.
    fn shields(&self, item: &GapItem) -> bool {
        match item.part {
            DrawingPart::Block(place) => self.drawing.blocks[place].outline.is_none(),
            DrawingPart::Bar { course, piece } => {
                piece != 0 && piece + 1 != self.drawing.courses[course].pieces()
            }
        }
    }

    /// Keeps the gap between places.
    fn keep_blocks_apart(&mut self) {
        let blocks = &self.drawing.blocks;
        let mut order: Vec<usize> = (0..blocks.len()).collect();
        order.sort_by_key(|place| (blocks[*place].core.center().x, *place));
        for (number, &one) in order.iter().enumerate() {
            for &other in &order[number + 1..] {
                let (block, behind) = (&blocks[one], &blocks[other]);
                if let Some(least) = self.blocks_apart(block, behind) {
                    self.wish(Self::node(one), Self::node(other), least);
                }
                let may_interlock = block.outline.is_some() || behind.outline.is_some();
                if may_interlock && let Some(least) = self.blocks_apart(behind, block) {
                    self.wish(Self::node(other), Self::node(one), least);
                }
            }
        }
    }

    fn blocks_apart(&self, one: &Block, other: &Block) -> Option<i32> {
        // Places above each other are kept apart along the columns.
        let has_outline = one.outline.is_some() || other.outline.is_some();
        if !has_outline && one.core.right() > other.core.min.x {
            return None;
        }
        // Their parts keep a wall between each other anyway.
        let wants_a_wall_only = self.gap <= 1 && one.reach.is_none() && other.reach.is_none();
        if has_outline && wants_a_wall_only {
            return None;
        }
        blocks_apart(one, other, self.gap)
    }

    /// Keeps bars from cutting through the ground of other places.
    fn keep_grounds_free(&mut self) {
        for (number, piece) in self.bars.keys().copied().collect::<Vec<_>>() {
            let course = &self.drawing.courses[number];
            let Some(line) = course.line(piece) else { continue };
            let bar = self.bars[&(number, piece)];
            for (place, block) in self.drawing.blocks.iter().enumerate() {
                if course.places.contains(&place) || block.reach.is_none() {
                    continue;
                }
                let (x, middle, node) = (line.min.x, block.core.center().x, Self::node(place));
                if x == middle || x.abs_diff(middle) > FAR_CELLS {
                    continue;
                }
                let Some(least) = bar_apart(block, line) else { continue };
                let shift = middle - self.at[node];
                if x > middle {
                    self.wish(node, bar, least + shift);
                } else {
                    self.wish(bar, node, least - shift);
                }
            }
        }
    }

    /// Keeps doors on their sides, and adds the costs of horizontal pieces.
    fn tie_courses(&mut self) {
        for (number, course) in self.drawing.courses.iter().enumerate() {
            if course.is_doorway {
                self.hold_together(number);
                continue;
            }
            for piece in 0..course.pieces() {
                let ends = [course.corners[piece], course.corners[piece + 1]];
                if let Some(&bar) = self.bars.get(&(number, piece)) {
                    if piece == 0 {
                        self.tie_door(bar, course.places[0], ends[0]);
                    }
                    if piece + 1 == course.pieces() {
                        self.tie_door(bar, course.places[1], ends[1]);
                    }
                    continue;
                }
                let nodes = [self.end_node(number, piece, 0), self.end_node(number, piece, 1)];
                let shifts = [ends[0].x - self.at[nodes[0]], ends[1].x - self.at[nodes[1]]];
                let (left, right) = if ends[0].x < ends[1].x { (0, 1) } else { (1, 0) };
                self.add(nodes[left], nodes[right], shifts[left] - shifts[right], LENGTH);
            }
            self.keep_length(number);
        }
    }

    /// Returns the position that an end of a horizontal piece moves with.
    pub fn end_node(&self, course: usize, piece: usize, end: usize) -> usize {
        let bar = if end == 0 { piece.checked_sub(1) } else { Some(piece + 1) };
        let bar = bar.and_then(|piece| self.bars.get(&(course, piece)));
        bar.copied().unwrap_or_else(|| Self::node(self.drawing.courses[course].places[end]))
    }

    /// Keeps a bar at its door on the upper or lower side of a place.
    ///
    /// On an open side the door may be anywhere except at the corners, preferably in the middle. Otherwise it
    /// stays.
    fn tie_door(&mut self, bar: usize, place: usize, door: Cell) {
        let Block { core, is_open, .. } = self.drawing.blocks[place];
        let node = Self::node(place);
        let (now, width) = (door.x - core.min.x, core.size.width as i32);
        if !is_open || width <= 3 {
            self.add(node, bar, now, 0);
            self.add(bar, node, -now, 0);
            return;
        }
        self.add(node, bar, 1, 0);
        self.add(bar, node, 2 - width, 0);
        // A helper position before both the door and the middle. Its distances to them cost as much as they
        // are apart.
        let middle = (width - 1) / 2;
        let before = self.at.len();
        self.at.push(door.x.min(core.min.x + middle));
        self.add(before, bar, 0, ASIDE);
        self.add(before, node, -middle, ASIDE);
    }

    /// Keeps crossings straight, and away from the places of the two passages.
    fn keep_crossings(&mut self) {
        let mut on_pieces: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
        for crossing in &self.drawing.crossings {
            let piece_at = |course: usize, upright: bool| {
                let course = &self.drawing.courses[course];
                (0..course.pieces()).find(|piece| {
                    let line = course.line(*piece);
                    course.is_upright(*piece) == upright
                        && line.is_some_and(|line| line.contains(crossing.at))
                })
            };
            let pairs = [(crossing.over, crossing.under), (crossing.under, crossing.over)];
            let found = pairs.into_iter().find_map(|(upright, level)| {
                Some(((upright, piece_at(upright, true)?), (level, piece_at(level, false)?)))
            });
            let Some((upright, level)) = found else { continue };
            let bar = self.bars[&upright];
            for end in [0, 1] {
                let (x, node) = {
                    let course = &self.drawing.courses[level.0];
                    (course.corners[level.1 + end].x, self.end_node(level.0, level.1, end))
                };
                self.keep_off(bar, crossing.at.x, node, x - self.at[node], STRAIGHT_CELLS as i32);
            }
            let places = [upright.0, level.0].map(|course| self.drawing.courses[course].places);
            for place in places.into_iter().flatten() {
                let core = self.drawing.blocks[place].core;
                let rows = cell(crossing.at).grown(STRAIGHT_CELLS - 1);
                if core.min.y < rows.bottom() && rows.min.y < core.bottom() {
                    let node = Self::node(place);
                    let edge = if core.min.x > crossing.at.x { 0 } else { core.size.width as i32 - 1 };
                    self.keep_off(bar, crossing.at.x, node, edge, STRAIGHT_CELLS as i32);
                }
            }
            on_pieces.entry(level).or_default().push(bar);
        }
        for mut bars in on_pieces.into_values() {
            bars.sort_by_key(|bar| self.at[*bar]);
            for pair in bars.windows(2) {
                self.wish(pair[0], pair[1], BETWEEN_CROSSINGS + 1);
            }
        }
    }

    /// Keeps a bar on its side of an item, at least `cells` cells off if it is now.
    fn keep_off(&mut self, bar: usize, x: i32, node: usize, shift: i32, cells: i32) {
        if self.at[node] + shift < x {
            self.wish(node, bar, cells + shift);
        } else {
            self.wish(bar, node, cells - shift);
        }
    }

    /// Puts everything between the first and the last column, and adds the cost of the width.
    fn bound(&mut self) {
        let count = self.at.len();
        let places = self.drawing.blocks.len() as i64;
        let extents: Vec<(usize, i32, i32)> = (self.drawing.blocks.iter().enumerate())
            .map(|(place, block)| {
                let ground = block.ground();
                (Self::node(place), ground.min.x - block.core.min.x, ground.right() - block.core.min.x)
            })
            .chain(self.bars.iter().map(|((number, _), node)| {
                let course = &self.drawing.courses[*number];
                (*node, -course.before, course.after + 1)
            }))
            .collect();
        for (node, left, right) in &extents {
            self.add(FIRST, *node, -left, 0);
            self.add(*node, LAST, *right, 0);
        }
        // Helpers for the middles of sides.
        for node in 2 + extents.len()..count {
            self.add(FIRST, node, 0, 0);
        }
        self.add(FIRST, LAST, 0, WIDTH_A_PLACE * places.max(4));
        let first = extents.iter().map(|(node, left, _)| self.at[*node] + left).min().unwrap_or(0);
        let last = extents.iter().map(|(node, _, right)| self.at[*node] + right).max().unwrap_or(0);
        self.at[FIRST] = first;
        self.at[LAST] = last;
    }

    /// Returns the drawing with everything moved to these positions.
    fn moved(&self, found: &[i32]) -> OrthogonalDrawing {
        let mut drawing = self.drawing.clone();
        if let Some(anchor) = &mut drawing.anchor {
            anchor.zero = self.zero_at(found, anchor.zero, &anchor.places);
        }
        let moved = |place: usize| found[Self::node(place)] - self.at[Self::node(place)];
        for (place, block) in drawing.blocks.iter_mut().enumerate() {
            block.core.min.x += moved(place);
        }
        for (number, course) in drawing.courses.iter_mut().enumerate() {
            let last = course.pieces();
            let upright: Vec<Option<usize>> =
                (0..last).map(|piece| self.bars.get(&(number, piece)).copied()).collect();
            for corner in 0..=last {
                let before = corner.checked_sub(1).and_then(|piece| upright[piece]);
                let bar = before.or_else(|| upright.get(corner).copied().flatten());
                let x = &mut course.corners[corner].x;
                match bar {
                    Some(bar) => *x = found[bar],
                    None => *x += moved(course.places[usize::from(corner > 0)]),
                }
            }
        }
        for crossing in &mut drawing.crossings {
            let upright = [crossing.over, crossing.under].into_iter().find_map(|number| {
                let course = &self.drawing.courses[number];
                let holds = |piece: &usize| {
                    course.is_upright(*piece)
                        && course.line(*piece).is_some_and(|line| line.contains(crossing.at))
                };
                (0..course.pieces()).find(holds).map(|piece| found[self.bars[&(number, piece)]])
            });
            crossing.at.x = upright.unwrap_or(crossing.at.x);
        }
        drawing.courses.iter_mut().for_each(Course::straighten);
        drawing
    }
}
