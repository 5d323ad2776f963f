/** A fetch of the past from the simulator on loopback, on a clock that the test moves and that both have. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { weekdaysOnly } from "../../src/calendar/trading-calendar.ts";
import { createGates } from "../../src/config/clients.ts";
import type { Config } from "../../src/config/config.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import {
  type AskedFetch,
  type FetchSurroundings,
  type HistoryFetch,
  openFetch,
} from "../../src/history/fetch-history.ts";
import type { FetchOutcome } from "../../src/history/fetch-state.ts";
import { openSimulator, type SimulatorOptions } from "../../src/simulator/index.ts";
import { openHistoryReader } from "../../src/store/history/history.ts";
import { createHandClock, type HandClock } from "../support/hand-clock.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { type Asked, watchDoor } from "../year/door.ts";
import { watchRealIo } from "../year/real-io.ts";

const longestMs = 100_000;
const startsAt = Date.parse("2027-04-01T21:00:00+09:00");

export interface SceneOptions {
  /** Section `sources` of the settings, but for the schedules, which nobody follows here. */
  readonly sources: Readonly<Record<string, object>>;
  /** Plan of the account and of the settings. */
  readonly plan?: "free" | "light" | "standard" | "premium";
  readonly simulator?: Partial<SimulatorOptions>;
  /** Folder of the history. */
  readonly folder?: string;
}

export interface Scene {
  readonly clock: HandClock;
  readonly config: Config;
  readonly surroundings: FetchSurroundings;
  /** Every request that reached the services. */
  readonly asked: readonly Asked[];
  /** Begins a fetch as a process of its own does; it has to be driven to its end. */
  begin(asked?: Partial<AskedFetch>): Promise<Begun>;
  /** Fetches to the end. */
  fetch(asked?: Partial<AskedFetch>): Promise<FetchOutcome>;
  /** Closes the services. */
  down(): Promise<void>;
}

interface Begun {
  readonly fetch: HistoryFetch;
  /** Lets time pass until it ends, or until this is so. */
  drive(isEnough?: () => boolean): Promise<void>;
  /** Closes the history, as the end of a process does. */
  close(): void;
}

export async function setScene({
  sources,
  plan = "standard",
  simulator,
  folder,
}: SceneOptions): Promise<Scene> {
  const clock = createHandClock(startsAt);
  const services = await openSimulator({
    ...{ startDate: "2027-04-01", realTime: true, dialect: "observed" },
    ...{ plan, limits: { retryAfter: true }, ...simulator, clock },
  });
  const door = watchDoor(services.port, clock);
  const io = watchRealIo();
  const home = folder ?? tmpFolder();
  const file = join(home, "monitor.yaml");
  const scheduled = Object.fromEntries(
    Object.entries(sources).map(([name, own]) => [name, { schedule: "0 0 6 * * *", ...own }]),
  );
  writeFileSync(
    file,
    `upstreams:
  market: { url: "${services.url}/market/v2", apiKey: key, tier: ${plan} }
  forum: { url: "${services.url}/forum" }
  statistics: { url: "${services.url}/statistics", language: en, spacing: 1s }
sources: ${JSON.stringify(scheduled)}
state: yagura.db`,
  );
  const loaded = loadConfig(file, {});
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const { config } = loaded;
  let isUp = true;
  const down = async () => {
    if (isUp) await services.close();
    isUp = false;
  };
  onTestFinished(async () => {
    io.close();
    door.close();
    await down();
  });
  const surroundings = (): FetchSurroundings => ({
    ...{ config, clock, simulator: undefined, gates: createGates(config, undefined, clock) },
    ...{ calendar: () => weekdaysOnly, watchlists: () => ({}) },
  });
  const begin = async (asked: Partial<AskedFetch> = {}): Promise<Begun> => {
    const opened = await openFetch({ since: "30d", sources: [], ...asked }, surroundings());
    const fetch = opened.start();
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    fetch.ended.then(end, end);
    return {
      fetch,
      async drive(isEnough = () => false) {
        const deadline = performance.now() + longestMs;
        for (;;) {
          await io.settled(() => false);
          if (isOver || isEnough()) return;
          if (clock.nextAt !== undefined) clock.moveTo(clock.nextAt);
          // Files are read by other threads, of which no turn of the loop tells.
          else if (performance.now() > deadline) throw new Error("nothing goes on");
        }
      },
      close: opened.close,
    };
  };
  return {
    ...{ clock, config, surroundings: surroundings(), asked: door.asked, begin, down },
    async fetch(asked) {
      const { fetch, drive, close } = await begin(asked);
      try {
        await drive();
        return await fetch.ended;
      } finally {
        close();
      }
    },
  };
}

/** The requests for records: pages of tokens are no pieces. */
export function questions(asked: readonly Asked[]): string[] {
  return calls(asked).filter((path) => !path.includes("pagination_key="));
}

/** The requests that count: files come from addresses of their own. */
export function calls(asked: readonly Asked[]): string[] {
  return asked.map(({ path }) => path).filter((path) => !path.includes("/files/"));
}

export function repeated(paths: readonly string[]): string[] {
  return paths.filter((path, index) => paths.indexOf(path) !== index);
}

/** What the history has by now. */
export function contentOf({ config }: Pick<Scene, "config">) {
  const history = openHistoryReader(config.history.file);
  try {
    return { sets: history.sets(), refusals: history.refusals() };
  } finally {
    history.close();
  }
}
