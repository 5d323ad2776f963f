/** The gallery: rules of the folder and of the desk to take over, and what a filled form makes of one. */

import type { Config } from "../../config/config.ts";
import { findRule } from "../../files/edited-rules.ts";
import { eventTypesOf } from "../../files/event-types.ts";
import { authority } from "../../lib/http/url.ts";
import { Refused } from "../../lib/problem.ts";
import { didYouMean } from "../../lib/text/nearest.ts";
import { tameLine } from "../../lib/text/tame.ts";
import { without, withValue } from "../../lib/yaml/edit-yaml.ts";
import { parseYaml } from "../../lib/yaml/parse-yaml.ts";
import { flowText, type Written } from "../../lib/yaml/written-value.ts";
import type { LogEntry } from "../../model/event.ts";
import type { Language, Worded } from "../../model/language.ts";
import type {
  FillAsked,
  FilledRule,
  FormValue,
  GalleryAnswer,
  GalleryParam,
  GalleryRule,
} from "../../model/page/gallery.ts";
import type { GallerySubject } from "../../model/page/gallery-words.ts";
import { listenerOf, notifyTargets } from "../../outputs/index.ts";
import { createMailing } from "../../outputs/mailing.ts";
import { alertDraft } from "../../pipeline/judging/raising.ts";
import { exampleAlert } from "../../rules/check/examples.ts";
import type { CompiledRule } from "../../rules/compiled-rule.ts";
import { type RuleText, readRuleFiles } from "../../rules/files/read-rule-files.ts";
import { isMap } from "../../rules/reference/data-file.ts";
import { misfit, type ParamForm } from "../../rules/schema/params.ts";
import { requireCompiled } from "../bench/check-rule.ts";
import type { Desk } from "./desk.ts";

/** The file of a person's own rules. */
const ownFile = "mine.yaml";

/** Subjects by the beginning of the first type that a rule is about. */
const subjects: readonly (readonly [start: string, subject: GallerySubject])[] = [
  ["short.", "shorts"],
  ["margin.", "margin"],
  ["market.margin", "margin"],
  ["forum.", "forum"],
  ["statistics.", "statistics"],
  ["alert.fired", "together"],
  ["disclosure.", "results"],
  ["earnings.", "results"],
  ["market.fins", "results"],
  ["market.edinet", "holdings"],
  ["market.equities", "prices"],
  ["market.", "others"],
  ["", "monitor"],
];

function subjectOf({ types }: CompiledRule): GallerySubject {
  const [first = ""] = types;
  return subjects.find(([start]) => first.startsWith(start))?.[1] ?? "others";
}

/** Rejects with Refused where the rules of the folder have mistakes. */
export async function listGallery(config: Config, desk: Desk, language: Language): Promise<GalleryAnswer> {
  const { rules } = await readFolder(config);
  const mailOf = exampleMails(desk.config, language);
  const lackedBy = desk.lackedBy(config);
  const shown = (rule: CompiledRule, from: GalleryRule["from"]): GalleryRule => {
    const mail = mailOf(rule);
    return {
      ...{ name: rule.name, from, subject: subjectOf(rule), displayName: displayNameOf(rule) },
      about: descriptionOf(rule),
      params: Object.entries(rule.about.params ?? {}).map(([name, form]) => paramOf(name, form)),
      ...(mail && { mail }),
      lacks: from === "desk" ? lackedBy(rule) : [],
    };
  };
  const names = new Set(rules.map(({ name }) => name));
  const ofDesk = desk.rules.filter(({ name }) => !names.has(name));
  return {
    rules: [...rules.map((rule) => shown(rule, "folder")), ...ofDesk.map((rule) => shown(rule, "desk"))],
  };
}

