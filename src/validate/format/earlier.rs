//! Formats as older TypeBox asserts them, where that differs.

mod email;
mod hostname;
mod time;
mod uri;
mod url;

use super::scan::Scan;
use super::{date_time, ip, url as web, uuid};
use crate::validate::convert::annex_b;
use crate::validate::pattern::{self, Edition};
use crate::validate::rules::Rules;
use crate::validate::text::Text;

/// A format of older TypeBox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Earlier {
    /// Without the suffixes of RFC 9557, but otherwise of today.
    DateTimeWithoutSuffix,
    DateTime,
    Email,
    IdnEmail,
    Hostname {
        first: bool,
    },
    IdnHostname {
        first: bool,
    },
    Ipv6,
    /// What today's is, and addresses of a version to come.
    IriWithFutureAddress,
    Iri,
    IriReference,
    Regex(Edition),
    Time,
    Uri,
    UriReference,
    UriTemplate,
    Url,
    UuidOrUrn,
}

impl Earlier {
    /// The format of this name by these rules; none where it is today's.
    pub fn by_name(name: &[u8], edition: Edition, rules: Rules) -> Option<Self> {
        let first = rules.has(Rules::FORMATS_WITH_URNS);
        if first && name == b"uuid" {
            return Some(Self::UuidOrUrn);
        }
        if rules.has(Rules::FORMATS_BEFORE_SPECIFICATIONS) {
            let format = match name {
                b"date-time" => Self::DateTime,
                b"email" => Self::Email,
                b"hostname" => Self::Hostname { first },
                b"idn-email" => Self::IdnEmail,
                b"idn-hostname" => Self::IdnHostname { first },
                b"ipv6" => Self::Ipv6,
                b"iri" => Self::Iri,
                b"iri-reference" => Self::IriReference,
                b"regex" => Self::Regex(edition),
                b"time" => Self::Time,
                b"uri" => Self::Uri,
                b"uri-reference" => Self::UriReference,
                b"uri-template" => Self::UriTemplate,
                b"url" => Self::Url,
                _ => return None,
            };
            return Some(format);
        }
        match name {
            b"date-time" if rules.has(Rules::FORMATS_BEFORE_SUFFIXES) => Some(Self::DateTimeWithoutSuffix),
            b"iri" if rules.has(Rules::FORMATS_BEFORE_SUFFIXES) => Some(Self::IriWithFutureAddress),
            _ => None,
        }
    }

    pub fn test(self, text: Text<'_>) -> bool {
        let bytes = text.as_bytes();
        match self {
            Self::DateTimeWithoutSuffix => !bytes.contains(&b'[') && date_time::is_date_time(bytes),
            Self::DateTime => time::is_date_time(bytes),
            Self::Email => email::is_email(bytes),
            Self::Hostname { first } => hostname::is_hostname(text, first),
            Self::IdnHostname { first } => hostname::is_idn_hostname(text, first),
            Self::IdnEmail => email::is_idn_email(text),
            Self::Ipv6 => is_ipv6(bytes),
            Self::IriWithFutureAddress => uri::is_iri_with_future_address(text),
            Self::Iri => web::is_url(text),
            Self::IriReference => web::is_loose_iri_reference(text),
            Self::Regex(edition) => is_regex(text, edition),
            Self::Time => time::is_time(bytes),
            Self::Uri => uri::is_uri(bytes),
            Self::UriReference => uri::is_uri_reference(bytes),
            Self::UriTemplate => uri::is_uri_template(bytes),
            Self::Url => url::is_url(text),
            Self::UuidOrUrn => uuid::is_uuid(without_urn(bytes)),
        }
    }
}

fn without_urn(bytes: &[u8]) -> &[u8] {
    match bytes.split_at_checked(9) {
        Some((urn, rest)) if urn.eq_ignore_ascii_case(b"urn:uuid:") => rest,
        _ => bytes,
    }
}

/// A regular expression without flags that is not empty.
fn is_regex(text: Text<'_>, edition: Edition) -> bool {
    let written = |source: String| pattern::is_legal(Text::from(source.as_str()), edition);
    !text.is_empty() && annex_b::with_unicode_flag(text).is_ok_and(written)
}

