/** The statistics service with one database of a size that was seen: FF with long rows, CO with the most. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createGzip } from "node:zlib";

export interface CatalogueSize {
  readonly database: string;
  readonly series: number;
  /** Characters of a row's notes, which make its length. */
  readonly notesLength: number;
}

/** Catalogues of about 40 and 99 MB. */
export const sizes = {
  FF: { database: "FF", series: 33_859, notesLength: 700 },
  CO: { database: "CO", series: 166_513, notesLength: 100 },
} as const satisfies Record<string, CatalogueSize>;

/** Series in one answer with data. */
const perAnswer = 250;
/** Quarters from 1998 on, as long as the service's own flow of funds. */
const quarters = 112;

export interface CatalogueService {
  readonly url: string;
  /** Bytes of the catalogue before compression, counted when asked. */
  readonly bytes: number;
  /** Resolves at the next request for the catalogue, before it is answered; call the answer to let it pass. */
  nextPoll(): Promise<() => void>;
  /**
   * From now on the first `count` series have a later update: new quarters, or old ones with other values, or with
   * those from before they were revised.
   */
  change(count: number, how: "added" | "revised" | "restored"): void;
  close(): Promise<void>;
}

export async function openCatalogueService(size: CatalogueSize): Promise<CatalogueService> {
  const versions = new Versions(size);
  let waiting: ((pass: () => void) => void) | undefined;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://service");
    const answer = () => {
      const layer = url.searchParams.get("layer");
      const codes =
        layer === null ? (url.searchParams.get("code") ?? "").split(",") : versions.inLayer(layer);
      const from = Number(url.searchParams.get("startPosition") ?? 1) - 1;
      const next = from + perAnswer < codes.length ? from + perAnswer + 1 : null;
      const isCatalogue = url.pathname.endsWith("getMetadata");
      const rows = isCatalogue ? versions.catalogue() : versions.data(codes.slice(from, from + perAnswer));
      const around = { DB: size.database, NEXTPOSITION: isCatalogue ? null : next };
      send(response, around, rows, request.headers["accept-encoding"]);
    };
    const tell = waiting;
    if (!url.pathname.endsWith("getMetadata") || tell === undefined) return answer();
    waiting = undefined;
    tell(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get bytes() {
      return [...versions.catalogue()].reduce((sum, row) => sum + Buffer.byteLength(row) + 1, 0);
    },
    nextPoll: () =>
      new Promise((resolve) => {
        waiting = resolve;
      }),
    change: (count, how) => versions.change(count, how),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Values of each series as the service has them now. */
class Versions {
  private day = 20261101;
  private readonly size: CatalogueSize;
  private readonly updates: Int32Array;
  private readonly lengths: Uint16Array;
  private readonly revisions: Uint16Array;

  constructor(size: CatalogueSize) {
    this.size = size;
    this.updates = new Int32Array(size.series).fill(this.day);
    this.lengths = new Uint16Array(size.series).fill(quarters);
    this.revisions = new Uint16Array(size.series);
  }

  change(count: number, how: "added" | "revised" | "restored"): void {
    this.day += 1;
    this.updates.fill(this.day, 0, count);
    for (let number = 0; number < count; number += 1) {
      if (how === "added") this.lengths[number] = (this.lengths[number] ?? 0) + 1;
      else this.revisions[number] = (this.revisions[number] ?? 0) + (how === "revised" ? 1 : -1);
    }
  }

  *catalogue(): Generator<string> {
    for (let number = 0; number < this.size.series; number += 1) {
      const item = Math.floor(number / 20);
      yield JSON.stringify({
        ...this.head(number),
        LAYER1: Math.floor(number / 1_000) + 1,
        LAYER2: (item % 50) + 1,
        LAYER3: (number % 20) + 1,
        LAYER4: 0,
        LAYER5: 0,
        START_OF_THE_TIME_SERIES: "199801",
        END_OF_THE_TIME_SERIES: String(label((this.lengths[number] ?? 0) - 1)),
        LAST_UPDATE: String(this.updates[number]),
        NOTES: notes(number, this.size.notesLength),
      });
    }
  }

  *data(codes: readonly string[]): Generator<string> {
    for (const code of codes) {
      const number = Number(/^S_(\d+)@Q$/.exec(code)?.[1]);
      const length = this.lengths[number] ?? 0;
      const values = Array.from({ length }, (_, quarter) => {
        const revised = quarter > quarters - 8 ? (this.revisions[number] ?? 0) : 0;
        return Math.round(10_000 * (1 + Math.sin(number + quarter / 9) / 2)) / 10 + revised;
      });
      yield JSON.stringify({
        ...this.head(number),
        LAST_UPDATE: this.updates[number],
        VALUES: { SURVEY_DATES: Array.from({ length }, (_, quarter) => label(quarter)), VALUES: values },
      });
    }
  }

  /** The codes of a layer. */
  inLayer(layer: string): string[] {
    const first = (Number(layer.split(",")[0]) - 1) * 1_000;
    return Array.from({ length: Math.min(1_000, this.size.series - first) }, (_, at) => codeOf(first + at));
  }

  private head(number: number) {
    const group = Math.floor(number / 1_000) + 1;
    const item = (Math.floor(number / 20) % 50) + 1;
    return {
      SERIES_CODE: codeOf(number),
      NAME_OF_TIME_SERIES: `Fictional sector ${group}, instrument ${item}, measure ${(number % 20) + 1}, ${nameTail}`,
      UNIT: "100 million yen",
      FREQUENCY: "QUARTERLY",
      CATEGORY: `Fictional flow of funds, sector ${group}`,
    };
  }
}

const nameTail =
  "amounts outstanding at the end of the quarter, original series, before consolidation within the sector, at market value";

const remark =
  "Compiled from returns of invented reporting institutions; figures of the last eight quarters are provisional and " +
  "are revised when annual returns come in. Breaks in the series are marked where an institution changed sector. ";

function notes(number: number, length: number): string {
  return `Series ${number}. ${remark.repeat(3)}`.slice(0, length);
}

const codeOf = (number: number) => `S_${String(number).padStart(6, "0")}@Q`;

function label(quarter: number): number {
  return (1998 + Math.floor(quarter / 4)) * 100 + (quarter % 4) + 1;
}

async function send(
  response: ServerResponse,
  around: object,
  rows: Iterable<string>,
  encodings = "",
): Promise<void> {
  const gzip = encodings.includes("gzip") ? createGzip({ level: 1 }) : undefined;
  response.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    ...(gzip && { "content-encoding": "gzip" }),
  });
  const out = gzip ?? response;
  gzip?.pipe(response);
  const date = "2026-11-20T09:00:06.669+09:00";
  const head = { STATUS: 200, MESSAGEID: "M181000I", MESSAGE: "OK", DATE: date, ...around };
  out.write(`${JSON.stringify(head).slice(0, -1)},"RESULTSET":[`);
  let piece = "";
  let isFirst = true;
  for (const row of rows) {
    piece += (isFirst ? "" : ",") + row;
    isFirst = false;
    if (piece.length < 65_536) continue;
    if (!out.write(piece)) await new Promise((resolve) => out.once("drain", resolve));
    piece = "";
  }
  out.end(`${piece}]}`);
}
