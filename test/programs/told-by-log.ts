/** What the log says that the programs of docs/clients must end with. */
import type { ReadEvent } from "../support/feed-reader.ts";

export interface OpenAlert {
  readonly rule: string;
  readonly key: string;
  readonly seq: number;
  readonly since: string;
  readonly times: number;
}

/** The alerts that are open, by rule and key. */
export function openBy(events: readonly ReadEvent[]): OpenAlert[] {
  const open = new Map<string, OpenAlert>();
  for (const { seq, event } of events as (ReadEvent & { event: { time: string } })[]) {
    const [rule, key] = [String(event.data.now.rule), String(event.data.now.key)];
    const name = JSON.stringify([rule, key]);
    const { since = event.time, times = 0 } = open.get(name) ?? {};
    if (event.type === "alert.fired") open.set(name, { rule, key, seq, since, times: times + 1 });
    if (event.type === "alert.resolved") open.delete(name);
  }
  return inOrder([...open.values()]);
}

export function inOrder<Alert extends { rule: string; key: string }>(alerts: readonly Alert[]): Alert[] {
  return alerts.toSorted((a, b) => (`${a.rule} ${a.key}` < `${b.rule} ${b.key}` ? -1 : 1));
}

/** The trades of the paper trader, one for each margin alert that came or went. */
export function tradesBy(events: readonly ReadEvent[]): object[] {
  const sides: Readonly<Record<string, string>> = {
    "margin.alert.added": "sell",
    "margin.alert.lifted": "buy",
  };
  return events.flatMap(({ seq, event: { id, type, subject } }) => {
    const side = sides[type];
    return side === undefined ? [] : [{ id, seq, side, code: subject, shares: 100 }];
  });
}
