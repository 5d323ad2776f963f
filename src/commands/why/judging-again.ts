/** Evaluates one rule on the log once more, and notes its states around some events. */
import type { LogEntry } from "../../model/event.ts";
import type { Judging, RuleMemory, RuleSet } from "../../model/rule.ts";
import { createReplay } from "../../pipeline/replay.ts";
import { type CompiledRule, keyOf } from "../../rules/compiled-rule.ts";
import { waitIn } from "../../rules/memory/index.ts";
import { createRuleSet } from "../../rules/rule-set.ts";
import type { Inquiry } from "./inquiry.ts";
import type { JudgedAgain } from "./rule-history.ts";

export interface Judge {
  readonly rule: CompiledRule;
  /** Takes entries in the order of the log; the last commit is evaluated once `waits` or `end` is called or another one comes. */
  take(entry: LogEntry): void;
  /** Whether it still waits for something since one of the events, and its moment is not before this one. */
  waits(at: number): boolean;
  /** Lets pass the time of what it waits for. */
  end(): void;
}

type Note = (seq: number, judged: JudgedAgain) => void;

/** @param wanted the events; of each is noted what is known of it, again when more is */
export function judgingAgain(
  rule: CompiledRule,
  wanted: readonly LogEntry[],
  { reader, calendar, at: end }: Inquiry,
  note: Note,
): Judge {
  const key = ({ event }: LogEntry) => keyOf(rule, rule.language.bind(event), event.subject);
  const keys = new Set(wanted.map(key));
  const seqs = new Set(wanted.map(({ seq }) => seq));
  const watched = watching(rule, seqs, note);
  const { take, passUntil } = createReplay({
    rules: () => watched.rules,
    mails: () => [],
    calendar: () => calendar,
    log: reader.log,
  });
  let together: LogEntry[] = [];
  const judgeCommit = () => {
    take(together);
    together = [];
  };
  return {
    rule,
    take(entry) {
      // The state of a rule for one key depends on no other key.
      if (!rule.types.includes(entry.event.type) || !keys.has(key(entry))) return;
      if (together[0] !== undefined && together[0].event.time !== entry.event.time) judgeCommit();
      together.push(entry);
    },
    waits(at) {
      judgeCommit();
      const due = watched.waitsUntil();
      return due !== undefined && due >= at;
    },
    end() {
      judgeCommit();
      const due = watched.waitsUntil();
      if (due !== undefined) passUntil(Math.min(due, end));
    },
  };
}

interface Watched {
  readonly key: string;
  readonly judged: JudgedAgain;
  readonly due: number;
  readonly causeSeq: number;
}

/** Wraps the rule so that its states before and after some events are noted, and the end of its waits. */
function watching(rule: CompiledRule, seqs: ReadonlySet<number>, note: Note) {
  const alone = createRuleSet([rule], { hash: "", files: [] });
  const waits = new Map<number, Watched>();
  const memoryOf = (key: string): RuleMemory => ({ rule: rule.name, meaning: rule.over.meaning, key });
  const closeWaits = (key: string, isOver: (wait: Watched) => Partial<JudgedAgain> | undefined) => {
    for (const [seq, wait] of waits) {
      const found = wait.key === key ? isOver(wait) : undefined;
      if (found === undefined) continue;
      waits.delete(seq);
      note(seq, { ...wait.judged, ...found });
    }
  };
  const rules: RuleSet = {
    ...alone,
    match(entry, judging) {
      const isWanted = seqs.has(entry.seq);
      if (judging === undefined || (!isWanted && waits.size === 0)) return alone.match(entry, judging);
      const key = keyOf(rule, rule.language.bind(entry.event), entry.event.subject);
      const recalled = () => judging.recall(memoryOf(key));
      // Conditions change in place what they remember.
      const before = isWanted ? structuredClone(recalled()) : undefined;
      const asking = listening(judging);
      const firings = alone.match(entry, asking.judging);
      const waiting = waitIn(recalled());
      closeWaits(key, ({ due, causeSeq }) =>
        waiting?.due === due && waiting.causeSeq === causeSeq ? undefined : { endedBy: entry.seq },
      );
      if (!isWanted) return firings;
      const asks = asking.wasHeldBack() || firings.length > 0;
      const judged = { before, after: structuredClone(recalled()), asks };
      note(entry.seq, judged);
      if (waiting) waits.set(entry.seq, { key, judged, due: waiting.due, causeSeq: waiting.causeSeq });
      return firings;
    },
    pass(memory, judging) {
      const asking = listening(judging);
      const said = alone.pass(memory, asking.judging);
      const asks = asking.wasHeldBack() || said !== undefined;
      closeWaits(memory.key, ({ due }) => (due <= memory.due ? { asks } : undefined));
      return said;
    },
  };
  const waitsUntil = () =>
    waits.size === 0 ? undefined : Math.max(...[...waits.values()].map(({ due }) => due));
  return { rules, waitsUntil };
}

/** Notes whether an alert was suppressed. */
function listening(judging: Judging): { readonly judging: Judging; wasHeldBack(): boolean } {
  let isHeldBack = false;
  const heldBack: Judging = {
    ...judging,
    holdBack(what) {
      isHeldBack = true;
      judging.holdBack(what);
    },
  };
  return { judging: heldBack, wasHeldBack: () => isHeldBack };
}
