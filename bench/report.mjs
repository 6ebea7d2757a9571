// The figures as tables, and what has to be said beside them.

import { availableParallelism } from "node:os";
import { WAITING } from "./memory.mjs";
import { geometricMean } from "./statistics.mjs";
import { forMarkdown } from "./table.mjs";

/**
 * @typedef {import("./table.mjs").Table} Table
 * @typedef {{ name: string, title: string, reference: number, addon: number, queued: number }} Hold
 * @typedef {{ peak: number, more: number }} Peak
 * @typedef {object} Figures what was measured against one published version
 * @property {string} version
 * @property {string} package
 * @property {import("./speed.mjs").Speed[]} speeds
 * @property {Hold[]} [holds]
 * @property {{ name: string, title: string, reference: Peak, addon: Peak }[]} [peaks]
 * @property {Record<"reference" | "addon", { heap: number, rss: number }>} [waiting]
 * @property {import("./scaling.mjs").Scale[]} [scales]
 *
 * @typedef {object} Results
 * @property {string} machine
 * @property {import("./machine.mjs").Binary} binary
 * @property {number} load before it began
 * @property {string} date
 * @property {number} rounds at least so many
 * @property {Figures[]} compared
 * @property {{ version: string, reason: string }[]} skipped
 * @property {import("./crossings.mjs").Crossing[]} [crossings]
 */

/** @param {number} ms */
function time(ms) {
  if (ms >= 10) return `${ms.toFixed(1)} ms`;
  return ms >= 1 ? `${ms.toFixed(2)} ms` : `${digits(ms * 1000)} µs`;
}

/** Three digits that count. @param {number} number */
const digits = (number) => (number >= 100 ? number.toFixed(0) : number.toPrecision(3));

