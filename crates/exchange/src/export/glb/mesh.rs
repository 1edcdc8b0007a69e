//! Builds the faces of a level: walkable surfaces, tops of walls, sides of walls, and ceilings.
//!
//! Positions are whole numbers of half cells: x to the right, y up, z down the map. Cells that look alike are
//! merged into rectangles, and sides in a row into one side. A model with ceilings is seen from inside: it
//! has neither tops of walls nor outer sides, and each of its faces belongs to a closed room.

use std::collections::BTreeMap;

use super::outline::{Corners, corners_of};
use super::weld::{FaceNormal, HalfCellPoint, MeshFace};
use crate::base::{Cell, Size};
use crate::level::{Layer, Level};
use crate::picture::SurfacePaint;
use crate::settings::PassKind;

/// Height of walls, in half cells.
pub(super) const WALL: i32 = 2;

/// The meshes of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ModelPart {
    Floors,
    Walls,
    Ceilings,
}

impl ModelPart {
    pub const ALL: [Self; 3] = [Self::Floors, Self::Walls, Self::Ceilings];

    /// Returns the name of the mesh and of its node.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Floors => "floors",
            Self::Walls => "walls",
            Self::Ceilings => "ceilings",
        }
    }
}

/// Everything that decides the material of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SurfaceMaterial {
    /// Character of the tile that it looks like. `None` for ceilings.
    pub look: Option<char>,
    /// Number of its theme.
    pub theme: usize,
    /// `true` for the side of a wall in a level with themes.
    pub is_side: bool,
}

/// Key of a primitive.
pub(super) type SurfaceKey = (ModelPart, SurfaceMaterial);

/// Returns all faces of a level, grouped by look.
pub(super) fn faces(
    level: &Level,
    corners: &Corners,
    paint: &SurfacePaint<'_>,
    has_ceilings: bool,
) -> BTreeMap<SurfaceKey, Vec<MeshFace>> {
    let is_ground = |layer: &&Layer| !is_decoration(level, layer);
    let layers = level.layers.iter().filter(is_ground).collect();
    let mut mesh = MeshBuilder { level, layers, corners, paint, has_ceilings, faces: BTreeMap::new() };
    mesh.add_rectangles();
    mesh.add_cut_cells();
    mesh.add_slants();
    mesh.add_sides();
    mesh.faces
}

/// Returns `true` for a layer of things that lie or stand on the ground.
pub(super) fn is_decoration(level: &Level, layer: &Layer) -> bool {
    level.populate.iter().any(|pass| pass.name == layer.name && pass.kind == PassKind::Dress)
}

struct MeshBuilder<'l> {
    level: &'l Level,
    /// The layers that change the look of the ground, from the lowest.
    layers: Vec<&'l Layer>,
    paint: &'l SurfacePaint<'l>,
    corners: &'l Corners,
    has_ceilings: bool,
    faces: BTreeMap<SurfaceKey, Vec<MeshFace>>,
}

const UP: FaceNormal = [0, 1, 0];
const DOWN: FaceNormal = [0, -1, 0];

/// Something level: `true` for the top of a wall, with the material.
type FlatSurface = (bool, SurfaceMaterial);

