//! The formats: those of typebox 1.3.27, which differ in two from the ones of the other dialect.

use crate::validate::format::Format as Shared;
use crate::validate::pattern::Edition;
use crate::validate::text::Text;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Without the suffixes of RFC 9557.
    DateTime,
    /// With the addresses of future versions of IP.
    Iri,
    Other(Shared),
}

impl Format {
    pub fn by_name(name: Text<'_>, edition: Edition) -> Option<Self> {
        Some(match Shared::by_name(name, edition)? {
            Shared::DateTime => Self::DateTime,
            Shared::Iri => Self::Iri,
            other => Self::Other(other),
        })
    }

    /// True when the string is of this format.
    pub fn test(self, text: Text<'_>) -> bool {
        match self {
            Self::DateTime => !text.as_bytes().contains(&b'[') && Shared::DateTime.test(text),
            Self::Iri => is_iri(text),
            Self::Other(format) => format.test(text),
        }
    }
}

/// In a text of this many UTF-16 units or more such an address is left as it is.
const LONG: usize = 2048;

fn is_iri(text: Text<'_>) -> bool {
    let bytes = text.as_bytes();
    let Some((start, end)) = future_address(bytes).filter(|_| text.count_code_units() < LONG) else {
        return Shared::Iri.test(text);
    };
    // The URL parser does not know the address; what may not be in any IRI may not be in it either.
    let address = [b"a:", &bytes[start + 1..end - 1]].concat();
    let with_loopback = [&bytes[..start], b"[::1]", &bytes[end..]].concat();
    Shared::Iri.test(Text::from_wtf8(&address)) && Shared::Iri.test(Text::from_wtf8(&with_loopback))
}

/// Where the first `[v1.…]` begins and ends.
fn future_address(bytes: &[u8]) -> Option<(usize, usize)> {
    let starts = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'[').map(|(start, _)| start);
    starts.filter_map(|start| Some((start, start + address_length(&bytes[start..])?))).next()
}

fn address_length(bytes: &[u8]) -> Option<usize> {
    let [b'[', b'v' | b'V', rest @ ..] = bytes else { return None };
    let digits = rest.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    let address = rest.get(digits..)?.strip_prefix(b".").filter(|_| digits > 0)?;
    let length = address.iter().position(|byte| *byte == b']').filter(|length| *length > 0)?;
    Some(2 + digits + 1 + length + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(name: &str, text: &str) -> bool {
        Format::by_name(Text::from(name), Edition::default()).unwrap().test(Text::from(text))
    }

    #[test]
    fn a_date_time_has_no_suffix() {
        assert!(test("date-time", "2020-12-12T20:20:40+00:00"));
        assert!(!test("date-time", "2020-12-12T20:20:40+00:00[Europe/Paris]"));
    }

    #[test]
    fn an_iri_may_have_an_address_of_a_future_version() {
        for (text, expected) in [
            ("http://[v1.x]/", true),
            ("http://[vF.:x]/", true),
            ("http://[v.x]/", false),
            ("http://[v1.]/", false),
            ("http://[v1.<]/", false),
            ("http://[v1.%]/", false),
            ("http://[::1]/", true),
            ("http://[v1.x]x/", false),
        ] {
            assert_eq!(test("iri", text), expected, "{text}");
        }
    }
}
