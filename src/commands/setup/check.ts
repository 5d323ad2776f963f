/**
 * `yagura check`, `schema` and `send-test`: every mistake in the files that people write, what the services allow, what
 * such files may hold, and whether messages arrive.
 */
import type { Config } from "../../config/config.ts";
import { recordSetsIn, recordsOptions, simulatedNames } from "../../config/services.ts";
import { checkFiles, leftOutFromHere, outputFileMistakes, requireConfig } from "../../files/check-files.ts";
import type { OnlineRow } from "../../files/check-online.ts";
import { editorSchemaOf, eventTypesOf, type SchemaName } from "../../files/event-types.ts";
import { byPlace, Refused } from "../../lib/problem.ts";
import { counted } from "../../lib/text/counted.ts";
import { textTable, wrapped } from "../../lib/text/terminal.ts";
import { callerLanguage, type Language } from "../../model/language.ts";
import { inJapanese } from "../../model/messages/in-japanese.ts";
import { type OutputName, outputMembers, type TrialResult } from "../../outputs/index.ts";
import type { StoreReader } from "../../store/reader.ts";
import { mistakeLines, printAnswer, type Terminal, terminalOf, translated } from "../terminal.ts";

interface CheckOptions {
  readonly config: string;
  readonly json?: boolean;
  readonly online?: boolean;
}

export async function check(options: CheckOptions): Promise<void> {
  const checked = await checkFiles(options.config, process.env);
  const { warnings, config, rules } = checked;
  const mistakes = [...checked.problems, ...(config === undefined ? [] : await outputFileMistakes(config))];
  const filesOk = mistakes.length === 0;
  // A mistake in the settings comes first: it may be why something else is.
  const problems = config === undefined ? mistakes : [...mistakes, ...warnings].sort(byPlace);
  const rows =
    options.online && filesOk && config
      ? await (await import("../../files/check-online.ts")).checkOnline(config, rules?.watchlists ?? {})
      : undefined;
  const ok = filesOk && (rows?.every((row) => row.ok) ?? true);
  const leftOut = config && rules ? leftOutFromHere(config.rules, rules) : [];
  if (options.json) {
    const more = { ...(leftOut.length > 0 && { leftOut }), ...(rows && { online: rows }) };
    process.stdout.write(`${JSON.stringify({ ok, problems, ...more })}\n`);
  } else {
    for (const problem of problems) process.stderr.write(`${mistakeLines(problem).join("\n")}\n\n`);
    const { ok: fine, leftOut: left, cluster } = checkWords[callerLanguage(process.env)];
    const sources = Object.keys(config?.sources ?? {}).length;
    const people = config?.people.length ?? 0;
    if (filesOk) process.stdout.write(`${fine(sources, rules?.names.length ?? 0, people)}\n`);
    if (filesOk && config?.cluster) process.stdout.write(`${cluster(config.cluster)}\n`);
    for (const { file, needs } of leftOut) process.stdout.write(`${left(file, needs)}\n`);
    if (rows) process.stdout.write(table(rows));
  }
  if (!ok) process.exitCode = filesOk ? 1 : 2;
}

function table(rows: readonly OnlineRow[]): string {
  const { columns, language } = terminalOf();
  return textTable(
    rows.map((row) => [row.source, row.service, row.call, onlineWords(row, language)]),
    columns,
  );
}

type Machine = NonNullable<Config["cluster"]>;

/** Where the settings name none, nothing is said of them. */
const some = (people: number, words: string) => (people === 0 ? [] : [words]);

