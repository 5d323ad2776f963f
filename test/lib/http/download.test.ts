/** A download that is taken up again at any byte, from addresses that expire, and what is never kept. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { Failure } from "../../../src/lib/failure.ts";
import { download } from "../../../src/lib/http/download.ts";
import { createHttp } from "../../../src/lib/http/http.ts";
import { Random } from "../../support/random.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";

const body = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7 + (at >> 8)) % 251));

interface Server {
  /** Bytes after which each answer breaks off, in turn; then none does. */
  readonly cuts?: readonly number[];
  /** Answers to expired addresses in place of the file, in turn. */
  readonly refusals?: readonly number[];
  /** Whether parts are given. */
  readonly ranges?: boolean;
  /** ETag of each answer, in turn; the last one stays. Parts are given whatever the request says of it. */
  readonly marks?: readonly string[];
  readonly file?: () => Buffer;
}

/** A store of files, and the ranges that it was asked for. */
async function serve({ cuts = [], refusals = [], ranges = true, marks = [], file = () => body }: Server) {
  const asked: string[] = [];
  const left = { cuts: [...cuts], refusals: [...refusals], marks: [...marks] };
  const server = createServer((request, response) => {
    const { range = "" } = request.headers;
    asked.push(range);
    const status = left.refusals.shift();
    if (status !== undefined) return void response.writeHead(status).end("<Error>secret-signature</Error>");
    const whole = file();
    const from = ranges ? Number(/^bytes=(\d+)-$/.exec(range)?.[1] ?? 0) : 0;
    if (from > 0 && from >= whole.length)
      return void response.writeHead(416, { "content-range": `bytes */${whole.length}` }).end();
    const part = whole.subarray(from);
    const mark = left.marks.length > 1 ? left.marks.shift() : left.marks[0];
    response.writeHead(from > 0 ? 206 : 200, {
      ...(mark !== undefined && { etag: mark }),
      "content-length": part.length,
      ...(from > 0 && { "content-range": `bytes ${from}-${whole.length - 1}/${whole.length}` }),
    });
    const cut = left.cuts.shift();
    if (cut === undefined || cut >= part.length) return void response.end(part);
    response.write(part.subarray(0, cut), () => void response.socket?.end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { asked, url: `http://127.0.0.1:${port}/file?Signature=secret-signature` };
}

interface Asking {
  readonly url: string;
  readonly path?: string;
  check?(path: string): Promise<void>;
}

async function fetchFile({ url, path = join(tmpFolder(), "file"), check = async () => {} }: Asking) {
  let addresses = 0;
  const seen: [number, number | undefined][] = [];
  const outcome = await download({
    ...{ path, check, label: "the file", signal: new AbortController().signal },
    http: createHttp({ retries: 0 }),
    async address() {
      addresses += 1;
      return url;
    },
    progress: (bytes, of) => void seen.push([bytes, of]),
  }).then(
    () => "whole" as const,
    (error: unknown) => error,
  );
  return { outcome, path, addresses, seen };
}

test("a file comes whole, with its progress, and has its name only then", async () => {
  const { url } = await serve({});
  const { outcome, path, addresses, seen } = await fetchFile({ url });
  expect(outcome).toBe("whole");
  expect(readFileSync(path).equals(body)).toBe(true);
  expect([addresses, seen.at(-1), existsSync(`${path}.part`)]).toEqual([
    1,
    [body.length, body.length],
    false,
  ]);
});

test("cut at any bytes, it goes on behind them, each time by a new address", async () => {
  const random = new Random(20261128);
  for (let trial = 0; trial < 12; trial += 1) {
    const cuts = Array.from({ length: 1 + Math.floor(random.next() * 5) }, () =>
      Math.floor(1 + random.next() * 60_000),
    );
    const { url, asked } = await serve({ cuts });
    const { outcome, path, addresses } = await fetchFile({ url });
    expect([outcome, addresses], cuts.join()).toEqual(["whole", asked.length]);
    expect(readFileSync(path).equals(body)).toBe(true);
    expect(asked.slice(1).every((range) => /^bytes=[1-9]\d*-$/.test(range))).toBe(true);
  }
});

test("what came before a stop is kept, and the next time goes on from it", async () => {
  const path = join(tmpFolder(), "file");
  writeFileSync(`${path}.part`, body.subarray(0, 123_456));
  const { url, asked } = await serve({});
  expect((await fetchFile({ url, path })).outcome).toBe("whole");
  expect(asked).toEqual(["bytes=123456-"]);
  expect(readFileSync(path).equals(body)).toBe(true);
});

test("a part that is the whole already is recognised; one of another file begins anew", async () => {
  for (const [there, ranges] of [
    [body, ["bytes=300000-"]],
    [Buffer.alloc(400_000), ["bytes=400000-", ""]],
  ] as const) {
    const path = join(tmpFolder(), "file");
    writeFileSync(`${path}.part`, there);
    const { url, asked } = await serve({});
    expect((await fetchFile({ url, path })).outcome).toBe("whole");
    expect([asked, readFileSync(path).equals(body)]).toEqual([ranges, true]);
  }
});

test("a part of another file is thrown away, though the store gives it as one of the same", async () => {
  const { url, asked } = await serve({ cuts: [100_000], marks: ['"a"', '"b"'] });
  const { outcome, path } = await fetchFile({ url });
  expect([outcome, asked]).toEqual(["whole", ["", "bytes=100000-", ""]]);
  expect(readFileSync(path).equals(body)).toBe(true);
  expect(existsSync(path.concat(".mark"))).toBe(false);
});

test("a file that is another one at each part is told in words, after some times", async () => {
  const marks = Array.from({ length: 20 }, (_, at) => `"${at}"`);
  const { url, asked } = await serve({ cuts: Array(20).fill(100_000), marks });
  const { outcome, path } = await fetchFile({ url });
  expect(outcome).toBeInstanceOf(Failure);
  expect((outcome as Failure).message).toBe("the file: it was renewed each time while it came");
  expect([asked.length, existsSync(path)]).toEqual([6, false]);
});

test("a store that gives no parts is asked for all of it again", async () => {
  const { url, asked } = await serve({ cuts: [50_000], ranges: false });
  const { outcome, path } = await fetchFile({ url });
  expect([outcome, asked.length]).toEqual(["whole", 2]);
  expect(readFileSync(path).equals(body)).toBe(true);
});

test("an address that has expired is asked for anew, and not for ever", async () => {
  const { url } = await serve({ refusals: [403, 403] });
  expect((await fetchFile({ url })).outcome).toBe("whole");
  const shut = await serve({ refusals: Array(9).fill(403) });
  const { outcome, addresses, path } = await fetchFile({ url: shut.url });
  expect(outcome).toBeInstanceOf(Failure);
  expect([addresses, existsSync(path)]).toEqual([3, false]);
});

describe("nothing that fails", () => {
  test("names the address, which is as good as a key", async () => {
    const shut = await serve({ refusals: Array(9).fill(500) });
    const cut = await serve({ cuts: Array(9).fill(0) });
    for (const url of [shut.url, cut.url, "http://127.0.0.1:1/file?Signature=secret-signature"]) {
      const { outcome } = await fetchFile({ url });
      expect(outcome).toBeInstanceOf(Failure);
      const told = outcome as Failure;
      const all = [told.message, told.stack, String(told.cause ?? "")].join("\n");
      expect(all).not.toMatch(/secret-signature|\/file\b|127\.0\.0\.1/);
      expect(told.message).toMatch(/^the file: /);
    }
  });

  test("is kept: a file that is not what it should be goes, and begins anew", async () => {
    const path = join(tmpFolder(), "file");
    let isRight = false;
    const check = async (part: string) => {
      if (!readFileSync(part).equals(body)) throw new Failure("malformed", "not the file");
      isRight = true;
    };
    writeFileSync(`${path}.part`, Buffer.alloc(1_000, 1));
    const { url } = await serve({});
    expect((await fetchFile({ url, path, check })).outcome).toBeInstanceOf(Failure);
    expect([existsSync(path), existsSync(`${path}.part`)]).toEqual([false, false]);
    expect((await fetchFile({ url, path, check })).outcome).toBe("whole");
    expect(isRight).toBe(true);
  });
});
