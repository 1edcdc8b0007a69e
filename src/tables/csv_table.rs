//! Tables as comma-separated values. A missing value is an empty field.

use std::io::{self, Write};

use csv::Writer;

use super::{TableColumn, TableValue};

/// A table as CSV.
pub struct CsvRows<W: Write> {
    writer: Writer<W>,
    columns: usize,
}

impl<W: Write> CsvRows<W> {
    pub(super) fn new(columns: &[TableColumn], out: W) -> io::Result<Self> {
        let mut writer = Writer::from_writer(out);
        writer.write_record(columns.iter().map(|column| column.name.as_str()))?;
        Ok(Self { writer, columns: columns.len() })
    }

    pub(super) fn add(&mut self, row: &[TableValue]) -> io::Result<()> {
        let padding = std::iter::repeat(&TableValue::Missing);
        Ok(self.writer.write_record(row.iter().chain(padding).take(self.columns).map(text))?)
    }

    pub(super) fn finish(self) -> io::Result<W> {
        self.writer.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}

fn text(value: &TableValue) -> String {
    match value {
        TableValue::Missing => String::new(),
        TableValue::Unsigned(number) => number.to_string(),
        TableValue::Whole(number) => number.to_string(),
        TableValue::Real(number) => number.to_string(),
        TableValue::Text(text) => text.clone(),
    }
}
