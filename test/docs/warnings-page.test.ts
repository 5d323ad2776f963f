/** docs/operating.md, "What a warning means": that it has a row for whatever the log of a monitor warns of. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { home } from "./written-files.ts";

const [, section = ""] =
  /## What a warning means\n(.*?)\n## /s.exec(readFileSync(join(home, "docs/operating.md"), "utf8")) ?? [];
const rows = [...section.matchAll(/^\| (`+)(.+?)\1 \|/gm)].map(([, , message = ""]) => message);

const sources = readdirSync(join(home, "src"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => readFileSync(join(home, "src", path), "utf8"));

/** The fixed beginnings of messages: what a line of the log says, what begins a failure that repeats, what refuses files. */
const told = sources.flatMap((text) =>
  [
    /\blog\.(?:warn|error)\(\s*(?:\{[^"`]*?\}|error),\s*(["`])((?:(?!\1|\$\{).)+)/g,
    /level: "(?:warn|error)",\s*begins: (["`])((?:(?!\1).)+)/g,
    /\blogRefusal\(\s*log,\s*(["`])((?:(?!\1).)+)/g,
  ].flatMap((form) => [...text.matchAll(form)].map(([, , message = ""]) => message)),
);

it("has a row for each message at the levels warn and error", () => {
  expect(told.length).toBeGreaterThan(20);
  const lacking = told.filter((message) => !rows.some((row) => message.startsWith(row)));
  expect(lacking).toEqual([]);
});

it("has no row for what nothing says", () => {
  const isSaid = (row: string) => sources.some((text) => text.includes(row));
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter((row) => !isSaid(row))).toEqual([]);
});
