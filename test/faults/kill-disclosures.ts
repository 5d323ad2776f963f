/** Disclosures of some days as what is watched while the monitor is killed: their service is spoilt, but for calm lives. */
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { jstDay } from "../../src/model/dates.ts";
import { openDatabaseReader } from "../../src/store/database.ts";
import { openWorld } from "../simulator/open-world.ts";
import type { Random } from "../support/random.ts";
import { disclosureNumbers, openSpoiltDisclosures } from "../support/services/spoilt-disclosures.ts";
import { everySecond, type KillScene } from "./kill-stage.ts";

/** Real time of a simulated day. */
const dayMs = 60_000;
/** Days that may still get rows: they are looked at again. */
const openDays = 3;

interface DisclosureScene extends KillScene {
  /** Answers from now on as they should be, or spoilt. */
  spoil(isSpoilt: boolean): void;
  /**
   * Resolves at the second poll of a life, whose first is committed then, with the disclosures that it did not tell.
   * What the service itself left out until the day is read in full is none of these.
   *
   * @param folder of the stage
   */
  secondPoll(folder: string): Promise<string[]>;
}

/**
 * @param step of the world for each life, in days
 * @param market with some five disclosures a day, or with some four hundred
 */
export async function openDisclosureScene(
  random: Random,
  step: number,
  market: "small" | "full",
): Promise<DisclosureScene> {
  const { simulator, clock } = await openWorld({ dayMs, dialect: "observed", market });
  onTestFinished(() => simulator.close());
  const service = await openSpoiltDisclosures(simulator.marketUrl, random);
  service.isSpoilt = false;
  const today = () => jstDay(simulator.now().getTime());
  const seen = new Set([today()]);
  const known = new Set(await disclosureNumbers(simulator.marketUrl, seen));
  const happened: string[] = [];
  return {
    happened,
    async change() {
      clock.move(2 * random.next() * step * dayMs);
      seen.add(today());
      const shown = await disclosureNumbers(simulator.marketUrl, [...seen].slice(-openDays));
      for (const number of shown) {
        if (!known.has(number)) happened.push(factOf(number));
        known.add(number);
      }
    },
    sources: 1,
    settings: `
upstreams:
  market: { url: "${service.url}", apiKey: "\${KEY}", tier: premium }
  forum: { url: "http://127.0.0.1:9" }
  statistics: { url: "http://127.0.0.1:9" }
sources:
  disclosures: { ${everySecond} }
`,
    rules: `
rules:
  - name: everything
    on: disclosure.published
    when: '!now.number.endsWith("0")'
    title: "{{ event.type }} {{ now.number }}"
  - name: mailed
    on: disclosure.published
    when: now.number.endsWith("0")
    severity: warning
    title: "published {{ now.number }}"
    notify: [email:desk]
`,
    expects: /^source\.(failed|recovered)$/,
    // Its days are those of the world.
    nodeOptions: () => ["--import", shiftedClock(simulator.now().getTime() - Date.now())],
    spoil(isSpoilt) {
      service.isSpoilt = isSpoilt;
    },
    secondPoll: (folder) =>
      new Promise((resolve) => {
        let polls = 0;
        service.onAsked = (path) => {
          const query = new URLSearchParams(path.split("?")[1]);
          const isFirstPage = path.startsWith("/td/list?") && !query.has("pagination_key");
          if (!isFirstPage || (query.get("date") ?? "") < today()) return;
          polls += 1;
          if (polls !== 2) return;
          const told = toldIn(join(folder, "state/yagura.db"));
          const leftOut = new Set([...service.leftOut].map(factOf));
          resolve(happened.filter((fact) => !told.has(fact) && !leftOut.has(fact)));
        };
      }),
  };
}

const factOf = (number: string) => `disclosure.published ${number}`;

function toldIn(path: string): Set<string> {
  const db = openDatabaseReader(path);
  try {
    const rows = db
      .prepare<[], string>("SELECT body FROM log WHERE type = 'disclosure.published'")
      .pluck()
      .all();
    return new Set(rows.map((body) => factOf(JSON.parse(body).data.now.number)));
  } finally {
    db.close();
  }
}

/** A module that shifts the clock of a process by so many ms. */
function shiftedClock(ms: number): string {
  const code = `const Real = Date;
globalThis.Date = new Proxy(Real, {
  construct: (target, given) => (given.length === 0 ? new target(Real.now() + ${ms}) : new target(...given)),
  get: (target, name) => (name === "now" ? () => Real.now() + ${ms} : target[name]),
});`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}
