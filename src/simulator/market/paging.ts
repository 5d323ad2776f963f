/** Pages of records. A pagination key is signed with the request it belongs to, so no other request can use it. */
import { createHmac } from "node:crypto";
import type { Found } from "./endpoint.ts";
import { Refusal } from "./query.ts";

interface Page {
  data: readonly unknown[];
  pagination_key?: string;
}

export interface PageSize {
  /** Records a page has at most. */
  readonly rows: number;
  /** Bytes after which a page is cut. */
  readonly bytes?: number;
}

export interface Paging {
  /** The part of the rows that the request asks for. Throws a Refusal (400) for a key that was not handed out for it. */
  cut(found: Found, request: string, key: string | undefined): Page;
}

const step = 500;

export function createPaging(seed: number, size: PageSize): Paging {
  const keyOf = (request: string, offset: number) => {
    const sign = createHmac("sha256", `paging ${seed}`).update(`${request} ${offset}`).digest("base64url");
    return `${offset.toString(36)}.${sign.slice(0, 24)}`;
  };
  return {
    cut(found, request, key) {
      const offset = key === undefined ? 0 : Number.parseInt(key, 36);
      if (key !== undefined && key !== keyOf(request, offset))
        throw new Refusal(400, "'pagination_key' is not valid for this request.");
      const data = take(found, offset, size);
      const next = offset + data.length;
      return next < found.length ? { data, pagination_key: keyOf(request, next) } : { data };
    },
  };
}

function take(
  found: Found,
  offset: number,
  { rows, bytes = Number.POSITIVE_INFINITY }: PageSize,
): readonly unknown[] {
  if (bytes === Number.POSITIVE_INFINITY) return found.slice(offset, offset + rows);
  const data: unknown[] = [];
  let written = 0;
  for (let from = offset; from < found.length; from += step)
    for (const row of found.slice(from, from + step)) {
      written += Buffer.byteLength(JSON.stringify(row)) + 1;
      // A first row goes out however long it is: a page without one would never end.
      if (data.length >= rows || (data.length > 0 && written > bytes)) return data;
      data.push(row);
    }
  return data;
}
