//! The fonts that come along, for the scripts that the main font lacks.
//!
//! They are packed, and unpacked when a text first needs one. `fonts/README.md` has their sources and licences.

use std::collections::BTreeSet;
use std::fmt;
use std::io::Read;
use std::sync::OnceLock;

use flate2::read::GzDecoder;
use unicode_script::{Script, UnicodeScript};

use super::face::{Face, is_invisible};

/// A font for some scripts.
pub struct BundledFont {
    /// Name of the font, which is also the name of its file.
    pub name: &'static str,
    scripts: &'static [Script],
    source: FontSource,
    unpacked: OnceLock<Vec<u8>>,
    face: OnceLock<Option<Face>>,
}

enum FontSource {
    Packed(&'static [u8]),
    Plain(&'static [u8]),
}

macro_rules! fonts {
    ($($name:literal: $($script:ident)+;)+) => {
        /// Fonts by script.
        static OF_SCRIPTS: [BundledFont; [$($name),+].len()] = [$(BundledFont::new(
            $name,
            &[$(Script::$script),+],
            FontSource::Packed(include_bytes!(concat!("../../fonts/", $name, ".ttf.gz"))),
        )),+];
    };
}

fonts! {
    "Adlam": Adlam;
    "Arabic": Arabic;
    "Armenian": Armenian;
    "Balinese": Balinese;
    "Bengali": Bengali;
    "Buginese": Buginese;
    "CanadianAboriginal": Canadian_Aboriginal;
    "Cham": Cham;
    "Cherokee": Cherokee;
    "Coptic": Coptic;
    "Devanagari": Devanagari;
    "EastAsia": Han Hiragana Katakana Hangul Bopomofo;
    "Ethiopic": Ethiopic;
    "Georgian": Georgian;
    "Glagolitic": Glagolitic;
    "Gothic": Gothic;
    "Gujarati": Gujarati;
    "Gurmukhi": Gurmukhi;
    "Hebrew": Hebrew;
    "Javanese": Javanese;
    "Kannada": Kannada;
    "Khmer": Khmer;
    "Lao": Lao;
    "Latin": Latin Greek Cyrillic;
    "Lisu": Lisu;
    "Malayalam": Malayalam;
    "MeeteiMayek": Meetei_Mayek;
    "Mongolian": Mongolian;
    "Myanmar": Myanmar;
    "NKo": Nko;
    "Ogham": Ogham;
    "OlChiki": Ol_Chiki;
    "Oriya": Oriya;
    "Runic": Runic;
    "Sinhala": Sinhala;
    "Sundanese": Sundanese;
    "Syriac": Syriac;
    "Tamil": Tamil;
    "Telugu": Telugu;
    "Thaana": Thaana;
    "Thai": Thai;
    "Tibetan": Tibetan;
    "Tifinagh": Tifinagh;
    "Vai": Vai;
    "Yi": Yi;
}

/// Fonts of signs that belong to no script.
static OF_SIGNS: [BundledFont; 2] = [
    BundledFont::new("Emoji", &[], FontSource::Plain(epaint_default_fonts::NOTO_EMOJI_REGULAR)),
    BundledFont::new("Icons", &[], FontSource::Plain(epaint_default_fonts::EMOJI_ICON)),
];

impl BundledFont {
    const fn new(name: &'static str, scripts: &'static [Script], source: FontSource) -> Self {
        Self { name, scripts, source, unpacked: OnceLock::new(), face: OnceLock::new() }
    }

    /// Returns all bundled fonts.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        OF_SCRIPTS.iter().chain(&OF_SIGNS)
    }

    /// Returns the file of the font.
    pub fn bytes(&'static self) -> &'static [u8] {
        match self.source {
            FontSource::Plain(bytes) => bytes,
            FontSource::Packed(packed) => self.unpacked.get_or_init(|| {
                let mut bytes = Vec::new();
                let read = GzDecoder::new(packed).read_to_end(&mut bytes);
                read.expect("fonts that come along can be unpacked");
                bytes
            }),
        }
    }

    fn face(&'static self) -> Option<&'static Face> {
        self.face.get_or_init(|| Face::new(self.bytes())).as_ref()
    }
}

impl fmt::Debug for BundledFont {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BundledFont").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Returns all fonts that may have a letter, the best first.
fn candidates(letter: char) -> impl Iterator<Item = &'static BundledFont> {
    let scripts = letter.script_extension();
    let is_sign = scripts.is_common() || scripts.is_inherited();
    let has_script = move |font: &&BundledFont| {
        !is_sign && font.scripts.iter().any(|script| scripts.contains_script(*script))
    };
    let named = |name: &'static str| OF_SCRIPTS.iter().filter(move |font| font.name == name);
    OF_SCRIPTS.iter().filter(has_script).chain(named("Latin")).chain(&OF_SIGNS).chain(named("EastAsia"))
}

/// Returns the font for everything that a reader sees as one letter. `before` is the font of the letter before
/// it, which signs share if it has them. `None` if no font has it.
pub(super) fn face_for(letter: &str, before: Option<&'static Face>) -> Option<&'static Face> {
    let first = letter.chars().next()?;
    let is_sign = matches!(first.script(), Script::Common | Script::Inherited);
    let before = before.filter(|_| is_sign);
    let faces = || {
        let bundled = candidates(first).filter_map(BundledFont::face);
        std::iter::once(Face::main()).chain(before).chain(bundled)
    };
    let has_all = |face: &&Face| letter.chars().all(|part| is_invisible(part) || face.has(part));
    faces().find(has_all).or_else(|| faces().find(|face| face.has(first)))
}

/// Returns the bundled fonts that have some of these letters, and the letters that none has.
pub fn bundled_fonts_with(letters: &BTreeSet<char>) -> (Vec<&'static BundledFont>, BTreeSet<char>) {
    let mut fonts: Vec<&'static BundledFont> = Vec::new();
    let mut missing = BTreeSet::new();
    for letter in letters {
        let has = |font: &&'static BundledFont| font.face().is_some_and(|face| face.has(*letter));
        match candidates(*letter).find(has) {
            Some(font) if fonts.iter().all(|known| known.name != font.name) => fonts.push(font),
            Some(_) => {}
            None => {
                missing.insert(*letter);
            }
        }
    }
    (fonts, missing)
}
