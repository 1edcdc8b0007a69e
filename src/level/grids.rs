//! How the two grids of a level are written: tiles as rows of characters, owners as runs.

/// Tiles: a string for each row.
pub(super) mod rows {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::base::{Grid, Size};

    pub fn serialize<S: Serializer>(tiles: &Grid<char>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(tiles.rows().map(|row| row.iter().collect::<String>()))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Grid<char>, D::Error> {
        let rows = Vec::<String>::deserialize(deserializer)?;
        let width = rows.first().map_or(0, |row| row.chars().count());
        let size = Size::new(width as u32, rows.len() as u32);
        match rows.iter().position(|row| row.chars().count() != width) {
            Some(odd) => {
                Err(D::Error::custom(format!("row {odd} of the tiles is not as long as the first, {width}")))
            }
            None => Ok(Grid::from_values(size, rows.iter().flat_map(|row| row.chars()).collect())
                .expect("all rows have the same length")),
        }
    }
}

/// Owners: a list of `[owner, run]` for each row.
pub(super) mod runs {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::base::{Grid, Size};

    pub fn serialize<S: Serializer>(owners: &Grid<i32>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(
            owners.rows().map(|row| {
                row.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u32)).collect::<Vec<_>>()
            }),
        )
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Grid<i32>, D::Error> {
        // Far beyond any level; keeps a damaged file from asking for the machine's memory: a few bytes can say any run.
        const MOST_CELLS: u64 = 1 << 26;
        let rows = Vec::<Vec<(i32, u32)>>::deserialize(deserializer)?;
        let width_of = |row: &[(i32, u32)]| row.iter().map(|(_, run)| u64::from(*run)).sum::<u64>();
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
        Ok(Grid::from_values(Size::new(width as u32, rows.len() as u32), values)
            .expect("all rows have the same length"))
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use crate::base::{Grid, Size};

    #[derive(Debug, Deserialize)]
    struct Owners(#[serde(deserialize_with = "super::runs::deserialize")] Grid<i32>);

    #[test]
    fn runs_that_ask_for_too_much_memory_are_refused() {
        let read = serde_json::from_str::<Owners>;
        let sound = read("[[[0, 2], [7, 1]], [[-1, 3]]]").expect("rows of three cells");
        assert_eq!((sound.0.size(), sound.0.values()), (Size::new(3, 2), [0, 0, 7, -1, -1, -1].as_slice()));
        for text in [
            "[[[0, 268435456]]]",
            "[[[0, 4294967295], [1, 4294967295]]]",
            "[[[0, 40000000]], [[0, 40000000]]]",
        ] {
            let message = read(text).expect_err(text).to_string();
            assert!(message.contains("cells"), "{message}");
        }
    }
}
