//! Pictures of rooms merged cell by cell: what changed in the source is taken over, what was changed here stays.

use crate::base::counted;

/// A picture into which two others went.
pub(super) struct MergedPicture {
    pub picture: Vec<String>,
    /// What the next import compares with: the source, but as it was before where there is a conflict, so that it is not forgotten.
    pub base: Vec<String>,
    pub conflict: Option<Conflict>,
}

/// What changed on both sides.
pub(super) enum Conflict {
    /// So many cells.
    Cells(usize),
    /// All of it, for the pictures are not of one size.
    Sizes { here: (usize, usize), before: (usize, usize), theirs: (usize, usize) },
}

impl Conflict {
    /// In words, of the room of this name.
    pub fn words(&self, name: &str) -> String {
        let cells = |(width, height): (usize, usize)| format!("{width} × {height} cells");
        match self {
            Self::Cells(count) => {
                let verb = if *count == 1 { "stays" } else { "stay" };
                let count = counted(*count, "cell");
                format!("{count} of \"{name}\" changed both here and in the source, and {verb} as here")
            }
            Self::Sizes { here, before, theirs } if theirs == before => format!(
                "The source of \"{name}\", of {}, changed, while the room here was redrawn and stays at {}",
                cells(*theirs),
                cells(*here)
            ),
            Self::Sizes { here, theirs, .. } => format!(
                "The source of \"{name}\" now has {}, while the room here was redrawn and stays at {}",
                cells(*theirs),
                cells(*here)
            ),
        }
    }
}

/// What is here, with what changed in the source since it was as before.
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
        let conflict = Conflict::Sizes { here: here_size, before: before_size, theirs: theirs_size };
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
    MergedPicture { picture, base, conflict: (conflicts > 0).then_some(Conflict::Cells(conflicts)) }
}

/// In how many cells two pictures differ.
pub(super) fn differing(one: &[String], other: &[String]) -> usize {
    let rows = one.len().max(other.len());
    let row = |picture: &[String], y: usize| picture.get(y).map_or(Vec::new(), |row| row.chars().collect());
    let count = |y: usize| {
        let (one, other) = (row(one, y), row(other, y));
        (0..one.len().max(other.len())).filter(|x| one.get(*x) != other.get(*x)).count()
    };
    (0..rows).map(count).sum()
}
