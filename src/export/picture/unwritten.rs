//! Names that a picture cannot write, because its type lacks their letters.
//!
//! Pictures are the same on every system, so that no font of the system stands in here.

use std::collections::BTreeSet;

use super::PictureOptions;
use super::legend::Legend;
use crate::base::printable_line;
use crate::level::Level;
use crate::overlay::{Facts, Mark, can_write};

/// How many names a remark names.
const MOST_NAMED: usize = 3;

/// Says which names a picture of a level leaves out; `None` if it writes all of them.
pub fn picture_remark(level: &Level, options: &PictureOptions) -> Option<String> {
    let facts = Facts::new(level);
    let marks = super::marks(&facts, options, super::USUAL_CELL as f32);
    let of_marks = marks.into_iter().filter_map(|mark| match mark {
        Mark::Text { text, .. } => Some(text),
        _ => None,
    });
    let of_legend = Legend::texts(&facts, options);
    let names: BTreeSet<String> = of_marks.chain(of_legend).filter(|text| !can_write(text)).collect();
    let named: Vec<String> =
        names.iter().take(MOST_NAMED).map(|name| format!("\"{}\"", printable_line(name))).collect();
    let more = match names.len() - named.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let words = "the picture leaves out names whose letters its type lacks";
    (!names.is_empty()).then(|| format!("{words}: {}{more}", named.join(", ")))
}
