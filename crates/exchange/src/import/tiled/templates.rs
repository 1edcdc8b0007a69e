//! Templates of objects: files that say what all objects made of them have in common.

use std::collections::BTreeMap;

use super::{load_tile_set, tmj, tmx};
use crate::import::Beside;
use crate::import::source::model::{SourceObject, TURNS, TileSet};

/// The number of the first tile of sets that only templates have; no map has so many tiles.
const FIRST_OWN_TILE: u32 = 0x0800_0000;
/// How many numbers lie between the first tiles of two such sets.
const STEP: u32 = 0x0010_0000;
/// How many tile sets only templates may have.
const MOST_OWN_SETS: usize = 100;
/// How much text all objects together may take from templates, in bytes.
const MOST_BYTES: usize = 1 << 25;

/// What a file says of a template.
#[derive(Debug, Default)]
pub(super) struct Template {
    /// What its objects are, but for where they lie.
    pub object: SourceObject,
    /// The number of the first tile of its own set, and the file of that.
    pub tile_set: Option<(u32, String)>,
}

/// The templates of a map, each read once.
pub(super) struct Templates<'b, 'f> {
    beside: &'b mut Beside<'f>,
    known: BTreeMap<String, Result<(SourceObject, usize), String>>,
    sets: BTreeMap<String, u32>,
    /// By the numbers of their first tiles.
    pub own_sets: BTreeMap<u32, TileSet>,
    bytes_left: usize,
}

impl<'b, 'f> Templates<'b, 'f> {
    pub fn new(beside: &'b mut Beside<'f>) -> Self {
        let (known, sets, own_sets) = Default::default();
        Self { beside, known, sets, own_sets, bytes_left: MOST_BYTES }
    }

    /// What an object made of this template begins with. Of a template that cannot be read the object only says why.
    ///
    /// # Errors
    /// If objects take too much from templates.
    pub fn object(&mut self, path: &str) -> Result<SourceObject, String> {
        if !self.known.contains_key(path) {
            let read = self.read(path);
            self.known.insert(path.to_owned(), read);
        }
        match self.known.get(path) {
            Some(Ok((object, bytes))) => {
                let left = self.bytes_left.checked_sub(*bytes);
                self.bytes_left = left.ok_or("The templates of objects say too much.")?;
                Ok(object.clone())
            }
            Some(Err(why)) => Ok(SourceObject { missing: Some(why.clone()), ..SourceObject::default() }),
            None => Ok(SourceObject::default()),
        }
    }

    fn read(&mut self, path: &str) -> Result<(SourceObject, usize), String> {
        let here = |why: String| format!("{path}: {why}");
        let bytes = (self.beside)(path).map_err(here)?;
        let text = std::str::from_utf8(&bytes).map_err(|_| here("is no text in UTF-8".to_owned()))?;
        let is_json = text.trim_start_matches('\u{feff}').trim_start().starts_with('{');
        let read = if is_json { tmj::template(text) } else { tmx::template(text) };
        let Template { mut object, tile_set } = read.map_err(|mistake| here(mistake.to_string()))?;
        let own =
            tile_set.and_then(|(first, source)| Some((first, self.first_of(&beside_of(path, &source))?)));
        object.tile = object.tile.zip(own).and_then(|(tile, (first, own))| {
            let number = (tile & !TURNS).checked_sub(first)?;
            Some((own + number.min(STEP - 1)) | tile & TURNS)
        });
        Ok((object, text.len()))
    }

    /// The number that the first tile of a set gets here.
    fn first_of(&mut self, source: &str) -> Option<u32> {
        if let Some(known) = self.sets.get(source) {
            return Some(*known);
        }
        if self.sets.len() >= MOST_OWN_SETS {
            return None;
        }
        let first = FIRST_OWN_TILE + self.sets.len() as u32 * STEP;
        self.sets.insert(source.to_owned(), first);
        self.own_sets.insert(first, load_tile_set(source, self.beside));
        Some(first)
    }
}

/// A path from the folder of another one.
fn beside_of(path: &str, other: &str) -> String {
    match path.replace('\\', "/").rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/{other}"),
        None => other.to_owned(),
    }
}
