//! Verdicts of typebox 1.4.3's, asked for with Node 20, and that ours are the same.

use super::{Edition, Format, Rules};
use crate::validate::text::Text;

/// A format, texts that are of it, texts that are not.
type Verdicts = (&'static str, &'static [&'static str], &'static [&'static str]);

#[rustfmt::skip]
const VERDICTS: &[Verdicts] = &[
    ("date", &["2020-02-29", "0000-02-29"], &["2021-02-29", "1900-02-29", "2020-13-01", "2020-1-01", "\u{ff12}020-01-01"]),
    ("date-time", &["2020-01-01T00:00:00Z", "2020-01-01t00:00:00z", "2020-01-01T00:00:00Z[Europe/Paris][!u-ca=hebrew]", "2020-01-01T00:00:00Z[+05:30]"], &["2020-01-01 00:00:00Z", "2020-01-01T00:00:00", "2020-01-01T00:00:00Z[.]", "2020-01-01T00:00:00Z[u-ca=a-]", "2020-01-01T00:00:00Z[u-ca=x][Europe/Paris]", "2020-01-01TT00:00:00Z"]),
    ("time", &["00:00:00Z", "23:59:60Z", "22:59:60-01:00", "00:59:60+01:00", "00:00:00.123+23:59"], &["22:59:60Z", "00:00:00", "24:00:00Z", "00:00:00.Z", "00:00:00+24:00"]),
    ("duration", &["P1Y2M3D", "PT1H", "P1W", "P1DT1M1S"], &["P1Y3D", "PT1H2S", "P1W1D", "P", "PT", "P1DT"]),
    ("email", &["a@b", "a.b+c@d-e.f", "\"a b\"@c", "\"\u{e9}\"@c", "a@[127.0.0.1]", "a@[ipv6:::]"], &["a@-b", ".a@b", "\"a\\\u{e9}\"@c", "a@[IPv6:]", "a@xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"]),
    ("hostname", &["a.b", "xn--bcher-kva", "xn--zca", "xn--80ak6aa92e", "xn--ihqwcrb4cv8a8dqg056pqjye", "xn--p1b6ci4b4b3a", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.b"], &["a.", "-a", "a_b", "ab--c", "xn--a", "xn--\u{212a}", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"]),
    ("idn-email", &["\u{e9}@\u{e9}", "<d800>@a", "a@\u{345}", "a@\u{2167}"], &["\"\\\u{a}\"@a", "a@-\u{e9}", "a@\u{e9}-", "a@b_"]),
    ("idn-hostname", &["\u{4f8b}\u{3048}.\u{30c6}\u{30b9}\u{30c8}", "l\u{b7}l", "\u{30a2}\u{30fb}", "\u{ff41}\u{ff0e}\u{ff42}", "a\u{ad}b", "\u{5d0}1", "a+b", "\u{915}\u{94d}\u{200d}\u{937}", "xn--bcher-kva"], &["a b", "l\u{b7}a", "\u{30fb}", "\u{5d0}a", "a\u{200c}b", "\u{301}a", "\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}"]),
    ("ipv4", &["1.2.3.4"], &["01.2.3.4", "256.1.1.1", "1.2.3", "1.2.3.4.5"]),
    ("ipv6", &["::", "1::8", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::1.2.3.4"], &["1:2:3:4:5:6:7::8", "1.2.3.4::", "1::2::3", "12345::", "::ffff:1.2.3.256", ":::"]),
    ("iri", &["http://\u{e9}/", "a:b"], &["http://a b", "//a", "http://a/%4", "http://[v1.x]"]),
    ("iri-reference", &["", "//a", "///a", "\u{e9}"], &["a b", "http//a", "%zz", "a\\b"]),
    ("json-pointer", &["", "/", "/a~0", "/<d800>"], &["/~", "a"]),
    ("json-pointer-uri-fragment", &["#", "#/a%20"], &["#/~", "#/~%41", "#/\u{e9}", "/a"]),
    ("regex", &["a", "(?<a>b)"], &["(", "\\_"]),
    ("relative-json-pointer", &["0", "0#", "1/a"], &["01", "#", "1a"]),
    ("uri", &["a:", "a:b", "http://a@b:80/c?d#e", "http://[::1]/", "http://[v1.a:b]", "a:/", "a://"], &["http://a@b@c", "http://a:b:c", "1a:b", "a:\u{e9}", "a:%4", "a:#b#c"]),
    ("uri-reference", &["", "a:b", "./a:b", "//a", "?", "#"], &["1:b", "a b"]),
    ("uri-template", &["{a}", "{+a.b*,c:3}", "\u{e9}"], &["{a:0}", "{", "}", "{a,}", "%4", "{\u{e9}}"]),
    ("url", &["http://a", "http:///a", "a:b", "http://%41"], &["//a", "http://a:99999", "http://[::1", "http://1.2.3.256", "urn://a@"]),
    ("uuid", &["00000000-0000-0000-0000-000000000000"], &["00000000-0000-0000-0000-00000000000G", "00000000000000000000000000000000"]),
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

#[test]
fn texts_are_of_the_formats_that_the_reference_sees() {
    for (name, of_it, others) in VERDICTS {
        let format = Format::by_name(Text::from(*name), Edition::Es2024, Rules::default()).unwrap();
        for (text, verdict) in
            of_it.iter().map(|text| (text, true)).chain(others.iter().map(|text| (text, false)))
        {
            assert_eq!(format.test(Text::from_wtf8(&string(text))), verdict, "{name} on {text:?}");
        }
    }
}

#[test]
fn every_name_of_the_reference_is_known_and_no_other() {
    assert_eq!(VERDICTS.len(), 21);
    for name in ["", "Date", "color", "int32", "password", "uri ", "__proto__"] {
        assert_eq!(Format::by_name(Text::from(name), Edition::Es2024, Rules::default()), None);
    }
}
