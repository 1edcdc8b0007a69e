//! What layout decides: where everything lies and how large it is.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::base::{Cell, Direction, Rect, Size, Symmetry};
use crate::level::{PassageEnd, PassageForm, PassageId, PlaceId};
use crate::mission::{Cave, Door, EdgeId, NodeId, Site, Technique, Walkers};
use crate::rooms::{BoardGrid, RoomSet, RoomTemplate};

/// A mission laid out: sites, sizes and routes of everything, in cells of the level to come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Width and height of the level.
    pub size: Size,
    /// The places, in the order of their mission nodes; place id n is at index n − 1.
    pub places: Vec<PlannedPlace>,
    /// The passages, in the order of their mission edges; passage id n is at index n − 1.
    pub passages: Vec<PlannedPassage>,
    /// Where passages cross. Both are corridors and go straight there for three cells to either side, and no
    /// core lies nearer.
    pub crossings: Vec<PlannedCrossing>,
    /// What of it is kept from an earlier level.
    pub kept: KeptPart,
}

/// What a plan keeps of an earlier level: it lies there as it did, with the same cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptPart {
    /// How far all of it was moved.
    pub moved: Cell,
    /// The places that are kept, each with its id in the earlier level.
    pub places: BTreeMap<PlaceId, PlaceId>,
    /// The passages that are kept, each with its id in the earlier level.
    pub passages: BTreeMap<PassageId, PassageId>,
}

impl Plan {
    /// The place of that id.
    pub fn place(&self, id: PlaceId) -> Option<&PlannedPlace> {
        self.places.get(id.index())
    }

    /// The passage of that id.
    pub fn passage(&self, id: PassageId) -> Option<&PlannedPassage> {
        self.passages.get(id.index())
    }

    /// The places with their ids.
    pub fn places_by_id(&self) -> impl Iterator<Item = (PlaceId, &PlannedPlace)> {
        self.places.iter().enumerate().map(|(index, place)| (PlaceId::at(index), place))
    }

    /// The passages with their ids.
    pub fn passages_by_id(&self) -> impl Iterator<Item = (PassageId, &PlannedPassage)> {
        self.passages.iter().enumerate().map(|(index, passage)| (PassageId::at(index), passage))
    }

    /// Does the door of a passage lie across it, because it is not plain and the passage enters no room?
    pub fn has_threshold(&self, passage: &PlannedPassage) -> bool {
        let has_sockets = |end: PlaceId| {
            self.place(end).is_some_and(|place| place.form.technique().is_entered_by_sockets())
        };
        passage.door != Door::Plain
            && passage.form.owns_cells()
            && ![passage.from, passage.to].into_iter().any(has_sockets)
    }
}

/// Where one passage goes over another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedCrossing {
    /// The cell that both routes have in common.
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
    /// Its position on the lattice.
    pub site: Site,
    /// The cells that are the place's whatever happens: a room's picture, a hall's floor, the heart of a cave
    /// or of what walkers lay.
    pub core: Rect,
    /// How it is to be formed.
    pub form: PlannedForm,
    /// Every socket, used or not, in the template's order; none if the place is no room.
    pub sockets: Vec<PlannedSocket>,
}

/// How a place is to be formed, with everything drawn at random that its size depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum PlannedForm {
    /// A cave that may reach `radius` cells from the middle of its core.
    Cave { radius: u32, params: Cave },
    /// All of the core is floor.
    Hall,
    /// A room template, turned.
    Room(PlannedRoom),
    /// Floor that walkers lay from the middle of the core.
    Walkers { params: Walkers },
    /// A board, covered with cards.
    Cards(PlannedBoard),
}

/// A room template as it is used for a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedRoom {
    /// The set with the legend and the blocker.
    pub set: Arc<RoomSet>,
    /// The template.
    pub template: Arc<RoomTemplate>,
    /// How the template is turned and flipped.
    pub symmetry: Symmetry,
}

