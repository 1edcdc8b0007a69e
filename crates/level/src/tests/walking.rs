//! Steps, walks and distances.

use super::drawing::drawn;
use crate::{
    Blocked, BoardRecord, Cell, Direction, DropRecord, EntityId, Ground, Keys, Level, Movement, NodeRole,
    Owner, PassageEnd, PassageForm, PassageId, PlaceId, Rect, Size, Spot,
};

fn keys(ids: &[u32]) -> Keys {
    ids.iter().map(|id| EntityId(*id)).collect()
}

fn steps(level: &Level, from: u32, to: u32, held: &[u32]) -> Option<usize> {
    let anchor = |id: u32| level.place(PlaceId(id)).expect("a place").anchor;
    let path = Ground::new(level).path(anchor(from), anchor(to), &keys(held));
    path.map(|path| path.len() - 1)
}

fn why(level: &Level, from: (i32, i32), direction: Direction, held: &[u32]) -> Result<Cell, Blocked> {
    Ground::new(level).step(Cell::from(from), direction, &keys(held)).map(|spot| spot.cell)
}

/// Two places and a corridor.
fn corridor(one_way: bool) -> Level {
    drawn(&["#######", "#1...2#", "#######"], &["       ", " 1aaa2 ", "       "]).join(
        1,
        2,
        PassageForm::Corridor,
        one_way,
    )
}

#[test]
fn walk_goes_through_a_passage_and_back() {
    assert_eq!((steps(&corridor(false), 1, 2, &[]), steps(&corridor(false), 2, 1, &[])), (Some(4), Some(4)));
}

#[test]
fn one_way_passage_is_neither_entered_nor_left_the_other_way() {
    let level = corridor(true);
    assert_eq!((steps(&level, 1, 2, &[]), steps(&level, 2, 1, &[])), (Some(4), None));
    assert_eq!(why(&level, (5, 1), Direction::Left, &[]), Err(Blocked::OneWay(PassageId(1))));
    assert_eq!(why(&level, (2, 1), Direction::Left, &[]), Err(Blocked::OneWay(PassageId(1))));
}

#[test]
fn lock_is_shut_at_its_end_until_enough_keys_are_held() {
    let level = corridor(false).lock(PassageEnd::To, &[1, 2, 3], 2);
    let locked = Err(Blocked::Locked { passage: PassageId(1), place: PlaceId(2) });
    assert_eq!(why(&level, (1, 1), Direction::Right, &[]), Ok(Cell::new(2, 1)));
    assert_eq!(why(&level, (4, 1), Direction::Right, &[3]), locked);
    assert_eq!(why(&level, (4, 1), Direction::Right, &[1, 3]), Ok(Cell::new(5, 1)));
    assert_eq!((steps(&level, 1, 2, &[1]), steps(&level, 1, 2, &[1, 2])), (None, Some(4)));
}

#[test]
fn locked_one_way_passage_is_not_entered_without_its_key() {
    let level = corridor(true).lock(PassageEnd::To, &[1], 1);
    let locked = Err(Blocked::Locked { passage: PassageId(1), place: PlaceId(2) });
    assert_eq!(why(&level, (1, 1), Direction::Right, &[]), locked);
    assert_eq!(steps(&level, 1, 2, &[1]), Some(4));
}

#[test]
fn lock_without_keys_stays_shut() {
    let level = corridor(false).lock(PassageEnd::To, &[], 1);
    assert_eq!(steps(&level, 1, 2, &[1, 2, 3]), None);
}

#[test]
fn places_that_touch_are_joined_by_open_passages_alone() {
    let touching = || drawn(&["####", "#12#", "####"], &["    ", " 12 ", "    "]);
    assert_eq!(steps(&touching(), 1, 2, &[]), None);
    assert_eq!(steps(&touching().join(2, 1, PassageForm::Open, false), 1, 2, &[]), Some(1));
    let one_way = touching().join(2, 1, PassageForm::Open, true);
    assert_eq!((steps(&one_way, 1, 2, &[]), steps(&one_way, 2, 1, &[])), (None, Some(1)));
    let second = one_way.join(1, 2, PassageForm::Open, true).lock(PassageEnd::To, &[1], 1);
    assert_eq!((steps(&second, 1, 2, &[]), steps(&second, 1, 2, &[1])), (None, Some(1)));
}

