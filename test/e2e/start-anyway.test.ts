/** A start with files that do not open: the last good ones run, and everybody hears of it. */
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { opened } from "../support/mail-server.ts";
import { startMonitor, yagura } from "../support/monitor.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";
import { change } from "./scene.ts";
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

describe("a start runs the last good files, loudly,", () => {
  test("where a rule file has a mistake, the one with the rule that mails it included", async () => {
    const stage = await stopped();
    for (const file of ["all.yaml", "monitor.yaml"])
      writeFileSync(join(stage.folder, "rules", file), "rules:\n  - nam: x\n");
    await runsLoudly(stage, "monitor.yaml:2:5");
  });

  test("where the folder of rules is empty", async () => {
    const stage = await stopped();
    rmSync(join(stage.folder, "rules"), { recursive: true });
    mkdirSync(join(stage.folder, "rules"));
    await runsLoudly(stage, ".:1:1");
  });

  test("where the folder of rules is away", async () => {
    const stage = await stopped();
    renameSync(join(stage.folder, "rules"), join(stage.folder, "elsewhere"));
    await runsLoudly(stage, ".:1:1");
  });

  test("where the settings have a mistake", async () => {
    const stage = await stopped();
    const text = readFileSync(stage.config, "utf8");
    writeFileSync(stage.config, text.replace("email:", "emial:"));
    await runsLoudly(stage, `${basename(stage.folder)}/monitor.yaml:14:1`);
  });

  test("where the settings are no YAML", async () => {
    const stage = await stopped();
    writeFileSync(stage.config, `${readFileSync(stage.config, "utf8")}feed: [\n`);
    await runsLoudly(stage, `${basename(stage.folder)}/monitor.yaml:19:1`);
  });

  test("where a rule names a recipient that the settings do not have any more", async () => {
    const stage = await stopped();
    const text = readFileSync(stage.config, "utf8");
    writeFileSync(stage.config, text.replace("desk:", "team:"));
    await runsLoudly(stage, "rules/all.yaml:9:14");
  });
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

  test.each([
    ["emptied", (config: string) => writeFileSync(config, "")],
    ["deleted", (config: string) => rmSync(config)],
    ["half written", (config: string) => writeFileSync(config, "feed: { port: 0, tok")],
    [
      "a folder",
      (config: string) => {
        rmSync(config);
        mkdirSync(config);
      },
    ],
  ])("run as they were where the file is %s, without a secret of the environment kept", async (_, harm) => {
    const { folder, config, env } = await ranOnce();
    expect(kept(folder)).toContain("{SECRET}");
    expect(readFileSync(join(folder, "data/yagura.db"), "latin1")).not.toContain(env.SECRET);
    harm(config);
    const again = await startMonitor(config, env);
    expect(again.log()).toContain("the last good settings");
    expect(await again.stop("SIGTERM")).toBe(0);
  });

  test("do not run from a copy of the folder, nor where a variable is gone: status 2 with every mistake", async () => {
    const { folder, config, env } = await ranOnce();
    writeFileSync(config, "feed: { prot: 0 }\n");
    const copy = join(tmpFolder(), "copy");
    cpSync(folder, copy, { recursive: true });
    const elsewhere = await yagura(["run", "--config", join(copy, "monitor.yaml")], env);
    expect([elsewhere.code, elsewhere.stderr]).toEqual([2, expect.stringContaining("unknown key `prot`")]);
    const without = await yagura(["run", "--config", config]);
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining("unknown key `prot`")]);
  });

  test("are checked as they are", async () => {
    const { config, env } = await ranOnce();
    writeFileSync(config, "feed: { prot: 0 }\n");
    expect((await yagura(["check", "--config", config], env)).code).toBe(2);
  });
});
