/** `yagura alerts`: the open alerts of a running monitor, and without one those that its database has. */
import { type OpenAlert, openAlerts } from "../../alerts/answers/open-alerts.ts";
import { setSilences } from "../../alerts/answers/silences.ts";
import { controlPaths, mostOpen } from "../../app/answers/control-routes.ts";
import { storedCalendar } from "../../calendar/kept-calendar.ts";
import { policyOf } from "../../config/telling.ts";
import { requireConfig } from "../../files/check-files.ts";
import { timeWords } from "../../lib/text/counted.ts";
import { tameLine } from "../../lib/text/tame.ts";
import { wrapped } from "../../lib/text/terminal.ts";
import type { AlertFacts } from "../../model/alerts.ts";
import { type AnswerOptions, seenOrKept } from "../monitor-calls.ts";
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
