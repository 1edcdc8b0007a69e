//! Cards in the painter: whether the room is one, the size of its board cells, and their open sides.
//!
//! Each side of a board cell has a line: green if it is open, yellow if it is a drop, red if it is closed. The
//! line below the picture describes the same in words.

use egui::{Painter, Stroke as Line, Ui};

use super::numbers::{limit_ui, number_ui};
use super::open::Open;
use super::placement::PicturePlacement;
use crate::base::{Cell, Direction, Directions, Size};
use crate::editor::widgets::style::ThemePalette;
use crate::editor::widgets::values::word;
use crate::rooms::{BoardGrid, CardPicture, CardSettings, CardSides};

/// Width of the fields for the tiles of drops, in points.
const DROP_TILE_WIDTH: f32 = 70.0;
/// Distance of a line from its side, in points.
const INSET: f32 = 2.5;

/// Shows a checkbox, and the settings of the card while it is one. Returns the new state if it changed.
pub(super) fn card_ui(ui: &mut Ui, card: Option<&CardSettings>) -> Option<Option<CardSettings>> {
    let mut is_card = card.is_some();
    let tooltip = "Makes it a card for places that are built as Cards.";
    if ui.checkbox(&mut is_card, "Card").on_hover_text(tooltip).changed() {
        return Some(is_card.then(CardSettings::default));
    }
    let before = card?;
    let mut after = before.clone();
    number_ui(ui, &mut after.cell.width, &CardSettings::WIDTH, "Board cell ", "Width of a board cell");
    number_ui(ui, &mut after.cell.height, &CardSettings::HEIGHT, "× ", "Height of a board cell");
    let (most, number) = (&mut after.at_most_per_place, &CardSettings::AT_MOST_PER_PLACE);
    limit_ui(ui, most, number, "In a place at most", "Maximum number of the card in a place");
    let ends = [
        (
            &mut after.ledge,
            "Tile of ledges",
            "Ledge",
            "The tile in the middle of sides at which players drop out",
        ),
        (
            &mut after.chute,
            "Tile of chutes",
            "Chute",
            "The tile in the middle of sides at which players drop in",
        ),
    ];
    for (tile, name, hint, tooltip) in ends {
        let row = ui.scope(|ui| word(ui, name, tile, hint, DROP_TILE_WIDTH));
        row.response.on_hover_text(tooltip);
        if let Some(new) = row.inner {
            *tile = new;
        }
    }
    (after != *before).then_some(Some(after))
}

/// Returns the open card, cut into board cells; `None` if it is a room or cannot be cut.
fn cut(open: &Open<'_>) -> Option<CardPicture> {
    open.room.card_picture(&open.set.legend)
}

/// Describes a board cell: "board cell 1, 2, open to the north and east".
pub(super) fn describe_board_cell(open: &Open<'_>, cell: Cell) -> Option<String> {
    let picture = cut(open)?;
    let Size { width, height } = picture.board.cell;
    let at = Cell::new(cell.x.div_euclid(width as i32), cell.y.div_euclid(height as i32));
    let part = picture.parts().into_iter().find(|part| part.at == at)?;
    Some(
        format!("board cell {}, {}, open to {}", at.x + 1, at.y + 1, sides_in_words(part.sides.open))
            + &drops_in_words(part.sides),
    )
}

fn sides_in_words(sides: Directions) -> String {
    if sides == Directions::NONE { sides.to_string() } else { format!("the {sides}") }
}

/// Describes the drops of a board cell: ", a drop out to the south".
fn drops_in_words(CardSides { ledges, chutes, .. }: CardSides) -> String {
    let ends = [("a drop out to", ledges), ("a drop in from", chutes)];
    let some = ends.into_iter().filter(|(_, sides)| *sides != Directions::NONE);
    some.map(|(what, sides)| format!(", {what} {}", sides_in_words(sides))).collect()
}

/// Draws the sides of all board cells of a card.
pub(super) fn paint_sides(
    painter: &Painter,
    place: PicturePlacement,
    open: &Open<'_>,
    colors: &ThemePalette,
) {
    let Some(picture) = cut(open) else { return };
    for part in picture.parts() {
        for side in Direction::ALL {
            let color = match picture.drop_end(part.at, side) {
                Some(_) => colors.doubtful,
                None if part.sides.open.contains(side) => colors.good,
                None => colors.bad,
            };
            paint_side(painter, place, &picture.board, (part.at, side), Line::new(3.0, color));
        }
    }
}

fn paint_side(
    painter: &Painter,
    place: PicturePlacement,
    board: &BoardGrid,
    (at, side): (Cell, Direction),
    line: Line,
) {
    let mut cells = board.side(at, side).map(|cell| place.cell(cell));
    let Some(first) = cells.next() else { return };
    let rect = cells.fold(first, |rect, next| rect.union(next)).shrink(INSET);
    let ends = match side {
        Direction::North => [rect.left_top(), rect.right_top()],
        Direction::South => [rect.left_bottom(), rect.right_bottom()],
        Direction::West => [rect.left_top(), rect.left_bottom()],
        Direction::East => [rect.right_top(), rect.right_bottom()],
    };
    painter.line_segment(ends, line);
}
