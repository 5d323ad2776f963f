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
import { worth as answerWords } from "../../model/news-words.ts";
import { growthWords, quietFates } from "../../model/silence.ts";
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
const styles = { firing: "red", acknowledged: "yellow", silenced: "dim" } as const;

/** Two lines an alert: how it stands, and its title. */
export function alertLines(open: readonly OpenAlert[], { columns, paint }: Terminal): string[] {
  if (open.length === 0) return ["no alert is open"];
  return open.flatMap((alert) => {
    const { state, seq, severity, subject, rule, since, last, times, title } = alert;
    const often = times === 1 ? "" : `, ${times} times, last ${timeWords(last)}`;
    const head = `${state}  #${seq} ${severity} ${tameLine(subject, longest)} ${rule}, since ${timeWords(since)}${often}${answered(alert)}`;
    const [first = "", ...more] = wrapped(head, columns, "    ");
    const titled = title === undefined ? [] : wrapped(`    ${tameLine(title, longest)}`, columns, "    ");
    return [first.replace(state, paint(styles[state], state)), ...more, ...titled];
  });
}

function answered({ acknowledged, rated, quieted }: OpenAlert): string {
  const known = acknowledged ? `, acknowledged by ${tameLine(acknowledged.by, longest)}` : "";
  const quiet = quieted ? `, ${tameLine(quieted.by, longest)} until ${endWords(quieted)}` : "";
  const worth = rated ? `, ${answerWords.values[rated.worth].en} to ${tameLine(rated.by, longest)}` : "";
  return `${known}${worth}${quiet}`;
}

/** Acknowledges or resolves an alert in the running monitor, and prints what became of it. */
export async function answerAlert(
  answer: "acknowledge" | "resolve",
  alert: string,
  { because, ...options }: AnswerOptions & { readonly because?: string },
): Promise<void> {
  const body = { alert, by: authorOf(options), because };
  const given = await giveAnswer(options, controlPaths[answer], body, process.env);
  const by = given.ok ? String(given.by) : "";
  const words = { acknowledge: `acknowledged by ${by}: it is not repeated`, resolve: `over: ended by ${by}` };
  printGiven(given, options.json, words[answer]);
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
  const by = given.ok ? String(given.by) : "";
  printGiven(
    given,
    options.json,
    takeBack ? `taken back by ${by}` : `${answerWords.values[worth].en} to ${by}`,
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
  const end = given.ok ? endWords(given as unknown as ToldSilence) : "";
  printGiven(given, options.json, given.ok ? `silent until ${end}: ${String(given.id)}` : "");
}

export async function expireSilence(id: string, options: AnswerOptions): Promise<void> {
  const body = { id, author: authorOf(options) };
  const given = await giveAnswer(options, controlPaths.expire, body, process.env);
  printGiven(given, options.json, `ended: ${id}`);
}

export async function listSilences(options: CallOptions): Promise<void> {
  const silences = await readSilences(options, process.env, Date.now());
  printAnswer(silences, options.json, ({ columns }) => silenceLines(silences, columns));
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
function endWords({ grows, until }: Pick<ToldSilence, "grows" | "until">): string {
  const end = timeWords(until);
  return grows === undefined ? end : `${tameLine(growthWords(grows, "en"), longest)}, ${end} at the latest`;
}

/** @param columns cells of the terminal, to which lines are broken; undefined: they stay whole */
export function silenceLines(silences: readonly ToldSilence[], columns?: number): string[] {
  if (silences.length === 0) return ["no silence is set"];
  return silences.flatMap(({ id, match, fate, author, because, ...ends }) => {
    const line = `${id}  until ${endWords(ends)}  ${tameLine(match, longest)}`;
    const why = `    ${fate}: ${quietFates[fate]}; ${tameLine(author, longest)}: ${tameLine(because, longest)}`;
    return [...wrapped(line, columns, "    "), ...wrapped(why, columns, "    ")];
  });
}
