/**
 * The program is killed and started again, while its services change, with a reader that comes back and a mail server:
 * at random, at named steps of its work, and at system calls.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type TestContext, test } from "vitest";
import type { MailStep } from "../support/mail-server.ts";
import { Random } from "../support/random.ts";
import { until } from "../support/until.ts";
import { alerting, expectWhole } from "./kill-count.ts";
import { openDisclosureScene } from "./kill-disclosures.ts";
import { type KillStage, type Running, type Seen, setKillStage } from "./kill-stage.ts";
import { type KillAt, requireStrace } from "./strace.ts";
import { everyTrial, testWhole, trialsOf } from "./trials.ts";

const settleMs = 180_000;
const seed = Number(process.env.SEED ?? 1);

/**
 * One life: what it has to tell happened before it. It ends when `end` says so, by a kill, if not before.
 *
 * @returns whether it was dead before
 */
async function live(
  stage: KillStage,
  end: (running: Running) => Promise<unknown>,
  killAt?: KillAt,
): Promise<boolean> {
  await stage.change();
  const running = stage.start(killAt && { calls: [killAt.call], killAt, ...pathsOf(killAt, stage) });
  let isDead = false;
  await Promise.race([end(running), running.died.then(() => (isDead = true))]);
  running.kill();
  await running.died;
  stage.seen = {};
  return isDead;
}

/** A first life sees the baselines, a second one tells what there is to tell: how long that takes is measured. */
async function begin(stage: KillStage): Promise<{ readyMs: number; toldMs: number }> {
  const first = stage.start();
  await first.ready;
  const isBaseline = ({ event }: (typeof stage.feed.events)[number]) => event.type === "source.baselined";
  const { sources } = stage.scene;
  await until("the baselines", () => stage.feed.events.filter(isBaseline).length === sources);
  first.kill();
  await first.died;
  const times = [performance.now()];
  await live(stage, async ({ ready }) => {
    await ready;
    times.push(performance.now());
    await until("all to be told", stage.isSettled);
  });
  const [start = 0, ready = 0] = times;
  return { readyMs: ready - start, toldMs: performance.now() - ready };
}

/** A last life ends what is left over. */
async function finish(stage: KillStage): Promise<void> {
  const running = stage.start();
  await running.ready;
  // What is not told then is counted as lost. The alerts of a commit stand behind its events.
  const isWhole = () => stage.isSettled() && alerting(stage).length === 0;
  await until("all to be told", isWhole, settleMs).catch(() => {});
  running.kill();
  await running.died;
}

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Lives that end at random moments. */
async function liveAtRandom(
  stage: KillStage,
  lives: number,
  { dice, readyMs, toldMs }: { dice: Random; readyMs: number; toldMs: number },
): Promise<void> {
  for (let life = 0; life < lives; life += 1) {
    const beforeReady = dice.next() < 0.2;
    const ms = dice.next() * (beforeReady ? readyMs : toldMs);
    await live(stage, async ({ ready }) => {
      if (!beforeReady) await ready;
      await after(ms);
    });
  }
}

testWhole("killed at random moments, it loses, repeats and invents nothing", async (context) => {
  const [kills, lanes] = [500, 2];
  const lane = async (number: number): Promise<KillStage> => {
    const stage = await setKillStage();
    const times = await begin(stage);
    await liveAtRandom(stage, kills / lanes, { dice: new Random(seed * 1_000 + number), ...times });
    await finish(stage);
    return stage;
  };
  const stages = await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  await expectWhole(context, stages, {
    fault: "SIGKILL of the program at random moments",
    tried: kills,
    shown: `seed ${seed}`,
    failsWith: "mails queued a moment after their commit",
  });
});

