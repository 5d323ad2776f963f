/**
 * `yagura tail` and `consumers`: follows the feed of a running monitor, through restarts and broken connections, and
 * lists the programs that have a position in it.
 */

import { createFeedClient } from "../../client/feed-client.ts";
import type { FeedClientOptions, FeedEntry, FeedState } from "../../client/options.ts";
import { importedWebSocket } from "../../client/platform-web-socket.ts";
import { requireConfig } from "../../files/check-files.ts";
import { authority } from "../../lib/http/url.ts";
import { Refused } from "../../lib/problem.ts";
import { counted, timeWords } from "../../lib/text/counted.ts";
import { tameLine } from "../../lib/text/tame.ts";
import { wrapped } from "../../lib/text/terminal.ts";
import { callerLanguage, type Language } from "../../model/language.ts";
import { consumerPaths, type ToldConsumer, toldConsumer } from "../../model/page/sources.ts";
import { type CallOptions, giveAnswer, printGiven, reachedListener, seenOrKept } from "../monitor-calls.ts";
import { onceStopped, printAnswer, type Terminal, translated } from "../terminal.ts";

interface Options {
  readonly config: string;
  readonly url?: string;
  /** Comma-separated, as are `subjects`. */
  readonly types?: string;
  readonly subjects?: string;
  readonly watchlist?: string;
  readonly where?: string;
  /** A seq, "start" or "snapshot". */
  readonly since?: string;
  readonly consumer?: string;
  readonly token?: string;
  readonly json?: boolean;
  readonly frames?: boolean;
}

const en = {
  gap: (from: number, to: number) => `gap: ${from} to ${to} are no longer kept, or damaged`,
  connecting: (address: string) => `connecting to ${address}`,
  again: (reason: string, seconds: number) => `${reason}; trying again in ${seconds} s`,
  toPrint: (waiting: number) => `${counted(waiting, "entry waits", "entries wait")} to be printed`,
  closed: (reason: string) => `closed: ${reason}`,
  connected: (seq: number, marked: string) => `connected, seq ${seq}${marked}`,
  noConsumers: "there are no consumers",
  listed: (parts: readonly string[]) => parts.join(", "),
  lost: "its position is lost",
  place: (seq: number, behind: number) => `at #${seq}, ${behind} behind`,
  online: "connected",
  seen: (when: string) => `last seen ${when}`,
  owner: (owner: string) => `of ${owner}`,
  noOwner: "without an owner",
  forgotten: (name: string) => `forgotten: ${name}`,
};

const ja: typeof en = {
  gap: (from, to) => `欠落：${from}〜${to} は保存期間を過ぎたか、損傷しています`,
  connecting: (address) => `${address} に接続しています`,
  again: (reason, seconds) => `${reason}。${seconds}秒後に接続し直します`,
  toPrint: (waiting) => `${waiting.toLocaleString("en")}件が表示を待っています`,
  closed: (reason) => `切断しました：${reason}`,
  connected: (seq, marked) => `接続しました（seq ${seq}${marked}）`,
  noConsumers: "名前付き購読者はありません",
  listed: (parts) => parts.join("、"),
  lost: "位置は失われています",
  place: (seq, behind) => `位置 #${seq}（残り${behind}件）`,
  online: "接続中",
  seen: (when) => `最後の接続 ${when}`,
  owner: (owner) => `所有者 ${owner}`,
  noOwner: "所有者なし",
  forgotten: (name) => `削除しました：${name}`,
};

const words: Readonly<Record<Language, typeof en>> = { en, ja };

/** Follows until a signal ends it. Throws Refused when the feed refuses the question. */
export async function tail({
  config,
  url,
  types,
  subjects,
  watchlist,
  where,
  since,
  consumer,
  token,
  json = false,
  frames = false,
}: Options): Promise<void> {
  // The config's token is for its own monitor, not for whoever answers at another address.
  const own = url === undefined ? reachedListener(requireConfig(config, process.env)) : undefined;
  const address = own ? `ws://${authority(own)}/feed` : String(url);
  const secret = token ?? (process.env.YAGURA_TOKEN || own?.tokens[0]);
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  // News that is no event: the connection's state, gaps.
  const printAside = (line: string) => void process.stderr.write(`${line}\n`);
  const language = callerLanguage(process.env);
  // It tells how a handshake was refused; those of newer Nodes do not.
  const WebSocket = await importedWebSocket();
  await new Promise<void>((resolve, reject) => {
    const client = createFeedClient({
      url: address,
      WebSocket,
      ...(types === undefined ? {} : { types: types.split(",") }),
      ...(subjects === undefined ? {} : { subjects: subjects.split(",") }),
      ...(watchlist === undefined ? {} : { watchlist }),
      ...(where === undefined ? {} : { where }),
      ...(secret ? { token: secret } : {}),
      ...(consumer === undefined ? {} : { consumer }),
      ...(since === undefined ? {} : { since: placeOf(since) }),
      ...(frames ? printingFrames(print) : printingEntries(json ? jsonLine : entryLine, print)),
      onGap(gap) {
        if (frames) print(JSON.stringify({ type: "gap", ...gap }));
        printAside(words[language].gap(gap.from, gap.to));
      },
      onError: ({ code, message }) => printAside(`${code}: ${translated(message, language)}`),
      onState(state) {
        printAside(stateWords(state, address, language));
        if (state.phase === "closed") reject(new Refused(withCure(state)));
      },
    });
    onceStopped(() => {
      resolve();
      client.close();
    });
  });
}

