//! The rules of the game: walking, keys, foes, chests, and the player's view.

use std::collections::BTreeSet;

use delvewright_level::{
    Blocked, Cell, Direction, Entity, EntityId, Ground, Keys, Level, NodeRole, PassKind, PlaceId, Spot,
};

/// Distance of sight, in cells.
const SIGHT: i32 = 9;
const MOST_HEALTH: u32 = 9;
/// Number of hits that defeat a foe.
const HITS: u32 = 2;

/// The action of the player in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    Step(Direction),
    /// Restores health.
    Rest,
}

impl Move {
    /// Parses a move: w, a, s, d, the diagonals q, e, z, c, and a full stop to rest.
    pub fn of_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_lowercase() {
            'w' => Self::Step(Direction::Up),
            'a' => Self::Step(Direction::Left),
            's' => Self::Step(Direction::Down),
            'd' => Self::Step(Direction::Right),
            'q' => Self::Step(Direction::UpLeft),
            'e' => Self::Step(Direction::UpRight),
            'z' => Self::Step(Direction::DownLeft),
            'c' => Self::Step(Direction::DownRight),
            '.' => Self::Rest,
            _ => return None,
        })
    }
}

/// Progress of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Playing,
    Won,
    Lost,
}

pub struct Game {
    pub level: Level,
    pub ground: Ground,
    pub at: Spot,
    pub keys: Keys,
    pub health: u32,
    pub turns: u32,
    pub treasures: u32,
    pub state: State,
    /// Message about the last turn.
    pub message: String,
    /// Cells seen at some time, and cells seen now.
    pub known: BTreeSet<Cell>,
    pub visible: BTreeSet<Cell>,
    /// Entities that are gone.
    gone: BTreeSet<EntityId>,
    /// Foes that were hit once.
    hurt: BTreeSet<EntityId>,
}

impl Game {
    /// Starts the game at the start of a level, or at its first place if it has no start.
    pub fn new(level: Level) -> Result<Self, String> {
        let start = level.start().or(level.places.first()).ok_or("the level has no places")?;
        let (at, message) =
            (Spot::from(start.anchor), format!("{}: you enter the {}.", level.grammar, start.symbol));
        let mut ground = Ground::new(&level);
        // Foes block the way even if they are not solid.
        level
            .entities
            .iter()
            .filter(|entity| is_foe(&level, entity) && !entity.solid)
            .for_each(|foe| ground.put(foe.at));
        let mut game = Self {
            level,
            ground,
            at,
            keys: Keys::new(),
            health: MOST_HEALTH,
            turns: 0,
            treasures: 0,
            state: State::Playing,
            message,
            known: BTreeSet::new(),
            visible: BTreeSet::new(),
            gone: BTreeSet::new(),
            hurt: BTreeSet::new(),
        };
        game.look();
        Ok(game)
    }

    /// Plays a turn.
    pub fn play(&mut self, action: Move) {
        if self.state != State::Playing {
            return;
        }
        self.turns += 1;
        self.message.clear();
        match action {
            Move::Rest => self.health = (self.health + 1).min(MOST_HEALTH),
            Move::Step(direction) => match self.ground.step(self.at, direction, &self.keys) {
                Ok(spot) => self.arrive(spot),
                Err(Blocked::Thing) => self.bump(self.at.cell.step(direction)),
                Err(why) => self.message = self.explain(why),
            },
        }
        self.look();
    }

    /// Returns the visible entities on a cell that are not gone.
    pub fn things_at(&self, cell: Cell) -> impl Iterator<Item = &Entity> {
        self.level.entities_at(cell).filter(|entity| !entity.marker && !self.gone.contains(&entity.id))
    }

    pub fn is_foe(&self, entity: &Entity) -> bool {
        is_foe(&self.level, entity)
    }

    /// Returns the number of foes that must be defeated to end a level without a goal.
    pub fn foes_left(&self) -> usize {
        self.level.foes_to_fall().filter(|foe| !self.gone.contains(&foe.id)).count()
    }

    fn place_name(&self, id: Option<PlaceId>) -> &str {
        id.and_then(|id| self.level.place(id)).map_or("", |place| &place.symbol)
    }

