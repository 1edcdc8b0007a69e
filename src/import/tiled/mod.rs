//! Maps of Tiled, in XML and JSON.
//!
//! Tile layers are drawn over each other; what a tile means follows from its class, its properties or its name ([`meanings`]). Objects of the class `Socket` are sockets, all others things that stand or lie there; a rectangle of the class `Room` bounds a room, and without one the whole map is a room.
//! Nothing of a map is trusted: numbers of tiles that no set has, layers with too few numbers and sets that are missing are remarked or refused, never drawn.

mod data;
mod map;
mod meanings;
mod rooms;
mod templates;
mod things;
mod tmj;
mod tmx;

use self::map::{Map, TileSet};
use super::drawing::Drawing;
use super::{Beside, Lexicon};
use crate::base::Diagnostic;

/// A map that this program wrote names its writer so, with a version behind.
const OWN_GENERATOR: &str = "delvewright ";

/// Rooms of a map in XML.
pub(super) fn read_tmx(
    text: &str,
    name: &str,
    lexicon: &Lexicon<'_>,
    beside: &mut Beside<'_>,
) -> Result<Drawing, Box<Diagnostic>> {
    rooms::drawing(&tmx::map(text, beside)?, name, lexicon)
}

/// Rooms of a map in JSON.
pub(super) fn read_tmj(
    text: &str,
    name: &str,
    lexicon: &Lexicon<'_>,
    beside: &mut Beside<'_>,
) -> Result<Drawing, Box<Diagnostic>> {
    rooms::drawing(&tmj::map(text, beside)?, name, lexicon)
}

/// A tile set in a file of its own; one of which nothing is known if it cannot be read.
fn load_tile_set(source: &str, beside: &mut Beside<'_>) -> TileSet {
    let mut read = || -> Result<TileSet, String> {
        let bytes = beside(source)?;
        let text = String::from_utf8(bytes).map_err(|_| "is no text in UTF-8".to_owned())?;
        let is_json = text.trim_start_matches('\u{feff}').trim_start().starts_with('{');
        let set = if is_json { tmj::tile_set(&text) } else { tmx::tile_set(&text) };
        set.map_err(|mistake| mistake.to_string())
    };
    match read() {
        Ok(set) => set,
        Err(why) => TileSet {
            name: map::stem(source),
            missing: Some(format!("{source}: {why}")),
            ..TileSet::default()
        },
    }
}

impl Map {
    /// Did this program write it, from a room set?
    fn is_own(&self) -> bool {
        let text = |name: &str| self.properties.get(name).and_then(map::Property::text);
        text("generator").is_some_and(|generator| generator.starts_with(OWN_GENERATOR))
            && self.properties.contains_key("room_set")
    }
}
