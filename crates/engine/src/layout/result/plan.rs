//! The plan, which is the result of layout: the position and size of everything.
//!
//! Forming turns a plan into tiles. Everything random that sizes depend on is already drawn.
//! All positions are in cells of the level, which begins at (0, 0).

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::base::{Cell, Direction, Rect, Size, Symmetry};
use crate::level::{PassageEnd, PassageForm, PassageId, PlaceId};
use crate::mission::{Cave, Door, EdgeId, NodeId, Site, Technique, Walkers};
use crate::place_shape::{PlaceOutline, PlaceShape};
use crate::rooms::boards::DropSettings;
use crate::rooms::{BoardGrid, RoomSet, RoomTemplate};

/// A mission laid out: sites, sizes and routes, in cells of the future level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Width and height of the level.
    pub size: Size,
    /// The places, in the order of their mission nodes; place id n is at index n − 1.
    pub places: Vec<PlannedPlace>,
    /// The passages, in the order of their mission edges; passage id n is at index n − 1.
    pub passages: Vec<PlannedPassage>,
    /// The points where passages cross. Both are corridors that run straight for three cells to either side of
    /// the crossing, and no core is closer.
    pub crossings: Vec<PlannedCrossing>,
    /// The part that is kept from an earlier level.
    pub kept: KeptPart,
}

/// The part of a plan that is kept from an earlier level, with the same cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptPart {
    /// The distance by which the whole part moved.
    pub moved: Cell,
    /// The kept places, each with its id in the earlier level.
    pub places: BTreeMap<PlaceId, PlaceId>,
    /// The kept passages, each with its id in the earlier level.
    pub passages: BTreeMap<PassageId, PassageId>,
}

impl Plan {
    /// Returns the place with this id.
    pub fn place(&self, id: PlaceId) -> Option<&PlannedPlace> {
        self.places.get(id.index())
    }

    /// Returns the passage with this id.
    pub fn passage(&self, id: PassageId) -> Option<&PlannedPassage> {
        self.passages.get(id.index())
    }

    /// Returns all places with their ids.
    pub fn places_by_id(&self) -> impl Iterator<Item = (PlaceId, &PlannedPlace)> {
        self.places.iter().enumerate().map(|(index, place)| (PlaceId::at(index), place))
    }

    /// Returns all passages with their ids.
    pub fn passages_by_id(&self) -> impl Iterator<Item = (PassageId, &PlannedPassage)> {
        self.passages.iter().enumerate().map(|(index, passage)| (PassageId::at(index), passage))
    }

    /// Returns `true` if the passage has a special door and enters no room, so that the door lies across it.
    pub fn has_threshold(&self, passage: &PlannedPassage) -> bool {
        passage.door.lies_across()
            && passage.form.owns_cells()
            && ![passage.from, passage.to].into_iter().any(|end| self.has_sockets(end))
    }

    /// Returns the door of the passage that uses a socket; `None` if none does.
    pub fn door_of(&self, socket: &PlannedSocket) -> Option<Door> {
        let passage = self.passage(socket.passage?)?;
        Some(if passage.gap == Some(socket.cell) { Door::Gap } else { passage.door })
    }

    /// Returns `true` if passages enter the place only through its sockets.
    pub(in crate::layout) fn has_sockets(&self, place: PlaceId) -> bool {
        self.place(place).is_some_and(|place| place.form.technique().is_entered_by_sockets())
    }
}

/// A point where one passage goes over another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedCrossing {
    /// The cell that both routes share.
    pub at: Cell,
    /// The upper passage.
    pub over: PassageId,
    /// The lower passage.
    pub under: PassageId,
}

/// A place, sized and positioned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedPlace {
    /// The mission node.
    pub node: NodeId,
    /// The position on the lattice.
    pub site: Site,
    /// The rectangle of the place: a room's picture, a hall's floor, the middle of a cave, or the
    /// smallest rectangle around a shape. Only the latter may contain cells of others.
    pub core: Rect,
    /// The way the place is formed.
    pub form: PlannedForm,
    /// All sockets, used or not, in the template's order. Empty unless the place is a room.
    pub sockets: Vec<PlannedSocket>,
}

/// The way a place is formed, with every random number that its size depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum PlannedForm {
    /// A cave that reaches at most `radius` cells from the middle of its core.
    Cave { radius: u32, params: Cave },
    /// A hall: all of the core is floor.
    Hall,
    /// A turned room template.
    Room(PlannedRoom),
    /// Floor that walkers have laid. The core is the smallest rectangle around it.
    Walkers { params: Walkers, shape: Arc<PlaceShape> },
    /// A board, covered with cards.
    Cards(PlannedBoard),
}

/// A room template in one orientation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedRoom {
    /// The set that provides the legend and the blocker.
    pub set: Arc<RoomSet>,
    /// The template.
    pub template: Arc<RoomTemplate>,
    /// The turn and flip of the template.
    pub symmetry: Symmetry,
}

impl PlannedRoom {
    /// Returns the template's name in a level.
    pub fn name(&self) -> String {
        template_name(&self.set, &self.template)
    }
}

/// Returns the name of a template in a level, which is unique across sets.
pub fn template_name(set: &RoomSet, template: &RoomTemplate) -> String {
    format!("{}/{}", set.name, template.name)
}

