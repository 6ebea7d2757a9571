"use strict";
// Carries out what the core asks: calls the user's tools, hooks and emitter, and builds the events. It decides nothing; a
// reader of pi's loop finds its stages here under their names, and their order in `src/batch/`.
//
// An `await` stands wherever the reference has one, so that everything else in the microtask queue takes its turn as it
// does there. `prepared.tool.execute(…)` and its like are spelled as they are because V8 puts the spelling into the text
// of its TypeErrors, and the model reads that text.

const { AsyncResource } = require("node:async_hooks");
const { native, operations, onDispatch } = require("./native.js");
const protocol = require("./protocol.js");
const { validateToolArguments } = require("./validate.js");

const { BROKEN, YES, NO } = protocol;

/** Not a completion: the operation completes later, or needs no completion. */
const LATER = -1;

/**
 * @typedef {{ content?: unknown, details?: unknown, terminate?: unknown }} ToolResult
 * @typedef {{ toolCall: any, tool: any, args: unknown }} Prepared
 * @typedef {{ toolCall: any, result: any, isError: unknown }} Finalized
 */

/** @type {(Batch | undefined)[]} batches under way, by id */
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

function ignore() {}

/** The tool calls of one assistant message, from the first start event to the result. */
class Batch {
  /**
   * @param {any} currentContext @param {any} assistantMessage @param {any[]} toolCalls @param {any} config
   * @param {AbortSignal | undefined} signal @param {(event: object) => unknown} emit
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
      this.id = native.begin(this.toolCalls.length, facts);
      batches[this.id] = this;
      this.perform();
    });
  }

  /**
   * Tells the core how an operation ended and carries out what it asks for next.
   * @param {number} call @param {number} completion
   */
  complete(call, completion) {
    try {
      native.complete(this.id, call, completion);
    } catch (error) {
      this.reject(error);
      return;
    }
    this.perform();
  }

  /** The core has something for this batch that no call could carry. */
  dispatched() {
    /** @type {AsyncResource} */ (this.resource).runInAsyncScope(this.take, this);
  }

  take() {
    try {
      native.take(this.id);
    } catch (error) {
      this.reject(error);
      return;
    }
    this.perform();
  }

  /** Carries out the operations that the core has handed over. */
  perform() {
    for (;;) {
      const count = operations[0];
      if (operations[2] === 1) batches[this.id] = undefined;
      if (count !== 1) {
        if (count > 1) this.performAll(count);
        return;
      }
      const call = operations[4];
      const completion = this.begin(operations[3], call);
      if (completion === LATER) return;
      native.complete(this.id, call, completion);
    }
  }

  /**
   * Begins several operations in one go. They are copied first: what they run may use the shared array.
   * @param {number} count
   */
  performAll(count) {
    const handedOver = operations.slice(3, 3 + 2 * count);
    const more = operations[1] === 1;
    for (let at = 0; at < handedOver.length; at += 2) this.begin(handedOver[at], handedOver[at + 1]);
    if (more) this.take();
  }

