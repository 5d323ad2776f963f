/** The head of a series: its name, and what is known of it besides its values. */
import { groupedNumber } from "../../../model/numbers.ts";
import type { SeriesAnswer } from "../../../model/page/series.ts";
import { dayText, Moment } from "../../parts/moment.tsx";

import { useLanguage, useWords } from "../../state/reader.ts";
import { words } from "./words.ts";

interface SeriesHeadProps {
  readonly db: string;
  readonly code: string;
  /** Undefined: it is not read yet. */
  readonly series: SeriesAnswer | undefined;
}

export function SeriesHead({ db, code, series }: SeriesHeadProps) {
  const isThis = series?.db === db && series.code === code;
  return (
    <>
      <h2>
        {db}/{code} {isThis && series.name}{" "}
        {isThis && series.isSimulated && <strong class="badge">SIMULATED</strong>}
      </h2>
      {isThis && <Known series={series} />}
    </>
  );
}

function Known({ series }: { readonly series: SeriesAnswer }) {
  const said = useWords(words);
  const language = useLanguage();
  const { unit, frequency, category, period, value, lastUpdate, nextUpdate, seenSince, origin } = series;
  const latest =
    period !== undefined && value !== undefined ? (
      <>
        <b>
          {groupedNumber(value)} {unit}
        </b>{" "}
        <span class="quiet">{dayText(period, language)}</span>
      </>
    ) : undefined;
  const facts = [
    [said.latest, latest],
    [said.frequency, frequency],
    [said.category, category],
    [said.lastUpdate, lastUpdate && dayText(lastUpdate, language)],
    [said.nextUpdate, nextUpdate && dayText(nextUpdate, language)],
    [said.seenSince, seenSince && <Moment at={seenSince} />],
  ] as const;
  return (
    <>
      <dl class="series-facts">
        {facts.map(([label, shown]) =>
          shown === undefined ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{shown}</dd>
            </div>
          ),
        )}
      </dl>
      {origin === "history" && <p class="quiet">{said.history}</p>}
    </>
  );
}
