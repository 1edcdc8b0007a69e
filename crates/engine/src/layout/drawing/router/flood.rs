//! Finds the shortest way out of a window over free cells (Lee's algorithm, 1961). Turns cost nothing.

use std::collections::VecDeque;
use std::iter::successors;

use super::window::index_of;
use crate::base::{Cell, Rect};

/// Finds a shortest way from one of the starts to the edge of a window. Of equal ways, it returns the first found.
///
/// A start is a cell, which need not be free, and the first cell after it.
pub(in crate::layout) fn shortest_route_out(
    window: Rect,
    is_free: impl Fn(Cell) -> bool,
    starts: impl Iterator<Item = (Cell, Cell)>,
) -> Option<Vec<Cell>> {
    let mut before: Vec<Option<Cell>> = vec![None; window.size.area()];
    let mut queue = VecDeque::new();
    let mut arrive = |queue: &mut VecDeque<Cell>, cell: Cell, from: Cell| {
        let known = index_of(window, cell).filter(|_| is_free(cell)).and_then(|index| before.get_mut(index));
        if let Some(known) = known
            && known.is_none()
        {
            *known = Some(from);
            queue.push_back(cell);
        }
    };
    for (from, first) in starts {
        arrive(&mut queue, first, from);
    }
    let edge = loop {
        let cell = queue.pop_front()?;
        if window.on_edge(cell) {
            break cell;
        }
        cell.beside().for_each(|next| arrive(&mut queue, next, cell));
    };
    let mut route: Vec<Cell> = successors(Some(edge), |at| before[index_of(window, *at)?]).collect();
    route.reverse();
    Some(route)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Size;

    #[test]
    fn way_out_goes_around_what_is_closed() {
        let picture = ["....", ".##.", "S#..", ".#.."];
        let window = Rect::new(Cell::new(10, 20), Size::new(4, 4));
        let is_free = |cell: Cell| {
            index_of(window, cell).is_some_and(|index| picture[index / 4].as_bytes()[index % 4] != b'#')
        };
        let inside = Cell::new(11, 22);
        let route = shortest_route_out(window, is_free, [(inside, Cell::new(12, 22))].into_iter());
        assert_eq!(route, Some(vec![inside, Cell::new(12, 22), Cell::new(13, 22)]));
        let closed = shortest_route_out(window, |_| false, [(inside, Cell::new(12, 22))].into_iter());
        assert_eq!(closed, None);
    }
}
