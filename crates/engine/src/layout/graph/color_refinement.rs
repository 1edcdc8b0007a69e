//! Color refinement (Weisfeiler and Lehman 1968): groups places that look alike, step by step.
//!
//! In: a label and the neighbours of each place. Out: for each radius, a number for the looks of each place.
//! Not guaranteed: that places with equal numbers have isomorphic surroundings.

use std::collections::BTreeMap;

/// Numbers places so that those that look alike share a number, once for each radius from 0 to `steps`.
///
/// At radius 0 only the place itself is compared; each step adds what lies one passage farther away.
pub(in crate::layout) fn refine_colors(
    alone: Vec<impl Ord>,
    neighbours: &[Vec<usize>],
    steps: usize,
) -> Vec<Vec<usize>> {
    let mut all = vec![numbered(&alone)];
    for _ in 0..steps {
        let nearer = all.last().map_or(&[][..], Vec::as_slice);
        let around = |(place, neighbours): (usize, &Vec<usize>)| {
            let mut around: Vec<usize> = neighbours.iter().map(|near| nearer[*near]).collect();
            around.sort_unstable();
            (nearer[place], around)
        };
        let farther: Vec<_> = neighbours.iter().enumerate().map(around).collect();
        all.push(numbered(&farther));
    }
    all
}

fn numbered<T: Ord>(values: &[T]) -> Vec<usize> {
    let sorted: BTreeMap<&T, ()> = values.iter().map(|value| (value, ())).collect();
    let number: BTreeMap<&T, usize> = sorted.into_keys().zip(0..).collect();
    values.iter().map(|value| number[value]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_look_alike_as_far_as_their_surroundings_do() {
        // A chain of five: the ends look alike, and so do their neighbours.
        let neighbours = vec![vec![1], vec![0, 2], vec![1, 3], vec![2, 4], vec![3]];
        let looks = refine_colors(vec!["hall"; 5], &neighbours, 2);
        assert_eq!(looks[0], [0; 5]);
        assert_eq!(looks[1], [0, 1, 1, 1, 0]);
        assert_eq!(looks[2], [0, 1, 2, 1, 0]);
    }
}
