//! Colours, written as `#rrggbb` in files. Short ones of the form `#rgb` are read, too.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// An opaque sRGB colour, written `#rrggbb`. `#8fb` is read as `#88ffbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Color {
    /// Red, 0 to 255.
    pub r: u8,
    /// Green, 0 to 255.
    pub g: u8,
    /// Blue, 0 to 255.
    pub b: u8,
}

impl Color {
    /// Returns a colour from its three channels.
    pub const fn rgb(r: u8, g: u8, b: u8) -> Self {
        Self { r, g, b }
    }

    /// Returns the colour mixed with `percent` of another.
    #[must_use]
    pub fn mixed(self, other: Self, percent: u32) -> Self {
        let percent = percent.min(100);
        let channel = |one: u8, other: u8| {
            u8::try_from((u32::from(one) * (100 - percent) + u32::from(other) * percent) / 100)
                .unwrap_or(u8::MAX)
        };
        Self::rgb(channel(self.r, other.r), channel(self.g, other.g), channel(self.b, other.b))
    }
}

impl Default for Color {
    /// Returns a middle grey, for symbols whose author has not chosen a colour yet.
    fn default() -> Self {
        Self::rgb(0x8a, 0x8f, 0x98)
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.r, self.g, self.b)
    }
}

/// The text is not a colour of the form `#rrggbb` or `#rgb`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseColorError(String);

impl fmt::Display for ParseColorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is not a colour; write one as \"#rrggbb\", for example \"#5fb34a\"", self.0)
    }
}

impl std::error::Error for ParseColorError {}

impl FromStr for Color {
    type Err = ParseColorError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fail = || ParseColorError(text.to_owned());
        let digits = text.strip_prefix('#').ok_or_else(fail)?;
        if !matches!(digits.len(), 3 | 6) || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(fail());
        }
        let value = u32::from_str_radix(digits, 16).map_err(|_| fail())?;
        let [_, r, g, b] = value.to_be_bytes();
        // Each digit of a short colour stands for two.
        let short = Self::rgb(0x11 * (g & 15), 0x11 * (b >> 4), 0x11 * (b & 15));
        Ok(if digits.len() == 3 { short } else { Self { r, g, b } })
    }
}

impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_prints_what_it_parses() {
        assert_eq!("#5fB34a".parse::<Color>().map(|c| c.to_string()), Ok("#5fb34a".to_owned()));
    }

    #[test]
    fn short_colour_has_each_digit_twice() {
        for (short, long) in [("#8fb", "#88ffbb"), ("#01e", "#0011ee"), ("#FFF", "#ffffff")] {
            assert_eq!(short.parse::<Color>(), long.parse::<Color>());
        }
    }

    #[test]
    fn colour_refuses_other_spellings() {
        for text in ["5fb34a", "#5fb34", "#5fb3", "#5f", "#5fg", "#5fb34g", "#+fb34a", "red", ""] {
            assert!(text.parse::<Color>().is_err(), "{text}");
        }
    }
}
