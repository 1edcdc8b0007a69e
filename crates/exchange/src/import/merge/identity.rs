//! Matches the rooms of a source that is imported again with the rooms of a set.
//!
//! - Rooms with the same identity match.
//! - Identities are ignored if the source has numbered its rooms again. That is so if pictures have changed
//!   places, or if no identity of the set is left.
//! - Otherwise rooms with the same picture match. Of several, the one with the same name is chosen.
//!   A single room of the same picture under another name was renamed.
//! - If pictures show that names have changed places, names are ignored from then on.
//! - After that, rooms with the same name match, unless their pictures are far apart and another room is near
//!   one of them.
//! - The rest match by nearest picture, if no other picture is near.
//!
//! A room without a certain match is added instead of overwriting another one, with a warning.

use std::collections::{BTreeMap, BTreeSet};

use super::comparing::{Comparer, MOST_COMPARED};
use super::legend::TileNames;
use crate::base::{counted, listed};
use crate::import::drawing::{DrawnRoom, Remarks, SourceDrawing};
use crate::rooms::{RoomSet, RoomTemplate};

/// Minimum length of a permanent identity, for example an iid of LDtk, in characters.
/// Shorter ones are numbers that a program may reuse.
const LASTING_ID: usize = 32;
/// The maximum number of rooms that a warning names.
const MOST_NAMED: usize = 3;

/// The rooms of a set that the rooms of a drawing match.
#[derive(Debug, Default)]
pub(super) struct Identities {
    /// For each room of the drawing, the index of its match in the set.
    pub of_drawn: Vec<Option<usize>>,
    /// Indices of rooms in the set that are copies of an imported room.
    pub copies: BTreeSet<usize>,
}

/// A room of the set that was imported from the source before.
struct KnownRoom<'s> {
    at: usize,
    name: &'s str,
    id: Option<&'s str>,
    /// Name in the source.
    room: &'s str,
    /// The picture at the last import.
    picture: &'s [String],
}

impl<'s> KnownRoom<'s> {
    /// Returns the rooms that came from a file. If the set itself was exported to it, rooms without a source
    /// are included.
    fn of(set: &'s RoomSet, drawing: &SourceDrawing, file: &str) -> Vec<Self> {
        let comes_back = drawing.set.as_ref().is_some_and(|drawn| drawn.name == set.name);
        let known = |(at, room): (usize, &'s RoomTemplate)| {
            let (id, name, picture) = match &room.source {
                Some(source) if source.is_of(file) => (source.id.as_deref(), &source.room, &source.picture),
                None if comes_back => (None, &room.name, &room.picture),
                _ => return None,
            };
            Some(Self { at, name: &room.name, id, room: name, picture })
        };
        set.rooms.iter().enumerate().filter_map(known).collect()
    }
}

/// Finds the matching room of the set for each room of a drawing.
pub(super) fn identify(
    set: &RoomSet,
    drawing: &SourceDrawing,
    file: &str,
    tiles: &TileNames,
    remarks: &mut Remarks,
) -> Identities {
    let known = KnownRoom::of(set, drawing, file);
    let pictures: Vec<&[String]> = known.iter().map(|known| known.picture).collect();
    let mut matcher = Matcher {
        comparer: Comparer::new(set, drawing, tiles.clone(), &pictures),
        drawing,
        of_drawn: vec![None; drawing.rooms.len()],
        is_taken: vec![false; known.len()],
        known,
        trusts_ids: true,
        trusts_names: true,
    };
    let copies = matcher.match_ids(remarks);
    matcher.compare_namesakes();
    matcher.match_pictures(remarks);
    matcher.match_same();
    // Of equal pictures one may be left.
    matcher.match_pictures(remarks);
    matcher.match_names();
    matcher.match_nearest(remarks);
    matcher.say_unsure(remarks);
    let at = |known: &usize| matcher.known.get(*known).map(|known| known.at);
    let of_drawn = matcher.of_drawn.iter().map(|known| known.as_ref().and_then(at)).collect();
    Identities { of_drawn, copies }
}

