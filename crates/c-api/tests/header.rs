//! The committed header is the one that the functions have.

#[test]
fn header_is_up_to_date() {
    let committed = concat!(env!("CARGO_MANIFEST_DIR"), "/delvewright.h");
    if std::env::var_os("UPDATE_HEADER").is_some() {
        delvewright_c::write_header(committed).expect("the header can be written");
    }
    let folder = std::env::temp_dir().join(format!("delvewright-header-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let made = folder.join("delvewright.h");
    delvewright_c::write_header(made.to_str().expect("a name")).expect("the header can be written");
    let read = |path: &std::path::Path| std::fs::read_to_string(path).expect("the header can be read");
    let (made, committed) = (read(&made), read(committed.as_ref()));
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    assert_eq!(made, committed, "make it again: UPDATE_HEADER=1 crates/c-api/test");
}
