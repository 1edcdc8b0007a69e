//! Where the panes are: at first, when one is shown or closed, and as it is remembered between runs.

use std::collections::BTreeSet;

use egui_tiles::{Container, Linear, LinearDir, Tile, TileId, Tiles, Tree};

use crate::editor::pane::Pane;

/// Below this width, in points, three columns are too narrow to work in.
const NARROW: f32 = 900.0;

/// Where the panes are: as the designer has them, and in two columns where the window is narrow.
pub struct Arrangement {
    wide: Tree<Pane>,
    /// Of it only the tabs in front are remembered: small windows are for a while.
    narrow: Tree<Pane>,
}

impl Default for Arrangement {
    fn default() -> Self {
        Self::of(first_arrangement())
    }
}

impl Arrangement {
    /// With the panes of a wide window where they were.
    pub fn of(wide: Tree<Pane>) -> Self {
        Self { wide, narrow: narrow_arrangement() }
    }

    /// That of a window with so much width for its panes, in points.
    pub fn for_width(&mut self, width: f32) -> &mut Tree<Pane> {
        if width < NARROW { &mut self.narrow } else { &mut self.wide }
    }

    /// That of wide windows.
    pub fn wide(&self) -> &Tree<Pane> {
        &self.wide
    }

    /// Puts a pane in front; brings it back if it was closed.
    pub fn show(&mut self, pane: Pane) {
        show_pane(&mut self.wide, pane);
        show_pane(&mut self.narrow, pane);
    }

    /// Puts a pane in front, unless it would cover another pane than these.
    pub fn reveal(&mut self, pane: Pane, may_cover: &[Pane]) {
        for tree in [&mut self.wide, &mut self.narrow] {
            if pane_before(tree, pane).is_none_or(|front| may_cover.contains(&front)) {
                show_pane(tree, pane);
            }
        }
    }

    /// The panes whose tabs are in front.
    pub fn fronts(&self) -> Fronts {
        Fronts { wide: panes_in_front(&self.wide), narrow: panes_in_front(&self.narrow) }
    }

    /// Puts panes in front where they were so, but for those that were closed.
    pub fn restore_fronts(&mut self, fronts: &Fronts) {
        for (tree, panes) in [(&mut self.wide, &fronts.wide), (&mut self.narrow, &fronts.narrow)] {
            tree.make_active(|_, tile| matches!(tile, Tile::Pane(pane) if panes.contains(pane)));
        }
    }

    /// Takes a pane out of the window.
    pub fn close(&mut self, pane: Pane) {
        close_pane(&mut self.wide, pane);
        close_pane(&mut self.narrow, pane);
    }
}

/// The panes that are in front, in each of the two arrangements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fronts {
    /// Of a wide window.
    pub wide: Vec<Pane>,
    /// Of a narrow one.
    pub narrow: Vec<Pane>,
}

/// Returns the pane that is in front of another one, in the same row of tabs.
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

/// On the left what the grammar consists of, what is wrong and what was done; on the right everything that is drawn.
fn narrow_arrangement() -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let mut tabs = |panes: &[Pane]| {
        let panes = panes.iter().map(|pane| tiles.insert_pane(*pane)).collect();
        tiles.insert_tab_tile(panes)
    };
    let parts = tabs(&[&PARTS[..], &[Pane::Problems, Pane::History]].concat());
    let drawn = tabs(&[Pane::Level, Pane::Mission, Pane::Rule, Pane::Start, Pane::Room]);
    let root = linear(&mut tiles, LinearDir::Horizontal, &[(parts, 0.8), (drawn, 1.0)]);
    Tree::new("panes of a narrow window", root, tiles)
}

/// What the grammar consists of.
const PARTS: [Pane; 6] =
    [Pane::Rules, Pane::Alphabet, Pane::Recipe, Pane::Populate, Pane::Rooms, Pane::Settings];

/// On the left what the grammar consists of, below it what is wrong and what was done; in the middle what is drawn, on the right the level.
pub fn first_arrangement() -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let mut tabs = |panes: &[Pane]| {
        let panes = panes.iter().map(|pane| tiles.insert_pane(*pane)).collect();
        tiles.insert_tab_tile(panes)
    };
    let parts = tabs(&PARTS);
    let notes = tabs(&[Pane::Problems, Pane::History]);
    let drawn = tabs(&[Pane::Mission, Pane::Rule, Pane::Start, Pane::Room]);
    let level = tabs(&[Pane::Level]);
    let side = linear(&mut tiles, LinearDir::Vertical, &[(parts, 3.2), (notes, 1.0)]);
    let root = linear(&mut tiles, LinearDir::Horizontal, &[(side, 0.82), (drawn, 1.0), (level, 1.2)]);
    Tree::new("panes", root, tiles)
}

/// Tiles beside or below each other, each with its share of the room.
fn linear(tiles: &mut Tiles<Pane>, direction: LinearDir, shares: &[(TileId, f32)]) -> TileId {
    let mut linear = Linear::new(direction, shares.iter().map(|(tile, _)| *tile).collect());
    for (tile, share) in shares {
        linear.shares.set_share(*tile, *share);
    }
    tiles.insert_container(Container::Linear(linear))
}

/// Puts a pane in front; brings it back if it was closed.
fn show_pane(tree: &mut Tree<Pane>, pane: Pane) {
    if tree.tiles.find_pane(&pane).is_none() {
        let id = tree.tiles.insert_pane(pane);
        match tree.root {
            Some(root) => tree.move_tile_to_container(id, root, usize::MAX, true),
            None => tree.root = Some(tree.tiles.insert_tab_tile(vec![id])),
        }
    }
    tree.make_active(|_, tile| matches!(tile, Tile::Pane(found) if *found == pane));
}

/// Takes a pane out of the window.
fn close_pane(tree: &mut Tree<Pane>, pane: Pane) {
    if let Some(tile) = tree.tiles.find_pane(&pane) {
        tree.remove_recursively(tile);
    }
}

/// An arrangement as text, to be remembered.
pub fn text_of(tree: &Tree<Pane>) -> Option<String> {
    ron::to_string(tree).ok()
}

/// The arrangement that was remembered; none if the text is not one, or shows a pane twice.
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
    fn text_that_is_no_arrangement_is_passed_over() {
        assert!(arrangement_of("").is_none());
        let twice = text_of(&first_arrangement()).expect("it can be written").replace("History", "Level");
        assert!(arrangement_of(&twice).is_none());
    }

    #[test]
    fn pane_is_revealed_only_where_it_covers_nothing_that_is_used() {
        let mut panes = Arrangement::default();
        show_pane(&mut panes.wide, Pane::History);
        panes.reveal(Pane::Problems, &[Pane::History]);
        let Fronts { wide, narrow } = panes.fronts();
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
