//! Dressing: decoration by theme, in a layer of its own.
//!
//! It never blocks and never lies on doors, in front of them, or on a thing that is already there.
//! Things gather in clusters, by the position that suits them:
//!
//! ```text
//! #########     c: corners     w: along walls
//! #cwwwwwc#     m: the middle of large floors
//! #w.....w#
//! #w..m..w#     Lights hang on walls at intervals.
//! #cwwwwwc#
//! #########
//! ```
//!
//! Each place has a stream of its own, so that a change in one leaves the others unchanged.

use std::collections::BTreeMap;

use crate::base::{Cell, Color, Grid, RandomStream, Seed};
use crate::level::{Layer, Level, OwnedBy, ThemeLook, ThemeProps};
use crate::mission::TileSymbol;
use crate::populate::LevelDraft;
use crate::populate::draft::stream_of;
use crate::settings::Dress;

/// Cells of floor for each cluster, at the usual density.
const CELLS_OF_CLUSTER: u32 = 34;

/// Chances of a thing on a cell near the middle of a cluster, and elsewhere, in percent.
const NEAR_PERCENT: u32 = 34;
const FAR_PERCENT: u32 = 2;

/// Reach of a cluster, in cells.
const REACH: i32 = 2;

/// Chance of something flat on a cell of a passage, in percent.
const PASSAGE_PERCENT: u32 = 4;

/// Looks of things by words, with their colours.
const COLORS: [(&[&str], Color); 7] = [
    (
        &["fern", "bush", "moss", "roots", "vine", "reeds", "leaves", "tree", "cactus", "palm"],
        Color::rgb(0x3c, 0x74, 0x3a),
    ),
    (&["flowers", "petals", "mushroom"], Color::rgb(0xd0, 0x6a, 0x7a)),
    (&["crystal", "snow", "snowdrift"], Color::rgb(0xbf, 0xe8, 0xf6)),
    (&["slime", "puddle"], Color::rgb(0x7f, 0xb0, 0x3f)),
    (&["oil", "machine", "console", "pipe", "cable", "grate", "tyre", "scrap"], Color::rgb(0x4e, 0x52, 0x58)),
    (&["ember"], Color::rgb(0xf0, 0x6a, 0x24)),
    (
        &["rubble", "boulder", "stalagmite", "statue", "pebbles", "crack", "coffin"],
        Color::rgb(0x8c, 0x88, 0x82),
    ),
];

/// Returns the symbol of a thing, which no alphabet needs to have.
pub(in crate::populate) fn symbol_of(name: &str) -> TileSymbol {
    let color = COLORS.iter().find(|(names, _)| names.contains(&name)).map(|(_, color)| *color);
    TileSymbol { color: color.unwrap_or(Color::rgb(0xa0, 0x74, 0x48)), ..TileSymbol::default() }
}

pub(super) fn run(draft: &mut LevelDraft<'_>, dress: &Dress, seed: Seed) {
    let mut dresser = Dresser::new(draft, dress);
    let places: Vec<_> = draft.places().map(|place| (place.id, stream_of(seed, place))).collect();
    for (id, mut random) in places {
        let Some(place) = draft.level().place(id) else { continue };
        let theme = draft.level().themes.look(draft.level().themes.of_place(id));
        let is_dug = place.technique.is_dug();
        let floor = draft.floor(id).to_vec();
        dresser.dress_place(draft, &floor, (&theme, is_dug), &mut random);
        dresser.hang_lights(draft, &floor, &theme, &mut random);
    }
    let has_symbols = draft.level().populate.last().is_some_and(|pass| !pass.on.is_empty());
    if !has_symbols {
        for (id, cells) in floors_of_passages(draft.level()) {
            let Some(passage) = draft.level().passage(id) else { continue };
            let themes = &draft.level().themes;
            let name = themes.of_passage(id).unwrap_or_else(|| themes.of_place(passage.from));
            let theme = themes.look(name);
            let mut random = seed.child("passages").numbered(u64::from(passage.edge.0)).stream();
            for cell in &cells {
                if random.chance(PASSAGE_PERCENT * dress.density.min(400) / 100)
                    && dresser.is_bare(draft.level(), *cell)
                {
                    draw(draft, theme.props.floors, *cell, &mut random);
                }
            }
            dresser.hang_lights(draft, &cells, &theme, &mut random);
        }
    }
}

/// The facts that dressing needs about the whole level.
struct Dresser {
    density: u32,
    /// Distance between lights, in cells.
    lights: u32,
    /// `true` for cells on which nothing may be drawn: those of things and doors, and those around doors.
    kept_free: Grid<bool>,
    /// `true` for cells at which another light would be too near.
    lit: Grid<bool>,
    /// For each cell, the number of the last place with a cluster near it.
    clusters: Grid<usize>,
    /// Number of places dressed so far.
    places: usize,
    /// The character of bare floor.
    floor: Option<char>,
    wall: Option<char>,
}

impl Dresser {
    fn new(draft: &LevelDraft<'_>, dress: &Dress) -> Self {
        let level = draft.level();
        let named = |name: &str, walkable: bool| {
            let mut tiles = level.legend.iter();
            tiles.find(|(_, tile)| tile.walkable == walkable && tile.name == name).map(|(at, _)| *at)
        };
        let size = level.tiles.size();
        let mut kept_free = Grid::filled(size, false);
        let anchors = level.places.iter().map(|place| place.anchor);
        let doors = level.passages.iter().flat_map(|passage| passage.doors.iter().chain(&passage.threshold));
        let near_doors = doors.flat_map(|door| door.around().chain([*door]));
        mark(
            &mut kept_free,
            level.entities.iter().map(|entity| entity.at).chain(anchors).chain(near_doors),
            true,
        );
        let lights = if level.themes.is_empty() { 0 } else { dress.lights };
        Self {
            density: dress.density,
            lights,
            kept_free,
            lit: Grid::filled(size, false),
            clusters: Grid::filled(size, 0),
            places: 0,
            floor: named("floor", true),
            wall: named("wall", false),
        }
    }

