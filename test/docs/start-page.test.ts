/** docs/start.md and the options of `yagura init` in step. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createProgram } from "../../src/commands/index.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/start.md"), "utf8");

test("the page has every option of init, and no other", () => {
  const init = createProgram().commands.find((command) => command.name() === "init");
  const options = (init?.options ?? []).map(({ long }) => long);
  const told = [...page.matchAll(/^\| (`--.*?) \|/gm)].flatMap(
    ([, cell = ""]) => cell.match(/--[a-z-]+/g) ?? [],
  );
  expect(options.length).toBeGreaterThan(20);
  expect(told.sort()).toEqual([...options].sort());
});
