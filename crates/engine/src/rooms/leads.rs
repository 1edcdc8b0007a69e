//! Leads: paths from the sockets of a room to the edge of its picture.
//!
//! Most sockets are on the edge of the picture, and a passage goes straight out.
//! From a socket in a notch, a lead first goes out through cells that are not part of the room:
//!
//! ```text
//! ###+####      - the lead of the lower +: it begins next to the socket, opposite floor,
//! #...####      ends on the edge of the picture, but in no corner,
//! #...+---      and touches no floor, no other socket and no other lead, not even at a corner
//! #...#
//! #####
//! ```

use std::collections::VecDeque;

use indexmap::IndexMap;

use super::{LegendEntry, RoomTemplate};
use crate::base::{Cell, Direction, Grid, Rect};

/// The path between a socket and the outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SocketApproach {
    /// The cells from the socket to the edge of the picture, each next to the one before; empty if the socket
    /// is on the edge.
    pub cells: Vec<Cell>,
    /// The direction that leads out of the picture at the end.
    pub out: Direction,
}

/// The role of a cell for a lead.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ApproachCell {
    /// Not part of the room.
    Free,
    Open,
    Closed,
    Socket,
    /// Another lead.
    Taken,
}

impl RoomTemplate {
    /// Returns the leads of the room's sockets, in the order of [`RoomTemplate::sockets`].
    ///
    /// The lead is `None` if no passage can reach the socket. If two leads exclude each other, the first
    /// socket gets its lead.
    pub fn leads(&self, legend: &IndexMap<char, LegendEntry>) -> Vec<Option<SocketApproach>> {
        let rect = Rect::new(Cell::new(0, 0), self.size());
        let outside = |cell: Cell| Direction::ALL.into_iter().find(|side| !rect.contains(cell.step(*side)));
        let mut cells_of_leads: Option<Grid<ApproachCell>> = None;
        self.sockets(legend)
            .map(|(socket, _)| {
                outside(socket).map(|out| SocketApproach { cells: Vec::new(), out }).or_else(|| {
                    let cells_of_leads = cells_of_leads.get_or_insert_with(|| read_cells(self, legend));
                    let lead = find_lead(cells_of_leads, socket)?;
                    for cell in &lead.cells {
                        if let Some(cells_of_leads) = cells_of_leads.get_mut(*cell) {
                            *cells_of_leads = ApproachCell::Taken;
                        }
                    }
                    Some(lead)
                })
            })
            .collect()
    }
}

fn read_cells(room: &RoomTemplate, legend: &IndexMap<char, LegendEntry>) -> Grid<ApproachCell> {
    let mut cells_of_leads = Grid::filled(room.size(), ApproachCell::Closed);
    for (cell, character) in room.characters() {
        let Some(at) = cells_of_leads.get_mut(cell) else { continue };
        *at = match legend.get(&character) {
            Some(LegendEntry::Nothing) => ApproachCell::Free,
            Some(LegendEntry::Socket(_)) => ApproachCell::Socket,
            Some(LegendEntry::Wall | LegendEntry::Obstacle(_)) => ApproachCell::Closed,
            _ => ApproachCell::Open,
        };
    }
    cells_of_leads
}

/// Finds the shortest lead of a socket by breadth-first search.
fn find_lead(cells_of_leads: &Grid<ApproachCell>, socket: Cell) -> Option<SocketApproach> {
    let may_lie = |cell: Cell| {
        let keeps_away = |near: Cell| {
            near == socket
                || matches!(cells_of_leads.get(near), None | Some(ApproachCell::Free | ApproachCell::Closed))
        };
        cells_of_leads.get(cell) == Some(&ApproachCell::Free) && cell.around().all(keeps_away)
    };
    let begins = |heading: Direction| {
        cells_of_leads.get(socket.step(heading.opposite())) == Some(&ApproachCell::Open)
            && may_lie(socket.step(heading))
    };
    let mut came: Grid<Option<Direction>> = Grid::filled(cells_of_leads.size(), None);
    let mut open = VecDeque::new();
    for heading in Direction::ALL.into_iter().filter(|heading| begins(*heading)) {
        came[socket.step(heading)] = Some(heading);
        open.push_back(socket.step(heading));
    }
    while let Some(cell) = open.pop_front() {
        let heading = came[cell]?;
        let onwards = || [heading].into_iter().chain(heading.sides());
        if let Some(out) = onwards().find(|out| !cells_of_leads.rect().contains(cell.step(*out))) {
            return Some(SocketApproach { cells: trace_back(&came, socket, cell), out });
        }
        for next in onwards().map(|next| (next, cell.step(next))) {
            if may_lie(next.1) && came[next.1].is_none() {
                came[next.1] = Some(next.0);
                open.push_back(next.1);
            }
        }
    }
    None
}

