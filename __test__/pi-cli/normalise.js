// Takes out of pi's output what is different in every run: the clock and the random ids. Nothing else: keys, their order,
// texts and the order of the lines stay.

const ID = /^(?:[0-9a-f]{8}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * @param {string} lines JSON, one value a line
 * @returns {string[]}
 */
export function normalise(lines) {
  /** @type {Map<string, string>} */
  const ids = new Map();
  return lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line) =>
      JSON.stringify(JSON.parse(line), (key, value) => {
        if (key === "timestamp") return `a ${typeof value}`;
        if (typeof value !== "string" || !ID.test(value)) return value;
        // The same id is the same one everywhere.
        if (!ids.has(value)) ids.set(value, `id ${ids.size}`);
        return ids.get(value);
      }),
    );
}
