//! Forms: how a node symbol becomes an area of tiles, with the parameters of the techniques.
//!
//! The techniques themselves live in `space`. Their parameters belong to the alphabet, so they live here.
//! A parameter is a line of [`parameters!`]: checks, the settings pane and quick fixes follow from it.

mod automaton;
mod room;
mod sizes;
mod walkers;

pub use room::Room;
pub use walkers::{KeptSpots, SpotKind, WalkerPreset, Walkers, WeaponSpots};

use serde::{Deserialize, Serialize};

use super::{Neighbourhood, Technique, UpdateOrder};
use crate::base::{
    Choice, Choosable, Described, ParameterWalk, Parameters, TypeBody, TypeFacts, ValueShape, parameters,
    shape_of, variants_with,
};

parameters! {
    /// The technique that builds a place.
    for enum Technique {
        /// A cave grows: random fill within a radius, then smoothing by a cellular automaton.
        Cave = "Cave",
        /// A room is drawn by hand and comes from the room sets.
        Room = "Room",
        /// A hall is a plain rectangle of floor.
        Hall = "Hall",
        /// Walkers lay the floor: they step, turn, split and die.
        Walkers = "Walkers",
        /// Cards from the room sets cover a board.
        Cards = "Cards",
    }
}

/// The form of a place, with its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Form {
    /// An organic area, grown by a cellular automaton.
    Cave(Cave),
    /// A pre-authored room from the grammar's room sets.
    Room(Room),
    /// A plain rectangle of floor.
    Hall(Hall),
    /// Floor laid by walkers.
    Walkers(Walkers),
    /// A board covered with cards from the grammar's room sets.
    Cards(Cards),
}

impl Form {
    /// Returns the technique, without its parameters.
    pub const fn technique(&self) -> Technique {
        match self {
            Self::Cave(_) => Technique::Cave,
            Self::Room(_) => Technique::Room,
            Self::Hall(_) => Technique::Hall,
            Self::Walkers(_) => Technique::Walkers,
            Self::Cards(_) => Technique::Cards,
        }
    }

    /// Returns the form of a technique with the parameters of a new symbol.
    pub fn of(technique: Technique) -> Self {
        match technique {
            Technique::Cave => Self::Cave(Cave::default()),
            Technique::Room => Self::Room(Room::default()),
            Technique::Hall => Self::Hall(Hall::default()),
            Technique::Walkers => Self::Walkers(Walkers::default()),
            Technique::Cards => Self::Cards(Cards::default()),
        }
    }

    /// Returns the parameters of a form that takes rooms from the room sets.
    pub const fn room(&self) -> Option<&Room> {
        match self {
            Self::Room(room) => Some(room),
            Self::Cave(_) | Self::Hall(_) | Self::Walkers(_) | Self::Cards(_) => None,
        }
    }

    /// Returns the parameters of a form laid by walkers.
    pub const fn walkers(&self) -> Option<&Walkers> {
        match self {
            Self::Walkers(walkers) => Some(walkers),
            Self::Cave(_) | Self::Room(_) | Self::Hall(_) | Self::Cards(_) => None,
        }
    }

    /// Returns the parameters of a form that takes cards from the room sets.
    pub const fn cards(&self) -> Option<&Cards> {
        match self {
            Self::Cards(cards) => Some(cards),
            Self::Walkers(_) => None,
            Self::Cave(_) | Self::Room(_) | Self::Hall(_) => None,
        }
    }

    /// Returns the maximum number of cells of a place of this form; `None` if the form does not limit it.
    pub fn most_cells(&self) -> Option<u64> {
        match self {
            Self::Cave(cave) => Some((2 * u64::from(cave.radius.1) + 1).saturating_pow(2)),
            Self::Walkers(walkers) => Some(u64::from(walkers.most_side()).saturating_pow(2)),
            Self::Hall(hall) => Some(u64::from(hall.width.1) * u64::from(hall.height.1)),
            // The size comes from the pictures.
            Self::Room(_) | Self::Cards(_) => None,
        }
    }

    /// Returns `true` if the form takes rooms from the room sets, with any chance.
    pub const fn uses_rooms(&self) -> bool {
        self.room().is_some()
    }

    /// Returns `true` if the form takes templates from the room sets, rooms or cards.
    pub const fn uses_templates(&self) -> bool {
        self.uses_rooms() || self.cards().is_some()
    }

    /// Returns `true` if the room sets must have a room for the form.
    pub fn wants_room(&self) -> bool {
        self.room().is_some_and(|room| room.chance_percent > 0)
    }
}

impl Described for Form {
    fn shape() -> ValueShape {
        fn facts() -> TypeFacts {
            let variants = variants_with(|technique: &Technique| match Form::of(*technique) {
                Form::Cave(cave) => shape_of(&cave),
                Form::Room(room) => shape_of(&room),
                Form::Hall(hall) => shape_of(&hall),
                Form::Walkers(walkers) => shape_of(&walkers),
                Form::Cards(cards) => shape_of(&cards),
            });
            let meaning = "The form of a place: the technique that builds it, with its settings.";
            TypeFacts::new("Form", &[meaning], TypeBody::Variants(variants))
        }
        ValueShape::Type("Form", facts)
    }
}

