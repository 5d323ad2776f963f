/**
 * The sources: how each is doing, when it is polled and due, what is left of the services' limits, and the button that has
 * one polled.
 */
import type { Language } from "../../../model/language.ts";
import { sourceReason } from "../../../model/news-words.ts";
import { groupedNumber } from "../../../model/numbers.ts";
import type { PollNowAnswer, ServiceLimit, ShownSource, SourcesAnswer } from "../../../model/page/sources.ts";
import { Action, WhenAnswered } from "../../parts/answered.tsx";
import { Tag, type Tone } from "../../parts/facts.tsx";
import { ShownMoment, shownDay } from "../../parts/moment.tsx";
import { SortedTable, type TableColumn } from "../../parts/table.tsx";
import { link } from "../../state/address.ts";
import { act, useAnswer } from "../../state/calls.ts";
import { useLanguage, useMayAct, useWords } from "../../state/reader.ts";
import { sourcesWords } from "./words.ts";

export function AllSources({ version }: { readonly version: number }) {
  const words = useWords(sourcesWords);
  const language = useLanguage();
  const mayAct = useMayAct();
  const answered = useAnswer<SourcesAnswer>("api/sources", {}, version);
  return (
    <WhenAnswered of={answered}>
      {({ sources: all, limits, calendarTo }) => (
        <div class="sources all">
          <h2>{words.title}</h2>
          <SortedTable
            isTitled
            caption={words.title}
            rows={all}
            columns={columnsOf(words, mayAct)}
            rowKey={({ name }) => name}
          />
          <p class="quiet">
            {calendarTo === undefined
              ? words.calendarUnknown
              : words.calendarTo(shownDay(calendarTo, language))}
          </p>
          <ServiceLimits limits={limits} />
        </div>
      )}
    </WhenAnswered>
  );
}

function columnsOf(words: (typeof sourcesWords)["en"], mayAct: boolean): TableColumn<ShownSource>[] {
  return [
    { key: "name", title: words.name, show: ({ name }) => <a href={link("sources", [name])}>{name}</a> },
    { key: "state", title: words.state, show: (one) => <StateTag of={one} /> },
    momentColumn("success", words.lastSuccess, ({ lastSuccess }) => lastSuccess),
    momentColumn("attempt", words.lastPoll, ({ attemptAt }) => attemptAt),
    momentColumn("next", words.nextPoll, ({ nextAt }) => nextAt),
    {
      key: "due",
      title: words.due,
      value: ({ late, due }) => late?.day ?? due?.last?.day,
      show: (one) => <DueTag of={one} />,
    },
    {
      key: "service",
      title: words.service,
      show: ({ service, isSimulated }) => `${service}${isSimulated ? ` (${words.simulated})` : ""}`,
    },
    ...(mayAct
      ? [
          {
            key: "act",
            title: words.act,
            value: () => undefined,
            show: ({ name }: ShownSource) => <PollNowButton source={name} />,
          },
        ]
      : []),
  ];
}

function momentColumn(
  key: string,
  title: string,
  at: (source: ShownSource) => string | number | undefined,
): TableColumn<ShownSource> {
  const value = (one: ShownSource) => {
    const moment = at(one);
    return typeof moment === "string" ? Date.parse(moment) : moment;
  };
  return {
    key,
    title,
    value,
    isNumber: true,
    show: (one) => {
      const moment = value(one);
      return moment === undefined ? (
        "–"
      ) : (
        <ShownMoment at={moment} form={isNear(moment) ? "clock" : "short"} />
      );
    },
  };
}

/** Seconds matter only where it is about minutes. */
function isNear(at: number): boolean {
  return Math.abs(Date.now() - at) < 600_000;
}

// How one stands.

const tones: Readonly<Record<ShownSource["state"], Tone>> = {
  waiting: "quiet",
  ok: "good",
  failing: "critical",
  quarantined: "warning",
};

export function StateTag({ of: { state, hold, outage } }: { readonly of: ShownSource }) {
  const words = useWords(sourcesWords);
  return (
    <>
      <Tag tone={tones[state]}>{words.states[state]}</Tag>
      {hold && ` ${groupedNumber(hold.items)} ${words.items}`}
      {state !== "failing" && outage && (
        <>
          {" "}
          <Tag tone="critical">{words.states.failing}</Tag>
        </>
      )}
    </>
  );
}

export function DueTag({ of: { due, late } }: { readonly of: ShownSource }) {
  const words = useWords(sourcesWords);
  const language = useLanguage();
  if (late) return <Tag tone="warning">{words.late(shownDay(late.day, language))}</Tag>;
  if (due?.last === undefined) return <span class="quiet">{words.noDue}</span>;
  const { isSeen } = due.last;
  const day = shownDay(due.last.day, language);
  return <Tag tone={isSeen ? "good" : "quiet"}>{isSeen ? words.dueSeen(day) : words.dueAwaited(day)}</Tag>;
}

export function ServiceLimits({ limits }: { readonly limits: readonly ServiceLimit[] }) {
  const words = useWords(sourcesWords);
  const seconds = (ms: number) => groupedNumber(Math.ceil(ms / 1_000));
  return (
    <section>
      <h3>{words.plan}</h3>
      {limits.length === 0 && <p class="quiet">{words.noLimits}</p>}
      <ul class="limits">
        {limits.map(({ service, plan, calls, requests, left, windowMs, pausedMs }) => (
          <li key={`${service} ${calls}`}>
            <strong>{service}</strong> {plan !== undefined && words.planName(plan)}{" "}
            {calls === "" ? words.allCalls : calls}:{" "}
            {requests === undefined ? (
              words.noLimit
            ) : (
              <>
                <meter
                  min={0}
                  max={requests}
                  value={left ?? 0}
                  aria-label={`${words.left}: ${service} ${calls}`}
                />{" "}
                {words.left} {groupedNumber(left ?? 0)} {words.of(groupedNumber(requests), seconds(windowMs))}
              </>
            )}
            {pausedMs > 0 && <strong class="warning"> {words.refused(seconds(pausedMs))}</strong>}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function PollNowButton({ source }: { readonly source: string }) {
  const words = useWords(sourcesWords);
  const language = useLanguage();
  const poll = async () => {
    const answer = await act<PollNowAnswer>("control/sources/poll", { source });
    const { outcome, events, reason = "", message = "", held } = answer;
    if (outcome === "under-way") return words.polled.underWay;
    if (outcome === "unwritten") return words.polled.unwritten(message);
    if (outcome === "failed") return words.polled.failed(reasonWords(reason, language), message);
    const quarantined = held === undefined ? "" : words.polled.held(groupedNumber(held));
    return `${words.polled.answered(groupedNumber(events))}${quarantined}`;
  };
  return <Action label={words.pollNow} about={source} act={poll} />;
}

/** Why a source fails, in words; a reason of a newer monitor is shown as it is. */
export function reasonWords(reason: string, language: Language): string {
  return sourceReason.values[reason]?.[language] ?? reason;
}
