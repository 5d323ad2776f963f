import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Part, patternsOf } from "../needs.ts";

const files = readdirSync("test", { recursive: true, encoding: "utf8" }).map((path) => join("test", path));

const part: Record<Part, (path: string) => boolean> = {
  system: (path) => path.endsWith(".system.test.ts"),
  long: (path) => path.endsWith(".long.test.ts") || /^test\/(faults|year)\/.*\.test\.ts$/.test(path),
};

/** `**` stands for folders, `*` for letters of a name, as in vitest's own patterns. */
function matcherOf(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*\*\/|\*/g, (stars) => (stars === "*" ? "[^/]*" : "(?:[^/]+/)*"));
  return new RegExp(`^${source}$`);
}

describe.each(["system", "long"] as const)("what the part %s needs of the machine", (name) => {
  test.each(patternsOf(name))("%s is a file of that part", (pattern) => {
    const found = files.filter((path) => matcherOf(pattern).test(path));
    expect(found).not.toEqual([]);
    expect(found.filter((path) => !part[name](path))).toEqual([]);
  });
});
