//! Stubs: passages leave kept places by the cells of their old routes until they are clear of kept ground.
//!
//! In: an old route and the kept ground. Out: the old cells that a passage keeps, and the cell and direction
//! from which its new route is searched.
//!
//! ```text
//! ####.....
//! aaa#.....     a: a kept place, l: cells of the old route that the passage keeps
//! aaallS→..     S: the stub, from which a new route is searched
//! aaa#.....     →: the first cell that no kept cell touches
//! ####.....
//! ```

use crate::base::{Cell, Direction, Rect};

/// The end of a passage at a kept place.
#[derive(Clone, Debug)]
pub(super) struct Stub {
    /// The cells of the old route from the core of the place up to the stub, without it.
    pub approach: Vec<Cell>,
    pub at: Cell,
    pub out: Direction,
    /// Number of cells that belong to the passage, up to and including the stub.
    pub own: u32,
}

impl Stub {
    /// Finds the stub of an old route. The place owns its first `owned` cells; `ground` may not be touched.
    ///
    /// Returns `None` if the route never leaves the ground.
    pub fn new(route: &[Cell], owned: usize, ground: &[Rect]) -> Option<Self> {
        let is_clear = |cell: Cell| !ground.iter().any(|rect| rect.grown(1).contains(cell));
        let is_free = |cell: Cell| !ground.iter().any(|rect| rect.contains(cell));
        let first = owned.max(1);
        (first..route.len()).take_while(|index| is_free(route[*index])).find_map(|index| {
            let at = route[index];
            let back = route[index - 1];
            let ahead = route.get(index + 1).copied().unwrap_or(at + (at - back));
            let mut sides: Vec<Direction> =
                Direction::ALL.into_iter().filter(|side| at.step(*side) != back).collect();
            sides.sort_by_key(|side| at.step(*side) != ahead);
            let out = sides.into_iter().find(|side| is_clear(at.step(*side)))?;
            let own = (index + 1 - first) as u32;
            Some(Self { approach: route[..index].to_vec(), at, out, own })
        })
    }

    /// Returns the cells that belong to the passage, up to and including the stub.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        let first = (self.approach.len() + 1).saturating_sub(self.own as usize);
        self.approach.iter().copied().skip(first).chain([self.at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Size;

    fn straight(length: i32) -> Vec<Cell> {
        (0..length).map(|x| Cell::new(x, 5)).collect()
    }

    #[test]
    fn stub_lies_where_the_way_gets_clear_of_what_is_kept() {
        let room = Rect::new(Cell::new(-4, 3), Size::new(5, 5));
        let alone = Stub::new(&straight(8), 1, &[room]).unwrap();
        assert_eq!((alone.at, alone.out, alone.own), (Cell::new(1, 5), Direction::East, 1));
        let beside = Rect::new(Cell::new(0, 7), Size::new(4, 2));
        let past = Stub::new(&straight(8), 1, &[room, beside]).unwrap();
        assert_eq!((past.at, past.own, past.approach.len()), (Cell::new(1, 5), 1, 1));
        let ahead = Rect::new(Cell::new(3, 3), Size::new(2, 9));
        let turned = Stub::new(&straight(8), 1, &[room, ahead]);
        assert!(turned.is_none(), "{turned:?}");
    }
}
