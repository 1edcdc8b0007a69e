//! Decides the look of doors, locks, closed sockets and drops from the record of a level.
//!
//! A door in a passage that leads up or down is in a wall seen from the front; otherwise it is seen from the
//! side. A lock has the colour of its key and is on the door itself. An unused socket is part of the wall.
//! One-way doors and drops show their direction.

use std::collections::{BTreeMap, BTreeSet};

use super::figures::Sprite;
use super::ground::GroundLook;
use super::motif::Motif;
use super::theme_style::GroundStyle;
use crate::base::{Cell, Color, Direction};
use crate::level::{DoorStyle, Level, OwnedBy, Passage, PassageEnd, Place, PlaceId};

/// The looks of doors and drops of a level, by cell.
#[derive(Debug, Default)]
pub(super) struct Fittings {
    /// Cells of sockets that are closed.
    pub closed: BTreeSet<Cell>,
    /// Colours of the locks on doors.
    locks: BTreeMap<Cell, Color>,
    /// Places with a lock on a door.
    pub locked: BTreeSet<PlaceId>,
    /// Directions of one-way doors.
    pub ways: BTreeMap<Cell, Direction>,
    /// Upper or first cells of drops within boards, with the direction of the drop.
    drops: BTreeMap<Cell, Direction>,
}

impl Fittings {
    /// Collects them. `colors` has the colour of each place that keys open.
    pub fn of(level: &Level, colors: &BTreeMap<PlaceId, Color>) -> Self {
        let sockets = level.places.iter().flat_map(|place| &place.sockets);
        let unused = sockets.filter(|socket| socket.passage.is_none()).map(|socket| socket.cell);
        let mut fittings =
            Self { closed: unused.filter(|cell| !level.is_walkable(*cell)).collect(), ..Self::default() };
        for passage in &level.passages {
            fittings.add_locks(passage, colors);
            if passage.one_way {
                let ways = passage.door_cells().filter_map(|at| Some((at, direction(level, passage, at)?)));
                fittings.ways.extend(ways);
            }
        }
        fittings.drops = level.places.iter().flat_map(|place| drops_of(level, place)).collect();
        fittings
    }

    fn add_locks(&mut self, passage: &Passage, colors: &BTreeMap<PlaceId, Color>) {
        for lock in &passage.locks {
            let Some(color) = colors.get(&lock.place) else { continue };
            let mut sockets = passage.door_cells().filter(|cell| passage.doors.contains(cell));
            let socket = match lock.end {
                PassageEnd::From => sockets.next(),
                PassageEnd::To => sockets.next_back(),
            };
            let cells = socket.into_iter().chain(passage.threshold.iter().copied());
            let known = self.locks.len();
            self.locks.extend(cells.map(|cell| (cell, *color)));
            if self.locks.len() > known {
                self.locked.insert(lock.place);
            }
        }
    }

    /// Returns the motif of a cell, given that of its tile.
    pub fn motif(&self, cell: Cell, motif: Motif, leads_across: impl Fn() -> bool) -> Motif {
        match motif {
            _ if self.closed.contains(&cell) => Motif::Closed,
            Motif::Door if leads_across() => Motif::DoorInWall(false),
            Motif::Gate if leads_across() => Motif::DoorInWall(true),
            Motif::Steps if self.drops.contains_key(&cell) || self.is_below_drop(cell) => Motif::Floor,
            motif => motif,
        }
    }

    fn is_below_drop(&self, cell: Cell) -> bool {
        self.drops.get(&Cell::new(cell.x, cell.y - 1)) == Some(&Direction::South)
    }

    /// Returns the figures of the door or drop on a cell, the lowest first.
    pub fn figures(&self, cell: Cell, ground: &GroundLook) -> Vec<(Sprite, Color)> {
        let way = self.ways.get(&cell).copied();
        let lock = self.locks.get(&cell).copied();
        let doors = door_figures((ground.motif, ground.color), ground.style, lock, way);
        let dropped = self.drops.get(&cell).map(|side| match side {
            Direction::South => (Sprite::named("broken ladder"), Sprite::named("broken ladder").color()),
            side => drop_sprite(*side),
        });
        doors.into_iter().chain(dropped).collect()
    }
}

