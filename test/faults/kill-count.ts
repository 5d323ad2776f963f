/** Counts of what was lost and what was wrong after a monitor was killed many times. */
import { expect, type TestContext } from "vitest";
import { opened } from "../support/mail-server.ts";
import { isMailed, type KillStage, messageId, recipients } from "./kill-stage.ts";
import { createFactReader } from "./kill-world.ts";
import { tell } from "./trials.ts";

/** What is counted of a stage. */
type Counted = Pick<KillStage, "scene" | "feed" | "mails">;

interface Count {
  /** Changes that happened in the world. */
  readonly changes: number;
  /** In words. */
  readonly lost: readonly string[];
  readonly wrong: readonly string[];
}

/** Holds what the reader and the mail server got against what happened in the world. */
export async function countOf(stage: Counted): Promise<Count> {
  const { scene, feed } = stage;
  const told = feed.events.flatMap(createFactReader());
  const mails = await mailCount(stage);
  return {
    changes: scene.happened.length,
    lost: [...missing(scene.happened, told), ...mails.lost],
    wrong: [...missing(told, scene.happened), ...numbering(stage), ...alerting(stage), ...mails.wrong],
  };
}

/** Entries of the first list that the second lacks, each as often as it is there. */
function missing(list: readonly string[], from: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const one of from) left.set(one, (left.get(one) ?? 0) + 1);
  return list.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count < 1;
  });
}

/** The reader came back after each kill: to the same log, without a hole, and each entry came once. */
function numbering({ scene, feed: { events, frames } }: Counted): string[] {
  const ids = new Set(events.map(({ event }) => event.id));
  const epochs = new Set(frames.flatMap((frame) => (frame.type === "welcome" ? [frame.epoch] : [])));
  return [
    ...events.flatMap(({ seq }, index) => (seq === index + 1 ? [] : [`seq ${seq} at place ${index + 1}`])),
    ...(ids.size === events.length ? [] : ["an id twice"]),
    ...(epochs.size === 1 ? [] : [`${epochs.size} epochs`]),
    ...frames.flatMap((frame) => (frame.type === "subscribed" && frame.recovered !== true ? ["a gap"] : [])),
    // Nothing was wrong with the services, the mail server or the clock, but for what the scene does to them.
    ...events.flatMap(({ event: { type, data } }) =>
      /^(source\.(?!baselined)|mail\.|clock\.)/.test(type) && !scene.expects?.test(type)
        ? [`${type} ${JSON.stringify(data.now)}`]
        : [],
    ),
  ];
}

/** Each event has its one alert. */
export function alerting({ feed: { events } }: Pick<Counted, "feed">): string[] {
  const causes = events.filter(({ event }) =>
    /^(forum|margin|short|statistics|disclosure)\./.test(event.type),
  );
  const alerts = events.filter(({ event }) => event.type === "alert.fired");
  const causeOf = ({ event }: (typeof alerts)[number]) =>
    String((event.data.now.cause as { seq: number }).seq);
  const [wanted, alerted] = [causes.map(({ seq }) => String(seq)), alerts.map(causeOf)];
  return [
    ...missing(wanted, alerted).map((seq) => `no alert about ${seq}`),
    ...missing(alerted, wanted).map((seq) => `an alert too many about ${seq}`),
  ];
}

/** Each mail came at least once to each address, all copies of it the same. */
async function mailCount({ feed, mails }: Counted): Promise<Pick<Count, "lost" | "wrong">> {
  const copies = new Map<string, (typeof mails.received)[number]>();
  const unequal: string[] = [];
  for (const mail of mails.received) {
    const key = `${mail.to} ${messageId(mail.bytes)}`;
    const first = copies.get(key) ?? mail;
    copies.set(key, first);
    if (!first.bytes.equals(mail.bytes)) unequal.push(`two copies of ${key}`);
  }
  // All mails of an episode have the subject of its first; the text begins with what each is about.
  const read = [...copies.values()].map(async (mail) => {
    const [first = ""] = ((await opened(mail)).text ?? "").split(/\r?\n/);
    return `${mail.to} ${first}`;
  });
  const came = await Promise.all(read);
  const due = feed.events
    .filter(({ event }) => isMailed(event))
    .flatMap(({ event }) => recipients.map((to) => `${to} WARNING ${event.data.now.title}`));
  return { lost: missing(due, came), wrong: [...missing(came, due), ...unequal] };
}

/** A row of the table for a stage that was killed, and the end of its test. */
export async function expectWhole(
  context: TestContext,
  stages: readonly KillStage[],
  row: { fault: string; tried: number; shown: string; failsWith: string },
): Promise<void> {
  const counts = await Promise.all(stages.map(countOf));
  const lost = counts.flatMap((count) => count.lost);
  const wrong = counts.flatMap((count) => count.wrong);
  const changes = counts.reduce((sum, count) => sum + count.changes, 0);
  const mails = stages.reduce((sum, { mails }) => sum + mails.received.length, 0);
  const shown = `${changes} changes, ${mails} mails, ${row.shown}`;
  tell(context, { ...row, shown, lost: lost.length, wrong: wrong.length });
  expect({ lost: lost.slice(0, 5), wrong: wrong.slice(0, 5) }).toEqual({ lost: [], wrong: [] });
}