/// A board. Its frame of wall is one cell wide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedBoard {
    /// The board, without its frame.
    pub board: BoardGrid,
    /// Percentage of sides to open among those that the walk leaves closed.
    pub loops_percent: u32,
    /// The settings of the sides that become one-way drops.
    pub(crate) drop_settings: DropSettings,
    /// Sides that can be crossed only from the given board cell in the given direction.
    pub drops: Vec<(Cell, Direction)>,
    /// The cards, in the order in which they were laid. A complete layout covers every board cell once.
    pub cards: Vec<LaidCard>,
}

/// A card on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaidCard {
    /// The turned card.
    pub room: PlannedRoom,
    /// The board cell at the top left corner of its picture.
    pub at: Cell,
}

impl PlannedForm {
    /// Returns the technique, without the drawn parameters.
    pub const fn technique(&self) -> Technique {
        match self {
            Self::Cave { .. } => Technique::Cave,
            Self::Hall => Technique::Hall,
            Self::Room(_) => Technique::Room,
            Self::Walkers { .. } => Technique::Walkers,
            Self::Cards(_) => Technique::Cards,
        }
    }

    /// Returns the distance from the middle of its core within which the place takes free cells. `None` means that it
    /// stays within its core.
    pub const fn reach(&self) -> Option<u32> {
        match self {
            Self::Cave { radius, .. } => Some(*radius),
            Self::Hall | Self::Room(_) | Self::Walkers { .. } | Self::Cards(_) => None,
        }
    }

    /// Returns the outline of a place that leaves cells of its core to others. `None` means that it leaves none.
    pub fn outline(&self) -> Option<&Arc<PlaceOutline>> {
        match self {
            Self::Walkers { shape, .. } => Some(shape.outline()).filter(|outline| !outline.is_rectangle()),
            Self::Cave { .. } | Self::Hall | Self::Room(_) | Self::Cards(_) => None,
        }
    }

    /// Returns the cell around which a place with this core is formed: where its walkers start, otherwise the
    /// middle.
    pub fn heart(&self, core: Rect) -> Cell {
        match self {
            Self::Walkers { shape, .. } => core.min + shape.heart(),
            Self::Cave { .. } | Self::Hall | Self::Room(_) | Self::Cards(_) => core.center(),
        }
    }

    /// Returns the half side of the square around the middle of the core that is certainly floor. Only caves have one;
    /// others return 0.
    pub const fn clearing(&self) -> u32 {
        match self {
            Self::Cave { params, .. } => params.clearing,
            Self::Hall | Self::Room(_) | Self::Walkers { .. } | Self::Cards(_) => 0,
        }
    }

    /// Returns the planned room, if the place becomes one.
    pub const fn room(&self) -> Option<&PlannedRoom> {
        match self {
            Self::Room(room) => Some(room),
            Self::Cave { .. } | Self::Hall | Self::Walkers { .. } | Self::Cards(_) => None,
        }
    }

    /// Returns the planned board, if the place becomes one.
    pub const fn board(&self) -> Option<&PlannedBoard> {
        match self {
            Self::Cards(board) => Some(board),
            Self::Cave { .. } | Self::Hall | Self::Walkers { .. } | Self::Room(_) => None,
        }
    }

    /// Returns the templates of the place, each with its top left corner relative to that of the core.
    pub fn drawn(&self) -> impl Iterator<Item = (&PlannedRoom, Cell)> {
        let room = self.room().into_iter().map(|room| (room, Cell::new(0, 0)));
        let cards = self.board().into_iter().flat_map(|planned| {
            planned
                .cards
                .iter()
                .map(|card| (&card.room, planned.board.rect_of(card.at).min + Cell::new(1, 1)))
        });
        room.chain(cards)
    }
}

impl PlannedPlace {
    /// Returns the cell around which the place is formed: where its walkers start, otherwise the middle of its
    /// core.
    pub fn heart(&self) -> Cell {
        self.form.heart(self.core)
    }
}

/// A cell where a room could have a door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedSocket {
    /// The cell in the level.
    pub cell: Cell,
    /// The passage that uses the socket.
    pub passage: Option<PassageId>,
}

/// A passage with its route.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedPassage {
    /// The mission edge.
    pub edge: EdgeId,
    /// The place at which it begins.
    pub from: PlaceId,
    /// The place at which it ends.
    pub to: PlaceId,
    /// The way the passage is built.
    pub form: PassageForm,
    /// Width of the corridor in cells, if there is room.
    pub width: u32,
    /// Percentage of cells along its borders that change: see
    /// [`PassageKind::Corridor`](crate::mission::PassageKind::Corridor).
    pub roughness: u32,
    /// The kind of its doors.
    pub door: Door,
    /// The end next to which its door lies, if the passage enters no room or is too short for two doors.
    pub guarded: PassageEnd,
    /// The socket at one of its ends that gets no door, because the door at the other end suffices.
    pub gap: Option<Cell>,
    /// The wall cell that a doorway opens. The route runs straight across it.
    pub opening: Option<Cell>,
    /// The cells from the core of `from` to the core of `to`, each adjacent to the previous one. The first and the
    /// last lie in those cores. Empty if no route was found.
    pub route: Vec<Cell>,
}
