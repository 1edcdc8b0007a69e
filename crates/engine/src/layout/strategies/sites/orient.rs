//! Turns and flips an arrangement so that it has the wanted shape.
//!
//! In: the sites of all places. Out: the orientation with the lowest cost for shape and flow, and the costs of single
//! sites while places are put down.

use super::flow::MissionFlow;
use crate::base::{Cell, Direction, Rect, Size, Symmetry};
use crate::layout::budget::sites::orient::{
    FREE_ASPECT_PLACES, INSIDE, MOST_INSIDE, MOST_STRETCHED, MOST_UNLIKE, UNLIKE,
};
use crate::layout::input::problem::LayoutProblem;
use crate::layout::outline::ShapeOutline;
use crate::mission::Site;

pub(super) fn cell(site: Site) -> Cell {
    Cell::new(site.x, site.y)
}

/// Returns the cost of a place on a site for the shape, if the others lie within these bounds.
pub(super) fn cost_of_site(
    outline: &ShapeOutline,
    (place, site): (usize, Site),
    bounds: Option<Rect>,
    put: usize,
    site_of: impl Fn(usize) -> Option<Site>,
) -> u32 {
    let own = Rect::new(cell(site), Size::new(1, 1));
    let with = bounds.map_or(own, |bounds| bounds.union(own));
    let stretched = outline.stretched(with.size) * put.saturating_sub(FREE_ASPECT_PLACES) as u64;
    let inside: u32 = outline
        .ends
        .iter()
        .filter_map(|(end, side)| {
            let end = if *end == place { cell(site) } else { cell(site_of(*end)?) };
            Some(inside(with, end, *side))
        })
        .sum();
    let image = |other: usize| site_of(other).map(cell);
    let unlike = outline.unlike(place, cell(site), image).min(MOST_UNLIKE);
    u32::try_from(stretched).unwrap_or(u32::MAX / 4).min(MOST_STRETCHED) + INSIDE * inside + UNLIKE * unlike
}

/// Returns the cost of an arrangement for the shape.
pub(super) fn cost_of(outline: &ShapeOutline, sites: &[Site]) -> u64 {
    let own = |site: &Site| Rect::new(cell(*site), Size::new(1, 1));
    let Some(bounds) = sites.iter().map(own).reduce(Rect::union) else { return 0 };
    let middle = |place: usize| cell(sites[place]);
    let inside: u32 = outline.ends.iter().map(|(end, side)| inside(bounds, middle(*end), *side)).sum();
    outline.stretched(bounds.size) * sites.len() as u64
        + u64::from(INSIDE) * u64::from(inside)
        + u64::from(UNLIKE) * outline.off_images(middle)
}

/// Returns the arrangement in the orientation with the lowest cost.
pub(super) fn oriented(
    problem: &LayoutProblem,
    outline: &ShapeOutline,
    flow: MissionFlow,
    sites: Vec<Site>,
) -> Vec<Site> {
    let turned = |symmetry: Symmetry| -> Vec<Site> {
        let turned = sites.iter().map(|site| symmetry.offset(cell(*site)));
        turned.map(|cell| Site { x: cell.x, y: cell.y }).collect()
    };
    let all = Symmetry::allowed(true, true).map(turned);
    all.min_by_key(|sites| cost_of(outline, sites) + flow.cost(problem, sites)).unwrap_or(sites)
}

/// Returns a cost that pulls a place to the side where it belongs.
pub(super) fn pull(outline: &ShapeOutline, place: usize, site: Site) -> i64 {
    let ends = outline.ends.iter().filter(|(end, _)| *end == place);
    let off = |side: &Direction| {
        let out = side.offset();
        i64::from(-out.x * site.x - out.y * site.y)
    };
    ends.map(|(_, side)| i64::from(INSIDE) * off(side)).sum()
}

/// Returns the number of sites by which other places lie nearer to a side.
fn inside(bounds: Rect, at: Cell, side: Direction) -> u32 {
    let inside = match side {
        Direction::North => at.y - bounds.min.y,
        Direction::East => bounds.right() - 1 - at.x,
        Direction::South => bounds.bottom() - 1 - at.y,
        Direction::West => at.x - bounds.min.x,
    };
    inside.clamp(0, MOST_INSIDE).unsigned_abs()
}
