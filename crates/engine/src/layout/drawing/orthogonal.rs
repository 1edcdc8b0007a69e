//! An orthogonal drawing of a mission: places as blocks, passages as courses.
//!
//! Compaction moves it, packing fills it, and `is_legal` checks it. A drawing can be transposed, so that code
//! for rows also works for columns.

use super::block::{Block, cell};
use super::course::Course;
use super::routes::{Crossing, Route, Routes};
use super::sized::{SizedPlace, core_at};
use crate::base::{Cell, Rect};
use crate::layout::budget::COMPACT_MARGIN_CELLS;
use crate::layout::input::problem::LayoutProblem;

/// All blocks and courses, with the crossings of courses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::layout) struct OrthogonalDrawing {
    pub blocks: Vec<Block>,
    /// The courses, one for each passage.
    pub courses: Vec<Course>,
    pub crossings: Vec<Crossing>,
    /// The pinned places, if there are any.
    pub anchor: Option<Anchor>,
}

/// Places that stay at their pins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::layout) struct Anchor {
    /// The cell of the drawing that is cell (0, 0) of the level.
    pub zero: Cell,
    /// `true` if everything must lie within the left and top edges of the level.
    pub is_bounded: bool,
    /// The pinned places, by index.
    pub places: Vec<usize>,
}

impl OrthogonalDrawing {
    pub fn new(problem: &LayoutProblem, sizes: &[SizedPlace], routes: &Routes) -> Option<Self> {
        let block = |number: usize| {
            let block = Block::new(routes.cores[number], &sizes[number], &problem.places[number]);
            match routes.outline_used(problem, sizes, number) {
                Some(outline) => block.outlined(outline),
                None => block,
            }
        };
        let blocks: Vec<Block> = (0..problem.places.len()).map(block).collect();
        let course = |(number, route): (usize, &Option<Route>)| {
            let passage = &problem.passages[number];
            Course::new(passage, route.as_ref()?, sizes)
        };
        let courses = routes.by_passage.iter().enumerate().map(course).collect::<Option<_>>()?;
        Some(Self { blocks, courses, crossings: routes.crossings.clone(), anchor: None })
    }

    /// Creates a drawing in which the places in `fixed` are fixed. Other places and passages have no position yet.
    pub fn around(
        problem: &LayoutProblem,
        sizes: &[SizedPlace],
        fixed: &[(usize, Rect)],
        is_bounded: bool,
    ) -> Self {
        let nowhere = fixed.first().map_or(Cell::new(0, 0), |(_, core)| core.center());
        let places = sizes.iter().zip(&problem.places).enumerate();
        let mut blocks: Vec<Block> = places
            .map(|(number, (sized, place))| Block::new(core_at(sizes, number, nowhere), sized, place))
            .collect();
        for (place, core) in fixed {
            blocks[*place].core = *core;
        }
        let course = |passage| Course::nowhere(passage, sizes, nowhere);
        let courses = problem.passages.iter().map(course).collect();
        let places = fixed.iter().map(|(place, _)| *place).collect();
        let anchor = Anchor { zero: Cell::new(0, 0), is_bounded, places };
        Self { blocks, courses, crossings: Vec::new(), anchor: Some(anchor) }
    }

    /// Returns the routes of its courses.
    pub fn routes(&self) -> Routes {
        let by_passage = self.courses.iter().map(|course| Some(course.route()));
        Routes {
            by_passage: by_passage.collect(),
            crossings: self.crossings.clone(),
            cores: self.blocks.iter().map(|block| block.core).collect(),
            pushed_out: Vec::new(),
        }
    }

    /// Returns the drawing after a pass along its rows, or along its columns if `level` is not set.
    pub fn along(&self, level: bool, pass: impl FnOnce(&Self) -> Option<Self>) -> Option<Self> {
        if level { pass(self) } else { pass(&self.transposed()).map(|drawing| drawing.transposed()) }
    }

    /// Returns the drawing with rows and columns exchanged.
    pub fn transposed(&self) -> Self {
        let course = |course: &Course| Course {
            corners: course.corners.iter().copied().map(Cell::transposed).collect(),
            approaches: course
                .approaches
                .clone()
                .map(|approach| approach.into_iter().map(Cell::transposed).collect()),
            ..course.clone()
        };
        let crossing = |crossing: &Crossing| Crossing { at: crossing.at.transposed(), ..*crossing };
        Self {
            blocks: self.blocks.iter().map(Block::transposed).collect(),
            courses: self.courses.iter().map(course).collect(),
            crossings: self.crossings.iter().map(crossing).collect(),
            anchor: self.anchor.clone().map(|anchor| Anchor { zero: anchor.zero.transposed(), ..anchor }),
        }
    }

    /// Lowers minimum lengths to the present lengths of courses that are shorter.
    pub fn allow_lengths(&mut self) {
        for course in &mut self.courses {
            if let Some((least, most)) = course.limits {
                let now = course.cells_between(course.cores(&self.blocks));
                course.limits = Some((least.min(now), most));
            }
        }
    }

    /// Moves everything so that the middle of the bounds is cell (0, 0).
    pub fn center(&mut self) {
        self.move_by(Cell::new(0, 0) - self.bounds().center());
    }

    /// Moves everything.
    pub fn move_by(&mut self, by: Cell) {
        self.blocks.iter_mut().for_each(|block| block.core.min = block.core.min + by);
        let corners = self.courses.iter_mut().flat_map(|course| &mut course.corners);
        corners.for_each(|corner| *corner = *corner + by);
        self.crossings.iter_mut().for_each(|crossing| crossing.at = crossing.at + by);
        self.anchor.iter_mut().for_each(|anchor| anchor.zero = anchor.zero + by);
    }

    /// Returns the first usable cell of the level, if the drawing is bounded.
    pub fn corner(&self) -> Option<Cell> {
        let margin = COMPACT_MARGIN_CELLS as i32;
        let anchor = self.anchor.as_ref().filter(|anchor| anchor.is_bounded);
        anchor.map(|anchor| anchor.zero + Cell::new(margin, margin))
    }

    /// Returns the bounding rectangle of everything.
    pub fn bounds(&self) -> Rect {
        let blocks = self.blocks.iter().map(|block| block.ground());
        let courses = self.courses.iter().flat_map(Course::bars);
        blocks.chain(courses).reduce(Rect::union).unwrap_or_default()
    }

    /// Returns the bounding rectangle of everything and the corner of the level, if the drawing is bounded.
    pub fn bounds_with_corner(&self) -> Rect {
        self.corner().into_iter().map(cell).fold(self.bounds(), Rect::union)
    }
}
