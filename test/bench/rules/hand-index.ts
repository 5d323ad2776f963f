/** Code as a programmer would write it for exactly these rules: a hash index with closures, and nothing else. */
import type { EventDraft } from "../../../src/model/event.ts";
import type { Alert } from "../../../src/model/news-items.ts";
import type { RuleFacts } from "./workload.ts";

interface Watcher {
  readonly name: string;
  readonly holds: (now: Readonly<Record<string, unknown>>) => boolean;
}

/** Answers the alerts of one event; the cause's number is the caller's. */
export function createHandIndex(rules: readonly RuleFacts[]): (draft: EventDraft, seq: number) => Alert[] {
  const byCode = new Map<unknown, Map<unknown, Watcher[]>>();
  for (const { name, code, seller, ratio } of rules) {
    const bySeller = byCode.get(code) ?? new Map<unknown, Watcher[]>();
    const watchers = bySeller.get(seller) ?? [];
    watchers.push({ name, holds: (now) => (now.ratio as number) >= ratio });
    byCode.set(code, bySeller.set(seller, watchers));
  }
  return ({ type, source, subject, data: { now } }, seq) => {
    const alerts: Alert[] = [];
    if (type !== "short.report.opened") return alerts;
    for (const { name, holds } of byCode.get(now.code)?.get(now.seller) ?? []) {
      if (!holds(now)) continue;
      alerts.push({
        rule: name,
        key: subject,
        severity: "info",
        title: `${now.seller} is short ${now.ratio} % of ${now.code}`,
        body: "",
        labels: {},
        recipients: [],
        cause: { seq, id: `bench-${seq}`, type, source, subject },
      });
    }
    return alerts;
  };
}
