/** The checksum of a row: a CRC-32 over all that it says, for damage by accident; the log has its chain. */
import { crc32 } from "node:zlib";
import type { Database } from "./database.ts";

type Value = string | number | bigint | null | Uint8Array;

/** Each value with its kind and length, so that nothing can move from one column into the next. */
export function rowSum(...values: readonly Value[]): number {
  let text = "";
  for (const value of values) {
    if (typeof value === "string") text += `${value.length}:${value}`;
    else if (value === null) text += "~";
    else if (typeof value === "object") text += `${value.length}#${crc32(value)}`;
    else text += `${value};`;
  }
  return crc32(text);
}

/** Lets SQL compute it: the tables seal each row by themselves, whoever writes it. */
export function addRowSum(db: Database): void {
  db.function("row_sum", { varargs: true, deterministic: true }, (...values) =>
    rowSum(...(values as Value[])),
  );
}
