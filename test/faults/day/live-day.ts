/** Lives a day on a clock that jumps from one timer to the next. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Config } from "../../../src/config/config.ts";
import type { LogEntry } from "../../../src/model/event.ts";
import type { OutgoingLetter } from "../../../src/outputs/delivery/transport.ts";
import type { CompiledRules } from "../../../src/rules/rule-set.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { memoryFolder } from "../../support/memory-folder.ts";
import { Random } from "../../support/random.ts";
import { forumService } from "../../support/services/forum.ts";
import { marketService } from "../../support/services/market.ts";
import { statisticsService } from "../../support/services/statistics.ts";
import { createDisk } from "./disk.ts";
import { type DayHouse, openHouse } from "./house.ts";
import { createDayMail } from "./mail.ts";
import { createNetwork } from "./network.ts";
import {
  calmFrom,
  type DayPlan,
  type Deed,
  endsAt,
  isWithin,
  planDay,
  readers as readerCount,
  type Span,
  startsAt,
} from "./plan.ts";
import { createReader, type DayReader } from "./readers.ts";
import { createDayWorld, type DayWorld } from "./world.ts";

/** An entry, and when it was committed: ms from the start of the day. */
interface Told {
  readonly at: number;
  readonly entry: LogEntry;
}

export interface LivedDay {
  readonly plan: DayPlan;
  readonly world: DayWorld;
  /** What was committed, also where the process died after it. */
  readonly told: readonly Told[];
  /** The log at the end. */
  readonly log: readonly { readonly seq: number; readonly json: string }[];
  readonly readers: readonly DayReader[];
  readonly letters: readonly OutgoingLetter[];
  /** When somebody set the clock, and whether the news of it could be written. */
  readonly jumps: readonly { readonly at: number; readonly isDiskWell: boolean }[];
  /** When no monitor ran. */
  readonly stops: readonly Span[];
}

/** Turns of the event loop in which nothing goes on, after which only the clock begins something. */
const quietTurns = 5;
/** A clock that is set by less is only kept right. */
const leastJumpMs = 5_000;
const longestSettleMs = 20_000;
const channels = ["yagura:exchanges", "yagura:turns"];
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export async function liveDay(
  seed: number,
  { config, rules }: { config: Config; rules: CompiledRules },
): Promise<LivedDay> {
  const plan = planDay(seed);
  const world = createDayWorld(seed);
  const clock = createHandClock(startsAt);
  const now = () => clock.elapsed() - startsAt;
  const dialect = seed % 2 === 0 ? "documented" : "observed";
  const scripted = {
    market: marketService(world.market, dialect),
    forum: forumService(world.forum, dialect, clock.elapsed),
    statistics: statisticsService(world.statistics, dialect),
  };
  const network = createNetwork(scripted, { faults: plan.services, seed, clock, now });
  const mail = createDayMail(plan.mail, clock, now);
  const disk = createDisk(memoryFolder());
  const readers = Array.from({ length: readerCount }, createReader);
  const told: Told[] = [];
  const jumps: LivedDay["jumps"][number][] = [];
  const stops: Span[] = [];
  let [underWay, composing] = [0, 0];
  const hear = (change: unknown) => {
    underWay += Number(change);
  };
  for (const name of channels) subscribe(name, hear);

  const diskNow = () => plan.disk.find((fault) => isWithin(now(), fault))?.kind ?? "well";
  let house: DayHouse | undefined;
  let diskWas = "well";
  const dice = new Random(seed ^ 0xd1ce);
  const start = (): void => {
    house = openHouse({
      path: disk.path,
      epoch: `day-${seed}`,
      config,
      rules,
      machine: clock,
      pool: network.pool,
      transport: mail.transport,
      random: () => dice.next(),
      composing: (more) => {
        composing += more;
      },
      committed: (entries) => told.push(...entries.map((entry) => ({ at: now(), entry }))),
    });
    diskWas = diskNow();
    disk.be(diskNow());
    for (const reader of readers) reader.connect(house.hub);
  };
  const stop = async (): Promise<void> => {
    for (const reader of readers) reader.drop();
    let isClosed = false;
    const closing = house?.stop().finally(() => {
      isClosed = true;
    });
    // It may give what is in flight its time.
    for (await settle(); !isClosed && clock.nextAt !== undefined; await settle())
      moveTo(Math.max(clock.nextAt - clock.now() + now(), now()));
    await closing;
    if (house?.bug) throw house.bug;
    house = undefined;
    disk.release();
  };
  const settle = async (): Promise<void> => {
    const deadline = performance.now() + longestSettleMs;
    for (let quiet = 0; quiet < quietTurns; ) {
      await turn();
      quiet = underWay === network.waiting && composing === 0 ? quiet + 1 : 0;
      if (performance.now() > deadline) throw new Error(`${underWay} exchanges go on`);
    }
    if (house?.bug) throw house.bug;
  };
  /** Moves to a moment; the world and the disk go along. */
  const moveTo = (at: number): void => {
    world.passTo(at);
    clock.move(at - now());
    if (diskNow() !== diskWas) disk.be(diskNow());
    diskWas = diskNow();
  };
  const until = async (end: number): Promise<void> => {
    await settle();
    for (;;) {
      const next = clock.nextAt === undefined ? Number.POSITIVE_INFINITY : clock.nextAt - clock.now() + now();
      if (next > end) break;
      moveTo(Math.max(next, now()));
      await settle();
    }
    moveTo(end);
  };
  const setClock = (to: number): void => {
    const isSeen = Math.abs(to - clock.now()) >= leastJumpMs;
    clock.set(to);
    if (isSeen) jumps.push({ at: now(), isDiskWell: diskNow() === "well" });
    house?.lookAtClock();
  };
  const does: { [Kind in Deed["kind"]]: (deed: Deed & { kind: Kind }) => Promise<void> } = {
    async crash({ turns, downMs }) {
      for (let count = 0; count < turns; count += 1) await turn();
      const from = now();
      disk.crash();
      await stop();
      await until(now() + downMs);
      start();
      stops.push({ from, to: now() + 1 });
    },
    async restart() {
      await stop();
      start();
    },
    async "set clock"({ byMs }) {
      setClock(clock.now() + byMs);
    },
    async "drop reader"({ reader, awayMs }) {
      readers[reader]?.drop();
      clock.after(awayMs, () => house && readers[reader]?.connect(house.hub));
    },
  };

  try {
    start();
    for (const deed of plan.deeds) {
      await until(Math.max(deed.at - 1, now()));
      moveTo(Math.max(deed.at, now()));
      await does[deed.kind](deed as never);
    }
    await until(Math.max(now(), calmFrom));
    // A time server sets it right.
    if (clock.now() !== startsAt + now()) setClock(startsAt + now());
    await until(endsAt);
    const log = house?.log() ?? [];
    await stop();
    return { plan, world, told, log, readers, letters: mail.taken, jumps, stops };
  } finally {
    for (const name of channels) unsubscribe(name, hear);
    disk.remove();
  }
}
