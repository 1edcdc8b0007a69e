//! The thumbnails and records of the gallery: a bounded cache, filled in the background.
//!
//! After a change of the project, the old ones stay until the new ones are there. Textures take at most
//! [`MOST_THUMBNAIL_BYTES`], apart from those in sight.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use egui::{Context, TextureHandle, TextureOptions};

use crate::base::Seed;
use crate::document::Content;
use crate::editor::work::jobs::JobRegistry;
use crate::editor::work::project_check::ProjectCheck;
use crate::editor::work::thumbnails::{DrawnSeed, MakeThumbnails, SeedQueue, ThumbnailJob, WantedSeed};
use crate::picture::TileLooks;
use crate::survey::SeedRecord;

/// Maximum size of all textures out of sight, in bytes.
pub const MOST_THUMBNAIL_BYTES: usize = 64 << 20;

/// Number of records from which those that are not wanted are dropped.
const MOST_RECORDS: usize = 20_000;

/// The cache.
pub struct SeedThumbnails {
    queue: Arc<SeedQueue>,
    sender: Sender<DrawnSeed>,
    results: Receiver<DrawnSeed>,
    made_of: Option<(Content, Arc<TileLooks>)>,
    /// Number of the state of the project.
    generation: u64,
    records: BTreeMap<Seed, KnownRecord>,
    pictures: BTreeMap<Seed, ThumbnailPicture>,
    bytes: usize,
    frame: u64,
    version: u64,
}

#[derive(Clone, Debug)]
struct KnownRecord {
    record: Arc<SeedRecord>,
    generation: u64,
    /// `true` if there is no level to draw.
    has_no_level: bool,
}

/// A thumbnail on the graphics card.
pub struct ThumbnailPicture {
    /// Texture.
    pub texture: TextureHandle,
    /// Longest side that it was made for, in pixels.
    longest: NonZeroU32,
    generation: u64,
    last_seen: u64,
}

impl Default for SeedThumbnails {
    fn default() -> Self {
        let (sender, results) = channel();
        Self {
            queue: Arc::default(),
            sender,
            results,
            made_of: None,
            generation: 1,
            records: BTreeMap::new(),
            pictures: BTreeMap::new(),
            bytes: 0,
            frame: 0,
            version: 0,
        }
    }
}

impl SeedThumbnails {
    /// Returns the record of a seed of the current project.
    pub fn record(&self, seed: Seed) -> Option<&Arc<SeedRecord>> {
        self.records.get(&seed).filter(|known| known.generation == self.generation).map(|known| &known.record)
    }

    /// Returns the record of a seed, and `true` if it is from before the last change.
    pub fn last_record(&self, seed: Seed) -> Option<(&Arc<SeedRecord>, bool)> {
        self.records.get(&seed).map(|known| (&known.record, known.generation != self.generation))
    }

    /// Returns the thumbnail of a seed, and whether it is from before the last change.
    pub fn picture(&self, seed: Seed) -> Option<(&ThumbnailPicture, bool)> {
        let picture = self.pictures.get(&seed)?;
        Some((picture, picture.generation != self.generation))
    }

    /// Returns the size of all textures, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the number of thumbnails.
    pub fn count(&self) -> usize {
        self.pictures.len()
    }

    /// Returns a number that changes whenever a record does.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Forgets everything, because another project was opened.
    pub fn forget(&mut self, jobs: &mut JobRegistry) {
        jobs.cancel::<MakeThumbnails>();
        *self = Self { generation: self.generation + 1, version: self.version + 1, ..Self::default() };
    }

