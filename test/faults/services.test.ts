/**
 * Services that misbehave: each fault befalls every answer of all five sources for two polls while the world stands
 * still, so whatever is told meanwhile is false. Then the world goes on by a day and the fault is over, and what is
 * told is what a second house tells that never met it.
 */
import { expect, test } from "vitest";
import { openAddresses } from "./address-faults.ts";
import { emptyFaults, pageFaults, rightFaults, textFaults, valueFaults } from "./body-faults.ts";
import { type LoadWatch, watchLoad } from "./load.ts";
import { type Fault, openProxy } from "./service-proxy.ts";
import { type Event, openHouse, openServiceWorld, sourceNames } from "./service-stage.ts";
import {
  compressionFaults,
  connectionFaults,
  httpFaults,
  redirectFaults,
  statusFaults,
} from "./transport-faults.ts";
import { everyTrial, tell } from "./trials.ts";

const groups: Readonly<Record<string, Readonly<Record<string, Fault>>>> = {
  connections: connectionFaults,
  HTTP: httpFaults,
  compression: compressionFaults,
  statuses: statusFaults,
  redirects: redirectFaults,
  "no data": emptyFaults,
  pages: pageFaults,
  values: valueFaults,
  texts: textFaults,
  "tokens, cookies and dates": rightFaults,
};

const toldAtEachPoll = "an outage told at each failed poll";

/** The deliberate break under which each group was seen to fail. */
const breaks: Readonly<Record<string, string>> = {
  addresses: toldAtEachPoll,
  connections: toldAtEachPoll,
  HTTP: toldAtEachPoll,
  compression: toldAtEachPoll,
  statuses: "Retry-After without a limit",
  redirects: toldAtEachPoll,
  "no data": "listings that shrink taken as they are",
  pages: "pages that repeat taken as they are",
  values: "names that are there twice taken as they are",
  texts: toldAtEachPoll,
  "tokens, cookies and dates": toldAtEachPoll,
};

/** Those whose group and name match this are tried alone, all of them: the way to look at one that failed. */
const only = process.env.FAULT === undefined ? undefined : new RegExp(process.env.FAULT);

/** Of the whole process, with the simulator, the proxy and vitest in it. */
const mostMb = 400;
/** What the loop may be kept by, by work; what others on the machine take of it does not count. */
const longestWorkMs = 200;

const hourMs = 3_600_000;
const dayMs = 60_000;

const ofSource = ({ type }: Event) => type.startsWith("source.");
const shown = ({ type, subject, data }: Event) => JSON.stringify([type, subject, data]);

async function openTwoHouses(dialect: "documented" | "observed") {
  const { world, ...around } = await openServiceWorld(dialect);
  const proxy = await openProxy(around.simulatorUrl, () => around.clock.expire());
  let origin = proxy.url;
  let isHasty = false;
  const house = openHouse({
    ...around,
    reach: (url) => url.replace(around.simulatorUrl, origin),
    isHasty: () => isHasty,
  });
  const control = openHouse({ ...around, reach: (url) => url, isHasty: () => false });
  for (const one of [house, control]) for (let polls = 0; polls < 2; polls += 1) await one.poll();
  return {
    proxy,
    simulatorUrl: around.simulatorUrl,
    clock: around.clock,
    house,
    befall: (fault: Fault | undefined) => {
      proxy.fault = fault;
    },
    hurry: (isOn: boolean) => {
      isHasty = isOn;
    },
    /** Every request goes to another address. */
    goTo: (other: string | undefined) => {
      origin = other ?? proxy.url;
    },
    /** Lets a day of the world pass and polls both until all is told. */
    async goOn() {
      world.ms += dayMs;
      around.clock.pass(25 * hourMs);
      const told = await Promise.all(
        [house, control].map(async (one) => {
          const first = await one.poll();
          // What is gone from the top of a forum is told when it is missed twice.
          return [...first, ...(await one.poll(["forum-comments"]))];
        }),
      );
      return { told: told[0] ?? [], due: told[1] ?? [] };
    },
  };
}

type Houses = Awaited<ReturnType<typeof openTwoHouses>>;

interface Came {
  readonly lost: readonly string[];
  readonly wrong: readonly string[];
  /** How many sources told that they fail. */
  readonly failed: number;
}

