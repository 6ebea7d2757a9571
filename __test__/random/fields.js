/** The fields that results and after hooks have in later versions. */

const VALUES = {
  usage: { object: () => ({ input: 3, output: 4 }), null: () => null },
  addedToolNames: { some: () => ["later"], empty: () => [], text: () => "names", null: () => null },
  structuredContent: { object: () => ({ rows: [1, 2] }), null: () => null, false: () => false },
  isError: { true: () => true, false: () => false, truthy: () => "yes" },
  content: { undefined: () => undefined, null: () => null, empty: () => [] },
};

/** The same object with a plan's fields, before or behind its own. */
export function withFields(object, { order, ...plan }) {
  const fields = {};
  for (const [name, kind] of Object.entries(plan)) {
    const value = VALUES[name][kind];
    if (value) fields[name] = value();
  }
  return order === "first" ? { ...fields, ...object, ...fields } : { ...object, ...fields };
}
