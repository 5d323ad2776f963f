import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { yagura } from "../support/monitor.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const root = join(import.meta.dirname, "../..");

/** The config that ships in a folder of its own, with one rule: all of them would only make each start longer. */
function shipped(): { folder: string; config: string } {
  const folder = tmpFolder();
  cpSync(join(root, "config"), join(folder, "config"), { recursive: true });
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/kept.yaml"), "rules: [{ name: kept, on: source.failed, title: x }]\n");
  return { folder, config: join(folder, "config/monitor.yaml") };
}

const run = (config: string, env: Record<string, string> = {}) =>
  yagura(["run", "--config", config], { YAGURA_PORT: "0", ...env });

describe("exit status 2 and one clear line", () => {
  test("for a port in use", async () => {
    const { config } = shipped();
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    onTestFinished(() => void taken.close());
    const { port } = taken.address() as AddressInfo;
    const { code, stdout, stderr } = await run(config, { YAGURA_PORT: String(port) });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(lines(stderr)).toEqual([
      expect.stringMatching(new RegExp(`^yagura: 127.0.0.1:${port} is in use`)),
    ]);
  });

  test("for a gateway without a cluster to follow", async () => {
    const { code, stdout, stderr } = await yagura(["gateway", "--config", shipped().config]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(lines(stderr)).toEqual([expect.stringMatching(/^yagura: a gateway follows a cluster/)]);
  });

  test("for a folder that cannot be written", async () => {
    const { folder, config } = shipped();
    writeFileSync(join(folder, "data"), "a file where a folder should be");
    const { code, stderr } = await run(config);
    expect(code).toBe(2);
    expect(lines(stderr)).toEqual([expect.stringContaining("yagura.db")]);
  });

  test("for a mail folder that cannot be written", async () => {
    const { folder, config } = shipped();
    mkdirSync(join(folder, "data"));
    writeFileSync(join(folder, "data/outbox"), "");
    const { code, stderr } = await run(config);
    expect(code).toBe(2);
    expect(lines(stderr)).toEqual([expect.stringMatching(/^yagura: email: .*outbox/)]);
  });

  test("for a database of a newer version", async () => {
    const { folder, config } = shipped();
    mkdirSync(join(folder, "data"));
    const db = new Sqlite(join(folder, "data/yagura.db"));
    db.pragma("user_version = 999");
    db.close();
    const { code, stderr } = await run(config);
    expect(code).toBe(2);
    expect(lines(stderr)).toEqual([expect.stringContaining("newer version of Yagura")]);
  });

  test("for a config file that is not there", async () => {
    const { code, stderr } = await run(join(tmpFolder(), "none.yaml"));
    expect(code).toBe(2);
    expect(stderr).toContain("there is no such file");
  });

  test("for an unknown option, command or port", async () => {
    for (const args of [["run", "--what"], ["walk"], ["simulate", "--port", "x"]]) {
      expect((await yagura(args)).code).toBe(2);
    }
  });
});

describe("every mistake is listed by file, line and column", () => {
  function broken(): string {
    const { folder, config } = shipped();
    const text = readFileSync(config, "utf8");
    writeFileSync(
      config,
      text.replace("codes: { watchlist: mine }", "codes: [7203]").replace("retention", "retenton"),
    );
    writeFileSync(
      join(folder, "rules/mine.yaml"),
      "rules:\n  - name: mine\n    on: short.report.open\n    title: x\n",
    );
    return config;
  }

  test("by run and check alike, with status 2", async () => {
    const config = broken();
    const [ran, checked] = [await run(config), await yagura(["check", "--config", config])];
    expect([ran.code, checked.code]).toEqual([2, 2]);
    for (const line of lines(checked.stderr)) expect(ran.stderr).toContain(line);
    const [first, source, caret, hint, second] = lines(checked.stderr);
    expect([first, second]).toEqual([
      expect.stringMatching(/monitor\.yaml:\d+:\d+: this must be text$/),
      expect.stringMatching(/monitor\.yaml:\d+:\d+: unknown key `retenton`$/),
    ]);
    expect(source?.slice(caret?.indexOf("^"))).toMatch(/^7203]/);
    expect(hint).toBe('put it in quotes: "7203"');
    expect(checked.stderr).toMatch(/mine\.yaml:3:9: there is no event type `short\.report\.open`\n/);
  });

  test("by check --json, rules too", async () => {
    const { folder, config } = shipped();
    writeFileSync(
      join(folder, "rules/mine.yaml"),
      "rules:\n  - name: mine\n    on: short.report.open\n    title: x\n",
    );
    const { code, stdout } = await yagura(["check", "--config", config, "--json"]);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      problems: [
        {
          file: expect.stringMatching(/rules\/mine\.yaml$/),
          line: 3,
          column: 9,
          message: expect.stringContaining("short.report.open"),
          suggestion: expect.stringContaining("short.report.opened"),
          source: "    on: short.report.open",
        },
      ],
    });
  });

  test("by check with warnings, which stop nothing", async () => {
    const { folder, config } = shipped();
    const rule = "on: source.failed\n    title: x\n    when: has(event.type)";
    writeFileSync(join(folder, "rules/mine.yaml"), `rules:\n  - name: mine\n    ${rule}\n`);
    const { code, stdout } = await yagura(["check", "--config", config, "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      problems: [{ line: 5, column: 11, severity: "warning", source: "    when: has(event.type)" }],
    });
  });
});

function lines(text: string): string[] {
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("{"));
}
