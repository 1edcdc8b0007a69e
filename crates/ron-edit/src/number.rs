//! Numbers as people write them: `42`, `-7`, `1_000`, `0xff`, `2.5`, `1e-3`, `inf`, `NaN`, with an optional
//! type suffix.

use super::lexer::Token;

const SUFFIXES: [&str; 12] =
    ["i8", "i16", "i32", "i64", "i128", "u8", "u16", "u32", "u64", "u128", "f32", "f64"];

/// Returns the token for a word that begins like a number, or a hint why it is none.
pub fn parse_number(word: &str) -> Result<Token, &'static str> {
    let (negative, digits) = match word.strip_prefix(['+', '-']) {
        Some(rest) => (word.starts_with('-'), rest),
        None => (false, word),
    };
    if digits.contains("..") {
        return Err("Write a range as two numbers in parentheses: (1, 5).");
    }
    if let Some((radix, rest)) = radix_of(digits) {
        return whole(rest, radix, negative);
    }
    let digits = without_suffix(digits);
    if let Some(float) = special(digits) {
        return Ok(Token::Float(if negative { -float } else { float }));
    }
    if digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_') {
        return whole(digits, 10, negative);
    }
    let plain: String = digits.chars().filter(|&character| character != '_').collect();
    // The standard parser also accepts words such as "infinity".
    let numeric = plain.starts_with(|first: char| first.is_ascii_digit() || first == '.');
    match plain.parse::<f64>() {
        Ok(float) if numeric => Ok(Token::Float(if negative { -float } else { float })),
        _ => Err("Write digits only, for example 12 or -3."),
    }
}

fn radix_of(digits: &str) -> Option<(u32, &str)> {
    [("0x", 16), ("0b", 2), ("0o", 8)]
        .into_iter()
        .find_map(|(prefix, radix)| digits.strip_prefix(prefix).map(|rest| (radix, rest)))
}

fn without_suffix(digits: &str) -> &str {
    SUFFIXES
        .iter()
        .find_map(|suffix| digits.strip_suffix(suffix))
        .filter(|rest| !rest.is_empty())
        .unwrap_or(digits)
}

fn special(digits: &str) -> Option<f64> {
    match digits {
        "inf" => Some(f64::INFINITY),
        "NaN" => Some(f64::NAN),
        _ => None,
    }
}

fn whole(digits: &str, radix: u32, negative: bool) -> Result<Token, &'static str> {
    // In base 16 the letters of a suffix such as `f32` are digits.
    let digits = if radix == 16 { digits } else { without_suffix(digits) };
    let plain: String = digits.chars().filter(|&character| character != '_').collect();
    if plain.is_empty() || !plain.chars().all(|character| character.is_digit(radix)) {
        return Err("Write digits only, for example 12 or -3.");
    }
    let number = i128::from_str_radix(&plain, radix).map_err(|_| "Write a smaller number.")?;
    Ok(Token::Int(if negative { -number } else { number }))
}
