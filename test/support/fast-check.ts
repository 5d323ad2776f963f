/** fast-check with the seed of the run: the same in `npm test`, a fresh one in `npm run test:long`. */
import fc from "fast-check";
import { seed } from "./runs.ts";

fc.configureGlobal({ seed });

export { fc };
