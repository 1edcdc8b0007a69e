//! Metrics of random small levels, against brute force that reads nothing but the level.
//!
//! The levels are made up: places, passages, keys and tiles fit each other only as far as metrics ask.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use delvewright_engine::base::{Cell, Grid, RandomStream, Seed, Size};
use delvewright_engine::insight::find_route;
use delvewright_engine::level::{
    Entity, EntityId, Level, Lock, NodeRecord, OwnedBy, Owner, PassRecord, Passage, PassageEnd, PassageId,
    Place, PlaceId,
};
use delvewright_engine::mission::{NodeId, NodeRole};
use delvewright_engine::settings::PassKind;

use crate::metrics::{brute_force, metrics, small_level};
use crate::sample;

#[test]
fn metrics_of_random_levels_are_those_of_brute_force() {
    let base = small_level();
    let mut solved = 0;
    for case in sample::of(0..10_000) {
        let level = random_level(&base, &mut Seed(case).stream());
        let found = metrics(&level);
        let is = |name: &str, expected: Option<f64>| {
            assert_eq!(found[name], expected.map(|value| value.to_string()), "{name} of level {case}");
        };
        for (name, expected) in brute_force(&level) {
            is(name, expected.map(|value| value as f64));
        }
        of_places(&level, &is);
        of_things(&level, &is);
        of_tiles(&level, &is);
        solved += usize::from(of_solution(&level, &|name| {
            found[name].as_ref().map(|value| value.parse().unwrap())
        }));
        let linearity = found["linearity"].as_ref().map(|value| value.parse::<f64>().unwrap());
        let is_close = linearity.zip(main_share(&level)).map(|(one, other)| (one - other).abs() < 1e-6);
        assert!(is_close.unwrap_or(linearity.is_none() && main_share(&level).is_none()), "level {case}");
    }
    assert!(solved > 200, "{solved} levels have a solution");
}

pub fn random_level(base: &Level, random: &mut RandomStream) -> Level {
    let count = random.range(1, 6);
    let mut places: Vec<Place> = (1..=count).map(|id| random_place(base, id, random)).collect();
    places[0].role = Some(NodeRole::Start);
    let any = |random: &mut RandomStream| PlaceId(random.range(1, count));
    let keys = random.range(0, 2);
    let foe_or_chest = |random: &mut RandomStream| if random.chance(50) { "Foes" } else { "Chests" };
    let entities = (1..=keys + random.range(0, 4)).map(|id| Entity {
        id: EntityId(id),
        place: any(random),
        pass: (id > keys).then(|| foe_or_chest(random).to_owned()),
        marker: random.chance(20),
        opens: Vec::new(),
        ..base.entities[0].clone()
    });
    let entities: Vec<Entity> = entities.collect();
    let has_one_way = random.chance(30);
    // Each key opens one locked place.
    let opened: Vec<PlaceId> = (0..keys).map(|_| any(random)).collect();
    let lock = |place: PlaceId, end: PassageEnd| {
        let is_lock = places[place.index()].role == Some(NodeRole::Lock);
        let keys = opened.iter().zip(1..).filter(|(lock, _)| **lock == place).map(|(_, key)| EntityId(key));
        is_lock.then(|| Lock { place, end, keys: keys.collect(), needed: 1 })
    };
    let passages = (1..=random.range(0, 9)).filter_map(|_| {
        let (from, to) = (any(random), any(random));
        let one_way = has_one_way && random.chance(40);
        let locks = [lock(from, PassageEnd::From), lock(to, PassageEnd::To)].into_iter().flatten().collect();
        (from != to).then(|| Passage { from, to, one_way, locks, ..base.passages[0].clone() })
    });
    let passages = passages.zip(1..).map(|(passage, id)| Passage { id: PassageId(id), ..passage }).collect();
    let size = Size { width: random.range(1, 9), height: random.range(1, 9) };
    let cells = size.width as usize * size.height as usize;
    let tiles = (0..cells).map(|_| *random.pick(&['#', '.', '+']).expect("there are tiles")).collect();
    let owners = (0..cells).map(|_| match random.below(3) {
        0 => Owner::default(),
        1 => PlaceId(1).into(),
        _ => PassageId(1).into(),
    });
    let owners = owners.collect();
    let pass = |name: &str, kind| PassRecord {
        name: name.to_owned(),
        kind,
        settings: None,
        on: Vec::new(),
        entities: BTreeMap::new(),
        tiles: BTreeMap::new(),
        walls: Vec::new(),
        opens_exit: false,
        taken_back: 0,
    };
    let mut level = Level {
        width: size.width,
        height: size.height,
        tiles: Grid::from_values(size, tiles).expect("all cells").into(),
        owners: Grid::from_values(size, owners).expect("all cells").into(),
        places,
        passages,
        entities,
        bridges: Vec::new(),
        layers: Vec::new(),
        populate: vec![pass("Foes", PassKind::Foes), pass("Chests", PassKind::Chests)],
        ..base.clone()
    };
    let item = |_| NodeRecord { is_place: random.chance(40), ..base.mission.nodes[0].clone() };
    level.mission.nodes = (0..5).map(item).collect();
    level
}

