//! A scale of colours for values.
//!
//! It follows cividis (Nuñez, Anderton and Renslow, 2018), which looks alike with and without colour blindness:
//! its lightness grows evenly from dark blue to yellow.

use egui::Color32;

use super::style::blend;

/// Colours at equal distances, from low to high.
const STOPS: [Color32; 6] = [
    Color32::from_rgb(0x00, 0x22, 0x4e),
    Color32::from_rgb(0x35, 0x45, 0x6c),
    Color32::from_rgb(0x66, 0x69, 0x70),
    Color32::from_rgb(0x94, 0x8e, 0x77),
    Color32::from_rgb(0xc8, 0xb8, 0x66),
    Color32::from_rgb(0xfe, 0xe8, 0x38),
];

/// Returns the colour of a share from 0 to 1.
pub fn tint_of(share: f64) -> Color32 {
    let place = share.clamp(0.0, 1.0) * (STOPS.len() - 1) as f64;
    let below = (place.floor() as usize).min(STOPS.len() - 2);
    match STOPS.get(below..below + 2) {
        Some([low, high]) => blend(*low, *high, (place - below as f64) as f32),
        _ => Color32::GRAY,
    }
}

/// Returns the share of a value between the lowest and the highest; one half if they are equal.
pub fn share_of(value: f64, (low, high): (f64, f64)) -> f64 {
    if high > low { ((value - low) / (high - low)).clamp(0.0, 1.0) } else { 0.5 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lightness_grows_from_low_to_high() {
        let light = |color: Color32| {
            let [r, g, b, _] = color.to_array().map(f64::from);
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        let all: Vec<f64> = (0..=50).map(|step| light(tint_of(f64::from(step) / 50.0))).collect();
        assert!(all.windows(2).all(|pair| pair[0] < pair[1]), "{all:?}");
        assert_eq!([tint_of(-1.0), tint_of(2.0)], [STOPS[0], STOPS[5]]);
    }

    #[test]
    fn equal_values_are_in_the_middle() {
        assert_eq!([share_of(3.0, (3.0, 3.0)), share_of(2.0, (1.0, 5.0))], [0.5, 0.25]);
    }
}
