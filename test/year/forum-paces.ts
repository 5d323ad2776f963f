/** Twenty forums, a few of which boil, and how long after they were posted their comments are on the log. */
import type { LogEntry } from "../../src/model/event.ts";
import { Random } from "../support/random.ts";
import { isLong, seed } from "../support/runs.ts";
import { type CommentRow, forumService } from "../support/services/forum.ts";
import { serve } from "../support/services/serve.ts";
import { type Asked, mostWithin } from "./door.ts";
import { live } from "./lived.ts";
import { japan } from "./plan.ts";

const firstDay = "2027-05-10";
const startsAt = japan(firstDay, "08:55");
const minutes = isLong ? 480 : 9;
const endsAt = startsAt + minutes * 60_000 + 30_000;
export const forums = Array.from({ length: 20 }, (_, index) => String(1301 + index));
/** Forums that boil, each from some moment on. */
const boiling = forums.slice(0, 3);
const pageSize = 20;

interface Posted {
  readonly at: number;
  readonly code: string;
  readonly row: CommentRow;
}

/** Comments at random moments, from a day before: some an hour, and 120 an hour where it boils. */
function comments(): Posted[] {
  const random = new Random(seed);
  return forums.flatMap((code, index) => {
    const boilsFrom = boiling.includes(code) ? startsAt + (random.next() * minutes * 60_000) / 9 : endsAt;
    const posted: Posted[] = [];
    const wait = (perHour: number) => (-Math.log(1 - random.next()) * 3_600_000) / perHour;
    for (let at = startsAt - 86_400_000; ; ) {
      const next = at + wait(at < boilsFrom ? index % 4 : 120);
      const isCalm = at < boilsFrom && next >= boilsFrom;
      at = isCalm ? boilsFrom : next;
      if (at >= endsAt - 70_000) return posted;
      if (isCalm) continue;
      const part = posted.length + 1;
      const postDate = new Date(at + 9 * 3_600_000)
        .toISOString()
        .slice(0, 16)
        .replace("T", " ")
        .replaceAll("-", "/");
      posted.push({ at, code, row: { part, title: `${part}`, body: "text", yes: 0, no: 0, postDate } });
    }
  });
}

const settings = (forum: string, share: string) => `
upstreams: { market: { url: "${forum}/none", apiKey: any }, forum: { url: "${forum}" }, statistics: { url: "${forum}/none" } }
sources:
  forum-comments: { schedule: "0 * * * * *", codes: ${JSON.stringify(forums)}, pageSize: ${pageSize}, share: ${share} }
rules: rules
state: "\${STATE}"
email: { smtp: "file:outbox", recipients: { desk: [trader@example.com] } }
feed: { host: 127.0.0.1, port: 0 }
log: { level: fatal }
`;

/** What was told of each comment, without the time. */
const told = (log: readonly LogEntry[]) =>
  log.flatMap(({ event }) =>
    event.source === "/sources/forum-comments" ? `${event.type} ${event.subject} ${event.data.now.part}` : [],
  );

/** Lives all minutes. */
export async function livedForums(share: string) {
  const all = comments();
  const asked: (Asked & { readonly code: string })[] = [];
  let now = () => startsAt;
  const world = { comments: {}, rankings: {} };
  for (const code of forums) {
    const own = all.filter((one) => one.code === code);
    const get = () => own.filter(({ at }) => at <= now()).map(({ row }) => row);
    Object.defineProperty(world.comments, code, { get });
  }
  const forum = forumService(world, "observed", () => now());
  const served = await serve({
    forum(question) {
      asked.push({ at: now(), path: question.path, code: question.query.get("code") ?? "" });
      return forum(question);
    },
  });
  const life = await live({
    startsAt,
    simulator: { startDate: firstDay, realTime: true },
    config: () => settings(`${served.url}/forum`, share),
    rules: [],
  });
  now = life.clock.now;
  await life.until(endsAt);
  const log = life.log();
  await life.close();
  await served.close();
  const postedAt = new Map(all.map(({ at, code, row }) => [`${code} ${row.part}`, at]));
  const waits = (of: readonly string[]) => {
    const seconds = log
      .filter(({ event }) => event.type === "forum.comment.posted" && of.includes(event.subject))
      .map(
        ({ event }) =>
          Date.parse(event.time) - (postedAt.get(`${event.subject} ${event.data.now.part}`) ?? 0),
      )
      .map((ms) => ms / 1_000)
      .sort((a, b) => a - b);
    const rank = (part: number) => Math.round(seconds[Math.ceil(part * seconds.length) - 1] ?? Number.NaN);
    return { comments: seconds.length, p50: rank(0.5), p95: rank(0.95) };
  };
  const pages = asked.filter(({ code }) => code !== "");
  return {
    ...{ boiling: waits(boiling), others: waits(forums.filter((code) => !boiling.includes(code))) },
    requestsAMinute: Math.round((10 * pages.length) / minutes) / 10,
    ...{ most: mostWithin(60_000, pages), asked: pages, told: told(log) },
  };
}
