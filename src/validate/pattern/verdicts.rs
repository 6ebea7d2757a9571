//! Verdicts of V8's, asked for with Node 20, and that the engines give the same.

use super::{Edition, Pattern, PatternError, PatternTooCostly, is_legal};
use crate::validate::text::Text;

/// A pattern, texts that it matches, texts that it does not match.
type Verdicts = (&'static str, &'static [&'static str], &'static [&'static str]);

#[rustfmt::skip]
const VERDICTS: &[Verdicts] = &[
    ("", &["", "a"], &[]),
    ("^(a+)+$", &["aaa"], &["aaab"]),
    ("^.$", &["a", "\u{e9}", "\u{1f600}", "\u{85}", "<d83d>"], &["\u{a}", "\u{d}", "\u{2028}", "ab"]),
    ("^\\s$", &["\u{feff}", "\u{a0}", "\u{2029}", "\u{3000}"], &["\u{180e}", "\u{85}"]),
    ("^\\w+$", &["aZ_9", "K"], &["\u{e9}", "\u{17f}"]),
    ("^\\W$", &["\u{e9}", "\u{17f}", "<d800>"], &["a"]),
    ("\\d", &["3"], &["\u{663}"]),
    ("a\\b", &["a\u{e9}", "a"], &["ab"]),
    ("\\Ba", &["ba"], &["\u{e9}a"]),
    ("\\B", &["a\u{1f600}a", ""], &["a\u{e9}a", "a"]),
    ("^\\p{L}+$", &["\u{e9}", "\u{4e2d}"], &["a1", ""]),
    ("^\\p{Lu}\\P{Lu}$", &["Aa"], &["AA"]),
    ("^\\p{Script=Greek}$", &["\u{3b1}"], &["a"]),
    ("^\\p{scx=Hira}$", &["\u{30fc}"], &["a"]),
    ("^\\p{Cs}$", &["<d800>"], &["\u{1f600}", "a"]),
    ("^\\p{Emoji}$", &["\u{1f600}", "1"], &["a"]),
    ("^[^a]$", &["<dc00>", "b", "\u{a}"], &["a"]),
    ("^[\\ud83d\\ude00]$", &["\u{1f600}"], &["<d83d>", "<de00>"]),
    ("^\\ud83d$", &["<d83d>"], &["\u{1f600}"]),
    ("^[\\u{10000}-\\u{10ffff}]$", &["\u{1f600}"], &["<d83d>"]),
    ("^\\u{61}\\x62\\cA\\0$", &["ab\u{1}\u{0}"], &["ab"]),
    ("[]", &[], &["", "a"]),
    ("^[^]$", &["\u{a}"], &[""]),
    ("^[\\b\\-\\cA]+$", &["\u{8}-\u{1}"], &["c"]),
    ("(?<=a+)b$", &["aab"], &["b"]),
    ("(?<!a+b)c", &["xc"], &["abc"]),
    ("^(?!-)[a-z-]+(?<!-)$", &["a-b"], &["-a", "a-"]),
    ("^(?=.*\\d)(?=.*[a-z]).{8,}$", &["passw0rd"], &["password", "pass0"]),
    ("^(?:(?!ab).)*$", &["acb", ""], &["xab"]),
    ("(?<=(?<!x)a)b", &["ab"], &["xab"]),
    ("(?=(?<=b)c)c", &["bc"], &["ac"]),
    ("^(?=(?:(?=a)a|b)+$)", &["aab"], &["abc"]),
    ("(?<!.)(?!^)", &["\u{1f600}"], &["a"]),
    ("(?:\\ba\\b ?)+$", &["a a"], &["aa"]),
    ("(a)\\1", &["aa"], &["ab"]),
    ("^([\"']).*\\1$", &["\"a\""], &["\"a'"]),
    ("^(?<q>[ab])\\k<q>$", &["aa"], &["ab"]),
    ("\\1(a)", &["a"], &[""]),
    ("(?:(a)|b)\\1c", &["bc", "aac"], &["ac"]),
    ("^(a\\1)$", &["a"], &["aa"]),
    ("^(?:(?=(a+))\\1)b$", &["aab", "ab"], &[]),
    ("(.)(?<=\\1\\1)", &["aa", "\u{1f600}\u{1f600}"], &["ab"]),
    ("^(\\ud83d)\\1$", &["<d83d><d83d>"], &[]),
    ("^(a|b)+\\1$", &["abb"], &["aba"]),
    ("(?!(a))\\1b", &["b", "ab"], &[]),
];

/// A source, and whether it is a regular expression.
#[rustfmt::skip]
const SOURCES: &[(&str, bool)] = &[
    ("(", false),
    ("[", false),
    ("a{2,1}", false),
    ("\\_", false),
    ("{", false),
    ("}", false),
    ("]", false),
    ("a{1", false),
    ("(?<a>b)(?<a>c)", false),
    ("(?i:a)", false),
    ("\\p{X}", false),
    ("\\p{sc=Hrkt}", false),
    ("\\u{110000}", false),
    ("\\1", false),
    ("(a)\\2", false),
    ("\\k<x>", false),
    ("(?<\\u{61}b>x)\\k<ab>", true),
    ("(?=a)*", false),
    ("[b-a]", false),
    ("[\\d-z]", false),
    ("[\\cA]", true),
    ("[\\c]", false),
    ("a{99999999999999999999}", true),
    ("a**", false),
    ("^*", false),
    ("\\c1", false),
    ("\\01", false),
    ("[\\1]", false),
    ("(?<1a>b)", false),
    ("(?:", false),
    ("a)", false),
    ("\\ud83d\\ude00", true),
    ("\\-", false),
    ("[\\-]", true),
    ("\\/", true),
];

/// A string in which `<d800>` stands for a lone surrogate.
fn string(written: &str) -> Vec<u8> {
    let mut units: Vec<u16> = Vec::new();
    let mut rest = written;
    while let Some(at) = rest.find("<d") {
        units.extend(rest[..at].encode_utf16());
        units.push(u16::from_str_radix(&rest[at + 1..at + 5], 16).unwrap());
        rest = &rest[at + 6..];
    }
    units.extend(rest.encode_utf16());
    Text::encode(&units)
}

fn pattern(source: &str) -> Result<Pattern, PatternError> {
    Pattern::compile(Text::from_wtf8(&string(source)))
}

#[test]
fn patterns_match_what_they_match_in_v8() {
    for (source, matched, others) in VERDICTS {
        let pattern = pattern(source).unwrap_or_else(|error| panic!("{source:?}: {error}"));
        for (text, verdict) in
            matched.iter().map(|text| (text, true)).chain(others.iter().map(|text| (text, false)))
        {
            assert_eq!(pattern.test(Text::from_wtf8(&string(text))), Ok(verdict), "{source:?} on {text:?}");
        }
    }
}

#[test]
fn a_source_is_legal_where_v8_takes_it() {
    for (source, legal) in SOURCES {
        assert_eq!(is_legal(Text::from_wtf8(&string(source)), Edition::Es2024), *legal, "{source:?}");
    }
    for source in ["(?i:a)", "(?-s:.)", "(?<a>b)|(?<a>c)"] {
        assert!(!is_legal(Text::from(source), Edition::Es2024), "{source:?}");
        assert!(is_legal(Text::from(source), Edition::Es2025), "{source:?}");
    }
}

#[test]
fn modifiers_are_heeded() {
    for (source, text, verdict) in [
        ("^(?i:k)$", "\u{212a}", true),
        ("^(?i:[^k])$", "K", false),
        (r"(?i:\b)", "\u{17f}", true),
        ("^(?s:.)$", "\n", true),
        ("(?m:a$)", "a\nb", true),
        ("(?m:^b)$", "a\u{2028}b", true),
        ("^(?i:a(?-i:b))$", "AB", false),
        (r"^(?:(?<a>x)|(?<a>y))\k<a>$", "yy", true),
    ] {
        assert_eq!(pattern(source).unwrap().test(Text::from(text)), Ok(verdict), "{source:?} on {text:?}");
    }
}

#[test]
fn hostile_sources_and_texts_get_an_answer() {
    let deep =
        |open: &str, count: usize, close: &str| format!("{}a{}", open.repeat(count), close.repeat(count));
    for source in [
        deep("(", 100_000, ")"),
        deep("(?:a", 990, ")*"),
        deep("(?=", 990, ")"),
        deep("(", 990, ")") + "\\1",
        "(?:a{1000}){1000}".into(),
        r"(?:\p{L}{1,1000}){1000}".into(),
        "(?:(?=a)b?){1000}".into(),
        r"(\p{L}{1,999})\1{999}".into(),
    ] {
        if let Ok(pattern) = pattern(&source) {
            let _ = pattern.test(Text::from("aaa"));
        }
    }
    let long = "a".repeat(100_000) + "b";
    assert_eq!(pattern("^(a+)+$").unwrap().test(Text::from(&*long)), Ok(false));
    assert_eq!(pattern("^(?:(?!x)a+)+$").unwrap().test(Text::from(&*long)), Ok(false));
    assert_eq!(
        pattern(r"^(a+)(?:a+)*(?:a+)*\1c$").unwrap().test(Text::from(&long[99_000..])),
        Err(PatternTooCostly)
    );
}

#[test]
fn what_cannot_be_answered_exactly_is_refused() {
    for source in [r"^(?:(a)|b)*\1$", r"(?<=(a)b)\1", r"(?:(a)?\1b)*"] {
        assert_eq!(pattern(source).err(), Some(PatternError::Unsupported), "{source:?}");
    }
    assert_eq!(pattern("(").err(), Some(PatternError::Syntax));
    assert_eq!(pattern(&"(".repeat(1001)).err(), Some(PatternError::TooDeep));
}

#[test]
fn more_symbols_than_bytes_are_told_apart() {
    let letters: String = ('\u{4e00}'..'\u{4f00}').collect();
    let pattern = pattern(&format!(r"^{letters}\B.$")).unwrap();
    assert_eq!(pattern.test(Text::from(&*(letters.clone() + "\u{4e00}"))), Ok(true));
    assert_eq!(pattern.test(Text::from(&*(letters + "a"))), Ok(false));
}
