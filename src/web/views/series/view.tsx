/** A statistical series with its revisions. Without a code, the series that are watched. */
import { useState } from "preact/hooks";
import type { SeriesListAnswer } from "../../../model/page/series.ts";
import { WhenAnswered } from "../../parts/answered.tsx";
import { TextField } from "../../parts/fields.tsx";
import { SortedTable } from "../../parts/table.tsx";
import { link, refine, useAddress } from "../../state/address.ts";
import { useAnswer } from "../../state/calls.ts";
import { useWords } from "../../state/reader.ts";
import type { View, ViewProps } from "../view.ts";
import { OneSeries } from "./one-series.tsx";
import { seriesWords } from "./words.ts";
import "../../parts/finder.css";
import "./series.css";

function SeriesView({ rest: [db = "", code = ""], query }: ViewProps) {
  const words = useWords(seriesWords);
  if (code !== "") return <OneSeries db={db} code={code} query={query} />;
  return (
    <>
      <h2>{words.title}</h2>
      <SeriesFinder find={query.get("find") ?? ""} after={query.get("after") ?? ""} />
    </>
  );
}

export const seriesView: View = {
  path: "series",
  words: seriesWords,
  inMenu: true,
  Page: SeriesView,
};

interface FinderProps {
  readonly find: string;
  /** Where the page begins, as the answer before said. */
  readonly after: string;
}

/** Watched series, found by words of their code, name or category, page by page; the search is in the address. */
function SeriesFinder({ find, after }: FinderProps) {
  const words = useWords(seriesWords);
  const address = useAddress();
  const [looks, setLooks] = useState(0);
  const answered = useAnswer<SeriesListAnswer>("api/series-list", { find, ...(after && { after }) }, looks);
  return (
    <>
      <search class="finder">
        <TextField
          label={words.find}
          type="search"
          value={find}
          change={(text) => refine(address, { find: text, after: "" })}
        />
      </search>
      <WhenAnswered of={answered}>
        {(answer) => (
          <>
            {answer.found.length === 0 && answer.isWhole && <p>{words.none}</p>}
            {answer.found.length > 0 && <FoundSeries answer={answer} />}
            {!answer.isWhole && (
              <p role="status">
                {words.reading}{" "}
                <button type="button" onClick={() => setLooks(looks + 1)}>
                  {words.again}
                </button>
              </p>
            )}
            <p class="pages">
              {after !== "" && <a href={link("series", [], { find })}>{words.first}</a>}
              {answer.next !== undefined && (
                <a href={link("series", [], { find, after: String(answer.next) })}>{words.more}</a>
              )}
            </p>
          </>
        )}
      </WhenAnswered>
    </>
  );
}

function FoundSeries({ answer: { found } }: { readonly answer: SeriesListAnswer }) {
  const words = useWords(seriesWords);
  return (
    <SortedTable
      caption={words.found}
      rows={found}
      rowKey={({ db, code }) => `${db}/${code}`}
      columns={[
        {
          key: "code",
          title: words.code,
          value: ({ db, code }) => `${db}/${code}`,
          show: ({ db, code }) => <a href={link("series", [db, code])}>{`${db}/${code}`}</a>,
        },
        { key: "name", title: words.name },
        { key: "frequency", title: words.frequency },
        { key: "category", title: words.category },
      ]}
    />
  );
}
