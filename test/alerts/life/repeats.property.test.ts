/** Days of alerts that come, wait and end at random: each open one is said again when a count by hand says so. */
import { expect, test } from "vitest";
import { Random } from "../../support/random.ts";
import { runsOf, seed } from "../../support/runs.ts";
import { liveAlerts, silenced } from "./lived-alerts.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const repeatMs = 3 * hourMs;

const settings = `
receivers: { "email:desk": { hours: { between: ["08:00", "18:00"] } } }
routes:
  - { match: rule=grouped, groupBy: [rule], wait: 5m, every: 20m, repeat: 3h }
  - { repeat: 3h }
inhibit: [{ source: rule=down, target: rule=below, equal: [] }]
windows: [{ name: lunch, match: rule=lunching, between: ["11:30", "12:30"] }]
`;
const rules = ["plain", "grouped", "down", "below", "lunching", "plain"];
const subjects = ["7203", "6758"];
const endings = Object.fromEntries(rules.map((rule) => [rule, { until: true }]));

const inJapan = (at: number) => new Date(at + 9 * hourMs).toISOString();
const timeOf = (at: number) => inJapan(at).slice(0, 16);
const hourOf = (at: number) => Number(inJapan(at).slice(11, 13)) + Number(inJapan(at).slice(14, 16)) / 60;

/** The moment, or the next time at which the hours begin. */
function allowed(at: number): number {
  const hour = hourOf(at);
  if (hour >= 8 && hour < 18) return at;
  return Date.parse(`${inJapan(hour < 8 ? at : at + 24 * hourMs).slice(0, 10)}T08:00:00+09:00`);
}

interface Quiet {
  readonly subject: string;
  readonly from: number;
  readonly until: number;
}

/** An open alert: when it ended, and the moments of all messages about it. */
interface Life {
  readonly rule: string;
  readonly subject: string;
  readonly since: number;
  end: number;
  readonly messages: { readonly at: number; readonly isRepeat: boolean }[];
}

function liveAtRandom(random: Random) {
  const begin = Date.parse("2026-01-05T07:00:00+09:00");
  const life = liveAlerts(settings, timeOf(begin), endings);
  const quiets: Quiet[] = [];
  const lives: Life[] = [];
  const openOf = (rule: string, subject: string) =>
    lives.find((one) => one.rule === rule && one.subject === subject && one.end === Number.POSITIVE_INFINITY);
  let at = begin;
  const note = () => {
    for (const { notification } of life.take())
      for (const { entry, reason } of notification.told) {
        const { rule, key } = entry.event.data.now;
        const own = lives.filter((one) => one.rule === rule && one.subject === key);
        // What waited may be over when it is told.
        const found = own.find(({ end }) => Date.parse(entry.event.time) <= end);
        found?.messages.push({ at: notification.at, isRepeat: reason === "repeated" });
      }
  };
  for (let step = 0; step < 60; step++) {
    at += (1 + random.below(90)) * minuteMs;
    life.until(timeOf(at));
    note();
    const [rule, subject] = [random.pick(rules), random.pick(subjects)];
    const open = openOf(rule, subject);
    if (open !== undefined && random.chance(0.3)) {
      life.resolve(rule, { subject });
      open.end = at;
    } else if (random.chance(0.15)) {
      const until = at + (10 + random.below(290)) * minuteMs;
      const id = `s${step}`;
      life.tell(silenced(id, `subject=${subject}`, timeOf(at), timeOf(until), "hold"));
      quiets.push({ subject, from: at, until });
    } else {
      if (open === undefined)
        lives.push({ rule, subject, since: at, end: Number.POSITIVE_INFINITY, messages: [] });
      life.fire([rule, { subject }]);
    }
    note();
  }
  at += 24 * hourMs;
  life.until(timeOf(at));
  note();
  return { lives, quiets, until: at };
}

function isQuiet({ rule, subject }: Life, at: number, quiets: readonly Quiet[]): boolean {
  const isLunch = rule === "lunching" && hourOf(at) >= 11.5 && hourOf(at) < 12.5;
  return isLunch || quiets.some((one) => one.subject === subject && one.from <= at && at < one.until);
}

test("an open alert is said again no sooner and no later than its repeat after the last message about it", () => {
  let repeats = 0;
  for (let run = 0; run < runsOf({ quick: 70, long: 5_000 }); run++) {
    const { lives, quiets, until } = liveAtRandom(new Random(seed + run));
    for (const one of lives) {
      const name = `seed ${seed + run}: ${one.rule} ${one.subject} since ${timeOf(one.since)}`;
      for (const [index, { at }] of one.messages.entries()) {
        const next = one.messages[index + 1];
        if (next?.isRepeat) {
          repeats++;
          expect(next.at - at, `${name}, told ${timeOf(at)}, too soon`).toBeGreaterThanOrEqual(repeatMs);
        }
        let due = allowed(at + repeatMs);
        while (isQuiet(one, due, quiets)) due = allowed(due + repeatMs);
        // A message about others of its group puts it off.
        if (one.rule === "grouped" || due >= one.end || due > until) continue;
        expect(next?.at ?? Number.NaN, `${name}, told ${timeOf(at)}, due ${timeOf(due)}`).toBeLessThanOrEqual(
          due,
        );
      }
    }
  }
  expect(repeats).toBeGreaterThan(500);
});
