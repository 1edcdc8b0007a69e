//! A place whose size is known, because everything random that it depends on has been drawn.

use crate::base::{Cell, Rect, Size};
use crate::layout::budget::sizes::UNLIKELY_PART;
use crate::layout::input::outlets::TemplateExit;
use crate::layout::result::plan::{PlannedForm, PlannedRoom, PlannedSocket};
use crate::level::PassageId;

/// A place with its size.
#[derive(Clone, Debug)]
pub(in crate::layout) struct SizedPlace {
    /// Size of the core.
    pub core: Size,
    pub form: PlannedForm,
    /// The sockets by which it is entered, if any. A group of places that are wall to wall has its exits here.
    pub sockets: Vec<TemplateExit>,
}

/// A room template in one of its symmetries, with its sockets.
#[derive(Clone, Debug)]
pub(in crate::layout) struct RoomPlacement {
    pub room: PlannedRoom,
    pub sockets: Vec<TemplateExit>,
}

impl SizedPlace {
    /// Creates a place without sockets.
    pub fn without_sockets(core: Size, form: PlannedForm) -> Self {
        Self { core, form, sockets: Vec::new() }
    }

    /// Returns the place with rows and columns of its core exchanged. Form and sockets stay as they are, so its
    /// ports must be transposed as well.
    pub fn transposed(&self) -> Self {
        Self { core: Size::new(self.core.height, self.core.width), ..self.clone() }
    }

    /// Returns `true` if passages enter it only through its sockets.
    pub fn is_entered_by_sockets(&self) -> bool {
        self.form.technique().is_entered_by_sockets() || !self.sockets.is_empty()
    }

    /// Returns the maximum extent of the place from the middle of its core: left and up, right and down.
    pub fn extent(&self) -> (Size, Size) {
        let (before, after) = self.core_extent();
        let radius = self.form.reach().unwrap_or(0);
        let at_least = |size: Size| Size::new(size.width.max(radius), size.height.max(radius));
        (at_least(before), at_least(after))
    }

    /// Returns the extent of the core from its middle: left and up, right and down.
    pub fn core_extent(&self) -> (Size, Size) {
        let before = Size::new((self.core.width - 1) / 2, (self.core.height - 1) / 2);
        let after = Size::new(self.core.width - 1 - before.width, self.core.height - 1 - before.height);
        (before, after)
    }

    /// Returns the offset from the middle of the core to the cell around which the place is formed.
    ///
    /// Pins fix that cell, but layout moves middles.
    pub fn off_middle(&self) -> Cell {
        self.form.heart(Rect::new(Cell::new(0, 0), self.core))
            - Rect::new(Cell::new(0, 0), self.core).center()
    }

    /// Returns the bounding rectangle of all cells that the place may own, if its core is here.
    pub fn reach(&self, core: Rect) -> Rect {
        let within = |radius| core.union(Rect::new(core.center(), Size::new(1, 1)).grown(radius));
        self.form.reach().map_or(core, within)
    }

    /// Returns the distance from the middle of its core within which it is likely to own cells.
    ///
    /// `None` means that it keeps to its core. The outer quarter of a reach is rarely floor.
    pub fn likely_radius(&self) -> Option<u32> {
        self.form.reach().map(|reach| reach - reach / UNLIKELY_PART)
    }

    /// Returns the bounding rectangle of the cells that the place is likely to own, if its core is here.
    pub fn likely_reach(&self, core: Rect) -> Rect {
        let within = |radius| core.union(Rect::new(core.center(), Size::new(1, 1)).grown(radius));
        self.likely_radius().map_or(core, within)
    }

    /// Returns the sockets as the plan stores them. `used` has pairs of a socket in use and its passage, by index.
    pub fn sockets_at(&self, core: Rect, used: &[(usize, usize)]) -> Vec<PlannedSocket> {
        let passage_of = |number| {
            used.iter().find(|(socket, _)| *socket == number).map(|(_, passage)| PassageId::at(*passage))
        };
        self.sockets
            .iter()
            .enumerate()
            .map(|(number, outlet)| PlannedSocket {
                cell: core.min + outlet.cell,
                passage: passage_of(number),
            })
            .collect()
    }
}

impl From<RoomPlacement> for SizedPlace {
    fn from(RoomPlacement { room, sockets }: RoomPlacement) -> Self {
        let core = room.symmetry.size(room.template.size());
        Self { core, form: PlannedForm::Room(room), sockets }
    }
}

/// Returns the core of a place whose middle is this cell.
pub(in crate::layout) fn core_at(sizes: &[SizedPlace], place: usize, middle: Cell) -> Rect {
    let size = sizes[place].core;
    Rect::new(middle - Rect::new(Cell::new(0, 0), size).center(), size)
}
