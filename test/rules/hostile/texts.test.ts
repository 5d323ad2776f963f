import { describe, expect, it } from "vitest";
import { fold } from "../../../src/lib/text/fold.ts";
import type { ExampleEvent } from "../../../src/rules/schema/example-schema.ts";
import { cpuMs, mostMs } from "../../support/cpu-time.ts";
import { entry, rulesOf, ruleWith } from "../support.ts";
import { longTexts } from "./subject.ts";

const texts = Object.entries(longTexts);

const posted = (body: string): ExampleEvent => ({
  type: "forum.comment.posted",
  now: { code: "7203", part: 1, body, name: body, title: body, author: body, yes: 0, no: 0 },
});

describe("a text that a stranger made to be slow", () => {
  it.each(texts)(`is folded within ${mostMs} ms: %s`, (_, text) => {
    expect(cpuMs(() => fold(text.slice(0, 20_000)), mostMs)).toBeLessThan(mostMs);
  });

  it("keeps the thirty marks that a letter may have", () => {
    expect(fold(`か${"\u3099".repeat(1)}`)).toBe("が");
    expect([...fold(`e${"\u0323\u0301".repeat(40)}`)].length).toBeLessThanOrEqual(31);
  });

  it.each(texts)(
    "is put into an alert within the time, however often its template names it: %s",
    (_, text) => {
      const holes = "{{ now.body }} {{ now.title }} {{ now.name }}".repeat(30);
      const rules = ruleWith("forum.comment.posted", [
        `title: "${holes}"`,
        `body: "${holes}"`,
        "by: [now.body, now.name]",
      ]);
      const event = entry(posted(text));
      expect(cpuMs(() => rules.match(event), mostMs)).toBeLessThan(mostMs);
      const [firing] = rules.match(event);
      expect(firing?.title.length).toBeLessThanOrEqual(200);
      expect(firing?.body.length).toBeLessThanOrEqual(10_000);
      expect(firing?.key.length).toBeLessThanOrEqual(300);
    },
  );

  it("cannot come from lists either", () => {
    const reasons = Array.from({ length: 1_000 }, () => longTexts.japanese);
    const rules = ruleWith("margin.alert.added", [`title: "{{ now.reasons }} {{ now.reasons.map(r, r) }}"`]);
    const event = entry({
      type: "margin.alert.added",
      now: { code: "7203", publishedOn: "2026-01-05", reasons },
    });
    expect(cpuMs(() => rules.match(event), mostMs)).toBeLessThan(mostMs);
  });

  it("is given one share of time for all values of its texts, of which the key has the first", () => {
    const words = JSON.stringify(Array.from({ length: 1_000 }, (_, at) => `語${at}`));
    const dear = "{{ lists.words.filter(w, now.body.contains(w)) }}";
    const rules = rulesOf(
      `lists: { words: ${words} }\nrules:\n  - { name: a, on: forum.comment.posted, title: "${dear.repeat(6)}", body: "{{ now.code.trim() }}", by: now.code }\n`,
    );
    const event = entry(posted(longTexts.japanese.slice(0, 10_000)));
    expect(cpuMs(() => rules.match(event), mostMs)).toBeLessThan(mostMs);
    expect(rules.match(event)).toMatchObject([{ key: "7203", body: "–" }]);
    expect(rules.overruns?.get("a")).toBeGreaterThan(0);
    expect(rules.match(entry(posted("short")))).toMatchObject([{ body: "7203" }]);
  });

  it("is refused as a template with more values than a person writes", () => {
    expect(() => ruleWith("forum.comment.posted", [`title: "${"{{ now.body }}".repeat(200)}"`])).toThrow(
      "at most 100 {{ }}",
    );
  });
});
