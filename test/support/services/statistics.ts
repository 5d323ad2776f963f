/** The statistics service in either dialect, on daily series that a test sets. */
import { type Answer, type Dialect, json, type Service } from "./serve.ts";

export interface SeriesRow {
  db: string;
  code: string;
  name: string;
  /** YYYYMMDD. */
  lastUpdate: number;
  /** YYYYMMDD to value. */
  values: Record<string, number | null>;
}

export interface StatisticsWorld {
  series: SeriesRow[];
}

export function statisticsService(world: StatisticsWorld, dialect: Dialect): Service {
  return ({ path, query }) => {
    const db = query.get("db")?.toUpperCase() ?? "";
    const rows = world.series.filter((row) => row.db === db);
    if (path === "/api/v1/getMetadata") return metadata(db, rows, dialect);
    if (path !== "/api/v1/getDataCode") return undefined;
    const codes = (query.get("code") ?? "").split(",");
    const found = codes.map((code) => rows.find((row) => row.code === code));
    const missing = found.indexOf(undefined);
    if (missing >= 0) return refusal(dialect, "M181013E", `No such series code (position ${missing + 1})`);
    return json({
      ...envelope,
      PARAMETER: { DB: db },
      NEXTPOSITION: null,
      RESULTSET: found.map((row) => data(row)),
    });
  };
}

const envelope = { STATUS: 200, MESSAGEID: "M181000I", MESSAGE: "OK", DATE: "2026-01-05T09:00:06.669+09:00" };

function refusal(dialect: Dialect, id: string, message: string): Answer {
  const body = { STATUS: 400, MESSAGEID: id, MESSAGE: message, DATE: envelope.DATE };
  if (dialect === "observed") return json(body, 400);
  return json({ ...body, PARAMETER: null, NEXTPOSITION: null, RESULTSET: [] });
}

function data(row: SeriesRow | undefined) {
  if (!row) return {};
  return {
    SERIES_CODE: row.code,
    NAME_OF_TIME_SERIES: row.name,
    UNIT: "Yen per US dollar",
    FREQUENCY: "DAILY",
    CATEGORY: "Exchange rates",
    LAST_UPDATE: row.lastUpdate,
    VALUES: { SURVEY_DATES: Object.keys(row.values).map(Number), VALUES: Object.values(row.values) },
  };
}

function metadata(db: string, rows: SeriesRow[], dialect: Dialect): Answer {
  const observed = dialect === "observed";
  const head = observed ? { DB: db } : { PARAMETER: { DB: db } };
  const heading = {
    SERIES_CODE: "",
    NAME_OF_TIME_SERIES: "Rates",
    LAYER1: 1,
    LAYER2: 0,
    LAYER3: 0,
    LAYER4: 0,
    LAYER5: 0,
  };
  const layers = observed
    ? { LAYER1: 1, LAYER2: 1, LAYER3: 0, LAYER4: 0, LAYER5: 0 }
    : { LAYER1: "1", LAYER2: "1", LAYER3: null, LAYER4: null, LAYER5: null };
  const series = rows.map((row) => ({
    SERIES_CODE: row.code,
    NAME_OF_TIME_SERIES: row.name,
    UNIT: "Yen per US dollar",
    FREQUENCY: "DAILY",
    CATEGORY: "Exchange rates",
    ...layers,
    START_OF_THE_TIME_SERIES: Object.keys(row.values)[0],
    END_OF_THE_TIME_SERIES: Object.keys(row.values).at(-1),
    LAST_UPDATE: observed ? String(row.lastUpdate) : row.lastUpdate,
    NOTES: "",
  }));
  return json({
    ...envelope,
    ...head,
    NEXTPOSITION: null,
    RESULTSET: observed ? [heading, ...series] : series,
  });
}
