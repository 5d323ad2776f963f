/** The life of alerts in the store: states, decisions, and the mails that tell them. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { type AlertWrites, mostAlertStates } from "../../src/model/alerts.ts";
import { openStoreReader } from "../../src/store/reader.ts";
import type { Store } from "../../src/store/store.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { alertWrites, episode, notice, silence, told } from "./alert-writes.ts";
import { batch, entry, mail, noon } from "./batches.ts";
import { tmpStore } from "./house.ts";

const DAY = 86_400_000;

/** A store with so many entries, to have notices about. */
function storeWith(entries: number, path?: string): Store {
  const store = tmpStore(path);
  store.commit(batch({ entries: Array.from({ length: entries }, (_, at) => entry(at + 1)) }));
  return store;
}

const keep = (store: Store, more: Partial<AlertWrites>) => store.commit(batch({ alerts: alertWrites(more) }));
const waitingSeqs = (store: Store, most = 10, group = "g") =>
  store.alerts.waiting("email:desk", group, most).first.map(({ alertSeq }) => alertSeq);

test("a state comes back as it was written, is replaced by a later one, and is gone without a body", () => {
  const store = tmpStore();
  keep(store, { states: [{ kind: "episode", key: "k", body: episode({ times: 1 }), due: noon }] });
  expect(store.alerts.state("episode", "k")).toEqual(episode({ times: 1 }));
  expect(store.alerts.state("silence", "k")).toBeUndefined();
  keep(store, { states: [{ kind: "episode", key: "k", body: episode({ times: 2 }) }] });
  expect(store.alerts.state("episode", "k")?.times).toBe(2);
  expect([store.alerts.nextDue(), store.alerts.due(noon)]).toEqual([undefined, []]);
  keep(store, { states: [{ kind: "episode", key: "k", body: undefined }] });
  expect([store.alerts.state("episode", "k"), store.alerts.count("episode")]).toEqual([undefined, 0]);
});

test("states are due the longest due first, then by kind and key, and as many as are asked for", () => {
  const store = tmpStore();
  const body = episode();
  keep(store, {
    states: [
      { kind: "silence", key: "a", body: silence(), due: noon },
      { kind: "episode", key: "b", body, due: noon },
      { kind: "episode", key: "a", body, due: noon },
      { kind: "episode", key: "z", body, due: noon - 1 },
      { kind: "episode", key: "later", body, due: noon + 1 },
    ],
  });
  const names = (at: number, most?: number) =>
    store.alerts.due(at, most).map(({ kind, key }) => `${kind} ${key}`);
  expect(names(noon)).toEqual(["episode z", "episode a", "episode b", "silence a"]);
  expect(names(noon, 2)).toEqual(["episode z", "episode a"]);
  expect(names(noon - 2)).toEqual([]);
  expect(store.alerts.nextDue()).toBe(noon - 1);
});

test("of a group the gravest wait first, then the oldest; more are counted than are read", () => {
  const store = storeWith(5);
  const gravities = [2, 1, 0, 1, 2];
  keep(store, { notices: gravities.map((gravity, at) => notice(at + 1, { gravity })) });
  keep(store, { notices: [notice(5, { gravity: 0, group: "another" })] });
  expect(waitingSeqs(store)).toEqual([3, 2, 4, 1, 5]);
  expect(store.alerts.waiting("email:desk", "g", 2)).toEqual({
    all: 5,
    first: [notice(3, { gravity: 0 }), notice(2)],
  });
  expect(store.alerts.waiting("email:night", "g", 2)).toEqual({ all: 0, first: [] });
});

test("notices of different reasons wait in one order, and only those of a reason end where one is given", () => {
  const store = storeWith(4);
  const reasons = ["silenced", "grouped", "silenced", "capped"] as const;
  keep(store, { notices: reasons.map((reason, at) => notice(at + 1, { reason })) });
  expect(waitingSeqs(store, 3)).toEqual([1, 2, 3]);
  expect(store.alerts.waitingReasons()).toEqual({ silenced: 2, grouped: 1, capped: 1 });
  keep(store, { ends: [{ ...told({ reason: "silenced" }), state: "dropped", message: undefined }] });
  expect(waitingSeqs(store)).toEqual([2, 4]);
  expect(store.alerts.waitingReasons()).toEqual({ grouped: 1, capped: 1 });
  expect(store.alerts.ofAlert(1)).toEqual([notice(1, { reason: "silenced", state: "dropped" })]);
});

test("what waits ends together: each says by which message and when, and what comes later waits anew", () => {
  const store = storeWith(3);
  keep(store, { notices: [notice(1), notice(2, { until: noon + 9, by: "lunch" })] });
  keep(store, { ends: [told()] });
  const ended = { state: "told", message: "m-1", toldAt: noon + 5 } as const;
  expect(store.alerts.ofAlert(2)).toEqual([notice(2, { until: noon + 9, by: "lunch", ...ended })]);
  keep(store, { notices: [notice(3)] });
  expect(waitingSeqs(store)).toEqual([3]);
  keep(store, { ends: [told({ message: "m-2", at: noon + 7 })] });
  expect(store.alerts.ofAlert(1)).toEqual([notice(1, ended)]);
  expect(store.alerts.ofAlert(3)[0]).toMatchObject({ message: "m-2", toldAt: noon + 7 });
  expect(waitingSeqs(store)).toEqual([]);
});

