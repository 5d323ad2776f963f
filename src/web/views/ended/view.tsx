/** Alerts that are over: searched by what the address says, page after page. */
import { useEffect, useState } from "preact/hooks";
import type { EndedAlert, EndedAnswer } from "../../../model/page/alerts.ts";
import { Failed } from "../../parts/answered.tsx";
import { SeverityMark } from "../../parts/facts.tsx";
import { AlertFilters } from "../../parts/fields.tsx";
import { ShownMoment } from "../../parts/moment.tsx";
import { AboutLink, RuleName } from "../../parts/names.tsx";
import { partWords } from "../../parts/words.ts";
import { link } from "../../state/address.ts";
import { ask, type CallError } from "../../state/calls.ts";
import { useWords } from "../../state/reader.ts";
import type { View, ViewProps } from "../view.ts";
import { endedWords } from "./words.ts";
import "./ended.css";

interface Found {
  readonly alerts: readonly EndedAlert[];
  readonly last?: EndedAnswer;
  readonly error?: CallError;
  readonly isAsking: boolean;
}

const filters = ["text", "stock", "from", "to", "severity", "source", "rule"] as const;

function Ended({ query }: ViewProps) {
  const words = useWords(endedWords);
  const parts = useWords(partWords);
  const [found, more] = useFound(query);
  const { alerts, last, error, isAsking } = found;
  return (
    <>
      <div class="heading">
        <h2>{words.heading}</h2>
        <a href={link("inbox", [], query)}>{words.open}</a>
      </div>
      <AlertFilters label={words.filters} names={filters} />
      <ul class="ended" aria-label={words.heading} aria-busy={isAsking}>
        {alerts.map((alert) => (
          <li key={alert.seq}>
            <SeverityMark severity={alert.severity} />
            <ShownMoment at={alert.time} />
            <a class="title" href={link("alert", [alert.id])}>
              {alert.title || alert.rule}
            </a>
            <span class="quiet">
              <AboutLink subject={alert.subject} /> <RuleName rule={alert.rule} />
            </span>
            <span class="quiet">{words.ends[alert.why ?? ""] ?? alert.why}</span>
          </li>
        ))}
      </ul>
      {error && <Failed error={error} />}
      <p role="status">
        {isAsking
          ? parts.asking
          : alerts.length === 0
            ? words.none
            : last?.next === undefined && words.allShown}{" "}
        {last?.searchedTo !== undefined && (
          <span class="quiet">
            {words.lookedTo[0]} <ShownMoment at={last.searchedTo} />
            {words.lookedTo[1]}
          </span>
        )}
      </p>
      {last?.next !== undefined && !isAsking && (
        <button type="button" onClick={more}>
          {words.more}
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

export const endedView: View = {
  path: "ended",
  words: endedWords,
  inMenu: true,
  Page: Ended,
};
