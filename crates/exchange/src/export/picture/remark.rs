//! Remarks on a picture that does not show everything that was asked for.
//!
//! The bundled fonts lack a few scripts. Fonts of the system are not used, so that pictures are the same
//! everywhere.

use std::collections::BTreeSet;

use super::PictureOptions;
use super::legend::Legend;
use crate::base::printable_line;
use crate::lettering::{letters_without_font, scripts_of};
use crate::level::Level;
use crate::overlay::{LevelFacts, Mark};

/// Maximum number of names in a remark.
const MOST_NAMED: usize = 3;

/// Returns a remark if the picture becomes a flat map or shows boxes for letters. `None` if it shows everything.
pub fn picture_remark(level: &Level, options: &PictureOptions) -> Option<String> {
    let cells = level.tiles.size();
    let drawn = options.for_cells(cells);
    let is_flattened = drawn.is_flat && !options.is_flat;
    let flattened = is_flattened.then(|| {
        format!("the picture is flat, because the level has {} × {} cells", cells.width, cells.height)
    });
    let remarks: Vec<String> = flattened.into_iter().chain(unwritten(level, &drawn)).collect();
    (!remarks.is_empty()).then(|| remarks.join("; "))
}

fn unwritten(level: &Level, options: &PictureOptions) -> Option<String> {
    let facts = LevelFacts::new(level).with_seals(options.seals.clone());
    let marks = super::marks(&facts, options, super::USUAL_CELL as f32);
    let of_marks = marks.into_iter().filter_map(|mark| match mark {
        Mark::Text { text, .. } => Some(text),
        _ => None,
    });
    let of_legend = Legend::texts(&facts, options);
    let names: BTreeSet<String> =
        of_marks.chain(of_legend).filter(|text| !letters_without_font(text).is_empty()).collect();
    let scripts: BTreeSet<String> =
        names.iter().flat_map(|name| scripts_of(&letters_without_font(name))).collect();
    let named: Vec<String> =
        names.iter().take(MOST_NAMED).map(|name| format!("\"{}\"", printable_line(name))).collect();
    let more = match names.len() - named.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let scripts = scripts.into_iter().collect::<Vec<_>>().join(", ");
    let words = "the picture shows boxes for letters that no bundled font has";
    (!names.is_empty()).then(|| format!("{words} ({scripts}): {}{more}", named.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Size;
    use crate::picture::CellPixels;

    #[test]
    fn level_that_is_too_large_to_draw_is_a_flat_map() {
        let is_flat = |width, height, cell: u32| {
            let options = PictureOptions { cell: CellPixels::new(cell), ..PictureOptions::default() };
            options.for_cells(Size::new(width, height)).is_flat
        };
        assert!(is_flat(1976, 1887, 3));
        // A size of 0 selects the default size.
        assert!(is_flat(1976, 1887, 0));
        assert!(!is_flat(1024, 1024, 0));
        assert!(!is_flat(512, 512, 16));
        assert!(is_flat(512, 512, 17));
    }
}
