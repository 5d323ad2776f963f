/**
 * The registry of outputs, in the order of tables. They stop in this order and start in the opposite one, so that the
 * port that mails name is known before the first of them. A new output is one folder and one line here. Questions that
 * all outputs answer are asked here: their settings, the names that rules may write. mailing.ts asks them for messages.
 */
import type * as z from "zod";
import type { Language } from "../model/language.ts";
import type { UnmailedReason } from "../model/mail.ts";
import { type NotifyScheme, namesAfter } from "../model/rule.ts";
import { email } from "./email/member.ts";
import { feed } from "./feed/member.ts";
import type { OutputMember, SettingFolders } from "./member.ts";
import { push } from "./push/member.ts";
import { webhook } from "./webhook/member.ts";

export type { OutputMember, TrialResult } from "./member.ts";

const members = [email, webhook, push, feed] as const;

export const outputMembers: readonly OutputMember[] = members;

/** Outputs by what a setup asks about: whoever sets a monitor up wants mails, or messages in a chat. */
export const outputFor = { mail: email, chat: webhook } as const;

type Member = (typeof members)[number];
export type OutputName = Member["name"];

/** Settings of the outputs, ready to use. */
export type OutputSettings = {
  readonly [Name in OutputName]: ReturnType<Extract<Member, { name: Name }>["resolve"]>;
};

type Sections = { readonly [Name in OutputName]: Extract<Member, { name: Name }>["schema"] };
type WrittenSections = { readonly [Name in OutputName]: z.output<Sections[Name]> };

/** The sections of the settings, by name. */
export const outputSections = Object.fromEntries(
  outputMembers.map(({ name, schema, about }) => [name, schema.describe(about)]),
) as unknown as Sections;

/** The sections of a file, and its other settings. */
export function takeOutputs<File extends WrittenSections>(settings: File) {
  const isOutput = ([key]: [string, unknown]) => outputMembers.some(({ name }) => name === key);
  const all = Object.entries(settings);
  return {
    outputs: Object.fromEntries(all.filter(isOutput)) as unknown as WrittenSections,
    others: Object.fromEntries(all.filter((one) => !isOutput(one))) as Omit<File, OutputName>,
  };
}

/** Makes the settings of the outputs from the sections of a file. */
export function resolveOutputs(written: WrittenSections, folders: SettingFolders): OutputSettings {
  const ready = outputMembers.map(({ name, resolve }) => [
    name,
    resolve(written[name as OutputName], folders),
  ]);
  return Object.fromEntries(ready) as unknown as OutputSettings;
}

/** Names that rules may write in `notify`; without settings, any name of each output. */
export function notifySchemes(settings?: OutputSettings): NotifyScheme[] {
  return outputMembers.flatMap(({ name, notify }) => {
    if (notify === undefined) return [];
    const { about, example } = notify;
    const names = settings && notify.names(settings[name as OutputName]);
    return [{ scheme: name, about, example, names }];
  });
}

/** Receivers that rules may name in `notify` with these settings, such as `email:desk`. */
export function notifyTargets(settings: OutputSettings): string[] {
  return notifySchemes(settings).flatMap(({ scheme, names = [] }) =>
    names.map((name) => `${scheme}:${name}`),
  );
}

/** The language of messages to a target of `notify`, where its terms have none. */
export function languageOfTarget(target: string, settings: OutputSettings): Language {
  for (const { name, notify } of outputMembers)
    if (namesAfter(name, [target]).length > 0) return notify?.language(settings[name as OutputName]) ?? "en";
  return "en";
}

/** The port at which programs and people reach a monitor with these settings. */
export function listenerOf(settings: OutputSettings) {
  for (const { name, listens } of outputMembers) {
    const listener = listens(settings[name as OutputName]);
    if (listener !== undefined) return listener;
  }
  throw new Error("no output listens");
}

/** The reason in words, of every output that may have it. */
export function withheldWords(reason: UnmailedReason, language: Language): string {
  const words = outputMembers.flatMap(({ queued }) => queued?.withheldWords[reason][language] ?? []);
  return [...new Set(words)].join(language === "ja" ? "。" : "; ");
}
