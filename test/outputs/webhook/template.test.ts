/** Templates of bodies: what is refused at the load, and what strangers' text can do in them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createLog } from "../../../src/lib/log.ts";
import {
  bareSample,
  fullSample,
  templateKinds,
  withTexts,
} from "../../../src/outputs/letter/templates/variables.ts";
import { jsonTemplateOf } from "../../../src/outputs/webhook/formats/json.ts";
import { webhook } from "../../../src/outputs/webhook/member.ts";
import { compileJsonTemplate, runTargetTemplates } from "../../../src/outputs/webhook/target-templates.ts";
import { fc } from "../../support/fast-check.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import { secret } from "./house.ts";

const rows = `{% for row in changes.rows %}{ "k": "{{ row.label }}", "v": "{{ row.now }}" }{% unless forloop.last %},{% endunless %}{% endfor %}`;
const good = `{ "text": "{{ title }}: {{ body }}", "rows": [${rows}], "level": "{{ severity }}" }`;

function mistakes(text: string): string[] {
  const compiled = compileJsonTemplate(text);
  if (compiled.ok) return [];
  return compiled.mistakes.map(({ line, column, message, suggestion = "" }) =>
    [`${line}:${column}`, message, suggestion].join(" | "),
  );
}

function rendering(text: string) {
  const compiled = compileJsonTemplate(text);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.mistakes));
  return compiled.render;
}

describe("a template of a body", () => {
  it("gives JSON for every kind of message, full and empty", () => {
    const render = rendering(good);
    for (const sample of [...templateKinds.map(fullSample), bareSample()])
      expect(JSON.parse(render(sample))).toMatchObject({ level: sample.severity });
    expect(JSON.parse(render(fullSample("alert"))).rows).toEqual([{ k: "Short position", v: "1.12 %" }]);
  });

  it.each([
    ['{ "text": {{ title }} }', "1:1 | what it makes is no JSON | values stand in quotes"],
    ['{ "text": "{{ title }}", }', "1:1 | what it makes is no JSON"],
    ['{ "{{ title }}": 1 }', "1:1 | what strangers write would be more than text"],
    ['{ "text": "{{ titel }}" }', "1:15 | messages have no `titel` | did you mean `title`?"],
    ['{ "text":\n "{{ title | shout }}" }', "2:3 | templates have no filter `shout`"],
    ['{% include "/etc/passwd" %}', "templates have no tag `include`"],
    ["", "what it makes is no JSON"],
  ])("is refused as %j, at its place", (text, words) => {
    expect(mistakes(text).join("\n")).toContain(words);
  });

  it("keeps whatever strangers write within its texts", () => {
    const render = rendering(good);
    const full = fullSample("alert");
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: 40 }), (text) => {
        const { text: shown, rows: cells, ...rest } = JSON.parse(render(withTexts(full, text)));
        expect(shown).toBe(`${text}: ${text}`);
        expect(cells).toEqual([{ k: text, v: text }]);
        expect(Object.keys(rest)).toEqual(["level"]);
      }),
    );
  });
});

function settingsWith(template: string) {
  const bot = { format: "json", url: "https://bots.desk.co.jp/x", secret, template };
  const folder = tmpFolder();
  const settings = webhook.resolve(webhook.schema.parse({ targets: { bot } }), {
    file: folder,
    data: folder,
  });
  return { folder, settings };
}

describe("a target with a template", () => {
  it("has it from a file beside the settings, and mistakes of that file are told", async () => {
    const { folder, settings } = settingsWith("bot.json");
    expect(settings.targets.bot?.template).toBe(join(folder, "bot.json"));
    expect(await webhook.fileMistakes(settings)).toMatchObject([
      { line: 1, column: 1, file: expect.stringContaining("bot.json") },
    ]);
    writeFileSync(join(folder, "bot.json"), '{ "text": "{{ titel }}" }');
    expect(await webhook.fileMistakes(settings)).toMatchObject([
      { line: 1, column: 15, suggestion: "did you mean `title`?" },
    ]);
    await runTargetTemplates(settings, createLog("silent"));
    expect(jsonTemplateOf(settings.targets.bot ?? {})).toBeUndefined();
    writeFileSync(join(folder, "bot.json"), good);
    expect(await webhook.fileMistakes(settings)).toEqual([]);
    await runTargetTemplates(settings, createLog("silent"));
    expect(jsonTemplateOf(settings.targets.bot ?? {})?.(bareSample())).toContain('"level": "warning"');
  });
});
