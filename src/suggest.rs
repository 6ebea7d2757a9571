//! Which tools a model may have meant by a name that does not exist.

use strsim::jaro_winkler;

/// How alike two names have to be, from 0 (nothing in common) to 1 (equal).
const ALIKE: f64 = 0.8;

/// How many names are given at most.
const MOST: usize = 3;

/// Longer names are nobody's typing mistake, and comparing takes the product of the lengths.
const LONGEST: usize = 128;

/// The names most like `name`, the best first, each once. Case and separators count for nothing: models mix up `readFile` and
/// `read_file`.
#[must_use]
pub fn closest<'a>(name: &str, names: &'a [String]) -> Vec<&'a str> {
    if name.len() > LONGEST {
        return Vec::new();
    }
    let wanted = plain(name);
    let mut alike: Vec<(f64, &str)> = names
        .iter()
        .filter(|other| other.len() <= LONGEST)
        .map(|other| (jaro_winkler(&wanted, &plain(other)), other.as_str()))
        .filter(|(likeness, _)| *likeness >= ALIKE)
        .collect();
    alike.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut closest = Vec::with_capacity(MOST);
    for (_, other) in alike {
        if closest.len() < MOST && !closest.contains(&other) {
            closest.push(other);
        }
    }
    closest
}

fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::closest;

    fn of(name: &str) -> Vec<String> {
        let names = ["read", "write", "read_file", "bash", "grep", "read"].map(str::to_owned);
        closest(name, &names).into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn a_mistyped_name_finds_what_was_meant() {
        assert_eq!(of("readFile"), ["read_file", "read"]);
        assert_eq!(of("wriet"), ["write"]);
        assert_eq!(of("Bash"), ["bash"]);
    }

    #[test]
    fn nothing_is_suggested_where_nothing_is_alike() {
        assert_eq!(of("calendar"), [""; 0]);
        assert_eq!(of(""), [""; 0]);
        assert_eq!(of(&"read".repeat(1000)), [""; 0]);
    }
}