#[test]
fn diagonal_steps_are_those_of_eight_way_movement() {
    let mut level = drawn(&["####", "#1##", "##2#", "####"], &["    ", " 1  ", "  1 ", "    "]);
    assert_eq!(steps(&level, 1, 2, &[]), None);
    assert_eq!(why(&level, (1, 1), Direction::DownRight, &[]), Err(Blocked::Apart));
    level.movement = Movement::EightWay;
    assert_eq!(steps(&level, 1, 2, &[]), Some(1));
    let around: Vec<Spot> = Ground::new(&level).neighbours(Cell::new(1, 1), &Keys::new()).collect();
    assert_eq!(around, [Spot::from(Cell::new(2, 2))]);
}

/// A corridor from west to east, over one from north to south.
fn crossing() -> Level {
    drawn(
        &["#######", "###3###", "###.###", "#1...2#", "###.###", "###4###", "#######"],
        &["       ", "   3   ", "   b   ", " 1aaa2 ", "   b   ", "   4   ", "       "],
    )
    .join(1, 2, PassageForm::Corridor, false)
    .join(3, 4, PassageForm::Corridor, false)
    .bridge((3, 3), 1, 2)
}

#[test]
fn walkers_cross_bridges_straight_on() {
    let level = crossing();
    assert_eq!(
        (steps(&level, 1, 2, &[]), steps(&level, 3, 4, &[]), steps(&level, 4, 3, &[])),
        (Some(4), Some(4), Some(4))
    );
    assert_eq!((steps(&level, 1, 3, &[]), steps(&level, 4, 2, &[])), (None, None));
    let ground = Ground::new(&level);
    let path = ground.path(Cell::new(3, 1), Cell::new(3, 5), &Keys::new()).expect("a way under the bridge");
    let under: Vec<Spot> = path.into_iter().filter(|spot| spot.is_under).collect();
    assert_eq!(under, [Spot { cell: Cell::new(3, 3), is_under: true }]);
    let [above, below] = [false, true].map(|is_under| Spot { cell: Cell::new(3, 3), is_under });
    assert_eq!([above, below].map(|spot| ground.owner_of(spot)), [1, 2].map(|id| Owner::from(PassageId(id))));
    assert_eq!(ground.step(above, Direction::Up, &Keys::new()), Err(Blocked::Bridge));
    assert_eq!(ground.step(below, Direction::Left, &Keys::new()), Err(Blocked::Bridge));
}

#[test]
fn bridge_is_not_left_at_a_corner() {
    let mut level = crossing();
    level.movement = Movement::EightWay;
    assert_eq!(why(&level, (2, 3), Direction::DownRight, &[]), Err(Blocked::Bridge));
    assert_eq!(steps(&level, 1, 4, &[]), None);
}

#[test]
fn board_is_not_walked_up_its_drops() {
    let mut level =
        drawn(&["######", "#1..2#", "#....#", "######"], &["      ", " 1111 ", " 1111 ", "      "]);
    let place = level.places.first_mut().expect("a place");
    place.bounds = Rect::from((0, 0, 6, 4));
    place.board = Some(BoardRecord {
        cells: Size { width: 2, height: 1 },
        cell: Size { width: 2, height: 2 },
        cards: Vec::new(),
        drops: vec![DropRecord { from: Cell::new(0, 0), to: Cell::new(1, 0) }],
    });
    assert_eq!((steps(&level, 1, 2, &[]), steps(&level, 2, 1, &[])), (Some(3), None));
    assert_eq!(why(&level, (3, 2), Direction::Left, &[]), Err(Blocked::Drop));
    assert_eq!(why(&level, (3, 2), Direction::Up, &[]), Ok(Cell::new(3, 1)));
}

