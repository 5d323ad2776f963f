/** The address of a paper, asked of the service when somebody wants to read it: it expires within minutes. */
import type { ServiceClients } from "../config/clients.ts";
import type { Clock } from "../lib/clock.ts";
import { fileCalls } from "../upstreams/market/files.ts";

/** Address of a paper; undefined: there is none. Throws a Failure. It is as good as a key: it is given to the reader alone. */
export type FindPaper = (number: string, paper: string) => Promise<string | undefined>;

/** A person waits for the answer. */
const patienceMs = 8_000;

export function createFindPaper(
  { market }: { readonly market: Pick<ServiceClients["market"], "files"> },
  clock: Pick<Clock, "after">,
): FindPaper {
  return async (number, paper) => {
    const call = fileCalls.get("td/files");
    if (call === undefined) return undefined;
    const stop = new AbortController();
    const cancel = clock.after(patienceMs, () => stop.abort());
    try {
      const found = await market.files(call, { number }, stop.signal);
      return found.find(({ name }) => name.startsWith(`${number}-${paper}.`))?.address;
    } finally {
      cancel();
    }
  };
}
