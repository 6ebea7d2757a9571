//! What differs between the versions of pi-ai and of TypeBox, each difference under a name.
//!
//! Which version goes by which of them is not known here. Without any of them validation is what the rest of this module
//! is written for.

use std::ops::BitOr;

/// A set of differences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules(u32);

impl Rules {
    /// In `anyOf` and `oneOf`, coercion leaves a value that some member accepts as it is.
    pub const UNIONS_KEEP_WHAT_FITS: Self = Self(1);
    /// Before all else, null goes out of properties that are not required and whose schema refuses it.
    pub const OPTIONAL_NULLS_ARE_DROPPED: Self = Self(1 << 1);
    /// The call's `argumentsError` refuses it. Followed in JavaScript, which alone sees the call (`js/protocol.js`).
    pub const ARGUMENTS_ERROR_REFUSES: Self = Self(1 << 2);

    /// What is wrong inside of an additional property, or with a property's name, has no lines of its own.
    pub const INNER_LINES_ARE_HIDDEN: Self = Self(1 << 8);
    /// Keys stand in paths as they are, so that their slashes become dots.
    pub const PATHS_ARE_BARE: Self = Self(1 << 9);
    /// A refusal names upper limits before lower ones.
    pub const UPPER_LIMITS_COME_FIRST: Self = Self(1 << 10);
    /// Lengths of texts count the characters that a reader sees, not code points.
    pub const LENGTHS_COUNT_CHARACTERS: Self = Self(1 << 11);
    /// Such a count does not look at the text's length first: no text, not even an empty one, reaches a limit below zero.
    pub const MARKS_JOIN_WITHOUT_BOUND: Self = Self(1 << 12);
    /// A schema without an `$id` stands at a web address, so that relative references find its root.
    pub const ROOT_HAS_A_WEB_ADDRESS: Self = Self(1 << 13);
    /// A reference starts from the root or the schema with an `$id` around it, whatever bases there are on the way.
    pub const REFERENCES_IGNORE_BASES: Self = Self(1 << 14);
    /// `items` and `unevaluatedItems` look at the holes of an array too, where they do not begin at its start or errors are
    /// collected.
    pub const HOLES_ARE_ITEMS: Self = Self(1 << 15);
    /// `contains` and `minContains` evaluate no item.
    pub const CONTAINS_EVALUATES_NOTHING: Self = Self(1 << 16);
    /// An enumeration of other values than texts and numbers converts by those that are, and null; it does not throw. In
    /// intersections, enumerations and template literals stay what they are.
    pub const ENUMS_HOLD_ANYTHING: Self = Self(1 << 17);
    /// A closed object with as many properties as are required has just that many keys, whatever their names.
    pub const CLOSED_OBJECTS_COUNT_KEYS: Self = Self(1 << 18);
    /// What is a little less than a multiple of a negative divisor is no multiple, and nor what is of a little less.
    pub const MULTIPLES_ARE_POSITIVE: Self = Self(1 << 19);
    /// The pattern of the keys that are not additional is none of those that V8 has to take with the flag `u`.
    pub const KEY_PATTERNS_HAVE_NO_FLAG: Self = Self(1 << 20);
    /// The formats before date-times had suffixes.
    pub const FORMATS_BEFORE_SUFFIXES: Self = Self(1 << 21);
    /// The formats before most were written anew by their specifications.
    pub const FORMATS_BEFORE_SPECIFICATIONS: Self = Self(1 << 22);
    /// The formats before a UUID could not be a URN.
    pub const FORMATS_WITH_URNS: Self = Self(1 << 23);

    /// A refusal that has all its lines looks on; what that throws shows.
    pub const FULL_REFUSALS_LOOK_ON: Self = Self(1 << 24);

    /// Where `type` is a list, the compiled check looks at the keywords for each type in it whatever the value is.
    pub const TYPE_LISTS_GUARD_NOTHING: Self = Self(1 << 26);
    /// Of what references lead to, the compiled check names only schema objects by their base; nothing is thrown there for
    /// the rest.
    pub const ONLY_OBJECTS_ARE_NAMED: Self = Self(1 << 27);
    /// An intersection of null alone is null, and says nothing of how to convert.
    pub const NULL_IS_INTERSECTED: Self = Self(1 << 4);
    /// A schema is hashed when its check is compiled, which has no end for one that holds itself.
    pub const SCHEMAS_ARE_HASHED: Self = Self(1 << 5);
    /// `~guard` has a function that is asked about values.
    pub const GUARDS_ARE_ASKED: Self = Self(1 << 6);
    /// A refinement that gives something that counts as true gives true.
    pub const REFINEMENTS_GIVE_TRUE: Self = Self(1 << 31);
    /// The values of an enumeration are mapped, not walked, so that other things are said where they are no array.
    pub const ENUMS_ARE_MAPPED: Self = Self(1 << 3);
    /// In an intersection, a type with properties stays what it is beside never, any and unknown, and any changes nothing
    /// that comes before it.
    pub const PROPERTIES_WIN_INTERSECTIONS: Self = Self(1 << 28);
    /// What an intersection is put together to is copied, and loses the properties whose names could reach a prototype.
    pub const INTERSECTIONS_LOSE_UNSAFE_KEYS: Self = Self(1 << 7);
    /// No version's, but the runtime's: its URL joins a relative reference with a fragment to a base that has no hierarchy. Found out in
    /// JavaScript (`js/schemas.js`).
    pub const FRAGMENTS_OPEN_ANY_BASE: Self = Self(1 << 25);

    /// Another engine, pi-schema, whatever rules there are besides. Known in JavaScript too (`js/protocol.js`).
    pub const PI_SCHEMA: Self = Self(1 << 30);
    /// Its first release.
    pub const FIRST_PI_SCHEMA: Self = Self(1 << 29);

    /// Differences that came over the bridge, a bit for each.
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    pub const fn bits(self) -> u32 {
        self.0
    }

    pub const fn has(self, one: Self) -> bool {
        self.0 & one.0 == one.0
    }

    /// Those that are here and there.
    pub const fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// For tables that are worked out by the compiler.
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOr for Rules {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.with(other)
    }
}
