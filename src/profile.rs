//! Which pi behaves how: a row a behaviour, with the versions that have it. The one place that compares versions; the loop
//! and the validation ask a [`Profile`] whether a behaviour holds.
//!
//! The versions were found by running the published packages; the differential tests run every one of them against this
//! table.

use semver::Version;

use crate::validate::Rules;

/// What the loop of some versions does and that of others does not. The number is the behaviour's bit; `js/profile.js` has the same ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Behaviour {
    /// After a call, an aborted signal ends the loop: later calls get no start, no end and no message.
    AbortEndsBatch = 0,
    /// Parallel: a prepared call whose turn to execute comes with the signal aborted is ended instead.
    AbortedNotExecuted = 1,
    /// The signal is looked at before the tool is looked up.
    AbortBeforeLookup = 2,
    /// The signal is looked at when `beforeToolCall` has resolved, before its `block` is.
    AbortAfterHook = 3,
    /// The signal is looked at once more before a call counts as prepared.
    AbortBeforePrepared = 4,
    /// An update that comes after `execute` has settled is not emitted.
    LateUpdatesIgnored = 5,
    /// A message whose result has no `content` gets an empty list.
    ContentNeverMissing = 6,
    /// What `afterToolCall` overrides is laid over all of the result's properties.
    MergeKeepsAll = 7,
    /// A message names the tools that its result added.
    AddedToolNames = 8,
    /// Messages and merged results have `usage`.
    Usage = 9,
    /// `terminate: true` beside `block` goes to the error result.
    BlockTerminates = 10,
    /// A result's own `isError` counts, `structuredContent` is kept, and `runToolCall` exists.
    ResultIsError = 11,
    /// Ends and messages say how long `execute` took.
    Duration = 12,
}

/// Whose version decides about a behaviour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Package {
    AgentCore,
    Ai,
    TypeBox,
}

type Triple = (u64, u64, u64);

struct Row<T> {
    what: T,
    package: Package,
    from: Triple,
    /// The first version without it again.
    until: Option<Triple>,
}

const fn row<T>(what: T, package: Package, from: Triple, until: Option<Triple>) -> Row<T> {
    Row { what, package, from, until }
}

/// What the loop does.
const TABLE: &[Row<Behaviour>] = &[
    row(Behaviour::AbortEndsBatch, Package::AgentCore, (0, 75, 4), Some((1, 6, 0))),
    row(Behaviour::AbortAfterHook, Package::AgentCore, (0, 75, 4), None),
    row(Behaviour::AbortBeforePrepared, Package::AgentCore, (0, 75, 4), Some((1, 6, 0))),
    row(Behaviour::LateUpdatesIgnored, Package::AgentCore, (0, 79, 3), None),
    row(Behaviour::ContentNeverMissing, Package::AgentCore, (0, 80, 6), None),
    row(Behaviour::MergeKeepsAll, Package::AgentCore, (0, 80, 7), None),
    row(Behaviour::AddedToolNames, Package::AgentCore, (0, 80, 7), Some((0, 86, 0))),
    row(Behaviour::Usage, Package::AgentCore, (0, 81, 0), None),
    row(Behaviour::BlockTerminates, Package::AgentCore, (0, 84, 1), None),
    row(Behaviour::AbortedNotExecuted, Package::AgentCore, (0, 85, 0), None),
    row(Behaviour::ResultIsError, Package::AgentCore, (0, 99, 1), None),
    row(Behaviour::Duration, Package::AgentCore, (1, 3, 0), None),
    row(Behaviour::AbortBeforeLookup, Package::AgentCore, (1, 6, 0), None),
];

const ALWAYS: Triple = (0, 0, 0);

