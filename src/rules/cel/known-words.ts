import { isBlank, prepareKeywords } from "./keyword-lists.ts";
import type { Language } from "./language.ts";
import { ExpressionError, isNode, literalText, type Node } from "./syntax.ts";

/**
 * Prepares the search for the words of `lists.name` or of a list that is written out, and answers them; undefined for
 * any other list. Throws an ExpressionError for a blank word that is written out.
 */
export function knowWords(list: Node, language: Language): readonly string[] | undefined {
  const words = list.op === "list" ? writtenOut(list) : ofLists(list, language);
  if (words !== undefined) prepareKeywords(words);
  return words;
}

/** Searches that one condition may do without the meter: each may take a millisecond in the longest texts. */
const mostUnmetered = 16;

const known = new WeakMap<Node, readonly string[]>();

/** Lets the lists of an expression be searched for without the library, unless there are very many. */
export function rememberLists(lists: ReadonlyMap<Node, readonly string[]>): void {
  if (lists.size <= mostUnmetered) for (const [list, words] of lists) known.set(list, words);
}

/** The words of a list that was remembered. */
export function wordsOf(list: Node | undefined): readonly string[] | undefined {
  return list && known.get(list);
}

function ofLists({ op, args }: Node, { lists }: Language): readonly string[] | undefined {
  if (op !== ".") return undefined;
  const [owner, name] = args as [unknown, string];
  const isLists = isNode(owner) && owner.op === "id" && owner.args === "lists";
  return isLists && lists !== undefined && Object.hasOwn(lists, name) ? lists[name] : undefined;
}

function writtenOut(list: Node): readonly string[] | undefined {
  const entries = list.args as Node[];
  const words = entries.map(literalText).filter((word) => word !== undefined);
  if (words.length < entries.length) return undefined;
  const blank = words.findIndex(isBlank);
  if (blank >= 0) throw new ExpressionError(entries[blank]?.start ?? list.start, blankWord);
  // Else each evaluation would make a list of its own, which nothing is prepared for.
  list.setMeta("evaluate", () => words);
  return words;
}

/** What is said of a word that would be found in nearly every text. */
export const blankWord = "an empty word would be found in every text";
