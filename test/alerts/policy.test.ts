import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { createPolicy } from "../../src/alerts/create-policy.ts";
import { alertsSetting } from "../../src/alerts/settings.ts";
import { weekdaysOnly } from "../../src/calendar/trading-calendar.ts";
import type { Silence } from "../../src/model/silence.ts";
import { factsOf } from "./facts.ts";

const policyOf = (text: string) => createPolicy(z.parse(alertsSetting, parse(text)));
const at = (time: string) => Date.parse(`${time}:00+09:00`);
/** A Tuesday morning. */
const morning = at("2026-11-24T10:00");
const night = at("2026-11-24T23:00");
const calendar = weekdaysOnly;

const plansOf = (text: string, recipients: readonly string[] = [], moment = morning, facts = factsOf()) =>
  policyOf(text)
    .plans(facts, recipients, moment, calendar)
    .map(({ receiver, route }) => [receiver, route.name]);

describe("without settings", () => {
  const policy = createPolicy(undefined);

  it("the rule's own recipients are told at once, one by one, at any time and as often as it fires", () => {
    const [plan, ...more] = policy.plans(factsOf(), ["email:desk"], night, calendar);
    expect(more).toEqual([]);
    expect(plan).toMatchObject({
      receiver: "email:desk",
      route: { name: "", groupOf: undefined, waitMs: 0, everyMs: 0, resolved: false },
    });
    expect(plan?.route.repeat).toBeUndefined();
    expect(policy.terms("email:desk")).toEqual({
      ...{ hours: undefined, outside: "hold", cap: {}, language: "en", digest: undefined },
    });
    expect(policy.quieted(factsOf(), night, [], calendar)).toBeUndefined();
    expect(policy.brake).toBeUndefined();
    expect(policy.resolveAfter).toEqual({ ms: 86_400_000 });
  });

  it("nobody is told of an alert that names nobody", () => {
    expect(policy.plans(factsOf(), [], morning, calendar)).toEqual([]);
  });
});

describe("routes", () => {
  it("end with the first that matches", () => {
    const routes =
      "routes: [{ name: a, match: rule=margin-*, to: [x] }, { name: b, to: [y] }, { name: c, to: [z] }]";
    expect(plansOf(routes)).toEqual([["y", "b"]]);
  });

  it("go on as long as each that matches says so; one that does not match ends nothing", () => {
    const routes = `
routes:
  - { name: a, match: severity=warning, to: [x], continue: true }
  - { name: b, match: severity=critical, to: [y] }
  - { name: c, match: rule=short-*, to: [z, x] }
  - { name: d, to: [w] }`;
    expect(plansOf(routes)).toEqual([
      ["x", "a"],
      ["z", "c"],
    ]);
  });

  it("put the rule's recipients first, each once", () => {
    expect(plansOf("routes: [{ name: a, to: [x, y] }]", ["y", "r", "y"])).toEqual([
      ["y", "a"],
      ["r", ""],
      ["x", "a"],
    ]);
  });

  it("give a receiver the terms of the first one that names it, or names nobody", () => {
    const routes = `
routes:
  - { name: others, to: [x], continue: true }
  - { name: ours, groupBy: [rule], continue: true }
  - { name: late, to: [r] }`;
    expect(plansOf(routes, ["r"])).toEqual([
      ["r", "ours"],
      ["x", "others"],
    ]);
  });

  it("that name nobody tell nobody but those that the rule names", () => {
    expect(plansOf("routes: [{ match: rule=short-*, digest: [before-open] }]")).toEqual([]);
    expect(plansOf("routes: [{ match: rule=short-*, digest: [before-open] }]", ["r"])).toEqual([
      ["r", "rule=short-*"],
    ]);
  });

  it("hold at the hours at which the alert comes", () => {
    const routes = 'routes: [{ name: day, between: ["09:00", "15:30"], to: [x] }, { name: else, to: [y] }]';
    expect(plansOf(routes)).toEqual([["x", "day"]]);
    expect(plansOf(routes, [], at("2026-11-24T15:29"))).toEqual([["x", "day"]]);
    expect(plansOf(routes, [], at("2026-11-24T15:30"))).toEqual([["y", "else"]]);
  });

  it("without a name are called by what they match, each once", () => {
    const routes = `
routes:
  - { match: rule=short-*, to: [x], continue: true }
  - { match: rule=short-*, to: [y], continue: true }
  - { name: named, match: rule=*, to: [z], continue: true }
  - { to: [w] }`;
    expect(plansOf(routes)).toEqual([
      ["x", "rule=short-*"],
      ["y", "rule=short-* (2)"],
      ["z", "named"],
      ["w", "every alert"],
    ]);
  });

  it("group by the facts that they name, and say them in words of both languages", () => {
    const [plan] = policyOf(
      "routes: [{ to: [x], groupBy: [rule, source, label.desk, watchlist], every: 1h }]",
    ).plans(factsOf({ labels: { desk: "east" }, watchlists: ["core", "mine"] }), [], morning, calendar);
    const values = ["short-large", "short-sale-reports", "east", "core, mine"];
    expect(
      plan?.route.groupOf?.(factsOf({ labels: { desk: "east" }, watchlists: ["core", "mine"] })),
    ).toEqual(values);
    const words = "rule short-large, source short-sale-reports, desk east, watchlist core, mine";
    expect(plan?.route.about(values)).toBe(words);
    expect(plan?.route.about(values, "ja")).toContain("ルール short-large、");
    expect(plan?.route.about(["short-large", "", "", ""])).toBe("rule short-large");
    expect(plan?.route.everyMs).toBe(3_600_000);
  });
});

