/** The section Snapshot of docs/feed.md. */
import { describe, expect, it } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { createFilterCompiler } from "../../../src/rules/sets/filter.ts";
import { alertDraft, MemoryLog } from "../../support/memory-log.ts";
import { MemoryPresent } from "../../support/memory-present.ts";
import type { AnyFrame, FakeSocket } from "./support/fake-socket.ts";
import { createRig, type Rig } from "./support/rig.ts";
import { heldItem, heldSource, openAlert } from "./support/standing.ts";

/** A log of three alerts, two of which are open, and items of two sources. */
function standingRig(more: Parameters<typeof createRig>[2] = {}): Rig {
  const log = new MemoryLog();
  log.append(alertDraft("7203"), alertDraft("6758", { severity: "critical" }), alertDraft("9984"));
  const present = new MemoryPresent();
  present.open = [1, 2].map((seq) => {
    const [latest] = log.read(seq - 1, 1);
    return openAlert({ alert: `e-${seq}`, subject: latest?.subject ?? "", seq, latest });
  });
  present.held = [
    heldSource(["6758", "7203", "9984"].map((code) => heldItem(code))),
    heldSource([heldItem("7203", { key: "daily/7203" })], "forum-ranking"),
  ];
  return createRig(log, undefined, { present, ...more });
}

function asked(rig: Rig, frame: object): FakeSocket {
  const socket = rig.connect();
  socket.send({ type: "subscribe", id: "a", since: "snapshot", ...frame });
  rig.settle();
  return socket;
}

/** What came, in a word each. */
const told = ({ frames }: FakeSocket) => frames.slice(1).map(word);
function word({ type, subject, source, seq, since }: AnyFrame): string {
  if (type === "item") return `${source === "forum-ranking" ? "rank" : "short"} ${subject}`;
  if (type === "subscribed") return `from ${since}`;
  return `${type} ${seq}`;
}

const shorts = ["short 6758", "short 7203", "short 9984"];

