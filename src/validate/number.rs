//! JavaScript's ways between numbers, bigints and texts.
//!
//! A bigint is held as its canonical decimal text (`0`, `-17`), since all that validation does with one is to compare
//! it, to name it and to turn small ones into numbers.

use super::text::Text;

/// The largest whole number up to which every whole number has a double of its own: `Number.MAX_SAFE_INTEGER`.
const MAX_SAFE_INTEGER: i64 = 9_007_199_254_740_991;

/// `Number(text)`: what unary plus gives. NaN for what is no number.
pub fn from_text(text: Text<'_>) -> f64 {
    if let Some(number) = from_few_digits(text.as_bytes()) {
        return number;
    }
    let trimmed = trim(text.as_bytes());
    match trimmed {
        [] => 0.0,
        [b'0', b'x' | b'X', digits @ ..] => from_digits(digits, 4),
        [b'0', b'o' | b'O', digits @ ..] => from_digits(digits, 3),
        [b'0', b'b' | b'B', digits @ ..] => from_digits(digits, 1),
        _ => from_decimal(trimmed),
    }
}

/// What most texts of numbers are: digits, and so few of them that no double has to be rounded.
fn from_few_digits(bytes: &[u8]) -> Option<f64> {
    if !(1..=15).contains(&bytes.len()) {
        return None;
    }
    bytes
        .iter()
        .try_fold(0_u64, |number, byte| byte.is_ascii_digit().then(|| number * 10 + u64::from(byte - b'0')))
        .map(|number| number as f64)
}

/// `text.trim() === ""`.
pub fn is_blank(text: Text<'_>) -> bool {
    trim(text.as_bytes()).is_empty()
}

/// `String(number)`, which `buffer` keeps.
pub fn to_text(number: f64, buffer: &mut ryu_js::Buffer) -> &str {
    buffer.format(number)
}

/// `BigInt(text)` for a text that a bigint, decimal or integer literal makes up (`12n`, `12.5`, `12`; what follows the
/// point is dropped): its canonical decimal text. `None` for every other text.
pub fn bigint_from_text<'a>(text: Text<'a>) -> Option<&'a str> {
    let text = text.as_str()?;
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let digits = unsigned.bytes().take_while(u8::is_ascii_digit).count();
    let leads = digits == 1 || (digits > 1 && !unsigned.starts_with('0'));
    let fits = match unsigned.get(digits..)? {
        "" | "n" => true,
        rest => rest
            .strip_prefix('.')
            .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit())),
    };
    let whole = text.len() - unsigned.len() + digits;
    (leads && fits).then(|| if unsigned.starts_with('0') { "0" } else { &text[..whole] })
}

/// `BigInt(Math.trunc(number))` for a finite number: its canonical decimal text.
pub fn bigint_from_number(number: f64) -> String {
    // Adding zero turns the zero that has a sign into the one that has none.
    format!("{:.0}", number.trunc() + 0.0)
}

/// `Number(bigint)` for a bigint that is a safe integer, by its canonical decimal text.
pub fn from_safe_bigint(digits: &str) -> Option<f64> {
    let whole: i64 = digits.parse().ok()?;
    (-MAX_SAFE_INTEGER..=MAX_SAFE_INTEGER).contains(&whole).then_some(whole as f64)
}

/// `text.trimStart()`.
pub fn trim_start(text: Text<'_>) -> Text<'_> {
    let mut bytes = text.as_bytes();
    while let Some(width) = leading_space(bytes) {
        bytes = &bytes[width..];
    }
    Text::from_wtf8(bytes)
}

/// Whether JavaScript's white space or a line end is in a text.
pub fn has_space(text: Text<'_>) -> bool {
    let bytes = text.as_bytes();
    (0..bytes.len()).any(|at| leading_space(&bytes[at..]).is_some())
}

/// The text without JavaScript's white space and line ends around it.
fn trim(bytes: &[u8]) -> &[u8] {
    let mut bytes = trim_start(Text::from_wtf8(bytes)).as_bytes();
    while let Some(width) = trailing_space(bytes) {
        bytes = &bytes[..bytes.len() - width];
    }
    bytes
}

/// How many bytes of white space the bytes begin with, one character looked at.
fn leading_space(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [0x09..=0x0D | b' ', ..] => Some(1),
        [0xC2, 0xA0, ..] => Some(2),
        [first @ 0xE1..=0xEF, second, third, ..] if is_wide_space([*first, *second, *third]) => Some(3),
        _ => None,
    }
}

