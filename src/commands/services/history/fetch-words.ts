/** A fetch of the past in words: its plan before it begins, its progress, and what came of it. */

import type { FetchOutcome, FetchProgress, LackingPieces } from "../../../history/fetch-state.ts";
import type { ToldPlan } from "../../../history/told-plan.ts";
import { counted } from "../../../lib/text/counted.ts";
import { tameLine } from "../../../lib/text/tame.ts";
import { textTable, wrapped } from "../../../lib/text/terminal.ts";
import { callerLanguage, type Language } from "../../../model/language.ts";
import { sizeWords, translated } from "../../terminal.ts";

const longestReason = 300;

/** Words of a fetch; what a service says itself stays as it is. */
interface FetchWords {
  readonly heading: readonly string[];
  days(from: string, to: string): string;
  lacking(set: string, days: string, pieces: number, reason: string): string;
  lasting(time: string): string;
  readonly noLimit: string;
  readonly allThere: string;
  there(pieces: number): string;
  readonly refused: string;
  readonly beyond: string;
  readonly noPast: string;
  readonly files: string;
  file(one: ToldPlan["files"][number], size: string): string;
  readonly withoutFiles: string;
  readonly onlyPieces: string;
  readonly otherPieces: string;
  done(fetched: number, records: number, requests: number, time: string): string;
  unread(records: number, example: string): string;
  readonly notProvided: string;
  readonly notFromFiles: string;
  readonly failures: string;
  left(pieces: number, isStopped: boolean): string;
  readonly again: string;
  progress(done: number, of: number, requests: number, rate: string): string;
  rate(service: string, perMinute: number): string;
  timeLeft(time: string): string;
  at(progress: string, place: string): string;
}

const fetchWords: Readonly<Record<Language, FetchWords>> = {
  en: {
    heading: ["service", "days", "pieces", "requests"],
    days: (from, to) => `${from} to ${to}`,
    lacking: (set, days, pieces, reason) =>
      `${set}, ${days}${pieces === 1 ? "" : `, ${count(pieces)} pieces`}: ${reason}`,
    lasting: (time) => `It takes ${time} at least.`,
    noLimit: "No limit makes it last longer than its answers.",
    allThere: "Everything is fetched already.",
    there: (pieces) => `${counted(pieces, "piece is", "pieces are")} there already.`,
    refused: "Not requested again today, since the service refused it",
    beyond: "Not in the plan as documented; each is tried once",
    noPast: "No past",
    files: "In files, which take fewer requests",
    file: ({ set, from, to, call, files, pieces }, size) =>
      `${set}, ${from} to ${to}: ${counted(files, "file")} of ${call}, about ${size}, for ${counted(pieces, "piece")}`,
    withoutFiles: "Day by day, since the plan has no files",
    onlyPieces: "All of it is requested piece by piece.",
    otherPieces: "The rest is requested piece by piece.",
    done: (fetched, records, requests, time) =>
      `${counted(fetched, "piece")} fetched: ${counted(records, "record")} by ${counted(requests, "request")} in ${time}`,
    unread: (records, example) => `${counted(records, "record")} could not be read: ${example}`,
    notProvided: "Not provided by the services",
    notFromFiles: "Not read from files, but piece by piece",
    failures: "Failures",
    left: (pieces, isStopped) =>
      `${counted(pieces, "piece is", "pieces are")} left${isStopped ? "" : ", since the service gave nothing"}`,
    again: "run it again to continue",
    progress: (done, of, requests, rate) =>
      `${count(done)} of ${counted(of, "piece")}, ${counted(requests, "request")}${rate}`,
    rate: (service, perMinute) => ` (${service} ${perMinute} a minute)`,
    timeLeft: (time) => `, about ${time} left`,
    at: (progress, place) => `${progress}: ${place}`,
  },
  ja: {
    heading: ["サービス", "期間", "区切り", "呼び出し"],
    days: (from, to) => `${from}〜${to}`,
    lacking: (set, days, pieces, reason) =>
      `${set}、${days}${pieces === 1 ? "" : `、${count(pieces)}件`}：${reason}`,
    lasting: (time) => `少なくとも ${time} かかります。`,
    noLimit: "回数の制限はなく、応答の速さで決まります。",
    allThere: "すべて取得済みです。",
    there: (pieces) => `取得済み：${count(pieces)}件`,
    refused: "サービスが拒否したため、今日はもう呼び出さないもの",
    beyond: "仕様書ではプランに含まれないもの（1回ずつ試します）",
    noPast: "過去データのない情報源",
    files: "呼び出しが少なくて済むため、ファイルで取得するもの",
    file: ({ set, from, to, call, files, pieces }, size) =>
      `${set}、${from}〜${to}：${call} のファイル${count(files)}個、約 ${size}（${count(pieces)}件分）`,
    withoutFiles: "プランにファイルがないため、1日ずつ取得するもの",
    onlyPieces: "すべて区切りごとに取得します。",
    otherPieces: "残りは区切りごとに取得します。",
    done: (fetched, records, requests, time) =>
      `${count(fetched)}件を取得しました（レコード${count(records)}件、呼び出し${count(requests)}回、${time}）`,
    unread: (records, example) => `読み取れないレコード${count(records)}件：${example}`,
    notProvided: "サービスが提供しないもの",
    notFromFiles: "ファイルではなく1件ずつ取得したもの",
    failures: "取得できなかったもの",
    left: (pieces, isStopped) =>
      `残り${count(pieces)}件${isStopped ? "" : "（サービスから取得できませんでした）"}`,
    again: "もう一度実行すると、続きから再開します",
    progress: (done, of, requests, rate) =>
      `${count(of)}件中${count(done)}件、呼び出し${count(requests)}回${rate}`,
    rate: (service, perMinute) => `（${service} は毎分${perMinute}回）`,
    timeLeft: (time) => `、残り約 ${time}`,
    at: (progress, place) => `${progress}：${place}`,
  },
};