  /**
   * Begins one operation. Gives its completion where it is done at once.
   * @param {number} code @param {number} call
   */
  begin(code, call) {
    switch (code) {
      case protocol.START_AND_PREPARE:
        this.startAndPrepare(call);
        return LATER;
      case protocol.EXECUTE:
        this.execute(call);
        return LATER;
      case protocol.FINALIZE_RETURNED:
        this.finalizeAndEnd(call, false);
        return LATER;
      case protocol.FINALIZE_FAILED:
        this.finalizeAndEnd(call, true);
        return LATER;
      case protocol.END:
        this.end(call);
        return LATER;
      case protocol.RESULT:
        this.result(call);
        return LATER;
      case protocol.TERMINATES:
        return this.terminates(call);
      case protocol.REJECT:
        this.reject(this.thrown[call]);
        return LATER;
      default:
        this.resolve({ messages: this.messages, terminate: code === protocol.RESOLVE_TERMINATE });
        return LATER;
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
   * Looks the tool up, prepares and validates the arguments, asks the before hook. Gives whether the call goes on.
   * @param {number} call @param {any} toolCall
   */
  async prepareToolCall(call, toolCall) {
    const { currentContext, config } = this;
    const tool = currentContext.tools?.find((/** @type {any} */ t) => t.name === toolCall.name);
    if (!tool) return this.fails(call, toolCall, `Tool ${toolCall.name} not found`);
    try {
      const args = validateToolArguments(tool, prepareToolCallArguments(tool, toolCall));
      if (config.beforeToolCall) {
        const { assistantMessage, signal } = this;
        const beforeResult = await config.beforeToolCall(
          { assistantMessage, toolCall, args, context: currentContext },
          signal,
        );
        if (beforeResult?.block) {
          return this.fails(call, toolCall, beforeResult.reason || "Tool execution was blocked");
        }
      }
      this.prepared[call] = { toolCall, tool, args };
      return true;
    } catch (error) {
      return this.fails(call, toolCall, textOf(error));
    }
  }

  /**
   * Makes an error result the call's final one.
   * @param {number} call @param {any} toolCall @param {string} message
   */
  fails(call, toolCall, message) {
    this.finalized[call] = { toolCall, result: createErrorToolResult(message), isError: true };
    return false;
  }

  /** @param {number} call */
  async execute(call) {
    let returned;
    try {
      returned = await this.executePreparedToolCall(call);
    } catch (error) {
      this.breaks(call, error);
      return;
    }
    this.complete(call, returned ? YES : NO);
  }

  /**
   * Runs the tool, then waits for the updates that it has emitted. Gives whether there is a result.
   * @param {number} call
   */
  async executePreparedToolCall(call) {
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
        emitted.catch(warnOfLateUpdate);
      } else {
        // Held until the tool has settled: a failure is the batch's then, and no unhandled rejection before.
        emitted.catch(ignore);
        updateEvents.push(emitted);
      }
    };
    let result;
    let error;
    let failed = false;
    try {
      result = await prepared.tool.execute(prepared.toolCall.id, prepared.args, signal, onUpdate);
    } catch (thrown) {
      failed = true;
      error = textOf(thrown);
    }
    settled = true;
    await (updateEvents.length === 0 ? undefined : Promise.all(updateEvents));
    if (!failed && (result === undefined || result === null)) {
      failed = true;
      error = `Tool "${prepared.toolCall.name}" returned no result`;
    }
    this.finalized[call] = {
      toolCall: prepared.toolCall,
      result: failed ? createErrorToolResult(/** @type {string} */ (error)) : result,
      isError: failed,
    };
    return !failed;
  }

  /** @param {number} call @param {boolean} isError */
  async finalizeAndEnd(call, isError) {
    const finalized = this.finalized[call];
    try {
      await this.finalizeExecutedToolCall(call, finalized, isError);
      await this.emitToolExecutionEnd(finalized);
    } catch (error) {
      this.breaks(call, error);
      return;
    }
    this.complete(call, YES);
  }

  /**
   * Lets the after hook override the result.
   * @param {number} call @param {Finalized} finalized @param {boolean} isError
   */
  async finalizeExecutedToolCall(call, finalized, isError) {
    const { config } = this;
    if (!config.afterToolCall) return;
    const { toolCall, result } = finalized;
    try {
      const { assistantMessage, currentContext, signal } = this;
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
    try {
      await this.emitToolExecutionEnd(this.finalized[call]);
    } catch (error) {
      this.breaks(call, error);
      return;
    }
    this.complete(call, YES);
  }

  /** @param {Finalized} finalized */
  async emitToolExecutionEnd(finalized) {
    const { emit } = this;
    await emit({
      type: "tool_execution_end",
      toolCallId: finalized.toolCall.id,
      toolName: finalized.toolCall.name,
      result: finalized.result,
      isError: finalized.isError,
    });
  }

  /** @param {number} call */
  async result(call) {
    try {
      const toolResultMessage = createToolResultMessage(this.finalized[call]);
      await this.emitToolResultMessage(toolResultMessage);
      this.messages.push(toolResultMessage);
    } catch (error) {
      this.breaks(call, error);
      return;
    }
    this.complete(call, YES);
  }

  /** @param {object} toolResultMessage */
  async emitToolResultMessage(toolResultMessage) {
    const { emit } = this;
    await emit({ type: "message_start", message: toolResultMessage });
    await emit({ type: "message_end", message: toolResultMessage });
  }

  /** @param {number} call */
  terminates(call) {
    try {
      return this.finalized[call].result.terminate === true ? YES : NO;
    } catch (error) {
      this.thrown[call] = error;
      return BROKEN;
    }
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

let warnedOfLateUpdate = false;

/** @param {unknown} reason */
function warnOfLateUpdate(reason) {
  if (warnedOfLateUpdate) return;
  warnedOfLateUpdate = true;
  process.emitWarning(
    `A tool sent an update after its call had ended, and the emitter failed on it: ${textOf(reason)}. ` +
      "Further failures of this kind are not reported.",
    "PiToolcallsWarning",
  );
}

/**
 * @param {any} currentContext @param {any} assistantMessage @param {any} config
 * @param {AbortSignal | undefined} signal @param {(event: object) => unknown} emit @param {number} dispatchFact
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
