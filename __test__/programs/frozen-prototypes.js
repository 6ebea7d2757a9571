// A program that hardens its JavaScript after it loaded its packages: arguments through the reference and the product, and
// prints what each gives.
import { loadImplementations } from "../play/implementations.js";

const { reference, product } = await loadImplementations();
for (const { prototype } of [Object, Array, Function, String, Number]) Object.freeze(prototype);

const schema = { type: "object", properties: { n: { type: "integer" } } };
const ARGUMENTS = [
  { toString: "x", constructor: 5 },
  // The answer is another value than the one that was given.
  { toString: "x", n: "1", valueOf: null },
  { list: [{ constructor: 1 }], n: 1.0 },
  JSON.parse('{"__proto__": {"n": 1}, "n": "2"}'),
  { n: [] },
];

function outcome(implementation, args) {
  try {
    return implementation.validateToolArguments({ parameters: schema }, { name: "probe", arguments: args });
  } catch (error) {
    return error.message;
  }
}

const outcomes = ARGUMENTS.map((args) => ({
  reference: outcome(reference, args),
  product: outcome(product, args),
}));
console.log(JSON.stringify(outcomes));
