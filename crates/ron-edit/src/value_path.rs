//! Paths to parts of an authored value: `rules[3].lhs.nodes[2]`, `alphabet.nodes["Hollow"].form.radius`.
//!
//! A [`PathRef`] is extended at no cost while a value is walked; a diagnostic stores a [`ValuePath`].
//! Both are printed only for people: code reads the parts.

use std::fmt::{self, Display};

/// One part of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PathPart<K = String> {
    /// A field of a record.
    Field(&'static str),
    /// An item of a list, counted from 0, or an entry of a map by the number that is its key.
    Index(usize),
    /// An entry of a map by the text that is its key.
    Key(K),
    /// An entry of a map by the character that is its key.
    Character(char),
}

impl<K: AsRef<str>> PathPart<K> {
    fn to_owned(&self) -> PathPart {
        match self {
            Self::Field(name) => PathPart::Field(name),
            Self::Index(index) => PathPart::Index(*index),
            Self::Key(key) => PathPart::Key(key.as_ref().to_owned()),
            Self::Character(character) => PathPart::Character(*character),
        }
    }
}

impl<K: AsRef<str>> Display for PathPart<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(name) => f.write_str(name),
            Self::Index(index) => write!(f, "[{index}]"),
            Self::Key(key) => {
                write!(f, "[\"{}\"]", key.as_ref().replace('\\', "\\\\").replace('"', "\\\""))
            }
            Self::Character(character) => write!(f, "[{character:?}]"),
        }
    }
}

/// A path from a whole value to one of its parts; if empty, the value itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValuePath(Vec<PathPart>);

impl ValuePath {
    /// Returns the parts, the outermost first.
    pub fn parts(&self) -> &[PathPart] {
        &self.0
    }

    /// Extends the path by a part.
    #[must_use]
    pub fn with(mut self, part: PathPart) -> Self {
        self.0.push(part);
        self
    }

    /// Returns `true` if it leads to the whole value.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns `true` if it ends with these parts.
    pub fn ends_with(&self, parts: &[PathPart<&'static str>]) -> bool {
        let last = self.0.iter().rev();
        self.0.len() >= parts.len() && last.zip(parts.iter().rev()).all(|(part, end)| *part == end.to_owned())
    }

    /// Returns the keys of the entries through which it leads.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|part| match part {
            PathPart::Key(key) => Some(key.as_str()),
            PathPart::Field(_) | PathPart::Index(_) | PathPart::Character(_) => None,
        })
    }
}

impl Display for ValuePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, part) in self.0.iter().enumerate() {
            if position > 0 && matches!(part, PathPart::Field(_)) {
                f.write_str(".")?;
            }
            part.fmt(f)?;
        }
        Ok(())
    }
}

impl From<&'static str> for ValuePath {
    /// Returns the path to a field of the whole value.
    fn from(field: &'static str) -> Self {
        Self::from([field])
    }
}

impl<const COUNT: usize> From<[&'static str; COUNT]> for ValuePath {
    /// Returns the path to a field of a field of … the whole value.
    fn from(fields: [&'static str; COUNT]) -> Self {
        Self(fields.into_iter().map(|name| PathPart::Field(one_name(name))).collect())
    }
}

impl From<(PathRef<'_>, &[PathPart<&'static str>])> for ValuePath {
    /// Extends a path by these parts.
    fn from((above, parts): (PathRef<'_>, &[PathPart<&'static str>])) -> Self {
        let mut path = Self::from(above);
        path.0.extend(parts.iter().map(PathPart::to_owned));
        path
    }
}

impl From<PathRef<'_>> for ValuePath {
    fn from(path: PathRef<'_>) -> Self {
        let mut parts = Vec::new();
        path.push_to(&mut parts);
        Self(parts)
    }
}

impl From<&Self> for ValuePath {
    fn from(path: &Self) -> Self {
        path.clone()
    }
}

/// A path while a value is walked: it borrows the one that it extends.
#[derive(Clone, Copy, Debug)]
pub struct PathRef<'a> {
    above: ParentPath<'a>,
    last: [Option<PathPart<&'a str>>; 2],
}

#[derive(Clone, Copy, Debug)]
enum ParentPath<'a> {
    Path(&'a [PathPart]),
    Ref(&'a PathRef<'a>),
}

impl<'a> PathRef<'a> {
    /// The path to the whole value.
    pub const ROOT: Self = Self { above: ParentPath::Path(&[]), last: [None; 2] };

    /// Extends the path to a field.
    pub fn field<'b>(&'b self, name: &'static str) -> PathRef<'b> {
        self.on([Some(PathPart::Field(one_name(name))), None])
    }

    /// Extends the path to an item of a list, or to the entry of a map whose key is a number.
    pub fn index<'b>(&'b self, index: usize) -> PathRef<'b> {
        self.on([Some(PathPart::Index(index)), None])
    }

    /// Extends the path to an item or numbered entry of the list or map in this field.
    pub fn item<'b>(&'b self, field: &'static str, index: usize) -> PathRef<'b> {
        self.on([Some(PathPart::Field(one_name(field))), Some(PathPart::Index(index))])
    }

    /// Extends the path to an entry of the map in this field.
    pub fn entry<'b>(&'b self, field: &'static str, key: &'b str) -> PathRef<'b> {
        self.on([Some(PathPart::Field(one_name(field))), Some(PathPart::Key(key))])
    }

    /// Extends the path to an entry of the map in this field that has characters as keys.
    pub fn character<'b>(&'b self, field: &'static str, key: char) -> PathRef<'b> {
        self.on([Some(PathPart::Field(one_name(field))), Some(PathPart::Character(key))])
    }

    fn on<'b>(&'b self, last: [Option<PathPart<&'b str>>; 2]) -> PathRef<'b> {
        PathRef { above: ParentPath::Ref(self), last }
    }

    fn push_to(&self, parts: &mut Vec<PathPart>) {
        match self.above {
            ParentPath::Path(path) => parts.extend_from_slice(path),
            ParentPath::Ref(above) => above.push_to(parts),
        }
        parts.extend(self.last.iter().flatten().map(PathPart::to_owned));
    }
}

impl<'a> From<&'a ValuePath> for PathRef<'a> {
    fn from(path: &'a ValuePath) -> Self {
        Self { above: ParentPath::Path(&path.0), last: [None; 2] }
    }
}

/// Checks that this is one name. A whole path would be one field of an odd name, which leads nowhere.
fn one_name(field: &'static str) -> &'static str {
    debug_assert!(!field.contains(['.', '[', '"']), "{field} is no name of a field");
    field
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_printed_as_they_are_written_in_code() {
        let root = PathRef::ROOT;
        let symbols = root.field("alphabet");
        let symbol = symbols.entry("nodes", "say \"x\\].\"");
        let cave = symbol.field("form");
        let path = ValuePath::from(cave.field("radius"));
        assert_eq!(path.to_string(), r#"alphabet.nodes["say \"x\\].\""].form.radius"#);
        assert_eq!(path.keys().collect::<Vec<_>>(), ["say \"x\\].\""]);
        let block = root.item("recipe", 2);
        let block = ValuePath::from(block.index(1));
        assert_eq!(
            ValuePath::from(PathRef::from(&block).item("steps", 0)).to_string(),
            "recipe[2][1].steps[0]"
        );
        assert_eq!(ValuePath::from(root.character("legend", '\'')).to_string(), r"legend['\'']");
        assert_eq!(ValuePath::from(["start", "width"]).to_string(), "start.width");
        assert_eq!(ValuePath::from(root), ValuePath::default());
    }
}
