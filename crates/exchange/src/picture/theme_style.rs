//! The theme of each cell of a level, as colours and patterns for drawing.
//!
//! In: a level with themes. Out: a style for each cell, or nothing for a level without themes.
//! Cells of places have the theme of their place. A corridor changes its theme at a door, or in its middle:
//!
//! ```text
//! AAAA                  BBBB          AAAA                  BBBB
//! AAAA a a a a|b b b b  BBBB          AAAA a a a a a a a a |+BBB
//! AAAA                  BBBB          AAAA                  BBBB
//! ```
//!
//! Walls have the style of the floor in front of them. In open caves, `theme_borders` makes borders wind.

use std::collections::{BTreeMap, VecDeque};

use super::outskirts::{Outside, Outskirts};
use super::side_view::is_side_view;
use super::theme_borders::roughen;
use crate::base::{Cell, Color, Grid};
use crate::level::{
    DoorStyle, FloorPattern, Level, OwnedBy, Passage, PassageId, PlaceId, SANDSTONE, ThemeLiquid, ThemeLook,
    WallPattern,
};

/// Offsets of the neighbours of a wall, those first whose floor it stands behind.
const NEIGHBOURS: [(i32, i32); 8] = [(0, 1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, -1), (-1, -1), (1, -1)];

/// The way in which a place was made, and the side from which it is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Build {
    /// Dug into earth and rock.
    Dug,
    /// Built from slabs and bricks.
    Built,
    /// Built, and seen from the side: ladders and ledges before a wall.
    SideView,
}

impl Build {
    const ALL: [Self; 3] = [Self::Dug, Self::Built, Self::SideView];

    /// Returns how the place of a cell, or of the floor in front of a wall, was made.
    pub fn of(level: &Level, cell: Cell) -> Self {
        let below = Cell::new(cell.x, cell.y + 1);
        let mut who = [cell, below].into_iter().map(|cell| level.owner(cell).who());
        who.find(|who| *who != OwnedBy::Nobody).map_or(Self::Dug, |who| Self::of_owner(level, who))
    }

    /// Returns how a place was made, or what a passage leads to.
    fn of_owner(level: &Level, owner: OwnedBy) -> Self {
        let is_built = match owner {
            OwnedBy::Place(id) => Self::of_place(level, id) == Self::Built,
            OwnedBy::Passage(id) => level.passage(id).is_some_and(|passage| {
                passage.ends().into_iter().any(|(_, id)| Self::of_place(level, id) == Self::Built)
            }),
            OwnedBy::Nobody => false,
        };
        if is_built { Self::Built } else { Self::Dug }
    }

    fn of_place(level: &Level, id: PlaceId) -> Self {
        let is_built = level.place(id).is_some_and(|place| !place.technique.is_dug());
        if is_built { Self::Built } else { Self::Dug }
    }
}

/// Colours and patterns of the ground of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct GroundStyle {
    /// Bare floor.
    pub floor: Color,
    /// Worn floor.
    pub stain: Color,
    /// Details.
    pub accent: Color,
    /// Edges of walls.
    pub rim: Color,
    /// Tops of walls.
    pub top: Color,
    /// Faces of walls.
    pub face: Color,
    /// Rock between places.
    pub void: Color,
    /// Liquid.
    pub liquid: Color,
    /// The liquid that fills pools.
    pub liquid_kind: ThemeLiquid,
    pub floor_pattern: FloorPattern,
    pub wall_pattern: WallPattern,
    /// The style of doors.
    pub door: DoorStyle,
    /// `false` for the look of levels without themes, whose colours come from their legend.
    pub is_themed: bool,
    pub build: Build,
    /// The space visible behind walls.
    pub outside: Outside,
}

impl GroundStyle {
    /// Returns the style of levels without themes.
    pub fn plain(floor: Color, wall: Color, build: Build) -> Self {
        let (floor_pattern, wall_pattern) = match build {
            Build::Dug => (FloorPattern::Earth, WallPattern::Rock),
            Build::Built | Build::SideView => (FloorPattern::Slabs, WallPattern::Bricks),
        };
        Self {
            floor,
            stain: floor,
            accent: floor,
            rim: wall,
            top: wall,
            face: wall,
            void: wall,
            liquid: wall,
            liquid_kind: ThemeLiquid::Water,
            floor_pattern,
            wall_pattern,
            door: DoorStyle::Wood,
            is_themed: false,
            build,
            outside: Outside::Rock,
        }
    }

