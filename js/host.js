"use strict";
// Carries out what the core asks: calls the user's tools, hooks and emitter, and builds the events. It decides nothing; a
// reader of pi's loop finds its stages here under their names, and their order in `src/batch/`.
//
// Every stage takes as many turns of the microtask queue as it takes there, so that whatever else waits in that queue
// takes its own turn as it does there: `await TURN` stands for a function boundary of the reference, which costs less
// than having the function. `prepared.tool.execute(…)` and its like are spelled as they are because V8 puts the spelling into the text
// of its TypeErrors, and the model reads that text.

const { AsyncResource } = require("node:async_hooks");
const { native, exchange, HEADER, onDispatch } = require("./native.js");
const protocol = require("./protocol.js");
const { Refusal, validate } = require("./validate.js");

const { BROKEN, YES, NO } = protocol;

/**
 * @typedef {{ content?: unknown, details?: unknown, terminate?: unknown }} ToolResult
 * @typedef {{ toolCall: any, tool: any, args: unknown }} Prepared
 * @typedef {{ toolCall: any, result: any, isError: unknown }} Finalized
 */

/** The number of no batch. */
const FORGOTTEN = -1;

/** @type {(Batch | undefined)[]} batches under way whose steps come through the queue, by id */
const batches = [];

onDispatch((id) => batches[id]?.dispatched());

/**
 * What a tool or a hook threw, as the text that the model reads.
 * @param {unknown} thrown
 */
function textOf(thrown) {
  try {
    return thrown instanceof Error ? thrown.message : String(thrown);
  } catch {
    return "Unknown error";
  }
}

/** @param {string} message */
function createErrorToolResult(message) {
  return { content: [{ type: "text", text: message }], details: {} };
}

/** Awaited, it takes one turn of the microtask queue. */
const TURN = undefined;

function ignore() {}

/**
 * `Promise.all`, which for no promises takes one turn of the microtask queue as a plain value does.
 * @param {Promise<unknown>[]} promises
 */
function allOf(promises) {
  return promises.length === 0 ? undefined : Promise.all(promises);
}

/** The tool calls of one assistant message, from the first start event to the result. */
class Batch {
  /**
   * @param {any} currentContext @param {any} assistantMessage @param {any[]} toolCalls @param {any} config
   * @param {AbortSignal | undefined} signal @param {(event: any) => unknown} emit
   */
  constructor(currentContext, assistantMessage, toolCalls, config, signal, emit) {
    this.currentContext = currentContext;
    this.assistantMessage = assistantMessage;
    this.toolCalls = toolCalls;
    this.config = config;
    this.signal = signal;
    this.emit = emit;
    this.id = -1;
    /** @type {Prepared[]} */
    this.prepared = [];
    /** @type {Finalized[]} */
    this.finalized = [];
    /** @type {unknown[]} what the emitter threw, by call */
    this.thrown = [];
    /** @type {object[]} */
    this.messages = [];
    this.warned = false;
    /** @type {AsyncResource | undefined} */
    this.resource = undefined;
    /** @type {(result: { messages: object[], terminate: boolean }) => void} */
    this.resolve = ignore;
    /** @type {(reason: unknown) => void} */
    this.reject = ignore;
  }

