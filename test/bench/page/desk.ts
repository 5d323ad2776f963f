/** The program as it ships beside a database that is there already, or with a forum of its own that never rests. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type MeasuredMonitor, startMeasuredProgram } from "../catalogue/monitor.ts";
import { type DatabaseSize, fillDatabase } from "./fill-database.ts";

export interface Desk extends MeasuredMonitor {
  /** Address of the page, ending in a slash. */
  readonly url: string;
}

/** A monitor on a filled database whose services are never asked. */
export function openFilledDesk(size: DatabaseSize): Promise<Desk> {
  const folder = makeFolder();
  fillDatabase(join(folder, "yagura.db"), size, Date.now());
  writeFileSync(join(folder, "rules/bench.yaml"), rulesText(size.rules));
  return open(folder, quietSettings);
}

/** A monitor that is told of comments every two seconds and gives an alert for each. */
export function openLivelyDesk(size: DatabaseSize): Promise<Desk> {
  const folder = makeFolder();
  fillDatabase(join(folder, "yagura.db"), size, Date.now());
  writeFileSync(join(folder, "rules/all.yaml"), everyComment);
  return open(folder, livelySettings);
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "yagura-bench-"));
  mkdirSync(join(folder, "rules"));
  return folder;
}

/** Waits until it has looked through its database and taken in the past of its rules, as it does after each start. */
export async function settled(desk: Desk): Promise<void> {
  await desk.probe();
  const start = performance.now();
  for (let quiet = 0; quiet < 3; ) {
    if (performance.now() - start > patienceMs) throw new Error("the monitor does not come to rest");
    await new Promise((resolve) => setTimeout(resolve, lookMs));
    const { cpuMs } = await desk.probe();
    quiet = cpuMs < restingShare * lookMs ? quiet + 1 : 0;
  }
}

const [patienceMs, lookMs, restingShare] = [300_000, 1_000, 0.05];

async function open(folder: string, settings: string): Promise<Desk> {
  writeFileSync(join(folder, "monitor.yaml"), settings);
  const monitor = await startMeasuredProgram(folder);
  return {
    ...monitor,
    url: new URL("/", monitor.feed.replace("ws:", "http:")).href,
    async stop() {
      await monitor.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** One in a hundred looks at several events, with a key of its own, so that its past is the whole log. */
function rulesText(count: number): string {
  const rules = Array.from({ length: count }, (_, at) => {
    const several = "\n    by: [now.code, now.seller]\n    count: { within: 7d, at_least: 1 }";
    return `  - name: bench-${at}
    description: A position of a size of its own.
    on: short.report.increased
    when: now.ratio >= ${(0.5 + (at % 40) / 100).toFixed(2)} && now.shares > ${at}${at % 100 === 0 ? several : ""}
    severity: warning
    title: "{{ now.seller }} holds {{ now.ratio }} % of {{ now.name }}"
    notify: [email:desk]
    examples:
      - fires: { type: short.report.increased, now: { code: "7203", name: Example, seller: Example Capital, ratio: 9, shares: 9000 } }
`;
  });
  return `rules:\n${rules.join("")}`;
}

const everyComment = `
rules:
  - name: every-comment
    on: [forum.comment.posted, forum.ranking.moved]
    by: [event.id]
    severity: critical
    title: "{{ event.id }}"
`;

const output = `
log: { level: error }
email: { smtp: "file:outbox", from: "yagura@localhost", recipients: { desk: [desk@example.com] } }
feed: { port: 0 }
`;

const quietSettings = `
upstreams:
  market: { url: "http://127.0.0.1:9", apiKey: none }
  forum: { url: "http://127.0.0.1:9" }
  statistics: { url: "http://127.0.0.1:9" }
sources:
  short-sale-reports: { schedule: "0 0 0 1 1 *" }
  statistics-updates: { schedule: "0 0 0 1 1 *", watch: [{ db: CO }] }
rules: rules
state: yagura.db
${output}`;

const livelySettings = `
sources:
  forum-comments: { schedule: "* * * * * *", codes: ["7203", "6758"] }
  forum-ranking: { schedule: "* * * * * *", terms: [daily] }
rules: rules
state: yagura.db
${output}`;
