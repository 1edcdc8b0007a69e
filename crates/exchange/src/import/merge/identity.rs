//! Matches the rooms of a source that is imported again with the rooms of a set.
//!
//! - Rooms with the same identity match.
//! - If identities are numbers and pictures have changed places, the source has numbered its rooms again.
//!   Then identities are ignored.
//! - If one side has no identity, rooms with the same picture match. Of several, the one with the same name
//!   is chosen. A single room of the same picture under another name was renamed.
//! - After that, rooms with the same name match, unless their pictures are far apart and another room is near
//!   one of them.
//! - The rest match by nearest picture, if no other picture is near.
//!
//! A room without a certain match is added instead of overwriting another one, with a warning.

use std::collections::{BTreeMap, BTreeSet};

use super::legend::{Tiles, is_still};
use crate::base::counted;
use crate::import::drawing::{Drawing, DrawnRoom, Meaning, Remarks};
use crate::rooms::{LegendEntry, RoomSet, RoomTemplate};

/// Pictures are near if at most one cell in this many differs.
const NEAR: usize = 8;
/// Pictures are far apart if more than one cell in this many differs.
const FAR: usize = 4;
/// Maximum number of cells to compare; beyond that, names decide.
const MOST_COMPARED: usize = 50_000_000;
/// Minimum length of a permanent identity, for example an iid of LDtk. Shorter ones are numbers that a
/// program may reuse.
const LASTING_ID: usize = 32;

/// The rooms of a set that the rooms of a drawing match.
#[derive(Debug, Default)]
pub(super) struct Identities {
    /// For each room of the drawing, the index of its match in the set.
    pub of_drawn: Vec<Option<usize>>,
    /// Indices of rooms in the set that are copies of an imported room.
    pub copies: BTreeSet<usize>,
}

/// A room of the set that was imported from the source before.
struct Known<'s> {
    at: usize,
    name: &'s str,
    id: Option<&'s str>,
    /// Name in the source.
    room: &'s str,
    /// Picture at the last import.
    picture: Vec<Vec<char>>,
}

impl<'s> Known<'s> {
    /// Returns the rooms that came from a file. If the set itself was exported to it, rooms without a source
    /// are included.
    fn of(set: &'s RoomSet, drawing: &Drawing, file: &str) -> Vec<Self> {
        let comes_back = drawing.set.as_ref().is_some_and(|drawn| drawn.name == set.name);
        let known = |(at, room): (usize, &'s RoomTemplate)| {
            let (id, name, picture) = match &room.source {
                Some(source) if source.is_of(file) => (source.id.as_deref(), &source.room, &source.picture),
                None if comes_back => (None, &room.name, &room.picture),
                _ => return None,
            };
            let picture = picture.iter().map(|row| row.chars().collect()).collect();
            Some(Self { at, name: &room.name, id, room: name, picture })
        };
        set.rooms.iter().enumerate().filter_map(known).collect()
    }
}

/// Finds the matching room of the set for each room of a drawing.
pub(super) fn identify(
    set: &RoomSet,
    drawing: &Drawing,
    file: &str,
    tiles: &Tiles,
    remarks: &mut Remarks,
) -> Identities {
    let known = Known::of(set, drawing, file);
    let mut matcher = Matcher {
        set,
        drawing,
        of_drawn: vec![None; drawing.rooms.len()],
        is_taken: vec![false; known.len()],
        known,
        trusts_ids: true,
        tiles: tiles.clone(),
        meetings: BTreeMap::new(),
        left: MOST_COMPARED,
    };
    let copies = matcher.match_ids(remarks);
    matcher.match_same();
    matcher.match_pictures(remarks);
    matcher.match_names();
    matcher.match_nearest(remarks);
    matcher.say_unsure(remarks);
    let at = |known: &usize| matcher.known.get(*known).map(|known| known.at);
    let of_drawn = matcher.of_drawn.iter().map(|known| known.as_ref().and_then(at)).collect();
    Identities { of_drawn, copies }
}

