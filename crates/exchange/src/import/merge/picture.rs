//! Merges pictures of rooms cell by cell: changes in the source are taken over, and local changes stay.

use crate::base::counted;

/// The result of a three-way merge.
pub(super) struct MergedPicture {
    pub picture: Vec<String>,
    /// Picture to compare with at the next import: the source's, except for cells in conflict, which keep the
    /// previous one. A conflict is therefore reported again.
    pub base: Vec<String>,
    pub conflict: Option<PictureConflict>,
}

/// A change on both sides.
pub(super) enum PictureConflict {
    /// Number of cells that changed on both sides.
    Cells(usize),
    /// The sizes of the pictures differ.
    Sizes { here: (usize, usize), before: (usize, usize), theirs: (usize, usize) },
}

impl PictureConflict {
    /// Describes the conflict of the named room in words.
    pub fn words(&self, name: &str) -> String {
        let cells = |(width, height): (usize, usize)| format!("{width} × {height} cells");
        match self {
            Self::Cells(count) => {
                let verb = if *count == 1 { "stays" } else { "stay" };
                let count = counted(*count, "cell");
                format!("{count} of \"{name}\" changed both here and in the source, and {verb} as here")
            }
            Self::Sizes { here, before, theirs } if theirs == before => format!(
                "The source of \"{name}\", of {}, changed, but the room was redrawn here and stays at {}",
                cells(*theirs),
                cells(*here)
            ),
            Self::Sizes { here, theirs, .. } => format!(
                "The source of \"{name}\" now has {}, but the room was redrawn here and stays at {}",
                cells(*theirs),
                cells(*here)
            ),
        }
    }
}

/// Merges the local picture with the changes in the source since the last import.
pub(super) fn merged(here: &[String], before: &[String], theirs: &[String]) -> MergedPicture {
    let take = |picture: &[String]| MergedPicture {
        picture: picture.to_vec(),
        base: theirs.to_vec(),
        conflict: None,
    };
    if here == before {
        return take(theirs);
    }
    if theirs == before || theirs == here {
        return take(here);
    }
    let widths = |picture: &[String]| picture.iter().map(|row| row.chars().count()).collect::<Vec<_>>();
    let (of_here, of_before, of_theirs) = (widths(here), widths(before), widths(theirs));
    if of_here != of_before || of_theirs != of_before {
        let size = |widths: &[usize]| (widths.iter().copied().max().unwrap_or(0), widths.len());
        let (here_size, before_size, theirs_size) = (size(&of_here), size(&of_before), size(&of_theirs));
        let conflict = PictureConflict::Sizes { here: here_size, before: before_size, theirs: theirs_size };
        return MergedPicture { picture: here.to_vec(), base: before.to_vec(), conflict: Some(conflict) };
    }
    let mut conflicts = 0;
    let (mut picture, mut base) = (Vec::new(), Vec::new());
    for ((here, before), theirs) in here.iter().zip(before).zip(theirs) {
        let cells = here.chars().zip(before.chars()).zip(theirs.chars());
        let cells = cells.map(|((here, before), theirs)| {
            let is_conflict = here != before && theirs != before && theirs != here;
            conflicts += usize::from(is_conflict);
            (if here == before { theirs } else { here }, if is_conflict { before } else { theirs })
        });
        let (row, row_before): (String, String) = cells.unzip();
        picture.push(row);
        base.push(row_before);
    }
    MergedPicture { picture, base, conflict: (conflicts > 0).then_some(PictureConflict::Cells(conflicts)) }
}

/// Returns the number of cells in which two pictures differ.
pub(super) fn differing(one: &[String], other: &[String]) -> usize {
    let rows = one.len().max(other.len());
    let row = |picture: &[String], y: usize| picture.get(y).map_or(Vec::new(), |row| row.chars().collect());
    let count = |y: usize| {
        let (one, other) = (row(one, y), row(other, y));
        (0..one.len().max(other.len())).filter(|x| one.get(*x) != other.get(*x)).count()
    };
    (0..rows).map(count).sum()
}
