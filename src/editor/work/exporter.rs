//! Writes levels, and shows beforehand what would be written, in the background.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use egui::{Color32, ColorImage, Context};

use super::background::Background;
use crate::base::{Cancelled, Progress, StopToken};
use crate::export::{ExportOptions, Exported, Format, export_until};
use crate::files::{exists, save_export};
use crate::level::Level;

/// A level to write.
#[derive(Clone, Debug)]
pub struct Order {
    pub level: Arc<Level>,
    pub format: Format,
    pub options: ExportOptions,
    /// The main file.
    pub path: PathBuf,
    /// Does it follow a change, without anybody having asked for it now?
    pub is_following: bool,
}

/// A level that was written, or why it was not, in words.
#[derive(Debug)]
pub struct Written {
    pub order: Order,
    pub result: Result<(), String>,
}

/// Writes one level after the other.
pub struct Exporter {
    thread: Background<(Order, Progress), Written>,
    waiting: VecDeque<Order>,
    /// What is being written.
    now: Option<(PathBuf, Progress)>,
}

impl Exporter {
    /// Starts it; `ctx` is woken when something is written.
    pub fn start(ctx: Context) -> Self {
        let thread = Background::start_stoppable(ctx, |(order, progress): (Order, Progress), stop| {
            write(order, &progress, stop)
        });
        Self { thread, waiting: VecDeque::new(), now: None }
    }

    /// Writes a level, after those that were asked for before. Of those that follow a change only the last is of use.
    pub fn ask(&mut self, order: Order) {
        self.waiting.retain(|waiting| !waiting.is_following || waiting.path != order.path);
        self.waiting.push_back(order);
        self.go_on();
    }

    /// What was written since the last call.
    pub fn newest(&mut self) -> Option<Written> {
        let written = self.thread.newest();
        self.go_on();
        written
    }

    /// Waits until all is written; what came of it.
    pub fn wait(&mut self) -> Vec<Written> {
        let mut all = Vec::new();
        loop {
            all.extend(self.thread.wait());
            self.go_on();
            if !self.thread.is_busy() {
                return all;
            }
        }
    }

    /// Writes nothing more; what is half done changes no file.
    pub fn cancel(&mut self) {
        self.waiting.clear();
        self.thread.forget();
    }

    /// The file that is being written, with how far that has come.
    pub fn now(&self) -> Option<(&PathBuf, &Progress)> {
        self.now.as_ref().filter(|_| self.thread.is_busy()).map(|(path, progress)| (path, progress))
    }

    /// Since when it writes what it writes now.
    pub fn busy_since(&self) -> Option<Instant> {
        self.thread.busy_since()
    }

    fn go_on(&mut self) {
        if self.thread.is_busy() {
            return;
        }
        self.now = None;
        if let Some(order) = self.waiting.pop_front() {
            let progress = Progress::default();
            self.now = Some((order.path.clone(), progress.clone()));
            self.thread.ask((order, progress));
        }
    }
}

fn write(order: Order, progress: &Progress, stop: &StopToken) -> Result<Written, Cancelled> {
    let exported = export_until(&order.level, order.format, &order.options, stop, progress)?;
    // From here on nothing stops it, so that all files of it are there or none.
    let result = save_export(&order.path, &exported).map_err(|error| error.to_string());
    Ok(Written { order, result })
}

/// A thread that makes previews.
pub type Previewer = Background<Order, Preview>;

/// What would be written.
#[derive(Debug)]
pub struct Preview {
    pub order: Order,
    /// The names of the files with their sizes in bytes, and whether there is such a file already.
    pub files: Vec<(String, usize, bool)>,
    pub content: Content,
}

/// What is in the main file.
#[derive(Debug)]
pub enum Content {
    /// Its first lines.
    Text(String),
    /// A picture, perhaps smaller, with its real size.
    Picture(ColorImage, [usize; 2]),
    /// Nothing that could be shown.
    Nothing,
}

/// So much of a text is shown.
const MOST_LINES: usize = 200;
const MOST_COLUMNS: usize = 160;
/// No preview has more pixels on a side.
const MOST_SIDE: usize = 1536;

/// Starts it; `ctx` is woken by each preview.
pub fn start_previewer(ctx: Context) -> Previewer {
    Background::start_stoppable(ctx, preview)
}

fn preview(order: Order, stop: &StopToken) -> Result<Preview, Cancelled> {
    let exported = export_until(&order.level, order.format, &order.options, stop, &Progress::default())?;
    let folder = order.path.parent().map(std::path::Path::to_owned).unwrap_or_default();
    let main = order.path.file_name().map(|name| name.to_string_lossy().into_owned());
    let is_there = |name: &str| !folder.as_os_str().is_empty() && exists(&folder.join(name));
    let main = main.unwrap_or_else(|| exported.main.name.clone());
    let mut files = vec![(main.clone(), exported.main.bytes.len(), is_there(&main))];
    files.extend(
        exported.others.iter().map(|file| (file.name.clone(), file.bytes.len(), is_there(&file.name))),
    );
    Ok(Preview { content: content(order.format, &exported), files, order })
}

fn content(format: Format, exported: &Exported) -> Content {
    let bytes = &exported.main.bytes;
    if !format.is_text() {
        return picture(bytes).map_or(Content::Nothing, |(image, size)| Content::Picture(image, size));
    }
    let text = String::from_utf8_lossy(bytes);
    let line = |line: &str| -> String { line.chars().take(MOST_COLUMNS).chain(['\n']).collect() };
    Content::Text(text.lines().take(MOST_LINES).map(line).collect())
}

/// A PNG of ours, each pixel of which stands for as many as make it small enough.
fn picture(bytes: &[u8]) -> Option<(ColorImage, [usize; 2])> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().ok()?;
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    let step = width.max(height).div_ceil(MOST_SIDE).max(1);
    let size = [width.div_ceil(step), height.div_ceil(step)];
    let mut pixels = Vec::with_capacity(size[0] * size[1]);
    // A row at a time, so that a large picture does not fill the memory.
    let mut number = 0;
    while let Ok(Some(row)) = reader.next_row() {
        if number % step == 0 {
            let taken = row.data().chunks(3).step_by(step);
            pixels.extend(taken.map(|rgb| match rgb {
                [r, g, b] => Color32::from_rgb(*r, *g, *b),
                _ => Color32::BLACK,
            }));
        }
        number += 1;
    }
    (pixels.len() == size[0] * size[1]).then(|| (ColorImage::new(size, pixels), [width, height]))
}
