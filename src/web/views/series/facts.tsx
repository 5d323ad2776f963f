/** What is known of a series besides its values. */

import { groupedNumber } from "../../../model/numbers.ts";
import type { SeriesAnswer } from "../../../model/page/series.ts";
import { Moment } from "../../parts/moment.tsx";
import { useWords } from "../../shell/language.tsx";
import { words } from "./words.ts";

export function SeriesFacts({ series }: { readonly series: SeriesAnswer }) {
  const said = useWords(words);
  const { db, code, name = "", unit, frequency, category, period, value, lastUpdate, nextUpdate } = series;
  const { seenSince, isSimulated, origin } = series;
  const facts: readonly (readonly [label: string, shown: string | undefined])[] = [
    [
      said.latest,
      period && value !== undefined ? `${period}: ${groupedNumber(value)} ${unit ?? ""}` : undefined,
    ],
    [said.unit, unit],
    [said.frequency, frequency],
    [said.category, category],
    [said.lastUpdate, lastUpdate],
    [said.nextUpdate, nextUpdate],
  ];
  return (
    <>
      <h2>
        {db}/{code} {name} {isSimulated && <strong class="badge">SIMULATED</strong>}
      </h2>
      <dl class="series-facts">
        {facts.map(([label, shown]) =>
          shown === undefined ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{shown}</dd>
            </div>
          ),
        )}
        {seenSince !== undefined && (
          <div>
            <dt>{said.seenSince}</dt>
            <dd>
              <Moment at={seenSince} />
            </dd>
          </div>
        )}
      </dl>
      {origin === "history" && <p class="quiet">{said.history}</p>}
    </>
  );
}
