//! Temporarily folds a row of tabs if the front pane has almost nothing to show.
//!
//! The neighbouring rows get its space. The arrangement of the designer does not change.

use egui_tiles::{Container, LinearDir, Shares, Tile, TileId, Tree};

use crate::editor::pane::Pane;

/// Height of a folded row: its tabs and one line, in points.
const HEIGHT: f32 = 74.0;

/// The container with the folded row, and its original shares.
pub struct Folded {
    rows: TileId,
    shares: Shares,
}

impl Folded {
    /// Folds the row in which a pane is in front, if there are other rows above or below it.
    pub fn fold(tree: &mut Tree<Pane>, pane: Pane) -> Option<Self> {
        let tile = tree.tiles.find_pane(&pane)?;
        let row = tree.tiles.parent_of(tile)?;
        let is_front = matches!(tree.tiles.get(row), Some(Tile::Container(Container::Tabs(tabs))) if tabs.active == Some(tile));
        let rows = tree.tiles.parent_of(row).filter(|_| is_front)?;
        let height = tree.tiles.rect(rows)?.height();
        let Some(Tile::Container(Container::Linear(linear))) = tree.tiles.get_mut(rows) else { return None };
        if linear.dir != LinearDir::Vertical || linear.children.len() < 2 || height < 3.0 * HEIGHT {
            return None;
        }
        let shares = linear.shares.clone();
        let others = linear.children.iter().filter(|child| **child != row);
        let others: f32 = others.map(|child| shares[*child]).sum();
        linear.shares.set_share(row, others * HEIGHT / (height - HEIGHT));
        Some(Self { rows, shares })
    }

    /// Restores the arrangement.
    pub fn unfold(self, tree: &mut Tree<Pane>) {
        if let Some(Tile::Container(Container::Linear(linear))) = tree.tiles.get_mut(self.rows) {
            linear.shares = self.shares;
        }
    }
}
