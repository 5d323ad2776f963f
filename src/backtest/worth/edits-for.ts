/** Edits that may make a noisy rule better, the one that takes most away first; a backtest says which of them hold. */
import { dayMs, hourMs } from "../../lib/clock.ts";
import { withValue } from "../../lib/yaml/edit-yaml.ts";
import { parseYaml } from "../../lib/yaml/parse-yaml.ts";
import type { Fields } from "../../model/event.ts";
import type { Worded } from "../../model/language.ts";
import type { ProposalKind } from "../../model/page/worth.ts";
import type { CountedAlert } from "./count-worth.ts";
import { proposalReasons } from "./proposal-reasons.ts";

export interface RuleEdit {
  readonly kind: Exclude<ProposalKind, "keep">;
  readonly reason: Worded;
  /** Text of the rule with the edit; absent: a route of the settings does it. */
  readonly text?: string;
}

/** What is known of a rule that people find noisy. */
export interface NoisyRule {
  /** All alerts, the oldest first. */
  readonly alerts: readonly CountedAlert[];
  readonly useful: number;
  readonly notUseful: number;
  readonly repeats: { readonly rule: string } | undefined;
  /** The rule's own text, as its file has it. */
  readonly text: string;
  readonly severity: string;
  /** The item of the event that an alert is about; undefined where the log does not keep it. */
  itemOf(alert: CountedAlert): Fields | undefined;
}

const fewestNotUseful = 5;

/** Whether a rule is noisy: some answers say so, and more than say the opposite. */
export function isNoisy({ useful, notUseful }: { useful: number; notUseful: number }): boolean {
  return notUseful >= fewestNotUseful && notUseful > useful;
}

export function editsFor(rule: NoisyRule): RuleEdit[] {
  const { alerts, text, repeats } = rule;
  if (!alerts.some(({ worth }) => worth === "useful")) {
    const reason = proposalReasons.retire(inSpan(alerts).length, rule.notUseful, repeats?.rule);
    return [{ kind: "retire", reason, text: withValue(text, ["enabled"], false, "name") }];
  }
  return [...raised(rule), ...gathered(rule), ...digested(rule)];
}

function inSpan(alerts: readonly CountedAlert[]): CountedAlert[] {
  return alerts.filter((alert) => alert.isInSpan);
}

// A bound: a number that a field of the event is compared with, written out or a parameter.

const comparison = /\bnow\.([A-Za-z]\w*)\s*(>=|<=|>|<)\s*(-?\d+(?:\.\d+)?|params\.(\w+))(?![\w.(])/g;

/** Share of the way from the bound to the nearest useful value that it is moved: the next useful one may be nearer. */
const way = 0.9;

/** The one bound that leaves out most of what was not useful. */
function raised(rule: NoisyRule): RuleEdit[] {
  const { when, params } = (parseYaml(rule.text, "").value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof when !== "string") return [];
  const all = [...when.matchAll(comparison)].flatMap((found) => {
    const [whole, field = "", sign = "", written = "", param] = found;
    const own = param === undefined ? undefined : Object(params)[param];
    const isLong = own !== null && typeof own === "object";
    const from = param === undefined ? Number(written) : Number(isLong ? own.value : (own ?? Number.NaN));
    const bound = movedBound(rule, field, sign.startsWith(">"), from);
    if (bound === undefined || bound.out === 0) return [];
    const reason = proposalReasons.raise(rule.notUseful, bound.out, field, sign.startsWith(">"), bound.to);
    if (param !== undefined) {
      const path = ["params", param, ...(isLong ? ["value"] : [])];
      return [{ out: bound.out, reason, text: withValue(rule.text, path, bound.to) }];
    }
    const to = (part: string) => `${part.slice(0, part.length - written.length)}${bound.to}`;
    const here = `${when.slice(0, found.index)}${to(whole)}${when.slice(found.index + whole.length)}`;
    // A rule that asks whether the bound was crossed has it a second time.
    const before = new RegExp(`\\bwas\\.${field}\\s*[<>]=?\\s*${written.replace(".", "\\.")}(?![\\w.])`, "g");
    const moved = here.replace(before, to);
    return [{ out: bound.out, reason, text: withWhen(rule.text, when, moved) }];
  });
  const [best] = all.toSorted((one, other) => other.out - one.out);
  return best === undefined ? [] : [{ kind: "raise", reason: best.reason, text: best.text }];
}

/** The text with another `when`: in the form in which it is written, where that is one line as it stands. */
function withWhen(text: string, when: string, moved: string): string {
  const edited = text.replace(when, () => moved);
  const { value } = parseYaml(edited, "");
  const isMeant = (value as { readonly when?: unknown } | null)?.when === moved;
  return isMeant ? edited : withValue(text, ["when"], moved);
}

function movedBound({ alerts, itemOf }: NoisyRule, field: string, isLeast: boolean, from: number) {
  const valuesOf = (worth: CountedAlert["worth"]) =>
    alerts.filter((alert) => alert.worth === worth).map((alert) => itemOf(alert)?.[field]);
  const useful = valuesOf("useful");
  if (!useful.every((value) => typeof value === "number")) return undefined;
  const turn = isLeast ? 1 : -1;
  // Of an upper bound everything is looked at with its sign turned.
  const nearest = Math.min(...useful.map((value) => value * turn));
  const to = roundBelow(from * turn + way * (nearest - from * turn)) * turn;
  if (to * turn <= from * turn) return undefined;
  const out = valuesOf("not-useful").filter((value) => typeof value === "number" && value * turn < to * turn);
  return { to, out: out.length };
}

const digits = 2;

/** A number of two digits that is not above another one. */
function roundBelow(value: number): number {
  if (value === 0) return 0;
  const step = 10 ** (Math.floor(Math.log10(Math.abs(value))) - digits + 1);
  return Number((Math.floor(value / step + 1e-9) * step).toPrecision(digits + 1));
}

// Many about one subject.

const gathers = [
  { gather: "1h", ms: hourMs },
  { gather: "1d", ms: dayMs },
] as const;
const leastShare = 1 / 4;

function gathered(rule: NoisyRule): RuleEdit[] {
  if (/^gather:/m.test(rule.text)) return [];
  const all = inSpan(rule.alerts);
  const found = gathers.map(({ gather, ms }) => {
    const last = new Map<string, number>();
    const close = all.filter(({ subject, at }) => {
      const isClose = at - (last.get(subject) ?? Number.NEGATIVE_INFINITY) <= ms;
      last.set(subject, at);
      return isClose;
    });
    return { gather, close: close.length };
  });
  const enough = found.find(({ close }) => close >= leastShare * all.length);
  if (enough === undefined) return [];
  const reason = proposalReasons.gather(all.length, enough.close, enough.gather);
  return [{ kind: "gather", reason, text: withValue(rule.text, ["gather"], enough.gather) }];
}

/** What is critical is never put off. */
function digested({ severity, useful, notUseful }: NoisyRule): RuleEdit[] {
  if (severity !== "info" && severity !== "warning") return [];
  return [{ kind: "digest", reason: proposalReasons.digest(useful + notUseful, notUseful) }];
}
