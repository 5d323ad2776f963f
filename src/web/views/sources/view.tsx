/** The sources: how each is doing, when it is polled and due, and what is left of the services' limits. */

import type { ShownSource, SourcesAnswer } from "../../../model/page/sources.ts";
import { Answered } from "../../parts/answered.tsx";
import { dayText, Moment } from "../../parts/moment.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { link } from "../../state/address.ts";
import { useAnswer, useEvery } from "../../state/calls.ts";

import { useLanguage, useWords } from "../../state/reader.ts";
import { useMayAct } from "../../state/session.ts";
import type { View, ViewProps } from "../view.ts";
import { Limits } from "./limits.tsx";
import { PollNow } from "./poll-now.tsx";
import { Source } from "./source.tsx";
import { DueTag, StateTag } from "./state-tags.tsx";
import "./sources.css";
import { words } from "./words.ts";

const againMs = 5_000;

function Sources({ rest, query }: ViewProps) {
  const times = useEvery(againMs);
  const [name] = rest;
  return name === undefined ? (
    <AllSources version={times} />
  ) : (
    <Source name={name} after={query.get("after") ?? ""} version={times} />
  );
}

function AllSources({ version }: { readonly version: number }) {
  const said = useWords(words);
  const language = useLanguage();
  const mayAct = useMayAct();
  const answered = useAnswer<SourcesAnswer>("api/sources", {}, version);
  return (
    <Answered of={answered}>
      {({ sources: all, limits, calendarTo }) => (
        <div class="sources all">
          <h2>{said.sources}</h2>
          <Table
            isTitled
            caption={said.sources}
            rows={all}
            columns={columnsOf(said, mayAct)}
            rowKey={({ name }) => name}
          />
          <p class="quiet">
            {calendarTo === undefined ? said.calendarUnknown : said.calendarTo(dayText(calendarTo, language))}
          </p>
          <Limits limits={limits} />
        </div>
      )}
    </Answered>
  );
}

function columnsOf(said: (typeof words)["en"], mayAct: boolean): Column<ShownSource>[] {
  return [
    {
      key: "name",
      title: said.name,
      value: ({ name }) => name,
      show: ({ name }) => <a href={link("sources", [name])}>{name}</a>,
    },
    { key: "state", title: said.state, value: ({ state }) => state, show: (one) => <StateTag of={one} /> },
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
      value: ({ service }) => service,
      show: ({ service, isSimulated }) => `${service}${isSimulated ? ` (${said.simulated})` : ""}`,
    },
    ...(mayAct
      ? [
          {
            key: "act",
            title: said.act,
            value: () => undefined,
            show: ({ name }: ShownSource) => <PollNow source={name} />,
          },
        ]
      : []),
  ];
}

function momentColumn(
  key: string,
  title: string,
  at: (source: ShownSource) => string | number | undefined,
): Column<ShownSource> {
  const value = (one: ShownSource) => {
    const moment = at(one);
    return typeof moment === "string" ? Date.parse(moment) : moment;
  };
  return {
    ...{ key, title, value },
    isNumber: true,
    show: (one) => {
      const moment = value(one);
      return moment === undefined ? "–" : <Moment at={moment} form={isNear(moment) ? "clock" : "short"} />;
    },
  };
}

/** Seconds matter only where it is about minutes. */
function isNear(at: number): boolean {
  return Math.abs(Date.now() - at) < 600_000;
}

export const sources: View = {
  path: "sources",
  title: { en: "Sources", ja: "情報源" },
  inMenu: true,
  Page: Sources,
};
