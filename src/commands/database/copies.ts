/**
 * `yagura backup`, `verify` and `restore`: copies of the database, made and put in its place, and whether one is whole.
 */
import { constants, setPriority } from "node:os";
import { type BackedUp, backUp } from "../../app/database/back-up.ts";
import { type Restored, restore } from "../../app/database/restore.ts";
import { verifyStore } from "../../app/database/verify-store.ts";
import { checkFiles, requireConfig } from "../../files/check-files.ts";
import { stayBehindStarter } from "../../lib/own-process.ts";
import { counted, timeWords } from "../../lib/text/counted.ts";
import { callerLanguage, type Language } from "../../model/language.ts";
import { damageWords } from "../../model/store-faults.ts";
import { createProgressLine, onceStopped, pacedWords, sizeWords } from "../terminal.ts";
import { verifiedLines } from "./verified-lines.ts";

const en = {
  stopped: "yagura: stopped, no backup was made",
  looking: "looking whether the copy is whole",
  damaged: (file: string, what: string) => `${file}: damaged: ${what}`,
  keeps: "; --damaged keeps the copy all the same",
  noBackup: (keeps: string) =>
    `No backup was made; a file of that name is as it was. \`yagura verify\` says what the damage means${keeps}.`,
  whole: "whole",
  damagedToo: "damaged as the database is",
  backedUp: (file: string, state: string, content: string, size: string) =>
    `${file}: ${state}, ${content}, ${size}`,
  content: (entries: number, end: string) => `${counted(entries, "entry", "entries")}${end}`,
  last: (last: number, when?: string) => `, the last is ${last}${when === undefined ? "" : ` of ${when}`}`,
  restored: (file: string, from: string, content: string) => `${file}: restored from ${from}, ${content}`,
  kept: (file: string) => `The previous database is kept as ${file}.`,
  nextStart: "At the next start:",
  restores: "; --damaged restores the backup all the same",
  notRestored: (restores: string) =>
    `Nothing was restored, and the database is as it was. \`yagura verify\` says what the damage means${restores}.`,
  newEpoch: (lost: string) => `The feed gets a new epoch, and its readers are informed of the gap.${lost}`,
  again: "Polls find the changes that the services still show again, with their alerts and messages.",
  waiting: (waiting: number) =>
    `What waits in the backup, ${counted(waiting, "message")}, may be sent a second time, unchanged.`,
  asBackedUp: "Alerts are open, acknowledged and silenced as they were when the backup was made.",
  otherEpoch:
    " The database from before was of another epoch: what of it the backup lacks cannot be counted.",
  lacks: (count: number, span: string) =>
    ` The backup lacks ${counted(count, "entry", "entries")} that came after it was made: ${span}.`,
  span: (from: number, to: number) => `${from} to ${to}`,
};

const ja: typeof en = {
  stopped: "yagura: 中止しました。バックアップは作っていません",
  looking: "コピーに損傷がないか調べています",
  damaged: (file, what) => `${file}：損傷：${what}`,
  keeps: "。--damaged を付けると、それでもコピーを残します",
  noBackup: (keeps) =>
    `バックアップは作っていません。同じ名前のファイルは元のままです。損傷の影響は \`yagura verify\` で分かります${keeps}。`,
  whole: "損傷なし",
  damagedToo: "データベースと同じ損傷あり",
  backedUp: (file, state, content, size) => `${file}：${state}、${content}、${size}`,
  content: (entries, end) => `記録${entries.toLocaleString("en")}件${end}`,
  last: (last, when) => `（最後は ${last}${when === undefined ? "" : `、${when}`}）`,
  restored: (file, from, content) => `${file}：${from} から復元しました。${content}`,
  kept: (file) => `以前のデータベースは ${file} に残してあります。`,
  nextStart: "次に起動した時：",
  restores: "。--damaged を付けると、それでもバックアップを復元します",
  notRestored: (restores) =>
    `何も復元していません。データベースは元のままです。損傷の影響は \`yagura verify\` で分かります${restores}。`,
  newEpoch: (lost) => `フィードは新しい epoch になり、購読者に欠落を知らせます。${lost}`,
  again: "サービスに今も掲載されている変化は、取得でもう一度見つかり、アラートと通知も出ます。",
  waiting: (waiting) =>
    `バックアップで送信を待っていた${waiting.toLocaleString("en")}通は、同じ内容でもう一度送られることがあります。`,
  asBackedUp: "アラートの継続、確認、通知停止は、バックアップを作った時の状態に戻ります。",
  otherEpoch: "以前のデータベースは別の epoch のため、バックアップにない記録の数は分かりません。",
  lacks: (count, span) =>
    `バックアップの後に書かれた${count.toLocaleString("en")}件（${span}）はバックアップにありません。`,
  span: (from, to) => `${from}〜${to}`,
};

const words: Readonly<Record<Language, typeof en>> = { en, ja };

interface BackupOptions {
  readonly config: string;
  readonly force?: boolean;
  readonly damaged?: boolean;
  readonly json?: boolean;
}

