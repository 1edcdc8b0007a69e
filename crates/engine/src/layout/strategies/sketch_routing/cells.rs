//! Turns a sketch into cells: a column for each pin, and a lane for each chord.
//!
//! In: a sketch. Out: a route for each wire, or the gap or channel that has too little room.
//! Places do not move, which limits the number of wires in gaps and channels. Wires keep their wanted distance if
//! there is room; otherwise one cell of wall separates them.

use super::congestion::Shortage;
use super::rows::PlaceRows;
use super::sketch::{ENDLESS, Segment, Sketch};
use crate::base::Cell;
use crate::layout::budget::APART;
use crate::layout::budget::sketch_routing::SWEEPS;
use crate::layout::drawing::{Port, Route, SizedPlace};
use crate::layout::input::problem::LayoutProblem;
use crate::layout::routing::lane_assignment::{ChannelEntry, ChannelWire, assign_lanes, fit_lanes};
use crate::layout::strategies::layers::{LayerEnd, PlaceExits, escape, pitch};

/// The reason why a sketch has no drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SketchFailure {
    /// A place has no ports for its wires in this order.
    FewPorts(usize),
    NoRoom(Shortage),
}

/// The input from which a sketch is drawn.
#[derive(Clone, Copy)]
pub(super) struct SketchInput<'a> {
    pub problem: &'a LayoutProblem<'a>,
    pub sizes: &'a [SizedPlace],
    pub ports: &'a [Vec<Port>],
    pub rows: &'a PlaceRows,
}

/// A drawing in progress: pins get columns first, then chords get rows.
struct SketchDrawing<'a> {
    given: SketchInput<'a>,
    sketch: &'a Sketch,
    /// The exits of the wires of each place.
    exits: Vec<PlaceExits>,
    /// The column of each pin.
    columns: Vec<i32>,
    /// The wanted distance between wires, in cells.
    pitch: i32,
}

/// Draws all wires of a sketch.
pub(super) fn draw(given: SketchInput, sketch: &Sketch) -> Result<Vec<Route>, SketchFailure> {
    let exits = (0..given.sizes.len()).map(|place| exits(given, sketch, place)).collect::<Result<_, _>>()?;
    let columns = vec![0; sketch.pins.len()];
    let mut drawing = SketchDrawing { given, sketch, exits, columns, pitch: pitch(given.problem) };
    drawing.set_columns()?;
    let lanes = drawing.lanes()?;
    Ok((0..sketch.wires.len()).map(|wire| drawing.route(wire, &lanes)).collect())
}

/// Returns the exits of the wires of a place.
fn exits(given: SketchInput, sketch: &Sketch, place: usize) -> Result<PlaceExits, SketchFailure> {
    let end = |pin: &usize| {
        let passage = sketch.pins[*pin].wire;
        let end = usize::from(sketch.wires[passage].first() != Some(pin));
        LayerEnd { passage, end, kind: given.problem.passages[passage].socket }
    };
    let [above, below]: [Vec<LayerEnd>; 2] =
        sketch.sides[place].map(|side| sketch.segments[side].pins.iter().map(end).collect());
    escape(&given.sizes[place], &given.ports[place], &above, &below).ok_or(SketchFailure::FewPorts(place))
}

