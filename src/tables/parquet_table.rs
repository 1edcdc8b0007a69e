//! Tables as Apache Parquet: typed columns, compressed with Snappy.
//!
//! Rows are held back until a row group is full. The size of a group depends on the number of columns only, so that
//! memory is bounded and the bytes of a table depend on its rows alone.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as PhysicalType};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;

use super::{ColumnKind, TableColumn, TableValue};

/// Number of values in a row group, about 20 MB.
const GROUP_VALUES: usize = 1 << 21;

/// Maximum number of rows in a row group.
const MOST_GROUP_ROWS: usize = 1 << 16;

/// A table as Parquet.
pub struct ParquetTable<W: Write + Send> {
    file: SerializedFileWriter<W>,
    columns: Vec<ColumnValues>,
    rows: usize,
}

/// The values of a column in the current row group.
struct ColumnValues {
    kind: ColumnKind,
    /// For each row 1 if it has a value, and 0 otherwise.
    levels: Vec<i16>,
    whole: Vec<i64>,
    real: Vec<f64>,
    text: Vec<ByteArray>,
}

impl<W: Write + Send> ParquetTable<W> {
    pub(super) fn new(columns: &[TableColumn], out: W) -> io::Result<Self> {
        let schema = schema_of(columns).map_err(failed);
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(concat!("delvewright ", env!("CARGO_PKG_VERSION")).to_owned())
            .build();
        let file = SerializedFileWriter::new(out, Arc::new(schema?), Arc::new(properties));
        let columns = columns.iter().map(|column| ColumnValues::new(column.kind)).collect();
        Ok(Self { file: file.map_err(failed)?, columns, rows: 0 })
    }

    pub(super) fn add(&mut self, row: &[TableValue]) -> io::Result<()> {
        let padding = std::iter::repeat(&TableValue::Missing);
        for (column, value) in self.columns.iter_mut().zip(row.iter().chain(padding)) {
            column.push(value);
        }
        self.rows += 1;
        let most = (GROUP_VALUES / self.columns.len().max(1)).clamp(1, MOST_GROUP_ROWS);
        if self.rows >= most { self.write_group().map_err(failed) } else { Ok(()) }
    }

    pub(super) fn finish(mut self) -> io::Result<W> {
        if self.rows > 0 {
            self.write_group().map_err(failed)?;
        }
        self.file.into_inner().map_err(failed)
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        let mut group = self.file.next_row_group()?;
        for column in &mut self.columns {
            let Some(mut writer) = group.next_column()? else { break };
            column.write(&mut writer)?;
            writer.close()?;
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }
}

impl ColumnValues {
    fn new(kind: ColumnKind) -> Self {
        Self { kind, levels: Vec::new(), whole: Vec::new(), real: Vec::new(), text: Vec::new() }
    }

    /// Adds a value. A value of another kind is missing.
    fn push(&mut self, value: &TableValue) {
        match (self.kind, value) {
            // Unsigned numbers are stored by their bits.
            (ColumnKind::Unsigned, TableValue::Unsigned(number)) => {
                self.whole.push(number.cast_signed());
            }
            (ColumnKind::Whole, TableValue::Whole(number)) => self.whole.push(*number),
            (ColumnKind::Real, TableValue::Real(number)) => self.real.push(*number),
            (ColumnKind::Text, TableValue::Text(text)) => self.text.push(text.as_str().into()),
            _ => {
                self.levels.push(0);
                return;
            }
        }
        self.levels.push(1);
    }

    /// Writes and forgets the values.
    fn write(&mut self, writer: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let levels = std::mem::take(&mut self.levels);
        let levels = Some(levels.as_slice());
        match self.kind {
            ColumnKind::Unsigned | ColumnKind::Whole => {
                writer.typed::<Int64Type>().write_batch(&std::mem::take(&mut self.whole), levels, None)?;
            }
            ColumnKind::Real => {
                writer.typed::<DoubleType>().write_batch(&std::mem::take(&mut self.real), levels, None)?;
            }
            ColumnKind::Text => {
                writer.typed::<ByteArrayType>().write_batch(&std::mem::take(&mut self.text), levels, None)?;
            }
        }
        Ok(())
    }
}

/// Returns the schema of a table.
pub(super) fn schema_of(columns: &[TableColumn]) -> Result<Type, ParquetError> {
    let fields: Result<Vec<_>, _> = columns.iter().map(|column| field(column).map(Arc::new)).collect();
    Type::group_type_builder("level").with_fields(fields?).build()
}

fn field(column: &TableColumn) -> Result<Type, ParquetError> {
    let (physical, logical) = match column.kind {
        ColumnKind::Unsigned => (PhysicalType::INT64, Some(LogicalType::integer(64, false))),
        ColumnKind::Whole => (PhysicalType::INT64, Some(LogicalType::integer(64, true))),
        ColumnKind::Real => (PhysicalType::DOUBLE, None),
        ColumnKind::Text => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
    };
    Type::primitive_type_builder(&column.name, physical)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(logical)
        .build()
}

pub(super) fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => error.downcast().map_or_else(io::Error::other, |error| *error),
        error => io::Error::other(error),
    }
}
