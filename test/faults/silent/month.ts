/**
 * A monitor on a clock by hand, its services, its mail server, its disk, and the service outside that waits for its sign of
 * life: everything as the program puts it together, and each of it can be made to fail without a word.
 */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createDigestNews } from "../../../src/app/operating/digest-due.ts";
import { createWellness, startSignOfLife } from "../../../src/app/operating/sign-of-life.ts";
import { watchStore } from "../../../src/app/store-upkeep.ts";
import { loadConfig } from "../../../src/config/load-config.ts";
import { alwaysTold } from "../../../src/config/telling.ts";
import type { Clock } from "../../../src/lib/clock.ts";
import { Failure } from "../../../src/lib/failure.ts";
import { type OutgoingLetter, SendError, type Transport } from "../../../src/outputs/delivery/transport.ts";
import { pollsAhead } from "../../../src/page/sources.ts";
import { createStatus } from "../../../src/why/status.ts";
import { rulesOf } from "../../rules/support.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { memoryFolder } from "../../support/memory-folder.ts";
import { forumService } from "../../support/services/forum.ts";
import { type MarketWorld, marketKey, marketService } from "../../support/services/market.ts";
import { json } from "../../support/services/serve.ts";
import { statisticsService } from "../../support/services/statistics.ts";
import { createDisk } from "../day/disk.ts";
import { type DayHouse, type OpenedParts, openHouse } from "../day/house.ts";
import { createNetwork, origin } from "../day/network.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Monday 5 January 2026, 0:00 in Japan. */
const startsAt = Date.parse("2026-01-05T00:00:00+09:00");

const settings = `
upstreams:
  market: { url: "${origin}/market/v2", apiKey: "${marketKey}", tier: premium }
  forum: { url: "${origin}/forum" }
sources:
  margin-alerts: { schedule: "0 */30 16-20 * * *", on: trading-days, due: "16:30", grace: 30m }
  forum-comments: { schedule: "0 30 * * * *", codes: ["7203"] }
rules: rules
state: state.db
email: { smtp: "file:outbox", recipients: { desk: [desk@example.com] } }
alerts:
  receivers: { email:desk: { digest: [after-evening], always: true } }
  routes: [{ match: rule=margin-added, digest: [after-evening] }]
`;
const rules = rulesOf(`${readFileSync("rules/monitor.yaml", "utf8")}
  - { name: margin-added, on: margin.alert.*, title: "{{ now.code }}", notify: [email:desk] }
  - { name: asked, on: forum.comment.posted, title: "{{ now.body }}", notify: [email:desk] }
`);

function configIn(folder: string) {
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "monitor.yaml"), settings);
  const loaded = loadConfig(join(folder, "monitor.yaml"), {});
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.config;
}

/** What is broken now; nothing says so by itself. */
interface Broken {
  /** No publication comes; or the one before stands there for ever. */
  publications?: "late" | "yesterday's";
  mail?: "refuses" | "swallows" | "takes no connection";
  network?: "lost" | "hangs";
  token?: "expired";
  /** Nothing that was to be called at a time is called; time passes. */
  loop?: "held";
  /** The system's clock stands still; time passes. */
  clock?: "stands";
}

export interface Month {
  readonly broken: Broken;
  /** When the sign of life was given, ms from the start. */
  readonly signs: readonly number[];
  /** Times and subjects of the mails that arrived, ms from the start. */
  readonly mails: readonly { readonly at: number; readonly subject: string }[];
  /** Why the sign of life was withheld, and that it was given again. */
  readonly said: readonly string[];
  /** Lets time pass, up to so much after the start. */
  until(ms: number): Promise<void>;
  now(): number;
  fill(kind: "full" | "well"): void;
  /** Puts another file in the place of the database, or the right one back. */
  displace(isAway: boolean): void;
  /** Ends the process, or starts it. */
  kill(): Promise<void>;
  start(): void;
  /** An edit of the rules that cannot be read, and one that can. */
  edit(isGood: boolean): void;
  setClock(byMs: number): void;
  /** A comment that a rule mails at once. */
  comment(): void;
  remove(): Promise<void>;
}

const soonMs = 5_000;
const stepMs = 5 * minuteMs;
const quietTurns = 4;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const channels = ["yagura:exchanges", "yagura:turns"];
const silent = { info() {}, warn() {}, error() {}, debug() {}, fatal() {}, trace() {} } as never;

