//! How large each place becomes: radii, hall sizes and room templates, drawn by lot.

use std::sync::Arc;

use super::brief::{Brief, BriefPlace};
use super::plan::{PlannedForm, PlannedSocket};
use crate::base::{Cell, Diagnostic, Direction, Lots, Rect, Seed, Size, Symmetry};
use crate::mission::{Cave, Form, Hall, LayoutSettings, Room, RoomSet, RoomTemplate, Spacing};

/// The code of: no template is there for a place, or none has sockets enough.
pub(super) const NO_ROOM: &str = "no-room";
/// The code of: a place does not fit the scale.
pub(super) const TOO_LARGE: &str = "too-large";

/// A place with everything drawn that its size depends on.
#[derive(Clone, Debug)]
pub(super) struct Sized {
    /// Width and height of the core.
    pub core: Size,
    pub form: SizedForm,
}

#[derive(Clone, Debug)]
pub(super) enum SizedForm {
    Cave { radius: u32, params: Cave },
    Hall,
    Room(Lie),
}

/// A room template and how it lies.
#[derive(Clone, Debug)]
pub(super) struct Lie {
    pub set: Arc<RoomSet>,
    pub template: Arc<RoomTemplate>,
    pub symmetry: Symmetry,
    /// Relative to the top left cell of the core, each with the direction that leads out.
    pub sockets: Vec<(Cell, Direction)>,
}

impl Sized {
    /// How far the place may reach beyond the middle of its core: left and up, right and down.
    pub fn extent(&self) -> (Size, Size) {
        let before = Size::new((self.core.width - 1) / 2, (self.core.height - 1) / 2);
        let after = Size::new(self.core.width - 1 - before.width, self.core.height - 1 - before.height);
        match &self.form {
            SizedForm::Cave { radius, .. } => {
                let at_least = |size: Size| Size::new(size.width.max(*radius), size.height.max(*radius));
                (at_least(before), at_least(after))
            }
            SizedForm::Hall | SizedForm::Room(_) => (before, after),
        }
    }

    /// All cells that the place may come to own, for a core that lies there.
    pub fn reach(&self, core: Rect) -> Rect {
        match &self.form {
            SizedForm::Cave { radius, .. } => {
                core.union(Rect::new(core.center(), Size::new(1, 1)).grown(*radius))
            }
            SizedForm::Hall | SizedForm::Room(_) => core,
        }
    }

    /// The form as the plan holds it. `used` names the passage of each socket in use, by the socket's number.
    pub fn planned(&self, core: Rect, used: &[(usize, usize)]) -> PlannedForm {
        match &self.form {
            SizedForm::Cave { radius, params } => {
                PlannedForm::Cave { radius: *radius, params: params.clone() }
            }
            SizedForm::Hall => PlannedForm::Hall,
            SizedForm::Room(lie) => PlannedForm::Room {
                set: Arc::clone(&lie.set),
                template: Arc::clone(&lie.template),
                symmetry: lie.symmetry,
                sockets: lie
                    .sockets
                    .iter()
                    .enumerate()
                    .map(|(number, (cell, _))| PlannedSocket {
                        cell: core.min + *cell,
                        passage: used
                            .iter()
                            .find(|(socket, _)| *socket == number)
                            .map(|(_, passage)| *passage),
                    })
                    .collect(),
            },
        }
    }
}

/// Draws the size of every place. Where none can be had the diagnostics say why, and the place gets a cave's heart.
pub(super) fn draw(
    brief: &Brief,
    rooms: &[Arc<RoomSet>],
    settings: &LayoutSettings,
    seed: Seed,
) -> (Vec<Sized>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let sizes = brief
        .places
        .iter()
        .enumerate()
        .map(|(index, place)| {
            // By node, so that a change in one place leaves the others as they were.
            let mut lots = seed.numbered(u64::from(place.node.0)).lots();
            let sized = match place.form {
                Form::Cave(params) => Ok(cave(place, params, &mut lots)),
                Form::Hall(params) => Ok(hall(place, params, &mut lots)),
                Form::Room(params) => room(brief, index, params, rooms, settings, &mut lots),
            };
            let sized = sized.unwrap_or_else(|mistake| {
                diagnostics.push(mistake);
                cave(place, &Cave::default(), &mut lots)
            });
            diagnostics.extend(check_fits(brief, index, &sized, settings));
            sized
        })
        .collect();
    (sizes, diagnostics)
}

