/** A statistical series with its revisions. Without a code, the series that are watched. */
import type { SeriesAnswer } from "../../../model/page/series.ts";
import { Answered } from "../../parts/answered.tsx";
import { Range, rangeQuery } from "../../parts/chart/range.tsx";
import { link } from "../../shell/address.ts";
import { useAnswer } from "../../shell/calls.ts";
import { useWords } from "../../shell/language.tsx";
import { useLive } from "../../shell/live.ts";
import type { View, ViewProps } from "../view.ts";
import { SeriesChart } from "./chart.tsx";
import { SeriesFinder } from "./finder.tsx";
import { SeriesHead } from "./head.tsx";
import "./series.css";
import { SeriesTables } from "./tables.tsx";
import { words } from "./words.ts";

function SeriesView({ rest: [db = "", code = ""], query }: ViewProps) {
  const said = useWords(words);
  if (code !== "") return <OneSeries db={db} code={code} query={query} />;
  return (
    <>
      <h2>{said.title}</h2>
      <SeriesFinder find={query.get("find") ?? ""} after={query.get("after") ?? ""} />
    </>
  );
}

interface OneSeriesProps {
  readonly db: string;
  readonly code: string;
  readonly query: URLSearchParams;
}

function OneSeries({ db, code, query }: OneSeriesProps) {
  const said = useWords(words);
  const { episodes = [] } = useLive();
  const subject = `${db}/${code}`;
  // An alert about it is a reason to look again.
  const newest = Math.max(0, ...episodes.flatMap((one) => (one.subject === subject ? one.seq : [])));
  const answered = useAnswer<SeriesAnswer>("api/series", { db, code, ...rangeQuery(query) }, newest);
  const answer = answered.state === "answered" ? answered.answer : "before" in answered && answered.before;
  return (
    <>
      <p class="back">
        <a href={link("series")}>← {said.title}</a>
      </p>
      <SeriesHead db={db} code={code} series={answer || undefined} />
      <Range />
      <Answered of={answered}>
        {(series) => (
          <>
            <SeriesChart series={series} />
            <SeriesTables series={series} />
          </>
        )}
      </Answered>
    </>
  );
}

export const series: View = {
  path: "series",
  title: { en: "Series", ja: "統計系列" },
  inMenu: true,
  Page: SeriesView,
};
