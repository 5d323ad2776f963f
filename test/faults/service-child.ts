/** A house in a process of its own, so that its memory and its loop are the monitor's alone. Its parent polls it. */
import { watchLoad } from "./load.ts";
import { createPassingClock } from "./service-clock.ts";
import { type Event, openHouse } from "./service-house.ts";

/** What every call says: the time, the day of the services, and how they are reached. */
interface Moment {
  readonly elapsed: number;
  readonly today: string;
  /** Placeholder of the simulator's address. */
  readonly origin: string;
  readonly isHasty: boolean;
}

export interface Asked extends Moment {
  readonly id: number;
  readonly names: readonly string[] | undefined;
  /** Whether its loop is looked at meanwhile. */
  readonly isLooked: boolean;
}

export interface Answered {
  readonly id: number;
  readonly told: readonly Event[];
  readonly outages: readonly string[];
  readonly elapsed: number;
  readonly load: { readonly memoryMb: number; readonly longestMs: number };
  /** Error that ended the pipeline. */
  readonly bug?: string;
}

const [folder = "", simulatorUrl = "", start = "0"] = process.argv.slice(2);
const clock = createPassingClock(Number(start));
const load = watchLoad();
let moment: Moment = { elapsed: 0, today: "", origin: simulatorUrl, isHasty: false };
const house = openHouse({
  ...{ clock, folder, simulatorUrl },
  today: () => moment.today,
  reach: (url) => url.replace(simulatorUrl, moment.origin),
  isHasty: () => moment.isHasty,
});

process.on("message", (asked: Asked | "expire") => {
  if (asked === "expire") clock.expire();
  else void poll(asked);
});
process.on("disconnect", () => process.exit());

async function poll(asked: Asked): Promise<void> {
  const { id, names, isLooked } = asked;
  moment = asked;
  clock.passTo(asked.elapsed);
  load.look(isLooked);
  const told = await house.poll(names).catch((error: unknown) => String(error));
  load.look(false);
  const rest = { id, outages: house.outages(), elapsed: clock.elapsed(), load: load.now() };
  const answer: Answered = typeof told === "string" ? { ...rest, told: [], bug: told } : { ...rest, told };
  process.send?.(answer);
}
