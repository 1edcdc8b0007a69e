//! Tables of values, one row after the other: CSV, JSON Lines and Parquet.
//!
//! In: columns, then rows. Out: bytes, written as the rows arrive; only Parquet holds back some thousand rows.
//! Guaranteed: equal rows give equal bytes. Columns and their kinds are decided before the first row, so that every
//! table of one grammar has the same columns.
//! `level_table` has the columns of levels: seed, failure, metrics, and how often each part of a grammar was used.

mod csv_table;
mod json_lines;
mod level_table;
mod parquet_rows;
mod parquet_table;
mod run_manifest;

use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use csv_table::CsvRows;
use json_lines::JsonLinesTable;
use parquet_table::ParquetTable;

pub use level_table::{LevelColumns, LevelRow};
pub use parquet_rows::each_parquet_row;
pub use run_manifest::{RunManifest, RunParts};

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableColumn {
    /// The name, unique in its table.
    pub name: String,
    /// The kind of its values.
    pub kind: ColumnKind,
}

/// The kind of the values of a column. Each value may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColumnKind {
    /// Whole numbers of 64 bits from 0 on, for example seeds.
    Unsigned,
    /// Whole numbers of 64 bits.
    Whole,
    /// Floating-point numbers of 64 bits.
    Real,
    /// Texts.
    Text,
}

/// A value of a table.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the variants are the kinds of columns")]
pub enum TableValue {
    /// The value is missing.
    Missing,
    Unsigned(u64),
    Whole(i64),
    Real(f64),
    Text(String),
}

/// The format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TableFormat {
    /// Comma-separated values with a header.
    Csv,
    /// One JSON object a line.
    JsonLines,
    /// Apache Parquet, compressed with Snappy.
    Parquet,
}

impl TableFormat {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Csv, Self::JsonLines, Self::Parquet];

    /// Returns the extension of its files.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::JsonLines => "jsonl",
            Self::Parquet => "parquet",
        }
    }

    /// Returns the bytes with which each table of these columns begins, if they end before its first row.
    ///
    /// # Errors
    /// None that is known: nothing is written to the disk.
    pub fn head(self, columns: &[TableColumn]) -> io::Result<Option<Vec<u8>>> {
        match self {
            Self::Csv | Self::JsonLines => TableWriter::new(self, columns, Vec::new())?.finish().map(Some),
            Self::Parquet => Ok(None),
        }
    }

    /// Returns the format of a file by its extension.
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        Self::ALL.into_iter().find(|format| format.extension().eq_ignore_ascii_case(extension))
    }
}

/// A table in the making.
pub enum TableWriter<W: Write + Send> {
    /// A table as CSV.
    Csv(CsvRows<W>),
    /// A table as JSON Lines.
    JsonLines(JsonLinesTable<W>),
    /// A table as Parquet.
    Parquet(ParquetTable<W>),
}

impl<W: Write + Send> TableWriter<W> {
    /// Begins a table.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn new(format: TableFormat, columns: &[TableColumn], out: W) -> io::Result<Self> {
        Ok(match format {
            TableFormat::Csv => Self::Csv(CsvRows::new(columns, out)?),
            TableFormat::JsonLines => Self::JsonLines(JsonLinesTable::new(columns, out)),
            TableFormat::Parquet => Self::Parquet(ParquetTable::new(columns, out)?),
        })
    }

    /// Adds a row. Values beyond the last column are left out, and those missing at the end are missing.
    ///
    /// # Errors
    /// If the table cannot be written to.
    pub fn add(&mut self, row: &[TableValue]) -> io::Result<()> {
        match self {
            Self::Csv(table) => table.add(row),
            Self::JsonLines(table) => table.add(row),
            Self::Parquet(table) => table.add(row),
        }
    }

    /// Ends the table and returns its output.
    ///
    /// # Errors
    /// If the table cannot be written to.
    pub fn finish(self) -> io::Result<W> {
        match self {
            Self::Csv(table) => table.finish(),
            Self::JsonLines(table) => Ok(table.finish()),
            Self::Parquet(table) => table.finish(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns() -> Vec<TableColumn> {
        let column = |name: &str, kind| TableColumn { name: name.to_owned(), kind };
        vec![
            column("seed", ColumnKind::Unsigned),
            column("code", ColumnKind::Text),
            column("rule:\"A, b\"", ColumnKind::Whole),
            column("share", ColumnKind::Real),
        ]
    }

    fn written(format: TableFormat) -> Vec<u8> {
        let mut table = TableWriter::new(format, &columns(), Vec::new()).unwrap();
        let text = |text: &str| TableValue::Text(text.to_owned());
        let rows = [
            vec![
                TableValue::Unsigned(u64::MAX),
                text("a,\"b\"\n"),
                TableValue::Whole(-3),
                TableValue::Real(0.1),
            ],
            vec![TableValue::Unsigned(2)],
            vec![TableValue::Unsigned(3), TableValue::Missing, TableValue::Whole(7), TableValue::Real(2.0)],
        ];
        rows.iter().for_each(|row| table.add(row).unwrap());
        table.finish().unwrap()
    }

    #[test]
    fn csv_quotes_what_needs_it() {
        let expected = "seed,code,\"rule:\"\"A, b\"\"\",share\n\
                        18446744073709551615,\"a,\"\"b\"\"\n\",-3,0.1\n2,,,\n3,,7,2\n";
        assert_eq!(String::from_utf8(written(TableFormat::Csv)).unwrap(), expected);
    }

    #[test]
    fn json_lines_keep_the_order_of_columns() {
        let expected = "{\"seed\":18446744073709551615,\"code\":\"a,\\\"b\\\"\\n\",\"rule:\\\"A, b\\\"\":-3,\"share\":0.1}\n\
                        {\"seed\":2,\"code\":null,\"rule:\\\"A, b\\\"\":null,\"share\":null}\n\
                        {\"seed\":3,\"code\":null,\"rule:\\\"A, b\\\"\":7,\"share\":2.0}\n";
        assert_eq!(String::from_utf8(written(TableFormat::JsonLines)).unwrap(), expected);
    }

    #[test]
    fn parquet_reads_as_it_was_written() {
        use parquet::file::reader::{FileReader, SerializedFileReader};
        use parquet::record::Field;
        let bytes = written(TableFormat::Parquet);
        assert_eq!(bytes, written(TableFormat::Parquet));
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&bytes).unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        let rows: Vec<Vec<Field>> = reader
            .get_row_iter(None)
            .unwrap()
            .map(|row| row.unwrap().get_column_iter().map(|(_, field)| field.clone()).collect())
            .collect();
        let expected = [
            vec![
                Field::ULong(u64::MAX),
                Field::Str("a,\"b\"\n".to_owned()),
                Field::Long(-3),
                Field::Double(0.1),
            ],
            vec![Field::ULong(2), Field::Null, Field::Null, Field::Null],
            vec![Field::ULong(3), Field::Null, Field::Long(7), Field::Double(2.0)],
        ];
        assert_eq!(rows, expected);
    }

    #[test]
    fn rows_of_parquet_written_again_are_the_same_bytes() {
        let bytes = written(TableFormat::Parquet);
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&bytes).unwrap();
        let mut table = TableWriter::new(TableFormat::Parquet, &columns(), Vec::new()).unwrap();
        each_parquet_row(file.try_clone().unwrap(), &columns(), |row| table.add(row)).unwrap();
        assert_eq!(table.finish().unwrap(), bytes);
        let other = [TableColumn { name: "seed".to_owned(), kind: ColumnKind::Whole }];
        assert!(each_parquet_row(file, &other, |_| Ok(())).is_err());
    }
}
