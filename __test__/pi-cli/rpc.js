// A client for pi's RPC mode that does one thing after another, each when pi says that it is time.

/**
 * @typedef {{ when: (event: any) => boolean, send?: object }} Step without `send`, the conversation ends
 */

/**
 * @param {object} first the first command
 * @param {Step[]} steps
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
        const event = JSON.parse(line);
        while (waiting[0]?.when(event)) {
          const { send } = /** @type {Step} */ (waiting.shift());
          if (send) pi.stdin.write(`${JSON.stringify(send)}\n`);
          else pi.stdin.end();
          if (send) break;
        }
      }
    });
    pi.stdin.write(`${JSON.stringify(first)}\n`);
  };
}
