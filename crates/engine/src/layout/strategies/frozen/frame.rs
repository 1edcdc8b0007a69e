//! The mission around the kept places, with everything kept turned into pinned ground.
//!
//! In: the mission, the sizes of its places, and the selection of what stays.
//! Out: an arrangement of all places, in which kept parts lie as before relative to each other.
//! The framed mission has additional places for the solver, all of them pinned: one per rectangle of kept
//! ground, and one of a single cell (the stub) for each end of a passage that leaves a kept place.
//!
//! ```text
//! earlier level     framed mission
//!  aaa   bbb         PPP   PPP         a, b: kept places, l: a kept passage
//!  aaalllbbb         PPPGGGPPP         P: pinned places, G: pinned ground
//!  aaa   bbb         PPP   PPP         m: another passage of a, S: its stub
//!   m                 S
//! ```

use std::collections::{BTreeMap, BTreeSet};

use super::FrozenSelection;
use super::corner::{arrange_in_corner, rank};
use super::ground::rects_of;
use super::stubs::Stub;
use crate::base::{Cell, Diagnostic, Rect, Seed, Size};
use crate::layout::drawing::{Arrangement, Crossing, Route, Routes, SizedPlace};
use crate::layout::input::outlets::TemplateExit;
use crate::layout::input::pins;
use crate::layout::input::problem::{LayoutProblem, PlacePin, ProblemPassage, ProblemPlace};
use crate::layout::result::plan::PlannedForm;
use crate::layout::routing::winding;
use crate::layout::strategies::{doorways, pinned, sites};
use crate::level::{Owner, PassageForm, PassageId, PlaceId};
use crate::settings::LayoutSettings;

/// The mission with its kept parts turned into pinned ground.
pub(super) struct FrozenFrame<'f, 'a> {
    problem: &'f LayoutProblem<'a>,
    selection: &'f FrozenSelection<'f>,
    framed: LayoutProblem<'a>,
    sizes: Vec<SizedPlace>,
    /// The number in the mission of each framed passage.
    passages: Vec<usize>,
    /// The stub of each passage that leaves a kept place, by passage and end (0 or 1).
    stubs: BTreeMap<(usize, usize), Stub>,
    notes: Vec<Diagnostic>,
}

/// An arrangement of all places of the mission.
pub(super) struct FramedArrangement<'a> {
    pub problem: LayoutProblem<'a>,
    pub arranged: Arrangement,
    /// The offset of the kept places from their earlier positions.
    pub moved: Cell,
    pub notes: Vec<Diagnostic>,
}

/// Places without room, or with a passage that finds no route.
type BlockedPlaces = Vec<usize>;

impl<'f, 'a> FrozenFrame<'f, 'a> {
    /// Builds the framed mission.
    ///
    /// # Errors
    /// Returns the places whose passages cannot leave the kept ground.
    pub fn new(
        problem: &'f LayoutProblem<'a>,
        sizes: &[SizedPlace],
        settings: &LayoutSettings,
        selection: &'f FrozenSelection<'f>,
    ) -> Result<Self, BlockedPlaces> {
        let mut ground = kept_ground(selection);
        let stubs = stubs(problem, selection, &mut ground)?;
        let mut frame = Self {
            problem,
            selection,
            framed: problem.with_parts(Vec::new(), Vec::new()),
            sizes: sizes.to_vec(),
            passages: (0..problem.passages.len())
                .filter(|passage| !selection.passages.contains_key(passage))
                .collect(),
            stubs,
            notes: Vec::new(),
        };
        let (pins, notes) = pins::around(problem, sizes, settings, &ground, |place| {
            selection.places.get(&place).map(|was| selection.plan.places[*was].core.center())
        });
        frame.notes = notes;
        frame.build(&ground, &pins);
        Ok(frame)
    }

