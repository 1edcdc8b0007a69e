//! Levels from two pictures: what lies on the cells, and whose they are.

use std::collections::BTreeMap;

use crate::{
    Attributes, Bridge, Cell, Color, Door, EdgeId, Entity, EntityId, Grid, Level, Lock, MissionRecord,
    Movement, NodeId, Owner, Passage, PassageEnd, PassageForm, PassageId, Place, PlaceId, Rect, Report, Seed,
    SharedGrid, Size, Technique, Tile,
};

/// Returns a grid from rows of the same length.
pub fn grid<T>(rows: &[&str], value: impl Fn(char) -> T) -> SharedGrid<T> {
    let width = rows.first().map_or(0, |row| row.chars().count());
    let size = Size::new(width as u32, rows.len() as u32);
    let values = rows.iter().flat_map(|row| row.chars().map(&value)).collect();
    Grid::from_values(size, values).expect("rows of the same length").into()
}

/// A level of these tiles (`#` is wall, `~` is water, all else is floor) and owners: `1` to `9` places, `a` to `z`
/// passages, all else nobody's. Places have their anchor where a tile is their number.
pub fn drawn(tiles: &[&str], owners: &[&str]) -> Level {
    let owner_of = |character: char| match character {
        '1'..='9' => Owner::from(PlaceId(u32::from(character) - u32::from('0'))),
        'a'..='z' => Owner::from(PassageId(u32::from(character) - u32::from('a') + 1)),
        _ => Owner::NOBODY,
    };
    let tile = |name: &str, walkable| Tile { name: name.to_owned(), walkable, color: Color::default() };
    let mut legend = BTreeMap::from([('#', tile(Tile::WALL, false)), ('~', tile("water", false))]);
    let all = || {
        (0..).zip(tiles).flat_map(|(y, row)| (0..).zip(row.chars()).map(move |(x, c)| (Cell::new(x, y), c)))
    };
    let floors = all().filter(|(_, c)| !matches!(c, '#' | '~'));
    floors.for_each(|(_, c)| drop(legend.insert(c, tile("floor", true))));
    let count = all().filter_map(|(_, c)| c.to_digit(10)).max().unwrap_or(0);
    let place = |id: u32| {
        let anchor =
            all().find(|(_, c)| c.to_digit(10) == Some(id)).map_or(Cell::default(), |(cell, _)| cell);
        Place {
            id: PlaceId(id),
            node: NodeId(id),
            symbol: "Place".to_owned(),
            role: None,
            technique: Technique::Hall,
            anchor,
            bounds: Rect { min: anchor, size: Size { width: 1, height: 1 } },
            attributes: Attributes::new(),
            template: None,
            turn: 0,
            flip: false,
            sockets: Vec::new(),
            board: None,
            stand_in: false,
            walled: 0,
        }
    };
    Level {
        format: Level::FORMAT,
        generator: "by hand".to_owned(),
        grammar: "Drawn".to_owned(),
        seed: Seed(1),
        rolls: Vec::new(),
        variables: Default::default(),
        width: tiles.first().map_or(0, |row| row.chars().count() as u32),
        height: tiles.len() as u32,
        movement: Movement::Cardinal,
        legend,
        tiles: grid(tiles, |tile| tile),
        owners: grid(owners, owner_of),
        layers: Vec::new(),
        places: (1..=count).map(place).collect(),
        passages: Vec::new(),
        entities: Vec::new(),
        templates: BTreeMap::new(),
        bridges: Vec::new(),
        populate: Vec::new(),
        themes: Default::default(),
        mission: MissionRecord::default(),
        report: Report::default(),
    }
}

impl Level {
    /// With one passage more.
    pub fn join(mut self, from: u32, to: u32, kind: PassageForm, one_way: bool) -> Self {
        let id = self.passages.len() as u32 + 1;
        self.passages.push(Passage {
            id: PassageId(id),
            edge: EdgeId(id),
            symbol: "path".to_owned(),
            from: PlaceId(from),
            to: PlaceId(to),
            kind,
            doors: Vec::new(),
            one_way,
            door: Door::Plain,
            gap: None,
            threshold: Vec::new(),
            socket: None,
            locks: Vec::new(),
        });
        self
    }

    /// With a lock at an end of the last passage.
    pub fn lock(mut self, end: PassageEnd, keys: &[u32], needed: u32) -> Self {
        let passage = self.passages.last_mut().expect("a passage");
        let place = match end {
            PassageEnd::From => passage.from,
            PassageEnd::To => passage.to,
        };
        passage.locks.push(Lock {
            place,
            end,
            keys: keys.iter().map(|key| EntityId(*key)).collect(),
            needed,
        });
        self
    }

    /// With an entity more.
    pub fn with(mut self, kind: &str, at: (i32, i32), opens: &[u32], solid: bool) -> Self {
        let place = self.place_at(at.into()).map_or(PlaceId(0), |place| place.id);
        self.entities.push(Entity {
            id: EntityId(self.entities.len() as u32 + 1),
            kind: kind.to_owned(),
            at: at.into(),
            place,
            node: None,
            opens: opens.iter().map(|place| PlaceId(*place)).collect(),
            properties: Attributes::new(),
            marker: false,
            pass: None,
            solid,
        });
        self
    }

    /// With a bridge more.
    pub fn bridge(mut self, at: (i32, i32), over: u32, under: u32) -> Self {
        self.bridges.push(Bridge { at: at.into(), over: PassageId(over), under: PassageId(under) });
        self
    }
}
