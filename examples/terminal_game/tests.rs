//! Plays levels of the examples to their end.

use std::sync::Arc;

use delvewright::base::Seed;
use delvewright::export::{Format, export};
use delvewright::files::{EXAMPLES, load_example};
use delvewright::pipeline::{Pipeline, Request};
use delvewright_level::{Blocked, Cell, Direction, Level, NodeRole, Spot};

use super::game::{Game, Move, State};
use super::{run_script, screen};

fn level(example: &str, format: Format) -> Level {
    let project = load_example(example).expect("an example");
    let grammar = Arc::new(project.grammar.value.expect("it can be read"));
    let rooms = project.rooms.into_iter().filter_map(|rooms| rooms.set.value).map(Arc::new).collect();
    let request = Request::new(grammar, rooms, Seed(1));
    let level = Pipeline::default().run(&request).level.expect("a level");
    let text = String::from_utf8(export(&level, format).into_bytes()).expect("text");
    Level::from_text(&text).expect("a level")
}

const LETTERS: [(char, Direction); 8] = [
    ('w', Direction::Up),
    ('d', Direction::Right),
    ('s', Direction::Down),
    ('a', Direction::Left),
    ('e', Direction::UpRight),
    ('c', Direction::DownRight),
    ('z', Direction::DownLeft),
    ('q', Direction::UpLeft),
];

fn letter(direction: Direction) -> char {
    LETTERS.iter().find(|(_, of)| *of == direction).map(|(letter, _)| *letter).expect("a letter")
}

/// Returns the moves of a careful player, who rests before a fight and defeats everything in the way.
fn moves_to_the_end(level: Level) -> String {
    let mut game = Game::new(level).expect("a game");
    let mut moves = String::new();
    let mut play = |game: &mut Game, letter: char| {
        moves.push(letter);
        game.play(Move::of_letter(letter).expect("a move"));
    };
    while game.state == State::Playing {
        let has_goal = game.level.goals().next().is_some();
        let is_goal = |spot: Spot| {
            let place = game.ground.place_at(spot.cell).and_then(|id| game.level.place(id));
            place.is_some_and(|place| place.role == Some(NodeRole::Goal))
        };
        let is_key = |spot: Spot| game.things_at(spot.cell).any(|thing| !thing.opens.is_empty());
        let beside_foe = |spot: Spot| -> Option<(Direction, Cell)> {
            Direction::ALL.into_iter().map(|direction| (direction, spot.cell.step(direction))).find(
                |(direction, cell)| {
                    game.ground.step(spot, *direction, &game.keys) == Err(Blocked::Thing)
                        && game.things_at(*cell).any(|thing| game.is_foe(thing))
                },
            )
        };
        let ways = [
            game.ground.path_where(game.at, &game.keys, |spot| has_goal && is_goal(spot)),
            game.ground.path_where(game.at, &game.keys, is_key),
            game.ground.path_where(game.at, &game.keys, |spot| beside_foe(spot).is_some()),
        ];
        let path = ways.into_iter().flatten().next().expect("there is always something to do");
        let letters: Vec<char> = path
            .windows(2)
            .map(|step| letter(step[0].cell.direction_to(step[1].cell).expect("a step")))
            .collect();
        let fight = path
            .last()
            .and_then(|spot| beside_foe(*spot))
            .filter(|_| path.iter().skip(1).all(|spot| !is_key(*spot) && !is_goal(*spot)));
        letters.into_iter().for_each(|letter| play(&mut game, letter));
        if let Some((direction, _)) = fight {
            "...".chars().chain([letter(direction); 2]).for_each(|letter| play(&mut game, letter));
        }
    }
    moves
}

#[test]
fn example_levels_are_played_to_their_end_by_moves() {
    for example in EXAMPLES {
        let moves = moves_to_the_end(level(example.name, Format::Json));
        let mut out = Vec::new();
        let end = run_script(level(example.name, Format::Ron), moves.as_bytes(), &mut out);
        let out = String::from_utf8(out).expect("text");
        assert_eq!(end, Ok(State::Won), "{}: {moves}\n{out}", example.name);
        assert!(out.contains("You win.") && out.contains('@'), "{}: {out}", example.name);
    }
}

#[test]
fn goal_behind_a_lock_is_not_reached_without_the_key() {
    let level = level("first_lock", Format::Json);
    let game = Game::new(level).expect("a game");
    let goal = game.level.goals().next().expect("a goal").anchor;
    let lock = game
        .level
        .passages
        .iter()
        .find_map(|passage| passage.locks.first().map(|lock| (passage.id, lock.place)));
    let (passage, place) = lock.expect("a lock");
    assert_eq!(game.ground.path(game.at, goal, &game.keys), None);
    let mut game = game;
    // Walk to the lock ignoring walls: a step next to it must tell what it takes.
    let before = game.level.cells().map(|(cell, ..)| cell).find_map(|cell| {
        let locked = Blocked::Locked { passage, place };
        Direction::ALL
            .into_iter()
            .find(|way| game.ground.step(cell, *way, &game.keys) == Err(locked))
            .map(|way| (cell, way))
    });
    let (cell, direction) = before.expect("a cell before the lock");
    game.at = cell.into();
    game.play(Move::Step(direction));
    assert_eq!((game.at.cell, game.message.as_str()), (cell, "It is locked; it takes a Key."));
}

#[test]
fn player_sees_what_is_in_sight_and_no_more() {
    let game = Game::new(level("first_lock", Format::Json)).expect("a game");
    let map = screen::rows(&game, 200, 200, false);
    let start = game.level.start().expect("a start");
    let seen = map.iter().flat_map(|row| row.chars()).filter(|letter| *letter != ' ').count();
    let room = start.bounds.size.width as usize * start.bounds.size.height as usize;
    assert!(map.iter().any(|row| row.contains('@')));
    assert!(seen > 9 && seen <= room, "{seen} of {room}: {map:#?}");
}

#[test]
fn what_is_no_move_and_no_level_is_an_error() {
    let error = run_script(level("first_lock", Format::Json), "wx".as_bytes(), Vec::new());
    assert_eq!(error, Err("'x' is no move".to_owned()));
    assert!(
        super::read_level(std::path::Path::new("README.md")).is_err_and(|error| error.contains("line 1"))
    );
}
