//! Settings of dressing: decoration by theme.

use super::Dress;
use crate::base::parameters;

parameters! {
    /// Dressing: decoration by theme, which never blocks.
    for struct Dress {
        /// The amount of decoration. 100 is usual, and 0 leaves only lights.
        density, "density", Percent, 0..=400;
        /// The distance between lights on walls. 0 means no lights.
        lights, "distance between lights", Cells, 0..=64;
        /// For side views: only things that hang, such as cobwebs, are where nothing is below them.
        gravity, "gravity", Switch;
    }
}
