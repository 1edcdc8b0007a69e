//! Lengthens passages that are shorter than their symbols ask for, and reports wrong lengths.
//!
//! In: an arrangement with a route for every passage. Out: the arrangement with cells inserted along a row or
//! column wherever a passage is too short. Nothing changes sides, and no two things move closer together.
//! Not guaranteed: that every passage stays within its maximum.
//!
//! ```text
//! ┌──┐ ┊ ┌──┐      ┌──┐ ┊   ┌──┐
//! │  ├─┊─┤  │  ⇒   │  ├─┊───┤  │   everything right of the line moves
//! └──┘ ┊ └──┘      └──┘ ┊   └──┘
//! ```

use super::problem::LayoutProblem;
use crate::base::{Cell, Diagnostic, Rect};
use crate::layout::budget::lengths::{MOST_CUTS, MOST_NAMED};
use crate::layout::drawing::{Arrangement, Course, OrthogonalDrawing, SizedPlace, is_legal};
use crate::level::PassageForm;
use crate::settings::Spacing;

/// The code of the warning that a passage has more cells than its symbol allows.
const TOO_LONG: &str = "passage-too-long";
/// The code of the warning that a passage has fewer cells than its symbol allows.
const TOO_SHORT: &str = "passage-too-short";

/// Spreads an arrangement until its passages are long enough.
pub(in crate::layout) fn spread(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    arranged: Arrangement,
) -> Arrangement {
    if !arranged.missing.is_empty() || problem.passages.iter().all(|passage| passage.length.is_none()) {
        return arranged;
    }
    let Some(drawing) = OrthogonalDrawing::new(problem, sizes, &arranged.routes) else { return arranged };
    let spread = stretched(problem, drawing.clone());
    if spread == drawing || problem.is_too_large(spread.bounds().size) || !is_legal(&spread) {
        return arranged;
    }
    let routes = spread.routes();
    Arrangement { sites: arranged.sites, routes, ..arranged }
}

/// Cuts a drawing apart wherever a passage is too short. If that does not help, the passage's minimum is lowered.
pub(in crate::layout) fn stretched(
    problem: &LayoutProblem,
    mut drawing: OrthogonalDrawing,
) -> OrthogonalDrawing {
    for number in 0..drawing.courses.len() {
        for _ in 0..MOST_CUTS {
            let course = &drawing.courses[number];
            let Some((least, _)) = course.limits else { break };
            let now = course.cells_between(course.cores(&drawing.blocks));
            if now >= least {
                break;
            }
            let Some(cut) = InsertionLine::for_course(problem, &drawing, number) else { break };
            cut.spread(&mut drawing, (least - now).div_ceil(cut.times) as i32);
        }
        let course = &mut drawing.courses[number];
        if let Some((least, most)) = course.limits {
            let now = course.cells_between(course.cores(&drawing.blocks));
            drawing.courses[number].limits = Some((least.min(now), most));
        }
    }
    drawing
}

/// A line between two columns or rows of cells that no place covers, at which cells can be inserted.
struct InsertionLine {
    /// `true` if the line lies between two rows.
    between_rows: bool,
    /// The first column or row after the line.
    at: i32,
    /// Number of times the passage to be lengthened crosses the line.
    times: u32,
}

impl InsertionLine {
    /// Returns the best line for lengthening a course.
    ///
    /// Lines that many other short passages cross are preferred, then those that separate few open caves.
    fn for_course(problem: &LayoutProblem, drawing: &OrthogonalDrawing, number: usize) -> Option<Self> {
        let best = |drawing: &OrthogonalDrawing, between_rows: bool| {
            let (rank, at, times) = LineTally::new(problem, drawing).best(&drawing.courses[number])?;
            Some((rank, Self { between_rows, at, times }))
        };
        let cuts = [best(drawing, false), best(&drawing.transposed(), true)];
        cuts.into_iter().flatten().max_by_key(|(rank, _)| *rank).map(|(_, cut)| cut)
    }

    /// Moves everything after the line by this many cells.
    fn spread(&self, drawing: &mut OrthogonalDrawing, by: i32) {
        let move_cell = |cell: &mut Cell| {
            let place = if self.between_rows { &mut cell.y } else { &mut cell.x };
            if *place >= self.at {
                *place += by;
            }
        };
        drawing.blocks.iter_mut().for_each(|block| move_cell(&mut block.core.min));
        drawing.courses.iter_mut().flat_map(|course| &mut course.corners).for_each(move_cell);
        drawing.crossings.iter_mut().for_each(|crossing| move_cell(&mut crossing.at));
    }
}

/// The things that cross each line between two columns.
struct LineTally {
    /// Places and doorways. Lines through them cannot be cut.
    closed: Lines,
    /// Passages that are too short.
    short: Lines,
    /// Open passages, at which caves grow together.
    open: Lines,
}

/// The best line of a course: its rank, the first column after it, and the number of times the course crosses it.
type BestLine = ((i32, i32, i32), i32, u32);

