/** What one copy of pi had the addon run. */
export interface CopyActivity {
  /** The package that the loop is in: `@mariozechner/pi-agent-core`, for one. */
  name: string;
  /** The version of that package. */
  version: string;
  /** The module that was taken over, a `file:` URL. */
  url: string;
  /** The versions of pi's packages by whose rules its batches run. `typebox` is missing where it is bundled. */
  versions: { agentCore: string; ai: string; typebox?: string };
  /** How many tool batches the addon began for it. */
  batches: number;
  /** How many calls that tools made of other tools (`runToolCall`) it began for it. */
  calls: number;
}

/** What `pi-toolcalls/register` does in this thread. */
export interface Activity {
  /** Whether loops of pi's that are loaded from now on are taken over. */
  active: boolean;
  /** Why not, where `active` is false. */
  reason?: string;
  /** By which mechanism modules are changed while they are loaded. */
  hooks?: "synchronous" | "threaded" | "bun";
  /** The copies of pi that were taken over, in the order in which they were loaded. */
  copies: CopyActivity[];
}

/**
 * Tells which copies of pi this thread has loaded since `pi-toolcalls/register`, and how many batches the addon ran for each.
 *
 * @example
 * import { activity } from "pi-toolcalls/register";
 * console.log(activity().copies);
 */
export declare function activity(): Activity;
