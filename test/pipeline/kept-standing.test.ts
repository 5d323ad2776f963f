import { describe, expect, it } from "vitest";
import { standingAnswers } from "../../src/files/active-standing.ts";
import { type EventType, type Fields, numbered } from "../../src/model/event.ts";
import type { Standing } from "../../src/model/standing.ts";
import { keepStanding } from "../../src/pipeline/standing/keep-standing.ts";
import { rulesOf } from "../rules/support.ts";

const source = "short-sale-reports";
const answers = standingAnswers({ recordSources: [] });
const rules = rulesOf(`standing:
  total: { of: short-sale-reports, sum: now.ratio, by: now.code }
rules:
  - { name: shown, on: "short.report.*", when: standing.total > 5, title: shown }
`);

/** What is kept up for some standing, which may become more. */
function keptFor(...all: (Standing | undefined)[]) {
  const there = () => all.filter((one) => one !== undefined);
  const store = { state: () => ({ cursor: {}, item: () => undefined }), heldState: () => ({ cursor: {} }) };
  return { all, ...keepStanding({ answers, all: there, now: () => there()[0], store }) };
}

const position = (code: string) => ({
  ...{ code, seller: "Alpha", ratio: 1, shares: 1 },
  ...{ calculatedOn: "2026-01-05", disclosedOn: "2026-01-06" },
});
const told = (source: string, type: EventType, code: string, now: Fields) =>
  numbered(
    { type, source: `/sources/${source}`, subject: code, data: { now } },
    { epoch: "e", seq: 1, time: "2026-01-06T09:00:00.000Z" },
  );
const report = (code: string) => told(source, "short.report.opened", code, position(code));
const stands = (standing: Standing | undefined, code: string) =>
  standing?.datesOf(source, answers(source)?.keyOf(position(code)) ?? "") !== undefined;

describe("what is kept up with the log", () => {
  it.each(["keep", "takeBack"] as const)("is for all that is there at each commit (%s)", (end) => {
    const [early, late] = [rules.standing?.create(), rules.standing?.create()];
    const kept = keptFor(early);
    kept.apply(report("7203"));
    kept[end]();
    kept.all.push(late);
    kept.apply(report("6758"));
    expect([stands(early, "7203"), stands(late, "7203")]).toEqual([end === "keep", false]);
    expect([stands(early, "6758"), stands(late, "6758")]).toEqual([true, true]);
  });

  it("is of each source whose events come in one commit", () => {
    const standing = rules.standing?.create();
    const kept = keptFor(standing);
    kept.apply(report("7203"));
    kept.apply(told("margin-alerts", "margin.alert.added", "7203", { code: "7203" }));
    kept.apply(report("6758"));
    expect(["7203", "6758"].map((code) => stands(standing, code))).toEqual([true, true]);
    kept.takeBack();
    expect(["7203", "6758"].map((code) => stands(standing, code))).toEqual([false, false]);
  });
});
