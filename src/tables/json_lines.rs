//! Tables as JSON Lines: one object a line, with the columns in their order. A missing value is `null`.

use std::io::{self, Write};

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{TableColumn, TableValue};
use crate::base::escaped_json;

/// A table as JSON Lines.
pub struct JsonLinesTable<W: Write> {
    out: W,
    names: Vec<String>,
}

impl<W: Write> JsonLinesTable<W> {
    pub(super) fn new(columns: &[TableColumn], out: W) -> Self {
        Self { out, names: columns.iter().map(|column| column.name.clone()).collect() }
    }

    pub(super) fn add(&mut self, row: &[TableValue]) -> io::Result<()> {
        let line = serde_json::to_string(&JsonRow { names: &self.names, values: row })?;
        self.out.write_all((escaped_json(line) + "\n").as_bytes())
    }

    pub(super) fn finish(self) -> W {
        self.out
    }
}

/// A row as an object.
struct JsonRow<'a> {
    names: &'a [String],
    values: &'a [TableValue],
}

impl Serialize for JsonRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(self.names.len()))?;
        let padding = std::iter::repeat(&TableValue::Missing);
        for (name, value) in self.names.iter().zip(self.values.iter().chain(padding)) {
            match value {
                TableValue::Missing => object.serialize_entry(name, &())?,
                TableValue::Unsigned(number) => object.serialize_entry(name, number)?,
                TableValue::Whole(number) => object.serialize_entry(name, number)?,
                TableValue::Real(number) => object.serialize_entry(name, number)?,
                TableValue::Text(text) => object.serialize_entry(name, text)?,
            }
        }
        object.end()
    }
}
