//! The theme of each cell of a level, as colours and patterns for drawing.
//!
//! In: a level with themes. Out: a style for each cell, or nothing for a level without themes.
//! Cells of places have the theme of their place. Corridors blend from one end to the other:
//!
//! ```text
//! AAAA                  BBBB
//! AAAA a a a ab b b b b BBBB      by the distance from both ends
//! AAAA                  BBBB
//! ```
//!
//! Walls have the style of the floor in front of them.

use std::collections::{BTreeMap, VecDeque};

use super::ink::noise;
use crate::base::{Cell, Color, Grid};
use crate::level::{
    DoorStyle, FloorPattern, Level, OwnedBy, Passage, PassageId, SANDSTONE, ThemeColors, ThemeLiquid,
    ThemeLook, WallPattern,
};

/// Number of steps in which a corridor blends two themes.
const STEPS: u32 = 8;

/// Cells at the end of a corridor over which its own theme begins.
const ONSET: u32 = 3;

/// Step of the blend on the cells where two places meet.
const SEAM: u32 = 3;

/// Themes of levels under a sky, with stars between their places.
const SKIES: [&str; 2] = ["ship", "temple"];

/// Number of different stars, and of cells for one star of each kind.
pub(super) const STARS: u32 = 5;
const STAR_CELLS: u32 = 40;

/// Purpose of the noise that places stars.
const STAR: u32 = 32;

/// Purpose of the noise that mixes patterns.
const MIXED: u32 = 31;

/// Offsets of the neighbours of a wall, those first whose floor it stands behind.
const NEIGHBOURS: [(i32, i32); 8] = [(0, 1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, -1), (-1, -1), (1, -1)];

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
    /// The number of the star in the void, from 1 to [`STARS`]. 0 without a star.
    pub star: u32,
}

impl GroundStyle {
    /// Returns the style of a theme between rock of the given colour.
    pub fn of_theme(theme: &ThemeLook, void: Color, is_built: bool) -> Self {
        let ThemeColors { floor, stain, accent, wall_top, wall_face, liquid, .. } = theme.colors;
        let (floor_pattern, wall_pattern) =
            if is_built { (theme.floor, theme.wall) } else { (theme.ground, theme.rock) };
        Self {
            floor,
            stain,
            accent,
            rim: theme.colors.rim,
            top: wall_top,
            face: wall_face,
            void,
            liquid,
            liquid_kind: theme.liquid,
            floor_pattern,
            wall_pattern,
            door: theme.door,
            is_themed: true,
            star: 0,
        }
    }

    /// Returns the style of levels without themes.
    pub fn plain(floor: Color, wall: Color, is_built: bool) -> Self {
        let (floor_pattern, wall_pattern) = if is_built {
            (FloorPattern::Slabs, WallPattern::Bricks)
        } else {
            (FloorPattern::Earth, WallPattern::Rock)
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
            star: 0,
        }
    }
}

/// A blend of two themes, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ThemeBlend {
    from: usize,
    to: usize,
    /// 0 to [`STEPS`].
    step: u32,
}

impl ThemeBlend {
    const fn of(theme: usize) -> Self {
        Self { from: theme, to: theme, step: 0 }
    }
}

/// The styles of all cells of a level.
pub(super) struct StyleMap {
    themes: Vec<ThemeLook>,
    /// The names of the themes, which derived ones share with none.
    names: Vec<String>,
    /// The rock between places has one colour in the whole level.
    void: Color,
    /// `true` if the void is a sky with stars.
    is_sky: bool,
    cells: Grid<ThemeBlend>,
}

impl StyleMap {
    /// Returns the styles of a level with themes.
    pub fn of(level: &Level) -> Option<Self> {
        let names = &level.themes;
        if names.is_empty() {
            return None;
        }
        let (mut themes, mut called): (Vec<ThemeLook>, Vec<String>) = Default::default();
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        let mut number = |name| {
            *numbers.entry(name).or_insert_with(|| {
                themes.push(names.look(name));
                called.push(name.to_owned());
                themes.len() - 1
            })
        };
        let default = number(&names.level);
        let places: Vec<usize> = level.places.iter().map(|place| number(names.of_place(place.id))).collect();
        let own: BTreeMap<PassageId, usize> =
            names.passages.iter().map(|(id, name)| (*id, number(name))).collect();
        let mut known = Grid::filled(level.tiles.size(), None);
        let mut passages: BTreeMap<PassageId, Vec<Cell>> = BTreeMap::new();
        for (cell, owner) in level.owners.iter() {
            match owner.who() {
                OwnedBy::Place(id) => {
                    put(&mut known, cell, ThemeBlend::of(places.get(id.index()).copied().unwrap_or(default)));
                }
                OwnedBy::Passage(id) => passages.entry(id).or_default().push(cell),
                OwnedBy::Nobody => {}
            }
        }
        for (id, cells) in passages {
            let Some(passage) = level.passage(id) else { continue };
            let [from, to] = passage.ends().map(|(_, id)| places.get(id.index()).copied().unwrap_or(default));
            blend_passage(level, passage, &cells, (from, own.get(&id).copied(), to), &mut known);
        }
        blend_seams(level, &mut known);
        let outside = themes.get(default).unwrap_or(&SANDSTONE);
        let (void, is_sky) = (outside.colors.void, SKIES.contains(&outside.name));
        Some(Self { themes, names: called, void, is_sky, cells: spread(known, ThemeBlend::of(default)) })
    }

    /// Returns the number of a cell's theme, or of the nearer one if two blend.
    pub fn nearest(&self, cell: Cell) -> Option<usize> {
        self.cells.get(cell).map(|blend| if 2 * blend.step < STEPS { blend.from } else { blend.to })
    }

