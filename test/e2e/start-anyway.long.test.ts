/** A start with files that do not open: the last good ones run, and everybody hears of it. */
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { readFeed } from "../support/feed-reader.ts";
import { opened } from "../support/mail-server.ts";
import { startMonitor, yagura } from "../support/monitor.ts";
import { isLong } from "../support/runs.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";
import { change, firstWorlds } from "./scene.ts";
import { baselined, recipients, type Stage, setStage } from "./stage.ts";

const root = join(import.meta.dirname, "../..");

/** A monitor that ran with good files, its own health among the rules, and was stopped. */
async function stopped(): Promise<Stage> {
  const stage = await setStage("documented");
  cpSync(join(root, "rules/monitor.yaml"), join(stage.folder, "rules/monitor.yaml"));
  const monitor = await stage.start();
  await baselined(stage);
  await monitor.stop("SIGKILL");
  return stage;
}

/** Runs each case on the files and the database that are there now, with the services as they are and a new reader. */
async function eachFrom(stage: Stage, cases: readonly (readonly [name: string, run: Case])[]): Promise<void> {
  const good = join(tmpFolder(), "good");
  cpSync(stage.folder, good, { recursive: true });
  for (const [name, run] of cases) {
    for (const file of readdirSync(stage.folder)) rmSync(join(stage.folder, file), { recursive: true });
    cpSync(good, stage.folder, { recursive: true });
    const first = firstWorlds();
    Object.assign(stage.worlds.market, first.market);
    Object.assign(stage.worlds.forum, first.forum);
    Object.assign(stage.worlds.statistics, first.statistics);
    stage.mails.received.length = 0;
    await run({ ...stage, feed: readFeed(stage.feedUrl) }).catch((error: unknown) => {
      throw new Error(`where ${name}`, { cause: error });
    });
  }
}

type Case = (stage: Stage) => Promise<void>;

const told = ({ feed }: Stage, type: string) => feed.events.filter(({ event }) => event.type === type);

/** The last good rules fire, and log, feed and mail say what was refused. */
async function runsLoudly(stage: Stage, place: string): Promise<void> {
  const monitor = await stage.start();
  const [rejected] = await until("the news", () => {
    const found = told(stage, "rules.rejected");
    return found.length > 0 && found;
  });
  const { problems, message } = rejected?.event.data.now ?? {};
  const places = (problems as { file: string; line: number; column: number }[]).map(
    ({ file, line, column }) => `${file}:${line}:${column}`,
  );
  expect(places).toContain(place);
  expect(message).toMatch(/^The monitor started with the last good (settings|rules)/);
  const lines = () => monitor.log().split("\n");
  const warned = lines().filter(
    (line) => line.includes('"level":"warn"') && line.includes(place.replace(/^\./, "")),
  );
  expect(warned).not.toEqual([]);
  await until("a mail to each", () => stage.mails.received.length >= recipients.length);
  const [mail] = await Promise.all(stage.mails.received.map(opened));
  expect(mail?.text).toContain(`${place}: `);
  expect(mail?.text).toContain("last good");
  change(stage.worlds);
  await until("alerts of the last good rules", () =>
    told(stage, "alert.fired").some(({ event }) => String(event.data.now.title).startsWith("速報 ")),
  );
  expect(await monitor.stop("SIGTERM")).toBe(0);
}

/** In the build's run one of the rules and one of the settings; all of them with LONG=1. */
const inShort = ["the folder of rules is empty", "the settings have a mistake"];

