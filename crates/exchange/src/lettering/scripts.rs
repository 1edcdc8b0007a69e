//! Scripts of letters, and letters without a font.

use std::collections::BTreeSet;

use unicode_script::{Script, UnicodeScript};
use unicode_segmentation::UnicodeSegmentation;

use super::bundled;
use super::face::is_invisible;

/// Returns the letters of a text that no bundled font has. Pictures show boxes for them.
pub fn letters_without_font(text: &str) -> BTreeSet<char> {
    if text.is_ascii() {
        return BTreeSet::new();
    }
    let visible = |letter: &&str| !letter.chars().all(|part| is_invisible(part) || part.is_whitespace());
    let lacking =
        text.graphemes(true).filter(visible).filter(|letter| bundled::face_for(letter, None).is_none());
    lacking.filter_map(|letter| letter.chars().next()).collect()
}

/// Returns the names of the scripts of some letters, such as *Cherokee*. Signs without a script are *symbols*.
pub fn scripts_of(letters: &BTreeSet<char>) -> BTreeSet<String> {
    letters
        .iter()
        .map(|letter| match letter.script() {
            Script::Common | Script::Inherited | Script::Unknown => "symbols".to_owned(),
            script => script.full_name().replace('_', " "),
        })
        .collect()
}
