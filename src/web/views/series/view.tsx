/** A statistical series with its revisions. Without a code, the series that are watched. */
import { useState } from "preact/hooks";
import "../../parts/finder.css";
import type { SeriesAnswer, SeriesListAnswer } from "../../../model/page/series.ts";
import { Answered } from "../../parts/answered.tsx";
import { Range, rangeQuery } from "../../parts/chart/range.tsx";
import { Table } from "../../parts/table.tsx";
import { link, refine, useAddress } from "../../state/address.ts";
import { useAnswer } from "../../state/calls.ts";
import { useLive } from "../../state/live.ts";
import { useWords } from "../../state/reader.ts";
import type { View, ViewProps } from "../view.ts";
import { SeriesChart } from "./chart.tsx";
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

// Watched series, found by words of their code, name or category, page by page; the search is in the address.

interface FinderProps {
  readonly find: string;
  /** Where the page begins, as the answer before said. */
  readonly after: string;
}

function SeriesFinder({ find, after }: FinderProps) {
  const said = useWords(words);
  const address = useAddress();
  const [looks, setLooks] = useState(0);
  const answered = useAnswer<SeriesListAnswer>("api/series-list", { find, ...(after && { after }) }, looks);
  return (
    <>
      <search class="finder">
        <label>
          {said.find}{" "}
          <input
            type="search"
            value={find}
            onInput={({ currentTarget }) => refine(address, { find: currentTarget.value, after: "" })}
          />
        </label>
      </search>
      <Answered of={answered}>
        {(answer) => (
          <>
            {answer.found.length === 0 && answer.isWhole && <p>{said.none}</p>}
            {answer.found.length > 0 && <FoundSeries answer={answer} />}
            {!answer.isWhole && (
              <p role="status">
                {said.reading}{" "}
                <button type="button" onClick={() => setLooks(looks + 1)}>
                  {said.again}
                </button>
              </p>
            )}
            <p class="pages">
              {after !== "" && <a href={link("series", [], { find })}>{said.first}</a>}
              {answer.next !== undefined && (
                <a href={link("series", [], { find, after: String(answer.next) })}>{said.more}</a>
              )}
            </p>
          </>
        )}
      </Answered>
    </>
  );
}

function FoundSeries({ answer: { found } }: { readonly answer: SeriesListAnswer }) {
  const said = useWords(words);
  return (
    <Table
      caption={said.found}
      rows={found}
      rowKey={({ db, code }) => `${db}/${code}`}
      columns={[
        {
          key: "code",
          title: said.code,
          value: ({ db, code }) => `${db}/${code}`,
          show: ({ db, code }) => <a href={link("series", [db, code])}>{`${db}/${code}`}</a>,
        },
        { key: "name", title: said.name, value: ({ name }) => name },
        { key: "frequency", title: said.frequency, value: ({ frequency }) => frequency },
        { key: "category", title: said.category, value: ({ category }) => category },
      ]}
    />
  );
}
