//! Signs and colours of a difference of levels, for pictures and the window.
//!
//! Each mark has a sign besides its colour. The colours stay apart for people with any kind of colour blindness:
//! they are those of Okabe and Ito, "Color Universal Design" (2008).

use crate::base::Color;
use crate::difference::DifferenceMark;

/// Width and height of a sign, in units.
pub const SIGN_UNITS: i32 = 16;

/// Opacity of marked cells below their sign, in percent.
pub const DIFFERENCE_PERCENT: u8 = 55;

/// Opacity of walls that differ, which have no sign, in percent.
pub const WALL_PERCENT: u8 = 14;

/// Row of the wave of `~` in each column from [`WAVE_START`].
const WAVE: [i32; 10] = [8, 7, 6, 6, 7, 8, 9, 9, 8, 7];
const WAVE_START: i32 = 3;

/// Returns the colour of a mark.
pub const fn difference_color(mark: DifferenceMark) -> Color {
    match mark {
        DifferenceMark::Added => Color::rgb(0x56, 0xb4, 0xe9),
        DifferenceMark::Removed => Color::rgb(0xd5, 0x5e, 0x00),
        DifferenceMark::Changed => Color::rgb(0xf0, 0xe4, 0x42),
    }
}

/// Returns the colour of the sign on a marked cell.
pub const fn sign_color(mark: DifferenceMark) -> Color {
    match mark {
        DifferenceMark::Added => Color::rgb(0x00, 0x1c, 0x2e),
        DifferenceMark::Removed => Color::rgb(0xff, 0xff, 0xff),
        DifferenceMark::Changed => Color::rgb(0x2e, 0x28, 0x00),
    }
}

/// Returns `true` if a point of a cell belongs to the sign, in units from its corner.
pub fn is_of_sign(mark: DifferenceMark, x: i32, y: i32) -> bool {
    let is_bar = |along: i32, across: i32| (3..13).contains(&along) && (7..9).contains(&across);
    match mark {
        DifferenceMark::Added => is_bar(x, y) || is_bar(y, x),
        DifferenceMark::Removed => is_bar(x, y),
        DifferenceMark::Changed => {
            let column = usize::try_from(x - WAVE_START).ok();
            column.and_then(|column| WAVE.get(column)).is_some_and(|row| (*row..row + 2).contains(&y))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_marks_differ_for_everyone() {
        let colors = DifferenceMark::ALL.map(difference_color);
        assert!(crate::picture::least_distance(&colors) >= 25.0);
    }

    #[test]
    fn signs_look_like_their_characters() {
        let picture = |mark| -> Vec<String> {
            let row = |y| (2..14).map(|x| if is_of_sign(mark, x, y) { '#' } else { '.' }).collect();
            (6..11).map(row).collect()
        };
        assert_eq!(
            picture(DifferenceMark::Added),
            [".....##.....", ".##########.", ".##########.", ".....##.....", ".....##....."]
        );
        assert_eq!(
            picture(DifferenceMark::Removed),
            ["............", ".##########.", ".##########.", "............", "............"]
        );
        assert_eq!(
            picture(DifferenceMark::Changed),
            ["...##.......", "..####....#.", ".##..##..##.", ".#....####..", ".......##..."]
        );
    }
}
