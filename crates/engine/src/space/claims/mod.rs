//! Claims: decides who may open which cell.
//!
//! First come the certain cells: the cores of places with the shapes of some, and the routes between them.
//! Then places that reach beyond their cores take the cells nearest to them, and those along open passages.
//!
//! A route from A to B is divided. Cells within A's reach belong to A, those within B's reach to B.
//! The passage gets the rest, at least one cell. An open passage gets none; its two places meet in the
//! middle.
//!
//! ```text
//! A A a a - - - b B B      capitals: cores, small letters: the places' own parts of the route
//! ```

mod rough;

use std::ops::Range;

use super::CellState;
use super::bridges;
use super::forming::{FormingStage, FormingWatcher};
use super::frozen::KeptGround;
use super::techniques::{Core, PlacePlot, room, walkers};
use super::ways::{corner_of_spine, share_out, straight_lines};
use crate::base::{BitGrid, Cell, Grid, Rect, Seed, Size, WORD_CELLS, masks_of_span, ones, spans_of_word};
use crate::layout::{Plan, PlannedPassage};
use crate::level::{Bridge, Owner, PassageForm, PassageId};
use crate::settings::Movement;

/// The owner and the state of every cell.
///
/// States are stored as bits. A cell that is neither wild nor open nor part of a room stays wall.
pub(super) struct Claims {
    /// The owner of each cell.
    pub owners: Grid<Owner>,
    /// The cells that have an owner.
    pub claimed: BitGrid,
    /// Floor, which may be temporary.
    pub open: BitGrid,
    /// Cells that an automaton may change.
    pub wild: BitGrid,
    /// Cells drawn by the author of a room.
    pub interiors: BitGrid,
    /// The cells where passages cross.
    pub bridges: Vec<Bridge>,
}

impl Claims {
    /// Decides who may open which cell of a plan.
    pub fn new(
        plan: &Plan,
        plots: &[PlacePlot],
        kept: &KeptGround,
        movement: Movement,
        seed: Seed,
        watcher: &mut FormingWatcher<'_>,
    ) -> Self {
        let [claimed, open, wild, interiors] = [(); 4].map(|()| BitGrid::empty(plan.size));
        let owners = Grid::filled(plan.size, Owner::NOBODY);
        let bridges = bridges::bridges(plan, movement);
        let mut claims = Self { owners, claimed, open, wild, interiors, bridges };
        plots.iter().for_each(|plot| claims.claim_core(plot, kept));
        let nothing: Vec<Cell> = plan.places.iter().flat_map(room::nothing).collect();
        for cell in &nothing {
            // Belongs to nobody, but stays blocked for others until everything is claimed.
            claims.claim(*cell, Owner::NOBODY, CellState::Solid);
            claims.claimed.set(*cell, true);
        }
        watcher.note(FormingStage::Cores, &claims);
        // Kept places have their floor already.
        let new = plots.iter().filter(|plot| !kept.holds(plot.owner()));
        walkers::open_floors(&mut claims, new, watcher);
        let grown = plots.iter().filter(|plot| !kept.holds(plot.owner()));
        grown.for_each(|plot| claims.claim_spines(plot));
        for (id, passage) in plan.passages_by_id() {
            claims.claim_way(plan, id, passage, kept);
        }
        for Bridge { at, over, .. } in claims.bridges.clone() {
            claims.claim(at, over.into(), CellState::DefinitelyOpen);
        }
        let laid = || plan.passages_by_id().filter(|(id, _)| !kept.holds((*id).into()));
        for (id, passage) in laid() {
            claims.widen(plan, id, passage);
        }
        for (id, passage) in laid() {
            claims.roughen(plan, id, passage, seed.child("rough"));
        }
        watcher.note(FormingStage::Routes, &claims);
        claims.claim_wilds(plan, kept);
        // Except for routes that cross a notch to a socket.
        for cell in nothing.iter().filter(|cell| claims.owners[**cell] == Owner::NOBODY) {
            claims.claimed.set(*cell, false);
        }
        watcher.note(FormingStage::Reach, &claims);
        claims
    }

