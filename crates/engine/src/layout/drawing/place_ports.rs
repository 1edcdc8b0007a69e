//! The ports of all places, and their outlines. Which of them routes can use depends on the block.

use std::sync::Arc;

use smallvec::SmallVec;

use super::block::Block;
use super::port::{Port, outline_ports, ports, usable_ports};
use super::sized::SizedPlace;
use crate::base::Size;
use crate::place_shape::PlaceOutline;

/// The ports of all places.
pub(in crate::layout) struct PlacePorts {
    /// The ports at the edges of cores.
    of_cores: Vec<Vec<Port>>,
    /// The ports at the exits of outlines.
    of_outlines: Vec<Vec<Port>>,
    /// Of places that can be left anywhere, a few ports of each side.
    few_of_cores: Vec<Vec<Port>>,
    /// The main ports of outlines.
    few_of_outlines: Vec<Vec<Port>>,
    outlines: Vec<Option<Arc<PlaceOutline>>>,
}

impl PlacePorts {
    /// Returns all ports of these places.
    pub fn new(sizes: &[SizedPlace]) -> Self {
        let of_cores: Vec<Vec<Port>> = sizes.iter().map(|sized| ports(sized, 0, true)).collect();
        let of_outlines: Vec<Vec<Port>> = sizes.iter().map(outline_ports).collect();
        let outlines: Vec<_> = sizes.iter().map(|sized| sized.form.outline().cloned()).collect();
        let few = |(sized, ports): (&SizedPlace, &Vec<Port>)| few_of_sides(sized.core, ports);
        let main = |(outline, ports): (&Option<Arc<PlaceOutline>>, &Vec<Port>)| {
            let exits = outline.iter().flat_map(|outline| outline.exits());
            let main = exits.zip(ports).filter(|(exit, _)| exit.is_main);
            main.map(|(_, port)| port.clone()).collect()
        };
        Self {
            few_of_cores: sizes.iter().zip(&of_cores).map(few).collect(),
            few_of_outlines: outlines.iter().zip(&of_outlines).map(main).collect(),
            of_cores,
            of_outlines,
            outlines,
        }
    }

    /// Returns the ports of a place that has this block.
    pub fn of(&self, place: usize, block: &Block) -> &[Port] {
        if block.outline.is_some() { &self.of_outlines[place] } else { &self.of_cores[place] }
    }

    /// Returns a few ports of a place that has this block: those on which packing decides positions.
    ///
    /// These are the main ports of an outline, or the middle port and the outermost ports of each open side. A room has
    /// all ports that a passage may use if it names this kind of socket.
    pub fn few<'p>(
        &'p self,
        place: usize,
        block: &Block,
        wanted: Option<&'p str>,
    ) -> SmallVec<[&'p Port; 12]> {
        if block.outline.is_some() {
            self.few_of_outlines[place].iter().collect()
        } else if block.is_open {
            self.few_of_cores[place].iter().collect()
        } else {
            usable_ports(&self.of_cores[place], wanted).map(|(_, port)| port).collect()
        }
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

/// Returns the middle port and the outermost ports of each side.
fn few_of_sides(core: Size, ports: &[Port]) -> Vec<Port> {
    let is_one = |port: &&Port| {
        let side = if port.out.is_level() { core.height } else { core.width };
        let most = (side as i32 - 1) / 2;
        [0, 1 - most, most - 1].contains(&port.inside_offset())
    };
    ports.iter().filter(is_one).cloned().collect()
}
