//! Scattered features on a map: a start, an exit, and features drawn by weight, joined until all are reached.
//!
//! Input: the size of the map in super-tiles of 3 × 3 cells, the symbols, and a seed.
//! Output: a mission whose sites are super-tiles. A feature is the centre of its super-tile.
//! Source: the levels of Dungeon Upkeeper.
//!
//! 1. Start and exit are drawn: all pairs of super-tiles with enough straight distance have equal chance.
//! 2. The number of features is drawn from its range. Every feature gets a symbol by weight, and one of the vacant
//!    super-tiles with equal chance.
//! 3. Adjacent features, whose centres are 3 cells apart, are joined.
//! 4. The start is reached, and so is everything joined to a reached feature other than the exit. Joins are
//!    added until everything is reached.
//!
//! The source's description ends here. Ours adds the *nearest first*.
//! It is the unreached feature with the fewest steps over vacant super-tiles from anything reached except the
//! exit.
//! Of several, it takes the uppermost, then the leftmost.
//! Every super-tile in between becomes a crossing, which is joined along its way only.
//!
//! Edges point from what is reached first to what is reached later; those of the exit point at it.

mod count;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use serde::{Deserialize, Serialize};

use super::{fresh_edge, fresh_node};
use crate::base::{Described, Number, ParameterWalk, Parameters, RandomStream, Seed, Unit};
use crate::mission::{Alphabet, Edge, Mission, Node, NodeId, Site};

/// Width and height of a super-tile, in cells.
const SUPER_TILE_CELLS: u32 = 3;

/// A start, an exit and random features, each in the centre of a super-tile of 3 × 3 cells.
///
/// Neighbours are joined. Crossings join the features that the start cannot reach otherwise.
/// The start has the id 1, the exit 2. The features follow in the order of drawing, then the crossings.
/// Edges between neighbours come first, row by row, then those that were added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
pub struct Scatter {
    /// See [`Scatter::WIDTH`].
    #[described(facts = Scatter::WIDTH)]
    pub width: u32,
    /// See [`Scatter::HEIGHT`].
    #[described(facts = Scatter::HEIGHT)]
    pub height: u32,
    /// The symbol of the start. No other node has it.
    pub start: String,
    /// The symbol of the exit. No other node has it.
    pub exit: String,
    /// The symbols of the other features, with weights from 0 to 1,000,000.
    #[serde(default)]
    pub features: Vec<(String, u32)>,
    /// See [`Scatter::COUNT`].
    #[described(facts = Scatter::COUNT)]
    #[serde(with = "count")]
    pub count: (u32, u32),
    /// See [`Scatter::DISTANCE`].
    #[described(facts = Scatter::DISTANCE)]
    #[serde(default)]
    pub distance: u32,
    /// The symbol of every edge.
    pub edge: String,
    /// The symbol of the nodes between features that are not adjacent.
    pub crossing: String,
}

impl Scatter {
    /// Width of the map. In a single row or column, an exit in the middle could cut off features.
    pub const WIDTH: Number = Number::new(
        "width",
        "width",
        "The width of the map in super-tiles of 3 × 3 cells.",
        Unit::None,
        2..=256,
    );
    /// Height of the map.
    pub const HEIGHT: Number = Number::new(
        "height",
        "height",
        "The height of the map in super-tiles of 3 × 3 cells.",
        Unit::None,
        2..=256,
    );
    /// Number of features besides start and exit.
    pub const COUNT: Number = Number::new(
        "count",
        "number of features",
        "The number of features besides the start and the exit: one number, or minimum and maximum. Each level draws its own.",
        Unit::None,
        0..=65_534,
    );
    /// Minimum distance between start and exit.
    pub const DISTANCE: Number = Number::new(
        "distance",
        "distance from start to exit",
        "The minimum distance between the start and the exit in a straight line. Neighbours are 3 cells apart.",
        Unit::Cells,
        0..=1_081,
    );
    /// Relative frequency of a kind of feature.
    pub const WEIGHT: Number = Number::new(
        "weight",
        "weight",
        "The share of this symbol among the features. With 0 it is never drawn.",
        Unit::None,
        0..=1_000_000,
    );

    /// Returns the number of super-tiles for features besides start and exit.
    pub(crate) fn room(&self) -> u64 {
        (u64::from(self.width) * u64::from(self.height)).saturating_sub(2)
    }

    /// Returns the largest distance between two super-tiles of the map, in whole cells.
    pub(crate) fn largest_distance(&self) -> u32 {
        let across = |tiles: u32| i64::from(tiles.saturating_sub(1));
        squared_cells((across(self.width), across(self.height))).isqrt() as u32
    }

    /// Returns the symbols that features may have.
    pub(crate) fn drawn_symbols(&self) -> impl Iterator<Item = &str> {
        let can_be_drawn = |weight: u32| weight > 0 && self.count.1 > 0;
        self.features
            .iter()
            .filter(move |(_, weight)| can_be_drawn(*weight))
            .map(|(symbol, _)| symbol.as_str())
    }

