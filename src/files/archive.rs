//! Archives of many small files: tar, compressed with gzip.
//!
//! Each entry is compressed alone, so that several threads can make entries; their bytes after each other, and then
//! [`archive_end`], are an archive that `tar` and all libraries read.
//! Guaranteed: equal names and contents give equal bytes. Entries have no time and no owner.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

/// Size of a block of a tar archive, in bytes.
const BLOCK: usize = 512;

/// Returns the end of an archive: two empty blocks, compressed.
///
/// # Errors
/// None that is known: nothing is written to the disk.
pub fn archive_end() -> io::Result<Vec<u8>> {
    compressed(&[&[0; 2 * BLOCK]])
}

/// Returns the compressed entry of a file.
///
/// # Errors
/// If the name is longer than 100 bytes or the content has 8 GiB.
pub fn archive_entry(name: &str, content: &[u8]) -> io::Result<Vec<u8>> {
    let header = header(name, content.len())?;
    let padding = vec![0; content.len().next_multiple_of(BLOCK) - content.len()];
    compressed(&[&header, content, &padding])
}

fn compressed(pieces: &[&[u8]]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    pieces.iter().try_for_each(|piece| encoder.write_all(piece))?;
    encoder.finish()
}

/// Returns the header of a regular file (POSIX.1-1988, ustar).
fn header(name: &str, size: usize) -> io::Result<Vec<u8>> {
    let too_long = || io::Error::new(io::ErrorKind::InvalidInput, "this is too long for an archive");
    if name.len() > 100 || size >= 1 << 33 {
        return Err(too_long());
    }
    // The checksum is taken with blanks in its own place.
    let fields = |checksum: &str| {
        format!(
            "{name:\0<100}{:07o}\0{:07o}\0{:07o}\0{size:011o}\0{:011o}\0{checksum}0{:\0<100}ustar\x0000",
            0o644, 0, 0, 0, ""
        )
    };
    let sum: u32 = fields("        ").bytes().map(u32::from).sum();
    let mut header = fields(&format!("{sum:06o}\0 ")).into_bytes();
    header.resize(BLOCK, 0);
    Ok(header)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::MultiGzDecoder;

    use super::*;

    #[test]
    fn entries_after_each_other_are_an_archive() {
        let long = [b'x'; 700];
        let mut bytes = archive_entry("1.json", b"{}").unwrap();
        bytes.extend(archive_entry("2.json", &long).unwrap());
        bytes.extend(archive_end().unwrap());
        let mut plain = Vec::new();
        MultiGzDecoder::new(bytes.as_slice()).read_to_end(&mut plain).unwrap();
        assert_eq!(plain.len(), BLOCK * (2 + 3 + 2));
        assert_eq!(&plain[..7], b"1.json\0");
        assert_eq!(&plain[124..136], b"00000000002\0");
        assert_eq!(&plain[257..265], b"ustar\x0000");
        let sum: u32 = plain[..BLOCK].iter().map(|byte| u32::from(*byte)).sum();
        let stored: u32 = plain[148..156].iter().map(|byte| u32::from(*byte)).sum();
        let checksum = u32::from_str_radix(std::str::from_utf8(&plain[148..154]).unwrap(), 8).unwrap();
        assert_eq!(checksum, sum - stored + 8 * u32::from(b' '));
        assert_eq!(&plain[2 * BLOCK + BLOCK..2 * BLOCK + BLOCK + 700], &long);
        assert!(archive_entry(&"n".repeat(101), b"").is_err());
    }
}
