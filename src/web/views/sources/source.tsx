/** One source: when it is asked and what is due, why it fails, what its quarantine holds, and what befell it. */
import type { Outage } from "../../../model/commit.ts";
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
import { act, useAnswer } from "../../state/calls.ts";
import { type Language, useLanguage, useWords } from "../../state/reader.ts";
import { DueTag, PollNowButton, reasonWords, ServiceLimits, StateTag } from "./standing.tsx";

import { sourcesWords } from "./words.ts";

interface SourceProps {
  readonly name: string;
  /** Position of the last sample that was shown. */
  readonly after: string;
  readonly version: number;
}

export function OneSource({ name, after, version }: SourceProps) {
  const said = useWords(sourcesWords);
  const language = useLanguage();
  const answered = useAnswer<SourceAnswer>("api/source", { name, after }, version);
  return (
    <div class="sources">
      <BackLink to="sources">{said.all}</BackLink>
      <h2>{name}</h2>
      <WhenAnswered of={answered}>
        {({ source, limits, news, held }) => (
          <>
            <FactList of={factsOf(source, said, language)} />
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

function factsOf(source: ShownSource, said: (typeof sourcesWords)["en"], language: Language): Fact[] {
  const { service, isSimulated, lastSuccess, attemptAt, nextAt, pausedMs, schedule, due, late, published } =
    source;
  const moment = (at: string | number | undefined) => at !== undefined && <ShownMoment at={at} form="full" />;
  const shown = (at: string | number | undefined) => moment(at) || undefined;
  return [
    [said.state, <StateTag key="state" of={source} />],
    [said.service, `${service}${isSimulated ? ` (${said.simulated})` : ""}`],
    [said.lastSuccess, shown(lastSuccess)],
    [said.lastPoll, shown(attemptAt)],
    [
      said.nextPoll,
      <>
        {moment(nextAt)} {pausedMs > 0 && said.paused(groupedNumber(Math.ceil(pausedMs / 1_000)))}
      </>,
    ],
    [
      said.schedule,
      schedule && (
        <>
          <code>{schedule.cron}</code> {schedule.timezone}
          {schedule.onTradingDays && `, ${said.tradingDays}`}
        </>
      ),
    ],
    [
      said.lastDue,
      due?.last && (
        <>
          <DueTag of={source} /> {moment(due.last.dueAt)}
        </>
      ),
    ],
    [said.lateSince, shown(late?.since)],
    [
      said.nextDue,
      due?.next && (
        <>
          {shownDay(due.next.day, language)} {moment(due.next.dueAt)}
        </>
      ),
    ],
    [said.published, published && shownDay(published, language)],
  ];
}

function UnknownCodes({ codes }: { readonly codes: NonNullable<ShownSource["unknownCodes"]> }) {
  const said = useWords(sourcesWords);
  return (
    <section>
      <h3 class="warning">{said.unknownCodes}</h3>
      <p>{said.unknownAbout}</p>
      <FactList of={codes.map(({ code, message }) => [code, message])} />
    </section>
  );
}

function OutageFacts({ outage: { since, reason, message } }: { readonly outage: Outage }) {
  const said = useWords(sourcesWords);
  const language = useLanguage();
  return (
    <section>
      <h3 class="critical">{said.outage}</h3>
      <FactList
        of={[
          [said.since, <ShownMoment key="since" at={since} form="full" />],
          [said.reason, reasonWords(reason, language)],
          [said.message, message],
        ]}
      />
    </section>
  );
}

function News({ news }: { readonly news: readonly SourceNewsItem[] }) {
  const said = useWords(sourcesWords);
  const language = useLanguage();
  return (
    <section>
      <h3>{said.news}</h3>
      {news.length === 0 && <p>{said.noNews}</p>}
      <ul class="news">
        {news.map(({ seq, time, type, reason, message }) => (
          <li key={seq}>
            <ShownMoment at={time} form="full" />
            <span>
              <strong>{reason === "unknown-codes" ? said.unknownCodes : (said.types[type] ?? type)}</strong>{" "}
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
  const said = useWords(sourcesWords);
  const language = useLanguage();
  const { events, rewrites, samples, next } = held;
  const decided = (path: string, words: (events: string) => string) => () =>
    act<{ events: number }>(path, { source: name }).then((done) => words(groupedNumber(done.events)));
  return (
    <section class="quarantine">
      <h3 class="warning">{said.quarantine}</h3>
      <p>
        {said.heldBecause(groupedNumber(hold.items))}{" "}
        {said.rewrites(groupedNumber(rewrites), groupedNumber(events))}
      </p>
      <p>
        <ShownMoment at={hold.since} form="full" /> <q>{hold.message}</q>
      </p>
      <p class="decisions">
        <AskedAction
          label={said.release}
          about={name}
          question={said.askRelease(groupedNumber(events))}
          act={decided("control/sources/release", said.released)}
        />{" "}
        <AskedAction
          label={said.discard}
          about={name}
          question={said.askDiscard}
          act={decided("control/sources/discard", said.discarded)}
        />
      </p>
      <SortedTable
        caption={said.samples}
        rows={rewrittenIn(samples, language)}
        columns={columnsOf(said)}
        rowKey={({ place }) => place}
      />
      <p>
        {after !== "" && <a href={link("sources", [name])}>{said.firstSamples}</a>}{" "}
        {next !== undefined && (
          <a href={link("sources", [name], { after: String(next) })}>{said.moreSamples}</a>
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

function columnsOf(said: (typeof sourcesWords)["en"]): TableColumn<Rewritten>[] {
  return [
    { key: "about", title: said.subject },
    { key: "label", title: said.field },
    { key: "was", title: said.from, isNumber: true },
    { key: "now", title: said.to, isNumber: true },
  ];
}
