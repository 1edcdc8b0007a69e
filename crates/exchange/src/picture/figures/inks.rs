//! The fixed colours of figures, by the character that stands for them in a drawing.
//!
//! `.` is transparent, `s` and `S` are shadows, and `a`, `b` and `c` are the main colour, a lighter and a darker one.

use crate::base::Color;

/// Returns the colour of a character. `None` for one without a fixed colour.
pub(super) const fn of(character: char) -> Option<Color> {
    let hex: u32 = match character {
        'k' => 0x1c_17_20, // outline
        'w' => 0xf2_ea_d8, // bone
        'W' => 0xff_ff_ff, // white
        'm' => 0xb9_be_ca, // light steel
        'n' => 0x76_7c_8b, // steel
        'N' => 0x4b_4f_5e, // dark steel
        'z' => 0xb8_b1_a4, // light stone
        'x' => 0x8a_84_78, // stone
        'X' => 0x5e_59_4f, // dark stone
        'g' => 0xe9_b9_44, // gold
        'h' => 0x9b_6b_1f, // dark gold
        'q' => 0xb4_7f_4c, // light wood
        'o' => 0x8b_5b_34, // wood
        'p' => 0x5d_3b_22, // dark wood
        'y' => 0xe8_b8_94, // skin
        'Y' => 0xb9_83_5f, // shaded skin
        'r' => 0xc9_41_30, // red
        'R' => 0x84_24_2a, // dark red
        'f' => 0xff_d6_62, // flame
        'F' => 0xf0_8a_3c, // orange
        'l' => 0xa5_d8_6e, // light green
        'e' => 0x6f_ae_4f, // green
        'd' => 0x3f_7a_3c, // dark green
        't' => 0x4f_c9_b8, // teal
        'T' => 0x2b_7f_7a, // dark teal
        'I' => 0xa8_e0_f4, // ice
        'i' => 0x4f_9e_e0, // blue
        'u' => 0x2c_5c_9a, // dark blue
        'v' => 0x8f_5f_c0, // violet
        'V' => 0x5a_3a_84, // dark violet
        'P' => 0xe8_8f_b8, // pink
        _ => return None,
    };
    let [_, r, g, b] = hex.to_be_bytes();
    Some(Color::rgb(r, g, b))
}
