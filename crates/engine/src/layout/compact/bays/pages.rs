//! Pages: the sides of the curve on which passages lie, so that no two cross.
//!
//! In: a curve through all places. Out: a book: the curve is its spine, and its two pages hold the passages
//! (Bernhart and Kainen, "The book thickness of a graph", 1979).
//!
//! ```text
//!    ┌───────────┐
//!    │   ┌───┐   │            front page: spans are nested or apart
//! ───0───1───2───3───4───     the curve
//!            └───────┘        back page: 2 to 4 would cross 0 to 3
//! ```
//!
//! Not guaranteed: that a mission without crossings has such a curve.

use super::curve::{CurveRequest, curves};
use crate::layout::input::problem::{LayoutProblem, ProblemPassage};

/// A side of the curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Page {
    /// The side on which places of two rows face each other across a bay.
    Front,
    /// The side on which rows have their backs to each other.
    Back,
}

impl Page {
    fn other(self) -> Self {
        match self {
            Self::Front => Self::Back,
            Self::Back => Self::Front,
        }
    }
}

/// The order of all places along a curve, and the side of each passage.
pub(super) struct Book {
    pub curve: Vec<usize>,
    /// The position of each place on the curve.
    pub position: Vec<usize>,
    pub pages: Vec<Page>,
}

impl Book {
    /// Returns the book with the shortest passages, among several curves.
    ///
    /// Returns `None` if passages would cross along each of them, or if some places are not reached.
    pub fn new(problem: &LayoutProblem, wish: CurveRequest) -> Option<Self> {
        let books = curves(problem, wish).into_iter().filter_map(|curve| {
            if curve.len() != problem.places.len() {
                return None;
            }
            let book = Self::along(curve, Vec::new());
            let spans = spans(problem, &book.position);
            let length: usize = spans.iter().map(|(from, to)| to - from).sum();
            Some((length, Self { pages: pages(&spans)?, ..book }))
        });
        books.min_by_key(|(length, _)| *length).map(|(_, book)| book)
    }

    /// Makes the book of a curve that visits all places, with the page of each passage.
    pub fn along(curve: Vec<usize>, pages: Vec<Page>) -> Self {
        let mut position = vec![0; curve.len()];
        curve.iter().enumerate().for_each(|(at, place)| position[*place] = at);
        Self { curve, position, pages }
    }

    /// Returns the book with its pages swapped, if that brings more passages to the front.
    pub fn with_most_at_front(self) -> Self {
        let at_front = self.pages.iter().filter(|page| **page == Page::Front).count();
        if 2 * at_front < self.pages.len() { self.swapped() } else { self }
    }

    /// Returns the book with each passage on the other side.
    pub fn swapped(&self) -> Self {
        Self {
            curve: self.curve.clone(),
            position: self.position.clone(),
            pages: self.pages.iter().map(|page| page.other()).collect(),
        }
    }

    /// Returns the book with its curve reversed.
    pub fn reversed(&self) -> Self {
        let last = self.position.len() - 1;
        Self {
            curve: self.curve.iter().rev().copied().collect(),
            position: self.position.iter().map(|position| last - position).collect(),
            pages: self.pages.clone(),
        }
    }
}

/// Returns the interval of the curve that each passage spans, given the positions of places.
fn spans(problem: &LayoutProblem, position: &[usize]) -> Vec<(usize, usize)> {
    let span = |passage: &ProblemPassage| {
        let (from, to) = (position[passage.from], position[passage.to]);
        (from.min(to), from.max(to))
    };
    problem.passages.iter().map(span).collect()
}

/// Returns the page of each passage, with as many as possible in front. `None` if two pages are not enough.
fn pages(spans: &[(usize, usize)]) -> Option<Vec<Page>> {
    let crossed = crossed(spans);
    let mut pages: Vec<Option<Page>> = vec![None; spans.len()];
    for first in 0..spans.len() {
        if pages[first].is_some() {
            continue;
        }
        // Follow all passages whose page depends on that of the first.
        pages[first] = Some(Page::Front);
        let mut together = vec![first];
        let mut next = 0;
        while let Some(&passage) = together.get(next) {
            next += 1;
            let page = pages[passage].map(Page::other);
            for &other in &crossed[passage] {
                if pages[other].is_none() {
                    pages[other] = page;
                    together.push(other);
                } else if pages[other] != page {
                    return None;
                }
            }
        }
        let at_front = together.iter().filter(|passage| pages[**passage] == Some(Page::Front)).count();
        if 2 * at_front < together.len() {
            together.iter().for_each(|passage| pages[*passage] = pages[*passage].map(Page::other));
        }
    }
    pages.into_iter().collect()
}

/// Returns, for each span, those that cross it: one of their ends is inside, the other outside.
fn crossed(spans: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut crossed = vec![Vec::new(); spans.len()];
    for (number, (from, to)) in spans.iter().enumerate() {
        for (other, (begin, end)) in spans.iter().enumerate() {
            if from < begin && begin < to && to < end {
                crossed[number].push(other);
                crossed[other].push(number);
            }
        }
    }
    crossed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_cross_that_are_neither_nested_nor_apart() {
        let crossed = crossed(&[(0, 4), (1, 3), (2, 6), (4, 6), (0, 6)]);
        assert_eq!(crossed, [vec![2], vec![2], vec![0, 1], vec![], vec![]]);
    }
}
