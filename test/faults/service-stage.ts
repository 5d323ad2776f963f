/** A simulated world that moves only by hand, and two houses over it: one whose services are spoiled, and one that sees them as they are. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { jstDay } from "../../src/model/dates.ts";
import { openSimulator, type SimulatorOptions } from "../../src/simulator/index.ts";
import { bundle, bundleEnv } from "../support/bundle.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import type { Answered, Asked } from "./service-child.ts";
import { createPassingClock, type PassingClock } from "./service-clock.ts";
import { type Event, openHouse } from "./service-house.ts";

const startDate = "2026-03-02";
const start = Date.parse(`${startDate}T00:00:00Z`);

export async function openServiceWorld(dialect: NonNullable<SimulatorOptions["dialect"]>) {
  const clock = createPassingClock(start);
  const world = { ms: 0 };
  const simulator = await openSimulator({
    startDate,
    dialect,
    pageRows: 20,
    dayMs: 60_000,
    clock: { ...clock, elapsed: () => world.ms },
  });
  onTestFinished(simulator.close);
  return { clock, world, simulatorUrl: simulator.url, today: () => jstDay(simulator.now()) };
}

export interface ServiceWorld {
  readonly clock: PassingClock;
  readonly today: () => string;
  readonly simulatorUrl: string;
}

/** A house in this process, which sees the services as they are. */
export function openControl(world: ServiceWorld) {
  const house = openHouse({ ...world, folder: tmpFolder(), reach: (url) => url, isHasty: () => false });
  onTestFinished(house.close);
  return house;
}

/** Bundles what openSpoiled starts. */
export function bundleHouse(program: string): Promise<void> {
  return bundle(join(import.meta.dirname, "service-child.ts"), program);
}

export interface Spoiled {
  poll(names?: readonly string[]): Promise<readonly Event[]>;
  outages(): readonly string[];
  /** Of its process so far. */
  load(): Answered["load"];
  /** Whether its loop counts from now on. */
  look(isLooked: boolean): void;
  expire(): void;
}

/**
 * @param program what bundleHouse made; `trusted`: a file of the certificates that it trusts besides the usual ones
 * @param reached what stands for the simulator's address now, and whether nobody waits long for an answer
 */
export async function openSpoiled(
  { clock, today, simulatorUrl }: ServiceWorld,
  { program, trusted }: { readonly program: string; readonly trusted: string },
  reached: () => { readonly origin: string; readonly isHasty: boolean },
): Promise<Spoiled> {
  const child = fork(program, [tmpFolder(), simulatorUrl, String(start)], {
    // Without the loaders that this process was started with.
    ...{
      execArgv: ["--v8-pool-size=1"],
      env: { ...process.env, NODE_OPTIONS: "", NODE_EXTRA_CA_CERTS: trusted, ...bundleEnv },
    },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let last: Pick<Answered, "outages" | "load"> = { outages: [], load: { memoryMb: 0, longestMs: 0 } };
  let isLooked = false;
  let id = 0;
  return {
    async poll(names) {
      id += 1;
      const asked: Asked = { id, names, isLooked, elapsed: clock.elapsed(), today: today(), ...reached() };
      child.send(asked);
      const [answer] = (await once(child, "message")) as [Answered];
      if (answer.bug !== undefined) throw new Error(answer.bug);
      clock.passTo(answer.elapsed);
      last = answer;
      return answer.told;
    },
    outages: () => last.outages,
    load: () => last.load,
    look(looked) {
      isLooked = looked;
    },
    expire: () => void child.send("expire"),
  };
}
