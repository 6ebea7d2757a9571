// Takes out of pi's output what is different in every run: the clock and the random ids. Nothing else: keys, their order,
// texts and the order of the lines stay.

const ID = /^(?:[0-9a-f]{8}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Properties that say when something happened, or how long it took. */
const CLOCK = new Set(["timestamp", "durationMs", "wall_time_seconds"]);

/** How long a script took, as codemode tells the model. */
const WALL_TIME = /(?<=^Script (?:completed|failed)\nWall time )\d+\.\d(?= seconds\n)/;

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
      JSON.stringify(JSON.parse(line), function (key, value) {
        // pi leaves it out of a model's message that a millisecond began before its stream.
        if (key === "durationMs" && this.role === "assistant") return undefined;
        if (CLOCK.has(key)) return `a ${typeof value}`;
        if (typeof value !== "string") return value;
        if (!ID.test(value)) return value.replace(WALL_TIME, "a number");
        // The same id is the same one everywhere.
        if (!ids.has(value)) ids.set(value, `id ${ids.size}`);
        return ids.get(value);
      }),
    );
}

/**
 * What the model was asked, without the times that tools tell it.
 * @param {import("./model-server.js").Request[]} requests
 */
export function untimed(requests) {
  return JSON.parse(JSON.stringify(requests), (_, value) =>
    typeof value === "string" ? value.replace(WALL_TIME, "a number") : value,
  );
}
