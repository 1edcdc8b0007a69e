//! Checks that the parts of a run are all there, each once, whole, and of this run.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::FileError;
use super::part_file::{FoundPart, RunId};
use crate::base::{Diagnostic, counted, listed};

/// The mistake of a part whose content does not fit its name.
pub const DAMAGED_PART: &str = "its content is not the one that was written under this name";

/// Maximum number of gaps of missing parts that a message lists.
const MOST_GAPS: usize = 20;

/// Returns a diagnostic for each mistake of the parts of a run, which has parts of these kinds from 0 to `count - 1`.
///
/// # Errors
/// If a part cannot be read.
pub fn check_parts(
    found: &[FoundPart],
    run: RunId,
    kinds: &[&str],
    count: u64,
) -> Result<Vec<Diagnostic>, FileError> {
    let mut mistakes = Vec::new();
    let mut first: BTreeMap<(u64, &str), &FoundPart> = BTreeMap::new();
    for part in found {
        let key = (part.name.number, part.name.kind.as_str());
        let mistake = if part.name.run != run {
            foreign(part, run)
        } else if let Some(other) = first.get(&key) {
            double(part, other)
        } else {
            first.insert(key, part);
            match part.is_whole()? {
                _ if part.name.number >= count => needless(part, count),
                true => continue,
                false => damaged(part),
            }
        };
        mistakes.push(mistake);
    }
    let is_missing = |number: &u64| kinds.iter().any(|kind| !first.contains_key(&(*number, *kind)));
    let missing = missing_gaps((0..count).filter(is_missing));
    mistakes.extend((!missing.is_empty()).then(|| missing_parts(&missing)));
    Ok(mistakes)
}

fn foreign(part: &FoundPart, run: RunId) -> Diagnostic {
    let message = format!("This part belongs to the run {}, not to {run}.", part.name.run);
    of_file(part, Diagnostic::error("foreign-part", message).hint("Move it away."))
}

fn double(part: &FoundPart, other: &FoundPart) -> Diagnostic {
    let message = format!("The part {} is also in {}.", part.name.number, other.path.display());
    of_file(part, Diagnostic::error("double-part", message).hint("Delete one of the two files."))
}

fn needless(part: &FoundPart, count: u64) -> Diagnostic {
    let (number, last) = (part.name.number, count.saturating_sub(1));
    let message =
        format!("The run has no part {number}: its parts are 0 to {last}. The file was probably renamed.");
    of_file(part, Diagnostic::error("foreign-part", message).hint("Move it away."))
}

fn damaged(part: &FoundPart) -> Diagnostic {
    let message = format!("This part is damaged: {DAMAGED_PART}.");
    let hint = "Copy it again, or run its shard again with --resume.";
    of_file(part, Diagnostic::error("torn-part", message).hint(hint))
}

fn of_file(part: &FoundPart, found: Diagnostic) -> Diagnostic {
    Diagnostic { file: Some(PathBuf::clone(&part.path)), ..found }
}

fn missing_parts(gaps: &[(u64, u64)]) -> Diagnostic {
    let words = |(first, last): &(u64, u64)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first} to {last}"),
    };
    let mut words: Vec<String> = gaps.iter().take(MOST_GAPS).map(words).collect();
    if let Some(more @ 1..) = gaps.len().checked_sub(MOST_GAPS) {
        words.push(counted(more, "more gap"));
    }
    let count: u64 = gaps.iter().map(|(first, last)| last - first + 1).sum();
    let verb = if count == 1 { "is" } else { "are" };
    let message = format!("{} {verb} missing: {}.", counted(count as usize, "part"), listed(&words, "and"));
    let hint = "Run each shard again with --resume, or copy its parts into the folder.";
    Diagnostic::error("missing-part", message).hint(hint)
}

/// Joins ascending numbers into gaps, each with its first and its last number.
fn missing_gaps(numbers: impl Iterator<Item = u64>) -> Vec<(u64, u64)> {
    let mut gaps: Vec<(u64, u64)> = Vec::new();
    for number in numbers {
        match gaps.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => gaps.push((number, number)),
        }
    }
    gaps
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;
    use std::path::Path;

    use super::*;
    use crate::files::{PartFile, PartName, parts_in};

    fn write(folder: &Path, run: &str, number: u64) {
        let name = PartName { run: RunId::of_text(run), number, kind: "csv".to_owned() };
        let mut part = PartFile::new(folder, name).unwrap();
        part.write_all(run.as_bytes()).unwrap();
        part.finish().unwrap();
    }

    fn codes(folder: &Path, count: u64) -> Vec<String> {
        let found = parts_in(folder).unwrap();
        let mistakes = check_parts(&found, RunId::of_text("mine"), &["csv"], count).unwrap();
        mistakes.iter().map(|found| format!("{} {}", found.code, found.message)).collect()
    }

    #[test]
    fn each_kind_of_mistake_has_its_message() {
        let folder = tempfile::tempdir().unwrap();
        (0..6).for_each(|number| write(folder.path(), "mine", number));
        assert_eq!(codes(folder.path(), 6), [""; 0]);
        assert_eq!(codes(folder.path(), 9), ["missing-part 3 parts are missing: 6 to 8."]);
        let parts = parts_in(folder.path()).unwrap();
        [1, 3].iter().for_each(|number| parts[*number].delete().unwrap());
        assert_eq!(codes(folder.path(), 6), ["missing-part 2 parts are missing: 1 and 3."]);
        [1, 3].iter().for_each(|number| write(folder.path(), "mine", *number));
        fs::write(&parts[4].path, "min").unwrap();
        assert!(codes(folder.path(), 6)[0].starts_with("torn-part "));
        fs::write(&parts[4].path, "mine").unwrap();
        assert_eq!(
            codes(folder.path(), 5),
            ["foreign-part The run has no part 5: its parts are 0 to 4. The file was probably renamed."]
        );
        write(folder.path(), "theirs", 2);
        assert!(codes(folder.path(), 6)[0].starts_with("foreign-part "), "{:?}", codes(folder.path(), 6));
    }

    #[test]
    fn a_part_in_two_folders_is_double() {
        let [one, other] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        [one.path(), other.path()].iter().for_each(|folder| write(folder, "mine", 0));
        let found: Vec<FoundPart> =
            [one.path(), other.path()].iter().flat_map(|folder| parts_in(folder).unwrap()).collect();
        let mistakes = check_parts(&found, RunId::of_text("mine"), &["csv"], 1).unwrap();
        assert_eq!(mistakes.iter().map(|found| found.code).collect::<Vec<_>>(), ["double-part"]);
    }
}
