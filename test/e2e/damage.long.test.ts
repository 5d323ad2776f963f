/** A database that was damaged while nobody had it open: the program runs, tells what is lost, and verifies it. */
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openStore } from "../../src/store/store.ts";
import { batch, entry, noon, sourceWrite } from "../store/batches.ts";
import { call } from "../support/call.ts";
import { changeText, pagesOf, zeroPage } from "../support/damage.ts";
import { readFeed } from "../support/feed-reader.ts";
import { startMonitor, yagura } from "../support/monitor.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";

const settings = `
sources:
  margin-alerts: { schedule: "* * * * * *" }
rules: rules
state: state.db
email: { smtp: "file:outbox", recipients: { desk: [desk@example.com] } }
feed: { port: 0 }
log: { level: error }
`;
const rules = `
rules:
  - name: any
    on: margin.alert.*
    title: "{{ event.subject }}"
`;

/** The database was written by this test, as if by a real service. */
const played = ["--simulated"];

const note = (seq: number) => `entry-${seq};`.repeat(20);

/** A stopped monitor with 200 entries and a source of 300 items. */
function stopped() {
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/rules.yaml"), rules);
  writeFileSync(join(folder, "monitor.yaml"), settings);
  const path = join(folder, "state.db");
  const store = openStore(path, { now: () => noon });
  const entries = Array.from({ length: 200 }, (_, at) =>
    entry(at + 1, { data: { now: { code: "9901", message: note(at + 1) } } }),
  );
  store.commit(batch({ entries }));
  const put = Array.from({ length: 300 }, (_, at) => ({
    scope: "",
    key: `k${at}`,
    body: { code: `c${at}` },
  }));
  store.commit(batch({ source: sourceWrite({ cursor: 1, put }) }));
  store.close();
  return { folder, path, config: join(folder, "monitor.yaml") };
}

test("damaged entries are a gap on the feed, exactly; a damaged source says so; both are told once", async () => {
  const { path, config } = stopped();
  changeText(path, note(1));
  changeText(path, note(77));
  zeroPage(path, pagesOf(path, "items")[1] ?? 0);
  const monitor = await startMonitor(config, {}, played);
  const feed = readFeed(monitor.ready.feed);
  const damaged = () => feed.events.filter(({ event }) => event.type === "store.damaged");
  await until("news of the three", () => damaged().length >= 3);
  expect(damaged().map(({ event }) => event.data.now)).toMatchObject([
    { what: "items", source: "margin-alerts" },
    { what: "log", first: 1, last: 1 },
    { what: "log", first: 77, last: 77 },
  ]);
  const gaps = feed.frames.filter(({ type }) => type === "subscribed");
  expect(gaps).toMatchObject([
    { since: 1, recovered: false, gap: { from: 1, to: 1 } },
    { since: 77, recovered: false, gap: { from: 77, to: 77 } },
  ]);
  const baselined = () => feed.events.filter(({ event }) => event.type === "source.baselined");
  await until("the new baseline", () => baselined().length > 0);
  expect(baselined()[0]?.event.data.now).toMatchObject({ source: "margin-alerts", reason: "damaged" });
  const old = feed.events.filter(({ seq }) => seq <= 200).map(({ seq }) => seq);
  expect(old).toEqual(
    Array.from({ length: 200 }, (_, at) => at + 1).filter((seq) => seq !== 1 && seq !== 77),
  );
  expect(await monitor.stop("SIGTERM")).toBe(0);

  const again = await startMonitor(config, {}, played);
  const second = readFeed(again.ready.feed);
  const loaded = () => second.events.filter(({ event }) => event.type.startsWith("margin.alert")).length;
  await until("the log once more", () => loaded() >= 198);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(second.events.filter(({ event }) => event.type === "store.damaged")).toHaveLength(3);
  await again.stop("SIGTERM");
});

test("yagura verify: 0 whole, 1 damaged with what and what follows, 2 no such file; beside a running monitor too", async () => {
  const { folder, path, config } = stopped();
  const whole = await call(["verify", "--config", config]);
  const content = "200 entries, 300 items, 0 open alerts, 0 waiting messages";
  expect([whole.code, whole.stdout]).toEqual([0, `${path}: whole, ${content}\n`]);
  const monitor = await startMonitor(config, {}, played);
  expect((await call(["verify", "--config", config, "--json"])).code).toBe(0);
  await monitor.stop("SIGTERM");
  const copy = join(folder, "copy.db");
  cpSync(path, copy);
  changeText(copy, note(77));
  const damaged = await call(["verify", copy]);
  expect([damaged.code, damaged.stdout.split("\n").slice(0, 2)]).toEqual([
    1,
    [`${copy}: damaged: entry 77 of the log`, "    lost: these entries"],
  ]);
  expect(damaged.stdout).toContain("`yagura restore FILE` puts a backup in its place");
  const asJson = await call(["verify", copy, "--json"]);
  expect(JSON.parse(asJson.stdout)).toMatchObject({
    ok: false,
    damaged: [{ part: "log", from: 77, to: 77 }],
  });
  writeFileSync(copy, "no database");
  const unreadable = await call(["verify", copy]);
  expect(unreadable.code).toBe(1);
  expect(unreadable.stdout).toContain("not a database file (SQLITE_NOTADB): it cannot be opened");
  const refused = await call(["verify", join(folder, "none.db")]);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    `yagura: ${join(folder, "none.db")}: no database there yet\n`,
  ]);
});

test("yagura verify tells what rules remember and what does not fit the rules, and that the end of the log is lost", async () => {
  const { folder, path, config } = stopped();
  const store = openStore(path, { now: () => noon });
  const meaning = { meaning: "other", key: "k", body: { seen: [1] } };
  store.commit(
    batch({
      memories: [
        { rule: "any", ...meaning },
        { rule: "none", ...meaning },
      ],
    }),
  );
  store.close();
  const asked = await call(["verify", "--config", config]);
  expect(asked.code).toBe(0);
  expect(asked.stdout).toContain("is forgotten when they are loaded: any, none (not there any more)");
  const before = join(folder, "before.db");
  cpSync(path, before);
  const again = openStore(path, { now: () => noon });
  again.commit(batch({ entries: [entry(201)] }));
  again.close();
  cpSync(before, path);
  const behind = await call(["verify", "--config", config, "--json"]);
  expect(behind.code).toBe(1);
  expect(JSON.parse(behind.stdout)).toMatchObject({
    ok: false,
    damaged: [],
    putBack: { reason: "older", head: 200, told: 201 },
  });
});

test("a file that cannot be opened ends a start with one line and status 2", async () => {
  const { path, config } = stopped();
  zeroPage(path, 1);
  const ran = await yagura(["run", "--config", config]);
  expect(ran.code).toBe(2);
  expect(ran.stderr).toBe(`yagura: ${path}: not a database file (SQLITE_NOTADB)\n`);
});
