/** A database made by the monitor's own judge and store, with the files that `yagura why` reads beside it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { weekdaysOnly } from "../../src/calendar/trading-calendar.ts";
import { answerLines } from "../../src/commands/alerts/why.ts";
import { tellingOf } from "../../src/config/telling.ts";
import { builtInTypes } from "../../src/files/event-types.ts";
import type { EventDraft } from "../../src/model/event.ts";
import type { Answer, SubjectAnswer } from "../../src/model/page/why.ts";
import type { Change } from "../../src/pipeline/change.ts";
import { notify } from "../../src/pipeline/commit.ts";
import { judge } from "../../src/pipeline/judge.ts";
import { compileRuleTexts } from "../../src/rules/files/compile-files.ts";
import type { CompiledRules } from "../../src/rules/rule-set.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { type NotFound, type Question, why } from "../../src/why/ask.ts";
import { mailsTo } from "../rules/support.ts";
import { outputSettings } from "../support/output-settings.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

export interface Scene {
  readonly config: string;
  /** Commits together, at a time of Japan. */
  at(time: string, ...drafts: EventDraft[]): void;
  /** Any change, with what is known of the store then. */
  change(time: string, make: (store: Store) => Change): void;
  /** From when to when a monitor was at work, in times of Japan. */
  runs(from: string, to: string): void;
  /** Another text of the rules, told as the monitor does. */
  edit(time: string, rules: string): void;
  /** Does something with the open store. */
  withStore<T>(time: string, work: (store: Store) => T): T;
  why(question: Question): Promise<Answer | NotFound>;
  /** What a person reads whose language is Japanese. */
  linesInJapanese(question: Question): Promise<string[]>;
  /** About rule `test`. */
  silent(subject: string, at?: string): Promise<SubjectAnswer>;
}

const desk = ["desk@example.com", "second@example.com"];

/** @param others recipients beside the desk */
export function createScene(
  rules: string,
  sources = "{}",
  others: Readonly<Record<string, string[]>> = {},
): Scene {
  const recipients = { desk, ...others };
  const folder = tmpFolder();
  const [path, config] = [join(folder, "state.db"), join(folder, "monitor.yaml")];
  mkdirSync(join(folder, "rules"));
  writeFileSync(
    config,
    `rules: rules\nstate: state.db\nemail: { smtp: "file:outbox", from: y@example.com, recipients: ${JSON.stringify(recipients)} }\nsources: ${sources}\n`,
  );
  let text = rules;
  const write = () => writeFileSync(join(folder, "rules", "test.yaml"), text);
  write();
  let rulesOfText: { readonly text: string; readonly rules: CompiledRules } | undefined;
  const compiled = (): CompiledRules => {
    if (rulesOfText?.text === text) return rulesOfText.rules;
    const loaded = compileRuleTexts([{ file: "test.yaml", text }], {
      notify: mailsTo(...Object.keys(recipients)),
      types: builtInTypes,
      hash: text,
    });
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
    rulesOfText = { text, rules: loaded.rules };
    return loaded.rules;
  };
  const telling = tellingOf(
    { outputs: outputSettings(recipients), alerts: undefined, people: [] },
    {
      types: builtInTypes,
      monitorUrl: () => "http://127.0.0.1/",
      watchlists: () => ({}),
      simulated: () => false,
    },
  );
  let at = 0;
  let open: Store | undefined;
  /** As `why` finds the database: at rest, with all of it in its file. */
  const close = () => {
    open?.close();
    open = undefined;
  };
  onTestFinished(close);
  const withStore = <T>(time: string, work: (store: Store, at: number) => T): T => {
    at = Date.parse(`${time}:00+09:00`);
    open ??= openStore(path, { now: () => at, epoch: () => "e", isPassing: true });
    return work(open, at);
  };
  const asked = (question: Question, language?: "ja") => {
    close();
    return why(question, { ...surroundings, language });
  };
  const now = Date.parse("2026-12-31T00:00:00+09:00");
  const surroundings = { config, environment: {}, now, progress: () => undefined };
  const change: Scene["change"] = (time, make) =>
    withStore(time, (store, at) => {
      const current = compiled();
      const alerts = { ...telling.alerts, memory: store.alerts };
      const around = { rules: () => current, calendar: () => weekdaysOnly, now: () => at };
      const house = { ...around, unmailed: telling.unmailed, alerts, store } as never;
      store.commit(notify(judge(make(store), house), house).batch);
    });
  return {
    config,
    change,
    withStore,
    runs(from, to) {
      const [begin, end] = [from, to].map((time) => Date.parse(`${time}:00+09:00`));
      withStore(to, ({ runs }) => {
        runs.begin(begin ?? 0);
        runs.seen(end ?? 0);
      });
    },
    at: (time, ...drafts) => change(time, () => ({ drafts, batch: {} })),
    edit(time, edited) {
      text = edited;
      write();
      const now = { files: ["test.yaml"], rules: [...compiled().names] };
      change(time, () => ({
        drafts: [{ type: "rules.loaded", source: "/rules", subject: "rules", data: { now } }],
        batch: {},
      }));
    },
    why: (question) => asked(question),
    async linesInJapanese(question) {
      const answer = await asked(question, "ja");
      return answer.about === "nothing" ? [answer.message] : answerLines(answer, { language: "ja" });
    },
    async silent(subject, at) {
      const answer = await asked({ rule: "test", subject, at });
      if (answer.about !== "subject") throw new Error(`about ${answer.about}`);
      return answer;
    },
  };
}

/** One rule about short-sale reports that grew. */
export function ruleOf(lines: string, name = "test"): string {
  return `rules:
  - name: ${name}
    on: short.report.increased
    title: "{{ now.code }} {{ now.ratio }}"
${lines.replaceAll(/^/gm, "    ")}
`;
}

export function report(ratio: number, code = "7203", more: Partial<EventDraft> = {}): EventDraft {
  const now = { code, seller: "Example Capital", ratio, shares: 1, calculatedOn: "2026-01-05" };
  return {
    type: "short.report.increased",
    source: "/sources/short-sale-reports",
    subject: code,
    data: { now, was: { ...now, ratio: ratio - 0.1 }, changed: ["ratio"] },
    ...more,
  };
}