test("notices of a commit are there before its ends: they end with the others", () => {
  const store = storeWith(2);
  keep(store, { notices: [notice(1)] });
  keep(store, { notices: [notice(2)], ends: [told()] });
  expect(waitingSeqs(store)).toEqual([]);
  expect(store.alerts.ofAlert(2)[0]?.state).toBe("told");
});

test("an end of what does not wait changes nothing", () => {
  const store = storeWith(1);
  const first = notice(1, { reason: "first", state: "told", message: "m-0", toldAt: noon });
  keep(store, { notices: [first] });
  keep(store, { ends: [told(), told({ group: "none" })] });
  expect(store.alerts.ofAlert(1)).toEqual([first]);
});

test("a commit that fails leaves states, notices and silences as they were", () => {
  const store = storeWith(2);
  keep(store, { states: [{ kind: "silence", key: "s-1", body: silence() }], notices: [notice(1)] });
  const before = store.alerts.states("silence");
  const alerts = alertWrites({
    states: [
      { kind: "silence", key: "s-1", body: undefined },
      { kind: "silence", key: "s-2", body: silence({ id: "s-2" }) },
    ],
    notices: [notice(2)],
    ends: [told()],
  });
  const failedMails = [{ id: 9, reason: "refused", error: "", at: noon }] as const;
  expect(() => store.commit(batch({ alerts, failedMails }))).toThrow("not waiting");
  expect(store.alerts.states("silence")).toEqual(before);
  expect(waitingSeqs(store)).toEqual([1]);
  store.commit(batch({ alerts }));
  expect(store.alerts.states("silence").map(({ key }) => key)).toEqual(["s-2"]);
});

test("silences are read once, and again after a commit that changed one", () => {
  const store = storeWith(1);
  keep(store, { states: [{ kind: "silence", key: "s-1", body: silence() }] });
  const silences = store.alerts.states("silence");
  keep(store, { states: [{ kind: "episode", key: "k", body: episode() }], notices: [notice(1)] });
  expect(store.alerts.states("silence")).toBe(silences);
  keep(store, { states: [{ kind: "silence", key: "s-0", body: silence({ id: "s-0" }) }] });
  expect(store.alerts.states("silence").map(({ key }) => key)).toEqual(["s-0", "s-1"]);
});

test("a notice about an entry that is not on the log is a bug, and nothing is written", () => {
  const store = storeWith(1);
  expect(() => keep(store, { notices: [notice(1), notice(2)] })).toThrow("entry 2, which is not on the log");
  expect(store.alerts.ofAlert(1)).toEqual([]);
});

test("decisions are found by episode, and counted by reason since a moment", () => {
  const store = storeWith(3);
  keep(store, {
    notices: [
      notice(1, { at: noon - 1, reason: "first", state: "told" }),
      notice(2, { episodeSeq: 1, reason: "capped" }),
      notice(3, { reason: "capped" }),
    ],
  });
  expect(store.alerts.ofEpisode(1).map(({ alertSeq, reason }) => [alertSeq, reason])).toEqual([
    [1, "first"],
    [2, "capped"],
  ]);
  expect(store.alerts.reasons(noon)).toEqual({ capped: 2 });
  expect(store.alerts.reasons(noon - 1)).toEqual({ capped: 2, first: 1 });
});

test("open episodes come with the one that changed last first, to the reader beside the monitor too", () => {
  const path = join(tmpFolder(), "yagura.db");
  const store = storeWith(2, path);
  const keys = ["a", "b", "c", "a"];
  for (const key of keys) keep(store, { states: [{ kind: "episode", key, body: episode() }] });
  const reader = openStoreReader(path);
  for (const { alerts } of [store, reader]) {
    expect(alerts.episodes(2).map(({ key }) => key)).toEqual(["a", "c"]);
    expect(alerts.count("episode")).toBe(3);
  }
  keep(store, { states: [{ kind: "silence", key: "s-1", body: silence() }], notices: [notice(2)] });
  expect(reader.alerts.states("silence")).toEqual([{ key: "s-1", body: silence() }]);
  expect(reader.alerts.waiting("email:desk", "g", 9).all).toBe(1);
  reader.close();
});

test("the life of alerts is there after a restart", () => {
  const path = join(tmpFolder(), "yagura.db");
  const before = storeWith(1, path);
  keep(before, {
    states: [{ kind: "silence", key: "s-1", body: silence(), due: noon }],
    notices: [notice(1)],
  });
  before.close();
  const store = tmpStore(path);
  expect(store.alerts.states("silence")).toEqual([{ key: "s-1", body: silence() }]);
  expect(store.alerts.due(noon)).toEqual([{ kind: "silence", key: "s-1", due: noon }]);
  expect(waitingSeqs(store)).toEqual([1]);
});

