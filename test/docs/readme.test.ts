import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtInTypes } from "../../src/files/event-types.ts";
import { loadRules } from "../../src/rules/files/load-rules.ts";
import { entry, mailsTo } from "../rules/support.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const root = join(import.meta.dirname, "../..");
const readme = readFileSync(join(root, "README.md"), "utf8");

test("README's rule works as it stands, in a file of its own beside the rules that ship", async () => {
  const blocks = [...readme.matchAll(/```yaml\n(.*?)```/gs)].map(([, block]) => block ?? "");
  expect(blocks).toHaveLength(1);
  const folder = tmpFolder();
  cpSync(join(root, "rules"), folder, { recursive: true });
  writeFileSync(join(folder, "mine.yaml"), blocks[0] ?? "");
  const loaded = await loadRules(folder, { notify: mailsTo("desk"), types: builtInTypes });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  expect(loaded.warnings).toEqual([]);
  const large = { code: "7203", name: "Example Motor", seller: "Example Capital", ratio: 1.2 };
  const fired = (ratio: number) =>
    loaded.rules
      .match(entry({ type: "short.report.opened", now: { ...large, ratio } }))
      .filter(({ rule }) => rule === "large-new-short");
  expect(fired(1.2)).toMatchObject([
    { title: "Example Capital is short 1.2 % of Example Motor (7203)", notify: ["email:desk"] },
  ]);
  expect(fired(0.9)).toEqual([]);
});
