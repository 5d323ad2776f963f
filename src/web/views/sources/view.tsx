/**
 * One source: when it is asked and what is due, why it fails, what its quarantine holds, and what befell it. Without a
 * name, all of them.
 */

import type { Outage } from "../../../model/commit.ts";
import type { Language } from "../../../model/language.ts";
import { groupedNumber } from "../../../model/numbers.ts";
import type {
  HeldSampleShown,
  ShownSource,
  SourceAnswer,
  SourceNewsItem,
} from "../../../model/page/sources.ts";
import { AskedAction, WhenAnswered } from "../../parts/answered.tsx";
import { type Fact, FactList } from "../../parts/facts.tsx";
import { ShownMoment, shownDay } from "../../parts/moment.tsx";
import { BackLink } from "../../parts/names.tsx";
import { SortedTable, type TableColumn } from "../../parts/table.tsx";
import { link } from "../../state/address.ts";
import { act, useAnswer, useEvery } from "../../state/calls.ts";
import { useLanguage, useWords } from "../../state/reader.ts";
import type { View, ViewProps } from "../view.ts";
import { AllSources, DueTag, PollNowButton, reasonWords, ServiceLimits, StateTag } from "./all-sources.tsx";
import { sourcesWords } from "./words.ts";
import "./sources.css";

const againMs = 5_000;

function Sources({ rest, query }: ViewProps) {
  const times = useEvery(againMs);
  const [name] = rest;
  return name === undefined ? (
    <AllSources version={times} />
  ) : (
    <OneSource name={name} after={query.get("after") ?? ""} version={times} />
  );
}

interface SourceProps {
  readonly name: string;
  /** Position of the last sample that was shown. */
  readonly after: string;
  readonly version: number;
}

function OneSource({ name, after, version }: SourceProps) {
  const words = useWords(sourcesWords);
  const language = useLanguage();
  const answered = useAnswer<SourceAnswer>("api/source", { name, after }, version);
  return (
    <div class="sources">
      <BackLink to="sources">{words.all}</BackLink>
      <h2>{name}</h2>
      <WhenAnswered of={answered}>
        {({ source, limits, news, held }) => (
          <>
            <FactList of={factsOf(source, words, language)} />
            <p>
              <PollNowButton source={name} />
            </p>
            {source.unknownCodes && <UnknownCodes codes={source.unknownCodes} />}
            {source.outage && <OutageFacts outage={source.outage} />}
            {source.hold && held && <Quarantine name={name} hold={source.hold} held={held} after={after} />}
            <ServiceLimits limits={limits} />
            <News news={news} />
          </>
        )}
      </WhenAnswered>
    </div>
  );
}

const shownSeconds = (ms: number) => groupedNumber(Math.round(ms / 100) / 10);

function noticedFacts({ noticed }: ShownSource, words: (typeof sourcesWords)["en"]): Fact[] {
  return [
    [
      words.noticed,
      noticed && (
        <>
          {words.spread(shownSeconds(noticed.committed.p50), shownSeconds(noticed.committed.p95))}{" "}
          <span class="quiet">
            {words.noticedOf(groupedNumber(noticed.changes), shownSeconds(noticed.doubtMs))}
          </span>
        </>
      ),
    ],
    [
      words.delivered,
      noticed?.delivered &&
        words.spread(shownSeconds(noticed.delivered.p50), shownSeconds(noticed.delivered.p95)),
    ],
  ];
}

function factsOf(source: ShownSource, words: (typeof sourcesWords)["en"], language: Language): Fact[] {
  const { service, isSimulated, lastSuccess, attemptAt, nextAt, pausedMs, schedule, due, late, published } =
    source;
  const moment = (at: string | number | undefined) => at !== undefined && <ShownMoment at={at} form="full" />;
  const shown = (at: string | number | undefined) => moment(at) || undefined;
  return [
    [words.state, <StateTag key="state" of={source} />],
    [words.service, `${service}${isSimulated ? ` (${words.simulated})` : ""}`],
    [words.lastSuccess, shown(lastSuccess)],
    [words.lastPoll, shown(attemptAt)],
    [
      words.nextPoll,
      <>
        {moment(nextAt)} {source.nextWhy && words.nextWhy(source.nextWhy)}{" "}
        {pausedMs > 0 && words.paused(groupedNumber(Math.ceil(pausedMs / 1_000)))}
      </>,
    ],
    ...noticedFacts(source, words),
    [
      words.schedule,
      schedule && (
        <>
          <code>{schedule.cron}</code> {schedule.timezone}
          {schedule.onTradingDays && `, ${words.tradingDays}`}
        </>
      ),
    ],
    [
      words.lastDue,
      due?.last && (
        <>
          <DueTag of={source} /> {moment(due.last.dueAt)}
        </>
      ),
    ],
    [words.lateSince, shown(late?.since)],
    [
      words.nextDue,
      due?.next && (
        <>
          {shownDay(due.next.day, language)} {moment(due.next.dueAt)}
        </>
      ),
    ],
    [words.published, published && shownDay(published, language)],
  ];
}