    /// Follows the project, also while the gallery is out of sight.
    pub fn follow(&mut self, content: &Content, looks: &Arc<TileLooks>, jobs: &mut JobRegistry) {
        let Some((known, known_looks)) = &self.made_of else {
            self.made_of = Some((content.clone(), Arc::clone(looks)));
            return;
        };
        let is_same = known.is_same(content)
            && Arc::ptr_eq(&known.values, &content.values)
            && Arc::ptr_eq(known_looks, looks);
        if is_same && has_same_adjustments(known, content) {
            return;
        }
        let last = self.generation;
        self.generation += 1;
        if is_same {
            // The levels of all other seeds stay.
            let stays = |seed: Seed| is_same_for(known, content, seed);
            let records =
                self.records.iter_mut().filter(|(seed, known)| known.generation == last && stays(**seed));
            records.for_each(|(_, known)| known.generation += 1);
            let pictures = self.pictures.iter_mut();
            let pictures = pictures.filter(|(seed, known)| known.generation == last && stays(**seed));
            pictures.for_each(|(_, known)| known.generation += 1);
        }
        self.made_of = Some((content.clone(), Arc::clone(looks)));
        self.version += 1;
        jobs.cancel::<MakeThumbnails>();
        self.queue.replace([]);
        self.queue = Arc::default();
    }

    /// Takes the results that are ready.
    pub fn take(&mut self, ctx: &Context) {
        self.frame += 1;
        let results: Vec<DrawnSeed> = self.results.try_iter().collect();
        for DrawnSeed { record, image, longest, generation } in results {
            let seed = record.seed;
            let has_no_level = longest.is_some() && image.is_none();
            if let (Some(image), Some(longest)) = (image, longest) {
                self.bytes += bytes_of(image.size);
                let texture = ctx.load_texture(format!("thumbnail of {seed}"), image, TextureOptions::LINEAR);
                let picture = ThumbnailPicture { texture, longest, generation, last_seen: self.frame };
                if let Some(before) = self.pictures.insert(seed, picture) {
                    self.bytes -= bytes_of(before.texture.size());
                }
            } else if has_no_level && let Some(before) = self.pictures.remove(&seed) {
                self.bytes -= bytes_of(before.texture.size());
            }
            self.records.insert(seed, KnownRecord { record: Arc::new(record), generation, has_no_level });
            self.version += 1;
        }
    }

    /// Marks the thumbnails in sight, and returns those that must be made, in their order.
    pub fn look_at(&mut self, seeds: &[Seed], longest: NonZeroU32) -> Vec<WantedSeed> {
        let mut wanted = Vec::new();
        for seed in seeds {
            let is_fresh = match self.pictures.get_mut(seed) {
                Some(picture) => {
                    picture.last_seen = self.frame;
                    picture.generation == self.generation && picture.longest >= longest
                }
                None => self
                    .records
                    .get(seed)
                    .is_some_and(|known| known.generation == self.generation && known.has_no_level),
            };
            if !is_fresh {
                wanted.push(WantedSeed { seed: *seed, longest: Some(longest) });
            }
        }
        self.evict();
        wanted
    }

    /// Returns the seeds of a list that have no record yet.
    pub fn without_record<'a>(&'a self, seeds: &'a [Seed]) -> impl Iterator<Item = WantedSeed> + 'a {
        let missing = seeds.iter().filter(|seed| self.record(**seed).is_none());
        missing.map(|seed| WantedSeed { seed: *seed, longest: None })
    }

    /// Goes on with the wanted seeds. Without a check of the project nothing is made.
    pub fn make(
        &mut self,
        wanted: Vec<WantedSeed>,
        check: Option<&ProjectCheck>,
        jobs: &mut JobRegistry,
        ctx: &Context,
    ) {
        while jobs.take::<MakeThumbnails>().is_some() {}
        let (Some((content, looks)), Some(check)) = (&self.made_of, check) else { return };
        if self.queue.replace(wanted) == 0 || jobs.is_busy::<MakeThumbnails>() {
            return;
        }
        jobs.ask::<MakeThumbnails>(ThumbnailJob {
            content: content.clone(),
            findings: Arc::clone(&check.findings),
            looks: Arc::clone(looks),
            queue: Arc::clone(&self.queue),
            results: self.sender.clone(),
            ctx: ctx.clone(),
            generation: self.generation,
        });
    }

    /// Drops records other than these seeds', if there are very many.
    pub fn keep_records_of(&mut self, seeds: &[Seed]) {
        if self.records.len() > MOST_RECORDS {
            let kept: std::collections::BTreeSet<Seed> = seeds.iter().copied().collect();
            self.records.retain(|seed, _| kept.contains(seed));
        }
    }

