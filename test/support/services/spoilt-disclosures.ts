/**
 * Disclosures of the simulator, spoilt by chance: cursors that are refused or lost, answers that fail or are cut, rows
 * that are missing where they came by cursor, and rows that come twice.
 */
import { createHttp } from "../../../src/lib/http/http.ts";
import { createMarketClient } from "../../../src/upstreams/market/client.ts";
import { sendJson, serve } from "../../lib/http/loopback.ts";
import { get } from "../../simulator/open-world.ts";
import type { Random } from "../random.ts";

interface SpoiltService {
  readonly url: string;
  /** Whether answers are spoilt now. */
  isSpoilt: boolean;
  /** Numbers that were left out of an answer by cursor: only a full read of their day has them. */
  readonly leftOut: ReadonlySet<string>;
  /** Hears of each request before it is answered. */
  onAsked: (path: string) => void;
}

export async function openSpoiltDisclosures(marketUrl: string, random: Random): Promise<SpoiltService> {
  const leftOut = new Set<string>();
  const state = { isSpoilt: true, leftOut, onAsked: (_path: string): void => {} };
  const isSpoilt = (share: number) => state.isSpoilt && random.chance(share);
  const served = await serve(async (request, response) => {
    const path = request.url ?? "";
    state.onAsked(path);
    const hasCursor = path.includes("&cursor=");
    const isList = path.startsWith("/td/list?");
    if (hasCursor && isSpoilt(0.2)) return sendJson(response, { message: "'cursor' is not valid." }, 400);
    if (isList && isSpoilt(0.1)) return sendJson(response, {}, 500);
    const answer = await get(`${marketUrl}${path}`, { "x-api-key": "k" });
    if (!isList || answer.status !== 200) return sendJson(response, answer.json(), answer.status);
    const { data, cursor, ...rest } = answer.json();
    const left = hasCursor && isSpoilt(0.2) ? data.slice(0, 1) : [];
    for (const { DiscNo } of left) leftOut.add(DiscNo);
    const kept = data.slice(left.length);
    const rows = isSpoilt(0.2) ? [...kept, ...kept] : kept;
    const body = { data: rows, ...rest, ...(cursor && !isSpoilt(0.2) && { cursor }) };
    if (!isSpoilt(0.1)) return sendJson(response, body);
    // Whole by HTTP, and cut within.
    response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
    response.end(JSON.stringify(body).slice(0, -1 - random.below(40)));
  });
  return Object.assign(state, { url: served.url });
}

/** Numbers of all disclosures of some days that the simulator shows now. */
export async function disclosureNumbers(marketUrl: string, days: Iterable<string>): Promise<string[]> {
  const client = createMarketClient({ url: marketUrl, apiKey: "k", http: createHttp({ retries: 0 }) });
  const rows = [];
  for (const date of days) rows.push(...(await client.read("td/list", { date })));
  return rows.map(({ number }) => number);
}
