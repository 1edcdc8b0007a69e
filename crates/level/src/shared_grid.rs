//! Grids shared by several values.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use crate::grid::Grid;

/// A grid shared between clones. Writing to a shared grid copies it first, so no other holder sees the
/// change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedGrid<T>(Arc<Grid<T>>);

impl<T> From<Grid<T>> for SharedGrid<T> {
    fn from(grid: Grid<T>) -> Self {
        Self(Arc::new(grid))
    }
}

impl<T> Deref for SharedGrid<T> {
    type Target = Grid<T>;

    fn deref(&self) -> &Grid<T> {
        &self.0
    }
}

impl<T: Clone> DerefMut for SharedGrid<T> {
    fn deref_mut(&mut self) -> &mut Grid<T> {
        Arc::make_mut(&mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, Size};

    #[test]
    fn a_change_is_seen_by_nobody_else() {
        let first = SharedGrid::from(Grid::filled(Size::new(2, 1), 'a'));
        let mut second = first.clone();
        assert!(std::ptr::eq(&*first, &*second));
        second[Cell::new(1, 0)] = 'b';
        assert_eq!((first.values(), second.values()), (&['a', 'a'][..], &['a', 'b'][..]));
    }
}
