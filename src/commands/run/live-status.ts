/** The few lines below the log of a monitor on a terminal: its address, its sources, the last alerts, its readers. */

import type { SourceStatus } from "../../app/status.ts";
import type { Monitor, MonitorLook } from "../../app.ts";
import { japanTime } from "../../lib/clock.ts";
import { tameLine } from "../../lib/text/tame.ts";
import type { Terminal } from "../terminal.ts";
import type { StatusLine } from "./screen.ts";

const longest = 300;

/** @param now ms since 1970 */
export function statusLines(
  { ready: { page, publicUrl = page, simulated }, look }: Pick<Monitor, "ready" | "look">,
  { paint }: Pick<Terminal, "paint">,
  now: number,
): StatusLine[] {
  const seen = look();
  const marked = simulated.length > 0 ? `   SIMULATED: ${simulated.join(", ")}` : "";
  const readers = seen.readers === 1 ? "1 reader" : `${seen.readers} readers`;
  const { unwell, text } = sourceWords(seen);
  return [
    {
      text: `─ Yagura ─ ${publicUrl} ─ ${readers} ─ ${japanTime(now)}${marked}`,
      paint: (line) => paint("bold", line),
    },
    { text: `  sources  ${text}`, paint: (line) => paint(unwell ? "yellow" : "green", line) },
    ...alertLines(seen.alerts),
  ];
}

function sourceWords({ sources }: MonitorLook): { readonly unwell: boolean; readonly text: string } {
  const all = Object.entries(sources);
  const counted = (state: SourceStatus["state"]) => all.filter(([, source]) => source.state === state);
  const ok = counted("ok").length;
  const waiting = counted("waiting").map(([name]) => `${name} waits for its first poll`);
  const failing = counted("failing").map(
    ([name, { since, reason }]) => `${name} fails since ${clockOf(since)} (${reason})`,
  );
  const held = counted("quarantined").map(([name, { items }]) => `${name} holds back ${items} items`);
  const late = all.flatMap(([name, { late: day }]) => (day === undefined ? [] : [`${name} is late`]));
  const unwell = [...failing, ...held, ...late];
  return {
    unwell: unwell.length > 0,
    text: [`${ok} of ${all.length} well`, ...unwell, ...waiting].join(", "),
  };
}

function alertLines(alerts: MonitorLook["alerts"]): StatusLine[] {
  if (alerts.length === 0) return [{ text: "  alerts   none since the start" }];
  return alerts.map(({ time, severity, title }, at) => ({
    text: `  ${at === 0 ? "alerts " : "       "}  ${clockOf(time)}  ${severity}  ${tameLine(title, longest)}`,
  }));
}

/** Time of day in Japan. */
function clockOf(iso: string | undefined): string {
  return iso === undefined ? "an unknown time" : japanTime(Date.parse(iso)).slice(11, 19);
}
