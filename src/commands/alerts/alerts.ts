/**
 * `yagura alerts` and `silence`: open alerts and silences of a running monitor, and without one those that its database
 * has.
 */
import { type OpenAlert, openAlerts } from "../../alerts/answers/open-alerts.ts";
import { setSilences } from "../../alerts/answers/silences.ts";
import { controlPaths, mostOpen, type ToldSilence, toldSilence } from "../../app/answers/control-routes.ts";
import { storedCalendar } from "../../calendar/kept-calendar.ts";
import { policyOf } from "../../config/telling.ts";
import { requireConfig } from "../../files/check-files.ts";
import { Refused } from "../../lib/refused.ts";
import { timeWords } from "../../lib/text/counted.ts";
import { didYouMean } from "../../lib/text/nearest.ts";
import { tameLine } from "../../lib/text/tame.ts";
import { wrapped } from "../../lib/text/terminal.ts";
import { type AlertFacts, quietFates } from "../../model/alerts.ts";
import { type AnswerOptions, authorOf, giveAnswer, printGiven, seenOrKept } from "../monitor-calls.ts";
import { type Terminal, terminalOf } from "../terminal.ts";

export async function alerts(options: AnswerOptions): Promise<void> {
  const open = await readAlerts(options, process.env, Date.now());
  if (options.json) process.stdout.write(`${JSON.stringify(open)}\n`);
  else for (const line of alertLines(open, terminalOf())) process.stdout.write(`${line}\n`);
}

/** Throws Refused where the monitor wants another token, and where there is no database. */
export async function readAlerts(
  { config: file, token }: Pick<AnswerOptions, "config" | "token">,
  environment: Readonly<Record<string, string | undefined>>,
  now: number,
): Promise<readonly OpenAlert[]> {
  const config = requireConfig(file, environment);
  const secret = token ?? (environment.YAGURA_TOKEN || undefined);
  return seenOrKept(config, controlPaths.alerts, secret, {
    seen: ({ alerts: open }) => open as readonly OpenAlert[],
    kept({ alerts: memory, log, meta }) {
      const policy = policyOf(config);
      const calendar = storedCalendar(meta);
      const silences = setSilences(memory, now);
      const quieted = (facts: AlertFacts) => policy.quieted(facts, now, silences, calendar);
      return openAlerts(memory.episodes(mostOpen), { log, quieted });
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

function answered({ acknowledged, quieted }: OpenAlert): string {
  const known = acknowledged ? `, acknowledged by ${tameLine(acknowledged.by, longest)}` : "";
  const quiet = quieted ? `, ${tameLine(quieted.by, longest)} until ${timeWords(quieted.until)}` : "";
  return `${known}${quiet}`;
}

// `yagura silence`: silences of a running monitor, and without one those that its database has.

interface AddOptions extends AnswerOptions {
  readonly for?: string;
  readonly until?: string;
  readonly because: string;
  readonly fate: string;
}

export async function addSilence(match: string, options: AddOptions): Promise<void> {
  const { for: span, until, because, fate } = options;
  const fates = Object.keys(quietFates);
  if (!fates.includes(fate))
    throw new Refused(`no fate "${fate}": ${didYouMean(fate, fates) ?? fates.join(", ")}`);
  if ((span === undefined) === (until === undefined))
    throw new Refused("say how long, by one of --for and --until");
  const body = { match, for: span, until, fate, because, author: authorOf(options) };
  const given = await giveAnswer(options, controlPaths.silences, body, process.env);
  const end = given.ok ? timeWords(String(given.until)) : "";
  printGiven(given, options.json, given.ok ? `silent until ${end}: ${String(given.id)}` : "");
}

export async function expire(id: string, options: AnswerOptions): Promise<void> {
  const body = { id, author: authorOf(options) };
  const given = await giveAnswer(options, controlPaths.expire, body, process.env);
  printGiven(given, options.json, `ended: ${id}`);
}

export async function listSilences(options: AnswerOptions): Promise<void> {
  const silences = await readSilences(options, process.env, Date.now());
  if (options.json) process.stdout.write(`${JSON.stringify(silences)}\n`);
  else for (const line of silenceLines(silences, terminalOf().columns)) process.stdout.write(`${line}\n`);
}

/** Throws Refused where the monitor wants another token, and where there is no database. */
export async function readSilences(
  { config: file, token }: Pick<AnswerOptions, "config" | "token">,
  environment: Readonly<Record<string, string | undefined>>,
  now: number,
): Promise<readonly ToldSilence[]> {
  const config = requireConfig(file, environment);
  const secret = token ?? (environment.YAGURA_TOKEN || undefined);
  return seenOrKept(config, controlPaths.silences, secret, {
    seen: ({ silences }) => silences as readonly ToldSilence[],
    kept: ({ alerts }) => setSilences(alerts, now).map(toldSilence),
  });
}

/** @param columns cells of the terminal, to which lines are broken; undefined: they stay whole */
export function silenceLines(silences: readonly ToldSilence[], columns?: number): string[] {
  if (silences.length === 0) return ["no silence is set"];
  return silences.flatMap(({ id, match, until, fate, author, because }) => {
    const line = `${id}  until ${timeWords(until)}  ${tameLine(match, longest)}`;
    const why = `    ${fate}: ${quietFates[fate]}; ${tameLine(author, longest)}: ${tameLine(because, longest)}`;
    return [...wrapped(line, columns, "    "), ...wrapped(why, columns, "    ")];
  });
}
