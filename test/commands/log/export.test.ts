/** What an export gives of the log, of the alerts and of the services' own past. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { exportAlerts, exportEvents } from "../../../src/commands/log/log-tables.ts";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { type Exported, exportHistory } from "../../../src/history/export-history.ts";
import { openHistory, openHistoryReader } from "../../../src/store/history/history.ts";
import { openStoreReader } from "../../../src/store/reader.ts";
import type { Store } from "../../../src/store/store.ts";
import { batch, entry, mail, noon } from "../../store/batches.ts";
import { tmpStore } from "../../store/house.ts";
import { changeText } from "../../support/damage.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";

const minute = 60_000;
const always = { from: 0, to: noon + 2_000 * minute };

function read(exported: Exported) {
  onTestFinished(exported.close);
  const rows = [...exported.batches()].flat();
  const records = rows.map((row) => JSON.parse(row.json()) as Record<string, unknown>);
  const names = exported.columns.map(({ name }) => name);
  const cells = rows.map((row) => Object.fromEntries(row.cells().map((cell, at) => [names[at], cell])));
  return { records, cells, names };
}

/** Entries a minute apart. */
function logged(count: number): Store {
  const store = tmpStore();
  for (let seq = 1; seq <= count; seq += 1) {
    const now = { code: "9901", name: `note ${seq};`.repeat(9), shortOutstanding: seq };
    const facts = { subject: seq % 2 === 0 ? "9901" : "130A", data: { now } };
    const type = seq % 3 === 0 ? "margin.alert.changed" : "margin.alert.added";
    store.commit(batch({ entries: [entry(seq, { ...facts, type }, noon + seq * minute)] }));
  }
  return store;
}

const events = (store: Store, asked: Partial<Parameters<typeof exportEvents>[1]> = {}) =>
  exportEvents(openStoreReader(store.path), { ...always, ...asked }, builtInTypes.known);

test("every entry of the log is a row, as it was committed, with its number", () => {
  const store = logged(1_203);
  const { records, cells, names } = read(events(store));
  expect(records.map(({ seq }) => seq)).toEqual(Array.from({ length: 1_203 }, (_, at) => at + 1));
  const { seq, ...event } = records[6] ?? {};
  expect([seq, JSON.stringify(event)]).toEqual([7, store.log.read(6, 1)[0]?.json]);
  expect(names.slice(-2)).toEqual(["now", "was"]);
  expect(cells[6]).toMatchObject({ seq: 7, subject: "130A", now: { shortOutstanding: 7 }, was: undefined });
});

test("of a time, of types and of subjects only; with types the fields of their items are columns", () => {
  const store = logged(12);
  const span = { from: noon + 3 * minute, to: noon + 9 * minute };
  expect(read(events(store, span)).records.map(({ seq }) => seq)).toEqual([3, 4, 5, 6, 7, 8, 9]);
  const asked = { ...span, types: ["margin.alert.changed"], subjects: ["9901"] };
  const { cells, names } = read(events(store, asked));
  expect(cells).toMatchObject([
    { seq: 6, "now.code": "9901", "now.shortOutstanding": 6, "was.code": undefined },
  ]);
  expect(names).not.toContain("now");
  expect(names).not.toContain("now.seller");
});

test("entries of simulated services say so in a column of their own", () => {
  const store = tmpStore();
  const entries = [entry(1), entry(2, { simulated: true })];
  store.commit(batch({ entries }));
  const { cells } = read(events(store));
  expect(cells.map(({ simulated }) => simulated)).toEqual([undefined, true]);
});

test("damaged entries are left out and counted", () => {
  const store = logged(9);
  store.close();
  changeText(store.path, "note 5;note 5;");
  const exported = events(store);
  expect(read(exported).records.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 6, 7, 8, 9]);
  expect(exported.damaged()).toBe(1);
});

const alert = (rule: string, key: string, more = {}) => ({
  now: {
    ...{
      rule,
      key,
      severity: "warning",
      title: `${rule} ${key}`,
      body: "",
      labels: {},
      recipients: ["email:desk"],
    },
    cause: { seq: 1, id: "e-1", type: "margin.alert.added", source: "/sources/margin-alerts", subject: key },
    ...more,
  },
});

/** An episode that is acknowledged and over with two messages, one that is open, and one of another rule. */
function alerted(): Store {
  const store = tmpStore();
  const told = [
    ["alert.fired", alert("loud", "9901")],
    ["alert.fired", alert("loud", "130A")],
    ["alert.fired", alert("loud", "9901", { title: "again" })],
    ["alert.acknowledged", { now: { rule: "loud", key: "9901", by: "Example Person" } }],
    ["alert.fired", alert("calm", "9901")],
    ["alert.resolved", alert("loud", "9901", { why: "hand", by: "Example Person" })],
    ["alert.resolved", alert("unknown", "9901", { why: "time" })],
  ] as const;
  for (const [at, [type, data]] of told.entries()) {
    const mails = at < 3 ? [mail(at + 1, "desk@example.com", { message: `m-${at}` })] : [];
    const subject = data.now.key;
    store.commit(batch({ entries: [entry(at + 1, { type, subject, data }, noon + at * minute)], mails }));
  }
  const box = store.outbox.of("email");
  box.record([{ id: 1, at: noon + minute, outcome: "sent", answer: "250 ok" }]);
  return store;
}

