//! Random parts of room sets, with names and values that the tests supply.

use delvewright_engine::base::{Color, Size};
use delvewright_engine::mission::{Attributes, Value};
use delvewright_engine::rooms::{CardSettings, LegendEntry, Placed, SocketEntry, TileLook};
use proptest::collection::btree_map;
use proptest::option;
use proptest::prelude::*;

pub fn colors() -> impl Strategy<Value = Color> {
    any::<(u8, u8, u8)>().prop_map(|(r, g, b)| Color::rgb(r, g, b))
}

pub fn tiles(names: BoxedStrategy<String>) -> impl Strategy<Value = TileLook> {
    (names, colors()).prop_map(|(name, color)| TileLook { name, color })
}

pub fn cards() -> impl Strategy<Value = CardSettings> {
    let ends = ("[a-z]{0,2}", "[a-z]{0,2}");
    (any::<(u32, u32, Option<u32>)>(), ends).prop_map(
        |((width, height, at_most_per_place), (ledge, chute))| CardSettings {
            cell: Size::new(width, height),
            at_most_per_place,
            ledge,
            chute,
        },
    )
}

/// Generates every meaning that a legend can give to a character.
pub fn entries(
    names: BoxedStrategy<String>,
    values: BoxedStrategy<Value>,
) -> impl Strategy<Value = LegendEntry> {
    let attributes = btree_map(names.clone(), values, 0..4);
    let placed = (names.clone(), option::of(tiles(names.clone())), attributes)
        .prop_map(|(kind, on, properties): (_, _, Attributes)| Placed { kind, on, properties })
        .boxed();
    prop_oneof![
        Just(LegendEntry::Wall),
        Just(LegendEntry::Floor),
        Just(LegendEntry::Nothing),
        (option::of(names.clone()), option::of(tiles(names.clone())))
            .prop_map(|(kind, blocker)| LegendEntry::Socket(SocketEntry { kind, blocker })),
        tiles(names.clone()).prop_map(LegendEntry::Ground),
        tiles(names).prop_map(LegendEntry::Obstacle),
        placed.clone().prop_map(LegendEntry::Entity),
        placed.prop_map(LegendEntry::Marker),
    ]
}