/// Also with a colon at the end.
fn is_ipv6(bytes: &[u8]) -> bool {
    let mut scan = Scan(bytes);
    let mut compressed = false;
    if bytes.starts_with(b"::") {
        compressed = true;
        scan = Scan(&bytes[2..]);
    } else if bytes.is_empty() {
        return false;
    }
    let mut groups = 0;
    while !scan.is_at_end() {
        let rest = scan.0;
        let digits = scan.eat_all(|byte| byte.is_ascii_hexdigit()).len();
        if digits == 0 {
            return false;
        }
        if scan.peek() == Some(b'.') {
            if !ip::is_ipv4(rest) {
                return false;
            }
            groups += 2;
            break;
        }
        if digits > 4 {
            return false;
        }
        groups += 1;
        if scan.is_at_end() {
            break;
        }
        if !scan.eat_byte(b':') {
            return false;
        }
        if scan.eat_byte(b':') {
            if compressed || scan.peek() == Some(b':') {
                return false;
            }
            compressed = true;
        }
    }
    if compressed { groups <= 7 } else { groups == 8 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate::format::Format;

    /// A format, texts that are of it, texts that are not: by typebox 1.3.7 where nothing else is said.
    type Verdicts = (&'static str, &'static [&'static str], &'static [&'static str]);

    #[rustfmt::skip]
    const VERDICTS: &[Verdicts] = &[
        ("date-time", &["2020-01-01T00:00:00Z", "2020-01-01t23:59:60.5z"], &["2020-01-01T00:00:00Z[Europe/Paris]", "2020-01-01T00:00:00"]),
        ("email", &["a.b+c@d-e.f", "a@b"], &["\"a b\"@c", "a@[127.0.0.1]", "a..b@c", "a@b..c", "a@-b", ".a@b"]),
        ("hostname", &["a.b", "xn--bcher-kva", "xn--a"], &["", "a.", "-a", "a_b", "ab--c", "xn---9uc"]),
        ("idn-hostname", &["\"quo", "a\u{3002}b", "l\u{b7}l", "xn--bcher-kva"], &["a b", "l\u{b7}a", "\u{30fb}", "a\u{200c}b", "\u{301}a", "\u{660}\u{6f0}", "a..b"]),
        ("idn-email", &["\u{e9}@\u{e9}", "a@\u{2167}"], &["\"a\"@a", "a@-\u{e9}", "a@b-", "a..b@c", "\u{20ac}@a"]),
        ("ipv6", &["::", "1::8", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8:", "::1:", "::1.2.3.4", "1:2:3:4:5:6:1.2.3.4"], &["", ":::", ":1", "1::2::3", "12345::", "1.2.3.4::", "1:2:3:4:5:6:7:1.2.3.4", "1:2"]),
        ("iri", &["a:b", "http://a/b c"], &["//a", "http://[v1.x]"]),
        ("iri-reference", &["", "//a", "http//a:b", "a"], &["http//a", "a b", "%zz", "a\\b"]),
        ("regex", &["a", "\\_", "(?<a>b)", "a{1"], &["", "(", "[b-a]"]),
        ("time", &["00:00:00Z", "23:59:60Z", "23:59:60.5Z", "22:59:60-01:00"], &["00:00:00", "24:59:00Z", "22:59:60Z", "00:00:00+24:00"]),
        ("uri", &["a:", "a:b", "http://a@b:80/c?d#e", "http://[anything]/", "a:#b#c", "http://\u{e9}"], &["1a:b", "a", "http://a:b:c", "a:\u{e9}", "a:%4", "http://[a", "a:b c"]),
        ("uri-reference", &["", "1:b", "\u{1}", "a%zz"], &["a b", "\u{e9}", "a\\b", "[", "|"]),
        ("uri-template", &["{a}", "{+a*,c:3}", "\u{7f}", "\u{e9}"], &["{a.b}", "'", "{a:0}", "{", "%4"]),
        ("url", &["http://a.bc", "https://u:p@a-b.cd:80/x", "ftp://1.2.3.4", "http://\u{e9}.\u{e9}\u{e9}", "http://a.b@c.de"], &["http://a", "http://a.b", "http://10.0.0.1", "http://192.168.1.1", "http://172.16.1.1", "http://1.2.3.0", "http://a--b.cd", "http://a.bc:1", "http://a.bc?x", "a:b", "http://a.bc/ "]),
        ("uuid", &["00000000-0000-0000-0000-000000000000"], &["urn:uuid:00000000-0000-0000-0000-000000000000"]),
    ];

    fn test(name: &str, text: &str, rules: Rules) -> bool {
        let format = Format::by_name(Text::from(name), Edition::Es2024, rules).unwrap();
        format.test(Text::from(text))
    }

    #[test]
    fn texts_are_of_the_formats_that_the_reference_sees() {
        for (name, of_it, others) in VERDICTS {
            for (text, verdict) in
                of_it.iter().map(|text| (text, true)).chain(others.iter().map(|text| (text, false)))
            {
                assert_eq!(
                    test(name, text, Rules::FORMATS_BEFORE_SPECIFICATIONS),
                    verdict,
                    "{name} on {text:?}"
                );
            }
        }
    }

    #[test]
    fn each_edition_has_its_own() {
        let suffixed = "2020-01-01T00:00:00Z[Europe/Paris]";
        assert!(test("date-time", suffixed, Rules::default()));
        assert!(!test("date-time", suffixed, Rules::FORMATS_BEFORE_SUFFIXES));
        assert!(test("iri", "http://[v1.x]/", Rules::FORMATS_BEFORE_SUFFIXES));
        assert!(!test("iri", "http://[v1.x]/", Rules::default()));
        let urn = "URN:uuid:00000000-0000-0000-0000-000000000000";
        assert!(test("uuid", urn, Rules::FORMATS_WITH_URNS));
    }
}
