//! Caves: random fill, then smoothing by a cellular automaton, then what came loose is filled in or tunnelled to.
//!
//! In: claims with seals. Out: every wild cell of a cave is open or solid.
//! Guaranteed: a cave's open cells hang together; only wild cells change.
//! Not guaranteed: any size; a cave may shrink to the ways through it.
//!
//! The automaton is the 4/5 rule of Johnson, Yannakakis and Togelius (2010), "Cellular automata for real-time generation of infinite cave levels", with both thresholds free.
//! Caves that are joined openly grow together: one sweep goes over all caves, each cell by its own cave's parameters.

use std::collections::{BTreeMap, VecDeque};

use super::super::State;
use super::super::claims::{Claims, place_owner};
use crate::base::{Cell, Grid, MOORE, Rect, Seed, Size};
use crate::layout::{Plan, PlannedForm};
use crate::mission::{Cave, Detached, Movement, Neighbourhood, UpdateOrder};

/// Grows all caves of a plan.
pub(in super::super) fn grow(claims: &mut Claims, plan: &Plan, movement: Movement, seed: Seed) {
    let caves = wild_caves(claims, plan, seed);
    fill_and_smooth(claims, &caves);
    let mut attached = Grid::filled(plan.size, 0);
    for cave in &caves {
        mend_detached(claims, cave, movement, &mut attached);
    }
}

fn wild_caves<'a>(claims: &Claims, plan: &'a Plan, seed: Seed) -> Vec<Grown<'a>> {
    let mut wild: Vec<Vec<Cell>> = vec![Vec::new(); plan.places.len()];
    for (cell, owner) in claims.owners.iter().filter(|(cell, _)| claims.is_wild(*cell)) {
        wild[*owner as usize - 1].push(cell);
    }
    let places = plan.places.iter().zip(wild).enumerate();
    places
        .filter_map(|(index, (place, cells))| match &place.form {
            PlannedForm::Cave { params, .. } => Some(Grown {
                owner: place_owner(index),
                heart: place.core.center(),
                params,
                cells,
                seed: seed.numbered(u64::from(place.node.0)),
            }),
            PlannedForm::Hall | PlannedForm::Room { .. } => None,
        })
        .collect()
}

fn fill_and_smooth(claims: &mut Claims, caves: &[Grown]) {
    for cave in caves {
        fill(claims, cave);
    }
    smooth(claims, caves);
}

/// A cave on its way.
struct Grown<'a> {
    owner: i32,
    heart: Cell,
    params: &'a Cave,
    /// Its wild cells, row by row.
    cells: Vec<Cell>,
    seed: Seed,
}

fn fill(claims: &mut Claims, cave: &Grown) {
    let mut lots = cave.seed.child("fill").lots();
    for cell in &cave.cells {
        claims.states[*cell] = if lots.chance(cave.params.wall_percent) { State::Solid } else { State::Open };
    }
}

fn smooth(claims: &mut Claims, caves: &[Grown]) {
    let in_order = |order: UpdateOrder| caves.iter().filter(move |cave| cave.params.order == order);
    let rounds = caves.iter().map(|cave| cave.params.smoothing).max().unwrap_or(0);
    let grid_order = merged_rows(in_order(UpdateOrder::GridOrder));
    for round in 0..rounds {
        let going_on = |cave: &&Grown| cave.params.smoothing > round;
        for (cell, cave) in grid_order.iter().filter(|(_, cave)| going_on(cave)) {
            claims.states[*cell] = next_state(&claims.states, *cell, cave.params);
        }
        let next: Vec<(Cell, State)> = in_order(UpdateOrder::Synchronous)
            .filter(going_on)
            .flat_map(|cave| cave.cells.iter().map(|cell| (*cell, cave.params)))
            .map(|(cell, params)| (cell, next_state(&claims.states, cell, params)))
            .collect();
        for (cell, state) in next {
            claims.states[cell] = state;
        }
        for cave in in_order(UpdateOrder::Random).filter(going_on) {
            let mut cells = cave.cells.clone();
            cave.seed.child("order").numbered(u64::from(round)).lots().shuffle(&mut cells);
            for cell in cells {
                claims.states[cell] = next_state(&claims.states, cell, cave.params);
            }
        }
    }
}

/// The cells of several caves, row by row over the whole level, each with its cave.
fn merged_rows<'a, 'b>(caves: impl Iterator<Item = &'b Grown<'a>>) -> Vec<(Cell, &'b Grown<'a>)>
where
    'a: 'b,
{
    let mut cells: Vec<_> = caves.flat_map(|cave| cave.cells.iter().map(move |cell| (*cell, cave))).collect();
    cells.sort_by_key(|(cell, _)| (cell.y, cell.x));
    cells
}

fn next_state(states: &Grid<State>, cell: Cell, params: &Cave) -> State {
    let solid = solid_neighbours(states, cell, params.neighbourhood);
    if solid > params.wall_above {
        State::Solid
    } else if solid < params.open_below {
        State::Open
    } else {
        states[cell]
    }
}

