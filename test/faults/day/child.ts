/** Lives the days of some seeds, one after another, and says of each in a line of JSON what was lost and wrong. */
import { writeSync } from "node:fs";
import { liveDay } from "./live-day.ts";
import { judgeDay } from "./oracle.ts";
import { daySettings } from "./settings.ts";

export interface DayLine {
  readonly seed: number;
  readonly lost: readonly string[];
  readonly wrong: readonly string[];
  /** How much there was to tell, and went wrong. */
  readonly changes: number;
  readonly entries: number;
  readonly faults: number;
}

async function lineOf(seed: number, settings: ReturnType<typeof daySettings>): Promise<DayLine> {
  try {
    const day = await liveDay(seed, settings);
    const changes = [...day.world.happened.values()].flat().filter(({ at }) => at > 0).length;
    const { services, mail, disk, deeds } = day.plan;
    const faults = services.length + mail.length + disk.length + deeds.length;
    return { seed, ...judgeDay(day), changes, entries: day.log.length, faults };
  } catch (error) {
    const what = error instanceof Error ? `${error.stack}` : String(error);
    return { seed, lost: [], wrong: [`it ended: ${what}`], changes: 0, entries: 0, faults: 0 };
  }
}

async function liveAll(seeds: readonly number[]): Promise<void> {
  const settings = daySettings();
  for (const seed of seeds) writeSync(1, `${JSON.stringify(await lineOf(seed, settings))}\n`);
}

void liveAll(process.argv.slice(2).map(Number));
