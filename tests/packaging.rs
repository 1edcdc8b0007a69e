//! The files of packages agree with each other and with the program.
//!
//! Their programs check each file by itself: `desktop-file-validate`, `appstreamcli` and the test of the .deb.

use std::fs;
use std::path::PathBuf;

/// The name of the program for desktops.
const ID: &str = "org.delvewright.delvewright";

fn packaging(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("packaging").join(name)
}

fn text(name: &str) -> String {
    fs::read_to_string(packaging(name)).expect("the file can be read")
}

#[test]
fn desktops_find_entry_icon_and_window_by_one_name() {
    let entry = text(&format!("{ID}.desktop"));
    for line in [format!("Icon={ID}"), format!("StartupWMClass={ID}")] {
        assert!(entry.lines().any(|found| found == line), "{line}");
    }
    let description = text(&format!("{ID}.metainfo.xml"));
    for line in [format!("<id>{ID}</id>"), format!("desktop-id\">{ID}.desktop<"), format!("stock\">{ID}<")] {
        assert!(description.contains(&line), "{line}");
    }
    assert!(text(&format!("{ID}.mime.xml")).contains(&format!("<icon name=\"{ID}\"/>")));
    assert!(text("Packager.toml").contains(&format!("identifier = \"{ID}\"")));
    for script in ["stage", "deb/test", "appimage/make"] {
        assert!(text(script).contains(&format!("\nid={ID}\n")), "{script}");
    }
    #[cfg(feature = "editor")]
    assert_eq!(delvewright::editor::APP_ID, ID);
}

#[test]
fn packages_have_the_version_of_the_program() {
    let version = env!("CARGO_PKG_VERSION");
    assert!(text("Packager.toml").contains(&format!("\nversion = \"{version}\"\n")));
    let newest = format!("<releases>\n    <release version=\"{version}\"");
    assert!(text(&format!("{ID}.metainfo.xml")).contains(&newest));
}

#[test]
fn types_of_files_are_the_same_in_all_files() {
    let types = text(&format!("{ID}.mime.xml"));
    let opened = "application/x-delvewright-grammar";
    assert!(types.contains(&format!("<mime-type type=\"{opened}\">")));
    assert!(text(&format!("{ID}.desktop")).contains(&format!("\nMimeType={opened};\n")));
    assert!(text(&format!("{ID}.metainfo.xml")).contains(&format!("<mediatype>{opened}</mediatype>")));
    assert!(!types.contains("pattern=\"*.ron\"") && !types.contains("pattern=\"*.json\""));
}

#[test]
fn icon_has_every_size_that_packages_install() {
    for size in [16, 32, 48, 64, 128, 256, 512] {
        let file = fs::File::open(packaging(&format!("icons/{size}.png"))).expect("the icon exists");
        let reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().expect("it is a PNG");
        assert_eq!((reader.info().width, reader.info().height), (size, size));
    }
}