impl SketchDrawing<'_> {
    fn set_columns(&mut self) -> Result<(), SketchFailure> {
        for (segment, of) in self.sketch.segments.iter().enumerate() {
            let exits = of.place.map(|place| {
                let exits = &self.exits[place];
                let is_upper = self.sketch.sides[place][0] == segment;
                (self.given.rows.middles[place].x, if is_upper { &exits.above } else { &exits.below })
            });
            for (index, pin) in of.pins.iter().enumerate() {
                self.columns[*pin] = match exits {
                    Some((middle, exits)) => middle + exits[index].x,
                    None => self.sketch.pin_column(segment, index),
                };
            }
        }
        for sweep in 0..SWEEPS {
            let gaps = self.sketch.segments.iter().enumerate().filter(|(_, of)| of.place.is_none());
            let gaps: Vec<(usize, &Segment)> = gaps.collect();
            let in_turn: Vec<_> = if sweep % 2 == 0 { gaps } else { gaps.into_iter().rev().collect() };
            for (number, gap) in in_turn {
                let columns = self.columns_in_gap(gap).ok_or(SketchFailure::NoRoom(Shortage::Gap(number)))?;
                gap.pins.iter().zip(columns).for_each(|(pin, column)| self.columns[*pin] = column);
            }
        }
        Ok(())
    }

    /// Returns the columns of the pins of a gap, as close as possible to the pins that they lead to. Returns `None` if
    /// the gap has too little room.
    fn columns_in_gap(&self, gap: &Segment) -> Option<Vec<i32>> {
        let reach = |place: usize| (self.given.rows.middles[place].x, &self.exits[place]);
        let least = gap.beside[0].map(reach).map_or(-ENDLESS, |(x, of)| x + of.after.width as i32 + APART);
        let most = gap.beside[1].map(reach).map_or(ENDLESS, |(x, of)| x - of.before.width as i32 - APART);
        let last = gap.pins.len() as i32 - 1;
        let pitch = (APART..=self.pitch).rev().find(|pitch| last * pitch <= most - least);
        let pitch = pitch.or((last < 0).then_some(APART))?;
        let wanted = gap.pins.iter().map(|pin| {
            let others = self.sketch.pins[*pin].chords.into_iter().flatten();
            let (sum, count) =
                others.fold((0, 0), |(sum, count), other| (sum + self.columns[other], count + 1));
            if count > 0 { sum / count } else { self.columns[*pin] }
        });
        let mut columns: Vec<i32> = Vec::with_capacity(gap.pins.len());
        for wanted in wanted {
            let free = columns.last().map_or(least, |before| before + pitch);
            columns.push(wanted.max(free));
        }
        let mut free = most;
        for column in columns.iter_mut().rev() {
            *column = (*column).min(free);
            free = *column - pitch;
        }
        Some(columns)
    }

    /// Returns, for each pin, the row of the chord that continues its wire.
    fn lanes(&self) -> Result<Vec<i32>, SketchFailure> {
        let mut chords: Vec<Vec<[usize; 2]>> = vec![Vec::new(); self.sketch.channels.len()];
        self.sketch.chords().for_each(|(channel, pins)| chords[channel].push(pins));
        let mut rows = vec![0; self.sketch.pins.len()];
        for (channel, chords) in chords.iter().enumerate().filter(|(_, chords)| !chords.is_empty()) {
            let entry = |pin: usize| {
                let is_above =
                    self.sketch.segments[self.sketch.pins[pin].segment].channels[1] == Some(channel);
                let column = self.columns[pin];
                if is_above { ChannelEntry::First(column) } else { ChannelEntry::Last(column) }
            };
            let wires: Vec<ChannelWire> = chords.iter().map(|pins| pins.map(entry)).collect();
            let no_room = || SketchFailure::NoRoom(self.shortage(channel, chords));
            let (lanes, count) = assign_lanes(&wires).ok_or_else(no_room)?;
            if let Some((first, pitch)) = self.first_lane(channel, count as i32 - 1) {
                for (pins, lane) in chords.iter().zip(lanes) {
                    rows[pins[0]] = first + lane as i32 * pitch;
                }
                continue;
            }
            let limits: Vec<[i32; 2]> = chords.iter().map(|pins| self.skyline(channel, *pins)).collect();
            let fitted = fit_lanes(&wires, &limits, APART);
            for (pins, row) in chords.iter().zip(fitted.ok_or_else(no_room)?) {
                rows[pins[0]] = row;
            }
        }
        Ok(rows)
    }

    /// Returns the first and the last row of a channel that are free along a chord.
    ///
    /// ```text
    /// ┌───┐┌───┐
    /// │   │└───┘
    /// │   │  ────   this chord fits in the corner below the low place
    /// └───┘
    ///  ──────────
    /// ```
    ///
    /// No chord passes the middle of a row, beyond which the next channel begins.
    fn skyline(&self, channel: usize, pins: [usize; 2]) -> [i32; 2] {
        let [one, other] = pins.map(|pin| self.columns[pin]);
        let (from, to) = (one.min(other) - APART, one.max(other) + APART);
        let given = self.given;
        let is_beside = |place: &usize| {
            let (middle, exits) = (given.rows.middles[*place].x, &self.exits[*place]);
            middle + exits.after.width as i32 > from && middle - (exits.before.width as i32) < to
        };
        let bottom = |place: &usize| {
            let down = self.exits[*place].after.height as i32;
            given.rows.middles[*place].y + if is_beside(place) { down + APART } else { 1 }
        };
        let top = |place: &usize| {
            let up = self.exits[*place].before.height as i32;
            given.rows.middles[*place].y - if is_beside(place) { up + APART } else { 1 }
        };
        let above = channel.checked_sub(1).and_then(|row| given.rows.rows.get(row)).into_iter().flatten();
        let below = given.rows.rows.get(channel).into_iter().flatten();
        [above.map(bottom).max().unwrap_or(-ENDLESS), below.map(top).min().unwrap_or(ENDLESS)]
    }

    /// Returns the row of the first lane of a channel, and the distance between its lanes.
    fn first_lane(&self, channel: usize, last: i32) -> Option<(i32, i32)> {
        let rows = self.given.rows;
        let above = channel.checked_sub(1).and_then(|row| rows.rows.get(row));
        let least = above.and_then(|row| {
            let bottom =
                |place: &usize| rows.middles[*place].y + self.exits[*place].after.height as i32 + APART;
            row.iter().map(bottom).max()
        });
        let most = rows.rows.get(channel).and_then(|row| {
            let top =
                |place: &usize| rows.middles[*place].y - self.exits[*place].before.height as i32 - APART;
            row.iter().map(top).min()
        });
        match (least, most) {
            (Some(least), Some(most)) => {
                let pitch = (APART..=self.pitch).rev().find(|pitch| last * pitch <= most - least)?;
                Some((least + (most - least - last * pitch) / 2, pitch))
            }
            (Some(least), None) => Some((least, self.pitch)),
            (None, Some(most)) => Some((most - last * self.pitch, self.pitch)),
            (None, None) => None,
        }
    }

    /// Returns the part of a channel in which the most chords overlap.
    fn shortage(&self, channel: usize, chords: &[[usize; 2]]) -> Shortage {
        let span = |pins: &[usize; 2]| {
            let [one, other] = pins.map(|pin| self.columns[pin]);
            one.min(other)..=one.max(other)
        };
        let beside = |column: i32| chords.iter().filter(|pins| span(pins).contains(&column)).count();
        let columns = chords.iter().flatten().map(|pin| self.columns[*pin]);
        let (_, worst) = columns.map(|column| (beside(column), column)).max().unwrap_or((0, 0));
        Shortage::Channel(channel, (worst, worst))
    }

    fn route(&self, wire: usize, lanes: &[i32]) -> Route {
        let pins = &self.sketch.wires[wire];
        let passage = &self.given.problem.passages[wire];
        let ends = [(passage.from, 0), (passage.to, 1)].map(|(place, end)| {
            let exits = &self.exits[place];
            let exit =
                exits.above.iter().chain(&exits.below).find(|exit| exit.passage == wire && exit.end == end);
            let exit = exit.expect("every wire comes out of both of its places");
            let middle = self.given.rows.middles[place];
            let corners: Vec<Cell> = exit.corners.iter().map(|corner| middle + *corner).collect();
            ((middle, &self.given.ports[place][exit.port]), corners)
        });
        let [(from, mut corners), (to, last)] = ends;
        for pair in pins.windows(2) {
            corners.extend([pair[0], pair[1]].map(|pin| Cell::new(self.columns[pin], lanes[pair[0]])));
        }
        corners.extend(last.into_iter().rev());
        Route::new([from, to], &corners)
    }
}