/// Number of differing cells between two pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Distance {
    differing: usize,
    cells: usize,
}

impl Distance {
    fn is_near(self) -> bool {
        self.differing * NEAR <= self.cells
    }

    fn is_far(self) -> bool {
        self.differing * FAR > self.cells
    }
}

struct Matcher<'m> {
    set: &'m RoomSet,
    drawing: &'m Drawing,
    known: Vec<Known<'m>>,
    /// For each room of the drawing, the index of its match among the known rooms.
    of_drawn: Vec<Option<usize>>,
    is_taken: Vec<bool>,
    trusts_ids: bool,
    tiles: Tiles,
    /// Cache: `true` if a thing of the palette is equal to a character of the set.
    meetings: BTreeMap<(u16, char), bool>,
    /// Number of cells that may still be compared.
    left: usize,
}

impl Matcher<'_> {
    fn take(&mut self, drawn: usize, known: usize) {
        if let (Some(slot), Some(taken)) = (self.of_drawn.get_mut(drawn), self.is_taken.get_mut(known)) {
            (*slot, *taken) = (Some(known), true);
        }
    }

    fn room(&self, drawn: usize) -> Option<&DrawnRoom> {
        self.drawing.rooms.get(drawn)
    }

    /// Returns the rooms of the drawing without a match so far.
    fn free_drawn(&self) -> Vec<usize> {
        let free = self.of_drawn.iter().enumerate().filter(|(_, known)| known.is_none());
        free.map(|(drawn, _)| drawn).collect()
    }

    /// Returns the known rooms without a match so far.
    fn free_known(&self) -> Vec<usize> {
        let free = self.is_taken.iter().enumerate().filter(|(_, is_taken)| !**is_taken);
        free.map(|(known, _)| known).collect()
    }

    fn has_same_name(&self, drawn: usize, known: usize) -> bool {
        let names = self.room(drawn).zip(self.known.get(known));
        names.is_some_and(|(drawn, known)| drawn.name == known.room)
    }

    /// Returns `true` if the source distinguishes the two, because both have identities and these differ.
    fn are_strangers(&self, drawn: usize, known: usize) -> bool {
        let ids = self.room(drawn).and_then(|room| room.id.as_deref()).zip(self.known.get(known));
        self.trusts_ids && ids.is_some_and(|(drawn, known)| known.id.is_some_and(|known| known != drawn))
    }

    /// Returns the distance of two pictures. `None` if their sizes differ, or too little of one could be
    /// read. Counting stops at `most`.
    fn distance(&mut self, drawn: usize, known: usize, most: usize) -> Option<Distance> {
        let drawing = self.drawing;
        let (room, known) = (drawing.rooms.get(drawn)?, self.known.get(known)?);
        let size = room.cells.size();
        let has_size = known.picture.len() == size.height as usize
            && known.picture.iter().all(|row| row.len() == size.width as usize);
        if !has_size || room.unread.len() * 2 > size.area() {
            return None;
        }
        let mut differing = 0;
        let characters = known.picture.iter().flatten();
        for ((cell, number), character) in room.cells.iter().zip(characters) {
            if differing > most {
                break;
            }
            self.left = self.left.checked_sub(1)?;
            if room.unread.contains(&cell) {
                continue;
            }
            let (set, tiles) = (self.set, &mut self.tiles);
            let meets = || {
                let entry = match drawing.palette.get(*number) {
                    Some(Meaning { entry, .. }) => entry.clone(),
                    None => LegendEntry::Nothing,
                };
                set.legend.get(character).is_some_and(|known| {
                    is_still(&entry, known)
                        || is_still(&tiles.fitted(entry.clone(), &mut Remarks::default()), known)
                })
            };
            differing += usize::from(!*self.meetings.entry((*number, *character)).or_insert_with(meets));
        }
        Some(Distance { differing, cells: size.area() })
    }

    fn has_same_picture(&mut self, drawn: usize, known: usize) -> bool {
        self.distance(drawn, known, 0).is_some_and(|distance| distance.differing == 0)
    }

    fn is_near(&mut self, drawn: usize, known: usize) -> bool {
        self.distance(drawn, known, usize::MAX).is_some_and(Distance::is_near)
    }

    /// Matches rooms by identity, unless the source reused its numbers. Returns the copies among the known
    /// rooms.
    fn match_ids(&mut self, remarks: &mut Remarks) -> BTreeSet<usize> {
        let mut copies = BTreeSet::new();
        let mut known_ids: BTreeMap<(Option<&str>, &str), usize> = BTreeMap::new();
        for (position, known) in self.known.iter().enumerate() {
            // Rooms of one name without identities are copies, because names in a source are unique.
            let key = (known.id, if known.id.is_some() { "" } else { known.room });
            if let Some(first) = known_ids.get(&key).and_then(|first| self.known.get(*first)) {
                let what = format!(
                    "\"{}\" is a copy of \"{}\", which is the one that follows the source",
                    known.name, first.name
                );
                remarks.note("copied-room", what, None, None);
                copies.insert(known.at);
            } else {
                known_ids.insert(key, position);
            }
        }
        let mut drawn_ids: BTreeMap<&str, Option<usize>> = BTreeMap::new();
        for (position, room) in self.drawing.rooms.iter().enumerate() {
            let Some(id) = room.id.as_deref() else { continue };
            drawn_ids.entry(id).and_modify(|first| *first = None).or_insert(Some(position));
        }
        let pairs: Vec<(usize, usize)> = drawn_ids
            .into_iter()
            .filter_map(|(id, drawn)| Some((drawn?, *known_ids.get(&(Some(id), ""))?)))
            .collect();
        if pairs.iter().any(|(drawn, known)| self.is_numbered_again(*drawn, *known)) {
            let what = "The source has numbered its rooms again, so they go by their pictures and names";
            remarks.warn("numbered-again", what.to_owned(), None, None);
            self.trusts_ids = false;
        } else {
            pairs.into_iter().for_each(|(drawn, known)| self.take(drawn, known));
        }
        for (position, known) in self.known.iter().enumerate() {
            if copies.contains(&known.at)
                && let Some(is_taken) = self.is_taken.get_mut(position)
            {
                *is_taken = true;
            }
        }
        copies
    }

    /// Returns `true` if the pictures show that the source gave the number of a known room to another room.
    fn is_numbered_again(&mut self, drawn: usize, known: usize) -> bool {
        let is_lasting = self
            .room(drawn)
            .and_then(|room| room.id.as_ref())
            .is_some_and(|id| id.chars().count() >= LASTING_ID);
        if is_lasting || self.has_same_picture(drawn, known) {
            return false;
        }
        let is_there: Vec<usize> = (0..self.drawing.rooms.len())
            .filter(|other| *other != drawn && self.has_same_picture(*other, known))
            .collect();
        let is_here: Vec<usize> = (0..self.known.len())
            .filter(|other| *other != known && self.has_same_picture(drawn, *other))
            .collect();
        let changed_places = !is_there.is_empty() && !is_here.is_empty();
        // If only one of the two is found again, its name must agree. A room that kept its name just has a
        // new picture.
        let has_moved = !self.has_same_name(drawn, known)
            && (is_there.iter().any(|other| self.has_same_name(*other, known))
                || is_here.iter().any(|other| self.has_same_name(drawn, *other)));
        changed_places || has_moved
    }

    /// Matches rooms with the same name and picture.
    fn match_same(&mut self) {
        for drawn in self.free_drawn() {
            let same = self
                .free_known()
                .into_iter()
                .find(|known| self.has_same_name(drawn, *known) && self.has_same_picture(drawn, *known));
            same.into_iter().for_each(|known| self.take(drawn, known));
        }
    }

    /// Finds pairs of free rooms for which `holds` is true, and true for no other pair with either of them.
    fn only_pairs(&mut self, mut holds: impl FnMut(&mut Self, usize, usize) -> bool) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        let known = self.free_known();
        for drawn in self.free_drawn() {
            for known in &known {
                if !self.are_strangers(drawn, *known) && holds(self, drawn, *known) {
                    pairs.push((drawn, *known));
                }
            }
        }
        let mut counts: (BTreeMap<usize, usize>, BTreeMap<usize, usize>) = Default::default();
        for (drawn, known) in &pairs {
            *counts.0.entry(*drawn).or_default() += 1;
            *counts.1.entry(*known).or_default() += 1;
        }
        pairs.retain(|(drawn, known)| counts.0.get(drawn) == Some(&1) && counts.1.get(known) == Some(&1));
        pairs
    }

    /// Matches rooms with the same picture, if it is unique.
    fn match_pictures(&mut self, remarks: &mut Remarks) {
        let (free_drawn, free_known) = (self.free_drawn(), self.free_known());
        for (drawn, known) in self.only_pairs(Self::has_same_picture) {
            let has_rival = free_drawn.iter().any(|other| self.has_same_name(*other, known))
                || free_known.iter().any(|other| self.has_same_name(drawn, *other));
            if let (Some(room), Some(before)) = (self.room(drawn), self.known.get(known)) {
                let (new, old, name) = (&room.name, before.room, before.name);
                if has_rival {
                    let what = format!(
                        "\"{new}\" of the source has the picture that \"{old}\" had there, and is taken for \"{name}\" here in spite of its name"
                    );
                    remarks.warn("swapped-room", what, None, None);
                } else {
                    let what = format!("\"{old}\" is called \"{new}\" in the source now, by its picture");
                    remarks.note("renamed-room", what, None, None);
                }
            }
            self.take(drawn, known);
        }
    }

    /// Matches rooms with the same name, unless their pictures are far apart and another room is near one of
    /// them.
    fn match_names(&mut self) {
        let (free_drawn, free_known) = (self.free_drawn(), self.free_known());
        let mut pairs = Vec::new();
        for drawn in &free_drawn {
            let namesake = free_known
                .iter()
                .find(|known| self.has_same_name(*drawn, **known) && !self.are_strangers(*drawn, **known));
            pairs.extend(namesake.map(|known| (*drawn, *known)));
        }
        for (drawn, known) in pairs {
            let is_far = self.distance(drawn, known, usize::MAX).is_none_or(Distance::is_far);
            let has_rival = is_far
                && (free_drawn.iter().any(|other| *other != drawn && self.is_near(*other, known))
                    || free_known.iter().any(|other| *other != known && self.is_near(drawn, *other)));
            if !has_rival {
                self.take(drawn, known);
            }
        }
    }

    /// Matches rooms with near pictures, if no other picture is near.
    fn match_nearest(&mut self, remarks: &mut Remarks) {
        for (drawn, known) in self.only_pairs(Self::is_near) {
            let distance = self.distance(drawn, known, usize::MAX);
            if let (Some(room), Some(before), Some(distance)) =
                (self.room(drawn), self.known.get(known), distance)
            {
                let what = format!(
                    "\"{}\" of the source is taken for \"{}\", to which no other is as near: {} of {} differ",
                    room.name,
                    before.name,
                    distance.differing,
                    counted(distance.cells, "cell")
                );
                remarks.warn("nearest-room", what, None, None);
            }
            self.take(drawn, known);
        }
    }

    /// Warns of rooms that are added although they may be known ones.
    fn say_unsure(&mut self, remarks: &mut Remarks) {
        let known = self.free_known();
        for drawn in self.free_drawn() {
            let like = known
                .iter()
                .copied()
                .find(|known| self.has_same_name(drawn, *known) || self.is_near(drawn, *known));
            let like = like.and_then(|known| self.known.get(known));
            if let (Some(room), Some(like)) = (self.room(drawn), like) {
                let what = format!(
                    "It is not sure whether \"{}\" of the source is \"{}\", so it is added as another room",
                    room.name, like.name
                );
                let hint = "delete the room that you do not need".to_owned();
                remarks.warn("unsure-room", what, None, Some(hint));
            }
        }
    }
}
