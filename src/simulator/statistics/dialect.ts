/** How the service writes what it says, as documented and as observed. */
import type { Dialect } from "../dialect.ts";
import type { Series } from "../world/catalogue.ts";
import type { World } from "../world/world.ts";
import { catalogueRows, type Heading } from "./catalogue-rows.ts";
import type { Envelope } from "./envelope.ts";
import type { Language, Parameters } from "./parameters.ts";
import { metadataRecord } from "./records.ts";

export interface StatisticsDialect {
  /** The HTTP status of an answer. */
  httpStatus(envelope: Envelope): number;
  /** What an error's body holds. */
  errorBody(envelope: Envelope): object;
  /** DATE, from a time in ISO form. */
  date(iso: string): string;
  /** What an answer to getMetadata holds. */
  catalogueBody(envelope: Envelope, parameters: Parameters): object;
  /** A database's catalogue, a row after the other, as it counts them. */
  rows(series: Iterable<Series>): Iterable<Series | Heading>;
  catalogueRecord(
    world: World,
    at: number,
    row: Series | Heading,
    language: Language,
  ): Record<string, unknown>;
  /** Whether series without a value in the range are sent, with nulls. */
  readonly sendsNulls: boolean;
}

const documented: StatisticsDialect = {
  httpStatus: () => 200,
  errorBody: (envelope) => envelope,
  date: (iso) => iso,
  catalogueBody: (envelope) => envelope,
  rows: (series) => series,
  catalogueRecord: (world, at, row, language) =>
    "heading" in row ? {} : metadataRecord(world, at, row, language),
  sendsNulls: false,
};

/** In Japanese a catalogue has them by the names of the data calls as well. */
const texts = ["NAME_OF_TIME_SERIES", "UNIT", "CATEGORY", "NOTES"] as const;

const observed: StatisticsDialect = {
  httpStatus: ({ STATUS }) => STATUS,
  errorBody: ({ STATUS, MESSAGEID, MESSAGE, DATE }) => ({ STATUS, MESSAGEID, MESSAGE, DATE }),
  date: (iso) => iso.replace(/T0/, "T"),
  catalogueBody: ({ STATUS, MESSAGEID, MESSAGE, DATE, RESULTSET }, { db }) => ({
    ...{ STATUS, MESSAGEID, MESSAGE, DATE },
    DB: db,
    RESULTSET,
  }),
  rows: catalogueRows,
  catalogueRecord(world, at, row, language) {
    const record = "heading" in row ? headingRecord(row, language) : metadataRecord(world, at, row, language);
    const layers = Array.from({ length: 5 }, (_, depth) => [
      `LAYER${depth + 1}`,
      Number(row.layers[depth] ?? 0),
    ]);
    const { LAST_UPDATE } = record;
    const also = language === "JP" ? texts.map((name) => [`${name}_J`, record[name]]) : [];
    return { ...record, ...Object.fromEntries([...also, ...layers]), LAST_UPDATE: String(LAST_UPDATE) };
  },
  sendsNulls: true,
};

export const statisticsDialects: Readonly<Record<Dialect, StatisticsDialect>> = { documented, observed };

/** The keys of a series' record, in its order; what a heading does not have is empty. */
function headingRecord({ heading }: Heading, language: Language): Record<string, unknown> {
  return {
    SERIES_CODE: "",
    NAME_OF_TIME_SERIES: heading[language === "EN" ? 0 : 1],
    ...{ UNIT: "", FREQUENCY: "", CATEGORY: "" },
    ...{ LAYER1: 0, LAYER2: 0, LAYER3: 0, LAYER4: 0, LAYER5: 0 },
    ...{ START_OF_THE_TIME_SERIES: "", END_OF_THE_TIME_SERIES: "", LAST_UPDATE: "", NOTES: "" },
  };
}