    /// Returns the name of a theme by its number. Levels may have a part without a theme, which is sandstone.
    pub fn name(&self, theme: usize) -> Option<&str> {
        self.names.get(theme).map(|name| if name.is_empty() { SANDSTONE.name } else { name.as_str() })
    }

    /// Returns the style of a theme by its number.
    pub fn of_theme(&self, theme: usize) -> Option<GroundStyle> {
        self.style(ThemeBlend::of(theme), true, Cell::new(0, 0))
    }

    /// Returns the style of a cell.
    pub fn at(&self, cell: Cell, is_built: bool) -> Option<GroundStyle> {
        self.style(*self.cells.get(cell)?, is_built, cell)
    }

    fn style(&self, blend: ThemeBlend, is_built: bool, cell: Cell) -> Option<GroundStyle> {
        let ThemeBlend { from, to, step } = blend;
        let (from, to) = (self.themes.get(from)?, self.themes.get(to)?);
        let percent = step * 100 / STEPS;
        let color = |part: fn(&ThemeColors) -> Color| part(&from.colors).mixed(part(&to.colors), percent);
        let nearer = if noise(cell.x, cell.y, MIXED) % STEPS < step { to } else { from };
        let star = if self.is_sky { noise(cell.x, cell.y, STAR) % STAR_CELLS } else { 0 };
        Some(GroundStyle {
            floor: color(|colors| colors.floor),
            stain: color(|colors| colors.stain),
            accent: color(|colors| colors.accent),
            rim: color(|colors| colors.rim),
            top: color(|colors| colors.wall_top),
            face: color(|colors| colors.wall_face),
            liquid: color(|colors| colors.liquid),
            star,
            ..GroundStyle::of_theme(nearer, self.void, is_built)
        })
    }
}

fn put(known: &mut Grid<Option<ThemeBlend>>, cell: Cell, blend: ThemeBlend) {
    if known.get(cell).is_some() {
        known[cell] = Some(blend);
    }
}

/// Blends a passage from the theme of one end to that of the other, by way of its own if it has one.
fn blend_passage(
    level: &Level,
    passage: &Passage,
    cells: &[Cell],
    (from, own, to): (usize, Option<usize>, usize),
    known: &mut Grid<Option<ThemeBlend>>,
) {
    let from_start = distances(level, cells, passage.from.into());
    let from_end = distances(level, cells, passage.to.into());
    for cell in cells {
        let [start, end] = [&from_start, &from_end].map(|far| far.get(cell).copied().unwrap_or(ONSET));
        let blend = match own {
            Some(own) if start <= end => blended(from, own, start, ONSET.saturating_sub(start)),
            Some(own) => blended(to, own, end, ONSET.saturating_sub(end)),
            None => blended(from, to, start, end),
        };
        put(known, *cell, blend);
    }
}

/// Returns the blend of two themes at some distances from them.
fn blended(from: usize, to: usize, start: u32, end: u32) -> ThemeBlend {
    if from == to {
        return ThemeBlend::of(from);
    }
    ThemeBlend { from, to, step: (start * STEPS + (start + end) / 2) / (start + end).max(1) }
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

/// Blends themes where the floors of two places meet without a corridor.
fn blend_seams(level: &Level, known: &mut Grid<Option<ThemeBlend>>) {
    let mut queue: VecDeque<(Cell, usize, u32)> = VecDeque::new();
    let plain = |known: &Grid<Option<ThemeBlend>>, cell: Cell| {
        let blend = known.get(cell).copied().flatten().filter(|blend| blend.step == 0)?;
        level.is_walkable(cell).then_some(blend.from)
    };
    for (cell, owner) in level.owners.iter() {
        let (OwnedBy::Place(_), Some(own)) = (owner.who(), plain(known, cell)) else { continue };
        let is_other = |near: &Cell| matches!(level.owner(*near).who(), OwnedBy::Place(_));
        let mut others = cell.beside().filter(is_other).filter_map(|near| plain(known, near));
        queue.extend(others.find(|other| *other != own).map(|other| (cell, other, SEAM)));
    }
    while let Some((cell, to, step)) = queue.pop_front() {
        let Some(from) = plain(known, cell).filter(|from| *from != to) else { continue };
        put(known, cell, ThemeBlend { from, to, step });
        if step > 1 {
            queue.extend(cell.beside().map(|near| (near, to, step - 1)));
        }
    }
}

/// Gives every other cell the blend of the nearest known one.
fn spread(known: Grid<Option<ThemeBlend>>, default: ThemeBlend) -> Grid<ThemeBlend> {
    let mut front: Vec<(Cell, ThemeBlend)> = Vec::new();
    for (cell, blend) in known.iter() {
        let near = NEIGHBOURS.iter().map(|(dx, dy)| Cell::new(cell.x + dx, cell.y + dy));
        let mut near = near.filter_map(|near| known.get(near).copied().flatten());
        if let (None, Some(near)) = (blend, near.next()) {
            front.push((cell, near));
        }
    }
    let mut all = known;
    front.iter().for_each(|(cell, blend)| all[*cell] = Some(*blend));
    let mut queue: VecDeque<Cell> = front.into_iter().map(|(cell, _)| cell).collect();
    while let Some(cell) = queue.pop_front() {
        let blend = all[cell];
        for near in cell.around() {
            if all.get(near) == Some(&None) {
                all[near] = blend;
                queue.push_back(near);
            }
        }
    }
    all.map(|blend| blend.unwrap_or(default))
}
