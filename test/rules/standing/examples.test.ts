import { describe, expect, it } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { notifySchemes } from "../../../src/outputs/index.ts";
import { runExamples } from "../../../src/rules/check/examples.ts";
import { compileRuleTexts } from "../../../src/rules/files/compile-files.ts";
import { rulesOf } from "../support.ts";

const head = `standing:
  totalShort: { of: short-sale-reports, sum: now.ratio, by: now.code }
rules:
  - name: heavy
    on: short.report.*
    when: latest.marginAlerts[now.code].shortRatio > 2
    crosses: { of: standing.totalShort, above: 5 }
    title: "{{ standing.totalShort }}"
    examples:
`;

describe("an example", () => {
  it("gives what stands with its events, and what it leaves out stays", () => {
    const event = (more: string) => `{ type: short.report.opened, now: { code: "7203" }${more} }`;
    const listed = (ratio: number) => `, latest: { marginAlerts: { "7203": { shortRatio: ${ratio} } } }`;
    const rules = rulesOf(`${head}
      - fires: ${event(`, standing: { totalShort: 5.2 }${listed(3)}`)}
      - silent: ${event(`, standing: { totalShort: 5.2 }${listed(1)}`)}
      - silent: ${event(`, standing: { totalShort: 5.2 }`)}
      - silent: ${event(listed(3))}
      - fires: [${event(`, standing: { totalShort: 4 }${listed(3)}`)}, ${event(", standing: { totalShort: 6 }")}]
`);
    expect(runExamples(rules).map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
  });

  it("names the values and fields that there are", () => {
    const example = (given: string) => {
      const text = `${head}      - silent: { type: short.report.opened, now: { code: "7203" }, ${given} }\n`;
      const loaded = compileRuleTexts([{ file: "test.yaml", text }], {
        ...{ notify: notifySchemes(), types: builtInTypes, hash: "test" },
      });
      return loaded.ok ? [] : loaded.problems.map(({ line, message }) => `${line} ${message}`);
    };
    expect(example("standing: { total: 1 }")).toEqual(["10 the file defines no standing value `total`"]);
    expect(example("latest: { margin: {} }")).toEqual(["10 `latest` has no `margin`"]);
    expect(example('latest: { marginAlerts: { "7203": { ratio: 1 } } }')).toEqual([
      "10 items of `margin-alerts` have no field `ratio`",
    ]);
  });

  it("gives who is largest, and who was before: by default whom the event before gave", () => {
    const text = (examples: string) => `standing:
  first: { of: short-sale-reports, largest: now.ratio, by: now.code }
rules:
  - name: overtaken
    on: short.report.*
    when: standing.first.now.seller != standing.first.was.seller && standing.first.now.ratio > 1
    title: "{{ standing.first.now.seller }}"
    examples:
${examples}
`;
    const event = (first: string) =>
      `{ type: short.report.opened, now: { code: "7203" }, standing: { first: ${first} } }`;
    const [a, b] = ["{ now: { seller: A, ratio: 2 } }", "{ now: { seller: B, ratio: 3 } }"];
    const rules = rulesOf(
      text(`
      - fires: ${event("{ now: { seller: A, ratio: 2 }, was: { seller: B } }")}
      - silent: ${event("{ now: { seller: A, ratio: 2 }, was: { seller: A } }")}
      - silent: ${event(a)}
      - fires: [${event(a)}, ${event(b)}]
      - silent: [${event(a)}, ${event(a)}]
      - silent: [${event(a)}, ${event("{ was: { seller: A } }")}]`),
    );
    expect(runExamples(rules).map(({ ok }) => ok)).toEqual([true, true, true, true, true, true]);
    const said = (first: string) => {
      const loaded = compileRuleTexts([{ file: "test.yaml", text: text(`      - fires: ${event(first)}`) }], {
        ...{ notify: notifySchemes(), types: builtInTypes, hash: "test" },
      });
      return loaded.ok ? [] : loaded.problems.map(({ message }) => message);
    };
    expect(said("{ now: { sellr: A } }")).toEqual(["items of `short-sale-reports` have no field `sellr`"]);
    expect(said("3")).toEqual(["`standing.first` is an item"]);
  });
});
