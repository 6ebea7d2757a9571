// The published loop and the addon, timed: `npm run bench`.

import { writeFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import pc from "picocolors";
import { CASES } from "./cases.mjs";
import { measureCrossings } from "./crossings.mjs";
import { measureHold } from "./hold.mjs";
import { loadPair, reasonAgainst, VERSIONS } from "./implementations.mjs";
import { describeBinary, describeMachine, load } from "./machine.mjs";
import { measurePeak, measureWaiting } from "./memory.mjs";
import { HELP, readOptions, WrongOption } from "./options.mjs";
import * as progress from "./progress.mjs";
import { markdownOf, sayBinary, tablesOf } from "./report.mjs";
import { measureScaling } from "./scaling.mjs";
import { measureSpeed } from "./speed.mjs";
import { forTerminal } from "./table.mjs";

const RESULTS = new URL("./results.md", import.meta.url);

/** @typedef {ReturnType<typeof readOptions>} Options */

/** @param {Options} options @returns {Record<"speed" | "scaling" | "crossing", import("./rounds.mjs").Effort> & { holds: number }} */
function effortOf({ rounds, quick }) {
  return {
    speed: { rounds, mostRounds: Math.max(rounds, 201), budgetMs: quick ? 600 : 3000, sliceMs: quick ? 2 : 4 },
    scaling: { rounds: Math.min(rounds, 9), mostRounds: 41, budgetMs: 1200, sliceMs: 4 },
    crossing: { rounds: Math.min(rounds, 15), mostRounds: 61, budgetMs: 250, sliceMs: 2 },
    holds: Math.min(rounds, 9),
  };
}

/** @param {Options} options @param {import("./machine.mjs").Binary} binary */
async function measure(options, binary) {
  const effort = effortOf(options);
  const whole = !options.quick && options.cases === undefined;
  const cases = CASES.filter(({ name }) => options.cases?.includes(name) ?? true);
  const large = whole ? CASES.filter((benched) => benched.large) : [];
  const skipped = [];
  const versions = [];
  for (const version of options.versions ?? VERSIONS) {
    const reason = reasonAgainst(version);
    if (reason === undefined) versions.push(version);
    else skipped.push({ version, reason });
  }
  /** @type {import("./report.mjs").Results} */
  const results = {
    machine: describeMachine(),
    binary,
    load: load(),
    date: new Date().toISOString().slice(0, 10),
    rounds: options.rounds,
    compared: [],
    skipped,
  };
  progress.begin(versions.length * (cases.length + (whole ? 2 * large.length + 2 : 0)) + (whole ? 1 : 0));
  for (const version of versions) {
    const pair = await loadPair(version);
    /** @type {import("./report.mjs").Figures} */
    const figures = { version, package: pair.package, speeds: [] };
    results.compared.push(figures);
    for (const benched of cases) {
      progress.step(`${version}: ${benched.title}`);
      figures.speeds.push(await measureSpeed(benched, pair, effort.speed));
    }
    if (!whole) continue;
    figures.holds = [];
    figures.peaks = [];
    for (const benched of large) {
      progress.step(`${version}: hold of the thread, ${benched.title}`);
      figures.holds.push(await measureHold(benched, pair, effort.holds));
      progress.step(`${version}: peak memory, ${benched.title}`);
      figures.peaks.push(await measurePeak(benched, version));
    }
    progress.step(`${version}: memory of waiting calls`);
    figures.waiting = await measureWaiting(version);
    progress.step(`${version}: scaling`);
    figures.scales = await measureScaling(pair, effort.scaling, (text) => progress.say(`${version}: ${text}`));
  }
  if (whole) {
    progress.step("crossings of the boundary");
    results.crossings = await measureCrossings(effort.crossing);
  }
  progress.clear();
  return results;
}

/** @param {Options} options */
async function main(options) {
  const binary = describeBinary();
  if (binary.profile !== undefined && binary.profile !== "release" && !options.anyBuild) {
    console.error(
      `The addon is a build with the profile ${binary.profile}, which says nothing about its speed.\n` +
        "Build it with `npm run build` and try again, or measure it as it is with --any-build.",
    );
    return 1;
  }
  const paint = pc.createColors(Boolean(process.stdout.isTTY) && !process.env.NO_COLOR);
  const begin = performance.now();
  if (!options.json) console.log(`${describeMachine()}\n${sayBinary(binary)}`);
  const results = await measure(options, binary);
  if (options.json) {
    console.log(JSON.stringify(results, null, 2));
  } else {
    for (const table of tablesOf(results)) console.log(`\n${forTerminal(table, paint)}`);
    for (const { version, reason } of results.skipped) console.log(`\nNot compared with ${version}: ${reason}.`);
  }
  const whole = !options.quick && options.cases === undefined && options.versions === undefined;
  if (whole && binary.profile !== "fast" && binary.profile !== "debug") {
    writeFileSync(RESULTS, markdownOf(results));
    if (!options.json) console.log("\nWritten to bench/results.md.");
  }
  if (!options.json) console.log(`${Math.round((performance.now() - begin) / 1000)} s`);
  return 0;
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) console.log(HELP);
  else process.exitCode = await main(options);
} catch (error) {
  progress.clear();
  if (!(error instanceof WrongOption)) throw error;
  console.error(`${error.message}\n\n${HELP}`);
  process.exitCode = 2;
}
