//! Measures how far colours stay apart for people with each kind of colour blindness.
//!
//! The simulation is that of Machado, Oliveira and Fernandes (2009) at full strength; distances are those of CIELAB.

use crate::base::Color;

type Matrix = [[f64; 3]; 3];

const NORMAL: Matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
const PROTANOPIA: Matrix =
    [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]];
const DEUTERANOPIA: Matrix =
    [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]];
const TRITANOPIA: Matrix =
    [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]];

/// Returns lightness and both chroma coordinates of a colour as seen through a matrix.
fn seen(color: Color, matrix: &Matrix) -> [f64; 3] {
    let linear = [color.r, color.g, color.b].map(|channel| {
        let value = f64::from(channel) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    });
    let times =
        |rows: &Matrix, by: [f64; 3]| rows.map(|row| row[0] * by[0] + row[1] * by[1] + row[2] * by[2]);
    let shown = times(matrix, linear).map(|value| value.clamp(0.0, 1.0));
    let to_xyz: Matrix = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]];
    let [x, y, z] = times(&to_xyz, shown);
    let [x, y, z] = [x / 0.95047, y, z / 1.08883]
        .map(|value| if value > 0.008856 { value.cbrt() } else { 7.787 * value + 16.0 / 116.0 });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// Returns the smallest distance between any two of these colours, seen in the way that brings them nearest.
///
/// Below about 10, two colours next to each other are hard to tell apart. Infinite for fewer than two colours.
pub fn least_distance(colors: &[Color]) -> f64 {
    let mut least = f64::INFINITY;
    for matrix in [NORMAL, PROTANOPIA, DEUTERANOPIA, TRITANOPIA] {
        for (number, one) in colors.iter().enumerate() {
            for other in colors.iter().skip(number + 1) {
                let (here, there) = (seen(*one, &matrix), seen(*other, &matrix));
                let squared: f64 = here.iter().zip(there).map(|(here, there)| (here - there).powi(2)).sum();
                least = least.min(squared.sqrt());
            }
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::super::colors::LOCKS;
    use super::*;

    #[test]
    fn colours_of_keys_differ_for_everyone() {
        assert!(least_distance(&LOCKS) >= 25.0, "{}", least_distance(&LOCKS));
    }

    #[test]
    fn red_and_green_of_one_lightness_are_alike_to_some() {
        let (red, green) = (Color::rgb(0xb8, 0x5c, 0x30), Color::rgb(0x7d, 0x78, 0x2c));
        assert!(least_distance(&[red, green]) < 12.0);
        assert!(least_distance(&[Color::rgb(0, 0, 0), Color::rgb(255, 255, 255)]) > 99.0);
        assert_eq!(least_distance(&[red]), f64::INFINITY);
    }
}
