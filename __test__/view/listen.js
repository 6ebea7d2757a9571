// Listens to the package's tracing channels.
import { tracingChannel } from "node:diagnostics_channel";

export const EVENTS = ["start", "end", "asyncStart", "asyncEnd", "error"];

export const tool = tracingChannel("pi-toolcalls:tool");
export const batch = tracingChannel("pi-toolcalls:batch");

/**
 * Runs `body` while somebody listens to both channels.
 * @param {() => unknown} body
 * @returns {Promise<{ of: "tool" | "batch", event: string, message: any, status: string | undefined }[]>} what was published
 */
export async function listening(body) {
  const heard = [];
  const stop = Object.entries({ tool, batch }).map(([of, channel]) => {
    const note = (event) => (message) => heard.push({ of, event, message, status: message.status });
    const handlers = Object.fromEntries(EVENTS.map((event) => [event, note(event)]));
    channel.subscribe(handlers);
    return () => channel.unsubscribe(handlers);
  });
  try {
    await body();
  } finally {
    for (const unsubscribe of stop) unsubscribe();
  }
  return heard;
}