struct Matcher<'m> {
    drawing: &'m SourceDrawing,
    known: Vec<KnownRoom<'m>>,
    /// For each room of the drawing, the index of its match among the known rooms.
    of_drawn: Vec<Option<usize>>,
    is_taken: Vec<bool>,
    trusts_ids: bool,
    /// `false` once pictures show that names have changed places.
    trusts_names: bool,
    comparer: Comparer<'m>,
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

    /// Matches rooms by identity, unless the source reused its numbers. Returns the copies among the known
    /// rooms.
    fn match_ids(&mut self, remarks: &mut Remarks) -> BTreeSet<usize> {
        let mut copies = BTreeSet::new();
        let mut known_ids: BTreeMap<(Option<&str>, &str), usize> = BTreeMap::new();
        for (position, known) in self.known.iter().enumerate() {
            // Rooms of one name without identities are copies, because names in a source are unique.
            let key = (known.id, if known.id.is_some() { "" } else { known.room });
            if let Some(first) = known_ids.get(&key).and_then(|first| self.known.get(*first)) {
                let what =
                    format!("\"{}\" is a copy of \"{}\", which follows the source", known.name, first.name);
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
        if pairs.is_empty() && self.has_only_new_ids() {
            let what =
                "The source has given all its rooms new identities, so they were matched by picture and name";
            remarks.note("new-identities", what.to_owned(), None, None);
            self.trusts_ids = false;
        } else if pairs.iter().any(|(drawn, known)| self.is_numbered_again(*drawn, *known)) {
            let what = "The source has numbered its rooms again, so they were matched by picture and name";
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

    /// Returns `true` if the source has rooms of the set, by their pictures, under unknown identities.
    fn has_only_new_ids(&mut self) -> bool {
        let rooms = 0..self.drawing.rooms.len();
        let renumbered = |matcher: &mut Self, drawn: usize, known: usize| {
            matcher.are_strangers(drawn, known) && matcher.comparer.is_same(drawn, known)
        };
        rooms.into_iter().any(|drawn| (0..self.known.len()).any(|known| renumbered(self, drawn, known)))
    }

    /// Returns `true` if pictures say that a room with the number of a known one is another one.
    fn is_numbered_again(&mut self, drawn: usize, known: usize) -> bool {
        let is_lasting = self
            .room(drawn)
            .and_then(|room| room.id.as_ref())
            .is_some_and(|id| id.chars().count() >= LASTING_ID);
        if is_lasting || self.comparer.is_same(drawn, known) {
            return false;
        }
        let is_there: Vec<usize> = (0..self.drawing.rooms.len())
            .filter(|other| *other != drawn && self.comparer.is_same(*other, known))
            .collect();
        let is_here: Vec<usize> = (0..self.known.len())
            .filter(|other| *other != known && self.comparer.is_same(drawn, *other))
            .collect();
        let changed_places = !is_there.is_empty() && !is_here.is_empty();
        // If only one of the two is found again, its name must agree. A room that kept its name just has a
        // new picture.
        let has_moved = !self.has_same_name(drawn, known)
            && (is_there.iter().any(|other| self.has_same_name(*other, known))
                || is_here.iter().any(|other| self.has_same_name(drawn, *other)));
        changed_places || has_moved
    }

    /// Compares the pictures of namesakes before all others, because those must not be too much.
    fn compare_namesakes(&mut self) {
        let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (position, known) in self.known.iter().enumerate() {
            by_name.entry(known.room).or_default().push(position);
        }
        for (drawn, room) in self.drawing.rooms.iter().enumerate() {
            for known in by_name.get(room.name.as_str()).into_iter().flatten() {
                self.comparer.is_same(drawn, *known);
            }
        }
    }

    /// Matches rooms whose name and picture are both the same, as long as names are trusted.
    fn match_same(&mut self) {
        if !self.trusts_names {
            return;
        }
        for drawn in self.free_drawn() {
            let same = self
                .free_known()
                .into_iter()
                .find(|known| self.has_same_name(drawn, *known) && self.comparer.is_same(drawn, *known));
            same.into_iter().for_each(|known| self.take(drawn, known));
        }
    }

    /// Finds pairs of free rooms for which `holds` is true, and true for no other pair with either of them.
    fn only_pairs(&mut self, mut holds: impl FnMut(&mut Self, usize, usize) -> bool) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        let known = self.free_known();
        for drawn in self.free_drawn() {
            for known in &known {
                if holds(self, drawn, *known) {
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
        for (drawn, known) in
            self.only_pairs(|matcher: &mut Self, drawn, known| matcher.comparer.is_same(drawn, known))
        {
            let is_namesake = self.has_same_name(drawn, known);
            let has_rival = !is_namesake
                && (free_drawn.iter().any(|other| self.has_same_name(*other, known))
                    || free_known.iter().any(|other| self.has_same_name(drawn, *other)));
            if let (Some(room), Some(before)) = (self.room(drawn), self.known.get(known)) {
                let (new, old, name) = (&room.name, before.room, before.name);
                if has_rival {
                    let what = format!(
                        "\"{new}\" of the source has the picture that \"{old}\" had, so it replaces \"{name}\" despite its name"
                    );
                    remarks.warn("swapped-room", what, None, None);
                    self.trusts_names = false;
                } else if new != old {
                    let what =
                        format!("\"{old}\" is now called \"{new}\" in the source, judging by its picture");
                    remarks.note("renamed-room", what, None, None);
                }
            }
            self.take(drawn, known);
        }
    }

    /// Matches rooms with the same name, unless their pictures are far apart and another room is near one of
    /// them. Does nothing once names are not trusted.
    fn match_names(&mut self) {
        if !self.trusts_names {
            return;
        }
        let (free_drawn, free_known) = (self.free_drawn(), self.free_known());
        let mut pairs = Vec::new();
        for drawn in &free_drawn {
            let namesake = free_known
                .iter()
                .find(|known| self.has_same_name(*drawn, **known) && !self.are_strangers(*drawn, **known));
            pairs.extend(namesake.map(|known| (*drawn, *known)));
        }
        for (drawn, known) in pairs {
            let is_far = self.comparer.is_far(drawn, known);
            let has_rival = is_far
                && (free_drawn.iter().any(|other| *other != drawn && self.comparer.is_near(*other, known))
                    || free_known
                        .iter()
                        .any(|other| *other != known && self.comparer.is_near(drawn, *other)));
            if !has_rival && !self.comparer.is_exhausted() {
                self.take(drawn, known);
            }
        }
    }

    /// Matches rooms with near pictures, if no other picture is near.
    fn match_nearest(&mut self, remarks: &mut Remarks) {
        let is_near = |matcher: &mut Self, drawn, known| {
            !matcher.are_strangers(drawn, known) && matcher.comparer.is_near(drawn, known)
        };
        for (drawn, known) in self.only_pairs(is_near) {
            let distance = self.comparer.distance(drawn, known);
            if let (Some(room), Some(before), Some(distance)) =
                (self.room(drawn), self.known.get(known), distance)
            {
                let what = format!(
                    "\"{}\" of the source was matched to \"{}\", the most similar room: {} of {} differ",
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
            let could_be =
                |known: &&usize| self.has_same_name(drawn, **known) || self.comparer.is_near(drawn, **known);
            let like: Vec<usize> = known.iter().filter(could_be).take(MOST_NAMED).copied().collect();
            let like = like.iter().filter_map(|known| Some(format!("\"{}\"", self.known.get(*known)?.name)));
            let (like, room) = (like.collect::<Vec<_>>(), self.room(drawn));
            if let Some(room) = room.filter(|_| !like.is_empty()) {
                let what = format!(
                    "\"{}\" of the source may be {}, so it is added as another room",
                    room.name,
                    listed(&like, "or")
                );
                let hint = "Delete the room that you do not need.";
                remarks.warn("unsure-room", what, None, Some(hint.into()));
            }
        }
        if self.comparer.is_exhausted() {
            let what = format!(
                "Pictures were compared only on {MOST_COMPARED} cells; rooms without a match by then are added"
            );
            let hint = "Import fewer rooms from one file.";
            remarks.warn("compared-in-part", what, None, Some(hint.into()));
        }
    }
}
