//! Tile pictures as designers have them, for tests of the code that reads them.

/// Returns a picture of this size in pixels and this colour type, with 8 bits per channel.
pub fn png(width: u32, height: u32, color: png::ColorType, bytes: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(color);
    encoder.write_header().unwrap().write_image_data(bytes).unwrap();
    file
}
