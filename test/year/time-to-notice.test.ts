/**
 * How long after a publication at a random minute it is on the socket and with the mail server, with extra polls and by the
 * written schedule alone: the whole monitor, real HTTP and SMTP, a clock that jumps.
 */
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { sampleCall } from "../app/sample-call.ts";
import { sendJson, serve } from "../lib/http/loopback.ts";
import { startMailServer } from "../support/mail-server.ts";
import { Random } from "../support/random.ts";
import { isLong, seed } from "../support/runs.ts";
import { mostWithin } from "./door.ts";
import { forums, livedForums } from "./forum-paces.ts";
import { live } from "./lived.ts";
import { dayMs, japan } from "./plan.ts";

/** Weekdays from which the extra polls learn, and those that count. */
const days = isLong ? { learning: 5, counted: 22 } : { learning: 2, counted: 1 };
/**
 * Publications of a day: 200 in 22 days, at random moments of twelve hours; in the quick runs of half an hour. On a machine
 * with little to spare `HOURS=3 REQUESTS=1` lives the same days in a quarter of the polls.
 */
const perDay = isLong ? 200 / 22 : 8;
const [opensAfterHours, hours] = [2, Number(process.env.HOURS ?? (isLong ? 12 : 0.5))];
/** Requests of a poll. */
const requests = Number(process.env.REQUESTS ?? (isLong ? 5 : 1));
const firstDay = "2027-05-10";
const startsAt = japan(firstDay, "06:00");
/** The start of a weekday, counted from the first. */
const startOf = (day: number) => startsAt + (Math.floor(day / 5) * 7 + (day % 5)) * dayMs;
const requestsPerMinute = 120;

interface Published {
  readonly at: number;
  readonly row: { readonly Date: string; readonly Code: string; readonly C: number };
}

function publications(): Published[] {
  const random = new Random(seed);
  const all = days.learning + days.counted;
  return Array.from({ length: Math.ceil(all * perDay) }, (_, index) => {
    const day = Math.floor(index / perDay);
    const at = startOf(day) + (opensAfterHours + random.next() * hours) * 3_600_000;
    const date = new Date(at + 9 * 3_600_000).toISOString().slice(0, 10);
    return { at: Math.floor(at), row: { Date: date, Code: `${1000 + index}0`, C: index } };
  });
}

const settings = (market: string, smtp: string, share: string, url: string) => `
upstreams:
  market:
    url: "${market}"
    apiKey: any
    tier: standard
${sampleCall()}
  forum: { url: "${url}/forum" }
  statistics: { url: "${url}/statistics" }
sources:
  samples:
    { from: market/sample/prices, schedule: "0 */10 8-20 * * *", share: ${share}, query: { date: { last: ${requests} } } }
rules: rules
state: "\${STATE}"
email: { smtp: "${smtp}", recipients: { desk: [trader@example.com] } }
feed: { host: 127.0.0.1, port: 0 }
log: { level: fatal }
`;

const rule = `rules:
  - { name: told, on: market.sample-prices.added, title: "{{ now.code }}", notify: [email:desk] }
`;

/** Lives all days; answers the seconds from each publication that counts to the frame and to the 250. */
async function noticed(share: string) {
  const all = publications();
  const asked: { at: number; path: string }[] = [];
  const mails = await startMailServer();
  let now = () => startsAt;
  const market = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://host");
    asked.push({ at: now(), path: pathname });
    const out = all.filter(({ at, row }) => at <= now() && row.Date === searchParams.get("date"));
    sendJson(response, { data: pathname === "/sample/prices" ? out.map(({ row }) => row) : [] });
  });
  const life = await live({
    startsAt,
    simulator: { startDate: firstDay, realTime: true },
    config: (url) => settings(market.url, mails.url, share, url),
    files: { "rules/told.yaml": rule },
  });
  now = life.clock.now;
  const framedAt = new Map<string, number>();
  const socket = new WebSocket(`${life.feed()}?types=market.*`);
  socket.on("message", (data) => {
    const frame = JSON.parse(String(data));
    if (frame.type === "event") framedAt.set(frame.event.subject, life.clock.now());
  });
  await new Promise((resolve) => socket.once("open", resolve));
  await life.until(startOf(days.learning + days.counted - 1) + (opensAfterHours + hours + 1) * 3_600_000);
  const sentAt = new Map<string, number>();
  for (const { seq, event } of life.log()) {
    if (event.type !== "alert.fired") continue;
    const tries = life
      .store()
      .deliveries.ofAlert(seq)
      .flatMap((mail) => mail.tries);
    sentAt.set(
      event.subject,
      tries.find(({ outcome }) => outcome === "sent")?.at ?? Number.POSITIVE_INFINITY,
    );
  }
  socket.close();
  await life.close();
  const counted = all.filter(({ at }) => at >= startOf(days.learning));
  const seconds = (reached: ReadonlyMap<string, number>) =>
    counted
      .map(({ at, row }) => ((reached.get(row.Code.slice(0, 4)) ?? Number.POSITIVE_INFINITY) - at) / 1_000)
      .sort((a, b) => a - b);
  const spread = (values: readonly number[]) => {
    const rank = (part: number) => Math.round(values[Math.ceil(part * values.length) - 1] ?? Number.NaN);
    return { p50: rank(0.5), p95: rank(0.95), most: rank(1) };
  };
  return {
    publications: counted.length,
    frame: spread(seconds(framedAt)),
    mail: spread(seconds(sentAt)),
    requests: asked.length,
    mostInAMinute: mostWithin(60_000, asked),
  };
}

test("95 of 100 publications at random minutes are with the reader within 30 s, for a quarter of the plan", async () => {
  const extra = await noticed("25%");
  // The figures are wanted beside each other.
  const written = isLong ? await noticed("off") : undefined;
  process.stdout.write(`${JSON.stringify({ days, extra, written })}\n`);
  expect(extra.mostInAMinute).toBeLessThanOrEqual(requestsPerMinute / 4);
  expect(extra.frame.p95).toBeLessThanOrEqual(30);
  expect(extra.mail.p95).toBeLessThanOrEqual(30);
}, 3_600_000);

test("comments of boiling forums are noticed in half the time for a quarter more requests, the others as soon as before", async () => {
  const { asked, told, ...extra } = await livedForums("25%");
  const { asked: askedWritten, told: toldWritten, ...written } = await livedForums("off");
  process.stdout.write(`${JSON.stringify({ extra, written })}\n`);
  expect(extra.boiling.p50).toBeLessThanOrEqual(written.boiling.p50 / 2);
  // In a few minutes the beginning counts, before anybody knows that it boils.
  if (isLong) expect(extra.boiling.p95).toBeLessThanOrEqual(written.boiling.p95 / 1.5);
  expect(extra.others.p95).toBeLessThanOrEqual(written.others.p95 + 1);
  expect(extra.requestsAMinute).toBeLessThanOrEqual(written.requestsAMinute * 1.25);
  expect(told.toSorted()).toEqual(toldWritten.toSorted());
  // No forum is asked less often than by the schedule, nor within a quarter of a minute.
  for (const forum of forums) {
    const times = asked.filter(({ code }) => code === forum).map(({ at }) => at);
    expect(times).toEqual(
      expect.arrayContaining(askedWritten.filter(({ code }) => code === forum).map(({ at }) => at)),
    );
    const [, ...distances] = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(15_000);
  }
}, 3_600_000);