/// By which rules arguments are judged.
const RULES: &[Row<Rules>] = &[
    row(Rules::UNIONS_KEEP_WHAT_FITS, Package::Ai, (0, 84, 0), None),
    row(Rules::OPTIONAL_NULLS_ARE_DROPPED, Package::Ai, (0, 84, 2), None),
    row(Rules::ARGUMENTS_ERROR_REFUSES, Package::Ai, (1, 3, 0), None),
    row(Rules::PI_SCHEMA, Package::Ai, (1, 5, 0), None),
    row(Rules::FIRST_PI_SCHEMA, Package::Ai, (1, 5, 0), Some((1, 5, 1))),
    row(Rules::ENUMS_HOLD_ANYTHING, Package::TypeBox, ALWAYS, Some((1, 3, 0))),
    row(Rules::TYPE_LISTS_GUARD_NOTHING, Package::TypeBox, ALWAYS, Some((1, 3, 0))),
    row(Rules::ONLY_OBJECTS_ARE_NAMED, Package::TypeBox, ALWAYS, Some((1, 3, 4))),
    row(Rules::PROPERTIES_WIN_INTERSECTIONS, Package::TypeBox, ALWAYS, Some((1, 3, 13))),
    row(Rules::GUARDS_ARE_ASKED, Package::TypeBox, ALWAYS, Some((1, 3, 0))),
    row(Rules::SCHEMAS_ARE_HASHED, Package::TypeBox, ALWAYS, Some((1, 3, 4))),
    row(Rules::REFINEMENTS_GIVE_TRUE, Package::TypeBox, ALWAYS, Some((1, 4, 3))),
    row(Rules::NULL_IS_INTERSECTED, Package::TypeBox, ALWAYS, Some((1, 4, 3))),
    row(Rules::ENUMS_ARE_MAPPED, Package::TypeBox, ALWAYS, Some((1, 3, 13))),
    row(Rules::INTERSECTIONS_LOSE_UNSAFE_KEYS, Package::TypeBox, (1, 3, 0), Some((1, 4, 3))),
    row(Rules::MULTIPLES_ARE_POSITIVE, Package::TypeBox, ALWAYS, Some((1, 3, 0))),
    row(Rules::FORMATS_WITH_URNS, Package::TypeBox, ALWAYS, Some((1, 3, 0))),
    row(Rules::INNER_LINES_ARE_HIDDEN, Package::TypeBox, ALWAYS, Some((1, 3, 27))),
    row(Rules::MARKS_JOIN_WITHOUT_BOUND, Package::TypeBox, ALWAYS, Some((1, 3, 27))),
    row(Rules::REFERENCES_IGNORE_BASES, Package::TypeBox, ALWAYS, Some((1, 3, 27))),
    row(Rules::HOLES_ARE_ITEMS, Package::TypeBox, ALWAYS, Some((1, 3, 27))),
    row(Rules::CONTAINS_EVALUATES_NOTHING, Package::TypeBox, ALWAYS, Some((1, 3, 27))),
    row(Rules::KEY_PATTERNS_HAVE_NO_FLAG, Package::TypeBox, ALWAYS, Some((1, 3, 27))),
    row(Rules::FULL_REFUSALS_LOOK_ON, Package::TypeBox, ALWAYS, Some((1, 3, 27))),
    row(Rules::FORMATS_BEFORE_SPECIFICATIONS, Package::TypeBox, ALWAYS, Some((1, 3, 27))),
    row(Rules::PATHS_ARE_BARE, Package::TypeBox, ALWAYS, Some((1, 4, 3))),
    row(Rules::UPPER_LIMITS_COME_FIRST, Package::TypeBox, ALWAYS, Some((1, 4, 3))),
    row(Rules::LENGTHS_COUNT_CHARACTERS, Package::TypeBox, ALWAYS, Some((1, 4, 3))),
    row(Rules::ROOT_HAS_A_WEB_ADDRESS, Package::TypeBox, ALWAYS, Some((1, 4, 3))),
    row(Rules::CLOSED_OBJECTS_COUNT_KEYS, Package::TypeBox, ALWAYS, Some((1, 4, 3))),
    row(Rules::FORMATS_BEFORE_SUFFIXES, Package::TypeBox, ALWAYS, Some((1, 4, 3))),
];