describe("A snapshot", () => {
  it("has the open alerts, then the items, then says that it is over; then come new entries", () => {
    const rig = standingRig();
    const socket = asked(rig, {});
    expect(told(socket)).toEqual(["from 3", "episode 1", "episode 2", ...shorts, "rank 7203", "live 3"]);
    rig.log.append(alertDraft("7203"));
    rig.hub.wake();
    rig.settle();
    expect(socket.seqs("a")).toEqual([4]);
  });

  it("shows an alert with its latest entry as it was committed, and an item with its dates", () => {
    const rig = standingRig();
    rig.present.held = [heldSource([heldItem("7203", { occurred: "2026-11-18" })])];
    const { frames } = asked(rig, {});
    expect(frames[2]).toEqual({
      ...{ type: "episode", id: "a", seq: 1, alert: "e-1", state: "firing", times: 3 },
      ...{ rule: "large-new-short", key: "7203", severity: "warning", subject: "7203" },
      ...{ since: "2026-11-20T08:31:02.123Z", event: JSON.parse(rig.log.read(0, 1)[0]?.json ?? "") },
    });
    expect(frames[4]).toEqual({
      ...{ type: "item", id: "a", source: "short-sale-reports", key: "7203/A", subject: "7203" },
      ...{ occurred: "2026-11-18", now: { code: "7203", seller: "A", ratio: 1 } },
    });
  });

  it("can be asked for in the address", () => {
    const rig = standingRig();
    const socket = rig.connect("types=alert.*&since=snapshot");
    rig.settle();
    expect(told(socket)).toEqual(["from 3", "episode 1", "episode 2", "live 3"]);
  });

  it.each([
    ["alerts alone", { types: ["alert.fired"] }, ["episode 1", "episode 2"]],
    ["neither for what resolves", { types: ["alert.resolved"] }, []],
    ["the items of a source one of whose types is meant", { types: ["short.report.increased"] }, shorts],
    ["what is of a subject", { subjects: ["7203"] }, ["episode 1", "short 7203", "rank 7203"]],
    ["what is on a watchlist", { watchlist: "core" }, ["episode 2", "short 6758"]],
  ])("has %s", (_, filter, expected) => {
    const rig = standingRig({ watchlists: () => ({ core: [{ code: "6758" }] }) });
    expect(told(asked(rig, filter))).toEqual(["from 3", ...expected, "live 3"]);
  });

  it.each([
    ["now.severity == 'critical'", ["episode 2"]],
    ["now.code == '7203'", ["short 7203", "rank 7203"]],
    ["event.subject == '7203'", ["episode 1"]],
    ["!has(was.ratio) && now.code != ''", []],
    ["size(changed) == 0 && now.code != ''", []],
    ["now.code in watchlists.core", ["short 6758"]],
  ])("asks where %s about the event of an alert, and about `now` of an item alone", (where, expected) => {
    const watchlists = () => ({ core: [{ code: "6758" }] });
    const compileFilter = createFilterCompiler(builtInTypes, watchlists);
    const rig = standingRig({ compileFilter, watchlists });
    expect(told(asked(rig, { where }))).toEqual(["from 3", ...expected, "live 3"]);
  });

  it("shows an alert without its event where the log does not keep that; no condition matches it", () => {
    const rig = standingRig();
    rig.present.open = [openAlert({ seq: 1 })];
    const [, , episode] = asked(rig, { types: ["alert.*"] }).frames;
    const named = { alert: "e-1", rule: "large-new-short", key: "7203", subject: "7203" };
    expect(episode).toMatchObject({ type: "episode", seq: 1, ...named });
    expect(episode).not.toHaveProperty("event");
    const where = "now.severity == 'warning'";
    expect(told(asked(rig, { types: ["alert.*"], where }))).toEqual(["from 3", "live 3"]);
  });

  it("names what could not be read as a whole", () => {
    const rig = standingRig();
    rig.present.unreadable.add("short-sale-reports").add("alerts");
    const socket = asked(rig, {});
    expect(socket.frames.at(-1)).toEqual({
      ...{ type: "live", id: "a", seq: 3, lacking: ["alerts", "short-sale-reports"] },
    });
    expect(told(socket)).toContain("rank 7203");
  });

  it("tells what is committed meanwhile after it, and no heartbeat claims more than was sent", () => {
    const rig = standingRig();
    const socket = rig.connect();
    socket.stuck = true;
    socket.bufferedAmount = 64 * 1024;
    socket.send({ type: "subscribe", id: "a", since: "snapshot" });
    rig.log.append(alertDraft("7203"));
    rig.hub.wake();
    rig.settle();
    rig.clock.move(1);
    expect(told(socket)).toEqual(["from 3"]);
    rig.clock.move(8_000);
    socket.drain();
    rig.clock.move(6_999);
    expect(socket.ofType("heartbeat")).toMatchObject([{ seq: 3 }]);
    socket.stuck = false;
    rig.settle();
    expect(told(socket).slice(-2)).toEqual(["live 3", "event 4"]);
  });

  it("ends with its subscription", () => {
    const rig = standingRig();
    const socket = rig.connect();
    socket.send({ type: "subscribe", id: "a", since: "snapshot" });
    rig.once();
    socket.send({ type: "unsubscribe", id: "a" });
    const before = socket.frames.length;
    rig.settle();
    expect(socket.frames.slice(before)).toEqual([]);
  });

  it("comes beside a long catch-up, and several come one after the other", () => {
    const rig = standingRig();
    rig.log.append(...Array.from({ length: 2_000 }, () => alertDraft("9984", { padding: 500 })));
    const socket = rig.connect("since=0");
    for (const id of ["a", "b"]) socket.send({ type: "subscribe", id, since: "snapshot" });
    rig.settle();
    const lives = socket.frames.flatMap(({ type }, at) => (type === "live" ? [at] : []));
    expect(lives).toHaveLength(2);
    expect(lives[0]).toBeLessThan(
      socket.frames.findIndex(({ type, seq }) => type === "event" && seq > 1_000),
    );
    const items = socket.frames.slice(0, lives[0]).filter(({ type }) => type === "item");
    expect(new Set(items.map(({ id }) => id))).toEqual(new Set(["a"]));
  });
});

describe("A snapshot of sixty thousand items", () => {
  const items = () => Array.from({ length: 60_000 }, (_, at) => heldItem(String(at).padStart(5, "0")));

  it("is read as the socket takes it: 64 KiB are queued, and no more is read", () => {
    const rig = standingRig({ present: new MemoryPresent(50) });
    rig.present.held = [heldSource(items())];
    const socket = rig.connect();
    socket.stuck = true;
    socket.send({ type: "subscribe", id: "a", since: "snapshot" });
    rig.settle();
    expect(socket.bufferedAmount).toBeLessThan(64 * 1024 + 1_000);
    const { reads } = rig.present;
    expect(reads).toBeLessThan(20);
    rig.settle();
    expect(rig.present.reads).toBe(reads);
    socket.stuck = false;
    socket.drain();
    rig.settle();
    expect(socket.ofType("item")).toHaveLength(60_000);
    expect(new Set(socket.ofType("item").map(({ key }) => key)).size).toBe(60_000);
  });

  it("takes a turn for each part, and others have theirs in between", () => {
    const rig = standingRig({ present: new MemoryPresent(50) });
    rig.present.held = [heldSource(items())];
    asked(rig, { subjects: ["00001"] });
    const [one, other] = [rig.connect(), rig.connect()];
    one.send({ type: "subscribe", id: "a", since: "snapshot" });
    other.send({ type: "subscribe", id: "a", types: ["alert.*"] });
    for (let turn = 0; turn < 10; turn += 1) rig.once();
    rig.log.append(alertDraft("7203"));
    rig.hub.wake();
    for (let turn = 0; turn < 4; turn += 1) rig.once();
    expect(other.seqs("a")).toEqual([4]);
    expect(one.ofType("live")).toEqual([]);
  });
});
