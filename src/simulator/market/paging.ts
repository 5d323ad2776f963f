/** Pages of records. A pagination key is signed with the request it belongs to, so no other request can use it. */
import { createHmac } from "node:crypto";
import { Refusal } from "./refusal.ts";

interface Page {
  data: readonly unknown[];
  pagination_key?: string;
}

export interface Paging {
  /** The part of the rows that the request asks for. Throws a Refusal (400) for a key that was not handed out for it. */
  cut(rows: readonly unknown[], request: string, key: string | undefined): Page;
}

export function createPaging(seed: number, rowsPerPage: number): Paging {
  const keyOf = (request: string, offset: number) => {
    const sign = createHmac("sha256", `paging ${seed}`).update(`${request} ${offset}`).digest("base64url");
    return `${offset.toString(36)}.${sign.slice(0, 24)}`;
  };
  return {
    cut(rows, request, key) {
      const offset = key === undefined ? 0 : Number.parseInt(key, 36);
      if (key !== undefined && key !== keyOf(request, offset))
        throw new Refusal(400, "'pagination_key' is not valid for this request.");
      const next = offset + rowsPerPage;
      const data = rows.slice(offset, next);
      return next < rows.length ? { data, pagination_key: keyOf(request, next) } : { data };
    },
  };
}