/// The typebox that each pi-ai asks for, by the first version that does. Before the first pin npm installs the newest.
const TYPEBOX: &[(Triple, Triple)] =
    &[((0, 69, 0), (1, 4, 3)), ((0, 75, 4), (1, 1, 38)), ((0, 83, 0), (1, 3, 7)), ((0, 86, 0), (1, 3, 27))];

/// The first and the last version whose behaviour the table knows.
const OLDEST: Triple = (0, 69, 0);
const NEWEST: Triple = (1, 6, 0);

/// The first and the last version that are covered, for a person.
#[must_use]
pub fn coverage() -> String {
    format!("{} to {}", show(OLDEST), show(NEWEST))
}

/// A version that the table does not cover.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotCovered {
    /// Not three numbers with dots between them.
    #[error("{0:?} is no version: a version is three numbers, as in \"{newest}\"", newest = show(NEWEST))]
    NoVersion(String),
    /// Older than the oldest or newer than the newest one verified, or a pre-release.
    #[error(
        "the behaviour of {0} is not known to this version of pi-toolcalls, which covers {covered}",
        covered = coverage()
    )]
    OutOfRange(String),
}

fn show((major, minor, patch): Triple) -> String {
    format!("{major}.{minor}.{patch}")
}

/// The behaviour of one combination of pi's packages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    behaviours: u32,
    /// By which rules arguments are judged.
    pub rules: Rules,
}

impl Profile {
    /// The behaviour of these versions: of pi-agent-core, of pi-ai, and of the typebox that pi-ai found where that is
    /// known; otherwise of the one that this pi-ai asks for.
    ///
    /// # Errors
    /// [`NotCovered`] for a version of pi whose behaviour is not known. Any typebox does.
    pub fn of(agent_core: &str, ai: &str, typebox: Option<&str>) -> Result<Self, NotCovered> {
        let (agent_core, ai) = (covered(agent_core)?, covered(ai)?);
        let typebox = match typebox {
            Some(version) => triple(version)?,
            None => asked_for_by(ai),
        };
        let version_of = |package| match package {
            Package::AgentCore => agent_core,
            Package::Ai => ai,
            Package::TypeBox => typebox,
        };
        let holds = |package, from, until: Option<Triple>| {
            let version = version_of(package);
            from <= version && until.is_none_or(|until| version < until)
        };
        let mut profile = Self::default();
        for row in TABLE.iter().filter(|row| holds(row.package, row.from, row.until)) {
            profile.behaviours |= 1 << row.what as u8;
        }
        for row in RULES.iter().filter(|row| holds(row.package, row.from, row.until)) {
            profile.rules = profile.rules | row.what;
        }
        Ok(profile)
    }

    /// The loop's part of a profile, from what [`Profile::bits`] gave.
    #[must_use]
    pub fn from_bits(bits: u32) -> Self {
        Self { behaviours: bits, rules: Rules::default() }
    }

    /// One bit a behaviour of the loop.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.behaviours
    }

    /// Whether this pi behaves so.
    #[must_use]
    pub const fn has(self, behaviour: Behaviour) -> bool {
        self.behaviours & 1 << behaviour as u8 != 0
    }
}

fn triple(version: &str) -> Result<Triple, NotCovered> {
    let parsed = Version::parse(version).map_err(|_| NotCovered::NoVersion(version.to_owned()))?;
    Ok((parsed.major, parsed.minor, parsed.patch))
}

fn covered(version: &str) -> Result<Triple, NotCovered> {
    let parsed = Version::parse(version).map_err(|_| NotCovered::NoVersion(version.to_owned()))?;
    let numbers = (parsed.major, parsed.minor, parsed.patch);
    // Nobody has looked at what a pre-release or a build of somebody's own does.
    if !parsed.pre.is_empty() || !parsed.build.is_empty() || numbers < OLDEST || NEWEST < numbers {
        return Err(NotCovered::OutOfRange(version.to_owned()));
    }
    Ok(numbers)
}