    /// Returns the state of a cell; cells outside are solid.
    pub fn state(&self, cell: Cell) -> CellState {
        if self.interiors.get(cell) {
            CellState::RoomInterior
        } else if self.wild.get(cell) {
            if self.open.get(cell) { CellState::Open } else { CellState::Solid }
        } else if self.open.get(cell) {
            CellState::DefinitelyOpen
        } else if self.owners.get(cell).is_none_or(|owner| *owner == Owner::NOBODY) {
            CellState::Solid
        } else {
            CellState::Sealed
        }
    }

    /// Claims a cell; does nothing for a cell outside.
    fn claim(&mut self, cell: Cell, owner: Owner, state: CellState) {
        self.claim_all(Rect::new(cell, Size::new(1, 1)), owner, state);
    }

    /// Claims the cells of a rectangle that are inside the level.
    fn claim_all(&mut self, rect: Rect, owner: Owner, state: CellState) {
        let (rows, columns) = part_inside(rect, self.owners.size());
        for y in rows.clone() {
            self.owners.row_mut(y)[columns.start as usize..columns.end as usize].fill(owner);
        }
        let set = |bits: &mut BitGrid, value: bool| bits.set_block(rows.clone(), columns.clone(), value);
        set(&mut self.claimed, owner != Owner::NOBODY);
        set(&mut self.open, state == CellState::DefinitelyOpen);
        set(&mut self.wild, owner.place().is_some() && state == CellState::Solid);
        set(&mut self.interiors, state == CellState::RoomInterior);
    }

    /// Claims the cells of a straight line, both ends included.
    fn claim_line(&mut self, from: Cell, to: Cell, owner: Owner) {
        let all = Rect::new(from, Size::new(1, 1)).union(Rect::new(to, Size::new(1, 1)));
        self.claim_all(all, owner, CellState::DefinitelyOpen);
    }

    fn claim_core(&mut self, plot: &PlacePlot, kept: &KeptGround) {
        let core = plot.place.core;
        match Core::of(&plot.place.form) {
            Core::Wild if kept.holds(plot.owner()) => self.claim_kept(plot.owner(), kept),
            // The floor of the shape is opened later. The rest of the core is left to others.
            Core::Shaped => self.claim_kept(plot.owner(), kept),
            Core::Wild => {
                self.claim_all(core, plot.owner(), CellState::Solid);
                let clearing = Rect::new(plot.heart(), Size::new(1, 1)).grown(plot.place.form.clearing());
                self.claim_all(clearing, plot.owner(), CellState::DefinitelyOpen);
            }
            Core::Floor => self.claim_all(core, plot.owner(), CellState::DefinitelyOpen),
            Core::Drawn => self.claim_all(core, plot.owner(), CellState::RoomInterior),
        }
    }

    /// Opens the cells of a floor in a shaped core.
    pub fn open_floor(&mut self, floor: Rect, owner: Owner) {
        self.claim_all(floor, owner, CellState::DefinitelyOpen);
    }

    /// Opens the cells of kept ground, and no others.
    fn claim_kept(&mut self, owner: Owner, kept: &KeptGround) {
        for cell in kept.cells(owner).into_iter().flatten() {
            self.claim(*cell, owner, CellState::DefinitelyOpen);
        }
    }

    /// Opens the spines: paths from the middle of a wild core, or from the floor of a shaped one, to the ports.
    fn claim_spines(&mut self, plot: &PlacePlot) {
        match Core::of(&plot.place.form) {
            Core::Wild => {
                let middle = plot.heart();
                for port in &plot.ports {
                    let corner = corner_of_spine(middle, *port);
                    self.claim_line(middle, corner, plot.owner());
                    self.claim_line(corner, *port, plot.owner());
                }
            }
            Core::Shaped => {
                for port in &plot.ports {
                    if let Some((floor, corner)) = plot.spine_of_shape(*port) {
                        self.claim_line(floor, corner, plot.owner());
                        self.claim_line(corner, *port, plot.owner());
                    }
                }
            }
            Core::Floor | Core::Drawn => {}
        }
    }

