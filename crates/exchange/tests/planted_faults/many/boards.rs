//! Faults of boards, and of the cards that cover them.

use delvewright_engine::base::{Cell, RandomStream, Rect};
use delvewright_engine::level::{BoardRecord, CardRecord, DropRecord, Level, Place, Promise};
use delvewright_engine::mission::Technique;

use super::super::generated::characters;
use super::{Fault, another, index, one};

pub const FAULTS: &[Fault] = &[
    ("a board that is not recorded", Promise::P4, |level, random| {
        place(level, random)?.board = None;
        Some(())
    }),
    ("a board without cards", Promise::P4, |level, random| {
        board(level, random)?.cards.clear();
        Some(())
    }),
    ("a board of another size", Promise::P4, |level, random| {
        board(level, random)?.cells.width += 1;
        Some(())
    }),
    ("a board with columns for rows", Promise::P4, |level, random| {
        let board = board(level, random)?;
        board.cells = another(random, [(1, 4), (4, 1), (2, 2)].map(Into::into), &board.cells)?;
        Some(())
    }),
    ("board cells of another size", Promise::P4, |level, random| {
        board(level, random)?.cell.height += 1;
        Some(())
    }),
    ("board cells without size", Promise::P4, |level, random| {
        board(level, random)?.cell.width = 0;
        Some(())
    }),
    ("a drop where cards are closed, or none are", Promise::P4, |level, random| {
        let board = board(level, random)?;
        let from = Cell::new(random.below(u64::from(board.cells.width)) as i32, -1);
        board.drops.insert(0, DropRecord { from, to: from + Cell::new(0, 1) });
        Some(())
    }),
    ("a drop that is there twice", Promise::P4, |level, random| {
        let drops = drops(level, random)?;
        let at = index(random, drops, |_| true)?;
        drops.insert(at, drops[at]);
        Some(())
    }),
    ("drops in another order", Promise::P4, |level, random| {
        let drops = drops(level, random)?;
        drops.reverse();
        (drops.len() > 1).then_some(())
    }),
    ("a drop that leads up", Promise::P4, |level, random| {
        let drops = drops(level, random)?;
        let drop = one(random, drops, |drop| drop.to.y > drop.from.y)?;
        *drop = DropRecord { from: drop.to, to: drop.from };
        Some(())
    }),
    ("a drop that leads far", Promise::P4, |level, random| {
        let drops = drops(level, random)?;
        one(random, drops, |_| true)?.to.x += 2;
        Some(())
    }),
    ("drops on all ways between the cards of a board", Promise::P4, |level, random| {
        let board = board(level, random)?;
        if board.cells.area() < 2 || board.cards.len() < 2 {
            return None;
        }
        let all = Rect::new(Cell::new(0, 0), board.cells).cells();
        let sides = all.flat_map(|at| {
            [Cell::new(1, 0), Cell::new(0, 1)].map(|step| DropRecord { from: at, to: at + step })
        });
        let inside = Rect::new(Cell::new(0, 0), board.cells);
        board.drops = sides.filter(|drop| inside.contains(drop.to)).collect();
        Some(())
    }),
    ("a card that was taken away", Promise::P4, |level, random| {
        let cards = &mut board(level, random)?.cards;
        let at = index(random, cards, |_| true)?;
        cards.remove(at);
        Some(())
    }),
    ("a card that lies twice", Promise::P4, |level, random| {
        let cards = &mut board(level, random)?.cards;
        let at = index(random, cards, |_| true)?;
        cards.insert(at, cards[at].clone());
        Some(())
    }),
    ("cards in another order", Promise::P4, |level, random| {
        let cards = &mut board(level, random)?.cards;
        cards.first()?;
        cards.reverse();
        (cards.len() > 1).then_some(())
    }),
    ("a card that lies elsewhere", Promise::P4, |level, random| {
        card(level, random)?.at.x += 1;
        Some(())
    }),
    ("a card far off the board", Promise::P4, |level, random| {
        card(level, random)?.at = Cell::new(i32::MAX, i32::MIN);
        Some(())
    }),
    ("a card that is turned by a quarter", Promise::P4, |level, random| {
        card(level, random)?.turn += 1;
        Some(())
    }),
    ("a card that is turned four times", Promise::P4, |level, random| {
        card(level, random)?.turn += 4;
        Some(())
    }),
    ("a card of another template", Promise::P4, |level, random| {
        let names: Vec<String> = level.templates.keys().cloned().collect();
        let card = card(level, random)?;
        card.template = another(random, names, &card.template)?;
        Some(())
    }),
    ("a card of a template that does not exist", Promise::P0, |level, random| {
        card(level, random)?.template = "Planted".to_owned();
        Some(())
    }),
    ("a board that is a hall", Promise::P4, |level, random| {
        place(level, random)?.technique = Technique::Hall;
        Some(())
    }),
    ("a board that is turned", Promise::P4, |level, random| {
        place(level, random)?.turn = 1;
        Some(())
    }),
    ("a board with a template", Promise::P4, |level, random| {
        let name = level.templates.keys().next()?.clone();
        place(level, random)?.template = Some(name);
        Some(())
    }),
    ("a socket of a board that is not listed", Promise::P5, |level, random| {
        let sockets = &mut place(level, random)?.sockets;
        let at = index(random, sockets, |socket| socket.passage.is_some())?;
        sockets.remove(at);
        Some(())
    }),
    ("sockets of a board in another order", Promise::P4, |level, random| {
        place(level, random)?.sockets.reverse();
        Some(())
    }),
    ("a socket of a board beside the middle", Promise::P4, |level, random| {
        let sockets = &mut place(level, random)?.sockets;
        let socket = one(random, sockets, |socket| socket.passage.is_none())?;
        socket.cell = socket.cell + Cell::new(1, 0);
        Some(())
    }),
    ("a hole in the frame of a board", Promise::P4, |level, random| {
        let (floor, _) = characters(level);
        let bounds = place(level, random)?.bounds;
        level.tiles[bounds.min] = floor;
        Some(())
    }),
    ("a wall on a card", Promise::P4, |level, random| {
        let (_, wall) = characters(level);
        let anchor = place(level, random)?.anchor;
        level.tiles[anchor] = wall;
        Some(())
    }),
    ("a place without cards that has a board", Promise::P4, |level, random| {
        let board = board(level, random)?.clone();
        one(random, &mut level.places, |place| place.technique != Technique::Cards)?.board = Some(board);
        Some(())
    }),
];

fn place<'a>(level: &'a mut Level, random: &mut RandomStream) -> Option<&'a mut Place> {
    one(random, &mut level.places, |place| place.board.is_some())
}

fn board<'a>(level: &'a mut Level, random: &mut RandomStream) -> Option<&'a mut BoardRecord> {
    place(level, random)?.board.as_mut()
}

fn card<'a>(level: &'a mut Level, random: &mut RandomStream) -> Option<&'a mut CardRecord> {
    let cards = &mut board(level, random)?.cards;
    one(random, cards, |_| true)
}

/// Returns the drops of a board that has some.
fn drops<'a>(level: &'a mut Level, random: &mut RandomStream) -> Option<&'a mut Vec<DropRecord>> {
    let boards = level.places.iter_mut().filter_map(|place| place.board.as_mut());
    let mut with_drops: Vec<&mut BoardRecord> = boards.filter(|board| !board.drops.is_empty()).collect();
    let at = index(random, &with_drops, |_| true)?;
    Some(&mut with_drops.swap_remove(at).drops)
}
