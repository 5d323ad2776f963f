/** Questions about a rule of the gallery: which one, and each of its values. `<` leads back, Ctrl-C ends them. */
import { nearest } from "../../lib/text/nearest.ts";
import type { Language } from "../../model/language.ts";
import { answerInJapanese } from "../../model/messages/in-japanese.ts";
import type { FormValue, GalleryParam, GalleryRule } from "../../model/page/gallery.ts";
import { paramWords } from "../../model/page/gallery-words.ts";
import { misfit, type ParamForm } from "../../rules/schema/params.ts";
import { isYes } from "../questions.ts";

/** Values by the names of parameters. */
type Values = Readonly<Record<string, FormValue>>;

interface Asking<Made> {
  /** Undefined: the person chooses. */
  readonly name: string | undefined;
  readonly rules: readonly GalleryRule[];
  readonly language: Language;
  /** The answer; undefined: the person ended the questions. */
  ask(question: string): Promise<string | undefined>;
  say(line: string): void;
  /** Values that are not asked for. */
  given(params: readonly GalleryParam[]): Values;
  /** Shows what would be written. Rejects with Refused where the rule has mistakes. */
  make(name: string, values: Values): Promise<Made>;
}

/** What the person said yes to; undefined: nothing is to be written. */
export async function askForRule<Made extends { readonly file: string }>(
  asking: Asking<Made>,
): Promise<Made | undefined> {
  const { rules, ask, say, language } = asking;
  const words = wordsOf[language];
  say(words.ways);
  let { name } = asking;
  let values: Record<string, FormValue> = {};
  for (let at = 0; ; ) {
    if (name === undefined) {
      name = await askName(asking);
      if (name === undefined) return undefined;
      values = {};
    }
    const all = rules.find((one) => one.name === name)?.params ?? [];
    const given = asking.given(all);
    const params = all.filter((one) => !Object.hasOwn(given, one.name));
    const param = params[at];
    const made = param === undefined ? await asking.make(name, { ...values, ...given }) : undefined;
    const value = param && (values[param.name] ?? param.value);
    const shown = param && value !== undefined && paramWords({ ...param, value }, language);
    const answer = await ask(made ? words.sure(made.file) : `${shown}: `);
    if (answer === undefined) return undefined;
    if (answer.normalize("NFKC") === "<") {
      if (at === 0) name = asking.name;
      at = Math.max(0, at - 1);
    } else if (param === undefined) return isYes(answer) ? made : undefined;
    else {
      const meant = answer === "" ? undefined : valueIn(answer, param);
      const message =
        meant === undefined ? undefined : misfit(param as ParamForm, meant as ParamForm["value"]);
      if (meant !== undefined && message === undefined) values[param.name] = meant;
      if (message === undefined) at += 1;
      else say(language === "ja" ? answerInJapanese(message) : message);
    }
  }
}

/** Undefined: an empty answer, or the end of the questions. */
async function askName({
  rules,
  ask,
  say,
  language,
}: Pick<Asking<never>, "rules" | "ask" | "say" | "language">): Promise<string | undefined> {
  const words = wordsOf[language];
  const names = rules.map(({ name }) => name);
  for (;;) {
    const answer = await ask(words.which);
    if (answer === undefined || answer === "" || names.includes(answer)) return answer || undefined;
    say(words.unknown(answer, nearest(answer, names)));
  }
}

/** The value of its parameter's kind; what is none stays a text. */
export function valueIn(text: string, { value }: GalleryParam): FormValue {
  const plain = text.normalize("NFKC").trim();
  if (typeof value === "number") return plain === "" || Number.isNaN(Number(plain)) ? text : Number(plain);
  if (typeof value === "boolean") return isYes(plain) || plain === "true" || (isNo(plain) ? false : text);
  return typeof value === "string" ? text : text.split(/[,、]/).map((word) => word.trim());
}

const isNo = (answer: string) => /^(false|no|n|いいえ)$/i.test(answer);

const wordsOf = {
  en: {
    ways: "An empty answer keeps the value in brackets, < leads back, Ctrl-C ends.",
    which: "Name of the rule (empty: none): ",
    unknown: (name: string, meant: string | undefined) =>
      `there is no rule ${name}${meant === undefined ? "" : `: did you mean ${meant}?`}`,
    sure: (file: string) => `Write this into rules/${file}? (y/N) `,
  },
  ja: {
    ways: "空のままなら [ ] の値のままです。< で前の質問に戻り、Ctrl-C で終了します。",
    which: "ルールの名前 (空のままなら終了)：",
    unknown: (name: string, meant: string | undefined) =>
      `ルール ${name} はありません${meant === undefined ? "" : `：もしかして ${meant}`}`,
    sure: (file: string) => `rules/${file} に書き込みますか (y/N) `,
  },
};
