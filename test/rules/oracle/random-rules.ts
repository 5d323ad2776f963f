/** Random rules about short-sale reports, as a test can understand them and as a file says them. */
import { fc } from "../../support/fast-check.ts";
import { type Bounds, type MeasureName, measureNames } from "./measures.ts";

export type Window =
  | { readonly kind: "sliding"; readonly minutes: number }
  | { readonly kind: "tumbling"; readonly minutes: number }
  | { readonly kind: "session"; readonly minutes: number };

export type Condition =
  | {
      readonly kind: "measured";
      readonly measure: MeasureName;
      readonly window: Window;
      /** Number that is taken off a ratio before it is measured, so that some values are negative. */
      readonly less: number;
      /** As its file says them, such as `at_least: 2`. */
      readonly bounds: Bounds;
    }
  | { readonly kind: "crosses"; readonly above: number; readonly reset: number }
  | {
      readonly kind: "moves";
      readonly by: number;
      readonly percent: number | undefined;
      readonly since: number | undefined;
    }
  | { readonly kind: "unseen"; readonly within: number }
  | { readonly kind: "sequence"; readonly within: number };

export interface Rule {
  /** Conditions of different names. */
  readonly conditions: readonly Condition[];
  readonly bySeller: boolean;
  /** The least ratio that counts. */
  readonly when: number | undefined;
  /** Minutes. */
  readonly for: number | undefined;
  readonly absent: number | undefined;
  readonly cooldown: number | undefined;
  /** A ratio under this ends an alert. */
  readonly until: number | undefined;
  readonly flapping: { readonly times: number; readonly minutes: number } | undefined;
}

const minutes = fc.integer({ min: 2, max: 90 });
const ratio = fc.integer({ min: 1, max: 8 }).map((halves) => halves / 2);
const window = fc.oneof(
  fc.record({ kind: fc.constantFrom("sliding" as const, "session" as const), minutes }),
  fc.record({ kind: fc.constant("tumbling" as const), minutes: fc.constantFrom(5, 15, 30, 90) }),
);

const condition: fc.Arbitrary<Condition> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("measured" as const),
      measure: fc.constantFrom(...measureNames),
      window,
      less: fc.constantFrom(0, 2),
      bounds: fc.oneof(
        { weight: 3, arbitrary: ratio.map((least) => ({ at_least: least })) },
        fc
          .constantFrom("at_most" as const, "below" as const)
          .chain((name) => ratio.map((most) => ({ [name]: most }))),
        fc.tuple(ratio, ratio).map(([above, more]) => ({ above, at_most: above + 0.5 + more })),
      ),
    }),
  },
  ratio.map((above) => ({ kind: "crosses" as const, above, reset: above / 2 })),
  fc.record({
    kind: fc.constant("moves" as const),
    by: ratio,
    percent: fc.option(fc.constantFrom(50, 100), { nil: undefined }),
    since: fc.option(minutes, { nil: undefined }),
  }),
  fc.record({ kind: fc.constant("unseen" as const), within: minutes }),
  fc.record({ kind: fc.constant("sequence" as const), within: minutes }),
);

/** Left out two times of three, so that rules have a few of what there is and not all. */
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

export const randomRule: fc.Arbitrary<Rule> = fc
  .record({
    conditions: fc.uniqueArray(condition, { maxLength: 2, selector: nameOf }),
    bySeller: fc.boolean(),
    when: sometimes(fc.constantFrom(1, 2)),
    for: sometimes(fc.constantFrom(15, 40)),
    absent: sometimes(fc.constantFrom(30, 60)),
    cooldown: sometimes(fc.constantFrom(30, 90)),
    until: sometimes(fc.constantFrom(1, 2)),
    flapping: sometimes(fc.record({ times: fc.integer({ min: 2, max: 3 }), minutes })),
  })
  .map(allowed);

