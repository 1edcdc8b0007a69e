//! The two grids of a level in files: tiles as rows of characters, owners as runs.

/// Tiles: a string for each row.
pub(crate) mod rows {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::grid::{Grid, Size};
    use crate::shared_grid::SharedGrid;

    pub fn serialize<S: Serializer>(tiles: &Grid<char>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(tiles.rows().map(|row| row.iter().collect::<String>()))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SharedGrid<char>, D::Error> {
        let rows = Vec::<String>::deserialize(deserializer)?;
        let width = rows.first().map_or(0, |row| row.chars().count());
        let size = Size::new(width as u32, rows.len() as u32);
        match rows.iter().position(|row| row.chars().count() != width) {
            Some(odd) => {
                Err(D::Error::custom(format!("row {odd} of the tiles is not as long as the first, {width}")))
            }
            None => {
                let grid = Grid::from_values(size, rows.iter().flat_map(|row| row.chars()).collect());
                Ok(grid.expect("all rows have the same length").into())
            }
        }
    }
}

/// Owners: a list of `[owner, run]` for each row.
pub(crate) mod runs {
    /// A file that can be read has no more bytes, and each of its tiles is a byte or more: owners of more
    /// cells belong to no level. A run of a few bytes can say any number, so this is asked before there is
    /// memory for the cells.
    const MOST_CELLS: u64 = 1 << 25;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::grid::{Grid, Size};
    use crate::ids::Owner;
    use crate::shared_grid::SharedGrid;

    pub fn serialize<S: Serializer>(owners: &Grid<Owner>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(
            owners.rows().map(|row| {
                row.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u32)).collect::<Vec<_>>()
            }),
        )
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SharedGrid<Owner>, D::Error> {
        let rows = Vec::<Vec<(Owner, u32)>>::deserialize(deserializer)?;
        let width_of = |row: &[(Owner, u32)]| row.iter().map(|(_, run)| u64::from(*run)).sum::<u64>();
        let width = rows.first().map_or(0, |row| width_of(row));
        if let Some(odd) = rows.iter().position(|row| width_of(row) != width) {
            return Err(D::Error::custom(format!(
                "row {odd} of the owners is not as long as the first, {width}"
            )));
        }
        if width.saturating_mul(rows.len() as u64) > MOST_CELLS {
            return Err(D::Error::custom(format!("the owners have over {MOST_CELLS} cells")));
        }
        let mut values = Vec::with_capacity(width as usize * rows.len());
        for &(owner, run) in rows.iter().flatten() {
            values.extend(std::iter::repeat_n(owner, run as usize));
        }
        let grid = Grid::from_values(Size::new(width as u32, rows.len() as u32), values);
        Ok(grid.expect("all rows have the same length").into())
    }
}

#[cfg(test)]
mod tests {
    use super::runs;

    fn read(text: &str) -> Result<(u32, u32), String> {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let owners = runs::deserialize(&mut deserializer).map_err(|error| error.to_string())?;
        Ok((owners.size().width, owners.size().height))
    }

    #[test]
    fn owners_of_more_cells_than_a_file_has_bytes_are_refused_before_they_take_memory() {
        assert_eq!(read("[[[0, 3], [1, 2]], [[0, 5]]]"), Ok((5, 2)));
        for text in ["[[[0, 4294967295]]]", "[[[0, 33554433]]]", "[[[1, 17000000]], [[1, 17000000]]]"] {
            assert!(read(text).is_err_and(|error| error.contains("over 33554432 cells")), "{text}");
        }
        let many = vec!["[0, 4294967295]"; 1000].join(", ");
        assert!(read(&format!("[[{many}]]")).is_err());
    }
}
