//! Finds the places of a mission that can mirror each other.
//!
//! The walk begins at the start, on the axis. Neighbours of a place on the axis that look alike mirror each
//! other, and a single remaining one lies on the axis. Neighbours of mirrored places mirror each other in turn.
//! Places look alike if their surroundings match for a few steps. Places without a counterpart have no image.
//!
//! ```text
//!     start        on the axis
//!     ╱   ╲
//!    a     a'      images of each other
//!    │     │
//!    b     b'
//!     ╲   ╱
//!       c          reached from both sides, so on the axis
//! ```

use std::collections::VecDeque;

use crate::layout::budget::outline::mirror::STEPS;
use crate::layout::graph::color_refinement::refine_colors;
use crate::layout::input::problem::LayoutProblem;

/// Returns the image of each place, if it has one. Places on the axis are their own images.
pub(super) fn mirrored(problem: &LayoutProblem) -> Vec<Option<usize>> {
    let alone = problem.places.iter().map(|place| (place.is_start, place.is_goal, place.is_lock)).collect();
    let neighbours: Vec<Vec<usize>> =
        (0..problem.places.len()).map(|place| problem.neighbours(place).collect()).collect();
    let looks = refine_colors(alone, &neighbours, STEPS).pop().unwrap_or_default();
    let mut images: Vec<Option<usize>> = vec![None; problem.places.len()];
    let Some(start) = problem.places.iter().position(|place| place.is_start).or(looks.first().map(|_| 0))
    else {
        return images;
    };
    images[start] = Some(start);
    let mut queue = VecDeque::from([(start, start)]);
    while let Some((one, other)) = queue.pop_front() {
        let open = |images: &[Option<usize>], place: usize| -> Vec<usize> {
            let mut open: Vec<usize> =
                problem.neighbours(place).filter(|near| images[*near].is_none()).collect();
            open.sort_by_key(|near| (looks[*near], *near));
            open.dedup();
            open
        };
        let (near, opposite) = (open(&images, one), open(&images, other));
        let mut pair = |one: usize, other: usize, images: &mut Vec<Option<usize>>| {
            images[one] = Some(other);
            images[other] = Some(one);
            queue.push_back((one, other));
        };
        // Places reached from both sides lie on the axis.
        if one != other {
            for shared in near.iter().filter(|place| opposite.contains(place)) {
                pair(*shared, *shared, &mut images);
            }
            for place in near {
                let is_like = |image: &&usize| images[**image].is_none() && looks[**image] == looks[place];
                if images[place].is_none()
                    && let Some(image) = opposite.iter().find(is_like)
                {
                    pair(place, *image, &mut images);
                }
            }
            continue;
        }
        let mut alone = Vec::new();
        let mut rest = near.into_iter().peekable();
        while let Some(place) = rest.next() {
            match rest.next_if(|next| looks[*next] == looks[place]) {
                Some(image) => pair(place, image, &mut images),
                None => alone.push(place),
            }
        }
        if let [place] = alone[..] {
            pair(place, place, &mut images);
        }
    }
    images
}
