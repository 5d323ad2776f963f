/** Names for people, in the reader's language: of stocks and series, of alerts, of rules. */
import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import { type CompanyName, type Language, nameFor, withCompany } from "../../model/language.ts";
import type { WatchedAnswer } from "../../model/page/rules.ts";
import type { StockNamesAnswer } from "../../model/page/stock.ts";
import { link } from "../state/address.ts";
import { answerIn, ask, createGathered, useAnswer } from "../state/calls.ts";
import { useLanguage } from "../state/reader.ts";
import "./names.css";

/** @param subject a stock code such as 130A, or a series as DB/CODE; untrusted */
export function AboutLink({ subject }: { readonly subject: string }) {
  if (isStockCode(subject)) return <a href={link("stock", [subject])}>{subject}</a>;
  const series = /^([A-Za-z0-9]+)\/(.+)$/.exec(subject);
  if (series === null) return <span>{subject}</span>;
  return <a href={link("series", [series[1] ?? "", series[2] ?? ""])}>{subject}</a>;
}

/** Whether the subject of an alert is a stock: a code such as 7203 or 130A. */
export function isStockCode(subject: string): boolean {
  return /^[0-9A-Z]{4,5}$/.test(subject);
}

interface Texts {
  readonly title: string;
  readonly body: string;
}

/** @param now the data of the alert's event; untrusted */
export function textsOfAlert(now: Readonly<Record<string, unknown>>, language: Language): Texts {
  const own = (now.texts as Readonly<Record<string, Partial<Texts>>> | undefined)?.[language];
  return { title: String(own?.title ?? now.title ?? ""), body: String(own?.body ?? now.body ?? "") };
}

const useNames = createGathered<CompanyName>(
  async (codes) => (await ask<StockNamesAnswer>("api/stock-names", { codes: codes.join(",") })).names,
);

/** The name of a stock's company; undefined until it came, where it is not known, and of what is no stock. */
export function useStockName(subject: string): string | undefined {
  const language = useLanguage();
  const names = useNames(isStockCode(subject) ? subject : undefined, language);
  return names && nameFor(language, names);
}

/** The title of an alert about a subject, with the name of its company. */
export function useNamedTitle(title: string, subject: string): string {
  const language = useLanguage();
  const names = useNames(isStockCode(subject) ? subject : undefined, language);
  const wanted = names && nameFor(language, names);
  if (wanted === undefined) return title;
  return withCompany(title, subject, [names?.name ?? "", names?.nameEnglish ?? ""], wanted);
}

const nothingYet: WatchedAnswer = { displayNames: {}, rules: [], sources: [], watchlists: [] };
const Watched = createContext(nothingYet);

/** What the monitor watches; empty before it said so. */
export function useWatched(): WatchedAnswer {
  return useContext(Watched);
}

interface WatchedProps {
  /** The view that is shown: rules may have been edited since the last one. */
  readonly view: string;
  readonly children: ComponentChildren;
}

/** Asks once a view what is watched, for all that show a rule. */
export function WatchedNames({ view, children }: WatchedProps) {
  const answer = answerIn(useAnswer<WatchedAnswer>("api/watched", {}, view));
  return <Watched.Provider value={answer ?? nothingYet}>{children}</Watched.Provider>;
}

/** Gives the name of a rule for people, or the rule's name where it has none; both are untrusted. */
export function useRuleName(): (rule: string) => string {
  const { displayNames: names } = useWatched();
  const language = useLanguage();
  return (rule) => (Object.hasOwn(names, rule) ? names[rule]?.[language] : undefined) ?? rule;
}

/** The name for people, and small beside it the one by which files and commands know the rule. */
export function RuleName({ rule }: { readonly rule: string }) {
  const named = useRuleName()(rule);
  if (named === rule) return <>{rule}</>;
  return (
    <>
      {named} <span class="rule-id">{rule}</span>
    </>
  );
}

export function RuleLink({ rule }: { readonly rule: string }) {
  return (
    <a href={link("rules", [rule])}>
      <RuleName rule={rule} />
    </a>
  );
}

/** The way from one thing back to the view of all. */
export function BackLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <p class="back">
      <a href={link(to)}>← {children}</a>
    </p>
  );
}
