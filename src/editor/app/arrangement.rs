//! The arrangement of the panes: the default, changes by showing and closing panes, and its form between
//! runs.

use std::collections::BTreeSet;

use egui_tiles::{Container, Linear, LinearDir, Tile, TileId, Tiles, Tree};

use crate::editor::pane::Pane;

/// Minimum width for three columns, in points.
const NARROW: f32 = 900.0;

/// The arrangement of the panes: the designer's own, and one with two columns for narrow windows.
pub struct PaneArrangement {
    wide: Tree<Pane>,
    /// Arrangement of narrow windows. Only its front tabs are remembered, because small windows are
    /// temporary.
    narrow: Tree<Pane>,
}

impl Default for PaneArrangement {
    fn default() -> Self {
        Self::of(first_arrangement())
    }
}

impl PaneArrangement {
    /// Creates an arrangement from that of wide windows.
    pub fn of(wide: Tree<Pane>) -> Self {
        Self { wide, narrow: narrow_arrangement() }
    }

    /// Returns the arrangement for panes with this total width, in points.
    pub fn for_width(&mut self, width: f32) -> &mut Tree<Pane> {
        if width < NARROW { &mut self.narrow } else { &mut self.wide }
    }

    /// Returns the arrangement of wide windows.
    pub fn wide(&self) -> &Tree<Pane> {
        &self.wide
    }

    /// Brings a pane to the front, and reopens it if it was closed.
    pub fn show(&mut self, pane: Pane) {
        show_pane(&mut self.wide, pane);
        show_pane(&mut self.narrow, pane);
    }

    /// Brings a pane to the front, unless it would cover a pane other than those in `may_cover`.
    pub fn reveal(&mut self, pane: Pane, may_cover: &[Pane]) {
        for tree in [&mut self.wide, &mut self.narrow] {
            if pane_before(tree, pane).is_none_or(|front| may_cover.contains(&front)) {
                show_pane(tree, pane);
            }
        }
    }

    /// Returns the panes with tabs in front.
    pub fn fronts(&self) -> FrontPanes {
        FrontPanes { wide: panes_in_front(&self.wide), narrow: panes_in_front(&self.narrow) }
    }

    /// Brings panes to the front that were there before, except closed ones.
    pub fn restore_fronts(&mut self, fronts: &FrontPanes) {
        for (tree, panes) in [(&mut self.wide, &fronts.wide), (&mut self.narrow, &fronts.narrow)] {
            tree.make_active(|_, tile| matches!(tile, Tile::Pane(pane) if panes.contains(pane)));
        }
    }

    /// Closes a pane.
    pub fn close(&mut self, pane: Pane) {
        close_pane(&mut self.wide, pane);
        close_pane(&mut self.narrow, pane);
    }
}

/// The panes in front, in each of the two arrangements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrontPanes {
    /// Panes in front in a wide window.
    pub wide: Vec<Pane>,
    /// Panes in front in a narrow window.
    pub narrow: Vec<Pane>,
}

/// Returns the pane in front of another one, in the same row of tabs.
fn pane_before(tree: &Tree<Pane>, pane: Pane) -> Option<Pane> {
    let row = tree.tiles.parent_of(tree.tiles.find_pane(&pane)?)?;
    let Tile::Container(Container::Tabs(tabs)) = tree.tiles.get(row)? else { return None };
    tree.tiles.get_pane(&tabs.active?).copied().filter(|front| *front != pane)
}

fn panes_in_front(tree: &Tree<Pane>) -> Vec<Pane> {
    let active = tree.tiles.tiles().filter_map(|tile| match tile {
        Tile::Container(Container::Tabs(tabs)) => tabs.active,
        Tile::Container(_) | Tile::Pane(_) => None,
    });
    let mut panes: Vec<Pane> = active.filter_map(|tile| tree.tiles.get_pane(&tile).copied()).collect();
    panes.sort_unstable();
    panes
}

/// Returns the arrangement for narrow windows: parts of the grammar, problems and history on the left,
/// drawings on the right.
fn narrow_arrangement() -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let mut tabs = |panes: &[Pane]| {
        let panes = panes.iter().map(|pane| tiles.insert_pane(*pane)).collect();
        tiles.insert_tab_tile(panes)
    };
    let parts = tabs(&[&PARTS[..], &[Pane::Problems, Pane::History]].concat());
    let drawn = [Pane::Level, Pane::Range, Pane::Mission, Pane::Rule, Pane::Start, Pane::Room, Pane::Gallery];
    let drawn = tabs(&drawn);
    let root = linear(&mut tiles, LinearDir::Horizontal, &[(parts, 0.8), (drawn, 1.0)]);
    Tree::new("panes of a narrow window", root, tiles)
}

/// Panes with parts of the grammar.
const PARTS: [Pane; 6] =
    [Pane::Rules, Pane::Alphabet, Pane::Recipe, Pane::Populate, Pane::Rooms, Pane::Settings];

