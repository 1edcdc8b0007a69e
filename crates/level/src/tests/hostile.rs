//! Levels that contradict themselves: nothing panics, and nothing takes more than the level holds.

use super::drawing::drawn;
use crate::{
    Blocked, BoardRecord, Cell, Direction, DropRecord, Ground, Keys, Level, Movement, PassageEnd,
    PassageForm, PassageId, PlaceId, Rect, Size, Spot,
};

fn walk_everywhere(level: &Level) {
    let mut ground = Ground::new(level);
    let keys = Keys::new();
    let ends = [i32::MIN, -1, 0, 1, 2, 3, i32::MAX];
    for cell in ends.into_iter().flat_map(|x| ends.map(|y| Cell::new(x, y))) {
        for spot in [false, true].map(|is_under| Spot { cell, is_under }) {
            for direction in Direction::ALL {
                let _ = ground.step(spot, direction, &keys);
            }
            let distances = ground.distances(spot, &keys);
            let _ = (distances.to(cell), ground.path(spot, Cell::new(2, 1), &keys), ground.owner_of(spot));
        }
        let _ = (level.tile(cell), level.seen(cell), level.owner(cell), level.entities_at(cell).count());
        ground.put(cell);
        ground.take(cell);
    }
    for id in [0, 1, 2, u32::MAX] {
        let _ = (level.keys_of(PlaceId(id)).count(), level.shut_locks(PassageId(id), &keys).count());
    }
    let _ = (level.check(), level.foes_to_fall().count(), level.cells().count());
}

#[test]
fn level_without_anything_is_walked_nowhere() {
    let level = drawn(&[], &[]);
    walk_everywhere(&level);
    assert_eq!(Ground::new(&level).path(Cell::default(), Cell::default(), &Keys::new()), None);
}

#[test]
fn cells_that_the_tiles_or_the_owners_lack_are_wall() {
    let mut level = drawn(&["1....", "....#"], &["111", "111", "111"]);
    level.width = u32::MAX;
    level.height = u32::MAX;
    walk_everywhere(&level);
    let ground = Ground::new(&level);
    assert!(ground.is_walkable(Cell::new(4, 0)) && !ground.is_walkable(Cell::new(1, 2)));
    assert_eq!(ground.step(Cell::new(1, 0), Direction::Right, &Keys::new()), Ok(Cell::new(2, 0).into()));
    assert_eq!(ground.step(Cell::new(2, 0), Direction::Right, &Keys::new()), Err(Blocked::Wall));
    assert_eq!(ground.step(Cell::new(2, 1), Direction::Down, &Keys::new()), Err(Blocked::Wall));
}

#[test]
fn owners_bridges_and_boards_of_nothing_are_wall() {
    let mut level = drawn(&["1.x2", ".yz.", "...."], &["1ax2", "azqb", "9   "])
        .join(0, 7, PassageForm::Open, true)
        .join(1, 1, PassageForm::Open, false)
        .lock(PassageEnd::To, &[0, u32::MAX], u32::MAX)
        .bridge((1, 1), 0, u32::MAX)
        .bridge((i32::MAX, i32::MIN), 1, 1)
        .with("Thing", (i32::MIN, i32::MAX), &[0, 9], true);
    for movement in [Movement::Cardinal, Movement::EightWay] {
        level.movement = movement;
        for size in [0, 1, u32::MAX] {
            let place = level.places.first_mut().expect("a place");
            place.bounds = Rect::from((i32::MAX, i32::MIN, size, size));
            place.board = Some(BoardRecord {
                cells: Size { width: size, height: size },
                cell: Size { width: size, height: size },
                cards: Vec::new(),
                drops: vec![DropRecord { from: Cell::new(i32::MAX, 0), to: Cell::new(i32::MIN, 0) }],
            });
            walk_everywhere(&level);
        }
    }
    assert!(!level.check().is_empty());
}