fn random_place(base: &Level, id: u32, random: &mut RandomStream) -> Place {
    let roles = [None, None, Some(NodeRole::Lock), Some(NodeRole::Goal)];
    let rooms = [None, Some("A/One"), Some("A/Two")];
    Place {
        id: PlaceId(id),
        node: NodeId(id),
        role: *random.pick(&roles).expect("there are roles"),
        template: random.pick(&rooms).expect("there are rooms").map(str::to_owned),
        anchor: Cell::new(random.range(0, 40) as i32, random.range(0, 40) as i32),
        ..base.places[0].clone()
    }
}

fn ratio(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

fn of_places(level: &Level, is: &impl Fn(&str, Option<f64>)) {
    let (places, passages) = (level.places.len(), level.passages.len());
    let loops = brute_force(level).iter().find(|(name, _)| *name == "loops").and_then(|(_, loops)| *loops);
    let items = level.mission.nodes.iter().filter(|node| !node.is_place).count();
    let neighbours = |place: &Place| {
        let ends = level.passages.iter().map(|passage| (passage.from, passage.to));
        let others =
            ends.flat_map(|(from, to)| [(from, to), (to, from)]).filter(|(here, _)| *here == place.id);
        others.map(|(_, there)| there).collect::<BTreeSet<PlaceId>>().len()
    };
    let is_end = |place: &&Place| matches!(place.role, Some(NodeRole::Start | NodeRole::Goal));
    let ends = level.places.iter().filter(|place| !is_end(place) && neighbours(place) < 2).count();
    let rooms: BTreeSet<&String> = level.places.iter().filter_map(|place| place.template.as_ref()).collect();
    is("items", Some(items as f64));
    is("branching", ratio(2 * passages, places));
    is("loops_per_place", ratio(loops.expect("it is always known"), places));
    is("dead_ends", Some(ends as f64));
    is("rooms_used", Some(rooms.len() as f64));
    if let Some((_, Some(required))) = brute_force(level).iter().find(|(name, _)| *name == "required_places")
    {
        is("required_share", ratio(*required, places));
    }
}

fn of_things(level: &Level, is: &impl Fn(&str, Option<f64>)) {
    let placed = |pass: &str, on: Option<&Vec<PlaceId>>| {
        let of_pass = level.entities.iter().filter(|entity| entity.pass.as_deref() == Some(pass));
        of_pass.filter(|entity| on.is_none_or(|places| places.contains(&entity.place))).count()
    };
    is("entities", Some(level.entities.iter().filter(|entity| !entity.marker).count() as f64));
    is("foes", Some(placed("Foes", None) as f64));
    is("chests", Some(placed("Chests", None) as f64));
    let route = Some(find_route(level)).filter(|route| !route.is_empty());
    is("danger", route.as_ref().map(|route| placed("Foes", Some(route)) as f64));
    is("reward", route.as_ref().map(|route| placed("Chests", Some(route)) as f64));
    let calm = |route: &Vec<PlaceId>| {
        let calm = route.iter().filter(|place| placed("Foes", Some(&vec![**place])) == 0);
        ratio(calm.count(), route.len())
    };
    is("leniency", route.as_ref().and_then(calm));
}

fn of_tiles(level: &Level, is: &impl Fn(&str, Option<f64>)) {
    let (width, height) = (level.width as i32, level.height as i32);
    let cells = || (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)));
    let walkable: Vec<Cell> = cells().filter(|cell| level.is_walkable(*cell)).collect();
    let area = (width * height) as usize;
    let in_corridor = |cell: &&Cell| matches!(level.owner(**cell).who(), OwnedBy::Passage(_));
    let mirrored = |image: &dyn Fn(Cell) -> Cell| {
        walkable.iter().filter(|cell| walkable.contains(&image(**cell))).count()
    };
    let across = mirrored(&|cell| Cell::new(width - 1 - cell.x, cell.y));
    let down = mirrored(&|cell| Cell::new(cell.x, height - 1 - cell.y));
    is("walkable_share", ratio(walkable.len(), area));
    is("corridor_share", ratio(walkable.iter().filter(in_corridor).count(), walkable.len()));
    let of_passage = |id: PassageId| {
        let own = walkable.iter().filter(|cell| level.owner(**cell).who() == OwnedBy::Passage(id)).count();
        own + level.bridges.iter().filter(|bridge| bridge.under == id).count()
    };
    let longest = level.passages.iter().map(|passage| of_passage(passage.id)).max().unwrap_or(0);
    is("longest_corridor", Some(longest as f64));
    is("cells_per_place", ratio(area, level.places.len()));
    is("aspect", ratio(width.max(height) as usize, width.min(height) as usize));
    is("symmetry", ratio(across.max(down), walkable.len()));
}

