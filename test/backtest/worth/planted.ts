/**
 * A simulated past in which some rules are noisy: each rule is about the reports of one seller, and a judge who knows
 * neither the rules nor the report answers what each alert was worth.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { rating } from "../../../src/alerts/answers/episodes.ts";
import { hourMs } from "../../../src/lib/clock.ts";
import type { EventDraft } from "../../../src/model/event.ts";
import { beginLife, position, rulesOfText } from "../lived-log.ts";

/** What is wrong with a rule: it is worth nothing, its bound is low, it says one thing many times, or now and then one is worth it. */
const noises = ["worthless", "low", "bursts", "seldom", "double"] as const;
type Noise = (typeof noises)[number] | "good";

interface Planted {
  readonly name: string;
  readonly noise: Noise;
  readonly seller: string;
}

/** So many noisy rules, of each noise alike, and as many good ones; the double of a good one is about the same seller. */
export function plant(noisy: number): Planted[] {
  const good = Array.from({ length: noisy }, (_, at): Planted => {
    return { name: `good-${at}`, noise: "good", seller: `Good ${at} Capital` };
  });
  const bad = Array.from({ length: noisy }, (_, at): Planted => {
    const noise = noises[at % noises.length] ?? "worthless";
    const seller = noise === "double" ? `Good ${at} Capital` : `Noise ${at} Capital`;
    return { name: `${noise}-${at}`, noise, seller };
  });
  // In no order that says which is which.
  return [...good, ...bad].sort((one, other) => (one.seller + one.name < other.seller + other.name ? 1 : -1));
}

const bounds: Readonly<Record<Noise, number>> = {
  ...{ good: 1, worthless: 0.7, low: 0.5, bursts: 0.6, seldom: 0.5, double: 1 },
};

function ruleText({ name, noise, seller }: Planted): string {
  return `  - name: ${name}
    on: short.report.opened
    when: now.seller == "${seller}" && now.ratio >= ${bounds[noise]} # as it was first written
    by: [now.code, now.seller]
    severity: warning
    title: "{{ now.seller }} {{ now.ratio }}"
    notify: [email:desk]
`;
}

/** A judge of what was told. */
interface Told {
  readonly noise: Noise;
  readonly ratio: number;
  /** Nobody told of the same subject within the hour before. */
  readonly isFirst: boolean;
}

function isUseful({ noise, ratio, isFirst }: Told, dice: () => number): boolean {
  if (noise === "good") return ratio >= 1.05 && dice() < 0.95;
  if (noise === "low") return ratio >= 2;
  if (noise === "bursts") return isFirst;
  return noise === "seldom" && dice() < 0.15;
}

/** Share of the alerts that somebody answers. */
const answered = 0.75;

const start = Date.parse("2026-01-05T00:00:00Z");
const dayMs = 24 * hourMs;

interface Draft {
  readonly at: number;
  readonly draft: EventDraft;
}

/** A day's reports of one rule's seller. */
function reportsOf({ noise, seller }: Planted, day: number, dice: () => number): Draft[] {
  const code = () => String(1_000 + Math.floor(dice() * 3_000));
  const ratio = () => Math.round((0.5 + dice() * 2) * 100) / 100;
  const one = (at: number, about: string): Draft => {
    const draft = position(about, ratio(), { seller, name: `架空${about}` });
    return { at: start + day * dayMs + at, draft };
  };
  const begin = Math.floor(dice() * 30) * (hourMs / 6);
  if (noise === "double") return [];
  if (noise === "bursts") {
    const about = code();
    return Array.from({ length: 5 }, (_, at) => one(begin + at * (hourMs / 6), about));
  }
  return Array.from({ length: 3 }, () => one(Math.floor(dice() * 30) * (hourMs / 6), code()));
}

/** Lives so many days with the rules, and leaves the settings beside the log; answers their path, and the time at the end. */
export function livePlanted(rules: readonly Planted[], days: number, dice: () => number) {
  const text = `rules:\n${rules.map(ruleText).join("")}`;
  const life = beginLife(rulesOfText(text));
  const kept = { memory: life.store.alerts, log: life.store.log };
  const of = new Map(rules.map((rule) => [rule.name, rule]));
  const lastOf = new Map<string, number>();
  let read = 0;
  for (let day = 0; day < days; day += 1) {
    const drafts = rules.flatMap((rule) => reportsOf(rule, day, dice)).sort((a, b) => a.at - b.at);
    for (const at of new Set(drafts.map((one) => one.at)))
      life.poll(
        new Date(at).toISOString(),
        drafts.filter((one) => one.at === at).map(({ draft }) => draft),
      );
    const answers: EventDraft[] = [];
    for (const { seq, type, json } of life.store.log.read(read, 100_000)) {
      read = seq;
      if (type !== "alert.fired") continue;
      const { subject, time, data } = JSON.parse(json);
      const { noise = "good" } = of.get(data.now.rule) ?? {};
      const [at, name] = [Date.parse(time), `${data.now.rule} ${subject}`];
      const isFirst = at - (lastOf.get(name) ?? 0) > hourMs;
      lastOf.set(name, at);
      if (dice() > answered) continue;
      const told = { noise, isFirst, ratio: data.now.data.ratio };
      const given = rating(String(seq), isUseful(told, dice) ? "useful" : "not-useful", { by: "Aoi" }, kept);
      if (given.kind === "told") answers.push(given.draft);
    }
    life.poll(new Date(start + day * dayMs + 12 * hourMs).toISOString(), answers);
  }
  life.store.close();
  const folder = dirname(life.path);
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/all.yaml"), text);
  const config = join(folder, "monitor.yaml");
  writeFileSync(
    config,
    'sources: {}\nrules: rules\nstate: state.db\nemail: { smtp: "file:outbox", from: y@example.com, recipients: { desk: [desk@example.com] } }\n',
  );
  return { config, now: start + days * dayMs };
}
