/** Has large arguments judged again and again, accepted and refused; prints the memory after the first ones and at the end. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { KINDS, runLarge } from "../play/large.js";

const [FIRST, ALL] = [10, 40];
const product = await import(process.argv[2]);
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

async function residentAfter(rounds) {
  for (let left = rounds; left > 0; left--) {
    await Promise.all(Object.values(KINDS).map((kind) => runLarge(product, kind)));
  }
  collect();
  return process.memoryUsage.rss();
}

const first = await residentAfter(FIRST);
const last = await residentAfter(ALL - FIRST);
console.log(JSON.stringify({ first, last }));
