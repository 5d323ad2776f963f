/** What the search field finds: stocks, series, rules and open alerts whose texts have all words. */

import { useEffect, useMemo, useState } from "preact/hooks";
import type { OpenEpisode } from "../../../client/feed-client.ts";
import type { Language } from "../../../model/language.ts";
import type { RulesAnswer, ShownRule } from "../../../model/page/rules.ts";
import type { SeriesListAnswer } from "../../../model/page/series.ts";
import type { StocksAnswer } from "../../../model/page/stock.ts";
import { textsOfAlert } from "../../parts/names.tsx";
import { link } from "../../state/address.ts";
import { ask, type CallError } from "../../state/calls.ts";
import { useLive } from "../../state/live.ts";
import { useLanguage } from "../../state/reader.ts";

export interface SearchHit {
  readonly address: string;
  /** Untrusted, as is the other. */
  readonly name: string;
  /** What it is called besides, such as a code. */
  readonly code: string;
  readonly severity?: string;
}

export interface FoundGroup {
  readonly kind: "stocks" | "series" | "rules" | "alerts";
  readonly found: readonly SearchHit[];
  /** Where all of them are; absent where these are all. */
  readonly more?: string;
}

export interface FoundAll {
  readonly groups: readonly FoundGroup[];
  /** Whether an answer is still to come. */
  readonly isAsking: boolean;
  /** Why some of it could not be asked. */
  readonly error?: CallError;
}

/** Most of one kind that are shown. */
const most = 5;
const typingMs = 150;

interface Asked {
  readonly text: string;
  readonly stocks?: StocksAnswer;
  readonly series?: SeriesListAnswer;
  readonly error?: CallError;
}

/** @param text as it is typed; nothing is asked for an empty one */
export function useFound(text: string): FoundAll {
  const language = useLanguage();
  const { episodes } = useLive();
  const find = text.trim();
  const asked = useAsked(find);
  const rules = useRules(find !== "");
  const groups = useMemo(() => {
    if (find === "") return [];
    const { stocks, series } = asked;
    return [
      ...(stocks ? [stockGroup(stocks, find)] : []),
      ...(series ? [seriesGroup(series, find)] : []),
      ruleGroup(rules, find, language),
      alertGroup(episodes ?? [], find, language),
    ].filter(({ found }) => found.length > 0);
  }, [find, asked, rules, episodes, language]);
  const isAsking =
    find !== "" && (asked.text !== find || (asked.series === undefined && asked.error === undefined));
  return { groups, isAsking, ...(asked.error && { error: asked.error }) };
}

/** Answers of the monitor to what was typed last, once there is a pause; those before stay until then. */
function useAsked(find: string): Asked {
  const [asked, setAsked] = useState<Asked>({ text: "" });
  useEffect(() => {
    if (find === "") return setAsked({ text: "" });
    let isCurrent = true;
    const timer = setTimeout(() => {
      Promise.all([
        ask<StocksAnswer>("api/stocks", { find }),
        ask<SeriesListAnswer>("api/series-list", { find }),
      ]).then(
        ([stocks, series]) => isCurrent && setAsked({ text: find, stocks, series }),
        (error: CallError) => isCurrent && setAsked({ text: find, error }),
      );
    }, typingMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [find]);
  return asked;
}

/** All rules, read when a search begins. */
function useRules(isSearching: boolean): readonly ShownRule[] {
  const [rules, setRules] = useState<readonly ShownRule[]>([]);
  useEffect(() => {
    // Without them the rest is found all the same.
    if (isSearching)
      ask<RulesAnswer>("api/rules").then(
        (answer) => setRules(answer.rules),
        () => {},
      );
  }, [isSearching]);
  return rules;
}

function stockGroup({ found }: StocksAnswer, find: string): FoundGroup {
  const shown = found
    .slice(0, most)
    .map(({ code, name = "" }) => ({ address: link("stock", [code]), name, code }));
  return { kind: "stocks", found: shown, ...(found.length > most && { more: link("stock", [], { find }) }) };
}

function seriesGroup({ found }: SeriesListAnswer, find: string): FoundGroup {
  const shown = found.slice(0, most).map(({ db, code, name = "" }) => {
    return { address: link("series", [db, code]), name, code: `${db}/${code}` };
  });
  return { kind: "series", found: shown, ...(found.length > most && { more: link("series", [], { find }) }) };
}

function ruleGroup(rules: readonly ShownRule[], find: string, language: Language): FoundGroup {
  const wanted = searchWords(find);
  const all = rules.filter(({ name, displayName, description, descriptions, title, titles }) => {
    const inBoth = [displayName, descriptions, titles].flatMap((texts) => Object.values(texts ?? {}));
    const text = folded([name, description, title, ...inBoth].join(" "));
    return wanted.every((word) => text.includes(word));
  });
  const shown = all.slice(0, most).map(({ name, displayName, description = "", descriptions }) => ({
    address: link("rules", [name]),
    code: name,
    name: displayName?.[language] ?? descriptions[language] ?? description,
  }));
  return {
    kind: "rules",
    found: shown,
    ...(all.length > most && { more: link("rules", [], { text: find }) }),
  };
}

const gravities = ["critical", "warning", "info"];

/** The gravest first, then the newest. */
function alertGroup(episodes: readonly OpenEpisode[], find: string, language: Language): FoundGroup {
  const wanted = searchWords(find);
  const gravity = ({ severity }: OpenEpisode) => gravities.indexOf(severity);
  const all = episodes
    .filter((episode) => saysAll(episode, wanted))
    .sort((one, other) => gravity(one) - gravity(other) || other.seq - one.seq);
  const shown = all.slice(0, most).map(({ alert, rule, subject, severity, event }) => ({
    address: link("alert", [alert]),
    code: subject,
    severity,
    name: textsOfAlert(event?.data.now ?? {}, language).title || rule,
  }));
  const more = link("inbox", [], { text: find, whose: "all" });
  return { kind: "alerts", found: shown, ...(all.length > most && { more }) };
}

// Texts of alerts are made comparable as rules do it: case, width and kana count as one.

function folded(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

/** The words of a search, folded; all of them must be there. */
export function searchWords(text: string): string[] {
  return folded(text).split(/\s+/).filter(Boolean);
}

/** @param words folded */
export function saysAll(episode: OpenEpisode, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = textOf(episode);
  return words.every((word) => text.includes(word));
}

const known = new WeakMap<OpenEpisode, string>();

/** All that an alert says, folded; kept, since each letter that is typed looks through all. */
function textOf(episode: OpenEpisode): string {
  const before = known.get(episode);
  if (before !== undefined) return before;
  const { title, body, texts } = episode.event?.data.now ?? {};
  const { rule, key, subject } = episode;
  const text = folded([JSON.stringify([title, body, texts]), rule, key, subject].join(" "));
  known.set(episode, text);
  return text;
}
