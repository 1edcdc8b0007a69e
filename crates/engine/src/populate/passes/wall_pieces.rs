//! Wall pieces: corners of floors become wall, and some walls become other tiles.
//!
//! Source: the pieces of wall in the deserts of *Wasteland Kings*, and the fire traps in its scrapyards.
//! A floor is a square of several cells. A piece is one cell at one of its four corners:
//!
//! ```text
//! ....   #...
//! ....   ....  two of four floors with a piece
//! .... → ....
//! ....   ..#.
//! ```
//!
//! A piece that would cut something off is not placed. On floors that walkers laid, it is tried at the other corners.

use super::walls::around_places;
use crate::base::{Cell, RandomStream, Rect, Seed, Size};
use crate::level::{Owner, Place};
use crate::mission::SpotKind;
use crate::populate::LevelDraft;
use crate::populate::draft::stream_of;
use crate::settings::WallPieces;

pub(super) fn run(draft: &mut LevelDraft<'_>, pieces: &WallPieces, seed: Seed) {
    let places: Vec<Place> = draft.places().cloned().collect();
    for place in places.iter().filter(|place| place.technique.may_have_walls_inside()) {
        stand(draft, pieces, place, &mut stream_of(seed.child("pieces"), place));
    }
    if pieces.trap.is_empty() {
        return;
    }
    for (place, (_, walls)) in places.iter().zip(around_places(draft)) {
        let mut random = stream_of(seed.child("traps"), place);
        for wall in walls {
            if random.chance(pieces.trap_percent) {
                draft.draw(&pieces.trap, wall);
            }
        }
    }
}

/// Puts pieces on the floors of a place.
///
/// Floors that walkers laid begin at the corner of the place. Other places are divided from there, and only squares
/// without anything else count as floors.
fn stand(draft: &mut LevelDraft<'_>, pieces: &WallPieces, place: &Place, random: &mut RandomStream) {
    let is_walked = place.technique.leaves_spots();
    let spots = |draft: &LevelDraft<'_>| -> Vec<Cell> {
        SpotKind::ALL.into_iter().flat_map(|kind| draft.spots(place.id, kind)).collect()
    };
    let spots = spots(draft);
    let side = pieces.floor_size.max(1);
    let (owner, Rect { min, size }) = (Owner::from(place.id), place.bounds);
    for row in 0..size.height / side {
        for column in 0..size.width / side {
            let corner = min + Cell::new((column * side) as i32, (row * side) as i32);
            let floor = Rect::new(corner, Size::new(side, side));
            let is_whole = |draft: &LevelDraft<'_>| {
                let is_bare = |cell| if is_walked { draft.is_open(cell) } else { draft.is_free(cell) };
                floor.cells().all(|cell| draft.level().owner(cell) == owner && is_bare(cell))
            };
            if !is_whole(draft) || !random.chance(pieces.percent) {
                continue;
            }
            let far = side as i32 - 1;
            let corners = [(0, 0), (far, 0), (0, far), (far, far)].map(|(x, y)| corner + Cell::new(x, y));
            let first = random.pick(&[0, 1, 2, 3]).copied().unwrap_or_default();
            let tries = if is_walked { corners.len() } else { 1 };
            let cells = corners.into_iter().cycle().skip(first).take(tries);
            for cell in cells.filter(|cell| !spots.contains(cell)) {
                if draft.wall(cell) {
                    break;
                }
            }
        }
    }
}