/// Returns the default arrangement: parts of the grammar on the left, with problems and history below;
/// drawings in the middle; the level on the right.
pub fn first_arrangement() -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let mut tabs = |panes: &[Pane]| {
        let panes = panes.iter().map(|pane| tiles.insert_pane(*pane)).collect();
        tiles.insert_tab_tile(panes)
    };
    let parts = tabs(&PARTS);
    let notes = tabs(&[Pane::Problems, Pane::History]);
    let drawn = tabs(&[Pane::Mission, Pane::Rule, Pane::Start, Pane::Room, Pane::Gallery]);
    let level = tabs(&[Pane::Level, Pane::Range, Pane::Compare]);
    let side = linear(&mut tiles, LinearDir::Vertical, &[(parts, 3.2), (notes, 1.0)]);
    let root = linear(&mut tiles, LinearDir::Horizontal, &[(side, 0.82), (drawn, 1.0), (level, 1.2)]);
    Tree::new("panes", root, tiles)
}

/// Puts tiles into a row or column, each with its share of the space.
fn linear(tiles: &mut Tiles<Pane>, direction: LinearDir, shares: &[(TileId, f32)]) -> TileId {
    let mut linear = Linear::new(direction, shares.iter().map(|(tile, _)| *tile).collect());
    for (tile, share) in shares {
        linear.shares.set_share(*tile, *share);
    }
    tiles.insert_container(Container::Linear(linear))
}

/// Brings a pane to the front, and reopens it if it was closed.
fn show_pane(tree: &mut Tree<Pane>, pane: Pane) {
    if tree.tiles.find_pane(&pane).is_none() {
        let id = tree.tiles.insert_pane(pane);
        match row_for(tree, pane).or(tree.root) {
            Some(row) => tree.move_tile_to_container(id, row, usize::MAX, true),
            None => tree.root = Some(tree.tiles.insert_tab_tile(vec![id])),
        }
    }
    tree.make_active(|_, tile| matches!(tile, Tile::Pane(found) if *found == pane));
}

/// Returns the row of tabs that a pane joins when it is opened: the range and the comparison join the
/// level, and the gallery joins
/// the mission, because a click in it shows the level.
fn row_for(tree: &Tree<Pane>, pane: Pane) -> Option<TileId> {
    let neighbor = match pane {
        Pane::Range | Pane::Compare => Pane::Level,
        Pane::Gallery => Pane::Mission,
        _ => return None,
    };
    let neighbor = tree.tiles.find_pane(&neighbor)?;
    let row = tree.tiles.parent_of(neighbor)?;
    matches!(tree.tiles.get(row)?, Tile::Container(Container::Tabs(_))).then_some(row)
}

/// Closes a pane.
fn close_pane(tree: &mut Tree<Pane>, pane: Pane) {
    if let Some(tile) = tree.tiles.find_pane(&pane) {
        tree.remove_recursively(tile);
    }
}

/// Prints an arrangement, to be remembered.
pub fn text_of(tree: &Tree<Pane>) -> Option<String> {
    ron::to_string(tree).ok()
}

/// Parses a remembered arrangement; `None` if the text is invalid or contains a pane twice.
pub fn arrangement_of(text: &str) -> Option<Tree<Pane>> {
    let tree: Tree<Pane> = ron::from_str(text).ok()?;
    let mut seen = BTreeSet::new();
    let panes = tree.tiles.tiles().filter_map(|tile| match tile {
        Tile::Pane(pane) => Some(*pane),
        Tile::Container(_) => None,
    });
    let is_sound = panes.into_iter().all(|pane| seen.insert(pane)) && !seen.is_empty() && tree.root.is_some();
    is_sound.then_some(tree)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrangement_is_remembered_as_it_was_left() {
        let mut tree = first_arrangement();
        close_pane(&mut tree, Pane::History);
        show_pane(&mut tree, Pane::Rule);
        let text = text_of(&tree).expect("it can be written");
        assert!(arrangement_of(&text) == Some(tree));
    }

    #[test]
    fn pane_that_a_remembered_arrangement_does_not_know_joins_the_level() {
        let mut tree = first_arrangement();
        close_pane(&mut tree, Pane::Range);
        let text = text_of(&tree).expect("it can be written");
        let mut old = arrangement_of(&text).expect("it opens");
        assert!(old.tiles.find_pane(&Pane::Range).is_none());
        show_pane(&mut old, Pane::Range);
        let row = |pane: Pane| old.tiles.parent_of(old.tiles.find_pane(&pane)?);
        assert!(row(Pane::Range).is_some() && row(Pane::Range) == row(Pane::Level));
    }

    #[test]
    fn text_that_is_no_arrangement_is_passed_over() {
        assert!(arrangement_of("").is_none());
        let twice = text_of(&first_arrangement()).expect("it can be written").replace("History", "Level");
        assert!(arrangement_of(&twice).is_none());
    }

    #[test]
    fn pane_is_revealed_only_where_it_covers_nothing_that_is_used() {
        let mut panes = PaneArrangement::default();
        show_pane(&mut panes.wide, Pane::History);
        panes.reveal(Pane::Problems, &[Pane::History]);
        let FrontPanes { wide, narrow } = panes.fronts();
        assert!(wide.contains(&Pane::Problems) && wide.contains(&Pane::Rules));
        assert!(narrow.contains(&Pane::Rules) && !narrow.contains(&Pane::Problems));
    }

    #[test]
    fn closed_pane_comes_back() {
        let mut tree = first_arrangement();
        for pane in Pane::ALL {
            close_pane(&mut tree, pane);
        }
        assert!(Pane::ALL.iter().all(|pane| tree.tiles.find_pane(pane).is_none()));
        for pane in Pane::ALL {
            show_pane(&mut tree, pane);
        }
        assert!(Pane::ALL.iter().all(|pane| tree.tiles.find_pane(pane).is_some()));
    }
}
