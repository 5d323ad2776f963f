import { createHash } from "node:crypto";
import type { EventType } from "../../model/event-types.ts";
import type { Language } from "../cel/language.ts";
import type { WrittenRule } from "../rule-schema.ts";
import { conditionKeys, lifeKeys } from "./schema.ts";

/**
 * Hash of all that decides what a rule remembers: an edit of anything else leaves its memory as it is. The lists of
 * its file count where it names one.
 */
export function meaningOf(written: WrittenRule, types: readonly EventType[], { lists }: Language): string {
  const keys = { ...conditionKeys, ...lifeKeys };
  const names = Object.keys(keys) as (keyof typeof keys)[];
  const { when, by } = written;
  const conditions = names.map((name) => written[name] ?? null);
  const parts = [[...types].sort(), when ?? null, by ?? null, conditions];
  const namesLists = JSON.stringify(parts).includes("lists.");
  const facts = JSON.stringify([...parts, namesLists ? lists : null]);
  return createHash("sha256").update(facts).digest("hex").slice(0, 16);
}