test("killed at random over days of disclosures whose service is spoilt, it loses and repeats none", async (context) => {
  const kills = trialsOf({ quick: 2, all: 200 });
  const days = trialsOf({ quick: 2, all: 10 });
  const dice = new Random(seed);
  const market = everyTrial ? "full" : "small";
  const scene = await openDisclosureScene(new Random(seed + 1), days / kills, market);
  const stage = await setKillStage(async () => scene);
  const { readyMs, toldMs } = await begin(stage);
  const late: string[] = [];
  let calm = 0;
  for (let life = 1; life <= kills; life += 1) {
    const isCalm = life % 5 === 2;
    scene.spoil(!isCalm);
    if (isCalm) {
      calm += 1;
      const polled = scene.secondPoll(stage.folder);
      await live(stage, async () => late.push(...(await polled)));
      continue;
    }
    const beforeReady = dice.next() < 0.2;
    const ms = dice.next() * (beforeReady ? readyMs : Math.max(toldMs, 1_500));
    await live(stage, async ({ ready }) => {
      if (!beforeReady) await ready;
      await after(ms);
    });
  }
  scene.spoil(false);
  await finish(stage);
  await expectWhole(context, [stage], {
    fault:
      "SIGKILL of the program at random moments, over days of disclosures with lost cursors, cut pages, missing and repeated rows",
    tried: kills,
    shown: `seed ${seed}, ${days} days, ${late.length} late at the next poll of ${calm} calm lives`,
    failsWith: "yesterday not read again",
  });
  expect(late).toEqual([]);
});

/** A step of its work, as those around it see it; `reached` is called when it is there. */
type Step = readonly [name: string, watch: (reached: () => void) => Seen];

const asked = {
  "the forum's page": "/quote/7203.T/forum",
  comments: "/bff-quote-stocks/v1/ajax/bbs/comment",
  ranking: "/stocks/ranking/bbs",
  "margin alerts": "/v2/markets/margin-alert",
  "short-sale reports": "/v2/markets/short-sale-report",
  series: "/api/v1/getDataCode",
};
const mailSteps: readonly MailStep[] = ["connected", "sender", "recipient", "data", "taken", "answered"];
const frames = { welcome: "welcome", event: "event", heartbeat: "heartbeat" };

const namedSteps: readonly Step[] = [
  ...Object.entries(asked).flatMap(([name, wanted]): Step[] => {
    const ifWanted = (reached: () => void) => (path: string) => {
      if (path === wanted) reached();
      return path === wanted;
    };
    return [
      [`${name} asked for`, (reached) => ({ onAsked: ifWanted(reached) })],
      [`half of ${name} sent`, (reached) => ({ half: wanted, onHalf: reached })],
      [`${name} sent`, (reached) => ({ onAnswered: ifWanted(reached) })],
    ];
  }),
  ...mailSteps.map(
    (wanted): Step => [
      `mail: ${wanted}`,
      (reached) => ({ onMail: (step) => (step === wanted ? reached() : undefined) }),
    ],
  ),
  ...Object.values(frames).map(
    (wanted): Step => [
      `feed: ${wanted}`,
      (reached) => ({ onFrame: ({ type }) => (type === wanted ? reached() : undefined) }),
    ],
  ),
];

/**
 * Lives that end at steps.
 *
 * @returns names of those that were not reached
 */
async function liveToSteps(stage: KillStage, steps: readonly Step[]): Promise<string[]> {
  const missed: string[] = [];
  for (const [name, watch] of steps) {
    let isReached = false;
    await live(stage, async (running) => {
      stage.seen = watch(() => {
        isReached = true;
        running.kill();
      });
      await until(`the step "${name}"`, () => isReached, 60_000).catch(() => missed.push(name));
    });
  }
  return missed;
}

testWhole(
  "killed at each step from fetch to delivered, it loses, repeats and invents nothing",
  async (context) => {
    const stage = await setKillStage();
    await begin(stage);
    const missed = await liveToSteps(stage, namedSteps);
    await finish(stage);
    await expectWhole(context, [stage], {
      fault: "SIGKILL at named steps of fetch, answer, feed and mail",
      tried: namedSteps.length,
      shown: missed.length === 0 ? "all reached" : `not reached: ${missed.join(", ")}`,
      failsWith: "a mail marked as sent before it is taken",
    });
    expect(missed).toEqual([]);
  },
);

