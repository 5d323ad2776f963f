/** `yagura history` through the program as it ships. */
import { expect, test } from "vitest";
import { past, setHistory } from "../commands/services/history/house.ts";
import { yagura } from "../support/monitor.ts";

const scene = () => setHistory((history) => history.add(past));

test("without a word more it says what is there, --config and --json wherever they stand", async () => {
  const { config, file } = scene();
  const { code, stdout } = await yagura(["history", "--config", config]);
  expect([code, stdout.split("\n")[0]?.startsWith(`${file}, `)]).toEqual([0, true]);
  const told = await yagura(["history", "list", "--json", "--config", config]);
  expect(JSON.parse(told.stdout).sets).toHaveLength(4);
  expect(await yagura(["history", "--config", config, "--json", "list"])).toEqual(told);
});

test("it shows a stock's past, and ends with 1 where it has none", async () => {
  const { config } = scene();
  const shown = await yagura(["history", "show", "9902", "--config", config]);
  expect([shown.code, shown.stderr]).toEqual([0, ""]);
  expect(JSON.parse(shown.stdout)).toEqual(past[3]);
  const text = await yagura(["history", "show", "9901", "--format", "text", "--config", config]);
  expect(text.stdout.split("\n")).toHaveLength(4);
  expect(text.stderr).toBe("SIMULATED: forum\n");
  const none = await yagura(["history", "show", "9903", "--config", config]);
  expect(none).toEqual({
    code: 1,
    stdout: "",
    stderr: "the history has nothing about 9903: did you mean `9901`?\n",
  });
});

test("a wrong call ends with 2 and says what is wrong", async () => {
  const { config } = scene();
  const format = await yagura(["history", "show", "9901", "--format", "xml", "--config", config]);
  expect(format).toMatchObject({ code: 2, stderr: expect.stringContaining('text, ndjson, csv, not "xml"') });
  const before = await yagura(["history", "forget", "--config", config]);
  expect(before).toMatchObject({ code: 2, stderr: expect.stringContaining("--before <day>") });
  const none = setHistory(undefined);
  const missing = await yagura(["history", "--config", none.config]);
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("no history there yet") });
});

test("it forgets days and says how many records went", async () => {
  const { config } = scene();
  const call = ["history", "forget", "--before", "2026-02-01", "--config", config];
  const { code, stdout } = await yagura(call);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^3 records before 2026-02-01 forgotten; [\d.]+ kB before, [\d.]+ kB now\n$/);
});
