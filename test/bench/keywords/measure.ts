/**
 * Lists of 1,000 and 5,000 keywords on comments of 200 characters: from the event to the alerts of a rule, beside RE2's
 * set and a loop of includes in the same run. Each is measured in turns with the others, in processor time, and the
 * least of its turns counts.
 */
import { RE2JS, RE2Set } from "re2js";
import { fold } from "../../../src/lib/text/fold.ts";
import type { LogEntry } from "../../../src/model/event.ts";
import { entry, rulesOf } from "../../rules/support.ts";
import { type ForumWords, forumWords } from "./forum-words.ts";

const turns = 15;

interface Runner {
  readonly name: string;
  /** Whether a keyword is in the comment of this number. */
  holds(at: number): boolean;
  /** Comments in a turn. */
  readonly comments: number;
  leastUs: number;
  found: number;
}

function runner(name: string, comments: number, holds: (at: number) => boolean): Runner {
  return { name, comments, holds, leastUs: Number.POSITIVE_INFINITY, found: 0 };
}

function runners(count: number): Runner[] {
  // As a text comes from a service: in one piece, which one that was put together from others is not.
  const made = JSON.stringify(forumWords(count, { comments: 1_000, length: 200 }));
  const { keywords, comments } = JSON.parse(made) as ForumWords;
  const lists = `lists: { words: ${JSON.stringify(keywords)} }\n`;
  const rules = rulesOf(
    `${lists}rules: [{ name: a, on: forum.comment.posted, when: now.body.has_any(lists.words), title: x }]`,
  );
  const entries: LogEntry[] = comments.map((body, part) =>
    entry({ type: "forum.comment.posted", now: { code: "9901", part, body, yes: 0, no: 0 } }),
  );
  const folded = comments.map(fold);
  const words = keywords.map(fold);
  const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
  return [
    runner("rule, event to alerts", 5_000, (index) => rules.match(at(entries, index)).length > 0),
    runner("includes, folded text", 200, (index) => words.some((word) => at(folded, index).includes(word))),
    runner("includes, folding too", 200, (index) => {
      const text = fold(at(comments, index));
      return words.some((word) => text.includes(word));
    }),
    ...(count > 1_000 ? [] : sets(words, folded)),
  ];
}

/** RE2's set as it comes, and at its best: with all the memory it wants, on few comments that it knows already. */
function sets(words: readonly string[], folded: readonly string[]): Runner[] {
  const asItComes = setOf(words);
  const atItsBest = setOf(words, 512 * 2 ** 20);
  const known = folded.slice(0, 30);
  for (const text of known) atItsBest.match(text);
  const textAt = (list: readonly string[], index: number): string => list[index % list.length] ?? "";
  return [
    runner("RE2's set, as it comes", 3, (index) => asItComes.match(textAt(folded, index)).length > 0),
    runner("RE2's set, at its best", 500, (index) => atItsBest.match(textAt(known, index)).length > 0),
  ];
}

function setOf(words: readonly string[], memory?: number): RE2Set {
  const set = new RE2Set(RE2Set.UNANCHORED, 0, memory);
  for (const word of words) set.add(RE2JS.quote(word));
  set.compile();
  return set;
}

function takeTurn(one: Runner, turn: number): void {
  const before = process.cpuUsage();
  for (let index = 0; index < one.comments; index++) if (one.holds(turn * 37 + index)) one.found++;
  const { user, system } = process.cpuUsage(before);
  one.leastUs = Math.min(one.leastUs, (user + system) / one.comments);
}

function measure(count: number): void {
  const all = runners(count);
  for (let turn = 0; turn < turns; turn++) for (const one of all) takeTurn(one, turn);
  const [rule] = all;
  if (rule === undefined) return;
  for (const { name, leastUs, found, comments } of all) {
    process.stdout.write(
      `${count} keywords, ${name.padEnd(22)} ${leastUs.toFixed(2).padStart(10)} us a comment, ` +
        `${(leastUs / rule.leastUs).toFixed(1).padStart(8)} times the rule, ` +
        `${((100 * found) / comments / turns).toFixed(0)} % hold one\n`,
    );
  }
}

for (const count of [1_000, 5_000]) measure(count);
