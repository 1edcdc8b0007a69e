use std::fs;

use super::*;
use crate::export::ExportedFile;

fn exported(others: &[&str]) -> Exported {
    let file = |name: &str| ExportedFile { name: name.to_owned(), bytes: name.as_bytes().to_vec() };
    Exported { main: file("map.tmx"), others: others.iter().map(|name| file(name)).collect() }
}

#[test]
fn files_lie_beside_the_main_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.tmx");
    for _ in 0..2 {
        save_export(&path, &exported(&["map-tiles.tsx", "maps/1.png"])).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), "map.tmx");
    assert_eq!(fs::read_to_string(folder.path().join("maps/1.png")).unwrap(), "maps/1.png");
    let list = fs::read_to_string(folder.path().join("map.export.json")).unwrap();
    assert!(list.contains("\"maps/1.png\""), "{list}");
}

#[test]
fn export_writes_over_no_file_that_is_not_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let (path, other) = (folder.path().join("map.tmx"), folder.path().join("map-tiles.tsx"));
    fs::write(&other, "by hand").unwrap();
    let error = save_export(&path, &exported(&["map-tiles.tsx"])).unwrap_err();
    assert_eq!(error.code(), "not-exported");
    assert_eq!(fs::read_to_string(&other).unwrap(), "by hand");
    assert!(!path.exists());
}

#[test]
fn export_writes_over_no_list_that_is_not_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let (path, list) = (folder.path().join("map.tmx"), folder.path().join("map.export.json"));
    for foreign in ["{\"mine\": 1}", "{\"generator\": \"other 1\", \"files\": []}", ""] {
        fs::write(&list, foreign).unwrap();
        let plan = plan_export(&path, &exported(&["a.tsx"]));
        assert_eq!(plan.files.last().unwrap().before, ExistingFile::InTheWay);
        let error = save_export(&path, &exported(&["a.tsx"])).unwrap_err();
        assert_eq!(error.code(), "not-exported");
        assert!(error.to_string().contains("not a list of exported files"), "{error}");
        assert_eq!(fs::read_to_string(&list).unwrap(), foreign);
        assert!(!path.exists());
    }
}

#[test]
fn lists_that_only_name_files_are_still_lists() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.tmx");
    let list = "{\"generator\": \"delvewright 0.0.1\", \"files\": [\"map-a.png\", \"map-b.png\"]}";
    fs::write(folder.path().join("map.export.json"), list).unwrap();
    for name in ["map-a.png", "map-b.png"] {
        fs::write(folder.path().join(name), name).unwrap();
    }
    save_export(&path, &exported(&["map-a.png"])).unwrap();
    // An old list does not record the content, so the file may have been changed.
    assert!(folder.path().join("map-b.png").exists());
}

#[test]
fn export_takes_away_what_it_wrote_before_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let list = || fs::read_to_string(at("map.export.json")).unwrap();
    let path = at("map.tmx");
    fs::write(at("map-mine.csv"), "by hand").unwrap();
    let many = ["map-a.csv", "map-b.csv", "map-c.csv", "map/inner/d.csv", "other.csv"];
    save_export(&path, &exported(&many)).unwrap();
    fs::write(at("map-b.csv"), "changed").unwrap();
    let plan = plan_export(&path, &exported(&["map-a.csv"]));
    assert_eq!(plan.deleted, ["map-c.csv", "map/inner/d.csv"]);
    assert_eq!(plan.kept, ["map-b.csv"]);
    save_export(&path, &exported(&["map-a.csv"])).unwrap();
    for name in ["map-c.csv", "map/inner", "map"] {
        assert!(!at(name).exists(), "{name}");
    }
    for name in ["map.tmx", "map-a.csv", "map-b.csv", "map-mine.csv", "other.csv"] {
        assert!(at(name).exists(), "{name}");
    }
    for name in ["map-b.csv", "map-c.csv", "map/inner/d.csv", "other.csv"] {
        assert!(!list().contains(name), "{name}");
    }
    // A changed file belongs to its editor from now on.
    assert_eq!(save_export(&path, &exported(&["map-b.csv"])).unwrap_err().code(), "not-exported");

    // A list cannot lead outside its folder.
    fs::create_dir(at("inner")).unwrap();
    save_export(&at("inner/map.tmx"), &exported(&["map-a.csv"])).unwrap();
    let lying = fs::read_to_string(at("inner/map.export.json")).unwrap();
    fs::write(at("inner/map.export.json"), lying.replace("map-a.csv", "map/../../map-a.csv")).unwrap();
    fs::remove_file(at("inner/map-a.csv")).unwrap();
    save_export(&at("inner/map.tmx"), &exported(&["map-e.csv"])).unwrap();
    assert!(at("map-a.csv").exists());
}