    fn build(&mut self, ground: &[Rect], pins: &[(usize, Cell)]) {
        let (problem, selection) = (self.problem, self.selection);
        let mut places: Vec<ProblemPlace<'a>> = Vec::new();
        for (number, place) in problem.places.iter().enumerate() {
            let mut place = ProblemPlace { passages: Vec::new(), loops: 0, pin: None, ..place.clone() };
            let was = selection.plan.places.iter().find(|was| was.node == place.node);
            place.near = was.map(|was| was.core.center());
            if let Some(was) = selection.places.get(&number) {
                let core = selection.plan.places[*was].core;
                place.pin = Some(PlacePin { at: core.center(), rank: number });
                place.part_of = Some(number);
                self.sizes[number] = SizedPlace::without_sockets(core.size, PlannedForm::Hall);
            }
            places.push(place);
        }
        for (rank, (place, at)) in pins.iter().enumerate() {
            places[*place].pin = Some(PlacePin { at: *at, rank: usize::MAX / 2 + rank });
        }
        let first = selection.places.keys().next().copied().unwrap_or_default();
        let mut stub_of: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for ((passage, end), stub) in &self.stubs {
            let of = [problem.passages[*passage].from, problem.passages[*passage].to][*end];
            stub_of.insert((*passage, *end), places.len());
            places.push(part_of(&problem.places[of], of, stub.at, places.len()));
            let outlet =
                TemplateExit { cell: Cell::new(0, 0), approach: Vec::new(), out: stub.out, kind: None };
            let form = PlannedForm::Hall;
            self.sizes.push(SizedPlace { core: Size::new(1, 1), form, sockets: vec![outlet] });
        }
        for rect in ground {
            places.push(part_of(&problem.places[first], first, rect.center(), places.len()));
            self.sizes.push(SizedPlace::without_sockets(rect.size, PlannedForm::Hall));
        }
        let passages = self.passages.iter().map(|number| {
            let passage = &problem.passages[*number];
            let end = |end: usize, place: usize| stub_of.get(&(*number, end)).copied().unwrap_or(place);
            let own: u32 = (0..2).filter_map(|end| Some(self.stubs.get(&(*number, end))?.own)).sum();
            let is_doorway = selection.corridors.contains(number);
            ProblemPassage {
                from: end(0, passage.from),
                to: end(1, passage.to),
                form: if is_doorway { PassageForm::Corridor } else { passage.form },
                length: passage
                    .length
                    .map(|(least, most)| (least.saturating_sub(own), most.saturating_sub(own))),
                ..passage.clone()
            }
        });
        let passages = passages.collect();
        self.framed = problem.with_parts(places, passages);
    }

