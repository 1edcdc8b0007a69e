//! Measures how far an arrangement is from the wanted shape of a level.
//!
//! In: sites or cells, which are measured alike. Out: penalties for the aspect, for exceeding the bound, for the
//! distance of start and goal from their sides, and for places that miss their mirror images.

mod bound;
mod mirror;
mod shortfall;

pub(super) use bound::{OUT_OF_BOUND, check_bound, is_pinned_beyond_bound};
pub(super) use shortfall::{check_ends, check_symmetry};

use self::mirror::mirrored;
use crate::base::{Cell, Direction, Rect, Size};
use crate::layout::budget::outline::{
    ANY_ASPECT_TENTHS, BEYOND_PERCENT, BOUND_PERCENTS, EXCESS_PERCENT, INSIDE_PERCENT, MOST_EXCESS_PERCENT,
    NEAR_PERCENT, NOT_LONG_TENTHS, SQUARE_PERCENT, SQUARE_TENTHS, STRETCHED_SQUARE, TALL_PERCENT,
    TWICE_TENTHS, UNLIKE_PERCENT, WIDE_PERCENT,
};
use crate::layout::input::problem::LayoutProblem;
use crate::settings::{Aspect, Mirror, Shape};

/// The wanted shape of a mission's level.
#[derive(Clone, Debug)]
pub(super) struct ShapeOutline {
    shape: Shape,
    /// The places that should lie at a side.
    pub ends: Vec<(usize, Direction)>,
    /// The wanted mirror image of each place. Places on the axis are their own images.
    images: Vec<Option<usize>>,
}

impl ShapeOutline {
    pub fn new(problem: &LayoutProblem) -> Self {
        let shape = problem.shape;
        let first = |is_meant: fn(&crate::layout::input::problem::ProblemPlace) -> bool| {
            problem.places.iter().position(is_meant)
        };
        let start = first(|place| place.is_start).zip(shape.start.direction());
        let goal = first(|place| place.is_goal).zip(shape.goal.direction());
        let images = match shape.symmetry {
            Mirror::None => Vec::new(),
            Mirror::LeftRight | Mirror::TopBottom => mirrored(problem),
        };
        Self { shape, ends: start.into_iter().chain(goal).collect(), images }
    }

    /// Returns `true` if only size matters.
    pub fn is_plain(&self) -> bool {
        self.shape.is_default()
    }

    /// Returns `true` if some shapes are better than others.
    pub fn prefers(&self) -> bool {
        self.shape.prefers()
    }

    /// Returns the number of cells within these bounds, plus penalties for the aspect and for exceeding the bound.
    pub fn size_of(&self, bounds: Rect) -> u64 {
        let Size { width, height } = bounds.size;
        let cells = u64::from(width) * u64::from(height);
        cells + cells * self.stretched(bounds.size) / 10 + cells * self.excess_percent(bounds.size) / 100
    }

    /// Returns the penalty for the wrong aspect, in tenths of the short side.
    pub fn stretched(&self, size: Size) -> u64 {
        let Size { width, height } = size;
        let (long, short) = (width.max(height), width.min(height).max(1));
        // A 32-bit division is faster, and this one is made for every position that packing rates.
        let tenths = long
            .checked_mul(10)
            .map_or_else(|| u64::from(long) * 10 / u64::from(short), |long| (long / short).into());
        let twice = |is_long_side_as_wanted: bool| match is_long_side_as_wanted {
            true => TWICE_TENTHS.0.saturating_sub(tenths) + tenths.saturating_sub(TWICE_TENTHS.1),
            false => NOT_LONG_TENTHS + (tenths - 10),
        };
        match self.shape.aspect {
            Aspect::Any => tenths.saturating_sub(ANY_ASPECT_TENTHS),
            Aspect::Wide => twice(width >= height),
            Aspect::Tall => twice(height >= width),
            Aspect::Square => STRETCHED_SQUARE * tenths.saturating_sub(SQUARE_TENTHS),
        }
    }

    /// Returns the wanted width in percent of the height. Until a level fits its bound, that of the bound is wanted.
    pub fn wide_percent(&self, fits: bool) -> u64 {
        let within = |size: Size| 100 * u64::from(size.width) / u64::from(size.height.max(1));
        match (self.shape.aspect, self.shape.bound.size()) {
            (_, Some(bound)) if !fits => within(bound),
            (Aspect::Any, Some(bound)) => within(bound).clamp(BOUND_PERCENTS.0, BOUND_PERCENTS.1),
            (Aspect::Any | Aspect::Square, _) => SQUARE_PERCENT,
            (Aspect::Wide, _) => WIDE_PERCENT,
            (Aspect::Tall, _) => TALL_PERCENT,
        }
    }

