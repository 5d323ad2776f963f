/** A table with a caption: sorted by any column, numbers on the right, as many rows at first as are quick to show. */

import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { Language } from "../../model/language.ts";
import type { Severity } from "../../model/news-items.ts";
import { groupedNumber } from "../../model/numbers.ts";
import { link } from "../state/address.ts";
import { useLanguage, useWords } from "../state/reader.ts";
import { SeverityMark } from "./facts.tsx";
import { shownDay, shownTime } from "./moment.tsx";
import { RuleLink } from "./names.tsx";
import { partWords } from "./words.ts";
import "./table.css";
import "./visually-hidden.css";

type Value = string | number | undefined;

/** Fields of a row that a table can sort by. */
type FieldOf<Row> = { [Name in keyof Row & string]-?: Row[Name] extends Value ? Name : never }[keyof Row &
  string];

export type TableColumn<Row> = {
  readonly title: string;
  show?(row: Row): ComponentChildren;
  /** Whether its values stand on the right; by default where the first known value is a number. */
  readonly isNumber?: boolean;
} & (
  | {
      /** Tells it from the others. */
      readonly key: string;
      /** What it is sorted by, and shown where `show` is left out, a day in words; undefined: unknown, which comes last. */
      value(row: Row): Value;
    }
  /** Its value is the row's field of that name. */
  | { readonly key: FieldOf<Row>; readonly value?: undefined }
);

function valueIn<Row>(column: TableColumn<Row>, row: Row): Value {
  return column.value ? column.value(row) : (row[column.key] as Value);
}

interface Sorting {
  readonly key: string;
  readonly isDescending: boolean;
}

interface TableProps<Row> {
  readonly caption: string;
  /** The heading above says the caption to those who see the page. */
  readonly isTitled?: boolean;
  readonly rows: readonly Row[];
  readonly columns: readonly TableColumn<NoInfer<Row>>[];
  rowKey(row: Row): string | number;
  /** How it is sorted at first; left out, as the rows come. */
  readonly sorting?: Sorting;
  /** Rows that are shown before more are asked for. */
  readonly most?: number;
}

export function SortedTable<Row>(props: TableProps<Row>) {
  const { caption, isTitled = false, rows, columns, rowKey, sorting, most = 100 } = props;
  const language = useLanguage();
  const [asked, setAsked] = useState(sorting);
  const [limit, setLimit] = useState(most);
  const words = useWords(partWords);
  const ordered = useMemo(() => sorted(rows, columns, asked), [rows, columns, asked]);
  const onRight = new Set(columns.filter((one) => standsOnRight(one, rows)).map(({ key }) => key));
  const classOf = (key: string) => (onRight.has(key) ? "number" : undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls what has the focus
    <section class="table" aria-label={caption} tabIndex={0}>
      <table>
        <caption class={isTitled ? "visually-hidden" : undefined}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, title }) => (
              <th key={key} scope="col" class={classOf(key)} aria-sort={sortingOf(key, asked)}>
                <button type="button" onClick={() => setAsked(next(key, asked))}>
                  {title}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ordered.slice(0, limit).map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.key} class={classOf(column.key) ?? wideness(valueIn(column, row))}>
                  {column.show?.(row) ?? plain(valueIn(column, row), language)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > limit && (
        <button type="button" onClick={() => setLimit(limit + 10 * most)}>
          {words.moreRows(groupedNumber(rows.length - limit))}
        </button>
      )}
    </section>
  );
}

/** A number that was counted up to a limit: behind the limit there may be more. */
export function countText(count: number, mostCounted: number): string {
  return `${groupedNumber(count)}${count >= mostCounted ? "+" : ""}`;
}

/** Longer texts wrap; what is shorter would only be torn. */
const longText = 28;

function wideness(value: string | number | undefined): string | undefined {
  return String(value ?? "").length > longText ? "long" : undefined;
}

function plain(value: string | number | undefined, language: Language): string {
  if (value === undefined) return "–";
  return typeof value === "number" ? groupedNumber(value) : shownDay(value, language);
}

function standsOnRight<Row>(column: TableColumn<Row>, rows: readonly Row[]): boolean {
  if (column.isNumber !== undefined) return column.isNumber;
  const known = rows.find((row) => valueIn(column, row) !== undefined);
  return known !== undefined && typeof valueIn(column, known) === "number";
}

function sortingOf(key: string, asked: Sorting | undefined): "ascending" | "descending" | undefined {
  if (asked?.key !== key) return undefined;
  return asked.isDescending ? "descending" : "ascending";
}

/** A first click sorts upwards, a second one downwards. */
function next(key: string, asked: Sorting | undefined): Sorting {
  return { key, isDescending: asked?.key === key && !asked.isDescending };
}

function sorted<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  asked: Sorting | undefined,
): readonly Row[] {
  const column = columns.find(({ key }) => key === asked?.key);
  if (asked === undefined || column === undefined) return rows;
  const sign = asked.isDescending ? -1 : 1;
  const known = rows.map((row) => ({ row, value: valueIn(column, row) }));
  return known.toSorted((one, other) => compared(one.value, other.value, sign)).map(({ row }) => row);
}

function compared(one: Value, other: Value, sign: number): number {
  if (one === undefined || other === undefined)
    return Number(one === undefined) - Number(other === undefined);
  if (typeof one === "number" && typeof other === "number") return sign * (one - other);
  const [a, b] = [String(one), String(other)];
  return a === b ? 0 : a < b ? -sign : sign;
}

interface ChartedAlert {
  readonly seq: number;
  readonly id: string;
  /** On the axis of the charts, ms since 1970. */
  readonly at: number;
  readonly rule: string;
  readonly severity: Severity;
  /** Untrusted. */
  readonly title: string;
  readonly titles: Readonly<Partial<Record<"en" | "ja", string>>>;
}

interface AlertTableProps {
  readonly caption: string;
  readonly alerts: readonly ChartedAlert[];
  /** Rows that are shown before more are asked for. */
  readonly most: number;
}

export function AlertTable({ caption, alerts, most }: AlertTableProps) {
  const words = useWords(partWords).alertTable;
  const language = useLanguage();
  return (
    <SortedTable
      caption={caption}
      rows={alerts}
      rowKey={({ seq }) => seq}
      most={most}
      columns={[
        { key: "at", title: words.time, isNumber: false, show: ({ at }) => shownTime(at, language) },
        {
          key: "severity",
          title: words.severity,
          show: ({ severity }) => <SeverityMark severity={severity} />,
        },
        {
          key: "title",
          title: words.alert,
          value: (alert) => alertTitle(alert, language),
          show: (alert) => <a href={link("alert", [alert.id])}>{alertTitle(alert, language)}</a>,
        },
        {
          key: "rule",
          title: words.rule,
          show: ({ rule }) => <RuleLink rule={rule} />,
        },
      ]}
    />
  );
}

export function alertTitle({ title, titles }: ChartedAlert, language: "en" | "ja"): string {
  return titles[language] ?? title;
}