  /**
   * Begins the batch and gives the promise of its result.
   * @param {number} facts bits of `protocol.js`
   */
  run(facts) {
    return new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
      if (facts & protocol.QUEUED) this.resource = new AsyncResource("pi-toolcalls");
      exchange[0] = this.toolCalls.length;
      exchange[1] = facts;
      native.begin();
      this.id = exchange[3];
      if (this.resource !== undefined) batches[this.id] = this;
      this.perform();
    });
  }

  /**
   * Tells the core how an operation ended and carries out what it asks for next.
   * @param {number} call @param {number} completion
   */
  complete(call, completion) {
    exchange[0] = this.id;
    exchange[1] = call;
    exchange[2] = completion;
    this.ask(native.complete);
  }

  /** The core has something for this batch that no call could carry. */
  dispatched() {
    /** @type {AsyncResource} */ (this.resource).runInAsyncScope(this.take, this);
  }

  take() {
    exchange[0] = this.id;
    this.ask(native.take);
  }

  /**
   * Calls the core and carries out the operations that it hands over.
   * @param {() => void} core
   */
  ask(core) {
    try {
      core();
    } catch (error) {
      // A panic: the core has forgotten the batch and may give its number to another one.
      if (this.resource !== undefined) batches[this.id] = undefined;
      this.id = FORGOTTEN;
      this.reject(error);
      return;
    }
    this.perform();
  }

  perform() {
    const count = exchange[0];
    if (this.resource !== undefined && exchange[2] === 1) batches[this.id] = undefined;
    if (count === 1) this.begin(exchange[HEADER], exchange[HEADER + 1]);
    else if (count > 1) this.performAll(count);
  }

  /**
   * Begins several operations in one go. They are copied first: what they run may use the exchange.
   * @param {number} count
   */
  performAll(count) {
    const handedOver = exchange.slice(HEADER, HEADER + 2 * count);
    const more = exchange[1] === 1;
    for (let at = 0; at < handedOver.length; at += 2) this.begin(handedOver[at], handedOver[at + 1]);
    if (more) this.take();
  }

  /** @param {number} code @param {number} call */
  begin(code, call) {
    switch (code) {
      case protocol.START_AND_PREPARE:
        this.startAndPrepare(call);
        return;
      case protocol.EXECUTE:
        this.execute(call);
        return;
      case protocol.FINALIZE_RETURNED:
        this.finalizeAndEnd(call, false);
        return;
      case protocol.FINALIZE_FAILED:
        this.finalizeAndEnd(call, true);
        return;
      case protocol.END:
        this.end(call);
        return;
      case protocol.JOIN_AND_RESULT:
        this.joinAndResult(call);
        return;
      case protocol.RESULT:
        this.result(call);
        return;
      case protocol.TERMINATE:
        this.terminate(call);
        return;
      case protocol.REJECT_WHILE_RUNNING:
        this.rejectWhileRunning(call);
        return;
      case protocol.REJECT:
        this.reject(this.thrown[call]);
        return;
      default:
        this.resolve({ messages: this.messages, terminate: code === protocol.RESOLVE_TERMINATE });
        return;
    }
  }

  /**
   * The emitter failed, or what the reference does not guard: the batch rejects with this very value.
   * @param {number} call @param {unknown} thrown
   */
  breaks(call, thrown) {
    this.thrown[call] = thrown;
    this.complete(call, BROKEN);
  }

  /** @param {number} call */
  async startAndPrepare(call) {
    const { emit, toolCalls } = this;
    const toolCall = toolCalls[call];
    let prepared;
    try {
      await emit({
        type: "tool_execution_start",
        toolCallId: toolCall.id,
        toolName: toolCall.name,
        args: toolCall.arguments,
      });
      prepared = await this.prepareToolCall(call, toolCall);
    } catch (error) {
      this.breaks(call, error);
      return;
    }
    this.complete(call, prepared ? YES : NO);
  }

  /**
   * Looks the tool up, prepares and validates the arguments, asks the before hook where there is one. Gives whether the
   * call goes on.
   * @param {number} call @param {any} toolCall
   * @returns {boolean | Promise<boolean>}
   */
  prepareToolCall(call, toolCall) {
    const { currentContext, config } = this;
    let tool;
    try {
      tool = currentContext.tools?.find((/** @type {any} */ t) => t.name === toolCall.name);
      if (!tool) return this.fails(call, toolCall, `Tool ${toolCall.name} not found`);
    } catch (error) {
      return Promise.reject(error);
    }
    try {
      const args = validate(tool, prepareToolCallArguments(tool, toolCall));
      if (args instanceof Refusal) return this.fails(call, toolCall, args.text);
      if (config.beforeToolCall) return this.askBefore(call, toolCall, tool, args);
      this.prepared[call] = { toolCall, tool, args };
      return true;
    } catch (error) {
      return this.fails(call, toolCall, textOf(error));
    }
  }

  /** @param {number} call @param {any} toolCall @param {any} tool @param {unknown} args */
  async askBefore(call, toolCall, tool, args) {
    const { assistantMessage, config, currentContext, signal } = this;
    try {
      const beforeResult = await config.beforeToolCall(
        { assistantMessage, toolCall, args, context: currentContext },
        signal,
      );
      if (beforeResult?.block) {
        return this.fails(call, toolCall, beforeResult.reason || "Tool execution was blocked");
      }
    } catch (error) {
      return this.fails(call, toolCall, textOf(error));
    }
    this.prepared[call] = { toolCall, tool, args };
    return true;
  }

  /**
   * Makes an error result the call's final one.
   * @param {number} call @param {any} toolCall @param {string} message
   */
  fails(call, toolCall, message) {
    this.finalized[call] = { toolCall, result: createErrorToolResult(message), isError: true };
    return false;
  }

  /**
   * Runs the tool, then waits for the updates that it has emitted.
   * @param {number} call
   */
  async execute(call) {
    const prepared = this.prepared[call];
    const { emit, signal } = this;
    /** @type {Promise<unknown>[]} */
    const updateEvents = [];
    let settled = false;
    /** @param {unknown} partialResult */
    const onUpdate = (partialResult) => {
      const emitted = Promise.resolve(
        emit({
          type: "tool_execution_update",
          toolCallId: prepared.toolCall.id,
          toolName: prepared.toolCall.name,
          args: prepared.toolCall.arguments,
          partialResult,
        }),
      );
      if (settled) {
        emitted.catch((reason) => this.warnOfLateUpdate(reason));
      } else {
        // Held until the tool has settled: a failure is the batch's then, and no unhandled rejection before.
        emitted.catch(ignore);
        updateEvents.push(emitted);
      }
    };
    let result;
    let isError = false;
    try {
      result = await prepared.tool.execute(prepared.toolCall.id, prepared.args, signal, onUpdate);
      settled = true;
      await allOf(updateEvents);
      if (result === undefined || result === null) {
        isError = true;
        result = createErrorToolResult(`Tool "${prepared.toolCall.name}" returned no result`);
      }
    } catch (thrown) {
      settled = true;
      isError = true;
      result = createErrorToolResult(textOf(thrown));
      try {
        await allOf(updateEvents);
      } catch (emitterThrew) {
        await TURN;
        this.breaks(call, emitterThrew);
        return;
      }
    }
    await TURN;
    this.finalized[call] = { toolCall: prepared.toolCall, result, isError };
    this.complete(call, isError ? NO : YES);
  }

  /**
   * Reports, once a batch, that the emitter failed on an update of a call that has ended.
   * @param {unknown} reason
   */
  warnOfLateUpdate(reason) {
    if (this.warned) return;
    this.warned = true;
    process.emitWarning(
      `A tool sent an update after its call had ended, and the emitter failed on it: ${textOf(reason)}. ` +
        "Further failures of this kind in the same batch are not reported.",
      "PiToolcallsWarning",
    );
  }

  /** @param {number} call @param {boolean} isError */
  async finalizeAndEnd(call, isError) {
    const finalized = this.finalized[call];
    const { config } = this;
    try {
      await (config.afterToolCall ? this.finalizeExecutedToolCall(call, finalized, isError) : TURN);
    } catch (error) {
      this.breaks(call, error);
      return;
    }
    this.end(call);
  }

  /**
   * Lets the after hook override the result.
   * @param {number} call @param {Finalized} finalized @param {boolean} isError
   */
  async finalizeExecutedToolCall(call, finalized, isError) {
    const { assistantMessage, config, currentContext, signal } = this;
    const { toolCall, result } = finalized;
    try {
      const { args } = this.prepared[call];
      const afterResult = await config.afterToolCall(
        { assistantMessage, toolCall, args, result, isError, context: currentContext },
        signal,
      );
      if (afterResult) {
        finalized.result = {
          content: afterResult.content ?? result.content,
          details: afterResult.details ?? result.details,
          terminate: afterResult.terminate ?? result.terminate,
        };
        finalized.isError = afterResult.isError ?? isError;
      }
    } catch (error) {
      finalized.result = createErrorToolResult(textOf(error));
      finalized.isError = true;
    }
  }

  /** @param {number} call */
  async end(call) {
    const { emit } = this;
    const finalized = this.finalized[call];
    try {
      await emit({
        type: "tool_execution_end",
        toolCallId: finalized.toolCall.id,
        toolName: finalized.toolCall.name,
        result: finalized.result,
        isError: finalized.isError,
      });
    } catch (error) {
      await TURN;
      this.breaks(call, error);
      return;
    }
    await TURN;
    this.complete(call, YES);
  }

  /** @param {number} call */
  async joinAndResult(call) {
    await TURN;
    await TURN;
    this.result(call);
  }

  /** @param {number} call */
  async rejectWhileRunning(call) {
    await TURN;
    await TURN;
    this.reject(this.thrown[call]);
  }

  /** @param {number} call */
  async result(call) {
    const { emit } = this;
    let message;
    try {
      message = createToolResultMessage(this.finalized[call]);
    } catch (error) {
      this.breaks(call, error);
      return;
    }
    try {
      await emit({ type: "message_start", message });
      await emit({ type: "message_end", message });
    } catch (error) {
      await TURN;
      this.breaks(call, error);
      return;
    }
    await TURN;
    this.messages.push(message);
    this.complete(call, YES);
  }

  /**
   * Whether every final result asks to end the agent's run.
   * @param {number} call whose slot carries the answer
   */
  terminate(call) {
    let all;
    try {
      all = this.finalized.every((finalized) => finalized.result.terminate === true);
    } catch (error) {
      this.breaks(call, error);
      return;
    }
    this.complete(call, all ? YES : NO);
  }
}