    fn claim_way(&mut self, plan: &Plan, id: PassageId, passage: &PlannedPassage, kept: &KeptGround) {
        if kept.holds(id.into()) {
            self.claim_kept(id.into(), kept);
            return;
        }
        let [Some(from), Some(to)] = [passage.from, passage.to].map(|end| plan.place(end)) else {
            return;
        };
        if passage.route.is_empty() {
            return;
        }
        let of_kept = [passage.from, passage.to].map(|end| kept.cells(end.into()));
        let (mut own, mut common) = share_out(from, to, passage, of_kept);
        if let Some(crossed) = bridges::crossed_part(plan, id) {
            own = own.min(crossed.start);
            common = common.max(crossed.end);
        }
        let way = &passage.route;
        let end = way.len() - 1;
        let shares = [
            (1..own.min(end), passage.from.into()),
            (own.max(1)..common.min(end), id.into()),
            (common.max(own).max(1)..end, passage.to.into()),
        ];
        for (share, owner) in shares {
            for line in straight_lines(way.get(share).unwrap_or_default()) {
                self.claim_line(line[0], line[line.len() - 1], owner);
            }
        }
    }

    /// Widens a corridor where nothing else is near.
    ///
    /// Places with sockets are still entered only through them.
    fn widen(&mut self, plan: &Plan, id: PassageId, passage: &PlannedPassage) {
        let PlannedPassage { width, ref route, .. } = *passage;
        if width < 2 {
            return;
        }
        let owner = Owner::from(id);
        let mut may_touch = vec![Owner::NOBODY, owner];
        for end in [passage.from, passage.to] {
            // A corridor with a threshold is narrow where it meets its places, so that its door can be short.
            let has_sockets = plan.places[end.index()].form.technique().is_entered_by_sockets();
            if !has_sockets && !plan.has_threshold(passage) {
                may_touch.push(end.into());
            }
        }
        let before = (width as i32 - 1) / 2;
        let block = Rect::new(Cell::new(-before, -before), Size::new(width, width));
        let mut claimed = BitGrid::empty(plan.size);
        for middle in route.iter().filter(|cell| self.owners.get(**cell) == Some(&owner)) {
            for cell in block.cells().map(|offset| *middle + offset) {
                let is_free = self.owners.get(cell) == Some(&Owner::NOBODY) && !self.claimed.get(cell);
                let is_alone = || {
                    cell.around().all(|near| self.owners.get(near).is_some_and(|by| may_touch.contains(by)))
                };
                if is_free && !claimed.get(cell) && is_alone() {
                    claimed.set(cell, true);
                }
            }
        }
        for cell in claimed.cells() {
            self.claim(cell, owner, CellState::DefinitelyOpen);
        }
        self.drop_islands(owner, route, claimed);
    }

    /// Releases those of some claimed cells that are not connected with the route.
    fn drop_islands(&mut self, owner: Owner, route: &[Cell], claimed: BitGrid) {
        let mut islands = claimed;
        let mut reached: Vec<Cell> =
            route.iter().copied().filter(|cell| self.owners[*cell] == owner).collect();
        while let Some(cell) = reached.pop() {
            for near in cell.beside().filter(|near| islands.get(*near)).collect::<Vec<_>>() {
                islands.set(near, false);
                reached.push(near);
            }
        }
        for cell in islands.cells() {
            self.claim(cell, Owner::NOBODY, CellState::Solid);
        }
    }

    /// Lets places that reach beyond their cores take free cells: first around them, then along open
    /// passages.
    fn claim_wilds(&mut self, plan: &Plan, kept: &KeptGround) {
        self.claim_reach(plan, kept);
        for passage in plan.passages.iter().filter(|passage| passage.form == PassageForm::Open) {
            self.claim_neck(plan, passage, kept);
        }
    }