export async function writeBackup(file: string, { config, json, ...options }: BackupOptions): Promise<void> {
  const { state } = requireConfig(config, process.env);
  const language = callerLanguage(process.env);
  standBack();
  const line = createProgressLine();
  const stopping = new AbortController();
  onceStopped(() => stopping.abort());
  try {
    const backedUp = await backUp(state, file, {
      ...options,
      signal: stopping.signal,
      ...(json ? {} : { tell: pacedWords(line, "pages"), verifying: pacedLook(line) }),
    });
    line.clear();
    process.stdout.write(json ? `${JSON.stringify(backedUp)}\n` : backedUpLines(backedUp, language));
    if (!backedUp.ok) process.exitCode = 1;
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    line.clear();
    process.stderr.write(`${words[language].stopped}\n`);
    process.exitCode = 1;
  }
}

/** Lets the monitor go first where both want to compute. */
function standBack(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // The system does not allow it: it runs as any other.
  }
}

function pacedLook(line: ReturnType<typeof createProgressLine>): () => void {
  return () => {
    if (process.stderr.isTTY) line.show(words[callerLanguage(process.env)].looking);
  };
}

/** The outcome for a person. */
export function backedUpLines(backedUp: BackedUp, language: Language = "en"): string {
  const { ok, file, from, bytes, entries, last = 0, damaged } = backedUp;
  const own = words[language];
  const found = damaged.map((damage) => `${own.damaged(from, damageWords(damage, language))}\n`).join("");
  if (!ok) return `${found}${own.noBackup(entries > 0 ? own.keeps : "")}\n`;
  const state = damaged.length === 0 ? own.whole : own.damagedToo;
  const content = own.content(entries, own.last(last));
  return `${found}${own.backedUp(file, state, content, sizeWords(bytes))}\n`;
}

// `yagura verify`: whether a database is whole.

interface VerifyOptions {
  readonly config: string;
  readonly rules: boolean;
  readonly json?: boolean;
  /** Whether a monitor has it done beside itself, and stdin is that one's pipe. */
  readonly behind?: boolean;
}

export async function printVerified(file: string | undefined, options: VerifyOptions): Promise<void> {
  if (options.behind) await stayBehindStarter();
  const path = file ?? requireConfig(options.config, process.env).state;
  const meanings = options.rules ? await meaningsOf(options.config) : undefined;
  const line = createProgressLine();
  const tell = options.json ? undefined : pacedWords(line, "entries");
  const verified = await verifyStore(path, { meanings, ...(tell && { tell }) });
  line.clear();
  process.stdout.write(
    options.json ? `${JSON.stringify(verified)}\n` : verifiedLines(verified, callerLanguage(process.env)),
  );
  if (!verified.ok) process.exitCode = 1;
}

/** What the rules mean now; undefined where the files have mistakes, of which `yagura check` tells. */
async function meaningsOf(config: string): Promise<ReadonlyMap<string, string> | undefined> {
  return (await checkFiles(config, process.env)).rules?.meanings;
}

// `yagura restore`: puts a backup in the place of the database, and says what the next start makes of it.

interface RestoreOptions {
  readonly config: string;
  readonly discard?: boolean;
  readonly damaged?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

export async function restoreBackup(
  file: string,
  { config, json, ...options }: RestoreOptions,
): Promise<void> {
  const { state } = requireConfig(config, process.env);
  const line = createProgressLine();
  const tell = json ? undefined : pacedWords(line, "pages");
  const restored = await restore(file, state, { ...options, now: Date.now(), ...(tell && { tell }) });
  line.clear();
  process.stdout.write(
    json ? `${JSON.stringify(restored)}\n` : restoredLines(restored, callerLanguage(process.env)),
  );
  if (!restored.ok) process.exitCode = 1;
}

/** The outcome for a person, and what the next start does. */
export function restoredLines(restored: Restored, language: Language = "en"): string {
  const { ok, file, from, damaged, kept, entries, last = 0, lastAt } = restored;
  const own = words[language];
  const found = damaged.map((damage) => own.damaged(from, damageWords(damage, language)));
  const end = lastAt === undefined ? "" : own.last(last, timeWords(lastAt));
  const lines = ok
    ? [
        own.restored(file, from, own.content(entries, end)),
        ...(kept === undefined ? [] : [own.kept(kept)]),
        own.nextStart,
        ...nextStart(restored, own).map((line) => `- ${line}`),
      ]
    : [own.notRestored(entries > 0 ? own.restores : "")];
  return `${[...found, ...lines].join("\n")}\n`;
}

function nextStart({ lost, isOfAnotherEpoch, counts }: Restored, own: typeof en): string[] {
  const waiting = counts?.messages.waiting ?? 0;
  return [
    own.newEpoch(lostWords(lost, isOfAnotherEpoch, own)),
    own.again,
    ...(waiting === 0 ? [] : [own.waiting(waiting)]),
    own.asBackedUp,
  ];
}

function lostWords(lost: Restored["lost"], isOfAnotherEpoch: boolean | undefined, own: typeof en): string {
  if (isOfAnotherEpoch) return own.otherEpoch;
  if (lost === undefined) return "";
  const { from, to } = lost;
  return own.lacks(to - from + 1, from === to ? String(from) : own.span(from, to));
}
