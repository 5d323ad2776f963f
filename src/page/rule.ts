/** `/api/rule`: one rule with its last alerts and what it remembers, and `/api/rule/examples`: its examples, run now. */

import { join } from "node:path";
import * as z from "zod";
import { setSilences } from "../alerts/answers/silences.ts";
import { dayMs } from "../lib/clock.ts";
import type { JsonRoute } from "../lib/http/port.ts";
import { asUnread, readSmallFile } from "../lib/read-small-file.ts";
import { replaceFile } from "../lib/replace-file.ts";
import { createOneAtATime, nextTurn } from "../lib/turns.ts";
import { withValue } from "../lib/yaml/edit-yaml.ts";
import { parseYaml } from "../lib/yaml/parse-yaml.ts";
import { endOf } from "../model/duration.ts";
import type {
  ExamplesAnswer,
  RememberedKey,
  RuleAnswer,
  RuleSwitch,
  RuleSwitched,
  ShownExample,
} from "../model/page/rules.ts";
import { runExample } from "../rules/check/examples.ts";
import type { CompiledRule } from "../rules/compiled-rule.ts";
import { rememberedIn } from "../rules/explain/explain-event.ts";
import { mostBytes } from "../rules/files/read-rule-files.ts";
import { openAlertIn, waitIn } from "../rules/state/index.ts";
import { mentionOf } from "./deliveries.ts";
import { bodyOf, type PageAnswer, type PageParts, queryOf, refusal } from "./page-call.ts";
import { mostCounted, shownRule, silencesOf } from "./rules.ts";

const most = { alerts: 20, keys: 50, silences: 20, examples: 100, events: 20, eventChars: 2_000 };
const asked = z.object({ name: z.string() });

export function ruleCalls(parts: PageParts): JsonRoute[] {
  const named = (name: string) => parts.rules.current().all.find((rule) => rule.name === name);
  return [
    {
      right: "read",
      method: "GET",
      path: "/api/rule",
      answer: ({ query }) =>
        queryOf(asked, query, ({ name }) => {
          const rule = named(name);
          return rule === undefined ? noRule : { status: 200, body: ruleAnswer(rule, parts) };
        }),
    },
    {
      right: "read",
      method: "GET",
      path: "/api/rule/examples",
      answer: ({ query }) =>
        queryOf(asked, query, async ({ name }) => {
          const rule = named(name);
          return rule === undefined ? noRule : { status: 200, body: await examplesOf(rule) };
        }),
    },
  ];
}

const noRule = refusal(404, "there is no such rule");

function ruleAnswer(rule: CompiledRule, parts: PageParts): RuleAnswer {
  const { store, now } = parts;
  const { name, about } = rule;
  const silences = silencesOf(name, setSilences(store.alerts, now()));
  const { when, by, notify, cooldown } = about;
  return {
    rule: shownRule(rule, silences.length, parts),
    ...{ by, notify, mostCounted },
    ...(when !== undefined && { when }),
    ...(cooldown !== undefined && { cooldown }),
    switch: switchOf(name, parts),
    overrides: overridesOf(name, parts),
    alerts: store.page.rules.alerts(name, most.alerts).map(mentionOf),
    heldBack: store.page.rules.heldBack(name, now() - 30 * dayMs, mostCounted),
    remembered: rememberedOf(rule, parts),
    silencedBy: silences
      .slice(0, most.silences)
      .map(({ id, match, until, author, because }) => ({ id, match, until, author, because })),
  };
}

/** What the settings say in the place of the rule's file. */
function overridesOf(name: string, { config }: Pick<PageParts, "config">): RuleAnswer["overrides"] {
  const { overrides } = config;
  if (overrides === undefined || !Object.hasOwn(overrides.rules, name)) return [];
  return Object.keys(overrides.rules[name] ?? {}).map((key) => {
    const { line = 1 } = overrides.places[JSON.stringify([name, key])]?.key ?? {};
    return { key, file: overrides.file, line };
  });
}

/** The settings are read at a start, so what they say can only be changed there. */
function switchOf(name: string, parts: Pick<PageParts, "config">): RuleSwitch {
  const set = overridesOf(name, parts).find(({ key }) => key === "enabled");
  return set === undefined ? { at: "file" } : { at: "settings", file: set.file, line: set.line };
}

