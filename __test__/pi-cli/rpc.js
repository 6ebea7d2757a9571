// A client for pi's RPC mode that does one thing after another, each when pi says that it is time.

/**
 * @typedef {{ when: (event: any) => boolean, send?: object, release?: () => void }} Step what pi has to say, and what is
 *   then sent, or done for a tool that waits
 */

/**
 * @param {object} first the first command
 * @param {Step[]} steps after the last one the conversation ends
 * @returns {(pi: import("node:child_process").ChildProcessWithoutNullStreams) => void}
 */
export function conversation(first, steps) {
  return (pi) => {
    const waiting = [...steps];
    let rest = "";
    pi.stdout.on("data", (text) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (!waiting[0]?.when(JSON.parse(line))) continue;
        const { send, release } = /** @type {Step} */ (waiting.shift());
        if (send) pi.stdin.write(`${JSON.stringify(send)}\n`);
        release?.();
        if (waiting.length === 0) pi.stdin.end();
      }
    });
    pi.stdin.write(`${JSON.stringify(first)}\n`);
  };
}

/** @param {string} id of a command */
export function isAnswerTo(id) {
  return (/** @type {any} */ line) => line.type === "response" && line.id === id;
}

/** @param {string} id of a call */
export function isEndOf(id) {
  return (/** @type {any} */ event) => event.type === "tool_execution_end" && event.toolCallId === id;
}
