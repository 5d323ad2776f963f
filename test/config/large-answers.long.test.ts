/** Answers of the statistics service that are larger than most memories are kept for. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createClients, createGates } from "../../src/config/clients.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { errorOf, serve } from "../lib/http/loopback.ts";
import { isLong } from "../support/runs.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

function statisticsOf(url: string, more = "") {
  const file = join(tmpFolder(), "monitor.yaml");
  writeFileSync(file, `upstreams: { statistics: { url: "${url}"${more} } }`);
  const loaded = loadConfig(file, {});
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return createClients(loaded.config, undefined, createGates(loaded.config, undefined)).statistics;
}

describe("an answer of the statistics service", () => {
  const mb = 1_000_000;
  /** A catalogue of so many MB, packed, as large ones come. */
  const serveLarge = (sizeMb: number) =>
    serve((_, response) => {
      const row = { SERIES_CODE: "S", FREQUENCY: "QUARTERLY", NOTES: "n".repeat(49_900) };
      const rows = function* () {
        yield '{"STATUS":200,"MESSAGEID":"M181000I","MESSAGE":"OK","RESULTSET":[{"SERIES_CODE":""}';
        for (let number = 0; number < (sizeMb * mb) / 50_000; number += 1)
          yield `,${JSON.stringify({ ...row, SERIES_CODE: `S${number}` })}`;
        yield "]}";
      };
      response.setHeader("content-encoding", "gzip");
      pipeline(Readable.from(rows(), { objectMode: false }), createGzip({ level: 1 }), response, () => {});
    });

  test("is read where it is larger than 64 MB", async () => {
    const pieces = isLong ? 200 : 70;
    const { url } = await serveLarge(pieces);
    const statistics = statisticsOf(url);
    expect((await statistics.metadata({ db: "CO" })).at(-1)?.code).toBe(`S${pieces * 20 - 1}`);
  });

  test("is refused beyond what the settings allow, counted after decompression", async () => {
    const { url } = await serveLarge(4);
    const statistics = statisticsOf(url, ", maxAnswerMb: 3");
    const error = await errorOf(statistics.metadata({ db: "CO" }));
    expect(error).toMatchObject({ reason: "too-large", message: expect.stringContaining("3000000 bytes") });
  });
});