fn trace_back(came: &Grid<Option<Direction>>, socket: Cell, last: Cell) -> Vec<Cell> {
    let before = |cell: &Cell| {
        let before = cell.step(came[*cell]?.opposite());
        (before != socket).then_some(before)
    };
    let mut cells: Vec<Cell> = std::iter::successors(Some(last), before).collect();
    cells.reverse();
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rooms::SocketEntry;

    /// Returns the picture with its leads drawn; sockets without one become `x`.
    fn drawn(picture: &[&str]) -> Vec<String> {
        let legend = IndexMap::from([
            ('#', LegendEntry::Wall),
            ('.', LegendEntry::Floor),
            ('+', LegendEntry::Socket(SocketEntry::default())),
            (' ', LegendEntry::Nothing),
        ]);
        let room = RoomTemplate {
            name: "Room".to_owned(),
            notes: String::new(),
            symbol: "Room".to_owned(),
            weight: 1,
            at_most: None,
            turns: false,
            flips: false,
            card: None,
            source: None,
            picture: picture.iter().map(|row| (*row).to_owned()).collect(),
        };
        let mut rows: Vec<Vec<char>> = picture.iter().map(|row| row.chars().collect()).collect();
        for ((socket, _), lead) in room.sockets(&legend).zip(room.leads(&legend)) {
            let Some(lead) = lead else {
                rows[socket.y as usize][socket.x as usize] = 'x';
                continue;
            };
            for cell in lead.cells {
                rows[cell.y as usize][cell.x as usize] = '-';
            }
        }
        rows.into_iter().map(String::from_iter).collect()
    }

    #[test]
    fn sockets_in_a_notch_are_led_straight_to_the_edge() {
        let found = drawn(&[
            "##+#####", //
            "#...####", "#...+   ", "+...#   ", "#####   ",
        ]);
        assert_eq!(found, ["##+#####", "#...####", "#...+---", "+...#   ", "#####   "]);
    }

    #[test]
    fn leads_keep_away_from_floor_and_from_other_sockets() {
        let found = drawn(&[
            "#########",
            "#..#    #",
            "#..+    #",
            "#..#  +.#",
            "#..#  ###",
            "#..#   ##",
            "#..#     ",
            "####     ",
        ]);
        assert_eq!(found[2..6], ["#..+-   #", "#..#- x.#", "#..#- ###", "#..#-  ##"]);
        let floor = drawn(&["########", "#..+   .", "#..#   #", "####   #"]);
        assert_eq!(floor, ["########", "#..+-  .", "#..#-  #", "####-  #"]);
    }

    #[test]
    fn a_socket_that_no_lead_can_come_to_has_none() {
        for picture in [
            &["#####", "#.+.#", "#####"][..],
            &["######", "#..+ #", "######"],
            &["#####  ", "#..+ ..", "#######"],
            &["###", "#+ ", "#. "],
        ] {
            assert!(drawn(picture).concat().contains('x'), "{picture:?}");
        }
    }

    #[test]
    fn a_lead_takes_the_nearest_edge() {
        let found = drawn(&["#####   ", "#...+   ", "#...#   ", "#####   "]);
        assert_eq!(found[..2], ["#####-  ", "#...+-  "]);
        let found = drawn(&["#########", "#...#####", "#...+    ", "#####    ", "#        "]);
        assert_eq!(found[2..], ["#...+-   ", "#####-   ", "#    -   "]);
    }
}
