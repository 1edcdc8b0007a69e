//! The passes of a grammar, one file each.
//!
//! Input: a draft with items and drawn entities, the settings of the pass, and its own seed.
//! Output: the draft with the placements of the pass.

mod chests;
mod dress;
mod epochs;
mod features;
mod foes;
mod variants;
mod wall_pieces;
mod walls;
mod way;

pub(super) use dress::symbol_of;
pub(super) use walls::shows_its_side;

use super::{LevelDraft, frozen};
use crate::base::Seed;
use crate::settings::{Pass, PassSettings};

/// Runs a pass. Only this function knows every pass.
pub(super) fn run(draft: &mut LevelDraft<'_>, pass: &Pass, seed: Seed) {
    draft.begin(pass);
    frozen::replay(draft, pass);
    match &pass.pass {
        PassSettings::Chests(chests) => chests::run(draft, chests, seed),
        PassSettings::Foes(foes) => foes::run(draft, foes, seed),
        PassSettings::Features(features) => features::run(draft, features, seed),
        PassSettings::TileVariants(variants) => variants::run(draft, variants, seed),
        PassSettings::WallPieces(pieces) => wall_pieces::run(draft, pieces, seed),
        PassSettings::Epochs(epochs) => epochs::run(draft, epochs, seed),
        PassSettings::AlongTheWay(way) => way::run(draft, way, seed),
        PassSettings::Dress(dress) => dress::run(draft, dress, seed),
    }
}
