/** `GET /feed?types=a,b&since=120`: the subscription that the address itself asks for. */
import { checkFrame, type ReadFrame } from "./parse-frame.ts";

const lists = new Set(["types", "subjects"]);

/** The subscribe frame that a query stands for, as id "url"; undefined where there is no query. Never throws. */
export function querySubscription(query: URLSearchParams): ReadFrame | undefined {
  if (query.size === 0) return undefined;
  // No prototype, so that a parameter named __proto__ is only another unknown name.
  const frame: Record<string, unknown> = Object.create(null);
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name);
    if (lists.has(name)) frame[name] = values.flatMap((value) => value.split(","));
    else if (values.length > 1) return mistake(`${name.slice(0, 40)}: given more than once`);
    else frame[name] = name === "since" ? readSince(values[0] ?? "") : values[0];
  }
  if ("id" in frame || "type" in frame) return mistake("id and type cannot be chosen in the address");
  return checkFrame("subscribe", { ...frame, type: "subscribe", id: "url" });
}

function readSince(value: string): number | string {
  return /^\d{1,16}$/.test(value) ? Number(value) : value;
}

function mistake(message: string): ReadFrame {
  return { kind: "error", error: { code: "invalid-frame", message, id: "url" } };
}