/// A door of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MapDoor {
    /// `true` for a door in a wall that is seen from the front.
    pub is_in_wall: bool,
    /// Direction of a one-way door.
    pub way: Option<Direction>,
    pub is_open: bool,
}

/// Returns the figures of a door without a lock. An open door has no arrow.
pub(super) fn figures_of_door(
    motif: Motif,
    color: Color,
    style: GroundStyle,
    door: MapDoor,
) -> Vec<(Sprite, Color)> {
    let seen = match motif {
        Motif::Door if door.is_in_wall => Motif::DoorInWall(false),
        Motif::Gate if door.is_in_wall => Motif::DoorInWall(true),
        motif => motif,
    };
    door_figures((seen, color), style, None, door.way.filter(|_| !door.is_open))
}

/// Returns the figure of a drop within a board.
pub(super) fn drop_sprite(side: Direction) -> (Sprite, Color) {
    (Sprite::named(drop_to(side)), Sprite::named("drop down").color())
}

/// Returns the figures of a door with its lock and its arrow. None for other tiles.
fn door_figures(
    (motif, color): (Motif, Color),
    style: GroundStyle,
    lock: Option<Color>,
    way: Option<Direction>,
) -> Vec<(Sprite, Color)> {
    let plain = Sprite::named;
    if let Some(leaf) = styled_leaf(motif, style) {
        return along(leaf, style, (lock, way));
    }
    if let Some(door) = styled_door(motif, style, lock) {
        return door.into_iter().chain(way.map(|way| (plain(arrow_to(way)), color))).collect();
    }
    let own = match (motif, lock) {
        (Motif::DoorInWall(false), None) => (plain("door in wall"), color),
        (Motif::DoorInWall(false), Some(lock)) => (plain("locked door in wall"), lock),
        (Motif::DoorInWall(true), None) => (plain("gate in wall"), color),
        (Motif::DoorInWall(true), Some(lock)) => (plain("locked gate in wall"), lock),
        (Motif::Door, _) => return along(("door along", color), style, (lock, way)),
        (Motif::Gate, _) => return along(("gate along", color), style, (lock, way)),
        (Motif::Drop, _) => return vec![(plain(drop_to(way.unwrap_or(Direction::South))), color)],
        _ => return Vec::new(),
    };
    std::iter::once(own).chain(way.map(|way| (plain(arrow_to(way)), color))).collect()
}

/// Returns a door that is seen from above: a leaf between two posts in the colour of the wall, lock and arrow.
fn along(
    (leaf, color): (&str, Color),
    style: GroundStyle,
    (lock, way): (Option<Color>, Option<Direction>),
) -> Vec<(Sprite, Color)> {
    let frame = (Sprite::named("door frame along"), style.face);
    let lock = lock.map(|lock| (Sprite::named("lock along"), lock));
    let arrow = way.map(|way| (Sprite::named(arrow_to(way)), color));
    [frame, (Sprite::named(leaf), color)].into_iter().chain(lock).chain(arrow).collect()
}

/// Returns names and colour of the doors of a theme that has no wooden ones: in a wall, and along a wall.
fn styled_doors(style: GroundStyle) -> Option<(&'static str, &'static str, Color)> {
    const WHITE: Color = Color::rgb(0xff, 0xff, 0xff);
    Some(match style.door {
        DoorStyle::Wood => return None,
        DoorStyle::Iron => ("iron door in wall", "iron door along", style.face),
        DoorStyle::Stone => ("stone door in wall", "stone door along", style.face.mixed(WHITE, 16)),
        DoorStyle::Grate => ("grate door in wall", "grate door along", style.face),
        DoorStyle::Bulkhead => ("bulkhead door in wall", "bulkhead door along", style.accent),
        DoorStyle::Curtain => ("curtain door in wall", "curtain door along", style.accent),
        DoorStyle::Vines => ("vines door in wall", "vines door along", style.stain),
    })
}

