import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtInTypes } from "../../../../src/files/event-types.ts";
import { loadRules } from "../../../../src/rules/files/load-rules.ts";
import { benchWords } from "../../../../src/web/views/bench/words.ts";
import { mailsTo } from "../../../rules/support.ts";
import { tmpFolder } from "../../../support/tmp-folder.ts";

test.each(["en", "ja"] as const)("the rule to begin with is a rule, in the words of %s", async (language) => {
  const folder = tmpFolder();
  const text = benchWords[language].firstText.trimEnd().replaceAll("\n", "\n    ");
  writeFileSync(join(folder, "mine.yaml"), `rules:\n  - ${text}\n`);
  const loaded = await loadRules(folder, { notify: mailsTo("desk"), types: builtInTypes });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  expect(loaded.warnings).toEqual([]);
  expect(/\p{Script=Hiragana}/u.test(text)).toBe(language === "ja");
});
