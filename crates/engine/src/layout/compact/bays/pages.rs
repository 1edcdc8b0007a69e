//! On which side of the curve each passage lies, so that no two cross: the two pages of a book whose spine is
//! the curve (Bernhart and Kainen, "The book thickness of a graph", 1979).

use super::curve::{CurveRequest, curves};
use crate::layout::problem::{LayoutProblem, ProblemPassage};

/// A side of the curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Page {
    /// Where places of two rows face each other across a bay.
    Front,
    /// Where the rows turn their backs on each other.
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

/// All places along a curve, and on which side of it each passage lies.
pub(super) struct Book {
    pub curve: Vec<usize>,
    /// Where each place lies on the curve.
    pub position: Vec<usize>,
    pub pages: Vec<Page>,
}

impl Book {
    /// Of several curves the one along which passages are shortest. `None` if on each of them two would
    /// cross, or if it does not come to all places.
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

    /// The book of a curve that comes to all places, with the page of each passage.
    pub fn along(curve: Vec<usize>, pages: Vec<Page>) -> Self {
        let mut position = vec![0; curve.len()];
        curve.iter().enumerate().for_each(|(at, place)| position[*place] = at);
        Self { curve, position, pages }
    }

    /// The same with the pages swapped, if that brings more passages to the front.
    pub fn with_most_at_front(self) -> Self {
        let at_front = self.pages.iter().filter(|page| **page == Page::Front).count();
        if 2 * at_front < self.pages.len() { self.swapped() } else { self }
    }

    /// The same with each passage on the other side of the curve.
    pub fn swapped(&self) -> Self {
        Self {
            curve: self.curve.clone(),
            position: self.position.clone(),
            pages: self.pages.iter().map(|page| page.other()).collect(),
        }
    }

    /// The same from its other end.
    pub fn reversed(&self) -> Self {
        let last = self.position.len() - 1;
        Self {
            curve: self.curve.iter().rev().copied().collect(),
            position: self.position.iter().map(|position| last - position).collect(),
            pages: self.pages.clone(),
        }
    }
}

/// From where to where along the curve each passage leads, between places at these positions.
fn spans(problem: &LayoutProblem, position: &[usize]) -> Vec<(usize, usize)> {
    let span = |passage: &ProblemPassage| {
        let (from, to) = (position[passage.from], position[passage.to]);
        (from.min(to), from.max(to))
    };
    problem.passages.iter().map(span).collect()
}

/// The page of each passage, the front one for as many as may be. `None` if two pages do not suffice.
fn pages(spans: &[(usize, usize)]) -> Option<Vec<Page>> {
    let crossed = crossed(spans);
    let mut pages: Vec<Option<Page>> = vec![None; spans.len()];
    for first in 0..spans.len() {
        if pages[first].is_some() {
            continue;
        }
        // All whose page follows from that of the first.
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

/// For each span those that begin within it and end outside, or the other way round.
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