const wavering: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    kind: fc.constant("measured" as const),
    measure: fc.constantFrom("sum" as const, "average" as const, "percentile" as const),
    window: fc.record({ kind: fc.constant("sliding" as const), minutes: fc.integer({ min: 20, max: 60 }) }),
    less: fc.constant(2),
    bounds: fc.constantFrom({ at_least: 0.5 }, { at_least: 1 }, { at_most: 0.5 }),
  }),
  fc.record({
    kind: fc.constant("moves" as const),
    by: fc.constantFrom(1, 2),
    percent: fc.constant(undefined),
    since: fc.integer({ min: 10, max: 40 }),
  }),
);

/** Rules of what may cease and hold again as time goes by. */
export const waveringRule: fc.Arbitrary<Rule> = fc.record({
  conditions: fc.uniqueArray(wavering, { minLength: 1, maxLength: 2, selector: nameOf }),
  bySeller: fc.constant(false),
  when: fc.constant(undefined),
  for: sometimes(fc.constantFrom(15, 40)),
  absent: fc.constant(undefined),
  cooldown: fc.constant(undefined),
  until: fc.constant(undefined),
  flapping: fc.constant(undefined),
});

/** Leaves out what the check of rules refuses: a condition that holds for a moment cannot last. */
function allowed(rule: Rule): Rule {
  const isMomentary = rule.conditions.some(
    (one) => one.kind === "unseen" || one.kind === "sequence" || (one.kind === "moves" && !one.since),
  );
  return { ...rule, for: isMomentary || rule.absent !== undefined ? undefined : rule.for };
}

function nameOf(one: Condition): string {
  return one.kind === "measured" ? one.measure : one.kind;
}

export function yamlOf(rules: readonly Rule[]): string {
  const written = rules.map(
    (rule, index) => `
  - name: rule-${index}
    on: short.report.*
    title: "{{ now.code }} {{ now.ratio }}"
    by: ${rule.bySeller ? "[now.code, now.seller]" : "now.code"}
${linesOf(rule)
  .map((line) => `    ${line}\n`)
  .join("")}`,
  );
  return `rules:${written.join("")}`;
}

function linesOf(rule: Rule): string[] {
  const { when, absent, cooldown, until, flapping } = rule;
  return [
    ...rule.conditions.map(lineOf),
    ...(when === undefined ? [] : [`when: now.ratio >= ${when}`]),
    ...(rule.for === undefined ? [] : [`for: ${rule.for}m`]),
    ...(absent === undefined ? [] : [`absent: { for: ${absent}m }`]),
    ...(cooldown === undefined ? [] : [`cooldown: ${cooldown}m`]),
    ...(until === undefined ? [] : [`until: now.ratio < ${until}`]),
    ...(flapping ? [`flapping: { times: ${flapping.times}, within: ${flapping.minutes}m }`] : []),
  ];
}

function lineOf(one: Condition): string {
  switch (one.kind) {
    case "measured": {
      const ratio = one.less === 0 ? "now.ratio" : `now.ratio - ${one.less}`;
      const of = { count: "", distinct: "of: now.seller, ", percentile: `of: ${ratio}, rank: 50, ` };
      const value = one.measure in of ? of[one.measure as keyof typeof of] : `of: ${ratio}, `;
      const { kind, minutes: length } = one.window;
      const within = kind === "sliding" ? `${length}m` : `{ ${kind}: ${length}m }`;
      const bounds = Object.entries(one.bounds).map(([name, bound]) => `${name}: ${bound}`);
      return `${one.measure}: { ${value}within: ${within}, ${bounds.join(", ")} }`;
    }
    case "crosses":
      return `crosses: { of: now.ratio, above: ${one.above}, reset: ${one.reset} }`;
    case "moves":
      return `moves: { of: now.ratio, by: ${one.by}${percentOf(one)}${one.since === undefined ? "" : `, since: ${one.since}m`} }`;
    case "unseen":
      return `unseen: { of: now.seller, within: ${one.within}m }`;
    case "sequence":
      return `sequence: { steps: [{ on: short.report.opened }, { on: short.report.increased }], without: { on: short.report.closed }, within: ${one.within}m }`;
  }
}

function percentOf({ percent }: { readonly percent: number | undefined }): string {
  return percent === undefined ? "" : `, percent: ${percent}`;
}
