// A model with an OpenAI-compatible interface on the loopback interface, that answers from a script. It refuses whatever
// the script does not have.
import { createServer } from "node:http";

/**
 * @typedef {object} Turn what the model says in one turn
 * @property {string} [text]
 * @property {[name: string, args: unknown][]} [calls] a string in place of the arguments is sent as it is
 *
 * @typedef {{ messages: { role: string, content: unknown }[] }} Request
 */

/** @param {object} delta @param {string | null} finish */
const chunk = (delta, finish) => ({
  id: "chatcmpl-1",
  object: "chat.completion.chunk",
  created: 0,
  model: "scripted",
  choices: [{ index: 0, delta, finish_reason: finish }],
});

/** @param {Turn} turn @param {number} number of the turn */
function chunksOf({ text, calls = [] }, number) {
  const chunks = [];
  if (text !== undefined) chunks.push(chunk({ role: "assistant", content: text }, null));
  calls.forEach(([name, args], index) => {
    const json = typeof args === "string" ? args : JSON.stringify(args);
    const id = `call_${number}_${index}`;
    // The arguments come in two pieces, as they do from a real model.
    const half = json.length >> 1;
    chunks.push(
      chunk(
        { tool_calls: [{ index, id, type: "function", function: { name, arguments: json.slice(0, half) } }] },
        null,
      ),
    );
    chunks.push(chunk({ tool_calls: [{ index, function: { arguments: json.slice(half) } }] }, null));
  });
  chunks.push(chunk({}, calls.length > 0 ? "tool_calls" : "stop"));
  return chunks;
}

/**
 * Starts the model.
 * @param {Turn[]} script
 */
export async function startModel(script) {
  /** @type {Request[]} */
  const requests = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const turn = script[requests.length];
    if (request.url !== "/v1/chat/completions" || turn === undefined) {
      response.writeHead(400).end(`not in the script: ${request.url}`);
      return;
    }
    requests.push(JSON.parse(body));
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const data of chunksOf(turn, requests.length)) response.write(`data: ${JSON.stringify(data)}\n\n`);
    response.end("data: [DONE]\n\n");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
