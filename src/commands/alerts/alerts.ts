/**
 * `yagura alerts`, `acknowledge`, `resolve` and `silence`: open alerts and silences of a running monitor, and without
 * one those that its database has; answers to them.
 */
import { type OpenAlert, openAlerts } from "../../alerts/answers/open-alerts.ts";
import { setSilences } from "../../alerts/answers/silences.ts";
import { controlPaths, mostOpen, type ToldSilence, toldSilence } from "../../app/answers/control-routes.ts";
import { storedCalendar } from "../../calendar/kept-calendar.ts";
import { policyOf } from "../../config/telling.ts";
import { Refused } from "../../lib/problem.ts";
import { timeWords } from "../../lib/text/counted.ts";
import { didYouMean } from "../../lib/text/nearest.ts";
import { tameLine } from "../../lib/text/tame.ts";
import { wrapped } from "../../lib/text/terminal.ts";
import type { AlertFacts } from "../../model/alerts.ts";
import type { Language } from "../../model/language.ts";
import { worth as answerWords, fate, severity } from "../../model/news-words.ts";
import { growthWords, type QuietFate, quietFates } from "../../model/silence.ts";
import type { Worth } from "../../model/worth.ts";
import {
  type AnswerOptions,
  authorOf,
  type CallOptions,
  giveAnswer,
  printGiven,
  seenOrKept,
} from "../monitor-calls.ts";
import { printAnswer, type Terminal } from "../terminal.ts";

export async function alerts(options: CallOptions): Promise<void> {
  const open = await readAlerts(options, process.env, Date.now());
  printAnswer(open, options.json, (terminal) => alertLines(open, terminal));
}

/** Throws Refused where the monitor wants another token, and where there is no database. */
export async function readAlerts(
  options: Pick<CallOptions, "config" | "token">,
  environment: Readonly<Record<string, string | undefined>>,
  now: number,
): Promise<readonly OpenAlert[]> {
  return seenOrKept(options, controlPaths.alerts, environment, {
    seen: ({ alerts: open }) => open as readonly OpenAlert[],
    kept({ alerts: memory, log, meta }, config) {
      const policy = policyOf(config);
      const calendar = storedCalendar(meta);
      const silences = setSilences(memory, now);
      const quieted = (facts: AlertFacts) => policy.quieted(facts, now, silences, calendar);
      return openAlerts(memory.episodes(mostOpen), { log, memory, quieted });
    },
  });
}

const longest = 500;

const en = {
  noAlert: "no alert is open",
  states: { firing: "firing", acknowledged: "acknowledged", silenced: "silenced" },
  severity: (name: OpenAlert["severity"]): string => name,
  listed: (parts: readonly string[]) => parts.join(", "),
  since: (when: string) => `since ${when}`,
  times: (times: number, last: string) => `${times} times, last ${last}`,
  acknowledged: (by: string) => `acknowledged by ${by}`,
  rated: (worth: string, by: string) => `${worth} to ${by}`,
  quieted: (by: string, end: string) => `${by} ${end}`,
  notRepeated: (by: string) => `acknowledged by ${by}: it is not repeated`,
  resolved: (by: string) => `over: ended by ${by}`,
  takenBack: (by: string) => `taken back by ${by}`,
  silent: (id: string, end: string) => `silent ${end}: ${id}`,
  expired: (id: string) => `ended: ${id}`,
  noSilence: "no silence is set",
  until: (when: string) => `until ${when}`,
  untilGrows: (grows: string, when: string) => `until ${grows}, ${when} at the latest`,
  fate: (fate: QuietFate) => `${fate}: ${quietFates[fate]}`,
  because: (fate: string, author: string, because: string) => `${fate}; ${author}: ${because}`,
};

const ja: typeof en = {
  noAlert: "継続中のアラートはありません",
  states: { firing: "継続中", acknowledged: "確認済み", silenced: "通知停止中" },
  severity: (name) => severity.values[name].ja,
  listed: (parts) => parts.join("、"),
  since: (when) => `発生 ${when}`,
  times: (times, last) => `${times}回、最新 ${last}`,
  acknowledged: (by) => `確認 ${by}`,
  rated: (worth, by) => `${worth}（${by}）`,
  quieted: (by, end) => `通知停止 ${by}（${end}）`,
  notRepeated: (by) => `確認済みにしました（${by}）。以後、繰り返し通知しません`,
  resolved: (by) => `終了しました（${by}）`,
  takenBack: (by) => `回答を取り消しました（${by}）`,
  silent: (id, end) => `${end}通知を停止します：${id}`,
  expired: (id) => `通知停止を解除しました：${id}`,
  noSilence: "設定中の通知停止はありません",
  until: (when) => `${when} まで`,
  untilGrows: (grows, when) => `${grows}まで、遅くとも ${when} まで`,
  fate: (name) => `${name}（${fate.values[name].ja}）`,
  because: (name, author, because) => `${name}、${author}：${because}`,
};

const words: Readonly<Record<Language, typeof en>> = { en, ja };

const styles = { firing: "red", acknowledged: "yellow", silenced: "dim" } as const;

