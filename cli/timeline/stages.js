// The stages that a timeline shows, and what they look like.

/**
 * @typedef {object} Look
 * @property {string} text for the legend
 * @property {string} cell in the terminal
 * @property {"yellow" | "cyan" | "dim" | "green"} paint in the terminal
 * @property {string} fill in SVG
 */

/** In the order in which a call goes through them. @type {Record<string, Look>} */
export const STAGES = {
  preparing: { text: "preparing", cell: "▒", paint: "yellow", fill: "#d9a514" },
  validating: { text: "validating", cell: "▓", paint: "yellow", fill: "#b45f06" },
  hooks: { text: "in hooks", cell: "░", paint: "cyan", fill: "#3d85c6" },
  queued: { text: "waiting for its turn", cell: "·", paint: "dim", fill: "#c9c9c9" },
  executing: { text: "executing", cell: "█", paint: "green", fill: "#4e9a52" },
};

/** The colour of what failed. */
export const FAILED = "#c0392b";
