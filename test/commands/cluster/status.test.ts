/** What `yagura cluster status` finds wrong, and how it says so. */
import { expect, test } from "vitest";
import { type ClusterFacts, troublesOf } from "../../../src/app/cluster/survey.ts";
import { clusterLines, troubleWords } from "../../../src/commands/cluster/status.ts";
import { cellsIn } from "../../../src/lib/text/terminal.ts";

const beat = (name: string, more: Partial<ClusterFacts["machines"][number]> = {}) => ({
  ...({ name, part: "follower", term: 8, place: 88_000, seq: 4_000 } as const),
  ...{ version: "1.9.0", format: 23, page: `http://${name}.example:8300/` },
  ...more,
});

const log = {
  ...{ leader: "n1", first: 61_002, last: 88_000, bytes: 34_000_000, syncs: "unknown" as const },
  followers: ["n2", "n3"].map((name) => ({ name, isCurrent: true })),
  servers: ["n1", "n2", "n3"].map((name) => ({ name, version: "2.15.1" })),
};

const sound: ClusterFacts = {
  ...{ epoch: "1f3a9c2e-0000", replicas: 3, log },
  snapshot: { sequence: 87_000, bytes: 41_000_000, at: Date.parse("2026-11-20T08:31:02Z") },
  machines: [beat("tokyo-1", { part: "writer" }), beat("tokyo-2", { place: 87_990 }), beat("osaka-1")],
};

const screen = { columns: 80, paint: (_: string, text: string) => text };

test("finds nothing where one writes and the others are a few messages behind", () => {
  expect(troublesOf(sound)).toEqual([]);
  expect(clusterLines(sound, { ...screen, language: "en" })).toEqual([
    "epoch: 1f3a9c2e-0000",
    "term: 8, tokyo-1 writes",
    "log: ends at 88,000, begins at 61,002, 34 MB",
    "servers: n1 2.15.1, n2 2.15.1, n3 2.15.1; n1 leads; each message on 3",
    "snapshot: of 87,000, made 2026-11-20 17:31:02 JST, 41 MB",
    "sync: servers do not say whether they sync: see that each has `sync_interval:",
    "  always`",
    "",
    "machine  part     place   behind  version  page",
    "tokyo-1  writes   88,000  0       1.9.0    http://tokyo-1.example:8300/",
    "tokyo-2  follows  87,990  10      1.9.0    http://tokyo-2.example:8300/",
    "osaka-1  follows  88,000  0       1.9.0    http://osaka-1.example:8300/",
    "",
    "Nothing is wrong.",
  ]);
});

const { log: _, ...withoutLog } = sound;
const machines = (...all: ClusterFacts["machines"]) => ({ ...sound, machines: all });
const writer = beat("tokyo-1", { part: "writer" });

test.each<[what: string, facts: ClusterFacts, kinds: string[]]>([
  ["a cluster that has not begun", { replicas: 3, machines: [] }, ["not-begun"]],
  ["servers that do not answer", { replicas: 3, machines: [], silent: "timeout" }, ["silent"]],
  ["a log that is gone", withoutLog, ["no-log"]],
  ["a log that nobody leads", { ...sound, log: { ...log, leader: undefined } }, ["no-leader"]],
  ["no writer", machines(beat("tokyo-1")), ["no-writer"]],
  ["two writers", machines(writer, beat("tokyo-2", { part: "writer", term: 9 })), ["two-writers"]],
  ["a machine far behind", machines(writer, beat("tokyo-2", { place: 86_999 })), ["behind"]],
  ["none that is 1,000 messages behind", machines(writer, beat("tokyo-2", { place: 87_000 })), []],
  ["a log that ends too early", machines(writer, beat("tokyo-2", { place: 88_001 })), ["short-log"]],
  ["a machine that says why", machines(writer, beat("tokyo-2", { trouble: "a newer version" })), ["machine"]],
  ["two machines of one name", machines(writer, { ...beat("tokyo-1"), page: "http://x/" }), ["same-name"]],
  ["two versions", machines(writer, beat("tokyo-2", { version: "1.10.0" })), ["versions"]],
  ["a server that is away", { ...sound, log: { ...log, servers: log.servers.slice(1) } }, ["few-servers"]],
  [
    "a server that is behind",
    { ...sound, log: { ...log, followers: [{ name: "n2", isCurrent: false }] } },
    ["server-behind"],
  ],
])("finds %s, in lines of 80 cells in both languages", (_, facts, kinds) => {
  const troubles = troublesOf(facts);
  expect(troubles.map(({ kind }) => kind)).toEqual(kinds);
  for (const language of ["en", "ja"] as const) {
    const lines = clusterLines(facts, { ...screen, language });
    expect(lines.filter((line) => cellsIn(line) > 80)).toEqual([]);
    for (const trouble of troubles) expect(troubleWords(trouble, language)).not.toContain("undefined");
  }
});

test("lets no control character of a machine's words through", () => {
  const odd = machines(writer, beat("osaka\u001b[31m", { trouble: "\u001b[2J" }));
  expect(clusterLines(odd, { ...screen, language: "ja" }).join("\n")).not.toContain("\u001b");
});
