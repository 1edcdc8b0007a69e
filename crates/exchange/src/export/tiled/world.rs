//! Writes worlds of Tiled: the positions of maps next to each other.

use serde_json::{Value, json};

use crate::base::print_json;
use crate::export::size::places_in_row;
use crate::level::Level;

/// Returns a world with a map for each level, from left to right.
pub(super) fn write(levels: &[&Level], name_of: impl Fn(&Level) -> String, pixels: u32) -> String {
    let maps: Vec<Value> = levels
        .iter()
        .zip(places_in_row(levels, pixels))
        .map(|(level, x)| {
            let size = level.tiles.size();
            json!({
                "fileName": name_of(level),
                "x": x,
                "y": 0,
                "width": u64::from(size.width) * u64::from(pixels),
                "height": u64::from(size.height) * u64::from(pixels),
            })
        })
        .collect();
    let world = json!({"maps": maps, "onlyShowAdjacentMaps": false, "type": "world"});
    print_json(&world, &[&[], &["maps"]])
}
