/** `yagura healthcheck`: asks the running monitor on its port. */

import { requireConfig } from "../../files/check-files.ts";
import { tameLine } from "../../lib/text/tame.ts";
import { wrapped } from "../../lib/text/terminal.ts";
import type { Language, Worded } from "../../model/language.ts";
import { type MachineAnswer, machineWords } from "../../model/page/machine.ts";
import { reasonLine, sourceTroubles } from "../../why/health.ts";
import { leftBehindReason, type SourceStatus } from "../../why/status.ts";
import { askMonitor, type MonitorAnswer } from "../monitor-calls.ts";
import { printAnswer, type Terminal, translated } from "../terminal.ts";
import { stateWords } from "./source-words.ts";

export async function healthcheck(options: { config: string; json?: boolean }): Promise<void> {
  const asked = await askMonitor(requireConfig(options.config, process.env), "/readyz", process.env);
  const health = healthOf(asked);
  const answer = { ...asked.answer, ...health };
  printAnswer(answer, options.json, (terminal) => healthLines(asked, terminal));
  if (!asked.ok) process.exitCode = 1;
}

const styles = { well: "green", "well, but": "yellow", "not well": "red" } as const;

const verdicts: Readonly<Record<Health["verdict"], Worded>> = {
  well: { en: "well", ja: "正常" },
  "well, but": { en: "well, but", ja: "要確認" },
  "not well": { en: "not well", ja: "異常" },
};

function healthLines(asked: MonitorAnswer, { columns, language, paint }: Terminal): string[] {
  const { verdict, reasons } = healthOf(asked, language);
  const shown = verdicts[verdict][language];
  const { sources = {} } = asked.answer as { sources?: Record<string, SourceStatus> };
  const states = Object.entries(sources).map(([name, { state }]) => `${name} ${stateWords[language][state]}`);
  const listed = language === "en" ? `: ${states.join(", ")}` : `：${states.join("、")}`;
  const [head = "", ...rest] = wrapped(reasons.length > 0 ? shown : `${shown}${listed}`, columns, "  ");
  // A stranger is told its part alone.
  const { cluster } = asked.answer as { cluster?: Partial<MachineAnswer> };
  const machine = cluster?.name === undefined ? [] : [machineWords(cluster as MachineAnswer, language)];
  return [
    `${paint(styles[verdict], shown)}${head.slice(shown.length)}`,
    ...rest,
    ...machine.flatMap((line) => wrapped(`  ${tameLine(line, 200)}`, columns, "    ")),
    ...reasons.flatMap((reason) => wrapped(`  ${reason}`, columns, "    ")),
  ];
}

export interface Health {
  /** "well, but": it works, and something needs a look. */
  readonly verdict: "well" | "well, but" | "not well";
  readonly reasons: readonly string[];
}

/** Tells from the answer of /readyz whether a monitor is well, in words. */
export function healthOf({ ok, answer }: MonitorAnswer, language: Language = "en"): Health {
  const { error, database, sources, putBack } = answer as {
    error?: string;
    database?: string;
    sources?: Record<string, SourceStatus>;
    putBack?: { message?: string };
  };
  const unwell = ok
    ? []
    : [error ?? (database === "ok" ? leftBehindReason : "its database cannot be written")];
  const found = putBack?.message === undefined ? [] : [putBack.message];
  const reasons = [
    ...[...unwell, ...found].map((message) => reasonLine(translated(message, language))),
    ...Object.entries(sources ?? {}).flatMap(([name, source]) => sourceTroubles(name, source, language)),
  ];
  if (!ok) return { verdict: "not well", reasons };
  return { verdict: reasons.length === 0 ? "well" : "well, but", reasons };
}