    /// Returns the style of a theme between rock of the given colour.
    pub fn of_theme(theme: &ThemeLook, build: Build, void: Color) -> Self {
        let colors = &theme.colors;
        let (floor_pattern, wall_pattern) = match build {
            Build::Dug => (theme.ground, theme.rock),
            Build::Built | Build::SideView => (theme.floor, theme.wall),
        };
        Self {
            floor: colors.floor,
            stain: colors.stain,
            accent: colors.accent,
            rim: colors.rim,
            top: colors.wall_top,
            face: colors.wall_face,
            void,
            liquid: colors.liquid,
            liquid_kind: theme.liquid,
            floor_pattern,
            wall_pattern,
            door: theme.door,
            is_themed: true,
            build,
            outside: Outside::Rock,
        }
    }

    /// Returns `true` if it was built rather than dug.
    pub const fn is_built(&self) -> bool {
        !matches!(self.build, Build::Dug)
    }
}

/// The number of a style: that of its theme and that of its build.
type StyleNumber = (usize, usize);

/// The styles of all cells of a level.
pub(super) struct StyleMap {
    /// For each theme, its style for each build.
    styles: Vec<[GroundStyle; 3]>,
    /// The names of the themes, which derived ones share with none.
    names: Vec<String>,
    /// The style of each cell.
    cells: Grid<StyleNumber>,
    outskirts: Outskirts,
}

impl StyleMap {
    /// Returns the styles of a level with themes.
    pub fn of(level: &Level) -> Option<Self> {
        let names = &level.themes;
        if names.is_empty() {
            return None;
        }
        let (mut looks, mut called): (Vec<ThemeLook>, Vec<String>) = Default::default();
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        let mut number = |name| {
            *numbers.entry(name).or_insert_with(|| {
                looks.push(names.look(name));
                called.push(name.to_owned());
                looks.len() - 1
            })
        };
        let default = number(&names.level);
        let places: Vec<usize> = level.places.iter().map(|place| number(names.of_place(place.id))).collect();
        let own: BTreeMap<PassageId, usize> =
            names.passages.iter().map(|(id, name)| (*id, number(name))).collect();
        let is_side_view = is_side_view(level);
        let of_place = |id: PlaceId| {
            let build = match Build::of_place(level, id) {
                Build::Built if is_side_view => Build::SideView,
                build => build,
            };
            (places.get(id.index()).copied().unwrap_or(default), build as usize)
        };
        let mut known = Grid::filled(level.tiles.size(), None);
        let mut passages: BTreeMap<PassageId, Vec<Cell>> = BTreeMap::new();
        for (cell, owner) in level.owners.iter() {
            match owner.who() {
                OwnedBy::Place(id) => put(&mut known, cell, of_place(id)),
                OwnedBy::Passage(id) => passages.entry(id).or_default().push(cell),
                OwnedBy::Nobody => {}
            }
        }
        for (id, cells) in passages {
            let Some(passage) = level.passage(id) else { continue };
            let ends = passage.ends().map(|(_, id)| of_place(id));
            fill_passage(level, passage, &cells, (ends, own.get(&id).copied()), &mut known);
        }
        roughen(level, &mut known, |(_, build)| build == Build::Dug as usize);
        let outside = looks.get(default).unwrap_or(&SANDSTONE);
        let void = outside.colors.void;
        let outskirts = Outskirts::of(level, outside.name);
        let styles =
            looks.iter().map(|look| Build::ALL.map(|build| GroundStyle::of_theme(look, build, void)));
        let styles = styles.collect();
        let cells = spread(level, known, (default, Build::Dug as usize));
        Some(Self { styles, names: called, cells, outskirts })
    }

    /// Returns the number of a cell's theme.
    pub fn theme_at(&self, cell: Cell) -> Option<usize> {
        self.cells.get(cell).map(|(theme, _)| *theme)
    }

    /// Returns the name of a theme by its number. Levels may have a part without a theme, which is sandstone.
    pub fn name(&self, theme: usize) -> Option<&str> {
        self.names.get(theme).map(|name| if name.is_empty() { SANDSTONE.name } else { name.as_str() })
    }

    /// Returns the style of a theme by its number.
    pub fn of_theme(&self, theme: usize) -> Option<GroundStyle> {
        self.by_number((theme, Build::Built as usize))
    }