/** Two lines an alert: how it stands, and its title. */
export function alertLines(open: readonly OpenAlert[], { columns, language, paint }: Terminal): string[] {
  const own = words[language];
  if (open.length === 0) return [own.noAlert];
  return open.flatMap((alert) => {
    const { state, seq, subject, rule, since, last, times, title } = alert;
    const shown = own.states[state];
    const facts = [
      `${shown}  #${seq} ${own.severity(alert.severity)} ${tameLine(subject, longest)} ${rule}`,
      own.since(timeWords(since)),
      ...(times === 1 ? [] : [own.times(times, timeWords(last))]),
      ...answered(alert, language),
    ];
    const [first = "", ...more] = wrapped(own.listed(facts), columns, "    ");
    const titled = title === undefined ? [] : wrapped(`    ${tameLine(title, longest)}`, columns, "    ");
    return [first.replace(shown, paint(styles[state], shown)), ...more, ...titled];
  });
}

function answered({ acknowledged, rated, quieted }: OpenAlert, language: Language): string[] {
  const own = words[language];
  const by = (who: { readonly by: string }) => tameLine(who.by, longest);
  return [
    ...(acknowledged ? [own.acknowledged(by(acknowledged))] : []),
    ...(rated ? [own.rated(answerWords.values[rated.worth][language], by(rated))] : []),
    ...(quieted ? [own.quieted(by(quieted), endWords(quieted, language))] : []),
  ];
}

/** Acknowledges or resolves an alert in the running monitor, and prints what became of it. */
export async function answerAlert(
  answer: "acknowledge" | "resolve",
  alert: string,
  { because, ...options }: AnswerOptions & { readonly because?: string },
): Promise<void> {
  const body = { alert, by: authorOf(options), because };
  const given = await giveAnswer(options, controlPaths[answer], body, process.env);
  const said = { acknowledge: "notRepeated", resolve: "resolved" } as const;
  printGiven(given, options.json, (language, { by }) => words[language][said[answer]](String(by)));
}

/** Says in the running monitor what an alert was worth, or takes that back, and prints what became of it. */
export async function rateAlert(
  worth: Exclude<Worth, "taken-back">,
  alert: string,
  {
    because,
    takeBack,
    ...options
  }: AnswerOptions & { readonly because?: string; readonly takeBack?: boolean },
): Promise<void> {
  const body = { alert, by: authorOf(options), because, worth: takeBack ? "taken-back" : worth };
  const given = await giveAnswer(options, controlPaths.rate, body, process.env);
  printGiven(given, options.json, (language, { by }) =>
    takeBack
      ? words[language].takenBack(String(by))
      : words[language].rated(answerWords.values[worth][language], String(by)),
  );
}

// `yagura silence`: silences of a running monitor, and without one those that its database has.

interface AddOptions extends AnswerOptions {
  readonly for?: string;
  readonly until?: string;
  readonly untilGrows?: string;
  readonly because: string;
  readonly fate: string;
}

export async function addSilence(match: string, options: AddOptions): Promise<void> {
  const { for: span, until, untilGrows, because, fate } = options;
  const fates = Object.keys(quietFates);
  if (!fates.includes(fate))
    throw new Refused(`no fate "${fate}": ${didYouMean(fate, fates) ?? fates.join(", ")}`);
  const isTimed = span !== undefined || until !== undefined;
  if ((span === undefined) === (until === undefined) && (isTimed || untilGrows === undefined))
    throw new Refused("say how long, by one of --for and --until");
  const body = { match, for: span, until, untilGrows, fate, because, author: authorOf(options) };
  const given = await giveAnswer(options, controlPaths.silences, body, process.env);
  printGiven(given, options.json, (language) => {
    const told = given as unknown as ToldSilence;
    return words[language].silent(told.id, endWords(told, language));
  });
}

export async function expireSilence(id: string, options: AnswerOptions): Promise<void> {
  const body = { id, author: authorOf(options) };
  const given = await giveAnswer(options, controlPaths.expire, body, process.env);
  printGiven(given, options.json, (language) => words[language].expired(id));
}

export async function listSilences(options: CallOptions): Promise<void> {
  const silences = await readSilences(options, process.env, Date.now());
  printAnswer(silences, options.json, (terminal) => silenceLines(silences, terminal));
}

/** Throws Refused where the monitor wants another token, and where there is no database. */
export async function readSilences(
  options: Pick<CallOptions, "config" | "token">,
  environment: Readonly<Record<string, string | undefined>>,
  now: number,
): Promise<readonly ToldSilence[]> {
  return seenOrKept(options, controlPaths.silences, environment, {
    seen: ({ silences }) => silences as readonly ToldSilence[],
    kept: ({ alerts }) => setSilences(alerts, now).map(toldSilence),
  });
}

/** What ends a silence: what it waits for, and its time at the latest. */
function endWords({ grows, until }: Pick<ToldSilence, "grows" | "until">, language: Language): string {
  const [own, end] = [words[language], timeWords(until)];
  if (grows === undefined) return own.until(end);
  return own.untilGrows(tameLine(growthWords(grows, language), longest), end);
}

export function silenceLines(
  silences: readonly ToldSilence[],
  { columns, language }: Pick<Terminal, "columns" | "language">,
): string[] {
  const own = words[language];
  if (silences.length === 0) return [own.noSilence];
  return silences.flatMap(({ id, match, fate: name, author, because, ...ends }) => {
    const line = `${id}  ${endWords(ends, language)}  ${tameLine(match, longest)}`;
    const why = own.because(own.fate(name), tameLine(author, longest), tameLine(because, longest));
    return [...wrapped(line, columns, "    "), ...wrapped(`    ${why}`, columns, "    ")];
  });
}
