/** Watched series, found by words of their code, name or category, page by page; the search is in the address. */
import { useState } from "preact/hooks";
import type { SeriesListAnswer } from "../../../model/page/series.ts";
import { Answered } from "../../parts/answered.tsx";
import "../../parts/finder.css";
import { Table } from "../../parts/table.tsx";
import { link, refine, useAddress } from "../../shell/address.ts";
import { useAnswer } from "../../shell/calls.ts";
import { useWords } from "../../shell/language.tsx";
import { words } from "./words.ts";

interface FinderProps {
  readonly find: string;
  /** Where the page begins, as the answer before said. */
  readonly after: string;
}

export function SeriesFinder({ find, after }: FinderProps) {
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
