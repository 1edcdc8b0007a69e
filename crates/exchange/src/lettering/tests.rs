use std::collections::BTreeSet;

use super::shaping::{PlacedGlyph, shape_line};
use super::*;

const SIZE: f32 = 32.0;

fn glyphs(text: &str) -> Vec<PlacedGlyph> {
    shape_line(text, SIZE).0
}

fn ids(text: &str) -> Vec<u32> {
    glyphs(text).iter().map(|glyph| glyph.shape.map_or(0, |(_, id)| id.to_u32())).collect()
}

fn boxes(text: &str) -> usize {
    glyphs(text).iter().filter(|glyph| glyph.shape.is_none()).count()
}

/// Returns the drawn pixels as rows of characters.
fn picture(text: &str) -> Vec<String> {
    let (width, height) = (text_width(text, SIZE).ceil() as usize + 4, text_height(SIZE).ceil() as usize);
    let mut rows = vec![vec!['.'; width]; height];
    draw_text(text, SIZE, (2.0, 0.0), |x, y, cover| {
        let cell = usize::try_from(y).ok().and_then(|y| rows.get_mut(y)?.get_mut(usize::try_from(x).ok()?));
        if let Some(cell) = cell.filter(|_| cover > 127) {
            *cell = '#';
        }
    });
    rows.into_iter().map(|row| row.into_iter().collect()).collect()
}

/// A name in each of many scripts.
const NAMES: [&str; 24] = [
    "Schlüssel",
    "Ключ",
    "Κλειδί",
    "Chìa khóa",
    "鍵の間",
    "钥匙",
    "열쇠",
    "مفتاح",
    "מפתח",
    "कुंजी",
    "চাবি",
    "ਕੁੰਜੀ",
    "કી",
    "சாவி",
    "తాళం",
    "ಕೀಲಿ",
    "താക്കോൽ",
    "යතුර",
    "กุญแจ",
    "ກະແຈ",
    "သော့",
    "ល្បិច",
    "გასაღები",
    "ᚠᚢᚦ",
];

#[test]
fn names_in_many_scripts_have_no_boxes() {
    for name in NAMES {
        assert_eq!(boxes(name), 0, "{name}");
        assert_eq!(letters_without_font(name), BTreeSet::new(), "{name}");
        assert!(picture(name).iter().any(|row| row.contains('#')), "{name}");
    }
}

#[test]
fn text_from_right_to_left_is_drawn_in_reverse() {
    let each: Vec<u32> = "מפתח".chars().flat_map(|letter| ids(&letter.to_string())).collect();
    let reversed: Vec<u32> = each.into_iter().rev().collect();
    assert_eq!(ids("מפתח"), reversed);
    // The first word is on the right, and the number keeps the order of its digits.
    let line = ids("מפתח 12");
    assert_eq!(line[..2], ids("12")[..]);
    assert_eq!(line[line.len() - 4..], ids("מפתח")[..]);
}

#[test]
fn arabic_letters_join() {
    let alone = ids("ب");
    let joined = ids("ببب");
    assert_eq!(joined.len(), 3);
    assert!(joined.iter().collect::<BTreeSet<_>>().len() == 3, "initial, middle and final form: {joined:?}");
    assert!(!joined.contains(&alone[0]));
    // A joined line has no gap: each column of it between the first and last is covered.
    let rows = picture("ببب");
    let is_covered = |x: usize| rows.iter().any(|row| row.as_bytes()[x] == b'#');
    let columns: Vec<usize> = (0..rows[0].len()).filter(|x| is_covered(*x)).collect();
    assert_eq!(columns.len(), columns.last().unwrap() - columns[0] + 1);
}

