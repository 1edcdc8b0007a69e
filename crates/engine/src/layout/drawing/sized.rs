//! A place for which everything random is drawn that its size depends on.

use crate::base::{Cell, Rect, Size};
use crate::layout::outlets::TemplateExit;
use crate::layout::plan::{PlannedForm, PlannedRoom, PlannedSocket};
use crate::level::PassageId;

/// A place with everything drawn that its size depends on.
#[derive(Clone, Debug)]
pub(in crate::layout) struct SizedPlace {
    /// Width and height of the core.
    pub core: Size,
    pub form: PlannedForm,
    /// The sockets by which it is entered, if it is entered by sockets; the exits of a group of places that
    /// lie wall to wall.
    pub sockets: Vec<TemplateExit>,
}

/// A room template as it could be used for a place, and its sockets.
#[derive(Clone, Debug)]
pub(in crate::layout) struct RoomPlacement {
    pub room: PlannedRoom,
    pub sockets: Vec<TemplateExit>,
}

impl SizedPlace {
    /// A place without sockets.
    pub fn without_sockets(core: Size, form: PlannedForm) -> Self {
        Self { core, form, sockets: Vec::new() }
    }

    /// Do passages enter it through its sockets and nowhere else?
    pub fn is_entered_by_sockets(&self) -> bool {
        self.form.technique().is_entered_by_sockets() || !self.sockets.is_empty()
    }

    /// How far the place may reach beyond the middle of its core: left and up, right and down.
    pub fn extent(&self) -> (Size, Size) {
        let (before, after) = self.core_extent();
        let radius = self.form.reach().unwrap_or(0);
        let at_least = |size: Size| Size::new(size.width.max(radius), size.height.max(radius));
        (at_least(before), at_least(after))
    }

    /// How far the core reaches beyond its middle: left and up, right and down.
    pub fn core_extent(&self) -> (Size, Size) {
        let before = Size::new((self.core.width - 1) / 2, (self.core.height - 1) / 2);
        let after = Size::new(self.core.width - 1 - before.width, self.core.height - 1 - before.height);
        (before, after)
    }

    /// All cells that the place may come to own, for a core that lies there.
    pub fn reach(&self, core: Rect) -> Rect {
        let within = |radius| core.union(Rect::new(core.center(), Size::new(1, 1)).grown(radius));
        self.form.reach().map_or(core, within)
    }

    /// How far from the middle of its core the place mostly takes cells; none: it keeps to its core. The
    /// outermost ones of its reach are floor now and then; walkers have laid their floors when about half of
    /// the cells around them are floor.
    pub fn likely_radius(&self) -> Option<u32> {
        let within = |reach: u32| reach - reach / 4;
        match &self.form {
            PlannedForm::Walkers { params } => {
                let floors = u64::from(params.floors);
                Some(within(params.reach).min((floors * 5 / 8).isqrt() as u32 + 1))
            }
            PlannedForm::Cave { .. } | PlannedForm::Hall | PlannedForm::Room(_) | PlannedForm::Cards(_) => {
                self.form.reach().map(within)
            }
        }
    }

    /// The cells that the place mostly comes to own, and all between, for a core that lies there.
    pub fn likely_reach(&self, core: Rect) -> Rect {
        let within = |radius| core.union(Rect::new(core.center(), Size::new(1, 1)).grown(radius));
        self.likely_radius().map_or(core, within)
    }

    /// The sockets as the plan holds them. `used` names the passage of each socket in use, by the socket's number.
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

/// The core of a place whose middle lies on a cell.
pub(in crate::layout) fn core_at(sizes: &[SizedPlace], place: usize, middle: Cell) -> Rect {
    let size = sizes[place].core;
    Rect::new(middle - Rect::new(Cell::new(0, 0), size).center(), size)
}