describe("a receiver's terms", () => {
  it("are its own, and the rest is as without settings", () => {
    const policy = policyOf(`
receivers:
  email:desk: { hours: { between: ["07:30", "22:00"], on: trading-days }, outside: drop, cap: { hour: 6 }, language: ja }`);
    const { hours, ...terms } = policy.terms("email:desk");
    expect(terms).toEqual({ outside: "drop", cap: { hour: 6 }, language: "ja", digest: undefined });
    expect(hours?.nextOpen(night, calendar)).toBe(at("2026-11-25T07:30"));
    expect(hours?.nextOpen(at("2026-11-27T22:00"), calendar)).toBe(at("2026-11-30T07:30"));
    expect(policy.terms("email:other")).toMatchObject({ hours: undefined, language: "en" });
  });

  it("have the language of all where they name none", () => {
    const settings = z.parse(alertsSetting, parse("receivers: { a: { language: en }, b: {} }"));
    const policy = createPolicy(settings, { languageOf: () => "ja" });
    expect(["a", "b", "c"].map((name) => policy.terms(name).language)).toEqual(["en", "ja", "ja"]);
  });
});

const silence = (id: string, match: string, until: string, more: Partial<Silence> = {}): Silence => ({
  ...{ id, match, from: at("2026-11-24T09:00"), until: at(until) },
  ...{ fate: "hold", author: "aki", because: "known" },
  ...more,
});

describe("what quiets an alert", () => {
  const windows = `
windows:
  - { name: other, match: rule=margin-*, between: ["09:00", "12:00"] }
  - { name: lunch, match: severity=warning, between: ["11:30", "12:30"], on: trading-days, fate: digest }
  - { name: noon, between: ["11:00", "13:00"], fate: drop }`;
  const quieted = (moment: string, silences: readonly Silence[] = [], facts = factsOf()) =>
    policyOf(windows).quieted(facts, at(moment), silences, calendar);

  it("is the first window that is about it at that time, up to its end", () => {
    expect(quieted("2026-11-24T10:59")).toBeUndefined();
    expect(quieted("2026-11-24T11:00")).toEqual({ by: "noon", fate: "drop", until: at("2026-11-24T13:00") });
    expect(quieted("2026-11-24T11:30")).toEqual({
      by: "lunch",
      fate: "digest",
      until: at("2026-11-24T12:30"),
    });
    expect(quieted("2026-11-24T12:30")).toMatchObject({ by: "noon" });
    expect(quieted("2026-11-28T12:00")).toMatchObject({ by: "noon" });
  });

  it("is a silence before any window, and of several the one that lasts longest", () => {
    const short = silence("a", "rule=short-*", "2026-11-24T12:00");
    const long = silence("b", "subject=7203", "2026-11-24T18:00", { fate: "drop" });
    expect(quieted("2026-11-24T11:45", [short, long])).toEqual({ by: "b", fate: "drop", until: long.until });
    expect(quieted("2026-11-24T11:45", [long, short])).toMatchObject({ by: "b" });
    expect(quieted("2026-11-24T11:45", [short])).toMatchObject({ by: "a" });
  });

  it("is no silence that is about others, has not begun, is over, or cannot be read", () => {
    for (const one of [
      silence("a", "rule=margin-*", "2026-11-24T12:00"),
      silence("b", "rule=*", "2026-11-24T12:00", { from: at("2026-11-24T10:01") }),
      silence("c", "rule=*", "2026-11-24T10:00"),
      silence("d", "of another version", "2026-11-24T12:00"),
    ])
      expect([one.id, quieted("2026-11-24T10:00", [one])]).toEqual([one.id, undefined]);
  });
});

describe("an inhibition", () => {
  const [inhibition] = policyOf(
    'inhibit: [{ source: rule=source-down, target: "rule=source-*,*-missing", equal: [source, label.desk] }]',
  ).inhibitions;
  const down = factsOf({ rule: "source-down" });
  const missing = factsOf({ rule: "report-missing" });

  it("is fed by its source and quiets its target, and an alert that is both quiets nothing of itself", () => {
    expect(inhibition?.feeds(down)).toBe(true);
    expect(inhibition?.quiets(missing)).toBe(true);
    expect(inhibition?.feeds(missing)).toBe(false);
    expect(inhibition?.quiets(down)).toBe(false);
  });

  it("compares the values that are to be equal; a label that is not there is empty", () => {
    expect(inhibition?.values(down)).toEqual(["short-sale-reports", ""]);
  });

  it("has another name with other settings", () => {
    const nameOf = (equal: string) =>
      policyOf(`inhibit: [{ source: rule=a, target: rule=b, equal: ${equal} }]`).inhibitions[0]?.name;
    expect(nameOf("[source]")).not.toBe(nameOf("[subject]"));
  });
});
