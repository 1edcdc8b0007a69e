//! Mixes colours, and makes noise without a random stream. It uses whole numbers, so results are the same on
//! every machine.

use crate::base::Color;

/// The effect of a figure on a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    /// An opaque colour.
    Color(Color),
    /// The colour below, darkened by this many percent.
    Shadow(u32),
}

impl Ink {
    /// Returns the colour of a pixel, given the colour below it.
    pub fn over(self, below: Color) -> Color {
        match self {
            Self::Color(color) => color,
            Self::Shadow(percent) => shade(below, 100 - percent.min(100)),
        }
    }
}

/// Scales the brightness of a colour by `percent`; more than 100 is brighter.
pub(super) fn shade(color: Color, percent: u32) -> Color {
    let channel = |value: u8| u8::try_from(u32::from(value) * percent / 100).unwrap_or(u8::MAX);
    Color::rgb(channel(color.r), channel(color.g), channel(color.b))
}

/// Returns a number for a point and a purpose: always the same, and unrelated to that of other points.
pub(super) fn noise(x: i32, y: i32, purpose: u32) -> u32 {
    // The finalizer of MurmurHash3, applied to a sum in which each part has its own odd factor.
    let mut hash = (x.cast_unsigned().wrapping_mul(0x9e37_79b1))
        .wrapping_add(y.cast_unsigned().wrapping_mul(0x85eb_ca77))
        .wrapping_add(purpose.wrapping_mul(0xc2b2_ae3d));
    hash = (hash ^ (hash >> 16)).wrapping_mul(0x85eb_ca6b);
    hash = (hash ^ (hash >> 13)).wrapping_mul(0xc2b2_ae35);
    hash ^ (hash >> 16)
}

/// Returns noise from `least` to `most`, both included.
pub(super) fn noise_between(x: i32, y: i32, purpose: u32, least: u32, most: u32) -> u32 {
    least + noise(x, y, purpose) % (most.saturating_sub(least) + 1)
}

/// Returns smooth noise from 0 to 255. It is fixed every `step` units, interpolated between, and repeats
/// after `steps` of them.
pub(super) fn smooth_noise(x: i32, y: i32, step: i32, steps: i32, purpose: u32) -> u32 {
    let (column, row) = (x.div_euclid(step), y.div_euclid(step));
    let (right, down) = (x.rem_euclid(step).cast_unsigned(), y.rem_euclid(step).cast_unsigned());
    let step = step.cast_unsigned();
    let corner = |dx: i32, dy: i32| {
        noise((column + dx).rem_euclid(steps), (row + dy).rem_euclid(steps), purpose) & 0xff
    };
    let line = |dy: i32| corner(0, dy) * (step - right) + corner(1, dy) * right;
    (line(0) * (step - down) + line(1) * down) / (step * step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixing_stays_between_both_colours() {
        let (one, other) = (Color::rgb(0, 100, 255), Color::rgb(200, 100, 0));
        assert_eq!(one.mixed(other, 0), one);
        assert_eq!(one.mixed(other, 100), other);
        assert_eq!(one.mixed(other, 50), Color::rgb(100, 100, 127));
        assert_eq!(shade(other, 50), Color::rgb(100, 50, 0));
        assert_eq!(shade(other, 1000).r, 255);
    }

    #[test]
    fn smooth_noise_is_the_noise_at_its_corners_and_never_jumps() {
        for x in -20..20 {
            assert_eq!(smooth_noise(8 * x, 16, 8, 7, 3), noise(x.rem_euclid(7), 2, 3) & 0xff);
        }
        let at = |x: i32| smooth_noise(x, 5, 16, 4, 0);
        let jumps = (-100..100).map(|x| at(x).abs_diff(at(x + 1)));
        assert!(jumps.max() <= Some(17));
    }
}
