//! How the reference joins the URIs of a schema: as the URL of the platform does where that can, else by hanging the
//! reference behind the base's last colon.

mod opaque;

use url::{ParseError, Url};

use super::Thrown;
use crate::validate::rules::Rules;

/// The base of a schema that has no `$id`.
pub const ROOT: &str = "urn:typebox:root";
/// The same where that is a web address.
pub const WEB_ROOT: &str = "https://json-schema.org/";
/// The same where bases are ignored.
pub const UNKNOWN_ROOT: &str = "http://unknown/";

/// Longer URIs come of references that lead to themselves, each time under a longer base. The reference's stack gives out
/// on those.
const LONGEST: usize = 16 * 1024;

/// A reference resolved against a base.
pub fn join(reference: &str, base: &str, rules: Rules) -> Result<Url, Thrown> {
    if let Some(url) = try_join(reference, base, rules)? {
        return Ok(url);
    }
    let head = if base == ROOT { base } else { &base[..base.rfind(':').unwrap_or(0)] };
    Url::parse(&format!("{head}:{reference}")).map_err(|_| invalid())
}

/// The same where the platform's URL decides.
pub fn join_strictly(reference: &str, base: &str, rules: Rules) -> Result<Url, Thrown> {
    try_join(reference, base, rules)?.ok_or_else(invalid)
}

/// The same, or `None` where it is no URL.
pub fn try_join(reference: &str, base: &str, rules: Rules) -> Result<Option<Url>, Thrown> {
    if base.len() > LONGEST {
        return Err(Thrown::too_deep());
    }
    Ok(resolve(reference, base, rules))
}

/// `new URL(reference, base)`, or `None` where that throws.
pub fn resolve(reference: &str, base: &str, rules: Rules) -> Option<Url> {
    let base = Url::parse(base).ok()?;
    match base.join(reference) {
        Err(ParseError::RelativeUrlWithCannotBeABaseBase) if rules.has(Rules::FRAGMENTS_OPEN_ANY_BASE) => {
            opaque::join(reference, &base)
        }
        joined => joined.ok(),
    }
}

/// What the platform throws for what is no URL.
pub fn invalid() -> Thrown {
    Thrown::new("Invalid URL")
}

/// `url.hash`: the fragment with its `#`, empty when there is none or an empty one.
pub fn hash(url: &Url) -> &str {
    match url.fragment() {
        None | Some("") => "",
        Some(fragment) => &url.as_str()[url.as_str().len() - fragment.len() - 1..],
    }
}

/// `url.href` without the fragment.
pub fn canonical(url: &Url) -> &str {
    url.as_str().split('#').next().unwrap_or_default()
}

/// `decodeURIComponent(text)`.
pub fn decode(text: &str) -> Result<String, Thrown> {
    let malformed = || Thrown::new("URI malformed");
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte != b'%' {
            decoded.push(byte);
            at += 1;
            continue;
        }
        let digit = |at: usize| bytes.get(at).and_then(|byte| char::from(*byte).to_digit(16));
        let (Some(high), Some(low)) = (digit(at + 1), digit(at + 2)) else { return Err(malformed()) };
        decoded.push((high * 16 + low) as u8);
        at += 3;
    }
    // Escapes must spell whole characters; what was not escaped already does.
    String::from_utf8(decoded).map_err(|_| malformed())
}

/// True for an `$id` without a scheme.
pub fn is_relative(id: &str) -> bool {
    let Some((scheme, _)) = id.split_once(':') else { return true };
    let mut bytes = scheme.bytes();
    let begins = bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic());
    !(begins && bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'.' | b'-')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_join_their_base() {
        for (reference, base, expected) in [
            ("#/$defs/a b", ROOT, "urn:typebox:root#/$defs/a%20b"),
            ("#", ROOT, "urn:typebox:root#"),
            ("tree", ROOT, "urn:typebox:root:tree"),
            ("http://x.example/a", ROOT, "http://x.example/a"),
            ("b#c", "http://x.example/a/d", "http://x.example/a/b#c"),
            ("tree", "urn:one:two", "urn:one:tree"),
        ] {
            assert_eq!(join(reference, base, Rules::default()).unwrap().as_str(), expected);
        }
        assert_eq!(
            join("//[", "http://x.example/", Rules::default()).unwrap_err(),
            Thrown::new("Invalid URL")
        );
    }

    #[test]
    fn escapes_are_decoded() {
        assert_eq!(decode("/a%2Fb%c3%a9é").unwrap(), "/a/béé");
        for text in ["%", "%4", "%zz", "%ff", "%c3", "%ed%a0%80"] {
            assert!(decode(text).is_err(), "{text}");
        }
    }

    #[test]
    fn an_id_with_a_scheme_is_not_relative() {
        for (id, relative) in
            [("a:b", false), ("x+y.1-z:", false), ("a/b:c", true), ("1a:b", true), ("", true)]
        {
            assert_eq!(is_relative(id), relative, "{id}");
        }
    }
}
