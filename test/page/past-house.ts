/** The page's calls over a real store and history, both in a folder that goes away with the test. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { weekdaysOnly } from "../../src/calendar/trading-calendar.ts";
import { requireConfig } from "../../src/files/check-files.ts";
import type { JsonRoute } from "../../src/lib/http/port.ts";
import type { HistoryRecord } from "../../src/model/history.ts";
import type { CompanyName } from "../../src/model/language.ts";
import type { PageParts } from "../../src/page/page-call.ts";
import { openHistory } from "../../src/store/history/history.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

/** Services of one's own, so that the time of an event is when it was seen. */
const services = (calls: string) => `upstreams:
  market: { url: "https://market.example.com/v2", apiKey: "${"x".repeat(20)}", calls: ${calls} }
  forum: { url: "https://forum.example.com" }
  statistics: { url: "https://statistics.example.com" }
`;

interface HouseOptions {
  /** YAML of the settings, besides those of the services. */
  readonly settings?: string;
  /** YAML in one line: calls that are declared. */
  readonly calls?: string;
  readonly history?: readonly HistoryRecord[];
  /** ISO with a zone. */
  readonly now: string;
  /** The list of issues. */
  readonly listed?: ReadonlyMap<string, CompanyName>;
}

export interface PastHouse {
  readonly store: Store;
  /**
   * The status and the body of an answer.
   * @param person whose token it came with
   */
  ask(
    call: (parts: PageParts) => JsonRoute,
    query: Readonly<Record<string, string>>,
    person?: string,
  ): Promise<Answered>;
}

interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of it
  readonly body: any;
}

export function pastHouse({
  settings = "",
  calls = "{}",
  history = [],
  now,
  listed = new Map(),
}: HouseOptions): PastHouse {
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  const file = join(folder, "monitor.yaml");
  writeFileSync(
    file,
    `${services(calls)}rules: rules\nstate: yagura.db\nhistory: { file: history.db }\n${settings}`,
  );
  const config = requireConfig(file, {});
  if (history.length > 0) {
    const written = openHistory(config.history.file);
    written.add(history);
    written.close();
  }
  const at = Date.parse(now);
  const store = openStore(config.state, { now: () => at });
  onTestFinished(store.close);
  const watchlists = () => config.watchlists as ReturnType<PageParts["rules"]["watchlists"]>;
  const parts = {
    ...{ config, store, now: () => at, servicesNow: () => at, calendar: () => weekdaysOnly },
    rules: { watchlists },
    companies: { shown: () => listed },
  } as unknown as PageParts;
  return {
    store,
    async ask(call, query, person) {
      const { status, body } = await call(parts).answer({
        query: new URLSearchParams(query),
        body: undefined,
        ...(person !== undefined && { person }),
      });
      return { status, body: JSON.parse(JSON.stringify(body)) };
    },
  };
}