    /// Returns `true` if a thing may be drawn on the cell.
    fn is_bare(&self, level: &Level, cell: Cell) -> bool {
        let is_drawn = |layer: &Layer| layer.tiles.get(cell) != Some(&Layer::NOTHING);
        level.tiles.get(cell).copied() == self.floor
            && self.kept_free.get(cell) == Some(&false)
            && !level.layers.iter().any(is_drawn)
            && !cell.beside().any(|near| level.is_walkable(near) && level.owner(near) != level.owner(cell))
    }

    /// Draws clusters of things on the floor of a place.
    fn dress_place(
        &mut self,
        draft: &mut LevelDraft<'_>,
        floor: &[Cell],
        (theme, is_dug): (&ThemeLook, bool),
        random: &mut RandomStream,
    ) {
        let count = floor.len() as u32 * self.density / (100 * CELLS_OF_CLUSTER);
        let count = count + u32::from(random.below(100) < 50 && self.density > 0);
        self.places += 1;
        for middle in (0..count).filter_map(|_| random.pick(floor).copied()) {
            let rows = (-REACH..=REACH).flat_map(|dy| (-REACH..=REACH).map(move |dx| Cell::new(dx, dy)));
            mark(&mut self.clusters, rows.map(|by| middle + by), self.places);
        }
        for cell in floor {
            let is_near = self.clusters.get(*cell) == Some(&self.places);
            let chance = if is_near { NEAR_PERCENT } else { FAR_PERCENT * self.density.min(200) / 100 };
            if !random.chance(chance) || !self.is_bare(draft.level(), *cell) {
                continue;
            }
            let names = names_at(draft.level(), &theme.props, *cell, is_dug);
            draw(draft, names, *cell, random);
        }
    }

    /// Hangs lights on the walls behind some floor.
    fn hang_lights(
        &mut self,
        draft: &mut LevelDraft<'_>,
        floor: &[Cell],
        theme: &ThemeLook,
        random: &mut RandomStream,
    ) {
        if self.lights == 0 {
            return;
        }
        let reach = self.lights.cast_signed();
        for cell in floor {
            let wall = Cell::new(cell.x, cell.y - 1);
            let level = draft.level();
            // An earlier pass may have made a wall of the floor.
            let is_free = level.is_walkable(*cell)
                && level.tiles.get(wall).copied() == self.wall
                && self.kept_free.get(*cell) == Some(&false)
                && [-1, 1].into_iter().all(|dx| !level.is_walkable(Cell::new(wall.x + dx, wall.y)))
                && level.layers.iter().all(|layer| layer.tiles.get(wall) == Some(&Layer::NOTHING));
            if is_free && self.lit.get(wall) == Some(&false) {
                draw(draft, theme.props.lights, wall, random);
                let rows = (1 - reach..reach).map(|dy| (dy, reach - dy.abs()));
                let near = rows.flat_map(|(dy, wide)| {
                    (1 - wide..wide).map(move |dx| Cell::new(wall.x + dx, wall.y + dy))
                });
                mark(&mut self.lit, near, true);
            }
        }
    }
}

/// Gives all of these cells that are in the grid a value.
fn mark<T: Copy>(grid: &mut Grid<T>, cells: impl Iterator<Item = Cell>, value: T) {
    for cell in cells {
        if let Some(marked) = grid.get_mut(cell) {
            *marked = value;
        }
    }
}

/// Returns the things that suit a cell.
fn names_at(level: &Level, props: &ThemeProps, cell: Cell, is_dug: bool) -> &'static [&'static str] {
    let is_wall = |dx: i32, dy: i32| !level.is_walkable(Cell::new(cell.x + dx, cell.y + dy));
    let is_liquid =
        |near: Cell| level.tile(near).is_some_and(|tile| tile.name.to_lowercase().contains("water"));
    if cell.around().any(is_liquid) {
        return props.shores;
    }
    let [north, east, south, west] = [is_wall(0, -1), is_wall(1, 0), is_wall(0, 1), is_wall(-1, 0)];
    let is_open = !cell.around().any(|near| !level.is_walkable(near));
    match (north || south, east || west) {
        (true, true) => props.corners,
        _ if is_dug => props.caves,
        (true, false) | (false, true) => props.walls,
        (false, false) if is_open => props.floors,
        (false, false) => props.middle,
    }
}

/// Draws one of some things. Earlier ones are more frequent.
fn draw(draft: &mut LevelDraft<'_>, names: &[&'static str], at: Cell, random: &mut RandomStream) {
    if names.is_empty() {
        return;
    }
    let count = names.len() as u64;
    let chosen = random.below(count).min(random.below(count)) as usize;
    if let Some(name) = names.get(chosen) {
        draft.draw_as(name, &symbol_of(name), at);
    }
}

/// Returns the floor of each passage, row by row.
fn floors_of_passages(level: &Level) -> BTreeMap<crate::level::PassageId, Vec<Cell>> {
    let mut cells: BTreeMap<_, Vec<Cell>> = BTreeMap::new();
    for (cell, owner) in level.owners.iter() {
        if let OwnedBy::Passage(passage) = owner.who()
            && level.is_walkable(cell)
        {
            cells.entry(passage).or_default().push(cell);
        }
    }
    cells
}
