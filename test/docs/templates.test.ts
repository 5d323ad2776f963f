/** docs/templates.md: its table is that of the definitions, and what it shows is what templates take. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { compileTemplate, templateFiles } from "../../src/outputs/email/read-templates.ts";
import { fullSample, templateKinds, variableWords } from "../../src/outputs/letter/templates/variables.ts";
import { home } from "./written-files.ts";

const page = join(home, "docs/templates.md");
const text = readFileSync(page, "utf8");

it("has a row for each name that a mail has, and for no other", async () => {
  const rows = Object.entries(variableWords).map(([name, words]) => {
    const names = name.split(", ").map((one) => `\`${one}\``);
    return `| ${names.join(", ")} | ${words} |`;
  });
  const table = ["| name | what it holds |", "|---|---|", ...rows].join("\n");
  const written = text.replace(
    /<!-- generated: variables -->\n.*?<!-- end -->/s,
    () => `<!-- generated: variables -->\n${table}\n<!-- end -->`,
  );
  const named = Object.keys(variableWords).flatMap((name) =>
    name.split(", ").map((one) => one.split(/[.[]/)[0]),
  );
  expect([...new Set(named)].sort()).toEqual(Object.keys(fullSample("alert")).sort());
  await expect(written, "run `npm run docs`").toMatchFileSnapshot(page);
});

it("names every file, and shows a template that every kind of mail takes", () => {
  expect(templateFiles.filter((file) => !text.includes(`\`${file}\``))).toEqual([]);
  const [, shown = ""] = /```liquid\n(.*?)```/s.exec(text) ?? [];
  for (const kind of templateKinds) expect(compileTemplate(shown, kind, "html")).toMatchObject({ ok: true });
});

it("says rightly what is refused", () => {
  for (const refused of ["<p title={{ title }}>", '<a href="{{ body }}">'])
    expect([text.includes(refused), compileTemplate(refused, "alert", "html").ok]).toEqual([true, false]);
});
