// `pi-toolcalls timeline`: draws a run that was traced.
import { writeFileSync } from "node:fs";
import pc from "picocolors";
import { NoTrace, readTrace } from "./read.js";
import { drawSvg } from "./svg.js";
import { drawTimeline } from "./terminal.js";

/**
 * Draws the trace and gives the exit code.
 * @param {{ file: string, svg: string | undefined }} options `svg`: where to write the picture instead
 */
export function timeline({ file, svg }) {
  let batches;
  try {
    batches = readTrace(file);
    if (svg !== undefined) write(svg, drawSvg(batches));
  } catch (error) {
    if (!(error instanceof NoTrace)) throw error;
    console.error(error.message);
    return 1;
  }
  if (svg !== undefined) {
    console.log(`Written to ${svg}.`);
    return 0;
  }
  const colours = Boolean(process.stdout.isTTY) && !process.env.NO_COLOR;
  const terminal = { width: process.stdout.columns || 80, colours };
  const paint = pc.createColors(colours);
  for (const { title, calls } of batches) console.log(`${paint.bold(title)}\n\n${drawTimeline(calls, terminal)}\n`);
  return 0;
}

/** @param {string} path @param {string} text */
function write(path, text) {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new NoTrace(`Cannot write ${path}: ${error instanceof Error ? error.message : error}`);
  }
}