    /// Gives every place the free cells within its reach to which no other place is nearer.
    fn claim_reach(&mut self, plan: &Plan, kept: &KeptGround) {
        let mut contested = BitGrid::empty(plan.size);
        for (id, place) in plan.places_by_id().filter(|(id, _)| !kept.holds((*id).into())) {
            let Some(radius) = place.form.reach() else { continue };
            for (y, columns) in disc(place.core.center(), radius, self.owners.rect()) {
                let owners = self.owners.row_mut(y);
                let [claimed, contested, wild] =
                    [&mut self.claimed, &mut contested, &mut self.wild].map(|bits| bits.row_mut(y));
                for (index, mask) in masks_of_span(columns) {
                    let column = index * WORD_CELLS;
                    for bit in ones(mask & contested[index]) {
                        let cell = Cell::new((column + bit) as i32, y as i32);
                        let owner = &mut owners[column + bit];
                        let Some(other) = owner.place().and_then(|other| plan.place(other)) else { continue };
                        if place.core.distance_squared(cell) < other.core.distance_squared(cell) {
                            *owner = id.into();
                        }
                    }
                    let free = mask & !claimed[index];
                    for span in spans_of_word(free) {
                        owners[column + span.start..column + span.end].fill(id.into());
                    }
                    claimed[index] |= free;
                    contested[index] |= free;
                    wild[index] |= free;
                }
            }
        }
    }

    /// Gives free cells along an open passage to its two places, so that they can merge.
    ///
    /// The cells reach half as far to the sides as the smaller reach of the two.
    fn claim_neck(&mut self, plan: &Plan, passage: &PlannedPassage, kept: &KeptGround) {
        let [from, to] = [passage.from, passage.to].map(|end| &plan.places[end.index()]);
        let radii = [from, to].map(|place| place.form.reach().unwrap_or(0));
        let half_width = radii[0].min(radii[1]) / 2;
        let ground = self.owners.rect();
        let inside = Rect::new(
            Cell::new(1, 1),
            Size::new(ground.size.width.saturating_sub(2), ground.size.height.saturating_sub(2)),
        );
        for middle in &passage.route {
            for (y, columns) in disc(*middle, half_width, inside) {
                for (index, mask) in masks_of_span(columns) {
                    let free = mask & !self.claimed.row(y)[index];
                    for bit in ones(free) {
                        let cell = Cell::new((index * WORD_CELLS + bit) as i32, y as i32);
                        let nearer_from = from.core.distance_squared(cell) <= to.core.distance_squared(cell);
                        let owner = Owner::from(if nearer_from { passage.from } else { passage.to });
                        if !kept.holds(owner) {
                            self.claim(cell, owner, CellState::Solid);
                        }
                    }
                }
            }
        }
    }
}

/// Returns the rows and columns of a rectangle that are inside a level.
fn part_inside(rect: Rect, level: Size) -> (Range<usize>, Range<u32>) {
    let inside = |at: i32, most: u32| at.clamp(0, most as i32) as u32;
    let rows = inside(rect.min.y, level.height) as usize..inside(rect.bottom(), level.height) as usize;
    (rows, inside(rect.min.x, level.width)..inside(rect.right(), level.width))
}

/// Returns the rows of the disc around a cell with their columns, restricted to `ground`.
fn disc(middle: Cell, radius: u32, ground: Rect) -> impl Iterator<Item = (usize, Range<u32>)> {
    let reach = i64::from(radius);
    let mut half = 0;
    (-reach..=reach).filter_map(move |dy| {
        let y = i32::try_from(i64::from(middle.y) + dy).ok()?;
        // A row is little longer or shorter than the one before.
        let most = reach * reach - dy * dy;
        while (half + 1) * (half + 1) <= most {
            half += 1;
        }
        while half * half > most {
            half -= 1;
        }
        let x = i64::from(middle.x);
        let from = (x - half).max(i64::from(ground.min.x));
        let to = (x + half + 1).min(i64::from(ground.right()));
        let is_inside = (ground.min.y..ground.bottom()).contains(&y) && from < to;
        is_inside.then_some((y as usize, from as u32..to as u32))
    })
}