/** The rule that a filled form makes. Rejects with Refused where there is no such rule, or a value does not fit. */
export async function fillForm(
  config: Config,
  desk: Desk,
  { template, params }: FillAsked,
): Promise<FilledRule> {
  const { texts, rules } = await readFolder(config);
  const own = rules.find(({ name }) => name === template);
  const rule = own ?? desk.rules.find(({ name }) => name === template);
  if (rule === undefined) {
    const meant = didYouMean(
      template,
      [...rules, ...desk.rules].map(({ name }) => name),
    );
    throw new Refused(`there is no rule \`${template}\`${meant === undefined ? "" : `: ${meant}`}`);
  }
  const forms = rule.about.params ?? {};
  for (const [name, value] of Object.entries(params)) {
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
    if (form === undefined) throw new Refused(`the rule has no parameter \`${name}\``);
    const message = misfit(form, value as ParamForm["value"]);
    if (message !== undefined) throw new Refused(`${name}: ${message}`);
  }
  const changed = Object.entries(params).filter(
    ([name, value]) => JSON.stringify(forms[name]?.value) !== JSON.stringify(value),
  );
  if (own !== undefined) return madeFrom(own, texts, changed);
  const taken = desk.taken(template, texts, config);
  if (taken === undefined) throw new Refused(`there is no rule \`${template}\``);
  const { definitions, rules: others } = taken.needed;
  const names = others.map((text) => `rules.${String(Object(parseYaml(text, "").value).name)}`);
  return {
    ...{ name: template, file: ownFile, desk: template, text: filledText(taken.text, rule, changed) },
    besides: [...definitions.map(({ path }) => path.join(".")), ...names],
  };
}

/** The rules of the folder, with their texts and the watchlists that they see. Rejects with Refused where they have mistakes. */
export async function readFolder(config: Config) {
  const { texts } = await readRuleFiles(config.rules);
  const { all, watchlists = {} } = await requireCompiled(config, texts);
  return { texts, rules: all, watchlists };
}

type Changed = readonly (readonly [name: string, value: FormValue])[];

/** Characters of a display name. */
const longestName = 80;

/** A rule made from one of the folder: its values alone, and a name of its own for people. */
function madeFrom(rule: CompiledRule, texts: readonly RuleText[], changed: Changed): FilledRule {
  const { template = rule.name, params } = writtenRule(rule.name, texts);
  const base = `${template}-`;
  let number = 2;
  while (findRule(texts, `${base}${number}`) !== undefined) number += 1;
  const name = `${base}${number}`;
  // A template is the first rule of all that are made from it: what was set for this one is set for the new one.
  const set = template === rule.name ? {} : Object(params);
  const values: Record<string, Written> = { ...set, ...Object.fromEntries(changed) };
  const forms = rule.about.params ?? {};
  const shown = (language: Language) => {
    const displayName = (rule.about.writtenName?.[language] ?? rule.name).replace(
      / \([^)]*\)$|（[^）]*）$/,
      "",
    );
    // A name that shows a parameter shows the new value, too.
    const told = Object.keys(values).filter((key) => new RegExp(`\\bparams\\.${key}\\b`).test(displayName));
    const others = Object.entries(values).filter(([key]) => !told.includes(key));
    if (others.length === 0 && told.length > 0) return displayName;
    const named = (isShort: boolean) => {
      const words = others.map(([key, value]) =>
        valueWords(key, isShort ? undefined : forms[key], value, language),
      );
      const what = words.length === 0 ? String(number) : words.join(language === "ja" ? "、" : ", ");
      return language === "ja" ? `${displayName}（${what}）` : `${displayName} (${what})`;
    };
    return named(false).length <= longestName ? named(false) : tameLine(named(true), longestName);
  };
  const lines = [
    `name: ${flowText(name)}`,
    `displayName: ${flowText({ en: shown("en"), ja: shown("ja") })}`,
    `template: ${flowText(String(template))}`,
    ...(Object.keys(values).length === 0 ? [] : [`params: ${flowText(values)}`]),
  ];
  return { name, file: ownFile, text: `${lines.join("\n")}\n`, besides: [] };
}