    /// Returns the mission; `None` if the scatter has a mistake.
    pub(super) fn build(&self, alphabet: &Alphabet, seed: Seed) -> Option<Mission> {
        let is_sound = Self::WIDTH.range().contains(&self.width)
            && Self::HEIGHT.range().contains(&self.height)
            && self.count.0 <= self.count.1
            && u64::from(self.count.1) <= self.room()
            && self.features.iter().all(|(_, weight)| Self::WEIGHT.range().contains(weight));
        if !is_sound {
            return None;
        }
        let count = seed.child("count").stream().range(self.count.0, self.count.1);
        let (start, exit) = self.draw_ends(&mut seed.child("ends").stream())?;
        let (mut tiles, mut symbols) = (vec![start, exit], vec![self.start.as_str(), &self.exit]);
        tiles.extend(self.draw_tiles(count, [start, exit], &mut seed.child("tiles").stream()));
        symbols.extend(self.draw_symbols(count, &mut seed.child("features").stream())?);
        let joined = FeatureJoining::new((self.width as usize, self.height as usize), &tiles).finish();
        symbols.resize(joined.tiles.len(), &self.crossing);

        let mut mission = Mission::new();
        let mut kinds: BTreeMap<&str, Node> = BTreeMap::new();
        for (symbol, tile) in symbols.iter().zip(&joined.tiles) {
            if !kinds.contains_key(symbol) {
                kinds.insert(symbol, fresh_node(alphabet, symbol)?);
            }
            let (x, y) = (tile % self.width as usize, tile / self.width as usize);
            mission.add_node(Node { site: Some(Site { x: x as i32, y: y as i32 }), ..kinds[symbol].clone() });
        }
        let edge = fresh_edge(alphabet, &self.edge)?;
        let id = |number: usize| NodeId(number as u32 + 1);
        for (from, to) in joined.edges {
            mission.add_edge(Edge { from: id(from), to: id(to), ..edge.clone() });
        }
        Some(mission)
    }

    /// Draws two super-tiles that are far enough apart; `None` if no two are.
    fn draw_ends(&self, random: &mut RandomStream) -> Option<(usize, usize)> {
        let (width, height) = (i64::from(self.width), i64::from(self.height));
        let least = u64::from(self.distance).pow(2).max(1);
        let offsets = (1 - height..height).flat_map(|y| (1 - width..width).map(move |x| (x, y)));
        let far_enough = offsets.filter(|offset| squared_cells(*offset) >= least);
        // The number of pairs with an offset is the number of super-tiles from which it stays on the map.
        let pairs = |(x, y): (i64, i64)| ((width - x.abs()) * (height - y.abs())) as u64;
        let mut left = random.below(far_enough.clone().map(pairs).sum());
        for (x, y) in far_enough {
            if left < pairs((x, y)) {
                let (left, columns) = (left as i64, width - x.abs());
                let (from_x, from_y) = (left % columns + (-x).max(0), left / columns + (-y).max(0));
                let tile = |x: i64, y: i64| (y * width + x) as usize;
                return Some((tile(from_x, from_y), tile(from_x + x, from_y + y)));
            }
            left -= pairs((x, y));
        }
        None
    }

    /// Draws the super-tiles of the features.
    fn draw_tiles(&self, count: u32, ends: [usize; 2], random: &mut RandomStream) -> Vec<usize> {
        let all = 0..self.width as usize * self.height as usize;
        let mut vacant: Vec<usize> = all.filter(|tile| !ends.contains(tile)).collect();
        random.shuffle(&mut vacant);
        vacant.truncate(count as usize);
        vacant
    }

    /// Draws the symbols of the features; `None` if there is none to draw.
    fn draw_symbols(&self, count: u32, random: &mut RandomStream) -> Option<Vec<&str>> {
        let weights = self.features.iter().map(|(_, weight)| *weight);
        let draw = |_| {
            let kind = random.weighted(weights.clone())?;
            self.features.get(kind).map(|(symbol, _)| symbol.as_str())
        };
        (0..count).map(draw).collect()
    }
}

impl Parameters for Scatter {
    fn walk(&mut self, walk: &mut ParameterWalk<'_>) {
        walk.number(&Self::WIDTH, &mut self.width);
        walk.number(&Self::HEIGHT, &mut self.height);
        walk.number(&Self::COUNT, &mut self.count);
        walk.number(&Self::DISTANCE, &mut self.distance);
    }
}

/// Returns the squared distance of two super-tiles with that offset, in cells.
fn squared_cells((x, y): (i64, i64)) -> u64 {
    (x.pow(2) + y.pow(2)).unsigned_abs() * u64::from(SUPER_TILE_CELLS.pow(2))
}

/// The nodes of a mission by their super-tiles, and the edges between them, by node number.
struct JoinedTiles {
    tiles: Vec<usize>,
    edges: Vec<(usize, usize)>,
}

const START: usize = 0;
const EXIT: usize = 1;

