/**
 * A poll of a set of records of 4,400 rows, 1 % of them changed, by a call that settings declare, beside the same call as
 * it is built in: through client, source and comparison, over HTTP on loopback, in turns.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, bench, describe } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { atOnce } from "../../../src/lib/turns.ts";
import { createRecordSource } from "../../../src/sources/records/index.ts";
import type { Source } from "../../../src/sources/source.ts";
import type { CallRegistry } from "../../../src/upstreams/market/calls.ts";
import { createMarketClient } from "../../../src/upstreams/market/client.ts";
import { recordSetsOf } from "../../../src/upstreams/record-sets.ts";
import { sendJson } from "../../lib/http/loopback.ts";
import { createMemoryState } from "../../sources/memory-state.ts";
import { ways } from "../../upstreams/market/seven-calls.ts";

const [rows, rounds] = [4_400, 41];
const day = "2026-11-20";
const median = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** The answer of one poll; every hundredth row differs from that of the poll before. */
function answer(poll: number) {
  return Array.from({ length: rows }, (_, place) => ({
    ...{
      Date: day,
      Code: `${1000 + (place % 9000)}0`,
      EPS: 100 + place / 10,
      FwdEPS: null,
      BPS: 990,
      ROE: 0.1,
    },
    ...{ FwdROE: null, PER: 14.2 + (place % 100 === 0 ? poll : 0), FwdPER: null, PBR: 1.46, MktCap: 52_000 },
  }));
}

function watched(url: string, calls: CallRegistry) {
  const set = recordSetsOf(calls).get("market/equities/valuation");
  if (set === undefined) throw new Error("there is no such set");
  const market = createMarketClient({ url, apiKey: "fictional", http: createHttp(), calls });
  const compare = Object.keys(set.fields).filter((field) => !set.key.includes(field));
  const options = { name: "valuation", set, key: set.key, compare, tolerance: {}, query: {} };
  const parts = { clients: { market } as never, today: () => day, readNames: async () => () => undefined };
  return { source: createRecordSource(options, parts) as Source, state: createMemoryState() };
}

const line: string[] = [];
afterAll(() => void process.stdout.write(`${line.join("\n")}\n`));

describe("a poll by a call that settings declare", () => {
  bench(
    "beside the built-in call",
    async () => {
      let poll = 0;
      const server = createServer((_, response) => sendJson(response, { data: answer(poll) })).listen(
        0,
        "127.0.0.1",
      );
      await once(server, "listening");
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const sides = ways.map(([way, calls]) => ({
        way,
        ...watched(url, calls),
        took: [] as number[],
        told: 0,
      }));
      for (; poll < rounds; poll += 1)
        for (const side of poll % 2 === 0 ? sides : sides.toReversed()) {
          const before = process.cpuUsage();
          const { answer: read } = await side.source.poll({
            state: side.state,
            signal: new AbortController().signal,
          });
          const diff = atOnce(side.source.diff(read, side.state));
          const { user, system } = process.cpuUsage(before);
          side.state.apply(diff);
          side.told += diff.drafts.length;
          // The first ones read what stood before, and warm up.
          if (poll > 2) side.took.push((user + system) / 1000);
        }
      server.closeAllConnections();
      server.close();
      const [builtIn, declared] = sides;
      if (
        builtIn === undefined ||
        declared === undefined ||
        builtIn.told !== declared.told ||
        builtIn.told === 0
      )
        throw new Error(`the sides differ: ${sides.map(({ told }) => told).join(", ")} events`);
      const ratio = median(builtIn.took) / median(declared.took);
      line.push(
        `${rows} rows, ${builtIn.told} events: built in ${median(builtIn.took).toFixed(1)} ms, declared ${median(declared.took).toFixed(1)} ms of processor, ratio ${ratio.toFixed(2)}`,
      );
    },
    { iterations: 1, warmupIterations: 0, time: 0, warmupTime: 0 },
  );
});