function withCure({ reason, status }: FeedState & { phase: "closed" }): string {
  return status === 401 ? `${reason}: --token, or YAGURA_TOKEN` : reason;
}

type Printing = Pick<FeedClientOptions, "onEvent" | "onSnapshot" | "onEpisode" | "onItem" | "onLive">;

/** Prints entries; the open alerts of a snapshot each as its latest entry. */
function printingEntries(lineOf: (entry: SeenEntry) => string, print: (line: string) => void): Printing {
  return {
    onEvent: (entry) => print(lineOf(entry)),
    onEpisode({ seq, event }) {
      if (event !== undefined) print(lineOf({ seq, event }));
    },
  };
}

/** The feed's frames without the id of the subscription, and where a snapshot begins. */
function printingFrames(print: (line: string) => void): Printing {
  const printFrame = (frame: object) => print(JSON.stringify({ ...frame, id: undefined }));
  return {
    onSnapshot: () => printFrame({ type: "snapshot" }),
    onEpisode: printFrame,
    onItem: printFrame,
    onLive: (place) => printFrame({ type: "live", ...place }),
    onEvent: (entry) => printFrame({ type: "event", ...entry }),
  };
}

function placeOf(text: string): number | "start" | "snapshot" {
  if (text === "start" || text === "snapshot") return text;
  const seq = Number(text);
  if (Number.isSafeInteger(seq) && seq >= 0) return seq;
  throw new Refused(`--since takes a seq, \`start\` or \`snapshot\`, not "${text}"`);
}

type SeenEntry = Pick<FeedEntry, "seq" | "event">;

function jsonLine({ event }: SeenEntry): string {
  return JSON.stringify(event);
}

/** Control characters of strangers never reach the terminal. */
export function entryLine({ seq, event }: SeenEntry): string {
  const { now } = event.data as { now: Record<string, unknown> };
  const about = now.title ?? now.message ?? now.name ?? "";
  const text = `${seq}  ${timeWords(event.time)}  ${event.type}  ${event.subject}  ${about}`;
  return text.replace(/[\p{Cc}\p{Cf}]/gu, " ");
}

function stateWords(state: FeedState, address: string, language: Language): string {
  const own = words[language];
  if (state.phase === "connecting") return own.connecting(address);
  if (state.phase === "waiting")
    return own.again(translated(state.reason, language), Math.ceil(state.retryInMs / 1000));
  if (state.phase === "paused") return own.toPrint(state.waiting);
  if (state.phase === "closed") return own.closed(translated(state.reason, language));
  const { simulated, seq } = state.welcome;
  const marked = simulated.length > 0 ? `, SIMULATED: ${simulated.join(", ")}` : "";
  return own.connected(seq, marked);
}

// `yagura consumers`: consumers of a running monitor's feed, and without one those that its database has.

export async function listConsumers(options: CallOptions): Promise<void> {
  const consumers = await readConsumers(options, process.env);
  printAnswer(consumers, options.json, (terminal) => consumerLines(consumers, terminal));
}

export async function forgetConsumer(name: string, options: CallOptions): Promise<void> {
  const given = await giveAnswer(options, consumerPaths.forget, { name }, process.env);
  printGiven(given, options.json, (language) => words[language].forgotten(name));
}

/** Throws Refused where the monitor wants another token, and where there is no database. */
export async function readConsumers(
  options: Pick<CallOptions, "config" | "token">,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly ToldConsumer[]> {
  return seenOrKept(options, consumerPaths.list, environment, {
    seen: ({ consumers }) => consumers as readonly ToldConsumer[],
    kept: ({ consumers, log }) => consumers.all().map((place) => toldConsumer(place, log)),
  });
}

const longest = 200;

export function consumerLines(
  consumers: readonly ToldConsumer[],
  { columns, language }: Pick<Terminal, "columns" | "language">,
): string[] {
  const own = words[language];
  if (consumers.length === 0) return [own.noConsumers];
  return consumers
    .map((consumer) => {
      const { name, owner, seq, behind, seenAt, isConnected } = consumer;
      const place = seq === undefined ? own.lost : own.place(seq, behind ?? 0);
      const seen = isConnected ? own.online : own.seen(timeWords(seenAt));
      const whose = owner === undefined ? own.noOwner : own.owner(tameLine(owner, longest));
      return `${tameLine(name, longest)}  ${own.listed([place, seen, whose])}`;
    })
    .flatMap((line) => wrapped(line, columns, "    "));
}
