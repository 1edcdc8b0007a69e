//! Reads templates of objects: files with the values that their objects share.
//!
//! Each file is read once, and the total amount of text is limited.

use std::collections::BTreeMap;

use super::{load_tile_set, tmj, tmx};
use crate::import::FileLookup;
use crate::import::source::model::{SourceObject, TURNS, TileSet};

/// First tile number for sets that only templates use; no map has that many tiles.
const FIRST_OWN_TILE: u32 = 0x0800_0000;
/// Difference between the first tile numbers of two such sets.
const STEP: u32 = 0x0010_0000;
/// Maximum number of tile sets that only templates use.
const MOST_OWN_SETS: usize = 100;
/// Maximum amount of text that all objects may take from templates, in bytes.
const MOST_BYTES: usize = 1 << 25;

/// The content of a template file.
#[derive(Debug, Default)]
pub(super) struct ObjectTemplate {
    /// Prototype of its objects, without a position.
    pub object: SourceObject,
    /// First tile number of its own tile set, and the file of that set.
    pub tile_set: Option<(u32, String)>,
}

/// The templates of a map, each read once.
pub(super) struct ObjectTemplates<'b, 'f> {
    beside: &'b mut FileLookup<'f>,
    known: BTreeMap<String, Result<(SourceObject, usize), String>>,
    sets: BTreeMap<String, u32>,
    /// Tile sets that only templates use, by the number of their first tile.
    pub own_sets: BTreeMap<u32, TileSet>,
    bytes_left: usize,
}

impl<'b, 'f> ObjectTemplates<'b, 'f> {
    pub fn new(beside: &'b mut FileLookup<'f>) -> Self {
        let (known, sets, own_sets) = Default::default();
        Self { beside, known, sets, own_sets, bytes_left: MOST_BYTES }
    }

    /// Returns the prototype for an object of this template. If the template cannot be read, it contains only
    /// the reason.
    ///
    /// # Errors
    /// If objects take too much text from templates.
    pub fn object(&mut self, path: &str) -> Result<SourceObject, String> {
        if !self.known.contains_key(path) {
            let read = self.read(path);
            self.known.insert(path.to_owned(), read);
        }
        match self.known.get(path) {
            Some(Ok((object, bytes))) => {
                let left = self.bytes_left.checked_sub(*bytes);
                self.bytes_left = left.ok_or("The templates of objects are too large.")?;
                Ok(object.clone())
            }
            Some(Err(why)) => Ok(SourceObject { missing: Some(why.clone()), ..SourceObject::default() }),
            None => Ok(SourceObject::default()),
        }
    }

    fn read(&mut self, path: &str) -> Result<(SourceObject, usize), String> {
        let here = |why: String| format!("{path}: {why}");
        let bytes = (self.beside)(path).map_err(here)?;
        let text = std::str::from_utf8(&bytes).map_err(|_| here("is not UTF-8 text".to_owned()))?;
        let is_json = text.trim_start_matches('\u{feff}').trim_start().starts_with('{');
        let read = if is_json { tmj::template(text) } else { tmx::template(text) };
        let ObjectTemplate { mut object, tile_set } = read.map_err(|mistake| here(mistake.to_string()))?;
        let own =
            tile_set.and_then(|(first, source)| Some((first, self.first_of(&beside_of(path, &source))?)));
        object.tile = object.tile.zip(own).and_then(|(tile, (first, own))| {
            let number = (tile & !TURNS).checked_sub(first)?;
            Some((own + number.min(STEP - 1)) | tile & TURNS)
        });
        Ok((object, text.len()))
    }

    /// Returns the number of the first tile of a set, which is assigned on first use.
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

/// Returns the path of `other` as seen from the folder of `path`.
fn beside_of(path: &str, other: &str) -> String {
    match path.replace('\\', "/").rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/{other}"),
        None => other.to_owned(),
    }
}
