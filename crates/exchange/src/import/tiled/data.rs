//! Decodes the tile numbers of a layer in all encodings of Tiled.

use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::{GzDecoder, ZlibDecoder};
use ruzstd::decoding::StreamingDecoder;

/// Reads the numbers of exactly `cells` cells. Never uses more memory than these need.
///
/// # Errors
/// If they cannot be read; the error is a sentence.
pub(super) fn decode(
    encoding: &str,
    compression: &str,
    text: &str,
    cells: usize,
) -> Result<Vec<u32>, String> {
    match encoding {
        "csv" => exactly(csv(text)?, cells),
        "base64" => {
            let text: String = text.chars().filter(|character| !character.is_ascii_whitespace()).collect();
            let packed = STANDARD.decode(text).map_err(|error| {
                format!("This is not valid base64: {}.", error.to_string().trim_end_matches('.'))
            })?;
            let length = cells.saturating_mul(4);
            let bytes = match compression {
                "" | "none" => packed,
                "zlib" => unpacked(ZlibDecoder::new(packed.as_slice()), length)?,
                "gzip" => unpacked(GzDecoder::new(packed.as_slice()), length)?,
                "zstd" => {
                    let frame = StreamingDecoder::new(packed.as_slice());
                    unpacked(frame.map_err(|error| format!("A layer cannot be unpacked: {error}."))?, length)?
                }
                other => return Err(format!("Layers packed with \"{other}\" cannot be read.")),
            };
            exactly(numbers(&bytes)?, cells)
        }
        other => Err(format!("Layers written as \"{other}\" cannot be read.")),
    }
}

/// Returns the numbers, or an error if there is not exactly one for each cell.
pub(super) fn exactly(numbers: Vec<u32>, cells: usize) -> Result<Vec<u32>, String> {
    if numbers.len() == cells {
        return Ok(numbers);
    }
    Err(format!("A layer of {cells} cells has {} numbers.", numbers.len()))
}

fn csv(text: &str) -> Result<Vec<u32>, String> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let number = |part: &str| {
        let part = part.trim();
        part.parse().map_err(|_| format!("\"{}\" is not the number of a tile.", crate::base::printable(part)))
    };
    text.trim().trim_end_matches(',').split(',').map(number).collect()
}

/// Unpacks at most `length` bytes plus one; the extra byte shows that there are too many.
fn unpacked(packed: impl Read, length: usize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(length).unwrap_or(u64::MAX).saturating_add(1);
    let read = packed.take(limit).read_to_end(&mut bytes);
    read.map_err(|error| format!("A layer cannot be unpacked: {error}."))?;
    Ok(bytes)
}

fn numbers(bytes: &[u8]) -> Result<Vec<u32>, String> {
    let (numbers, rest) = bytes.as_chunks::<4>();
    if !rest.is_empty() {
        return Err(format!("A layer has {} bytes, which is not a multiple of 4.", bytes.len()));
    }
    Ok(numbers.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    // Written by Python's zlib, gzip and base64, and by zstd 1.5.
    const PLAIN: &str = "AQAAAAIAAAADAAAABAAAAA==";
    const ZLIB: &str = "eNpjZGBgYAJiZiBmAWIAAGAACw==";
    const ZSTD: &str = "KLUv/QRYgQAAAQAAAAIAAAADAAAABAAAAKYUxW4=";
    /// 1 MB of zeros, by zstd -19.
    const ZSTD_ZEROS: &str = "KLUv/QBoTAAACAABAPz/ORACAgAQAAIAEAACABAAAgAQAAIAEAACABAAAwAQAA==";
    const GZIP: &str = "H4sIAAAAAAACA2NkYGBgAmJmIGYBYgDv1AWvEAAAAA==";

    /// Four cells in all forms: encoding, compression and text.
    const FORMS: [(&str, &str, &str); 5] = [
        ("csv", "", "1,2,\n3,4"),
        ("base64", "", PLAIN),
        ("base64", "zlib", ZLIB),
        ("base64", "gzip", GZIP),
        ("base64", "zstd", ZSTD),
    ];

    #[test]
    fn layers_are_read_in_all_their_forms() {
        for (encoding, compression, text) in FORMS {
            assert_eq!(
                decode(encoding, compression, text, 4),
                Ok(vec![1, 2, 3, 4]),
                "{encoding} {compression}"
            );
        }
    }

    #[test]
    fn layers_with_more_or_fewer_cells_are_refused() {
        for (encoding, compression, text) in FORMS {
            for cells in [0, 3, 5] {
                assert!(
                    decode(encoding, compression, text, cells).is_err(),
                    "{encoding} {compression} {cells}"
                );
            }
        }
    }

    #[test]
    fn packed_layers_take_no_more_memory_than_their_cells() {
        let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        std::io::copy(&mut std::io::repeat(0).take(64 << 20), &mut packer).unwrap();
        let frames = [("zlib", packer.finish().unwrap()), ("zstd", STANDARD.decode(ZSTD_ZEROS).unwrap())];
        for (packing, bomb) in frames {
            let error = decode("base64", packing, &STANDARD.encode(bomb), 16).unwrap_err();
            assert!(error.contains("not a multiple"), "cut after 65 bytes: {packing}");
        }
    }

    #[test]
    fn unknown_packings_are_refused() {
        assert!(decode("base64", "lz4", PLAIN, 4).unwrap_err().contains("\"lz4\""));
    }
}