fn asked_for_by(ai: Triple) -> Triple {
    TYPEBOX.iter().rev().find(|(from, _)| *from <= ai).map_or(TYPEBOX[0].1, |(_, typebox)| *typebox)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(version: &str) -> Result<Profile, NotCovered> {
        Profile::of(version, version, None)
    }

    #[test]
    fn the_oldest_versions_have_none_of_the_later_behaviours() {
        let oldest = same("0.69.0").expect("it is covered");
        assert_eq!(oldest, same("0.73.1").expect("it is covered"));
        assert_eq!(oldest, Profile::default());
    }

    #[test]
    fn a_behaviour_begins_and_ends_with_the_versions_of_its_row() {
        for row in TABLE {
            assert!(same(&show(row.from)).expect("covered").has(row.what), "{:?}", row.what);
            if let Some(until) = row.until {
                assert!(!same(&show(until)).expect("covered").has(row.what), "{:?}", row.what);
            }
        }
        for row in RULES.iter().filter(|row| row.package == Package::Ai) {
            assert!(same(&show(row.from)).expect("covered").rules.has(row.what), "{:?}", row.what);
        }
        assert!(!same("0.75.3").expect("covered").has(Behaviour::AbortEndsBatch));
        assert!(same("1.5.2").expect("covered").has(Behaviour::AbortEndsBatch));
    }

    #[test]
    fn each_package_decides_about_its_own_rows() {
        let mixed = Profile::of("0.75.3", "0.84.2", None).expect("covered");
        assert!(mixed.rules.has(Rules::OPTIONAL_NULLS_ARE_DROPPED) && !mixed.has(Behaviour::AbortAfterHook));
    }

    #[test]
    fn the_installed_typebox_decides_about_unknown_keys() {
        let apart = |version, typebox| {
            let profile = Profile::of(version, version, typebox).expect("covered");
            !profile.rules.has(Rules::INNER_LINES_ARE_HIDDEN)
        };
        assert!(
            apart("0.75.3", None)
                && !apart("0.75.4", None)
                && !apart("0.85.1", None)
                && apart("0.86.0", None)
        );
        assert!(!apart("0.73.1", Some("1.3.26")) && apart("0.80.2", Some("1.4.3")));
    }

    /// The tests run four of the TypeBoxes that pis have had; the releases between were tried by hand.
    #[test]
    fn a_typebox_between_those_that_run_has_the_rules_of_its_release() {
        for (rule, first, last) in [
            (Rules::GUARDS_ARE_ASKED, "1.1.24", "1.2.18"),
            (Rules::SCHEMAS_ARE_HASHED, "1.1.24", "1.3.3"),
            (Rules::ONLY_OBJECTS_ARE_NAMED, "1.1.24", "1.3.3"),
            (Rules::ENUMS_ARE_MAPPED, "1.1.24", "1.3.12"),
            (Rules::PROPERTIES_WIN_INTERSECTIONS, "1.1.24", "1.3.12"),
            (Rules::INTERSECTIONS_LOSE_UNSAFE_KEYS, "1.3.0", "1.3.37"),
            (Rules::NULL_IS_INTERSECTED, "1.1.24", "1.3.37"),
        ] {
            for typebox in
                ["1.1.24", "1.2.18", "1.3.0", "1.3.3", "1.3.4", "1.3.12", "1.3.13", "1.3.37", "1.4.3"]
            {
                let version = |text: &str| Version::parse(text).expect("a version");
                let expected = (version(first)..=version(last)).contains(&version(typebox));
                let profile = Profile::of("0.84.0", "0.84.0", Some(typebox)).expect("covered");
                assert_eq!(profile.rules.has(rule), expected, "{rule:?} with {typebox}");
            }
        }
    }

    #[test]
    fn versions_beyond_the_table_are_refused_with_what_is_covered() {
        for version in ["0.68.1", "1.6.1", "2.0.0", "1.6.0-rc.1", "0.73.1+build"] {
            let refused = same(version).expect_err("it is not covered").to_string();
            assert!(refused.contains(version) && refused.contains("0.69.0 to 1.6.0"), "{refused}");
        }
        assert_eq!(
            same("latest").expect_err("no version").to_string(),
            r#""latest" is no version: a version is three numbers, as in "1.6.0""#
        );
    }
}