#[test]
fn files_of_another_main_file_are_not_replaced_as_long_as_that_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (folder.path().join("map.tmj"), folder.path().join("map.json"));
    save_export(&one, &exported(&["map-tiles.tsj", "map-a.png"])).unwrap();
    let mut changed = exported(&["map-tiles.tsj"]);
    changed.others[0].bytes = b"other tiles".to_vec();
    let error = save_export(&other, &changed).unwrap_err();
    assert_eq!(error.code(), "of-another-export");
    assert!(!other.exists());
    // Files of the other export stay.
    save_export(&other, &exported(&["map-b.png"])).unwrap();
    save_export(&one, &exported(&["map-tiles.tsj"])).unwrap();
    assert!(folder.path().join("map-b.png").exists() && !folder.path().join("map-a.png").exists());
    fs::remove_file(one).unwrap();
    save_export(&other, &changed).unwrap();
}

#[test]
fn equal_files_are_shared_and_stay_as_long_as_one_export_needs_them() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (folder.path().join("map.tmx"), folder.path().join("map.world"));
    let tiles = folder.path().join("map-tiles.tsx");
    save_export(&one, &exported(&["map-tiles.tsx"])).unwrap();
    save_export(&other, &exported(&["map-tiles.tsx", "map-1.tmx"])).unwrap();
    let mut changed = exported(&["map-tiles.tsx"]);
    changed.others[0].bytes = b"other tiles".to_vec();
    for main in [&one, &other] {
        assert_eq!(save_export(main, &changed).unwrap_err().code(), "of-another-export");
    }
    save_export(&one, &exported(&["map-a.png"])).unwrap();
    assert!(tiles.exists(), "the other export needs it");
    save_export(&other, &changed).unwrap();
    save_export(&other, &exported(&["map-b.png"])).unwrap();
    assert!(!tiles.exists());
}

#[test]
fn maps_that_a_smaller_world_lacks_are_removed_and_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.world");
    let all = ["map-tiles.tsx", "map.1.tmx", "map.2.tmx", "map.30.tmx"];
    for count in [4, 2, 4] {
        save_export(&path, &exported(&all[..count])).unwrap();
        assert_eq!(all.map(|name| folder.path().join(name).exists()), [true, true, count > 2, count > 2]);
    }
}

#[test]
fn names_without_extension_have_files_and_lists_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    save_export(&folder.path().join("two.1"), &exported(&["two.1-a.csv"])).unwrap();
    save_export(&folder.path().join("two.2"), &exported(&["two.2-a.csv"])).unwrap();
    let list = fs::read_to_string(folder.path().join("two.1.export.json")).unwrap();
    assert!(list.contains("\"two.1\"") && list.contains("two.1-a.csv") && !list.contains("two.2"), "{list}");
    let error = save_export(&folder.path().join("solo"), &exported(&["solo/a.png"])).unwrap_err();
    assert!(error.to_string().contains("add an extension"), "{error}");
    assert!(!folder.path().join("solo").exists());
}

#[test]
fn names_are_refused_before_there_is_an_export() {
    let folder = tempfile::tempdir().unwrap();
    let check = |name: &str, format| check_export_name(&folder.path().join(name), format);
    for format in Format::ALL {
        check(&format!("map.{}", format.extension()), format).unwrap();
    }
    let error = check("map", Format::LdtkSimple).unwrap_err();
    assert!(error.to_string().contains("add an extension"), "{error}");
    check("map", Format::Ldtk).unwrap();
    assert!(check(&format!("{}.tmx", "x".repeat(245)), Format::Tmx).is_err());
    fs::write(folder.path().join("map.export.json"), "mine").unwrap();
    assert_eq!(check("map.csv", Format::Csv).unwrap_err().code(), "not-exported");
    check("map.json", Format::Json).unwrap();
}

