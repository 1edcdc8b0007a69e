//! Where passages leave what is kept: by the cells of their old ways, until they are clear of it.
//!
//! ```text
//! ####.....
//! aaa#.....     a: a kept place; l: cells of its old way that the passage keeps;
//! aaallS→..     S: the stub, from which a new way is searched; nothing kept touches the cell before it
//! aaa#.....
//! ####.....
//! ```

use crate::base::{Cell, Direction, Rect};

/// The end of a passage at a place that is kept.
#[derive(Clone, Debug)]
pub(super) struct Stub {
    /// The cells of the old way from the core of the place to the stub, without it.
    pub lead: Vec<Cell>,
    pub at: Cell,
    pub out: Direction,
    /// How many cells the passage has to the stub, with it.
    pub own: u32,
}

impl Stub {
    /// The stub of a way out of a place that owns the first cells of it, among ground that nobody may touch;
    /// `None` if it gets clear of it nowhere.
    pub fn new(way: &[Cell], owned: usize, ground: &[Rect]) -> Option<Self> {
        let is_clear = |cell: Cell| !ground.iter().any(|rect| rect.grown(1).contains(cell));
        let is_free = |cell: Cell| !ground.iter().any(|rect| rect.contains(cell));
        let first = owned.max(1);
        (first..way.len()).take_while(|index| is_free(way[*index])).find_map(|index| {
            let at = way[index];
            let back = way[index - 1];
            let ahead = way.get(index + 1).copied().unwrap_or(at + (at - back));
            let mut sides: Vec<Direction> =
                Direction::ALL.into_iter().filter(|side| at.step(*side) != back).collect();
            sides.sort_by_key(|side| at.step(*side) != ahead);
            let out = sides.into_iter().find(|side| is_clear(at.step(*side)))?;
            let own = (index + 1 - first) as u32;
            Some(Self { lead: way[..index].to_vec(), at, out, own })
        })
    }

    /// The cells that the passage keeps beyond those of its place.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        let first = (self.lead.len() + 1).saturating_sub(self.own as usize);
        self.lead.iter().copied().skip(first).chain([self.at])
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
        assert_eq!((past.at, past.own, past.lead.len()), (Cell::new(1, 5), 1, 1));
        let ahead = Rect::new(Cell::new(3, 3), Size::new(2, 9));
        let turned = Stub::new(&straight(8), 1, &[room, ahead]);
        assert!(turned.is_none(), "{turned:?}");
    }
}