/// How many neighbours are solid; outside the level everything is.
fn solid_neighbours(states: &Grid<State>, cell: Cell, neighbourhood: Neighbourhood) -> u32 {
    let is_solid = |near: Cell| u32::from(states.get(near).is_none_or(|state| state.is_solid()));
    match neighbourhood {
        Neighbourhood::Moore(1) => MOORE.into_iter().map(|offset| is_solid(cell + offset)).sum(),
        Neighbourhood::Moore(radius) => square(cell, radius).map(is_solid).sum(),
        Neighbourhood::VonNeumann(radius) => {
            square(cell, radius).filter(|near| near.manhattan(cell) <= radius).map(is_solid).sum()
        }
    }
}

fn square(cell: Cell, radius: u32) -> impl Iterator<Item = Cell> {
    Rect::new(cell, Size::new(1, 1)).grown(radius).cells().filter(move |near| *near != cell)
}

/// Fills in the parts of a cave that do not hang together with its heart, or digs a tunnel to them.
///
/// `attached` holds for each cell the owner of the cave whose heart it hangs together with; 0: none is known.
fn mend_detached(claims: &mut Claims, cave: &Grown, movement: Movement, attached: &mut Grid<i32>) {
    spread(claims, cave, movement, attached, cave.heart);
    for cell in &cave.cells {
        if claims.states[*cell] == State::Open && attached[*cell] != cave.owner {
            match cave.params.detached {
                Detached::Fill => claims.states[*cell] = State::Solid,
                Detached::Tunnel => {
                    dig(claims, cave, *cell, attached);
                    spread(claims, cave, movement, attached, *cell);
                }
            }
        }
    }
}

/// Marks all open cells of the cave that can be reached from one of them by steps within it.
fn spread(claims: &Claims, cave: &Grown, movement: Movement, attached: &mut Grid<i32>, from: Cell) {
    if claims.states[from].is_solid() {
        return;
    }
    let mut reached = vec![from];
    attached[from] = cave.owner;
    while let Some(cell) = reached.pop() {
        let mut visit = |near: Cell| {
            let open = claims.states.get(near).is_some_and(|state| !state.is_solid());
            if open && claims.owners[near] == cave.owner && attached[near] != cave.owner {
                attached[near] = cave.owner;
                reached.push(near);
            }
        };
        match movement {
            Movement::Cardinal => cell.beside().for_each(&mut visit),
            Movement::EightWay => cell.around().for_each(&mut visit),
        }
    }
}

/// Opens the shortest way through the cave's own wild cells to a part that is attached. Where seals leave none, the part is filled in.
fn dig(claims: &mut Claims, cave: &Grown, from: Cell, attached: &Grid<i32>) {
    let own = |claims: &Claims, cell: Cell| {
        claims.owners.get(cell) == Some(&cave.owner) && claims.states[cell] != State::Sealed
    };
    let mut came_from = BTreeMap::from([(from, from)]);
    let mut queue = VecDeque::from([from]);
    while let Some(cell) = queue.pop_front() {
        if attached[cell] == cave.owner {
            let mut back = cell;
            while back != from {
                if claims.is_wild(back) {
                    claims.states[back] = State::Open;
                }
                back = came_from[&back];
            }
            return;
        }
        for near in cell.beside() {
            if own(claims, near) && !came_from.contains_key(&near) {
                came_from.insert(near, cell);
                queue.push_back(near);
            }
        }
    }
    claims.states[from] = State::Solid;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::PlannedPlace;
    use crate::mission::{NodeId, Site};

    fn one_cave(params: Cave) -> Plan {
        let core = Rect::new(Cell::new(14, 14), Size::new(3, 3));
        let form = PlannedForm::Cave { radius: 12, params };
        let place = PlannedPlace { node: NodeId(1), site: Site { x: 0, y: 0 }, core, form };
        Plan { size: Size::new(31, 31), places: vec![place], ..Plan::default() }
    }

    /// The rule as it is written down, for every cell, from a copy.
    #[test]
    fn synchronous_smoothing_is_the_rule_as_written() {
        let params = Cave {
            order: UpdateOrder::Synchronous,
            neighbourhood: Neighbourhood::Moore(1),
            ..Cave::default()
        };
        let grown = |smoothing| {
            let params = Cave { smoothing, ..params.clone() };
            let plan = one_cave(params);
            let mut claims = Claims::new(&plan, Movement::Cardinal);
            let caves = wild_caves(&claims, &plan, Seed(3));
            fill_and_smooth(&mut claims, &caves);
            claims
        };
        for rounds in 0..4 {
            let (before, after) = (grown(rounds), grown(rounds + 1));
            for (cell, state) in after.states.iter() {
                if !before.is_wild(cell) {
                    assert_eq!(*state, before.states[cell]);
                    continue;
                }
                let solid = cell
                    .around()
                    .filter(|near| before.states.get(*near).is_none_or(|s| s.is_solid()))
                    .count();
                let expected = match solid {
                    5.. => State::Solid,
                    0..=3 => State::Open,
                    _ => before.states[cell],
                };
                assert_eq!(*state, expected, "round {rounds} at {cell:?}");
            }
        }
    }
}
