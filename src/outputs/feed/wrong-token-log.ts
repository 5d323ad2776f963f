/** Says in the log who shows wrong tokens: a line a minute for each address, and not many in all. */
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";

const minuteMs = 60_000;
/** One who has many addresses must not fill the disk with them. */
const linesPerMinute = 30;

/** The answer is called with the address of each wrong token; the token itself is never seen here. */
export function createWrongTokenLog(log: Log, clock: Clock): (address: string) => void {
  const told = new Set<string>();
  let begun = clock.elapsed();
  let untold = 0;
  return (address) => {
    const now = clock.elapsed();
    if (now - begun >= minuteMs) {
      begun = now;
      told.clear();
    }
    if (told.has(address) || told.size >= linesPerMinute) {
      untold += 1;
      return;
    }
    told.add(address);
    log.warn({ address, untold }, "a wrong token was shown (untold: further ones since the last such line)");
    untold = 0;
  };
}