#[test]
fn exports_at_once_leave_the_files_of_one_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.tmx");
    let with = |others: &[&str], content: &str| {
        let file = |name: &str| ExportedFile { name: name.to_owned(), bytes: content.as_bytes().to_vec() };
        Exported { main: file("map.tmx"), others: others.iter().map(|name| file(name)).collect() }
    };
    let exports = [with(&["map-a.csv", "map-b.csv"], "one"), with(&["map-b.csv", "map-c.csv"], "two")];
    for _ in 0..60 {
        std::thread::scope(|scope| {
            for exported in &exports {
                scope.spawn(|| save_export(&path, exported).unwrap());
            }
        });
        let mut found: Vec<(String, String)> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap())
            .map(|entry| {
                let name = entry.file_name().into_string().unwrap();
                (name, fs::read_to_string(entry.path()).unwrap())
            })
            .collect();
        found.retain(|(name, _)| name != "map.export.json");
        found.sort();
        let of = |exported: &Exported| {
            let others = exported.others.iter().map(|file| file.name.clone());
            let content = String::from_utf8(exported.main.bytes.clone()).unwrap();
            others.chain(["map.tmx".to_owned()]).map(|name| (name, content.clone())).collect::<Vec<_>>()
        };
        assert!(exports.iter().any(|exported| of(exported) == found), "{found:?}");
    }
}

#[test]
fn export_says_which_name_the_system_refuses() {
    let folder = tempfile::tempdir().unwrap();
    let long = "x".repeat(300);
    let error = save_export(&folder.path().join("map.tmx"), &exported(&[&long])).unwrap_err();
    assert_eq!(error.code(), "unwritable-file");
    assert!(error.to_string().contains("xxx: cannot be written"), "{error}");
}

#[test]
fn export_makes_no_folder_but_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    let error = save_export(&missing.join("map.tmx"), &exported(&["maps/1.png"])).unwrap_err();
    assert_eq!(error.code(), "unwritable-file");
    assert!(error.to_string().contains("missing: cannot be written"), "{error}");
    assert!(!missing.exists());
}

#[test]
fn nothing_is_in_the_way_where_nobody_knows_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.tmx");
    fs::write(&path, "before").unwrap();
    fs::write(folder.path().join("a.tsx"), "foreign").unwrap();
    let before = |plan: ExportPlan| plan.files.iter().map(|file| file.before).collect::<Vec<_>>();
    let known = before(plan_export(&path, &exported(&["a.tsx"])));
    assert_eq!(known[..2], [ExistingFile::Replaced, ExistingFile::InTheWay]);
    let anywhere = before(plan_export_anywhere(&path, &exported(&["a.tsx"])));
    assert_eq!(anywhere, [ExistingFile::Nothing; 3]);
}

#[test]
fn single_file_needs_no_list() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.json");
    assert_eq!(plan_export(&path, &exported(&[])).files.len(), 1);
    save_export(&path, &exported(&[])).unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn plan_names_exactly_what_is_written_with_its_sizes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.tmx");
    // The second export has one more file, so that the list grows.
    for others in [&["a.tsx", "maps/1.png"][..], &["a.tsx", "b.tsx", "maps/1.png"]] {
        let plan = plan_export(&path, &exported(others)).files;
        for file in &plan {
            let is_there = folder.path().join(&file.name).exists();
            let before = if is_there { ExistingFile::Replaced } else { ExistingFile::Nothing };
            assert_eq!(file.before, before, "{}", file.name);
        }
        save_export(&path, &exported(others)).unwrap();
        let found: u64 = ["", "maps"]
            .iter()
            .flat_map(|inner| fs::read_dir(folder.path().join(inner)).unwrap())
            .map(|entry| entry.unwrap().metadata().unwrap())
            .filter(fs::Metadata::is_file)
            .map(|file| file.len())
            .sum();
        assert_eq!(plan.iter().map(|file| file.size as u64).sum::<u64>(), found);
        let names: Vec<&str> = plan.iter().map(|file| file.name.as_str()).collect();
        assert_eq!((names[0], names[names.len() - 1]), ("map.tmx", "map.export.json"));
    }
}

#[test]
fn plan_names_what_is_in_the_way() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.tsx"), "by hand").unwrap();
    let plan = plan_export(&folder.path().join("map.tmx"), &exported(&["a.tsx"]));
    let befores: Vec<ExistingFile> = plan.files.iter().map(|file| file.before).collect();
    assert_eq!(befores, [ExistingFile::Nothing, ExistingFile::InTheWay, ExistingFile::Nothing]);
}
