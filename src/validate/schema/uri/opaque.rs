//! Relative references on bases that have no hierarchy, such as `urn:x:y`.
//!
//! By the URL standard none resolves but a mere fragment. Some runtimes look whether there is a fragment at all, and go on
//! as if the base's path were one with segments.

use url::Url;

/// A relative reference with a fragment on a base without a hierarchy. `None` where there is no fragment.
pub fn join(reference: &str, base: &Url) -> Option<Url> {
    let reference = reference.trim_matches(|unit: char| unit <= ' ').replace(['\t', '\n', '\r'], "");
    let (before, fragment) = reference.split_once('#')?;
    let scheme = base.scheme();
    let url = if before.starts_with('/') {
        format!("{scheme}:{before}#{fragment}")
    } else if before.starts_with('?') {
        format!("{scheme}:{}{before}#{fragment}", base.path())
    } else {
        let (segments, query) = before.split_at(before.find('?').unwrap_or(before.len()));
        format!("{scheme}:{}{query}#{fragment}", path(segments, base))
    };
    Url::parse(&url).ok()
}

/// The base's path with these segments in the place of its last one, the first one being nobody's.
fn path(segments: &str, base: &Url) -> String {
    let mut path = base.path().to_owned();
    shorten(&mut path);
    let mut rest = Some(segments);
    while let Some(here) = rest {
        let (segment, others) =
            here.split_once('/').map_or((here, None), |(first, rest)| (first, Some(rest)));
        let segment = encoded(segment);
        let dots = segment.to_ascii_lowercase().replace("%2e", ".");
        let ends_open = match dots.as_str() {
            ".." => shorten(&mut path),
            "." => true,
            _ => {
                path.push('/');
                path.push_str(&segment);
                false
            }
        };
        if ends_open && others.is_none() {
            path.push('/');
        }
        rest = others;
    }
    path
}

/// Drops the last segment, where there are two.
fn shorten(path: &mut String) -> bool {
    let cut = path.rfind('/');
    if let Some(cut) = cut {
        path.truncate(cut);
    }
    cut.is_some()
}

/// A segment as it stands in a path with segments.
fn encoded(segment: &str) -> String {
    // Behind a letter dots are dots.
    let url = Url::parse(&format!("x:/x{segment}"));
    url.map_or_else(|_| segment.to_owned(), |url| url.path()[2..].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_hang_on_a_path_without() {
        for (reference, base, expected) in [
            ("T#A", "urn:x:y", "urn:x:y/T#A"),
            ("T?q#A", "urn:x:y?p", "urn:x:y/T?q#A"),
            ("?q#A", "urn:x:y?p", "urn:x:y?q#A"),
            ("/a#b", "urn:x:y", "urn:/a#b"),
            ("//h/x#b", "urn:x:y", "urn://h/x#b"),
            ("../a#b", "urn:x:y", "urn:x:y/a#b"),
            ("../a#b", "urn:x:y/z/w", "urn:x:y/a#b"),
            (".#", "urn:x:y", "urn:x:y/#"),
            ("a/..#", "urn:x:y", "urn:x:y/#"),
            ("a b/c#", "urn:x:y/z", "urn:x:y/a%20b/c#"),
            ("a/../..#", "urn:x:y", "urn:x:y#"),
            ("..#", "urn:x:y/z", "urn:x:y#"),
            ("%2e%2E/q#", "urn:x:y/a/b", "urn:x:y/q#"),
            ("a//b\\c#", "urn:x", "urn:x/a//b\\c#"),
            ("é^|`{}\"<>#", "urn:x", "urn:x/%C3%A9^|%60%7B%7D%22%3C%3E#"),
        ] {
            let joined = join(reference, &Url::parse(base).unwrap()).unwrap();
            assert_eq!(joined.as_str(), expected, "{reference} {base}");
        }
        assert_eq!(join("T", &Url::parse("urn:x:y").unwrap()), None);
    }
}
