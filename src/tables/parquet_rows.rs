//! Reads the rows of a Parquet table that this program has written, one row group after the other.

use std::io;

use parquet::column::reader::ColumnReader;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::reader::{ChunkReader, FileReader, SerializedFileReader};

use super::parquet_table::{failed, schema_of};
use super::{ColumnKind, TableColumn, TableValue};

/// Calls `take` with each row of a table, in order. The table must have exactly these columns.
///
/// # Errors
/// If it cannot be read, has other columns, or `take` fails.
pub fn each_parquet_row<R: ChunkReader + 'static>(
    source: R,
    columns: &[TableColumn],
    mut take: impl FnMut(&[TableValue]) -> io::Result<()>,
) -> io::Result<()> {
    let file = SerializedFileReader::new(source).map_err(failed)?;
    let schema = schema_of(columns).map_err(failed)?;
    if file.metadata().file_metadata().schema().get_fields() != schema.get_fields() {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "this table has other columns"));
    }
    for number in 0..file.num_row_groups() {
        let group = file.get_row_group(number).map_err(failed)?;
        let count = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        let mut values = Vec::with_capacity(columns.len());
        for (position, column) in columns.iter().enumerate() {
            let reader = group.get_column_reader(position).map_err(failed)?;
            values.push(read_column(reader, column.kind, count).map_err(failed)?.into_iter());
        }
        for _ in 0..count {
            let row: Vec<TableValue> =
                values.iter_mut().map(|column| column.next().unwrap_or(TableValue::Missing)).collect();
            take(&row)?;
        }
    }
    Ok(())
}

/// Reads all values of a column of a row group.
fn read_column(
    reader: ColumnReader,
    kind: ColumnKind,
    count: usize,
) -> Result<Vec<TableValue>, ParquetError> {
    let mut levels = Vec::with_capacity(count);
    Ok(match reader {
        ColumnReader::Int64ColumnReader(mut reader) => {
            let mut values: Vec<i64> = Vec::with_capacity(count);
            reader.read_records(count, Some(&mut levels), None, &mut values)?;
            let value = |number: i64| match kind {
                // Unsigned numbers are stored by their bits.
                ColumnKind::Unsigned => TableValue::Unsigned(number.cast_unsigned()),
                _ => TableValue::Whole(number),
            };
            with_missing(&levels, values.into_iter().map(value))
        }
        ColumnReader::DoubleColumnReader(mut reader) => {
            let mut values: Vec<f64> = Vec::with_capacity(count);
            reader.read_records(count, Some(&mut levels), None, &mut values)?;
            with_missing(&levels, values.into_iter().map(TableValue::Real))
        }
        ColumnReader::ByteArrayColumnReader(mut reader) => {
            let mut values: Vec<ByteArray> = Vec::with_capacity(count);
            reader.read_records(count, Some(&mut levels), None, &mut values)?;
            let texts: Result<Vec<String>, _> =
                values.iter().map(|value| value.as_utf8().map(str::to_owned)).collect();
            with_missing(&levels, texts?.into_iter().map(TableValue::Text))
        }
        _ => return Err(ParquetError::General("a column has a type that no table has".to_owned())),
    })
}

/// Puts a missing value wherever the level is 0.
fn with_missing(levels: &[i16], mut values: impl Iterator<Item = TableValue>) -> Vec<TableValue> {
    let value = |level: &i16| if *level == 0 { None } else { values.next() };
    levels.iter().map(value).map(|value| value.unwrap_or(TableValue::Missing)).collect()
}
