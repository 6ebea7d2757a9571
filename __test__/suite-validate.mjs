/**
 * The cases of a JSON-Schema-Test-Suite through the reference and the product. The tests run two drafts of it; this runs
 * those of a folder: of a checkout, or of what a package ships (`json/tests` in the source of the Python package jsonschema).
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadImplementations } from "./play/implementations.js";
import { compareGroup } from "./validate/suite.js";

const HELP = `node __test__/suite-validate.mjs FOLDER [DRAFT…]

FOLDER is the suite's "tests" folder. DRAFT is a folder in it (default: draft2020-12, draft2019-09 and draft7, where there).
Each case is tried as the root's schema and as a property's, and the product compared with the reference, not with the suite.`;

const [folder, ...drafts] = process.argv.slice(2);
if (folder === undefined || folder === "--help") {
  console.log(HELP);
  process.exit(folder === undefined ? 2 : 0);
}

const implementations = await loadImplementations();
const counts = { compared: 0, differing: 0, unlikeSuite: 0 };

for (const draft of drafts.length > 0 ? drafts : ["draft2020-12", "draft2019-09", "draft7"]) {
  for (const file of filesIn(join(folder, draft))) {
    for (const group of JSON.parse(readFileSync(file, "utf8"))) {
      for (const { name, difference, isUnlikeSuite } of compareGroup(implementations, group)) {
        counts.compared++;
        if (isUnlikeSuite) counts.unlikeSuite++;
        if (difference === undefined) continue;
        counts.differing++;
        console.log(`\n${draft} ${file.slice(folder.length)}, ${name}\n${difference}`);
      }
    }
  }
}
console.log(
  `${counts.compared} compared, ${counts.differing} differ; the reference differs from the suite's verdict in ${counts.unlikeSuite}`,
);
process.exitCode = counts.differing === 0 ? 0 : 1;

function filesIn(path) {
  let names;
  try {
    names = readdirSync(path, { recursive: true });
  } catch {
    return [];
  }
  return names.filter((name) => name.endsWith(".json")).map((name) => join(path, name));
}