impl PlannedRoom {
    /// The name of its template in a level.
    pub fn name(&self) -> String {
        template_name(&self.set, &self.template)
    }
}

/// The name of a template in a level: different for templates of different sets.
pub fn template_name(set: &RoomSet, template: &RoomTemplate) -> String {
    format!("{}/{}", set.name, template.name)
}

/// A board in its frame of wall, which is one cell wide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedBoard {
    /// The board, without its frame.
    pub board: BoardGrid,
    /// How many of 100 sides that the walk leaves closed are opened.
    pub loops_percent: u32,
    /// How many of 100 of these can be crossed one way only.
    pub drops_percent: u32,
    /// The sides that can be crossed only from the board cell in that direction.
    pub drops: Vec<(Cell, Direction)>,
    /// What covers it, in the order in which it was laid; every board cell once, if the layout is done.
    pub cards: Vec<LaidCard>,
}

/// A card on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaidCard {
    /// The card, turned.
    pub room: PlannedRoom,
    /// The board cell at the top left corner of its picture.
    pub at: Cell,
}

impl PlannedForm {
    /// The technique, without what was drawn for it.
    pub const fn technique(&self) -> Technique {
        match self {
            Self::Cave { .. } => Technique::Cave,
            Self::Hall => Technique::Hall,
            Self::Room(_) => Technique::Room,
            Self::Walkers { .. } => Technique::Walkers,
            Self::Cards(_) => Technique::Cards,
        }
    }

    /// How far from the middle of its core the place takes free cells; none: it keeps to its core.
    pub const fn reach(&self) -> Option<u32> {
        match self {
            Self::Cave { radius, .. } => Some(*radius),
            Self::Walkers { params } => Some(params.reach),
            Self::Hall | Self::Room(_) | Self::Cards(_) => None,
        }
    }

    /// How far from the middle of its core a place whose core is not all floor is floor for certain, in a square.
    pub const fn clearing(&self) -> u32 {
        match self {
            Self::Cave { params, .. } => params.clearing,
            Self::Hall | Self::Room(_) | Self::Walkers { .. } | Self::Cards(_) => 0,
        }
    }

    /// The room that the place becomes.
    pub const fn room(&self) -> Option<&PlannedRoom> {
        match self {
            Self::Room(room) => Some(room),
            Self::Cave { .. } | Self::Hall | Self::Walkers { .. } | Self::Cards(_) => None,
        }
    }

    /// The board that the place becomes.
    pub const fn board(&self) -> Option<&PlannedBoard> {
        match self {
            Self::Cards(board) => Some(board),
            Self::Cave { .. } | Self::Hall | Self::Walkers { .. } | Self::Room(_) => None,
        }
    }

    /// The templates that are drawn for the place, each with its top left corner, from that of the core.
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

/// Where a room could have a door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedSocket {
    /// Its cell in the level.
    pub cell: Cell,
    /// The passage that uses it.
    pub passage: Option<PassageId>,
}

/// A passage with its route.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedPassage {
    /// The mission edge.
    pub edge: EdgeId,
    /// The place where it begins.
    pub from: PlaceId,
    /// The place where it ends.
    pub to: PlaceId,
    /// How it is realised.
    pub form: PassageForm,
    /// How many cells wide a corridor is where there is room.
    pub width: u32,
    /// How many of 100 cells along its borders change: see
    /// [`PassageKind::Corridor`](crate::mission::PassageKind::Corridor).
    pub roughness: u32,
    /// What its doors are.
    pub door: Door,
    /// The end near which its door lies, if it enters no room.
    pub guarded: PassageEnd,
    /// The cell of wall that a doorway opens; the route goes straight over it.
    pub opening: Option<Cell>,
    /// The cells from the core of `from` to the core of `to`, each beside the one before; the first and the
    /// last lie in those cores. Empty if no way was found.
    pub route: Vec<Cell>,
}
