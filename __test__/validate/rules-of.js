/** Which rules of validation a published version goes by, as the bits of `src/validate/rules.rs`. */

/** Each with the pi-ai it begins with. */
const PI_AI = [
  { from: "0.84.0", rules: 1 },
  { from: "0.84.2", rules: 1 << 1 },
  { from: "1.3.0", rules: 1 << 2 },
  { from: "1.5.0", rules: 1 << 16 },
];

/** Each with the TypeBox it ends with. */
const TYPEBOX = [
  { until: "1.3.27", rules: 1 << 8 },
  { until: "1.4.3", rules: (1 << 9) | (1 << 10) },
];

/** pi-schema's first release. */
const PI_SCHEMA_1_5_0 = 1 << 17;

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
