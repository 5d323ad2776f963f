/** Files that a call names, stored on the disk: each whole or not at all, and taken up again where it was cut. */
import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "../../lib/failure.ts";
import { download } from "../../lib/http/download.ts";
import { createHttp } from "../../lib/http/http.ts";
import type { MarketCalls } from "./calls.ts";
import { checkWhole } from "./file-rows.ts";
import type { FoundFile, NamedFileCall } from "./files.ts";

type Query = Readonly<Record<string, string | undefined>>;

/** How files are stored. */
export interface Storing {
  /** A folder that is there. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Called with the place that a file has reached. */
  progress(line: string): void;
  /** Throws a Failure where a whole file is not what it should be; left out: it is looked at by the kind that its name says. */
  check?(path: string, name: string): Promise<void>;
}

/** Gives the names of the files, those that were there already among them. Throws a Failure. */
export async function storeFiles(
  call: NamedFileCall,
  market: Pick<MarketCalls, "files">,
  query: Query,
  storing: Storing,
): Promise<string[]> {
  const found = await market.files(call, query, storing.signal);
  if (found.length === 0) throw new Failure("rejected", `${call.name}: there is no such file`);
  for (const one of found) await storeFile(one, call, market, query, storing);
  return found.map(({ name }) => name);
}

/** @param first the file with its first address; each is used once: the next attempt may be a quarter of an hour later */
export async function storeFile(
  first: FoundFile,
  call: NamedFileCall,
  market: Pick<MarketCalls, "files">,
  query: Query,
  { folder, signal, progress, check = checkForm }: Storing,
): Promise<void> {
  const { name } = first;
  const path = join(folder, name);
  if (existsSync(path)) return;
  let next: FoundFile | undefined = first;
  await download({
    http: createHttp({ retries: 0, limits: { maxBytes: mostBytes } }),
    ...{ path, label: `${call.name} ${name}`, signal },
    async address() {
      const own = next ?? (await market.files(call, query, signal)).find((one) => one.name === name);
      next = undefined;
      if (own === undefined) throw new Failure("rejected", `${call.name}: ${name} is gone`);
      return own.address;
    },
    check: (part) => check(part, name),
    progress: (bytes, of) =>
      progress(`${name}: ${megabytes(bytes)}${of === undefined ? "" : ` of ${megabytes(of)}`}`),
  });
}

/** A month of ticks has a gigabyte. */
const mostBytes = 8 * 1024 ** 3;

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Throws a Failure where a file does not begin as its kind does, or where its check sum is wrong. */
async function checkForm(path: string, name: string): Promise<void> {
  if (name.endsWith(".gz")) return checkWhole(path, name);
  const wanted = name.endsWith(".pdf") ? "%PDF" : "PK";
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(wanted.length), 0, wanted.length, 0);
    if (buffer.toString("latin1") !== wanted)
      throw new Failure("malformed", `${name}: the file is of another kind than its name says`);
  } finally {
    await file.close();
  }
}
