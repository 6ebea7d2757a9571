//! The formats that `format` asserts: the names and the verdicts of typebox 1.4.3, its slips included. What older ones say
//! otherwise is in [`earlier`].

mod bidi;
mod date_time;
mod duration;
mod earlier;
mod email;
mod hostname;
mod idn;
mod ip;
mod json_pointer;
mod label;
mod punycode;
mod scan;
mod uri;
mod uri_template;
mod url;
mod uuid;
#[cfg(test)]
mod verdicts;

use self::earlier::Earlier;
use super::pattern::{self, Edition};
use super::rules::Rules;
use super::text::Text;

/// A format that is known by its name. Any other is not asserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Date,
    DateTime,
    Duration,
    Earlier(Earlier),
    Email,
    Hostname,
    IdnEmail,
    IdnHostname,
    Ipv4,
    Ipv6,
    Iri,
    IriReference,
    JsonPointer,
    JsonPointerUriFragment,
    Regex(Edition),
    RelativeJsonPointer,
    Time,
    Uri,
    UriReference,
    UriTemplate,
    Url,
    Uuid,
}

impl Format {
    /// The format of this name, by these rules. What a regular expression is depends on the edition of the runtime's V8.
    pub fn by_name(name: Text<'_>, edition: Edition, rules: Rules) -> Option<Self> {
        if let Some(earlier) = Earlier::by_name(name.as_bytes(), edition, rules) {
            return Some(Self::Earlier(earlier));
        }
        Some(match name.as_bytes() {
            b"date" => Self::Date,
            b"date-time" => Self::DateTime,
            b"duration" => Self::Duration,
            b"email" => Self::Email,
            b"hostname" => Self::Hostname,
            b"idn-email" => Self::IdnEmail,
            b"idn-hostname" => Self::IdnHostname,
            b"ipv4" => Self::Ipv4,
            b"ipv6" => Self::Ipv6,
            b"iri" => Self::Iri,
            b"iri-reference" => Self::IriReference,
            b"json-pointer" => Self::JsonPointer,
            b"json-pointer-uri-fragment" => Self::JsonPointerUriFragment,
            b"regex" => Self::Regex(edition),
            b"relative-json-pointer" => Self::RelativeJsonPointer,
            b"time" => Self::Time,
            b"uri" => Self::Uri,
            b"uri-reference" => Self::UriReference,
            b"uri-template" => Self::UriTemplate,
            b"url" => Self::Url,
            b"uuid" => Self::Uuid,
            _ => return None,
        })
    }

    /// True when the string is of this format.
    pub fn test(self, text: Text<'_>) -> bool {
        let bytes = text.as_bytes();
        match self {
            Self::Date => date_time::is_date(bytes),
            Self::DateTime => date_time::is_date_time(bytes),
            Self::Earlier(earlier) => earlier.test(text),
            Self::Duration => duration::is_duration(bytes),
            Self::Email => email::is_email(bytes),
            Self::Hostname => hostname::is_hostname(text),
            Self::IdnEmail => email::is_idn_email(text),
            Self::IdnHostname => idn::is_idn_hostname(text),
            Self::Ipv4 => ip::is_ipv4(bytes),
            Self::Ipv6 => ip::is_ipv6(bytes),
            Self::Iri => url::is_iri(text),
            Self::IriReference => url::is_iri_reference(text),
            Self::JsonPointer => json_pointer::is_pointer(bytes),
            Self::JsonPointerUriFragment => json_pointer::is_uri_fragment(bytes),
            Self::Regex(edition) => pattern::is_legal(text, edition),
            Self::RelativeJsonPointer => json_pointer::is_relative(bytes),
            Self::Time => date_time::is_time(bytes),
            Self::Uri => uri::is_uri(bytes),
            Self::UriReference => uri::is_uri_reference(bytes),
            Self::UriTemplate => uri_template::is_uri_template(bytes),
            Self::Url => url::is_url(text),
            Self::Uuid => uuid::is_uuid(bytes),
        }
    }
}
