/** Life and past of one source: polled on a service as time goes on, and polled on what the service tells of it later. */

import { expect, onTestFinished } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { atOnce } from "../../../src/lib/turns.ts";
import { jstDay } from "../../../src/model/dates.ts";
import type { EventDraft } from "../../../src/model/event.ts";
import type { HistoryReader } from "../../../src/model/history.ts";
import type { AskedPiece, HistoryClients } from "../../../src/sources/index.ts";
import type { Clocks } from "../../../src/sources/member.ts";
import type { Source } from "../../../src/sources/source.ts";
import { createForumClient } from "../../../src/upstreams/forum/client.ts";
import { createMarketClient } from "../../../src/upstreams/market/client.ts";
import { createOddities } from "../../../src/upstreams/misfits.ts";
import { createPastClients } from "../../../src/upstreams/past.ts";
import { createStatisticsClient } from "../../../src/upstreams/statistics/client.ts";
import { createHandClock, type HandClock } from "../../support/hand-clock.ts";
import { createMemoryHistory } from "../../support/memory-history.ts";
import { marketKey } from "../../support/services/market.ts";
import { type Service, serve } from "../../support/services/serve.ts";
import { createMemoryState } from "../memory-state.ts";

export type PastClients = ReturnType<typeof createPastClients>;

/** Makes the source on clients of either kind. */
export type MakeSource = (clients: HistoryClients | PastClients, clocks: Clocks) => Source;

/** The clients of services on the loopback, at `/market/v2`, `/forum` and `/statistics` of an address. */
export function clientsAt(url: string, clock: HandClock): HistoryClients {
  const http = () => createHttp({ retries: 0 });
  return {
    market: createMarketClient({ url: `${url}/market/v2`, apiKey: marketKey, http: http() }),
    forum: createForumClient({ url: `${url}/forum`, http: http(), clock }),
    statistics: createStatisticsClient({ url: `${url}/statistics`, language: "en", http: http() }),
  };
}

/** Serves the services of a test until it ends, and gives their clients and the paths that were asked. */
export async function served(services: Record<string, Service>, clock: HandClock) {
  const { url, close, asked } = await serve(services);
  onTestFinished(close);
  return { clients: clientsAt(url, clock), asked };
}

/** The events of each poll. */
export type Told = readonly (readonly EventDraft[])[];

/** The events of each poll in an order that does not depend on that of the answers. */
export function inOrder(told: Told): Told {
  const text = (draft: EventDraft) => JSON.stringify([draft.subject, draft.type, draft.data]);
  return told.map((drafts) => drafts.toSorted((a, b) => (text(a) < text(b) ? -1 : 1)));
}

/** Polls at each time (ms since 1970), the service's world going with the clock. */
export async function live(
  make: MakeSource,
  clients: HistoryClients | PastClients,
  times: readonly number[],
  clock: HandClock,
): Promise<Told> {
  const state = createMemoryState();
  const today = () => jstDay(clock.now());
  const source = make(clients, { clock, today: { forum: today, market: today, statistics: today } });
  const told: EventDraft[][] = [];
  for (const time of times) {
    clock.moveTo(time);
    const all: EventDraft[] = [];
    const first = await source.poll({ state, signal: new AbortController().signal });
    for (let part: typeof first | undefined = first; part !== undefined; part = await part.next?.()) {
      expect(part.failures).toEqual([]);
      const diff = atOnce(source.diff(part.answer, state));
      state.apply(diff);
      all.push(...diff.drafts);
    }
    told.push(all);
  }
  return told;
}

/** Reads pieces into a history, as whoever fetches it does. */
export async function fetchPieces(
  pieces: readonly AskedPiece[],
  clients: HistoryClients,
  history = createMemoryHistory(),
) {
  for (const piece of pieces) {
    const { set, scope, from, to } = piece;
    let records = 0;
    const context = { signal: new AbortController().signal, oddities: createOddities(), progress: () => {} };
    for await (const page of piece.read(clients, context)) {
      history.add(page);
      records += page.length;
    }
    history.finish({ set, scope, from, to, at: 0, records });
  }
  return history;
}

/** The same polls on what a history tells. */
export function play(make: MakeSource, history: HistoryReader, times: readonly number[]): Promise<Told> {
  const clock = createHandClock(times[0]);
  return live(make, createPastClients(history, clock.now), times, clock);
}

/** Japan's time of a day, ms since 1970. */
export function at(day: string, time: string): number {
  return Date.parse(`${day}T${time}:00+09:00`);
}