/** What a fault did: changes that were not told, and what was told and should not have been. */
async function undergo(
  { house, clock, goOn }: Houses,
  load: LoadWatch,
  befall: (isOn: boolean) => void,
): Promise<Came> {
  befall(true);
  // The simulator makes its days when the world goes on, and the second house polls then: neither is the monitor.
  load.look(true);
  const during: Event[] = [];
  for (let polls = 0; polls < 2; polls += 1) {
    clock.pass(hourMs);
    during.push(...(await house.poll()));
  }
  load.look(false);
  befall(false);
  const { told, due } = await goOn();
  const left = due.filter((one) => !ofSource(one)).map(shown);
  const wrong = during.filter((one) => !ofSource(one)).map((one) => `false: ${shown(one)}`);
  for (const event of told.filter((one) => !ofSource(one))) {
    const at = left.indexOf(shown(event));
    if (at < 0) wrong.push(`false or repeated: ${shown(event)}`);
    else left.splice(at, 1);
  }
  const news = [...during, ...told].filter(ofSource);
  for (const name of sourceNames) wrong.push(...oddNews(name, news));
  wrong.push(...house.outages().map((name) => `${name} has not recovered`));
  return { wrong, lost: left, failed: news.filter(({ type }) => type === "source.failed").length };
}

/** One outage and its end at most, and nothing that waits for a person. */
function oddNews(name: string, news: readonly Event[]): string[] {
  const own = news.filter(({ subject }) => subject === name);
  const count = (type: string) => own.filter((one) => one.type === type).length;
  const isDrift = own.some(({ data }) => data.now.reason === "drifted");
  const outages = count("source.failed") || (isDrift ? 1 : 0);
  const isWell = outages <= 1 && count("source.recovered") === outages && count("source.quarantined") === 0;
  return isWell ? [] : [`${name} told ${own.map(({ type }) => type).join(", ")}`];
}

/** Those of which the end is a time-out in real time. */
const silences = new Set([
  "silence before an answer",
  "102 and nothing after it",
  "a handshake without an answer",
]);

const nothing = "TLS as it should be";

for (const dialect of ["documented", "observed"] as const) {
  test(`of ${dialect} services no fault is told as news, and what comes after it is`, async (context) => {
    const houses = await openTwoHouses(dialect);
    const addresses = await openAddresses(houses.simulatorUrl);
    const load = watchLoad();
    const problems: string[] = [];
    const ways: Record<string, Readonly<Record<string, (isOn: boolean) => void>>> = {
      addresses: mapped(addresses, (address) => (isOn) => houses.goTo(isOn ? address : undefined)),
    };
    for (const [group, faults] of Object.entries(groups))
      ways[group] = mapped(faults, (fault) => (isOn) => houses.befall(isOn ? fault : undefined));
    // The quick part takes a few groups of each dialect.
    const isLooked = (_: unknown, at: number) =>
      everyTrial || only || at % 4 === (dialect === "observed" ? 0 : 2);
    for (const [group, faults] of Object.entries(ways).filter(isLooked)) {
      const names = Object.keys(faults);
      const tried = names.filter((name, at) =>
        only ? only.test(`${group}: ${name}`) : everyTrial || at === 1,
      );
      if (tried.length === 0) continue;
      let [lost, wrong, failed] = [0, 0, 0];
      for (const name of tried) {
        houses.hurry(silences.has(name));
        const came = await undergo(houses, load, faults[name] ?? (() => {}));
        lost += came.lost.length;
        wrong += came.wrong.length;
        failed += came.failed;
        const odd = [...came.wrong, ...came.lost.map((one) => `lost: ${one}`)];
        problems.push(...odd.slice(0, 3).map((problem) => `${group}: ${name}: ${problem.slice(0, 300)}`));
        if (name === nothing && came.failed > 0) problems.push(`${name} failed`);
      }
      tell(context, {
        fault: `${group}, ${dialect}: ${tried.length} faults for five sources`,
        tried: tried.length * sourceNames.length,
        lost,
        wrong,
        shown: `${failed} told as failures`,
        failsWith: breaks[group] ?? "",
      });
    }
    const { memoryMb, longestMs } = load.stop();
    tell(context, {
      fault: `all of them, ${dialect}: memory and the event loop`,
      tried: 1,
      lost: 0,
      wrong: Number(memoryMb >= mostMb) + Number(longestMs >= longestWorkMs),
      shown: `${memoryMb} MB, ${longestMs} ms at most`,
      failsWith: "bodies without a limit",
    });
    expect(problems).toEqual([]);
    expect(houses.proxy.strangerAsked()).toBe(0);
    expect(memoryMb).toBeLessThan(mostMb);
    expect(longestMs).toBeLessThan(longestWorkMs);
  }, 900_000);
}

function mapped<From, To>(
  faults: Readonly<Record<string, From>>,
  map: (one: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(faults).map(([name, one]) => [name, map(one)]));
}
