//! Counts the crossings of passages drawn as straight lines from site to site.
//!
//! In: a problem and the sites of its places. Out: the number of pairs that cross or touch, or a test of two lines.
//! Passages with a common place never count.

use std::cmp::Ordering;

use crate::layout::input::problem::LayoutProblem;
use crate::mission::Site;

/// Returns the number of pairs of passages between four different places that cross or touch.
pub(super) fn crossings(problem: &LayoutProblem, sites: &[Site]) -> usize {
    let mut lines: Vec<SiteSegment> = problem
        .passages
        .iter()
        .filter(|passage| passage.from != passage.to)
        .map(|passage| SiteSegment::new((passage.from, sites[passage.from]), (passage.to, sites[passage.to])))
        .collect();
    lines.sort_unstable_by_key(|line| (line.from.1, line.to.1));
    let mut count = 0;
    for (index, line) in lines.iter().enumerate() {
        let end = index + 1 + lines[index + 1..].partition_point(|other| other.from.1.x <= line.to.1.x);
        problem.work.spend((end - index) as u64);
        count += lines[index + 1..end].iter().filter(|other| line.crosses(other)).count();
    }
    count
}

/// A passage as a straight line from its lesser site to the other, each with its place.
#[derive(Clone, Copy)]
pub(super) struct SiteSegment {
    from: (usize, Site),
    to: (usize, Site),
}

impl SiteSegment {
    pub fn new(one: (usize, Site), other: (usize, Site)) -> Self {
        if one.1 <= other.1 { Self { from: one, to: other } } else { Self { from: other, to: one } }
    }

    /// Returns `true` if the two share a point and have no place in common.
    pub fn crosses(&self, other: &Self) -> bool {
        if self.from.1.x > other.to.1.x || other.from.1.x > self.to.1.x {
            return false;
        }
        let rows = |line: &Self| (line.from.1.y.min(line.to.1.y), line.from.1.y.max(line.to.1.y));
        let ((top, bottom), (other_top, other_bottom)) = (rows(self), rows(other));
        let ends = [self.from.0, self.to.0];
        top <= other_bottom
            && other_top <= bottom
            && !ends.contains(&other.from.0)
            && !ends.contains(&other.to.0)
            && self.parts(other)
            && other.parts(self)
    }

    /// Returns `true` if the ends of the other line lie on different sides of this one, or one of them lies on it.
    fn parts(&self, other: &Self) -> bool {
        let sides = (self.side(other.from.1), self.side(other.to.1));
        sides.0 == Ordering::Equal || sides.0 != sides.1
    }

    /// Returns the side of the line on which a site lies.
    fn side(&self, site: Site) -> Ordering {
        let (from, to) = (self.from.1, self.to.1);
        let apart = |one: i32, other: i32| i64::from(one) - i64::from(other);
        // Saturation loses precision only for sites farther apart than any level.
        apart(to.x, from.x)
            .saturating_mul(apart(site.y, from.y))
            .cmp(&apart(to.y, from.y).saturating_mul(apart(site.x, from.x)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(from: (usize, (i32, i32)), to: (usize, (i32, i32))) -> SiteSegment {
        SiteSegment::new((from.0, from.1.into()), (to.0, to.1.into()))
    }

    #[test]
    fn lines_cross_if_they_have_a_point_in_common_that_is_not_a_place_of_both() {
        let falling = line((0, (0, 0)), (1, (4, 4)));
        assert!(falling.crosses(&line((2, (0, 4)), (3, (4, 0)))));
        assert!(falling.crosses(&line((2, (2, 2)), (3, (4, 0)))));
        assert!(!falling.crosses(&line((1, (4, 4)), (3, (4, 0)))));
        assert!(!falling.crosses(&line((2, (1, 0)), (3, (5, 4)))));
        let far = line((0, (i32::MIN, 0)), (1, (i32::MAX, 1)));
        assert!(!far.crosses(&line((2, (i32::MIN, 5)), (3, (i32::MAX, 6)))));
    }
}