export function liveMonth(): Month {
  const folder = memoryFolder();
  const config = configIn(folder);
  const hand = createHandClock(startsAt);
  const now = () => hand.elapsed() - startsAt;
  const broken: Broken = {};
  const held: (() => void)[] = [];
  let stoodAt: number | undefined;
  const machine: Clock = {
    ...hand,
    now() {
      stoodAt = broken.clock === undefined ? undefined : (stoodAt ?? hand.now());
      return stoodAt ?? hand.now();
    },
    after(ms, call) {
      let isCancelled = false;
      const cancel = hand.after(ms, () => {
        if (broken.loop === undefined) call();
        else held.push(() => isCancelled || call());
      });
      return () => {
        isCancelled = true;
        cancel();
      };
    },
  };
  let published = "2026-01-02";
  const before = ["2025-12-29", "2025-12-30", "2025-12-31", "2026-01-01", "2026-01-02"];
  const market: MarketWorld = { margin: before.map(marginOf), shorts: [], names: { "7203": "例示自動車" } };
  const forum = { comments: { "7203": [commentOf(101)] }, rankings: {} };
  const service = marketService(market, "documented");
  const network = createNetwork(
    {
      market(request) {
        if (broken.token) return json({ message: "The token has expired." }, 401);
        const query = new URLSearchParams(request.query);
        const isNew = (query.get("date") ?? "") > published;
        if (broken.publications === "yesterday's" && isNew) query.set("date", published);
        return service({ ...request, query });
      },
      forum: forumService(forum as never, "documented", hand.elapsed),
      statistics: statisticsService({ series: [] }, "documented"),
    },
    { faults: [], seed: 1, clock: machine, now },
  );
  let waiting = 0;
  const never = (signal: AbortSignal | undefined, ms: number): Promise<never> => {
    waiting += 1;
    return new Promise<never>((_, reject) => {
      const cancel = machine.after(ms, () => reject(new Error("timed out")));
      signal?.addEventListener("abort", () => {
        cancel();
        reject(signal.reason);
      });
    }).finally(() => {
      waiting -= 1;
    });
  };
  const pool = {
    async request(asked: { readonly signal?: AbortSignal }) {
      if (broken.network === "hangs") return never(asked.signal, 30_000);
      if (broken.network === "lost") throw Object.assign(new Error("unreachable"), { code: "ENETUNREACH" });
      return network.pool.request(asked as never);
    },
  };
  const mails: { at: number; subject: string }[] = [];
  const transport: Transport = {
    open: async () => {},
    close: () => {},
    async send(letter: OutgoingLetter, signal) {
      if (broken.mail === "refuses") throw new SendError("550 no such user", "refused");
      if (broken.mail === "takes no connection") throw new SendError("connect ECONNREFUSED", "no-way");
      if (broken.mail === "swallows") await never(signal, 10 * dayMs);
      mails.push({ at: now(), subject: subjectOf(letter) });
      return "250 taken";
    },
  };
  const signs: number[] = [];
  const http = {
    async get() {
      if (broken.network !== undefined) throw new Failure("unreachable", "unreachable");
      signs.push(now());
      return { status: 204, headers: {}, body: Buffer.alloc(0) } as never;
    },
  };
  const said: string[] = [];
  const line = (fields: object, words: string) =>
    void said.push(`${now() / hourMs} ${words} ${JSON.stringify(fields)}`);
  const reasons = { info: line, warn: line, error: line };
  const disk = createDisk(folder);
  let house: DayHouse | undefined;
  let opened: OpenedParts | undefined;
  let [underWay, composing] = [0, 0];
  const hear = (change: unknown) => {
    underWay += Number(change);
  };
  for (const name of channels) subscribe(name, hear);

  const beside = (parts: OpenedParts) => {
    opened = parts;
    const { store, sources, active, policy, clock, steady, calendar, tell } = parts;
    const names = sources.map(({ source }) => source.name);
    const status = createStatus(names, store.sources());
    const digests = createDigestNews({
      ...{ policy, receivers: alwaysTold(config), sources: names, store, clock: steady, calendar, tell },
      watchlists: () => ({ mine: [{ code: "7203" }] }),
    });
    const nextAt = (name: string) =>
      pollsAhead(name, { config, store, sources, clock, calendar } as never).nextAt;
    // It looks every two seconds, which takes long in a month.
    const timers: Pick<Clock, "after"> = { after: (ms, call) => machine.after(Math.max(ms, stepMs), call) };
    const watch = watchStore(store, { log: silent, recovered: () => {}, timers });
    const troubles = createWellness({ store, status, rules: active, nextAt, clock });
    const stops = [
      digests.start(),
      watch.stop,
      startSignOfLife({ url: "http://outside.test/ping", troubles, clock: machine, log: reasons, http }),
    ];
    return {
      report(committed: Parameters<typeof status.report>[0]) {
        status.report(committed);
        digests.report(committed);
      },
      stop: () => {
        for (const stop of stops) stop();
      },
    };
  };
  const start = (): void => {
    house = openHouse({
      ...{ path: disk.path, epoch: "month", config, rules, machine, pool: pool as never, transport, beside },
      random: () => 0.5,
      composing: (more) => {
        composing += more;
      },
      committed: () => {},
    });
  };
  const settle = async (): Promise<void> => {
    for (let quiet = 0; quiet < quietTurns; ) {
      await turn();
      quiet = underWay <= waiting + network.waiting && composing === 0 ? quiet + 1 : 0;
    }
    if (house?.bug) throw house.bug;
  };
  /** The exchange publishes at 16:20 of each weekday. */
  const publish = (): void => {
    const at = new Date(startsAt + now() + 9 * hourMs).toISOString();
    const day = at.slice(0, 10);
    const weekday = new Date(day).getUTCDay();
    if (at.slice(11, 16) < "16:20" || weekday === 0 || weekday === 6 || published === day) return;
    if (broken.publications !== undefined) return;
    published = day;
    market.margin = [...market.margin, marginOf(day)];
  };
  const release = (): void => {
    if (broken.loop === undefined) for (const call of held.splice(0)) call();
  };
  const passTo = (end: number): void => {
    publish();
    hand.move(Math.max(0, end - now()));
    release();
  };
  const stop = async (): Promise<void> => {
    let isClosed = false;
    const closing = house?.stop().finally(() => {
      isClosed = true;
    });
    for (await settle(); !isClosed; await settle()) hand.move(1_000);
    await closing;
    house = undefined;
    disk.release();
  };
  start();
  return {
    ...{ broken, signs, mails, said, now },
    async until(end) {
      await settle();
      release();
      for (;;) {
        const next = hand.nextAt === undefined ? Number.POSITIVE_INFINITY : hand.nextAt - hand.now() + now();
        if (next > end) break;
        // What falls due soon may go on with what is under way; all else goes by minutes.
        passTo(next - now() < soonMs ? next : Math.min(end, Math.max(next, now() + stepMs)));
        await settle();
      }
      passTo(end);
      await settle();
    },
    fill: (kind) => disk.be(kind),
    displace(isAway) {
      const aside = join(dirname(disk.path), "aside.db");
      if (isAway) {
        renameSync(disk.path, aside);
        writeFileSync(disk.path, "another file");
      } else renameSync(aside, disk.path);
    },
    kill: stop,
    start,
    edit(isGood) {
      const problem = { file: "rules/mine.yaml", line: 1, column: 1, message: "no YAML" };
      const change = opened?.active.take(
        isGood ? { ok: true, rules } : { ok: false, files: ["mine.yaml"], problems: [problem] },
      );
      if (change !== undefined) opened?.tell(change);
    },
    setClock(byMs) {
      hand.set(hand.now() + byMs);
      house?.lookAtClock();
    },
    comment() {
      const { comments } = forum;
      comments["7203"].push(commentOf(101 + comments["7203"].length));
    },
    async remove() {
      await stop();
      for (const name of channels) unsubscribe(name, hear);
      rmSync(folder, { recursive: true });
    },
  };
}

const marginOf = (day: string) => ({
  code: "7203",
  publishedOn: day,
  appliedOn: day,
  short: 1_000,
  long: 2_000,
});
const commentOf = (part: number) => ({ part, title: "題", body: `comment ${part}`, yes: 0, no: 0 });

function subjectOf({ bytes }: OutgoingLetter): string {
  const text = String(bytes);
  return /^Subject: (.*(?:\r?\n[ \t].*)*)/m.exec(text)?.[1] ?? "";
}
