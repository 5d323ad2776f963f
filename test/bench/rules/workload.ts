/** Rules of two equalities and a threshold, and events of which a known share fires one of them. */
import type { EventDraft } from "../../../src/model/event.ts";
import type { RuleText } from "../../../src/rules/files/read-rule-files.ts";
import type { ShortPosition } from "../../../src/sources/short-sale-reports/events.ts";

export interface RuleFacts {
  readonly name: string;
  readonly code: string;
  readonly seller: string;
  readonly ratio: number;
}

const codes = Array.from({ length: 4_000 }, (_, at) => String(1300 + at));
const sellers = Array.from({ length: 40 }, (_, at) => `Example Capital ${at + 1}`);

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** Different pairs of code and seller, each with a threshold between 0.5 and 3.4. */
export function ruleFacts(count: number): RuleFacts[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `rule-${index}`,
    code: at(codes, index * 7),
    seller: at(sellers, index * 3 + Math.floor(index / codes.length)),
    ratio: 0.5 + (index % 30) / 10,
  }));
}

function condition({ code, seller, ratio }: RuleFacts): string {
  return `now.code == "${code}" && now.seller == "${seller}" && now.ratio >= ${ratio.toFixed(1)}`;
}

const title = "{{ now.seller }} is short {{ now.ratio }} % of {{ now.code }}";

/** Files of a thousand rules each, since a file has a limit. Rule files take JSON too. */
export function ruleFiles(rules: readonly RuleFacts[], more: readonly string[] = []): RuleText[] {
  const on = "short.report.opened";
  const written = [
    ...rules.map((rule) => ({ name: rule.name, on, when: condition(rule), title })),
    ...more.map((when, index) => ({ name: `more-${index}`, on, when, title })),
  ];
  return Array.from({ length: Math.ceil(written.length / 1_000) }, (_, file) => ({
    file: `bench-${file}.yaml`,
    text: JSON.stringify({ rules: written.slice(file * 1_000, (file + 1) * 1_000) }),
  }));
}

/**
 * One event in `firesEvery` passes the threshold of one of the first ten rules; a third of the others stay below that
 * of some rule, and the rest are about pairs that no rule names.
 */
export function drafts(rules: readonly RuleFacts[], count: number, firesEvery: number): EventDraft[] {
  return Array.from({ length: count }, (_, index) => {
    const fires = index % firesEvery === 0;
    const known = fires ? at(rules.slice(0, 10), index / firesEvery) : at(rules, index * 37);
    if (fires) return draft({ ...known, ratio: known.ratio + 0.1 });
    if (index % 3 === 0) return draft({ ...known, ratio: known.ratio - 0.1 });
    return draft({ ...known, seller: `Unwatched ${index % 50}` });
  });
}

function draft({ code, seller, ratio }: Omit<RuleFacts, "name">): EventDraft {
  const now: ShortPosition = {
    code,
    name: "架空商事",
    seller,
    ratio: Math.round(ratio * 10) / 10,
    shares: 3_640_000,
    calculatedOn: "2026-01-05",
    disclosedOn: "2026-01-06",
  };
  return {
    type: "short.report.opened",
    source: "/sources/short-sale-reports",
    subject: code,
    published: now.disclosedOn,
    occurred: now.calculatedOn,
    data: { now },
  };
}
