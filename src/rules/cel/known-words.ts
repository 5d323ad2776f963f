import { isBlank, prepareKeywords } from "./keyword-lists.ts";
import type { Language } from "./language.ts";
import { ExpressionError, isNode, literalText, type Node } from "./syntax.ts";

/**
 * Prepares the search for the words of `lists.name` or of a list that is written out; false for any other list.
 * Throws an ExpressionError for a blank word that is written out.
 */
export function knowWords(list: Node, language: Language): boolean {
  const words = list.op === "list" ? writtenOut(list) : ofLists(list, language);
  if (words === undefined) return false;
  prepareKeywords(words);
  return true;
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
