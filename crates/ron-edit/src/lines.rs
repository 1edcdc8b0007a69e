//! Lines of texts: they end with a line feed, a carriage return, or both in this order.

/// Returns the length of the line end with which a text begins, in bytes; `None` if it begins with something
/// else.
pub fn end_of_line(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [b'\r', b'\n', ..] => Some(2),
        [b'\r' | b'\n', ..] => Some(1),
        _ => None,
    }
}

/// Returns the lines of a text without their ends. After the last end there is one more, which may be empty.
pub fn lines_of(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let here = rest?;
        let Some(at) = here.find(['\r', '\n']) else {
            return rest.take();
        };
        let (line, end) = here.split_at(at);
        rest = end.get(end_of_line(end).unwrap_or(1)..);
        Some(line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_any_line_end() {
        let lines: Vec<&str> = lines_of("a\nb\r\n\rc\n\r").collect();
        assert_eq!(lines, ["a", "b", "", "c", "", ""]);
        assert_eq!(lines_of("").collect::<Vec<_>>(), [""]);
    }
}
