/** Lives the steps of a store, FROM to TO, as a process of its own; says the number of each that was taken. */
import { writeSync } from "node:fs";
import { openLife } from "./store-steps.ts";

const [path = "", from = "1", to = "1"] = process.argv.slice(2);
const life = openLife(path);
for (let step = Number(from); step <= Number(to); step += 1) {
  life.take(step);
  // At once: what is not said when the process dies was not promised.
  writeSync(1, `${step}\n`);
}
// Ends as a kill does: nothing is tidied.
process.exit(0);
