//! Removes the DOCTYPE of old maps. It names a definition of the format and contains nothing about the map.

/// Blanks out a DOCTYPE without declarations, so that all positions in the text stay the same.
///
/// # Errors
/// If the DOCTYPE declares something, because that could change everything that follows.
pub(super) fn without_doctype(text: &str) -> Result<String, String> {
    let Some(begin) = find(text) else { return Ok(text.to_owned()) };
    let rest = text.get(begin..).unwrap_or_default();
    let mut quote: Option<char> = None;
    for (at, letter) in rest.char_indices() {
        match (quote, letter) {
            (Some(open), _) if open == letter => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, '[') if !declares_nothing(rest.get(at + 1..).unwrap_or_default()) => {
                return Err("This file declares something in its DOCTYPE, which cannot be read.".to_owned());
            }
            (None, '>') => {
                let blank = |letter: char| {
                    if letter == '\n' { "\n".to_owned() } else { " ".repeat(letter.len_utf8()) }
                };
                let blanks: String = rest.get(..=at).unwrap_or_default().chars().map(blank).collect();
                let (before, after) = (text.get(..begin), rest.get(at + 1..));
                return Ok(format!("{}{blanks}{}", before.unwrap_or_default(), after.unwrap_or_default()));
            }
            (None, _) => {}
        }
    }
    Ok(text.to_owned())
}

/// Returns `true` if a list of declarations is empty.
fn declares_nothing(list: &str) -> bool {
    list.trim_start().starts_with(']')
}

/// Returns the position of the DOCTYPE, which is before the first element.
fn find(text: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = text.get(at..)?;
        let blanks = rest.len() - rest.trim_start().len();
        let rest = rest.trim_start();
        at += blanks;
        let end = match rest {
            _ if rest.starts_with("<!DOCTYPE") => return Some(at),
            _ if rest.starts_with("<?") => "?>",
            _ if rest.starts_with("<!--") => "-->",
            _ => return None,
        };
        at += rest.find(end)? + end.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doctype_without_declarations_is_blanked_out() {
        let text =
            "<?xml version=\"1.0\"?>\n<!-- a > b -->\n<!DOCTYPE map SYSTEM\n \"http://a/>.dtd\">\n<map/>";
        let blank = without_doctype(text).unwrap();
        assert_eq!(blank.len(), text.len());
        assert!(!blank.contains("DOCTYPE") && blank.ends_with("\n<map/>") && blank.lines().count() == 5);
        assert!(without_doctype("<!DOCTYPE map [ ]><map/>").unwrap().ends_with(" <map/>"));
        assert_eq!(without_doctype("<map>&lt;!DOCTYPE</map>").unwrap(), "<map>&lt;!DOCTYPE</map>");
        assert!(without_doctype("<!DOCTYPE map [<!ENTITY a \"b\">]><map/>").is_err());
    }
}
