/** Machines of a cluster and the servers of their log are killed, paused and cut off, while the world goes on. */
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type TestContext, test } from "vitest";
import { Random } from "../support/random.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";
import { type Away, openAway } from "./cluster/away.ts";
import { type ClusterStage, setClusterStage } from "./cluster/cluster-stage.ts";
import { differences, holdAll } from "./cluster/databases.ts";
import { fewBlows, manyBlows, type Struck, strike, takeovers } from "./cluster/harms.ts";
import { loseLog } from "./cluster/lost-log.ts";
import { alerting, countOf } from "./kill-count.ts";
import { everyTrial, type Trials, tell, testWhole } from "./trials.ts";

const seed = Number(process.env.SEED ?? 1);
const program = join(import.meta.dirname, "../../dist/main.js");

/** All machines are there, and have seen the world once. */
async function begin(stage: ClusterStage): Promise<void> {
  const [first, ...others] = stage.machines;
  if (first) stage.start(first);
  await first?.running?.ready;
  for (const machine of others) stage.start(machine);
  const isBaseline = ({ event }: (typeof stage.feed.events)[number]) => event.type === "source.baselined";
  const { sources } = stage.scene;
  await until("the baselines", () => stage.feed.events.filter(isBaseline).length === sources);
}

function move({ feed, consumer }: ClusterStage): void {
  feed.move();
  consumer.move();
}

/**
 * The world goes on, and readers go from machine to machine, while something is done; then all comes to rest.
 *
 * @param everyMs how often something happens in the world
 */
async function during(
  stage: ClusterStage,
  everyMs: number,
  work: () => Promise<Struck[]>,
): Promise<Struck[]> {
  const dice = new Random(seed + 2);
  const beats = [
    setInterval(() => void stage.scene.change(new Set()), everyMs),
    setInterval(() => (dice.chance(0.3) ? stage.feed.move() : stage.consumer.move()), 1_500),
  ];
  const done = await work();
  for (const beat of beats) clearInterval(beat);
  const moves = setInterval(() => move(stage), 5_000);
  // What is not told then is counted as lost.
  await until("all to be told", () => isSettled(stage), everyTrial ? 120_000 : 60_000).catch(() => {});
  clearInterval(moves);
  return done;
}

function isSettled(stage: ClusterStage): boolean {
  const isRead = stage.consumer.acked === stage.feed.events.at(-1)?.seq;
  return isRead && stage.isSettled() && alerting(stage).length === 0;
}

/** What was lost and what is wrong, in words. */
async function judge(stage: ClusterStage): Promise<{ lost: string[]; wrong: string[] }> {
  const { feed, log, consumer } = stage;
  const held = await holdAll(stage.machines);
  const place = held[0]?.place ?? 0;
  await until("the log up to there", () => (log.messages.at(-1)?.sequence ?? 0) >= place);
  const count = await countOf(stage);
  const missed = feed.events.filter(({ seq }) => !consumer.seqs.has(seq));
  return {
    lost: [...count.lost, ...missed.map(({ seq }) => `entry ${seq} for the consumer`)],
    wrong: [...count.wrong, ...log.rivals(), ...consumer.wrong, ...differences(held, feed.events)],
  };
}

/** A row of the table, and the end of a test. */
async function expectAlike(
  context: TestContext,
  stage: ClusterStage,
  row: Pick<Trials, "fault" | "tried" | "failsWith"> & { shown: string },
): Promise<void> {
  const { lost, wrong } = await judge(stage);
  const { feed, mails, log, machines } = stage;
  const counts = `${feed.events.length} entries, ${mails.received.length} mails, ${log.term()} terms`;
  const shown = `seed ${seed}, ${counts}, ${row.shown}`;
  tell(context, { ...row, shown, lost: lost.length, wrong: wrong.length });
  const isWhole = lost.length + wrong.length === 0;
  const said = isWhole ? [] : machines.map(({ name, said }) => `${name}: ${said.slice(-2_000)}`);
  const found = { lost: lost.slice(0, 8), wrong: wrong.slice(0, 8), said };
  expect(found).toEqual({ lost: [], wrong: [], said: [] });
}

function figures(times: readonly number[]): string {
  const at = (share: number) => ((times[Math.floor(times.length * share)] ?? Number.NaN) / 1_000).toFixed(1);
  return `takeover p50 ${at(0.5)} s, p99 ${at(0.99)} s of ${times.length}`;
}

