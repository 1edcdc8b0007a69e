//! The ports of all places, and their outlines. Which of them routes can use depends on the block.

use std::sync::Arc;

use super::block::Block;
use super::port::{Port, outline_ports, ports};
use super::sized::SizedPlace;
use crate::place_shape::PlaceOutline;

/// The ports of all places.
pub(in crate::layout) struct PlacePorts {
    /// The ports at the edges of cores.
    of_cores: Vec<Vec<Port>>,
    /// The ports at the exits of outlines.
    of_outlines: Vec<Vec<Port>>,
    outlines: Vec<Option<Arc<PlaceOutline>>>,
}

impl PlacePorts {
    /// Returns all ports of these places.
    pub fn new(sizes: &[SizedPlace]) -> Self {
        Self {
            of_cores: sizes.iter().map(|sized| ports(sized, 0, true)).collect(),
            of_outlines: sizes.iter().map(outline_ports).collect(),
            outlines: sizes.iter().map(|sized| sized.form.outline().cloned()).collect(),
        }
    }

    /// Returns the ports of a place that has this block.
    pub fn of(&self, place: usize, block: &Block) -> &[Port] {
        if block.outline.is_some() { &self.of_outlines[place] } else { &self.of_cores[place] }
    }

    /// Returns the ports of all places at the edges of their cores.
    pub fn of_cores(&self) -> &[Vec<Port>] {
        &self.of_cores
    }

    /// Returns the outline of a place, if it has one.
    pub fn outline(&self, place: usize) -> Option<&Arc<PlaceOutline>> {
        self.outlines.get(place)?.as_ref()
    }
}
