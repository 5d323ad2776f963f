/** The rows of the inbox as they are shown: one alert, or a stock with several as one row. */
import type { OpenEpisode } from "../../../client/feed-client.ts";
import type { ChangesAnswer, EventRows } from "../../../model/page/alerts.ts";
import { Changes, SeverityMark, StateMark } from "../../parts/facts.tsx";
import { ShownMoment } from "../../parts/moment.tsx";
import {
  AboutLink,
  RuleName,
  textsOfAlert,
  useNamedTitle,
  useRuleName,
  useStockName,
} from "../../parts/names.tsx";
import { link } from "../../state/address.ts";
import { ask, createGathered } from "../../state/calls.ts";
import { useLanguage, useWords } from "../../state/reader.ts";
import type { InboxAlert, InboxStock } from "./list.ts";
import { inboxWords } from "./words.ts";

interface RowProps {
  readonly row: InboxAlert;
  /** Absent for who may only read. */
  readonly pick: Omit<PickProps, "about"> | undefined;
  acknowledge(): void;
}

export function InboxAlertRow({ row: { episode, isMember }, pick, acknowledge }: RowProps) {
  const words = useWords(inboxWords);
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
          {words.since} <ShownMoment at={since} />
        </span>
        {times > 1 && event && (
          <span>
            {words.times(times)} ({words.last} <ShownMoment at={event.time} />)
          </span>
        )}
      </p>
      <What episode={episode} title={title} />
      {pick && state === "firing" && (
        <button type="button" class="act" aria-label={`${words.acknowledge}: ${title}`} onClick={acknowledge}>
          {words.acknowledge}
        </button>
      )}
    </article>
  );
}

function useTitle({ event, rule, subject }: OpenEpisode): string {
  const words = useWords(inboxWords);
  const ruleName = useRuleName();
  const title = useNamedTitle(textsOfAlert(event?.data.now ?? {}, useLanguage()).title, subject);
  return title || `${ruleName(rule)}: ${words.unnamed}`;
}

/** What changed; of what is new the fields that say most, unless the alert itself has words. */
function What({ episode: { event }, title }: { readonly episode: OpenEpisode; readonly title: string }) {
  const now = event?.data.now ?? {};
  const { body } = textsOfAlert(now, useLanguage());
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

/** What a cause changed, which rows ask of the monitor together. */
const useChanges = createGathered<EventRows>(
  async (seqs, language) =>
    (await ask<ChangesAnswer>("api/changes", { events: seqs.join(","), language })).events,
);

/** The rows of an event; undefined until they came, and where the log does not keep it. */
function useEventRows(seq: number | undefined): EventRows | undefined {
  return useChanges(seq === undefined ? undefined : String(seq), useLanguage());
}

interface StockRowProps {
  readonly row: InboxStock;
  /** Absent for who may only read. */
  readonly pick: Omit<PickProps, "about"> | undefined;
  open(): void;
  /** Acknowledges all of its alerts that nobody knows of. */
  acknowledge(): void;
}

export function InboxStockRow({
  row: { code, episodes, newest, isOpen },
  pick,
  open,
  acknowledge,
}: StockRowProps) {
  const words = useWords(inboxWords);
  const name = useStockName(code);
  const title = useTitle(newest);
  const firing = episodes.filter(({ state }) => state === "firing").length;
  const severity = episodes[0]?.severity;
  const called = `${code} ${name ?? ""}`.trim();
  return (
    <article class={`alert-row stock-row${firing === 0 ? " acknowledged" : ""}${pick ? "" : " unpicked"}`}>
      {pick && <Pick {...pick} about={called} />}
      <SeverityMark severity={severity} />
      <button type="button" class="title" data-main aria-expanded={isOpen} onClick={open}>
        {called} <span class="count">{words.alerts(episodes.length)}</span>
      </button>
      <p class="row-facts">
        <AboutLink subject={code} />
        <span>{words.firing(firing)}</span>
        <span>
          {words.last} <ShownMoment at={newest.event?.time ?? newest.since} />
        </span>
      </p>
      <p class="what">
        <a href={link("alert", [newest.alert])}>{title}</a>
      </p>
      {pick && firing > 0 && (
        <button
          type="button"
          class="act"
          aria-label={`${words.acknowledge}: ${called}`}
          onClick={acknowledge}
        >
          {words.acknowledge}
        </button>
      )}
    </article>
  );
}

interface PickProps {
  readonly selected: "all" | "some" | "none";
  /** What the row is about. */
  readonly about: string;
  toggle(isRange: boolean): void;
}

function Pick({ selected, about, toggle }: PickProps) {
  const words = useWords(inboxWords);
  return (
    <label class="pick">
      <input
        type="checkbox"
        aria-label={words.select(about)}
        aria-keyshortcuts="x"
        checked={selected === "all"}
        indeterminate={selected === "some"}
        onClick={(event) => toggle(event.shiftKey)}
      />
    </label>
  );
}
