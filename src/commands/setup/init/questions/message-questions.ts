/** The questions about messages, whoever gets them: where their links lead, when they may come, in which language. */
import { once } from "node:events";
import { createServer } from "node:net";
import * as z from "zod";
import type { Config } from "../../../../config/config.ts";
import { authority, isLoopback } from "../../../../lib/http/url.ts";
import { parseYaml } from "../../../../lib/yaml/parse-yaml.ts";
import type { Language } from "../../../../model/language.ts";
import { listenerOf, outputFor } from "../../../../outputs/index.ts";
import { type Draft, problemWords, readDraft, withoutSetting, withSetting } from "../draft.ts";
import { isAsked, type Setup, type SetupQuestion, type SetupState, type TriedAnswer } from "../question.ts";

/** `here`: on this machine alone; `none`: messages have no links; anything else: an address. */
type LinksAnswer = string;

const linksPath = ["publicUrl"];

export function linksQuestion(state: SetupState): SetupQuestion<LinksAnswer> {
  const { words, options, draft, present } = state;
  const here = hereOf(draft);
  const before = present.publicUrl;
  const isHere = before !== undefined && before === ownAddress(present);
  const part = { option: "--public-url", question: words.publicUrl };
  return {
    option: "--public-url",
    given: options.publicUrl,
    // The port may be another one now.
    ...(isHere && here !== undefined && { unanswered: withSetting(draft, linksPath, here) }),
    ask: () => askLinks(state, here, isHere),
    async trial(answer): Promise<TriedAnswer> {
      if (answer === "none") {
        const next = before === undefined ? draft : withoutSetting(draft, linksPath);
        return { ok: true, draft: next, message: words.noLinksTold };
      }
      const url = answer === "here" ? here : answer;
      const next = url === undefined ? undefined : withSetting(draft, linksPath, url);
      const read = next && readDraft(next);
      if (next === undefined || !read?.ok) return { ok: false, problem: words.noPublicUrl, part };
      const { hostname } = new URL(read.config.publicUrl ?? "");
      const listens = authority(listenerOf(read.config.outputs));
      const message = isLoopback(hostname) ? words.linksAreHere : words.linksAreElsewhere(listens);
      return { ok: true, draft: next, message };
    },
  };
}

async function askLinks(
  { dialogue, words, present, isNew }: SetupState,
  here: string | undefined,
  isHere: boolean,
): Promise<LinksAnswer> {
  const before = present.publicUrl;
  const initial = isHere || (isNew && before === undefined) ? "here" : before ? "address" : "none";
  const chosen = await dialogue.choose<string>(
    words.links,
    [
      ...(here === undefined ? [] : [{ value: "here", label: words.linksHere(here) }]),
      { value: "address", label: words.linksElsewhere },
      { value: "none", label: words.noLinks },
    ],
    initial,
  );
  if (chosen !== "address") return chosen;
  const known = isHere ? undefined : before;
  return dialogue.text({ message: words.publicUrl, initial: known, example: "https://yagura.example.jp" });
}

/** The page's address on this machine; undefined where its port is not known before it starts. */
function hereOf(draft: Draft): string | undefined {
  const read = readDraft(draft);
  return read.ok ? ownAddress(read.config) : undefined;
}

function ownAddress({ outputs }: Config): string | undefined {
  const listener = listenerOf(outputs);
  return listener.port === 0 ? undefined : `http://${authority(listener)}`;
}

// The port of the page and the feed: a first start must not end with a port that another program has.

const portsTried = 50;
const portPath = ["feed", "port"];

/** The port of the options, or in new settings the first free one from the usual one on; nobody is asked for it. */
export async function portQuestion(state: SetupState): Promise<SetupQuestion<string>> {
  const { options, draft } = state;
  return {
    option: "--port",
    given: options.port,
    unanswered: options.port === undefined ? await withFreePort(state) : draft,
    async trial(answer) {
      // As a number where it is one: what stands in quotes is a text.
      const next = withSetting(draft, portPath, /^\d+$/.test(answer) ? Number(answer) : answer);
      const read = readDraft(next);
      return read.ok ? { ok: true, draft: next } : { ok: false, problem: problemWords(read.problems) };
    },
  };
}

async function withFreePort({ dialogue, words, once, draft, isNew }: SetupState): Promise<Draft> {
  const read = readDraft(draft);
  if (!isNew || !read.ok) return draft;
  const { host, port } = listenerOf(read.config.outputs);
  const next = port === 0 ? port : await once(() => firstFree(host, port));
  if (next === port) return draft;
  dialogue.tell("note", words.portTaken(port, next));
  return withSetting(draft, portPath, next);
}

/** The first free port from this one on; itself where none is. */
async function firstFree(host: string, port: number): Promise<number> {
  for (let next = port; next <= port + portsTried; next++) if (await isFree(host, next)) return next;
  return port;
}

async function isFree(host: string, port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, "listening");
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

// When messages may come.

interface HoursAnswer {
  /** `always`, `kept` for hours of one's own that stay, or from one time of the day to another, such as 07:30-22:00. */
  readonly between: string;
  readonly onTradingDays: boolean;
}

const always = "always";
const kept = "kept";
const usualHours = "07:30-22:00";
const hoursForm = /^\s*(\d{1,2}:\d{2})\s*[-~〜–]\s*(\d{1,2}:\d{2})\s*$/;

