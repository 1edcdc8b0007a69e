//! What is found out about a level, each fact when it is wanted first.

use std::cell::OnceCell;
use std::ops::Deref;

use crate::base::{Cell, Grid};
use crate::insight::{
    Behind, Ground, KeyLine, OneWay, UNREACHED, behind_locks, dead_ends, key_lines, one_ways, way_to_goal,
};
use crate::level::{Level, PlaceId};

/// What is known of a level, which is owned or borrowed.
pub struct Facts<L> {
    /// The level.
    pub level: L,
    distances: OnceCell<(Grid<u32>, u32)>,
    way: OnceCell<Vec<Cell>>,
    keys: OnceCell<Vec<KeyLine>>,
    behind: OnceCell<Vec<Behind>>,
    one_ways: OnceCell<Vec<OneWay>>,
    dead_ends: OnceCell<Vec<PlaceId>>,
}

impl<L: Deref<Target = Level>> Facts<L> {
    /// Of this level.
    pub fn new(level: L) -> Self {
        Self {
            level,
            distances: OnceCell::new(),
            way: OnceCell::new(),
            keys: OnceCell::new(),
            behind: OnceCell::new(),
            one_ways: OnceCell::new(),
            dead_ends: OnceCell::new(),
        }
    }

    /// The distance of each cell, and the largest.
    pub fn distances(&self) -> &(Grid<u32>, u32) {
        self.distances.get_or_init(|| {
            let distances = Ground::new(&self.level).distances();
            let reached = distances.values().iter().filter(|distance| **distance != UNREACHED);
            let most = reached.max().copied().unwrap_or(0);
            (distances, most)
        })
    }

    /// The cells of the way to the goal; empty if there is none.
    pub fn way(&self) -> &[Cell] {
        self.way.get_or_init(|| way_to_goal(&self.level))
    }

    /// What each key opens.
    pub fn keys(&self) -> &[KeyLine] {
        self.keys.get_or_init(|| key_lines(&self.level))
    }

    fn behind(&self) -> &[Behind] {
        self.behind.get_or_init(|| behind_locks(&self.level))
    }

    /// Where one does not get back.
    pub fn one_ways(&self) -> &[OneWay] {
        self.one_ways.get_or_init(|| one_ways(&self.level))
    }

    /// The places where one has to turn round.
    pub fn dead_ends(&self) -> &[PlaceId] {
        self.dead_ends.get_or_init(|| dead_ends(&self.level))
    }

    /// Behind how many locks a place lies.
    pub fn depth(&self, place: PlaceId) -> usize {
        self.behind().iter().filter(|behind| behind.places.contains(&place)).count()
    }

    /// The cells where a promise is broken.
    pub fn broken(&self) -> impl Iterator<Item = Cell> {
        let breaks = self.level.report.broken().flat_map(|(_, result)| &result.broken_by);
        breaks.filter_map(|broken| broken.at)
    }
}
