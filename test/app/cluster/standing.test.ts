/** How a machine is doing in its cluster, by what it hears, and who is told of it. */
import { expect, test } from "vitest";
import { createStanding } from "../../../src/app/cluster/standing.ts";
import { healthOf } from "../../../src/commands/monitor/healthcheck.ts";
import { type MachineAnswer, machineWords } from "../../../src/model/page/machine.ts";
import { readiness } from "../../../src/why/status.ts";
import { createHandClock } from "../../support/hand-clock.ts";

const beat = (name: string, part: string, place: number, more: object = {}) => ({
  ...{ name, part, place, term: 8, seq: 1, version: "1.0.0", format: 23, page: `http://${name}/` },
  ...more,
});

function followed() {
  const clock = createHandClock();
  let hear = (_: unknown): void => undefined;
  const heard = (listener: typeof hear) => {
    hear = listener;
    return () => undefined;
  };
  const own = { part: "follower" as const, term: 8, place: 90 };
  const { now } = createStanding({ shared: { heard }, name: "tokyo-2", clock }, () => own);
  return { clock, now, hear: (said: unknown) => hear(said) };
}

test("it knows who writes and how far it is behind, until nothing is heard of it for a while", () => {
  const { clock, now, hear } = followed();
  hear(beat("tokyo-1", "writer", 100));
  hear(beat("tokyo-3", "writer", 70, { term: 7 }));
  hear({ name: "odd" });
  const writer = { name: "tokyo-1", page: "http://tokyo-1/" };
  expect(now()).toEqual({ name: "tokyo-2", part: "follower", term: 8, place: 90, behind: 10, writer });
  clock.move(2_000);
  hear(beat("tokyo-2", "follower", 90));
  clock.move(2_000);
  expect(now()).toEqual({ name: "tokyo-2", part: "follower", term: 8, place: 90, behind: 10 });
  clock.move(9_000);
  expect(now()).toMatchObject({ behind: 10, silentSeconds: 11 });
});

const machine: MachineAnswer = { name: "tokyo-2", part: "follower", term: 8, place: 90, behind: 0 };
const tokyo = { name: "tokyo-1", page: "http://tokyo-1/" };

test.each<[MachineAnswer, english: string, japanese: string]>([
  [
    { ...machine, behind: 1_200, writer: tokyo },
    "tokyo-2 follows tokyo-1, 1,200 behind",
    "tokyo-2（追従）、書き込みは tokyo-1、遅れ1,200件",
  ],
  [{ ...machine, part: "writer" }, "tokyo-2 writes", "tokyo-2（書き込み）"],
  [
    { ...machine, part: "gateway", silentSeconds: 11 },
    "tokyo-2 (gateway) follows, nobody writes, 0 behind, the servers have not answered for 11 s",
    "tokyo-2（ゲートウェイ）、書き込みはなし、遅れ0件、サーバーの応答が11秒ありません",
  ],
])("one line says it: %j", (one, english, japanese) => {
  expect([machineWords(one, "en"), machineWords(one, "ja")]).toEqual([english, japanese]);
});

const about = (cluster: MachineAnswer) => ({
  ...{ failure: undefined, putBack: undefined, simulated: [], cluster },
  ...{ status: { sources: () => ({}) }, next: () => ({}) },
});

test.each<[what: string, cluster: MachineAnswer, isReady: boolean]>([
  ["that follows", { ...machine, writer: tokyo }, true],
  ["that has all, though its servers are away", { ...machine, silentSeconds: 60 }, true],
  ["that is behind for a moment", { ...machine, behind: 5, silentSeconds: 9 }, true],
  ["that is behind and cut off", { ...machine, behind: 5, silentSeconds: 10 }, false],
  ["that stands still", { ...machine, trouble: "a newer version of Yagura writes" }, false],
])("a machine %s: ready says so, and strangers hear neither names nor words", (_, cluster, isReady) => {
  const told = readiness(about(cluster), "friend");
  expect(told).toMatchObject({ ready: isReady, cluster });
  const stranger = readiness(about(cluster), "stranger");
  expect(stranger).toMatchObject({ ready: isReady, cluster: { part: "follower", behind: cluster.behind } });
  expect(JSON.stringify(stranger)).not.toMatch(/tokyo|version/);
  for (const answer of [told, stranger])
    expect(healthOf({ ok: isReady, answer }).reasons).toEqual(
      isReady ? [] : ["this machine is left behind by the cluster"],
    );
});
