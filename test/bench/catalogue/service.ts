/** The statistics service with one database of the largest size seen: 33,859 series, a catalogue of 40 MB. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createGzip } from "node:zlib";

export const database = "FF";
const seriesCount = 33_859;
/** Quarters from 1998 on, as long as the service's own flow of funds. */
const quarters = 112;

export interface CatalogueService {
  readonly url: string;
  /** Bytes of the catalogue before compression. */
  readonly bytes: number;
  /** Resolves at the next request for the catalogue, before it is answered; call the answer to let it pass. */
  nextPoll(): Promise<() => void>;
  /** From now on the first `count` series have a later update: new quarters, or old ones with other values. */
  change(count: number, how: "added" | "revised"): void;
  close(): Promise<void>;
}

export async function openCatalogueService(): Promise<CatalogueService> {
  const versions = new Versions();
  let waiting: ((pass: () => void) => void) | undefined;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://service");
    const answer = () => {
      const rows = url.pathname.endsWith("getMetadata")
        ? versions.catalogue()
        : versions.data((url.searchParams.get("code") ?? "").split(","));
      send(response, rows, request.headers["accept-encoding"]);
    };
    const tell = waiting;
    if (!url.pathname.endsWith("getMetadata") || tell === undefined) return answer();
    waiting = undefined;
    tell(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: [...versions.catalogue()].reduce((sum, row) => sum + Buffer.byteLength(row) + 1, 0),
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

/** What the service says of each series now. */
class Versions {
  private day = 20261101;
  private readonly updates = new Int32Array(seriesCount).fill(20261101);
  private readonly lengths = new Uint16Array(seriesCount).fill(quarters);
  private readonly revisions = new Uint16Array(seriesCount);

  change(count: number, how: "added" | "revised"): void {
    this.day += 1;
    this.updates.fill(this.day, 0, count);
    for (let number = 0; number < count; number += 1) {
      if (how === "added") this.lengths[number] = (this.lengths[number] ?? 0) + 1;
      else this.revisions[number] = (this.revisions[number] ?? 0) + 1;
    }
  }

  *catalogue(): Generator<string> {
    for (let number = 0; number < seriesCount; number += 1) {
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
        NOTES: notes(number),
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

  private head(number: number) {
    const group = Math.floor(number / 1_000) + 1;
    const item = (Math.floor(number / 20) % 50) + 1;
    return {
      SERIES_CODE: `S_${String(number).padStart(6, "0")}@Q`,
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

function notes(number: number): string {
  return `Series ${number}. ${remark.repeat(3)}`;
}

function label(quarter: number): number {
  return (1998 + Math.floor(quarter / 4)) * 100 + (quarter % 4) + 1;
}

async function send(response: ServerResponse, rows: Iterable<string>, encodings = ""): Promise<void> {
  const gzip = encodings.includes("gzip") ? createGzip({ level: 1 }) : undefined;
  response.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    ...(gzip && { "content-encoding": "gzip" }),
  });
  const out = gzip ?? response;
  gzip?.pipe(response);
  const head = { STATUS: 200, MESSAGEID: "M181000I", MESSAGE: "OK", DATE: "2026-11-20T09:00:06.669+09:00" };
  out.write(`${JSON.stringify(head).slice(0, -1)},"DB":"${database}","NEXTPOSITION":null,"RESULTSET":[`);
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
