/** Market services of a page or two for the command that asks them. */
import { type Served, sendJson, serve } from "../lib/http/loopback.ts";

const row = { PubDate: "2026-01-05", Code: "99010", ShrtOut: "1200" };

export function serveTwoPages(): Promise<Served> {
  return serve((request, response) => {
    if (request.url?.includes("pagination_key=2")) sendJson(response, { data: [{ ...row, Code: "99020" }] });
    else sendJson(response, { data: [row], pagination_key: "2" });
  });
}

/** A hundred rows, of which one cannot be read. */
export function serveOneBad(): Promise<Served> {
  const rows = Array.from({ length: 100 }, (_, at) => ({ ...row, Code: `${1000 + at}0` }));
  const bad = { ...row, ShrtOut: "words of a stranger" };
  return serve((_, response) => sendJson(response, { data: [...rows.slice(1), bad] }));
}

export function errorPage(status: number, message: string): Promise<Served> {
  return serve((_, response) => sendJson(response, { message }, status));
}
