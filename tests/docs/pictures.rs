//! The pictures of the documentation, made by the commands in comments before them.
//!
//! `docs/make-pictures` makes all of them, or those of some pages. Pictures of the window need a display.
//! PNG files get a palette, because they become half as large.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io::BufReader;
use std::path::Path;
use std::process::Command;

use super::page::{Page, Part};
use super::workbench::{Workbench, has_worked};
use super::{home, kept, pages};
use crate::PROGRAM;

/// Maximum size of all pictures together, in bytes.
const MOST_BYTES: u64 = 3 << 20;

/// Returns the pictures of a page: path, and command.
fn pictures(page: &Page) -> impl Iterator<Item = (&str, &str)> {
    page.parts.iter().filter_map(|(_, part)| match part {
        Part::Picture { path, command } => Some((path.as_str(), command.as_str())),
        _ => None,
    })
}

/// Makes the pictures of a page for which `is_wanted` holds, into a folder.
fn make(page: &Page, folder: &Path, is_wanted: impl Fn(&str) -> bool) {
    let mut bench = Workbench::new();
    for (_, part) in &page.parts {
        match part {
            Part::File { path, text } => bench.write(path, text).expect("the file is fine"),
            Part::Fields(text) => bench.replace_fields(text).expect("the fields are fine"),
            // Later pictures may show files that commands write.
            Part::Commands(commands) => commands.iter().for_each(|command| {
                bench.run(&command.line).expect("the command can be run");
            }),
            Part::Picture { path, command } if is_wanted(path) => {
                let file = folder.join(path);
                fs::create_dir_all(file.parent().expect("pictures are in a folder")).expect("a folder");
                if command.starts_with("delvewright edit ") {
                    shoot_window(&bench, command, &file);
                } else {
                    let command = match command.split_once(" | ") {
                        Some((kept, command)) => {
                            kept::make(&bench, kept);
                            command
                        }
                        None => command,
                    };
                    let output = bench.run(&format!("{command} -o picture{}", extension(path)));
                    let output = output.expect("the command can be run");
                    assert!(has_worked(command, &output), "{command}: {}", crate::err(&output));
                    fs::copy(bench.folder.path().join(format!("picture{}", extension(path))), &file)
                        .expect("it can be copied");
                }
                if file.exists() && path.ends_with(".png") {
                    index_colors(&file);
                }
            }
            _ => {}
        }
    }
}

fn extension(path: &str) -> &str {
    path.rfind('.').map_or("", |at| &path[at..])
}

/// Writes a picture of the window, if there is a display.
fn shoot_window(bench: &Workbench, command: &str, file: &Path) {
    if std::env::var_os("DISPLAY").is_none() {
        println!("without a display there is no new {}", file.display());
        return;
    }
    let mut window = Command::new(PROGRAM);
    window.args(command.split(' ').skip(1)).arg("--screenshot").arg(file);
    window.current_dir(bench.folder.path()).env("DELVEWRIGHT_HOME", bench.folder.path().join("home"));
    assert!(window.status().expect("the program is there").success(), "{command}");
}

/// Gives a picture a palette of at most 256 colours, by median cut.
fn index_colors(file: &Path) {
    let (width, height, pixels) = read_picture(file);
    let palette = palette(&pixels);
    let mut nearest = HashMap::new();
    let indices: Vec<u8> = pixels
        .iter()
        .map(|color| *nearest.entry(*color).or_insert_with(|| nearest_color(&palette, *color)))
        .collect();
    let mut encoder = png::Encoder::new(fs::File::create(file).expect("a file"), width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.concat());
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    encoder.write_header().and_then(|mut writer| writer.write_image_data(&indices)).expect("a picture");
}

/// Reads a picture: width, height, and the colours of its pixels.
fn read_picture(file: &Path) -> (u32, u32, Vec<[u8; 3]>) {
    let mut decoder = png::Decoder::new(BufReader::new(fs::File::open(file).expect("a file")));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().expect("a picture");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a small picture")];
    let info = reader.next_frame(&mut bytes).expect("a picture");
    let pixels = bytes.chunks_exact(info.color_type.samples());
    let pixels = pixels.map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    (info.width, info.height, pixels)
}