const en = {
  ok: (sources: number, rules: number, people: number) =>
    [
      `ok: ${counted(sources, "source")}`,
      counted(rules, "rule"),
      ...some(people, counted(people, "person", "people")),
    ].join(", "),
  cluster: ({ name, nats }: Machine) =>
    `machine ${name} of a cluster on ${counted(nats.length, "NATS server")}`,
  leftOut: (file: string, needs: readonly string[]) =>
    `left out: ${file} needs ${needs.map((from) => `a source \`from: ${from}\``).join(" and ")}`,
  verdicts: {
    allowed: "allowed",
    simulated: "SIMULATED, not asked",
    "key-refused": "refused: the key is missing or not accepted",
    "no-plan": "refused: the account has no plan",
    "plan-too-low": "refused: the plan does not cover it",
    "key-or-plan": "refused: the key or its plan",
    "no-such-call": "refused: the service has no such call at this address",
    failed: "failed",
  } as Readonly<Record<OnlineRow["verdict"], string>>,
  plan: (plan: string) => `, it needs the ${plan} plan`,
  addOn: (addOn: string) => ` and the ${addOn} add-on`,
  message: (message: string) => ` (${message})`,
};

const ja: typeof en = {
  ok: (sources, rules, people) =>
    [`問題ありません：情報源${sources}`, `ルール${rules}`, ...some(people, `利用者${people}`)].join("、"),
  cluster: ({ name, nats }) => `クラスター：マシン ${name}（NATS サーバー${nats.length}）`,
  leftOut: (file, needs) =>
    `対象外：${file} には情報源 ${needs.map((from) => `\`from: ${from}\``).join(" と ")} が必要です`,
  verdicts: {
    allowed: "利用できます",
    simulated: "SIMULATED（確認しません）",
    "key-refused": "拒否：キーがないか、受け付けられません",
    "no-plan": "拒否：アカウントにプランがありません",
    "plan-too-low": "拒否：プランに含まれません",
    "key-or-plan": "拒否：キーまたはプランの問題です",
    "no-such-call": "拒否：このアドレスのサービスに、この呼び出しはありません",
    failed: "失敗",
  },
  plan: (plan) => `。${plan} プランが必要です`,
  addOn: (addOn) => `（追加契約 ${addOn} も必要です）`,
  message: (message) => `（${message}）`,
};

const checkWords: Readonly<Record<Language, typeof en>> = { en, ja };

function onlineWords({ verdict, plan, addOn, message }: OnlineRow, language: Language): string {
  const own = checkWords[language];
  const needed = plan === undefined ? "" : `${own.plan(plan)}${addOn === undefined ? "" : own.addOn(addOn)}`;
  const said = message === undefined ? "" : own.message(translated(message, language));
  // The words of a service never steer the terminal.
  return `${own.verdicts[verdict]}${needed}${said}`.replace(/[\p{Cc}\p{Cf}]/gu, " ");
}

// `yagura schema`: what rule files and the settings may hold, as JSON Schema for editors.

interface SchemaOptions {
  /** The rules may be about the events of these settings alone. */
  readonly config?: string;
}

export function schema(name: SchemaName, { config }: SchemaOptions): void {
  const settings = config === undefined ? undefined : requireConfig(config, process.env);
  const known = settings && {
    types: eventTypesOf(settings),
    records: recordsOptions(settings),
    sets: recordSetsIn(settings),
  };
  process.stdout.write(`${JSON.stringify(editorSchemaOf(name, known), null, 2)}\n`);
}

// `yagura send-test`: one test message to each address and target, with the answer.

interface SendOptions {
  config: string;
  to?: string;
  json?: boolean;
}

export async function sendTest(options: SendOptions): Promise<void> {
  const results = await sendTestMails(options.config, process.env, options.to);
  printAnswer(results, options.json, (terminal) =>
    results.flatMap((result) => resultLines(result, terminal)),
  );
  if (results.some(({ ok }) => !ok)) process.exitCode = 1;
}

const outcomes: Readonly<Record<Language, { readonly sent: string; readonly failed: string }>> = {
  en: { sent: "sent", failed: "failed" },
  ja: { sent: "送信", failed: "失敗" },
};

/** The stages, and how long they took. */
function wayIn(language: Language, way: string): string {
  if (language === "en") return way;
  const parts = way.split("; ").map((part) => {
    const [, after, seconds] = /^(after )?([\d.]+) s$/.exec(part) ?? [];
    if (seconds !== undefined) return after === undefined ? `${seconds} 秒` : `${seconds} 秒後`;
    return inJapanese(part) ?? part;
  });
  return parts.join("、");
}

export function resultLines(result: TrialResult, { columns, language, paint }: Terminal): string[] {
  const { address, ok } = result;
  const word = outcomes[language][ok ? "sent" : "failed"];
  const message = translated(result.message, language);
  const way = result.way === undefined ? undefined : wayIn(language, result.way);
  const note = result.note === undefined ? undefined : translated(result.note, language);
  const [first = "", ...more] = wrapped(`${word}  ${address}  ${message}`, columns, "    ");
  const head = `${paint(ok ? "green" : "red", word)}${first.slice(word.length)}`;
  const remarks = [way, note].filter((text) => text !== undefined);
  return [head, ...more, ...remarks.flatMap((text) => wrapped(`    ${text}`, columns, "    "))];
}

/** Sends a test message to each configured recipient. @@ @param to this address instead of the configured ones */
export async function sendTestMails(
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
  to?: string,
): Promise<TrialResult[]> {
  const config = requireConfig(path, environment);
  let reader: StoreReader | undefined;
  const how = {
    ...{ simulated: simulatedNames(config).length > 0, now: Date.now(), publicUrl: config.publicUrl },
    async kept() {
      reader ??= (await import("../../store/reader.ts")).openStoreReader(config.state);
      return { devices: reader.devices, meta: { get: reader.meta } };
    },
  };
  const sent = outputMembers.flatMap(({ name, trial }) => {
    if (trial === undefined) return [];
    const own = config.outputs[name as OutputName];
    return trial.addresses(own, to).map((address) => trial.send(own, address, how));
  });
  if (sent.length === 0 && to !== undefined)
    throw new Refused(`"${to}" is neither a mail address nor the name of a target`);
  if (sent.length === 0) throw new Refused("no recipients are configured; name one with --to");
  return Promise.all(sent).finally(() => reader?.close());
}
