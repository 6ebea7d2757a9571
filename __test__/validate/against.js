/** A published `validateToolArguments`, and the product's by the rules of that version. */
import { createRequire } from "node:module";
import { loadReference } from "../oracle/reference.js";
import { packageUrl } from "../play/implementations.js";
import { rulesOf } from "./rules-of.js";

const require = createRequire(packageUrl);

/**
 * @param {string} version of pi, perhaps with another TypeBox than the one it pins
 * @returns {Promise<{ reference, product }>}
 */
export async function loadPair(version) {
  const reference = await loadReference(version);
  const { validatorFor } = require("./js/validate.js");
  return { reference, product: validatorFor(rulesOf(reference)) };
}
