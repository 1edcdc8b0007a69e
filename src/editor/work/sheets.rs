//! The tile sheets of the open project as they are on the disk, and the resulting looks of tiles.

use std::cell::OnceCell;
use std::path::PathBuf;
use std::sync::Arc;

use egui::{ColorImage, Context, TextureHandle, TextureOptions};

use crate::base::Diagnostic;
use crate::document::Document;
use crate::files::{FileStamp, SystemDisk, read_example_sheet, read_sheet, sheet_path};
use crate::picture::{SheetImage, TileLooks, check_looks};
use crate::rooms::{RoomSet, TileSheet, tile_names};

/// The sheets and looks of all room sets, in order.
#[derive(Default)]
pub struct Sheets {
    sets: Vec<SetSheet>,
    /// Looks of tiles in the level.
    looks: Arc<TileLooks>,
    made_of: Vec<Arc<RoomSet>>,
}

/// The looks of a room set's tiles by that set alone.
pub struct SetSheet {
    read: Option<ReadSheet>,
    looks: Arc<TileLooks>,
}

/// A sheet that was read.
struct ReadSheet {
    /// File of its room set; `None` if it is embedded.
    rooms: Option<PathBuf>,
    entry: TileSheet,
    /// Stamp of its file when it was read; `None` if there is no file.
    stamp: Option<FileStamp>,
    result: Result<Arc<SheetImage>, Box<Diagnostic>>,
    texture: OnceCell<TextureHandle>,
}

impl SetSheet {
    /// Returns the sheet, if it could be read.
    pub fn sheet(&self) -> Option<&Arc<SheetImage>> {
        self.read.as_ref()?.result.as_ref().ok()
    }

    /// Returns the reason why it could not be read.
    pub fn problem(&self) -> Option<&Diagnostic> {
        self.read.as_ref()?.result.as_ref().err().map(Box::as_ref)
    }

    /// Returns the looks of tiles by this set alone.
    pub const fn looks(&self) -> &Arc<TileLooks> {
        &self.looks
    }

    /// Returns the sheet as a texture.
    pub fn texture(&self, ctx: &Context) -> Option<&TextureHandle> {
        let read = self.read.as_ref()?;
        let sheet = read.result.as_ref().ok()?;
        Some(read.texture.get_or_init(|| {
            let size = [sheet.size().width as usize, sheet.size().height as usize];
            let image = ColorImage::from_rgba_unmultiplied(size, sheet.pixels().as_flattened());
            ctx.load_texture(format!("sheet {}", read.entry.file), image, TextureOptions::NEAREST)
        }))
    }
}

impl Sheets {
    /// Returns the looks of tiles in the level.
    pub const fn looks(&self) -> &Arc<TileLooks> {
        &self.looks
    }

    /// Returns the sheet and looks of a room set.
    pub fn of_set(&self, set: usize) -> Option<&SetSheet> {
        self.sets.get(set)
    }

    /// Follows the project. Returns `true` if looks may have changed.
    pub fn follow(&mut self, document: &Document) -> bool {
        let sets = document.room_sets();
        let is_same = |(one, other): (&Arc<RoomSet>, &Arc<RoomSet>)| Arc::ptr_eq(one, other);
        if sets.len() == self.made_of.len() && sets.iter().zip(&self.made_of).all(is_same) {
            return false;
        }
        self.read(document, sets);
        true
    }

    /// Checks the files again. Returns `true` if one of them has changed.
    pub fn look_again(&mut self, document: &Document) -> bool {
        let has_changed = |read: &ReadSheet| {
            let path = read.rooms.as_ref().and_then(|rooms| sheet_path(&SystemDisk, rooms, &read.entry.file));
            path.is_some_and(|path| Some(FileStamp::of_file(&SystemDisk, &path)) != read.stamp)
        };
        let mut is_old = false;
        for set in &mut self.sets {
            if set.read.as_ref().is_some_and(has_changed) {
                set.read = None;
                is_old = true;
            }
        }
        if is_old {
            self.read(document, document.room_sets());
        }
        is_old
    }

    fn read(&mut self, document: &Document, sets: Vec<Arc<RoomSet>>) {
        let mut known: Vec<ReadSheet> = self.sets.drain(..).filter_map(|set| set.read).collect();
        for (rooms, set) in document.rooms().iter().zip(&sets) {
            let read = set.sheet.as_ref().map(|entry| {
                let file = document.room_file(&rooms.path);
                let is_known = |read: &ReadSheet| read.rooms == file && read.entry == *entry;
                match known.iter().position(is_known) {
                    Some(position) => known.swap_remove(position),
                    None => ReadSheet::of(&rooms.path, file, entry),
                }
            });
            let sheet = read.as_ref().and_then(|read| read.result.as_ref().ok().cloned());
            let looks = Arc::new(TileLooks::of_sets([(&**set, sheet)]));
            self.sets.push(SetSheet { read, looks });
        }
        let all = sets.iter().zip(&self.sets).map(|(set, read)| (&**set, read.sheet().cloned()));
        let looks = TileLooks::of_sets(all).with_alphabet(&document.grammar().alphabet);
        // Nothing needs to be painted again if the looks are equal.
        if looks != *self.looks {
            self.looks = Arc::new(looks);
        }
        self.made_of = sets;
    }

    /// Returns the mistakes in sheets and looks, each with the position of its room set.
    pub fn problems(&self, document: &Document) -> Vec<(usize, Diagnostic)> {
        let sets: Vec<&RoomSet> = document.rooms().iter().map(|rooms| &*rooms.set).collect();
        let names = tile_names(Some(&document.grammar().alphabet), &sets);
        let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        let mut found = Vec::new();
        for (position, (set, read)) in sets.iter().zip(&self.sets).enumerate() {
            let of_file = read.problem().cloned();
            let of_looks = check_looks(set, read.sheet().map(Arc::as_ref), Some(&names));
            found.extend(of_file.into_iter().chain(of_looks).map(|problem| (position, problem)));
        }
        found
    }
}

impl ReadSheet {
    fn of(name: &str, rooms: Option<PathBuf>, entry: &TileSheet) -> Self {
        let file = rooms
            .as_ref()
            .map(|rooms| sheet_path(&SystemDisk, rooms, &entry.file).unwrap_or_else(|| rooms.clone()));
        let stamp = file.map(|file| FileStamp::of_file(&SystemDisk, &file));
        let result = match &rooms {
            Some(rooms) => read_sheet(rooms, entry),
            None => read_example_sheet(name, entry),
        };
        Self { rooms, entry: entry.clone(), stamp, result, texture: OnceCell::new() }
    }
}
