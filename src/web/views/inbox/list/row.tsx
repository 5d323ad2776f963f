/** One open alert as a row: how grave, what, about whom, by which rule, since when, and what changed. */
import type { OpenEpisode } from "../../../../client/feed-client.ts";
import type { ChangesAnswer, EventRows } from "../../../../model/page/alerts.ts";
import { Changes, SeverityMark, StateMark } from "../../../parts/facts.tsx";
import { Moment } from "../../../parts/moment.tsx";
import { AboutLink, alertTexts, RuleName, useNamedTitle, useRuleName } from "../../../parts/names.tsx";

import { link } from "../../../state/address.ts";
import { ask, createGathered } from "../../../state/calls.ts";

import { useLanguage, useWords } from "../../../state/reader.ts";
import { words } from "../words.ts";
import type { AlertRow } from "./list-rows.ts";
import { Pick, type PickProps } from "./pick.tsx";

interface RowProps {
  readonly row: AlertRow;
  /** Absent for who may only read. */
  readonly pick: Omit<PickProps, "about"> | undefined;
  acknowledge(): void;
}

export function Row({ row: { episode, isMember }, pick, acknowledge }: RowProps) {
  const said = useWords(words);
  const { alert, rule, severity, state, subject, since, times, event } = episode;
  const title = useTitle(episode);
  return (
    <article class={`alert-row ${state}${isMember ? " member" : ""}${pick ? "" : " unpicked"}`}>
      {pick && <Pick {...pick} about={title} />}
      <SeverityMark severity={severity} />
      <a class="title" data-main href={link("alert", [alert])}>
        {title}
      </a>
      <p class="row-facts">
        <StateMark state={state} />
        {!isMember && <AboutLink subject={subject} />}
        <span class="rule">
          <RuleName rule={rule} />
        </span>
        <span>
          {said.since} <Moment at={since} />
        </span>
        {times > 1 && event && (
          <span>
            {said.times(times)} ({said.last} <Moment at={event.time} />)
          </span>
        )}
      </p>
      <What episode={episode} title={title} />
      {pick && state === "firing" && (
        <button type="button" class="act" aria-label={`${said.acknowledge}: ${title}`} onClick={acknowledge}>
          {said.acknowledge}
        </button>
      )}
    </article>
  );
}

export function useTitle({ event, rule, subject }: OpenEpisode): string {
  const said = useWords(words);
  const ruleName = useRuleName();
  const title = useNamedTitle(alertTexts(event?.data.now ?? {}, useLanguage()).title, subject);
  return title || `${ruleName(rule)}: ${said.unnamed}`;
}

/** What changed; of what is new the fields that say most, unless the alert itself has words. */
function What({ episode: { event }, title }: { readonly episode: OpenEpisode; readonly title: string }) {
  const now = event?.data.now ?? {};
  const { body } = alertTexts(now, useLanguage());
  const rows = useEventRows((now.cause as { seq?: number } | undefined)?.seq);
  // What the title says already is left out.
  const details = rows?.details.filter((row) => !title.includes(row.now));
  const changes = (rows?.changes.length ? rows.changes : body === "" ? details : undefined) ?? [];
  if (changes.length > 0)
    return (
      <div class="what">
        <Changes rows={changes} most={4} />
      </div>
    );
  return body === "" ? null : <p class="what">{body}</p>;
}

// What rows of the inbox ask of the monitor: what a cause changed.

const useChanges = createGathered<EventRows>(
  async (seqs, language) =>
    (await ask<ChangesAnswer>("api/changes", { events: seqs.join(","), language })).events,
);

/** The rows of an event; undefined until they came, and where the log does not keep it. */
function useEventRows(seq: number | undefined): EventRows | undefined {
  return useChanges(seq === undefined ? undefined : String(seq), useLanguage());
}