    /// Arranges all places.
    ///
    /// # Errors
    /// Returns the known places that block an arrangement.
    pub fn arrange(
        self,
        settings: &LayoutSettings,
        seed: Seed,
    ) -> Result<FramedArrangement<'a>, BlockedPlaces> {
        let settled =
            doorways::settle(&self.framed, &self.sizes, settings, seed).map_err(|_| BlockedPlaces::new())?;
        let framed = settled.problem.as_ref().unwrap_or(&self.framed);
        let whole = self.problem.places.len();
        let arranged = match settled.arranged {
            Some(arranged) => arranged,
            None => self
                .around_kept(framed, settings, seed)
                .map_err(|places| places.into_iter().filter(|place| *place < whole).collect::<Vec<_>>())?,
        };
        let moved = self.moved(&arranged.routes.cores).ok_or_else(Vec::new)?;
        let arranged = winding::wind(framed, &self.sizes, arranged, seed.child("winding"));
        if !arranged.missing.is_empty() {
            return Err(Vec::new());
        }
        let is_corridor = |(number, passage): (usize, &ProblemPassage)| {
            let was = self.problem.passages[self.passages[number]].form;
            (was == PassageForm::Doorway && passage.form == PassageForm::Corridor)
                .then(|| self.passages[number])
        };
        let corridors: BTreeSet<usize> = framed.passages.iter().enumerate().filter_map(is_corridor).collect();
        let mut problem = self.problem.with_corridors(&corridors);
        for (number, place) in problem.places.iter_mut().enumerate() {
            place.pin = framed.places.get(number).and_then(|framed| framed.pin);
            place.kept = self.selection.places.get(&number).map(|was| self.ground_of(*was));
        }
        let arranged = self.whole(&arranged, moved);
        let notes = self.notes.into_iter().chain(settled.notes).collect();
        Ok(FramedArrangement { problem, arranged, moved, notes })
    }

    /// Arranges everything else around the kept places. Tries it on all sides and towards the corner, and
    /// returns the better result.
    fn around_kept(
        &self,
        framed: &LayoutProblem,
        settings: &LayoutSettings,
        seed: Seed,
    ) -> Result<Arrangement, BlockedPlaces> {
        let around = pinned::arrange_around(framed, &self.sizes, settings, seed);
        let in_corner = arrange_in_corner(framed, &self.sizes, settings, seed.child("corner"));
        let rank = |arranged: &Arrangement| {
            let moved = self.moved(&arranged.routes.cores).unwrap_or_default();
            rank(arranged, &self.sizes, moved)
        };
        match (around, in_corner) {
            (Ok(around), Some(in_corner)) if rank(&in_corner) < rank(&around) => Ok(in_corner),
            (Err(_), Some(in_corner)) => Ok(in_corner),
            (around, _) => around,
        }
    }

    /// Returns the common offset of all kept parts; `None` if they moved relative to each other.
    fn moved(&self, cores: &[Rect]) -> Option<Cell> {
        let is_part = |number: &usize| self.framed.places[*number].part_of.is_some();
        let off = |number: usize| Some(cores.get(number)?.center() - self.framed.places[number].pin?.at);
        let mut all = (0..self.framed.places.len()).filter(is_part).map(off);
        let first = all.next()??;
        all.all(|other| other == Some(first)).then_some(first)
    }

    /// Returns the rectangle around the cells of a kept place and of the kept passages that begin there.
    ///
    /// It is relative to the corner of the place's core.
    fn ground_of(&self, was: usize) -> Rect {
        let plan = self.selection.plan;
        let (id, core) = (PlaceId::at(was), plan.places[was].core);
        let kept = self.selection.passages.values().filter(|passage| plan.passages[**passage].from == id);
        let owners = kept.map(|passage| PassageId::at(*passage).into()).chain([Owner::from(id)]);
        let cells = owners.filter_map(|owner| self.selection.cells.get(&owner)).flatten();
        let around = cells.map(|cell| Rect::new(*cell, Size::new(1, 1))).fold(core, Rect::union);
        Rect::new(around.min - core.min, around.size)
    }

    /// Returns the arrangement of the whole mission, with the kept parts moved as one.
    fn whole(&self, framed: &Arrangement, moved: Cell) -> Arrangement {
        let plan = self.selection.plan;
        let mut cores = framed.routes.cores[..self.problem.places.len()].to_vec();
        for (place, was) in &self.selection.places {
            let core = plan.places[*was].core;
            cores[*place] = Rect::new(core.min + moved, core.size);
        }
        let mut by_passage: Vec<Option<Route>> = vec![None; self.problem.passages.len()];
        for (number, route) in self.passages.iter().zip(&framed.routes.by_passage) {
            by_passage[*number] = route.as_ref().map(|route| self.whole_route(*number, route, moved));
        }
        for (number, was) in &self.selection.passages {
            let route = plan.passages[*was].route.iter().map(|cell| *cell + moved).collect();
            by_passage[*number] = Some(Route::along(route, [0, 1].map(|end| self.socket(*number, end))));
        }
        let crossings = framed.routes.crossings.iter().map(|crossing| Crossing {
            over: self.passages[crossing.over],
            under: self.passages[crossing.under],
            ..*crossing
        });
        let here = |was: PassageId| {
            let mut kept = self.selection.passages.iter();
            kept.find(|(_, index)| **index == was.index()).map(|(here, _)| *here)
        };
        let kept_crossings = plan.crossings.iter().filter_map(|crossing| {
            let (over, under) = (here(crossing.over)?, here(crossing.under)?);
            Some(Crossing { at: crossing.at + moved, over, under })
        });
        let crossings = crossings.chain(kept_crossings).collect();
        let sites = sites::counted(&cores);
        let routes = Routes { by_passage, crossings, cores, pushed_out: Vec::new() };
        Arrangement { sites, routes, missing: Vec::new(), too_large: None }
    }

    /// Returns the route of a passage, extended by the cells that it keeps at kept places.
    fn whole_route(&self, number: usize, route: &Route, moved: Cell) -> Route {
        let approach = |end: usize| -> Vec<Cell> {
            let stub = self.stubs.get(&(number, end));
            stub.into_iter().flat_map(|stub| &stub.approach).map(|cell| *cell + moved).collect()
        };
        let mut cells = approach(0);
        cells.extend(&route.cells);
        cells.extend(approach(1).into_iter().rev());
        let found = route.sockets();
        let sockets = [0, 1].map(|end| {
            if self.stubs.contains_key(&(number, end)) { self.socket(number, end) } else { found[end] }
        });
        Route::along(cells, sockets)
    }

    /// Returns the number of the socket that a passage used at a kept place.
    fn socket(&self, number: usize, end: usize) -> Option<usize> {
        let passage = &self.problem.passages[number];
        let was = self.selection.places.get(&[passage.from, passage.to][end])?;
        let id = PassageId::at(self.selection.earlier(self.problem, number)?);
        self.selection.plan.places[*was].sockets.iter().position(|socket| socket.passage == Some(id))
    }
}

