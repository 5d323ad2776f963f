/** Calls of the market service that name files: papers, which are stored, and files of the past, which are read as rows as well. */
import { existsSync } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServiceClients } from "../../../config/clients.ts";
import { Failure } from "../../../lib/failure.ts";
import { download } from "../../../lib/http/download.ts";
import { createHttp } from "../../../lib/http/http.ts";
import { textField } from "../../../upstreams/field-types.ts";
import type { NamedCall } from "../../../upstreams/market/call.ts";
import type { CallRegistry } from "../../../upstreams/market/calls.ts";
import { checkWhole, fileRows } from "../../../upstreams/market/file-rows.ts";
import { type FoundFile, fileCalls, type NamedFileCall } from "../../../upstreams/market/files.ts";
import { QueryError } from "../../../upstreams/misfits.ts";
import type { FieldTable } from "../../../upstreams/record.ts";
import type { FetchCall, FetchOptions, Storing } from "./call.ts";
import { marketFacts } from "./market.ts";

export function fileFetches(calls: CallRegistry): FetchCall[] {
  return [...fileCalls.values()].map((call) => fetchOf(call, calls));
}

function fetchOf(call: NamedFileCall, calls: CallRegistry): FetchCall {
  const tableOf = (options: FetchOptions) => {
    const name = call.rowsOf?.(options);
    return name === undefined ? undefined : calls.get(name);
  };
  const hasRows = call.rowsOf !== undefined;
  return {
    ...marketFacts(call),
    columns: hasRows ? [] : Object.keys(listed),
    ...(hasRows && { columnsFor: (options) => columnsOf(tableOf(options)) }),
    fields: hasRows ? {} : listed,
    async *rows({ market }, options, { signal, oddities }) {
      if (!hasRows) {
        const found = await market.files(call, options, signal);
        yield { rows: found.map(({ name }) => ({ file: name })) };
        return;
      }
      const table = tableOf(options);
      if (table === undefined)
        throw new QueryError(call.parameters[0] ?? call.name, "no known call has such rows");
      const folder = await mkdtemp(join(tmpdir(), "yagura-file-"));
      try {
        const stored = await storeFiles(call, { market }, options, { folder, signal, progress: () => {} });
        for (const name of stored)
          for await (const rows of fileRows(join(folder, name), table, oddities)) yield { rows };
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async store(clients, options, storing) {
      const stored = await storeFiles(call, clients, options, storing);
      return stored.map((name) => join(storing.folder, name));
    },
  };
}

/** What is shown of files that are not stored. */
const listed = {
  file: textField("files", "name of the file, under which it is stored"),
} satisfies FieldTable;

function columnsOf(call: NamedCall | undefined): readonly string[] | undefined {
  return call && Object.keys(call.fields);
}

/** Gives the names of the files, those that were there already among them. */
async function storeFiles(
  call: NamedFileCall,
  { market }: Pick<ServiceClients, "market">,
  options: FetchOptions,
  { folder, signal, progress }: Storing,
): Promise<string[]> {
  const found = await market.files(call, options, signal);
  if (found.length === 0) throw new Failure("rejected", `${call.name}: there is no such file`);
  const http = createHttp({ retries: 0, limits: { maxBytes: mostBytes } });
  for (const first of found) {
    const { name } = first;
    const path = join(folder, name);
    if (existsSync(path)) continue;
    let next: FoundFile | undefined = first;
    await download({
      ...{ http, path, label: `${call.name} ${name}`, signal },
      async address() {
        // Each address is used once: the next attempt may be a quarter of an hour later.
        const own = next ?? (await market.files(call, options, signal)).find((one) => one.name === name);
        next = undefined;
        if (own === undefined) throw new Failure("rejected", `${call.name}: ${name} is gone`);
        return own.address;
      },
      check: (part) => checkForm(part, name),
      progress: (bytes, of) =>
        progress(`${name}: ${megabytes(bytes)}${of === undefined ? "" : ` of ${megabytes(of)}`}`),
    });
  }
  return found.map(({ name }) => name);
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