impl LineTally {
    fn new(problem: &LayoutProblem, drawing: &OrthogonalDrawing) -> Self {
        let none = || Lines::new(drawing.bounds().grown(1));
        let mut tally = Self { closed: none(), short: none(), open: none() };
        for block in &drawing.blocks {
            tally.closed.add((block.core.min.x, block.core.right() - 1));
        }
        for (course, passage) in drawing.courses.iter().zip(&problem.passages) {
            let lines = match passage.form {
                PassageForm::Doorway => &mut tally.closed,
                PassageForm::Open => &mut tally.open,
                PassageForm::Corridor if !course.is_long_enough(&drawing.blocks) => &mut tally.short,
                PassageForm::Corridor => continue,
            };
            levels(course).for_each(|ends| lines.add(ends));
        }
        for lines in [&mut tally.closed, &mut tally.short, &mut tally.open] {
            lines.sum();
        }
        tally
    }

    fn best(&self, course: &Course) -> Option<BestLine> {
        let lines = levels(course).flat_map(|(left, right)| {
            (left + 1..=right).map(move |at| (at, (2 * at - left - right - 1).abs()))
        });
        let free = lines.filter(|(at, _)| self.closed.at(*at) == 0);
        let ranked = free.map(|(at, off_middle)| ((self.short.at(at), -self.open.at(at), -off_middle), at));
        let (rank, at) = ranked.max()?;
        let times = levels(course).filter(|(left, right)| *left < at && at <= *right).count();
        Some((rank, at, times as u32))
    }
}

/// Returns the first and last column of each horizontal segment of a course.
fn levels(course: &Course) -> impl Iterator<Item = (i32, i32)> {
    let ends = course.corners.windows(2).map(|pair| (pair[0].x.min(pair[1].x), pair[0].x.max(pair[1].x)));
    ends.filter(|(left, right)| left < right)
}

/// The number of things that cross each line between two columns.
///
/// ```text
/// column   0   1   2   3   4
/// line       1   2   3   4      numbered by the column after it
/// span         └───────┘
/// add        0  +1   0  -1
/// sum        0   1   1   0
/// ```
struct Lines {
    /// The number of the first line.
    first: i32,
    counts: Vec<i32>,
}

impl Lines {
    fn new(bounds: Rect) -> Self {
        Self { first: bounds.min.x, counts: vec![0; bounds.size.width as usize + 1] }
    }

    /// Adds a span from one column to another. Counts are differences until [`Lines::sum`] is called.
    fn add(&mut self, (left, right): (i32, i32)) {
        for (at, by) in [(left + 1, 1), (right + 1, -1)] {
            if let Some(count) = self.counts.get_mut((at - self.first).unsigned_abs() as usize) {
                *count += by;
            }
        }
    }

    fn sum(&mut self) {
        let mut sum = 0;
        for count in &mut self.counts {
            sum += *count;
            *count = sum;
        }
    }

    fn at(&self, line: i32) -> i32 {
        self.counts.get((line - self.first).unsigned_abs() as usize).copied().unwrap_or(0)
    }
}

/// Returns warnings for passages that are shorter or longer than their symbols allow.
pub(in crate::layout) fn check(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    spacing: Spacing,
    arranged: &Arrangement,
) -> Vec<Diagnostic> {
    let mut too_short = Vec::new();
    let mut too_long = Vec::new();
    for (number, passage) in problem.passages.iter().enumerate() {
        let Some((least, most)) = passage.length else { continue };
        let route = arranged.routes.by_passage.get(number).and_then(Option::as_ref);
        let Some(course) = route.and_then(|route| Course::new(passage, route, sizes)) else { continue };
        let cells = course.cells_between(course.places.map(|place| arranged.routes.cores[place]));
        if cells < least {
            too_short.push((number, cells));
        } else if cells > most {
            too_long.push((number, cells));
        }
    }
    let mut found = Vec::new();
    for (code, word, passages) in [(TOO_SHORT, "shorter", &too_short), (TOO_LONG, "longer", &too_long)] {
        found.extend(passages.iter().take(MOST_NAMED).map(|(number, cells)| {
            let passage = &problem.passages[*number];
            let (least, most) = passage.length.unwrap_or_default();
            let (bound, hint) = if code == TOO_LONG {
                (format!("at most {most}"), longer_hint(spacing, most))
            } else {
                (format!("at least {least}"), shorter_hint(spacing))
            };
            let message = format!(
                "The passage {} from {} to {} has {cells} cells, but its symbol wants {bound}.",
                problem.passage_name(*number),
                problem.name(passage.from),
                problem.name(passage.to),
            );
            problem.about_passages([number], Diagnostic::warning(code, message).hint(hint))
        }));
        let more = passages.len().saturating_sub(MOST_NAMED);
        if more > 0 {
            let are = if more == 1 { "passage is" } else { "passages are" };
            let message = format!("{more} more {are} {word} than their symbols allow.");
            let rest = passages[MOST_NAMED..].iter().map(|(number, _)| number);
            found.push(problem.about_passages(rest, Diagnostic::warning(code, message)));
        }
    }
    found
}

fn shorter_hint(spacing: Spacing) -> &'static str {
    match spacing {
        Spacing::Fixed { .. } => "Raise the scale.",
        Spacing::Compact { .. } | Spacing::Elastic { .. } | Spacing::Sprawl { .. } => {
            "Lower the minimum length."
        }
    }
}

fn longer_hint(spacing: Spacing, most: u32) -> &'static str {
    match spacing {
        Spacing::Compact { gap } if gap > most => "Lower the gap.",
        Spacing::Compact { .. } => "Raise the maximum length.",
        Spacing::Elastic { .. } => "Make the spacing compact.",
        Spacing::Fixed { .. } => "Lower the scale.",
        Spacing::Sprawl { .. } => "Raise the maximum length.",
    }
}
