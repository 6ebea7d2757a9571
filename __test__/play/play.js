/**
 * Runs one scenario against one implementation of `executeToolCalls` and gives back everything that could be noticed.
 */
import { getEventListeners } from "node:events";
import { World } from "./world.js";

/** What `Date.now()` says at the virtual clock's start, in milliseconds. */
export const EPOCH = 1_700_000_000_000;

/** Turns of the event loop to wait for a batch that has nothing to wait for any more, before it counts as stuck. */
const PATIENCE = 300;

/**
 * @typedef {object} Run
 * @property {string[]} lines the log
 * @property {object[]} events the events, as they came
 * @property {{ value?: any, reason?: any, state: "pending" | "fulfilled" | "rejected" }} outcome
 * @property {unknown[]} unhandled reasons of unhandled rejections
 * @property {unknown[]} warnings what was given to process.emitWarning
 * @property {World} world
 */

/**
 * @param {(world: World) => object} scenario
 * @param {Function} executeToolCalls
 * @param {object} [options]
 * @param {number} [options.quietTurns] turns of the event loop without user code after which nothing more is under way
 * @param {boolean} [options.ties] let all timers of one moment go off together
 * @param {boolean} [options.exactReads]
 * @returns {Promise<Run>}
 */
export async function play(scenario, executeToolCalls, { quietTurns = 1, ties = false, exactReads = false } = {}) {
	const world = new World({ exactReads });
	const process = takeOver(world);
	const outcome = { state: "pending" };
	try {
		const { context, message, config, signal, emit } = world.complete(scenario(world));
		observe(() => executeToolCalls(context, message, config, signal, emit), outcome, world);
		await quiet(world, quietTurns);
		while (!world.clock.idle) {
			world.clock.advance({ ties });
			await quiet(world, quietTurns);
		}
		for (let turn = 0; outcome.state === "pending" && turn < PATIENCE; turn++) await turnOfTheLoop();
		world.note(`in the end the batch is ${outcome.state}`);
		if (message?.content?.length >= 0) world.note("the message's content is", [...message.content]);
		if (signal instanceof AbortSignal) world.note(`abort listeners: ${getEventListeners(signal, "abort").length}`);
	} finally {
		process.giveBack();
	}
	const { lines, events } = world;
	return { lines, events, outcome, unhandled: process.unhandled, warnings: process.warnings, world };
}

function observe(start, outcome, world) {
	let promise;
	try {
		promise = start();
	} catch (thrown) {
		world.note("the call itself threw", thrown);
		return;
	}
	if (!(promise instanceof Promise)) world.note("the call returned no promise but", promise);
	Promise.resolve(promise).then(
		(value) => {
			Object.assign(outcome, { state: "fulfilled", value });
			world.note("the batch is fulfilled with", value);
		},
		(reason) => {
			Object.assign(outcome, { state: "rejected", reason });
			world.note("the batch is rejected with", reason);
		},
	);
}

const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve));

async function quiet(world, turns) {
	for (let calm = 0; calm < turns; ) {
		const before = world.activity;
		await turnOfTheLoop();
		calm = world.activity === before ? calm + 1 : 0;
	}
}

/** Takes the process-wide things that a run looks at, so that two runs see the same and neither disturbs the test runner. */
function takeOver(world) {
	const { now } = Date;
	const { emitWarning } = process;
	const listeners = process.rawListeners("unhandledRejection");
	const unhandled = [];
	const warnings = [];
	Date.now = () => EPOCH + world.clock.now;
	process.emitWarning = (...args) => {
		warnings.push(args);
	};
	process.removeAllListeners("unhandledRejection");
	process.on("unhandledRejection", (reason) => {
		unhandled.push(reason);
		world.activity++;
	});
	return {
		unhandled,
		warnings,
		giveBack() {
			Date.now = now;
			process.emitWarning = emitWarning;
			process.removeAllListeners("unhandledRejection");
			for (const listener of listeners) process.on("unhandledRejection", listener);
		},
	};
}
