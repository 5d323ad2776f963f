/** Holds what was told on a day against what happened. It reads the world's script and the plan, nothing of the product. */
import type { Event } from "../../../src/model/event.ts";
import type { LivedDay } from "./live-day.ts";
import { endsAt, hourMs, isWithin, minuteMs, type ServiceFault } from "./plan.ts";
import { isRightType, tellingsOf } from "./tellings.ts";
import type { WorldState } from "./world.ts";

export interface Verdict {
  /** In words. */
  readonly lost: readonly string[];
  readonly wrong: readonly string[];
}

interface ToldEvent {
  readonly seq: number;
  /** ms from the start of the day. */
  readonly at: number;
  readonly event: Event;
}

/** A poll with all its retries takes no longer. */
const longestPollMs = 15 * minuteMs;

export function judgeDay(day: LivedDay): Verdict {
  const lost: string[] = [];
  const wrong: string[] = [];
  const at = new Map(day.told.map((one) => [one.entry.seq, one.at]));
  const told = day.log.map(
    ({ seq, json }): ToldEvent => ({ seq, at: at.get(seq) ?? -1, event: JSON.parse(json) }),
  );
  for (const [index, { seq }] of told.entries()) if (seq !== index + 1) wrong.push(`a hole before ${seq}`);
  if (new Set(told.map(({ event }) => event.id)).size < told.length) wrong.push("an id twice");
  const checks = [
    checkWorld(day, told),
    checkReaders(day),
    checkAlerts(day, told),
    checkSources(day, told),
    checkOwn(day, told),
  ];
  for (const check of checks) {
    lost.push(...check.lost);
    wrong.push(...check.wrong);
  }
  return { lost, wrong };
}

/** Each thing goes through states of the world, in their order, to the last one, each told once. */
function checkWorld({ world }: LivedDay, told: readonly ToldEvent[]): Verdict {
  const lost: string[] = [];
  const wrong: string[] = [];
  const places = new Map<string, { index: number; state: string | undefined; at: number; types: string[] }>();
  const placeOf = (key: string) => {
    const known = places.get(key);
    if (known) return known;
    const index = (world.happened.get(key) ?? []).findLastIndex((one) => one.at === 0);
    const place = { index, state: world.happened.get(key)?.[index]?.state, at: -1, types: [] };
    places.set(key, place);
    return place;
  };
  for (const { at, event } of told) {
    for (const { key, was, now, type } of tellingsOf(event)) {
      const place = placeOf(key);
      const what = `${type} of ${key}: ${was ?? place.state} to ${now} at ${Math.round(at / minuteMs)} min`;
      // Two kinds of change of one comment are two events of one poll.
      if (place.state === now && place.at === at && !place.types.includes(type)) {
        place.types.push(type);
        continue;
      }
      const index = stateAt(world.happened.get(key) ?? [], now, place.index, at);
      if (index === undefined) wrong.push(`${what}, which was not so`);
      else if (was !== undefined && was !== place.state)
        wrong.push(`${what}, but ${place.state} was told before`);
      else if (!isRightType(type, place.state, now)) wrong.push(`${what} is the wrong type`);
      places.set(key, { index: index ?? place.index, state: now, at, types: [type] });
    }
  }
  for (const [key, states] of world.happened) {
    const [last, known] = [states.at(-1)?.state, placeOf(key).state];
    // What came and went between two polls was never seen.
    if (last !== known && !(last === "gone" && known === undefined))
      lost.push(`${key}: ${last}, told ${known}`);
  }
  return { lost, wrong };
}

/** The newest state after `from` that is the one told, and that was so when it was told, or a poll before. */
function stateAt(states: readonly WorldState[], told: string, from: number, at: number): number | undefined {
  for (let index = states.length - 1; index > from; index -= 1) {
    const [state, next] = [states[index], states[index + 1]];
    if (state?.state !== told || state.at > at) continue;
    return next !== undefined && next.at < at - longestPollMs ? undefined : index;
  }
  return undefined;
}

/** Each reader got the whole log once, over all its drops and all ends of the monitor. */
function checkReaders({ readers, log }: LivedDay): Verdict {
  const wanted = log.map(({ seq, json }) => `${seq} ${JSON.stringify(JSON.parse(json))}`);
  const lost: string[] = [];
  const wrong: string[] = [];
  for (const [number, reader] of readers.entries()) {
    const got = reader.got.map(({ seq, json }) => `${seq} ${json}`);
    const known = new Set(got);
    lost.push(...wanted.filter((one) => !known.has(one)).map((one) => `reader ${number}: ${one}`));
    if (got.length > wanted.length) wrong.push(`reader ${number} got ${got.length} of ${wanted.length}`);
    if (got.some((one, index) => one !== wanted[index])) wrong.push(`reader ${number}: another order`);
    wrong.push(...reader.odd.map((one) => `reader ${number}: ${one}`));
  }
  return { lost, wrong };
}

