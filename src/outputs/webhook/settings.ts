/** The section `webhook` of the settings: its form, what it means, and what is odd about it. */
import { resolve } from "node:path";
import * as z from "zod";
import { isPrivateAddress } from "../../lib/http/private-address.ts";
import { isLoopback, reservedName } from "../../lib/http/url.ts";
import { didYouMean } from "../../lib/text/nearest.ts";
import { languages } from "../../model/language.ts";
import type { SettingFinding, SettingFolders } from "../member.ts";
import { formatNamed, formats } from "./formats/index.ts";

const name = z.string().regex(/^[\p{L}\p{N}_-]+$/u, {
  error: "a name of a target or a recipient holds letters, digits, - and _",
});

/** Keys of a target of any format, besides `format`. */
export const targetKeys = z.strictObject({
  allowPrivate: z
    .boolean()
    .default(false)
    .describe("whether its host may be a name that leads to an address inside a network"),
});

const [first, ...others] = formats.map((format) =>
  format.schema
    .safeExtend({ format: z.literal(format.name).describe(format.about), ...targetKeys.shape })
    .describe(format.about),
);
if (first === undefined) throw new Error("there is no format");

const target = z.discriminatedUnion("format", [first, ...others]);

export const webhookSchema = z
  .strictObject({
    sendSimulated: z
      .boolean()
      .default(false)
      .describe("whether alerts of simulated services go to targets outside of one's own network"),
    language: z
      .enum(languages)
      .default("en")
      .describe("language of the messages: en or ja; a receiver under `alerts` may have another one"),
    targets: z
      .record(name, target)
      .default({})
      .describe("services that take requests, each under a name of one's own"),
    recipients: z
      .record(name, z.array(z.string()).min(1))
      .default({})
      .describe("who gets messages: a name for rules' notify, with its targets")
      .meta({ examples: [{ desk: ["desk-chat"] }] }),
  })
  .prefault({});

/** A target, with the settings of its format. */
export interface Target {
  readonly format: string;
  readonly allowPrivate: boolean;
  /** Absolute. */
  readonly template?: string | undefined;
  readonly [key: string]: unknown;
}

/** Settings of webhooks, ready to use. */
export interface WebhookSettings {
  readonly sendSimulated: boolean;
  readonly language: (typeof languages)[number];
  readonly targets: Readonly<Record<string, Target>>;
  readonly recipients: Readonly<Record<string, readonly string[]>>;
}

export function resolveWebhook(
  written: z.output<typeof webhookSchema>,
  { file }: SettingFolders,
): WebhookSettings {
  // The form of each target is that of its format.
  const targets = Object.entries(written.targets as unknown as WebhookSettings["targets"]).map(
    ([called, { template, ...own }]): [string, Target] => [
      called,
      typeof template === "string" ? { ...own, template: resolve(file, template) } : own,
    ],
  );
  return { ...written, targets: Object.fromEntries(targets) };
}

/** Names that rules may write: those of recipients, and each target's own. */
export function webhookNames({ targets, recipients }: WebhookSettings): string[] {
  return [...new Set([...Object.keys(recipients), ...Object.keys(targets)])];
}

/** Targets behind a name; none where there is no such name. */
export function targetsOf({ targets, recipients }: WebhookSettings, called: string): readonly string[] {
  if (Object.hasOwn(recipients, called)) return [...new Set(recipients[called])];
  return Object.hasOwn(targets, called) ? [called] : [];
}

/** The address that requests of a target go to. */
export function urlOf(target: Target): URL | undefined {
  const { url } = formatNamed(target.format)?.call(target, { contentType: "", body: "" }, "", 0) ?? {
    url: "",
  };
  return URL.canParse(url) ? new URL(url) : undefined;
}

/** Asked for every alert, and to make a call takes a while. */
const known = new WeakMap<Target, boolean>();

/** Whether what is sent to a target stays on this machine or in one's own network, as its settings say. */
export function isInside(target: Target): boolean {
  const before = known.get(target);
  if (before !== undefined) return before;
  const { hostname = "" } = urlOf(target) ?? {};
  const inside = target.allowPrivate || isNamedInside(hostname);
  known.set(target, inside);
  return inside;
}

/** Whether a host is this machine, or a private address written out: who writes it means it. */
function isNamedInside(hostname: string): boolean {
  return isLoopback(hostname) || (isAddress(hostname) && isPrivateAddress(hostname));
}

function isAddress(hostname: string): boolean {
  return hostname.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(hostname);
}

/** Values that the output would refuse at the start. */
export function webhookMistakes({ targets, recipients }: WebhookSettings): SettingFinding[] {
  const names = Object.keys(targets);
  return Object.entries(recipients).flatMap(([recipient, meant]): SettingFinding[] => {
    const unknown = meant.flatMap((each, index): SettingFinding[] => {
      if (names.includes(each)) return [];
      const there = names.length === 0 ? "there is none yet" : `there are ${names.join(", ")}`;
      const suggestion = didYouMean(each, names) ?? there;
      const message = `there is no target \`${each}\` under \`webhook.targets\``;
      return [{ at: ["recipients", recipient, index], message, suggestion }];
    });
    if (!names.includes(recipient)) return unknown;
    const message = `\`${recipient}\` is a target, too: which of them \`webhook:${recipient}\` means nobody could see`;
    return [{ at: ["recipients", recipient], message, suggestion: "give one another name" }, ...unknown];
  });
}

export function webhookWarnings(settings: WebhookSettings, simulated: readonly string[]): SettingFinding[] {
  const { targets, sendSimulated } = settings;
  const outside = Object.entries(targets).filter(([, one]) => !isInside(one));
  const which = `alerts of simulated services (${simulated.join(", ")})`;
  const ofSimulated: SettingFinding = sendSimulated
    ? { at: ["sendSimulated"], message: `${which} are sent, too` }
    : {
        at: ["targets", outside[0]?.[0] ?? ""],
        message: `${which} are not sent to targets outside`,
        suggestion: "`sendSimulated: true` under `webhook` sends them, too",
      };
  return [
    ...(simulated.length > 0 && outside.length > 0 ? [ofSimulated] : []),
    ...Object.entries(targets).flatMap(([called, one]) => oddities(called, one)),
  ];
}

function oddities(called: string, target: Target): SettingFinding[] {
  const at = ["targets", called];
  const own = formatNamed(target.format)?.warnings(target) ?? [];
  const url = urlOf(target);
  const place = "url" in target ? [...at, "url"] : at;
  const reserved = isInside(target) || url === undefined ? undefined : reservedName(url.hostname);
  return [
    ...own.map((finding) => ({ ...finding, at: [...at, ...finding.at] })),
    ...(url?.protocol === "http:" && !isInside(target)
      ? [
          {
            at: place,
            message: "messages to it are not encrypted: others on the network can read and change them",
            suggestion: "write https://",
          },
        ]
      : []),
    ...(reserved === undefined
      ? []
      : [{ at: place, message: `no message reaches it: ${reserved} is a name for examples` }]),
  ];
}
