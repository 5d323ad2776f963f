import { describe, expect, it } from "vitest";
import { junit } from "../../../../src/commands/rules/test/test-results.ts";
import { play } from "./support.ts";

interface Element {
  readonly name: string;
  readonly attributes: Record<string, string>;
  text: string;
}

const sign = "&(?:amp|lt|gt|quot|#[0-9]+);";
const tag = new RegExp(`<(/?)([a-z]+)((?: [a-z]+="(?:[^"<&\\n]|${sign})*")*)(/?)>`, "y");
const text = new RegExp(`(?:[^<&]|${sign})+`, "y");

const signs: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#10": "\n" };
const plain = (written: string) => written.replace(/&(.*?);/g, (_, name: string) => signs[name] ?? name);

/** Every element, in order; throws where the text is no well-formed XML. */
function elementsOf(xml: string): Element[] {
  const elements: Element[] = [];
  const open: Element[] = [];
  const head = '<?xml version="1.0" encoding="UTF-8"?>';
  if (!xml.startsWith(head)) throw new Error("no declaration");
  for (let at = head.length; at < xml.length; ) {
    text.lastIndex = tag.lastIndex = at;
    const said = text.exec(xml);
    const found = said ?? tag.exec(xml);
    if (found === null) throw new Error(`no XML: ${xml.slice(at, at + 40)}`);
    at += found[0].length;
    const last = open.at(-1);
    if (said !== null) {
      if (last !== undefined) last.text += plain(said[0]);
      continue;
    }
    const [, closes, name = "", written = "", isEmpty] = found;
    if (closes && open.pop()?.name !== name) throw new Error(`</${name}> closes nothing`);
    if (closes) continue;
    const pairs = [...written.matchAll(/ ([a-z]+)="(.*?)"/g)];
    const attributes = Object.fromEntries(pairs.map(([, key = "", value = ""]) => [key, plain(value)]));
    const element = { name, attributes, text: "" };
    elements.push(element);
    if (!isEmpty) open.push(element);
  }
  if (open.length > 0) throw new Error(`<${open.at(-1)?.name}> is open`);
  return elements;
}

const rules = `
rules:
  - name: any
    on: short.report.opened
    when: now.ratio > 1
    title: x
    examples:
      - silent: { type: short.report.opened, now: { code: "1", seller: A, ratio: 1.2 } }
`;

const tests = `
tests:
  - { name: "<passes> & \\"well\\"", steps: [{ at: "2026-11-20T10:00:00+09:00" }] }
  - name: "fails \\u0007 \\ud800 here"
    steps:
      - at: "2026-11-20T10:00:00+09:00"
        events: [{ type: short.report.opened, now: { code: "1", seller: "]]> <b>&amp;", ratio: 1.2 } }]
        expect: { events: [] }
`;

describe("the results as JUnit's XML", () => {
  it("have a suite a file, with its counts", async () => {
    const { results } = await play(rules, tests);
    const xml = junit(results);
    const suites = elementsOf(xml).filter(({ name }) => name !== "testcase" && name !== "failure");
    expect(suites.map(({ name, attributes: { time: _, ...rest } }) => [name, rest])).toEqual([
      ["testsuites", { name: "yagura", tests: "3", failures: "2", errors: "0" }],
      ["testsuite", { name: "test.yaml", tests: "1", failures: "1", errors: "0" }],
      ["testsuite", { name: "some-test.yaml", tests: "2", failures: "1", errors: "0" }],
    ]);
  });

  it("say why a test failed, and hold whatever a name or a value is", async () => {
    const { results } = await play(rules, tests);
    const xml = junit(results);
    expect(xml).not.toMatch(/\p{Cs}/u);
    expect(xml.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
    const elements = elementsOf(xml);
    expect(
      elements.filter(({ name }) => name === "testcase").map(({ attributes }) => attributes.name),
    ).toEqual(["any stays silent for its example", '<passes> & "well"', "fails ? ? here"]);
    const [example, test] = elements.filter(({ name }) => name === "failure");
    expect(example?.text).toBe("test.yaml:8:9: the rule fires for this");
    expect(test?.attributes.message).toBe("some-test.yaml:8:19: events: this came and was not expected");
    expect(test?.text).toContain('seller: "]]> <b>&amp;"');
  });

  it("give each example of a rule a name of its own, by which build servers know it", async () => {
    const example = 'fires: { type: short.report.opened, now: { code: "1", seller: A, ratio: 1.2 } }';
    const { results } = await play(`${rules}      - ${example}\n      - ${example}\n`, tests);
    const names = results.filter(({ kind }) => kind === "example").map(({ name }) => name);
    expect(names).toEqual([
      "any stays silent for its example",
      "any fires for its example",
      "any fires for its example 2",
    ]);
  });
});
