/** Loads a package that cannot be loaded and prints as JSON what came of it. */
import { createRequire } from "node:module";

const [, , way, target] = process.argv;
const errors = [];
try {
  if (way === "import") await import(target);
  else createRequire(import.meta.url)(target);
} catch (error) {
  errors.push(error.message);
}
console.log(JSON.stringify({ errors }));