impl Parameters for Form {
    fn walk(&mut self, walk: &mut ParameterWalk<'_>) {
        match self {
            Self::Cave(cave) => cave.walk(walk),
            Self::Room(room) => walk.choice(&Room::KIND, room),
            Self::Hall(hall) => hall.walk(walk),
            Self::Walkers(walkers) => walk.choice(&Walkers::PRESET, walkers),
            Self::Cards(cards) => cards.walk(walk),
        }
    }
}

impl Choice for Form {
    fn choices(&self) -> Vec<Choosable> {
        Technique::default().choices()
    }

    fn label(&self) -> &'static str {
        self.technique().label()
    }

    fn choose(&mut self, label: &str) {
        let mut technique = self.technique();
        technique.choose(label);
        *self = Self::of(technique);
    }
}

/// The label of the choice without a form.
const NO_FORM: &str = "None: an item";

impl Parameters for Option<Form> {
    fn walk(&mut self, walk: &mut ParameterWalk<'_>) {
        if let Some(form) = self {
            form.walk(walk);
        }
    }
}

impl Choice for Option<Form> {
    fn choices(&self) -> Vec<Choosable> {
        [vec![Choosable { label: NO_FORM, tooltip: "" }], Technique::default().choices()].concat()
    }

    fn label(&self) -> &'static str {
        self.as_ref().map_or(NO_FORM, Choice::label)
    }

    fn choose(&mut self, label: &str) {
        *self = (label != NO_FORM).then(|| {
            let mut technique = Technique::default();
            technique.choose(label);
            Form::of(technique)
        });
    }
}

parameters! {
    /// A cave: random fill within a radius, then smoothing.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Cave {
        /// The share of walls before smoothing. About 45 gives open caves, more than 60 narrow ones.
        wall_percent: u32 = 45, "wall percentage", Percent, 0..=100;
        /// The minimum and maximum reach from the middle of the cave. Each cave draws its own.
        radius: (u32, u32) = (5, 8), "radius", Cells, 0..=64;
        /// The number of smoothing steps.
        smoothing: u32 = 4, "smoothing", Times, 0..=50;
        /// A cell with more solid neighbours than this becomes solid.
        wall_above: u32 = 4, "wall above", None, 0..=120;
        /// A cell with fewer solid neighbours than this becomes open.
        open_below: u32 = 4, "open below", None, 0..=120;
        /// The order in which the cells are smoothed.
        order: UpdateOrder = UpdateOrder::default(), "order";
        /// The neighbours that are counted.
        neighbourhood: Neighbourhood = Neighbourhood::Moore(1), "neighbours";
        /// The handling of parts that are not connected to the rest of the cave.
        detached: Detached = Detached::default(), "loose parts";
        /// The reach of the square around the middle that is always floor. With 0 it is one cell.
        #[serde(skip_serializing_if = "is_none")]
        clearing: u32 = 0, "clearing", Cells, 0..=16;
    }
}

parameters! {
    /// The handling of cave parts that are not connected to the rest.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Detached {
        /// They become wall.
        Fill = "Filled in",
        /// A tunnel is dug to them.
        Tunnel = "Joined by a tunnel",
    }
}

parameters! {
    /// A hall: a plain rectangle of floor.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Hall {
        /// The minimum and maximum number of cells of floor from left to right.
        width: (u32, u32) = (5, 9), "width", Cells, 1..=64;
        /// The minimum and maximum number of cells of floor from top to bottom.
        height: (u32, u32) = (5, 7), "height", Cells, 1..=64;
    }
}

parameters! {
    /// Cards: a board covered with cards. A random walk connects its cells and decides which sides are open.
    ///
    /// It begins at a random cell, moves to random unvisited neighbours, and backs up where there is none.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Cards {
        /// The minimum and maximum number of board cells from left to right.
        columns: (u32, u32) = (3, 5), "columns", None, 1..=16;
        /// The minimum and maximum number of board cells from top to bottom.
        rows: (u32, u32) = (2, 4), "rows", None, 1..=16;
        /// The chance of each side that the walk leaves closed to be opened anyway. These sides make loops.
        loops_percent: u32 = 10, "loops", Percent, 0..=100;
        /// The chance of each loop to lead one way only. Down only, sideways loops never do. With `All`, a side needs a way back too, so fewer become drops.
        #[serde(skip_serializing_if = "is_none")]
        drops_percent: u32 = 0, "drops", Percent, 0..=100;
        /// The directions of drops.
        #[serde(skip_serializing_if = "DropDirections::is_default")]
        drop_directions: DropDirections = DropDirections::default(), "drop directions";
        /// The sides between cards that may become drops.
        #[serde(skip_serializing_if = "DropSides::is_default")]
        drop_sides: DropSides = DropSides::default(), "sides with drops";
    }
}

parameters! {
    /// The directions of the drops on a board.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum DropDirections {
        /// Drops lead down or to one side.
        Any = "Down or sideways",
        /// Drops lead down only.
        Down = "Down only",
    }
}

impl DropDirections {
    /// Returns `true` if this is the default, which files omit.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

parameters! {
    /// The sides between cards that may become drops.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum DropSides {
        /// Only loops become drops. Every cell is reachable without them.
        Loops = "Loops",
        /// Sides of the walk become drops too. The chance is that of each open side between cards. Sides without a way back stay open both ways.
        All = "All with a way back",
    }
}

impl DropSides {
    /// Returns `true` if this is the default, which files omit.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_none(count: &u32) -> bool {
    *count == 0
}
