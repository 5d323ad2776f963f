/**
 * Each call of the page to a monitor with much behind it: 1,000 rules, 100,000 deliveries, 166,000 series and 10,000 open
 * alerts. How long its answer takes, and how long it holds the monitor's event loop; beside the least call there is, and
 * the loop of a process that does nothing.
 */
import { beforeAll, bench } from "vitest";
import { buildProgram, startIdle } from "../catalogue/monitor.ts";
import { type Desk, openFilledDesk, settled } from "./desk.ts";
import { quantile } from "./figures.ts";

const size = { alerts: 100_000, open: 10_000, rules: 1_000, series: 166_000 };
const rounds = Number(process.env.ROUNDS ?? 20);
const once = { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 };

beforeAll(buildProgram, 120_000);

interface Open {
  readonly id: string;
  readonly rule: string;
  readonly subject: string;
}

/** Calls by what they are called here, and their addresses. */
function callsOf(plain: Open, several: Open): readonly (readonly [what: string, address: string])[] {
  const { id, subject } = plain;
  return [
    ["floor: /healthz", "healthz"],
    ...["about", "watched", "sources", "rules", "watchlists", "deliveries/places"].map(ownName),
    ["deliveries", "api/deliveries"],
    ["deliveries, refused", "api/deliveries?state=failed"],
    ["deliveries, before", "api/deliveries?before=40000"],
    ["rule", `api/rule?name=${plain.rule}`],
    ["rule, over several events", `api/rule?name=${several.rule}`],
    ["rule/examples", `api/rule/examples?name=${plain.rule}`],
    ["source", "api/source?name=short-sale-reports"],
    ["alert", `api/alert?id=${id}&language=en`],
    ["why", `api/why?alert=${id}`],
    ["why, over several events", `api/why?alert=${several.id}`],
    [
      "changes, 100",
      `api/changes?language=en&events=${Array.from({ length: 100 }, (_, at) => 1 + at * 1_000)}`,
    ],
    ["ended", "api/ended"],
    ["ended, of a stock", `api/ended?subject=${subject}`],
    ["ended, of a rule", `api/ended?rule=${plain.rule}`],
    ["ended, a text that nobody wrote", "api/ended?text=nobody"],
    ["stock", `api/stock?code=${subject}`],
    ["stocks", "api/stocks?find=works"],
    ["series", "api/series?db=CO&code=TK99F100000"],
    ["series-list", "api/series-list?find=business"],
    ["series-list, a text that nobody wrote", "api/series-list?find=nobody"],
    ["bench/rules", "api/bench/rules"],
    ["bench/rule", `api/bench/rule?name=${plain.rule}`],
    ["bench/words", "api/bench/words"],
    ["control/alerts", "control/alerts"],
  ];
}

function ownName(name: string): readonly [string, string] {
  return [name, `api/${name}`];
}

async function calls(): Promise<void> {
  const [desk, idle] = [await openFilledDesk(size), startIdle()];
  await settled(desk);
  const { alerts } = (await (await fetch(`${desk.url}control/alerts`)).json()) as { alerts: Open[] };
  const isSeveral = ({ rule }: Open) => rule.endsWith("00") || rule === "bench-0";
  const [plain, several] = [alerts.find((one) => !isSeveral(one)), alerts.find(isSeveral)];
  if (plain === undefined || several === undefined) throw new Error("alerts are open");
  for (const [what, address] of callsOf(plain, several)) tell(what, await asked(desk, idle, address));
  idle.stop();
  await desk.stop();
}

interface Asked {
  readonly first: number;
  readonly times: readonly number[];
  /** The longest that the loop was held up during each of the calls, by the monitor and by a process that does nothing. */
  readonly held: readonly number[];
  readonly idle: readonly number[];
  readonly bytes: number;
  readonly status: number;
}

async function asked(desk: Desk, idle: ReturnType<typeof startIdle>, address: string): Promise<Asked> {
  const all = { times: [] as number[], held: [] as number[], idle: [] as number[] };
  let [bytes, status] = [0, 0];
  for (let round = 0; round <= rounds; round += 1) {
    await Promise.all([desk.probe(), idle.probe()]);
    const start = performance.now();
    const response = await fetch(`${desk.url}${address}`);
    ({ status } = response);
    bytes = (await response.arrayBuffer()).byteLength;
    all.times.push(performance.now() - start);
    const [own, floor] = await Promise.all([desk.probe(), idle.probe()]);
    all.held.push(own.maxMs);
    all.idle.push(floor.maxMs);
  }
  const [first = Number.NaN, ...times] = all.times;
  return { ...all, first, times, bytes, status };
}

function tell(what: string, { first, times, held, idle, bytes, status }: Asked): void {
  const ms = (value: number) => `${value.toFixed(0)} ms`.padStart(8);
  const [most, floor] = [Math.max(...held), Math.max(...idle)];
  process.stdout.write(
    `${what.padEnd(40)} first ${ms(first)}  median ${ms(quantile(times, 0.5))}  p99 ${ms(quantile(times, 0.99))}  loop median ${ms(quantile(held, 0.5))} most ${ms(most)}, idle ${ms(quantile(idle, 0.5))} ${ms(floor)}  ${status} ${(bytes / 1_000).toFixed(0)} kB\n`,
  );
}

bench("calls of the page", calls, once);