function valueWords(name: string, form: ParamForm | undefined, value: unknown, language: Language): string {
  if (form === undefined) return String(value);
  const { about, unit } = paramOf(name, form);
  if (typeof value === "boolean") return `${about[language]}: ${value}`;
  const text = [value].flat().join(" ").slice(0, 60);
  if (typeof value === "string") return text;
  return `${about[language]} ${text}${unit === undefined ? "" : language === "ja" ? unit.ja : ` ${unit.en}`}`;
}

/** The desk's own text with these values; its examples are left out where other values or another watchlist may break them. */
function filledText(text: string, rule: CompiledRule, changed: Changed): string {
  const forms = rule.about.params ?? {};
  const filled = changed.reduce(
    (one, [name, value]) => {
      const isLong = isMap(Object(parseYaml(one, "").value).params?.[name]);
      return forms[name] === undefined
        ? one
        : withValue(one, ["params", name, ...(isLong ? ["value"] : [])], value as Written);
    },
    without(text, ["enabled"]),
  );
  const { notify, title, body, texts, examples, ...asked } = Object(parseYaml(text, "").value);
  const isOwn = changed.length > 0 || /\bmine\(|\bwatchlists\./.test(JSON.stringify(asked));
  return isOwn ? without(filled, ["examples"]) : filled;
}

/** A rule as its file has it; empty where there is none. */
export function writtenRule(name: string, texts: readonly RuleText[]): Readonly<Record<string, unknown>> {
  const found = findRule(texts, name);
  const value = found && parseYaml(found.text, "").value;
  const rule = isMap(value) && Array.isArray(value.rules) ? value.rules[found?.index ?? 0] : undefined;
  return isMap(rule) ? rule : {};
}

function displayNameOf({ name, about }: CompiledRule): Worded {
  return about.displayName ?? { en: name, ja: name };
}

function descriptionOf({ about: { description = "", descriptions } }: CompiledRule): Worded {
  return { en: descriptions.en ?? description, ja: descriptions.ja ?? description };
}

function paramOf(name: string, { value, unit, min, max, about = {} }: ParamForm): GalleryParam {
  const worded = (words: NonNullable<ParamForm["about"]>): Worded => {
    const any = words.en ?? words.ja ?? name;
    return { en: words.en ?? any, ja: words.ja ?? any };
  };
  return {
    ...{ name, value, about: worded(about) },
    ...(unit !== undefined && { unit: typeof unit === "string" ? { en: unit, ja: unit } : worded(unit) }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
  };
}

/** Composes mails as the settings do, to the first receiver that they have. */
function exampleMails(config: Config, language: Language) {
  const [receiver = ""] = notifyTargets(config.outputs);
  const mailing = createMailing(config.outputs, {
    types: eventTypesOf(config),
    monitorUrl: () => `http://${authority(listenerOf(config.outputs))}/`,
    watchlists: () => ({}),
    simulated: () => false,
  });
  /** Undefined where no example of the rule fires. */
  return (rule: CompiledRule): { title: string; text: string } | undefined => {
    const example = rule.examples.find(({ expected }) => expected === "fires");
    const given = example && exampleAlert(rule, example);
    if (given === undefined) return undefined;
    const { cause, firing } = given;
    const { time } = cause.event;
    const draft = alertDraft(firing, cause, {});
    const event = { specversion: "1.0", id: "example", datacontenttype: "application/json", time, ...draft };
    const at = Date.parse(time);
    const entry = { seq: cause.seq + 1, event: event as LogEntry["event"] };
    const [mail] = mailing.compose([
      {
        ...{ kind: "alert", name: "example", receiver, route: "", language, at, all: 1 },
        told: [{ entry, cause, reason: "first", times: 1, since: at }],
      },
    ]);
    return mail && { title: mail.subject, text: mail.text };
  };
}
