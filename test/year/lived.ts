/** A monitor that lives through simulated time: real HTTP, a real database, and a clock that jumps. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Monitor } from "../../src/app/monitor.ts";
import { startMonitor } from "../../src/app.ts";
import { requireConfig } from "../../src/files/check-files.ts";
import type { Clock } from "../../src/lib/clock.ts";
import type { LogEntry } from "../../src/model/event.ts";
import { openSimulator, type SimulatorOptions } from "../../src/simulator/index.ts";
import { openStoreReader, type StoreReader } from "../../src/store/reader.ts";
import { openStore } from "../../src/store/store.ts";
import { createHandClock } from "../support/hand-clock.ts";
import { openCopies } from "./copies.ts";
import { type Asked, watchDoor } from "./door.ts";
import { turn, watchRealIo } from "./real-io.ts";

export interface Lived {
  /** Every request that reached the services. */
  readonly asked: readonly Asked[];
  /** The folder that mails go to. */
  readonly outbox: string;
  /** The clock of the monitor and of the services. */
  readonly clock: Clock;
  /** Lives on for as long as something takes that waits by the clock. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Lives on until a moment (ms since 1970), timer by timer. */
  until(end: number): Promise<void>;
  /** Moves to a moment and leaves what it begins under way, for so many turns of the event loop. */
  interrupt(at: number, turns: number): Promise<void>;
  /** Stops in order and starts again on the same database. */
  restart(): Promise<void>;
  /** Starts again on the disk as it is now: nothing that is only in memory comes along. */
  crash(): Promise<void>;
  /** Stops it, and lets the next machine go on with its copy; the one that wrote follows from then on. */
  takeOver(): Promise<void>;
  /** Paths of all databases: that of the monitor, then the copies. */
  paths(): readonly string[];
  /** Where the monitor's feed is. */
  feed(): string;
  /** The database as it is now. */
  store(): StoreReader;
  /** The whole log. */
  log(): LogEntry[];
  /** Names of the messages that told of an alert. @param seq number of its entry */
  messagesOf(seq: number): readonly string[];
  close(): Promise<void>;
}

export interface LifeOptions {
  /** ms since 1970. */
  readonly startsAt: number;
  readonly simulator: Omit<SimulatorOptions, "clock">;
  /** The config file's text, given where the services are; its state is `${STATE}`. */
  config(url: string): string;
  /** Files of rules that ship; by default those of publications, and of the monitor itself. */
  readonly rules?: readonly string[];
  /** Further files beside the config file, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Machines that have copies of its database; by default none. */
  readonly copies?: number;
}

const rulesOfPublications = ["monitor.yaml", "margin.yaml"];

export async function live(options: LifeOptions): Promise<Lived> {
  const { startsAt, simulator: world, config, rules = rulesOfPublications, files = {} } = options;
  const folder = memoryFolder();
  const clock = createHandClock(startsAt);
  const simulator = await openSimulator({ ...world, clock });
  const door = watchDoor(simulator.port, clock);
  const io = watchRealIo();
  const configFile = join(folder, "monitor.yaml");
  writeFileSync(configFile, config(simulator.url));
  const webFolder = pageFiles(folder);
  shippedRules(folder, rules);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);

  let disk = 0;
  const stateOn = (one: number) => join(folder, `disk-${one}`, "yagura.db");
  const state = () => stateOn(disk);
  const others = Array.from({ length: options.copies ?? 0 }, (_, at) => at + 1);
  const epoch = "00000000-0000-4000-8000-000000000001";
  const copies =
    others.length === 0
      ? undefined
      : openCopies(others.map(stateOn), epoch, requireConfig(configFile, { STATE: state() }));
  if (copies) openStore(state(), { now: clock.now, epoch: () => epoch }).close();
  let monitor: Monitor;
  let store: StoreReader;
  let bug: unknown;
  const start = async () => {
    const shared = copies?.shared;
    monitor = await startMonitor(configFile, { STATE: state() }, { clock, webFolder, shared });
    monitor.broken.catch((error: unknown) => {
      bug = error;
    });
    store = openStoreReader(state());
  };
  const stop = async () => {
    store.close();
    await monitor.stop();
  };
  const settled = async () => {
    // Mails come only of what was written to the log.
    let head = -1;
    await io.settled(() => {
      if (store.log.head() === head) return false;
      if (store.deliveries.counts().waiting > 0) return true;
      head = store.log.head();
      return false;
    });
    if (bug !== undefined) throw bug;
  };
  const until = async (end: number) => {
    await settled();
    for (let next = clock.nextAt; next !== undefined && next <= end; next = clock.nextAt) {
      clock.moveTo(next);
      await settled();
    }
    clock.moveTo(end);
  };

  await start();
  return {
    asked: door.asked,
    outbox: join(folder, "outbox"),
    clock,
    async during(work) {
      let isOver = false;
      const end = () => {
        isOver = true;
      };
      work.then(end, end);
      for (await settled(); !isOver; await settled()) {
        if (clock.nextAt === undefined) throw new Error("nothing goes on");
        clock.moveTo(clock.nextAt);
      }
      return work;
    },
    until,
    async interrupt(at, turns) {
      await until(at - 1);
      clock.moveTo(at);
      for (let count = 0; count < turns; count += 1) await turn();
    },
    async restart() {
      await stop();
      await start();
    },
    async crash() {
      const old = state();
      disk += 1;
      mkdirSync(join(folder, `disk-${disk}`));
      for (const suffix of ["", "-wal"])
        if (existsSync(old + suffix)) copyFileSync(old + suffix, state() + suffix);
      await stop();
      rmSync(join(old, ".."), { recursive: true });
      await start();
    },
    async takeOver() {
      await stop();
      const old = state();
      disk = (disk + 1) % (others.length + 1);
      copies?.release(state());
      copies?.follow(old);
      await start();
    },
    paths: () => [state(), ...[0, ...others].map(stateOn).filter((path) => path !== state())],
    feed: () => monitor.ready.feed,
    store: () => store,
    log: () => store.log.read(0, 10_000_000).map(({ seq, json }) => ({ seq, event: JSON.parse(json) })),
    messagesOf: (seq) =>
      store.alerts
        .ofAlert(seq)
        .flatMap(({ state, message }) => (state === "told" && message !== undefined ? [message] : [])),
    async close() {
      await stop();
      copies?.close();
      door.close();
      io.close();
      await simulator.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** In memory where the system has such a folder: a year of writes that wait for a disk takes minutes. */
function memoryFolder(): string {
  const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "yagura-year-"));
  mkdirSync(join(folder, "disk-0"));
  return folder;
}

function shippedRules(folder: string, names: readonly string[]): void {
  const [shipped, path] = [join(import.meta.dirname, "../../rules"), join(folder, "rules")];
  mkdirSync(path);
  for (const name of names) copyFileSync(join(shipped, name), join(path, name));
}

/** The page is built beside the program; nobody looks at it here. */
function pageFiles(folder: string): string {
  const path = join(folder, "web");
  mkdirSync(path);
  for (const name of ["index.html", "page.js", "page.css"]) writeFileSync(join(path, name), "");
  return path;
}
