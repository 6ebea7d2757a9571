// The types of index.d.ts, for `require`.
export type * from "./index.js" with { "resolution-mode": "import" };

type Api = typeof import("./index.js", { with: { "resolution-mode": "import" }});

/** Runs the tool calls of one assistant message. See index.d.ts. */
export declare const executeToolCalls: Api["executeToolCalls"];
/** Checks a call's arguments against the tool's schema. See index.d.ts. */
export declare const validateToolArguments: Api["validateToolArguments"];
/** Makes the package's functions with options. See index.d.ts. */
export declare const createToolExecutor: Api["createToolExecutor"];
/** What this thread has done since the package was loaded. See index.d.ts. */
export declare const stats: Api["stats"];
