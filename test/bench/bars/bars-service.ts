/** The market service's daily bars in small pages, on a clock that the reader moves, with a plan that it enforces. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { HandClock } from "../../support/hand-clock.ts";

const minuteMs = 60_000;

export interface BarsService {
  readonly url: string;
  /** Answers that wait for the clock. */
  readonly held: number;
  /** Requests that came over the plan's limit and were refused. */
  readonly refused: number;
  /** When each request came, ms on the clock. */
  readonly arrivals: readonly number[];
  close(): Promise<void>;
}

interface Plan {
  /** Requests a minute. */
  readonly requests: number;
  readonly days: readonly string[];
  readonly daysAPage: number;
  /** From a request to its answer, on the clock. */
  readonly latencyMs: number;
}

export async function openBarsService(
  clock: HandClock,
  { requests, days, daysAPage, latencyMs }: Plan,
): Promise<BarsService> {
  const arrivals: number[] = [];
  let held = 0;
  let refused = 0;
  const answer = (url: URL): { status: number; body: unknown } => {
    const overAt = arrivals.at(-1 - requests);
    if (overAt !== undefined && clock.now() - overAt < minuteMs) {
      refused += 1;
      return { status: 429, body: { message: "Rate limit exceeded." } };
    }
    const from = Number(url.searchParams.get("pagination_key") ?? 0);
    const to = from + daysAPage;
    const more = to < days.length ? { pagination_key: String(to) } : {};
    return { status: 200, body: { data: days.slice(from, to).map(barOf), ...more } };
  };
  const server = createServer((request, response) => {
    arrivals.push(clock.now());
    const { status, body } = answer(new URL(request.url ?? "", "http://service"));
    held += 1;
    const send = () => {
      held -= 1;
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (latencyMs === 0) send();
    else clock.after(latencyMs, send);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get held() {
      return held;
    },
    get refused() {
      return refused;
    },
    arrivals,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function barOf(day: string) {
  const prices = { O: 1_000, H: 1_020, L: 990, C: 1_010, AdjO: 1_000, AdjH: 1_020, AdjL: 990, AdjC: 1_010 };
  return { Date: day, Code: "99010", ...prices, Vo: 100_000, Va: 1e8, AdjFactor: 1, AdjVo: 100_000 };
}
