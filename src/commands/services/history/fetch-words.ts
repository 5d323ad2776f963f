/** A fetch of the past in words: its plan before it begins, its progress, and what came of it. */

import type { ToldPlan } from "../../../history/fetch-plan.ts";
import type { FetchOutcome, FetchProgress, LackingPieces } from "../../../history/fetch-state.ts";
import { counted } from "../../../lib/text/counted.ts";
import { tameLine } from "../../../lib/text/tame.ts";
import { textTable, wrapped } from "../../../lib/text/terminal.ts";

const longestReason = 300;

/** @param columns cells of the terminal; undefined: lines are whole */
export function planLines(plan: ToldPlan, columns?: number): string[] {
  const { services, untold, refused, beyond, there, pieces, leastMs } = plan;
  const simulated = services.filter((one) => one.simulated).map(({ service }) => service);
  const rows = services.map((one) => [
    one.service,
    `${one.from} to ${one.to}`,
    count(one.pieces),
    count(one.requests),
  ]);
  const lasting =
    leastMs > 0
      ? `It takes ${lastingWords(leastMs)} at least.`
      : "No limit makes it last longer than its answers.";
  return [
    ...(simulated.length > 0 ? [`SIMULATED: ${simulated.join(", ")}`] : []),
    textTable([["service", "days", "pieces", "requests"], ...rows], columns).trimEnd(),
    ...(there > 0 ? [`${counted(there, "piece is", "pieces are")} there already.`] : []),
    ...listed("Not requested again today, since the service refused it", refused, columns),
    ...block("Not in the plan as documented; each is tried once", beyond, columns),
    ...block(
      "No past",
      untold.map(({ source, reason }) => `${source}: ${reason}`),
      columns,
    ),
    pieces === 0 ? "Everything is fetched already." : lasting,
  ];
}

export function outcomeLines(outcome: FetchOutcome, columns?: number): string[] {
  const { fetched, records, requests, tookMs, refused, failed, left, isStopped, unread } = outcome;
  const done = `${counted(fetched, "piece")} fetched: ${counted(records, "record")} by ${counted(requests, "request")} in ${lastingWords(tookMs)}`;
  const example = outcome.unreadExample ?? "";
  return [
    done,
    ...(unread > 0
      ? [tameLine(`${counted(unread, "record")} could not be read: ${example}`, 2 * longestReason)]
      : []),
    ...listed("Not provided by the services", refused, columns),
    ...listed("Failures", failed, columns),
    ...(left > 0
      ? [
          `${counted(left, "piece is", "pieces are")} left${isStopped ? "" : ", since the service gave nothing"}`,
        ]
      : []),
    ...(left > 0 || failed.length > 0 ? ["run it again to continue"] : []),
  ];
}

function listed(title: string, pieces: readonly LackingPieces[], columns: number | undefined): string[] {
  const lines = pieces.map(({ set, from, to, pieces: many, reason }) => {
    const days = from === to ? from : `${from} to ${to}`;
    return `${set}, ${days}${many === 1 ? "" : `, ${count(many)} pieces`}: ${tameLine(reason, longestReason)}`;
  });
  return block(title, lines, columns);
}

function block(title: string, lines: readonly string[], columns: number | undefined): string[] {
  return lines.length === 0 ? [] : [title, ...lines.flatMap((line) => wrapped(`  ${line}`, columns, "    "))];
}

function count(number: number): string {
  return number.toLocaleString("en");
}

/** A length of time in its two largest units. */
function lastingWords(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function progressWords({ done, of, requests, slowest, leftMs, at }: FetchProgress): string {
  const left = leftMs === undefined || done === of ? "" : `, about ${lastingWords(leftMs)} left`;
  const rate = slowest && ` (${slowest.service} ${Math.round(slowest.perMinute)} a minute)`;
  const asked = `${count(done)} of ${counted(of, "piece")}, ${counted(requests, "request")}${rate ?? ""}`;
  return tameLine(`${asked}${left}: ${at}`, longestReason);
}

/** On a terminal each time that it is shown; a line on a pipe stays, so there is one a minute. */
export function createFetchProgress(
  show: (line: string) => void,
  isTerminal = process.stderr.isTTY === true,
  elapsed: () => number = () => performance.now(),
) {
  const everyMs = isTerminal ? 0 : 60_000;
  let shownAt = isTerminal ? Number.NEGATIVE_INFINITY : elapsed();
  return {
    show(progress: FetchProgress) {
      if (elapsed() - shownAt < everyMs) return;
      shownAt = elapsed();
      show(progressWords(progress));
    },
  };
}