/** An alert for each event of a thing; a mail for each of some, every copy the same. */
function checkAlerts({ letters }: LivedDay, told: readonly ToldEvent[]): Verdict {
  const causes = told
    .filter(({ event }) => /^(forum|margin|short|statistics)\./.test(event.type))
    .map(({ seq }) => seq);
  const alerts = told
    .filter(({ event }) => event.type === "alert.fired")
    .map(({ event }) => event.data.now as unknown as { rule: string; cause: { seq: number } });
  const alerted = alerts.map(({ cause }) => cause.seq);
  const wrong = alerted
    .filter((seq, index) => !causes.includes(seq) || alerted.indexOf(seq) !== index)
    .map((seq) => `an alert too many about ${seq}`);
  const lost = causes.filter((seq) => !alerted.includes(seq)).map((seq) => `no alert about ${seq}`);
  const mailed = alerts.filter(({ rule }) => rule === "mailed").length;
  const copies = new Map<string, Buffer>();
  for (const { messageId, bytes } of letters) {
    if (copies.get(messageId)?.equals(bytes) === false) wrong.push(`two copies of ${messageId}`);
    copies.set(messageId, bytes);
  }
  if (copies.size < mailed) lost.push(`${mailed - copies.size} of ${mailed} mails`);
  if (copies.size > mailed) wrong.push(`${copies.size - mailed} mails too many`);
  return { lost, wrong };
}

const serviceOf: Readonly<Record<string, ServiceFault["service"]>> = {
  "forum-comments": "forum",
  "forum-ranking": "forum",
  "margin-alerts": "market",
  "short-sale-reports": "market",
  "statistics-updates": "statistics",
};
const hard = new Set(["500", "503", "timeout", "cut", "garbage", "empty", "redirect", "down"]);

const mayFollow: Readonly<Record<string, readonly string[]>> = {
  "source.recovered": ["source.failed", "source.drifted"],
  "source.failed": ["source.drifted", "source.recovered"],
  "source.drifted": ["source.recovered"],
};
const reasonOf = ({ data }: Event) => (data.now as { reason?: string }).reason;
const minutesOf = (at: number) => `${Math.round(at / minuteMs)} min`;

/** A source fails only where its service does, once an outage, and recovers once. */
function checkSources({ plan, stops }: LivedDay, told: readonly ToldEvent[]): Verdict {
  const lost: string[] = [];
  const wrong: string[] = [];
  for (const [source, service] of Object.entries(serviceOf)) {
    const faults = plan.services.filter((fault) => fault.service === service);
    const own = told.filter(
      ({ event }) =>
        event.source === `/sources/${source}` && /^source\.(failed|drifted|recovered)$/.test(event.type),
    );
    const isNote = ({ event }: ToldEvent) => event.type === "source.drifted" && reasonOf(event) !== "drifted";
    const outages = own.filter((one) => !isNote(one));
    let state = "source.recovered";
    for (const { at, event } of outages) {
      // What began as a failure may turn out to be a drift, which is told as well.
      if (!mayFollow[state]?.includes(event.type))
        wrong.push(`${event.type} of ${source} after ${state} at ${minutesOf(at)}`);
      state = event.type;
    }
    if (state !== "source.recovered") lost.push(`the end of an outage of ${source}`);
    for (const { at, event } of own) {
      if (event.type === "source.recovered") continue;
      const isCaused = faults.some(({ from, to }) => isWithin(at, { from, to: to + longestPollMs }));
      if (!isCaused)
        wrong.push(
          `${event.type} of ${source} for nothing at ${Math.round(at / minuteMs)} min: ${JSON.stringify(event.data.now)}`,
        );
    }
    for (const fault of faults.filter((one) => one.probability === 1 && hard.has(one.kind))) {
      const disturbed = [...plan.disk, ...stops, ...faults.filter((other) => other !== fault)].some(
        ({ from, to }) => from < fault.to && to > fault.from,
      );
      // Polls are an hour apart at most, and a pause is ten minutes. One at its very end finds all well.
      if (disturbed || fault.to - fault.from < 1.25 * hourMs) continue;
      const isDown = outages.findLast(({ at }) => at < fault.to)?.event.type !== "source.recovered";
      if (!isDown || outages.every(({ at }) => at > fault.to)) lost.push(`an outage of ${source}`);
    }
  }
  return { lost, wrong };
}

/** Of itself it says that it began, and that its clock was set. */
function checkOwn({ jumps: all }: LivedDay, told: readonly ToldEvent[]): Verdict {
  const lost: string[] = [];
  const wrong: string[] = [];
  // The news of it is not tried again where it cannot be written; on a full disk some things still can be.
  const jumps = all.filter(({ isDiskWell }) => isDiskWell).length;
  const unsure = all.length - jumps;
  const wanted: Readonly<Record<string, number>> = {
    "rules.loaded": 1,
    "source.baselined": 5,
    "clock.jumped": jumps,
  };
  for (const [type, count] of Object.entries(wanted)) {
    const found = told.filter(({ event }) => event.type === type).length;
    if (found < count) lost.push(`${count - found} ${type}`);
    const more = type === "clock.jumped" ? unsure : 0;
    if (found > count + more) wrong.push(`${found - count} ${type} too many`);
  }
  const known = /^(forum|margin|short|statistics)\.|^(alert\.fired|source\.(failed|drifted|recovered))$/;
  for (const { event } of told)
    if (!known.test(event.type) && !(event.type in wanted))
      wrong.push(`${event.type} ${JSON.stringify(event.data.now)}`);
  if (told.some(({ at }) => at < 0 || at > endsAt)) wrong.push("an entry that nobody committed");
  return { lost, wrong };
}
