/** A real database with alerts in it, on a clock by hand, and everything by which people answer them. */
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createPolicy } from "../../../src/alerts/create-policy.ts";
import { endedByTime } from "../../../src/alerts/life/alert-facts.ts";
import { takeStep } from "../../../src/alerts/life/take-step.ts";
import { alertsSetting } from "../../../src/alerts/settings.ts";
import { createAnswering } from "../../../src/app/answers/answering.ts";
import { weekdaysOnly } from "../../../src/calendar/trading-calendar.ts";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { type EventDraft, type LogEntry, numbered } from "../../../src/model/event.ts";
import type { Alert } from "../../../src/model/news-items.ts";
import type { Person } from "../../../src/model/people.ts";
import type { Silence } from "../../../src/model/silence.ts";
import { StoreError } from "../../../src/model/store-faults.ts";
import { openStore } from "../../../src/store/store.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";

const publicUrl = "https://yagura.example.com";

type Fired = Partial<
  Pick<Alert, "key" | "severity" | "title" | "body" | "texts" | "labels" | "recipients">
> & {
  readonly subject?: string;
  /** Ratios of the report that causes it, now and before; left out: it has no cause of its own. */
  readonly ratio?: readonly [now: number, was?: number];
};

/**
 * @param begin in Japan, such as 2026-11-20T17:30
 * @param settings the section `alerts`
 * @param path of a database that is there already, where nobody else has it open
 */
export function answeredStore(
  begin: string,
  settings: object = {},
  path = join(tmpFolder(), "state.db"),
  people: readonly Person[] = [],
) {
  let at = Date.parse(`${begin}:00+09:00`);
  let isFull = false;
  const store = openStore(path, {
    now: () => at,
    epoch: () => "e",
    isPassing: true,
  });
  onTestFinished(() => store.close());
  const policy = createPolicy(alertsSetting.parse(settings));
  const entry = (seq: number): LogEntry | undefined => {
    const [stored] = store.log.read(seq - 1, 1);
    return stored?.seq === seq ? { seq, event: JSON.parse(stored.json) } : undefined;
  };
  const tell = (drafts: readonly EventDraft[]): void => {
    if (isFull) throw new StoreError("the disk is full");
    const time = new Date(at).toISOString();
    const ended = endedByTime(store.alerts, at, entry);
    const first = store.log.head() + 1;
    const entries = [...drafts, ...ended].map((draft, index) =>
      numbered(draft, { epoch: "e", seq: first + index, time }),
    );
    const house = { policy, memory: store.alerts, calendar: weekdaysOnly, endings: new Map() };
    const { writes } = takeStep(
      { entries, at },
      {
        ...house,
        entry: (seq) => entries.find((own) => own.seq === seq) ?? entry(seq),
        bar: () => undefined,
        compose: () => [],
      },
    );
    store.commit({ entries, cooldowns: [], mails: [], alerts: writes });
  };
  const answering = createAnswering({
    ...{ store, policy, types: builtInTypes, publicUrl, people, calendar: () => weekdaysOnly, now: () => at },
    tell: ({ drafts }) => tell(drafts),
  });
  const call = async (method: "GET" | "POST", path: string, body?: object, person?: string) => {
    const route = answering.routes.find((one) => one.path === path && one.method === method);
    if (route === undefined) throw new Error(`there is no ${method} ${path}`);
    const answer = await route.answer({ query: new URLSearchParams(), body, ...(person && { person }) });
    return { status: answer.status, body: answer.body as Record<string, unknown> };
  };
  return {
    path,
    store,
    links: answering.links,
    /** Gives an alert of a rule; answers its entry. */
    fire(rule: string, { subject = "7203", ratio, ...more }: Fired = {}): LogEntry {
      if (ratio !== undefined) tell([reportOf(subject, ...ratio)]);
      const seq = store.log.head() + 1;
      const cause = {
        seq: ratio === undefined ? seq : seq - 1,
        id: `e-${seq}`,
        type: "short.report.opened",
        source: "/sources/short-sale-reports",
        subject,
      };
      const now = {
        ...{ rule, key: subject, severity: "warning", title: `${rule} of ${subject}`, body: "", labels: {} },
        ...{ recipients: ["email:desk"], ...more, cause },
      };
      tell([{ type: "alert.fired", source: `/rules/${rule}`, subject, data: { now } }]);
      return entry(seq) as LogEntry;
    },
    tell,
    get: (path: string) => call("GET", path),
    /** @param person whose token it comes with */
    post: (path: string, body: object, person?: string) => call("POST", path, body, person),
    /** Opens an address, or sends a form to it. */
    async open(url: string, form?: Record<string, string>) {
      const { pathname, searchParams: query } = new URL(url);
      const page = answering.pages.find(({ path }) => path === pathname);
      if (page === undefined) throw new Error(`there is no page ${pathname}`);
      const method = form === undefined ? "GET" : "POST";
      return page.answer({ method, query, form: new URLSearchParams(form) });
    },
    /** Everything of some types that is on the log, as type and item. */
    told: (pattern: RegExp) =>
      store.log
        .read(0, 10_000)
        .filter(({ type }) => pattern.test(type))
        .map(({ type, subject, json }) => ({ type, subject, now: JSON.parse(json).data.now })),
    silences: (): Silence[] => store.alerts.states("silence").map(({ body }) => body),
    /** Lets time pass up to a moment in Japan; what it ends is told. */
    until(time: string) {
      at = Date.parse(`${time}:00+09:00`);
      tell([]);
    },
    fill(full: boolean) {
      isFull = full;
    },
  };
}

function reportOf(subject: string, now: number, was?: number): EventDraft {
  const item = { code: subject, seller: "Example Capital" };
  const data = {
    now: { ...item, ratio: now },
    ...(was !== undefined && { was: { ...item, ratio: was }, changed: ["ratio"] }),
  };
  const type = was === undefined ? "short.report.opened" : "short.report.increased";
  return { type, source: "/sources/short-sale-reports", subject, data };
}