    /// Drops the thumbnails that were out of sight for longest, until there is room.
    fn evict(&mut self) {
        if self.bytes <= MOST_THUMBNAIL_BYTES {
            return;
        }
        let hidden = self.pictures.iter().filter(|(_, picture)| picture.last_seen < self.frame);
        let mut hidden: Vec<(u64, Seed)> = hidden.map(|(seed, picture)| (picture.last_seen, *seed)).collect();
        hidden.sort_unstable();
        for (_, seed) in hidden {
            if self.bytes <= MOST_THUMBNAIL_BYTES * 3 / 4 {
                return;
            }
            if let Some(picture) = self.pictures.remove(&seed) {
                self.bytes -= bytes_of(picture.texture.size());
            }
        }
    }
}

fn bytes_of([width, height]: [usize; 2]) -> usize {
    4 * width * height
}

/// Returns `true` if no seed has other pins, rolls or previous layouts.
fn has_same_adjustments(one: &Content, other: &Content) -> bool {
    Arc::ptr_eq(&one.pins, &other.pins)
        && Arc::ptr_eq(&one.rolls, &other.rolls)
        && Arc::ptr_eq(&one.previous_layouts, &other.previous_layouts)
}

fn is_same_for(one: &Content, other: &Content, seed: Seed) -> bool {
    one.pins.get(&seed) == other.pins.get(&seed)
        && one.rolls.get(&seed) == other.rolls.get(&seed)
        && one.previous_layouts.get(&seed) == other.previous_layouts.get(&seed)
}

#[cfg(test)]
mod tests {
    use egui::{Color32, ColorImage};

    use super::*;

    fn side(pixels: u32) -> NonZeroU32 {
        NonZeroU32::new(pixels).unwrap()
    }

    /// Returns the record of a seed whose level could not be made.
    fn record(seed: u64) -> SeedRecord {
        let grammar = crate::document::empty_grammar();
        let request = crate::pipeline::Request::new(Arc::new(grammar), Vec::new(), Seed(seed));
        SeedRecord::of(&crate::pipeline::Pipeline::default().run(&request))
    }

    fn send(cache: &SeedThumbnails, seed: u64, pixels: u32, generation: u64) {
        let image = Some(ColorImage::filled([pixels as usize; 2], Color32::RED));
        let longest = Some(side(pixels));
        cache.sender.send(DrawnSeed { record: record(seed), image, longest, generation }).unwrap();
    }

    #[test]
    fn textures_stay_within_their_bound_however_many_are_looked_at() {
        let (ctx, mut cache) = (Context::default(), SeedThumbnails::default());
        let most = MOST_THUMBNAIL_BYTES / bytes_of([512; 2]);
        for seed in 0..3 * most as u64 {
            send(&cache, seed, 512, cache.generation);
            cache.take(&ctx);
            cache.look_at(&[Seed(seed)], side(512));
            assert!(cache.bytes() <= MOST_THUMBNAIL_BYTES + bytes_of([512; 2]));
            assert_eq!(cache.bytes(), cache.count() * bytes_of([512; 2]));
        }
        assert!(cache.picture(Seed(0)).is_none() && cache.picture(Seed(3 * most as u64 - 1)).is_some());
    }

    #[test]
    fn only_what_is_missing_too_small_or_old_is_wanted() {
        let (ctx, mut cache) = (Context::default(), SeedThumbnails::default());
        for seed in [1, 2, 3] {
            send(&cache, seed, 64, cache.generation);
        }
        send(&cache, 4, 64, cache.generation - 1);
        cache.take(&ctx);
        let seeds = [5, 4, 3, 2, 1].map(Seed);
        let wanted = |cache: &mut SeedThumbnails, pixels| -> Vec<u64> {
            cache.look_at(&seeds, side(pixels)).iter().map(|wanted| wanted.seed.0).collect()
        };
        assert_eq!(wanted(&mut cache, 64), [5, 4]);
        assert_eq!(wanted(&mut cache, 128), [5, 4, 3, 2, 1]);
        assert!(cache.picture(Seed(4)).is_some_and(|(_, is_old)| is_old) && cache.record(Seed(4)).is_none());
    }
}
