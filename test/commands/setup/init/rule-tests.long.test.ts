/** The rules that a setup writes come with their tests: these pass whatever was chosen, and say nothing of the choice. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { test as testRules } from "../../../../src/commands/rules/test/test.ts";
import { init } from "../../../../src/commands/setup/init/init.ts";
import type { InitOptions } from "../../../../src/commands/setup/init/question.ts";
import { isLong } from "../../../support/runs.ts";
import { tmpFolder } from "../../../support/tmp-folder.ts";

/** Without a person, and without a service asked. */
const silent = { yes: true, try: false, expect: false, start: false, chatSetting: [] } as const;
const chats = {
  slack: ["url=https://chat.desk.co.jp/services/T0/B0/s3cret"],
  line: ["token=s3cret-token-of-a-channel", "to=U4af4980629d3c1a4d3f6a3ba1b9f0d0e"],
};

/** Sets up a folder. */
async function setUp(options: Partial<InitOptions>, folder = tmpFolder()): Promise<string> {
  await said(() => init(folder, { ...silent, ...options }));
  return folder;
}

/** What the command finds out. */
async function testsIn(folder: string, files: string[] = []) {
  const text = await said(() =>
    testRules(files, { config: join(folder, "config/monitor.yaml"), json: true }),
  );
  const { exitCode } = process;
  process.exitCode = undefined;
  const { ok, tests } = JSON.parse(text) as {
    ok: boolean;
    tests: { ok: boolean; name: string; failure?: string[] }[];
  };
  const failed = tests.filter((one) => !one.ok).flatMap(({ name, failure = [] }) => [name, ...failure]);
  return { ok, exitCode, failed };
}

async function said(work: () => Promise<unknown>): Promise<string> {
  const texts: string[] = [];
  const keep = (text: unknown) => texts.push(String(text)) > 0;
  const spies = [vi.spyOn(process.stdout, "write"), vi.spyOn(process.stderr, "write")];
  for (const spy of spies) spy.mockImplementation(keep);
  try {
    await work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return texts.join("");
}

const ownRules = `rules:
  - { name: own-mailed, on: short.report.opened, title: "mailed", notify: [email:desk] }
  - { name: own-quiet, on: short.report.increased, title: "on the feed alone" }
`;

const ownTests = `tests:
  - name: the desk and the chat
    rules: [own-mailed, own-quiet]
    steps:
      - at: "2026-11-20T10:00:00+09:00"
        events: [{ type: short.report.opened, now: { code: "7203" } }, { type: short.report.increased, now: { code: "7203" } }]
        expect: { exactly: true, alerts: [{ rule: own-mailed }, { rule: own-quiet }], mails: [{ to: me@desk.co.jp }, { to: chat, text: { contains: mailed } }] }
`;

const passed = { ok: true, exitCode: undefined, failed: [] };

describe("the tests of the rules pass", () => {
  test("with a chat, which gets what a rule of one's own mails, and nothing else", async () => {
    const chat = { chat: "slack", chatSetting: chats.slack };
    const folder = await setUp({ stocks: "7203", mail: "me@desk.co.jp", ...chat });
    // Once is enough in the quick runs, below with the choices that differ most from what ships.
    if (isLong) expect(await testsIn(folder)).toMatchObject(passed);
    writeFileSync(join(folder, "rules/own.yaml"), ownRules);
    const own = join(folder, "rules/tests/own.yaml");
    writeFileSync(own, ownTests);
    expect(await testsIn(folder, [own])).toMatchObject(passed);
  });

  test("with other stocks, on a small plan, in Japanese, in hours of the night, without a service", async () => {
    const when = { hours: "23:00-23:30", tradingDays: true } as const;
    const services = { market: "https://market.desk.co.jp/v2", plan: "light", forum: "none" } as const;
    const folder = await setUp({
      ...{ ...when, ...services, statistics: "none", stocks: "130A", language: "ja" },
      ...{ mail: "me@desk.co.jp", chat: "line", chatSetting: chats.line },
    });
    expect(await testsIn(folder)).toMatchObject(passed);
    expect(readFileSync(join(folder, "config/watchlist.csv"), "utf8")).toContain("130A");
  });
});