function UnknownCodes({ codes }: { readonly codes: NonNullable<ShownSource["unknownCodes"]> }) {
  const words = useWords(sourcesWords);
  return (
    <section>
      <h3 class="warning">{words.unknownCodes}</h3>
      <p>{words.unknownAbout}</p>
      <FactList of={codes.map(({ code, message }) => [code, message])} />
    </section>
  );
}

function OutageFacts({ outage: { since, reason, message } }: { readonly outage: Outage }) {
  const words = useWords(sourcesWords);
  const language = useLanguage();
  return (
    <section>
      <h3 class="critical">{words.outage}</h3>
      <FactList
        of={[
          [words.since, <ShownMoment key="since" at={since} form="full" />],
          [words.reason, reasonWords(reason, language)],
          [words.message, message],
        ]}
      />
    </section>
  );
}

function News({ news }: { readonly news: readonly SourceNewsItem[] }) {
  const words = useWords(sourcesWords);
  const language = useLanguage();
  return (
    <section>
      <h3>{words.news}</h3>
      {news.length === 0 && <p>{words.noNews}</p>}
      <ul class="news">
        {news.map(({ seq, time, type, reason, message }) => (
          <li key={seq}>
            <ShownMoment at={time} form="full" />
            <span>
              <strong>{reason === "unknown-codes" ? words.unknownCodes : (words.types[type] ?? type)}</strong>{" "}
              {reason !== undefined && reason !== "unknown-codes" && reasonWords(reason, language)}{" "}
              {message !== undefined && <q>{message}</q>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface QuarantineProps {
  readonly name: string;
  readonly hold: NonNullable<ShownSource["hold"]>;
  readonly held: NonNullable<SourceAnswer["held"]>;
  readonly after: string;
}

/** A field of an item that was rewritten. */
interface Rewritten {
  readonly place: string;
  readonly about: string;
  readonly label: string;
  readonly was?: string | undefined;
  readonly now: string;
}

/** A mass rewrite that waits for a person: what was rewritten from what to what, and the two decisions. */
function Quarantine({ name, hold, held, after }: QuarantineProps) {
  const words = useWords(sourcesWords);
  const language = useLanguage();
  const { events, rewrites, samples, next } = held;
  const decided = (path: string, words: (events: string) => string) => () =>
    act<{ events: number }>(path, { source: name }).then((done) => words(groupedNumber(done.events)));
  return (
    <section class="quarantine">
      <h3 class="warning">{words.quarantine}</h3>
      <p>
        {words.heldBecause(groupedNumber(hold.items))}{" "}
        {words.rewrites(groupedNumber(rewrites), groupedNumber(events))}
      </p>
      <p>
        <ShownMoment at={hold.since} form="full" /> <q>{hold.message}</q>
      </p>
      <p class="decisions">
        <AskedAction
          label={words.release}
          about={name}
          question={words.askRelease(groupedNumber(events))}
          act={decided("control/sources/release", words.released)}
        />{" "}
        <AskedAction
          label={words.discard}
          about={name}
          question={words.askDiscard}
          act={decided("control/sources/discard", words.discarded)}
        />
      </p>
      <SortedTable
        caption={words.samples}
        rows={rewrittenIn(samples, language)}
        columns={columnsOf(words)}
        rowKey={({ place }) => place}
      />
      <p>
        {after !== "" && <a href={link("sources", [name])}>{words.firstSamples}</a>}{" "}
        {next !== undefined && (
          <a href={link("sources", [name], { after: String(next) })}>{words.moreSamples}</a>
        )}
      </p>
    </section>
  );
}

function rewrittenIn(samples: readonly HeldSampleShown[], language: Language): Rewritten[] {
  return samples.flatMap(({ subject, name, rows }, index) =>
    rows[language].map((row, place) => ({
      ...row,
      place: `${index} ${place}`,
      about: name === undefined ? subject : `${subject} ${name}`,
    })),
  );
}

function columnsOf(words: (typeof sourcesWords)["en"]): TableColumn<Rewritten>[] {
  return [
    { key: "about", title: words.subject },
    { key: "label", title: words.field },
    { key: "was", title: words.from, isNumber: true },
    { key: "now", title: words.to, isNumber: true },
  ];
}

export const sourcesView: View = {
  path: "sources",
  words: sourcesWords,
  inMenu: true,
  Page: Sources,
};
