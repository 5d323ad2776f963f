/** Table rule_memories: what each rule remembers of each key. */
import type { MemoryWrite } from "../model/commit.ts";
import type { DueMemory, RuleMemory } from "../model/rule.ts";
import type { Database } from "./database.ts";

export interface RuleMemoriesTable {
  /** undefined where nothing is remembered, or by a rule of another meaning. */
  recall(memory: RuleMemory): unknown;
  /** Those whose moment has come, the longest ago first. */
  due(at: number, limit: number): DueMemory[];
  /** When the next one is due, ms since 1970. */
  nextDue(): number | undefined;
  put(write: MemoryWrite): void;
}

export function createRuleMemories(db: Database): RuleMemoriesTable {
  const one = db
    .prepare<[string, string, string], string>(
      "SELECT body FROM rule_memories WHERE rule = ? AND key = ? AND meaning = ?",
    )
    .pluck();
  const due = db.prepare<[number, number], DueMemory>(
    `SELECT rule, meaning, key, due FROM rule_memories
     WHERE due <= ? ORDER BY due, rule, key LIMIT ?`,
  );
  const nextDue = db
    .prepare<[], number | null>("SELECT min(due) FROM rule_memories WHERE due IS NOT NULL")
    .pluck();
  const put = db.prepare<[string, string, string, string, number | null]>(
    `INSERT INTO rule_memories (rule, key, meaning, body, due) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (rule, key) DO UPDATE SET meaning = excluded.meaning, body = excluded.body, due = excluded.due`,
  );
  const drop = db.prepare<[string, string]>("DELETE FROM rule_memories WHERE rule = ? AND key = ?");
  return {
    recall({ rule, key, meaning }) {
      const body = one.get(rule, key, meaning);
      return body === undefined ? undefined : JSON.parse(body);
    },
    due: (at, limit) => due.all(at, limit),
    nextDue: () => nextDue.get() ?? undefined,
    put({ rule, key, meaning, body, due: at = null }) {
      if (body === undefined) drop.run(rule, key);
      else put.run(rule, key, meaning, JSON.stringify(body), at ?? null);
    },
  };
}