test("beyond the limit of a kind go those that were not written for longest", () => {
  const store = tmpStore();
  const body = episode();
  const state = (at: number) => ({ kind: "episode" as const, key: `k${at}`, body });
  keep(store, { states: Array.from({ length: mostAlertStates }, (_, at) => state(at)) });
  keep(store, { states: [{ kind: "silence", key: "s-1", body: silence() }, state(0)] });
  expect(store.alerts.count("episode")).toBe(mostAlertStates);
  keep(store, { states: [state(mostAlertStates), state(mostAlertStates + 1)] });
  expect(store.alerts.count("episode")).toBe(mostAlertStates);
  const kept = [0, 1, 2, 3, mostAlertStates + 1].map((at) => store.alerts.state("episode", `k${at}`));
  expect(kept.map((one) => one !== undefined)).toEqual([true, false, false, true, true]);
  expect(store.alerts.count("silence")).toBe(1);
});

test("notices go with the entry of their alert, and rounds once they are empty", () => {
  let now = noon;
  const store = tmpStore(undefined, () => now);
  const ages = [9, 9, 1];
  store.commit(batch({ entries: ages.map((age, at) => entry(at + 1, {}, noon - age * DAY)) }));
  const at = noon - 9 * DAY;
  keep(store, { notices: [notice(1, { at }), notice(2, { at, group: "h" }), notice(3, { group: "h" })] });
  now += 1;
  expect(store.prune({ before: noon - 5 * DAY })).toMatchObject({ entries: 2, notices: 2, more: false });
  expect([store.alerts.ofAlert(1), store.alerts.ofAlert(2)]).toEqual([[], []]);
  expect([waitingSeqs(store), waitingSeqs(store, 9, "h")]).toEqual([[], [3]]);
  keep(store, { ends: [told({ group: "h" })] });
  expect(store.alerts.ofAlert(3)[0]?.message).toBe("m-1");
});

test("threads and counts that were not written for long go, in small batches; episodes and silences stay", () => {
  let now = noon - 9 * DAY;
  const store = tmpStore(undefined, () => now);
  const thread = { first: "m-1", latest: "m-1", subject: "s", told: 1 };
  const counts = { sentAt: [], held: 0 };
  keep(store, {
    states: [
      { kind: "thread", key: "old", body: thread },
      { kind: "thread", key: "older", body: thread },
      { kind: "receiver", key: "email:gone", body: counts },
      { kind: "episode", key: "k", body: episode() },
      { kind: "silence", key: "s-1", body: silence() },
    ],
  });
  now = noon;
  keep(store, { states: [{ kind: "thread", key: "old", body: thread }] });
  const options = { before: noon - 5 * DAY, batch: 1 };
  expect(store.prune(options)).toMatchObject({ alertStates: 1, more: true });
  expect(store.prune(options)).toMatchObject({ alertStates: 1, more: true });
  expect(store.prune(options)).toMatchObject({ alertStates: 0, more: false });
  expect(store.alerts.states("thread").map(({ key }) => key)).toEqual(["old"]);
  expect([
    store.alerts.count("receiver"),
    store.alerts.count("episode"),
    store.alerts.count("silence"),
  ]).toEqual([0, 1, 1]);
});

test("a mail comes back with what it has beside its words, and with its notification", () => {
  const store = storeWith(1);
  const extras = {
    inReplyTo: "<m-0@x>",
    references: ["<m-0@x>"],
    headers: { "X-Yagura-Rule": "大口" },
    important: true,
    chart: { title: "Ratio", points: [["2026-11-19", 0.93] as const, ["2026-11-20", 1.12] as const] },
  };
  store.commit(batch({ mails: [mail(1, "a@x", { extras, message: "m-1" }), mail(1, "b@x")] }));
  const [first, second] = store.outbox.of("email").due(noon, 10, []);
  expect(first).toMatchObject({ extras, message: "m-1" });
  expect(second).not.toHaveProperty("extras");
  expect(second).not.toHaveProperty("message");
});

test("the mails of an alert are those about it and those that told it with others", () => {
  const store = storeWith(4);
  const mails = [
    mail(1, "a@x", { message: "m-1" }),
    mail(1, "b@x", { message: "m-1" }),
    mail(3, "a@x", { message: "m-2" }),
    mail(4, "a@x"),
  ];
  store.commit(batch({ mails, alerts: alertWrites({ notices: [notice(1), notice(2)], ends: [told()] }) }));
  keep(store, { notices: [notice(2, { reason: "repeated", state: "told", message: "m-2", toldAt: noon })] });
  const addresses = (seq: number) =>
    store.deliveries.ofAlert(seq).map(({ address, message }) => [address, message]);
  expect(addresses(1)).toEqual([
    ["a@x", "m-1"],
    ["b@x", "m-1"],
  ]);
  expect(addresses(2)).toEqual([
    ["a@x", "m-1"],
    ["b@x", "m-1"],
    ["a@x", "m-2"],
  ]);
  expect(addresses(4)).toEqual([["a@x", undefined]]);
  expect(store.deliveries.ofMessage("m-1").map(({ address }) => address)).toEqual(["a@x", "b@x"]);
});