/// Checks the solution, and returns `true` if there is one. Without one-way passages there is one if a goal can be
/// reached, and it is a shortest walk if nothing is locked.
fn of_solution(level: &Level, value: &dyn Fn(&str) -> Option<f64>) -> bool {
    let passages = value("solution_passages");
    let shortest = shortest_walk(level);
    let is_two_way = level.passages.iter().all(|passage| !passage.one_way);
    if is_two_way {
        assert_eq!(passages.is_some(), shortest.is_some());
    }
    let Some((walked, shortest)) = passages.zip(shortest) else { return false };
    assert!(walked >= shortest as f64);
    let keys = value("solution_keys").expect("there is a solution");
    if keys == 0.0 && is_two_way {
        assert_eq!(walked, shortest as f64);
        assert_eq!(value("backtracking"), ratio(0, shortest));
    }
    true
}

/// Returns the number of passages of the shortest walk from the first start to a goal, over all states of keys.
fn shortest_walk(level: &Level) -> Option<usize> {
    let taken = |place: PlaceId, held: &BTreeSet<EntityId>| -> BTreeSet<EntityId> {
        held.iter().copied().chain(level.entities_in(place).map(|entity| entity.id)).collect()
    };
    let start = level.start()?.id;
    let first = (start, taken(start, &BTreeSet::new()));
    let mut seen = BTreeSet::from([first.clone()]);
    let mut waiting = VecDeque::from([(first, 0)]);
    while let Some(((here, held), steps)) = waiting.pop_front() {
        if level.goals().any(|goal| goal.id == here) {
            return Some(steps);
        }
        for passage in &level.passages {
            let ways = [(passage.from, passage.to, true), (passage.to, passage.from, !passage.one_way)];
            let is_open = passage.locks.iter().all(|lock| lock.keys.iter().any(|key| held.contains(key)));
            for (_, there, _) in
                ways.into_iter().filter(|(from, _, leads)| *from == here && *leads && is_open)
            {
                let next = (there, taken(there, &held));
                if seen.insert(next.clone()) {
                    waiting.push_back((next, steps + 1));
                }
            }
        }
    }
    None
}

/// Returns the largest share of the variance of all anchors along one direction, by trying many directions.
fn main_share(level: &Level) -> Option<f64> {
    let points: Vec<(f64, f64)> =
        level.places.iter().map(|place| (f64::from(place.anchor.x), f64::from(place.anchor.y))).collect();
    let count = points.len() as f64;
    let (mean_x, mean_y) =
        points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0 / count, y + point.1 / count));
    let off: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x - mean_x, y - mean_y)).collect();
    let all: f64 = off.iter().map(|(x, y)| x * x + y * y).sum();
    let along =
        |angle: f64| off.iter().map(|(x, y)| (x * angle.cos() + y * angle.sin()).powi(2)).sum::<f64>() / all;
    let degrees = (0..180).map(|degree| f64::from(degree).to_radians());
    let coarse = degrees.max_by(|one, other| along(*one).total_cmp(&along(*other)))?;
    let (mut best, mut step) = (coarse, 1.0_f64.to_radians());
    while step > 1e-7 {
        best = [best - step, best, best + step]
            .into_iter()
            .max_by(|one, other| along(*one).total_cmp(&along(*other)))?;
        step /= 2.0;
    }
    (all > 1e-9).then(|| along(best))
}