/// Joins features until all are reached.
///
/// The search for the nearest continues where the last one ended, because distances from what is reached only
/// decrease.
struct FeatureJoining {
    width: usize,
    joined: JoinedTiles,
    /// The number of the node on each super-tile.
    nodes: Vec<Option<usize>>,
    /// For each node, when it was reached.
    reached: Vec<Option<usize>>,
    /// For each super-tile, the number of steps from anything reached, and the super-tile before it.
    steps: Vec<(u32, usize)>,
    open: BinaryHeap<Reverse<(u32, usize)>>,
}

impl FeatureJoining {
    /// Begins with start, exit and features on these super-tiles.
    fn new((width, height): (usize, usize), tiles: &[usize]) -> Self {
        let mut nodes = vec![None; width * height];
        for (number, tile) in tiles.iter().enumerate() {
            nodes[*tile] = Some(number);
        }
        Self {
            width,
            joined: JoinedTiles { tiles: tiles.to_vec(), edges: Vec::new() },
            reached: vec![None; tiles.len()],
            steps: vec![(u32::MAX, 0); nodes.len()],
            nodes,
            open: BinaryHeap::new(),
        }
    }

    fn finish(mut self) -> JoinedTiles {
        let features = self.joined.tiles.len();
        let mut order = 0;
        self.reach(START, &mut order);
        let mut added = Vec::new();
        while let Some(Reverse((steps, tile))) = self.open.pop() {
            if steps > self.steps[tile].0 {
                continue;
            }
            match self.nodes[tile] {
                Some(node) if self.reached[node].is_none() => {
                    added.extend(self.join(node, &mut order));
                }
                Some(EXIT) => {}
                _ => self.go_on(tile, steps),
            }
        }
        let mut edges = self.edges_between_neighbours(features);
        edges.extend(added);
        JoinedTiles { edges, ..self.joined }
    }

    /// Returns the super-tiles next to one: north, west, east, south.
    fn beside(&self, tile: usize) -> impl Iterator<Item = usize> + use<> {
        let (width, column, all) = (self.width, tile % self.width, self.nodes.len());
        let north = tile.checked_sub(width);
        let west = (column > 0).then(|| tile - 1);
        let east = (column + 1 < width).then_some(tile + 1);
        let south = Some(tile + width).filter(|south| *south < all);
        [north, west, east, south].into_iter().flatten()
    }

    /// Reaches a feature and everything joined to it, but nothing through the exit.
    fn reach(&mut self, node: usize, order: &mut usize) {
        let mut waiting = vec![node];
        while let Some(node) = waiting.pop() {
            if self.reached[node].is_some() {
                continue;
            }
            self.reached[node] = Some(*order);
            *order += 1;
            if node != EXIT {
                let tile = self.joined.tiles[node];
                self.step_on(tile, (0, tile));
                waiting.extend(self.beside(tile).filter_map(|beside| self.nodes[beside]));
            }
        }
    }

    /// Records a way to a super-tile, if it is the shortest so far.
    fn step_on(&mut self, tile: usize, (steps, before): (u32, usize)) {
        if steps < self.steps[tile].0 {
            self.steps[tile] = (steps, before);
            self.open.push(Reverse((steps, tile)));
        }
    }

    fn go_on(&mut self, tile: usize, steps: u32) {
        for beside in self.beside(tile) {
            self.step_on(beside, (steps + 1, tile));
        }
    }

    /// Joins the nearest unreached feature via new crossings, and returns the edges of the way to it.
    fn join(&mut self, node: usize, order: &mut usize) -> Vec<(usize, usize)> {
        let mut way = vec![self.joined.tiles[node]];
        while let [.., last] = way[..]
            && self.steps[last].0 > 0
        {
            way.push(self.steps[last].1);
        }
        way.reverse();
        let mut numbers = Vec::new();
        for &tile in &way {
            let number = self.nodes[tile].unwrap_or_else(|| {
                let crossing = self.joined.tiles.len();
                self.joined.tiles.push(tile);
                self.nodes[tile] = Some(crossing);
                self.reached.push(Some(*order));
                *order += 1;
                crossing
            });
            numbers.push(number);
        }
        for &tile in way.iter().take(way.len() - 1) {
            self.step_on(tile, (0, tile));
        }
        self.reach(node, order);
        numbers.windows(2).map(|pair| (pair[0], pair[1])).collect()
    }

    /// Returns the edges of each feature to the one to its right, then to the one below.
    fn edges_between_neighbours(&self, features: usize) -> Vec<(usize, usize)> {
        let mut edges = Vec::new();
        let feature = |tile: usize| self.nodes[tile].filter(|node| *node < features);
        for tile in 0..self.nodes.len() {
            let Some(here) = feature(tile) else { continue };
            for there in self.beside(tile).filter(|beside| *beside > tile).filter_map(feature) {
                let reached = |node: usize| (node == EXIT, self.reached[node]);
                edges.push(if reached(here) <= reached(there) { (here, there) } else { (there, here) });
            }
        }
        edges
    }
}

#[cfg(test)]
mod tests;
