/**
 * Two years of one code's bars in small pages, as `yagura fetch` reads them: how long that takes on each plan, on a
 * clock that is moved, beside the least time in which somebody who asks for one page after another could have them.
 */
import { afterAll, bench, describe } from "vitest";
import { createGates } from "../../../src/config/clients.ts";
import { underWay } from "../../../src/lib/http/exchange.ts";
import { createHttp } from "../../../src/lib/http/http.ts";
import { addDays, isWeekday } from "../../../src/model/dates.ts";
import { createMarketClient } from "../../../src/upstreams/market/client.ts";
import { createHandClock, type HandClock } from "../../support/hand-clock.ts";
import { turn } from "../../year/real-io.ts";
import { type BarsService, openBarsService } from "./bars-service.ts";

const plans = { free: 5, light: 60, standard: 120, premium: 500 } as const;
const minuteMs = 60_000;
/** Turns of the event loop in which nothing went on. */
const quietTurns = 4;
const from = "2024-11-20";
const to = "2026-11-20";
const days = daysBetween(from, to);
const lines: string[] = [];

afterAll(() => {
  for (const line of lines) process.stdout.write(`${line}\n`);
});

interface Outcome {
  readonly bars: number;
  readonly pages: number;
  readonly elapsedMs: number;
  readonly leastMs: number;
  readonly refused: number;
}

async function readBars(tier: keyof typeof plans, daysAPage: number, latencyMs: number): Promise<Outcome> {
  const clock = createHandClock(Date.UTC(2026, 10, 20));
  const requests = plans[tier];
  const service = await openBarsService(clock, { requests, days, daysAPage, latencyMs });
  const upstreams = {
    market: { url: service.url, apiKey: "fictional", tier },
    forum: { url: service.url, userAgent: undefined },
    statistics: { url: service.url, language: "en" as const, spacing: 1_000, maxAnswerMb: 256 },
  };
  const { market: gate } = createGates({ upstreams }, undefined, clock);
  const market = createMarketClient({ ...upstreams.market, http: createHttp({ gate, clock }) });
  const start = clock.now();
  let bars = 0;
  let isOver = false;
  const reading = (async () => {
    for await (const page of market.pages("equities/bars/daily", { code: "9901", from, to }))
      bars += page.length;
  })().finally(() => {
    isOver = true;
  });
  await Promise.all([reading, moveOn(clock, service, () => isOver)]);
  await service.close();
  const pages = service.arrivals.length;
  const elapsedMs = clock.now() - start;
  return { bars, pages, elapsedMs, leastMs: leastMs(pages, requests, latencyMs), refused: service.refused };
}

/** Moves the clock to the next moment at which something is due whenever nothing goes on without it, until all is over. */
async function moveOn(clock: HandClock, service: BarsService, isOver: () => boolean): Promise<void> {
  let exchanges = 0;
  const hear = (change: unknown) => {
    exchanges += Number(change);
  };
  underWay.subscribe(hear);
  for (let quiet = 0; !isOver(); ) {
    await turn();
    // An exchange whose answer waits for the clock waits for us.
    quiet = exchanges === service.held ? quiet + 1 : 0;
    if (quiet < quietTurns || isOver() || clock.nextAt === undefined) continue;
    clock.moveTo(clock.nextAt);
    quiet = 0;
  }
  underWay.unsubscribe(hear);
}

/** One page after another, as many a minute as the plan has: the first of a minute's requests makes room for the next. */
function leastMs(pages: number, requests: number, latencyMs: number): number {
  const starts: number[] = [];
  for (let page = 0; page < pages; page += 1) {
    const afterLast = page === 0 ? 0 : (starts[page - 1] ?? 0) + latencyMs;
    const room = page < requests ? 0 : (starts[page - requests] ?? 0) + minuteMs;
    starts.push(Math.max(afterLast, room));
  }
  return (starts.at(-1) ?? 0) + latencyMs;
}

function daysBetween(first: string, last: string): string[] {
  const found: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) if (isWeekday(day)) found.push(day);
  return found;
}

describe.each(Object.keys(plans) as (keyof typeof plans)[])("two years of bars on the plan %s", (tier) => {
  bench(
    "in pages of 4 days and of 1",
    async () => {
      for (const [daysAPage, latencyMs] of [
        [4, 0],
        [1, 0],
        [4, 150],
        [1, 150],
      ] as const) {
        const {
          bars,
          pages,
          elapsedMs,
          leastMs: least,
          refused,
        } = await readBars(tier, daysAPage, latencyMs);
        const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`.padStart(9);
        lines.push(
          `${String(plans[tier]).padStart(3)} a minute, ${String(pages).padStart(3)} pages of ${latencyMs} ms, ` +
            `${bars} bars: ${seconds(elapsedMs)}, least ${seconds(least)}, ` +
            `ratio ${least === 0 ? "     -" : (elapsedMs / least).toFixed(4)}, ${refused} refused`,
        );
      }
    },
    { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 },
  );
});
