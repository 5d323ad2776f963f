/** Table rule_memories: what each rule remembers of each key. */
import type { MemoryWrite } from "../model/commit.ts";
import type { DueMemory, RuleMeaning, RuleMemory } from "../model/rule.ts";
import type { Database } from "./database.ts";

export interface RuleMemoriesTable {
  /** undefined where nothing is remembered, or by a rule of another meaning. */
  recall(memory: RuleMemory): unknown;
  /** Those whose moment has come, the longest ago first; so many at most, by default all. */
  due(at: number, most?: number): DueMemory[];
  /** When the next one is due, ms since 1970. */
  nextDue(): number | undefined;
  /** Of how many keys a rule remembers something. */
  keys(rule: string): number;
  /** The rules that remember something. */
  meanings(): RuleMeaning[];
  put(write: MemoryWrite): void;
  /** Forgets the keys of a rule that were written longest ago, but so many. */
  keepNewest(rule: string, most: number): void;
  forget(meaning: RuleMeaning): void;
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
  const keys = db.prepare<[string], number>("SELECT keys FROM rule_memory_counts WHERE rule = ?").pluck();
  const meanings = db.prepare<[], RuleMeaning>("SELECT DISTINCT rule, meaning FROM rule_memories");
  const put = db.prepare<[string, string, string, string, number | null]>(
    "INSERT INTO rule_memories (rule, key, meaning, body, due) VALUES (?, ?, ?, ?, ?)",
  );
  const drop = db.prepare<[string, string]>("DELETE FROM rule_memories WHERE rule = ? AND key = ?");
  const dropOldest = db.prepare<[string, number]>(
    `DELETE FROM rule_memories WHERE id IN
       (SELECT id FROM rule_memories WHERE rule = ? ORDER BY id LIMIT ?)`,
  );
  const forget = db.prepare<[string, string]>("DELETE FROM rule_memories WHERE rule = ? AND meaning = ?");
  return {
    recall({ rule, key, meaning }) {
      const body = one.get(rule, key, meaning);
      return body === undefined ? undefined : JSON.parse(body);
    },
    due: (at, most = Number.MAX_SAFE_INTEGER) => due.all(at, most),
    nextDue: () => nextDue.get() ?? undefined,
    keys: (rule) => keys.get(rule) ?? 0,
    meanings: () => meanings.all(),
    put({ rule, key, meaning, body, due: at = null }) {
      // A new row, for the ids to follow the order of writing.
      drop.run(rule, key);
      if (body !== undefined) put.run(rule, key, meaning, JSON.stringify(body), at);
    },
    keepNewest(rule, most) {
      const tooMany = (keys.get(rule) ?? 0) - most;
      if (tooMany > 0) dropOldest.run(rule, tooMany);
    },
    forget: ({ rule, meaning }) => void forget.run(rule, meaning),
  };
}
