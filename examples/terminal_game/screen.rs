//! Prints the game as text: the map around the player and two lines below it.

use crossterm::style::{Color, Stylize};
use delvewright_level::Cell;

use crate::game::{Game, State};

/// A character of the map and its colour; `None` for the default colour.
type Sign = (char, Option<Color>);

/// Returns the character drawn on a cell.
fn sign(game: &Game, cell: Cell) -> Sign {
    if cell == game.at.cell {
        return ('@', Some(Color::White));
    }
    if !game.known.contains(&cell) {
        return (' ', None);
    }
    let is_visible = game.visible.contains(&cell);
    if let Some(thing) = game.things_at(cell).next().filter(|_| is_visible) {
        let letter = thing.kind.chars().next().unwrap_or('?');
        return if game.is_foe(thing) {
            (letter.to_ascii_uppercase(), Some(Color::Red))
        } else if thing.opens.is_empty() {
            (letter.to_ascii_lowercase(), Some(Color::Magenta))
        } else {
            (letter, Some(Color::Yellow))
        };
    }
    let tile = game.level.seen(cell);
    // A secret door looks like the wall around it until the player is next to it.
    let is_near = game.at.cell.direction_to(cell).is_some();
    let is_hidden = tile.is_some_and(|tile| tile.name == "secret door") && !is_near;
    let letter = match tile {
        Some(tile) if is_hidden || tile.name == "wall" => '#',
        Some(tile) if tile.name == "floor" => '.',
        _ => letter_of(game, cell),
    };
    let color = tile.filter(|_| is_visible && !is_hidden).map(|tile| tile.color);
    (letter, Some(color.map_or(Color::DarkGrey, |color| Color::Rgb { r: color.r, g: color.g, b: color.b })))
}

/// Returns the character of the topmost tile on a cell.
fn letter_of(game: &Game, cell: Cell) -> char {
    let seen = game.level.seen(cell);
    game.level.legend.iter().find(|(_, tile)| Some(*tile) == seen).map_or('?', |(letter, _)| *letter)
}

/// Replaces control characters, so that a terminal shows a name literally.
fn printable(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { '?' } else { letter }).collect()
}

/// Returns the lines below the map.
pub fn status(game: &Game) -> [String; 2] {
    let keys: Vec<&str> =
        game.keys.iter().filter_map(|key| game.level.entity(*key)).map(|key| key.kind.as_str()).collect();
    let keys = if keys.is_empty() { "no keys".to_owned() } else { keys.join(", ") };
    let foes = match game.foes_left() {
        0 => String::new(),
        count => format!(" | foes to fell {count}"),
    };
    let line =
        format!("health {} | {keys} | treasures {}{foes} | turn {}", game.health, game.treasures, game.turns);
    let end = match game.state {
        State::Playing => "",
        State::Won => " You win.",
        State::Lost => " You lose.",
    };
    [printable(&format!("{}{end}", game.message)), printable(&line)]
}

/// Returns the visible rows of the map. If the level is larger, the player is in the middle.
pub fn rows(game: &Game, columns: u16, rows: u16, has_color: bool) -> Vec<String> {
    let first = |at: i32, shown: u16, length: u32| {
        let length = i32::try_from(length).unwrap_or(i32::MAX);
        (at - i32::from(shown) / 2).min(length - i32::from(shown)).max(0)
    };
    let left = first(game.at.cell.x, columns, game.level.width);
    let top = first(game.at.cell.y, rows, game.level.height);
    let row = |y: u16| -> String {
        let cells = (0..columns).map(|x| Cell::new(left + i32::from(x), top + i32::from(y)));
        let signs = cells.map(|cell| sign(game, cell)).map(|(letter, color)| {
            let letter = if letter.is_control() { '?' } else { letter };
            match color.filter(|_| has_color) {
                Some(color) => letter.with(color).to_string(),
                None => letter.to_string(),
            }
        });
        signs.collect()
    };
    (0..rows.min(u16::try_from(game.level.height).unwrap_or(u16::MAX))).map(row).collect()
}