impl MeshBuilder<'_> {
    /// Returns the surface of a cell that is all floor or all wall. `None` for cut cells and cells outside
    /// the model.
    fn whole(&self, cell: Cell) -> Option<FlatSurface> {
        let is_whole = corners_of(cell).iter().all(|corner| !self.corners.is_cut(*corner, cell));
        self.corners.is_wall(cell).filter(|_| is_whole).map(|is_wall| (is_wall, self.look(cell)))
    }

    /// Returns the material of the topmost tile on a cell.
    fn look(&self, cell: Cell) -> SurfaceMaterial {
        SurfaceMaterial { look: Some(self.character(cell)), theme: self.paint.theme_at(cell), is_side: false }
    }

    fn character(&self, cell: Cell) -> char {
        let drawn = self.layers.iter().rev().filter_map(|layer| layer.tiles.get(cell).copied());
        let drawn =
            drawn.filter(|tile| *tile != Layer::NOTHING).find(|tile| self.level.legend.contains_key(tile));
        drawn.or_else(|| self.level.tiles.get(cell).copied()).unwrap_or(Layer::NOTHING)
    }

    /// Adds a floor, with its ceiling in a model that has ceilings, or the top of a wall.
    fn flat(&mut self, (is_wall, look): FlatSurface, outline: &[(i32, i32)]) {
        let at = |height: i32| outline.iter().map(move |(x, z)| [*x, height, *z]);
        if is_wall && !self.has_ceilings {
            self.add((ModelPart::Walls, look), at(WALL).collect(), UP);
        }
        if !is_wall {
            self.add((ModelPart::Floors, look), at(0).collect(), UP);
        }
        if !is_wall && self.has_ceilings {
            let look = SurfaceMaterial { look: None, ..look };
            self.add((ModelPart::Ceilings, look), at(WALL).rev().collect(), DOWN);
        }
    }

    fn add(&mut self, key: SurfaceKey, points: Vec<HalfCellPoint>, normal: FaceNormal) {
        self.faces.entry(key).or_default().push(MeshFace { points, normal });
    }

    /// Adds rectangles of cells that look alike: runs along rows are merged with equal runs below.
    fn add_rectangles(&mut self) {
        let Size { width, height } = self.corners.size();
        let (width, height) = (width.cast_signed(), height.cast_signed());
        // The runs of the row above by start and end, each with the row in which its rectangle began.
        let mut open: BTreeMap<(i32, i32), (FlatSurface, i32)> = BTreeMap::new();
        for y in 0..=height {
            let runs = runs(width, |x| if y < height { self.whole(Cell::new(x, y)) } else { None });
            let mut still_open = BTreeMap::new();
            for (from, to, surface) in runs {
                let began = match open.remove(&(from, to)) {
                    Some((above, began)) if above == surface => began,
                    Some(other) => {
                        self.add_rectangle((from, to), other, y);
                        y
                    }
                    None => y,
                };
                still_open.insert((from, to), (surface, began));
            }
            for (run, ended) in std::mem::replace(&mut open, still_open) {
                self.add_rectangle(run, ended, y);
            }
        }
    }

    fn add_rectangle(&mut self, (from, to): (i32, i32), (surface, top): (FlatSurface, i32), bottom: i32) {
        let (left, right, top, bottom) = (2 * from, 2 * to, 2 * top, 2 * bottom);
        self.flat(surface, &[(left, top), (left, bottom), (right, bottom), (right, top)]);
    }

    /// Adds cells with cut quarters: the rest of each cell, and the triangles at its corners.
    fn add_cut_cells(&mut self) {
        let cells = self.level.tiles.rect().cells();
        for cell in cells {
            let Some(is_wall) = self.corners.is_wall(cell).filter(|_| self.whole(cell).is_none()) else {
                continue;
            };
            let mut outline: Vec<(i32, i32)> = Vec::new();
            // Counter-clockwise seen from above: upper left, lower left, lower right, upper right.
            for index in [0, 3, 2, 1] {
                let corner = corners_of(cell)[index];
                let (x, z) = (2 * corner.x, 2 * corner.y);
                if !self.corners.is_cut(corner, cell) {
                    outline.push((x, z));
                    continue;
                }
                let [along, across] = ends(corner, cell);
                // A corner reached along a row is left along a column, and the other way round.
                let (first, second) = if index % 2 == 0 { (along, across) } else { (across, along) };
                outline.extend([first, second]);
                let look = self.look(self.corners.looks_like(corner, cell));
                self.flat((!is_wall, look), &[(x, z), second, first]);
            }
            outline.dedup();
            if outline.first() == outline.last() {
                outline.pop();
            }
            self.flat((is_wall, self.look(cell)), &outline);
        }
    }

    /// Adds the slanted walls of cut quarters.
    fn add_slants(&mut self) {
        let cells = self.level.tiles.rect().cells();
        for cell in cells {
            for corner in corners_of(cell) {
                if !self.corners.is_cut(corner, cell) {
                    continue;
                }
                let is_wall = self.corners.is_wall(cell) == Some(true);
                let away = direction(corner, cell);
                // The wall faces the floor, which is next to the corner if the cell is wall.
                let normal = if is_wall { (-away.0, -away.1) } else { away };
                let [along, across] = ends(corner, cell);
                let look = if is_wall { cell } else { self.corners.looks_like(corner, cell) };
                self.add_side(along, across, normal, self.look(look));
            }
        }
    }

    /// Adds the straight sides of walls. Half sides are found one by one and merged along rows and columns.
    fn add_sides(&mut self) {
        let Size { width, height } = self.corners.size();
        let (width, height) = (width.cast_signed(), height.cast_signed());
        for line in 0..=height {
            let side = |half: i32| {
                let x = half.div_euclid(2);
                let corner = Cell::new(x + half.rem_euclid(2), line);
                self.side(corner, Cell::new(x, line - 1), Cell::new(x, line))
            };
            for (from, to, (faces_first, look)) in runs(2 * width, side) {
                let normal = if faces_first { (0, -1) } else { (0, 1) };
                self.add_side((from, 2 * line), (to, 2 * line), normal, look);
            }
        }
        for line in 0..=width {
            let side = |half: i32| {
                let y = half.div_euclid(2);
                let corner = Cell::new(line, y + half.rem_euclid(2));
                self.side(corner, Cell::new(line - 1, y), Cell::new(line, y))
            };
            for (from, to, (faces_first, look)) in runs(2 * height, side) {
                let normal = if faces_first { (-1, 0) } else { (1, 0) };
                self.add_side((2 * line, from), (2 * line, to), normal, look);
            }
        }
    }

    /// Finds the half side between two cells at a corner.
    ///
    /// Returns `true` with its look if it faces the first cell, and `None` if there is no side. Walls face
    /// cells outside the model, unless it has ceilings.
    fn side(&self, corner: Cell, first: Cell, second: Cell) -> Option<(bool, SurfaceMaterial)> {
        let is_wall = |cell: Cell| self.corners.is_wall_at(corner, cell).unwrap_or(self.has_ceilings);
        let wall = match (is_wall(first), is_wall(second)) {
            (false, true) => second,
            (true, false) => first,
            (false, false) | (true, true) => return None,
        };
        Some((wall == second, self.look(self.corners.looks_like(corner, wall))))
    }

    /// Adds a wall from floor to top between two points, given in any order.
    fn add_side(&mut self, p: (i32, i32), q: (i32, i32), normal: (i32, i32), look: SurfaceMaterial) {
        let look = SurfaceMaterial { is_side: self.paint.has_themes(), ..look };
        // From p to q along (z, −x) of the normal, then up: counter-clockwise seen from the floor.
        let forward = (q.0 - p.0) * normal.1 - (q.1 - p.1) * normal.0;
        let (p, q) = if forward > 0 { (p, q) } else { (q, p) };
        let polygon = [[p.0, 0, p.1], [q.0, 0, q.1], [q.0, WALL, q.1], [p.0, WALL, p.1]];
        let normal = [normal.0 as i8, 0, normal.1 as i8];
        self.add((ModelPart::Walls, look), polygon.to_vec(), normal);
    }
}

/// Returns the direction from a corner towards the middle of one of its cells: −1 or 1 along each axis.
fn direction(corner: Cell, cell: Cell) -> (i32, i32) {
    (if cell.x < corner.x { -1 } else { 1 }, if cell.y < corner.y { -1 } else { 1 })
}

/// Returns the ends of the cut through a quarter: first the one on the side along the row, then along the
/// column.
fn ends(corner: Cell, cell: Cell) -> [(i32, i32); 2] {
    let (dx, dz) = direction(corner, cell);
    let (x, z) = (2 * corner.x, 2 * corner.y);
    [(x + dx, z), (x, z + dz)]
}

/// Returns the longest runs of equal content as (start, end, content); the end is exclusive.
fn runs<T: PartialEq + Copy>(length: i32, at: impl Fn(i32) -> Option<T>) -> Vec<(i32, i32, T)> {
    let mut runs: Vec<(i32, i32, T)> = Vec::new();
    for position in 0..length {
        let Some(content) = at(position) else { continue };
        match runs.last_mut() {
            Some((_, to, last)) if *to == position && *last == content => *to += 1,
            _ => runs.push((position, position + 1, content)),
        }
    }
    runs
}
