//! Turns points by degrees using whole numbers, so that every computer gets the same cells.

/// Fixed-point 1 for sines.
const ONE: i128 = 1 << 40;
/// π as a fixed-point number, in units of 1 / [`ONE`].
const PI: i128 = 3_454_217_652_358;
/// A quarter turn, in thousandths of a degree.
const QUARTER: i64 = 90_000;

/// Turns a point clockwise about the origin by `rotation` thousandths of a degree. `None` if it gets too far
/// out.
pub(crate) fn turned((x, y): (i64, i64), rotation: i64) -> Option<(i64, i64)> {
    let rotation = rotation.rem_euclid(4 * QUARTER);
    let (mut x, mut y) = (i128::from(x), i128::from(y));
    for _ in 0..rotation / QUARTER {
        (x, y) = (-y, x);
    }
    let rest = rotation % QUARTER;
    if rest != 0 {
        let (sine, cosine) = (sine(rest), sine(QUARTER - rest));
        (x, y) = ((x * cosine - y * sine) / ONE, (x * sine + y * cosine) / ONE);
    }
    Some((i64::try_from(x).ok()?, i64::try_from(y).ok()?))
}

/// Returns the sine of 0 to 90,000 thousandths of a degree, times [`ONE`], by its power series.
fn sine(rotation: i64) -> i128 {
    let angle = PI * i128::from(rotation) / (2 * i128::from(QUARTER));
    let square = angle * angle / ONE;
    let (mut term, mut sum) = (angle, angle);
    for step in 1..10 {
        term = -term * square / ONE / (2 * step * (2 * step + 1));
        sum += term;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_turn_clockwise() {
        let quarters =
            [(0, (8, 3)), (90_000, (-3, 8)), (180_000, (-8, -3)), (-90_000, (3, -8)), (360_000, (8, 3))];
        for (rotation, expected) in quarters {
            assert_eq!(turned((8, 3), rotation), Some(expected), "{rotation}");
        }
        let (x, y) = turned((10_000, 0), 45_000).unwrap();
        assert!((x - 7_071).abs() <= 1 && (y - 7_071).abs() <= 1, "{x}, {y}");
        let (x, y) = turned((0, 10_000), 30_000).unwrap();
        assert!((x + 5_000).abs() <= 1 && (y - 8_660).abs() <= 1, "{x}, {y}");
    }
}
