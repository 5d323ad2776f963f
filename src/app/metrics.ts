/** What /metrics says, for Prometheus. */
import { Counter, Gauge, Registry } from "prom-client";
import type { Committed } from "../pipeline/commit.ts";
import type { Deliveries } from "../store/deliveries.ts";

export interface Metrics {
  report(committed: Committed): void;
  /** A rule was stopped this often since it would have taken too long. */
  overran(rule: string, times: number): void;
  /** Somebody showed the feed a wrong token. */
  wrongToken(): void;
  text(): Promise<string>;
}

export interface Measured {
  readonly deliveries: Deliveries;
  connections(): number;
  head(): number;
  /** Whether the last write to the database went well. */
  writable(): boolean;
}

export function createMetrics({ deliveries, connections, head, writable }: Measured): Metrics {
  const registers = [new Registry()];
  const polls = new Counter({
    name: "yagura_polls_total",
    help: "Polls by source and result: ok, or the reason of the failure.",
    labelNames: ["source", "result"],
    registers,
  });
  const events = new Counter({
    name: "yagura_events_total",
    help: "Events committed to the log by type, alerts apart.",
    labelNames: ["type"],
    registers,
  });
  const writes = new Counter({
    name: "yagura_unwritten_total",
    help: "Changes that the database did not take; they are found again by the next poll.",
    registers,
  });
  const overruns = new Counter({
    name: "yagura_rule_overruns_total",
    help: "Events that a rule was stopped at since it would have taken too long; it did not match.",
    labelNames: ["rule"],
    registers,
  });
  const wrongTokens = new Counter({
    name: "yagura_wrong_tokens_total",
    help: "Wrong tokens shown to the feed and its calls; the log names their addresses.",
    registers,
  });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge("yagura_log_seq", "The last seq on the log.", head);
  gauge("yagura_database_writable", "1, or 0 while the database cannot be written.", () =>
    writable() ? 1 : 0,
  );
  gauge("yagura_feed_connections", "Subscribers connected to the feed.", connections);
  gauge(
    "yagura_mails_waiting",
    "Mails in the outbox that wait to be sent.",
    () => deliveries.counts().waiting,
  );
  gauge("yagura_mails_failed", "Mails given up that are still kept.", () => deliveries.counts().failed);
  return {
    report({ change, error }) {
      if (error) {
        writes.inc();
        return;
      }
      if (change.poll)
        polls.inc({ source: change.poll.watched.source.name, result: change.failure?.reason ?? "ok" });
      for (const { type } of change.drafts) events.inc({ type });
    },
    overran: (rule, times) => overruns.inc({ rule }, times),
    wrongToken: () => wrongTokens.inc(),
    text: () => registers[0]?.metrics() ?? Promise.resolve(""),
  };
}