const alerts = (store: Store, asked: Partial<Parameters<typeof exportAlerts>[1]> = {}) =>
  exportAlerts(openStoreReader(store.path), { ...always, ...asked });

const at = (minutes: number) => new Date(noon + minutes * minute).toISOString();

test("an episode is a row: its times, its state, who knew of it, and what became of its messages", () => {
  const { records, cells, names } = read(alerts(alerted()));
  expect(records).toMatchObject([
    {
      ...{ alert: "e-1", rule: "loud", key: "9901", title: "again", state: "resolved" },
      ...{ since: at(0), last: at(2), times: 2, resolved: at(5), why: "hand", by: "Example Person" },
      ...{ acknowledged: at(3), acknowledgedBy: "Example Person", cause: "margin.alert.added" },
      ...{ sent: 1, waiting: 1, failed: 0 },
      messages: [
        { address: "desk@example.com", state: "sent", attempts: 1, sent: at(1) },
        { address: "desk@example.com", state: "waiting", attempts: 0 },
      ],
    },
    { alert: "e-2", rule: "loud", subject: "130A", state: "open", times: 1, waiting: 1 },
    { alert: "e-5", rule: "calm", state: "open", sent: 0, waiting: 0 },
  ]);
  expect(Object.keys(records[0] ?? {}).every((name) => names.includes(name))).toBe(true);
  expect(cells[1]).toMatchObject({ alert: "e-2", resolved: undefined, times: 1 });
});

test("an episode counts for every time at which it was open", () => {
  const store = alerted();
  const of = (from: number, to: number) =>
    read(alerts(store, { from: noon + from * minute, to: noon + to * minute })).records.map(
      (row) => row.alert,
    );
  expect(of(6, 9)).toEqual(["e-2", "e-5"]);
  expect(of(3, 3)).toEqual(["e-1", "e-2"]);
  expect(of(0, 0)).toEqual(["e-1"]);
  expect(read(alerts(store, { rules: ["calm"] })).records).toHaveLength(1);
  expect(read(alerts(store, { subjects: ["130A"] })).records).toHaveLength(1);
});

/** A history of two sets over three weeks. */
function past() {
  const path = join(tmpFolder(), "history.db");
  const history = openHistory(path);
  const day = (at: number) => new Date(Date.parse("2026-11-02") + at * 86_400_000).toISOString().slice(0, 10);
  for (let each = 0; each < 20; each += 1)
    history.add(
      ["9901", "130A"].map((subject) => ({
        ...{ set: "market/a", day: day(each), subject, name: "" },
        row: { code: subject, close: each, ...(each === 3 ? { mixed: "text" } : { mixed: 1 }) },
      })),
    );
  history.add([
    { set: "forum/comments", day: day(0), subject: "9901", name: "1", row: { body: "=1+1", tags: ["x"] } },
  ]);
  history.close();
  return openHistoryReader(path);
}

test("the past is a row a record, by set and day, with a column for each field that there is", () => {
  const { records, cells, names } = read(exportHistory(past(), always, true));
  expect(records).toHaveLength(41);
  expect(records[0]).toMatchObject({ set: "forum/comments", row: { body: "=1+1" } });
  expect(names.slice(4)).toEqual(["row.body", "row.tags", "row.code", "row.close", "row.mixed"]);
  expect(cells[1]).toMatchObject({ set: "market/a", subject: "130A", "row.close": 0, "row.body": undefined });
});

test("the past of some days, sets and subjects; a set that is not there is refused", () => {
  const span = { from: Date.parse("2026-11-05T00:00+09:00"), to: Date.parse("2026-11-16T23:00+09:00") };
  const { records } = read(exportHistory(past(), { ...span, sets: ["market/a"], subjects: ["9901"] }, false));
  expect(records.map(({ day }) => day)).toEqual(
    Array.from({ length: 12 }, (_, at) => `2026-11-${String(5 + at).padStart(2, "0")}`),
  );
  const { columns } = exportHistory(past(), { ...always, sets: ["market/a"] }, true);
  expect(columns.find(({ name }) => name === "row.mixed")?.kind).toBe("text");
  expect(() => exportHistory(past(), { ...always, sets: ["market/b"] }, false)).toThrow(
    "forum/comments, market/a",
  );
});
