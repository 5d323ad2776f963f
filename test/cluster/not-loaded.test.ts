/** Who has no cluster loads nothing of its engine: of the built program, only its thread and what asks for it have it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const dist = join(import.meta.dirname, "../../dist");
/** A word of the engine's protocol. */
const mark = "Nats-Expected-Last-Sequence";
/** Its thread, and what is loaded where the settings have a cluster. */
const owners = /^(append-thread|(connect-engine|roles)-\w+)\.js$/;

test("a file that has the engine, or imports one that has it at its start, is the engine's own", () => {
  const files = new Map(
    readdirSync(dist)
      .filter((name) => name.endsWith(".js"))
      .map((name) => [name, readFileSync(join(dist, name), "utf8")]),
  );
  const having = new Set([...files].filter(([, text]) => text.includes(mark)).map(([name]) => name));
  expect(having.size).toBeGreaterThan(0);
  for (let size = 0; size < having.size; ) {
    size = having.size;
    for (const [name, text] of files) {
      const imported = [...text.matchAll(/(?:from|\bimport)\s*"\.\/([\w.-]+)"/g)].map(([, to = ""]) => to);
      if (imported.some((to) => having.has(to))) having.add(name);
    }
  }
  const strays = [...having].filter((name) => !owners.test(name) && !name.startsWith("chunk-"));
  expect(strays).toEqual([]);
});