/** @param {number} bytes */
const megabytes = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MB`;

/** @param {Results} results @returns {Table[]} */
export function tablesOf({ compared, crossings }) {
  return [...compared.flatMap(tablesOfOne), ...(crossings ? [crossingTable(crossings)] : [])];
}

/** @param {Figures} figures @returns {Table[]} */
function tablesOfOne(figures) {
  const against = `${figures.package} ${figures.version}`;
  const { holds, peaks, waiting, scales } = figures;
  return [
    speedTable(figures, against),
    ...(holds ? [holdTable(holds, against)] : []),
    ...(peaks ? [peakTable(peaks, against)] : []),
    ...(waiting ? [waitingTable(waiting, against)] : []),
    ...(scales ? [scaleTable(scales, against)] : []),
  ];
}

/** @param {import("./speed.mjs").Speed[]} speeds */
function meanOf(speeds) {
  const [ratio, cpu] = [speeds.map(({ ratio }) => ratio), speeds.map(({ cpuRatio }) => cpuRatio)].map(geometricMean);
  return `${ratio.toFixed(3)}, of those of processor time: ${cpu.toFixed(3)}`;
}

/** @param {import("./speed.mjs").Speed[]} speeds */
function summary(speeds) {
  const usual = speeds.filter(({ unfavourable }) => !unfavourable);
  if (usual.length < 2) return undefined;
  const worst = usual.reduce((worst, speed) => (speed.ratio > worst.ratio ? speed : worst));
  const mean = `Geometric mean of the ratios: ${meanOf(usual)}. The highest: ${worst.ratio.toFixed(2)} (${worst.name}).`;
  const others = speeds.filter(({ unfavourable }) => unfavourable).map(({ name }) => name);
  if (others.length === 0) return mean;
  return `${mean} With ${others.join(" and ")}, chosen because the addon has little to win there: ${meanOf(speeds)}.`;
}

/** @param {Figures} figures @param {string} against @returns {Table} */
function speedTable({ speeds }, against) {
  return {
    title: `Time, against ${against}`,
    note: summary(speeds),
    words: 2,
    columns: ["case", "what", "reference", "addon", "ratio", "middle half", "CPU ratio", "rounds"],
    rows: speeds.map(({ name, title, reference, addon, ratio, quartiles, cpuRatio, rounds }) => [
      name,
      title,
      time(reference),
      time(addon),
      ratio.toFixed(3),
      quartiles.map((quartile) => quartile.toFixed(3)).join("–"),
      cpuRatio.toFixed(3),
      String(rounds),
    ]),
  };
}

/** @param {Hold[]} holds @param {string} against @returns {Table} */
function holdTable(holds, against) {
  return {
    title: `Longest hold of the Node thread, against ${against}`,
    words: 1,
    columns: ["case", "reference", "addon", "addon, queued"],
    rows: holds.map(({ name, reference, addon, queued }) => [name, time(reference), time(addon), time(queued)]),
  };
}

/** @param {NonNullable<Figures["peaks"]>} peaks @param {string} against @returns {Table} */
function peakTable(peaks, against) {
  return {
    title: `Peak memory of a process, against ${against}`,
    note: "Resident memory at its highest; behind the plus sign, what the case added to the loaded modules.",
    words: 1,
    columns: ["case", "reference", "", "addon", ""],
    rows: peaks.map(({ name, reference, addon }) => [
      name,
      megabytes(reference.peak),
      `+${megabytes(reference.more)}`,
      megabytes(addon.peak),
      `+${megabytes(addon.more)}`,
    ]),
  };
}

/** @param {NonNullable<Figures["waiting"]>} waiting @param {string} against @returns {Table} */
function waitingTable({ reference, addon }, against) {
  const row = (/** @type {string} */ what, /** @type {"heap" | "rss"} */ key) => [
    what,
    `${Math.round(reference[key])} B`,
    `${Math.round(addon[key])} B`,
  ];
  return {
    title: `Memory of one waiting call, against ${against}`,
    note: `A batch of ${WAITING.toLocaleString("en")} small calls whose tools wait, all of it but the message, a call.`,
    words: 1,
    columns: ["what", "reference", "addon"],
    rows: [row("JavaScript heap", "heap"), row("resident, both sides", "rss")],
  };
}

/** @param {NonNullable<Figures["scales"]>} scales @param {string} against @returns {Table} */
function scaleTable(scales, against) {
  return {
    title: `Processor time of one call as there are more of them, against ${against}`,
    note:
      "Bare is a loop that does nothing for a call but emit its events, run its tool and build its result: what is alive at " +
      "once outgrows the processor's caches and V8's young generation, and that any loop in JavaScript pays.",
    words: 1,
    columns: ["how many", "reference", "addon", "addon, queued", "bare", "ratio"],
    rows: scales.map(({ title, reference, addon, queued, bare }) => [
      title,
      `${digits(reference)} µs`,
      `${digits(addon)} µs`,
      `${digits(queued)} µs`,
      `${digits(bare)} µs`,
      (addon / reference).toFixed(3),
    ]),
  };
}

/** @param {import("./crossings.mjs").Crossing[]} crossings @returns {Table} */
function crossingTable(crossings) {
  return {
    title: "What a crossing of the boundary costs, in processor time",
    words: 1,
    columns: ["crossing", "time"],
    rows: crossings.map(({ title, microseconds }) => [title, `${digits(microseconds)} µs`]),
  };
}

/** Which build of the addon, a line. @param {import("./machine.mjs").Binary} binary */
export function sayBinary({ file, bytes, date, profile }) {
  return `${file}, ${megabytes(bytes)}, built ${date}, ${profile ? `profile ${profile}` : "profile unknown"}`;
}

/** @param {Results} results */
export function markdownOf(results) {
  const { machine, binary, load, date, rounds, skipped } = results;
  return `# Measured

Written by \`npm run bench\`; do not edit.

- ${date}, ${machine}
- ${sayBinary(binary)}
- load of the machine before it began: ${load.toFixed(1)}${load > availableParallelism() ? ", more than it has cores: believe the CPU ratios" : ""}
${skipped.map(({ version, reason }) => `- not compared with ${version}: ${reason}\n`).join("")}
Reference and addon run in one process and in turn: a round times a millisecond or two of the one, then of the other, and the
order changes from round to round. Each such piece ends with one turn of the event loop, as an agent's batches do. A ratio
is addon / reference within one round. Each figure is the median of at least
${rounds} rounds, after a warm-up; "middle half" is where half of the rounds' ratios lie, and the
"CPU ratio" is that of processor time, all threads, which a busy machine disturbs less. Both get the same tools, hooks,
schemas and emitter, which do next to nothing; before a case is timed, both must give the same events, results and
arguments. The longest hold of the thread is the longest time between two turns of the event loop during one run. Memory is
measured in processes that load one of the two alone.

${tablesOf(results).map(forMarkdown).join("\n\n")}
`;
}
