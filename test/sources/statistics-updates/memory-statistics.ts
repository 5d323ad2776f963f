import { Failure } from "../../../src/lib/failure.ts";
import type { SeriesData, SeriesInfo, StatisticsClient } from "../../../src/upstreams/statistics/records.ts";

interface MemorySeries {
  frequency: string;
  layers: string[];
  /** The series as the catalogue has it. */
  lastUpdate: string;
  /** The series as the data has it, where it differs. */
  dataUpdate?: string;
  values: Record<string, number | null>;
}

/** The service's own error: a Failure with a message code. */
class ServiceError extends Failure {
  readonly messageId: string;

  constructor(messageId: string) {
    super("rejected", messageId, { status: 400 });
    this.messageId = messageId;
  }
}

export interface MemoryStatistics extends StatisticsClient {
  readonly databases: Map<string, Map<string, MemorySeries>>;
  /** Calls as text: "metadata FM01", "code FM01 A,B", "layer FM01 1,*". */
  calls: string[];
  set(db: string, code: string, series: Partial<MemorySeries>): void;
}

export function createMemoryStatistics(): MemoryStatistics {
  const databases = new Map<string, Map<string, MemorySeries>>();
  const of = (db: string) => {
    const found = databases.get(db);
    if (found === undefined) throw new ServiceError("M181005E");
    return found;
  };
  const dataOf = (code: string, { frequency, lastUpdate, dataUpdate, values }: MemorySeries): SeriesData => ({
    code,
    name: `Series ${code}`,
    unit: "percent",
    frequency,
    lastUpdate: dataUpdate ?? lastUpdate,
    points: Object.entries(values).map(([period, value]) => ({ period, value })),
  });
  const service: MemoryStatistics = {
    databases,
    calls: [],
    set(db, code, series) {
      const all = databases.get(db) ?? new Map<string, MemorySeries>();
      databases.set(db, all);
      const empty = { frequency: "DAILY", layers: ["1"], lastUpdate: "2026-11-19", values: {} };
      all.set(code, { ...empty, ...all.get(code), ...series });
    },
    async metadata({ db }): Promise<SeriesInfo[]> {
      service.calls.push(`metadata ${db}`);
      return [...of(db)].map(([code, { frequency, layers, lastUpdate }]) => ({
        code,
        frequency,
        layers,
        lastUpdate,
      }));
    },
    async dataByCode({ db, codes }) {
      service.calls.push(`code ${db} ${codes.join(",")}`);
      if (codes.length > 250) throw new ServiceError("M181007E");
      const found = codes.map((code) => {
        const series = of(db).get(code);
        if (series === undefined) throw new ServiceError("M181013E");
        return { code, series };
      });
      if (new Set(found.map(({ series }) => series.frequency)).size > 1) throw new ServiceError("M181014E");
      return found.map(({ code, series }) => dataOf(code, series));
    },
    async dataByLayer({ db, layer }) {
      service.calls.push(`layer ${db} ${layer.join(",")}`);
      const inside = [...of(db)].filter(([, { layers }]) =>
        layer.every((l, i) => l === "*" || l === layers[i]),
      );
      return inside.map(([code, series]) => dataOf(code, series));
    },
  };
  return service;
}
