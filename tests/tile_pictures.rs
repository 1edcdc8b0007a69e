//! Pictures with tiles, as designers have them, for tests of those who read them.

/// A picture of so many pixels in this colour type, 8 bits a channel.
pub fn png(width: u32, height: u32, color: png::ColorType, bytes: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(color);
    encoder.write_header().unwrap().write_image_data(bytes).unwrap();
    file
}