/** @param {any} tool @param {any} toolCall */
function prepareToolCallArguments(tool, toolCall) {
  if (!tool.prepareArguments) return toolCall;
  const preparedArguments = tool.prepareArguments(toolCall.arguments);
  return preparedArguments === toolCall.arguments ? toolCall : { ...toolCall, arguments: preparedArguments };
}

/** @param {Finalized} finalized */
function createToolResultMessage(finalized) {
  return {
    role: "toolResult",
    toolCallId: finalized.toolCall.id,
    toolName: finalized.toolCall.name,
    content: finalized.result.content,
    details: finalized.result.details,
    isError: finalized.isError,
    timestamp: Date.now(),
  };
}

/**
 * @param {any} currentContext @param {any} assistantMessage @param {any} config
 * @param {AbortSignal | undefined} signal @param {(event: any) => unknown} emit @param {number} dispatchFact
 */
async function executeBatch(currentContext, assistantMessage, config, signal, emit, dispatchFact) {
  const toolCalls = assistantMessage.content.filter((/** @type {any} */ c) => c.type === "toolCall");
  let facts = dispatchFact;
  const sequentialTool = toolCalls.some(
    (/** @type {any} */ tc) =>
      currentContext.tools?.find((/** @type {any} */ t) => t.name === tc.name)?.executionMode === "sequential",
  );
  if (sequentialTool) facts |= protocol.SEQUENTIAL_TOOL;
  if (config.toolExecution === "sequential") facts |= protocol.SEQUENTIAL_REQUESTED;
  return new Batch(currentContext, assistantMessage, toolCalls, config, signal, emit).run(facts);
}

module.exports = { executeBatch };