#[test]
fn signs_of_devanagari_and_thai_are_placed_by_their_font() {
    // The vowel sign is written before its consonant.
    let (sign, consonant) = (ids("\u{93f}"), ids("क"));
    let both = ids("कि");
    assert_eq!((both.len(), both[1]), (2, consonant[0]), "{both:?} {sign:?}");
    // Consonants with a virama between them become one cluster.
    assert!(ids("क्ष").len() < 3);
    // A mark above takes no room.
    assert_eq!(text_width("กิ", SIZE), text_width("ก", SIZE));
}

#[test]
fn letter_without_a_glyph_is_a_box_and_named() {
    let cuneiform = "\u{12000}\u{12001}";
    assert_eq!(boxes(cuneiform), 2);
    assert_eq!(boxes("a\u{12000}b"), 1);
    assert_eq!(letters_without_font("a\u{12000}b"), ['\u{12000}'].into());
    assert_eq!(scripts_of(&letters_without_font(cuneiform)), ["Cuneiform".to_owned()].into());
    assert_eq!(scripts_of(&letters_without_font("\u{e000}")), ["symbols".to_owned()].into());
    let rows = picture("\u{12000}");
    let lit: Vec<&String> = rows.iter().filter(|row| row.contains('#')).collect();
    let line = |row: &&String| row.trim_matches('.').to_owned();
    assert!(line(&lit[0]).chars().all(|pixel| pixel == '#'), "{rows:#?}");
    assert!(line(&lit[lit.len() / 2]).contains('.'), "{rows:#?}");
}

#[test]
fn invisible_characters_take_no_room() {
    for text in ["\u{200b}", "\u{200f}", "\u{feff}", "\u{fe0f}", "\n"] {
        assert_eq!((text_width(text, SIZE), boxes(text)), (0.0, 0), "{text:?}");
    }
    assert_eq!(text_width("a\u{200b}b", SIZE), text_width("ab", SIZE));
}

#[test]
fn every_bundled_font_has_letters_of_its_own() {
    for font in BundledFont::all() {
        let sample: BTreeSet<char> = (0xa0..0x1_f000)
            .filter_map(char::from_u32)
            .filter(|letter| {
                bundled_fonts_with(&[*letter].into()).0.iter().any(|known| known.name == font.name)
            })
            .take(3)
            .collect();
        assert_eq!(sample.len(), 3, "{}", font.name);
        assert_eq!(letters_missing_in(font.bytes(), &sample), Some(BTreeSet::new()), "{}", font.name);
    }
}

#[test]
fn words_from_right_to_left_come_in_visual_order() {
    let order = |text| in_visual_order(text).into_owned();
    assert_eq!(order("Guard hall"), "Guard hall");
    assert_eq!(order("鍵の間"), "鍵の間");
    assert_eq!(order("אבג"), "אבג", "the window reverses a word itself");
    assert_eq!(order("אבג דהו"), "דהו אבג");
    assert_eq!(order("אבג (דהו)"), "(דהו) אבג");
    assert_eq!(order("אבג 12"), "12 אבג");
    assert_eq!(order("Key אבג דהו end"), "Key דהו אבג end");
}

#[test]
fn a_file_that_is_no_font_has_no_letters() {
    assert_eq!(letters_missing_in(b"no font", &['a'].into()), None);
    assert_eq!(letters_missing_in(PICTURE_FONT, &['a', '鍵'].into()), Some(['鍵'].into()));
}

/// Digest of the coverage of all names (FNV-1a). It changes only with the fonts and the crates that shape text.
const DIGEST: u64 = 0x75e8_6506_b7e2_cc14;

#[test]
fn text_has_the_same_pixels_everywhere() {
    let mut digest = 0xcbf2_9ce4_8422_2325_u64;
    for name in NAMES {
        draw_text(name, 13.0, (0.3, 0.0), |x, y, cover| {
            for part in [x, y, cover.into()] {
                digest = (digest ^ u64::from(part.cast_unsigned())).wrapping_mul(0x0100_0000_01b3);
            }
        });
    }
    assert_eq!(digest, DIGEST, "{digest:#x}");
}
