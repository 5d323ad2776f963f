/** Table rule_memories: what each rule remembers of each key. */
import type { MemoryWrite } from "../model/commit.ts";
import type { RuleMemory } from "../model/rule.ts";
import type { Database } from "./database.ts";

export interface RuleMemoriesTable {
  /** undefined where nothing is remembered, or by a rule of another meaning. */
  recall(memory: RuleMemory): unknown;
  put(write: MemoryWrite): void;
}

export function createRuleMemories(db: Database): RuleMemoriesTable {
  const one = db
    .prepare<[string, string, string], string>(
      "SELECT body FROM rule_memories WHERE rule = ? AND key = ? AND meaning = ?",
    )
    .pluck();
  const put = db.prepare<[string, string, string, string]>(
    `INSERT INTO rule_memories (rule, key, meaning, body) VALUES (?, ?, ?, ?)
     ON CONFLICT (rule, key) DO UPDATE SET meaning = excluded.meaning, body = excluded.body`,
  );
  const drop = db.prepare<[string, string]>("DELETE FROM rule_memories WHERE rule = ? AND key = ?");
  return {
    recall({ rule, key, meaning }) {
      const body = one.get(rule, key, meaning);
      return body === undefined ? undefined : JSON.parse(body);
    },
    put({ rule, key, meaning, body }) {
      if (body === undefined) drop.run(rule, key);
      else put.run(rule, key, meaning, JSON.stringify(body));
    },
  };
}