/** By which it writes its database, and by which it speaks. */
const callsOf = { files: ["pwrite64", "fsync", "fdatasync"], wire: ["connect", "write", "writev"] };

function pathsOf({ call }: KillAt, { folder }: KillStage) {
  const state = join(folder, "state", "yagura.db");
  return callsOf.files.includes(call) ? { paths: [state, `${state}-wal`] } : {};
}

/**
 * Lives that end at system calls, evenly chosen.
 *
 * @returns how many, and how many of them died before all was told
 */
async function liveToCalls(stage: KillStage, most: number): Promise<{ tried: number; killed: number }> {
  const points = spread(await callsOfALife(stage), most);
  let killed = 0;
  for (const point of points) {
    const isDead = await live(stage, () => until("all to be told", stage.isSettled, settleMs), point);
    if (isDead) killed += 1;
  }
  return { tried: points.length, killed };
}

testWhole(
  "killed at a system call from start to delivered, it loses, repeats and invents nothing",
  async (context) => {
    const stage = await setKillStage();
    await begin(stage);
    const { tried, killed } = await liveToCalls(stage, 160);
    await finish(stage);
    await expectWhole(context, [stage], {
      fault: "SIGKILL at a system call that writes, syncs, connects or sends",
      tried,
      shown: `${killed} killed before all was told`,
      failsWith: "state committed before its events",
    });
  },
);

async function someOfEach(context: TestContext): Promise<void> {
  const stage = await setKillStage();
  const times = await begin(stage);
  await liveAtRandom(stage, 2, { dice: new Random(seed * 1_000), ...times });
  const missed = await liveToSteps(stage, spread(namedSteps, 2));
  const { killed } = await liveToCalls(stage, 1);
  await finish(stage);
  await expectWhole(context, [stage], {
    fault: "SIGKILL at random moments, at named steps and at a system call",
    tried: 5,
    shown: `seed ${seed}; ${killed} killed at a call before all was told`,
    failsWith: "a mail marked as sent before it is taken",
  });
  expect(missed).toEqual([]);
}

// In the build's run the three ways to die befall one monitor.
if (!everyTrial)
  test("killed at random, at steps and at a system call, it loses, repeats and invents nothing", someOfEach);

/** Each call of a life that nothing disturbs, up to when all is told. */
async function callsOfALife(stage: KillStage): Promise<KillAt[]> {
  requireStrace();
  await stage.change();
  const output = join(stage.folder, "calls");
  const running = stage.start({ calls: Object.values(callsOf).flat(), output, more: ["-y"] });
  await until("all to be told", stage.isSettled, settleMs);
  running.kill();
  await running.died;
  // strace ends a moment after the monitor, and writes then what it still had.
  const trace = () => (existsSync(output) ? readFileSync(output, "utf8") : "");
  await until("the calls", () => trace().includes("+++ killed by SIGKILL +++"));
  const lines = trace().split("\n");
  // The first line is of the main thread, which does all that is looked at here.
  const [pid] = (lines[0] ?? "").split(" ");
  const own = lines.filter((line) => line.startsWith(`${pid} `));
  return Object.entries(callsOf).flatMap(([kind, calls]) =>
    calls.flatMap((call) => {
      const made = own.filter(
        (line) => line.includes(` ${call}(`) && (kind === "wire" || /yagura\.db(-wal)?>/.test(line)),
      );
      return made.map((_, index) => ({ call, nth: index + 1 }));
    }),
  );
}

/** At most so many of a list, evenly. */
function spread<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list];
  return Array.from(
    { length: most },
    (_, index) => list[Math.floor(((index + 0.5) * list.length) / most)] as T,
  );
}
