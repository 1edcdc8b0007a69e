//! Facts about a level for overlays, each computed on first use.

use std::cell::OnceCell;
use std::ops::Deref;
use std::sync::Arc;

use crate::base::{Cell, Grid};
use crate::insight::{
    KeyLine, LockedArea, OneWay, RouteMap, UNREACHED, behind_locks, dead_ends, key_lines, one_ways,
    way_to_goal,
};
use crate::level::{Level, PlaceId};

/// Facts about a level, which is owned or borrowed.
pub struct LevelFacts<L> {
    /// The level.
    pub level: L,
    distances: OnceCell<(Grid<u32>, u32)>,
    way: OnceCell<Vec<Cell>>,
    keys: OnceCell<Vec<KeyLine>>,
    behind: OnceCell<Vec<LockedArea>>,
    one_ways: OnceCell<Vec<OneWay>>,
    dead_ends: OnceCell<Vec<PlaceId>>,
    seals: Option<Arc<[Cell]>>,
}

impl<L: Deref<Target = Level>> LevelFacts<L> {
    /// Creates the facts of a level; nothing is computed yet.
    pub fn new(level: L) -> Self {
        Self {
            level,
            distances: OnceCell::new(),
            way: OnceCell::new(),
            keys: OnceCell::new(),
            behind: OnceCell::new(),
            one_ways: OnceCell::new(),
            dead_ends: OnceCell::new(),
            seals: None,
        }
    }

    /// Adds the seals of the level, which its record does not contain.
    #[must_use]
    pub fn with_seals(self, seals: Option<Arc<[Cell]>>) -> Self {
        Self { seals, ..self }
    }

    /// Returns the seals; `None` if they are not known.
    pub fn seals(&self) -> Option<&[Cell]> {
        self.seals.as_deref()
    }

    /// Returns the distance of each cell, and the largest distance.
    pub fn distances(&self) -> &(Grid<u32>, u32) {
        self.distances.get_or_init(|| {
            let distances = RouteMap::new(&self.level).distances();
            let reached = distances.values().iter().filter(|distance| **distance != UNREACHED);
            let most = reached.max().copied().unwrap_or(0);
            (distances, most)
        })
    }

    /// Returns the cells of the way to the goal; empty if there is none.
    pub fn way(&self) -> &[Cell] {
        self.way.get_or_init(|| way_to_goal(&self.level))
    }

    /// Returns the things that each key opens.
    pub fn keys(&self) -> &[KeyLine] {
        self.keys.get_or_init(|| key_lines(&self.level))
    }

    fn behind(&self) -> &[LockedArea] {
        self.behind.get_or_init(|| behind_locks(&self.level))
    }

    /// Returns the one-way passages of the level, from which there is no way back.
    pub fn one_ways(&self) -> &[OneWay] {
        self.one_ways.get_or_init(|| one_ways(&self.level))
    }

    /// Returns the places where walkers have to turn round.
    pub fn dead_ends(&self) -> &[PlaceId] {
        self.dead_ends.get_or_init(|| dead_ends(&self.level))
    }

    /// Returns the number of locks that a place is behind.
    pub fn depth(&self, place: PlaceId) -> usize {
        self.behind().iter().filter(|behind| behind.places.contains(&place)).count()
    }

    /// Returns the cells where a promise is broken.
    pub fn broken(&self) -> impl Iterator<Item = Cell> {
        let breaks = self.level.report.broken().flat_map(|(_, result)| &result.broken_by);
        breaks.filter_map(|broken| broken.at)
    }
}