fn cave(place: &BriefPlace, params: &Cave, lots: &mut Lots) -> Sized {
    let side = least_side(place);
    let (least, most) = params.radius;
    Sized {
        core: Size::new(side, side),
        form: SizedForm::Cave { radius: lots.range(least, most), params: params.clone() },
    }
}

/// A core of 3 × 3 keeps up to four corridors apart where they arrive, one of 5 × 5 up to eight, and so on.
fn least_side(place: &BriefPlace) -> u32 {
    3 + 2 * ((place.passages.len() as u32).saturating_sub(1) / 4)
}

/// Halls with many passages may become larger than asked for.
fn hall(place: &BriefPlace, params: &Hall, lots: &mut Lots) -> Sized {
    let side = least_side(place);
    let width = lots.range(params.width.0, params.width.1).max(side);
    let height = lots.range(params.height.0, params.height.1).max(side);
    Sized { core: Size::new(width, height), form: SizedForm::Hall }
}

fn room(
    brief: &Brief,
    index: usize,
    params: &Room,
    rooms: &[Arc<RoomSet>],
    settings: &LayoutSettings,
    lots: &mut Lots,
) -> Result<Sized, Diagnostic> {
    let place = &brief.places[index];
    if let Some(otherwise) = params.otherwise.as_ref().filter(|_| !lots.chance(params.chance_percent)) {
        return Ok(cave(place, otherwise, lots));
    }
    let named = |room: &&RoomTemplate| room.symbol == place.symbol && room.weight > 0;
    let candidates: Vec<_> = rooms
        .iter()
        .flat_map(|set| set.rooms.iter().filter(named).map(move |template| (set, template)))
        .collect();
    if candidates.is_empty() {
        return Err(Diagnostic::error(NO_ROOM, format!("No room set has a room for \"{}\".", place.symbol))
            .hint("add one, or choose another form for the symbol"));
    }
    let fitting: Vec<_> =
        candidates.iter().filter(|(_, template)| fits(template.size(), settings.spacing)).collect();
    let Some(_) = fitting.first() else { return Err(no_room_fits(brief, index, &candidates)) };
    let needed = needed_sides(brief, index);
    let lies: Vec<(Lie, u32)> = fitting
        .into_iter()
        .flat_map(|(set, template)| {
            let lies = lies(set, template, place.passages.len());
            // The weight belongs to the template, however many ways there are for it to lie.
            let suiting: Vec<_> = lies.iter().filter(|lie| faces(lie, &needed)).cloned().collect();
            let (lies, bonus) = if suiting.is_empty() { (lies, 1) } else { (suiting, FACING_BONUS) };
            lots.pick(&lies).map(|lie| (lie.clone(), template.weight.saturating_mul(bonus)))
        })
        .collect();
    let facing = lies.iter().map(|(_, weight)| *weight);
    let Some(chosen) = lots.weighted(facing).and_then(|chosen| lies.get(chosen)) else {
        return Err(Diagnostic::error(
            NO_ROOM,
            format!(
                "No room for {} has sockets enough for its {} passages.",
                brief.name(index),
                place.passages.len()
            ),
        )
        .hint("draw a room with more sockets, no two side by side"));
    };
    let size = chosen.0.symmetry.size(chosen.0.template.size());
    Ok(Sized { core: size, form: SizedForm::Room(chosen.0.clone()) })
}

