//! Reads settings of a room template from the properties of a map or of the rectangle around a room.

use super::model::{SourceProperties, SourceProperty};
use super::tiles::TileReader;
use crate::base::Size;
use crate::import::drawing::{DrawnSettings, Remarks};
use crate::rooms::CardSettings;

/// Reads the settings of a room and remarks all other properties.
pub(crate) fn settings(
    properties: &SourceProperties,
    name: &str,
    reader: &TileReader<'_>,
    remarks: &mut Remarks,
) -> DrawnSettings {
    let mut settings = DrawnSettings::default();
    let mut card = (None, None, None);
    let (mut ledge, mut chute) = (None, None);
    for (key, property) in properties {
        let number = match property {
            SourceProperty::Int(number) => u32::try_from(*number).ok(),
            SourceProperty::Text(text) => text.parse().ok(),
            _ => None,
        };
        let is_so = property.truth();
        let text = || property.text().map(|text| reader.decoded(text));
        let is_taken = match key.as_str() {
            "symbol" => set(&mut settings.symbol, text()),
            "notes" => set(&mut settings.notes, text()),
            "weight" => set(&mut settings.weight, number),
            "at_most" => set(&mut settings.at_most, number),
            "turns" => set(&mut settings.turns, is_so),
            "flips" => set(&mut settings.flips, is_so),
            "card_width" => set(&mut card.0, number),
            "card_height" => set(&mut card.1, number),
            "card_at_most" => set(&mut card.2, number),
            "card_ledge" => set(&mut ledge, text()),
            "card_chute" => set(&mut chute, text()),
            _ => false,
        };
        if !is_taken {
            let what = format!("The property \"{key}\" of rooms is left out");
            let hint = "Use symbol, weight, at_most, turns, flips, notes, card_width, card_height, card_at_most, card_ledge or card_chute.";
            remarks.warn("room-property", what, Some(format!("\"{name}\"")), Some(hint.into()));
        }
    }
    if let (Some(width), Some(height), at_most_per_place) = card {
        settings.card = Some(CardSettings {
            cell: Size::new(width, height),
            at_most_per_place,
            ledge: ledge.unwrap_or_default(),
            chute: chute.unwrap_or_default(),
        });
    }
    settings
}

fn set<T>(field: &mut Option<T>, value: Option<T>) -> bool {
    let is_some = value.is_some();
    *field = value;
    is_some
}