/** @param columns cells of the terminal; undefined: lines are whole */
export function planLines(plan: ToldPlan, columns?: number, language: Language = "en"): string[] {
  const { services, untold, refused, beyond, there, pieces, leastMs, files, withoutFiles } = plan;
  const words = fetchWords[language];
  const simulated = services.filter((one) => one.simulated).map(({ service }) => service);
  const rows = services.map((one) => [
    one.service,
    words.days(one.from, one.to),
    count(one.pieces),
    count(one.requests),
  ]);
  const inFiles = files.map((one) => words.file(one, sizeWords(one.bytes)));
  const others = pieces - files.reduce((sum, one) => sum + one.pieces, 0);
  const way = files.length === 0 ? [words.onlyPieces] : others > 0 ? [words.otherPieces] : [];
  return [
    ...(simulated.length > 0 ? [`SIMULATED: ${simulated.join(", ")}`] : []),
    textTable([[...words.heading], ...rows], columns).trimEnd(),
    ...(there > 0 ? [words.there(there)] : []),
    ...block(words.files, inFiles, columns),
    ...block(words.withoutFiles, withoutFiles, columns),
    ...(pieces === 0 ? [] : way),
    ...listed(words.refused, refused, columns, language),
    ...block(words.beyond, beyond, columns),
    ...block(
      words.noPast,
      untold.map(({ source, reason }) => translated(`${source}: ${reason}`, language)),
      columns,
    ),
    pieces === 0
      ? words.allThere
      : leastMs > 0
        ? words.lasting(lastingWords(leastMs, language))
        : words.noLimit,
  ];
}

export function outcomeLines(outcome: FetchOutcome, columns?: number, language: Language = "en"): string[] {
  const { fetched, records, requests, tookMs, refused, failed, unused, left, isStopped, unread } = outcome;
  const words = fetchWords[language];
  const example = outcome.unreadExample ?? "";
  const named = (title: string, pieces: readonly LackingPieces[]) => listed(title, pieces, columns, language);
  return [
    words.done(fetched, records, requests, lastingWords(tookMs, language)),
    ...(unread > 0 ? [tameLine(words.unread(unread, example), 2 * longestReason)] : []),
    ...named(words.notProvided, refused),
    ...named(words.notFromFiles, unused),
    ...named(words.failures, failed),
    ...(left > 0 ? [words.left(left, isStopped)] : []),
    ...(left > 0 || failed.length > 0 ? [words.again] : []),
  ];
}

function listed(
  title: string,
  pieces: readonly LackingPieces[],
  columns: number | undefined,
  language: Language,
): string[] {
  const words = fetchWords[language];
  const lines = pieces.map(({ set, from, to, pieces: many, reason }) => {
    const days = from === to ? from : words.days(from, to);
    return words.lacking(set, days, many, tameLine(translated(reason, language), longestReason));
  });
  return block(title, lines, columns);
}

function block(title: string, lines: readonly string[], columns: number | undefined): string[] {
  return lines.length === 0 ? [] : [title, ...lines.flatMap((line) => wrapped(`  ${line}`, columns, "    "))];
}

function count(number: number): string {
  return number.toLocaleString("en");
}

const units: Readonly<Record<Language, readonly [hour: string, minute: string, second: string]>> = {
  en: [" h", " min", " s"],
  ja: ["時間", "分", "秒"],
};

/** A length of time in its two largest units. */
function lastingWords(ms: number, language: Language): string {
  const [hour, minute, second] = units[language];
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds}${second}`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}${minute} ${seconds % 60}${second}`;
  return `${Math.floor(minutes / 60)}${hour} ${minutes % 60}${minute}`;
}

function progressWords(progress: FetchProgress, language: Language): string {
  const { done, of, requests, slowest, leftMs, at } = progress;
  const words = fetchWords[language];
  const rate = slowest === undefined ? "" : words.rate(slowest.service, Math.round(slowest.perMinute));
  const left = leftMs === undefined || done === of ? "" : words.timeLeft(lastingWords(leftMs, language));
  return tameLine(words.at(`${words.progress(done, of, requests, rate)}${left}`, at), longestReason);
}

/** On a terminal each time that it is shown; a line on a pipe stays, so there is one a minute. */
export function createFetchProgress(
  show: (line: string) => void,
  isTerminal = process.stderr.isTTY === true,
  elapsed: () => number = () => performance.now(),
  language: Language = callerLanguage(process.env),
) {
  const everyMs = isTerminal ? 0 : 60_000;
  let shownAt = isTerminal ? Number.NEGATIVE_INFINITY : elapsed();
  return {
    show(progress: FetchProgress) {
      if (elapsed() - shownAt < everyMs) return;
      shownAt = elapsed();
      show(progressWords(progress, language));
    },
  };
}
