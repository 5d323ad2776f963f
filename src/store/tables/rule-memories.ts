/** Table rule_memories: the state of each rule for each key. A damaged state is told and deleted. */
import type { MemoryWrite } from "../../model/commit.ts";
import type { DueMemory, RuleMeaning, RuleMemory } from "../../model/rule.ts";
import { type Damage, DamagedState } from "../../model/store-faults.ts";
import type { Database } from "../database.ts";
import { intactState, readState } from "../sqlite-error.ts";
import { rowSum, type SumsTable } from "./sealed-tables.ts";

interface RuleMemoriesTable {
  /** Reads the state of a rule; undefined if there is none, or only one of another meaning. */
  recall(memory: RuleMemory): unknown;
  /** Reads states that are due, the longest due first; at most `most` of them, by default all. */
  due(at: number, most?: number): DueMemory[];
  /** Time at which the next state is due, ms since 1970. */
  nextDue(): number | undefined;
  /** Counts the keys for which a rule has a state. */
  keys(rule: string): number;
  /** The rules that remember something. */
  meanings(): RuleMeaning[];
  put(write: MemoryWrite): void;
  /** Deletes the oldest states of a rule beyond this number. */
  keepNewest(rule: string, most: number): void;
  forget(meaning: RuleMeaning): void;
  /** Deletes the states of a rule, or of all rules if none is given. */
  forgetRule(rule?: string): void;
}

/** A memory as the table has it. */
interface Row {
  readonly body: string;
  readonly due: number | null;
  readonly sum: number | null;
}

/** @param damaged called with what is found damaged */
export function createRuleMemories(
  db: Database,
  sums: SumsTable,
  damaged: (damage: Damage) => void,
): RuleMemoriesTable {
  const whole = <T>(rule: string | undefined, read: () => T, none: T): T => {
    const damage: Damage = rule === undefined ? { part: "memories" } : { part: "memories", rule };
    try {
      return readState(damage, read);
    } catch (error) {
      if (!(error instanceof DamagedState)) throw error;
      damaged(damage);
      return none;
    }
  };
  const reading = readingMemories(db, whole);
  return {
    ...reading,
    keys: (rule) => sums.get("rule_memories", rule)?.rows ?? 0,
    ...writingMemories(db, sums),
  };
}

type Whole = <T>(rule: string | undefined, read: () => T, none: T) => T;

function readingMemories(
  db: Database,
  whole: Whole,
): Pick<RuleMemoriesTable, "recall" | "due" | "nextDue" | "meanings"> {
  const one = db.prepare<[string, string, string], Row>(
    "SELECT body, due, sum FROM rule_memories WHERE rule = ? AND key = ? AND meaning = ?",
  );
  const due = db.prepare<[number, number], Row & DueMemory>(
    `SELECT rule, meaning, key, body, due, sum FROM rule_memories
     WHERE due <= ? ORDER BY due, rule, key LIMIT ?`,
  );
  const nextDue = db
    .prepare<[], number | null>("SELECT min(due) FROM rule_memories WHERE due IS NOT NULL")
    .pluck();
  const meanings = db.prepare<[], RuleMeaning>("SELECT DISTINCT rule, meaning FROM rule_memories");
  /** The row; throws a DamagedState where it is not what was written. */
  const intact = <Kept extends RuleMemory & Row>(row: Kept): Kept => {
    const { rule, key, meaning, body, due: at, sum } = row;
    const isWhole = rowSum("rule_memories", rule, key, meaning, body, at) === sum;
    return intactState({ part: "memories", rule }, isWhole, row);
  };
  const memoryOf = ({ rule, meaning, key, due: at }: DueMemory): DueMemory => ({
    rule,
    meaning,
    key,
    due: at,
  });
  return {
    recall: (memory) =>
      whole(
        memory.rule,
        () => {
          const row = one.get(memory.rule, memory.key, memory.meaning);
          return row === undefined ? undefined : JSON.parse(intact({ ...memory, ...row }).body);
        },
        undefined,
      ),
    due: (at, most = Number.MAX_SAFE_INTEGER) =>
      whole(undefined, () => due.all(at, most), []).flatMap((row) =>
        whole(row.rule, () => [memoryOf(intact(row))], []),
      ),
    nextDue: () => whole(undefined, () => nextDue.get(), null) ?? undefined,
    meanings: () => whole(undefined, () => meanings.all(), []),
  };
}

function writingMemories(
  db: Database,
  sums: SumsTable,
): Pick<RuleMemoriesTable, "put" | "keepNewest" | "forget" | "forgetRule"> {
  const put = db.prepare<[string, string, string, string, number | null, number]>(
    "INSERT INTO rule_memories (rule, key, meaning, body, due, sum) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const drop = db.prepare<[string, string]>("DELETE FROM rule_memories WHERE rule = ? AND key = ?");
  const dropOldest = db.prepare<[string, number]>(
    `DELETE FROM rule_memories WHERE id IN
       (SELECT id FROM rule_memories WHERE rule = ? ORDER BY id LIMIT ?)`,
  );
  const forget = db.prepare<[string, string]>("DELETE FROM rule_memories WHERE rule = ? AND meaning = ?");
  const forgetRule = db.prepare<[string]>("DELETE FROM rule_memories WHERE rule = ?");
  const forgetAll = db.prepare("DELETE FROM rule_memories");
  return {
    put({ rule, key, meaning, body, due: at = null }) {
      // A new row, for the ids to follow the order of writing.
      drop.run(rule, key);
      if (body === undefined) return;
      const json = JSON.stringify(body);
      put.run(rule, key, meaning, json, at, rowSum("rule_memories", rule, key, meaning, json, at));
    },
    keepNewest(rule, most) {
      const tooMany = (sums.get("rule_memories", rule)?.rows ?? 0) - most;
      if (tooMany > 0) dropOldest.run(rule, tooMany);
    },
    forget: ({ rule, meaning }) => void forget.run(rule, meaning),
    forgetRule(rule) {
      if (rule === undefined) forgetAll.run();
      else forgetRule.run(rule);
      const parts = rule === undefined ? sums.parts("rule_memories") : [rule];
      for (const part of parts) sums.drop("rule_memories", part);
    },
  };
}