    fn arrive(&mut self, spot: Spot) {
        let before = self.ground.place_at(self.at.cell);
        self.at = spot;
        let here = self.ground.place_at(spot.cell);
        if here.is_some() && here != before {
            self.message = format!("You enter the {}.", self.place_name(here));
        }
        let found: Vec<(EntityId, String, bool)> = self
            .things_at(spot.cell)
            .map(|thing| (thing.id, thing.kind.clone(), !thing.opens.is_empty()))
            .collect();
        for (id, kind, is_key) in found {
            self.gone.insert(id);
            self.message = format!("You take the {kind}.");
            if is_key {
                self.keys.insert(id);
            } else {
                self.treasures += 1;
            }
        }
        if here.and_then(|id| self.level.place(id)).is_some_and(|place| place.role == Some(NodeRole::Goal)) {
            self.message = format!("You reach the {}.", self.place_name(here));
            self.state = State::Won;
        }
    }

    /// Walks into something solid: fights a foe, or opens a chest.
    fn bump(&mut self, cell: Cell) {
        let thing = self.things_at(cell).next();
        let Some((id, kind, is_foe, pass)) =
            thing.map(|thing| (thing.id, thing.kind.clone(), self.is_foe(thing), self.kind_of_pass(thing)))
        else {
            return;
        };
        if !is_foe {
            if pass == Some(PassKind::Chests) {
                self.take_away(id, cell);
                self.treasures += 1;
                self.message = format!("You open the {kind}.");
            } else {
                self.message = format!("The {kind} is in the way.");
            }
        } else if HITS > 1 && self.hurt.insert(id) {
            self.health = self.health.saturating_sub(1);
            self.message = format!("You hit the {kind}, and it hits back.");
            if self.health == 0 {
                self.message = format!("The {kind} has felled you.");
                self.state = State::Lost;
            }
        } else {
            self.take_away(id, cell);
            self.message = format!("The {kind} falls.");
            if self.level.goals().next().is_none()
                && self.level.foes_to_fall().next().is_some()
                && self.foes_left() == 0
            {
                self.message = "The last foe has fallen: the exit opens.".to_owned();
                self.state = State::Won;
            }
        }
    }

    fn take_away(&mut self, id: EntityId, cell: Cell) {
        self.gone.insert(id);
        self.ground.take(cell);
    }

    fn kind_of_pass(&self, thing: &Entity) -> Option<PassKind> {
        kind_of_pass(&self.level, thing)
    }

    fn explain(&self, why: Blocked) -> String {
        match why {
            Blocked::Locked { place, .. } => {
                let names: BTreeSet<&str> = self.level.keys_of(place).map(|key| key.kind.as_str()).collect();
                let names: Vec<&str> = names.into_iter().collect();
                match names.as_slice() {
                    [] => "It is locked, and nothing opens it.".to_owned(),
                    names => format!("It is locked; it takes a {}.", names.join(" or a ")),
                }
            }
            Blocked::OneWay(_) => "Nobody gets through from this side.".to_owned(),
            Blocked::Drop => "That is too high to climb.".to_owned(),
            Blocked::Bridge => "The bridge has a railing.".to_owned(),
            _ => String::new(),
        }
    }

    /// Returns `true` if the player can see through a cell. Closed doors block the view.
    fn is_clear(&self, cell: Cell) -> bool {
        let is_door = self.level.passage_with_door(cell).is_some();
        self.ground.is_walkable(cell) && (!is_door || cell == self.at.cell)
    }

    fn look(&mut self) {
        let from = self.at.cell;
        let around = (-SIGHT..=SIGHT).flat_map(|y| (-SIGHT..=SIGHT).map(move |x| (x, y)));
        let near = around.filter(|(x, y)| x * x + y * y <= SIGHT * SIGHT);
        let cells = near.map(|(x, y)| Cell::new(from.x.saturating_add(x), from.y.saturating_add(y)));
        let visible: BTreeSet<Cell> = cells.filter(|cell| self.sees(from, *cell)).collect();
        self.known.extend(&visible);
        self.visible = visible;
    }

    /// Returns `true` if all cells between the two are clear.
    fn sees(&self, from: Cell, to: Cell) -> bool {
        let (width, height) = (to.x - from.x, to.y - from.y);
        let steps = width.abs().max(height.abs());
        // The point of the line at each step, rounded to the nearest cell.
        let along =
            |length: i32, step: i32| (2 * length * step + steps * length.signum()) / (2 * steps.max(1));
        (1..steps)
            .all(|step| self.is_clear(Cell::new(from.x + along(width, step), from.y + along(height, step))))
    }
}

fn kind_of_pass(level: &Level, thing: &Entity) -> Option<PassKind> {
    level.populate.iter().find(|pass| thing.pass.as_ref() == Some(&pass.name)).map(|pass| pass.kind)
}

fn is_foe(level: &Level, thing: &Entity) -> bool {
    kind_of_pass(level, thing) == Some(PassKind::Foes)
}
