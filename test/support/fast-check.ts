/** fast-check with the seed of the run: the same in each run, a fresh one with `LONG=1`. */
import fc from "fast-check";
import { seed } from "./runs.ts";

fc.configureGlobal({ seed });

export { fc };
