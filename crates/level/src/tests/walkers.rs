//! Walkers with keys of their own, and walks to things that nobody can stand on.

use super::drawing::drawn;
use crate::{
    Blocked, Cell, Direction, EntityId, Ground, Keys, Level, Movement, PassageEnd, PassageForm, Seed, Walker,
};

fn locked() -> Level {
    drawn(&["#######", "#1...2#", "#######"], &["       ", " 1aaa2 ", "       "])
        .join(1, 2, PassageForm::Corridor, false)
        .lock(PassageEnd::To, &[1], 1)
}

#[test]
fn doors_open_for_those_whose_keys_fit() {
    let level = locked();
    let ground = Ground::new(&level);
    let (player, jailer) = (Keys::new(), Keys::from([EntityId(1)]));
    let steps =
        |walker: Walker| ground.path(Cell::new(1, 1), Cell::new(5, 1), walker).map(|path| path.len() - 1);
    assert_eq!(
        [Walker::with(&player), Walker::with(&jailer), Walker::OPENS_ALL].map(steps),
        [None, Some(4), Some(4)]
    );
    assert_eq!(ground.distances(Cell::new(1, 1), Walker::OPENS_ALL).to(Cell::new(5, 1)), Some(4));
}

#[test]
fn flyers_pass_things_and_no_walls() {
    let level = locked().with("Boulder", (3, 1), &[], true);
    let ground = Ground::new(&level);
    let keys = Keys::from([EntityId(1)]);
    let flyer = Walker::with(&keys).past_things();
    assert_eq!(ground.path(Cell::new(1, 1), Cell::new(5, 1), &keys), None);
    assert!(ground.path(Cell::new(1, 1), Cell::new(5, 1), flyer).is_some());
    assert_eq!(ground.step(Cell::new(1, 1), Direction::Up, flyer), Err(Blocked::Wall));
}

/// A hall with a pool, and a second hall behind its wall.
fn halls() -> Level {
    drawn(
        &["#######", "#1..#.#", "#.~.#2#", "#...#.#", "#######"],
        &["       ", " 111 2 ", " 111 2 ", " 111 2 ", "       "],
    )
}

#[test]
fn walk_ends_beside_things_that_nobody_can_stand_on() {
    let level = halls().with("Chest", (3, 3), &[], true);
    let ground = Ground::new(&level);
    let beside = |thing: (i32, i32)| {
        let path = ground.path_beside(Cell::new(1, 1), thing.into(), &Keys::new())?;
        path.last().map(|spot| spot.cell)
    };
    assert_eq!(beside((3, 3)), Some(Cell::new(3, 2)));
    assert_eq!(beside((2, 2)), Some(Cell::new(2, 1)), "the pool belongs to the hall");
    assert_eq!(beside((4, 2)), Some(Cell::new(3, 2)), "a lever in the wall");
    assert_eq!(beside((5, 2)), None, "behind the wall");
    assert_eq!(beside((1, 1)), Some(Cell::new(2, 1)), "from the thing itself, one step away");
    assert!(!ground.is_beside(Cell::new(1, 1), Cell::new(2, 2), &Keys::new()), "no diagonal steps");
    let mut eight_way = level.clone();
    eight_way.movement = Movement::EightWay;
    assert!(Ground::new(&eight_way).is_beside(Cell::new(1, 1), Cell::new(2, 2), &Keys::new()));
}

fn lines(rows: &[String]) -> Vec<&str> {
    rows.iter().map(String::as_str).collect()
}

#[test]
fn walk_beside_is_a_shortest_one_to_any_spot_in_reach() {
    let mut numbers = Seed(5).stream();
    for _ in 0..60 {
        let tiles: Vec<String> = (0..7)
            .map(|y| {
                let inner = |x| y > 0 && y < 6 && x > 0 && x < 7 && numbers.below(3) > 0;
                (0..8).map(inner).map(|is_floor| if is_floor { '.' } else { '#' }).collect()
            })
            .collect();
        let owners: Vec<String> = tiles.iter().map(|row| row.replace('.', "1").replace('#', " ")).collect();
        let level = drawn(&lines(&tiles), &lines(&owners));
        let ground = Ground::new(&level);
        let (keys, from) = (Keys::new(), Cell::new(1, 1));
        let distances = ground.distances(from, &keys);
        for (thing, _) in level.tiles.iter() {
            let near = thing.beside().filter(|cell| ground.is_walkable(*cell));
            let expected = near.filter_map(|cell| distances.to(cell)).min();
            let found = ground.path_beside(from, thing, &keys).map(|path| path.len() as u32 - 1);
            assert_eq!(found, expected, "{thing} {tiles:?}");
        }
    }
}
