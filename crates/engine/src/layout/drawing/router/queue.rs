//! The priority queue of a search.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A queue of numbers, the smallest first.
///
/// A search mostly goes straight on, so the number pushed last is often popped next. Therefore one number is
/// stored outside of the heap.
#[derive(Default)]
pub(super) struct SearchQueue {
    next: Option<u64>,
    others: BinaryHeap<Reverse<u64>>,
}

impl SearchQueue {
    pub fn clear(&mut self) {
        self.next = None;
        self.others.clear();
    }

    pub fn push(&mut self, number: u64) {
        let other = match self.next {
            Some(next) if next <= number => number,
            Some(next) => {
                self.next = Some(number);
                next
            }
            None => {
                self.next = Some(number);
                return;
            }
        };
        self.others.push(Reverse(other));
    }

    /// Removes and returns the smallest number.
    pub fn pop(&mut self) -> Option<u64> {
        if let Some(next) = self.next
            && self.others.peek().is_none_or(|Reverse(other)| next <= *other)
        {
            return self.next.take();
        }
        self.others.pop().map(|Reverse(other)| other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Seed;

    #[test]
    fn least_number_comes_first() {
        let (mut queue, mut sorted) = (SearchQueue::default(), Vec::new());
        let mut random = Seed(7).stream();
        for _ in 0..2_000 {
            if random.chance(60) {
                let number = random.below(50);
                queue.push(number);
                sorted.push(number);
                sorted.sort_unstable_by_key(|number| Reverse(*number));
            } else {
                assert_eq!(queue.pop(), sorted.pop());
            }
        }
    }
}