/// A room whose sockets face its neighbours is this many times as likely as one whose corridors must wind around it.
const FACING_BONUS: u32 = 1000;

/// The sides on which a place's passages leave, as far as sites tell.
fn needed_sides(brief: &Brief, index: usize) -> Vec<Direction> {
    let place = &brief.places[index];
    let Some(here) = place.site else { return Vec::new() };
    place
        .passages
        .iter()
        .filter_map(|passage| brief.places[brief.passages[*passage].other(index)].site)
        .filter_map(|there| match ((there.x - here.x).signum(), (there.y - here.y).signum()) {
            (0, -1) => Some(Direction::North),
            (1, 0) => Some(Direction::East),
            (0, 1) => Some(Direction::South),
            (-1, 0) => Some(Direction::West),
            _ => None,
        })
        .collect()
}

fn faces(lie: &Lie, needed: &[Direction]) -> bool {
    needed.iter().all(|side| lie.sockets.iter().any(|(_, out)| out == side))
}

/// All ways for a template to lie that leave it sockets enough.
fn lies(set: &Arc<RoomSet>, template: &RoomTemplate, passages: usize) -> Vec<Lie> {
    let template = Arc::new(template.clone());
    Symmetry::allowed(template.turns, template.flips)
        .map(|symmetry| Lie {
            set: Arc::clone(set),
            template: Arc::clone(&template),
            symmetry,
            sockets: turned_sockets(set, &template, symmetry),
        })
        .filter(|lie| usable(&lie.sockets) >= passages)
        .collect()
}

fn turned_sockets(set: &RoomSet, template: &RoomTemplate, symmetry: Symmetry) -> Vec<(Cell, Direction)> {
    let size = template.size();
    let turned = Rect::new(Cell::new(0, 0), symmetry.size(size));
    template
        .sockets(&set.legend)
        .into_iter()
        .map(|cell| symmetry.cell(cell, size))
        .filter_map(|cell| {
            let out = Direction::ALL.into_iter().find(|direction| !turned.contains(cell.step(*direction)))?;
            Some((cell, out))
        })
        .collect()
}

/// How many sockets can be used at once: no two of them side by side. A lower bound, since it takes them in order.
fn usable(sockets: &[(Cell, Direction)]) -> usize {
    let mut taken: Vec<Cell> = Vec::new();
    for (cell, _) in sockets {
        if taken.iter().all(|other| other.manhattan(*cell) > 1) {
            taken.push(*cell);
        }
    }
    taken.len()
}

fn fits(size: Size, spacing: Spacing) -> bool {
    match spacing {
        Spacing::Fixed { scale } => size.width.max(size.height) < scale,
        Spacing::Elastic { .. } => true,
    }
}

fn no_room_fits(brief: &Brief, index: usize, candidates: &[(&Arc<RoomSet>, &RoomTemplate)]) -> Diagnostic {
    let side = |template: &RoomTemplate| template.size().width.max(template.size().height);
    let smallest = candidates
        .iter()
        .map(|(_, template)| *template)
        .min_by_key(|template| side(template))
        .expect("there is a candidate");
    let Size { width, height } = smallest.size();
    Diagnostic::error(
        TOO_LARGE,
        format!(
            "The room \"{}\" ({width} × {height}) does not fit where {} lies; it is the smallest for its symbol.",
            smallest.name,
            brief.name(index)
        ),
    )
    .hint(format!("the smallest scale that would do is {}", side(smallest) + 1))
}

fn check_fits(brief: &Brief, index: usize, sized: &Sized, settings: &LayoutSettings) -> Option<Diagnostic> {
    let Size { width, height } = sized.core;
    (!fits(sized.core, settings.spacing)).then(|| {
        Diagnostic::error(
            TOO_LARGE,
            format!("{} needs {width} × {height} cells, which the scale does not leave.", brief.name(index)),
        )
        .hint(format!("the smallest scale that would do is {}", width.max(height) + 1))
    })
}