/// Returns the door of a theme that has no wooden doors in walls, and the lock on it.
fn styled_door(motif: Motif, style: GroundStyle, lock: Option<Color>) -> Option<Vec<(Sprite, Color)>> {
    let (door, _, color) = styled_doors(style).filter(|_| motif == Motif::DoorInWall(false))?;
    let padlock = lock.map(|lock| (Sprite::named("lock in wall"), lock));
    Some([(Sprite::named(door), color)].into_iter().chain(padlock).collect())
}

/// Returns the leaf of a door along a wall, in a theme that has no wooden doors.
fn styled_leaf(motif: Motif, style: GroundStyle) -> Option<(&'static str, Color)> {
    styled_doors(style).filter(|_| motif == Motif::Door).map(|(_, leaf, color)| (leaf, color))
}

const fn drop_to(side: Direction) -> &'static str {
    match side {
        Direction::North => "drop up",
        Direction::East => "drop right",
        Direction::West => "drop left",
        Direction::South => "drop down",
    }
}

const fn arrow_to(side: Direction) -> &'static str {
    match side {
        Direction::North => "arrow up",
        Direction::East => "arrow right",
        Direction::West => "arrow left",
        Direction::South => "arrow down",
    }
}

/// Returns the direction in which a one-way passage leads over one of its doors.
fn direction(level: &Level, passage: &Passage, at: Cell) -> Option<Direction> {
    let ends = Direction::ALL.map(|side| (side, end_beyond(level, passage, at, side)));
    let to = ends.iter().find(|(_, end)| *end == Some(passage.to));
    let from = || ends.iter().find(|(_, end)| *end == Some(passage.from));
    to.map(|(side, _)| *side).or_else(|| from().map(|(side, _)| side.opposite()))
}

/// Returns the place at which the cells of a passage end on one side of its door.
fn end_beyond(level: &Level, passage: &Passage, at: Cell, side: Direction) -> Option<PlaceId> {
    let mut seen = BTreeSet::from([at]);
    let mut open = vec![at.step(side)];
    while let Some(cell) = open.pop() {
        if !level.is_walkable(cell) || !seen.insert(cell) {
            continue;
        }
        match level.owner(cell).who() {
            OwnedBy::Place(id) if id == passage.from || id == passage.to => return Some(id),
            OwnedBy::Passage(id) if id == passage.id => {
                open.extend(Direction::ALL.map(|side| cell.step(side)))
            }
            _ => {}
        }
    }
    None
}

/// Returns the cells from which the drops of a board lead to the next board cell.
fn drops_of(level: &Level, place: &Place) -> Vec<(Cell, Direction)> {
    let Some(board) = &place.board else { return Vec::new() };
    let corner = Cell::new(place.bounds.min.x.saturating_add(1), place.bounds.min.y.saturating_add(1));
    let Ok((width, height)) =
        i32::try_from(board.cell.width).and_then(|width| Ok((width, i32::try_from(board.cell.height)?)))
    else {
        return Vec::new();
    };
    let mut cells = Vec::new();
    for drop in &board.drops {
        let Some(side) = Direction::ALL.into_iter().find(|side| drop.from.step(*side) == drop.to) else {
            continue;
        };
        let left = corner.x.saturating_add(drop.from.x.saturating_mul(width));
        let top = corner.y.saturating_add(drop.from.y.saturating_mul(height));
        let border: Vec<Cell> = match side {
            Direction::North => (0..width).map(|x| Cell::new(left + x, top)).collect(),
            Direction::South => (0..width).map(|x| Cell::new(left + x, top + height - 1)).collect(),
            Direction::West => (0..height).map(|y| Cell::new(left, top + y)).collect(),
            Direction::East => (0..height).map(|y| Cell::new(left + width - 1, top + y)).collect(),
        };
        let leads = |cell: &Cell| level.is_walkable(*cell) && level.is_walkable(cell.step(side));
        cells.extend(border.into_iter().filter(leads).map(|cell| (cell, side)));
    }
    cells
}
