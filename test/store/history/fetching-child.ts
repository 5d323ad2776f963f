/** Runs as a process of its own until it is killed: fetches two pieces whole and a third in parts, without its end. */
import { openHistory } from "../../../src/store/history/history.ts";
import { bars, barsOf } from "./records.ts";

const [path = ""] = process.argv.slice(2);
const history = openHistory(path);
const part = 10;

for (const day of ["2026-01-05", "2026-01-06"]) {
  history.add(barsOf(day, 1_000));
  history.finish({ set: bars, scope: "", from: day, to: day, at: Date.now(), records: 1_000 });
}

let at = 0;
setInterval(() => {
  if (at >= 1_000) return;
  history.add(barsOf("2026-01-07", at + part).slice(at));
  at += part;
  process.stdout.write("part 3\n");
}, 2);
