/** Alerts that are over: searched by what the address says, page after page. */
import { useEffect, useState } from "preact/hooks";
import type { EndedAlert, EndedAnswer } from "../../../model/page/alerts.ts";
import type { WatchedAnswer } from "../../../model/page/watched.ts";
import { Failed } from "../../parts/answered.tsx";
import { SeverityMark } from "../../parts/facts.tsx";
import { Choice, Filters, Typed } from "../../parts/fields.tsx";
import { Moment } from "../../parts/moment.tsx";
import { AboutLink, RuleName, useRuleName } from "../../parts/names.tsx";
import { words as partWords } from "../../parts/words.ts";
import { link } from "../../state/address.ts";
import { ask, type CallError, useAnswer } from "../../state/calls.ts";
import { useWords } from "../../state/reader.ts";
import type { View, ViewProps } from "../view.ts";
import "./ended.css";

/** Texts of the search over alerts that are over. */
const en = {
  heading: "Resolved alerts",
  open: "Open alerts",
  filters: "Search",
  text: "Text",
  stock: "Stock or series",
  rule: "Rule",
  severity: "Severity",
  source: "Source",
  from: "From",
  to: "Up to",
  all: "all",
  none: "No resolved alert matches this search. Remove a condition, or look at the open alerts.",
  allShown: "That is all.",
  lookedTo: ["Searched back to", "."],
  more: "Earlier alerts",
  ends: { until: "end condition met", time: "no news for some time", hand: "resolved by hand" } as Record<
    string,
    string
  >,
};

const words: Record<"en" | "ja", typeof en> = {
  en,
  ja: {
    heading: "終了したアラート",
    open: "継続中のアラート",
    filters: "検索",
    text: "キーワード",
    stock: "銘柄・系列",
    rule: "ルール",
    severity: "重要度",
    source: "情報源",
    from: "開始日",
    to: "終了日",
    all: "すべて",
    none: "条件に合う終了したアラートはありません。条件を減らすか、継続中のアラートをご覧ください。",
    allShown: "以上です。",
    lookedTo: ["", "までさかのぼって検索しました。"],
    more: "さらに前を表示",
    ends: { until: "終了条件が成立", time: "続報なし", hand: "手動で終了" },
  },
};

interface Found {
  readonly alerts: readonly EndedAlert[];
  readonly last?: EndedAnswer;
  readonly error?: CallError;
  readonly isAsking: boolean;
}

function Ended({ query }: ViewProps) {
  const said = useWords(words);
  const parts = useWords(partWords);
  const [found, more] = useFound(query);
  const { alerts, last, error, isAsking } = found;
  return (
    <>
      <div class="heading">
        <h2>{said.heading}</h2>
        <a href={link("inbox", [], query)}>{said.open}</a>
      </div>
      <EndedFilters />
      <ul class="ended" aria-label={said.heading} aria-busy={isAsking}>
        {alerts.map((alert) => (
          <li key={alert.seq}>
            <SeverityMark severity={alert.severity} />
            <Moment at={alert.time} />
            <a class="title" href={link("alert", [alert.id])}>
              {alert.title || alert.rule}
            </a>
            <span class="quiet">
              <AboutLink subject={alert.subject} /> <RuleName rule={alert.rule} />
            </span>
            <span class="quiet">{said.ends[alert.why ?? ""] ?? alert.why}</span>
          </li>
        ))}
      </ul>
      {error && <Failed error={error} />}
      <p role="status">
        {isAsking
          ? parts.asking
          : alerts.length === 0
            ? said.none
            : last?.next === undefined && said.allShown}{" "}
        {last?.searchedTo !== undefined && (
          <span class="quiet">
            {said.lookedTo[0]} <Moment at={last.searchedTo} />
            {said.lookedTo[1]}
          </span>
        )}
      </p>
      {last?.next !== undefined && !isAsking && (
        <button type="button" onClick={more}>
          {said.more}
        </button>
      )}
    </>
  );
}

const names = ["text", "rule", "severity", "source", "from", "to"] as const;
const nothing: Found = { alerts: [], isAsking: true };

/** The pages that were asked for so far, and what asks for the next. */
function useFound(query: URLSearchParams): [Found, () => void] {
  const [found, setFound] = useState(nothing);
  const asked = {
    ...Object.fromEntries(names.map((name) => [name, query.get(name) ?? ""])),
    subject: (query.get("stock") ?? "").trim().toUpperCase(),
  };
  const question = JSON.stringify(asked);
  const load = (before: readonly EndedAlert[], next: number | undefined, isCurrent: () => boolean) => {
    setFound((shown) => ({ ...shown, alerts: before, isAsking: true }));
    ask<EndedAnswer>("api/ended", next === undefined ? asked : { ...asked, before: String(next) }).then(
      (last) => isCurrent() && setFound({ alerts: [...before, ...last.alerts], last, isAsking: false }),
      (error: CallError) => isCurrent() && setFound({ alerts: before, error, isAsking: false }),
    );
  };
  useEffect(() => {
    let isCurrent = true;
    load([], undefined, () => isCurrent);
    return () => {
      isCurrent = false;
    };
  }, [question]);
  return [found, () => load(found.alerts, found.last?.next, () => true)];
}

function EndedFilters() {
  const said = useWords(words);
  const { severities } = useWords(partWords);
  const watched = useAnswer<WatchedAnswer>("api/watched");
  const ruleName = useRuleName();
  const known = watched.state === "answered" ? watched.answer : { sources: [], rules: [] };
  const options = (all: readonly string[]) => all.map((one) => [one, one] as const);
  const { all } = said;
  return (
    <Filters label={said.filters}>
      <Typed name="text" label={said.text} />
      <Typed name="stock" label={said.stock} />
      <Typed name="from" label={said.from} type="date" />
      <Typed name="to" label={said.to} type="date" />
      <Choice
        name="severity"
        label={said.severity}
        all={all}
        options={Object.entries(severities).toReversed()}
      />
      <Choice name="source" label={said.source} all={all} options={options(known.sources)} />
      <Choice
        name="rule"
        label={said.rule}
        all={all}
        options={known.rules.map((rule) => [rule, ruleName(rule)] as const)}
      />
    </Filters>
  );
}

export const ended: View = {
  path: "ended",
  title: { en: "History", ja: "履歴" },
  inMenu: true,
  Page: Ended,
};