fn nearest_color(palette: &[[u8; 3]], color: [u8; 3]) -> u8 {
    let distance = |one: &[u8; 3]| -> i32 {
        one.iter().zip(color).map(|(one, other)| (i32::from(*one) - i32::from(other)).pow(2)).sum()
    };
    let nearest = palette.iter().enumerate().min_by_key(|(_, one)| distance(one));
    nearest.map_or(0, |(index, _)| u8::try_from(index).expect("at most 256 colours"))
}

/// Splits the colours of a picture at the middle of their widest channel, until there are 256 groups.
fn palette(pixels: &[[u8; 3]]) -> Vec<[u8; 3]> {
    let mut colors = pixels.to_vec();
    colors.sort_unstable();
    colors.dedup();
    let mut groups = vec![colors];
    let spread = |group: &[[u8; 3]]| {
        let width = |channel: usize| {
            let values = group.iter().map(|color| color[channel]);
            values.clone().max().unwrap_or(0) - values.min().unwrap_or(0)
        };
        (0..3).map(|channel| (width(channel), channel)).max().unwrap_or_default()
    };
    while groups.len() < 256 {
        let widest = groups.iter().enumerate().max_by_key(|(_, group)| (spread(group).0, group.len()));
        let Some(widest) = widest.filter(|(_, group)| group.len() > 1).map(|(index, _)| index) else { break };
        let mut group = groups.swap_remove(widest);
        let (_, channel) = spread(&group);
        group.sort_by_key(|color| color[channel]);
        groups.push(group.split_off(group.len() / 2));
        groups.push(group);
    }
    let mean = |group: &Vec<[u8; 3]>| {
        let sum = |channel: usize| group.iter().map(|color| usize::from(color[channel])).sum::<usize>();
        [0, 1, 2].map(|channel| u8::try_from(sum(channel) / group.len()).expect("a mean of bytes"))
    };
    groups.iter().map(mean).collect()
}

#[test]
fn a_picture_of_the_documentation_can_be_made() {
    let folder = tempfile::tempdir().expect("a folder");
    let pages = pages();
    let readme = pages.first().expect("the README is first");
    make(readme, folder.path(), |path| path.ends_with("first_lock.png"));
    let (width, height, _) = read_picture(&folder.path().join("docs/pictures/first_lock.png"));
    assert!(width > 50 && height > 50);
}

#[test]
fn every_picture_of_the_documentation_is_there_and_used() {
    let mut bytes = 0;
    let mut wrong = Vec::new();
    let mut shown = BTreeSet::new();
    for page in pages() {
        for (path, _) in pictures(&page) {
            shown.insert(home().join(path));
            let name = path.rsplit('/').next().unwrap_or(path);
            if !page.text.contains(&format!("{name})")) {
                wrong.push(format!("{}: {path} is not shown", page.name));
            }
            match fs::metadata(home().join(path)) {
                Ok(file) => bytes += file.len(),
                Err(error) => wrong.push(format!("{path}: {error}")),
            }
        }
    }
    let files = fs::read_dir(home().join("docs/pictures")).expect("the folder can be read");
    let files = files.map(|entry| entry.expect("the folder can be read").path());
    wrong.extend(files.filter(|file| !shown.contains(file)).map(|file| format!("no page shows {file:?}")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(bytes <= MOST_BYTES, "{bytes} bytes");
}

/// Makes the pictures of the pages that `PAGES` names, or of all.
#[test]
#[ignore = "docs/make-pictures runs it"]
fn make_pictures() {
    let wanted = std::env::var("PAGES").unwrap_or_default();
    for page in pages() {
        if wanted.is_empty() || wanted.split_whitespace().any(|name| page.name.ends_with(name)) {
            make(&page, home(), |_| true);
        }
    }
}
