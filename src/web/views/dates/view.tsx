/**
 * Days ahead of the stocks on the watchlists (results, ex-dividend days and others) and publications that are expected,
 * in the order of the days.
 */
import { type CompanyName, type Language, nameFor } from "../../../model/language.ts";
import type { DatesAnswer } from "../../../model/page/dates.ts";
import { WhenAnswered } from "../../parts/answered.tsx";
import { ShownMoment, shownDay } from "../../parts/moment.tsx";
import { AboutLink } from "../../parts/names.tsx";
import { SortedTable } from "../../parts/table.tsx";
import { refine, useAddress } from "../../state/address.ts";
import { answerIn, useAnswer } from "../../state/calls.ts";
import { useLanguage, useWords } from "../../state/reader.ts";
import type { View, ViewProps } from "../view.ts";
import { datesWords } from "./words.ts";

const spans = [30, 90, 365] as const;
const whoseShown = ["mine", "all"] as const;

function Dates({ query }: ViewProps) {
  const words = useWords(datesWords);
  const address = useAddress();
  const asked = Number(query.get("days"));
  const days = spans.find((span) => span === asked) ?? spans[0];
  const whose = whoseShown.find((one) => one === query.get("whose")) ?? "mine";
  const dates = useAnswer<DatesAnswer>("api/dates", { days: String(days), whose });
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
        {answerIn(dates)?.own !== undefined &&
          whoseShown.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === whose}
              onClick={() => refine(address, { whose: one === "mine" ? "" : one })}
            >
              {words.whose[one]}
            </button>
          ))}
      </p>
      <WhenAnswered of={dates}>{(found) => <Listed found={found} />}</WhenAnswered>
    </>
  );
}

interface Row extends CompanyName {
  readonly key: string;
  readonly day: string;
  /** The moment of a publication, ms since 1970. */
  readonly dueAt?: number;
  /** Undefined for a publication, which is about no single stock. */
  readonly subject?: string;
  readonly what: string;
  readonly source: string;
  readonly isSimulated: boolean;
}

/** The day itself stands before its publications, which have a time. */
function rowsOf({ dates, publications }: DatesAnswer, language: Language, publication: string): Row[] {
  const rows: Row[] = [
    ...dates.map(({ uid, title, ...rest }) => ({ key: uid, what: title[language], ...rest })),
    ...publications.map((one) => ({ key: one.source, what: publication, ...one })),
  ];
  return rows.toSorted((one, other) => one.day.localeCompare(other.day));
}

function Listed({ found }: { readonly found: DatesAnswer }) {
  const words = useWords(datesWords);
  const language = useLanguage();
  const rows = rowsOf(found, language, words.publication);
  return (
    <>
      <p>{words.about(shownDay(found.from, language), shownDay(found.to, language))}</p>
      {found.sources.length === 0 && <p>{words.noSource}</p>}
      {found.sources.length > 0 && found.dates.length === 0 && <p>{words.none}</p>}
      {rows.length > 0 && <DaysTable rows={rows} />}
      <p class="quiet">{words.calendar}</p>
    </>
  );
}

function DaysTable({ rows }: { readonly rows: readonly Row[] }) {
  const words = useWords(datesWords);
  const language = useLanguage();
  return (
    <SortedTable
      caption={words.title}
      isTitled
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        { key: "day", title: words.day },
        {
          key: "subject",
          title: words.stock,
          value: ({ subject }) => subject,
          show: ({ subject, ...names }) =>
            subject !== undefined && (
              <>
                <AboutLink subject={subject} /> {nameFor(language, names)}
              </>
            ),
        },
        {
          key: "what",
          title: words.what,
          show: ({ what, dueAt, isSimulated }) => (
            <>
              {what} {dueAt !== undefined && <ShownMoment at={dueAt} />}{" "}
              {isSimulated && <strong class="badge">SIMULATED</strong>}
            </>
          ),
        },
        { key: "source", title: words.source },
      ]}
    />
  );
}

export const datesView: View = { path: "dates", words: datesWords, inMenu: true, Page: Dates };
