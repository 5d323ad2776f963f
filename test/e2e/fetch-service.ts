/** Market services of a page or two for the command that asks them. */
import { type Served, sendJson, serve } from "../lib/http/loopback.ts";

const row = { PubDate: "2026-01-05", Code: "99010", ShrtOut: "1200" };

export function serveTwoPages(): Promise<Served> {
  return serve((request, response) => {
    if (request.url?.includes("pagination_key=2")) sendJson(response, { data: [{ ...row, Code: "99020" }] });
    else sendJson(response, { data: [row], pagination_key: "2" });
  });
}

export function errorPage(status: number, message: string): Promise<Served> {
  return serve((_, response) => sendJson(response, { message }, status));
}