    /// Returns the penalty in percent if `size` with one cell of wall around it exceeds the bound.
    fn excess_percent(&self, size: Size) -> u64 {
        let Some(most) = self.shape.bound.size() else { return 0 };
        let beyond = |cells: u32, most: u32| {
            100 * u64::from((cells + 2).saturating_sub(most)) / u64::from(most.max(1))
        };
        let beyond = beyond(size.width, most.width) + beyond(size.height, most.height);
        let any = u64::from(size.width + 2 > most.width || size.height + 2 > most.height);
        (BEYOND_PERCENT * any + EXCESS_PERCENT * beyond).min(MOST_EXCESS_PERCENT)
    }

    /// Returns `true` if the level has a bound.
    pub fn has_bound(&self) -> bool {
        self.shape.bound.size().is_some()
    }

    /// Returns the bound of the level without one cell of wall around it.
    pub fn most_within_walls(&self) -> Option<Size> {
        let most = self.shape.bound.size()?;
        Some(Size::new(most.width.saturating_sub(2), most.height.saturating_sub(2)))
    }

    /// Returns `true` if `size` with one cell of wall around it lies within the bound.
    pub fn fits(&self, size: Size) -> bool {
        self.excess_percent(size) == 0
    }

    /// Returns the penalty for the positions of places, in percent of the arrangement's cells.
    pub fn misplaced_percent(&self, bounds: Rect, middle: impl Fn(usize) -> Cell) -> u64 {
        let ends = self.ends.iter().map(|(place, side)| inside_percent(bounds, middle(*place), *side));
        ends.sum::<u64>() + self.unlike_percent(bounds, middle)
    }

    /// Returns the penalty for the distance of one place from its side.
    pub fn misplaced_percent_of(&self, place: usize, bounds: Rect, middle: Cell) -> u64 {
        let ends = self.ends.iter().filter(|(end, _)| *end == place);
        ends.map(|(_, side)| inside_percent(bounds, middle, *side)).sum()
    }

    /// Returns the penalty for missed mirror images, in percent of the arrangement's cells.
    fn unlike_percent(&self, bounds: Rect, middle: impl Fn(usize) -> Cell) -> u64 {
        let count = self.images.iter().flatten().count() as u64;
        let extent = u64::from(bounds.size.width + bounds.size.height);
        UNLIKE_PERCENT * 100 * self.off_images(middle) / (count * extent).max(1)
    }

    /// Returns the sum of the distances by which places miss their images about the best axis.
    pub fn off_images(&self, middle: impl Fn(usize) -> Cell) -> u64 {
        let turned = |place: usize| {
            let cell = middle(place);
            if self.is_upright() { cell } else { Cell::new(cell.y, cell.x) }
        };
        let Some(axis) = self.axis(turned) else { return 0 };
        let off = |(one, other): (Cell, Cell)| {
            u64::from((one.x + other.x).abs_diff(axis)) + u64::from(one.y.abs_diff(other.y))
        };
        self.pairs().map(|(place, image)| off((turned(place), turned(image)))).sum()
    }

    /// Returns the places that have images, each with its image.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        self.images.iter().enumerate().filter_map(|(place, image)| Some((place, (*image)?)))
    }

    /// Returns twice the column of the best axis between places and their images.
    fn axis(&self, middle: impl Fn(usize) -> Cell) -> Option<i32> {
        let mut sums: Vec<i32> =
            self.pairs().map(|(place, image)| middle(place).x + middle(image).x).collect();
        sums.sort_unstable();
        sums.get(sums.len() / 2).copied()
    }

    /// Returns `true` if the left side mirrors the right one.
    fn is_upright(&self) -> bool {
        self.shape.symmetry == Mirror::LeftRight
    }

    /// Returns the distance by which a place misses its position as a mirror image, if column 0 is the axis.
    ///
    /// If the counterpart has no position yet, the place only has to avoid the axis.
    pub fn unlike(&self, place: usize, at: Cell, put: impl Fn(usize) -> Option<Cell>) -> u32 {
        let Some(image) = self.images.get(place).copied().flatten() else { return 0 };
        let turned = |cell: Cell| if self.is_upright() { cell } else { Cell::new(cell.y, cell.x) };
        let at = turned(at);
        if image == place {
            return at.x.unsigned_abs();
        }
        match put(image) {
            Some(other) => Cell::new(-turned(other).x, turned(other).y).manhattan(at),
            None => u32::from(at.x == 0),
        }
    }
}

/// Returns the penalty for the distance of a middle from a side.
fn inside_percent(bounds: Rect, middle: Cell, side: Direction) -> u64 {
    let (inside, extent) = match side {
        Direction::North => (middle.y - bounds.min.y, bounds.size.height),
        Direction::East => (bounds.right() - 1 - middle.x, bounds.size.width),
        Direction::South => (bounds.bottom() - 1 - middle.y, bounds.size.height),
        Direction::West => (middle.x - bounds.min.x, bounds.size.width),
    };
    let percent = 100 * u64::from(inside.max(0).unsigned_abs()) / u64::from(extent.max(1));
    INSIDE_PERCENT * percent.saturating_sub(NEAR_PERCENT)
}