#[test]
fn solid_things_are_in_the_way_until_they_are_taken() {
    let level = corridor(false).with("Boulder", (3, 1), &[], true).with("Rat", (3, 1), &[], true);
    let mut ground = Ground::new(&level);
    let free = |ground: &Ground| ground.step(Cell::new(2, 1), Direction::Right, &Keys::new());
    assert_eq!(free(&ground), Err(Blocked::Thing));
    assert!(ground.is_walkable(Cell::new(3, 1)) && !ground.is_free(Cell::new(3, 1)));
    ground.take(Cell::new(3, 1));
    assert_eq!(free(&ground), Err(Blocked::Thing));
    ground.take(Cell::new(3, 1));
    assert_eq!(free(&ground), Ok(Cell::new(3, 1).into()));
    ground.take(Cell::new(3, 1));
    ground.put(Cell::new(3, 1));
    assert_eq!(free(&ground), Err(Blocked::Thing));
}

#[test]
fn distances_are_those_of_shortest_walks() {
    let level = corridor(false).lock(PassageEnd::To, &[1], 1);
    let ground = Ground::new(&level);
    let (none, one) = (keys(&[]), keys(&[1]));
    let from = Cell::new(1, 1);
    assert_eq!(ground.distances(from, &none).to(Cell::new(4, 1)), Some(3));
    assert_eq!(ground.distances(from, &none).to(Cell::new(5, 1)), None);
    assert_eq!(ground.distances(from, &one).to(Cell::new(5, 1)), Some(4));
    assert_eq!(ground.distances(from, &one).to(Cell::new(0, 0)), None);
    assert_eq!(ground.path(from, from, &none), Some(vec![from.into()]));
}

#[test]
fn nearest_spot_of_a_kind_is_found() {
    let level = corridor(false);
    let ground = Ground::new(&level);
    let is_of_passage = |spot: Spot| ground.passage_at(spot.cell).is_some();
    let path = ground.path_where(Cell::new(5, 1), &Keys::new(), is_of_passage).expect("a way");
    assert_eq!(path.last().map(|spot| spot.cell), Some(Cell::new(4, 1)));
}

#[test]
fn level_says_what_opens_what() {
    let level = corridor(false).lock(PassageEnd::To, &[2], 1).with("Rat", (1, 1), &[], false).with(
        "Key",
        (1, 1),
        &[2],
        false,
    );
    let ids = |place: u32| level.keys_of(PlaceId(place)).map(|key| key.id.0).collect::<Vec<_>>();
    assert_eq!((ids(1), ids(2)), (vec![], vec![2]));
    let opened: Vec<PassageId> = level.locks_of(EntityId(2)).map(|(passage, _)| passage.id).collect();
    assert_eq!(opened, [PassageId(1)]);
    assert_eq!(level.shut_locks(PassageId(1), &keys(&[1])).count(), 1);
    assert_eq!(level.shut_locks(PassageId(1), &keys(&[2])).count(), 0);
    assert_eq!(level.entities_in(PlaceId(1)).count(), 2);
    assert_eq!(level.passages_at(PlaceId(2)).count(), 1);
    let lock = level.passage(PassageId(1)).and_then(|passage| passage.locks.first()).expect("a lock");
    assert_eq!(level.keys_for(lock).map(|key| key.at).collect::<Vec<_>>(), [Cell::new(1, 1)]);
}

#[test]
fn level_says_where_one_begins_and_ends() {
    let mut level = corridor(false);
    assert_eq!((level.start(), level.goals().count()), (None, 0));
    level.places[1].role = Some(NodeRole::Start);
    level.places[0].role = Some(NodeRole::Goal);
    assert_eq!(level.start().map(|place| place.id), Some(PlaceId(2)));
    assert_eq!(level.goals().map(|place| place.id).collect::<Vec<_>>(), [PlaceId(1)]);
}