const harmed: Readonly<Record<string, Case>> = {
  async "a rule file has a mistake, the one with the rule that mails it included"(stage) {
    for (const file of ["all.yaml", "monitor.yaml"])
      writeFileSync(join(stage.folder, "rules", file), "rules:\n  - nam: x\n");
    await runsLoudly(stage, "monitor.yaml:2:5");
  },
  async "the folder of rules is empty"(stage) {
    rmSync(join(stage.folder, "rules"), { recursive: true });
    mkdirSync(join(stage.folder, "rules"));
    await runsLoudly(stage, ".:1:1");
  },
  async "the folder of rules is away"(stage) {
    renameSync(join(stage.folder, "rules"), join(stage.folder, "elsewhere"));
    await runsLoudly(stage, ".:1:1");
  },
  async "the settings have a mistake"(stage) {
    const text = readFileSync(stage.config, "utf8");
    writeFileSync(stage.config, text.replace("email:", "emial:"));
    await runsLoudly(stage, `${basename(stage.folder)}/monitor.yaml:14:1`);
  },
  async "the settings are no YAML"(stage) {
    writeFileSync(stage.config, `${readFileSync(stage.config, "utf8")}feed: [\n`);
    await runsLoudly(stage, `${basename(stage.folder)}/monitor.yaml:19:1`);
  },
  async "a rule names a recipient that the settings do not have any more"(stage) {
    const text = readFileSync(stage.config, "utf8");
    writeFileSync(stage.config, text.replace("desk:", "team:"));
    await runsLoudly(stage, "rules/all.yaml:9:14");
  },
};

test("a start runs the last good files, loudly", async () => {
  const cases = Object.entries(harmed).filter(([name]) => isLong || inShort.includes(name));
  expect(cases).toHaveLength(isLong ? Object.keys(harmed).length : inShort.length);
  await eachFrom(await stopped(), cases);
});

describe("settings at the default places", () => {
  async function ranOnce() {
    const folder = tmpFolder();
    mkdirSync(join(folder, "rules"));
    writeFileSync(join(folder, "rules/a.yaml"), "rules: [{ name: kept, on: source.failed, title: x }]\n");
    const config = join(folder, "monitor.yaml");
    writeFileSync(
      config,
      `feed: { port: 0, tokens: ['\${SECRET}'] }\nsources: { margin-alerts: { schedule: '* * * * * *' } }\n`,
    );
    const env = { SECRET: "canary-of-the-environment" };
    const first = await startMonitor(config, env);
    await until("what is kept", () => kept(folder) !== undefined);
    expect(await first.stop("SIGTERM")).toBe(0);
    return { folder, config, env };
  }
  const kept = (folder: string): string | undefined => {
    const db = new Sqlite(join(folder, "data/yagura.db"), { readonly: true });
    const found = db.prepare("SELECT value FROM meta WHERE key = 'kept.settings'").pluck().get();
    db.close();
    return found as string | undefined;
  };

  const harms: Readonly<Record<string, (config: string) => void>> = {
    emptied: (config) => writeFileSync(config, ""),
    deleted: (config) => rmSync(config),
    "half written": (config) => writeFileSync(config, "feed: { port: 0, tok"),
    "a folder": (config) => {
      rmSync(config);
      mkdirSync(config);
    },
  };

  test("run as they were however the file is harmed, nowhere else, without a secret of the environment kept", async () => {
    const { folder, config, env } = await ranOnce();
    const good = readFileSync(config);
    expect(kept(folder)).toContain("{SECRET}");
    expect(readFileSync(join(folder, "data/yagura.db"), "latin1")).not.toContain(env.SECRET);
    // The whole list with LONG=1.
    for (const [name, harm] of Object.entries(harms).slice(isLong ? 0 : -1)) {
      harm(config);
      const again = await startMonitor(config, env);
      expect([name, again.log()]).toEqual([name, expect.stringContaining("the last good settings")]);
      expect([name, await again.stop("SIGTERM")]).toEqual([name, 0]);
      rmSync(config, { recursive: true, force: true });
      writeFileSync(config, good);
    }

    // Not from a copy of the folder, nor where a variable is gone, nor for a check: status 2 with every mistake.
    writeFileSync(config, "feed: { prot: 0 }\n");
    const copy = join(tmpFolder(), "copy");
    cpSync(folder, copy, { recursive: true });
    const elsewhere = await yagura(["run", "--config", join(copy, "monitor.yaml")], env);
    expect([elsewhere.code, elsewhere.stderr]).toEqual([2, expect.stringContaining("unknown key `prot`")]);
    const without = await yagura(["run", "--config", config]);
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining("unknown key `prot`")]);
    expect((await yagura(["check", "--config", config], env)).code).toBe(2);
  });
});
