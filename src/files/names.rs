//! Names of files relative to the folder of another file.

use std::path::{Component, Path, PathBuf};

/// Returns the name of a file relative to a folder if possible, with `/` on every system.
pub fn name_from_folder(path: &Path, folder: Option<&Path>) -> String {
    // The current folder of the process is the only thing requested from the system.
    let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let path = whole(path);
    let folder = folder
        .map(|folder| if folder.as_os_str().is_empty() { whole(Path::new(".")) } else { whole(folder) });
    match folder.and_then(|folder| relative_to(&path, &folder)) {
        Some(relative) => {
            let parts: Vec<_> =
                relative.components().map(|part| part.as_os_str().to_string_lossy()).collect();
            parts.join("/")
        }
        None => path.display().to_string(),
    }
}

/// Returns the path from a folder to a file, if both have the same root.
fn relative_to(path: &Path, folder: &Path) -> Option<PathBuf> {
    let (path, folder) = (plain_parts(path), plain_parts(folder));
    let shared = path.iter().zip(&folder).take_while(|(a, b)| a == b).count();
    if shared == 0 {
        return None;
    }
    let up = folder.iter().skip(shared).map(|_| Component::ParentDir);
    Some(up.chain(path.iter().skip(shared).copied()).collect())
}

/// Returns the parts of a path with each `..` resolved.
fn plain_parts(path: &Path) -> Vec<Component<'_>> {
    let mut parts = Vec::new();
    for part in path.components() {
        if part == Component::ParentDir && matches!(parts.last(), Some(Component::Normal(_))) {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_from_a_folder() {
        let name = |path: &str, folder: &str| name_from_folder(Path::new(path), Some(Path::new(folder)));
        assert_eq!(name("/a/rooms/keep.ron", "/a/grammars"), "../rooms/keep.ron");
        assert_eq!(name("/a/keep.ron", "/a"), "keep.ron");
        assert_eq!(name("/a/grammars/../rooms/keep.ron", "/a/b/c"), "../../rooms/keep.ron");
        assert_eq!(name("rooms/keep.ron", ""), "rooms/keep.ron");
        assert_eq!(name_from_folder(Path::new("/a/keep.ron"), None), "/a/keep.ron");
    }
}