/** The keys with a state, then those that only a cooldown keeps quiet. */
function rememberedOf(rule: CompiledRule, { store, now, calendar }: PageParts): RememberedKey[] {
  const { name, over, cooldown } = rule;
  const at = now();
  const quietUntil = (key: string): number | undefined => {
    const firedAt = cooldown && store.firedAt(name, key);
    const end = cooldown && firedAt !== undefined ? endOf(firedAt, cooldown, calendar()) : undefined;
    return end !== undefined && end > at ? end : undefined;
  };
  const kept = store.page.rules.memories(name, most.keys).filter(({ meaning }) => meaning === over.meaning);
  const withState = kept.map(({ key, body }): RememberedKey => {
    const wait = waitIn(body);
    const quiet = quietUntil(key);
    return {
      ...{ key, isOpen: openAlertIn(body) !== undefined },
      conditions: rememberedIn(rule, body, at, calendar()).map(({ text, look }) => ({
        ...{ text, entries: look.entries, measured: look.measured },
        ...(look.from !== undefined && { from: look.from }),
        ...(look.to !== undefined && { to: look.to }),
      })),
      ...(wait && { waitsUntil: wait.due }),
      ...(quiet !== undefined && { quietUntil: quiet }),
    };
  });
  const known = new Set(withState.map(({ key }) => key));
  const fired = cooldown === undefined ? [] : store.page.rules.firedKeys(name, most.keys);
  const quiet = fired.flatMap((key): RememberedKey[] => {
    const until = known.has(key) ? undefined : quietUntil(key);
    return until === undefined ? [] : [{ key, conditions: [], isOpen: false, quietUntil: until }];
  });
  return [...withState, ...quiet].slice(0, most.keys);
}

/** As `yagura test` runs them; one a turn, since an example may have hundreds of events. */
async function examplesOf(rule: CompiledRule): Promise<ExamplesAnswer> {
  const examples: ShownExample[] = [];
  for (const example of rule.examples.slice(0, most.examples)) {
    const { expected, ok, line } = runExample(rule, example);
    const events = example.events
      .slice(0, most.events)
      .map((event) => JSON.stringify(event).slice(0, most.eventChars));
    examples.push({ expected, ok, line, events });
    await nextTurn();
  }
  return { examples };
}

// `/api/rule/switch`: turns a rule on or off, by an edit of its file that takes effect as any edit does.

const switching = z.strictObject({ name: z.string(), enabled: z.boolean() });

/** 200 written; 404 no such rule; 409 the settings decide it, or the file cannot be edited, with the reason. */
export function ruleSwitchCall(parts: PageParts): JsonRoute {
  const edits = createOneAtATime();
  return {
    right: "act",
    method: "POST",
    path: "/api/rule/switch",
    answer: ({ body }) =>
      bodyOf(switching, body, ({ name, enabled }) => {
        const rule = parts.rules.current().all.find((one) => one.name === name);
        if (rule === undefined) return noRule;
        const told = switchOf(name, parts);
        if (told.at === "settings")
          return refusal(409, `the settings turn this rule on or off, at ${told.file}:${told.line}`);
        return edits.run(rule.file, undefined, () => edited(rule, enabled, parts));
      }),
  };
}

async function edited(
  { name, file }: CompiledRule,
  enabled: boolean,
  { config }: Pick<PageParts, "config">,
): Promise<PageAnswer> {
  const path = join(config.rules, file);
  let before: string;
  try {
    before = (await readSmallFile(path, mostBytes)).toString("utf8");
  } catch (error) {
    return refusal(409, `${file}: ${asUnread(error).message}`);
  }
  const after = switchedText(name, enabled, before);
  if (after === undefined)
    return refusal(
      409,
      `${file}: the rule cannot be found there, or the file has a mistake; edit it by hand`,
    );
  const replaced = await replaceFile({ path, before, after });
  if (replaced.kind === "changed")
    return refusal(409, `${file}: somebody has just saved this file: look again`);
  if (replaced.kind === "refused") return refusal(409, `${file}: ${replaced.message}`);
  const answer: RuleSwitched = { name, enabled, file };
  return { status: 200, body: answer };
}

/** The file with the rule on or off; undefined where it is not there, or is written so that it cannot be edited. */
function switchedText(name: string, enabled: boolean, before: string): string | undefined {
  const place = placeOf(name, before);
  try {
    return place && withValue(before, [...place, "enabled"], enabled, "name");
  } catch {
    return undefined;
  }
}

/** Where the rule is in the file as it is now. */
function placeOf(name: string, text: string): readonly (string | number)[] | undefined {
  const { value } = parseYaml(text, "");
  const rules = (value as { readonly rules?: unknown } | null)?.rules;
  if (!Array.isArray(rules)) return undefined;
  const index = rules.findIndex((rule: { readonly name?: unknown } | null) => rule?.name === name);
  return index === -1 ? undefined : ["rules", index];
}
