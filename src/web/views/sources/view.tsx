/** The sources: how each is doing, when it is polled and due, and what is left of the services' limits. */
import type { ShownSource, SourcesAnswer } from "../../../model/page/sources.ts";
import { WhenAnswered } from "../../parts/answered.tsx";
import { ShownMoment, shownDay } from "../../parts/moment.tsx";
import { SortedTable, type TableColumn } from "../../parts/table.tsx";
import { link } from "../../state/address.ts";
import { useAnswer, useEvery } from "../../state/calls.ts";
import { useLanguage, useWords } from "../../state/reader.ts";
import { useMayAct } from "../../state/session.ts";
import type { View, ViewProps } from "../view.ts";
import { OneSource } from "./source.tsx";
import { DueTag, PollNowButton, ServiceLimits, StateTag } from "./standing.tsx";
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

function AllSources({ version }: { readonly version: number }) {
  const said = useWords(sourcesWords);
  const language = useLanguage();
  const mayAct = useMayAct();
  const answered = useAnswer<SourcesAnswer>("api/sources", {}, version);
  return (
    <WhenAnswered of={answered}>
      {({ sources: all, limits, calendarTo }) => (
        <div class="sources all">
          <h2>{said.title}</h2>
          <SortedTable
            isTitled
            caption={said.title}
            rows={all}
            columns={columnsOf(said, mayAct)}
            rowKey={({ name }) => name}
          />
          <p class="quiet">
            {calendarTo === undefined
              ? said.calendarUnknown
              : said.calendarTo(shownDay(calendarTo, language))}
          </p>
          <ServiceLimits limits={limits} />
        </div>
      )}
    </WhenAnswered>
  );
}

function columnsOf(said: (typeof sourcesWords)["en"], mayAct: boolean): TableColumn<ShownSource>[] {
  return [
    { key: "name", title: said.name, show: ({ name }) => <a href={link("sources", [name])}>{name}</a> },
    { key: "state", title: said.state, show: (one) => <StateTag of={one} /> },
    momentColumn("success", said.lastSuccess, ({ lastSuccess }) => lastSuccess),
    momentColumn("attempt", said.lastPoll, ({ attemptAt }) => attemptAt),
    momentColumn("next", said.nextPoll, ({ nextAt }) => nextAt),
    {
      key: "due",
      title: said.due,
      value: ({ late, due }) => late?.day ?? due?.last?.day,
      show: (one) => <DueTag of={one} />,
    },
    {
      key: "service",
      title: said.service,
      show: ({ service, isSimulated }) => `${service}${isSimulated ? ` (${said.simulated})` : ""}`,
    },
    ...(mayAct
      ? [
          {
            key: "act",
            title: said.act,
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

export const sourcesView: View = {
  path: "sources",
  words: sourcesWords,
  inMenu: true,
  Page: Sources,
};
