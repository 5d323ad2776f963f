/** Compares the rates of several ways of doing the same, in turns. */

export interface Contender {
  readonly name: string;
  /** How many events one run takes. */
  readonly events: number;
  /** How many alerts a run gives; the same each time. */
  readonly run: () => number | Promise<number>;
}

export interface Rate {
  readonly name: string;
  readonly perSecond: number;
  /** Alerts for 100 events. */
  readonly alertShare: number;
}

const rounds = 7;
const roundMs = 250;

/** The median of the rounds; the first, in which the code is compiled, does not count. */
export async function compareRates(contenders: readonly Contender[]): Promise<Rate[]> {
  const rates = new Map<Contender, number[]>(contenders.map((contender) => [contender, []]));
  const alerts = new Map<Contender, number>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const contender of contenders) {
      const { perSecond, given } = await onePass(contender);
      alerts.set(contender, given);
      if (round > 0) rates.get(contender)?.push(perSecond);
    }
  }
  return contenders.map((contender) => ({
    name: contender.name,
    perSecond: median(rates.get(contender) ?? []),
    alertShare: (100 * (alerts.get(contender) ?? 0)) / contender.events,
  }));
}

async function onePass({ run, events }: Contender): Promise<{ perSecond: number; given: number }> {
  const start = cpuMs();
  let done = 0;
  let given = 0;
  do {
    const answer = run();
    given = typeof answer === "number" ? answer : await answer;
    done += events;
  } while (cpuMs() - start < roundMs);
  return { perSecond: (1_000 * done) / (cpuMs() - start), given };
}

/** Work of all threads of the process: other programs on the machine do not count, garbage collection does. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
