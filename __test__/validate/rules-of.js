/** Which rules of validation a published version goes by, as the bits of `src/validate/rules.rs`. */

const bits = (...places) => places.reduce((rules, place) => rules | (1 << place), 0);

/** Each with the pi-ai it begins with. */
const PI_AI = [
  { from: "0.84.0", rules: bits(0) },
  { from: "0.84.2", rules: bits(1) },
  { from: "1.3.0", rules: bits(2) },
  { from: "1.5.0", rules: bits(30) },
];

/** Each with the TypeBox it ends with. */
const TYPEBOX = [
  { until: "1.3.0", rules: bits(17, 19, 23) },
  { until: "1.3.27", rules: bits(8, 12, 14, 15, 16, 20, 22) },
  { until: "1.4.3", rules: bits(9, 10, 11, 13, 18, 21) },
];

/** pi-schema's first release. */
const PI_SCHEMA_1_5_0 = bits(29);

/** @param {{ version: string, typebox: string | undefined }} reference */
export function rulesOf({ version, typebox }) {
  const pi = PI_AI.filter(({ from }) => !isBefore(version, from));
  const other = TYPEBOX.filter(({ until }) => typebox && isBefore(typebox, until));
  const first = version === "1.5.0" ? PI_SCHEMA_1_5_0 : 0;
  return [...pi, ...other].reduce((rules, row) => rules | row.rules, first);
}

function isBefore(left, right) {
  const [a, b] = [left, right].map((version) => version.split(".").map(Number));
  const at = a.findIndex((part, index) => part !== b[index]);
  return at !== -1 && a[at] < b[at];
}