/// How many bytes of white space the bytes end with, one character looked at.
fn trailing_space(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [.., 0x09..=0x0D | b' '] => Some(1),
        [.., 0xC2, 0xA0] => Some(2),
        [.., first, second, third] if is_wide_space([*first, *second, *third]) => Some(3),
        _ => None,
    }
}

/// U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F, U+3000 and U+FEFF, as UTF-8.
fn is_wide_space(bytes: [u8; 3]) -> bool {
    matches!(
        bytes,
        [0xE1, 0x9A, 0x80]
            | [0xE2, 0x80, 0x80..=0x8A | 0xA8 | 0xA9 | 0xAF]
            | [0xE2, 0x81, 0x9F]
            | [0xE3, 0x80, 0x80]
            | [0xEF, 0xBB, 0xBF]
    )
}

/// A number written in a base that is a power of two, of any length, rounded to the nearest double, ties to even.
fn from_digits(digits: &[u8], bits_each: u32) -> f64 {
    if digits.is_empty() {
        return f64::NAN;
    }
    let mut kept: u64 = 0;
    let mut dropped_bits: u32 = 0;
    let mut dropped_any = false;
    for digit in digits {
        let Some(digit) = char::from(*digit).to_digit(1 << bits_each) else { return f64::NAN };
        if kept >> (64 - bits_each) == 0 {
            kept = kept << bits_each | u64::from(digit);
        } else {
            dropped_bits = dropped_bits.saturating_add(bits_each);
            dropped_any |= digit != 0;
        }
    }
    // Once digits are dropped `kept` has more than 60 bits: its last one is far below what a double keeps, and says for
    // all that was dropped whether there was anything.
    let rounded = (kept | u64::from(dropped_any)) as f64;
    match i32::try_from(dropped_bits) {
        Ok(exponent) if exponent < 1024 => rounded * 2f64.powi(exponent),
        _ => f64::INFINITY,
    }
}

/// `StrDecimalLiteral` of the ECMAScript grammar.
fn from_decimal(bytes: &[u8]) -> f64 {
    let (negative, unsigned) = match bytes {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, bytes),
    };
    let magnitude = if unsigned == b"Infinity" { f64::INFINITY } else { from_unsigned_decimal(unsigned) };
    if negative { -magnitude } else { magnitude }
}

