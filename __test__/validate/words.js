/** The small vocabularies that random schemas and arguments share, so that they have something to do with each other. */

export const KEYS = ["a", "b", "c", "path", "limit", "edits", "oldText", "q"];

/** Keys that hit something: indices, members of Object.prototype, characters that pointers escape, surrogates. */
export const ODD_KEYS = [
  "0", "1", "10", "01", "-1", "1.5", "4294967295", "", " ", "a/b", "a~b", "a.b", "~1", "%41", "é", "😀", "\ud800", "\udc00x",
  "__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "length", "type", "$ref", "$id", "~kind", "then",
  "k".repeat(70), "ключ".repeat(80),
]; // biome-ignore format: a table

/** Regular expressions with texts that fit. None sends a backtracking engine astray. */
export const PATTERNS = [
  ["^a", "abc"], ["b$", "ab"], ["^[a-c]+$", "cab"], ["^\\d{3}-\\d{4}$", "555-1234"], ["^\\p{L}+$", "éa"], ["(?<=a+)b$", "aab"],
  ["^(?<x>a|b)\\k<x>$", "bb"], ["(?!a)b", "cb"], ["^.$", "😀"], ["[^\\s]", "x"], ["^(a|b)*$", "abba"], ["\\bword\\b", "a word"],
  ["^$", ""], ["^[\\w.-]+@[\\w-]+\\.[a-z]{2,}$", "me@here.org"], ["^(?:\\/[^\\/]+)+$", "/a/b"], ["\\u{1F600}", "x😀"],
  ["^[\\p{Lu}\\p{Nd}_]+$", "A_1"], ["^(\\w)\\1$", "zz"], ["^(?=.*\\d).{2,}$", "a1"], ["\\ud83d\\ude00", "😀"], ["^x-", "x-a"],
  [".*", "q"], ["^(0|[1-9]\\d*)$", "10"], ["a{2,3}?b", "aab"], ["^[^a]$", "\ud800"],
]; // biome-ignore format: a table

/** Regular expressions that V8 refuses with the `u` flag. */
export const BAD_PATTERNS = [
  "^https\\:\\/\\/",
  "(",
  "[b-a]",
  "a**",
  "\\",
  "{",
  "\\p{Nope}",
  "(?<a>x)(?<a>y)",
  "\\k<n>",
  "\\1",
  "(?i:a)",
  "]",
  "a{2,1}",
];

/** Formats with texts that fit, those that TypeBox knows and others. */
export const FORMATS = [
  ["date", "2024-02-29"], ["date-time", "2024-02-29T23:59:60Z"], ["time", "12:00:00+01:00"], ["duration", "P1DT2H"],
  ["email", "a.b@c.de"], ["idn-email", "ü@exämple.org"], ["hostname", "a-b.example"], ["idn-hostname", "exämple.org"],
  ["ipv4", "127.0.0.1"], ["ipv6", "::ffff:1.2.3.4"], ["uri", "https://a.b/c?d#e"], ["uri-reference", "../a"], ["iri", "https://ä/"],
  ["iri-reference", "ä/b"], ["uri-template", "/a/{b}"], ["url", "https://a.b"], ["uuid", "123e4567-e89b-12d3-a456-426614174000"],
  ["json-pointer", "/a~1b/0"], ["relative-json-pointer", "1/a"], ["json-pointer-uri-fragment", "#/a%20b"], ["regex", "^a+$"],
  ["int32", "x"], ["byte", "eA=="], ["binary", "x"], ["password", "x"], ["constructor", "x"], ["", "x"],
]; // biome-ignore format: a table

export const TEXTS = [
  "", " ", "a", "ab", "abc", "hello world", "é", "😀", "😀😀", "\ud800", "a\udc00", "\u0000", "line\nline", "\"quoted\"", "\u2028",
  "null", "undefined", "true", "false", "True", "FALSE", "yes", "NaN", "Infinity", "-Infinity", "[object Object]",
  "0", "1", "2", "-1", "42", "3.0", "3.5", " 7 ", "1e3", "1E400", "-0", "+5", "0x10", "0b11", "0o17", "020", "1_000", "1,5", ".5", "5.",
  "12n", "9007199254740993", "123456789012345678901234567890", "1e-7", "\t8\n", "\u00a09", "\ufeff1", "0x", "--1", "1 2",
  "[]", "{}", "[1,2]", "[\"test\"]", "{\"a\":1}", "x".repeat(63), "x".repeat(64), "x".repeat(65), "é".repeat(65), "1".repeat(70), "a".repeat(300),
]; // biome-ignore format: a table

export const NUMBERS = [
  0, 1, 2, 3, -1, 0.5, 1.5, 10, 42, 100, -7, 0.1, 0.3, 1e-7, 1e21, 1e300, 255, 256, 2 ** 31, -(2 ** 31), 2 ** 32, 2 ** 53 - 1, 2 ** 53, 5e-324,
]; // biome-ignore format: a table

/** A key, odd with that probability. */
export function keyOf(dice, odd) {
  return dice.chance(odd) ? dice.pick(ODD_KEYS) : dice.pick(KEYS);
}

/** An own property, also where assigning would set the prototype. */
export function put(object, key, value) {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  return object;
}

/** Distinct keys. */
export function keysOf(dice, count, odd) {
  return [...new Set(dice.list(count, () => keyOf(dice, odd)))];
}