/// Makes a pinned place from a part of a kept one.
fn part_of<'a>(place: &ProblemPlace<'a>, of: usize, at: Cell, rank: usize) -> ProblemPlace<'a> {
    ProblemPlace {
        site: None,
        pin: Some(PlacePin { at, rank }),
        part_of: Some(of),
        passages: Vec::new(),
        loops: 0,
        is_start: false,
        is_goal: false,
        ..place.clone()
    }
}

/// Returns the ground of kept places and passages as rectangles.
fn kept_ground(selection: &FrozenSelection) -> Vec<Rect> {
    let places = selection.places.values().flat_map(|was| {
        let place = &selection.plan.places[*was];
        match place.form.reach() {
            // The core is the whole place, and is pinned itself.
            None => Vec::new(),
            Some(_) => ground_of(selection, PlaceId::at(*was).into()),
        }
    });
    let passages =
        selection.passages.values().flat_map(|was| ground_of(selection, PassageId::at(*was).into()));
    places.chain(passages).collect()
}

fn ground_of(selection: &FrozenSelection, owner: Owner) -> Vec<Rect> {
    selection.cells.get(&owner).map(|cells| rects_of(cells)).unwrap_or_default()
}

/// Returns the stubs of all passages that leave kept places, and adds their cells to the ground.
///
/// # Errors
/// Returns both places of each passage without a stub.
fn stubs(
    problem: &LayoutProblem,
    selection: &FrozenSelection,
    ground: &mut Vec<Rect>,
) -> Result<BTreeMap<(usize, usize), Stub>, BlockedPlaces> {
    let cores = selection.places.values().map(|was| selection.plan.places[*was].core);
    let mut closed: Vec<Rect> = ground.iter().copied().chain(cores).collect();
    let mut stubs = BTreeMap::new();
    let mut in_the_way = Vec::new();
    for (number, passage) in problem.passages.iter().enumerate() {
        if selection.passages.contains_key(&number) {
            continue;
        }
        for (end, place) in [passage.from, passage.to].into_iter().enumerate() {
            let Some(was) = selection.places.get(&place) else { continue };
            let stub = selection.earlier(problem, number).and_then(|before| {
                let mut cells = selection.plan.passages[before].route.clone();
                if end == 1 {
                    cells.reverse();
                }
                let own = selection.cells.get(&PlaceId::at(*was).into());
                let is_own = |cell: &&Cell| own.is_some_and(|own| own.contains(cell));
                let owned = cells.iter().take_while(is_own).count();
                Stub::new(&cells, owned, &closed)
            });
            match stub {
                Some(stub) => {
                    let cells: Vec<Rect> =
                        stub.cells().map(|cell| Rect::new(cell, Size::new(1, 1))).collect();
                    // The stub itself is pinned in any case.
                    ground.extend(&cells[..cells.len() - 1]);
                    closed.extend(cells);
                    stubs.insert((number, end), stub);
                }
                None => in_the_way.extend([passage.from, passage.to]),
            }
        }
    }
    if in_the_way.is_empty() { Ok(stubs) } else { Err(in_the_way) }
}