fn from_unsigned_decimal(bytes: &[u8]) -> f64 {
    // Rust reads all that JavaScript does, and also `inf`, `nan`, and a second sign.
    let first_fits = matches!(bytes, [b'0'..=b'9' | b'.', ..]);
    let all_fit = bytes.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-'));
    if !(first_fits && all_fit) {
        return f64::NAN;
    }
    std::str::from_utf8(bytes).ok().and_then(|text| text.parse().ok()).unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> f64 {
        from_text(Text::from(text))
    }

    #[test]
    fn texts_become_the_numbers_that_javascript_makes_of_them() {
        for (text, expected) in [
            ("", 0.0),
            (
                " \t\n\u{b}\u{c}\r\u{a0}\u{1680}\u{2000}\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}\u{feff}",
                0.0,
            ),
            ("\u{feff}\u{3000}7\u{2029}\u{a0}", 7.0),
            ("020", 20.0),
            ("0x10", 16.0),
            ("0XfF", 255.0),
            ("0o17", 15.0),
            ("0B101", 5.0),
            ("1e3", 1000.0),
            ("1E+3", 1000.0),
            ("5.", 5.0),
            (".5", 0.5),
            ("+.5e1", 5.0),
            ("-5", -5.0),
            ("1e309", f64::INFINITY),
            ("-Infinity", f64::NEG_INFINITY),
            ("+Infinity", f64::INFINITY),
            ("9007199254740993", 9_007_199_254_740_992.0),
            ("9007199254740993.0000000000000000000000000000000000000001", 9_007_199_254_740_994.0),
            ("2.2250738585072011e-308", 2.225_073_858_507_201e-308),
            ("1e-400", 0.0),
            ("0x20000000000001", 9_007_199_254_740_992.0),
            ("0x20000000000003", 9_007_199_254_740_996.0),
            ("0x20000000000001000000000000000000000001", 7.136238463529801e+44),
            ("0x20000000000001000000000000000000000000", 7.1362384635298e+44),
            ("0b100000000000000000000000000000000000000000000000000001", 9_007_199_254_740_992.0),
        ] {
            assert_eq!(number(text).to_bits(), expected.to_bits(), "{text:?} is {}", number(text));
        }
        assert_eq!(number("-0").to_bits(), (-0.0f64).to_bits());
        assert_eq!(number("-1e-400").to_bits(), (-0.0f64).to_bits());
        assert_eq!(number(&format!("0x1{}", "0".repeat(255))), 2f64.powi(1020));
        assert_eq!(number(&format!("0x1{}", "0".repeat(256))), f64::INFINITY);
        assert_eq!(number(&format!("0x{}8", "0".repeat(5000))), 8.0);
    }

    #[test]
    fn texts_that_are_no_number_are_nan() {
        for text in [
            "1_000",
            "0x",
            "0xg",
            "-0x10",
            "+0x10",
            "0o8",
            "0b2",
            "1e",
            "e5",
            ".",
            "+",
            "-",
            "--5",
            "+-5",
            "1 2",
            "inf",
            "nan",
            "NaN",
            "infinity",
            "Infinityx",
            "1e+",
            "1n",
            "1.2.3",
            "\u{180e}5",
            "\u{200b}5",
            "５",
            ".e1",
            "1e1.5",
        ] {
            assert!(number(text).is_nan(), "{text:?} is {}", number(text));
        }
        assert!(from_text(Text::from_wtf8(b"5\xED\xB0\x80")).is_nan());
    }

    #[test]
    fn only_white_space_is_blank() {
        assert!(is_blank(Text::from(" \n\u{feff}")));
        assert!(!is_blank(Text::from(" 0 ")));
        assert!(!is_blank(Text::from("\u{180e}")));
    }

    #[test]
    fn numbers_are_written_as_javascript_writes_them() {
        let mut buffer = ryu_js::Buffer::new();
        for (number, expected) in [
            (-0.0, "0"),
            (1e21, "1e+21"),
            (123_456_789_012_345_680_000.0, "123456789012345680000"),
            (1e-7, "1e-7"),
            (0.000001, "0.000001"),
            (0.1 + 0.2, "0.30000000000000004"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-Infinity"),
            (5e-324, "5e-324"),
        ] {
            assert_eq!(to_text(number, &mut buffer), expected);
        }
    }

    #[test]
    fn bigints_come_from_integer_decimal_and_bigint_literals() {
        for (text, expected) in [
            ("12", "12"),
            ("-12n", "-12"),
            ("12.5", "12"),
            ("-12.50", "-12"),
            ("-0", "0"),
            ("-0n", "0"),
            ("0.9", "0"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
        ] {
            assert_eq!(bigint_from_text(Text::from(text)), Some(expected));
        }
        for text in
            ["", "-", "n", "012", "1.", ".5", "1.5n", "+1", " 1", "1e3", "0x1", "1\n", "--1", "1.5.5", "1é"]
        {
            assert_eq!(bigint_from_text(Text::from(text)), None, "{text:?}");
        }
    }

    #[test]
    fn bigints_come_from_numbers_digit_by_digit() {
        assert_eq!(bigint_from_number(-0.5), "0");
        assert_eq!(bigint_from_number(-2.9), "-2");
        assert_eq!(bigint_from_number(1e23), "99999999999999991611392");
    }

    #[test]
    fn only_safe_bigints_become_numbers() {
        assert_eq!(from_safe_bigint("-9007199254740991"), Some(-9_007_199_254_740_991.0));
        assert_eq!(from_safe_bigint("9007199254740992"), None);
        assert_eq!(from_safe_bigint("123456789012345678901234567890"), None);
        assert_eq!(from_safe_bigint("0").map(f64::to_bits), Some(0));
    }
}
