/** The rules that a setup writes come with their tests: these pass whatever was chosen, and say nothing of the choice. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { init } from "../../../src/commands/init/init.ts";
import type { InitOptions } from "../../../src/commands/init/session.ts";
import { test as testRules } from "../../../src/commands/test/test.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";

/** Without a person, and without a service asked. */
const silent = { yes: true, try: false, expect: false, start: false, chatSetting: [] } as const;
const chats = {
  slack: ["url=https://chat.desk.co.jp/services/T0/B0/s3cret"],
  line: ["token=s3cret-token-of-a-channel", "to=U4af4980629d3c1a4d3f6a3ba1b9f0d0e"],
};

/** What the command prints of its tests. */
async function resultsIn(options: Partial<InitOptions>) {
  const folder = tmpFolder();
  const said: string[] = [];
  const keep = (text: unknown) => said.push(String(text)) > 0;
  const spies = [vi.spyOn(process.stdout, "write"), vi.spyOn(process.stderr, "write")];
  for (const spy of spies) spy.mockImplementation(keep);
  onTestFinished(() => spies.forEach((spy) => void spy.mockRestore()));
  await init(folder, { ...silent, ...options });
  said.length = 0;
  await testRules([], { config: join(folder, "config/monitor.yaml"), json: true });
  const exitCode = process.exitCode;
  process.exitCode = undefined;
  const { ok, tests } = JSON.parse(said.join("")) as { ok: boolean; tests: { ok: boolean; name: string }[] };
  return { folder, ok, exitCode, failed: tests.filter((one) => !one.ok).map(({ name }) => name) };
}

const passed = { ok: true, exitCode: undefined, failed: [] };

describe("the tests of the rules pass", () => {
  test("with a chat", async () => {
    const chat = { chat: "slack", chatSetting: chats.slack };
    expect(await resultsIn({ stocks: "7203", mail: "me@desk.co.jp", ...chat })).toMatchObject(passed);
  });

  test("with other stocks, on a small plan, in Japanese, in hours of the night, without a service", async () => {
    const when = { hours: "23:00-23:30", tradingDays: true } as const;
    const services = { market: "https://market.desk.co.jp/v2", plan: "light", forum: "none" } as const;
    const { folder, ...result } = await resultsIn({
      ...{ ...when, ...services, statistics: "none", stocks: "130A", language: "ja" },
      ...{ mail: "me@desk.co.jp", chat: "line", chatSetting: chats.line },
    });
    expect(result).toMatchObject(passed);
    expect(readFileSync(join(folder, "config/watchlist.csv"), "utf8")).toContain("130A");
  });
});
