//! Reads the Markdown of pages, for displays that cannot show Markdown.
//!
//! Input: a text of a page. Output: its paragraphs, list items and pictures, with their code and links.
//! It knows only the notation that pages have. Everything else is plain text.

/// A block of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarkupBlock {
    /// A paragraph.
    Paragraph(Vec<MarkupSpan>),
    /// An item of a list.
    Item(Vec<MarkupSpan>),
    /// Lines of code or of a picture.
    Lines(String),
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkupSpan {
    /// The text.
    pub text: String,
    /// `true` for text as files or commands have it.
    pub is_code: bool,
    /// The target of a link.
    pub target: Option<String>,
}

/// Returns the blocks of a text.
pub fn blocks_of(text: &str) -> Vec<MarkupBlock> {
    let mut blocks = Vec::new();
    let mut paragraph: Vec<&str> = Vec::new();
    let mut lines = text.lines();
    loop {
        let line = lines.next();
        let is_plain = |line: &&str| !line.is_empty() && !line.starts_with("```") && !line.starts_with("- ");
        if let Some(plain) = line.filter(is_plain) {
            paragraph.push(plain);
            continue;
        }
        if !paragraph.is_empty() {
            blocks.push(MarkupBlock::Paragraph(spans_of(&paragraph.join(" "))));
            paragraph.clear();
        }
        let Some(line) = line else { return blocks };
        if let Some(item) = line.strip_prefix("- ") {
            blocks.push(MarkupBlock::Item(spans_of(item)));
        } else if line.starts_with("```") {
            let inner: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            blocks.push(MarkupBlock::Lines(inner.join("\n")));
        }
    }
}

/// Returns the pieces of a line.
pub fn spans_of(line: &str) -> Vec<MarkupSpan> {
    let mut spans = Vec::new();
    add_spans(line, None, &mut spans);
    spans
}

/// Returns a line without its notation.
pub(super) fn plain_text(line: &str) -> String {
    spans_of(line).into_iter().map(|span| span.text).collect()
}

fn add_spans(line: &str, target: Option<&str>, spans: &mut Vec<MarkupSpan>) {
    let mut add = |text: &str, is_code, target: Option<&str>| {
        if !text.is_empty() {
            spans.push(MarkupSpan { text: text.to_owned(), is_code, target: target.map(str::to_owned) });
        }
    };
    let (mut rest, mut from) = (line, 0);
    while let Some(at) = rest.get(from..).and_then(|tail| tail.find(['`', '['])) {
        let (before, here) = rest.split_at(from + at);
        let length = if let Some((code, length)) = code_at(here) {
            add(before, false, target);
            add(code, true, target);
            length
        } else if let Some((label, to, length)) = link_at(here) {
            add(before, false, target);
            let (label, is_code) = code_at(label).map_or((label, false), |(code, _)| (code, true));
            add(label, is_code, Some(to));
            length
        } else {
            from += at + 1;
            continue;
        };
        (rest, from) = (here.get(length..).unwrap_or_default(), 0);
    }
    add(rest, false, target);
}

/// Returns the code at the start of a text, and the length of its notation.
fn code_at(text: &str) -> Option<(&str, usize)> {
    let marks = text.len() - text.trim_start_matches('`').len();
    let inner = text.get(marks..).filter(|_| marks > 0)?;
    let end = inner.find(text.get(..marks)?)?;
    let code = inner.get(..end)?;
    Some((if marks > 1 { code.trim() } else { code }, 2 * marks + end))
}

/// Returns label and target of the link at the start of a text, and the length of its notation.
fn link_at(text: &str) -> Option<(&str, &str, usize)> {
    let (label, rest) = text.strip_prefix('[')?.split_once("](")?;
    let (target, _) = rest.split_once(')')?;
    // An outer bracket is text: "[column, [row](#row)]".
    (!label.contains('[')).then_some((label, target, label.len() + target.len() + "[]()".len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str) -> String {
        let piece = |span: MarkupSpan| {
            let text = if span.is_code { format!("<{}>", span.text) } else { span.text };
            span.target.map_or(text.clone(), |target| format!("{{{text} to {target}}}"))
        };
        spans_of(line).into_iter().map(piece).collect()
    }

    #[test]
    fn code_and_links_are_found_in_a_line() {
        assert_eq!(shown("write `a: 1`, or ``a `b` c``"), "write <a: 1>, or <a `b` c>");
        assert_eq!(shown("list of [node symbol](#node-symbol)"), "list of {node symbol to #node-symbol}");
        assert_eq!(shown("[`Hall(…)`](#form-hall) or none"), "{<Hall(…)> to #form-hall} or none");
        assert_eq!(shown("`Socket(`[entry](#entry)`)`"), "<Socket(>{entry to #entry}<)>");
    }

    #[test]
    fn brackets_and_marks_without_a_partner_are_text() {
        assert_eq!(shown("[0, [site](#site)]"), "[0, {site to #site}]");
        assert_eq!(shown("[ and ` and ]("), "[ and ` and ](");
        assert_eq!(shown(""), "");
    }

    #[test]
    fn text_is_split_into_blocks() {
        let text = "One line\nand another.\n\n- first\n- `second`\n\n```text\n #.\n\n..\n```\nThe end.";
        let plain = |text: &str| spans_of(text);
        let expected = [
            MarkupBlock::Paragraph(plain("One line and another.")),
            MarkupBlock::Item(plain("first")),
            MarkupBlock::Item(plain("`second`")),
            MarkupBlock::Lines(" #.\n\n..".to_owned()),
            MarkupBlock::Paragraph(plain("The end.")),
        ];
        assert_eq!(blocks_of(text), expected);
        assert_eq!(blocks_of("```\nnever closed"), [MarkupBlock::Lines("never closed".to_owned())]);
    }
}
