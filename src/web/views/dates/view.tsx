/** Days ahead of the stocks on the watchlists: results, ex-dividend days and others, in the order of the days. */
import { type CompanyName, nameFor } from "../../../model/language.ts";
import type { DateAhead, DatesAnswer } from "../../../model/page/dates.ts";
import { WhenAnswered } from "../../parts/answered.tsx";
import { shownDay } from "../../parts/moment.tsx";
import { AboutLink } from "../../parts/names.tsx";
import { SortedTable } from "../../parts/table.tsx";
import { refine, useAddress } from "../../state/address.ts";
import { useAnswer } from "../../state/calls.ts";
import { useLanguage, useWords } from "../../state/reader.ts";
import type { View, ViewProps } from "../view.ts";
import { datesWords } from "./words.ts";

const spans = [30, 90, 365] as const;

function Dates({ query }: ViewProps) {
  const words = useWords(datesWords);
  const address = useAddress();
  const asked = Number(query.get("days"));
  const days = spans.find((span) => span === asked) ?? spans[0];
  const dates = useAnswer<DatesAnswer>("api/dates", { days: String(days) });
  return (
    <>
      <h2>{words.title}</h2>
      <p>
        {spans.map((span) => (
          <button
            key={span}
            type="button"
            aria-pressed={span === days}
            onClick={() => refine(address, { days: String(span) })}
          >
            {words.days(span)}
          </button>
        ))}
      </p>
      <WhenAnswered of={dates}>{(found) => <Listed found={found} />}</WhenAnswered>
    </>
  );
}

function Listed({ found: { from, to, dates, sources } }: { readonly found: DatesAnswer }) {
  const words = useWords(datesWords);
  const language = useLanguage();
  if (sources.length === 0) return <p>{words.noSource}</p>;
  const stockOf = ({ subject, ...names }: CompanyName & { readonly subject: string }) => (
    <>
      <AboutLink subject={subject} /> {nameFor(language, names)}
    </>
  );
  return (
    <>
      <p>{words.about(shownDay(from, language), shownDay(to, language))}</p>
      {dates.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <SortedTable
          caption={words.title}
          isTitled
          rows={dates}
          rowKey={({ uid }: DateAhead) => uid}
          columns={[
            { key: "day", title: words.day },
            { key: "subject", title: words.stock, show: stockOf },
            {
              key: "what",
              title: words.what,
              value: ({ title }) => title[language],
              show: ({ title, isSimulated }) => (
                <>
                  {title[language]} {isSimulated && <strong class="badge">SIMULATED</strong>}
                </>
              ),
            },
            { key: "source", title: words.source },
          ]}
        />
      )}
      <p class="quiet">{words.calendar}</p>
    </>
  );
}

export const datesView: View = { path: "dates", words: datesWords, inMenu: true, Page: Dates };
