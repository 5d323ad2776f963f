/** Calls of the market service that name files: papers, which are stored, and files of the past, which are read as rows as well. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { textField } from "../../../upstreams/field-types.ts";
import type { NamedCall } from "../../../upstreams/market/call.ts";
import type { CallRegistry } from "../../../upstreams/market/calls.ts";
import { fileRows } from "../../../upstreams/market/file-rows.ts";
import { fileCalls, type NamedFileCall } from "../../../upstreams/market/files.ts";
import { storeFiles } from "../../../upstreams/market/store-files.ts";
import { QueryError } from "../../../upstreams/misfits.ts";
import type { FieldTable } from "../../../upstreams/record.ts";
import type { FetchCall, FetchOptions } from "./call.ts";
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
        const stored = await storeFiles(call, market, options, { folder, signal, progress: () => {} });
        for (const name of stored)
          for await (const rows of fileRows(join(folder, name), table, oddities)) yield { rows };
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async store({ market }, options, storing) {
      const stored = await storeFiles(call, market, options, storing);
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