    /// Returns the style of a cell.
    pub fn at(&self, cell: Cell) -> Option<GroundStyle> {
        let style = self.by_number(self.number(cell)?)?;
        Some(GroundStyle { outside: self.outskirts.at(cell), ..style })
    }

    /// Returns the number of a cell's style. Cells with one number have one style.
    pub fn number(&self, cell: Cell) -> Option<StyleNumber> {
        self.cells.get(cell).copied()
    }

    /// Returns the style with a number.
    pub fn by_number(&self, (theme, build): StyleNumber) -> Option<GroundStyle> {
        self.styles.get(theme)?.get(build).copied()
    }
}

fn put(known: &mut Grid<Option<StyleNumber>>, cell: Cell, style: StyleNumber) {
    if known.get(cell).is_some() {
        known[cell] = Some(style);
    }
}

/// Gives a passage the styles of its ends, or its own theme. One that is dug at an end is dug in its own theme.
fn fill_passage(
    level: &Level,
    passage: &Passage,
    cells: &[Cell],
    ([from, to], own): ([StyleNumber; 2], Option<usize>),
    known: &mut Grid<Option<StyleNumber>>,
) {
    let is_at = |end: PlaceId, cell: Cell| {
        cell.around().chain([cell]).any(|near| level.owner(near).place() == Some(end))
    };
    // A level from a file may have doors beyond its map.
    let doors: Vec<Cell> = passage.door_cells().filter(|cell| level.tiles.get(*cell).is_some()).collect();
    let has_door = |end: PlaceId| doors.iter().any(|cell| is_at(end, *cell));
    let style = match own {
        Some(own) => Some((own, from.1.min(to.1))),
        None if from == to || has_door(passage.to) => Some(from),
        None if has_door(passage.from) => Some(to),
        None => None,
    };
    if let Some(style) = style {
        cells.iter().for_each(|cell| put(known, *cell, style));
        return;
    }
    let from_start = distances(level, cells, passage.from.into());
    let from_end = distances(level, cells, passage.to.into());
    for cell in cells {
        let is_near_start =
            from_end.get(cell).is_none_or(|end| from_start.get(cell).is_some_and(|start| start <= end));
        put(known, *cell, if is_near_start { from } else { to });
    }
}

/// Returns the distance of each cell of a passage from an end, from 1. Cells that are not connected are missing.
fn distances(level: &Level, cells: &[Cell], end: crate::level::Owner) -> BTreeMap<Cell, u32> {
    let own: std::collections::BTreeSet<Cell> = cells.iter().copied().collect();
    let is_first = |cell: &&Cell| cell.around().any(|near| level.owner(near) == end);
    let mut queue: VecDeque<(Cell, u32)> = cells.iter().filter(is_first).map(|cell| (*cell, 1)).collect();
    let mut known = BTreeMap::new();
    while let Some((cell, distance)) = queue.pop_front() {
        if known.contains_key(&cell) {
            continue;
        }
        known.insert(cell, distance);
        queue.extend(cell.beside().filter(|near| own.contains(near)).map(|near| (near, distance + 1)));
    }
    known
}

/// Gives every other cell the style of the nearest known one, if possible of one that people walk on.
fn spread(level: &Level, known: Grid<Option<StyleNumber>>, default: StyleNumber) -> Grid<StyleNumber> {
    let mut front: Vec<(Cell, StyleNumber)> = Vec::new();
    for (cell, style) in known.iter() {
        if style.is_some() {
            continue;
        }
        let near = || NEIGHBOURS.iter().map(|(dx, dy)| Cell::new(cell.x + dx, cell.y + dy));
        let style_of = |near: Cell| known.get(near).copied().flatten();
        let floor = near().filter(|near| level.is_walkable(*near)).find_map(style_of);
        if let Some(style) = floor.or_else(|| near().find_map(style_of)) {
            front.push((cell, style));
        }
    }
    let mut all = known;
    front.iter().for_each(|(cell, style)| all[*cell] = Some(*style));
    let mut queue: VecDeque<Cell> = front.into_iter().map(|(cell, _)| cell).collect();
    while let Some(cell) = queue.pop_front() {
        let style = all[cell];
        for near in cell.around() {
            if all.get(near) == Some(&None) {
                all[near] = style;
                queue.push_back(near);
            }
        }
    }
    all.map(|style| style.unwrap_or(default))
}