/** Asks for the hours of all who get messages. */
export function hoursQuestion(state: SetupState): SetupQuestion<HoursAnswer> {
  const { words, options, draft } = state;
  const { hours, tradingDays } = options;
  const present = presentHours(draft);
  const before = present === "own" ? undefined : present;
  const isGiven = hours !== undefined || tradingDays !== undefined;
  const { between = always, onTradingDays = false } = before ?? {};
  const given = { between: hours ?? between, onTradingDays: tradingDays ?? onTradingDays };
  const part = { option: "--hours", question: words.between };
  return {
    option: "--hours",
    given: isGiven ? given : undefined,
    ask: () => askHours(state, present),
    async trial(answer) {
      const next = withHours(answer, draft);
      if (next !== undefined && readDraft(next).ok) return { ok: true, draft: next };
      return { ok: false, problem: words.noHours, part };
    },
    effect: (answer) => withHours(answer, draft),
  };
}

async function askHours(
  { dialogue, words }: Setup,
  present: HoursAnswer | "own" | undefined,
): Promise<HoursAnswer> {
  const { between: shown = always, onTradingDays: isOn = false } =
    present === "own" || present === undefined ? {} : present;
  const initial = present === "own" ? kept : shown === always ? always : "some";
  const chosen = await dialogue.choose(
    words.hours,
    [
      ...(present === "own" ? [{ value: kept, label: words.hoursAsTheyAre }] : []),
      { value: always, label: words.always },
      { value: "some", label: words.someHours },
    ],
    initial,
  );
  if (chosen !== "some") return { between: chosen, onTradingDays: false };
  const times = shown === always ? usualHours : shown;
  const between = await dialogue.text({ message: words.between, initial: times, example: usualHours });
  const onTradingDays = await dialogue.confirm(words.tradingDays, isOn);
  return { between, onTradingDays };
}

/** Recipients of messages in a draft, as the section `alerts` names them. */
function receiversOf(draft: Draft): string[] {
  const read = readDraft(draft);
  if (!read.ok) return [];
  const { mail, chat } = outputFor;
  const isChat = Object.hasOwn(read.config.outputs[chat.name].targets, "chat");
  return [`${mail.name}:desk`, ...(isChat ? [`${chat.name}:chat`] : [])];
}

/** Undefined where the hours cannot be read. */
function withHours({ between, onTradingDays }: HoursAnswer, draft: Draft): Draft | undefined {
  if (between === kept) return draft;
  const receivers = receiversOf(draft);
  const path = (receiver: string) => ["alerts", "receivers", receiver, "hours"];
  const isAlways = between === always && !onTradingDays;
  if (isAlways)
    return receivers.reduce(
      (next, one) => (hoursAt(next, one) ? withoutSetting(next, path(one)) : next),
      draft,
    );
  const times = between === always ? undefined : hoursForm.exec(between);
  if (times === null) return undefined;
  const [, from = "", to = ""] = times ?? [];
  const padded = [from, to].map((time) => time.padStart(5, "0"));
  const hours = { ...(times && { between: padded }), ...(onTradingDays && { on: "trading-days" }) };
  return receivers.reduce((next, one) => withSetting(next, path(one), hours), draft);
}

function hoursAt({ text, file }: Draft, receiver: string): unknown {
  const { alerts } = (parseYaml(text, file).value ?? {}) as {
    alerts?: { receivers?: Record<string, { hours?: unknown } | null> } | null;
  };
  return alerts?.receivers?.[receiver]?.hours;
}

const writtenHours = z.strictObject({
  between: z.tuple([z.string(), z.string()]).optional(),
  on: z.literal("trading-days").optional(),
});

/** The hours that are there; `own` where they say more than is asked here; undefined where there are none. */
function presentHours(draft: Draft): HoursAnswer | "own" | undefined {
  const hours = hoursAt(draft, `${outputFor.mail.name}:desk`);
  if (hours === undefined) return undefined;
  const read = writtenHours.safeParse(hours);
  if (!read.success) return "own";
  const { between, on } = read.data;
  return { between: between?.join("-") ?? always, onTradingDays: on !== undefined };
}

/** The language of the questions is that of mails, too, unless it was there and nobody said another. */
export function languageQuestion(state: SetupState): SetupQuestion<Language> {
  const { options, isNew, language, draft, present } = state;
  const isChosen = isNew || options.language !== undefined || isAsked(state);
  return {
    option: "--language",
    given: isChosen ? language : undefined,
    trial: async (answer) => ({ ok: true, draft: withLanguage(draft, present, answer) }),
  };
}

/** Messages, texts of rules and names of series in the language of the questions. */
function withLanguage(draft: Draft, present: Config, language: Language): Draft {
  const series = language === "ja" ? "jp" : "en";
  const { upstreams, outputs } = present;
  const { mail, chat } = outputFor;
  const ofSeries =
    upstreams.statistics.language === series
      ? draft
      : withSetting(draft, ["upstreams", "statistics", "language"], series);
  const ofMails =
    outputs[mail.name].language === language
      ? ofSeries
      : withSetting(ofSeries, [mail.name, "language"], language);
  const read = readDraft(ofMails);
  const hasChat = read.ok && Object.keys(read.config.outputs[chat.name].targets).length > 0;
  if (!hasChat || outputs[chat.name].language === language) return ofMails;
  return withSetting(ofMails, [chat.name, "language"], language);
}