test("killed and paused, a cluster loses, repeats and invents nothing", async (context) => {
  const dice = new Random(seed);
  const blows = everyTrial ? manyBlows(Number(process.env.BLOWS ?? 200), dice) : fewBlows;
  const stage = await setClusterStage(new Random(seed + 1), program);
  await begin(stage);
  const pace = everyTrial
    ? { mostDownMs: 2_500, everyMs: 4_000, waits: false }
    : { mostDownMs: 300, everyMs: 2_000, waits: true };
  const done = await during(stage, everyTrial ? 1_500 : 700, () => strike(stage, blows, { dice, ...pace }));
  await expectAlike(context, stage, {
    fault: "SIGKILL and SIGSTOP of machines of a cluster and of its servers",
    tried: blows.length,
    shown: figures(takeovers(stage, done)),
    failsWith: "the guard of the append left out",
  });
});

testWhole(
  "without the guard of an append a writer that was paused adds behind another one",
  async (context) => {
    const stage = await setClusterStage(new Random(seed + 1), programWithout("Nats-Expected-Last-Sequence"));
    await begin(stage);
    const blows = Array.from({ length: 8 }, () => ({ harm: "writer" as const, pauseMs: 3_500 }));
    const pace = { mostDownMs: 0, everyMs: 5_000, waits: false };
    await during(stage, 300, () => strike(stage, blows, { dice: new Random(seed), ...pace }));
    const wrong = stage.log.rivals();
    tell(context, {
      fault: "the same without the guard of the append, which must let two writers add",
      tried: blows.length,
      lost: 0,
      wrong: wrong.length,
      failsWith: "the guard of the append",
    });
    expect(wrong).not.toEqual([]);
  },
);

/** The program whose messages lack a header: servers know another name in its place. */
function programWithout(header: string): string {
  const [root, folder] = [join(import.meta.dirname, "../.."), tmpFolder()];
  for (const name of readdirSync(root))
    if (name !== "dist") symlinkSync(join(root, name), join(folder, name));
  const dist = join(folder, "dist");
  cpSync(join(root, "dist"), dist, { recursive: true, filter: (path) => !path.endsWith(".map") });
  let found = 0;
  for (const name of readdirSync(dist).filter((one) => one.endsWith(".js"))) {
    const text = readFileSync(join(dist, name), "utf8");
    if (!text.includes(header)) continue;
    writeFileSync(join(dist, name), text.replaceAll(header, `X-${header}`));
    found += 1;
  }
  if (found === 0) throw new Error(`no part of the program names ${header}`);
  return join(dist, "main.js");
}

for (const withServer of [false, true])
  testWhole(`cut off ${withServer ? "with a server" : "alone"}, a writer adds nothing`, async (context) => {
    const away = openAway();
    if (away === undefined) return context.skip("this machine allows no namespaces of the network");
    const stage = await setClusterStage(new Random(seed + 1), program, { away, withServer });
    await begin(stage);
    const cuts = 5;
    const done = await during(stage, 1_500, () => cutOff(stage, away, cuts));
    await expectAlike(context, stage, {
      fault: `the writer cut off from the rest ${withServer ? "with one server" : "alone"}, 8 s`,
      tried: cuts,
      shown: figures(takeovers(stage, done)),
      failsWith: "the guard of the append left out",
    });
  });

/** Cuts the machine elsewhere off again and again, whenever it writes. */
async function cutOff(stage: ClusterStage, away: Away, cuts: number): Promise<Struck[]> {
  const done: Struck[] = [];
  const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const [first, ...others] = stage.machines;
  for (let cut = 0; cut < cuts; cut += 1) {
    // It writes again where nobody else can.
    const rivals = others.filter(({ part }) => part === "run");
    if (stage.log.writer() !== first?.name) {
      await Promise.all(rivals.map((machine) => stage.kill(machine)));
      await until("the first machine to write", () => stage.log.writer() === first?.name);
      for (const machine of rivals) stage.start(machine);
      await Promise.all(rivals.map(({ running }) => running?.ready));
      await after(2_000);
    }
    done.push({ harm: "writer", at: Date.now(), ended: stage.log.term() });
    away.cut();
    await after(8_000);
    away.heal();
    await after(8_000);
  }
  return done;
}

testWhole(
  "a log that ends before what machines have is noticed, and begins anew when a person says so",
  loseLog,
);
