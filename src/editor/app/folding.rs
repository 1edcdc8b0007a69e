//! Temporarily folds a row of tabs if the front pane has almost nothing to show.
//!
//! The neighbouring rows get its space. The arrangement of the designer does not change.

use egui_tiles::{Container, LinearDir, Shares, Tile, TileId, Tree};

use crate::editor::pane::Pane;

/// Height of the tabs of a row, in points.
pub const TAB_BAR: f32 = 30.0;
/// Maximum share of the height for a folded row; a higher row is not folded.
const MOST_SHARE: f32 = 1.0 / 3.0;

/// The container with the folded row, and its original shares.
pub struct Folded {
    rows: TileId,
    shares: Shares,
}

impl Folded {
    /// Folds the row in which a pane is in front, if there are other rows above or below it.
    /// `height_of` returns the height of the pane at a width, in points.
    pub fn fold(tree: &mut Tree<Pane>, pane: Pane, height_of: impl FnOnce(f32) -> f32) -> Option<Self> {
        let tile = tree.tiles.find_pane(&pane)?;
        let row = tree.tiles.parent_of(tile)?;
        let is_front = matches!(tree.tiles.get(row), Some(Tile::Container(Container::Tabs(tabs))) if tabs.active == Some(tile));
        let rows = tree.tiles.parent_of(row).filter(|_| is_front)?;
        let size = tree.tiles.rect(rows)?.size();
        let folded = TAB_BAR + height_of(size.x);
        let Some(Tile::Container(Container::Linear(linear))) = tree.tiles.get_mut(rows) else { return None };
        if linear.dir != LinearDir::Vertical || linear.children.len() < 2 || folded > MOST_SHARE * size.y {
            return None;
        }
        let shares = linear.shares.clone();
        let others = linear.children.iter().filter(|child| **child != row);
        let others: f32 = others.map(|child| shares[*child]).sum();
        linear.shares.set_share(row, others * folded / (size.y - folded));
        Some(Self { rows, shares })
    }

    /// Restores the arrangement.
    pub fn unfold(self, tree: &mut Tree<Pane>) {
        if let Some(Tile::Container(Container::Linear(linear))) = tree.tiles.get_mut(self.rows) {
            linear.shares = self.shares;
        }
    }
}
